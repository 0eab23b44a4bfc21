/* label_search.c: following hub labels.
 *
 * A path is straight, or leads from the start to a corner it sees, on to a hub, on to a corner
 * that sees the goal, and there. The hub is the one with the shortest sum of distances; a leg
 * between cells that see each other is a climb of octile length. */
#include "base/xy.h"
#include "build/label_search.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "grid/climb.h"

/* The best way from the start to a hub. */
typedef struct way {
    uint32_t distance;
    uint32_t node;  /* the corner it begins with */
    uint32_t query; /* in which this was found */
} way;

typedef struct label_search {
    cairn__path_search base;
    const cairn_map *map;
    const cairn__corner_graph *graph;
    const cairn__hub_labels *labels;
    cairn__cell_list seen;
    cairn__cell_list turns; /* of the last path, both ends included */
    cairn__cell_list tail;  /* of the way from the goal to the hub, while a path is made */
    size_t next;            /* turn, while the path is told */
    uint32_t cost;
    way *ways; /* by the hub's rank */
    uint32_t query;
} label_search;

static void destroy(cairn__path_search *base)
{
    label_search *search = (label_search *)base;
    cairn_allocator allocator = base->allocator;
    cairn__cell_list_end(&search->seen);
    cairn__cell_list_end(&search->turns);
    cairn__cell_list_end(&search->tail);
    cairn__release(&allocator, search->ways);
    cairn__release(&allocator, search);
}

/* The best of all ways from start to goal over one hub. */
typedef struct meeting {
    uint32_t distance;
    uint32_t rank;
    uint32_t nodes[2]; /* corners that the start and the goal see */
} meeting;

/* Spreads the labels of the corners that the start sees over the ranks of their hubs. */
static cairn_status look_from_start(label_search *search, cairn__xy start)
{
    search->query++;
    if (search->query == 0) {
        memset(search->ways, 0, search->graph->nodes * sizeof *search->ways);
        search->query = 1;
    }
    cairn_status status = cairn__find_seen_corners(&search->graph->sight, start, &search->seen);
    for (size_t i = 0; status == CAIRN_OK && i < search->seen.count; i++) {
        uint32_t node = cairn__corner_graph_find(search->graph, search->seen.cells[i]);
        uint32_t base = cairn__get_distance(start, search->seen.cells[i]);
        for (uint64_t j = search->labels->firsts[node]; j < search->labels->firsts[node + 1]; j++) {
            const cairn__hub_entry *entry = &search->labels->entries[j];
            way *known = &search->ways[entry->rank];
            if (known->query != search->query || base + entry->distance < known->distance)
                *known = (way){base + entry->distance, node, search->query};
        }
    }
    return status;
}

/* Joins them with the labels of the corners that the goal sees. */
static cairn_status look_from_goal(label_search *search, cairn__xy goal, meeting *best)
{
    *best = (meeting){.distance = UINT32_MAX};
    cairn_status status = cairn__find_seen_corners(&search->graph->sight, goal, &search->seen);
    for (size_t i = 0; status == CAIRN_OK && i < search->seen.count; i++) {
        uint32_t node = cairn__corner_graph_find(search->graph, search->seen.cells[i]);
        uint32_t base = cairn__get_distance(goal, search->seen.cells[i]);
        for (uint64_t j = search->labels->firsts[node]; j < search->labels->firsts[node + 1]; j++) {
            const cairn__hub_entry *entry = &search->labels->entries[j];
            const way *known = &search->ways[entry->rank];
            if (known->query != search->query)
                continue;
            uint32_t distance = known->distance + base + entry->distance;
            if (distance < best->distance)
                *best = (meeting){distance, entry->rank, {known->node, node}};
        }
    }
    return status;
}

/* Adds the corners from a node up to its hub. */
static cairn_status walk_to_hub(const label_search *search, uint32_t node, uint32_t rank,
                                cairn__cell_list *cells)
{
    for (;;) {
        cairn_status status = cairn__cell_list_add(cells, search->graph->cells[node]);
        uint32_t next = cairn__hub_labels_find(search->labels, node, rank)->next;
        if (status != CAIRN_OK || next == node)
            return status;
        node = next;
    }
}

