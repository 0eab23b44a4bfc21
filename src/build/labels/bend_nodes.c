/* bend_nodes.c: all cells of a map that know a bend, and a hash table of them. */
#include "build/labels/bend_nodes.h"

#include <string.h>

#include "base/hash.h"
#include "base/job.h"
#include "base/memory.h"

/* ---- nodes ---- */

/* Units of 64 cells, and of a cell that is looked at. */
enum { WORD_UNITS = 8, CELL_UNITS = 8 };

uint32_t cairn__bend_nodes_count(const cairn_map *map, uint32_t y, cairn__meter *meter)
{
    uint32_t count = 0;
    for (uint32_t x = 0; x < map->info.width; x += 64)
        count += cairn__count_ones(cairn__find_bend_cells(map, (int32_t)x, (int32_t)y));
    cairn__spend(meter, (uint64_t)map->info.width / 64 * WORD_UNITS + WORD_UNITS);
    return count;
}

cairn_status cairn__bend_nodes_create(cairn__bend_nodes *nodes, const cairn_allocator *allocator,
                                      size_t most)
{
    *nodes = (cairn__bend_nodes){.allocator = *allocator};
    nodes->nodes = cairn__allocate(allocator, most, sizeof *nodes->nodes);
    return nodes->nodes != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

void cairn__bend_nodes_add(cairn__bend_nodes *nodes, const cairn_map *map, uint32_t x, uint32_t y,
                           cairn__meter *meter)
{
    uint64_t cells = cairn__find_bend_cells(map, (int32_t)x, (int32_t)y);
    cairn__spend(meter, WORD_UNITS + (uint64_t)cairn__count_ones(cells) * CELL_UNITS);
    for (; cells != 0; cells &= cells - 1) {
        cairn__xy cell = {.x = (uint16_t)(x + cairn__count_trailing_zeros(cells)),
                          .y = (uint16_t)y};
        cairn__bends bends = cairn__find_bends(map, cell);
        if (bends != 0)
            nodes->nodes[nodes->count++] = (cairn__bend_node){cell, bends};
    }
}

void cairn__bend_nodes_end(cairn__bend_nodes *nodes)
{
    cairn__release(&nodes->allocator, nodes->nodes);
    cairn__release(&nodes->allocator, nodes->index);
    *nodes = (cairn__bend_nodes){.allocator = nodes->allocator};
}

/* ---- the index ---- */

/* Slots that are cleared in a turn, nodes that are put into them, and units of a node. */
enum { CLEARED = 16384, PLACED = 512, PLACE_UNITS = 8 };

static uint32_t get_slot(const cairn__bend_nodes *self, cairn__xy cell)
{
    uint32_t slot = (uint32_t)cairn__mix(cairn__pack(cell)) & self->index_mask;
    while (self->index[slot] != CAIRN__NO_BEND &&
           !cairn__is_same_cell(self->nodes[self->index[slot]].cell, cell))
        slot = (slot + 1) & self->index_mask;
    return slot;
}

uint32_t cairn__bend_nodes_find(const cairn__bend_nodes *nodes, cairn__xy cell)
{
    return nodes->index[get_slot(nodes, cell)];
}

static uint32_t count_clearing_turns(const cairn__bend_nodes *self)
{
    return cairn__count_turns((uint64_t)self->index_mask + 1, CLEARED);
}

/* Half full at most. */
cairn_status cairn__bend_nodes_begin_index(cairn__bend_nodes *nodes, uint32_t *turns)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)nodes->count)
        slots *= 2;
    nodes->index = cairn__allocate(&nodes->allocator, slots, sizeof *nodes->index);
    if (nodes->index == NULL)
        return CAIRN_MEMORY;
    nodes->index_mask = (uint32_t)(slots - 1);
    *turns = count_clearing_turns(nodes) + cairn__count_turns(nodes->count, PLACED);
    return CAIRN_OK;
}

void cairn__bend_nodes_run_index(cairn__bend_nodes *nodes, uint32_t turn, cairn__meter *meter)
{
    uint32_t clearing = count_clearing_turns(nodes);
    if (turn < clearing) {
        uint64_t first = (uint64_t)turn * CLEARED;
        uint64_t end = cairn__get_turn_end((uint64_t)nodes->index_mask + 1, CLEARED, turn);
        memset(nodes->index + first, 0xff, (size_t)(end - first) * sizeof *nodes->index);
        cairn__spend(meter, (end - first) / 16 + 1);
        return;
    }
    turn -= clearing;
    uint32_t first = turn * PLACED;
    uint32_t end = (uint32_t)cairn__get_turn_end(nodes->count, PLACED, turn);
    for (uint32_t i = first; i < end; i++)
        nodes->index[get_slot(nodes, nodes->nodes[i].cell)] = i;
    cairn__spend(meter, (uint64_t)(end - first) * PLACE_UNITS);
}
