/* label_maker.c: codes hub labels. Nodes of the graph are renumbered by their ranks. */
#include "build/label_maker.h"

#include "base/memory.h"
#include "db/label_set.h"

/* Distances beyond this would not add up in 32 bits. */
#define MOST_DISTANCE (UINT32_C(1) << 30)

typedef struct maker {
    const cairn_allocator *allocator;
    const cairn__corner_graph *graph;
    const cairn__hub_labels *labels;
    uint32_t nodes;
    uint32_t node_width;
    uint32_t *rank_of; /* of a node of the graph */
    uint32_t *node_of; /* of a rank */
    uint32_t *firsts;  /* of the labels, by rank */
    uint32_t *index;   /* of a next node among those of the present label, by rank */
    uint32_t *nexts;   /* the present label's next nodes */
    uint32_t next_count;
    uint32_t next_width;
    uint8_t *bytes; /* all labels so far */
    size_t count;
    size_t capacity;
} maker;

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

/* Sets number `index` of a row that begins at the end of the bytes. */
static void set_bits(maker *self, uint32_t index, uint32_t width, uint32_t number)
{
    size_t bit = (size_t)index * width;
    uint8_t *at = self->bytes + self->count + bit / 8;
    uint64_t shifted = (uint64_t)number << bit % 8;
    for (; shifted != 0; shifted >>= 8)
        *at++ |= (uint8_t)shifted;
}

static void end_row(maker *self, uint32_t count, uint32_t width)
{
    self->count += cairn__get_row_bytes(count, width);
}

static void add_bytes(maker *self, const void *bytes, size_t count)
{
    memcpy(self->bytes + self->count, bytes, count);
    self->count += count;
}

/* ---- a label ---- */

/* Half of what a distance is above octile: moves cost even numbers. */
static uint32_t get_excess(const maker *self, uint32_t node, const cairn__hub_entry *entry)
{
    cairn_cell hub = self->graph->cells[self->node_of[entry->rank]];
    return (entry->distance - cairn_get_distance(self->graph->cells[node], hub)) / 2;
}

/* Numbers the next nodes of a label in the order in which it has them; the hub itself has none. */
static void list_nexts(maker *self, uint32_t node, const cairn__hub_entry *entries, uint32_t count)
{
    self->next_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = self->rank_of[entries[i].next];
        if (entries[i].next == node ||
            (self->index[next] < self->next_count && self->nexts[self->index[next]] == next))
            continue;
        self->index[next] = self->next_count;
        self->nexts[self->next_count++] = next;
    }
    self->next_width = cairn__count_bits(self->next_count > 0 ? self->next_count - 1 : 0);
}

/* The widths that a block's numbers need, as its header. */
static uint32_t make_header(const maker *self, uint32_t node, const cairn__hub_entry *entries,
                            uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t excess = get_excess(self, node, &entries[i]);
        most = excess > most ? excess : most;
    }
    uint32_t span = entries[count - 1].rank - entries[0].rank;
    return entries[0].rank | cairn__count_bits(span) << 18 | cairn__count_bits(most) << 23;
}

static void add_block(maker *self, uint32_t node, const cairn__hub_entry *entries, uint32_t count,
                      uint32_t header)
{
    uint32_t rank_width = header >> 18 & 31, excess_width = header >> 23 & 31;
    for (uint32_t i = 0; i < count; i++)
        set_bits(self, i, rank_width, entries[i].rank - entries[0].rank);
    end_row(self, count, rank_width);
    for (uint32_t i = 0; i < count; i++)
        set_bits(self, i, excess_width, get_excess(self, node, &entries[i]));
    end_row(self, count, excess_width);
    for (uint32_t i = 0; i < count; i++)
        if (entries[i].next != node)
            set_bits(self, i, self->next_width, self->index[self->rank_of[entries[i].next]]);
    end_row(self, count, self->next_width);
}

static uint32_t get_block_count(uint32_t count, uint32_t first)
{
    return count - first < CAIRN__LABEL_BLOCK ? count - first : CAIRN__LABEL_BLOCK;
}

static cairn_status add_label(maker *self, uint32_t node)
{
    const cairn__hub_entry *entries = self->labels->entries + self->labels->firsts[node];
    uint64_t long_count = self->labels->firsts[node + 1] - self->labels->firsts[node];
    if (long_count > CAIRN__MOST_LABEL)
        return CAIRN_LIMIT;
    uint32_t count = (uint32_t)long_count;
    list_nexts(self, node, entries, count);
    /* Hubs, excesses and next nodes have at most 18, 29 and 14 bits. */
    cairn_status status = add_room(self, 8 + 12 * (size_t)count + 3 * (size_t)self->next_count);
    if (status != CAIRN_OK)
        return status;
    uint16_t counts[2] = {(uint16_t)count, (uint16_t)self->next_count};
    add_bytes(self, counts, sizeof counts);
    for (uint32_t i = 0; i < self->next_count; i++)
        set_bits(self, i, self->node_width, self->nexts[i]);
    end_row(self, self->next_count, self->node_width);
    size_t headers = self->count;
    for (uint32_t i = 0; i < count; i += CAIRN__LABEL_BLOCK) {
        uint32_t header = make_header(self, node, entries + i, get_block_count(count, i));
        add_bytes(self, &header, sizeof header);
    }
    for (uint32_t i = 0; i < count; i += CAIRN__LABEL_BLOCK, headers += sizeof(uint32_t)) {
        uint32_t header;
        memcpy(&header, self->bytes + headers, sizeof header);
        add_block(self, node, entries + i, get_block_count(count, i), header);
    }
    return CAIRN_OK;
}

