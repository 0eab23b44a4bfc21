/* living_labels.c: from part to part of a walk by labels on a changing map.
 *
 * While a plan is made the agent waits, or goes ahead, as it does for any plan that takes longer than
 * a step. A change loses nothing of a plan: labels give the way on the base, which stays the
 * same, and its legs are checked last. */
#include "plan/living_labels.h"

#include "db/kind_labels.h"
#include "grid/living.h"
#include "grid/scans.h"
#include "plan/slot.h"

static void begin(cairn__slot *slot, cairn__living_labels *self)
{
    if (slot->scout != NULL)
        cairn__scout_forget(slot->scout, &self->ask);
    self->changed = self->is_part = false;
    self->version = cairn__get_version(slot->map);
    self->part = CAIRN__LABELS_FIND;
    cairn__living_way_start(&self->way, slot->cell, slot->goal);
}

void cairn__living_labels_create(cairn__slot *slot, cairn__living_labels *self,
                                 cairn__bend_desk *desk)
{
    const cairn__bend_living living = {.map = slot->map,
                                       .fingerprint = slot->db->header->map_fingerprint,
                                       .set = cairn__db_get_labels(slot->db),
                                       .desk = desk,
                                       .lists = true,
                                       .turns = self->turns,
                                       .capacity = CAIRN__LIVING_TURNS};
    *self = (cairn__living_labels){0};
    cairn__living_way_create(&self->way, &living, CAIRN__WALK_SLACK, NULL);
    slot->ask = slot->scout != NULL ? &self->ask : NULL;
}

void cairn__living_labels_set_db(cairn__living_labels *self, const cairn_db *db)
{
    self->way.living.fingerprint = db->header->map_fingerprint;
    self->way.living.set = cairn__db_get_labels(db);
}

void cairn__living_labels_start(cairn__slot *slot, cairn__living_labels *self)
{
    begin(slot, self);
}

/* ---- changes ---- */

/* The way from here on is looked at once more. */
static void look_again(cairn__slot *slot, cairn__living_labels *self)
{
    self->changed = false;
    cairn__living_way_check_again(&self->way, slot->cell, self->turn, self->version);
    self->version = cairn__get_version(slot->map);
    self->part = CAIRN__LABELS_FIND;
}

void cairn__living_labels_notice(cairn__slot *slot, cairn__living_labels *self, bool is_cut)
{
    self->changed = true;
    self->looked = self->ask.way.next;
    if (is_cut || self->part == CAIRN__LABELS_LOST)
        begin(slot, self);
    else if (self->part == CAIRN__LABELS_LEGS)
        look_again(slot, self);
}

/* ---- finding the way ---- */

/* The way is whole, or as much of it as there is without a scout. It is looked at again if the map
 * has changed meanwhile, but once only: every leg is looked at before it is walked. */
static void walk_legs(cairn__slot *slot, cairn__living_labels *self)
{
    self->part = CAIRN__LABELS_LEGS;
    self->turn = 1;
    self->leg.phase = CAIRN__LEG_ENDED;
    bool looks = self->changed && !self->again;
    if (looks)
        look_again(slot, self);
    self->again = looks;
}

/* The scout goes on with what the way asks for. */
static cairn__answer answer(cairn__slot *slot, cairn__living_labels *self)
{
    cairn__ask *ask = &self->ask;
    if (slot->scout == NULL) {
        cairn__living_way_decline(&self->way);
        return CAIRN__DONE;
    }
    if (ask->state == CAIRN__ASK_NONE)
        cairn__scout_ask(slot->scout, ask, &self->way.asked);
    cairn__scout_run(slot->scout, ask, &slot->meter);
    if (ask->state == CAIRN__ASK_WAITS)
        return CAIRN__PAUSED;
    cairn__living_way_answer(&self->way, ask->state == CAIRN__ASK_FOUND, ask->way.cells,
                             ask->way.count, NULL);
    cairn__scout_forget(slot->scout, ask);
    return CAIRN__DONE;
}

