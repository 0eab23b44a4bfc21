/* path_engine.c: chooses how optimal paths are found, and holds what was prepared for that. */
#include "cairn/path.h"

#include "base/detail.h"
#include "base/memory.h"
#include "base/worker.h"
#include "cairn/lab.h"
#include "base/xy.h"
#include "grid/components.h"
#include "search/jump_search.h"
#include "build/label_search.h"

/* Where labels cost more than they save in a build of some ten thousand records, as measured
 * (docs/measurements.md). Corners on wide ground between rough walls see so many others that
 * joining their labels takes longer than jumping; noise, where one open cell in five is a corner
 * that sees more than its neighbours, makes labels too long. */
#define MOST_CORNERS 150000
#define MOST_EDGES 6000000
#define MOST_EDGES_A_CORNER 60
#define FEW_EDGES 200000 /* their number does not matter below this */
#define MOST_ENTRIES 64000000
#define NOISE_CORNERS 20000 /* from here on noise matters */
#define NOISE_CELLS_A_CORNER 5
#define NOISE_TENTHS_OF_EDGES 35 /* a corner */

struct cairn_path_engine {
    cairn_allocator allocator;
    const cairn_map *map;
    cairn_path_method method; /* never auto */
    cairn__corner_graph graph;
    cairn__hub_labels labels;
};

/* One of the three searches is there. */
struct cairn_path_finder {
    const cairn_path_engine *engine;
    cairn_search *astar;
    cairn__jump_search *jump;
    cairn__label_search *label;
    bool found;
    size_t states;     /* of the last path */
    cairn__xy ends[2]; /* of it */
};

const char *cairn_path_method_get_name(cairn_path_method method)
{
    switch (method) {
#define CAIRN_PATH_METHOD_CASE(name, number, word)                                                 \
    case CAIRN_PATH_##name:                                                                        \
        return word;
        CAIRN_PATH_METHOD_LIST(CAIRN_PATH_METHOD_CASE)
#undef CAIRN_PATH_METHOD_CASE
    }
    return NULL;
}

cairn_path_engine_def cairn_default_path_engine_def(void)
{
    return (cairn_path_engine_def){.threads = 1, .cookie = CAIRN__PATH_ENGINE_COOKIE};
}

/* ---- preparing ---- */

static bool should_stop(void *context)
{
    const cairn_path_engine_def *def = context;
    return !def->go_on(def->go_on_context);
}

static uint64_t get_most_edges(uint32_t corners)
{
    uint64_t most = (uint64_t)corners * MOST_EDGES_A_CORNER;
    return most < FEW_EDGES ? FEW_EDGES : most < MOST_EDGES ? most : MOST_EDGES;
}

static bool is_noise(const cairn_map *map, const cairn__corner_graph *graph)
{
    uint64_t corners = graph->nodes;
    return corners >= NOISE_CORNERS && corners * NOISE_CELLS_A_CORNER > map->info.open_cells &&
           graph->firsts[corners] * 10 > corners * NOISE_TENTHS_OF_EDGES;
}

/* The rule of the method auto: LIMIT where labels do not pay. */
static cairn_status make_labels(cairn_path_engine *engine, const cairn_path_engine_def *def)
{
    cairn__poll poll = {should_stop, (void *)(uintptr_t)def};
    cairn__preparation how = {def->threads, def->go_on != NULL ? &poll : NULL};
    if (engine->map->info.corners != CAIRN_CORNERS_STRICT)
        return CAIRN_LIMIT;
    cairn__corner_graph *graph = &engine->graph;
    cairn_status status =
        cairn__corner_graph_create(engine->map, &engine->allocator, MOST_CORNERS, &how, graph);
    if (status == CAIRN_OK)
        status = cairn__corner_graph_find_edges(graph, get_most_edges(graph->nodes), &how);
    if (status == CAIRN_OK && is_noise(engine->map, graph))
        status = CAIRN_LIMIT;
    if (status == CAIRN_OK)
        status = cairn__hub_labels_create(&engine->graph,
                                          &(cairn__hub_rule){.most_entries = MOST_ENTRIES}, &how,
                                          &engine->labels);
    if (status != CAIRN_OK)
        cairn__corner_graph_end(&engine->graph);
    return status;
}

