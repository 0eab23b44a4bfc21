/* label_maker.c: codes hub labels. Nodes are numbered anew, bucket by bucket, so that labels of
 * corners that are seen together lie together. */
#include "base/xy.h"
#include "build/label_maker.h"

#include <stdlib.h>

#include "base/memory.h"
#include "db/label_set.h"
#include "db/turns.h"

/* An entry of the present label, as it is coded. */
typedef struct coded {
    uint32_t next; /* the new number */
    uint32_t rank;
    uint32_t excess;
    bool own; /* the node itself */
} coded;

typedef struct maker {
    const cairn_allocator *allocator;
    const cairn__corner_graph *graph;
    const cairn__hub_labels *labels;
    cairn__label_head head;
    uint32_t *new_of;  /* the new number of a node of the graph */
    uint32_t *old_of;  /* and back */
    uint32_t *firsts;  /* of the labels, by new numbers */
    uint32_t *buckets; /* nodes in the buckets before each */
    bool exact;        /* labels are of groups */
    coded *entries;    /* of the present label */
    uint32_t *nexts;   /* its next nodes, if it is of one group */
    uint32_t next_count;
    uint8_t *bytes; /* all labels so far */
    size_t count;
    size_t capacity;
} maker;

/* ---- nodes ---- */

static uint32_t get_bucket(cairn__xy cell, uint32_t across)
{
    return (cell.y >> CAIRN__BUCKET_BITS) * across + (cell.x >> CAIRN__BUCKET_BITS);
}

/* Counts the corners in buckets, which are zero. LIMIT if one has too many. */
static cairn_status count_corners(const cairn__corner_graph *graph, uint32_t across,
                                  uint32_t *buckets)
{
    for (uint32_t node = 0; node < graph->nodes; node++)
        if (++buckets[get_bucket(graph->cells[node], across)] > CAIRN__MOST_IN_BUCKET)
            return CAIRN_LIMIT;
    return CAIRN_OK;
}

cairn_status cairn__label_section_check(const cairn__corner_graph *graph)
{
    cairn_map_info info = graph->sight.map->info;
    uint32_t across = cairn__count_buckets(info.width);
    uint32_t *buckets = cairn__allocate_zeroed(
        &graph->allocator, (uint64_t)across * cairn__count_buckets(info.height), sizeof *buckets);
    cairn_status status = buckets != NULL ? count_corners(graph, across, buckets) : CAIRN_MEMORY;
    cairn__release(&graph->allocator, buckets);
    return status;
}

/* Numbers the nodes by their buckets, in row-major order in each. */
static cairn_status number_nodes(maker *self)
{
    const cairn__corner_graph *graph = self->graph;
    uint32_t across = self->head.across, count = across * self->head.down, before = 0;
    cairn_status status = count_corners(graph, across, self->buckets);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t own = self->buckets[i];
        self->buckets[i] = before;
        before += own;
    }
    for (uint32_t node = 0; node < self->head.nodes; node++) {
        uint32_t number = self->buckets[get_bucket(graph->cells[node], across)]++;
        self->new_of[node] = number;
        self->old_of[number] = node;
    }
    /* Each has moved to where the next one begins. */
    memmove(self->buckets + 1, self->buckets, count * sizeof *self->buckets);
    self->buckets[0] = 0;
    return CAIRN_OK;
}

/* ---- bits ---- */

/* Room for so many more bytes, zeroed. */
static cairn_status add_room(maker *self, size_t more)
{
    if (self->count + more > UINT32_MAX / 2)
        return CAIRN_LIMIT;
    if (self->count + more > self->capacity) {
        uint8_t *bytes = cairn__grow(self->allocator, self->bytes, self->count, 1, &self->capacity,
                                     self->count + more);
        if (bytes == NULL)
            return CAIRN_MEMORY;
        self->bytes = bytes;
    }
    memset(self->bytes + self->count, 0, more);
    return CAIRN_OK;
}

