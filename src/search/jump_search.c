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
#include "base/xy.h"
#include "search/jump_search.h"

#include "base/memory.h"
#include "grid/scans.h"
#include "search/node_store.h"

/* An entry of the open list: lower f first, then higher g; stale where the node has a lower g. */
typedef struct candidate {
    uint64_t key; /* f, then the complement of g */
    cairn__link link;
} candidate;

struct cairn__jump_search {
    cairn_allocator allocator;
    const cairn_map *map;
    cairn__xy start;
    cairn__xy goal;
    cairn__node_store store; /* its bucket list is not used */
    size_t stamps_bytes;
    candidate *heap;
    size_t heap_count;
    size_t heap_capacity;
    void *nodes;
    void *stamps;
};

cairn_status cairn__jump_search_create(const cairn_map *map, const cairn_allocator *allocator,
                                       cairn__jump_search **search)
{
    uint32_t width = map->info.width, height = map->info.height;
    cairn__jump_search *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->allocator = *allocator;
    made->map = map;
    made->stamps_bytes = cairn__node_store_get_stamps_bytes(width, height);
    made->nodes = cairn__allocate(allocator, cairn__node_store_get_nodes_bytes(width, height), 1);
    made->stamps = cairn__allocate(allocator, made->stamps_bytes, 1);
    if (made->nodes == NULL || made->stamps == NULL) {
        cairn__jump_search_destroy(made);
        return CAIRN_MEMORY;
    }
    cairn__node_store_start(&made->store, made->nodes, made->stamps, width, height);
    *search = made;
    return CAIRN_OK;
}

void cairn__jump_search_destroy(cairn__jump_search *search)
{
    if (search == NULL)
        return;
    cairn_allocator allocator = search->allocator;
    cairn__release(&allocator, search->nodes);
    cairn__release(&allocator, search->stamps);
    cairn__release(&allocator, search->heap);
    cairn__release(&allocator, search);
}

/* ---- the open list ---- */

