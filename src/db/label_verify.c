/* label_verify.c: the deep check of the section LABL: that it is what the builder would write, byte
 * for byte but for the choice of hubs and ways; that every way to a hub goes on at the next node
 * with exactly the distance that is left; and against the map that the nodes are its corners and
 * every next node is in sight. */
#include "base/detail.h"
#include "base/memory.h"
#include "db/db_internal.h"
#include "db/turns.h"
#include "grid/climb.h"

typedef struct check {
    const cairn_db *db;
    const cairn__label_set *set;
    cairn__label_layout layout;
    const cairn_map *map; /* may be null */
    cairn_detail *detail;
    uint32_t *met;    /* by hub: the last node, and 1, whose label has it */
    uint32_t *owners; /* by hub: its node, and 1 */
    uint64_t entries;
    uint64_t owned; /* hubs that are nodes themselves, with eps */
    uint32_t node;  /* whose label is being looked at */
    cairn_cell cell;
} check;

static cairn_status fail(const check *self, size_t place, const char *what)
{
    return cairn__fail_at_offset(self->detail, CAIRN_CORRUPT, self->db->sections[0].offset + place,
                                 "%s", what);
}

static cairn_status fail_label(const check *self, const uint8_t *at, const char *what)
{
    return cairn__fail_at_offset(self->detail, CAIRN_CORRUPT,
                                 self->db->sections[0].offset + self->layout.labels +
                                     (uint64_t)(at - self->set->labels),
                                 "the label of corner %u: %s", (unsigned)self->node, what);
}

/* ---- nodes ---- */

/* A node lies in its bucket, behind the one before in row-major order, and its item says so. */
static cairn_status check_node(const check *self, uint32_t bucket, uint32_t node, bool is_first)
{
    const cairn__label_set *set = self->set;
    const cairn__db_header *header = self->db->header;
    cairn_cell cell = set->cells[node];
    size_t place = self->layout.cells + node * sizeof cell;
    if (cell.x >= header->width || cell.y >= header->height)
        return fail(self, place, "a corner lies outside the map");
    if ((cell.y >> CAIRN__BUCKET_BITS) * set->corners.across + (cell.x >> CAIRN__BUCKET_BITS) !=
        bucket)
        return fail(self, place, "a corner lies outside its bucket");
    if (!is_first) {
        cairn_cell before = set->cells[node - 1];
        if (cell.y < before.y || (cell.y == before.y && cell.x <= before.x))
            return fail(self, place, "the corners of a bucket are out of order");
    }
    uint32_t item = set->corners.items[node], inner = CAIRN__BUCKET_SIDE - 1;
    if ((item & 0xfff) != ((cell.x & inner) | (cell.y & inner) << 6) || item >> 12 == 0)
        return fail(self, self->layout.items + node * sizeof(cairn__corner_item),
                    "the item of a corner does not fit its cell");
    return CAIRN_OK;
}

static cairn_status check_nodes(const check *self)
{
    const cairn__corner_index *corners = &self->set->corners;
    uint32_t buckets = corners->across * corners->down;
    if (corners->firsts[0] != 0 || corners->firsts[buckets] != corners->count)
        return fail(self, self->layout.buckets, "the buckets do not have all corners");
    for (uint32_t i = 0; i < buckets; i++) {
        uint32_t first = corners->firsts[i], end = corners->firsts[i + 1];
        if (first > end || end > corners->count || end - first > CAIRN__MOST_IN_BUCKET)
            return fail(self, self->layout.buckets + i * sizeof first,
                        "the number of corners in a bucket is out of range");
        for (uint32_t node = first; node < end; node++) {
            cairn_status status = check_node(self, i, node, node == first);
            if (status != CAIRN_OK)
                return status;
        }
    }
    if (corners->count % 2 != 0 && corners->items[corners->count] != 0)
        return fail(self, self->layout.items + corners->count * sizeof *corners->items,
                    "bytes between the parts are not zero");
    return CAIRN_OK;
}