static cairn_status prepare(cairn_path_engine *engine, const cairn_path_engine_def *def)
{
    cairn_status status = CAIRN_OK;
    engine->method = def->method;
    if (def->method == CAIRN_PATH_AUTO || def->method == CAIRN_PATH_LABELS) {
        status = make_labels(engine, def);
        engine->method = CAIRN_PATH_LABELS;
    }
    if (def->method == CAIRN_PATH_AUTO && status == CAIRN_LIMIT) {
        engine->method = CAIRN_PATH_JUMP;
        status = CAIRN_OK;
    }
    return status;
}

cairn_status cairn_path_engine_create(const cairn_path_engine_def *def, cairn_path_engine **engine)
{
    if (def == NULL || def->cookie != CAIRN__PATH_ENGINE_COOKIE || def->map == NULL ||
        cairn_path_method_get_name(def->method) == NULL || engine == NULL || def->threads < 1 ||
        def->threads > CAIRN__MOST_THREADS)
        return CAIRN_ARGUMENT;
    cairn_allocator allocator = cairn__allocator_or_default(def->allocator);
    cairn_path_engine *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->allocator = allocator;
    made->map = def->map;
    made->graph.allocator = made->labels.allocator = allocator;
    cairn_status status = prepare(made, def);
    if (status != CAIRN_OK) {
        cairn_path_engine_destroy(made);
        return status;
    }
    *engine = made;
    return CAIRN_OK;
}

void cairn_path_engine_destroy(cairn_path_engine *engine)
{
    if (engine == NULL)
        return;
    cairn_allocator allocator = engine->allocator;
    cairn__hub_labels_end(&engine->labels);
    cairn__corner_graph_end(&engine->graph);
    cairn__release(&allocator, engine);
}

cairn_path_engine_info cairn_path_engine_get_info(const cairn_path_engine *engine)
{
    uint32_t nodes = engine->graph.nodes;
    cairn_path_engine_info info = {.method = engine->method};
    if (engine->method == CAIRN_PATH_LABELS) {
        info.corners = nodes;
        info.edges = engine->graph.firsts[nodes];
        info.entries = engine->labels.firsts[nodes];
    }
    return info;
}

/* ---- finding ---- */

static cairn_status start_search(cairn_path_finder *finder)
{
    const cairn_path_engine *engine = finder->engine;
    if (engine->method == CAIRN_PATH_LABELS)
        return cairn__label_search_create(engine->map, &engine->graph, &engine->labels,
                                          &finder->label);
    if (engine->method == CAIRN_PATH_JUMP) {
        uint32_t candidates = cairn__jump_search_get_candidates(engine->map);
        void *memory = cairn__allocate(&engine->allocator,
                                       cairn__jump_search_get_bytes(engine->map, candidates), 1);
        if (memory != NULL)
            finder->jump = cairn__jump_search_create_in(memory, engine->map, candidates);
        return memory != NULL ? CAIRN_OK : CAIRN_MEMORY;
    }
    cairn_search_def def = {.size = sizeof def, .allocator = &engine->allocator};
    return cairn_search_create(engine->map, &def, &finder->astar);
}

