/* astar.c: A* with integer keys. Lower f first; among equals the state met last, which is nearly
 * always the one with the higher g. With octile distance, which is consistent, no state is ever
 * expanded twice, and f rises by at most two move costs from a state to its successor: that bounds
 * the ring of buckets. Distances by landmarks are consistent too, and multiples of the same unit.
 *
 * Under `sqrt2` a cardinal move costs 408 and a diagonal one 577: 577/408 is the square root of 2
 * to 1.5 parts in a million, and the path's length is then counted from its moves. */
#include "base/xy.h"
#include "search/astar.h"

#include "base/memory.h"
#include "grid/tiles.h"

/* What moves cost, and the unit that all f are multiples of. */
typedef struct cost_model {
    uint32_t cardinal;
    uint32_t diagonal;
    uint32_t unit;
    uint32_t buckets; /* more than 2 * diagonal / unit, a power of 2 */
} cost_model;

static const cost_model models[] = {
    [CAIRN_COSTS_OCTILE] = {CAIRN__CARDINAL, CAIRN__DIAGONAL, 2, 16},
    [CAIRN_COSTS_SQRT2] = {408, 577, 1, 2048},
};

static inline uint32_t get_h(const cairn__search *search, const cost_model *model, cairn__xy a)
{
    cairn__xy b = search->goal;
    if (search->landmarks != NULL)
        return cairn__landmarks_get_distance(search->landmarks, search->map, a, b);
    uint32_t dx = a.x > b.x ? (uint32_t)(a.x - b.x) : (uint32_t)(b.x - a.x);
    uint32_t dy = a.y > b.y ? (uint32_t)(a.y - b.y) : (uint32_t)(b.y - a.y);
    uint32_t longer = dx > dy ? dx : dy, shorter = dx > dy ? dy : dx;
    return model->cardinal * longer + (model->diagonal - model->cardinal) * shorter;
}

uint64_t cairn__search_get_bytes(const cairn_map *map)
{
    uint32_t width = map->info.width, height = map->info.height;
    return cairn__round_up(sizeof(cairn__search)) +
           cairn__round_up(cairn__node_store_get_stamps_bytes(width, height)) +
           cairn__node_store_get_nodes_bytes(width, height);
}

/* True if they were made for this map and corner setting. */
static bool fits(const cairn_landmarks *landmarks, const cairn_map *map)
{
    return landmarks->fingerprint == map->info.fingerprint &&
           landmarks->corners == map->info.corners && landmarks->width == map->info.width &&
           landmarks->height == map->info.height;
}

cairn_status cairn__search_check_landmarks(const cairn_landmarks *landmarks, const cairn_map *map,
                                           cairn_costs costs)
{
    if (landmarks == NULL)
        return CAIRN_OK;
    if (costs != CAIRN_COSTS_OCTILE)
        return CAIRN_ARGUMENT;
    return fits(landmarks, map) ? CAIRN_OK : CAIRN_MISMATCH;
}

cairn__search *cairn__search_create_in(void *memory, const cairn_map *map, cairn_costs costs,
                                       const cairn_landmarks *landmarks)
{
    uint32_t width = map->info.width, height = map->info.height;
    cairn__search *search = memory;
    char *stamps = (char *)memory + cairn__round_up(sizeof *search);
    char *nodes = stamps + cairn__round_up(cairn__node_store_get_stamps_bytes(width, height));
    search->map = map;
    search->costs = costs;
    search->landmarks = landmarks;
    search->found = false;
    cairn__node_store_start(&search->store, nodes, stamps, width, height);
    return search;
}

/* Offers a way of cost g to a cell; the node is opened, moved in the open list, or left alone. */
static inline void offer(cairn__search *search, const cost_model *model, cairn__xy cell, uint32_t g,
                         uint32_t move)
{
    cairn__node_store *store = &search->store;
    cairn__node *node = cairn__node_at(store, cell);
    if (node->state == CAIRN__NODE_CLOSED)
        return;
    uint32_t h = get_h(search, model, cell);
    if (node->state == CAIRN__NODE_OPEN) {
        if (g >= node->g)
            return;
        cairn__open_remove(store, node, (node->g + h) / model->unit);
    } else {
        node->state = CAIRN__NODE_OPEN;
        search->result.generated++;
    }
    node->g = g;
    node->move = (uint8_t)move;
    cairn__open_push(store, node, cell, (g + h) / model->unit);
}

