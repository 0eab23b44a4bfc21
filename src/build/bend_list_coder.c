/* bend_list_coder.c: codes lists. Items are sorted so that a block comes before its quarters, these
 * in their order, and all items of a block stand together. */
#include "build/bend_coder.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "db/bend_list.h"

/* ---- numbers ---- */

/* The bits of both numbers by turns, those of x lower. */
static uint32_t interleave(uint32_t x, uint32_t y)
{
    uint32_t mixed = 0;
    for (uint32_t i = 0; i < 16; i++)
        mixed |= (x >> i & 1) << 2 * i | (y >> i & 1) << (2 * i + 1);
    return mixed;
}

static int compare_keys(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return a < b ? -1 : a > b;
}

cairn_status cairn__bend_numbers_create(const cairn__bend_nodes *survivors,
                                        cairn__bend_numbers *numbers)
{
    const cairn_allocator *allocator = &survivors->allocator;
    uint64_t *keys = cairn__allocate(allocator, survivors->count, sizeof *keys);
    numbers->new_of = cairn__allocate(allocator, survivors->count, 2 * sizeof *numbers->new_of);
    numbers->old_of = numbers->new_of == NULL ? NULL : numbers->new_of + survivors->count;
    cairn_status status = keys == NULL || numbers->new_of == NULL ? CAIRN_MEMORY : CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < survivors->count; i++) {
        cairn__xy cell = survivors->nodes[i].cell;
        keys[i] = (uint64_t)interleave(cell.x, cell.y) << 32 | i;
    }
    if (status == CAIRN_OK) {
        qsort(keys, survivors->count, sizeof *keys, compare_keys);
        for (uint32_t i = 0; i < survivors->count; i++) {
            numbers->old_of[i] = (uint32_t)keys[i];
            numbers->new_of[(uint32_t)keys[i]] = i;
        }
    } else {
        cairn__bend_numbers_end(numbers, allocator);
    }
    cairn__release(allocator, keys);
    return status;
}

void cairn__bend_numbers_end(cairn__bend_numbers *numbers, const cairn_allocator *allocator)
{
    cairn__release(allocator, numbers->new_of);
    *numbers = (cairn__bend_numbers){0};
}

/* ---- the order of items ---- */

/* A block's place in the order of a tree: of its first quarter of 32 cells. */
static uint32_t get_path(const cairn__bend_item *item)
{
    uint32_t bits = CAIRN__BLOCK_LEVELS - 1u - item->level;
    return interleave((uint32_t)item->across << bits & 7, (uint32_t)item->down << bits & 7);
}

static uint32_t get_row(const cairn__bend_item *item)
{
    return (uint32_t)item->down >> item->level;
}

static uint32_t get_column(const cairn__bend_item *item)
{
    return (uint32_t)item->across >> item->level;
}

/* Compares the blocks of items: those of 256 cells row by row, then paths, then levels. */
static int compare_blocks(const cairn__bend_item *a, const cairn__bend_item *b)
{
    uint32_t keys[2][4] = {{get_row(a), get_column(a), get_path(a), a->level},
                           {get_row(b), get_column(b), get_path(b), b->level}};
    for (uint32_t i = 0; i < 4; i++)
        if (keys[0][i] != keys[1][i])
            return keys[0][i] < keys[1][i] ? -1 : 1;
    return 0;
}

/* The node has its new number, or is a local one. */
static int compare_items(const void *one, const void *other)
{
    const cairn__bend_item *a = one, *b = other;
    int order = compare_blocks(a, b);
    if (order != 0)
        return order;
    if (a->is_local != b->is_local)
        return a->is_local ? 1 : -1;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return memcmp(&a->box, &b->box, sizeof a->box);
}

/* ---- coding ---- */

typedef struct coder {
    const cairn__bend_nodes *all;
    const cairn__bend_item *items;
    cairn__byte_list quarters[CAIRN__BLOCK_LEVELS]; /* of a block, before they follow it */
    cairn__byte_list labelled;                      /* items of a block */
    cairn__byte_list others;
} coder;

static uint32_t fold(int32_t number)
{
    return (uint32_t)number << 1 ^ (number < 0 ? UINT32_MAX : 0);
}

