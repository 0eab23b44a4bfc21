/* jump_search.c: A* over jump points. A search enters a cell by one move and goes on only by those
 * moves that no equally short way around the cell makes needless (jump_moves.h).
 *
 * The cells of a diagonal are no jump points of their own: what the lines off it find follows the
 * jump point it began at (Harabor and Grastien 2014). So a path goes from one jump point to the next
 * by one diagonal and one straight run. With free corners a diagonal ends where the way may turn off
 * to another one, at a jump point: there it is not followed twice, once for each of the ways there.
 * A diagonal that leads away from the goal waits in the open list, with the f of its next cell,
 * until that is the lowest.
 *
 * Of ways to a jump point with the same cost the first one is kept. That loses no cell: if an optimal
 * path goes on from there by a move that the way kept makes needless, this is a diagonal after a
 * straight move, and the diagonal first and then the straight move leads as far. After that no
 * straight move of an optimal path is needless, or there would be a shorter path. The goal is no
 * jump point either: the first jump point that the goal can be seen from, in order of f, ends the
 * search. */
#include "search/jump_search.h"

#include "base/memory.h"
#include "grid/scans.h"
#include "search/astar.h"
#include "search/jump_moves.h"
#include "search/jump_open.h"
#include "search/jump_scan.h"

typedef enum jump_phase {
    JUMPING,
    TRACING, /* turning the links of the path round */
    ASTAR,   /* the open list was full: A* takes over */
    FOUND,
} jump_phase;

struct cairn__jump_search {
    cairn__search *astar; /* jumps use its nodes, and nothing else of it until it takes over */
    cairn__node_store *store;
    cairn__xy start;
    cairn__xy goal;
    jump_phase phase;
    uint32_t query; /* number of this search */
    bool is_dirty;  /* A* has used the nodes */
    bool is_full;   /* the open list has no room for an entry */
    uint32_t debt;  /* units of work done that no meter has paid for yet */
    uint32_t most;  /* no path may cost more */
    uint32_t cost;  /* of the path found */
    uint32_t expanded;
    /* The expansion under way. */
    cairn__xy cell;
    uint32_t g;
    uint32_t f;     /* of the entry taken out last */
    uint32_t moves; /* bits of the directions still to take */
    uint32_t diagonal;
    uint32_t next; /* number of the diagonal's next move; 0: no diagonal is under way */
    cairn__beam beams[2];
    /* Tracing: the path from `later` on is turned round. */
    cairn__link later;
    cairn__jump_scan scan;
    cairn__jump_open open;
};

/* ---- memory ---- */

/* One entry for 25 open cells was needed at most, on a map of noise; where it is full, A* takes
 * over. */
#define CELLS_A_CANDIDATE 8
#define LEAST_CANDIDATES 1024

uint32_t cairn__jump_search_get_candidates(const cairn_map *map)
{
    return map->info.open_cells / CELLS_A_CANDIDATE + LEAST_CANDIDATES;
}

uint64_t cairn__jump_search_get_bytes(const cairn_map *map, uint32_t candidates)
{
    return cairn__round_up(sizeof(cairn__jump_search)) +
           cairn__round_up((uint64_t)candidates * sizeof(cairn__jump_entry)) +
           cairn__search_get_bytes(map);
}

cairn__jump_search *cairn__jump_search_create_in(void *memory, const cairn_map *map,
                                                 uint32_t candidates)
{
    cairn__jump_search *made = memory;
    char *entries = (char *)memory + cairn__round_up(sizeof *made);
    char *rest = entries + cairn__round_up(candidates * sizeof(cairn__jump_entry));
    *made = (cairn__jump_search){
        .is_dirty = true,
        .scan = {.map = map},
        .open = {.entries = (cairn__jump_entry *)(void *)entries, .capacity = candidates},
    };
    made->astar = cairn__search_create_in(rest, map, CAIRN_COSTS_OCTILE, NULL);
    made->store = &made->astar->store;
    return made;
}

/* ---- jump points ---- */

static void push(cairn__jump_search *search, cairn__xy cell, uint32_t f, uint32_t walk)
{
    cairn__jump_entry entry = {.f = f, .cell = cairn__link_to(cell), .walk = walk};
    if (f > search->most)
        return;
    if (!cairn__jump_open_push(&search->open, entry))
        search->is_full = true;
}

