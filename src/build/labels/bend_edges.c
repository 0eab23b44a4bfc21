/* bend_edges.c: one array of all edges, sorted. */
#include "build/labels/bend_edges.h"

#include <string.h>

#include "base/job.h"
#include "base/memory.h"

/* Edges or nodes laid out between two looks at the units, and a unit's share of copied edges. */
enum { LAID_OUT = 1024, COPIED_A_UNIT = 8 };

cairn_status cairn__edge_sorter_create(cairn__edge_sorter *sorter, const cairn_allocator *allocator,
                                       size_t edges, uint32_t nodes)
{
    *sorter = (cairn__edge_sorter){.allocator = *allocator, .count = edges};
    sorter->edges = cairn__allocate(allocator, edges, sizeof *sorter->edges);
    sorter->room = cairn__allocate(allocator, edges, sizeof *sorter->room);
    sorter->firsts = cairn__allocate(allocator, (uint64_t)nodes + 1, sizeof *sorter->firsts);
    sorter->targets = cairn__allocate(allocator, edges, sizeof *sorter->targets);
    if (sorter->edges == NULL || sorter->room == NULL || sorter->firsts == NULL ||
        sorter->targets == NULL)
        return CAIRN_MEMORY;
    sorter->firsts[0] = 0;
    return CAIRN_OK;
}

void cairn__edge_sorter_end(cairn__edge_sorter *sorter)
{
    const cairn_allocator *allocator = &sorter->allocator;
    cairn__release(allocator, sorter->edges);
    cairn__release(allocator, sorter->room);
    cairn__release(allocator, sorter->firsts);
    cairn__release(allocator, sorter->targets);
    *sorter = (cairn__edge_sorter){.allocator = sorter->allocator};
}

cairn_status cairn__edge_sorter_take(cairn__edge_sorter *sorter, cairn__pile *pile,
                                     cairn__meter *meter)
{
    while (pile->first != NULL) {
        cairn__layer *layer = pile->first;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        memcpy(sorter->edges + sorter->used, cairn__layer_get(layer),
               layer->count * sizeof *sorter->edges);
        sorter->used += layer->count;
        cairn__spend(meter, layer->count / COPIED_A_UNIT + 1);
        cairn__pile_drop(pile, &sorter->allocator);
    }
    return CAIRN_OK;
}

static int compare_edges(const void *one, const void *other)
{
    cairn__edge a = *(const cairn__edge *)one, b = *(const cairn__edge *)other;
    return a < b ? -1 : a > b;
}

cairn_status cairn__edge_sorter_sort(cairn__edge_sorter *sorter, cairn__meter *meter)
{
    cairn__sort *sort = &sorter->sort;
    if (!sorter->is_sorting)
        cairn__sort_start(sort, sorter->edges, sorter->room, sorter->used, sizeof *sorter->edges,
                          compare_edges);
    sorter->is_sorting = true;
    cairn_status status = cairn__sort_run(sort, meter);
    sorter->edges = (cairn__edge *)(void *)sort->things;
    sorter->room = (cairn__edge *)(void *)sort->room;
    return status;
}

/* The next edge, once its first end is that of the edges that are laid out; until then the next
 * node. */
static void lay_out_one(cairn__edge_sorter *self)
{
    cairn__edge edge = self->edges[self->next];
    if (self->from < edge >> 32) {
        self->firsts[++self->from] = self->laid;
        return;
    }
    if (self->next == 0 || self->edges[self->next - 1] != edge)
        self->targets[self->laid++] = (uint32_t)edge;
    self->next++;
}

cairn_status cairn__edge_sorter_lay_out(cairn__edge_sorter *sorter, uint32_t nodes,
                                        cairn__meter *meter)
{
    while (sorter->next < sorter->used || sorter->from < nodes) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        uint32_t i = 0;
        for (; i < LAID_OUT && sorter->next < sorter->used; i++)
            lay_out_one(sorter);
        for (; i < LAID_OUT && sorter->from < nodes; i++)
            sorter->firsts[++sorter->from] = sorter->laid;
        cairn__spend(meter, 2 * (uint64_t)i);
    }
    return CAIRN_OK;
}
