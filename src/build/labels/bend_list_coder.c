/* bend_list_coder.c: codes lists. The items of a block of 256 cells are sorted so that a block comes
 * before its quarters, these in their order, and all items of a block stand together, by kinds. Then the
 * quarters of each block are coded before what stands in front of them: their sizes. */
#include "build/labels/bend_coder.h"

#include <string.h>

#include "base/memory.h"
#include "db/bend_list.h"

/* Items between two looks at the units, units of one, and bytes a unit. */
enum { MANY = 256, ITEM_UNITS = 8, BYTES_A_UNIT = 32 };

enum { QUARTERS_A_BLOCK = 4, KINDS = CAIRN__LIST_KINDS };

/* Eight numbers of any width fill whole bytes. */
#define NODES_A_ROW 8

typedef enum coder_phase {
    GATHER, /* the items of the block */
    SORT,
    CODE,
} coder_phase;

typedef enum block_step {
    QUARTERS,
    ITEMS, /* of the block itself */
    JOIN,  /* sizes, items and quarters, one behind the other */
} block_step;

/* A block or a quarter that is being coded. */
typedef struct open_block {
    block_step step;
    size_t first; /* of its items; those of its quarters follow */
    size_t own;   /* the first one that is a quarter's */
    size_t end;
    size_t next;      /* item to be coded; or of the quarter to be coded */
    uint32_t quarter; /* that is being coded */
    size_t before;    /* bytes of the quarters before it */
    size_t sizes[QUARTERS_A_BLOCK];
    uint32_t part; /* that is being joined */
    size_t joined; /* bytes of it */
} open_block;

struct cairn__list_coder {
    cairn_allocator allocator;
    cairn__bend_graph *graph;
    const cairn__bend_numbers *numbers;
    uint32_t *firsts;
    cairn__pile *lists;
    coder_phase phase;
    cairn__bend_item *items;
    cairn__bend_item *room;
    size_t capacity;
    size_t count;
    cairn__sort sort;
    uint32_t level; /* of the block that is being coded */
    open_block blocks[CAIRN__BLOCK_LEVELS];
    cairn__byte_list quarters[CAIRN__BLOCK_LEVELS]; /* of a block, before they follow it */
    cairn__byte_list head;                          /* sizes of a block's parts */
    uint32_t counts[KINDS];                         /* of a block's items with a label */
    uint32_t nodes[NODES_A_ROW];                    /* of the last ones of these */
    uint32_t node_count;
    cairn__byte_list row; /* those of the others */
    cairn__byte_list boxes;
    cairn__byte_list others;
};

typedef cairn__list_coder coder;

/* ---- the order of items ---- */

/* A block's place in the order of a tree: of its first block of the last level. */
static uint32_t get_path(const cairn__bend_item *item)
{
    uint32_t bits = CAIRN__BLOCK_LEVELS - 1u - item->level;
    uint32_t mask = (1u << (CAIRN__BLOCK_LEVELS - 1)) - 1;
    return cairn__interleave((uint32_t)item->across << bits & mask,
                             (uint32_t)item->down << bits & mask);
}

/* Compares the blocks of items of the same block of 256 cells: paths, then levels. */
static int compare_blocks(const cairn__bend_item *a, const cairn__bend_item *b)
{
    uint32_t paths[2] = {get_path(a), get_path(b)};
    if (paths[0] != paths[1])
        return paths[0] < paths[1] ? -1 : 1;
    return a->level < b->level ? -1 : a->level > b->level;
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
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return memcmp(&a->box, &b->box, sizeof a->box);
}