/* The node of a cell; one that this search has not met has a cost above all others. */
static inline cairn__node *get_node(cairn__jump_search *search, cairn__xy cell)
{
    cairn__node *node = cairn__node_at(search->store, cell);
    if (node->query != search->query) {
        node->query = search->query;
        node->g = UINT32_MAX;
    }
    return node;
}

/* Offers a way to a jump point from the cell that is expanded. */
static void offer(cairn__jump_search *search, cairn__jump jump)
{
    uint32_t g = search->g + cairn__get_distance(search->cell, jump.cell);
    cairn__node *node = get_node(search, jump.cell);
    if (g >= node->g)
        return;
    node->g = g;
    node->parent = cairn__link_to(search->cell);
    node->move = (uint8_t)jump.move;
    push(search, jump.cell, g + cairn__get_distance(jump.cell, search->goal), 0);
}

static void offer_all(cairn__jump_search *search)
{
    for (uint32_t i = 0; i < search->scan.count; i++)
        offer(search, search->scan.jumps[i]);
    search->scan.count = 0;
}

static void prefetch_from(const cairn__jump_search *search, uint32_t first)
{
    for (uint32_t i = first; i < search->scan.count; i++)
        CAIRN__PREFETCH(cairn__known_node_at(search->store, search->scan.jumps[i].cell));
}

/* ---- directions worth taking ---- */

static uint32_t get_moves(const cairn__jump_search *search, cairn__xy cell, uint32_t arrival)
{
    const cairn_map *map = search->scan.map;
    uint32_t open = cairn__open_neighbours(map, cell.x, cell.y);
    uint32_t moves =
        cairn__is_same_cell(cell, search->start)
            ? (1u << CAIRN__MOVES) - 1
            : cairn__jump_moves_after(arrival, open, map->info.corners == CAIRN_CORNERS_STRICT);
    return moves & cairn__allow_moves(map, open);
}

/* ---- one expansion ---- */

/* How far f may rise above the lowest before a diagonal has to wait: for 40 moves straight away from
 * the goal, and more the longer the diagonal is. Less waiting walks too far, more waiting costs more
 * than the walk. */
#define RISE 800
#define RISE_A_MOVE 4

static inline uint32_t get_f(const cairn__jump_search *search, uint32_t number)
{
    cairn__xy cell = cairn__cell_after(search->cell, search->diagonal, number);
    return search->g + number * CAIRN__DIAGONAL + cairn__get_distance(cell, search->goal);
}

/* About how many moves a diagonal from a cell may make until its f, now `f`, is too high; 0 if it
 * is. Towards the goal f does not rise, and then by some 20 a move. */
static uint32_t get_most(const cairn__jump_search *search, cairn__xy from, uint32_t f)
{
    uint32_t limit = search->f + RISE + RISE_A_MOVE * search->next;
    limit = limit < search->most ? limit : search->most;
    int32_t x = (search->goal.x - from.x) * cairn__move_x[search->diagonal];
    int32_t y = (search->goal.y - from.y) * cairn__move_y[search->diagonal];
    int32_t towards = x < y ? x : y;
    return f > limit ? 0 : (towards > 0 ? (uint32_t)towards : 1) + (limit - f) / 20;
}

/* Goes on with the diagonal, through one tile at most, or lets it wait. Returns units. */
static uint32_t walk_on(cairn__jump_search *search)
{
    cairn__xy from = cairn__cell_after(search->cell, search->diagonal, search->next - 1);
    uint32_t f = get_f(search, search->next), most = get_most(search, from, f), made;
    if (most == 0) {
        push(search, search->cell, f, search->next << 3 | search->diagonal);
        search->next = 0;
        return 1;
    }
    bool goes_on =
        cairn__diagonal_walk(&search->scan, search->beams, from, search->diagonal, most, &made);
    search->next = goes_on ? search->next + made : 0;
    return 1 + made / 2;
}

static inline bool is_expanded(const cairn__jump_search *search)
{
    return (search->moves | search->next | search->beams[0].lines | search->beams[1].lines) == 0;
}

/* One piece of an expansion that is not finished. Returns units. */
static uint32_t expand_on(cairn__jump_search *search)
{
    for (int i = 0; i < 2; i++)
        if (search->beams[i].lines != 0)
            return 1 + cairn__beam_follow(&search->scan, &search->beams[i]) / 4;
    if (search->next != 0)
        return walk_on(search);
    uint32_t move = cairn__count_trailing_zeros(search->moves);
    search->moves &= search->moves - 1;
    if (cairn__move_is_diagonal(move)) {
        search->diagonal = move;
        search->next = 1;
        return walk_on(search);
    }
    cairn__beam_start(&search->scan, &search->beams[0], search->cell, move);
    return 1;
}

