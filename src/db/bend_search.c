/* bend_search.c: each part of a search goes on until it is done or the units are used up; then it says
 * so, and is called again. What cannot be shorter than the best way so far is not looked at. */
#include "db/bend_search.h"

/* ---- parts of a search ---- */

typedef cairn__bend_search search_state;
typedef cairn__bend_tools tool_set;

typedef enum progress {
    PROGRESS_FOUND,
    PROGRESS_PAUSED,
    PROGRESS_DONE,
} progress;

void cairn__bend_search_start(cairn__bend_search *search, cairn__xy start, cairn__xy goal)
{
    search->ends[0] = start;
    search->ends[1] = goal;
    search->phase = CAIRN__BEND_STRAIGHT;
    search->begun = search->inside = search->testing = search->reading = search->widened = false;
    search->best = (cairn__bend_way){.distance = UINT32_MAX, .via = {start, goal}};
}

/* Begins with a list: with its nodes that have a label, or with its local ones. */
static void start_reading(cairn__bend_reading *reading, const tool_set *tools, cairn__xy cell,
                          bool labelled, uint32_t base)
{
    cairn__list_start(&reading->cursor, tools->set, cell, labelled);
    reading->wanted = CAIRN__BEND_ALL;
    reading->base = base;
    reading->asking = false;
}

/* A leg that is looked for: the question is kept in `straight` until it is answered. */
static progress ask(search_state *self, const tool_set *tools, int64_t *units)
{
    cairn__straight_answer answer = cairn__straight_run(&self->straight, tools->map, units);
    if (answer == CAIRN__STRAIGHT_PAUSED)
        return PROGRESS_PAUSED;
    return answer == CAIRN__STRAIGHT_YES ? PROGRESS_FOUND : PROGRESS_DONE;
}

static void start_asking(search_state *self, const tool_set *tools, cairn__xy from, cairn__xy to)
{
    cairn__straight_start(&self->straight, from, to, tools->desk->rows);
}

/* True if the item is wanted, and a way over it and on to a cell can be the best one. */
static bool is_promising(const search_state *self, const cairn__bend_reading *reading,
                         cairn__xy towards)
{
    const cairn__list_item *item = &reading->item;
    uint32_t kind = item->kind == CAIRN__LIST_ASK ? CAIRN__BEND_ASKED : CAIRN__BEND_SURE;
    if ((reading->wanted & kind) == 0)
        return false;
    return reading->base + cairn__get_distance(reading->cursor.cell, item->cell) +
               cairn__get_distance(item->cell, towards) <
           self->best.distance;
}

/* Items read together. */
#define PIECE 64

/* A damaged list may name any cell. */
static bool is_sound(const tool_set *tools, const cairn__list_item *item)
{
    return cairn__is_open_cell(tools->map, item->cell);
}

/* The next promising item that is valid for the list's cell. */
static progress read_item(search_state *self, const tool_set *tools, cairn__bend_reading *reading,
                          cairn__xy towards, int64_t *units)
{
    for (;;) {
        if (reading->asking) {
            progress answer = ask(self, tools, units);
            if (answer == PROGRESS_PAUSED)
                return answer;
            reading->asking = false;
            if (answer == PROGRESS_FOUND)
                return answer;
        }
        uint32_t limit = PIECE;
        if (*units <= 0)
            return PROGRESS_PAUSED;
        bool found = cairn__list_next(&reading->cursor, tools->set, &limit, &reading->item);
        *units -= PIECE - limit;
        if (!found && limit > 0)
            return PROGRESS_DONE;
        if (!found || !is_promising(self, reading, towards) || !is_sound(tools, &reading->item))
            continue;
        if (reading->item.kind != CAIRN__LIST_ASK)
            return PROGRESS_FOUND;
        start_asking(self, tools, reading->cursor.cell, reading->item.cell);
        reading->asking = true;
    }
}

/* ---- labels ---- */

/* Hubs of a block; false if one is none. */
static inline bool read_hubs(const cairn__bend_set *set, const cairn__bend_block *block,
                             uint32_t hubs[CAIRN__BEND_BLOCK])
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        hubs[i] = block->first + cairn__read_bits(block->ranks, i, block->rank_width);
        most = hubs[i] > most ? hubs[i] : most;
    }
    return most < set->nodes;
}

static inline uint32_t get_distance(const search_state *self, const cairn__bend_set *set,
                                    const cairn__bend_block *block, uint32_t i, uint32_t hub)
{
    return self->base + cairn__get_distance(self->label.cell, set->hubs[hub]) +
           2 * cairn__read_bits(block->excesses, i, block->excess_width);
}

static void spread_block(const search_state *self, const tool_set *tools,
                         const cairn__bend_block *block, const uint32_t *hubs)
{
    cairn__bend_desk *desk = tools->desk;
    uint32_t tag = self->node | desk->stamp << CAIRN__BEND_BITS;
    for (uint32_t i = 0; i < block->count; i++) {
        cairn__bend_reach *reach = &desk->hubs[hubs[i]];
        uint32_t distance = get_distance(self, tools->set, block, i, hubs[i]);
        if (reach->tag >> CAIRN__BEND_BITS != desk->stamp || distance < reach->distance)
            *reach = (cairn__bend_reach){distance, tag};
    }
}

