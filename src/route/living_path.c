/* living_path.c: which of its searches answers, and what they have been worth so far. */
#include "route/living_path.h"

#include "base/memory.h"
#include "db/kind_labels.h"
#include "grid/living.h"
#include "route/bend_field.h"
#include "route/bend_living.h"
#include "route/bend_opened.h"
#include "route/bend_path.h"
#include "route/worth.h"
#include "search/leg_walk.h"
#include "search/way.h"

/* Turns of a way; one with more is found by jumps. */
#define MOST_TURNS 4096
#define MOST_WAYPOINTS 512

/* A way by labels that goes around what was closed may be longer than on the base by this part of it; then it
 * is to be proved that no path is shorter. */
#define SPARE_PART 64

/* A unit of labels takes about as long as two of jump point search. */
#define LABEL_WEIGHT 2

/* One in so many problems that a guide would help with is solved without it, so that it is known how much. */
#define MEASURED 128

/* ---- a search ---- */

typedef enum living_part {
    LABELS, /* the way by labels is looked for, or was found */
    DETOUR, /* a path around a leg that is not there any more is looked for */
    OPENED, /* can what was opened make the way shorter? */
    SPREAD, /* labels of an end are spread, for distances by which a search is guided */
    GUIDED, /* a path is looked for by jumps that are guided */
    JUMPS,  /* by jumps alone */
} living_part;

#define PARTS (JUMPS + 1)

typedef struct living_path {
    cairn__path_search base;
    cairn__bend_desk desk;
    cairn__bend_living living;
    cairn__bend_field field;
    cairn__bend_opened opened;
    cairn__path_search *jump;
    living_part part;
    bool by_labels;        /* they were tried */
    bool by_jump;          /* the path is that of `jump` */
    bool near_goal;        /* the way on the base is broken there */
    uint64_t units[PARTS]; /* that the parts have taken */
    cairn__worth labels;
    cairn__worth guided;
    cairn__worth jumps;
    uint32_t measured; /* problems since jumps were */
    /* Telling a path of labels: where the present leg ends. */
    cairn__leg_walk leg;
    cairn__xy target;
    cairn__xy waypoints[MOST_WAYPOINTS];
    cairn__xy turns[MOST_TURNS];
} living_path;

static void destroy(cairn__path_search *search)
{
    cairn_allocator allocator = search->allocator;
    cairn__path_destroy(((living_path *)search)->jump);
    cairn__release(&allocator, search);
}

/* True if labels have told a way of the map as it is, though it may not be the shortest one. */
static bool has_way(const living_path *self)
{
    return self->by_labels && self->living.phase == CAIRN__LIVING_WHOLE;
}

/* What a path may cost that is shorter. */
static uint32_t get_most(const living_path *self)
{
    return has_way(self) ? cairn__bend_living_get_distance(&self->living) - 1 : UINT32_MAX;
}

/* Begins to search by jumps; back: from the goal to the start. */
static void start_jump(living_path *self, living_part part, cairn__jump_plan plan)
{
    cairn__path_search *jump = self->jump;
    self->part = part;
    jump->from = plan.back ? self->base.to : self->base.from;
    jump->to = plan.back ? self->base.from : self->base.to;
    jump->plan = plan;
    jump->operations->start(jump);
}

/* Where a way is there, only what is shorter is looked for. */
static void start_jumps(living_path *self)
{
    start_jump(self, JUMPS, (cairn__jump_plan){.most = get_most(self)});
}

/* ---- what is worth trying ---- */

static uint32_t get_rate(const living_path *self, living_part part)
{
    uint64_t weight = part == LABELS ? LABEL_WEIGHT : 1;
    return cairn__worth_get_rate(weight * self->units[part],
                                 cairn__get_distance(self->base.from, self->base.to));
}

/* True if a search that is guided takes less than one that is not. */
static bool is_guide_worth(const living_path *self)
{
    return !self->jumps.tried || !self->guided.tried || self->guided.rate <= self->jumps.rate;
}

