/* bend_label_coder.c: codes labels. */
#include "build/bend_coder.h"

#include "base/memory.h"
#include "db/bend_set.h"

typedef struct coder {
    const cairn__hub_labels *labels;
    const cairn__bend_nodes *survivors;
    const cairn__bend_numbers *numbers;
    const cairn__xy *hubs;
    cairn__byte_list *bytes;
    uint32_t *nexts; /* of the present label, new numbers */
    uint32_t next_count;
} coder;

static const cairn__hub_entry *get_entries(const coder *self, uint32_t node, uint32_t *count)
{
    uint64_t first = self->labels->firsts[node];
    *count = (uint32_t)(self->labels->firsts[node + 1] - first);
    return self->labels->entries + first;
}

/* The place of an entry's next node among those of the label; the node itself has none. */
static uint32_t find_next(const coder *self, uint32_t node, const cairn__hub_entry *entry)
{
    uint32_t place = 0, next = self->numbers->new_of[entry->next];
    if (entry->next == node)
        return 0;
    while (place < self->next_count && self->nexts[place] != next)
        place++;
    return place;
}

static void list_nexts(coder *self, uint32_t node)
{
    uint32_t count;
    const cairn__hub_entry *entries = get_entries(self, node, &count);
    self->next_count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (entries[i].next != node && find_next(self, node, &entries[i]) == self->next_count)
            self->nexts[self->next_count++] = self->numbers->new_of[entries[i].next];
}

/* Moves cost even numbers, so the excess above octile is halved. */
static uint32_t get_excess(const coder *self, uint32_t node, const cairn__hub_entry *entry)
{
    cairn__xy cell = self->survivors->nodes[node].cell;
    return (entry->distance - cairn__get_distance(cell, self->hubs[entry->rank])) / 2;
}

static void add_block(coder *self, uint32_t node, const cairn__hub_entry *entries, uint32_t count)
{
    uint32_t ranks[CAIRN__BEND_BLOCK], excesses[CAIRN__BEND_BLOCK], nexts[CAIRN__BEND_BLOCK];
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        ranks[i] = entries[i].rank - entries[0].rank;
        excesses[i] = get_excess(self, node, &entries[i]);
        nexts[i] = find_next(self, node, &entries[i]);
        most |= excesses[i];
    }
    uint32_t rank_width = cairn__count_bits(ranks[count - 1]), width = cairn__count_bits(most);
    uint32_t header = entries[0].rank | rank_width << 18 | width << 23 | (count - 1) << 28;
    cairn__byte_list_add(self->bytes, &header, sizeof header);
    cairn__byte_list_add_row(self->bytes, ranks, count, rank_width);
    cairn__byte_list_add_row(self->bytes, excesses, count, width);
    cairn__byte_list_add_row(self->bytes, nexts, count,
                             cairn__count_bits(self->next_count > 0 ? self->next_count - 1 : 0));
}

static void add_label(coder *self, uint32_t node)
{
    uint32_t count, nodes = self->survivors->count;
    const cairn__hub_entry *entries = get_entries(self, node, &count);
    size_t first = self->bytes->count;
    list_nexts(self, node);
    uint16_t next_count = (uint16_t)self->next_count;
    cairn__byte_list_add(self->bytes, &next_count, sizeof next_count);
    cairn__byte_list_add_row(self->bytes, self->nexts, self->next_count,
                             cairn__count_bits(nodes - 1));
    for (uint32_t i = 0; i < count; i += CAIRN__BEND_BLOCK)
        add_block(self, node, entries + i,
                  count - i < CAIRN__BEND_BLOCK ? count - i : CAIRN__BEND_BLOCK);
    if (self->bytes->status == CAIRN_OK && self->bytes->count - first > CAIRN__MOST_BEND_LABEL)
        self->bytes->status = CAIRN_LIMIT;
}

/* Finds the hubs' cells and the longest label. LIMIT if a distance is too long to be coded. */
static cairn_status look_through(const coder *self, cairn__xy *hubs, uint32_t *longest)
{
    for (uint32_t node = 0; node < self->survivors->count; node++) {
        uint32_t count;
        const cairn__hub_entry *entries = get_entries(self, node, &count);
        *longest = count > *longest ? count : *longest;
        for (uint32_t i = 0; i < count; i++) {
            if (entries[i].distance >= CAIRN__MOST_BEND_DISTANCE)
                return CAIRN_LIMIT;
            if (entries[i].next == node)
                hubs[entries[i].rank] = self->survivors->nodes[node].cell;
        }
    }
    return CAIRN_OK;
}

cairn_status cairn__bend_code_labels(const cairn__hub_labels *labels,
                                     const cairn__bend_nodes *survivors,
                                     const cairn__bend_numbers *numbers, cairn__xy *hubs,
                                     uint32_t *firsts, cairn__byte_list *bytes)
{
    coder self = {labels, survivors, numbers, hubs, bytes, NULL, 0};
    uint32_t longest = 1;
    cairn_status status = look_through(&self, hubs, &longest);
    if (status != CAIRN_OK)
        return status;
    self.nexts = cairn__allocate(&survivors->allocator, longest, sizeof *self.nexts);
    if (self.nexts == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = 0; i < survivors->count; i++) {
        firsts[i] = (uint32_t)bytes->count;
        add_label(&self, numbers->old_of[i]);
    }
    firsts[survivors->count] = (uint32_t)bytes->count;
    cairn__release(&survivors->allocator, self.nexts);
    return bytes->status;
}