cairn_status cairn_path_finder_create(const cairn_path_engine *engine, cairn_path_finder **finder)
{
    if (engine == NULL || finder == NULL)
        return CAIRN_ARGUMENT;
    cairn_path_finder *made = cairn__allocate_zeroed(&engine->allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->engine = engine;
    cairn_status status = start_search(made);
    if (status != CAIRN_OK) {
        cairn_path_finder_destroy(made);
        return status;
    }
    *finder = made;
    return CAIRN_OK;
}

void cairn_path_finder_destroy(cairn_path_finder *finder)
{
    if (finder == NULL)
        return;
    cairn_search_destroy(finder->astar);
    cairn__release(&finder->engine->allocator, finder->jump);
    cairn__label_search_destroy(finder->label);
    cairn__release(&finder->engine->allocator, finder);
}

/* Jumps from start to goal: the cells between, unless that is null, and how many there are. */
static size_t list_jumps(const cairn__jump_search *jump, const cairn__xy ends[2], cairn_cell *cells)
{
    size_t count = 1;
    cairn__xy cell = ends[0];
    if (cells != NULL)
        cells[0] = cairn__pack(cell);
    while (!cairn__is_same_cell(cell, ends[1])) {
        cairn__run run = cairn__jump_search_get_run(jump, cell);
        for (uint32_t i = 1; cells != NULL && i <= run.count; i++)
            cells[count + i - 1] = cairn__pack(cairn__cell_after(cell, run.move, i));
        cell = cairn__cell_after(cell, run.move, run.count);
        count += run.count;
    }
    return count;
}

static cairn_status search_jumps(cairn_path_finder *finder, cairn__xy start, cairn__xy goal,
                                 cairn_path *path)
{
    cairn_status status;
    finder->ends[0] = start;
    finder->ends[1] = goal;
    cairn__jump_search_start(finder->jump, start, goal);
    do {
        cairn__meter meter = {.left = CAIRN__NO_LIMIT};
        status = cairn__jump_search_run(finder->jump, &meter);
    } while (status == CAIRN_UNFINISHED);
    if (status == CAIRN_OK)
        *path = (cairn_path){cairn__jump_search_get_cost(finder->jump),
                             list_jumps(finder->jump, finder->ends, NULL)};
    return status;
}

static cairn_status search(cairn_path_finder *finder, cairn__xy start, cairn__xy goal,
                           cairn_path *path)
{
    if (finder->label != NULL)
        return cairn__label_search_run(finder->label, start, goal, path);
    if (finder->jump != NULL)
        return search_jumps(finder, start, goal, path);
    cairn_search_result result;
    cairn_status status =
        cairn_search_run(finder->astar, cairn__pack(start), cairn__pack(goal), &result);
    if (status == CAIRN_OK)
        *path = (cairn_path){cairn_search_result_get_cost(&result),
                             (size_t)result.cardinal + result.diagonal + 1};
    return status;
}

cairn_status cairn_path_finder_run(cairn_path_finder *finder, cairn_cell from, cairn_cell to,
                                   cairn_path *path)
{
    cairn__xy start = cairn__unpack(from), goal = cairn__unpack(to);
    if (finder == NULL || path == NULL)
        return CAIRN_ARGUMENT;
    const cairn_map *map = finder->engine->map;
    finder->found = false;
    if (!cairn__is_open_cell(map, start) || !cairn__is_open_cell(map, goal))
        return CAIRN_BLOCKED;
    if (cairn__component_of(map, start) != cairn__component_of(map, goal))
        return CAIRN_NO_PATH;
    cairn_status status = search(finder, start, goal, path);
    finder->found = status == CAIRN_OK;
    finder->states = status == CAIRN_OK ? path->states : 0;
    return status;
}

cairn_status cairn_path_finder_get_path(const cairn_path_finder *finder, size_t capacity,
                                        cairn_cell *cells)
{
    if (finder == NULL || cells == NULL)
        return CAIRN_ARGUMENT;
    if (!finder->found)
        return CAIRN_NO_PATH;
    if (capacity < finder->states)
        return CAIRN_CAPACITY;
    if (finder->label != NULL)
        cairn__label_search_get_path(finder->label, cells);
    else if (finder->jump != NULL)
        (void)list_jumps(finder->jump, finder->ends, cells);
    else
        return cairn_search_get_path(finder->astar, capacity, cells);
    return CAIRN_OK;
}
