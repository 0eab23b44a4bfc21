/* labels_verify.c: the deep check of the section LABL: that its nodes are in order and its labels
 * are sound (label_check.h); that every way to a hub goes on at the next node with exactly the
 * distance that is left; and against the map that the nodes are its corners and every next node is
 * in sight. */
#include "cairn/lab.h"

#include "base/detail.h"
#include "base/memory.h"
#include "base/xy.h"
#include "db/label_check.h"
#include "grid/climb.h"

static cairn_status fail(const cairn__label_check *self, uint64_t place, const char *what)
{
    return cairn__fail_at_offset(self->detail, CAIRN_CORRUPT,
                                 cairn__label_check_get_offset(self) + place, "%s", what);
}

/* ---- nodes ---- */

/* A node lies in its bucket, behind the one before in row-major order, and its item says so. */
static cairn_status check_node(const cairn__label_check *self, uint32_t bucket, uint32_t node,
                               bool is_first)
{
    const cairn__label_set *set = self->set;
    const cairn__db_header *header = self->db->header;
    cairn__xy cell = set->cells[node];
    uint64_t place = self->layout.cells + node * sizeof cell;
    if (cell.x >= header->width || cell.y >= header->height)
        return fail(self, place, "a corner lies outside the map");
    if ((cell.y >> CAIRN__BUCKET_BITS) * set->corners.across + (cell.x >> CAIRN__BUCKET_BITS) !=
        bucket)
        return fail(self, place, "a corner lies outside its bucket");
    if (!is_first) {
        cairn__xy before = set->cells[node - 1];
        if (cell.y < before.y || (cell.y == before.y && cell.x <= before.x))
            return fail(self, place, "the corners of a bucket are out of order");
    }
    uint32_t item = set->corners.items[node], inner = CAIRN__BUCKET_SIDE - 1;
    if ((item & 0xfff) != ((cell.x & inner) | (cell.y & inner) << 6) || item >> 12 == 0)
        return fail(self, self->layout.items + node * sizeof(cairn__corner_item),
                    "the item of a corner does not fit its cell");
    return CAIRN_OK;
}

static cairn_status check_nodes(const cairn__label_check *self)
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
static cairn_status check_firsts(const cairn__label_check *self)
{
    const cairn__label_set *set = self->set;
    if (set->firsts[0] != 0 || set->firsts[set->nodes] != set->label_bytes)
        return fail(self, self->layout.firsts, "the labels do not fill their part");
    for (uint32_t node = 0; node < set->nodes; node++)
        if (set->firsts[node] > set->firsts[node + 1] ||
            set->firsts[node + 1] - set->firsts[node] > CAIRN__MOST_LABEL)
            return fail(self, self->layout.firsts + node * sizeof *set->firsts,
                        "the size of a label is out of range");
    for (uint64_t i = self->layout.labels + set->label_bytes; i < self->layout.bytes; i++)
        if (set->labels[i - self->layout.labels] != 0)
            return fail(self, i, "bytes behind the labels are not zero");
    return CAIRN_OK;
}

/* ---- ways ---- */

/* True if a way goes on at the next node, with just the distance that is left. */
static bool goes_on(const cairn__label_check *self, uint32_t next, uint32_t hub, uint32_t distance)
{
    const cairn__label_set *set = self->set;
    cairn__label onward;
    cairn__label_entry entry;
    return cairn__label_set_get(set, next, &onward) &&
           cairn__label_find(set, &onward, hub, &entry) &&
           entry.distance + cairn__get_distance(self->cell, set->cells[next]) == distance;
}

/* A climb to a next node is straight. */
static cairn_status check_sight(const cairn__label_check *self, uint32_t next)
{
    cairn__xy to = self->set->cells[next];
    cairn__climb_result climb = cairn__climb(self->map, self->cell, to, CAIRN_NO_CUTOFF);
    if (climb.reached && climb.cost == cairn__get_distance(self->cell, to))
        return CAIRN_OK;
    return cairn__fail_at_offset(
        self->detail, CAIRN_INVALID,
        cairn__label_check_get_offset(self) + self->layout.labels + self->set->firsts[self->node],
        "corner %u,%u does not see its next one %u,%u", self->cell.x, self->cell.y, to.x, to.y);
}

