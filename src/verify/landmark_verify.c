/* landmark_verify.c: whether bearings are what labels and lists say, and whether no leg comes from outside a
 * landmark's box. */
#include "verify/bend_verify.h"

#include "base/detail.h"
#include "base/memory.h"
#include "db/bend_marks.h"
#include "search/straight.h"

/* ---- the section alone ---- */

static uint16_t get_bearing(const cairn__bend_set *set, uint32_t node, uint32_t i)
{
    return set->bearings[(size_t)node * CAIRN__LANDMARKS + i];
}

/* An entry of a label that is gone through. */
typedef struct entry {
    cairn__bend_label label;
    cairn__bend_block block;
    uint32_t i; /* in the block */
    uint32_t hub;
    uint32_t distance;
} entry;

/* Begins with a label, whose entries were found to be sound. */
static void start_entries(const cairn__bend_set *set, uint32_t node, entry *at)
{
    at->i = at->block.count = 0;
    if (!cairn__bend_label_start(set, node, &at->label))
        at->label.at = at->label.end = NULL;
}

static bool next_entry(const cairn__bend_set *set, entry *at)
{
    if (at->i == at->block.count) {
        at->i = 0;
        if (!cairn__bend_label_next(&at->label, &at->block))
            return false;
    }
    at->hub = at->block.first + cairn__read_bits(at->block.ranks, at->i, at->block.rank_width);
    at->distance = cairn__get_distance(at->label.cell, set->hubs[at->hub]) +
                   2 * cairn__read_bits(at->block.excesses, at->i, at->block.excess_width);
    at->i++;
    return true;
}

static bool is_blank(const cairn__landmark *landmark)
{
    return cairn__pack(landmark->cell) == 0 && cairn__pack(landmark->first) == 0 &&
           cairn__pack(landmark->last) == 0;
}

static cairn_status check_head(const cairn__bend_verifier *self)
{
    const cairn__landmark_head *head = self->set->landmarks;
    uint32_t wanted = self->set->nodes / CAIRN__NODES_A_LANDMARK;
    if (head->count != (wanted < CAIRN__LANDMARKS ? wanted : CAIRN__LANDMARKS))
        return cairn__bend_fail(self, &head->count, "there are too many landmarks, or too few");
    for (uint32_t i = 0; i < CAIRN__LANDMARKS; i++)
        if (i < head->count
                ? cairn__bend_find_node(self->set, head->landmarks[i].cell) == self->set->nodes
                : !is_blank(&head->landmarks[i]))
            return cairn__bend_fail(self, &head->landmarks[i], "a landmark is no node");
    return CAIRN_OK;
}

/* Bearings have 14 bits, and steps are as short as they can be. */
static cairn_status check_range(const cairn__bend_verifier *self)
{
    const cairn__landmark_head *head = self->set->landmarks;
    uint32_t most = 0;
    for (uint32_t node = 0; node < self->set->nodes; node++)
        for (uint32_t i = 0; i < CAIRN__LANDMARKS; i++) {
            uint32_t bearing = get_bearing(self->set, node, i);
            if (bearing > (i < head->count ? CAIRN__BEARING_NONE : 0))
                return cairn__bend_fail(self, self->set->bearings, "a bearing is too large");
            if (bearing < CAIRN__BEARING_NONE && bearing > most)
                most = bearing;
        }
    if (head->shift > 0 && most < CAIRN__BEARING_NONE / 2)
        return cairn__bend_fail(self, head, "steps of bearings are longer than they need be");
    return CAIRN_OK;
}

/* A way is not shorter than bearings differ. Two nodes that share a hub are then not, either. */
static bool is_true(const cairn__bend_set *set, uint32_t node, uint32_t hub, uint32_t distance)
{
    for (uint32_t i = 0; i < CAIRN__LANDMARKS; i++) {
        uint64_t a = get_bearing(set, node, i), b = get_bearing(set, hub, i);
        uint64_t gap = a < b ? b - a : a - b;
        bool joined = a < CAIRN__BEARING_NONE && b < CAIRN__BEARING_NONE;
        if (joined ? gap > 1 && (gap - 1) << set->landmarks->shift >= distance : a != b)
            return false;
    }
    return true;
}

static cairn_status check_ways(const cairn__bend_verifier *self)
{
    const cairn__bend_set *set = self->set;
    entry at;
    for (uint32_t node = 0; node < set->nodes; node++)
        for (start_entries(set, node, &at); next_entry(set, &at);)
            if (!is_true(set, node, self->owners[at.hub], at.distance))
                return cairn__bend_fail(self, &set->bearings[(size_t)node * CAIRN__LANDMARKS],
                                        "bearings differ by more than the way between nodes");
    return CAIRN_OK;
}

cairn_status cairn__bend_verify_landmarks(const cairn__bend_verifier *self)
{
    if (self->set->landmarks == NULL)
        return CAIRN_OK;
    cairn_status status = check_head(self);
    if (status == CAIRN_OK)
        status = check_range(self);
    return status == CAIRN_OK ? check_ways(self) : status;
}

/* ---- against the map ---- */

typedef struct checker {
    const cairn__bend_verifier *verifier;
    uint16_t *room;    /* of straight tests */
    uint32_t *to_hubs; /* from the landmark */
    bool has_locals;   /* its list */
} checker;

