/* bend_numbers.c: new numbers by sorting nodes along a curve that fills the map. */
#include "base/memory.h"
#include "build/labels/bend_coder.h"

/* Nodes that a turn takes, and the units of one. */
enum { MANY = 512, NODE_UNITS = 8 };

uint32_t cairn__interleave(uint32_t x, uint32_t y)
{
    uint32_t mixed = 0;
    for (uint32_t i = 0; i < 16; i++)
        mixed |= (x >> i & 1) << 2 * i | (y >> i & 1) << (2 * i + 1);
    return mixed;
}

uint32_t cairn__bend_numbers_count_turns(const cairn__bend_numbers *numbers)
{
    return cairn__count_turns(numbers->count, MANY);
}

cairn_status cairn__bend_numbers_begin(cairn__bend_numbers *numbers,
                                       const cairn__bend_nodes *survivors, uint32_t *turns)
{
    const cairn_allocator *allocator = &survivors->allocator;
    uint32_t count = survivors->count;
    numbers->count = count;
    *turns = cairn__bend_numbers_count_turns(numbers);
    numbers->new_of = cairn__allocate(allocator, count, 2 * sizeof *numbers->new_of);
    numbers->keys = cairn__allocate(allocator, count, sizeof *numbers->keys);
    numbers->room = cairn__allocate(allocator, count, sizeof *numbers->room);
    if (numbers->new_of == NULL || numbers->keys == NULL || numbers->room == NULL)
        return CAIRN_MEMORY;
    numbers->old_of = numbers->new_of + count;
    return CAIRN_OK;
}

void cairn__bend_numbers_make_keys(cairn__bend_numbers *numbers, const cairn__bend_nodes *survivors,
                                   uint32_t turn, cairn__meter *meter)
{
    uint32_t first = turn * MANY, end = (uint32_t)cairn__get_turn_end(numbers->count, MANY, turn);
    for (uint32_t i = first; i < end; i++) {
        cairn__xy cell = survivors->nodes[i].cell;
        numbers->keys[i] = (uint64_t)cairn__interleave(cell.x, cell.y) << 32 | i;
    }
    cairn__spend(meter, (uint64_t)(end - first) * NODE_UNITS);
}

static int compare_keys(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

cairn_status cairn__bend_numbers_sort(cairn__bend_numbers *numbers, cairn__meter *meter)
{
    cairn__sort *sort = &numbers->sort;
    if (!numbers->is_sorting)
        cairn__sort_start(sort, numbers->keys, numbers->room, numbers->count, sizeof(uint64_t),
                          compare_keys);
    numbers->is_sorting = true;
    cairn_status status = cairn__sort_run(sort, meter);
    numbers->keys = (uint64_t *)(void *)sort->things;
    numbers->room = (uint64_t *)(void *)sort->room;
    return status;
}

void cairn__bend_numbers_read_keys(cairn__bend_numbers *numbers, uint32_t turn, cairn__meter *meter)
{
    uint32_t first = turn * MANY, end = (uint32_t)cairn__get_turn_end(numbers->count, MANY, turn);
    for (uint32_t i = first; i < end; i++) {
        numbers->old_of[i] = (uint32_t)numbers->keys[i];
        numbers->new_of[(uint32_t)numbers->keys[i]] = i;
    }
    cairn__spend(meter, (uint64_t)(end - first) * NODE_UNITS);
}

void cairn__bend_numbers_end(cairn__bend_numbers *numbers, const cairn_allocator *allocator)
{
    cairn__release(allocator, numbers->new_of);
    cairn__release(allocator, numbers->keys);
    cairn__release(allocator, numbers->room);
    *numbers = (cairn__bend_numbers){0};
}
