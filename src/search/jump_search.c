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
 * search.
 *
 * With a guide every entry is asked about when it is the lowest: it is taken at once if the guide knows no
 * more than f does, and otherwise waits again, with the guide's f. Long diagonals wait now
 * and then. Since f never falls along a path, f of the entry before is a bound for that of the next. */
#include "search/jump_state.h"

#include "base/memory.h"
#include "grid/bound.h"
#include "search/jump_moves.h"
#include "search/jump_sight.h"

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

/* ---- directions worth taking ---- */

static void list_moves(cairn__jump_search *search)
{
    const cairn_map *map = search->scan.map;
    bool strict = map->info.corners == CAIRN_CORNERS_STRICT;
    for (uint32_t open = 0; open < 256; open++) {
        uint32_t legal = cairn__allow_moves(map, open);
        for (uint32_t move = 0; move < CAIRN__MOVES; move++)
            search->worth[move][open] =
                (uint8_t)(legal & cairn__jump_moves_after(move, open, strict));
        search->worth[CAIRN__MOVES][open] = (uint8_t)legal;
    }
}

static inline uint32_t get_moves(const cairn__jump_search *search, uint32_t arrival)
{
    uint32_t open = cairn__open_neighbours(search->scan.map, search->cell.x, search->cell.y);
    bool starts = cairn__is_same_cell(search->cell, search->start);
    return search->worth[starts ? CAIRN__MOVES : arrival][open];
}

/* ---- making ---- */

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
    list_moves(made);
    return made;
}

uint64_t cairn__jump_search_get_notes_bytes(const cairn_map *map)
{
    return cairn__jump_notes_get_bytes(map);
}

void cairn__jump_search_keep_notes(cairn__jump_search *search, void *memory)
{
    cairn__jump_notes_create_in(&search->notes, search->scan.map, memory);
}

/* ---- the search ---- */

static void take_over(cairn__jump_search *search)
{
    search->phase = CAIRN__JUMP_ASTAR;
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
    search->phase = CAIRN__JUMPING;
    search->is_full = search->asking = false;
    search->plan = (cairn__jump_plan){.most = UINT32_MAX};
    search->debt = search->expanded = 0;
    search->g = search->f = search->moves = search->next = search->ways = 0;
    search->beams[0].lines = search->beams[1].lines = 0;
    search->scan.count = 0;
    search->notes.is_writing = false;
    begin_query(search);
    cairn__jump_open_clear(&search->open, cairn__bound(search->scan.map, start, goal));
    cairn__jump_offer(search, &(cairn__jump){cairn__pack(start), 0}, 1);
    if (search->is_full)
        take_over(search);
}