static void add_word(maker *self, uint32_t word)
{
    memcpy(self->bytes + self->count, &word, sizeof word);
    self->count += sizeof word;
}

/* Sets number `index` of a row that begins at the end of the bytes. */
static void set_bits(maker *self, uint32_t index, uint32_t width, uint32_t number)
{
    uint32_t bit = index * width;
    uint8_t *at = self->bytes + self->count + bit / 8;
    uint64_t shifted = (uint64_t)number << bit % 8;
    for (; shifted != 0; shifted >>= 8)
        *at++ |= (uint8_t)shifted;
}

/* ---- a label ---- */

/* For groups: the node itself, then by next node, then by hub. */
static int compare_entries(const void *one, const void *other)
{
    const coded *a = one, *b = other;
    if (a->own != b->own)
        return a->own ? -1 : 1;
    if (a->next != b->next)
        return a->next < b->next ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* The rank of a node itself. Its hubs are more important, but with eps a few may be less. */
static uint32_t get_rank(const maker *self, uint32_t node)
{
    uint64_t last = self->labels->firsts[node + 1] - 1;
    while (self->labels->entries[last].next != node)
        last--;
    return self->labels->entries[last].rank;
}

/* Entries of the present label, in the order of the code. Moves cost even numbers, so the excess
 * above octile is halved. */
static uint32_t list_entries(maker *self, uint32_t node, const cairn__xy *hubs)
{
    uint64_t first = self->labels->firsts[node];
    uint32_t count = (uint32_t)(self->labels->firsts[node + 1] - first);
    for (uint32_t i = 0; i < count; i++) {
        const cairn__hub_entry *entry = &self->labels->entries[first + i];
        uint32_t octile = cairn__get_distance(self->graph->cells[node], hubs[entry->rank]);
        self->entries[i] = (coded){self->new_of[entry->next], entry->rank,
                                   (entry->distance - octile) / 2, entry->next == node};
    }
    if (self->exact)
        qsort(self->entries, count, sizeof *self->entries, compare_entries);
    return count;
}

/* How many entries from the first one on are a block. */
static uint32_t get_block(const maker *self, const coded *entries, uint32_t count)
{
    uint32_t block = 1;
    while (block < count && block < CAIRN__LABEL_BLOCK &&
           (!self->exact || entries[block].next == entries[0].next))
        block++;
    return block;
}

static uint32_t get_header(const coded *entries, uint32_t count)
{
    uint32_t most = 0, span = entries[count - 1].rank - entries[0].rank;
    for (uint32_t i = 0; i < count; i++)
        most = entries[i].excess > most ? entries[i].excess : most;
    return entries[0].rank | cairn__count_bits(span) << 18 | cairn__count_bits(most) << 23 |
           (count - 1) << 28;
}

static uint32_t get_block_bytes(uint32_t header)
{
    uint32_t count = (header >> 28) + 1;
    return 4 + cairn__get_row_bytes(count, header >> 18 & 31) +
           cairn__get_row_bytes(count, header >> 23 & 31);
}

static void add_block(maker *self, const coded *entries, uint32_t header)
{
    uint32_t rank_width = header >> 18 & 31, excess_width = header >> 23 & 31;
    uint32_t count = (header >> 28) + 1;
    add_word(self, header);
    for (uint32_t i = 0; i < count; i++)
        set_bits(self, i, rank_width, entries[i].rank - entries[0].rank);
    self->count += cairn__get_row_bytes(count, rank_width);
    for (uint32_t i = 0; i < count; i++)
        set_bits(self, i, excess_width, entries[i].excess);
    self->count += cairn__get_row_bytes(count, excess_width);
}

static uint32_t get_direction(const maker *self, uint32_t node, uint32_t next)
{
    cairn__xy from = self->graph->cells[node], to = self->graph->cells[self->old_of[next]];
    return cairn__is_same_cell(from, to) ? 0 : cairn__get_direction(from, to);
}

/* Adds blocks with the same next node, as many as a group can have; returns how many entries. */
static uint32_t add_group(maker *self, uint32_t node, const coded *entries, uint32_t count)
{
    size_t head = self->count;
    uint32_t done = 0;
    add_word(self, 0);
    while (done < count && entries[done].next == entries[0].next) {
        uint32_t block = get_block(self, entries + done, count - done);
        uint32_t header = get_header(entries + done, block);
        if (self->count - head + get_block_bytes(header) > CAIRN__MOST_GROUP)
            break;
        add_block(self, entries + done, header);
        done += block;
    }
    uint32_t word = entries[0].next | get_direction(self, node, entries[0].next) << 18 |
                    (uint32_t)(self->count - head) << 22;
    memcpy(self->bytes + head, &word, sizeof word);
    return done;
}

/* Replaces the next nodes of entries by their places in a list of them. */
static void list_nexts(maker *self, uint32_t count)
{
    self->next_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        coded *entry = &self->entries[i];
        uint32_t place = 0;
        while (place < self->next_count && self->nexts[place] != entry->next)
            place++;
        if (place == self->next_count && !entry->own)
            self->nexts[self->next_count++] = entry->next;
        entry->next = entry->own ? 0 : place;
    }
}

