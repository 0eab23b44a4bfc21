/* bend_via.c: over which local node a way begins. The desk has not kept it. */
#include "route/bend_reading.h"

typedef cairn__bend_progress progress;

/* The distance from the start to the first node of the way; 0 if the label does not have it. */
static uint32_t find_first_distance(const cairn__bend_search *self, const cairn__bend_tools *tools,
                                    int64_t *units)
{
    cairn__bend_entry entry;
    bool found =
        cairn__bend_set_find(tools->set, self->best.nodes[0], self->best.hub, &entry, units);
    return found && entry.distance <= self->best.to_hub ? self->best.to_hub - entry.distance : 0;
}

/* Goes on to the next local node over which the way may begin. */
static progress change_via(cairn__bend_search *self, const cairn__bend_tools *tools, int64_t *units)
{
    uint32_t best = self->best.distance;
    cairn__xy first = tools->set->cells[self->best.nodes[0]];
    self->best.distance = self->first_distance + 1; /* no way to the first node may be longer */
    progress answer = cairn__bend_reading_next(self, tools, &self->outer[0], first, units);
    self->best.distance = best;
    if (answer == CAIRN__BEND_PROGRESS_FOUND) {
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

bool cairn__bend_find_via(cairn__bend_search *self, const cairn__bend_tools *tools, int64_t *units)
{
    if (self->best.straight || self->best.distance == UINT32_MAX)
        return true;
    if (!are_sound(tools, self->best.nodes)) {
        self->best.distance = UINT32_MAX;
        return true;
    }
    if (!self->local_start)
        return true;
    if (self->step == 0) {
        cairn__bend_reading_start(&self->outer[0], tools, self->ends[0], false, 0);
        self->first_distance = find_first_distance(self, tools, units);
        self->step = 1;
    }
    if (self->first_distance ==
        cairn__get_distance(self->ends[0], tools->set->cells[self->best.nodes[0]]))
        return true;
    for (;;) {
        progress answer =
            self->testing ? cairn__bend_ask(self, tools, units) : CAIRN__BEND_PROGRESS_DONE;
        if (answer == CAIRN__BEND_PROGRESS_PAUSED)
            return false;
        self->testing = false;
        if (answer == CAIRN__BEND_PROGRESS_FOUND) {
            self->best.via[0] = self->outer[0].item.cell;
            return true;
        }
        answer = change_via(self, tools, units);
        if (answer == CAIRN__BEND_PROGRESS_PAUSED)
            return false;
        if (answer == CAIRN__BEND_PROGRESS_DONE) {
            self->best.distance = UINT32_MAX; /* the labels are damaged */
            return true;
        }
    }
}