static void join_block(search_state *self, const tool_set *tools, const cairn__bend_block *block,
                       const uint32_t *hubs)
{
    const cairn__bend_desk *desk = tools->desk;
    for (uint32_t i = 0; i < block->count; i++) {
        const cairn__bend_reach *reach = &desk->hubs[hubs[i]];
        if (reach->tag >> CAIRN__BEND_BITS != desk->stamp)
            continue;
        uint32_t distance = reach->distance + get_distance(self, tools->set, block, i, hubs[i]);
        if (distance < self->best.distance)
            self->best = (cairn__bend_way){
                .distance = distance,
                .via = {self->ends[0], self->inner.cursor.cell},
                .nodes = {reach->tag & (CAIRN__MOST_BENDS - 1), self->node},
                .hub = hubs[i],
                .to_hub = reach->distance,
            };
    }
}

/* Reads the label to its end; false if the units are used up first. */
static bool read_label(search_state *self, const tool_set *tools, bool joins, int64_t *units)
{
    cairn__bend_block block;
    uint32_t hubs[CAIRN__BEND_BLOCK];
    for (;;) {
        if (*units <= 0)
            return false;
        if (!cairn__bend_label_next(&self->label, &block) || !read_hubs(tools->set, &block, hubs))
            return true;
        *units -= block.count;
        if (joins)
            join_block(self, tools, &block, hubs);
        else
            spread_block(self, tools, &block, hubs);
    }
}

static void open_label(search_state *self, const tool_set *tools)
{
    const cairn__list_item *item = &self->inner.item;
    self->node = item->node;
    self->base = self->inner.base + cairn__get_distance(self->inner.cursor.cell, item->cell);
    self->reading = cairn__bend_label_start(tools->set, item->node, &self->label);
    self->widened = true;
}

/* Spreads or joins the labels of all nodes in the inner list; false if the units are used up. */
static bool read_list(search_state *self, const tool_set *tools, bool joins, int64_t *units)
{
    cairn__xy towards = self->ends[joins ? 0 : 1];
    for (;;) {
        if (self->reading && !read_label(self, tools, joins, units))
            return false;
        self->reading = false;
        progress answer = read_item(self, tools, &self->inner, towards, units);
        if (answer != PROGRESS_FOUND)
            return answer == PROGRESS_DONE;
        open_label(self, tools);
    }
}

/* ---- phases ---- */

/* The list of the start or of the goal itself. */
static bool read_own(search_state *self, const tool_set *tools, bool joins, uint32_t wanted,
                     int64_t *units)
{
    if (!self->begun)
        start_reading(&self->inner, tools, self->ends[joins ? 1 : 0], true, 0);
    self->begun = true;
    self->inner.wanted = wanted;
    return read_list(self, tools, joins, units);
}

/* The lists of local nodes of the start or of the goal. */
static bool read_locals(search_state *self, const tool_set *tools, bool joins, int64_t *units)
{
    uint32_t end = joins ? 1 : 0;
    cairn__xy towards = self->ends[1 - end];
    cairn__bend_reading *outer = &self->outer[end];
    if (!self->begun)
        start_reading(outer, tools, self->ends[end], false, 0);
    self->begun = true;
    for (;;) {
        if (self->inside && !read_list(self, tools, joins, units))
            return false;
        self->inside = false;
        progress answer = read_item(self, tools, outer, towards, units);
        if (answer != PROGRESS_FOUND)
            return answer == PROGRESS_DONE;
        start_reading(&self->inner, tools, outer->item.cell, true,
                      cairn__get_distance(self->ends[end], outer->item.cell));
        self->inside = true;
    }
}

/* The length of a way from the goal's reading's base by a leg to one of its nodes, or to itself. */
static uint32_t get_pair_distance(const search_state *self, cairn__xy from, cairn__xy to)
{
    return self->outer[1].base + cairn__get_distance(from, to) +
           cairn__get_distance(to, self->ends[1]);
}

/* Begins to look for a leg between what stands for the start and what stands for the goal. */
static void start_pair(search_state *self, const tool_set *tools, cairn__xy from, cairn__xy to)
{
    if (get_pair_distance(self, from, to) >= self->best.distance)
        return;
    start_asking(self, tools, from, to);
    self->testing = true;
}

static bool finish_pair(search_state *self, const tool_set *tools, int64_t *units)
{
    progress answer = ask(self, tools, units);
    if (answer == PROGRESS_PAUSED)
        return false;
    self->testing = false;
    cairn__xy from = self->straight.sides[0].end, to = self->straight.sides[1].end;
    if (answer == PROGRESS_FOUND)
        self->best = (cairn__bend_way){
            .distance = get_pair_distance(self, from, to), .straight = true, .via = {from, to}};
    return true;
}

