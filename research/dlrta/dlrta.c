/* dlrta.c: D LRTA* on-line: LRTA* to the entry state for (own region, goal's region). It is looked
 * up when there is none or it is reached (Fig. 1, line 3); by the look-up `border`, in every region
 * entered as well. In the goal's own region, and where there is no entry state, the target is the
 * goal.
 *
 * Entry states come from paths between representatives, not from the agent's own cell: they may
 * lead in a circle. Fig. 1 knows no way out, so there is a last resort. A look-up at the cell of an
 * earlier one, the mark, is taken for a circle; where look-ups follow Fig. 1 it is one, for the
 * cell alone decides on all entry states to come. After a circle the agent goes towards the goal,
 * for 100 cells at first and twice as far after every eighth circle. With `border`, which may send
 * it to and fro between two regions, it first tries to go to its entry state whatever regions it
 * enters, after every other circle.
 *
 * So it arrives. Learned values are bounded, so they settle, and then the walk repeats itself. The
 * mark moves on after 1, 2, 4, ... look-ups (Brent's cycle detection), so at last it lies on that
 * walk and stays for a whole turn: circles are found again and again, until a way towards the goal
 * is long enough for LRTA*.
 *
 * The database is not trusted: an entry state becomes the target only if it is joined to the
 * agent's cell and is not that cell. */
#include "plan/leg.h"
#include "research/dlrta/dlrta_regions.h"

#include "base/memory.h"
#include "plan/detour.h"

/* Heading for entry states. */
typedef struct dlrta_state {
    bool at_borders;  /* look-ups in every region entered */
    bool has_subgoal; /* something was looked up */
    bool steadfast;   /* heads for its target whatever region it enters */
    uint32_t region;  /* of the last look-up */
    uint32_t goal_region;
    uint64_t cost_limit; /* of the walk at which a way to the goal ends */
    /* A look-up that later ones are compared with. */
    cairn__xy mark;
    uint32_t since_mark; /* look-ups */
    uint32_t mark_span;  /* look-ups until the next mark */
    uint32_t circles;
} dlrta_state;

/* Moves planned at once where each looks up a region. */
#define MOST_MOVES 16

/* Units of a plan without a deep look-ahead, which counts for itself and leads to one move:
 * regions, an entry state, neighbours. */
#define MOST_UNITS (MOST_MOVES + 1 + CAIRN__MOVES)

/* How far the agent first goes towards the goal after a circle, in tenths, and how many circles
 * double that: chosen from five settings on 40 problems of one map, where the distance made no
 * difference and doubling twice as often cost 40 % more (docs/research/measurements.md). */
#define FIRST_AWAY 1000
#define CIRCLES_TO_DOUBLE 8
#define MOST_DOUBLINGS 40

static uint32_t find_region(const cairn__slot *slot, cairn__xy cell)
{
    return cairn__dlrta_find_region(cairn__db_get_regions(slot->db), cell);
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(dlrta_state)) + cairn__detour_get_bytes(setup) +
           cairn__leg_get_bytes(setup);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    dlrta_state *self = slot->state = memory;
    *self = (dlrta_state){.at_borders = cairn__setup_get(setup, CAIRN_OPTION_LOOKUP) != 0};
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    cairn__detour_create(slot, setup, next);
    next += cairn__detour_get_bytes(setup);
    cairn__leg_create(slot, setup, next);
}

static void start(cairn__slot *slot)
{
    dlrta_state *self = slot->state;
    cairn__leg_start(slot);
    uint32_t goal_region = find_region(slot, slot->goal);
    *self = (dlrta_state){.at_borders = self->at_borders,
                          .has_subgoal = goal_region == CAIRN__DLRTA_NONE,
                          .steadfast = goal_region == CAIRN__DLRTA_NONE,
                          .region = CAIRN__DLRTA_NONE,
                          .goal_region = goal_region,
                          .cost_limit = UINT64_MAX};
}

/* True if this look-up is at the cell of the mark; then the next mark is sought anew. */
static bool is_circle(cairn__slot *slot)
{
    dlrta_state *self = slot->state;
    bool again = self->mark_span > 0 && cairn__is_same_cell(slot->cell, self->mark);
    if (again || self->since_mark++ == self->mark_span) {
        self->mark = slot->cell;
        self->mark_span = again ? 1 : 2 * self->mark_span + 1;
        self->since_mark = 0;
    }
    return again;
}