/* Goes on with looking for the way. */
static cairn__answer find(cairn__slot *slot, cairn__living_labels *self)
{
    bool by_labels = self->way.phase == CAIRN__WAY_BY_LABELS;
    cairn__living_way_phase phase = cairn__living_way_run(&self->way, &slot->meter);
    if (by_labels && phase != CAIRN__WAY_BY_LABELS)
        slot->selections++;
    switch (phase) {
    case CAIRN__WAY_BY_LABELS:
        return CAIRN__PAUSED;
    case CAIRN__WAY_DETOUR:
    case CAIRN__WAY_WHOLE:
        return answer(slot, self);
    case CAIRN__WAY_LABELLED:
        walk_legs(slot, self);
        return CAIRN__DONE;
    default:
        self->looked = 0;
        self->part = phase == CAIRN__WAY_ANSWERED ? CAIRN__LABELS_WAY : CAIRN__LABELS_LOST;
        return CAIRN__DONE;
    }
}

/* ---- walking ---- */

/* Goes on to the next leg; false behind the last one. */
static bool start_leg(cairn__slot *slot, cairn__living_labels *self)
{
    cairn__bend_living *living = &self->way.living;
    if (self->turn < living->count && cairn__is_same_cell(slot->cell, living->turns[self->turn]))
        self->turn++;
    if (self->turn >= living->count || !cairn__is_open_cell(slot->map, living->turns[self->turn]))
        return false;
    slot->target = living->turns[self->turn];
    cairn__leg_walk_start(&self->leg, &living->search.straight, slot->cell, slot->target,
                          living->desk->rows);
    return true;
}

/* The next moves of the present leg, or of the next one. Where labels are damaged, a leg is not there
 * although the way was whole. */
static cairn__answer walk_by_legs(cairn__slot *slot, cairn__living_labels *self)
{
    cairn__meter *meter = &slot->meter;
    cairn__straight *straight = &self->way.living.search.straight;
    cairn__answer answer = CAIRN__PAUSED;
    int64_t begun = cairn__meter_open(meter);
    if (begun > 0) {
        meter->left--;
        answer = cairn__leg_walk_next(&self->leg, straight, slot->map, meter, &slot->run);
    }
    cairn__meter_close(meter, &meter->work.scans, begun);
    if (answer == CAIRN__DONE || answer == CAIRN__PAUSED)
        return answer;
    bool goes_on = answer != CAIRN__FAILED && start_leg(slot, self);
    if (!goes_on && self->is_part) {
        begin(slot, self);
    } else if (!goes_on) {
        self->part = CAIRN__LABELS_FIND;
        cairn__living_way_start_without_labels(&self->way, slot->cell, slot->goal);
    }
    return CAIRN__NONE;
}

/* Looks at the rest of the scout's way after a change; NONE if it is not whole. */
static cairn__answer look_ahead(cairn__slot *slot, cairn__living_labels *self)
{
    const cairn__way *way = &self->ask.way;
    cairn__meter *meter = &slot->meter;
    int64_t begun = cairn__meter_open(meter);
    cairn__answer whole = cairn__way_check(way, slot->map, self->version, &self->looked, meter);
    cairn__meter_close(meter, &meter->work.scans, begun);
    if (whole == CAIRN__PAUSED)
        return whole;
    self->changed = false;
    self->version = cairn__get_version(slot->map);
    return whole;
}

/* The next run of the scout's way. Where it ends, or is not whole any more, a new plan begins. */
static cairn__answer walk_by_way(cairn__slot *slot, cairn__living_labels *self)
{
    cairn__way *way = &self->ask.way;
    if (cairn__is_same_cell(slot->cell, way->cells[way->next]))
        way->next++;
    cairn__answer whole = self->changed ? look_ahead(slot, self) : CAIRN__DONE;
    if (whole == CAIRN__PAUSED || !cairn__meter_try(&slot->meter, &slot->meter.work.scans, 1))
        return CAIRN__PAUSED;
    if (whole == CAIRN__DONE)
        slot->run = cairn__way_get_run(way, slot->map, slot->cell);
    if (slot->run.count == 0) {
        begin(slot, self);
        return CAIRN__NONE;
    }
    slot->target = way->cells[way->next];
    return CAIRN__DONE;
}

cairn__answer cairn__living_labels_plan(cairn__slot *slot, cairn__living_labels *self)
{
    while (self->part != CAIRN__LABELS_LOST) {
        cairn__answer answer = CAIRN__NONE;
        if (self->part == CAIRN__LABELS_LEGS)
            answer = walk_by_legs(slot, self);
        else if (self->part == CAIRN__LABELS_WAY)
            answer = walk_by_way(slot, self);
        else if (find(slot, self) == CAIRN__PAUSED)
            answer = CAIRN__PAUSED;
        if (answer != CAIRN__NONE)
            return answer;
    }
    return CAIRN__NONE;
}

