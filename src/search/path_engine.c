/* path_engine.c: chooses between the two ways to optimal paths, and follows hub labels.
 *
 * With labels, a path is straight, or leads from the start to a corner it sees, on to a hub, on to
 * a corner that sees the goal, and there. The hub is the one with the shortest sum of distances;
 * a leg between cells that see each other is a climb of octile length. */
#include "search/path_engine.h"

#include <string.h>

#include "base/memory.h"
#include "grid/climb.h"
#include "search/hub_labels.h"
#include "search/jump_search.h"

/* Beyond these the corner graph would cost more than it saves: noise, and one-cell mazes. */
#define MOST_CORNERS 60000
#define MOST_EDGES 4000000
#define MOST_ENTRIES 20000000

struct cairn__path_engine {
    cairn_allocator allocator;
    const cairn_map *map;
    bool has_labels;
    cairn__corner_graph graph;
    cairn__hub_labels labels;
};

/* The best way from the start to a hub. */
typedef struct way {
    uint32_t distance;
    uint32_t node;  /* the corner it begins with */
    uint32_t query; /* in which this was found */
} way;

struct cairn__path_finder {
    const cairn__path_engine *engine;
    cairn__jump_search *jump; /* without labels */
    cairn__cell_list seen;
    cairn__cell_list turns; /* of the last path, both ends included */
    cairn__cell_list tail;  /* of the way from the goal to the hub, while a path is made */
    way *ways;              /* by the hub's rank */
    uint32_t query;
};

static cairn_status make_labels(cairn__path_engine *engine, const cairn__poll *poll)
{
    static const size_t most[2] = {MOST_CORNERS, MOST_EDGES};
    if (engine->map->info.corners != CAIRN_CORNERS_STRICT)
        return CAIRN_LIMIT;
    cairn_status status =
        cairn__corner_graph_create(engine->map, &engine->allocator, most, poll, &engine->graph);
    if (status != CAIRN_OK)
        return status;
    status = cairn__hub_labels_create(&engine->graph, MOST_ENTRIES, poll, &engine->labels);
    if (status != CAIRN_OK)
        cairn__corner_graph_end(&engine->graph);
    return status;
}

