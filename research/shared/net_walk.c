/* net_walk.c: see net_walk.h. The route is the seed of the agent's region, ways from region to region
 * with the seeds between them, and the goal. It is compressed as a record is, while the agent goes:
 * at the start and at every state that it comes to it looks, by bisection, for the farthest of the
 * next states that a climb reaches.
 *
 * The database is not trusted: where a climb is stuck, a hop leads nowhere, or there are more
 * states than there can be, LRTA* takes over for good. */
#include "research/shared/net_walk.h"

#include "plan/detour.h"
#include "plan/leg.h"

/* Moves of a climb that is tried, at most: the cut-off of kNN LRTA*. */
#define CUTOFF 250

/* Units without a move after which the database has failed: a damaged one may lead over the agent's
 * own cell again and again. A sound one needs 250 for each climb, at most six for a look, and 4,096
 * for each of three searches. */
#define MOST_IDLE (UINT32_C(1) << 16)

/* The agent's own state and its eight neighbours, as LRTA* counts them. */
#define LOCAL_STATES 9

static cairn__answer climbs(cairn__slot *slot, cairn__xy to)
{
    cairn__net_walk *self = slot->state;
    const cairn__xy ends[2] = {slot->cell, to};
    return cairn__reach_check(slot, &self->reach, ends, CUTOFF);
}

/* ---- pieces of work. DONE: go on; NONE: the database has failed; PAUSED: the budget is used up ---- */

/* Heads for the goal alone. */
static void see_goal(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    self->window[0] = slot->goal;
    self->count = 1;
    self->ended = true;
}

static cairn__answer try_goal(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    cairn__answer answer = climbs(slot, slot->goal);
    if (answer == CAIRN__PAUSED)
        return CAIRN__PAUSED;
    if (answer == CAIRN__DONE) {
        see_goal(slot);
        self->phase = CAIRN__NET_FOLLOW;
        return CAIRN__DONE;
    }
    slot->selections++;
    self->phase = CAIRN__NET_FIND_OTHER;
    return CAIRN__DONE;
}

/* ---- the route ---- */

/* The next state behind the window; false if the route leads nowhere. */
static bool find_next(cairn__slot *slot, cairn__xy *next)
{
    cairn__net_walk *self = slot->state;
    const cairn__region_net *net = &slot->db->net;
    if (self->index <= self->way.count) {
        uint32_t index = self->index++;
        *next = index < self->way.count ? cairn__net_get_subgoal(net, &self->way, index)
                                        : net->seeds[self->region];
        return true;
    }
    if (self->region == self->goal_region) {
        *next = slot->goal;
        self->ended = true;
        return true;
    }
    cairn__net_hop hop = {.from = self->region, .to = self->goal_region};
    if (!cairn__net_find_way(net, &hop, &self->way))
        return false;
    self->region = self->way.to;
    self->index = 0;
    return find_next(slot, next);
}

/* Fills the window: a unit a state. */
static cairn__answer fill(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    const cairn__net_header *header = &slot->db->net.header;
    while (self->count < CAIRN__ROUTE_WINDOW && !self->ended) {
        cairn__xy next;
        if (!cairn__meter_try(&slot->meter, &slot->meter.work.entries, 1))
            return CAIRN__PAUSED;
        if (!find_next(slot, &next) || !cairn__is_open_cell(slot->map, next) ||
            self->states++ > (uint64_t)header->regions + header->subgoals)
            return CAIRN__NONE;
        self->window[self->count++] = next;
    }
    return CAIRN__DONE;
}

/* Leaves out the first states in sight. */
static void drop(cairn__net_walk *self, uint32_t count)
{
    self->count -= count;
    for (uint32_t i = 0; i < self->count; i++)
        self->window[i] = self->window[i + count];
}

static void start_look(cairn__net_walk *self, bool on_route)
{
    self->phase = CAIRN__NET_LOOK;
    self->look = (cairn__net_look){.on_route = on_route};
}

/* The route begins at the own representative, which may be out of a climb's reach. */
static cairn__answer find_own(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    cairn__answer answer = self->walker->find_region(slot, slot->cell, &self->region);
    if (answer != CAIRN__DONE || self->region == CAIRN__NET_NONE)
        return answer == CAIRN__DONE ? CAIRN__NONE : answer;
    self->way = (cairn__net_way){0};
    self->index = 0;
    start_look(self, false);
    if (self->region == self->goal_region && self->walker->find_path != NULL) {
        see_goal(slot);
        self->phase = CAIRN__NET_FIND_PATH;
    }
    return CAIRN__DONE;
}

/* Which state to try next: the last in sight, then the middle of those in question. */
static uint32_t get_tried(const cairn__net_walk *self)
{
    return self->look.tried_end ? (self->look.left + self->look.right) / 2 : self->count - 1;
}

static void end_look(cairn__net_walk *self)
{
    if (self->look.any) {
        drop(self, self->look.found);
        self->phase = CAIRN__NET_FOLLOW;
    } else {
        self->phase = CAIRN__NET_FIND_PATH;
    }
}

/* From the agent's cell to the own seed, and from the last one to the goal, a climb may not lead. */
static bool is_first_in_reach(const cairn__net_walk *self)
{
    bool is_end = !self->look.on_route || (self->ended && self->count == 1);
    return !is_end || self->walker->find_path == NULL;
}

