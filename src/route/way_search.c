/* way_search.c: see way_search.h. */
#include "route/way_search.h"

#include "base/memory.h"
#include "route/bend_living.h"
#include "grid/living.h"

/* ---- making one ---- */

static cairn_status create_jump(cairn__way_search *search, bool notes)
{
    return notes ? cairn__path_create_noting_jump(search->map, &search->allocator, &search->jump)
                 : cairn__path_create_jump(search->map, &search->allocator, &search->jump);
}

cairn_status cairn__way_search_create(const cairn_map *map, uint32_t nodes, bool notes,
                                      const cairn_allocator *allocator, cairn__way_search **search)
{
    uint64_t own = cairn__round_up(sizeof(cairn__way_search));
    uint64_t desk = cairn__bend_desk_get_bytes(map, nodes);
    uint64_t bytes = own + desk + cairn__bend_field_get_bytes(nodes);
    cairn__way_search *made = cairn__allocate(allocator, bytes, 1);
    if (made == NULL)
        return CAIRN_MEMORY;
    *made = (cairn__way_search){.allocator = *allocator, .map = map};
    if (create_jump(made, notes) != CAIRN_OK) {
        cairn__way_search_destroy(made);
        return CAIRN_MEMORY;
    }
    made->bytes = bytes + made->jump->bytes;
    cairn__bend_desk_start(&made->desk, map, nodes, (char *)made + own);
    cairn__bend_field_create(&made->field, nodes, &made->desk, (char *)made + own + desk);
    *search = made;
    return CAIRN_OK;
}

void cairn__way_search_destroy(cairn__way_search *search)
{
    if (search == NULL)
        return;
    cairn_allocator allocator = search->allocator;
    cairn__path_destroy(search->jump);
    cairn__release(&allocator, search);
}

/* ---- beginning a part ---- */

uint32_t cairn__way_question_get_limit(const cairn__way_question *asked, const cairn_map *map)
{
    uint32_t bound = cairn__get_new_bound(map, asked->from, asked->to);
    return bound < asked->most ? bound : asked->most;
}

/* The base whose labels help; null if none do. */
static const cairn_map *find_base(const cairn__way_search *self)
{
    const cairn__way_question *asked = &self->asked;
    const cairn__bend_set *set = asked->labels.set;
    if (set == NULL || set->nodes > self->field.nodes)
        return NULL;
    const cairn_map *base = cairn__find_base_map(self->map, asked->labels.fingerprint);
    bool knows = base != NULL && base != self->map && cairn__is_open_cell(base, asked->from) &&
                 cairn__is_open_cell(base, asked->to);
    return knows ? base : NULL;
}

static void start_jump(cairn__way_search *self, cairn__way_part part, cairn__jump_plan plan)
{
    const cairn__way_question *asked = &self->asked;
    self->part = part;
    self->jump->from = plan.back ? asked->to : asked->from;
    self->jump->to = plan.back ? asked->from : asked->to;
    self->jump->plan = plan;
    self->jump->operations->start(self->jump);
}

static void start_jumps(cairn__way_search *self)
{
    start_jump(self, CAIRN__WAY_JUMPS, (cairn__jump_plan){.most = self->asked.most});
}

static void start_guided(cairn__way_search *self)
{
    uint32_t limit = cairn__way_question_get_limit(&self->asked, self->map);
    bool back = self->asked.labels.back;
    start_jump(self, CAIRN__WAY_GUIDED, (cairn__jump_plan){limit, &self->field.guide, back});
}

void cairn__way_search_start(cairn__way_search *search, const cairn__way_question *asked)
{
    const cairn__way_labels *labels = &asked->labels;
    const cairn__xy ends[2] = {asked->from, asked->to};
    search->asked = *asked;
    for (int i = 0; i < CAIRN__WAY_PARTS; i++)
        search->spent[i] = 0;
    const cairn_map *base = find_base(search);
    if (base != NULL && asked->most < labels->way) {
        search->part = CAIRN__WAY_OPENED;
        cairn__bend_opened_start(&search->opened, &search->field, labels->set, search->map, ends,
                                 asked->most + 1);
    } else if (base != NULL && labels->way <= cairn__way_question_get_limit(asked, search->map)) {
        search->part = CAIRN__WAY_SPREAD;
        cairn__bend_field_start(&search->field, labels->set, base,
                                labels->back ? asked->from : asked->to);
    } else {
        start_jumps(search);
    }
}

/* ---- running ---- */

static cairn_status get_status(cairn__answer answer)
{
    return answer == CAIRN__PAUSED ? CAIRN_UNFINISHED : CAIRN_OK;
}

/* Goes on with the present part; OK or a failure at its end. */
static cairn_status run_part(cairn__way_search *self, cairn__meter *meter)
{
    switch (self->part) {
    case CAIRN__WAY_OPENED:
        return get_status(cairn__bend_opened_run(&self->opened, meter));
    case CAIRN__WAY_SPREAD:
        return get_status(cairn__bend_field_run(&self->field, meter));
    default:
        return self->jump->operations->run(self->jump, meter);
    }
}

/* A guided search has found nothing: that is the answer if all that is wanted is shorter than any path by way of
 * what was opened. */
static cairn_status end_guided(cairn__way_search *self)
{
    const cairn__way_question *asked = &self->asked;
    if (asked->most < cairn__get_new_bound(self->map, asked->from, asked->to))
        return CAIRN_NO_PATH;
    start_jumps(self);
    return CAIRN_UNFINISHED;
}

/* The present part has come to its end, and so has the search unless the answer is UNFINISHED. */
static cairn_status end_part(cairn__way_search *self, cairn_status status)
{
    switch (self->part) {
    case CAIRN__WAY_OPENED:
        if (self->opened.holds)
            return CAIRN_NO_PATH;
        start_jumps(self);
        return CAIRN_UNFINISHED;
    case CAIRN__WAY_SPREAD:
        start_guided(self);
        return CAIRN_UNFINISHED;
    case CAIRN__WAY_GUIDED:
        return status == CAIRN_NO_PATH ? end_guided(self) : status;
    default:
        return status;
    }
}

/* If the base is another one now, its labels are of no use. */
cairn_status cairn__way_search_run(cairn__way_search *search, cairn__meter *meter)
{
    cairn_status ended = CAIRN_UNFINISHED;
    if (search->part != CAIRN__WAY_JUMPS && find_base(search) != search->map->living->base_map)
        start_jumps(search);
    while (ended == CAIRN_UNFINISHED) {
        cairn__way_part part = search->part;
        int64_t before = meter->left;
        cairn_status status = run_part(search, meter);
        search->spent[part] += (uint64_t)(before - meter->left);
        if (status == CAIRN_UNFINISHED)
            return status;
        ended = end_part(search, status);
    }
    search->jump->from = search->asked.from;
    search->jump->to = search->asked.to;
    return ended;
}