/* The entry state on the way from the region of this look-up, if it may be a target. */
static bool find_entry(const cairn__slot *slot, cairn__xy *entry)
{
    const dlrta_state *self = slot->state;
    return self->region != self->goal_region &&
           cairn__dlrta_get_entry(cairn__db_get_regions(slot->db), self->region, self->goal_region,
                                  entry) &&
           !cairn__is_same_cell(*entry, slot->cell) && cairn__leg_can_reach(slot, *entry);
}

static uint64_t get_away_cost(const dlrta_state *self)
{
    uint32_t doublings = self->circles / CIRCLES_TO_DOUBLE;
    return (uint64_t)FIRST_AWAY << (doublings < MOST_DOUBLINGS ? doublings : MOST_DOUBLINGS);
}

/* After a circle: is it time to leave the entry states? */
static bool must_leave(const dlrta_state *self)
{
    return self->steadfast && (!self->at_borders || self->circles % 2 == 0);
}

static void look_up(cairn__slot *slot)
{
    dlrta_state *self = slot->state;
    cairn__xy entry;
    slot->selections++;
    cairn__meter_spend(&slot->meter, &slot->meter.work.records, 1);
    self->has_subgoal = true;
    self->steadfast = is_circle(slot);
    self->circles += self->steadfast;
    self->cost_limit = UINT64_MAX;
    bool found = !must_leave(self) && find_entry(slot, &entry);
    cairn__leg_set_target(slot, found ? entry : slot->goal);
    if (self->steadfast && !found) {
        slot->failures++;
        self->cost_limit = slot->cost + get_away_cost(self);
    }
}

static bool must_look_up(const cairn__slot *slot)
{
    const dlrta_state *self = slot->state;
    if (!self->has_subgoal || cairn__is_same_cell(slot->cell, slot->target) ||
        slot->cost >= self->cost_limit)
        return true;
    return self->at_borders && !self->steadfast && find_region(slot, slot->cell) != self->region;
}

/* Ends a run with the first move into another region. */
static void limit_run(cairn__slot *slot)
{
    const dlrta_state *self = slot->state;
    cairn__xy cell = slot->cell;
    uint32_t most = slot->run.count < MOST_MOVES ? slot->run.count : MOST_MOVES;
    uint32_t count = 0;
    do {
        count++;
        cell = cairn__cell_after(cell, slot->run.move, 1);
    } while (count < most && find_region(slot, cell) == self->region);
    slot->run.count = count;
    cairn__meter_spend(&slot->meter, &slot->meter.work.entries, count - 1);
}

/* Ends a run where the way towards the goal does. */
static void limit_way(cairn__slot *slot)
{
    const dlrta_state *self = slot->state;
    uint32_t each = cairn__move_cost(slot->run.move);
    uint64_t most = (self->cost_limit - slot->cost + each - 1) / each;
    if (slot->run.count > most)
        slot->run.count = (uint32_t)most;
}

/* True where LRTA* would begin to learn on a changed map: a scout leads to the goal instead. */
static bool is_stuck(cairn__slot *slot)
{
    return cairn__may_detour(slot) && cairn__meter_try(&slot->meter, &slot->meter.work.states, 1) &&
           cairn__climb_run(slot->map, slot->cell, slot->target).count == 0;
}

static cairn_status plan(cairn__slot *slot)
{
    dlrta_state *self = slot->state;
    cairn__meter *meter = &slot->meter;
    if (cairn__is_on_detour(slot) && cairn__detour_plan(slot) != CAIRN__NONE)
        return CAIRN_OK;
    if (!cairn__meter_can_spend(meter, MOST_UNITS))
        return CAIRN_OK;
    bool looks_up = must_look_up(slot);
    if (looks_up || self->at_borders)
        cairn__meter_spend(meter, &meter->work.entries, 1);
    if (looks_up) {
        self->region = find_region(slot, slot->cell);
        look_up(slot);
    }
    if (is_stuck(slot)) {
        cairn__detour_start(slot, slot->goal);
        if (cairn__detour_plan(slot) != CAIRN__NONE)
            return CAIRN_OK;
    }
    cairn_status status = cairn__leg_plan(slot);
    if (self->at_borders && !self->steadfast && slot->run.count > 0)
        limit_run(slot);
    else if (self->cost_limit != UINT64_MAX)
        limit_way(slot);
    return status;
}

static void notice(cairn__slot *slot, bool is_cut)
{
    if (!cairn__is_on_detour(slot) || !cairn__detour_notice(slot, is_cut))
        start(slot);
}

const cairn__algorithm cairn__algorithm_dlrta = {
    .kind = CAIRN_DB_DLRTA,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .notice = notice,
    .plan = plan,
};
