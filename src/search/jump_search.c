/* jump_search.c: A* over jump points. A search enters a cell in one direction and goes on only in
 * those directions that no equally short way around the cell makes needless.
 *
 * Strict corners. After a cardinal move: straight on; and to a side, straight and diagonally, where
 * the cell beside the one before is blocked and the cell beside this one is open. After a diagonal
 * move: straight on and its two cardinal parts; nothing is ever forced.
 * Free corners. After a cardinal move: straight on; and diagonally to a side where the cell beside
 * this one is blocked and the one after it open. After a diagonal move: straight on, its two
 * cardinal parts, and the diagonals around a blocked cell beside the one before.
 *
 * A cardinal scan looks at 64 cells of three lines at once for the first cell where such a turn, a
 * wall or the goal comes. Costs are tested against A* for both settings. */
#include "search/jump_search.h"

#include <assert.h>

#include "base/memory.h"
#include "cairn/agent.h"
#include "grid/scans.h"
#include "search/astar.h"

/* An entry of the open list: lower f first, then higher g; stale where the node has a lower g. */
typedef struct candidate {
    uint64_t key; /* f, then the complement of g */
    cairn__link link;
} candidate;

typedef enum jump_phase {
    JUMPING,
    TRACING, /* turning the links of the path round */
    ASTAR,   /* the heap was full: A* takes over */
    FOUND,
} jump_phase;

struct cairn__jump_search {
    const cairn_map *map;
    cairn__search *astar; /* jumps use its nodes, and nothing else of it until it takes over */
    cairn__node_store *store;
    cairn__xy start;
    cairn__xy goal;
    jump_phase phase;
    candidate *heap;
    size_t heap_count;
    size_t heap_capacity;
    uint32_t straight_units; /* that a jump along a line may take */
    /* The expansion under way. */
    cairn__xy cell;
    uint32_t g;
    uint32_t moves; /* bits of the directions still to take */
    /* Its diagonal jump under way. */
    uint32_t room;   /* moves that can be made */
    uint32_t beyond; /* moves made: the next cell to look at; 0: no jump is under way */
    /* Tracing: the path from `cell` on is turned round, and begins with this jump. */
    uint32_t move;
    uint32_t length;
    uint32_t expanded;
};

/* ---- memory ---- */

/* One open cell in some forty was in the heap at most on all maps measured. */
#define CELLS_A_CANDIDATE 8
#define LEAST_CANDIDATES 1024

uint32_t cairn__jump_search_get_candidates(const cairn_map *map)
{
    return map->info.open_cells / CELLS_A_CANDIDATE + LEAST_CANDIDATES;
}

uint64_t cairn__jump_search_get_bytes(const cairn_map *map, uint32_t candidates)
{
    return cairn__round_up(sizeof(cairn__jump_search)) +
           cairn__round_up((uint64_t)candidates * sizeof(candidate)) + cairn__search_get_bytes(map);
}

/* Cells beyond the present one that are known in one look. */
#define SPAN_STRICT 63
#define SPAN_FREE 62

/* A diagonal jump measures how far it can go, and looks along two lines; then it may be broken
 * off. */
static_assert(3 * (CAIRN_MAX_SIDE / 64 + 2) <= CAIRN_MIN_WORK, "no piece is larger");

cairn__jump_search *cairn__jump_search_create_in(void *memory, const cairn_map *map,
                                                 uint32_t candidates)
{
    uint32_t width = map->info.width, height = map->info.height;
    cairn__jump_search *made = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *made);
    *made = (cairn__jump_search){
        .map = map,
        .heap = (candidate *)(void *)next,
        .heap_capacity = candidates,
        .straight_units = (width > height ? width : height) / 64 + 2,
    };
    next += cairn__round_up(candidates * sizeof(candidate));
    made->astar = cairn__search_create_in(next, map, CAIRN_COSTS_OCTILE, NULL);
    made->store = &made->astar->store;
    return made;
}

/* ---- the open list ---- */

/* False if it is full. */
static bool push(cairn__jump_search *search, cairn__xy cell, uint32_t g)
{
    if (search->heap_count == search->heap_capacity)
        return false;
    uint32_t f = g + cairn__get_distance(cell, search->goal);
    candidate added = {(uint64_t)f << 32 | (UINT32_MAX - g), cairn__link_to(cell)};
    candidate *heap = search->heap;
    size_t index = search->heap_count++;
    for (; index > 0 && heap[(index - 1) / 2].key > added.key; index = (index - 1) / 2)
        heap[index] = heap[(index - 1) / 2];
    heap[index] = added;
    return true;
}

