/* bend_label_verify.c: whether labels are coded as the builder codes them, and every way goes on at its
 * next node. */
#include "verify/bend_verify.h"

/* The bits behind a row of numbers, up to the next byte, are zero. */
static bool is_row_clean(const uint8_t *row, uint32_t count, uint32_t width)
{
    uint32_t bits = count * width;
    return bits % 8 == 0 || row[bits / 8] >> bits % 8 == 0;
}

/* The next nodes of a label: none is the node itself, none is there twice. */
static cairn_status check_nexts(cairn__bend_verifier *self, uint32_t node,
                                const cairn__bend_label *label)
{
    const cairn__bend_set *set = self->set;
    if (!is_row_clean(label->nexts, label->next_count, set->node_width))
        return cairn__bend_fail(self, label->nexts, "bits behind the next nodes are not zero");
    for (uint32_t i = 0; i < label->next_count; i++) {
        uint32_t next = cairn__read_bits(label->nexts, i, set->node_width);
        if (next >= set->nodes || next == node || self->marks[next] == node + 1)
            return cairn__bend_fail(self, label->nexts, "a next node is none, or there twice");
        self->marks[next] = node + 1;
    }
    return CAIRN_OK;
}

/* What a label's entries have shown so far. */
typedef struct seen {
    uint32_t node;
    uint32_t count;
    uint32_t before; /* the last hub */
    uint32_t nexts;  /* next nodes used: each is first used after those before it */
    bool own;        /* the node itself was a hub */
} seen;

/* An entry's way: it is the hub, or it goes on at the next node and is as long. */
static cairn_status check_way(cairn__bend_verifier *self, seen *so_far,
                              const cairn__bend_label *label, const cairn__bend_block *block,
                              uint32_t i)
{
    const cairn__bend_set *set = self->set;
    uint32_t hub = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
    uint32_t which = cairn__read_bits(block->nexts, i, label->next_width);
    if (hub >= set->nodes || (so_far->count > 0 && hub <= so_far->before))
        return cairn__bend_fail(self, block->ranks, "hubs are not in order");
    so_far->before = hub;
    so_far->count++;
    uint32_t distance = cairn__get_distance(label->cell, set->hubs[hub]) +
                        2 * cairn__read_bits(block->excesses, i, block->excess_width);
    if (self->owners[hub] == so_far->node) {
        so_far->own = true;
        if (distance != 0 || which != 0)
            return cairn__bend_fail(self, block->excesses, "a node is far from itself");
        return CAIRN_OK;
    }
    if (which >= label->next_count || which > so_far->nexts)
        return cairn__bend_fail(self, block->nexts, "a next node is not in the label's order");
    so_far->nexts += which == so_far->nexts;
    cairn__bend_entry entry;
    cairn__meter meter = {0};
    uint32_t next = cairn__read_bits(label->nexts, which, set->node_width);
    if (!cairn__bend_set_find(set, next, hub, &entry, &meter) ||
        distance >= CAIRN__MOST_BEND_DISTANCE ||
        entry.distance + cairn__get_distance(label->cell, set->cells[next]) != distance)
        return cairn__bend_fail(self, block->nexts, "a way does not go on at the next node");
    return CAIRN_OK;
}

/* Widths are the least ones that do. */
static bool is_narrow(const cairn__bend_block *block)
{
    uint32_t ranks = 0, excesses = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        ranks |= cairn__read_bits(block->ranks, i, block->rank_width);
        excesses |= cairn__read_bits(block->excesses, i, block->excess_width);
    }
    return cairn__count_bits(ranks) == block->rank_width &&
           cairn__count_bits(excesses) == block->excess_width &&
           cairn__read_bits(block->ranks, 0, block->rank_width) == 0;
}

static cairn_status check_block(cairn__bend_verifier *self, seen *so_far,
                                const cairn__bend_label *label, const cairn__bend_block *block)
{
    if (!is_narrow(block) || !is_row_clean(block->ranks, block->count, block->rank_width) ||
        !is_row_clean(block->excesses, block->count, block->excess_width) ||
        !is_row_clean(block->nexts, block->count, label->next_width))
        return cairn__bend_fail(self, block->ranks, "a block could be shorter");
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < block->count; i++)
        status = check_way(self, so_far, label, block, i);
    return status;
}

static cairn_status check_label(cairn__bend_verifier *self, uint32_t node)
{
    seen so_far = {.node = node};
    cairn__bend_label label;
    cairn__bend_block block = {.count = CAIRN__BEND_BLOCK};
    if (!cairn__bend_label_start(self->set, node, &label))
        return cairn__bend_fail(self, &self->set->label_firsts[node], "a label cannot be read");
    cairn_status status = check_nexts(self, node, &label);
    while (status == CAIRN_OK && label.at < label.end) {
        if (block.count < CAIRN__BEND_BLOCK)
            return cairn__bend_fail(self, label.at, "a block before the last one is not full");
        if (!cairn__bend_label_next(&label, &block))
            return cairn__bend_fail(self, label.at, "a block does not end in its label");
        status = check_block(self, &so_far, &label, &block);
    }
    if (status == CAIRN_OK && (!so_far.own || so_far.nexts != label.next_count))
        return cairn__bend_fail(self, label.nexts,
                                "a label lacks its node, or has a next too many");
    self->entries += so_far.count;
    return status;
}

cairn_status cairn__bend_verify_labels(cairn__bend_verifier *self)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < self->set->nodes; node++)
        status = check_label(self, node);
    return status;
}