void cairn__jump_search_set_plan(cairn__jump_search *search, const cairn__jump_plan *plan)
{
    search->plan = *plan;
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

static void prefetch_from(const cairn__jump_search *search, uint32_t first)
{
    for (uint32_t i = first; i < search->scan.count; i++)
        CAIRN__PREFETCH(
            cairn__known_node_at(search->store, cairn__unpack(search->scan.jumps[i].cell)));
}

/* Goes on with the expansion; false if the meter has run out. */
static bool expand(cairn__jump_search *search, cairn__meter *meter)
{
    while (!cairn__jump_is_expanded(search)) {
        uint32_t before = search->scan.count;
        search->debt = cairn__jump_expand_on(search);
        prefetch_from(search, before);
        if (!cairn__jump_scan_has_room(&search->scan))
            cairn__jump_offer_found(search);
        if (!pay(search, meter))
            return false;
    }
    cairn__jump_offer_found(search);
    return true;
}

/* True if the goal is seen by one of these moves, or is the cell itself. */
static inline bool sees_goal(const cairn__jump_search *search, uint32_t moves)
{
    uint32_t move = cairn__sight_get_move(search->cell, search->goal);
    return ((moves | 1u << CAIRN__MOVES) >> move & 1) != 0 &&
           cairn__sight_is_clear(search->scan.map, search->cell, search->goal);
}

/* Begins to expand a jump point, unless the goal is found. */
static inline void expand_node(cairn__jump_search *search, uint32_t arrival)
{
    uint32_t moves = get_moves(search, arrival);
    search->expanded++;
    if (sees_goal(search, moves)) {
        search->phase = CAIRN__JUMP_TRACING;
        search->cost = search->g + cairn__get_distance(search->cell, search->goal);
        search->later = cairn__pack(search->goal);
    } else {
        search->moves = moves;
    }
}

/* Begins with an entry: expands its jump point, or goes on with its diagonal. */
static inline cairn_status take(cairn__jump_search *search, const cairn__jump_entry *entry,
                                const cairn__node *node)
{
    uint32_t number = entry->walk >> CAIRN__WALK_SHIFT & CAIRN__WALK_NUMBERS;
    search->cell = cairn__unpack(entry->cell);
    search->g = node->g;
    search->f = entry->f;
    search->ways = entry->walk >> CAIRN__WALK_WAYS_SHIFT << CAIRN__WALK_WAYS_SHIFT;
    if (number != 0) {
        search->diagonal = entry->walk & CAIRN__WALK_MOVE;
        search->next = number;
    } else {
        expand_node(search, node->move);
    }
    return search->g > CAIRN__G_LIMIT ? CAIRN_LIMIT : CAIRN_OK;
}

/* ---- with a guide ---- */

/* The cell that the guide is asked about: the jump point, or the last one of its diagonal so far. */
static cairn__xy get_asked(const cairn__jump_search *search, const cairn__jump_entry *entry,
                           uint32_t *g)
{
    uint32_t number = entry->walk >> CAIRN__WALK_SHIFT & CAIRN__WALK_NUMBERS,
             made = number > 0 ? number - 1 : 0;
    cairn__xy cell = cairn__unpack(entry->cell);
    *g = cairn__known_node_at(search->store, cell)->g + made * CAIRN__DIAGONAL;
    return cairn__cell_after(cell, entry->walk & CAIRN__WALK_MOVE, made);
}

/* Asks the guide about an entry that it has not answered yet. */
static void ask(cairn__jump_search *search, const cairn__jump_entry *entry)
{
    uint32_t g, most = search->plan.most;
    cairn__xy cell = get_asked(search, entry, &g);
    uint32_t bound = cairn__bound(search->scan.map, cell, search->goal);
    uint32_t least = entry->f > g + bound ? entry->f - g : bound;
    search->asking = g + least <= most;
    search->asked = *entry;
    if (search->asking)
        search->plan.guide->ask(search->plan.guide, cell, least, most - g);
}

/* Goes on with the guide's answer; false if the meter has run out. */
static bool finish_ask(cairn__jump_search *search, cairn__meter *meter, cairn_status *status)
{
    cairn__jump_entry *entry = &search->asked;
    uint32_t distance, g;
    if (search->plan.guide->answer(search->plan.guide, meter, &distance) != CAIRN__DONE)
        return false;
    search->asking = false;
    (void)get_asked(search, entry, &g);
    entry->walk |= CAIRN__WALK_TOLD;
    if (g + distance <= entry->f)
        *status =
            take(search, entry, cairn__known_node_at(search->store, cairn__unpack(entry->cell)));
    else
        cairn__jump_push(search, cairn__unpack(entry->cell), g + distance, entry->walk);
    return true;
}

/* ---- one after the other ---- */

/* Takes the most promising entry off the open list. */
static cairn_status expand_next(cairn__jump_search *search)
{
    if (!cairn__jump_open_is_ready(&search->open))
        return cairn__jump_open_prepare(&search->open) ? CAIRN_OK : CAIRN_NO_PATH;
    cairn__jump_entry entry = cairn__jump_open_pop(&search->open);
    cairn__xy cell = cairn__unpack(entry.cell);
    const cairn__node *node = cairn__known_node_at(search->store, cell);
    bool guided = search->plan.guide != NULL;
    bool is_old = guided ? entry.walk >> CAIRN__WALK_WAYS_SHIFT != node->forward[0]
                         : entry.walk == 0 && entry.f != node->g + cairn__bound(search->scan.map,
                                                                                cell, search->goal);
    if (is_old)
        return CAIRN_OK;
    if (!guided || (entry.walk & CAIRN__WALK_TOLD) != 0)
        return take(search, &entry, node);
    ask(search, &entry);
    return CAIRN_OK;
}

static cairn_status search_on(cairn__jump_search *search, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    if (!pay(search, meter))
        return CAIRN_UNFINISHED;
    while (status == CAIRN_OK && search->phase == CAIRN__JUMPING) {
        bool goes_on = true;
        if (!cairn__jump_is_expanded(search) || search->scan.count > 0)
            goes_on = expand(search, meter);
        else if (search->asking)
            goes_on = finish_ask(search, meter, &status);
        else if (cairn__meter_try(meter, &meter->work.others, 1))
            status = expand_next(search);
        else
            goes_on = false;
        if (!goes_on)
            return CAIRN_UNFINISHED;
        if (search->is_full)
            take_over(search);
    }
    return status;
}

/* Links of the path between two of its jump points, the first of which is reported first. */
static void link_forward(cairn__jump_search *search, cairn__xy from, cairn__xy to)
{
    cairn__xy turn = cairn__sight_get_turn(from, to);
    cairn__known_node_at(search->store, from)->parent = cairn__pack(to);
    if (!cairn__is_same_cell(turn, to))
        cairn__node_at(search->store, turn)->parent = cairn__pack(to);
}

/* The same, if the second one is. */
static void link_back(cairn__jump_search *search, cairn__xy from, cairn__xy to)
{
    cairn__xy turn = cairn__sight_get_turn(from, to);
    bool turns = !cairn__is_same_cell(turn, to);
    cairn__node_at(search->store, to)->parent = cairn__pack(turns ? turn : from);
    if (turns)
        cairn__node_at(search->store, turn)->parent = cairn__pack(from);
}

/* Every jump point of the path gets a link to the next one to be reported, and so does the cell between them
 * where the path turns. */
static cairn_status trace(cairn__jump_search *search, cairn__meter *meter)
{
    for (;;) {
        if (!cairn__meter_try(meter, &meter->work.others, 1))
            return CAIRN_UNFINISHED;
        cairn__xy to = cairn__unpack(search->later);
        cairn_cell before = cairn__known_node_at(search->store, search->cell)->parent;
        if (search->plan.back)
            link_back(search, search->cell, to);
        else
            link_forward(search, search->cell, to);
        if (cairn__is_same_cell(search->cell, search->start))
            break;
        search->later = cairn__pack(search->cell);
        search->cell = cairn__unpack(before);
    }
    search->phase = CAIRN__JUMP_FOUND;
    return CAIRN_OK;
}

cairn_status cairn__jump_search_run(cairn__jump_search *search, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    if (search->phase == CAIRN__JUMPING)
        status = search_on(search, meter);
    if (status == CAIRN_OK && search->phase == CAIRN__JUMP_TRACING)
        status = trace(search, meter);
    if (status == CAIRN_OK && search->phase == CAIRN__JUMP_ASTAR)
        status = cairn__search_run(search->astar, meter);
    return status == CAIRN_OK && cairn__jump_search_get_cost(search) > search->plan.most
               ? CAIRN_NO_PATH
               : status;
}

uint32_t cairn__jump_search_get_cost(const cairn__jump_search *search)
{
    return search->phase == CAIRN__JUMP_ASTAR ? cairn__search_get_cost(search->astar)
                                              : search->cost;
}

cairn__run cairn__jump_search_get_run(const cairn__jump_search *search, cairn__xy cell)
{
    if (search->phase == CAIRN__JUMP_ASTAR)
        return (cairn__run){.move = cairn__search_get_move(search->astar, cell), .count = 1};
    return cairn__sight_get_run(cell,
                                cairn__unpack(cairn__known_node_at(search->store, cell)->parent));
}

uint32_t cairn__jump_search_get_expanded(const cairn__jump_search *search)
{
    return search->expanded +
           (search->phase == CAIRN__JUMP_ASTAR ? search->astar->result.expanded : 0);
}
