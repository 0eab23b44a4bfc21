/* corner_graph.c: nodes and edges of the corner graph, and finding a node by its cell. */
#include "base/xy.h"
#include "build/corner_graph.h"

#include <stdatomic.h>
#include <string.h>

#include "base/hash.h"
#include "base/loop.h"
#include "base/memory.h"

static uint32_t get_slot(const cairn__corner_graph *graph, cairn__xy cell)
{
    uint32_t slot = (uint32_t)cairn__mix(cairn__link_to(cell)) & graph->index_mask;
    while (graph->index[slot] != CAIRN__NO_NODE &&
           !cairn__is_same_cell(graph->cells[graph->index[slot]], cell))
        slot = (slot + 1) & graph->index_mask;
    return slot;
}

uint32_t cairn__corner_graph_find(const cairn__corner_graph *graph, cairn__xy cell)
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

/* ---- edges, by any number of threads ---- */

/* Nodes a thread takes at a time. */
#define CHUNK 64

/* What threads work with: `seen` is each one's own, `targets` each chunk's. */
typedef struct edge_finder {
    cairn__corner_graph *graph;
    cairn__cell_list *seen;
    uint32_t **targets;
    uint64_t most;
    atomic_size_t total;
} edge_finder;

/* Finds the edges of a chunk's nodes; `firsts` gets the number of each node's at its end. */
static cairn_status find_chunk(void *context, uint32_t worker, uint32_t chunk)
{
    edge_finder *self = context;
    cairn__corner_graph *graph = self->graph;
    cairn__cell_list *seen = &self->seen[worker];
    uint32_t *targets = NULL;
    size_t used = 0, capacity = 0;
    uint32_t end = (chunk + 1) * CHUNK < graph->nodes ? (chunk + 1) * CHUNK : graph->nodes;
    for (uint32_t node = chunk * CHUNK; node < end; node++) {
        cairn_status status = cairn__find_seen_corners(&graph->sight, graph->cells[node], seen);
        if (status != CAIRN_OK)
            return status;
        if (used + seen->count > capacity) {
            uint32_t *larger = cairn__grow(&graph->allocator, targets, used, sizeof *targets,
                                           &capacity, used + seen->count);
            if (larger == NULL)
                return CAIRN_MEMORY;
            self->targets[chunk] = targets = larger;
        }
        for (size_t i = 0; i < seen->count; i++)
            targets[used + i] = cairn__corner_graph_find(graph, seen->cells[i]);
        used += seen->count;
        graph->firsts[node + 1] = seen->count;
    }
    return atomic_fetch_add(&self->total, used) + used > self->most ? CAIRN_LIMIT : CAIRN_OK;
}

/* Sums up the numbers of edges and lays the chunks' edges one after the other. */
static cairn_status join_chunks(edge_finder *self, uint32_t chunks)
{
    cairn__corner_graph *graph = self->graph;
    graph->targets = cairn__allocate(&graph->allocator, self->total, sizeof *graph->targets);
    if (graph->targets == NULL)
        return CAIRN_MEMORY;
    graph->firsts[0] = 0;
    for (uint32_t node = 0; node < graph->nodes; node++)
        graph->firsts[node + 1] += graph->firsts[node];
    for (uint32_t i = 0; i < chunks; i++) {
        uint32_t end = (i + 1) * CHUNK < graph->nodes ? (i + 1) * CHUNK : graph->nodes;
        uint64_t first = graph->firsts[(size_t)i * CHUNK], count = graph->firsts[end] - first;
        if (count > 0)
            memcpy(graph->targets + first, self->targets[i], (size_t)count * sizeof(uint32_t));
    }
    return CAIRN_OK;
}

cairn_status cairn__corner_graph_find_edges(cairn__corner_graph *graph, uint64_t most,
                                            const cairn__preparation *how)
{
    const cairn_allocator *allocator = &graph->allocator;
    uint32_t chunks = (graph->nodes + CHUNK - 1) / CHUNK;
    edge_finder self = {.graph = graph, .most = most};
    self.seen = cairn__allocate_zeroed(allocator, how->threads, sizeof *self.seen);
    self.targets = cairn__allocate_zeroed(allocator, chunks, sizeof *self.targets);
    cairn_status status = self.seen == NULL || self.targets == NULL ? CAIRN_MEMORY : CAIRN_OK;
    for (uint32_t i = 0; self.seen != NULL && i < how->threads; i++)
        self.seen[i].allocator = *allocator;
    if (status == CAIRN_OK)
        status = cairn__loop_run(
            &(cairn__loop){allocator, how->poll, how->threads, chunks, find_chunk, &self});
    if (status == CAIRN_OK)
        status = join_chunks(&self, chunks);
    for (uint32_t i = 0; self.targets != NULL && i < chunks; i++)
        cairn__release(allocator, self.targets[i]);
    for (uint32_t i = 0; self.seen != NULL && i < how->threads; i++)
        cairn__cell_list_end(&self.seen[i]);
    cairn__release(allocator, self.targets);
    cairn__release(allocator, self.seen);
    return status;
}

cairn_status cairn__corner_graph_create(const cairn_map *map, const cairn_allocator *allocator,
                                        size_t most, const cairn__preparation *how,
                                        cairn__corner_graph *graph)
{
    cairn__cell_list corners = {.allocator = *allocator};
    *graph = (cairn__corner_graph){.allocator = *allocator};
    cairn_status status = cairn__sight_create(map, allocator, how, &graph->sight);
    if (status == CAIRN_OK)
        status = cairn__find_corners(&graph->sight, most, &corners);
    graph->nodes = (uint32_t)corners.count;
    graph->cells = corners.cells; /* the list's memory is the graph's from here on */
    if (status == CAIRN_OK) {
        graph->firsts =
            cairn__allocate_zeroed(allocator, (uint64_t)graph->nodes + 1, sizeof *graph->firsts);
        status = graph->firsts == NULL ? CAIRN_MEMORY : make_index(graph);
    }
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
    cairn__sight_end(&graph->sight);
    *graph = (cairn__corner_graph){.allocator = graph->allocator};
}
