/* label_verify.c: the deep check of the section LABL: that it is what the builder would write, byte
 * for byte but for the choice of hubs and ways; that every way to a hub goes on at the next node
 * with exactly the distance that is left; and against the map that the nodes are its corners and
 * every next node is in sight. */
#include "base/detail.h"
#include "base/memory.h"
#include "db/db_internal.h"
#include "db/label_check.h"
#include "grid/climb.h"

typedef struct check {
    const cairn_db *db;
    const cairn__label_set *set;
    cairn__label_layout layout;
    const cairn_map *map; /* may be null */
    cairn_detail *detail;
    uint32_t node; /* whose groups are being looked at */
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

/* ---- ways ---- */

/* The ways of a group go on from its next node, each with just the distance that is left. */
static cairn_status check_ways(const check *self, cairn__label_cursor *cursor)
{
    const cairn__label_set *set = self->set;
    cairn__label onward;
    cairn__label_block block;
    uint32_t length = cairn_get_distance(self->cell, set->cells[cursor->next]);
    if (!cairn__label_set_get(set, cursor->next, &onward))
        return fail_label(self, cursor->at, "the next node has no label");
    while (cairn__label_cursor_next_block(cursor, &block))
        for (uint32_t i = 0; i < block.count; i++) {
            cairn__label_entry entry;
            uint32_t hub = block.first + cairn__read_bits(block.ranks, i, block.rank_width);
            uint32_t distance = cairn_get_distance(self->cell, set->hubs[hub]) +
                                2 * cairn__read_bits(block.excesses, i, block.excess_width);
            if (!cairn__label_find(set, &onward, hub, &entry) ||
                entry.distance + length != distance)
                return fail_label(self, block.ranks - sizeof(uint32_t),
                                  "the way to a hub does not go on at the next node");
        }
    return CAIRN_OK;
}

/* Enters the groups of a node's label one after the other, but for the first. */
static bool start_label(check *self, uint32_t node, cairn__label_cursor *cursor)
{
    cairn__label label;
    uint32_t limit = UINT32_MAX;
    self->node = node;
    self->cell = self->set->cells[node];
    if (!cairn__label_set_get(self->set, node, &label))
        return false;
    cairn__label_cursor_start(cursor, &label);
    return cairn__label_cursor_next_group(cursor, CAIRN__ALL_TURNS, &limit);
}

static cairn_status for_groups(check *self,
                               cairn_status (*look)(const check *self, cairn__label_cursor *cursor))
{
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < self->set->nodes; node++) {
        cairn__label_cursor cursor;
        uint32_t limit = UINT32_MAX;
        if (!start_label(self, node, &cursor))
            return fail_label(self, self->set->labels, "it cannot be read");
        while (status == CAIRN_OK &&
               cairn__label_cursor_next_group(&cursor, CAIRN__ALL_TURNS, &limit))
            status = look(self, &cursor);
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

static cairn_status look_at_labels(check *self, cairn__label_check *labels)
{
    for (uint32_t node = 0; node < self->set->nodes; node++) {
        const char *wrong = cairn__label_find_fault(labels, node);
        self->node = node;
        if (wrong != NULL)
            return fail_label(self, labels->at, wrong);
    }
    if (labels->entries != self->db->header->states)
        return cairn__fail_at_offset(self->detail, CAIRN_CORRUPT, 72,
                                     "the number of entries is wrong");
    return CAIRN_OK;
}

/* Each label by itself. */
static cairn_status check_codes(check *self)
{
    const cairn_allocator *allocator = &self->db->allocator;
    size_t nodes = self->set->nodes;
    cairn__label_check labels = {.set = self->set};
    labels.met = cairn__allocate_zeroed(allocator, 2 * nodes, sizeof *labels.met);
    if (labels.met == NULL)
        return cairn__fail(self->detail, CAIRN_MEMORY, "out of memory");
    labels.owners = labels.met + nodes;
    cairn_status status = look_at_labels(self, &labels);
    cairn__release(allocator, labels.met);
    return status;
}

static cairn_status check_labels(check *self)
{
    cairn_status status = check_nodes(self);
    if (status == CAIRN_OK)
        status = check_firsts(self);
    if (status == CAIRN_OK)
        status = check_codes(self);
    return status == CAIRN_OK ? for_groups(self, check_ways) : status;
}

cairn_status cairn__labels_verify(const cairn_db *db, cairn_detail *detail)
{
    check self = start_check(db, NULL, detail);
    return check_labels(&self);
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

/* A climb to the next node of a group is straight. */
static cairn_status check_sight(const check *self, cairn__label_cursor *cursor)
{
    cairn_cell to = self->set->cells[cursor->next];
    cairn_climb climb = cairn__climb(self->map, self->cell, to, CAIRN_NO_CUTOFF);
    if (climb.reached && climb.cost == cairn_get_distance(self->cell, to))
        return CAIRN_OK;
    return cairn__fail_at_offset(
        self->detail, CAIRN_INVALID,
        self->db->sections[0].offset + self->layout.labels + self->set->firsts[self->node],
        "corner %u,%u does not see its next one %u,%u", self->cell.x, self->cell.y, to.x, to.y);
}

cairn_status cairn__labels_verify_map(const cairn_db *db, const cairn_map *map,
                                      cairn_detail *detail)
{
    check self = start_check(db, map, detail);
    cairn_status status = check_corners(&self);
    return status == CAIRN_OK ? for_groups(&self, check_sight) : status;
}
