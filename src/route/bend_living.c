/* bend_living.c: search on the base, then leg by leg on the map as it is. */
#include "route/bend_living.h"

#include <string.h>

#include "grid/living.h"
#include "grid/stamps.h"

void cairn__bend_living_start(cairn__bend_living *living, cairn__xy start, cairn__xy goal)
{
    cairn__bend_search_start(&living->search, start, goal);
    living->version = living->extra = living->at = 0;
    living->phase = CAIRN__LIVING_SEARCH;
    living->listed = false;
    living->base = cairn__find_base_map(living->map, living->fingerprint);
    /* A cell that was blocked has no list. */
    if (living->base == NULL || !cairn__is_open_cell(living->base, start) ||
        !cairn__is_open_cell(living->base, goal))
        living->phase = CAIRN__LIVING_FAILED;
}

/* ---- the way on the base ---- */

/* Strict corners: a cell that was opened also allows moves past it, between two cells beside it.
 * Such a move costs 14, over the cell it would be 20. */
#define PAST_OPENED 6

uint32_t cairn__get_new_bound(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    uint32_t bound = cairn__get_opened_bound(map, from, to);
    if (bound == UINT32_MAX || map->info.corners == CAIRN_CORNERS_FREE)
        return bound;
    return bound > PAST_OPENED ? bound - PAST_OPENED : 0;
}

uint32_t cairn__bend_living_get_bound(const cairn__bend_living *living)
{
    return cairn__get_new_bound(living->map, living->search.ends[0], living->search.ends[1]);
}

static cairn__living_phase find_way(cairn__bend_living *self, cairn__meter *meter)
{
    const cairn__bend_tools tools = {
        .map = self->base, .set = self->set, .desk = self->desk, .around = true};
    cairn__answer answer = cairn__bend_search_run(&self->search, &tools, meter);
    if (answer == CAIRN__PAUSED)
        return self->phase;
    if (answer == CAIRN__NONE)
        return CAIRN__LIVING_FAILED;
    self->listed = self->lists || self->base != self->map;
    if (!self->listed)
        return CAIRN__LIVING_WHOLE;
    cairn__bend_legs_start(&self->way, &self->search);
    self->turns[0] = self->search.ends[0];
    self->count = 1;
    return CAIRN__LIVING_LIST;
}

static void start_checking(cairn__bend_living *self)
{
    self->at = 0;
    self->testing = false;
}

static cairn__living_phase list_turns(cairn__bend_living *self, cairn__meter *meter)
{
    while (!cairn__is_same_cell(self->turns[self->count - 1], self->search.ends[1])) {
        if (self->count == self->capacity)
            return CAIRN__LIVING_FAILED;
        cairn__answer answer =
            cairn__bend_legs_next(&self->way, self->set, meter, &self->turns[self->count]);
        if (answer != CAIRN__DONE)
            return answer == CAIRN__PAUSED ? self->phase : CAIRN__LIVING_FAILED;
        if (!cairn__is_inside(self->map, self->turns[self->count]))
            return CAIRN__LIVING_FAILED; /* damaged labels may name any cell */
        self->count++;
    }
    start_checking(self);
    return CAIRN__LIVING_CHECK;
}

/* ---- the way now ---- */

/* The length of `legs` legs. */
static uint32_t add_lengths(const cairn__xy *turns, uint32_t legs)
{
    uint32_t length = 0;
    for (uint32_t i = 0; i < legs; i++)
        length += cairn__get_distance(turns[i], turns[i + 1]);
    return length;
}

uint32_t cairn__bend_living_get_listed(const cairn__bend_living *living)
{
    bool ends = living->listed &&
                cairn__is_same_cell(living->turns[living->count - 1], living->search.ends[1]);
    return ends ? add_lengths(living->turns, living->count - 1) : 0;
}

bool cairn__bend_living_is_near_goal(const cairn__bend_living *living)
{
    return add_lengths(living->turns, living->at) > cairn__bend_living_get_listed(living) / 2;
}

/* What detours may add to the way in all. */
static uint32_t get_spare(const cairn__bend_living *self)
{
    return self->spare_part > 0 ? self->search.best.distance / self->spare_part : 0;
}

/* Chooses open turns on both sides of a leg that is gone, one leg farther: between its own ends there is
 * no path of its length, or the leg would be there. A path from end to end of the whole way is
 * not asked for: it is no detour. */
static cairn__living_phase ask_detour(cairn__bend_living *self)
{
    uint32_t end = self->count - 1;
    uint32_t first = self->at > 0 ? self->at - 1 : 0;
    uint32_t last = self->at + 2 < end ? self->at + 2 : end;
    while (first > 0 && !cairn__is_open_cell(self->map, self->turns[first]))
        first--;
    while (last < end && !cairn__is_open_cell(self->map, self->turns[last]))
        last++;
    /* The last turn is no goal, and may be blocked, where as many were packed as there was room for. */
    if (last - first == end || !cairn__is_open_cell(self->map, self->turns[last]))
        return CAIRN__LIVING_FAILED;
    self->first = first;
    self->last = last;
    self->most = add_lengths(self->turns + first, last - first) + get_spare(self) - self->extra;
    return CAIRN__LIVING_DETOUR;
}