/* ---- the section ---- */

static cairn_status add_labels(maker *self)
{
    cairn_status status = CAIRN_OK;
    for (uint64_t i = 0; i < self->labels->firsts[self->nodes]; i++)
        if (self->labels->entries[i].distance >= MOST_DISTANCE)
            return CAIRN_LIMIT;
    for (uint32_t rank = 0; status == CAIRN_OK && rank < self->nodes; rank++) {
        self->firsts[rank] = (uint32_t)self->count;
        status = add_label(self, self->node_of[rank]);
    }
    self->firsts[self->nodes] = (uint32_t)self->count;
    return status;
}

/* A node's last hub is itself. */
static void number_nodes(maker *self)
{
    for (uint32_t node = 0; node < self->nodes; node++) {
        uint32_t rank = self->labels->entries[self->labels->firsts[node + 1] - 1].rank;
        self->rank_of[node] = rank;
        self->node_of[rank] = node;
        self->index[node] = UINT32_MAX;
    }
}

static uint32_t get_bucket(const cairn__label_head *head, cairn_cell cell)
{
    return (cell.y >> CAIRN__BUCKET_BITS) * head->across + (cell.x >> CAIRN__BUCKET_BITS);
}

/* Corners by their buckets, in row-major order in each. LIMIT if one has too many. */
static cairn_status fill_buckets(const maker *self, const cairn__label_head *head,
                                 uint32_t *buckets, cairn__corner_item *items)
{
    const cairn__corner_graph *graph = self->graph;
    uint32_t count = head->across * head->down;
    memset(buckets, 0, ((size_t)count + 1) * sizeof *buckets);
    for (uint32_t node = 0; node < self->nodes; node++)
        if (++buckets[get_bucket(head, graph->cells[node])] > CAIRN__MOST_IN_BUCKET)
            return CAIRN_LIMIT;
    for (uint32_t i = 0, before = 0; i <= count; i++) {
        uint32_t own = buckets[i];
        buckets[i] = before;
        before += own;
    }
    for (uint32_t node = 0; node < self->nodes; node++) {
        cairn_cell cell = graph->cells[node];
        uint32_t blocked = cairn__corner_get_blocked(graph->sight.map, cell);
        items[buckets[get_bucket(head, cell)]++] =
            cairn__corner_item_of(self->rank_of[node], cell, blocked);
    }
    /* Each has moved to where the next one begins. */
    memmove(buckets + 1, buckets, count * sizeof *buckets);
    buckets[0] = 0;
    return CAIRN_OK;
}

static cairn_status lay_out(const maker *self, cairn__label_section *section)
{
    cairn_map_info info = cairn_map_get_info(self->graph->sight.map);
    cairn__label_head head = {.nodes = self->nodes,
                              .across = (info.width + CAIRN__BUCKET_SIDE - 1) / CAIRN__BUCKET_SIDE,
                              .down = (info.height + CAIRN__BUCKET_SIDE - 1) / CAIRN__BUCKET_SIDE,
                              .label_bytes = (uint32_t)self->count};
    cairn__label_layout layout = cairn__label_set_lay_out(&head);
    unsigned char *bytes = cairn__allocate_zeroed(self->allocator, layout.bytes, 1);
    if (bytes == NULL)
        return CAIRN_MEMORY;
    *section = (cairn__label_section){bytes, layout.bytes};
    memcpy(bytes, &head, sizeof head);
    for (uint32_t rank = 0; rank < self->nodes; rank++)
        memcpy(bytes + layout.cells + rank * sizeof(cairn_cell),
               &self->graph->cells[self->node_of[rank]], sizeof(cairn_cell));
    memcpy(bytes + layout.firsts, self->firsts, ((size_t)self->nodes + 1) * sizeof(uint32_t));
    if (self->count > 0)
        memcpy(bytes + layout.labels, self->bytes, self->count);
    return fill_buckets(self, &head, (uint32_t *)(void *)(bytes + layout.buckets),
                        (cairn__corner_item *)(void *)(bytes + layout.items));
}

static cairn_status start_maker(maker *self)
{
    size_t nodes = self->nodes;
    self->rank_of = cairn__allocate(self->allocator, 5 * nodes + 1, sizeof *self->rank_of);
    if (self->rank_of == NULL)
        return CAIRN_MEMORY;
    self->node_of = self->rank_of + nodes;
    self->index = self->node_of + nodes;
    self->nexts = self->index + nodes;
    self->firsts = self->nexts + nodes;
    number_nodes(self);
    return CAIRN_OK;
}

cairn_status cairn__label_section_create(const cairn__corner_graph *graph,
                                         const cairn__hub_labels *labels,
                                         cairn__label_section *section)
{
    maker self = {.allocator = &graph->allocator,
                  .graph = graph,
                  .labels = labels,
                  .nodes = graph->nodes,
                  .node_width = cairn__count_bits(graph->nodes > 0 ? graph->nodes - 1 : 0)};
    *section = (cairn__label_section){0};
    if (graph->nodes > CAIRN__MOST_NODES)
        return CAIRN_LIMIT;
    cairn_status status = start_maker(&self);
    if (status == CAIRN_OK)
        status = add_labels(&self);
    if (status == CAIRN_OK)
        status = lay_out(&self, section);
    if (status != CAIRN_OK) {
        cairn__release(self.allocator, section->bytes);
        *section = (cairn__label_section){0};
    }
    cairn__release(self.allocator, self.rank_of);
    cairn__release(self.allocator, self.bytes);
    return status;
}