/* ---- the search ---- */

static void take_over(cairn__jump_search *search)
{
    search->phase = ASTAR;
    search->is_dirty = true;
    cairn__search_start(search->astar, search->start, search->goal);
}

/* Numbers the search. Nodes are cleared where another search may have left the same number, or
 * something else. */
static void begin_query(cairn__jump_search *search)
{
    const cairn_map_info *info = &search->scan.map->info;
    search->query++;
    if (!search->is_dirty && search->query != 0)
        return;
    cairn__node_store_clear(search->store, 1,
                            cairn__node_store_get_stamps_bytes(info->width, info->height));
    search->query = 1;
    search->is_dirty = false;
}

void cairn__jump_search_start(cairn__jump_search *search, cairn__xy start, cairn__xy goal)
{
    search->start = search->cell = start;
    search->goal = goal;
    search->phase = JUMPING;
    search->is_full = false;
    search->most = UINT32_MAX;
    search->debt = search->expanded = 0;
    search->g = search->moves = search->next = 0;
    search->beams[0].lines = search->beams[1].lines = 0;
    search->scan.count = 0;
    begin_query(search);
    cairn__jump_open_clear(&search->open, cairn__get_distance(start, goal));
    offer(search, (cairn__jump){start, 0});
    if (search->is_full)
        take_over(search);
}

void cairn__jump_search_set_most(cairn__jump_search *search, uint32_t most)
{
    search->most = most;
}

/* Spends the units owed, as far as the meter goes; false if it has run out. Work is paid for
 * afterwards, so slices of any size make the same pieces. */
static bool pay(cairn__jump_search *search, cairn__meter *meter)
{
    uint32_t units = search->debt < meter->left ? search->debt : (uint32_t)meter->left;
    search->debt -= units;
    cairn__meter_spend(meter, &meter->work.scans, units);
    return meter->left > 0;
}

/* Goes on with the expansion; false if the meter has run out. */
static bool expand(cairn__jump_search *search, cairn__meter *meter)
{
    while (!is_expanded(search)) {
        uint32_t before = search->scan.count;
        search->debt = expand_on(search);
        prefetch_from(search, before);
        if (!cairn__jump_scan_has_room(&search->scan))
            offer_all(search);
        if (!pay(search, meter))
            return false;
    }
    offer_all(search);
    if (search->is_full)
        take_over(search);
    return true;
}

/* The first run of the moves to a cell that can be seen: a diagonal one, then a straight one. */
static cairn__run get_first_run(cairn__xy from, cairn__xy to)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    int step_x = (x > 0) - (x < 0), step_y = (y > 0) - (y < 0);
    uint32_t across = (uint32_t)(x * step_x), down = (uint32_t)(y * step_y);
    uint32_t both = cairn__get_lower(across, down);
    return (cairn__run){.move = cairn__move_by(step_x, step_y),
                        .count = both > 0 ? both : across + down};
}

/* How many moves of a run can be made. */
static uint32_t scan_run(const cairn_map *map, cairn__xy from, cairn__run run)
{
    int step_x = cairn__move_x[run.move], step_y = cairn__move_y[run.move];
    if (step_y == 0)
        return cairn__scan_row(map, from.x, from.y, step_x, run.count);
    if (step_x == 0)
        return cairn__scan_column(map, from.x, from.y, step_y, run.count);
    return cairn__scan_diagonal(map, from.x, from.y, step_x, step_y, run.count);
}

/* True if the goal can be seen from a cell by one of these moves. */
static bool sees_goal(const cairn__jump_search *search, cairn__xy cell, uint32_t moves)
{
    cairn__xy goal = search->goal;
    for (int i = 0; i < 2 && !cairn__is_same_cell(cell, goal); i++) {
        cairn__run run = get_first_run(cell, goal);
        if (i == 0 && (moves >> run.move & 1) == 0)
            return false;
        if (scan_run(search->scan.map, cell, run) < run.count)
            return false;
        cell = cairn__cell_after(cell, run.move, run.count);
    }
    return true;
}

