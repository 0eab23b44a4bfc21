/* label_set.c: the parts of the section LABL, and looking up one entry of a label. */
#include "db/label_set.h"

cairn__label_layout cairn__label_set_lay_out(const cairn__label_head *head)
{
    size_t nodes = head->nodes, buckets = (size_t)head->across * head->down;
    cairn__label_layout layout = {.cells = sizeof *head};
    layout.firsts = layout.cells + nodes * sizeof(cairn_cell);
    layout.buckets = layout.firsts + (nodes + 1) * sizeof(uint32_t);
    layout.items = layout.buckets + (buckets + 1) * sizeof(uint32_t);
    layout.labels = layout.items + nodes * sizeof(cairn__corner_item);
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
        .node_width = cairn__count_bits(head.nodes > 0 ? head.nodes - 1 : 0),
        .label_bytes = head.label_bytes,
        .cells = (const cairn_cell *)(const void *)(parts + layout.cells),
        .firsts = (const uint32_t *)(const void *)(parts + layout.firsts),
        .labels = parts + layout.labels,
    };
    return true;
}

bool cairn__label_set_get(const cairn__label_set *set, uint32_t node, cairn__label *label)
{
    uint16_t counts[2];
    if (node >= set->nodes)
        return false;
    uint32_t first = set->firsts[node], end = set->firsts[node + 1];
    if (first > end || end > set->label_bytes || end - first < sizeof counts)
        return false;
    const uint8_t *bytes = set->labels + first;
    memcpy(counts, bytes, sizeof counts);
    label->cell = set->cells[node];
    label->count = counts[0];
    label->next_count = counts[1];
    label->next_width = cairn__count_bits(counts[1] > 0 ? counts[1] - 1u : 0);
    label->nexts = bytes + sizeof counts;
    label->headers = label->nexts + cairn__get_row_bytes(label->next_count, set->node_width);
    label->end = set->labels + end;
    size_t room = (size_t)(end - first) - sizeof counts;
    size_t needed = cairn__get_row_bytes(label->next_count, set->node_width) +
                    cairn__label_count_blocks(label) * sizeof(uint32_t);
    return label->count > 0 && label->count <= CAIRN__MOST_LABEL && needed <= room;
}

void cairn__label_cursor_start(cairn__label_cursor *cursor, const cairn__label *label)
{
    cursor->label = *label;
    cursor->block = 0;
    cursor->payload = label->headers + cairn__label_count_blocks(label) * sizeof(uint32_t);
}

/* The last block that begins with this hub or one before it; false if there is none. */
static bool find_block(const cairn__label *label, uint32_t hub, cairn__label_block *block)
{
    cairn__label_cursor cursor;
    cairn__label_block next;
    bool found = false;
    cairn__label_cursor_start(&cursor, label);
    while (cairn__label_cursor_next(&cursor, &next) && next.first <= hub) {
        *block = next;
        found = true;
    }
    return found;
}

bool cairn__label_find(const cairn__label_set *set, const cairn__label *label, uint32_t hub,
                       cairn__label_entry *entry)
{
    cairn__label_block block;
    if (hub >= set->nodes || !find_block(label, hub, &block))
        return false;
    for (uint32_t i = 0; i < block.count; i++) {
        if (block.first + cairn__read_bits(block.ranks, i, block.rank_width) != hub)
            continue;
        uint32_t excess = cairn__read_bits(block.excesses, i, block.excess_width);
        uint32_t next = cairn__read_bits(block.nexts, i, label->next_width);
        entry->distance = cairn_get_distance(label->cell, set->cells[hub]) + 2 * excess;
        entry->next = next < label->next_count
                          ? cairn__read_bits(label->nexts, next, set->node_width)
                          : set->nodes;
        return true;
    }
    return false;
}