/* Labels fill their part without gaps, and what follows is zero. */
static cairn_status check_firsts(const check *self)
{
    const cairn__label_set *set = self->set;
    if (set->firsts[0] != 0 || set->firsts[set->nodes] != set->label_bytes)
        return fail(self, self->layout.firsts, "the labels do not fill their part");
    for (uint32_t node = 0; node < set->nodes; node++)
        if (set->firsts[node] > set->firsts[node + 1] ||
            set->firsts[node + 1] - set->firsts[node] > CAIRN__MOST_LABEL)
            return fail(self, self->layout.firsts + node * sizeof *set->firsts,
                        "the size of a label is out of range");
    for (size_t i = self->layout.labels + set->label_bytes; i < self->layout.bytes; i++)
        if (set->labels[i - self->layout.labels] != 0)
            return fail(self, i, "bytes behind the labels are not zero");
    return CAIRN_OK;
}

/* ---- labels ---- */

/* The groups of a label so far. */
typedef struct reading {
    const uint8_t *at;
    const uint8_t *end;
    uint32_t groups;
    uint32_t next;  /* node, of the last group */
    uint32_t bytes; /* of it */
    uint32_t count; /* entries of its last block */
    uint32_t hub;   /* the last one */
} reading;

/* Bits behind the numbers of a row, up to its last byte's end, are zero. */
static bool has_clean_end(const uint8_t *row, uint32_t count, uint32_t width)
{
    uint32_t bits = count * width;
    return bits % 8 == 0 || row[bits / 8] >> bits % 8 == 0;
}

static bool is_narrow(const cairn__label_block *block, uint32_t span)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t excess = cairn__read_bits(block->excesses, i, block->excess_width);
        most = excess > most ? excess : most;
    }
    return block->rank_width == cairn__count_bits(span) &&
           block->excess_width == cairn__count_bits(most) &&
           has_clean_end(block->ranks, block->count, block->rank_width) &&
           has_clean_end(block->excesses, block->count, block->excess_width);
}

/* Hubs ascend through the blocks of one next node, each is there once in a label, and no distance
 * is too long to add up. */
static const char *find_bad_entry(check *self, const cairn__label_block *block, reading *so_far,
                                  bool is_first)
{
    const cairn__label_set *set = self->set;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t hub = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        uint64_t excess = cairn__read_bits(block->excesses, i, block->excess_width);
        if (hub >= set->nodes)
            return "a hub is out of range";
        if ((!is_first || i > 0) && hub <= so_far->hub)
            return "hubs are out of order";
        if (self->met[hub] == self->node + 1)
            return "a hub is there twice";
        if (cairn_get_distance(self->cell, set->hubs[hub]) + 2 * excess >= CAIRN__MOST_DISTANCE)
            return "a distance is out of range";
        self->met[hub] = self->node + 1;
        so_far->hub = hub;
    }
    self->entries += block->count;
    return NULL;
}

/* A block is full unless it is the last of its next node, and no wider than it must be. */
static const char *find_bad_block(check *self, const cairn__label_block *block, reading *so_far,
                                  bool is_first)
{
    uint32_t last = cairn__read_bits(block->ranks, block->count - 1, block->rank_width);
    if (!is_first && so_far->count < CAIRN__LABEL_BLOCK)
        return "a block is followed by another but not full";
    if (cairn__read_bits(block->ranks, 0, block->rank_width) != 0 || !is_narrow(block, last))
        return "a block is wider than it must be";
    so_far->count = block->count;
    return find_bad_entry(self, block, so_far, is_first);
}

/* The blocks of the group from `first` to `end`. */
static cairn_status check_blocks(check *self, reading *so_far, const uint8_t *end, bool is_first)
{
    cairn__label_cursor cursor = {.at = so_far->at + sizeof(uint32_t), .end = end};
    cairn__label_block block;
    while (cursor.at < end) {
        const uint8_t *at = cursor.at;
        if (!cairn__label_cursor_next_block(&cursor, &block))
            return fail_label(self, at, "a block does not fit its group");
        const char *wrong = find_bad_block(self, &block, so_far, is_first);
        if (wrong != NULL)
            return fail_label(self, at, wrong);
        is_first = false;
    }
    return CAIRN_OK;
}

static uint32_t get_block_bytes(const uint8_t *block)
{
    uint32_t word = cairn__read_word(block), count = (word >> 28) + 1;
    return (uint32_t)sizeof word + cairn__get_row_bytes(count, word >> 18 & 31) +
           cairn__get_row_bytes(count, word >> 23 & 31);
}

