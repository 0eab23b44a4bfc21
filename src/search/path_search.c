/* path_search.c: A* and jump point search as path searches, each in one block of memory; and what
 * the off-line phase does with any of them: a whole path in one go. */
#include "search/path_search.h"

#include "base/memory.h"
#include "search/astar.h"
#include "search/jump_search.h"

/* A search at the beginning of a block of `bytes` bytes, the other part of which is `rest`. */
static cairn__path_search *make(const cairn__path_operations *operations, uint64_t bytes,
                                const cairn_allocator *allocator, void **rest)
{
    uint64_t own = cairn__round_up(sizeof(cairn__path_search));
    cairn__path_search *made = cairn__allocate(allocator, own + bytes, 1);
    if (made == NULL)
        return NULL;
    *made = (cairn__path_search){.operations = operations,
                                 .allocator = *allocator,
                                 .bytes = own + bytes,
                                 .plan = {.most = UINT32_MAX}};
    *rest = (char *)made + own;
    return made;
}

static void *get_rest(const cairn__path_search *search)
{
    return (char *)(uintptr_t)search + cairn__round_up(sizeof *search);
}

static void destroy(cairn__path_search *search)
{
    cairn_allocator allocator = search->allocator;
    cairn__release(&allocator, search);
}

/* ---- A* ---- */

static void start_astar(cairn__path_search *search)
{
    cairn__search_start(get_rest(search), search->from, search->to);
}

static cairn_status run_astar(cairn__path_search *search, cairn__meter *meter)
{
    return cairn__search_run(get_rest(search), meter);
}

static uint32_t get_cost_astar(const cairn__path_search *search)
{
    const cairn__search *astar = get_rest(search);
    return cairn__search_get_cost(astar);
}

static cairn_status next_astar(cairn__path_search *search, cairn__xy cell, cairn__run *run)
{
    *run = (cairn__run){.move = cairn__search_get_move(get_rest(search), cell), .count = 1};
    return CAIRN_OK;
}

static void get_figures_astar(const cairn__path_search *search, uint32_t figures[2])
{
    const cairn__search *astar = get_rest(search);
    figures[0] = astar->result.expanded;
    figures[1] = astar->result.generated;
}

static const cairn__path_operations astar_operations = {
    .method = CAIRN_METHOD_ASTAR,
    .destroy = destroy,
    .start = start_astar,
    .run = run_astar,
    .get_cost = get_cost_astar,
    .next = next_astar,
    .get_figures = get_figures_astar,
};

cairn_status cairn__path_create_astar(const cairn_map *map, cairn_costs costs,
                                      const cairn_landmarks *landmarks,
                                      const cairn_allocator *allocator, cairn__path_search **search)
{
    void *rest;
    *search = make(&astar_operations, cairn__search_get_bytes(map), allocator, &rest);
    if (*search == NULL)
        return CAIRN_MEMORY;
    (void)cairn__search_create_in(rest, map, costs, landmarks);
    return CAIRN_OK;
}

/* ---- jump point search ---- */

static void start_jump(cairn__path_search *search)
{
    cairn__jump_search_start(get_rest(search), search->from, search->to);
    cairn__jump_search_set_plan(get_rest(search), &search->plan);
}

static cairn_status run_jump(cairn__path_search *search, cairn__meter *meter)
{
    return cairn__jump_search_run(get_rest(search), meter);
}

static uint32_t get_cost_jump(const cairn__path_search *search)
{
    return cairn__jump_search_get_cost(get_rest(search));
}

static cairn_status next_jump(cairn__path_search *search, cairn__xy cell, cairn__run *run)
{
    *run = cairn__jump_search_get_run(get_rest(search), cell);
    return CAIRN_OK;
}

static void get_figures_jump(const cairn__path_search *search, uint32_t figures[2])
{
    figures[0] = cairn__jump_search_get_expanded(get_rest(search));
    figures[1] = 0;
}

static const cairn__path_operations jump_operations = {
    .method = CAIRN_METHOD_JUMP,
    .destroy = destroy,
    .start = start_jump,
    .run = run_jump,
    .get_cost = get_cost_jump,
    .next = next_jump,
    .get_figures = get_figures_jump,
};

/* notes: such as jump_search.h has are kept. */
static cairn_status create_jump(const cairn_map *map, bool notes, const cairn_allocator *allocator,
                                cairn__path_search **search)
{
    uint32_t candidates = cairn__jump_search_get_candidates(map);
    uint64_t bytes = cairn__round_up(cairn__jump_search_get_bytes(map, candidates));
    uint64_t more = notes ? cairn__jump_search_get_notes_bytes(map) : 0;
    void *rest;
    *search = make(&jump_operations, bytes + more, allocator, &rest);
    if (*search == NULL)
        return CAIRN_MEMORY;
    cairn__jump_search *made = cairn__jump_search_create_in(rest, map, candidates);
    if (notes)
        cairn__jump_search_keep_notes(made, (char *)rest + bytes);
    return CAIRN_OK;
}

cairn_status cairn__path_create_jump(const cairn_map *map, const cairn_allocator *allocator,
                                     cairn__path_search **search)
{
    return create_jump(map, false, allocator, search);
}

cairn_status cairn__path_create_noting_jump(const cairn_map *map, const cairn_allocator *allocator,
                                            cairn__path_search **search)
{
    return create_jump(map, true, allocator, search);
}

/* ---- in one go ---- */

void cairn__path_destroy(cairn__path_search *search)
{
    if (search != NULL)
        search->operations->destroy(search);
}

cairn_status cairn__path_find(cairn__path_search *search, cairn__xy from, cairn__xy to,
                              uint32_t *cost)
{
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    search->from = from;
    search->to = to;
    search->operations->start(search);
    cairn_status status = search->operations->run(search, &meter);
    *cost = status == CAIRN_OK ? search->operations->get_cost(search) : 0;
    return status;
}

void cairn__list_run(cairn__xy first, uint32_t move, size_t count, cairn_cell *cells)
{
    cairn_cell cell = cairn__pack(first);
    cairn_cell step = cairn__pack(cairn__cell_after(first, move, 1)) - cell;
    for (size_t i = 0; i < count; i++)
        cells[i] = cell + (cairn_cell)i * step;
}

/* Room for `more` cells. */
static cairn_status reserve(cairn__path_cells *path, size_t more, const cairn_allocator *allocator)
{
    if (path->count + more <= path->capacity)
        return CAIRN_OK;
    cairn_cell *grown = cairn__grow(allocator, path->cells, path->count, sizeof *grown,
                                    &path->capacity, path->count + more);
    if (grown == NULL)
        return CAIRN_MEMORY;
    path->cells = grown;
    return CAIRN_OK;
}

cairn_status cairn__path_list(cairn__path_search *search, cairn__path_cells *path,
                              const cairn_allocator *allocator)
{
    cairn__xy cell = search->from;
    path->count = 0;
    if (search->operations->rewind != NULL)
        search->operations->rewind(search);
    cairn__run run = {.count = 0};
    cairn_status status = reserve(path, 1, allocator);
    if (status == CAIRN_OK)
        path->cells[path->count++] = cairn__pack(cell);
    while (status == CAIRN_OK && !cairn__is_same_cell(cell, search->to)) {
        status = search->operations->next(search, cell, &run);
        if (status == CAIRN_OK)
            status = reserve(path, run.count, allocator);
        if (status != CAIRN_OK)
            break;
        cairn__list_run(cairn__cell_after(cell, run.move, 1), run.move, run.count,
                        path->cells + path->count);
        path->count += run.count;
        cell = cairn__cell_after(cell, run.move, run.count);
    }
    return status;
}