/* The first item from `first` on that is of a higher level. */
static size_t find_own_end(const coder *self, size_t first, size_t end, uint32_t level)
{
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (self->items[middle].level == level)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static uint32_t get_quarter(const coder *self, size_t item, uint32_t level)
{
    return get_path(&self->items[item]) >> 2 * (CAIRN__BLOCK_LEVELS - 2 - level) & 3;
}

/* The first item from `first` on that is of a later quarter. */
static size_t find_quarter_end(const coder *self, size_t first, size_t end, uint32_t level)
{
    uint32_t quarter = get_quarter(self, first, level);
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (get_quarter(self, middle, level) == quarter)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* ---- items ---- */

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

static void add_other(const cairn__list_coder *self, cairn__byte_list *to,
                      const cairn__bend_item *item)
{
    uint32_t bits = cairn__block_get_bits(item->level);
    cairn__xy cell = self->graph->all.nodes[item->node].cell;
    cairn__byte_list_add_number(
        to, fold((int32_t)cell.x - (int32_t)((uint32_t)item->across << bits)) << 2 | item->kind);
    cairn__byte_list_add_number(to,
                                fold((int32_t)cell.y - (int32_t)((uint32_t)item->down << bits)));
}

/* Adds the nodes that are not in the row yet: as many as fill whole bytes, or the last ones. */
static void add_nodes(coder *self)
{
    uint32_t width = cairn__count_bits(self->numbers->count - 1);
    cairn__byte_list_add_row(&self->row, self->nodes, self->node_count, width > 0 ? width : 1);
    self->node_count = 0;
}

static void add_labelled(coder *self, const cairn__bend_item *item)
{
    self->counts[item->kind]++;
    self->nodes[self->node_count++] = item->node;
    if (self->node_count == NODES_A_ROW)
        add_nodes(self);
}

static void code_item(coder *self, const cairn__bend_item *item)
{
    if (item->is_local)
        add_other(self, &self->others, item);
    else
        add_labelled(self, item);
    if (item->kind == CAIRN__ITEM_BOX)
        add_box(item->is_local ? &self->others : &self->boxes, item);
}

/* Writes the lengths of a block's parts, except the last quarter, which fills the rest. */
static void add_head(coder *self, const open_block *at)
{
    const size_t numbers[] = {self->counts[0], self->counts[1], self->counts[2],
                              self->others.count};
    uint32_t last = QUARTERS_A_BLOCK;
    uint8_t flags = 0;
    for (uint32_t i = 0; i < QUARTERS_A_BLOCK; i++) {
        flags = (uint8_t)(flags | (at->sizes[i] > 0) << i | (numbers[i] > 0) << (i + 4));
        last = at->sizes[i] > 0 ? i : last;
    }
    cairn__byte_list_add(&self->head, &flags, 1);
    for (uint32_t i = 0; i < KINDS + 1; i++)
        if (numbers[i] > 0)
            cairn__byte_list_add_number(&self->head, (uint32_t)numbers[i]);
    for (uint32_t i = 0; i < QUARTERS_A_BLOCK && i < last; i++)
        if (at->sizes[i] > 0)
            cairn__byte_list_add_number(&self->head, (uint32_t)at->sizes[i]);
}

/* ---- blocks ---- */

static void open_at(coder *self, uint32_t level, size_t first, size_t end)
{
    open_block *at = &self->blocks[level];
    size_t own = find_own_end(self, first, end, level);
    *at = (open_block){.first = first, .own = own, .end = end, .next = own};
    self->quarters[level].count = 0;
    self->level = level;
}

/* Begins with the next quarter; without one the block's own items are next. */
static void open_quarter(coder *self, open_block *at)
{
    if (at->next == at->end) {
        at->step = ITEMS;
        at->next = at->first;
        memset(self->counts, 0, sizeof self->counts);
        self->row.count = self->boxes.count = self->others.count = self->head.count = 0;
        return;
    }
    size_t first = at->next;
    at->quarter = get_quarter(self, first, self->level);
    at->before = self->quarters[self->level].count;
    at->next = find_quarter_end(self, first, at->end, self->level);
    open_at(self, self->level + 1, first, at->next);
}

static void code_items(coder *self, open_block *at, cairn__meter *meter)
{
    size_t end = at->own - at->next < MANY ? at->own : at->next + MANY;
    cairn__spend(meter, (end - at->next) * ITEM_UNITS);
    for (; at->next < end; at->next++)
        code_item(self, &self->items[at->next]);
    if (at->next < at->own)
        return;
    at->step = JOIN;
    if (self->node_count > 0)
        add_nodes(self);
    add_head(self, at);
}

/* Adds bytes to what the block is a part of. */
static cairn_status add_bytes(coder *self, const uint8_t *bytes, size_t count)
{
    if (self->level == 0)
        return cairn__byte_pile_add(self->lists, &self->allocator, bytes, count);
    cairn__byte_list *to = &self->quarters[self->level - 1];
    cairn__byte_list_add(to, bytes, count);
    return to->status;
}

enum { JOINED_PARTS = 5 };

/* Adds some bytes of the block's parts. */
static cairn_status join_part(coder *self, open_block *at, cairn__meter *meter)
{
    const cairn__byte_list *parts[JOINED_PARTS] = {&self->head, &self->row, &self->boxes,
                                                   &self->others, &self->quarters[self->level]};
    const cairn__byte_list *from = parts[at->part];
    size_t left = from->count - at->joined;
    size_t count = left < CAIRN__BYTES_A_LAYER ? left : CAIRN__BYTES_A_LAYER;
    cairn_status status = from->status;
    cairn__spend(meter, count / BYTES_A_UNIT + 1);
    if (status == CAIRN_OK && count > 0)
        status = add_bytes(self, from->bytes + at->joined, count);
    at->joined += count;
    if (at->joined == from->count) {
        at->joined = 0;
        at->part++;
    }
    return status;
}

/* Goes back to the block that the finished one is a quarter of; false if it is none. */
static bool close_block(coder *self)
{
    if (self->level == 0)
        return false;
    self->level--;
    open_block *at = &self->blocks[self->level];
    at->sizes[at->quarter] = self->quarters[self->level].count - at->before;
    return true;
}

static cairn_status code(coder *self, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK) {
        open_block *at = &self->blocks[self->level];
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (at->step == QUARTERS) {
            cairn__spend(meter, ITEM_UNITS);
            open_quarter(self, at);
        } else if (at->step == ITEMS) {
            code_items(self, at, meter);
        } else if (at->part < JOINED_PARTS) {
            status = join_part(self, at, meter);
        } else if (!close_block(self)) {
            break;
        }
    }
    return status;
}

/* ---- the items of a block ---- */

static cairn_status make_room(coder *self, size_t count)
{
    if (count <= self->capacity)
        return CAIRN_OK;
    cairn__release(&self->allocator, self->items);
    cairn__release(&self->allocator, self->room);
    self->capacity = count;
    self->items = cairn__allocate(&self->allocator, count, sizeof *self->items);
    self->room = cairn__allocate(&self->allocator, count, sizeof *self->room);
    return self->items != NULL && self->room != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

/* Takes all items off the graph; those of nodes with a label get the new number. */
static cairn_status gather(coder *self, cairn__pile *pile, cairn__meter *meter)
{
    while (pile->first != NULL) {
        const cairn__bend_item *items = cairn__layer_get(pile->first);
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        for (size_t i = 0; i < pile->first->count; i++) {
            cairn__bend_item *item = &self->items[self->count++];
            *item = items[i];
            if (!item->is_local)
                item->node = self->numbers->new_of[item->node];
        }
        cairn__spend(meter, pile->first->count);
        cairn__pile_drop(pile, &self->allocator);
    }
    return CAIRN_OK;
}

static cairn_status sort(coder *self, cairn__meter *meter)
{
    cairn_status status = cairn__sort_run(&self->sort, meter);
    self->items = (cairn__bend_item *)(void *)self->sort.things;
    self->room = (cairn__bend_item *)(void *)self->sort.room;
    return status;
}

/* ---- a list ---- */

static cairn_status run_phase(coder *self, cairn__pile *pile, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    if (self->phase == GATHER) {
        status = self->count == 0 ? make_room(self, pile->count) : CAIRN_OK;
        if (status == CAIRN_OK)
            status = gather(self, pile, meter);
        cairn__sort_start(&self->sort, self->items, self->room, self->count, sizeof *self->items,
                          compare_items);
    } else if (self->phase == SORT) {
        status = sort(self, meter);
        if (status == CAIRN_OK)
            open_at(self, 0, 0, self->count);
    } else {
        status = code(self, meter);
    }
    return status;
}

cairn_status cairn__list_coder_run(cairn__list_coder *self, uint32_t block, cairn__meter *meter)
{
    cairn__pile *pile = &self->graph->piles[block];
    if (self->phase == GATHER && self->count == 0) {
        self->firsts[block] = self->firsts[block + 1] = (uint32_t)self->lists->count;
        if (pile->count == 0)
            return CAIRN_OK;
    }
    for (;; self->phase++) {
        cairn_status status = run_phase(self, pile, meter);
        if (status != CAIRN_OK)
            return status;
        if (self->phase == CODE)
            break;
    }
    self->firsts[block + 1] = (uint32_t)self->lists->count;
    self->phase = GATHER;
    self->count = 0;
    return CAIRN_OK;
}

cairn_status cairn__list_coder_create(cairn__bend_graph *graph, const cairn__bend_numbers *numbers,
                                      uint32_t *firsts, cairn__pile *lists,
                                      cairn__list_coder **made)
{
    coder *self = cairn__allocate_zeroed(&graph->allocator, 1, sizeof *self);
    *made = self;
    if (self == NULL)
        return CAIRN_MEMORY;
    self->allocator = graph->allocator;
    self->graph = graph;
    self->numbers = numbers;
    self->firsts = firsts;
    self->lists = lists;
    self->head.allocator = self->row.allocator = graph->allocator;
    self->boxes.allocator = self->others.allocator = graph->allocator;
    for (uint32_t i = 0; i < CAIRN__BLOCK_LEVELS; i++)
        self->quarters[i].allocator = graph->allocator;
    return CAIRN_OK;
}

void cairn__list_coder_destroy(cairn__list_coder *self)
{
    if (self == NULL)
        return;
    cairn_allocator allocator = self->allocator;
    for (uint32_t i = 0; i < CAIRN__BLOCK_LEVELS; i++)
        cairn__byte_list_end(&self->quarters[i]);
    cairn__byte_list_end(&self->head);
    cairn__byte_list_end(&self->row);
    cairn__byte_list_end(&self->boxes);
    cairn__byte_list_end(&self->others);
    cairn__release(&allocator, self->items);
    cairn__release(&allocator, self->room);
    cairn__release(&allocator, self);
}
