/* bend_opened.c: first octile distances leave out what is far away; then the labels of the start are spread for
 * the distances of all gates, and those of the goal. Boxes are looked at in the order of their places, for what
 * this costs must not depend on the order in which they were opened. */
#include "grid/bound.h"
#include "route/bend_opened.h"

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
    uint32_t at = self->box_count++;
    for (; at > 0 && is_before(box, self->boxes[at - 1]); at--)
        self->boxes[at] = self->boxes[at - 1];
    self->boxes[at] = box;
}

/* False if there are too many. */
static bool find_boxes(cairn__bend_opened *self)
{
    const cairn__living *living = self->map->living;
    for (size_t i = 0; i < living->opened_count; i++) {
        const cairn__opened *box = &living->opened[i];
        uint32_t bound = cairn__get_box_bound(self->map, box, self->ends[0]) +
                         cairn__get_box_bound(self->map, box, self->ends[1]);
        bool shut = box->known && box->gate_count == 0; /* nothing of the base lies beside it */
        if (shut || get_less(bound, PAST_OPENED) >= self->limit)
            continue;
        if (!box->known || self->box_count == CAIRN__MOST_OPENED)
            return false;
        insert(self, box);
    }
    return true;
}

/* At first only octile distances are known. */
static void add_gates(cairn__bend_opened *self, const cairn__opened *box)
{
    for (uint32_t i = 0; i < box->gate_count; i++) {
        const cairn__gate *gate = &box->gates[i];
        cairn__opened_gate *made = &self->gates[self->count++];
        *made = (cairn__opened_gate){.box = box, .gate = gate};
        for (uint32_t end = 0; end < 2; end++)
            made->least[end] =
                get_less(cairn__bound(self->map, gate->cell, self->ends[end]), gate->reach);
    }
}

/* ---- the bound ---- */

/* A path whose first move that is new begins at a gate, and whose last one ends at the same or another. */
static uint32_t get_least(const cairn_map *map, const cairn__opened_gate *first,
                          const cairn__opened_gate *last)
{
    uint32_t between = cairn__bound(map, first->gate->cell, last->gate->cell);
    return first->least[0] + get_less(between, first->gate->reach + last->gate->reach) +
           last->least[1];
}

/* True if it is not settled that paths by way of the gate are long enough. One that leaves a cell and comes back to
 * it is never the shortest. */
static bool matters(const cairn__bend_opened *self, uint32_t at, uint32_t end)
{
    const cairn__opened_gate *gate = &self->gates[at], *other = self->gates;
    for (uint32_t i = 0; i < self->count; i++, other++)
        if ((end == 0 ? get_least(self->map, gate, other) : get_least(self->map, other, gate)) <
                self->limit &&
            (i != at || gate->gate->reach > 0))
            return true;
    return false;
}

/* ---- questions ---- */

/* How far are middles from the start, and from the goal? Gates from the goal, and from the start? */
enum { ROUNDS = 4 };

static uint32_t get_end(const cairn__bend_opened *self)
{
    return self->round == 1 || self->round == 2;
}

static void start_round(cairn__bend_opened *self)
{
    self->at = 0;
    self->phase = CAIRN__OPENED_ASK;
    if (self->round == 2) /* its labels are still spread */
        return;
    self->phase = CAIRN__OPENED_SPREAD;
    cairn__bend_field_start(self->field, self->set, self->map->living->base_map,
                            self->ends[get_end(self)]);
}

static void start_check(cairn__bend_opened *self)
{
    self->at = 0;
    self->phase = CAIRN__OPENED_CHECK;
}

static void end_round(cairn__bend_opened *self)
{
    self->round++;
    start_check(self);
}

/* A gate that matters calls for the next round, if there is one. */
static void check(cairn__bend_opened *self)
{
    self->holds = self->at == self->count;
    if (!self->holds && !matters(self, self->at, 0))
        self->at++;
    else if (!self->holds && self->round < ROUNDS)
        start_round(self);
    else
        self->phase = CAIRN__OPENED_DONE;
}