/* The hubs of a node that is so far from the landmark. */
static void add_label(checker *self, uint32_t node, uint32_t distance)
{
    const cairn__bend_set *set = self->verifier->set;
    entry at;
    for (start_entries(set, node, &at); next_entry(set, &at);)
        if (distance + at.distance < self->to_hubs[at.hub])
            self->to_hubs[at.hub] = distance + at.distance;
}

/* The nodes in the list of a cell; and, of the landmark itself, those in the lists of its local nodes. */
static void add_list(checker *self, cairn__xy cell, uint32_t distance, bool labelled)
{
    cairn__list_cursor cursor;
    cairn__list_item item;
    uint32_t limit = UINT32_MAX;
    cairn__list_start(&cursor, self->verifier->set, cell, labelled);
    while (cairn__list_read(&cursor, self->verifier->set, &limit, &item, 1) > 0) {
        uint32_t length = distance + cairn__get_distance(cell, item.cell);
        self->has_locals |= !labelled;
        if (cairn__is_asked(&item) &&
            !cairn__bend_is_leg(self->verifier, self->room, cell, item.cell))
            continue;
        if (labelled)
            add_label(self, item.node, length);
        else
            add_list(self, item.cell, length, true);
    }
}

static uint32_t get_distance(const checker *self, uint32_t node)
{
    const cairn__bend_set *set = self->verifier->set;
    uint32_t least = UINT32_MAX;
    entry at;
    for (start_entries(set, node, &at); next_entry(set, &at);)
        if (self->to_hubs[at.hub] < UINT32_MAX && self->to_hubs[at.hub] + at.distance < least)
            least = self->to_hubs[at.hub] + at.distance;
    return least;
}

static cairn_status check_bearings(checker *self, uint32_t i)
{
    const cairn__bend_set *set = self->verifier->set;
    cairn__xy cell = set->landmarks->landmarks[i].cell;
    memset(self->to_hubs, 0xff, set->nodes * sizeof *self->to_hubs);
    self->has_locals = false;
    add_list(self, cell, 0, true);
    add_list(self, cell, 0, false);
    for (uint32_t node = 0; node < set->nodes; node++) {
        uint32_t distance = get_distance(self, node);
        uint32_t steps =
            distance == UINT32_MAX ? CAIRN__BEARING_NONE : distance >> set->landmarks->shift;
        if (get_bearing(set, node, i) != steps)
            return cairn__bend_fail(self->verifier, &set->bearings[node * CAIRN__LANDMARKS + i],
                                    "a bearing is not the distance from its landmark");
    }
    return CAIRN_OK;
}

/* Of small maps every cell is looked at, of others one in each square of this side. */
#define MOST_CELLS 65536
#define STEP 64

/* Cells from which legs lead to a landmark: the blocks of 8 x 8 that they are in are the box. */
static cairn_status check_box(checker *self, const cairn__landmark *landmark)
{
    const cairn__bend_verifier *verifier = self->verifier;
    uint32_t step = verifier->width * verifier->height <= MOST_CELLS ? 1 : STEP;
    cairn__xy first = {.x = UINT16_MAX, .y = UINT16_MAX}, last = {.x = 0, .y = 0};
    for (uint32_t y = 0; !self->has_locals && y < verifier->height; y += step)
        for (uint32_t x = 0; x < verifier->width; x += step) {
            cairn__xy cell = {.x = (uint16_t)x, .y = (uint16_t)y};
            if (!cairn__is_open_cell(verifier->map, cell) ||
                !cairn__bend_is_leg(verifier, self->room, cell, landmark->cell))
                continue;
            first.x = (x & ~7u) < first.x ? (uint16_t)(x & ~7u) : first.x;
            first.y = (y & ~7u) < first.y ? (uint16_t)(y & ~7u) : first.y;
            last.x = (x | 7) > last.x ? (uint16_t)(x | 7) : last.x;
            last.y = (y | 7) > last.y ? (uint16_t)(y | 7) : last.y;
        }
    if (self->has_locals) {
        first = (cairn__xy){.x = 0, .y = 0};
        last = (cairn__xy){.x = UINT16_MAX, .y = UINT16_MAX};
    }
    bool same =
        cairn__is_same_cell(first, landmark->first) && cairn__is_same_cell(last, landmark->last);
    bool within = first.x >= landmark->first.x && first.y >= landmark->first.y &&
                  last.x <= landmark->last.x && last.y <= landmark->last.y;
    if (step == 1 || self->has_locals ? same : within)
        return CAIRN_OK;
    return cairn__bend_fail(verifier, landmark, "a landmark is seen from other cells than it says");
}

cairn_status cairn__bend_verify_landmarks_map(const cairn__bend_verifier *self)
{
    const cairn__bend_set *set = self->set;
    if (set->landmarks == NULL)
        return CAIRN_OK;
    checker own = {.verifier = self};
    own.room =
        cairn__allocate(self->allocator, cairn__straight_get_room(self->map), sizeof *own.room);
    own.to_hubs = cairn__allocate(self->allocator, set->nodes, sizeof *own.to_hubs);
    cairn_status status = own.room != NULL && own.to_hubs != NULL ? CAIRN_OK : CAIRN_MEMORY;
    if (status != CAIRN_OK)
        (void)cairn__fail(self->detail, status, "out of memory");
    for (uint32_t i = 0; status == CAIRN_OK && i < set->landmarks->count; i++) {
        status = check_bearings(&own, i);
        if (status == CAIRN_OK)
            status = check_box(&own, &set->landmarks->landmarks[i]);
    }
    cairn__release(self->allocator, own.room);
    cairn__release(self->allocator, own.to_hubs);
    return status;
}
