/* bend_verify.c: the section's frame: cells, hubs, where labels and lists begin, and padding; and the
 * section against its map. */
#include "verify/bend_verify.h"

#include "base/detail.h"
#include "base/memory.h"
#include "search/bends.h"
#include "search/straight.h"

cairn_status cairn__bend_fail(const cairn__bend_verifier *self, const void *at, const char *what)
{
    uint64_t place = (uint64_t)((const unsigned char *)at - self->section);
    return cairn__fail_at_offset(self->detail, self->map == NULL ? CAIRN_CORRUPT : CAIRN_INVALID,
                                 self->offset + place, "%s", what);
}

/* ---- the frame ---- */

/* Compares cells by the bits of y and x by turns, as nodes are numbered. */
static bool is_before(cairn__xy a, cairn__xy b)
{
    uint32_t x = a.x ^ (uint32_t)b.x, y = a.y ^ (uint32_t)b.y;
    /* The highest bit in which they differ decides; of two the same, that of y. */
    bool by_y = y >= x || (x ^ y) <= y;
    return by_y ? a.y < b.y : a.x < b.x;
}

static cairn_status check_cells(const cairn__bend_verifier *self)
{
    const cairn__bend_set *set = self->set;
    for (uint32_t i = 0; i < set->nodes; i++) {
        if (set->cells[i].x >= self->width || set->cells[i].y >= self->height)
            return cairn__bend_fail(self, &set->cells[i], "a node lies outside the map");
        if (i > 0 && !is_before(set->cells[i - 1], set->cells[i]))
            return cairn__bend_fail(self, &set->cells[i], "nodes are not in order");
    }
    return CAIRN_OK;
}

uint32_t cairn__bend_find_node(const cairn__bend_set *set, cairn__xy cell)
{
    uint32_t first = 0, end = set->nodes;
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        if (is_before(cell, set->cells[middle]))
            end = middle;
        else
            first = middle;
    }
    return set->nodes > 0 && cairn__is_same_cell(set->cells[first], cell) ? first : set->nodes;
}

/* Every node is the hub of one rank. */
static cairn_status check_hubs(cairn__bend_verifier *self)
{
    const cairn__bend_set *set = self->set;
    for (uint32_t rank = 0; rank < set->nodes; rank++) {
        uint32_t node = cairn__bend_find_node(set, set->hubs[rank]);
        if (node == set->nodes || self->marks[node] != 0)
            return cairn__bend_fail(self, &set->hubs[rank], "a hub is no node, or is there twice");
        self->marks[node] = 1;
        self->owners[rank] = node;
    }
    memset(self->marks, 0, set->nodes * sizeof *self->marks);
    return CAIRN_OK;
}

static cairn_status check_firsts(const cairn__bend_verifier *self, const uint32_t *firsts,
                                 uint64_t count, uint32_t bytes)
{
    if (firsts[0] != 0 || firsts[count] != bytes)
        return cairn__bend_fail(self, firsts, "labels or lists do not fill their part");
    for (uint64_t i = 0; i < count; i++)
        if (firsts[i] > firsts[i + 1])
            return cairn__bend_fail(self, &firsts[i + 1], "labels or lists are not in order");
    return CAIRN_OK;
}

static cairn_status check_padding(const cairn__bend_verifier *self)
{
    const unsigned char *end = self->section + self->bytes;
    for (const unsigned char *at = self->set->labels + self->set->label_bytes; at < end; at++)
        if (*at != 0)
            return cairn__bend_fail(self, at, "padding is not zero");
    return CAIRN_OK;
}

static cairn_status check_all(cairn__bend_verifier *self)
{
    const cairn__bend_set *set = self->set;
    cairn_status status = check_cells(self);
    if (status == CAIRN_OK)
        status = check_hubs(self);
    if (status == CAIRN_OK)
        status = check_firsts(self, set->label_firsts, set->nodes, set->label_bytes);
    if (status == CAIRN_OK)
        status = check_firsts(self, set->list_firsts, (uint64_t)set->across * set->down,
                              set->list_bytes);
    if (status == CAIRN_OK)
        status = check_padding(self);
    if (status == CAIRN_OK)
        status = cairn__bend_verify_labels(self);
    if (status == CAIRN_OK)
        status = cairn__bend_verify_lists(self);
    return status == CAIRN_OK ? cairn__bend_verify_landmarks(self) : status;
}