/* ---- packed ---- */

/* Words before the cells. */
#define HEAD_WORDS 2
#define PACKED_CELLS (CAIRN__PLAN_WORDS - HEAD_WORDS)

/* The cells ahead, and the place of the present leg among them. */
static void pack_cells(const cairn__xy *cells, uint32_t first, uint32_t count, uint32_t *words)
{
    uint32_t packed = cairn__get_lower(count - first, PACKED_CELLS);
    for (uint32_t i = 0; i < packed; i++)
        words[HEAD_WORDS + i] = cairn__pack(cells[first + i]);
    words[0] |= packed << 8 | (first + packed < count ? UINT32_C(1) << 16 : 0);
}

bool cairn__living_labels_pack(const cairn__living_labels *self, uint32_t *words)
{
    bool by_way = self->part == CAIRN__LABELS_WAY;
    bool inside = self->leg.phase == CAIRN__LEG_WALKING;
    words[0] = (uint32_t)self->part | (self->is_part ? UINT32_C(1) << 16 : 0);
    if (by_way) {
        uint32_t first = self->ask.way.next > 0 ? self->ask.way.next - 1u : 0;
        pack_cells(self->ask.way.cells, first, self->ask.way.count, words);
        return true;
    }
    if (self->part != CAIRN__LABELS_LEGS || self->turn == 0)
        return false;
    uint32_t first = self->turn - 1;
    pack_cells(self->way.living.turns, first, self->way.living.count, words);
    if (inside) { /* the leg begins where the straight test began */
        words[0] |= UINT32_C(1) << 17;
        words[1] = self->leg.place | self->leg.row << 16;
        words[HEAD_WORDS] = cairn__pack(self->way.living.search.straight.sides[0].end);
    }
    return true;
}

/* Cells of the map, whether they are open is looked at when they are gone to; false if one lies outside. */
static bool unpack_cells(const cairn_map *map, const uint32_t *words, uint32_t count,
                         cairn__xy *cells)
{
    for (uint32_t i = 0; i < count; i++) {
        cells[i] = cairn__unpack(words[HEAD_WORDS + i]);
        if (!cairn__is_inside(map, cells[i]))
            return false;
    }
    return true;
}

static bool unpack_way(const cairn__slot *slot, cairn__living_labels *self, const uint32_t *words,
                       uint32_t count)
{
    cairn__way *way = &self->ask.way;
    way->count = (uint16_t)count;
    way->next = 1;
    return unpack_cells(slot->map, words, count, way->cells);
}

static bool unpack_legs(const cairn__slot *slot, cairn__living_labels *self, const uint32_t *words,
                        uint32_t count)
{
    cairn__bend_living *living = &self->way.living;
    const uint32_t made[2] = {words[1] & 0xffff, words[1] >> 16};
    if (!unpack_cells(slot->map, words, count, self->turns))
        return false;
    cairn__living_way_resume(&self->way, count, slot->goal);
    self->turn = 1;
    self->leg = (cairn__leg_walk){.phase = CAIRN__LEG_ENDED};
    if ((words[0] >> 17 & 1) == 0)
        return true;
    if (!cairn__is_open_cell(slot->map, self->turns[0]) ||
        !cairn__is_open_cell(slot->map, self->turns[1]))
        return false;
    return cairn__leg_walk_resume(&self->leg, &living->search.straight, self->turns, made,
                                  slot->cell, living->desk->rows);
}

bool cairn__living_labels_unpack(cairn__slot *slot, cairn__living_labels *self,
                                 const uint32_t *words)
{
    uint32_t count = words[0] >> 8 & 0xff, part = words[0] & 0xff;
    if (slot->scout != NULL)
        cairn__scout_forget(slot->scout, &self->ask);
    if (count < 2 || count > PACKED_CELLS)
        return false;
    self->changed = self->again = false;
    self->is_part = (words[0] >> 16 & 1) != 0;
    self->version = 0; /* what has changed since it was packed is not known */
    self->part = (cairn__labels_part)part;
    if (part == CAIRN__LABELS_WAY)
        return unpack_way(slot, self, words, count);
    return part == CAIRN__LABELS_LEGS && unpack_legs(slot, self, words, count);
}