/* Start, corners to the hub, corners from the hub, goal. */
static cairn_status list_turns(label_search *search, cairn__xy start, cairn__xy goal,
                               const meeting *best)
{
    cairn__cell_list *turns = &search->turns, *tail = &search->tail;
    cairn_status status = cairn__cell_list_add(turns, start);
    tail->count = 0;
    if (status == CAIRN_OK)
        status = walk_to_hub(search, best->nodes[0], best->rank, turns);
    if (status == CAIRN_OK)
        status = walk_to_hub(search, best->nodes[1], best->rank, tail);
    /* The tail's last cell is the hub, which the turns have already. */
    for (size_t i = tail->count - 1; status == CAIRN_OK && i-- > 0;)
        status = cairn__cell_list_add(turns, tail->cells[i]);
    if (status == CAIRN_OK)
        status = cairn__cell_list_add(turns, goal);
    return status;
}

static bool is_straight(const cairn_map *map, cairn__xy start, cairn__xy goal)
{
    cairn__climb_result climb = cairn__climb(map, start, goal, CAIRN_NO_CUTOFF);
    return climb.reached && climb.cost == cairn__get_distance(start, goal);
}

static cairn_status find_turns(label_search *search, cairn__xy start, cairn__xy goal)
{
    search->turns.count = 0;
    if (is_straight(search->map, start, goal)) {
        cairn_status status = cairn__cell_list_add(&search->turns, start);
        return status == CAIRN_OK ? cairn__cell_list_add(&search->turns, goal) : status;
    }
    meeting best;
    cairn_status status = look_from_start(search, start);
    if (status == CAIRN_OK)
        status = look_from_goal(search, goal, &best);
    if (status != CAIRN_OK)
        return status;
    return best.distance == UINT32_MAX ? CAIRN_NO_PATH : list_turns(search, start, goal, &best);
}

/* ---- as a path search ---- */

/* All of it is done by `run`. */
static void start(cairn__path_search *base)
{
    ((label_search *)base)->turns.count = 0;
}

static cairn_status run(cairn__path_search *base, cairn__meter *meter)
{
    label_search *search = (label_search *)base;
    (void)meter;
    cairn_status status = find_turns(search, base->from, base->to);
    search->cost = 0;
    for (size_t i = 1; status == CAIRN_OK && i < search->turns.count; i++)
        search->cost += cairn__get_distance(search->turns.cells[i - 1], search->turns.cells[i]);
    return status;
}

static uint32_t get_cost(const cairn__path_search *base)
{
    return ((const label_search *)base)->cost;
}

static void rewind_path(cairn__path_search *base)
{
    ((label_search *)base)->next = 1;
}

static cairn_status next(cairn__path_search *base, cairn__xy cell, cairn__run *moves)
{
    label_search *search = (label_search *)base;
    while (cairn__is_same_cell(cell, search->turns.cells[search->next]))
        search->next++;
    *moves = cairn__climb_run(search->map, cell, search->turns.cells[search->next]);
    assert(moves->count > 0 && moves->rise == 0);
    return CAIRN_OK;
}

static const cairn__path_operations operations = {
    .method = CAIRN_METHOD_LABELS,
    .destroy = destroy,
    .start = start,
    .run = run,
    .get_cost = get_cost,
    .rewind = rewind_path,
    .next = next,
};

cairn_status cairn__label_search_create(const cairn_map *map, const cairn__corner_graph *graph,
                                        const cairn__hub_labels *labels,
                                        const cairn_allocator *allocator,
                                        cairn__path_search **search)
{
    label_search *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->base.operations = &operations;
    made->base.allocator = *allocator;
    made->base.bytes = sizeof *made + graph->nodes * sizeof *made->ways;
    made->map = map;
    made->graph = graph;
    made->labels = labels;
    made->seen.allocator = made->turns.allocator = made->tail.allocator = *allocator;
    made->ways = cairn__allocate_zeroed(allocator, graph->nodes, sizeof *made->ways);
    if (made->ways == NULL) {
        destroy(&made->base);
        return CAIRN_MEMORY;
    }
    *search = &made->base;
    return CAIRN_OK;
}