/* All entries as one group. */
static void add_mixed(maker *self, uint32_t count)
{
    list_nexts(self, count);
    uint32_t width = cairn__count_bits(self->next_count > 0 ? self->next_count - 1 : 0);
    uint32_t node_width = cairn__count_bits(self->head.nodes - 1);
    uint16_t next_count = (uint16_t)self->next_count;
    memcpy(self->bytes + self->count, &next_count, sizeof next_count);
    self->count += sizeof next_count;
    for (uint32_t i = 0; i < self->next_count; i++)
        set_bits(self, i, node_width, self->nexts[i]);
    self->count += cairn__get_row_bytes(self->next_count, node_width);
    for (uint32_t first = 0, block; first < count; first += block) {
        const coded *entries = self->entries + first;
        block = get_block(self, entries, count - first);
        add_block(self, entries, get_header(entries, block));
        for (uint32_t i = 0; i < block; i++)
            set_bits(self, i, width, entries[i].next);
        self->count += cairn__get_row_bytes(block, width);
    }
}

static cairn_status add_label(maker *self, uint32_t node, const cairn__xy *hubs)
{
    uint32_t count = list_entries(self, node, hubs);
    size_t first = self->count;
    /* A group and a block of one entry, 18 and 29 bits, and room to write over the end. */
    cairn_status status = add_room(self, 16 + 20 * (size_t)count);
    if (status != CAIRN_OK)
        return status;
    if (!self->exact)
        add_mixed(self, count);
    for (uint32_t i = 0; self->exact && i < count;)
        i += add_group(self, node, self->entries + i, count - i);
    return self->count - first <= CAIRN__MOST_LABEL ? CAIRN_OK : CAIRN_LIMIT;
}

/* Finds the longest label. LIMIT if a distance is too long to be coded. */
static cairn_status check_labels(const maker *self, size_t *longest)
{
    const cairn__hub_labels *labels = self->labels;
    for (uint32_t node = 0; node < self->head.nodes; node++) {
        size_t count = (size_t)(labels->firsts[node + 1] - labels->firsts[node]);
        *longest = count > *longest ? count : *longest;
    }
    for (uint64_t i = 0; i < labels->firsts[self->head.nodes]; i++)
        if (labels->entries[i].distance >= CAIRN__MOST_DISTANCE)
            return CAIRN_LIMIT;
    return CAIRN_OK;
}

static cairn_status add_labels(maker *self, const cairn__xy *hubs)
{
    size_t longest = 1;
    cairn_status status = check_labels(self, &longest);
    if (status != CAIRN_OK)
        return status;
    self->entries = cairn__allocate(self->allocator, longest, sizeof *self->entries);
    self->nexts = cairn__allocate(self->allocator, longest, sizeof *self->nexts);
    if (self->entries == NULL || self->nexts == NULL)
        return CAIRN_MEMORY;
    for (uint32_t number = 0; status == CAIRN_OK && number < self->head.nodes; number++) {
        self->firsts[number] = (uint32_t)self->count;
        status = add_label(self, self->old_of[number], hubs);
    }
    self->head.label_bytes = self->firsts[self->head.nodes] = (uint32_t)self->count;
    return status;
}

