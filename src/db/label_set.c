/* label_set.c: the parts of the section LABL, and looking up one entry of a label. */
#include "base/xy.h"
#include "db/label_set.h"

cairn__label_layout cairn__label_set_lay_out(const cairn__label_head *head)
{
    uint64_t nodes = head->nodes, buckets = (uint64_t)head->across * head->down;
    cairn__label_layout layout = {.cells = sizeof *head};
    layout.hubs = layout.cells + nodes * sizeof(cairn__xy);
    layout.firsts = layout.hubs + nodes * sizeof(cairn__xy);
    layout.buckets = layout.firsts + (nodes + 1) * sizeof(uint32_t);
    layout.items = layout.buckets + (buckets + 1) * sizeof(uint32_t);
    layout.labels = layout.items + (nodes + nodes % 2) * sizeof(cairn__corner_item);
    layout.bytes = (layout.labels + head->label_bytes + CAIRN__LABEL_PADDING + 3) / 4 * 4;
    return layout;
}

bool cairn__label_set_open(const void *section, uint64_t bytes, uint32_t width, uint32_t height,
                           cairn__label_set *set)
{
    const unsigned char *parts = section;
    cairn__label_head head;
    if (bytes < sizeof head)
        return false;
    memcpy(&head, section, sizeof head);
    if (head.nodes > CAIRN__MOST_NODES || head.across != cairn__count_buckets(width) ||
        head.down != cairn__count_buckets(height))
        return false;
    cairn__label_layout layout = cairn__label_set_lay_out(&head);
    if (layout.bytes != bytes)
        return false;
    *set = (cairn__label_set){
        .corners = {.across = head.across,
                    .down = head.down,
                    .count = head.nodes,
                    .firsts = (const uint32_t *)(const void *)(parts + layout.buckets),
                    .items = (const cairn__corner_item *)(const void *)(parts + layout.items)},
        .nodes = head.nodes,
        .node_width = cairn__count_bits(head.nodes > 0 ? head.nodes - 1 : 0),
        .label_bytes = head.label_bytes,
        .cells = (const cairn__xy *)(const void *)(parts + layout.cells),
        .hubs = (const cairn__xy *)(const void *)(parts + layout.hubs),
        .firsts = (const uint32_t *)(const void *)(parts + layout.firsts),
        .labels = parts + layout.labels,
    };
    return true;
}

/* The next nodes of a label with eps; false if they do not fit. */
static bool read_nexts(const cairn__label_set *set, cairn__label *label)
{
    uint16_t count;
    if (label->end - label->bytes < (ptrdiff_t)sizeof count)
        return false;
    memcpy(&count, label->bytes, sizeof count);
    label->nexts = label->bytes + sizeof count;
    label->next_count = count;
    label->next_width = cairn__count_bits(count > 0 ? count - 1u : 0);
    uint32_t row_bytes = cairn__get_row_bytes(count, set->node_width);
    if (label->end - label->nexts < (ptrdiff_t)row_bytes)
        return false;
    label->bytes = label->nexts + row_bytes;
    return true;
}

bool cairn__label_set_get(const cairn__label_set *set, uint32_t node, cairn__label *label)
{
    if (node >= set->nodes)
        return false;
    uint32_t first = set->firsts[node], end = set->firsts[node + 1];
    if (first > end || end > set->label_bytes || end - first > CAIRN__MOST_LABEL)
        return false;
    *label = (cairn__label){
        .bytes = set->labels + first, .end = set->labels + end, .cell = set->cells[node]};
    return set->exact || read_nexts(set, label);
}

/* The place of a hub in a block; its count if it is not there. */
static uint32_t find_in_block(const cairn__label_block *block, uint32_t hub)
{
    if (hub < block->first || (hub - block->first) >> block->rank_width != 0)
        return block->count;
    uint32_t i = 0;
    while (i < block->count &&
           cairn__read_bits(block->ranks, i, block->rank_width) != hub - block->first)
        i++;
    return i;
}

uint32_t cairn__label_get_next(const cairn__label_set *set, const cairn__label_cursor *cursor,
                               const cairn__label_block *block, uint32_t i)
{
    const cairn__label *label = &cursor->label;
    if (label->nexts == NULL)
        return cursor->next;
    uint32_t which = cairn__read_bits(block->nexts, i, label->next_width);
    return which < label->next_count ? cairn__read_bits(label->nexts, which, set->node_width)
                                     : set->nodes;
}

bool cairn__label_find(const cairn__label_set *set, const cairn__label *label, uint32_t hub,
                       cairn__label_entry *entry)
{
    cairn__label_cursor cursor;
    cairn__label_block block;
    uint32_t limit = UINT32_MAX;
    if (hub >= set->nodes)
        return false;
    cairn__label_cursor_start(&cursor, label);
    while (cairn__label_cursor_next_group(&cursor, CAIRN__ALL_TURNS, &limit))
        while (cairn__label_cursor_next_block(&cursor, &block)) {
            uint32_t i = find_in_block(&block, hub);
            if (i == block.count)
                continue;
            uint32_t excess = cairn__read_bits(block.excesses, i, block.excess_width);
            entry->distance = cairn__get_distance(label->cell, set->hubs[hub]) + 2 * excess;
            entry->next = cairn__label_get_next(set, &cursor, &block, i);
            return true;
        }
    return false;
}