static void add_box(cairn__byte_list *to, const cairn__bend_item *item)
{
    uint32_t bits = cairn__block_get_bits(item->level), at = 2;
    uint64_t word = item->box.frame;
    uint8_t bytes[8];
    for (uint32_t i = 0; i < 2; i++, at += bits)
        word |= (uint64_t)item->box.lines[i] << at;
    for (uint32_t i = 0; i < 2; i++, at += bits + 1)
        word |= (uint64_t)item->box.diagonals[i] << at;
    for (uint32_t i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
    cairn__byte_list_add(to, bytes, cairn__list_get_box_bytes(item->level));
}

static void add_other(const coder *self, cairn__byte_list *to, const cairn__bend_item *item)
{
    uint32_t bits = cairn__block_get_bits(item->level);
    cairn__xy cell = self->all->nodes[item->node].cell;
    cairn__byte_list_add_number(
        to, fold((int32_t)cell.x - (int32_t)((uint32_t)item->across << bits)) << 2 | item->kind);
    cairn__byte_list_add_number(to,
                                fold((int32_t)cell.y - (int32_t)((uint32_t)item->down << bits)));
}

/* Codes the items of a block. */
static void code_items(coder *self, size_t first, size_t end)
{
    uint32_t before = 0;
    self->labelled.count = self->others.count = 0;
    for (size_t i = first; i < end; i++) {
        const cairn__bend_item *item = &self->items[i];
        cairn__byte_list *to = item->is_local ? &self->others : &self->labelled;
        if (item->is_local) {
            add_other(self, to, item);
        } else {
            cairn__byte_list_add_number(to, (item->node - before) << 2 | item->kind);
            before = item->node;
        }
        if (item->kind == CAIRN__ITEM_BOX)
            add_box(to, item);
    }
}

/* The items of a block itself. */
static size_t find_own_end(const coder *self, size_t first, size_t end, uint32_t level)
{
    while (first < end && self->items[first].level == level)
        first++;
    return first;
}

static void add_block(coder *self, cairn__byte_list *to, size_t first, size_t end, uint32_t level);

/* The parts of a block's list: quarters, items of nodes with a label, and others. */
enum { LABELLED = 4, OTHERS = 5, PARTS = 6 };

/* Codes the quarters of a block. */
static void code_quarters(coder *self, size_t first, size_t end, uint32_t level,
                          size_t sizes[PARTS])
{
    cairn__byte_list *to = &self->quarters[level];
    uint32_t shift = 2 * (CAIRN__BLOCK_LEVELS - 2 - level);
    to->count = 0;
    while (first < end) {
        uint32_t quarter = get_path(&self->items[first]) >> shift & 3;
        size_t next = first, before = to->count;
        while (next < end && (get_path(&self->items[next]) >> shift & 3) == quarter)
            next++;
        add_block(self, to, first, next, level + 1);
        sizes[quarter] = to->count - before;
        first = next;
    }
}

static void add_sizes(cairn__byte_list *to, const size_t sizes[PARTS])
{
    uint8_t flags = 0;
    for (uint32_t i = 0; i < PARTS; i++)
        flags = (uint8_t)(flags | (sizes[i] > 0) << i);
    cairn__byte_list_add(to, &flags, 1);
    for (uint32_t i = 0; i < PARTS; i++)
        if (sizes[i] > 0)
            cairn__byte_list_add_number(to, (uint32_t)sizes[i]);
}

static void add_list(cairn__byte_list *to, const cairn__byte_list *part)
{
    cairn__byte_list_add(to, part->bytes, part->count);
    if (to->status == CAIRN_OK)
        to->status = part->status;
}

/* Codes a block whose items, and those of its quarters, are from `first` on. */
static void add_block(coder *self, cairn__byte_list *to, size_t first, size_t end, uint32_t level)
{
    size_t own = find_own_end(self, first, end, level), sizes[PARTS] = {0};
    if (own < end)
        code_quarters(self, own, end, level, sizes);
    code_items(self, first, own);
    sizes[LABELLED] = self->labelled.count;
    sizes[OTHERS] = self->others.count;
    add_sizes(to, sizes);
    add_list(to, &self->labelled);
    add_list(to, &self->others);
    if (own < end)
        add_list(to, &self->quarters[level]);
}

void cairn__bend_code_lists(cairn__bend_graph *graph, const cairn__bend_numbers *numbers,
                            uint32_t across, uint32_t down, uint32_t *firsts,
                            cairn__byte_list *lists)
{
    cairn__item_list *all = &graph->items;
    coder self = {.all = &graph->all,
                  .items = all->items,
                  .labelled.allocator = graph->allocator,
                  .others.allocator = graph->allocator};
    for (uint32_t i = 0; i < CAIRN__BLOCK_LEVELS; i++)
        self.quarters[i].allocator = graph->allocator;
    for (size_t i = 0; i < all->count; i++)
        if (!all->items[i].is_local)
            all->items[i].node = numbers->new_of[all->items[i].node];
    qsort(all->items, all->count, sizeof *all->items, compare_items);
    for (size_t block = 0, first = 0, end; block < (size_t)across * down; block++, first = end) {
        firsts[block] = (uint32_t)lists->count;
        for (end = first; end < all->count && get_row(&all->items[end]) == block / across &&
                          get_column(&all->items[end]) == block % across;)
            end++;
        if (end > first)
            add_block(&self, lists, first, end, 0);
    }
    firsts[(size_t)across * down] = (uint32_t)lists->count;
    for (uint32_t i = 0; i < CAIRN__BLOCK_LEVELS; i++)
        cairn__byte_list_end(&self.quarters[i]);
    cairn__byte_list_end(&self.labelled);
    cairn__byte_list_end(&self.others);
}
