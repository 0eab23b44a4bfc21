/* corner_exits.c: exits from a shortest-path tree over the corner graph.
 *
 * An optimal path is straight, or leads over corners, each seen from the one before. If it leaves
 * the region before it reaches a corner, it has left it for everything behind that corner. So only
 * legs that begin inside the region are walked. */
#include <string.h>

#include "base/memory.h"
#include "base/xy.h"
#include "build/exits.h"
#include "grid/climb.h"

/* Beyond these a search over cells costs less. */
#define MOST_CORNERS 60000
#define MOST_EDGES 4000000

/* Adds what the representative of a region sees. */
static cairn_status add_seen(cairn__corner_exits *corners, const cairn__exit_task *task,
                             uint32_t region, cairn__cell_list *list)
{
    uint64_t count = corners->seen_firsts[region];
    cairn_status status = cairn__find_seen_corners(
        &corners->graph.sight, task->regions.table[region].representative, list);
    if (status == CAIRN_OK && count + list->count > corners->seen_capacity) {
        uint32_t *seen = cairn__grow(&task->allocator, corners->seen, (size_t)count, sizeof *seen,
                                     &corners->seen_capacity, (size_t)count + list->count);
        if (seen == NULL)
            return CAIRN_MEMORY;
        corners->seen = seen;
    }
    if (status != CAIRN_OK)
        return status;
    for (size_t i = 0; i < list->count; i++)
        corners->seen[count + i] = cairn__corner_graph_find(&corners->graph, list->cells[i]);
    corners->seen_firsts[region + 1] = count + list->count;
    return CAIRN_OK;
}

cairn_status cairn__corner_exits_start(cairn__corner_exits *corners, const cairn__exit_task *task,
                                       const cairn__preparation *how)
{
    uint32_t count = task->regions.count;
    if (task->map->info.corners != CAIRN_CORNERS_STRICT)
        return CAIRN_LIMIT;
    cairn_status status =
        cairn__corner_graph_create(task->map, &task->allocator, MOST_CORNERS, how, &corners->graph);
    if (status == CAIRN_OK)
        status = cairn__corner_graph_find_edges(&corners->graph, MOST_EDGES, how);
    if (status != CAIRN_OK) {
        cairn__corner_graph_end(&corners->graph);
        return status;
    }
    cairn__cell_list list = {.allocator = task->allocator};
    corners->seen_firsts =
        cairn__allocate(&task->allocator, (uint64_t)count + 1, sizeof *corners->seen_firsts);
    if (corners->seen_firsts == NULL)
        return CAIRN_MEMORY;
    corners->seen_firsts[0] = 0;
    for (uint32_t i = 0; status == CAIRN_OK && i < count; i++) {
        status = add_seen(corners, task, i, &list);
        if (status == CAIRN_OK)
            status = cairn__poll_check(how->poll);
    }
    cairn__cell_list_end(&list);
    return status;
}

void cairn__corner_exits_end(cairn__corner_exits *corners, const cairn_allocator *allocator)
{
    cairn__corner_graph_end(&corners->graph);
    cairn__release(allocator, corners->seen_firsts);
    cairn__release(allocator, corners->seen);
}

cairn_status cairn__corner_exit_search_start(cairn__exit_search *search)
{
    const cairn_allocator *allocator = &search->exits->task.allocator;
    cairn__corner_exit_search *self = &search->corner;
    size_t nodes = search->exits->corners.graph.nodes;
    self->distances = cairn__allocate(allocator, nodes, sizeof *self->distances);
    self->parents = cairn__allocate(allocator, nodes, sizeof *self->parents);
    self->exits = cairn__allocate(allocator, nodes, sizeof *self->exits);
    return self->distances == NULL || self->parents == NULL || self->exits == NULL ? CAIRN_MEMORY
                                                                                   : CAIRN_OK;
}

/* ---- the tree ---- */

static cairn__xy get_representative(const cairn__exit_search *search, uint32_t region)
{
    return search->exits->task.regions.table[region].representative;
}

/* Offers a path to a node over its parent, of this total length. */
static cairn_status offer(cairn__exit_search *search, uint32_t node, uint32_t parent,
                          uint32_t distance)
{
    cairn__corner_exit_search *self = &search->corner;
    if (distance >= self->distances[node])
        return CAIRN_OK;
    self->distances[node] = distance;
    self->parents[node] = parent;
    return cairn__graph_queue_push(&self->queue, &search->exits->task.allocator, distance, node);
}