cairn_status cairn__bend_verify(cairn__bend_verifier *self)
{
    self->map = NULL;
    self->entries = 0;
    self->marks =
        cairn__allocate_zeroed(self->allocator, self->set->nodes, 2 * sizeof *self->marks);
    if (self->marks == NULL)
        return cairn__fail(self->detail, CAIRN_MEMORY, "out of memory");
    self->owners = self->marks + self->set->nodes;
    cairn_status status = check_all(self);
    cairn__release(self->allocator, self->marks);
    return status;
}

/* ---- against the map ---- */

bool cairn__bend_is_leg(const cairn__bend_verifier *self, uint16_t *room, cairn__xy from,
                        cairn__xy to)
{
    cairn__straight straight;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    cairn__straight_start(&straight, from, to, room);
    return cairn__straight_run(&straight, self->map, &meter) == CAIRN__DONE;
}

static cairn_status check_legs(const cairn__bend_verifier *self, uint16_t *room, uint32_t node)
{
    const cairn__bend_set *set = self->set;
    cairn__bend_label label;
    if (!cairn__bend_label_start(set, node, &label))
        return cairn__bend_fail(self, &set->label_firsts[node], "a label cannot be read");
    for (uint32_t i = 0; i < label.next_count; i++) {
        uint32_t next = cairn__read_bits(label.nexts, i, set->node_width);
        if (next >= set->nodes || !cairn__bend_is_leg(self, room, label.cell, set->cells[next]))
            return cairn__bend_fail(self, label.nexts, "no leg leads to the next node");
    }
    return CAIRN_OK;
}

static bool knows_bend(const cairn__bend_verifier *self, cairn__xy cell)
{
    return cairn__is_open_cell(self->map, cell) && cairn__find_bends(self->map, cell) != 0;
}

/* All items that are valid for a cell without being looked for are true. */
static cairn_status check_cell(const cairn__bend_verifier *self, uint16_t *room, cairn__xy cell)
{
    if (!cairn__is_open_cell(self->map, cell))
        return CAIRN_OK;
    for (uint32_t labelled = 0; labelled < 2; labelled++) {
        cairn__list_cursor cursor;
        cairn__list_item item;
        uint32_t limit = UINT32_MAX;
        cairn__list_start(&cursor, self->set, cell, labelled != 0);
        while (cairn__list_read(&cursor, self->set, &limit, &item, 1) > 0) {
            if (!knows_bend(self, item.cell))
                return cairn__bend_fail(self, cursor.quarter, "an item's node knows no bend");
            if (item.kind != CAIRN__LIST_ASK && !cairn__bend_is_leg(self, room, cell, item.cell))
                return cairn__bend_fail(self, cursor.quarter, "no leg leads to an item's node");
        }
    }
    return CAIRN_OK;
}

/* Of small maps every cell is looked at, of others four along each side of a block of 32. */
#define MOST_CELLS 65536
#define STEP 8

static cairn_status check_lists(const cairn__bend_verifier *self, uint16_t *room)
{
    cairn_status status = CAIRN_OK;
    uint32_t step = self->width * self->height <= MOST_CELLS ? 1 : STEP;
    for (uint32_t y = 0; status == CAIRN_OK && y < self->height; y += step)
        for (uint32_t x = 0; status == CAIRN_OK && x < self->width; x += step) {
            /* Not always the same cells of a block. */
            uint32_t shift = (x / step * 5 + y / step * 3) % step;
            status =
                check_cell(self, room, (cairn__xy){.x = (uint16_t)(x + shift), .y = (uint16_t)y});
        }
    return status;
}

cairn_status cairn__bend_verify_map(cairn__bend_verifier *self)
{
    const cairn__bend_set *set = self->set;
    uint16_t *room =
        cairn__allocate(self->allocator, cairn__straight_get_room(self->map), sizeof *room);
    if (room == NULL)
        return cairn__fail(self->detail, CAIRN_MEMORY, "out of memory");
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < set->nodes; node++) {
        if (!knows_bend(self, set->cells[node]))
            status = cairn__bend_fail(self, &set->cells[node], "a node knows no bend");
        else
            status = check_legs(self, room, node);
    }
    if (status == CAIRN_OK)
        status = check_lists(self, room);
    cairn__release(self->allocator, room);
    if (status == CAIRN_OK)
        status = cairn__bend_verify_landmarks_map(self);
    return status == CAIRN_OK ? cairn__bend_verify_paths(self) : status;
}
