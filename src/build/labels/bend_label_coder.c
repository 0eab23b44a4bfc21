/* bend_label_coder.c: codes labels. */
#include "base/memory.h"
#include "build/labels/bend_coder.h"
#include "db/bend_set.h"

/* Units of an entry, and entries between two looks at the units. */
enum { ENTRY_UNITS = 4, MANY = 1024 };

struct cairn__label_coder {
    cairn_allocator allocator;
    cairn__hub_labels *labels;
    const cairn__bend_nodes *survivors;
    const cairn__bend_numbers *numbers;
    const cairn__xy *hubs;
    uint32_t *firsts;
    cairn__pile *bytes;
    cairn__byte_list label; /* the present one */
    uint32_t *nexts;        /* of the present label, new numbers */
    uint32_t next_count;
    uint32_t *places; /* of a node among them; of meaning if that place has the node */
    bool is_listed;   /* all nexts of the label are there */
    size_t entry;     /* of the label, to be listed or coded next */
};

typedef cairn__label_coder coder;

/* The place of an entry's next node among those of the label; the node itself has none, and
 * `next_count` if it is not there yet. */
static uint32_t find_next(const coder *self, uint32_t node, const cairn__hub_entry *entry)
{
    uint32_t next = self->numbers->new_of[entry->next], place = self->places[next];
    if (entry->next == node)
        return 0;
    return place < self->next_count && self->nexts[place] == next ? place : self->next_count;
}

/* Lists an entry's next node. LIMIT if the distance is too long to be coded. */
static cairn_status list_next(coder *self, uint32_t node, const cairn__hub_entry *entry)
{
    if (entry->distance >= CAIRN__MOST_BEND_DISTANCE)
        return CAIRN_LIMIT;
    if (entry->next != node && find_next(self, node, entry) == self->next_count) {
        uint32_t next = self->numbers->new_of[entry->next];
        self->places[next] = self->next_count;
        self->nexts[self->next_count++] = next;
    }
    return CAIRN_OK;
}

static cairn_status list_nexts(coder *self, uint32_t node, cairn__meter *meter)
{
    const cairn__hub_label *label = &self->labels->labels[node];
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && self->entry < label->count) {
        size_t left = label->count - self->entry, count = left < MANY ? left : MANY;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn__spend(meter, count * ENTRY_UNITS);
        for (size_t end = self->entry + count; status == CAIRN_OK && self->entry < end;)
            status = list_next(self, node, &label->entries[self->entry++]);
    }
    return status;
}

static void add_nexts(coder *self)
{
    uint16_t next_count = cairn__little16((uint16_t)self->next_count);
    self->label.count = 0;
    cairn__byte_list_add(&self->label, &next_count, sizeof next_count);
    cairn__byte_list_add_row(&self->label, self->nexts, self->next_count,
                             cairn__count_bits(self->survivors->count - 1));
    self->is_listed = true;
    self->entry = 0;
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
    header = cairn__little32(header);
    cairn__byte_list_add(&self->label, &header, sizeof header);
    cairn__byte_list_add_row(&self->label, ranks, count, rank_width);
    cairn__byte_list_add_row(&self->label, excesses, count, width);
    cairn__byte_list_add_row(&self->label, nexts, count,
                             cairn__count_bits(self->next_count > 0 ? self->next_count - 1 : 0));
}

static cairn_status add_blocks(coder *self, uint32_t node, cairn__meter *meter)
{
    const cairn__hub_label *label = &self->labels->labels[node];
    while (self->entry < label->count) {
        size_t left = label->count - self->entry;
        uint32_t count = left < CAIRN__BEND_BLOCK ? (uint32_t)left : CAIRN__BEND_BLOCK;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn__spend(meter, (uint64_t)count * ENTRY_UNITS + ENTRY_UNITS);
        add_block(self, node, label->entries + self->entry, count);
        self->entry += count;
    }
    if (self->label.status == CAIRN_OK && self->label.count > CAIRN__MOST_BEND_LABEL)
        return CAIRN_LIMIT;
    return self->label.status;
}

cairn_status cairn__label_coder_run(cairn__label_coder *self, uint32_t number, cairn__meter *meter)
{
    uint32_t node = self->numbers->old_of[number];
    cairn_status status = CAIRN_OK;
    if (!self->is_listed) {
        status = list_nexts(self, node, meter);
        if (status != CAIRN_OK)
            return status;
        add_nexts(self);
    }
    status = add_blocks(self, node, meter);
    if (status == CAIRN_OK)
        status = cairn__byte_pile_add(self->bytes, &self->allocator, self->label.bytes,
                                      self->label.count);
    if (status != CAIRN_OK)
        return status;
    self->firsts[number + 1] = (uint32_t)self->bytes->count;
    self->is_listed = false;
    self->entry = self->next_count = 0;
    cairn__hub_label_end(self->labels, node);
    return CAIRN_OK;
}

cairn_status cairn__label_coder_create(cairn__hub_labels *labels,
                                       const cairn__bend_nodes *survivors,
                                       const cairn__bend_numbers *numbers, const cairn__xy *hubs,
                                       uint32_t *firsts, cairn__pile *bytes,
                                       cairn__label_coder **made)
{
    const cairn_allocator *allocator = &survivors->allocator;
    coder *self = cairn__allocate_zeroed(allocator, 1, sizeof *self);
    *made = self;
    if (self == NULL)
        return CAIRN_MEMORY;
    *self = (coder){.allocator = *allocator,
                    .labels = labels,
                    .survivors = survivors,
                    .numbers = numbers,
                    .hubs = hubs,
                    .firsts = firsts,
                    .bytes = bytes,
                    .label.allocator = *allocator};
    firsts[0] = 0;
    self->nexts = cairn__allocate(allocator, survivors->count, sizeof *self->nexts);
    self->places = cairn__allocate_zeroed(allocator, survivors->count, sizeof *self->places);
    return self->nexts != NULL && self->places != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

void cairn__label_coder_destroy(cairn__label_coder *self)
{
    if (self == NULL)
        return;
    cairn_allocator allocator = self->allocator;
    cairn__byte_list_end(&self->label);
    cairn__release(&allocator, self->nexts);
    cairn__release(&allocator, self->places);
    cairn__release(&allocator, self);
}