/* What is left to be done where labels do not help. */
static uint32_t get_rest(const living_path *self)
{
    return self->guided.tried && is_guide_worth(self) ? self->guided.rate : self->jumps.rate;
}

/* True if labels save more than they take, by an eighth or more: units are not time. */
static bool are_labels_worth(const living_path *self)
{
    const cairn__worth *kept = &self->labels;
    uint64_t failed = (uint64_t)get_rest(self) * (CAIRN__HELPED - kept->helped) / CAIRN__HELPED;
    return !kept->tried || !self->jumps.tried ||
           8 * (kept->rate + failed) <= 7 * (uint64_t)self->jumps.rate;
}

/* ---- starting ---- */

static void start(cairn__path_search *search)
{
    living_path *self = (living_path *)search;
    cairn__bend_living *living = &self->living;
    const cairn_map *base = cairn__find_base_map(living->map, living->fingerprint);
    for (living_part part = LABELS; part < PARTS; part++)
        self->units[part] = 0;
    self->by_jump = self->near_goal = false;
    self->by_labels = base == living->map ||
                      (base != NULL && cairn__worth_try(&self->labels, are_labels_worth(self)));
    if (!self->by_labels) {
        start_jumps(self);
        return;
    }
    self->part = LABELS;
    cairn__bend_living_start(living, search->from, search->to);
}

/* ---- around what was closed ---- */

static void start_detour(living_path *self)
{
    const cairn__bend_living *living = &self->living;
    self->part = DETOUR;
    self->jump->from = living->turns[living->first];
    self->jump->to = living->turns[living->last];
    self->jump->plan = (cairn__jump_plan){.most = living->most};
    self->jump->operations->start(self->jump);
}

static void end_detour(living_path *self, cairn_status status)
{
    uint32_t count = 0;
    if (status == CAIRN_OK)
        count = cairn__list_waypoints(self->jump, self->waypoints, MOST_WAYPOINTS);
    if (count > 0 && !cairn__is_same_cell(self->waypoints[count - 1], self->jump->to))
        count = 0;
    self->part = LABELS;
    cairn__bend_living_answer(&self->living, self->waypoints, count);
}

/* ---- guided ---- */

/* What a path may cost that is looked for by a guide: no more than one could that makes use of what was
 * opened, of which the base knows nothing. */
static uint32_t get_limit(const living_path *self)
{
    uint32_t bound = cairn__bend_living_get_bound(&self->living), most = get_most(self);
    return bound < most ? bound : most;
}

/* A search on the base has found a way, and one that is guided by it is worth trying. Where the way is
 * of octile length, labels know hardly more than jump point search does. */
static bool may_guide(living_path *self)
{
    const cairn__bend_living *living = &self->living;
    uint32_t way = living->search.best.distance;
    if (living->base == NULL || living->base == living->map || way > get_limit(self) ||
        way == cairn__get_distance(self->base.from, self->base.to))
        return false;
    bool measured = is_guide_worth(self) && self->measured++ % MEASURED == 1;
    return !measured && cairn__worth_try(&self->guided, is_guide_worth(self));
}

/* Labels do not tell the path. It is looked for from the end that is nearer to where the way on the base is
 * broken, for most of what is about as good lies before that. */
static void start_searching(living_path *self)
{
    if (!may_guide(self)) {
        start_jumps(self);
        return;
    }
    self->part = SPREAD;
    cairn__xy goal = self->near_goal ? self->base.from : self->base.to;
    cairn__bend_field_start(&self->field, self->living.set, self->living.base, goal);
}

static void end_spread(living_path *self)
{
    start_jump(self, GUIDED,
               (cairn__jump_plan){get_limit(self), &self->field.guide, self->near_goal});
}

/* True if the path is known. */
static bool end_guided(living_path *self, cairn_status status)
{
    self->by_jump = status == CAIRN_OK;
    bool known = self->by_jump || (has_way(self) && get_limit(self) == get_most(self));
    cairn__worth_note(&self->guided, get_rate(self, SPREAD) + get_rate(self, GUIDED), known);
    if (!known)
        start_jumps(self);
    return known;
}