/* What a group's head says: its next node is not before that of the group before, and the same
 * only where that one could not take another block. */
static const char *find_bad_head(const check *self, const reading *so_far, uint32_t word)
{
    uint32_t next = word & (CAIRN__MOST_NODES - 1), direction = word >> 18 & 15;
    if (next >= self->set->nodes)
        return "the next node is out of range";
    if ((so_far->groups == 0) != (next == self->node))
        return "the first group, and only that, has the node itself";
    if (direction !=
        (next == self->node ? 0 : cairn__get_direction(self->cell, self->set->cells[next])))
        return "the direction to the next node is wrong";
    if (so_far->groups > 1 && next < so_far->next)
        return "groups are out of order";
    if (so_far->groups > 1 && next == so_far->next &&
        so_far->bytes + get_block_bytes(so_far->at + sizeof word) <= CAIRN__MOST_GROUP)
        return "a group is cut in two";
    return NULL;
}

/* The first group: the node itself, at no distance, as a hub of nobody else. */
static const char *find_bad_owner(const check *self, const reading *so_far)
{
    cairn_cell hub = self->set->hubs[so_far->hub];
    if (so_far->bytes != 2 * sizeof(uint32_t) || so_far->count != 1)
        return "the node itself has more than one hub";
    if (!cairn_is_same_cell(hub, self->cell) || self->owners[so_far->hub] != 0)
        return "the node itself is another one's hub";
    self->owners[so_far->hub] = self->node + 1;
    return NULL;
}

static cairn_status check_group(check *self, reading *so_far)
{
    const uint8_t *group = so_far->at;
    size_t left = (size_t)(so_far->end - group);
    uint32_t word = left >= sizeof word ? cairn__read_word(group) : 0, bytes = word >> 22;
    if (bytes < 2 * sizeof word || bytes > left)
        return fail_label(self, group, "the size of a group is out of range");
    const char *wrong = find_bad_head(self, so_far, word);
    if (wrong != NULL)
        return fail_label(self, group, wrong);
    uint32_t next = word & (CAIRN__MOST_NODES - 1);
    bool is_first = so_far->groups == 0 || next != so_far->next;
    cairn_status status = check_blocks(self, so_far, group + bytes, is_first);
    if (status != CAIRN_OK)
        return status;
    so_far->next = next;
    so_far->bytes = bytes;
    so_far->at += bytes;
    wrong = so_far->groups++ == 0 ? find_bad_owner(self, so_far) : NULL;
    return wrong != NULL ? fail_label(self, group, wrong) : CAIRN_OK;
}

/* ---- labels with eps ---- */

/* The next nodes of a label are listed in the order in which its entries need them, each once, and
 * no entry has another one; the node itself as a hub has none, and says 0. */
static const char *find_bad_nexts(check *self, const cairn__label *label,
                                  const cairn__label_block *block, uint32_t *listed)
{
    const cairn__label_set *set = self->set;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t hub = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        uint32_t which = cairn__read_bits(block->nexts, i, label->next_width);
        if (cairn_is_same_cell(set->hubs[hub], self->cell)) {
            if (self->owners[hub] != 0 || which != 0 ||
                cairn__read_bits(block->excesses, i, block->excess_width) != 0)
                return "the node itself is a hub in a wrong way";
            self->owners[hub] = self->node + 1;
            self->owned++;
            continue;
        }
        if (which > *listed || which >= label->next_count)
            return "the next node is out of order";
        uint32_t next = cairn__read_bits(label->nexts, which, set->node_width);
        if (next >= set->nodes || next == self->node)
            return "the next node is out of range";
        *listed += which == *listed;
    }
    return NULL;
}

