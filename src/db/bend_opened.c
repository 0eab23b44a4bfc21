/* bend_opened.c: first octile distances leave out what is far away; then the labels of the start are spread for
 * the distances of all gates, and those of the goal. Boxes are looked at in the order of their places, for what
 * this costs must not depend on the order in which they were opened. */
#include "db/bend_opened.h"

/* Strict corners: an opened cell also allows moves past it (bend_living.c). */
#define PAST_OPENED 6

static uint32_t get_less(uint32_t a, uint32_t b)
{
    return a > b ? a - b : 0;
}

/* ---- which boxes matter ---- */

static bool is_before(const cairn__opened *a, const cairn__opened *b)
{
    return a->y0 != b->y0 ? a->y0 < b->y0 : a->x0 < b->x0;
}

static void insert(cairn__bend_opened *self, const cairn__opened *box)
{
    uint32_t at = self->count++;
    for (; at > 0 && is_before(box, self->boxes[at - 1].box); at--)
        self->boxes[at] = self->boxes[at - 1];
    cairn__opened_box *made = &self->boxes[at];
    *made = (cairn__opened_box){.box = box};
    for (uint32_t end = 0; end < 2; end++) /* a border cell lies beside the box */
        made->least[end] = get_less(cairn__get_box_distance(box, self->ends[end]), CAIRN__DIAGONAL);
}

/* False if there are too many. */
static bool find_boxes(cairn__bend_opened *self)
{
    const cairn__living *living = self->map->living;
    for (size_t i = 0; i < living->opened_count; i++) {
        const cairn__opened *box = &living->opened[i];
        uint32_t octile = cairn__get_box_distance(box, self->ends[0]) +
                          cairn__get_box_distance(box, self->ends[1]);
        bool shut = box->known && box->gate_count == 0; /* nothing of the base lies beside it */
        if (shut || get_less(octile, PAST_OPENED) >= self->limit)
            continue;
        if (!box->known || self->count == CAIRN__MOST_OPENED)
            return false;
        insert(self, box);
    }
    return true;
}

/* ---- the bound ---- */

static uint32_t get_gap(uint32_t low, uint32_t high)
{
    return high > low + 2 ? high - low - 2 : 0;
}

/* The least octile distance between border cells of two boxes. */
static uint32_t get_between(const cairn__opened *a, const cairn__opened *b)
{
    uint32_t x = a->x0 > b->x1 ? get_gap(b->x1, a->x0) : get_gap(a->x1, b->x0);
    uint32_t y = a->y0 > b->y1 ? get_gap(b->y1, a->y0) : get_gap(a->y1, b->y0);
    return cairn__get_distance((cairn__xy){.x = 0, .y = 0},
                               (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y});
}

/* A path that first leads over one box, and last over the same or another. */
static uint32_t get_least(const cairn__bend_opened *self, uint32_t first, uint32_t last)
{
    const cairn__opened_box *a = &self->boxes[first], *b = &self->boxes[last];
    uint32_t between = first == last ? 0 : get_between(a->box, b->box);
    return a->least[0] + between + b->least[1];
}

/* True if it is not settled that paths which lead over the box first, or last, are long enough. */
static bool matters(const cairn__bend_opened *self, uint32_t box, uint32_t end)
{
    for (uint32_t other = 0; other < self->count; other++)
        if ((end == 0 ? get_least(self, box, other) : get_least(self, other, box)) < self->limit)
            return true;
    return false;
}

static bool holds(const cairn__bend_opened *self)
{
    for (uint32_t box = 0; box < self->count; box++)
        if (matters(self, box, 0))
            return false;
    return true;
}

/* ---- on a meter ---- */

void cairn__bend_opened_start(cairn__bend_opened *self, cairn__bend_field *field,
                              const cairn__bend_set *set, const cairn_map *map,
                              const cairn__xy ends[2], uint32_t limit)
{
    *self = (cairn__bend_opened){.field = field,
                                 .set = set,
                                 .map = map,
                                 .ends = {ends[0], ends[1]},
                                 .limit = limit,
                                 .phase = CAIRN__OPENED_DONE};
    if (!find_boxes(self))
        return;
    self->holds = holds(self);
    if (self->holds)
        return;
    self->phase = CAIRN__OPENED_SPREAD;
    cairn__bend_field_start(field, set, map->living->base_map, ends[0]);
}

/* The distances from an end are known. */
static void end_gates(cairn__bend_opened *self)
{
    self->phase = CAIRN__OPENED_DONE;
    self->holds = holds(self);
    if (self->holds || self->end == 1)
        return;
    self->end = 1;
    self->phase = CAIRN__OPENED_SPREAD;
    cairn__bend_field_start(self->field, self->set, self->map->living->base_map, self->ends[1]);
}

static void start_box(cairn__bend_opened *self, uint32_t box)
{
    self->at = box;
    self->gate = 0;
    self->found = UINT32_MAX;
}

/* All gates of the present box have answered. */
static void end_box(cairn__bend_opened *self)
{
    uint32_t *least = &self->boxes[self->at].least[self->end];
    if (self->found > *least)
        *least = self->found;
    start_box(self, self->at + 1);
}

static void ask(cairn__bend_opened *self, const cairn__gate *gate)
{
    uint32_t octile = cairn__get_distance(gate->cell, self->ends[self->end]);
    cairn__jump_guide *guide = &self->field->guide;
    guide->ask(guide, gate->cell, octile, self->limit + gate->reach);
    self->asking = true;
}

/* Asks for the distance of the next gate, or takes the answer; false if the meter has run out. */
static bool go_on(cairn__bend_opened *self, cairn__meter *meter)
{
    const cairn__opened *box = self->boxes[self->at].box;
    const cairn__gate *gate = &box->gates[self->gate];
    cairn__jump_guide *guide = &self->field->guide;
    uint32_t distance;
    if (!self->asking)
        ask(self, gate);
    if (!guide->answer(guide, meter, &distance))
        return false;
    self->asking = false;
    distance = get_less(distance, gate->reach);
    self->found = distance < self->found ? distance : self->found;
    if (++self->gate == box->gate_count)
        end_box(self);
    return true;
}

bool cairn__bend_opened_run(cairn__bend_opened *self, cairn__meter *meter)
{
    while (self->phase != CAIRN__OPENED_DONE) {
        if (self->phase == CAIRN__OPENED_SPREAD) {
            if (!cairn__bend_field_run(self->field, meter))
                return false;
            self->phase = CAIRN__OPENED_GATES;
            start_box(self, 0);
        }
        if (self->at == self->count)
            end_gates(self);
        else if (!matters(self, self->at, self->end))
            start_box(self, self->at + 1);
        else if (!go_on(self, meter))
            return false;
    }
    return true;
}
