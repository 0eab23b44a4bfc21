/* corner_graph.c: nodes and edges of the corner graph, and finding a node by its cell. */
#include "search/corner_graph.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

static uint32_t get_slot(const cairn__corner_graph *graph, cairn_cell cell)
{
    uint32_t slot = (uint32_t)cairn__mix(cairn__link_to(cell)) & graph->index_mask;
    while (graph->index[slot] != CAIRN__NO_NODE &&
           !cairn_is_same_cell(graph->cells[graph->index[slot]], cell))
        slot = (slot + 1) & graph->index_mask;
    return slot;
}

uint32_t cairn__corner_graph_find(const cairn__corner_graph *graph, cairn_cell cell)
{
    return graph->index[get_slot(graph, cell)];
}

/* Half full at most. */
static cairn_status make_index(cairn__corner_graph *graph)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)graph->nodes)
        slots *= 2;
    graph->index = cairn__allocate(&graph->allocator, slots, sizeof *graph->index);
    if (graph->index == NULL)
        return CAIRN_MEMORY;
    memset(graph->index, 0xff, slots * sizeof *graph->index);
    graph->index_mask = (uint32_t)(slots - 1);
    for (uint32_t node = 0; node < graph->nodes; node++)
        graph->index[get_slot(graph, graph->cells[node])] = node;
    return CAIRN_OK;
}

static cairn_status add_edges(cairn__corner_graph *graph, const cairn__cell_list *seen,
                              uint32_t node, size_t *capacity)
{
    size_t used = (size_t)graph->firsts[node];
    if (used + seen->count > *capacity) {
        uint32_t *targets = cairn__grow(&graph->allocator, graph->targets, used, sizeof *targets,
                                        capacity, used + seen->count);
        if (targets == NULL)
            return CAIRN_MEMORY;
        graph->targets = targets;
    }
    for (size_t i = 0; i < seen->count; i++)
        graph->targets[used + i] = cairn__corner_graph_find(graph, seen->cells[i]);
    graph->firsts[node + 1] = used + seen->count;
    return CAIRN_OK;
}

static cairn_status find_edges(const cairn_map *map, cairn__corner_graph *graph, size_t most,
                               const cairn__poll *poll)
{
    cairn__cell_list seen = {.allocator = graph->allocator};
    size_t capacity = 0;
    cairn_status status = CAIRN_OK;
    graph->firsts[0] = 0;
    for (uint32_t node = 0; status == CAIRN_OK && node < graph->nodes; node++) {
        status = cairn__find_seen_corners(map, graph->cells[node], &seen);
        if (status == CAIRN_OK && graph->firsts[node] + seen.count > most)
            status = CAIRN_LIMIT;
        if (status == CAIRN_OK)
            status = add_edges(graph, &seen, node, &capacity);
        if (status == CAIRN_OK && node % 64 == 0)
            status = cairn__poll_check(poll);
    }
    cairn__cell_list_end(&seen);
    return status;
}

cairn_status cairn__corner_graph_create(const cairn_map *map, const cairn_allocator *allocator,
                                        const size_t most[2], const cairn__poll *poll,
                                        cairn__corner_graph *graph)
{
    cairn__cell_list corners = {.allocator = *allocator};
    *graph = (cairn__corner_graph){.allocator = *allocator};
    cairn_status status = cairn__find_corners(map, most[0], &corners);
    graph->nodes = (uint32_t)corners.count;
    graph->cells = corners.cells; /* the list's memory is the graph's from here on */
    if (status == CAIRN_OK) {
        graph->firsts = cairn__allocate(allocator, (size_t)graph->nodes + 1, sizeof *graph->firsts);
        status = graph->firsts == NULL ? CAIRN_MEMORY : make_index(graph);
    }
    if (status == CAIRN_OK)
        status = find_edges(map, graph, most[1], poll);
    if (status != CAIRN_OK)
        cairn__corner_graph_end(graph);
    return status;
}

void cairn__corner_graph_end(cairn__corner_graph *graph)
{
    const cairn_allocator *allocator = &graph->allocator;
    cairn__release(allocator, graph->cells);
    cairn__release(allocator, graph->firsts);
    cairn__release(allocator, graph->targets);
    cairn__release(allocator, graph->index);
    *graph = (cairn__corner_graph){.allocator = graph->allocator};
}