static bool has_next_twice(const cairn__label_set *set, const cairn__label *label)
{
    for (uint32_t i = 1; i < label->next_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (cairn__read_bits(label->nexts, i, set->node_width) ==
                cairn__read_bits(label->nexts, j, set->node_width))
                return true;
    return false;
}

/* All blocks of a label that is one group. */
static const char *find_bad_mixture(check *self, const cairn__label *label)
{
    cairn__label_cursor cursor;
    cairn__label_block block;
    reading so_far = {0};
    uint32_t limit = 1, listed = 0;
    uint64_t owned = self->owned;
    cairn__label_cursor_start(&cursor, label);
    (void)cairn__label_cursor_next_group(&cursor, CAIRN__ALL_TURNS, &limit);
    for (bool is_first = true; cursor.at < cursor.end; is_first = false) {
        if (!cairn__label_cursor_next_block(&cursor, &block))
            return "a block does not fit the label";
        const char *wrong = find_bad_block(self, &block, &so_far, is_first);
        if (wrong == NULL)
            wrong = find_bad_nexts(self, label, &block, &listed);
        if (wrong == NULL && !has_clean_end(block.nexts, block.count, label->next_width))
            wrong = "a block is wider than it must be";
        if (wrong != NULL)
            return wrong;
    }
    if (listed != label->next_count || has_next_twice(self->set, label) ||
        !has_clean_end(label->nexts, label->next_count, self->set->node_width))
        return "the next nodes are not those of its entries";
    return self->owned == owned + 1 ? NULL : "the node itself is not a hub once";
}

static cairn_status check_mixture(check *self, uint32_t node)
{
    cairn__label label;
    const uint8_t *at = self->set->labels + self->set->firsts[node];
    self->node = node;
    self->cell = self->set->cells[node];
    if (!cairn__label_set_get(self->set, node, &label))
        return fail_label(self, at, "it is cut short");
    const char *wrong = find_bad_mixture(self, &label);
    return wrong != NULL ? fail_label(self, at, wrong) : CAIRN_OK;
}

static cairn_status check_label(check *self, uint32_t node)
{
    const cairn__label_set *set = self->set;
    if (!set->exact)
        return check_mixture(self, node);
    reading so_far = {.at = set->labels + set->firsts[node],
                      .end = set->labels + set->firsts[node + 1]};
    self->node = node;
    self->cell = set->cells[node];
    if (so_far.at == so_far.end)
        return fail_label(self, so_far.at, "it is empty");
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && so_far.at < so_far.end)
        status = check_group(self, &so_far);
    return status;
}

/* ---- ways ---- */

/* True if a way goes on at the next node, with just the distance that is left. */
static bool goes_on(const check *self, uint32_t next, uint32_t hub, uint32_t distance)
{
    const cairn__label_set *set = self->set;
    cairn__label onward;
    cairn__label_entry entry;
    return cairn__label_set_get(set, next, &onward) &&
           cairn__label_find(set, &onward, hub, &entry) &&
           entry.distance + cairn_get_distance(self->cell, set->cells[next]) == distance;
}

/* A climb to a next node is straight. */
static cairn_status check_sight(const check *self, uint32_t next)
{
    cairn_cell to = self->set->cells[next];
    cairn_climb climb = cairn__climb(self->map, self->cell, to, CAIRN_NO_CUTOFF);
    if (climb.reached && climb.cost == cairn_get_distance(self->cell, to))
        return CAIRN_OK;
    return cairn__fail_at_offset(
        self->detail, CAIRN_INVALID,
        self->db->sections[0].offset + self->layout.labels + self->set->firsts[self->node],
        "corner %u,%u does not see its next one %u,%u", self->cell.x, self->cell.y, to.x, to.y);
}

/* The entries of a block, each of which was found to be well-formed before. */
static cairn_status check_block_ways(const check *self, const cairn__label_cursor *cursor,
                                     const cairn__label_block *block)
{
    const cairn__label_set *set = self->set;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t hub = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        uint32_t distance = cairn_get_distance(self->cell, set->hubs[hub]) +
                            2 * cairn__read_bits(block->excesses, i, block->excess_width);
        if (distance > 0 &&
            !goes_on(self, cairn__label_get_next(set, cursor, block, i), hub, distance))
            return fail_label(self, block->ranks - sizeof(uint32_t),
                              "the way to a hub does not go on at the next node");
    }
    return CAIRN_OK;
}

