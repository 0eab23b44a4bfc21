/* bend_search.c: each part of a search goes on until it is done or the units are used up; then it says
 * so, and is called again. What cannot be shorter than the best way so far is not looked at. */
#include "db/bend_search.h"

#include "db/bend_reading.h"

typedef cairn__bend_progress progress;

void cairn__bend_search_start(cairn__bend_search *search, cairn__xy start, cairn__xy goal)
{
    search->ends[0] = start;
    search->ends[1] = goal;
    search->phase = CAIRN__BEND_STRAIGHT;
    search->step = 0;
    search->inside = search->testing = search->reading = search->widened = false;
    search->local_start = false;
    search->best = (cairn__bend_way){.distance = UINT32_MAX, .via = {start, goal}};
}

/* Room for all lists; none of them has been read. */
static void clear_windows(cairn__bend_search *self, const cairn__bend_tools *tools)
{
    cairn__window_item *room = tools->desk->items;
    for (uint32_t i = 0; i < 2; i++, room += CAIRN__OWN_ITEMS)
        cairn__bend_window_clear(&self->own[i].window, room, CAIRN__OWN_ITEMS);
    for (uint32_t i = 0; i < 2; i++, room += CAIRN__OUTER_ITEMS)
        cairn__bend_window_clear(&self->outer[i].window, room, CAIRN__OUTER_ITEMS);
    cairn__bend_window_clear(&self->inner.window, room, CAIRN__INNER_ITEMS);
}

/* ---- labels ---- */

/* Begins with the label of an item's node. */
static void open_label(cairn__bend_search *self, const cairn__bend_tools *tools,
                       const cairn__bend_reading *reading, const cairn__listed *item)
{
    self->source.node = item->node;
    self->source.base =
        reading->base + cairn__get_distance(reading->window.cursor.cell, item->cell);
    self->reading = cairn__bend_label_start(tools->set, item->node, &self->source.label);
    self->widened = true;
}

/* Joins the label's ways with those on the desk. The goal's list is that of `via`. */
static bool join(cairn__bend_search *self, const cairn__bend_tools *tools, cairn__xy via,
                 int64_t *units)
{
    cairn__bend_meeting best = {.distance = self->best.distance};
    bool done = cairn__bend_join(&self->source, tools->set, tools->desk, &best, units);
    if (best.distance < self->best.distance)
        self->best = (cairn__bend_way){
            .distance = best.distance,
            .via = {self->ends[0], via},
            .nodes = {best.nodes[0], best.nodes[1]},
            .hub = best.hub,
            .to_hub = best.to_hub,
        };
    return done;
}

/* Reads the label to its end, if one is being read; false if the units are used up first. */
static bool finish_label(cairn__bend_search *self, const cairn__bend_tools *tools, bool joins,
                         cairn__xy via, int64_t *units)
{
    if (!self->reading)
        return true;
    bool done = joins ? join(self, tools, via, units)
                      : cairn__bend_spread(&self->source, tools->set, tools->desk, units);
    self->reading = !done;
    return done;
}

/* Spreads or joins the labels of all nodes in a list; false if the units are used up. */
static bool read_list(cairn__bend_search *self, const cairn__bend_tools *tools,
                      cairn__bend_reading *list, bool joins, int64_t *units)
{
    cairn__xy towards = self->ends[joins ? 0 : 1];
    for (;;) {
        if (!finish_label(self, tools, joins, list->window.cursor.cell, units))
            return false;
        progress answer = cairn__bend_reading_next(self, tools, list, towards, units);
        if (answer != CAIRN__BEND_PROGRESS_FOUND)
            return answer == CAIRN__BEND_PROGRESS_DONE;
        open_label(self, tools, list, &list->item);
    }
}

/* ---- phases ---- */

/* The node in the window that promises most, of those that are valid for sure. */
static bool choose_item(const cairn__bend_search *self, uint32_t end, cairn__listed *chosen)
{
    const cairn__bend_reading *list = &self->own[end];
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < list->window.count; i++) {
        cairn__listed item = cairn__bend_window_get(&list->window, i);
        uint32_t distance = cairn__bend_reading_get_least(list, &item, self->ends[1 - end]);
        if (item.asked || distance >= least)
            continue;
        least = distance;
        *chosen = item;
    }
    return least < UINT32_MAX;
}