static candidate pop(cairn__jump_search *search)
{
    candidate *heap = search->heap;
    size_t count = --search->heap_count, index = 0;
    candidate lowest = heap[0], moved = heap[count];
    for (size_t child = 1; child < count; child = 2 * index + 1) {
        child += child + 1 < count && heap[child + 1].key < heap[child].key;
        if (heap[child].key >= moved.key)
            break;
        heap[index] = heap[child];
        index = child;
    }
    heap[index] = moved;
    return lowest;
}

/* ---- jumping ---- */

/* Cells at which the way may turn to a side, seen in the direction of travel. The last cell of the
 * 64 is not known with free corners. */
static inline uint64_t get_turns(uint64_t side, int step, bool strict)
{
    uint64_t before = step > 0 ? side << 1 : side >> 1;
    uint64_t after = step > 0 ? side >> 1 : side << 1;
    return strict ? side & ~before : ~side & after;
}

/* How far to the next jump point in a cardinal direction; if there is none, below zero: how far to
 * the wall. `to_goal` is how far the goal is in this direction, or UINT32_MAX. */
static int32_t scan_line(const cairn_map *map, cairn__xy from, int step_x, int step_y,
                         uint32_t to_goal)
{
    bool strict = map->info.corners == CAIRN_CORNERS_STRICT;
    int step = step_x + step_y;
    uint32_t span = strict ? SPAN_STRICT : SPAN_FREE;
    uint64_t known = step > 0 ? ((UINT64_C(1) << span) - 1) << 1 : (UINT64_MAX << (64 - span)) >> 1;
    for (uint32_t count = 0;; count += span) {
        int32_t x = from.x + step_x * (int32_t)count, y = from.y + step_y * (int32_t)count;
        cairn__lines cells =
            step_x != 0 ? cairn__get_rows(map, x, y, step) : cairn__get_columns(map, x, y, step);
        uint64_t turns =
            get_turns(cells.sides[0], step, strict) | get_turns(cells.sides[1], step, strict);
        uint64_t stops = (turns | ~cells.here) & known;
        uint32_t first = span + 1;
        bool open = true;
        if (stops != 0) {
            first =
                step > 0 ? cairn__count_trailing_zeros(stops) : cairn__count_leading_zeros(stops);
            open = (step > 0 ? cells.here >> first : cells.here >> (63 - first)) & 1;
        }
        if (to_goal < count + first || (to_goal == count + first && open))
            return (int32_t)to_goal;
        if (stops != 0)
            return open ? (int32_t)(count + first) : -(int32_t)(count + first);
    }
}

static uint32_t get_way_to_goal(const cairn__jump_search *search, cairn__xy from, int step_x,
                                int step_y)
{
    int32_t x = search->goal.x - from.x, y = search->goal.y - from.y;
    if (step_x != 0)
        return y == 0 && x * step_x > 0 ? (uint32_t)(x * step_x) : UINT32_MAX;
    return x == 0 && y * step_y > 0 ? (uint32_t)(y * step_y) : UINT32_MAX;
}

/* How far to the next jump point, 0 if there is none. A look along the line is a unit. */
static inline uint32_t jump_cardinal(const cairn__jump_search *search, cairn__xy from, int step_x,
                                     int step_y, uint32_t *units)
{
    int32_t found =
        scan_line(search->map, from, step_x, step_y, get_way_to_goal(search, from, step_x, step_y));
    *units += (uint32_t)(found < 0 ? -found : found) / 64 + 1;
    return found > 0 ? (uint32_t)found : 0;
}

/* With free corners: a blocked cell beside the one before, and the cell behind it open. */
static bool is_forced_around(const cairn_map *map, cairn__xy cell, int step_x, int step_y)
{
    int32_t x = cell.x, y = cell.y;
    return (!cairn__is_open(map, x - step_x, y) && cairn__is_open(map, x - step_x, y + step_y)) ||
           (!cairn__is_open(map, x, y - step_y) && cairn__is_open(map, x + step_x, y - step_y));
}

