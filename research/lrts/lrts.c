/* lrts.c: LRTS (Bulitko and Lee 2006): look-ahead of `depth` moves in full width, learning by the
 * max of mins in the agent's own state alone, and backtracking once the learning quota is used up.
 *
 * The look-ahead has two passes, because fewest moves and least cost are not the same way: the
 * first finds the rings, states the same number of moves away; the second the least costs among them. A way
 * to the goal crosses every ring before the goal's own, so the lowest g + h of a ring is no
 * overestimate; look-ahead ends at the goal's ring.
 *
 * With option `adaptive` the depth is chosen anew in each state, as gamma-Trap does (Bulitko 2004):
 * the least one at which the state has something to learn, or `depth` if there is none. */
#include "research/shared/learner.h"

#include "base/memory.h"

/* A look-ahead, and going back along the way. */
typedef struct lrts_state {
    cairn__learner learner;
    uint32_t depth;    /* the largest one, if `adaptive` */
    bool adaptive;     /* deeper only while there is nothing to learn */
    uint32_t reach;    /* the depth of this look-ahead */
    uint32_t quota;    /* of learning, in tenths */
    uint32_t capacity; /* of the history */
    uint32_t kept;     /* how many of the last moves of the history are still there */
    uint64_t taken;    /* moves ever put into it, less those taken out */
    uint64_t learning; /* tenths that values were raised by, at most the quota once it is used up */
    uint8_t *history;  /* a ring of the moves taken forward and not undone */
} lrts_state;

/* In the history: the first move after a look-ahead. */
#define FIRST 0x80

static cairn__local_size get_size(const cairn__setup *setup)
{
    return cairn__local_get_window(cairn__setup_get(setup, CAIRN_OPTION_DEPTH));
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(lrts_state)) + cairn__learner_get_bytes(setup, get_size(setup)) +
           cairn__setup_get(setup, CAIRN_OPTION_HISTORY);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    lrts_state *self = slot->state = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    *self = (lrts_state){.depth = cairn__setup_get(setup, CAIRN_OPTION_DEPTH),
                         .adaptive = cairn__setup_get(setup, CAIRN_OPTION_ADAPTIVE) != 0,
                         .quota = cairn__setup_get(setup, CAIRN_OPTION_LEARNING_QUOTA),
                         .capacity = cairn__setup_get(setup, CAIRN_OPTION_HISTORY)};
    self->history = cairn__learner_create(slot, &self->learner, get_size(setup), next);
}

static uint32_t get_first_depth(const lrts_state *self)
{
    return self->adaptive ? 1 : self->depth;
}

static void start(cairn__slot *slot)
{
    lrts_state *self = slot->state;
    cairn__learner_start(slot, &self->learner);
    self->learning = self->taken = 0;
    self->kept = 0;
    self->reach = get_first_depth(self);
}

/* ---- look-ahead ---- */

/* Its stages; each may be broken off between two states. */
enum { START, LEVELS, COSTS, MINS, FINISH };

/* Meets the neighbours of a state that were not met; a unit each, one at least. */
static void meet_neighbours(const cairn__slot *slot, cairn__learner *learner, uint32_t number)
{
    cairn__local *local = &learner->local;
    cairn__xy cell = local->states[number].cell;
    uint32_t ring = local->states[number].value + 1, before = local->count;
    uint32_t moves = cairn__legal_moves(slot->map, cell.x, cell.y);
    for (; moves != 0; moves &= moves - 1) {
        cairn__xy next = cairn__cell_after(cell, cairn__count_trailing_zeros(moves), 1);
        if (cairn__local_find(local, next) != CAIRN__NO_STATE)
            continue;
        local->states[cairn__local_add(local, next)].value = ring;
        if (cairn__is_same_cell(next, slot->goal))
            learner->looking.ring = ring;
    }
    cairn__local_count(local, before);
}

/* Meets all states up to `reach` moves away or as many as the goal is. */
static bool find_rings(const cairn__slot *slot, cairn__learner *learner)
{
    cairn__local *local = &learner->local;
    cairn__looking *look = &learner->looking;
    for (; look->i < local->count && local->states[look->i].value < look->ring; look->i++) {
        if (!cairn__local_can_expand(local))
            return false;
        meet_neighbours(slot, learner, look->i);
    }
    return true;
}

static bool find_costs(cairn__local *local)
{
    local->sealed = true;
    while (cairn__local_can_expand(local)) {
        uint32_t number = cairn__local_take(local);
        if (number == CAIRN__NO_STATE)
            return true;
        cairn__local_expand(local, number);
    }
    return false;
}

static uint32_t get_f(const cairn__local *local, uint32_t number)
{
    return local->states[number].g + local->states[number].h;
}

/* The lowest g + h of each ring, which is that of look->number, and the highest of them. States
 * lie in the order of their rings. */
static bool find_mins(cairn__local *local, cairn__looking *look)
{
    if (look->i == 0)
        look->ring = look->f = look->number = 0;
    for (; look->i < local->count; look->i++) {
        const cairn__local_state *state = &local->states[look->i];
        uint32_t f = get_f(local, look->i), lowest = get_f(local, look->number);
        if (!cairn__local_look_again(local))
            return false;
        if (state->value > look->ring) {
            look->f = look->ring > 0 && lowest > look->f ? lowest : look->f;
            look->ring = state->value;
            look->number = look->i;
        } else if (f < lowest || (f == lowest && state->g > local->states[look->number].g)) {
            look->number = look->i;
        }
    }
    uint32_t lowest = get_f(local, look->number);
    look->f = lowest > look->f ? lowest : look->f;
    return true;
}