static inline void expand(cairn__search *search, const cost_model *model, cairn__xy cell,
                          uint32_t g)
{
    uint32_t moves = cairn__legal_moves(search->map, cell.x, cell.y);
    search->result.expanded++;
    while (moves != 0) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        moves &= moves - 1;
        uint32_t cost = cairn__move_is_diagonal(move) ? model->diagonal : model->cardinal;
        offer(search, model, cairn__cell_after(cell, move, 1), g + cost, move);
    }
}

/* Counts the moves of the path and leaves them at its cells, for walking it forwards. */
bool cairn__search_trace(cairn__search *search, uint64_t most)
{
    cairn__xy cell = search->traced;
    for (; most > 0 && !cairn__is_same_cell(cell, search->start); most--) {
        uint32_t move = cairn__known_node_at(&search->store, cell)->move;
        cell = cairn__cell_after(cell, cairn__move_back(move), 1);
        cairn__known_node_at(&search->store, cell)->forward[0] = (uint8_t)move;
        if (cairn__move_is_diagonal(move))
            search->result.diagonal++;
        else
            search->result.cardinal++;
    }
    search->traced = cell;
    return cairn__is_same_cell(cell, search->start);
}

static inline cairn_status expand_next(cairn__search *search, const cost_model *model)
{
    cairn__node_store *store = &search->store;
    cairn__xy cell;
    if (store->open == 0)
        return CAIRN_NO_PATH;
    cairn__node *node = cairn__open_pop(store, &cell);
    node->state = CAIRN__NODE_CLOSED;
    node->path[0] = node->path[1] = 0;
    if (cairn__is_same_cell(cell, search->goal)) {
        search->found = true;
        return CAIRN_OK;
    }
    if (node->g > CAIRN__G_LIMIT)
        return CAIRN_LIMIT;
    expand(search, model, cell, node->g);
    return CAIRN_OK;
}

cairn_status cairn__search_expand(cairn__search *search, uint64_t most)
{
    const cost_model *model = &models[search->costs];
    cairn_status status;
    do
        status = expand_next(search, model);
    while (--most > 0 && status == CAIRN_OK && !search->found);
    return status;
}

cairn_status cairn__search_run(cairn__search *search, cairn__meter *meter)
{
    const cairn__search_result *result = &search->result;
    while (!search->found) {
        uint32_t before = result->expanded;
        if (!cairn__meter_can_spend(meter, 1))
            return CAIRN_UNFINISHED;
        cairn_status status = cairn__search_expand(search, (uint64_t)meter->left);
        cairn__meter_spend(meter, &meter->work.states, result->expanded - before);
        if (status != CAIRN_OK)
            return status;
    }
    uint32_t before = result->cardinal + result->diagonal;
    bool traced = cairn__search_trace(search, (uint64_t)meter->left);
    cairn__meter_spend(meter, &meter->work.others, result->cardinal + result->diagonal - before);
    return traced ? CAIRN_OK : CAIRN_UNFINISHED;
}

void cairn__search_start(cairn__search *search, cairn__xy start, cairn__xy goal)
{
    const cost_model *model = &models[search->costs];
    const cairn_map_info *info = &search->map->info;
    search->found = false;
    search->start = start;
    search->goal = search->traced = goal;
    search->result = (cairn__search_result){0};
    cairn__node_store_clear(&search->store, model->buckets,
                            cairn__node_store_get_stamps_bytes(info->width, info->height));
    search->store.bucket = get_h(search, model, start) / model->unit;
    offer(search, model, start, 0, 0);
}

uint32_t cairn__search_get_move(const cairn__search *search, cairn__xy cell)
{
    return cairn__known_node_at(&search->store, cell)->forward[0];
}