static inline bool is_diagonal_stop(const cairn__jump_search *search, cairn__xy cell, int step_x,
                                    int step_y, uint32_t *units)
{
    bool strict = search->map->info.corners == CAIRN_CORNERS_STRICT;
    return cairn__is_same_cell(cell, search->goal) ||
           (!strict && is_forced_around(search->map, cell, step_x, step_y)) ||
           jump_cardinal(search, cell, step_x, 0, units) != 0 ||
           jump_cardinal(search, cell, 0, step_y, units) != 0;
}

/* A jump on a diagonal. Another call goes on if it is broken off: then `beyond` is not 0. */
static uint32_t jump_diagonal(cairn__jump_search *search, uint32_t move, uint64_t left,
                              uint32_t *units)
{
    int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
    cairn__xy from = search->cell;
    uint32_t count = search->beyond, room = search->room, most = 2 * search->straight_units;
    search->beyond = 0;
    if (count == 0) {
        room = cairn__scan_diagonal(search->map, from.x, from.y, step_x, step_y, CAIRN_MAX_SIDE);
        *units += room / 64 + 1;
        count = 1;
    }
    for (; count <= room; count++) {
        if (*units + most > left) {
            search->room = room;
            search->beyond = count;
            return 0;
        }
        if (is_diagonal_stop(search, cairn__cell_after(from, move, count), step_x, step_y, units))
            return count;
    }
    return 0;
}

/* How far to the next jump point by a move from the cell that is expanded, 0 if there is none;
 * false if the meter has run out. */
static bool jump(cairn__jump_search *search, uint32_t move, cairn__meter *meter, uint32_t *length)
{
    uint32_t units = 0;
    if (!cairn__meter_can_spend(meter, 3 * search->straight_units))
        return false;
    if (cairn__move_is_diagonal(move))
        *length = jump_diagonal(search, move, meter->left, &units);
    else
        *length =
            jump_cardinal(search, search->cell, cairn__move_x[move], cairn__move_y[move], &units);
    cairn__meter_spend(meter, &meter->work.scans, units);
    return search->beyond == 0;
}

/* ---- directions worth taking ---- */

static uint32_t get_bit(int step_x, int step_y)
{
    return UINT32_C(1) << cairn__move_by(step_x, step_y);
}

static uint32_t get_moves_after_cardinal(const cairn_map *map, cairn__xy cell, int step_x,
                                         int step_y)
{
    bool strict = map->info.corners == CAIRN_CORNERS_STRICT;
    uint32_t moves = get_bit(step_x, step_y);
    for (int side = -1; side <= 1; side += 2) {
        int side_x = step_x == 0 ? side : 0, side_y = step_y == 0 ? side : 0;
        bool here = cairn__is_open(map, cell.x + side_x, cell.y + side_y);
        bool before = cairn__is_open(map, cell.x - step_x + side_x, cell.y - step_y + side_y);
        if (strict && here && !before)
            moves |= get_bit(side_x, side_y) | get_bit(step_x + side_x, step_y + side_y);
        if (!strict && !here)
            moves |= get_bit(step_x + side_x, step_y + side_y);
    }
    return moves;
}

static uint32_t get_moves_after_diagonal(const cairn_map *map, cairn__xy cell, int step_x,
                                         int step_y)
{
    uint32_t moves = get_bit(step_x, step_y) | get_bit(step_x, 0) | get_bit(0, step_y);
    if (map->info.corners == CAIRN_CORNERS_STRICT)
        return moves;
    if (!cairn__is_open(map, cell.x - step_x, cell.y))
        moves |= get_bit(-step_x, step_y);
    if (!cairn__is_open(map, cell.x, cell.y - step_y))
        moves |= get_bit(step_x, -step_y);
    return moves;
}

static uint32_t get_moves(const cairn__jump_search *search, cairn__xy cell, uint32_t arrival)
{
    if (cairn__is_same_cell(cell, search->start))
        return (1u << CAIRN__MOVES) - 1;
    int step_x = cairn__move_x[arrival], step_y = cairn__move_y[arrival];
    return cairn__move_is_diagonal(arrival)
               ? get_moves_after_diagonal(search->map, cell, step_x, step_y)
               : get_moves_after_cardinal(search->map, cell, step_x, step_y);
}