/* Fills the window. */
static cairn__answer prepare_look(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    cairn__answer answer = fill(slot);
    if (answer == CAIRN__DONE && is_first_in_reach(self)) {
        self->look.any = true;
        self->look.left = 1;
    }
    return answer;
}

static cairn__answer look(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    cairn__net_look *look = &self->look;
    cairn__answer answer = look->tried_end ? CAIRN__DONE : prepare_look(slot);
    if (answer != CAIRN__DONE)
        return answer;
    uint32_t tried = get_tried(self);
    answer = tried >= look->left ? climbs(slot, self->window[tried]) : CAIRN__NONE;
    if (answer == CAIRN__PAUSED)
        return CAIRN__PAUSED;
    if (answer == CAIRN__DONE) {
        look->any = true;
        look->found = tried;
        look->left = tried + 1;
    }
    if (answer == CAIRN__NONE || !look->tried_end)
        look->right = tried;
    look->tried_end = true;
    if (look->left >= look->right)
        end_look(self);
    return CAIRN__DONE;
}

/* ---- moves ---- */

/* The agent stands on the first state in sight. */
static cairn__answer advance(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    drop(self, 1);
    start_look(self, true);
    return self->count > 0 || !self->ended ? CAIRN__DONE : CAIRN__NONE;
}

static cairn__answer go_on(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    if (cairn__is_same_cell(slot->cell, self->window[0]))
        return advance(slot);
    if (!cairn__meter_try(&slot->meter, &slot->meter.work.states, 1))
        return CAIRN__PAUSED;
    slot->target = self->window[0];
    slot->run = self->phase == CAIRN__NET_FOLLOW
                    ? cairn__climb_run(slot->map, slot->cell, slot->target)
                    : self->walker->get_run(slot);
    return slot->run.count > 0 ? CAIRN__DONE : CAIRN__NONE;
}

static cairn__answer do_piece(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    cairn__answer answer;
    switch (self->phase) {
    case CAIRN__NET_TRY_GOAL:
        return try_goal(slot);
    case CAIRN__NET_FIND_OTHER:
        answer = self->walker->find_region(slot, slot->goal, &self->goal_region);
        if (answer == CAIRN__DONE)
            self->phase = CAIRN__NET_FIND_OWN;
        return answer;
    case CAIRN__NET_FIND_OWN:
        return find_own(slot);
    case CAIRN__NET_LOOK:
        return look(slot);
    case CAIRN__NET_FIND_PATH:
        answer = self->walker->find_path(slot, self->window[0]);
        if (answer == CAIRN__DONE)
            self->phase = CAIRN__NET_WALK_PATH;
        return answer;
    case CAIRN__NET_DETOUR:
        return cairn__detour_plan(slot);
    case CAIRN__NET_WALK_PATH:
    case CAIRN__NET_FOLLOW:
        return go_on(slot);
    default:
        return CAIRN__NONE;
    }
}

/* The database has failed: a scout leads to the goal on a changed map; otherwise LRTA* takes over,
 * once there is memory for it. */
static cairn_status lose(cairn__slot *slot)
{
    cairn__net_walk *self = slot->state;
    if (cairn__may_detour(slot) && self->phase < CAIRN__NET_DETOUR) {
        self->phase = CAIRN__NET_DETOUR;
        cairn__detour_start(slot, slot->goal);
        return CAIRN_OK;
    }
    self->phase = CAIRN__NET_FAILED;
    cairn_status status = cairn__leg_take_over(slot);
    if (status != CAIRN_OK)
        return status;
    slot->failures++;
    self->phase = CAIRN__NET_LOST;
    return CAIRN_OK;
}

/* Counts the units of a piece, and the piece; true if there were too many of them without a
 * move. */
static bool is_idle(cairn__slot *slot, int64_t units)
{
    cairn__net_walk *self = slot->state;
    bool scouts = self->phase == CAIRN__NET_DETOUR;
    self->idle = slot->run.count > 0 || scouts ? 0 : self->idle + (uint64_t)units + 1;
    return self->idle > MOST_IDLE;
}

cairn_status cairn__net_walk_plan(cairn__slot *slot)
{
    const cairn__net_walk *self = slot->state;
    slot->open_closed = LOCAL_STATES;
    while (slot->run.count == 0 && self->phase != CAIRN__NET_LOST) {
        int64_t before = slot->meter.left;
        cairn__answer answer = do_piece(slot);
        bool failed = is_idle(slot, before - slot->meter.left) || answer == CAIRN__NONE;
        if (!failed && answer == CAIRN__PAUSED)
            return CAIRN_OK;
        cairn_status status = failed ? lose(slot) : CAIRN_OK;
        if (status != CAIRN_OK)
            return status;
    }
    return self->phase == CAIRN__NET_LOST ? cairn__leg_plan(slot) : CAIRN_OK;
}

void cairn__net_walk_start(cairn__slot *slot, const cairn__net_walker *walker)
{
    cairn__leg_start(slot);
    *(cairn__net_walk *)slot->state = (cairn__net_walk){.walker = walker};
}

void cairn__net_walk_notice(cairn__slot *slot, bool is_cut)
{
    const cairn__net_walk *self = slot->state;
    cairn__leg_notice(slot);
    if (self->phase == CAIRN__NET_DETOUR && cairn__detour_notice(slot, is_cut))
        return;
    if (self->phase != CAIRN__NET_LOST || slot->detour != NULL || cairn__is_as_built(slot->map))
        slot->algorithm->start(slot);
}