/* Joins one node of each end: most of what is not shorter is never read. */
static bool guess(cairn__bend_search *self, const cairn__bend_tools *tools, int64_t *units)
{
    if (self->step == 0) {
        clear_windows(self, tools);
        for (uint32_t end = 0; end < 2; end++)
            cairn__bend_reading_start(&self->own[end], tools, self->ends[end], true, 0);
        self->step = 1;
    }
    for (; self->step < 5; self->step++) {
        uint32_t end = (self->step - 1) % 2;
        cairn__listed item;
        if (self->step < 3 && !cairn__bend_window_fill(&self->own[end].window, tools->set, units))
            return false;
        if (self->step < 3)
            continue;
        if (!self->reading) {
            *units -= 1 + self->own[end].window.count / 8;
            if (choose_item(self, end, &item))
                open_label(self, tools, &self->own[end], &item);
        }
        if (!finish_label(self, tools, end == 1, self->ends[1], units))
            return false;
    }
    return true;
}

/* The list of the start or of the goal itself. */
static bool read_own(cairn__bend_search *self, const cairn__bend_tools *tools, bool joins,
                     uint32_t wanted, int64_t *units)
{
    cairn__bend_reading *list = &self->own[joins ? 1 : 0];
    if (self->step == 0)
        cairn__bend_reading_start(list, tools, self->ends[joins ? 1 : 0], true, 0);
    self->step = 1;
    list->wanted = wanted;
    return read_list(self, tools, list, joins, units);
}

/* The lists of local nodes of the start or of the goal. */
static bool read_locals(cairn__bend_search *self, const cairn__bend_tools *tools, bool joins,
                        int64_t *units)
{
    uint32_t end = joins ? 1 : 0;
    cairn__xy towards = self->ends[1 - end];
    cairn__bend_reading *outer = &self->outer[end];
    if (self->step == 0)
        cairn__bend_reading_start(outer, tools, self->ends[end], false, 0);
    self->step = 1;
    for (;;) {
        if (self->inside && !read_list(self, tools, &self->inner, joins, units))
            return false;
        self->inside = false;
        progress answer = cairn__bend_reading_next(self, tools, outer, towards, units);
        if (answer != CAIRN__BEND_PROGRESS_FOUND)
            return answer == CAIRN__BEND_PROGRESS_DONE;
        cairn__bend_reading_start(&self->inner, tools, outer->item.cell, true,
                                  cairn__get_distance(self->ends[end], outer->item.cell));
        self->inside = true;
    }
}

/* The length of a way from the goal's reading's base by a leg to one of its nodes, or to itself. */
static uint32_t get_pair_distance(const cairn__bend_search *self, cairn__xy from, cairn__xy to)
{
    return self->outer[1].base + cairn__get_distance(from, to) +
           cairn__get_distance(to, self->ends[1]);
}

/* Begins to look for a leg between what stands for the start and what stands for the goal. */
static void start_pair(cairn__bend_search *self, const cairn__bend_tools *tools, cairn__xy from,
                       cairn__xy to)
{
    if (get_pair_distance(self, from, to) >= self->best.distance)
        return;
    cairn__bend_ask_start(self, tools, from, to);
    self->testing = true;
}

static bool finish_pair(cairn__bend_search *self, const cairn__bend_tools *tools, int64_t *units)
{
    progress answer = cairn__bend_ask(self, tools, units);
    if (answer == CAIRN__BEND_PROGRESS_PAUSED)
        return false;
    self->testing = false;
    cairn__xy from = self->straight.sides[0].end, to = self->straight.sides[1].end;
    if (answer == CAIRN__BEND_PROGRESS_FOUND)
        self->best = (cairn__bend_way){
            .distance = get_pair_distance(self, from, to), .straight = true, .via = {from, to}};
    return true;
}

/* The next local node of the start, or no more. Then all of the goal's are read again. */
static progress change_start(cairn__bend_search *self, const cairn__bend_tools *tools,
                             cairn__xy *from, int64_t *units)
{
    progress answer = cairn__bend_reading_next(self, tools, &self->outer[0], self->ends[1], units);
    if (answer != CAIRN__BEND_PROGRESS_FOUND)
        return answer;
    *from = self->outer[0].item.cell;
    cairn__bend_reading_start(&self->outer[1], tools, self->ends[1], false,
                              cairn__get_distance(self->ends[0], *from));
    start_pair(self, tools, *from, self->ends[1]);
    return answer;
}

