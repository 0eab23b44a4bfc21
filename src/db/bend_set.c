/* bend_set.c: the parts of the section BEND, and reading labels. */
#include "db/bend_set.h"

cairn__bend_layout cairn__bend_set_lay_out(const cairn__bend_head *head)
{
    uint64_t nodes = head->nodes, blocks = (uint64_t)head->across * head->down;
    cairn__bend_layout layout = {.cells = sizeof *head};
    layout.hubs = layout.cells + nodes * sizeof(cairn__xy);
    layout.label_firsts = layout.hubs + nodes * sizeof(cairn__xy);
    layout.list_firsts = layout.label_firsts + (nodes + 1) * sizeof(uint32_t);
    layout.lists = layout.list_firsts + (blocks + 1) * sizeof(uint32_t);
    layout.labels = layout.lists + head->list_bytes;
    layout.bytes = (layout.labels + head->label_bytes + CAIRN__BEND_PADDING + 3) / 4 * 4;
    return layout;
}

bool cairn__bend_set_open(const void *section, uint64_t bytes, uint32_t width, uint32_t height,
                          cairn__bend_set *set)
{
    const unsigned char *parts = section;
    cairn__bend_head head;
    if (bytes < sizeof head)
        return false;
    memcpy(&head, section, sizeof head);
    if (head.nodes > CAIRN__MOST_BENDS || head.across != cairn__count_blocks(width) ||
        head.down != cairn__count_blocks(height))
        return false;
    cairn__bend_layout layout = cairn__bend_set_lay_out(&head);
    if (layout.bytes != bytes)
        return false;
    *set = (cairn__bend_set){
        .nodes = head.nodes,
        .node_width = cairn__count_bits(head.nodes > 0 ? head.nodes - 1 : 0),
        .across = head.across,
        .down = head.down,
        .list_bytes = head.list_bytes,
        .label_bytes = head.label_bytes,
        .cells = (const cairn__xy *)(const void *)(parts + layout.cells),
        .hubs = (const cairn__xy *)(const void *)(parts + layout.hubs),
        .label_firsts = (const uint32_t *)(const void *)(parts + layout.label_firsts),
        .list_firsts = (const uint32_t *)(const void *)(parts + layout.list_firsts),
        .lists = parts + layout.lists,
        .labels = parts + layout.labels,
    };
    return true;
}

#if CAIRN__BIG_ENDIAN

void cairn__bend_set_turn(void *section, uint64_t bytes, bool to_file)
{
    cairn__bend_head head;
    if (bytes < sizeof head)
        return;
    memcpy(&head, section, sizeof head);
    if (!to_file)
        cairn__order_numbers(&head, sizeof head, "4");
    cairn__bend_layout layout = cairn__bend_set_lay_out(&head);
    if (layout.bytes == bytes)
        cairn__order_numbers(section, layout.lists, "4");
}

#endif

bool cairn__bend_label_start(const cairn__bend_set *set, uint32_t node, cairn__bend_label *label)
{
    if (node >= set->nodes)
        return false;
    uint32_t first = set->label_firsts[node], end = set->label_firsts[node + 1];
    if (first > end || end > set->label_bytes || end - first > CAIRN__MOST_BEND_LABEL ||
        end - first < sizeof(uint16_t))
        return false;
    uint16_t count;
    memcpy(&count, set->labels + first, sizeof count);
    count = cairn__little16(count);
    label->nexts = set->labels + first + sizeof count;
    label->next_count = count;
    label->next_width = cairn__count_bits(count > 0 ? count - 1u : 0);
    label->at = label->nexts + cairn__get_row_bytes(count, set->node_width);
    label->end = set->labels + end;
    label->cell = set->cells[node];
    return label->at <= label->end;
}

/* The place of a hub in a block; its count if it is not there. */
static uint32_t find_in_block(const cairn__bend_block *block, uint32_t hub)
{
    if (hub < block->first || (hub - block->first) >> block->rank_width != 0)
        return block->count;
    uint32_t i = 0;
    while (i < block->count &&
           cairn__read_bits(block->ranks, i, block->rank_width) != hub - block->first)
        i++;
    return i;
}

static bool find_entry(const cairn__bend_set *set, cairn__bend_label *label, uint32_t hub,
                       cairn__bend_entry *entry)
{
    cairn__bend_block block;
    while (cairn__bend_label_next(label, &block)) {
        uint32_t i = find_in_block(&block, hub);
        if (i == block.count)
            continue;
        uint32_t which = cairn__read_bits(block.nexts, i, label->next_width);
        entry->distance = cairn__get_distance(label->cell, set->hubs[hub]) +
                          2 * cairn__read_bits(block.excesses, i, block.excess_width);
        entry->next = which < label->next_count
                          ? cairn__read_bits(label->nexts, which, set->node_width)
                          : set->nodes;
        return true;
    }
    return false;
}

bool cairn__bend_set_find(const cairn__bend_set *set, uint32_t node, uint32_t hub,
                          cairn__bend_entry *entry, cairn__meter *meter)
{
    cairn__bend_label label;
    if (hub >= set->nodes || !cairn__bend_label_start(set, node, &label))
        return false;
    const uint8_t *first = label.at;
    bool found = find_entry(set, &label, hub, entry);
    meter->left -= (label.at - first) / 512 + 1;
    return found;
}