static cairn_status push(cairn__jump_search *search, cairn__xy cell, uint32_t g)
{
    if (search->heap_count == search->heap_capacity) {
        candidate *heap = cairn__grow(&search->allocator, search->heap, search->heap_count,
                                      sizeof *heap, &search->heap_capacity, 1024);
        if (heap == NULL)
            return CAIRN_MEMORY;
        search->heap = heap;
    }
    uint32_t f = g + cairn__get_distance(cell, search->goal);
    candidate added = {(uint64_t)f << 32 | (UINT32_MAX - g), cairn__link_to(cell)};
    size_t index = search->heap_count++;
    while (index > 0 && search->heap[(index - 1) / 2].key > added.key) {
        search->heap[index] = search->heap[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    search->heap[index] = added;
    return CAIRN_OK;
}

static candidate pop(cairn__jump_search *search)
{
    candidate lowest = search->heap[0];
    candidate moved = search->heap[--search->heap_count];
    size_t index = 0, count = search->heap_count;
    for (;;) {
        size_t child = 2 * index + 1;
        if (child >= count)
            break;
        if (child + 1 < count && search->heap[child + 1].key < search->heap[child].key)
            child++;
        if (search->heap[child].key >= moved.key)
            break;
        search->heap[index] = search->heap[child];
        index = child;
    }
    search->heap[index] = moved;
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

/* Cells beyond the present one that are known in one look. */
#define SPAN_STRICT 63
#define SPAN_FREE 62

/* How far to the next jump point in a cardinal direction, 0 if there is none. `to_goal` is how far
 * the goal is in this direction, or UINT32_MAX. */
static uint32_t jump_straight(const cairn__jump_search *search, cairn__xy from, int step_x,
                              int step_y, uint32_t to_goal)
{
    const cairn_map *map = search->map;
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
            return to_goal;
        if (stops != 0)
            return open ? count + first : 0;
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

static uint32_t jump_cardinal(const cairn__jump_search *search, cairn__xy from, int step_x,
                              int step_y)
{
    return jump_straight(search, from, step_x, step_y,
                         get_way_to_goal(search, from, step_x, step_y));
}

/* With free corners: a blocked cell beside the one before, and the cell behind it open. */
static bool is_forced_around(const cairn_map *map, cairn__xy cell, int step_x, int step_y)
{
    int32_t x = cell.x, y = cell.y;
    return (!cairn__is_open(map, x - step_x, y) && cairn__is_open(map, x - step_x, y + step_y)) ||
           (!cairn__is_open(map, x, y - step_y) && cairn__is_open(map, x + step_x, y - step_y));
}

static uint32_t jump_diagonal(const cairn__jump_search *search, cairn__xy from, int step_x,
                              int step_y)
{
    const cairn_map *map = search->map;
    bool strict = map->info.corners == CAIRN_CORNERS_STRICT;
    uint32_t move = cairn__move_by(step_x, step_y);
    uint32_t room = cairn__scan_diagonal(map, from.x, from.y, step_x, step_y, CAIRN_MAX_SIDE);
    for (uint32_t count = 1; count <= room; count++) {
        cairn__xy cell = cairn__cell_after(from, move, count);
        if (cairn__is_same_cell(cell, search->goal) ||
            (!strict && is_forced_around(map, cell, step_x, step_y)) ||
            jump_cardinal(search, cell, step_x, 0) != 0 ||
            jump_cardinal(search, cell, 0, step_y) != 0)
            return count;
    }
    return 0;
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

static void set_jump(cairn__node *node, uint32_t move, uint32_t length)
{
    node->move = (uint8_t)move;
    node->jump = (uint16_t)length;
}

static cairn_status offer(cairn__jump_search *search, cairn__xy cell, uint32_t g, uint32_t move,
                          uint32_t length)
{
    cairn__node *node = cairn__node_at(&search->store, cell);
    if (node->state != CAIRN__NODE_NEW && node->g <= g)
        return CAIRN_OK;
    node->state = CAIRN__NODE_OPEN;
    node->g = g;
    set_jump(node, move, length);
    return push(search, cell, g);
}

static cairn_status expand(cairn__jump_search *search, cairn__xy cell, const cairn__node *node)
{
    uint32_t moves = get_moves(search, cell, node->move);
    uint32_t from_g = node->g;
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
        uint32_t length = cairn__move_is_diagonal(move)
                              ? jump_diagonal(search, cell, step_x, step_y)
                              : jump_cardinal(search, cell, step_x, step_y);
        if (length == 0)
            continue;
        cairn_status status = offer(search, cairn__cell_after(cell, move, length),
                                    from_g + length * cairn__move_cost(move), move, length);
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}

/* The cell a node was jumped to from. */
static cairn__xy get_parent(const cairn__node *node, cairn__xy cell)
{
    return cairn__cell_after(cell, cairn__move_back(node->move), node->jump);
}

static size_t count_states(const cairn__jump_search *search)
{
    size_t count = 1;
    cairn__xy cell = search->goal;
    while (!cairn__is_same_cell(cell, search->start)) {
        const cairn__node *node = cairn__known_node_at(&search->store, cell);
        count += node->jump;
        cell = get_parent(node, cell);
    }
    return count;
}

cairn_status cairn__jump_search_run(cairn__jump_search *search, cairn__xy start, cairn__xy goal,
                                    cairn_path *path)
{
    search->start = start;
    search->goal = goal;
    search->heap_count = 0;
    cairn__node_store_clear(&search->store, 1, search->stamps_bytes);
    cairn_status status = offer(search, start, 0, 0, 0);
    while (status == CAIRN_OK && search->heap_count > 0) {
        candidate next = pop(search);
        cairn__xy cell = cairn__cell_of(next.link);
        cairn__node *node = cairn__known_node_at(&search->store, cell);
        if (node->state == CAIRN__NODE_CLOSED || UINT32_MAX - (uint32_t)next.key != node->g)
            continue;
        node->state = CAIRN__NODE_CLOSED;
        if (cairn__is_same_cell(cell, goal)) {
            *path = (cairn_path){node->g, count_states(search)};
            return CAIRN_OK;
        }
        status = node->g > CAIRN__G_LIMIT ? CAIRN_LIMIT : expand(search, cell, node);
    }
    return status == CAIRN_OK ? CAIRN_NO_PATH : status;
}

void cairn__jump_search_get_path(const cairn__jump_search *search, cairn_cell *cells)
{
    size_t last = count_states(search) - 1;
    cairn__xy cell = search->goal;
    cells[last] = cairn__pack(cell);
    while (last > 0) {
        const cairn__node *node = cairn__known_node_at(&search->store, cell);
        uint32_t back = cairn__move_back(node->move);
        for (uint32_t i = 1; i <= node->jump; i++)
            cells[last - i] = cairn__pack(cairn__cell_after(cell, back, i));
        cell = cairn__cell_after(cell, back, node->jump);
        last -= node->jump;
    }
}