/* ---- the search ---- */

/* Offers a way to a cell; false if the heap is full. */
static bool offer(cairn__jump_search *search, cairn__xy cell, uint32_t g, uint32_t move,
                  uint32_t length)
{
    cairn__node *node = cairn__node_at(search->store, cell);
    if (node->state != CAIRN__NODE_NEW && node->g <= g)
        return true;
    node->state = CAIRN__NODE_OPEN;
    node->g = g;
    node->move = (uint8_t)move;
    node->jump = (uint16_t)length;
    return push(search, cell, g);
}

static void take_over(cairn__jump_search *search)
{
    search->phase = ASTAR;
    cairn__search_start(search->astar, search->start, search->goal);
}

void cairn__jump_search_start(cairn__jump_search *search, cairn__xy start, cairn__xy goal)
{
    const cairn_map_info *info = &search->map->info;
    search->start = start;
    search->goal = goal;
    search->phase = JUMPING;
    search->heap_count = 0;
    search->moves = search->beyond = 0;
    search->expanded = 0;
    cairn__node_store_clear(search->store, 1,
                            cairn__node_store_get_stamps_bytes(info->width, info->height));
    if (!offer(search, start, 0, 0, 0))
        take_over(search);
}

/* Jumps in all directions left from the cell that is expanded; false if the meter has run out. */
static bool expand(cairn__jump_search *search, cairn__meter *meter)
{
    for (; search->moves != 0; search->moves &= search->moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(search->moves), length;
        if (!jump(search, move, meter, &length))
            return false;
        if (length > 0 && !offer(search, cairn__cell_after(search->cell, move, length),
                                 search->g + length * cairn__move_cost(move), move, length)) {
            take_over(search);
            return true;
        }
    }
    return true;
}

/* Takes the most promising jump point off the heap. */
static cairn_status expand_next(cairn__jump_search *search)
{
    if (search->heap_count == 0)
        return CAIRN_NO_PATH;
    candidate next = pop(search);
    cairn__xy cell = cairn__cell_of(next.link);
    cairn__node *node = cairn__known_node_at(search->store, cell);
    if (node->state == CAIRN__NODE_CLOSED || UINT32_MAX - (uint32_t)next.key != node->g)
        return CAIRN_OK;
    node->state = CAIRN__NODE_CLOSED;
    search->cell = cell;
    search->g = node->g;
    if (cairn__is_same_cell(cell, search->goal)) {
        search->phase = TRACING;
        search->length = 0;
        return CAIRN_OK;
    }
    search->moves =
        get_moves(search, cell, node->move) & cairn__legal_moves(search->map, cell.x, cell.y);
    search->expanded++;
    return node->g > CAIRN__G_LIMIT ? CAIRN_LIMIT : CAIRN_OK;
}

static cairn_status search_on(cairn__jump_search *search, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
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

/* Every node of the path gets the jump that leads on from it, in place of the one that led to
 * it. */
static cairn_status trace(cairn__jump_search *search, cairn__meter *meter)
{
    for (;;) {
        cairn__node *node = cairn__known_node_at(search->store, search->cell);
        uint32_t move = node->move, length = node->jump;
        if (!cairn__meter_try(meter, &meter->work.others, 1))
            return CAIRN_UNFINISHED;
        node->move = (uint8_t)search->move;
        node->jump = (uint16_t)search->length;
        if (cairn__is_same_cell(search->cell, search->start))
            break;
        search->cell = cairn__cell_after(search->cell, cairn__move_back(move), length);
        search->move = move;
        search->length = length;
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
    return status;
}

uint32_t cairn__jump_search_get_cost(const cairn__jump_search *search)
{
    return search->phase == ASTAR ? cairn__search_get_cost(search->astar) : search->g;
}

cairn__run cairn__jump_search_get_run(const cairn__jump_search *search, cairn__xy cell)
{
    if (search->phase == ASTAR)
        return (cairn__run){.move = cairn__search_get_move(search->astar, cell), .count = 1};
    const cairn__node *node = cairn__known_node_at(search->store, cell);
    return (cairn__run){.move = node->move, .count = node->jump};
}

uint32_t cairn__jump_search_get_expanded(const cairn__jump_search *search)
{
    return search->expanded + (search->phase == ASTAR ? search->astar->result.expanded : 0);
}
