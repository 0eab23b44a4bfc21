/* bend_search.c: each part of a search goes on until it is done or the units are used up; then it says
 * so, and is called again. What cannot be shorter than the best way so far is not looked at. */
#include "route/bend_search.h"

#include "grid/scans.h"
#include "route/bend_reading.h"
#include "search/jump_sight.h"

static void start_phase(cairn__bend_search *self, cairn__bend_phase phase)
{
    self->phase = phase;
    self->step = 0;
    self->inside = self->testing = self->reading = self->widened = false;
}

/* A way that is not longer than this many tenths is often straight. */
#define NEAR 1280

void cairn__bend_search_start(cairn__bend_search *search, cairn__xy start, cairn__xy goal)
{
    search->ends[0] = start;
    search->ends[1] = goal;
    search->purpose = CAIRN__BEND_FOR_WAY;
    search->ways = (cairn__bend_ways){.goal = goal};
    search->near = cairn__get_distance(start, goal) <= NEAR;
    start_phase(search, search->near ? CAIRN__BEND_STRAIGHT : CAIRN__BEND_LISTS);
    search->local_start = false;
    search->best = (cairn__bend_way){.distance = UINT32_MAX, .via = {start, goal}};
}

/* Room for all lists; none of them has been read. */
static void clear_windows(cairn__bend_search *self, const cairn__bend_tools *tools)
{
    cairn__list_item *room = tools->desk->items;
    for (uint32_t i = 0; i < 2; i++, room += CAIRN__OWN_ITEMS)
        cairn__bend_window_clear(&self->own[i].window, room, CAIRN__OWN_ITEMS);
    for (uint32_t i = 0; i < 2; i++, room += CAIRN__OUTER_ITEMS)
        cairn__bend_window_clear(&self->outer[i].window, room, CAIRN__OUTER_ITEMS);
    cairn__bend_window_clear(&self->inner.window, room, CAIRN__INNER_ITEMS);
}

void cairn__bend_search_start_spread(cairn__bend_search *search, const cairn__bend_tools *tools,
                                     cairn__xy cell)
{
    cairn__bend_search_start(search, cell, cell);
    search->purpose = CAIRN__BEND_FOR_SPREAD;
    search->phase = CAIRN__BEND_DESK;
    clear_windows(search, tools);
}

void cairn__bend_search_start_distance(cairn__bend_search *search, cairn__xy cell, uint32_t least,
                                       uint32_t most)
{
    bool straight = cairn__get_distance(search->ends[0], cell) >= least;
    search->ends[1] = cell;
    search->purpose = CAIRN__BEND_FOR_DISTANCE;
    start_phase(search, straight ? CAIRN__BEND_STRAIGHT : CAIRN__BEND_GOAL);
    search->best.distance = most + 1;
    search->least = least;
}

void cairn__bend_search_start_known(cairn__bend_search *search, const cairn__bend_tools *tools,
                                    const cairn__bend_ways *ways, cairn__xy cell)
{
    cairn__bend_search_start(search, ways->goal, cell);
    search->purpose = CAIRN__BEND_FOR_GOAL;
    search->phase = CAIRN__BEND_GOAL;
    search->ways = *ways;
    search->local_start = ways->local;
    clear_windows(search, tools);
}

/* ---- labels ---- */

/* Begins with the label of an item's node. */
static void open_label(cairn__bend_search *self, const cairn__bend_tools *tools,
                       const cairn__bend_reading *reading, const cairn__list_item *item)
{
    self->source.node = item->node;
    self->source.base =
        reading->base + cairn__get_distance(reading->window.cursor.cell, item->cell);
    self->widened = true;
    self->reading = self->purpose == CAIRN__BEND_FOR_GOAL
                        ? item->node < tools->set->nodes
                        : cairn__bend_label_start(tools->set, item->node, &self->source.label);
}

/* Joins the label's ways with those on the desk. The goal's list is that of `via`. */
static cairn__answer join(cairn__bend_search *self, const cairn__bend_tools *tools, cairn__xy via,
                          cairn__meter *meter)
{
    cairn__bend_meeting best = {.distance = self->best.distance};
    cairn__answer answer = cairn__bend_join(&self->source, tools->set, tools->desk, &best, meter);
    if (best.distance < self->best.distance)
        self->best = (cairn__bend_way){
            .distance = best.distance,
            .via = {self->ends[0], via},
            .nodes = {best.nodes[0], best.nodes[1]},
            .hub = best.hub,
            .to_hub = best.to_hub,
        };
    return answer;
}