/* Begins to expand a jump point, unless the goal is found. */
static void expand_node(cairn__jump_search *search, const cairn__node *node)
{
    cairn__xy cell = search->cell;
    uint32_t moves = get_moves(search, cell, node->move);
    search->expanded++;
    if (sees_goal(search, cell, moves)) {
        search->phase = TRACING;
        search->cost = search->f;
        search->later = cairn__link_to(search->goal);
    } else {
        search->moves = moves;
    }
}

/* Takes the most promising entry off the open list. */
static cairn_status expand_next(cairn__jump_search *search)
{
    if (!cairn__jump_open_is_ready(&search->open))
        return cairn__jump_open_prepare(&search->open) ? CAIRN_OK : CAIRN_NO_PATH;
    cairn__jump_entry entry = cairn__jump_open_pop(&search->open);
    cairn__xy cell = cairn__cell_of(entry.cell);
    const cairn__node *node = cairn__known_node_at(search->store, cell);
    if (entry.walk == 0 && entry.f != node->g + cairn__get_distance(cell, search->goal))
        return CAIRN_OK;
    search->cell = cell;
    search->g = node->g;
    search->f = entry.f;
    if (entry.walk != 0) {
        search->diagonal = entry.walk & 7;
        search->next = entry.walk >> 3;
    } else {
        expand_node(search, node);
    }
    return node->g > CAIRN__G_LIMIT ? CAIRN_LIMIT : CAIRN_OK;
}

static cairn_status search_on(cairn__jump_search *search, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    if (!pay(search, meter))
        return CAIRN_UNFINISHED;
    while (status == CAIRN_OK && search->phase == JUMPING) {
        if (!expand(search, meter))
            return CAIRN_UNFINISHED;
        if (search->phase != JUMPING)
            break;
        if (!cairn__meter_try(meter, &meter->work.others, 1))
            return CAIRN_UNFINISHED;
        status = expand_next(search);
    }
    return status;
}

/* Where the way to a cell that can be seen turns; that cell, if it does not. */
static cairn__xy get_turn(cairn__xy from, cairn__xy to)
{
    if (cairn__is_same_cell(from, to))
        return to;
    cairn__run run = get_first_run(from, to);
    return cairn__cell_after(from, run.move, run.count);
}

/* Every jump point of the path gets a link to the next one, in place of the one before, and so does
 * the cell between them where the path turns. */
static cairn_status trace(cairn__jump_search *search, cairn__meter *meter)
{
    for (;;) {
        if (!cairn__meter_try(meter, &meter->work.others, 1))
            return CAIRN_UNFINISHED;
        cairn__node *node = cairn__known_node_at(search->store, search->cell);
        cairn__xy to = cairn__cell_of(search->later);
        cairn__link before = node->parent;
        node->parent = search->later;
        cairn__xy turn = get_turn(search->cell, to);
        if (!cairn__is_same_cell(turn, to))
            cairn__node_at(search->store, turn)->parent = search->later;
        if (cairn__is_same_cell(search->cell, search->start))
            break;
        search->later = cairn__link_to(search->cell);
        search->cell = cairn__cell_of(before);
    }
    search->phase = FOUND;
    return CAIRN_OK;
}

cairn_status cairn__jump_search_run(cairn__jump_search *search, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    if (search->phase == JUMPING)
        status = search_on(search, meter);
    if (status == CAIRN_OK && search->phase == TRACING)
        status = trace(search, meter);
    if (status == CAIRN_OK && search->phase == ASTAR)
        status = cairn__search_run(search->astar, meter);
    return status == CAIRN_OK && cairn__jump_search_get_cost(search) > search->most ? CAIRN_NO_PATH
                                                                                    : status;
}

uint32_t cairn__jump_search_get_cost(const cairn__jump_search *search)
{
    return search->phase == ASTAR ? cairn__search_get_cost(search->astar) : search->cost;
}

cairn__run cairn__jump_search_get_run(const cairn__jump_search *search, cairn__xy cell)
{
    if (search->phase == ASTAR)
        return (cairn__run){.move = cairn__search_get_move(search->astar, cell), .count = 1};
    return get_first_run(cell, cairn__cell_of(cairn__known_node_at(search->store, cell)->parent));
}

uint32_t cairn__jump_search_get_expanded(const cairn__jump_search *search)
{
    return search->expanded + (search->phase == ASTAR ? search->astar->result.expanded : 0);
}