/* Whether the present leg is there. */
static cairn__answer test_leg(cairn__bend_living *self, cairn__meter *meter)
{
    cairn__xy from = self->turns[self->at], to = self->turns[self->at + 1];
    if (!self->testing) {
        meter->left--;
        if (cairn__is_untouched(self->map, from, to, self->version))
            return CAIRN__DONE;
        if (!cairn__is_open_cell(self->map, to))
            return CAIRN__NONE;
        cairn__straight_start(&self->search.straight, from, to, self->desk->rows);
    }
    cairn__answer answer = cairn__straight_run(&self->search.straight, self->map, meter);
    self->testing = answer == CAIRN__PAUSED;
    return answer;
}

static cairn__living_phase check_legs(cairn__bend_living *self, cairn__meter *meter)
{
    for (; self->at + 1 < self->count; self->at++) {
        cairn__answer answer = meter->left > 0 ? test_leg(self, meter) : CAIRN__PAUSED;
        if (answer != CAIRN__DONE)
            return answer == CAIRN__PAUSED ? self->phase : ask_detour(self);
    }
    return CAIRN__LIVING_WHOLE;
}

/* Puts waypoints in place of the turns between the ends of a detour; false if there is no room. */
static bool take_detour(cairn__bend_living *self, const cairn__xy *cells, uint32_t count)
{
    uint32_t behind = self->count - 1 - self->last, at = self->first + count - 1;
    if (at + behind >= self->capacity)
        return false;
    self->extra += add_lengths(cells, count - 1) -
                   add_lengths(self->turns + self->first, self->last - self->first);
    memmove(self->turns + at, self->turns + self->last, (behind + 1) * sizeof *cells);
    memcpy(self->turns + self->first, cells, (count - 1) * sizeof *cells);
    self->count = at + behind + 1;
    self->at = at;
    return true;
}

void cairn__bend_living_answer(cairn__bend_living *living, const cairn__xy *cells, uint32_t count)
{
    bool taken = count > 0 && take_detour(living, cells, count);
    living->phase = taken ? CAIRN__LIVING_CHECK : CAIRN__LIVING_FAILED;
}

void cairn__bend_living_resume(cairn__bend_living *living, uint32_t count, cairn__xy goal)
{
    living->count = count;
    living->extra = 0;
    living->listed = true;
    living->search.ends[1] = goal;
    living->search.best.distance = add_lengths(living->turns, count - 1);
    living->phase = CAIRN__LIVING_WHOLE;
}

void cairn__bend_living_check_again(cairn__bend_living *living, cairn__xy cell, uint32_t turn)
{
    living->count -= turn - 1;
    memmove(living->turns + 1, living->turns + turn, (living->count - 1) * sizeof cell);
    living->turns[0] = cell;
    living->phase = CAIRN__LIVING_CHECK;
    start_checking(living);
}

/* ---- telling the way ---- */

void cairn__bend_living_rewind(cairn__bend_living *living)
{
    cairn__bend_legs_start(&living->way, &living->search);
    living->at = 0;
}

bool cairn__bend_living_next(cairn__bend_living *living, cairn__xy *turn)
{
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    if (!living->listed)
        return cairn__bend_legs_next(&living->way, living->set, &meter, turn) == CAIRN__DONE;
    if (living->at + 1 >= living->count)
        return false;
    *turn = living->turns[++living->at];
    return true;
}

/* ---- on a meter ---- */

static cairn__living_phase go_on(cairn__bend_living *self, cairn__meter *meter)
{
    switch (self->phase) {
    case CAIRN__LIVING_SEARCH:
        return find_way(self, meter);
    case CAIRN__LIVING_LIST:
        return list_turns(self, meter);
    case CAIRN__LIVING_CHECK:
        return check_legs(self, meter);
    default:
        return self->phase;
    }
}

cairn__living_phase cairn__bend_living_run(cairn__bend_living *living, cairn__meter *meter)
{
    living->base = cairn__find_base_map(living->map, living->fingerprint);
    if (living->base == NULL && living->phase == CAIRN__LIVING_SEARCH)
        living->phase = CAIRN__LIVING_FAILED;
    int64_t begun = cairn__meter_open(meter);
    cairn__living_phase before = CAIRN__LIVING_FAILED;
    while (meter->left > 0 && living->phase != before) {
        before = living->phase;
        living->phase = go_on(living, meter);
    }
    cairn__meter_close(meter, &meter->work.entries, begun);
    return living->phase;
}