/* The same where the way from the goal to the node is known. */
static cairn__answer join_toward(cairn__bend_search *self, cairn__xy via, cairn__meter *meter)
{
    const cairn__bend_toward *toward = &self->ways.towards[self->source.node];
    uint64_t distance = (uint64_t)self->source.base + toward->distance;
    meter->left--;
    if (distance < self->best.distance)
        self->best = (cairn__bend_way){
            .distance = (uint32_t)distance,
            .via = {self->ends[0], via},
            .nodes = {toward->first, self->source.node},
            .hub = toward->hub,
            .to_hub = toward->to_hub,
        };
    return CAIRN__DONE;
}

/* The distance by way of a node that is known, if a leg leads there. */
static void take_known(cairn__bend_search *self, const cairn__bend_known *known)
{
    bool shorter = known->distance < self->best.distance &&
                   self->beyond + known->distance < self->best.distance;
    if (shorter && !self->trial)
        self->best.distance = self->beyond + known->distance;
    self->reading = false;
}

/* The same for an item, if it is known; if not, it is once its label has been read. After a trial the item
 * comes again. */
static void open_known(cairn__bend_search *self, const cairn__bend_tools *tools,
                       cairn__bend_reading *list)
{
    const cairn__bend_known *known = &tools->known[self->source.node];
    self->trial = cairn__bend_is_trial(self, tools, &list->item);
    list->window.at -= self->trial;
    self->beyond = self->source.base;
    self->source.base = 0;
    self->joined.distance = UINT32_MAX;
    if (known->stamp == tools->stamp)
        take_known(self, known);
}

static cairn__answer join_known(cairn__bend_search *self, const cairn__bend_tools *tools,
                                cairn__meter *meter)
{
    cairn__bend_known *known = &tools->known[self->source.node];
    if (cairn__bend_join(&self->source, tools->set, tools->desk, &self->joined, meter) !=
        CAIRN__DONE)
        return CAIRN__PAUSED;
    *known = (cairn__bend_known){tools->stamp, self->joined.distance};
    take_known(self, known);
    return CAIRN__DONE;
}

static cairn__answer read_label(cairn__bend_search *self, const cairn__bend_tools *tools,
                                bool joins, cairn__xy via, cairn__meter *meter)
{
    if (!joins)
        return cairn__bend_spread(&self->source, tools->set, tools->desk, meter);
    if (self->purpose == CAIRN__BEND_FOR_GOAL)
        return join_toward(self, via, meter);
    return tools->known != NULL ? join_known(self, tools, meter) : join(self, tools, via, meter);
}

/* Reads the label to its end, if one is being read; PAUSED if the units are used up first. */
static cairn__answer finish_label(cairn__bend_search *self, const cairn__bend_tools *tools,
                                  bool joins, cairn__xy via, cairn__meter *meter)
{
    if (!self->reading)
        return CAIRN__DONE;
    cairn__answer answer = read_label(self, tools, joins, via, meter);
    self->reading = answer != CAIRN__DONE;
    return answer;
}

/* The bearings of the end that is not this one, if they are known. */
static const cairn__bearings *get_beyond(const cairn__bend_search *self,
                                         const cairn__bend_tools *tools, uint32_t end)
{
    bool known = self->purpose == CAIRN__BEND_FOR_WAY && tools->set->landmarks != NULL;
    return known ? &self->bearings[1 - end] : NULL;
}