/* The next local node of the start, or no more. Then all of the goal's are read again. */
static progress change_start(search_state *self, const tool_set *tools, cairn__xy *from,
                             int64_t *units)
{
    progress answer = read_item(self, tools, &self->outer[0], self->ends[1], units);
    if (answer != PROGRESS_FOUND)
        return answer;
    *from = self->outer[0].item.cell;
    start_reading(&self->outer[1], tools, self->ends[1], false,
                  cairn__get_distance(self->ends[0], *from));
    start_pair(self, tools, *from, self->ends[1]);
    return answer;
}

/* Legs from the start, or a local node of it, to the goal, or a local node of it. */
static bool try_pairs(search_state *self, const tool_set *tools, int64_t *units)
{
    if (!self->begun) {
        start_reading(&self->outer[0], tools, self->ends[0], false, 0);
        start_reading(&self->outer[1], tools, self->ends[1], false, 0);
        self->outer[0].item.cell = self->ends[0];
        self->inside = true; /* the goal's list */
    }
    self->begun = true;
    cairn__xy from = self->outer[0].item.cell;
    for (;;) {
        if (self->testing && !finish_pair(self, tools, units))
            return false;
        progress answer = PROGRESS_DONE;
        if (self->inside) {
            answer = read_item(self, tools, &self->outer[1], from, units);
            if (answer == PROGRESS_FOUND)
                start_pair(self, tools, from, self->outer[1].item.cell);
            self->inside = answer != PROGRESS_DONE;
        } else {
            answer = change_start(self, tools, &from, units);
            if (answer == PROGRESS_DONE)
                return true;
            self->inside = answer == PROGRESS_FOUND;
        }
        if (answer == PROGRESS_PAUSED)
            return false;
    }
}

static bool try_straight(search_state *self, const tool_set *tools, int64_t *units)
{
    if (!self->begun)
        start_asking(self, tools, self->ends[0], self->ends[1]);
    self->begun = true;
    progress answer = ask(self, tools, units);
    if (answer == PROGRESS_FOUND) {
        self->best.distance = cairn__get_distance(self->ends[0], self->ends[1]);
        self->best.straight = true;
    }
    return answer != PROGRESS_PAUSED;
}

/* The distance from the start to the first node of the way; 0 if the label does not have it. */
static uint32_t find_first_distance(const search_state *self, const tool_set *tools, int64_t *units)
{
    cairn__bend_entry entry;
    bool found =
        cairn__bend_set_find(tools->set, self->best.nodes[0], self->best.hub, &entry, units);
    return found && entry.distance <= self->best.to_hub ? self->best.to_hub - entry.distance : 0;
}

/* Goes on to the next local node over which the way may begin. */
static progress change_via(search_state *self, const tool_set *tools, int64_t *units)
{
    uint32_t best = self->best.distance;
    cairn__xy first = tools->set->cells[self->best.nodes[0]];
    self->best.distance = self->base + 1; /* no way to the first node may be longer */
    progress answer = read_item(self, tools, &self->outer[0], first, units);
    self->best.distance = best;
    if (answer == PROGRESS_FOUND) {
        start_asking(self, tools, self->outer[0].item.cell, first);
        self->testing = true;
    }
    return answer;
}

/* Finds the local node of the start that the way to its first node leads over, if it does: the desk
 * does not know it. False if the units are used up first. */
static bool find_via(search_state *self, const tool_set *tools, int64_t *units)
{
    if (self->best.straight || self->best.distance == UINT32_MAX)
        return true;
    if (!self->begun) {
        start_reading(&self->outer[0], tools, self->ends[0], false, 0);
        self->base = find_first_distance(self, tools, units);
        self->begun = true;
    }
    if (self->base == cairn__get_distance(self->ends[0], tools->set->cells[self->best.nodes[0]]))
        return true;
    for (;;) {
        progress answer = self->testing ? ask(self, tools, units) : PROGRESS_DONE;
        if (answer == PROGRESS_PAUSED)
            return false;
        self->testing = false;
        if (answer == PROGRESS_FOUND) {
            self->best.via[0] = self->outer[0].item.cell;
            return true;
        }
        answer = change_via(self, tools, units);
        if (answer == PROGRESS_PAUSED)
            return false;
        if (answer == PROGRESS_DONE) {
            self->best.distance = UINT32_MAX; /* the labels are damaged */
            return true;
        }
    }
}

/* Runs a phase; false if the units are used up first. */
static bool run_phase(search_state *self, const tool_set *tools, int64_t *units)
{
    switch (self->phase) {
    case CAIRN__BEND_STRAIGHT:
        return try_straight(self, tools, units);
    case CAIRN__BEND_DESK:
        return cairn__bend_desk_renew(tools->desk, units);
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
static void change_phase(search_state *self)
{
    bool widened = self->widened;
    if (self->phase == CAIRN__BEND_STRAIGHT && self->best.straight)
        self->phase = CAIRN__BEND_DONE;
    else if (self->phase == CAIRN__BEND_START_LOCALS && !widened)
        self->phase = CAIRN__BEND_PAIRS;
    else
        self->phase++;
    self->goal_wanted = widened ? CAIRN__BEND_ALL : CAIRN__BEND_ASKED;
    self->begun = self->inside = self->testing = self->reading = self->widened = false;
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