void cairn__bend_opened_start(cairn__bend_opened *self, cairn__bend_field *field,
                              const cairn__bend_set *set, const cairn_map *map,
                              const cairn__xy ends[2], uint32_t limit)
{
    self->field = field;
    self->set = set;
    self->map = map;
    self->ends[0] = ends[0];
    self->ends[1] = ends[1];
    self->limit = limit;
    self->box_count = self->count = self->round = 0;
    self->phase = CAIRN__OPENED_DONE;
    self->asking = self->holds = false;
    if (!find_boxes(self))
        return;
    for (uint32_t i = 0; i < self->box_count; i++)
        add_gates(self, self->boxes[i]);
    start_check(self);
}

static cairn__xy get_asked(const cairn__bend_opened *self)
{
    const cairn__opened_gate *at = &self->gates[self->at];
    return self->round < 2 ? at->box->middles[at->gate->piece] : at->gate->cell;
}

static void ask(cairn__bend_opened *self)
{
    const cairn__gate *gate = self->gates[self->at].gate;
    cairn__xy cell = get_asked(self);
    cairn__jump_guide *guide = &self->field->guide;
    guide->ask(guide, cell, cairn__bound(self->map, cell, self->ends[get_end(self)]),
               self->limit + gate->away + gate->reach);
    self->asking = true;
}

static void raise(cairn__opened_gate *gate, uint32_t end, uint32_t least)
{
    gate->least[end] = least > gate->least[end] ? least : gate->least[end];
}

/* The answer for a middle is of use for all gates of its piece, which follow. */
static void take_answer(cairn__bend_opened *self, uint32_t distance)
{
    const cairn__opened_gate *asked = &self->gates[self->at];
    uint32_t end = get_end(self), piece = asked->gate->piece;
    if (self->round >= 2) {
        raise(&self->gates[self->at], end, get_less(distance, asked->gate->reach));
        self->at++;
        return;
    }
    uint32_t first = self->at;
    while (first > 0 && self->gates[first - 1].box == asked->box &&
           self->gates[first - 1].gate->piece == piece)
        first--;
    for (self->at = first; self->at < self->count && self->gates[self->at].box == asked->box &&
                           self->gates[self->at].gate->piece == piece;
         self->at++)
        raise(&self->gates[self->at], end, get_less(distance, self->gates[self->at].gate->away));
}

/* Asks about the present gate, if it matters, or takes the answer; PAUSED if the meter has run out. */
static cairn__answer go_on(cairn__bend_opened *self, cairn__meter *meter)
{
    cairn__jump_guide *guide = &self->field->guide;
    uint32_t distance;
    if (!self->asking && !matters(self, self->at, get_end(self))) {
        self->at++;
        return CAIRN__DONE;
    }
    if (!self->asking)
        ask(self);
    if (guide->answer(guide, meter, &distance) != CAIRN__DONE)
        return CAIRN__PAUSED;
    self->asking = false;
    take_answer(self, distance);
    return CAIRN__DONE;
}

/* Looking at all pairs of a gate. */
static bool pay(const cairn__bend_opened *self, cairn__meter *meter)
{
    return self->asking ||
           cairn__meter_try(meter, &meter->work.entries, 1 + self->count / CAIRN__GATES);
}

cairn__answer cairn__bend_opened_run(cairn__bend_opened *self, cairn__meter *meter)
{
    while (self->phase != CAIRN__OPENED_DONE) {
        if (self->phase == CAIRN__OPENED_SPREAD) {
            if (cairn__bend_field_run(self->field, meter) != CAIRN__DONE)
                return CAIRN__PAUSED;
            self->phase = CAIRN__OPENED_ASK;
        }
        if (!pay(self, meter))
            return CAIRN__PAUSED;
        if (self->phase == CAIRN__OPENED_CHECK)
            check(self);
        else if (self->at == self->count)
            end_round(self);
        else if (go_on(self, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
    }
    return CAIRN__DONE;
}