/* The node's path is known: where it left the region, and on to its neighbours. */
static cairn_status settle(cairn__exit_search *search, uint32_t node)
{
    const cairn__corner_graph *graph = &search->exits->corners.graph;
    cairn__corner_exit_search *self = &search->corner;
    uint32_t parent = self->parents[node];
    bool first = parent == CAIRN__NO_NODE;
    cairn__xy from = first ? get_representative(search, search->region) : graph->cells[parent];
    cairn__link known = first ? CAIRN__NO_LINK : self->exits[parent];
    if (known == CAIRN__NO_LINK)
        known = cairn__find_exit(&search->exits->task, search->region, from, graph->cells[node]);
    self->exits[node] = known;
    cairn_status status = CAIRN_OK;
    for (uint64_t i = graph->firsts[node]; status == CAIRN_OK && i < graph->firsts[node + 1]; i++) {
        uint32_t target = graph->targets[i];
        uint32_t length = cairn__get_distance(graph->cells[node], graph->cells[target]);
        status = offer(search, target, node, self->distances[node] + length);
    }
    return status;
}

static cairn_status grow_tree(cairn__exit_search *search)
{
    const cairn__corner_exits *corners = &search->exits->corners;
    cairn__corner_exit_search *self = &search->corner;
    cairn__xy root = get_representative(search, search->region);
    cairn_status status = CAIRN_OK;
    memset(self->distances, 0xff, corners->graph.nodes * sizeof *self->distances);
    self->queue.count = 0;
    for (uint64_t i = corners->seen_firsts[search->region];
         status == CAIRN_OK && i < corners->seen_firsts[search->region + 1]; i++) {
        uint32_t node = corners->seen[i];
        uint32_t length = cairn__get_distance(root, corners->graph.cells[node]);
        status = offer(search, node, CAIRN__NO_NODE, length);
    }
    while (status == CAIRN_OK && self->queue.count > 0) {
        uint64_t key = cairn__graph_queue_pop(&self->queue);
        uint32_t node = (uint32_t)key;
        if ((uint32_t)(key >> 32) == self->distances[node])
            status = settle(search, node);
    }
    return status;
}

/* ---- goals ---- */

static bool is_straight(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    cairn__climb_result climb = cairn__climb(map, from, to, CAIRN_NO_CUTOFF);
    return climb.reached && climb.cost == cairn__get_distance(from, to);
}

/* Of the corners that see the goal, the one over which the path is shortest; the first of
 * equals. */
static uint32_t find_last_corner(const cairn__exit_search *search, uint32_t goal)
{
    const cairn__corner_exits *corners = &search->exits->corners;
    cairn__xy cell = get_representative(search, goal);
    uint32_t best = CAIRN__NO_NODE, lowest = UINT32_MAX;
    for (uint64_t i = corners->seen_firsts[goal]; i < corners->seen_firsts[goal + 1]; i++) {
        uint32_t node = corners->seen[i], distance = search->corner.distances[node];
        if (distance == UINT32_MAX)
            continue;
        distance += cairn__get_distance(corners->graph.cells[node], cell);
        if (distance < lowest) {
            lowest = distance;
            best = node;
        }
    }
    return best;
}

static cairn__link find_exit_to(const cairn__exit_search *search, uint32_t goal)
{
    const cairn__exit_task *task = &search->exits->task;
    cairn__xy from = get_representative(search, search->region);
    cairn__xy to = get_representative(search, goal);
    if (is_straight(task->map, from, to))
        return cairn__find_exit(task, search->region, from, to);
    uint32_t node = find_last_corner(search, goal);
    assert(node != CAIRN__NO_NODE);
    cairn__link known = search->corner.exits[node];
    return known != CAIRN__NO_LINK ? known
                                   : cairn__find_exit(task, search->region,
                                                      search->exits->corners.graph.cells[node], to);
}

cairn_status cairn__corner_exit_search_run(cairn__exit_search *search, cairn__xy *row)
{
    const cairn__dlrta_regions *regions = &search->exits->task.regions;
    uint32_t first = regions->table[search->region].first;
    uint32_t end = cairn__find_last_joined(regions, search->region);
    cairn_status status = end - first > 1 ? grow_tree(search) : CAIRN_OK;
    for (uint32_t goal = first; status == CAIRN_OK && goal < end; goal++) {
        if (goal != search->region)
            row[goal - first] = cairn__cell_of(find_exit_to(search, goal));
        if ((goal & 0xff) == 0)
            status = cairn__poll_check(&search->poll);
    }
    return status;
}
