/* label_set.c: the parts of the section LABL, and looking up one entry of a label. */
#include "db/label_set.h"

cairn__label_layout cairn__label_set_lay_out(const cairn__label_head *head)
{
    size_t nodes = head->nodes, buckets = (size_t)head->across * head->down;
    cairn__label_layout layout = {.cells = sizeof *head};
    layout.hubs = layout.cells + nodes * sizeof(cairn_cell);
    layout.firsts = layout.hubs + nodes * sizeof(cairn_cell);
    layout.buckets = layout.firsts + (nodes + 1) * sizeof(uint32_t);
    layout.items = layout.buckets + (buckets + 1) * sizeof(uint32_t);
    layout.labels = layout.items + (nodes + nodes % 2) * sizeof(cairn__corner_item);
    layout.bytes = (layout.labels + head->label_bytes + CAIRN__LABEL_PADDING + 3) / 4 * 4;
    return layout;
}

static uint32_t count_buckets(uint32_t side)
{
    return (side + CAIRN__BUCKET_SIDE - 1) / CAIRN__BUCKET_SIDE;
}

bool cairn__label_set_open(const void *section, uint64_t bytes, uint32_t width, uint32_t height,
                           cairn__label_set *set)
{
    const unsigned char *parts = section;
    cairn__label_head head;
    if (bytes < sizeof head)
        return false;
    memcpy(&head, section, sizeof head);
    if (head.nodes > CAIRN__MOST_NODES || head.across != count_buckets(width) ||
        head.down != count_buckets(height))
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
        .label_bytes = head.label_bytes,
        .cells = (const cairn_cell *)(const void *)(parts + layout.cells),
        .hubs = (const cairn_cell *)(const void *)(parts + layout.hubs),
        .firsts = (const uint32_t *)(const void *)(parts + layout.firsts),
        .labels = parts + layout.labels,
    };
    return true;
}

bool cairn__label_set_get(const cairn__label_set *set, uint32_t node, cairn__label *label)
{
    if (node >= set->nodes)
        return false;
    uint32_t first = set->firsts[node], end = set->firsts[node + 1];
    if (first > end || end > set->label_bytes || end - first > CAIRN__MOST_LABEL)
        return false;
    *label = (cairn__label){set->labels + first, set->labels + end, set->cells[node]};
    return true;
}

/* True if the block has the hub; then `excess` gets its number. */
static bool find_in_block(const cairn__label_block *block, uint32_t hub, uint32_t *excess)
{
    if (hub < block->first || (hub - block->first) >> block->rank_width != 0)
        return false;
    for (uint32_t i = 0; i < block->count; i++)
        if (cairn__read_bits(block->ranks, i, block->rank_width) == hub - block->first) {
            *excess = cairn__read_bits(block->excesses, i, block->excess_width);
            return true;
        }
    return false;
}

bool cairn__label_find(const cairn__label_set *set, const cairn__label *label, uint32_t hub,
                       cairn__label_entry *entry)
{
    cairn__label_cursor cursor;
    cairn__label_block block;
    uint32_t excess, limit = UINT32_MAX;
    if (hub >= set->nodes)
        return false;
    cairn__label_cursor_start(&cursor, label);
    while (cairn__label_cursor_next_group(&cursor, CAIRN__ALL_TURNS, &limit))
        while (cairn__label_cursor_next_block(&cursor, &block)) {
            if (!find_in_block(&block, hub, &excess))
                continue;
            entry->distance = cairn_get_distance(label->cell, set->hubs[hub]) + 2 * excess;
            entry->next = cursor.next;
            return true;
        }
    return false;
}