/* ---- running ---- */

/* Labels have told the way, or cannot; true if they have. */
static bool note_labels(living_path *self, bool helped)
{
    uint32_t rate = get_rate(self, LABELS) + get_rate(self, DETOUR) + get_rate(self, OPENED);
    cairn__worth_note(&self->labels, rate, helped);
    if (!helped)
        start_searching(self);
    return helped;
}

/* The way is whole and as long as on the base. */
static bool end_whole(living_path *self)
{
    const cairn__bend_living *living = &self->living;
    uint32_t way = cairn__bend_living_get_distance(living);
    if (living->base == living->map || way <= cairn__bend_living_get_bound(living))
        return note_labels(self, true);
    const cairn__xy ends[2] = {self->base.from, self->base.to};
    self->part = OPENED;
    cairn__bend_opened_start(&self->opened, &self->field, living->set, living->map, ends, way);
    return false;
}

/* What comes when labels have come to a detour or an end; true if the way is known. */
static bool end_labels(living_path *self)
{
    const cairn__bend_living *living = &self->living;
    if (living->phase == CAIRN__LIVING_DETOUR) {
        if (self->units[DETOUR] == 0)
            self->near_goal = cairn__bend_living_is_near_goal(living);
        start_detour(self);
        return false;
    }
    if (living->phase == CAIRN__LIVING_WHOLE && living->extra == 0)
        return end_whole(self);
    return note_labels(self, false);
}

/* By jumps alone: there is a path, or the way by labels is the shortest one. */
static cairn_status end_jumps(living_path *self, cairn_status status)
{
    self->by_jump = status != CAIRN_NO_PATH || !has_way(self);
    cairn__worth_note(&self->jumps, get_rate(self, JUMPS), true);
    return self->by_jump ? status : CAIRN_OK;
}

/* Goes on with the present part; OK at its end. */
static cairn_status run_part(living_path *self, cairn__meter *meter)
{
    if (self->part == OPENED)
        return cairn__bend_opened_run(&self->opened, meter) == CAIRN__DONE ? CAIRN_OK
                                                                           : CAIRN_UNFINISHED;
    if (self->part == SPREAD)
        return cairn__bend_field_run(&self->field, meter) == CAIRN__DONE ? CAIRN_OK
                                                                         : CAIRN_UNFINISHED;
    if (self->part != LABELS)
        return self->jump->operations->run(self->jump, meter);
    cairn__living_phase phase = cairn__bend_living_run(&self->living, meter);
    return phase < CAIRN__LIVING_DETOUR ? CAIRN_UNFINISHED : CAIRN_OK;
}

/* A part has come to its end, and so has the search unless the answer is UNFINISHED. */
static cairn_status end_part(living_path *self, cairn_status status)
{
    bool known = false;
    switch (self->part) {
    case LABELS:
        known = end_labels(self);
        break;
    case DETOUR:
        end_detour(self, status);
        break;
    case OPENED:
        known = note_labels(self, self->opened.holds);
        break;
    case SPREAD:
        end_spread(self);
        break;
    case GUIDED:
        known = end_guided(self, status);
        break;
    case JUMPS:
        return end_jumps(self, status);
    }
    return known ? CAIRN_OK : CAIRN_UNFINISHED;
}

static cairn_status run(cairn__path_search *search, cairn__meter *meter)
{
    living_path *self = (living_path *)search;
    cairn_status ended = CAIRN_UNFINISHED;
    while (ended == CAIRN_UNFINISHED) {
        living_part part = self->part;
        int64_t before = meter->left;
        cairn_status status = run_part(self, meter);
        self->units[part] += (uint64_t)(before - meter->left);
        if (status == CAIRN_UNFINISHED)
            return status;
        ended = end_part(self, status);
    }
    return ended;
}

/* ---- telling the path ---- */

