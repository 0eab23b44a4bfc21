/* living_path.c: which of its searches answers, and what they have been worth so far. */
#include "db/living_path.h"

#include "base/memory.h"
#include "db/bend_living.h"
#include "db/bend_path.h"
#include "db/db_internal.h"
#include "grid/living.h"
#include "search/leg_walk.h"
#include "search/way.h"

/* Turns of a way; one with more is found by jumps. */
#define MOST_TURNS 4096
#define MOST_WAYPOINTS 512

/* ---- what labels are worth ---- */

/* What trying something has cost, and how often it helped; means over the last times. */
typedef struct gauge {
    uint32_t units;   /* of a try */
    uint32_t helped;  /* of HELPED tries */
    uint32_t skipped; /* since the last try */
    uint32_t most;    /* that are skipped if tries do not pay; twice as many each time */
} gauge;

#define HELPED 4096
#define GAUGE_TRIES 16
#define MOST_SKIPPED 1024

/* True if a try pays that saves so many units if it helps; 0: not known yet. One that does not is made
 * now and then, for the map may have changed. */
static bool pays(gauge *self, uint32_t saved)
{
    bool worth = saved == 0 || (uint64_t)self->helped * saved >= (uint64_t)self->units * HELPED;
    if (worth)
        self->most = GAUGE_TRIES;
    if (!worth && self->skipped++ < self->most)
        return false;
    self->skipped = 0;
    self->most = worth || self->most == MOST_SKIPPED ? self->most : 2 * self->most;
    return true;
}

static void add_to_mean(uint32_t *mean, uint32_t number)
{
    *mean = (uint32_t)(((uint64_t)*mean * (GAUGE_TRIES - 1) + number) / GAUGE_TRIES);
}

static uint32_t cut(uint64_t units)
{
    return units < UINT32_MAX ? (uint32_t)units : UINT32_MAX;
}

static void note(gauge *self, uint64_t units, bool helped)
{
    add_to_mean(&self->units, cut(units));
    add_to_mean(&self->helped, helped ? HELPED : 0);
}

/* ---- a search ---- */

typedef enum living_part {
    LABELS, /* the way by labels is looked for, or was found */
    DETOUR, /* a path around a leg that is not there any more is looked for */
    JUMPS,  /* the whole path is looked for by jumps, or was found */
} living_part;