/* ---- history ---- */

static uint8_t *get_past(const lrts_state *self, uint64_t number)
{
    return &self->history[number % self->capacity];
}

/* Keeps the moves of a way that is about to be taken; the oldest ones give place. */
static void remember(lrts_state *self)
{
    const cairn__local_way *way = &self->learner.way;
    if (self->capacity == 0)
        return;
    for (uint32_t i = way->left; i > 0; i--) {
        uint8_t move = way->moves[i - 1];
        *get_past(self, self->taken++) = i == way->left ? move | FIRST : move;
        self->kept += self->kept < self->capacity;
    }
}

/* Makes the way back to where the last look-ahead was; false if that is forgotten. */
static bool go_back(lrts_state *self)
{
    cairn__local_way *way = &self->learner.way;
    uint32_t count = 0;
    bool first = false;
    while (!first && count < self->kept)
        first = (*get_past(self, self->taken - ++count) & FIRST) != 0;
    if (!first)
        return false;
    /* The oldest of these moves is undone last, and a way has its last move first. */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t move = *get_past(self, self->taken - count + i) & ~(uint32_t)FIRST;
        way->moves[i] = (uint8_t)cairn__move_back(move);
    }
    way->left = count;
    way->end = 0;
    self->taken -= count;
    self->kept -= count;
    return true;
}

/* ---- planning ---- */

/* The most units of learning and making a way: its moves cost no more than `depth` diagonal ones,
 * and each is traced and remembered. */
static uint32_t get_finish_units(const lrts_state *self)
{
    return 2 * (self->depth * CAIRN__DIAGONAL / CAIRN__CARDINAL + 1);
}

/* Raises the agent's own value to the max of mins; true if the learning quota is used up. */
static cairn_status learn(cairn__slot *slot, bool *used_up)
{
    lrts_state *self = slot->state;
    cairn__learner *learner = &self->learner;
    uint32_t h = learner->local.states[0].h, f = learner->looking.f;
    if (f > h) {
        cairn_status status = cairn__learned_raise(&learner->learned, slot->goal, slot->cell, f);
        if (status != CAIRN_OK)
            return status;
        self->learning += f - h;
    }
    *used_up = self->quota != CAIRN_UNLIMITED && self->learning > self->quota;
    if (*used_up)
        self->learning = self->quota;
    return CAIRN_OK;
}

/* The max of mins is known: learns, and goes to the last ring or back. */
static cairn_status finish(cairn__slot *slot)
{
    lrts_state *self = slot->state;
    cairn__learner *learner = &self->learner;
    uint32_t made = 0;
    bool used_up;
    cairn_status status = learn(slot, &used_up);
    if (status != CAIRN_OK || (used_up && go_back(self)))
        return status;
    (void)cairn__local_trace(&learner->local, &learner->looking.number, &made, CAIRN_UNLIMITED,
                             &learner->way);
    remember(self);
    return CAIRN_OK;
}

/* Fills in the stages up to the last; false: not all yet. */
static bool look_around(cairn__slot *slot)
{
    lrts_state *self = slot->state;
    cairn__learner *learner = &self->learner;
    cairn__looking *look = &learner->looking;
    if (look->stage == START) {
        if (!cairn__learner_search(slot, learner, CAIRN__LOWEST_G))
            return false;
        look->ring = self->reach;
        cairn__looking_go_on(look, LEVELS);
    }
    if (look->stage == LEVELS) {
        if (!find_rings(slot, learner))
            return false;
        cairn__looking_go_on(look, COSTS);
    }
    if (look->stage == COSTS) {
        if (!find_costs(&learner->local))
            return false;
        cairn__looking_go_on(look, MINS);
    }
    if (look->stage == MINS) {
        if (!find_mins(&learner->local, look))
            return false;
        cairn__looking_go_on(look, FINISH);
    }
    return true;
}

/* A deeper look-ahead may learn where this one does not; the goal's ring is the last one. */
static bool should_look_deeper(const lrts_state *self)
{
    const cairn__learner *learner = &self->learner;
    return self->reach < self->depth && learner->looking.ring == self->reach &&
           learner->looking.f <= learner->local.states[0].h;
}

static cairn_status look_ahead(cairn__slot *slot)
{
    lrts_state *self = slot->state;
    cairn__looking *look = &self->learner.looking;
    while (look_around(slot)) {
        if (should_look_deeper(self)) {
            self->reach++;
            cairn__looking_go_on(look, START);
            continue;
        }
        if (!cairn__meter_can_spend(&slot->meter, get_finish_units(self)))
            break;
        cairn_status status = finish(slot);
        self->reach = get_first_depth(self);
        cairn__looking_go_on(look, START);
        return status;
    }
    return CAIRN_OK;
}

static cairn_status plan(cairn__slot *slot)
{
    lrts_state *self = slot->state;
    return cairn__learner_plan(slot, &self->learner, look_ahead);
}

const cairn__algorithm cairn__algorithm_lrts = {
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