/* All ways of a group; against the map, sight of its next nodes. */
static cairn_status check_group_ways(const check *self, cairn__label_cursor *cursor)
{
    const cairn__label *label = &cursor->label;
    cairn__label_block block;
    cairn_status status = CAIRN_OK;
    if (self->map == NULL) {
        while (status == CAIRN_OK && cairn__label_cursor_next_block(cursor, &block))
            status = check_block_ways(self, cursor, &block);
    } else if (label->nexts == NULL) {
        if (cursor->next != self->node)
            status = check_sight(self, cursor->next);
    } else {
        for (uint32_t i = 0; status == CAIRN_OK && i < label->next_count; i++)
            status = check_sight(self, cairn__read_bits(label->nexts, i, self->set->node_width));
    }
    return status;
}

static cairn_status check_all_ways(check *self)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < self->set->nodes; node++) {
        cairn__label_cursor cursor;
        cairn__label label;
        uint32_t limit = UINT32_MAX;
        self->node = node;
        self->cell = self->set->cells[node];
        if (!cairn__label_set_get(self->set, node, &label))
            return fail_label(self, self->set->labels, "it cannot be read");
        cairn__label_cursor_start(&cursor, &label);
        while (status == CAIRN_OK &&
               cairn__label_cursor_next_group(&cursor, CAIRN__ALL_TURNS, &limit))
            status = check_group_ways(self, &cursor);
    }
    return status;
}

/* ---- all of it ---- */

static check start_check(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    const cairn__label_set *set = &db->labels;
    cairn__label_head head = {set->nodes, set->corners.across, set->corners.down, set->label_bytes};
    return (check){.db = db,
                   .map = map,
                   .set = set,
                   .layout = cairn__label_set_lay_out(&head),
                   .detail = detail};
}

static cairn_status check_labels(check *self)
{
    cairn_status status = check_nodes(self);
    if (status == CAIRN_OK)
        status = check_firsts(self);
    for (uint32_t node = 0; status == CAIRN_OK && node < self->set->nodes; node++)
        status = check_label(self, node);
    if (status == CAIRN_OK && self->entries != self->db->header->states)
        return cairn__fail_at_offset(self->detail, CAIRN_CORRUPT, 72,
                                     "the number of entries is wrong");
    return status == CAIRN_OK ? check_all_ways(self) : status;
}

cairn_status cairn__labels_verify(const cairn_db *db, cairn_detail *detail)
{
    check self = start_check(db, NULL, detail);
    size_t nodes = self.set->nodes;
    self.met = cairn__allocate_zeroed(&db->allocator, 2 * nodes, sizeof *self.met);
    if (self.met == NULL)
        return cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    self.owners = self.met + nodes;
    cairn_status status = check_labels(&self);
    cairn__release(&db->allocator, self.met);
    return status;
}

/* ---- against the map ---- */

static uint32_t count_corners(const cairn_map *map)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < map->info.height; y++)
        for (uint32_t x = 0; x < map->info.width; x++) {
            cairn_cell cell = {(uint16_t)x, (uint16_t)y};
            if (cairn__is_open_cell(map, cell))
                count += cairn__corner_get_item(map, cell) >> 12 != 0;
        }
    return count;
}

/* The nodes are different cells: if all are corners and there are as many, none is missing. */
static cairn_status check_corners(const check *self)
{
    const cairn_map *map = self->map;
    const cairn__label_set *set = self->set;
    uint64_t offset = self->db->sections[0].offset;
    for (uint32_t node = 0; node < set->nodes; node++) {
        cairn_cell cell = set->cells[node];
        if (!cairn__is_open_cell(map, cell) ||
            cairn__corner_get_item(map, cell) != set->corners.items[node])
            return cairn__fail_at_offset(
                self->detail, CAIRN_INVALID, offset + self->layout.cells + node * sizeof cell,
                "the cell %u,%u is not a corner of that kind", cell.x, cell.y);
    }
    if (count_corners(map) != set->nodes)
        return cairn__fail_at_offset(self->detail, CAIRN_INVALID, offset,
                                     "a corner of the map is missing");
    return CAIRN_OK;
}

cairn_status cairn__labels_verify_map(const cairn_db *db, const cairn_map *map,
                                      cairn_detail *detail)
{
    check self = start_check(db, map, detail);
    cairn_status status = check_corners(&self);
    return status == CAIRN_OK ? check_all_ways(&self) : status;
}
