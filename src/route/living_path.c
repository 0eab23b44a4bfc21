/* living_path.c: a living way with a search of its own, and the path that it has found. */
#include "route/living_path.h"

#include "base/memory.h"
#include "db/kind_labels.h"
#include "route/bend_path.h"
#include "route/living_way.h"
#include "search/leg_walk.h"
#include "search/way.h"

/* Turns of a way; one with more is found by jumps. */
#define MOST_TURNS 4096
#define MOST_WAYPOINTS 512 /* of a detour */

typedef struct living_path {
    cairn__path_search base;
    cairn__way_search *search;
    bool searching;      /* for the answer to what the way asks */
    cairn_status status; /* of the last answer */
    cairn__living_way way;
    cairn__gains gains;
    /* Telling a path of labels: where the present leg ends. */
    cairn__leg_walk leg;
    cairn__xy target;
    cairn__xy waypoints[MOST_WAYPOINTS];
    cairn__xy turns[MOST_TURNS];
} living_path;

static void destroy(cairn__path_search *search)
{
    cairn_allocator allocator = search->allocator;
    cairn__way_search_destroy(((living_path *)search)->search);
    cairn__release(&allocator, search);
}

/* ---- finding it ---- */

static void start(cairn__path_search *search)
{
    living_path *self = (living_path *)search;
    self->searching = false;
    cairn__living_way_start(&self->way, search->from, search->to);
}

/* Goes on with what the way asks for. */
static cairn__answer answer(living_path *self, cairn__meter *meter)
{
    cairn__way_search *search = self->search;
    uint32_t count = 0;
    if (!self->searching)
        cairn__way_search_start(search, &self->way.asked);
    self->status = cairn__way_search_run(search, meter);
    self->searching = self->status == CAIRN_UNFINISHED;
    if (self->searching)
        return CAIRN__PAUSED;
    bool found = self->status == CAIRN_OK;
    if (found && self->way.phase == CAIRN__WAY_DETOUR)
        count = cairn__list_waypoints(search->jump, self->waypoints, MOST_WAYPOINTS);
    cairn__living_way_answer(&self->way, found, self->waypoints, count, search->spent);
    return CAIRN__DONE;
}

static cairn_status run(cairn__path_search *search, cairn__meter *meter)
{
    living_path *self = (living_path *)search;
    for (;;) {
        switch (cairn__living_way_run(&self->way, meter)) {
        case CAIRN__WAY_BY_LABELS:
            return CAIRN_UNFINISHED;
        case CAIRN__WAY_DETOUR:
        case CAIRN__WAY_WHOLE:
            if (answer(self, meter) == CAIRN__PAUSED)
                return CAIRN_UNFINISHED;
            break;
        case CAIRN__WAY_NONE:
            return self->status;
        default:
            return CAIRN_OK;
        }
    }
}

/* ---- telling it ---- */

/* The jumps that have found the path; null if labels have. */
static cairn__path_search *get_jump(const living_path *self)
{
    return self->way.phase == CAIRN__WAY_ANSWERED ? self->search->jump : NULL;
}

static uint32_t get_cost(const cairn__path_search *search)
{
    const living_path *self = (const living_path *)search;
    const cairn__path_search *jump = get_jump(self);
    return jump != NULL ? jump->operations->get_cost(jump)
                        : cairn__bend_living_get_distance(&self->way.living);
}

static void rewind_path(cairn__path_search *search)
{
    living_path *self = (living_path *)search;
    if (get_jump(self) != NULL)
        return;
    cairn__bend_living_rewind(&self->way.living);
    self->target = search->from;
    self->leg.phase = CAIRN__LEG_ENDED;
}

static cairn_status next_by_labels(living_path *self, cairn__run *moves)
{
    cairn__bend_living *living = &self->way.living;
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
        cairn__leg_walk_start(&self->leg, straight, from, self->target, living->desk->rows);
    }
}

static cairn_status next(cairn__path_search *search, cairn__xy cell, cairn__run *moves)
{
    living_path *self = (living_path *)search;
    cairn__path_search *jump = get_jump(self);
    return jump != NULL ? jump->operations->next(jump, cell, moves) : next_by_labels(self, moves);
}

/* Labels expand nothing. */
static void get_figures(const cairn__path_search *search, uint32_t figures[2])
{
    const cairn__path_search *jump = get_jump((const living_path *)search);
    if (jump != NULL)
        jump->operations->get_figures(jump, figures);
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
    living_path *made = cairn__allocate(allocator, sizeof *made, 1);
    cairn__way_search *own = NULL;
    if (made == NULL ||
        cairn__way_search_create(map, set->nodes, true, allocator, &own) != CAIRN_OK) {
        cairn__release(allocator, made);
        return CAIRN_MEMORY;
    }
    const cairn__bend_living living = {.map = map,
                                       .fingerprint = fingerprint,
                                       .set = set,
                                       .desk = &own->desk,
                                       .turns = made->turns,
                                       .capacity = MOST_TURNS};
    *made = (living_path){.base = {.operations = &operations,
                                   .allocator = *allocator,
                                   .bytes = sizeof *made + own->bytes},
                          .search = own};
    cairn__living_way_create(&made->way, &living, CAIRN__NO_SLACK, &made->gains);
    *search = &made->base;
    return CAIRN_OK;
}

cairn_status cairn__labels_path_create(const cairn_map *map, const cairn_db *db,
                                       const cairn_allocator *allocator,
                                       cairn__path_search **search)
{
    if (map->living == NULL)
        return cairn__bend_path_create(map, cairn__db_get_labels(db), true, allocator, search);
    return cairn__living_path_create(map, cairn__db_get_labels(db), db->header->map_fingerprint,
                                     allocator, search);
}