/* Spreads or joins the labels of all nodes in a list; PAUSED if the units are used up. */
static cairn__answer read_list(cairn__bend_search *self, const cairn__bend_tools *tools,
                               cairn__bend_reading *list, bool joins, cairn__meter *meter)
{
    cairn__xy towards = self->ends[joins ? 0 : 1];
    list->beyond = get_beyond(self, tools, joins ? 1 : 0);
    for (;;) {
        if (finish_label(self, tools, joins, list->window.cursor.cell, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        cairn__answer answer = cairn__bend_reading_next(self, tools, list, towards, meter);
        if (answer != CAIRN__DONE)
            return answer == CAIRN__NONE ? CAIRN__DONE : CAIRN__PAUSED;
        open_label(self, tools, list, &list->item);
        if (joins && tools->known != NULL)
            open_known(self, tools, list);
    }
}

/* ---- phases ---- */

/* Finds bounds of ways over the nodes in a window; true if one is surely valid, and the most promising of
 * these. */
static bool choose_item(cairn__bend_search *self, const cairn__bend_tools *tools, uint32_t end,
                        uint32_t *chosen)
{
    cairn__bend_reading *list = &self->own[end];
    uint32_t least = UINT32_MAX;
    list->beyond = get_beyond(self, tools, end);
    for (uint32_t i = 0; i < list->window.count; i++) {
        cairn__list_item item = list->window.room[i];
        uint32_t distance = cairn__bend_reading_get_least(list, tools, &item, self->ends[1 - end]);
        list->window.room[i].least = distance;
        if (cairn__is_asked(&item) || distance >= least)
            continue;
        least = distance;
        *chosen = i;
    }
    return least < UINT32_MAX;
}

/* Spreads or joins the label of the most promising node of an end. The start's is then done with. */
static cairn__answer guess_end(cairn__bend_search *self, const cairn__bend_tools *tools,
                               uint32_t end, cairn__meter *meter)
{
    cairn__bend_window *window = &self->own[end].window;
    if (!self->reading) {
        uint32_t chosen;
        meter->left -= 1 + window->count / 4;
        if (!choose_item(self, tools, end, &chosen))
            return CAIRN__DONE;
        cairn__list_item item = window->room[chosen];
        open_label(self, tools, &self->own[end], &item);
        if (end == 0)
            window->room[chosen].least = UINT32_MAX;
    }
    return finish_label(self, tools, end == 1, self->ends[1], meter);
}

/* Forgets the nodes in a window over which no way can be the best one. */
static void keep_promising(cairn__bend_window *window, uint32_t best)
{
    uint32_t count = 0;
    if (!window->first || !window->ended)
        return;
    for (uint32_t i = 0; i < window->count; i++)
        if (window->room[i].least < best)
            window->room[count++] = window->room[i];
    window->count = count;
}

/* Joins one node of each end: most of what is not shorter is never read. */
static cairn__answer guess(cairn__bend_search *self, const cairn__bend_tools *tools,
                           cairn__meter *meter)
{
    for (; self->step < 2; self->step++)
        if (guess_end(self, tools, self->step, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
    for (uint32_t end = 0; end < 2; end++)
        keep_promising(&self->own[end].window, self->best.distance);
    return CAIRN__DONE;
}

/* The list of the start or of the goal itself. */
static cairn__answer read_own(cairn__bend_search *self, const cairn__bend_tools *tools, bool joins,
                              uint32_t wanted, cairn__meter *meter)
{
    cairn__bend_reading *list = &self->own[joins ? 1 : 0];
    if (self->step == 0)
        cairn__bend_reading_start(list, tools, self->ends[joins ? 1 : 0], true, 0);
    self->step = 1;
    list->wanted = wanted;
    return read_list(self, tools, list, joins, meter);
}

/* The lists of local nodes of the start or of the goal. */
static cairn__answer read_locals(cairn__bend_search *self, const cairn__bend_tools *tools,
                                 bool joins, cairn__meter *meter)
{
    uint32_t end = joins ? 1 : 0;
    cairn__xy towards = self->ends[1 - end];
    cairn__bend_reading *outer = &self->outer[end];
    if (self->step == 0)
        cairn__bend_reading_start(outer, tools, self->ends[end], false, 0);
    self->step = 1;
    for (;;) {
        if (self->inside && read_list(self, tools, &self->inner, joins, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        self->inside = false;
        cairn__answer answer = cairn__bend_reading_next(self, tools, outer, towards, meter);
        if (answer != CAIRN__DONE)
            return answer == CAIRN__NONE ? CAIRN__DONE : CAIRN__PAUSED;
        cairn__bend_reading_start(&self->inner, tools, outer->item.cell, true,
                                  cairn__get_distance(self->ends[end], outer->item.cell));
        self->inside = true;
    }
}

/* True if bearings show that the way is not straight. */
static bool has_no_leg(const cairn__bend_search *self, const cairn__bend_tools *tools,
                       cairn__meter *meter)
{
    if (self->purpose != CAIRN__BEND_FOR_WAY || self->near || tools->set->landmarks == NULL)
        return false;
    meter->left--;
    return cairn__bearings_exclude_leg(self->bearings, tools->set, self->ends);
}

/* A look around answers sooner than labels where the goal is near; the fewer cells or nodes a map has, the farther
 * off it may be. On maps of more than a few cells labels are better soon where there are many nodes for them; and
 * where there are few, lists are short. */
#define AROUND_BY_CELLS 2560000
#define AROUND_BY_NODES 66000
#define MOST_BY_NODES 800
#define LEAST_AROUND 160
#define FEW_CELLS 2000
#define CELLS_A_NODE 32
#define MANY_CELLS_A_NODE 100

/* How far off a goal may be to be looked for around the start before the lists are read. */
static uint32_t get_around(const cairn__bend_tools *tools)
{
    uint32_t cells = tools->map->info.open_cells, nodes = tools->set->nodes;
    uint32_t most = AROUND_BY_CELLS / (cells + 1);
    uint32_t by_nodes = cairn__get_lower(AROUND_BY_NODES / (nodes + 1), MOST_BY_NODES);
    if (cells > FEW_CELLS && cells / CELLS_A_NODE < nodes)
        return LEAST_AROUND;
    if (cells / MANY_CELLS_A_NODE < nodes && most < by_nodes)
        most = by_nodes;
    return most < LEAST_AROUND ? LEAST_AROUND : most;
}

static bool is_around(const cairn__bend_search *self, const cairn__bend_tools *tools,
                      uint32_t distance)
{
    return tools->around && self->near && self->purpose == CAIRN__BEND_FOR_WAY &&
           distance <= get_around(tools);
}

/* A way from start to goal, straight or over turns, the first leg of which ends at `turn`. */
static void take_way(cairn__bend_search *self, uint32_t distance, const cairn__near_turns *turns,
                     cairn__xy turn)
{
    cairn__xy start = self->ends[0], goal = self->ends[1];
    cairn__straight_take_seen(&self->straight, start, turn);
    self->best = (cairn__bend_way){
        .distance = distance, .straight = true, .turns = *turns, .via = {start, goal}};
}

/* Looks straight at the goal, which is a unit, and then around; true if a way is found. Its first leg is that of
 * the straight test. */
static bool look_around(cairn__bend_search *self, const cairn__bend_tools *tools, uint32_t distance,
                        cairn__meter *meter)
{
    cairn__xy start = self->ends[0], goal = self->ends[1];
    cairn__near_turns turns = {0};
    meter->left--;
    if (cairn__sight_is_clear(tools->map, start, goal)) {
        take_way(self, distance, &turns, goal);
        return true;
    }
    distance = cairn__near_path_find(tools->map, start, goal, &turns, meter);
    if (distance > 0)
        take_way(self, distance, &turns, cairn__near_turn_get_cell(turns.all[0], goal));
    return distance > 0;
}

static cairn__answer try_straight(cairn__bend_search *self, const cairn__bend_tools *tools,
                                  cairn__meter *meter)
{
    uint32_t distance = cairn__get_distance(self->ends[0], self->ends[1]);
    if (distance >= self->best.distance || !cairn__leg_field_has(self->ways.legs, self->ends[1]))
        return CAIRN__DONE;
    if (self->step == 0) {
        if (has_no_leg(self, tools, meter))
            return CAIRN__DONE;
        bool around = is_around(self, tools, distance);
        if (around && look_around(self, tools, distance, meter))
            return CAIRN__DONE;
        cairn__bend_ask_start(self, tools, self->ends[0], self->ends[1]);
        self->straight.fresh = !around;
        for (uint32_t end = 0; self->near && end < 2; end++) /* which are read next */
            cairn__list_prefetch(tools->set, self->ends[end]);
    }
    self->step = 1;
    cairn__answer answer = cairn__bend_ask(self, tools, meter);
    if (answer == CAIRN__DONE)
        self->best = (cairn__bend_way){
            .distance = distance, .straight = true, .via = {self->ends[0], self->ends[1]}};
    return answer == CAIRN__PAUSED ? CAIRN__PAUSED : CAIRN__DONE;
}

/* Runs a phase; PAUSED if the units are used up first. */
static cairn__answer run_phase(cairn__bend_search *self, const cairn__bend_tools *tools,
                               cairn__meter *meter)
{
    switch (self->phase) {
    case CAIRN__BEND_LISTS:
        if (self->step == 0)
            clear_windows(self, tools);
        return cairn__bend_read_lists(self, tools, meter);
    case CAIRN__BEND_STRAIGHT:
        return try_straight(self, tools, meter);
    case CAIRN__BEND_DESK:
        return cairn__bend_desk_renew(tools->desk, meter);
    case CAIRN__BEND_GUESS:
        return guess(self, tools, meter);
    case CAIRN__BEND_START:
        return read_own(self, tools, false, CAIRN__BEND_SURE, meter);
    case CAIRN__BEND_GOAL:
        return read_own(self, tools, true, CAIRN__BEND_SURE, meter);
    case CAIRN__BEND_START_ASKED:
        return read_own(self, tools, false, CAIRN__BEND_ASKED, meter);
    case CAIRN__BEND_GOAL_ASKED:
    case CAIRN__BEND_GOAL_AGAIN:
        return read_own(self, tools, true, self->goal_wanted, meter);
    case CAIRN__BEND_GOAL_LOCALS:
    case CAIRN__BEND_GOAL_LOCALS_AGAIN:
        return read_locals(self, tools, true, meter);
    case CAIRN__BEND_START_LOCALS:
        return read_locals(self, tools, false, meter);
    case CAIRN__BEND_PAIRS:
        return cairn__bend_try_pairs(self, tools, meter);
    case CAIRN__BEND_VIA:
        return cairn__bend_find_via(self, tools, meter);
    case CAIRN__BEND_DONE:
        break;
    }
    return CAIRN__DONE;
}

/* The next phase of a way. What was spread since the goal's labels were joined has to be joined with all
 * of them; if nothing was, only those that were left out before are left. */
static cairn__bend_phase get_next_of_way(const cairn__bend_search *self)
{
    if (self->phase == CAIRN__BEND_STRAIGHT)
        return self->best.straight ? CAIRN__BEND_DONE
               : self->near        ? CAIRN__BEND_LISTS
                                   : CAIRN__BEND_DESK;
    if (self->phase == CAIRN__BEND_LISTS && self->near)
        return CAIRN__BEND_DESK;
    if (self->phase == CAIRN__BEND_START_LOCALS && !self->widened)
        return CAIRN__BEND_PAIRS;
    return self->phase + 1;
}

/* The next phase of what spreads labels, or asks for a distance. */
static cairn__bend_phase get_next_of_field(const cairn__bend_search *self)
{
    static const cairn__bend_phase next[CAIRN__BEND_DONE] = {
        [CAIRN__BEND_DESK] = CAIRN__BEND_START,
        [CAIRN__BEND_START] = CAIRN__BEND_START_ASKED,
        [CAIRN__BEND_START_ASKED] = CAIRN__BEND_START_LOCALS,
        [CAIRN__BEND_START_LOCALS] = CAIRN__BEND_DONE,
        [CAIRN__BEND_STRAIGHT] = CAIRN__BEND_GOAL,
        [CAIRN__BEND_GOAL] = CAIRN__BEND_GOAL_ASKED,
        [CAIRN__BEND_GOAL_ASKED] = CAIRN__BEND_GOAL_LOCALS,
        [CAIRN__BEND_GOAL_LOCALS] = CAIRN__BEND_PAIRS,
        [CAIRN__BEND_PAIRS] = CAIRN__BEND_DONE,
    };
    bool known = self->purpose == CAIRN__BEND_FOR_DISTANCE && self->best.distance <= self->least;
    return known ? CAIRN__BEND_DONE : next[self->phase];
}

/* The next phase of a way whose goal all nodes' ways are known to: whether it is straight is asked last, for
 * mostly something shorter is known then. */
static cairn__bend_phase get_next_of_goal(const cairn__bend_search *self)
{
    return self->phase == CAIRN__BEND_GOAL_LOCALS ? CAIRN__BEND_STRAIGHT
           : self->phase == CAIRN__BEND_STRAIGHT  ? CAIRN__BEND_PAIRS
                                                  : self->phase + 1;
}

static void change_phase(cairn__bend_search *self)
{
    cairn__bend_phase next = self->purpose == CAIRN__BEND_FOR_WAY    ? get_next_of_way(self)
                             : self->purpose == CAIRN__BEND_FOR_GOAL ? get_next_of_goal(self)
                                                                     : get_next_of_field(self);
    self->local_start |= self->phase == CAIRN__BEND_START_LOCALS && self->widened;
    self->goal_wanted = next == CAIRN__BEND_GOAL_ASKED ? CAIRN__BEND_ASKED : CAIRN__BEND_ALL;
    start_phase(self, next);
}

cairn__answer cairn__bend_search_run(cairn__bend_search *search, const cairn__bend_tools *tools,
                                     cairn__meter *meter)
{
    while (search->phase != CAIRN__BEND_DONE) {
        if (run_phase(search, tools, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        change_phase(search);
    }
    return search->best.distance == UINT32_MAX ? CAIRN__NONE : CAIRN__DONE;
}
