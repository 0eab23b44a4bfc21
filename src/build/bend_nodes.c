/* bend_nodes.c: all cells of a map that know a bend, and a hash table of them. */
#include "build/bend_nodes.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

static uint32_t get_slot(const cairn__bend_nodes *self, cairn__xy cell)
{
    uint32_t slot = (uint32_t)cairn__mix(cairn__link_to(cell)) & self->index_mask;
    while (self->index[slot] != CAIRN__NO_BEND &&
           !cairn__is_same_cell(self->nodes[self->index[slot]].cell, cell))
        slot = (slot + 1) & self->index_mask;
    return slot;
}

uint32_t cairn__bend_nodes_find(const cairn__bend_nodes *nodes, cairn__xy cell)
{
    return nodes->index[get_slot(nodes, cell)];
}

/* Half full at most. */
static cairn_status make_index(cairn__bend_nodes *self)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)self->count)
        slots *= 2;
    self->index = cairn__allocate(&self->allocator, slots, sizeof *self->index);
    if (self->index == NULL)
        return CAIRN_MEMORY;
    memset(self->index, 0xff, slots * sizeof *self->index);
    self->index_mask = (uint32_t)(slots - 1);
    for (uint32_t i = 0; i < self->count; i++)
        self->index[get_slot(self, self->nodes[i].cell)] = i;
    return CAIRN_OK;
}

typedef struct finder {
    const cairn_map *map;
    cairn__bend_nodes *nodes;
    size_t most;
    size_t capacity;
} finder;

static cairn_status add(finder *self, cairn__bend_node node)
{
    cairn__bend_nodes *to = self->nodes;
    if (to->count == self->most)
        return CAIRN_LIMIT;
    if (to->count == self->capacity) {
        cairn__bend_node *nodes =
            cairn__grow(&to->allocator, to->nodes, to->count, sizeof *nodes, &self->capacity, 1024);
        if (nodes == NULL)
            return CAIRN_MEMORY;
        to->nodes = nodes;
    }
    to->nodes[to->count++] = node;
    return CAIRN_OK;
}

static cairn_status add_cells(finder *self, uint32_t x, uint32_t y)
{
    uint64_t cells = cairn__find_bend_cells(self->map, (int32_t)x, (int32_t)y);
    cairn_status status = CAIRN_OK;
    for (; status == CAIRN_OK && cells != 0; cells &= cells - 1) {
        cairn__xy cell = {(uint16_t)(x + cairn__count_trailing_zeros(cells)), (uint16_t)y};
        cairn__bends bends = cairn__find_bends(self->map, cell);
        if (bends != 0)
            status = add(self, (cairn__bend_node){cell, bends});
    }
    return status;
}

static cairn_status finish(cairn__bend_nodes *nodes, cairn_status status)
{
    if (status == CAIRN_OK)
        status = make_index(nodes);
    if (status != CAIRN_OK)
        cairn__bend_nodes_end(nodes);
    return status;
}

cairn_status cairn__bend_nodes_create(const cairn_map *map, const cairn_allocator *allocator,
                                      size_t most, cairn__bend_nodes *nodes)
{
    finder self = {.map = map, .nodes = nodes, .most = most};
    cairn_status status = CAIRN_OK;
    *nodes = (cairn__bend_nodes){.allocator = *allocator};
    for (uint32_t y = 0; status == CAIRN_OK && y < map->info.height; y++)
        for (uint32_t x = 0; status == CAIRN_OK && x < map->info.width; x += 64)
            status = add_cells(&self, x, y);
    return finish(nodes, status);
}

cairn_status cairn__bend_nodes_choose(const cairn__bend_nodes *all, const uint8_t *chosen,
                                      cairn__bend_nodes *nodes)
{
    *nodes = (cairn__bend_nodes){.allocator = all->allocator};
    nodes->nodes = cairn__allocate(&all->allocator, all->count, sizeof *nodes->nodes);
    if (nodes->nodes == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < all->count; i++)
        if (chosen[i] != 0)
            nodes->nodes[nodes->count++] = all->nodes[i];
    return finish(nodes, CAIRN_OK);
}

void cairn__bend_nodes_end(cairn__bend_nodes *nodes)
{
    cairn__release(&nodes->allocator, nodes->nodes);
    cairn__release(&nodes->allocator, nodes->index);
    *nodes = (cairn__bend_nodes){.allocator = nodes->allocator};
}