/* ---- the section ---- */

static cairn_status lay_out(const maker *self, const cairn__xy *hubs, cairn__label_section *section)
{
    size_t nodes = self->head.nodes, buckets = (size_t)self->head.across * self->head.down;
    cairn__label_layout layout = cairn__label_set_lay_out(&self->head);
    unsigned char *bytes = cairn__allocate_zeroed(self->allocator, layout.bytes, 1);
    if (bytes == NULL)
        return CAIRN_MEMORY;
    *section = (cairn__label_section){bytes, (size_t)layout.bytes};
    memcpy(bytes, &self->head, sizeof self->head);
    cairn__xy *cells = (cairn__xy *)(void *)(bytes + layout.cells);
    cairn__corner_item *items = (cairn__corner_item *)(void *)(bytes + layout.items);
    for (size_t number = 0; number < nodes; number++) {
        cells[number] = self->graph->cells[self->old_of[number]];
        items[number] = cairn__corner_get_item(self->graph->sight.map, cells[number]);
    }
    memcpy(bytes + layout.hubs, hubs, nodes * sizeof *hubs);
    memcpy(bytes + layout.firsts, self->firsts, (nodes + 1) * sizeof *self->firsts);
    memcpy(bytes + layout.buckets, self->buckets, (buckets + 1) * sizeof *self->buckets);
    if (self->count > 0)
        memcpy(bytes + layout.labels, self->bytes, self->count);
    return CAIRN_OK;
}

static cairn_status make_section(maker *self, cairn__xy *hubs, cairn__label_section *section)
{
    size_t nodes = self->head.nodes, buckets = (size_t)self->head.across * self->head.down;
    self->new_of = cairn__allocate(self->allocator, 3 * nodes + 1, sizeof *self->new_of);
    self->buckets = cairn__allocate_zeroed(self->allocator, buckets + 1, sizeof *self->buckets);
    if (self->new_of == NULL || self->buckets == NULL)
        return CAIRN_MEMORY;
    self->old_of = self->new_of + nodes;
    self->firsts = self->old_of + nodes;
    for (uint32_t node = 0; node < nodes; node++)
        hubs[get_rank(self, node)] = self->graph->cells[node];
    cairn_status status = number_nodes(self);
    if (status == CAIRN_OK)
        status = add_labels(self, hubs);
    return status == CAIRN_OK ? lay_out(self, hubs, section) : status;
}

cairn_status cairn__label_section_create(const cairn__corner_graph *graph,
                                         const cairn__hub_labels *labels, bool exact,
                                         cairn__label_section *section)
{
    cairn_map_info info = graph->sight.map->info;
    maker self = {.allocator = &graph->allocator,
                  .graph = graph,
                  .labels = labels,
                  .exact = exact,
                  .head = {.nodes = graph->nodes,
                           .across = cairn__count_buckets(info.width),
                           .down = cairn__count_buckets(info.height)}};
    *section = (cairn__label_section){0};
    if (graph->nodes > CAIRN__MOST_NODES)
        return CAIRN_LIMIT;
    cairn__xy *hubs = cairn__allocate(self.allocator, graph->nodes, sizeof *hubs);
    cairn_status status = hubs != NULL ? make_section(&self, hubs, section) : CAIRN_MEMORY;
    cairn__release(self.allocator, hubs);
    cairn__release(self.allocator, self.new_of);
    cairn__release(self.allocator, self.buckets);
    cairn__release(self.allocator, self.entries);
    cairn__release(self.allocator, self.nexts);
    cairn__release(self.allocator, self.bytes);
    return status;
}