/* The entries of a block, each of which was found to be well-formed before. */
static cairn_status check_block_ways(const cairn__label_check *self,
                                     const cairn__label_cursor *cursor,
                                     const cairn__label_block *block)
{
    const cairn__label_set *set = self->set;
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t hub = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        uint32_t distance = cairn__get_distance(self->cell, set->hubs[hub]) +
                            2 * cairn__read_bits(block->excesses, i, block->excess_width);
        if (distance > 0 &&
            !goes_on(self, cairn__label_get_next(set, cursor, block, i), hub, distance))
            return cairn__label_check_fail(self, block->ranks - sizeof(uint32_t),
                                           "the way to a hub does not go on at the next node");
    }
    return CAIRN_OK;
}

/* All ways of a group; against the map, sight of its next nodes. */
static cairn_status check_group_ways(const cairn__label_check *self, cairn__label_cursor *cursor)
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

static cairn_status check_all_ways(cairn__label_check *self)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < self->set->nodes; node++) {
        cairn__label_cursor cursor;
        cairn__label label;
        uint32_t limit = UINT32_MAX;
        cairn__label_check_enter(self, node);
        if (!cairn__label_set_get(self->set, node, &label))
            return cairn__label_check_fail(self, self->set->labels, "it cannot be read");
        cairn__label_cursor_start(&cursor, &label);
        while (status == CAIRN_OK &&
               cairn__label_cursor_next_group(&cursor, CAIRN__ALL_TURNS, &limit))
            status = check_group_ways(self, &cursor);
    }
    return status;
}

/* ---- all of it ---- */

static cairn__label_check start_check(const cairn_db *db, const cairn_map *map,
                                      cairn_detail *detail)
{
    const cairn__label_set *set = &db->labels;
    cairn__label_head head = {set->nodes, set->corners.across, set->corners.down, set->label_bytes};
    return (cairn__label_check){.db = db,
                                .map = map,
                                .set = set,
                                .layout = cairn__label_set_lay_out(&head),
                                .detail = detail};
}

static cairn_status check_labels(cairn__label_check *self)
{
    cairn_status status = check_nodes(self);
    if (status == CAIRN_OK)
        status = check_firsts(self);
    for (uint32_t node = 0; status == CAIRN_OK && node < self->set->nodes; node++) {
        cairn__label_check_enter(self, node);
        status = cairn__label_check_run(self);
    }
    if (status == CAIRN_OK && self->entries != self->db->labels_head->entries)
        return cairn__db_fail_at(self->db, &self->db->labels_head->entries,
                                 "the number of entries is wrong", self->detail);
    return status == CAIRN_OK ? check_all_ways(self) : status;
}

cairn_status cairn__labels_verify(const cairn_db *db, cairn_detail *detail)
{
    const cairn__labels_head *head = db->labels_head;
    if (head->eps > CAIRN_MAX_EPS)
        return cairn__db_fail_at(db, &head->eps, "eps is out of range", detail);
    if (head->zero != 0)
        return cairn__db_fail_at(db, &head->zero, "reserved bytes are not zero", detail);
    cairn__label_check self = start_check(db, NULL, detail);
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
            cairn__xy cell = {(uint16_t)x, (uint16_t)y};
            if (cairn__is_open_cell(map, cell))
                count += cairn__corner_get_item(map, cell) >> 12 != 0;
        }
    return count;
}

/* The nodes are different cells: if all are corners and there are as many, none is missing. */
static cairn_status check_corners(const cairn__label_check *self)
{
    const cairn_map *map = self->map;
    const cairn__label_set *set = self->set;
    uint64_t offset = cairn__label_check_get_offset(self);
    for (uint32_t node = 0; node < set->nodes; node++) {
        cairn__xy cell = set->cells[node];
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
    cairn__label_check self = start_check(db, map, detail);
    cairn_status status = check_corners(&self);
    return status == CAIRN_OK ? check_all_ways(&self) : status;
}
