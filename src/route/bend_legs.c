/* bend_legs.c: from phase to phase of a way. */
#include "route/bend_legs.h"

void cairn__bend_legs_start(cairn__bend_legs *legs, const cairn__bend_search *search)
{
    const cairn__bend_way *way = &search->best;
    bool backward = search->purpose == CAIRN__BEND_FOR_GOAL;
    legs->way = *way;
    if (backward) {
        legs->way.via[0] = way->via[1];
        legs->way.via[1] = way->via[0];
        legs->way.nodes[0] = way->nodes[1];
        legs->way.nodes[1] = way->nodes[0];
    }
    legs->goal = search->ends[backward ? 0 : 1];
    legs->cell = search->ends[backward ? 1 : 0];
    legs->phase = CAIRN__LEGS_BEGIN;
    legs->turn = 0;
}

/* Reads how the way to the hub goes on from a node; false at damage. */
static bool look_ahead(const cairn__bend_legs *self, const cairn__bend_set *set,
                       const cairn__legs_place *at, cairn__meter *meter, cairn__bend_entry *entry)
{
    return cairn__bend_set_find(set, at->node, self->way.hub, entry, meter) &&
           (at->left == UINT32_MAX || at->left == entry->distance);
}

/* Goes on to the next node, which must be nearer to the hub; false if it is not. */
static bool go_on(const cairn__bend_set *set, const cairn__bend_entry *entry, cairn__legs_place *at)
{
    if (entry->next >= set->nodes)
        return false;
    uint32_t length = cairn__get_distance(set->cells[at->node], set->cells[entry->next]);
    if (length == 0 || length > entry->distance)
        return false;
    *at = (cairn__legs_place){entry->next, entry->distance - length};
    return true;
}

static cairn__answer go_up(cairn__bend_legs *self, const cairn__bend_set *set, cairn__meter *meter)
{
    cairn__bend_entry entry;
    if (!look_ahead(self, set, &self->at, meter, &entry))
        return CAIRN__FAILED;
    if (entry.distance == 0) {
        self->phase = CAIRN__LEGS_LIST;
        self->listed = (cairn__legs_place){self->way.nodes[1], UINT32_MAX};
        self->kept_end = 0;
        return CAIRN__DONE;
    }
    if (!go_on(set, &entry, &self->at))
        return CAIRN__FAILED;
    self->cell = set->cells[self->at.node];
    return CAIRN__DONE;
}

/* Lists the way from the goal's node up to the present one, as much of its end as there is room
 * for. */
static cairn__answer list_way_down(cairn__bend_legs *self, const cairn__bend_set *set,
                                   cairn__meter *meter)
{
    while (self->listed.node != self->at.node) {
        cairn__bend_entry entry;
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        self->kept[self->kept_end++ % CAIRN__BEND_KEPT] = self->listed.node;
        if (!look_ahead(self, set, &self->listed, meter, &entry) ||
            !go_on(set, &entry, &self->listed))
            return CAIRN__FAILED;
    }
    self->kept_left = self->kept_end < CAIRN__BEND_KEPT ? self->kept_end : CAIRN__BEND_KEPT;
    self->phase = CAIRN__LEGS_DOWN;
    return CAIRN__DONE;
}

static void go_down(cairn__bend_legs *self, const cairn__bend_set *set)
{
    if (self->at.node == self->way.nodes[1]) {
        self->phase = CAIRN__LEGS_LAST;
    } else if (self->kept_left == 0) {
        self->phase = CAIRN__LEGS_LIST;
        self->listed = (cairn__legs_place){self->way.nodes[1], UINT32_MAX};
        self->kept_end = 0;
    } else {
        self->kept_left--;
        self->at.node = self->kept[--self->kept_end % CAIRN__BEND_KEPT];
        self->cell = set->cells[self->at.node];
    }
}

/* A step of the way: a new cell or a new phase, or both. */
static cairn__answer go(cairn__bend_legs *self, const cairn__bend_set *set, cairn__meter *meter)
{
    switch (self->phase) {
    case CAIRN__LEGS_BEGIN:
        self->cell = self->way.via[0];
        self->phase = self->way.turns.count > 0 ? CAIRN__LEGS_TURNS
                      : self->way.straight      ? CAIRN__LEGS_LAST
                                                : CAIRN__LEGS_FIRST;
        break;
    case CAIRN__LEGS_FIRST:
        if (self->way.nodes[0] >= set->nodes || self->way.nodes[1] >= set->nodes)
            return CAIRN__FAILED;
        self->at = (cairn__legs_place){self->way.nodes[0], UINT32_MAX};
        self->cell = set->cells[self->at.node];
        self->phase = CAIRN__LEGS_UP;
        break;
    case CAIRN__LEGS_UP:
        return go_up(self, set, meter);
    case CAIRN__LEGS_LIST:
        return list_way_down(self, set, meter);
    case CAIRN__LEGS_DOWN:
        go_down(self, set);
        break;
    case CAIRN__LEGS_LAST:
        self->cell = self->way.via[1];
        self->phase = CAIRN__LEGS_GOAL;
        break;
    case CAIRN__LEGS_GOAL:
        self->cell = self->goal;
        self->phase = CAIRN__LEGS_DONE;
        break;
    case CAIRN__LEGS_TURNS:
        if (self->turn < self->way.turns.count)
            self->cell = cairn__near_turn_get_cell(self->way.turns.all[self->turn++], self->goal);
        else
            self->phase = CAIRN__LEGS_LAST;
        break;
    case CAIRN__LEGS_DONE:
        break;
    }
    return CAIRN__DONE;
}

cairn__answer cairn__bend_legs_next(cairn__bend_legs *legs, const cairn__bend_set *set,
                                    cairn__meter *meter, cairn__xy *cell)
{
    *cell = legs->cell;
    while (legs->phase != CAIRN__LEGS_DONE) {
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        cairn__answer made = go(legs, set, meter);
        if (made != CAIRN__DONE)
            return made == CAIRN__PAUSED ? CAIRN__PAUSED : CAIRN__NONE;
        meter->left--;
        /* Two cells may be the same: the start may be its own first node. */
        if (!cairn__is_same_cell(*cell, legs->cell)) {
            *cell = legs->cell;
            return CAIRN__DONE;
        }
    }
    return CAIRN__NONE;
}
