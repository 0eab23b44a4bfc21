/* bend_via.c: over which local node a way begins. The desk has not kept it. */
#include "grid/bound.h"
#include "route/bend_reading.h"

/* The distance from the start to the first node of the way; 0 if the label does not have it. */
static uint32_t find_first_distance(const cairn__bend_search *self, const cairn__bend_tools *tools,
                                    cairn__meter *meter)
{
    cairn__bend_entry entry;
    bool found =
        cairn__bend_set_find(tools->set, self->best.nodes[0], self->best.hub, &entry, meter);
    return found && entry.distance <= self->best.to_hub ? self->best.to_hub - entry.distance : 0;
}

/* Goes on to the next local node over which the way may begin. */
static cairn__answer change_via(cairn__bend_search *self, const cairn__bend_tools *tools,
                                cairn__meter *meter)
{
    uint32_t best = self->best.distance;
    cairn__xy first = tools->set->cells[self->best.nodes[0]];
    self->best.distance = self->first_distance + 1; /* no way to the first node may be longer */
    cairn__answer answer = cairn__bend_reading_next(self, tools, &self->outer[0], first, meter);
    self->best.distance = best;
    if (answer == CAIRN__DONE) {
        cairn__bend_ask_start(self, tools, self->outer[0].item.cell, first);
        self->testing = true;
    }
    return answer;
}

/* Damaged labels may name any cell. */
static bool are_sound(const cairn__bend_tools *tools, const uint32_t nodes[2])
{
    return nodes[0] < tools->set->nodes &&
           cairn__is_open_cell(tools->map, tools->set->cells[nodes[0]]) &&
           cairn__is_open_cell(tools->map, tools->set->cells[nodes[1]]);
}

cairn__answer cairn__bend_find_via(cairn__bend_search *self, const cairn__bend_tools *tools,
                                   cairn__meter *meter)
{
    if (self->best.straight || self->best.distance == UINT32_MAX)
        return CAIRN__DONE;
    if (!are_sound(tools, self->best.nodes)) {
        self->best.distance = UINT32_MAX;
        return CAIRN__DONE;
    }
    if (!self->local_start)
        return CAIRN__DONE;
    if (self->step == 0) {
        cairn__bend_reading_start(&self->outer[0], tools, self->ends[0], false, 0);
        self->first_distance = find_first_distance(self, tools, meter);
        self->step = 1;
    }
    if (self->first_distance ==
        cairn__bound(tools->map, self->ends[0], tools->set->cells[self->best.nodes[0]]))
        return CAIRN__DONE;
    for (;;) {
        cairn__answer answer = self->testing ? cairn__bend_ask(self, tools, meter) : CAIRN__NONE;
        if (answer == CAIRN__PAUSED)
            return CAIRN__PAUSED;
        self->testing = false;
        if (answer == CAIRN__DONE) {
            self->best.via[0] = self->outer[0].item.cell;
            return CAIRN__DONE;
        }
        answer = change_via(self, tools, meter);
        if (answer == CAIRN__PAUSED)
            return CAIRN__PAUSED;
        if (answer == CAIRN__NONE) {
            self->best.distance = UINT32_MAX; /* the labels are damaged */
            return CAIRN__DONE;
        }
    }
}