/* Legs from the start, or a local node of it, to the goal, or a local node of it. */
static bool try_pairs(cairn__bend_search *self, const cairn__bend_tools *tools, int64_t *units)
{
    if (self->step == 0) {
        cairn__bend_reading_start(&self->outer[0], tools, self->ends[0], false, 0);
        cairn__bend_reading_start(&self->outer[1], tools, self->ends[1], false, 0);
        self->outer[0].item.cell = self->ends[0];
        self->inside = true; /* the goal's list */
    }
    self->step = 1;
    cairn__xy from = self->outer[0].item.cell;
    for (;;) {
        if (self->testing && !finish_pair(self, tools, units))
            return false;
        progress answer = CAIRN__BEND_PROGRESS_DONE;
        if (self->inside) {
            answer = cairn__bend_reading_next(self, tools, &self->outer[1], from, units);
            if (answer == CAIRN__BEND_PROGRESS_FOUND)
                start_pair(self, tools, from, self->outer[1].item.cell);
            self->inside = answer != CAIRN__BEND_PROGRESS_DONE;
        } else {
            answer = change_start(self, tools, &from, units);
            if (answer == CAIRN__BEND_PROGRESS_DONE)
                return true;
            self->inside = answer == CAIRN__BEND_PROGRESS_FOUND;
        }
        if (answer == CAIRN__BEND_PROGRESS_PAUSED)
            return false;
    }
}

static bool try_straight(cairn__bend_search *self, const cairn__bend_tools *tools, int64_t *units)
{
    if (self->step == 0) {
        cairn__bend_ask_start(self, tools, self->ends[0], self->ends[1]);
        for (uint32_t end = 0; end < 2; end++)
            cairn__list_prefetch(tools->set, self->ends[end]);
    }
    self->step = 1;
    progress answer = cairn__bend_ask(self, tools, units);
    if (answer == CAIRN__BEND_PROGRESS_FOUND) {
        self->best.distance = cairn__get_distance(self->ends[0], self->ends[1]);
        self->best.straight = true;
    }
    return answer != CAIRN__BEND_PROGRESS_PAUSED;
}

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

/* Finds the local node of the start that the way to its first node leads over, if it does: the desk
 * does not know it. False if the units are used up first. */
static bool find_via(cairn__bend_search *self, const cairn__bend_tools *tools, int64_t *units)
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

/* Runs a phase; false if the units are used up first. */
static bool run_phase(cairn__bend_search *self, const cairn__bend_tools *tools, int64_t *units)
{
    switch (self->phase) {
    case CAIRN__BEND_STRAIGHT:
        return try_straight(self, tools, units);
    case CAIRN__BEND_DESK:
        return cairn__bend_desk_renew(tools->desk, units);
    case CAIRN__BEND_GUESS:
        return guess(self, tools, units);
    case CAIRN__BEND_START:
        return read_own(self, tools, false, CAIRN__BEND_SURE, units);
    case CAIRN__BEND_GOAL:
        return read_own(self, tools, true, CAIRN__BEND_SURE, units);
    case CAIRN__BEND_START_ASKED:
        return read_own(self, tools, false, CAIRN__BEND_ASKED, units);
    case CAIRN__BEND_GOAL_ASKED:
    case CAIRN__BEND_GOAL_AGAIN:
        return read_own(self, tools, true, self->goal_wanted, units);
    case CAIRN__BEND_GOAL_LOCALS:
    case CAIRN__BEND_GOAL_LOCALS_AGAIN:
        return read_locals(self, tools, true, units);
    case CAIRN__BEND_START_LOCALS:
        return read_locals(self, tools, false, units);
    case CAIRN__BEND_PAIRS:
        return try_pairs(self, tools, units);
    case CAIRN__BEND_VIA:
        return find_via(self, tools, units);
    case CAIRN__BEND_DONE:
        break;
    }
    return true;
}

/* The next phase. What was spread since the goal's labels were joined has to be joined with all of
 * them; if nothing was, only those that were left out before are left. */
static void change_phase(cairn__bend_search *self)
{
    bool widened = self->widened;
    self->local_start |= self->phase == CAIRN__BEND_START_LOCALS && widened;
    if (self->phase == CAIRN__BEND_STRAIGHT && self->best.straight)
        self->phase = CAIRN__BEND_DONE;
    else if (self->phase == CAIRN__BEND_START_LOCALS && !widened)
        self->phase = CAIRN__BEND_PAIRS;
    else
        self->phase++;
    self->goal_wanted = self->phase == CAIRN__BEND_GOAL_ASKED ? CAIRN__BEND_ASKED : CAIRN__BEND_ALL;
    self->step = 0;
    self->inside = self->testing = self->reading = self->widened = false;
}

cairn__bend_answer cairn__bend_search_run(cairn__bend_search *search,
                                          const cairn__bend_tools *tools, int64_t *units)
{
    while (search->phase != CAIRN__BEND_DONE) {
        if (!run_phase(search, tools, units))
            return CAIRN__BEND_PAUSED;
        change_phase(search);
    }
    return search->best.distance == UINT32_MAX ? CAIRN__BEND_NONE : CAIRN__BEND_FOUND;
}
