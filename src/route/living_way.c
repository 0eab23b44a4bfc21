/* living_way.c: see living_way.h. */
#include "route/living_way.h"

#include "grid/living.h"

/* With no slack detours may add this part to a way; then it is to be proved that no path is shorter. */
#define SPARE_PART 64

/* A unit of labels takes about as long as two of jump point search. */
#define LABEL_WEIGHT 2

void cairn__living_way_create(cairn__living_way *way, const cairn__bend_living *living,
                              uint32_t slack, cairn__gains *gains)
{
    *way = (cairn__living_way){
        .living = *living, .slack = slack, .gains = gains, .phase = CAIRN__WAY_NONE};
    way->living.spare_part = slack > 0 ? slack : SPARE_PART;
}

/* ---- lengths ---- */

static bool has_way(const cairn__living_way *self)
{
    return self->by_labels && self->living.phase == CAIRN__LIVING_WHOLE;
}

/* The least length of a path that is not worth leaving the way by labels for. */
static uint32_t get_enough(const cairn__living_way *self)
{
    uint32_t slack = self->slack, way = cairn__bend_living_get_distance(&self->living);
    uint32_t least = slack > 0 ? way - way / (slack + 1) : way;
    while (slack > 0 && least > 0 && least - 1 + (least - 1) / slack >= way)
        least--;
    return least;
}

/* True if no path by moves of the base is worth leaving the way for. */
static bool is_best_of_base(const cairn__living_way *self)
{
    return has_way(self) && get_enough(self) <= self->living.search.best.distance;
}

/* True if no path at all is. */
static bool is_good(const cairn__living_way *self)
{
    const cairn__bend_living *living = &self->living;
    return self->taken || living->base == living->map ||
           (is_best_of_base(self) && get_enough(self) <= cairn__bend_living_get_bound(living));
}

/* ---- gains ---- */

static void note(cairn__living_way *self, cairn__gain_part part, uint64_t units, bool helped)
{
    const cairn__xy *ends = self->living.search.ends;
    if (self->gains != NULL)
        cairn__gains_note(self->gains, part, units, cairn__get_distance(ends[0], ends[1]), helped);
}

static void note_answer(cairn__living_way *self, const uint64_t *spent)
{
    uint64_t guided = spent[CAIRN__WAY_SPREAD] + spent[CAIRN__WAY_GUIDED];
    uint64_t jumps = spent[CAIRN__WAY_JUMPS];
    if (self->by_labels)
        note(self, CAIRN__GAIN_LABELS, self->units + spent[CAIRN__WAY_OPENED], guided + jumps == 0);
    if (guided > 0)
        note(self, CAIRN__GAIN_GUIDED, guided, jumps == 0);
    if (jumps > 0)
        note(self, CAIRN__GAIN_JUMPS, jumps, true);
}

/* ---- questions ---- */

/* True if a guide is worth trying: only gains tell; jumps alone take less in most cases. Where the way on the base is of octile length, labels know hardly more than jump point search does. */
static bool may_guide(const cairn__living_way *self)
{
    const cairn__bend_living *living = &self->living;
    uint32_t way = living->search.best.distance;
    return self->gains != NULL && self->by_labels &&
           way > cairn__get_distance(self->asked.from, self->asked.to) &&
           way <= cairn__way_question_get_limit(&self->asked, living->map) &&
           cairn__gains_try_guide(self->gains);
}

static void ask(cairn__living_way *self, cairn__living_way_phase phase, const cairn__xy ends[2],
                uint32_t most)
{
    self->phase = phase;
    self->asked = (cairn__way_question){.from = ends[0], .to = ends[1], .most = most};
}

static void ask_detour(cairn__living_way *self)
{
    const cairn__bend_living *living = &self->living;
    const cairn__xy ends[2] = {living->turns[living->first], living->turns[living->last]};
    ask(self, CAIRN__WAY_DETOUR, ends, living->most);
}