typedef struct living_path {
    cairn__path_search base;
    cairn__bend_desk desk;
    cairn__bend_living living;
    cairn__path_search *jump;
    living_part part;
    uint64_t units[JUMPS + 1]; /* that the parts have taken */
    uint32_t jump_units;       /* of a search by jumps, in the mean; 0: there was none */
    gauge labels;
    gauge detours;
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

static void start_jumps(living_path *self)
{
    self->part = JUMPS;
    self->jump->from = self->base.from;
    self->jump->to = self->base.to;
    self->jump->most = UINT32_MAX;
    self->jump->operations->start(self->jump);
}

static void start(cairn__path_search *search)
{
    living_path *self = (living_path *)search;
    cairn__bend_living *living = &self->living;
    const cairn_map *base = cairn__find_base_map(living->map, living->fingerprint);
    for (living_part part = LABELS; part <= JUMPS; part++)
        self->units[part] = 0;
    bool by_labels = base == living->map || (base != NULL && pays(&self->labels, self->jump_units));
    if (!by_labels) {
        start_jumps(self);
        return;
    }
    self->part = LABELS;
    cairn__bend_living_start(living, search->from, search->to);
}

/* ---- running ---- */

/* Labels have told the way, or cannot. */
static void note_labels(living_path *self, bool helped)
{
    uint64_t detours = self->units[DETOUR];
    note(&self->labels, self->units[LABELS] + detours, helped);
    if (detours > 0)
        note(&self->detours, detours, helped);
}

static void note_jumps(living_path *self)
{
    uint32_t units = cut(self->units[JUMPS]);
    if (self->jump_units == 0)
        self->jump_units = units;
    add_to_mean(&self->jump_units, units);
}

static void start_detour(living_path *self)
{
    const cairn__bend_living *living = &self->living;
    self->part = DETOUR;
    self->jump->from = living->turns[living->first];
    self->jump->to = living->turns[living->last];
    self->jump->most = living->most;
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

/* What comes when labels have come to a detour or an end; true if the way is known. */
static bool end_labels(living_path *self)
{
    cairn__living_phase phase = self->living.phase;
    bool begun = self->units[DETOUR] > 0, found = phase == CAIRN__LIVING_WHOLE;
    if (phase == CAIRN__LIVING_DETOUR && (begun || pays(&self->detours, self->jump_units))) {
        start_detour(self);
        return false;
    }
    note_labels(self, found);
    if (!found)
        start_jumps(self);
    return found;
}

/* Goes on with the present part; OK at its end. */
static cairn_status run_part(living_path *self, cairn__meter *meter)
{
    if (self->part != LABELS)
        return self->jump->operations->run(self->jump, meter);
    cairn__living_phase phase = cairn__bend_living_run(&self->living, meter);
    return phase < CAIRN__LIVING_DETOUR ? CAIRN_UNFINISHED : CAIRN_OK;
}

static cairn_status run(cairn__path_search *search, cairn__meter *meter)
{
    living_path *self = (living_path *)search;
    for (;;) {
        living_part part = self->part;
        uint64_t before = meter->left;
        cairn_status status = run_part(self, meter);
        self->units[part] += before - meter->left;
        if (status == CAIRN_UNFINISHED)
            return status;
        if (part == LABELS && end_labels(self))
            return CAIRN_OK;
        if (part == DETOUR)
            end_detour(self, status);
        if (part == JUMPS) {
            note_jumps(self);
            return status;
        }
    }
}

/* ---- telling the path ---- */

static uint32_t get_cost(const cairn__path_search *search)
{
    const living_path *self = (const living_path *)search;
    return self->part == JUMPS ? self->jump->operations->get_cost(self->jump)
                               : cairn__bend_living_get_distance(&self->living);
}

static void rewind_path(cairn__path_search *search)
{
    living_path *self = (living_path *)search;
    if (self->part == JUMPS)
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
        int64_t units = INT64_MAX;
        cairn__leg_answer answer =
            cairn__leg_walk_next(&self->leg, straight, living->map, &units, moves);
        if (answer != CAIRN__LEG_END)
            return answer == CAIRN__LEG_MOVES ? CAIRN_OK : CAIRN_CORRUPT;
        cairn__xy from = self->target;
        if (!cairn__bend_living_next(living, &self->target))
            return CAIRN_CORRUPT;
        cairn__leg_walk_start(&self->leg, straight, from, self->target, self->desk.rows);
    }
}

static cairn_status next(cairn__path_search *search, cairn__xy cell, cairn__run *moves)
{
    living_path *self = (living_path *)search;
    return self->part == JUMPS ? self->jump->operations->next(self->jump, cell, moves)
                               : next_by_labels(self, moves);
}

/* Labels expand nothing. */
static void get_figures(const cairn__path_search *search, uint32_t figures[2])
{
    const living_path *self = (const living_path *)search;
    if (self->part == JUMPS)
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
    uint64_t bytes = own + cairn__bend_desk_get_bytes(map, set->nodes);
    living_path *made = cairn__allocate(allocator, bytes, 1);
    cairn__path_search *jump = NULL;
    if (made == NULL || cairn__path_create_jump(map, allocator, &jump) != CAIRN_OK) {
        cairn__release(allocator, made);
        return CAIRN_MEMORY;
    }
    *made = (living_path){.base = {&operations, *allocator, bytes + jump->bytes, {0}, {0}, 0},
                          .jump = jump};
    made->living = (cairn__bend_living){.map = map,
                                        .fingerprint = fingerprint,
                                        .set = set,
                                        .desk = &made->desk,
                                        .turns = made->turns,
                                        .capacity = MOST_TURNS};
    cairn__bend_desk_start(&made->desk, map, set->nodes, (char *)made + own);
    *search = &made->base;
    return CAIRN_OK;
}

cairn_status cairn__labels_path_create(const cairn_map *map, const cairn_db *db,
                                       const cairn_allocator *allocator,
                                       cairn__path_search **search)
{
    if (map->living == NULL)
        return cairn__bend_path_create(map, &db->labels, allocator, search);
    return cairn__living_path_create(map, &db->labels, db->header->map_fingerprint, allocator,
                                     search);
}