cairn_status cairn__path_engine_create(const cairn_map *map, const cairn_allocator *allocator,
                                       const cairn__poll *poll, cairn__path_engine **engine)
{
    cairn__path_engine *made = cairn__allocate_zeroed(allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->allocator = *allocator;
    made->map = map;
    made->graph.allocator = made->labels.allocator = *allocator;
    cairn_status status = make_labels(made, poll);
    made->has_labels = status == CAIRN_OK;
    if (status != CAIRN_OK && status != CAIRN_LIMIT) {
        cairn__path_engine_destroy(made);
        return status;
    }
    *engine = made;
    return CAIRN_OK;
}

void cairn__path_engine_destroy(cairn__path_engine *engine)
{
    if (engine == NULL)
        return;
    cairn_allocator allocator = engine->allocator;
    cairn__hub_labels_end(&engine->labels);
    cairn__corner_graph_end(&engine->graph);
    cairn__release(&allocator, engine);
}

bool cairn__path_engine_has_labels(const cairn__path_engine *engine)
{
    return engine->has_labels;
}

static cairn_status start_finder(cairn__path_finder *finder)
{
    const cairn__path_engine *engine = finder->engine;
    const cairn_allocator *allocator = &engine->allocator;
    if (!engine->has_labels)
        return cairn__jump_search_create(engine->map, allocator, &finder->jump);
    finder->seen.allocator = finder->turns.allocator = finder->tail.allocator = *allocator;
    finder->ways = cairn__allocate_zeroed(allocator, engine->graph.nodes, sizeof *finder->ways);
    return finder->ways == NULL ? CAIRN_MEMORY : CAIRN_OK;
}

cairn_status cairn__path_finder_create(const cairn__path_engine *engine,
                                       cairn__path_finder **finder)
{
    cairn__path_finder *made = cairn__allocate_zeroed(&engine->allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->engine = engine;
    cairn_status status = start_finder(made);
    if (status != CAIRN_OK) {
        cairn__path_finder_destroy(made);
        return status;
    }
    *finder = made;
    return CAIRN_OK;
}

void cairn__path_finder_destroy(cairn__path_finder *finder)
{
    if (finder == NULL)
        return;
    const cairn_allocator *allocator = &finder->engine->allocator;
    cairn__jump_search_destroy(finder->jump);
    cairn__release(allocator, finder->seen.cells);
    cairn__release(allocator, finder->turns.cells);
    cairn__release(allocator, finder->tail.cells);
    cairn__release(allocator, finder->ways);
    cairn__release(allocator, finder);
}

/* ---- following labels ---- */

/* The best of all ways from start to goal over one hub. */
typedef struct meeting {
    uint32_t distance;
    uint32_t rank;
    uint32_t nodes[2]; /* corners that the start and the goal see */
} meeting;

/* Spreads the labels of the corners that the start sees over the ranks of their hubs. */
static cairn_status look_from_start(cairn__path_finder *finder, cairn_cell start)
{
    const cairn__path_engine *engine = finder->engine;
    finder->query++;
    if (finder->query == 0) {
        memset(finder->ways, 0, engine->graph.nodes * sizeof *finder->ways);
        finder->query = 1;
    }
    cairn_status status = cairn__find_seen_corners(engine->map, start, &finder->seen);
    for (size_t i = 0; status == CAIRN_OK && i < finder->seen.count; i++) {
        uint32_t node = cairn__corner_graph_find(&engine->graph, finder->seen.cells[i]);
        uint32_t base = cairn_get_distance(start, finder->seen.cells[i]);
        for (uint64_t j = engine->labels.firsts[node]; j < engine->labels.firsts[node + 1]; j++) {
            const cairn__hub_entry *entry = &engine->labels.entries[j];
            way *known = &finder->ways[entry->rank];
            if (known->query != finder->query || base + entry->distance < known->distance)
                *known = (way){base + entry->distance, node, finder->query};
        }
    }
    return status;
}

/* Joins them with the labels of the corners that the goal sees. */
static cairn_status look_from_goal(cairn__path_finder *finder, cairn_cell goal, meeting *best)
{
    const cairn__path_engine *engine = finder->engine;
    *best = (meeting){.distance = UINT32_MAX};
    cairn_status status = cairn__find_seen_corners(engine->map, goal, &finder->seen);
    for (size_t i = 0; status == CAIRN_OK && i < finder->seen.count; i++) {
        uint32_t node = cairn__corner_graph_find(&engine->graph, finder->seen.cells[i]);
        uint32_t base = cairn_get_distance(goal, finder->seen.cells[i]);
        for (uint64_t j = engine->labels.firsts[node]; j < engine->labels.firsts[node + 1]; j++) {
            const cairn__hub_entry *entry = &engine->labels.entries[j];
            const way *known = &finder->ways[entry->rank];
            if (known->query != finder->query)
                continue;
            uint32_t distance = known->distance + base + entry->distance;
            if (distance < best->distance)
                *best = (meeting){distance, entry->rank, {known->node, node}};
        }
    }
    return status;
}

/* Adds the corners from a node up to its hub. */
static cairn_status walk_to_hub(const cairn__path_engine *engine, uint32_t node, uint32_t rank,
                                cairn__cell_list *cells)
{
    for (;;) {
        cairn_status status = cairn__cell_list_add(cells, engine->graph.cells[node]);
        uint32_t next = cairn__hub_labels_find(&engine->labels, node, rank)->next;
        if (status != CAIRN_OK || next == node)
            return status;
        node = next;
    }
}

/* Start, corners to the hub, corners from the hub, goal. */
static cairn_status list_turns(cairn__path_finder *finder, cairn_cell start, cairn_cell goal,
                               const meeting *best)
{
    cairn__cell_list *turns = &finder->turns, *tail = &finder->tail;
    cairn_status status = cairn__cell_list_add(turns, start);
    tail->count = 0;
    if (status == CAIRN_OK)
        status = walk_to_hub(finder->engine, best->nodes[0], best->rank, turns);
    if (status == CAIRN_OK)
        status = walk_to_hub(finder->engine, best->nodes[1], best->rank, tail);
    /* The tail's last cell is the hub, which the turns have already. */
    for (size_t i = tail->count - 1; status == CAIRN_OK && i-- > 0;)
        status = cairn__cell_list_add(turns, tail->cells[i]);
    if (status == CAIRN_OK)
        status = cairn__cell_list_add(turns, goal);
    return status;
}

static bool is_straight(const cairn_map *map, cairn_cell start, cairn_cell goal)
{
    cairn_climb climb = cairn__climb(map, start, goal, CAIRN_NO_CUTOFF);
    return climb.reached && climb.cost == cairn_get_distance(start, goal);
}

static cairn_status find_turns(cairn__path_finder *finder, cairn_cell start, cairn_cell goal)
{
    finder->turns.count = 0;
    if (is_straight(finder->engine->map, start, goal)) {
        cairn_status status = cairn__cell_list_add(&finder->turns, start);
        return status == CAIRN_OK ? cairn__cell_list_add(&finder->turns, goal) : status;
    }
    meeting best;
    cairn_status status = look_from_start(finder, start);
    if (status == CAIRN_OK)
        status = look_from_goal(finder, goal, &best);
    if (status != CAIRN_OK)
        return status;
    return best.distance == UINT32_MAX ? CAIRN_NO_PATH : list_turns(finder, start, goal, &best);
}

/* Moves of a straight leg: its longer axis. */
static uint32_t count_moves(cairn_cell from, cairn_cell to)
{
    uint32_t dx = from.x > to.x ? (uint32_t)(from.x - to.x) : (uint32_t)(to.x - from.x);
    uint32_t dy = from.y > to.y ? (uint32_t)(from.y - to.y) : (uint32_t)(to.y - from.y);
    return dx > dy ? dx : dy;
}

cairn_status cairn__path_finder_run(cairn__path_finder *finder, cairn_cell start, cairn_cell goal,
                                    size_t *count)
{
    if (finder->jump != NULL)
        return cairn__jump_search_run(finder->jump, start, goal, count);
    cairn_status status = find_turns(finder, start, goal);
    *count = 1;
    for (size_t i = 1; status == CAIRN_OK && i < finder->turns.count; i++)
        *count += count_moves(finder->turns.cells[i - 1], finder->turns.cells[i]);
    return status;
}

void cairn__path_finder_get_path(const cairn__path_finder *finder, cairn_cell *cells)
{
    if (finder->jump != NULL) {
        cairn__jump_search_get_path(finder->jump, cells);
        return;
    }
    const cairn__cell_list *turns = &finder->turns;
    cairn_cell cell = turns->cells[0];
    *cells++ = cell;
    for (size_t i = 1; i < turns->count; i++)
        while (!cairn_is_same_cell(cell, turns->cells[i])) {
            cairn__run run = cairn__climb_run(finder->engine->map, cell, turns->cells[i]);
            assert(run.count > 0 && run.rise == 0);
            for (uint32_t j = 1; j <= run.count; j++)
                *cells++ = cairn__cell_after(cell, run.move, j);
            cell = cells[-1];
        }
}