static uint32_t get_cost(const cairn__path_search *search)
{
    const living_path *self = (const living_path *)search;
    return self->by_jump ? self->jump->operations->get_cost(self->jump)
                         : cairn__bend_living_get_distance(&self->living);
}

static void rewind_path(cairn__path_search *search)
{
    living_path *self = (living_path *)search;
    if (self->by_jump)
        return;
    cairn__bend_living_rewind(&self->living);
    self->target = search->from;
    self->leg.phase = CAIRN__LEG_ENDED;
}

static cairn_status next_by_labels(living_path *self, cairn__run *moves)
{
    cairn__bend_living *living = &self->living;
    cairn__straight *straight = &living->search.straight;
    for (;;) {
        cairn__meter free = {.left = CAIRN__NO_LIMIT};
        cairn__answer answer =
            cairn__leg_walk_next(&self->leg, straight, living->map, &free, moves);
        if (answer != CAIRN__NONE)
            return answer == CAIRN__DONE ? CAIRN_OK : CAIRN_CORRUPT;
        cairn__xy from = self->target;
        if (!cairn__bend_living_next(living, &self->target) ||
            !cairn__is_open_cell(living->map, self->target))
            return CAIRN_CORRUPT;
        cairn__leg_walk_start(&self->leg, straight, from, self->target, self->desk.rows);
    }
}

static cairn_status next(cairn__path_search *search, cairn__xy cell, cairn__run *moves)
{
    living_path *self = (living_path *)search;
    return self->by_jump ? self->jump->operations->next(self->jump, cell, moves)
                         : next_by_labels(self, moves);
}

/* Labels expand nothing. */
static void get_figures(const cairn__path_search *search, uint32_t figures[2])
{
    const living_path *self = (const living_path *)search;
    if (self->by_jump)
        self->jump->operations->get_figures(self->jump, figures);
}

static const cairn__path_operations operations = {
    .method = CAIRN_METHOD_LABELS,
    .destroy = destroy,
    .start = start,
    .run = run,
    .get_cost = get_cost,
    .rewind = rewind_path,
    .next = next,
    .get_figures = get_figures,
};

/* ---- making one ---- */

cairn_status cairn__living_path_create(const cairn_map *map, const cairn__bend_set *set,
                                       uint64_t fingerprint, const cairn_allocator *allocator,
                                       cairn__path_search **search)
{
    uint64_t own = cairn__round_up(sizeof(living_path));
    uint64_t desk = cairn__bend_desk_get_bytes(map, set->nodes);
    uint64_t bytes = own + desk + cairn__bend_field_get_bytes(set->nodes);
    living_path *made = cairn__allocate(allocator, bytes, 1);
    cairn__path_search *jump = NULL;
    if (made == NULL || cairn__path_create_noting_jump(map, allocator, &jump) != CAIRN_OK) {
        cairn__release(allocator, made);
        return CAIRN_MEMORY;
    }
    *made = (living_path){
        .base = {.operations = &operations, .allocator = *allocator, .bytes = bytes + jump->bytes},
        .jump = jump};
    made->living = (cairn__bend_living){.map = map,
                                        .fingerprint = fingerprint,
                                        .set = set,
                                        .desk = &made->desk,
                                        .spare_part = SPARE_PART,
                                        .turns = made->turns,
                                        .capacity = MOST_TURNS};
    cairn__bend_desk_start(&made->desk, map, set->nodes, (char *)made + own);
    cairn__bend_field_create(&made->field, set->nodes, &made->desk, (char *)made + own + desk);
    *search = &made->base;
    return CAIRN_OK;
}

cairn_status cairn__labels_path_create(const cairn_map *map, const cairn_db *db,
                                       const cairn_allocator *allocator,
                                       cairn__path_search **search)
{
    if (map->living == NULL)
        return cairn__bend_path_create(map, cairn__db_get_labels(db), allocator, search);
    return cairn__living_path_create(map, cairn__db_get_labels(db), db->header->map_fingerprint,
                                     allocator, search);
}