static void ask_whole(cairn__living_way *self)
{
    const cairn__bend_living *living = &self->living;
    ask(self, CAIRN__WAY_WHOLE, living->search.ends,
        has_way(self) ? get_enough(self) - 1 : UINT32_MAX);
    if (is_best_of_base(self) || may_guide(self))
        self->asked.labels = (cairn__way_labels){living->set, living->fingerprint,
                                                 living->search.best.distance, self->near_goal};
}

/* ---- the way ---- */

static void start(cairn__living_way *self, cairn__xy from, cairn__xy to)
{
    cairn__bend_living_start(&self->living, from, to);
    self->phase = CAIRN__WAY_BY_LABELS;
    self->taken = self->by_labels = self->broken = self->near_goal = false;
    self->units = 0;
}

void cairn__living_way_start_without_labels(cairn__living_way *way, cairn__xy from, cairn__xy to)
{
    start(way, from, to);
    ask_whole(way);
}

void cairn__living_way_start(cairn__living_way *way, cairn__xy from, cairn__xy to)
{
    const cairn__bend_living *living = &way->living;
    start(way, from, to);
    way->by_labels =
        living->base == living->map ||
        (living->base != NULL && (way->gains == NULL || cairn__gains_try_labels(way->gains)));
    if (!way->by_labels)
        ask_whole(way);
}

/* Labels have come to a broken leg or an end. */
static void end_labels(cairn__living_way *self)
{
    const cairn__bend_living *living = &self->living;
    if (living->phase != CAIRN__LIVING_WHOLE && !self->broken) {
        self->broken = true;
        self->near_goal = cairn__bend_living_is_near_goal(living);
    }
    if (living->phase == CAIRN__LIVING_DETOUR) {
        ask_detour(self);
    } else if (living->phase == CAIRN__LIVING_WHOLE && is_good(self)) {
        self->phase = CAIRN__WAY_LABELLED;
        note(self, CAIRN__GAIN_LABELS, self->units, true);
    } else {
        ask_whole(self);
    }
}

cairn__living_way_phase cairn__living_way_run(cairn__living_way *way, cairn__meter *meter)
{
    if (way->phase != CAIRN__WAY_BY_LABELS)
        return way->phase;
    int64_t before = meter->left;
    bool ended = cairn__bend_living_run(&way->living, meter) >= CAIRN__LIVING_DETOUR;
    way->units += LABEL_WEIGHT * (uint64_t)(before - meter->left);
    if (ended)
        end_labels(way);
    return way->phase;
}

void cairn__living_way_answer(cairn__living_way *way, bool found, const cairn__xy *cells,
                              uint32_t count, const uint64_t *spent)
{
    if (way->phase == CAIRN__WAY_DETOUR) {
        bool whole = found && count > 0 && cairn__is_same_cell(cells[count - 1], way->asked.to);
        way->units += spent != NULL ? spent[CAIRN__WAY_JUMPS] : 0;
        way->phase = CAIRN__WAY_BY_LABELS;
        cairn__bend_living_answer(&way->living, cells, whole ? count : 0);
        return;
    }
    if (spent != NULL)
        note_answer(way, spent);
    if (found)
        way->phase = CAIRN__WAY_ANSWERED;
    else
        way->phase = has_way(way) ? CAIRN__WAY_LABELLED : CAIRN__WAY_NONE;
}

/* ---- under way ---- */

void cairn__living_way_decline(cairn__living_way *way)
{
    cairn__bend_living *living = &way->living;
    bool begins = way->phase == CAIRN__WAY_DETOUR;
    if (begins)
        living->count = living->at + 1;
    way->phase = begins || has_way(way) ? CAIRN__WAY_LABELLED : CAIRN__WAY_NONE;
}

void cairn__living_way_resume(cairn__living_way *way, uint32_t count, cairn__xy goal)
{
    cairn__bend_living_resume(&way->living, count, goal);
    way->by_labels = true;
    way->phase = CAIRN__WAY_LABELLED;
}

void cairn__living_way_check_again(cairn__living_way *way, cairn__xy cell, uint32_t turn,
                                   uint32_t version)
{
    way->living.version = version;
    way->living.search.ends[0] = cell;
    way->taken = true;
    way->phase = CAIRN__WAY_BY_LABELS;
    cairn__bend_living_check_again(&way->living, cell, turn);
}
