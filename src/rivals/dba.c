/* dba.c: DBA* on-line (Lee and Lawrence 2013): from the agent's region to the goal's, along ways
 * between representatives, without learning.
 *
 * No cell knows its region: its sector follows from its coordinates, and a search inside the sector
 * finds the representative. The route is the agent's path to the representative of its region, ways
 * from region to region, and the path from the last representative to the goal. It is compressed as
 * a record is, while the agent goes: at the start and at every state that it comes to it looks, by
 * bisection, for the farthest of the next states that a climb reaches. Where none is in reach, at
 * both ends alone, it takes the path inside the sector.
 *
 * The database is not trusted: where a climb is stuck, a hop leads nowhere, or there are more
 * states than there can be, LRTA* takes over for good. */
#include "base/memory.h"
#include "grid/scans.h"
#include "plan/leg.h"
#include "plan/reach.h"
#include "rivals/sector_search.h"

/* Moves of a climb that is tried, at most: the cut-off of kNN LRTA*. */
#define CUTOFF 250

/* Units without a move after which the database has failed: a damaged one may lead over the agent's
 * own cell again and again. A sound one needs 250 for each climb, at most six for a look, and 4,096
 * for each of three searches. */
#define MOST_IDLE (UINT32_C(1) << 16)

/* States of the route in sight. */
#define WINDOW 16

typedef enum dba_phase {
    TRY_GOAL,   /* does a climb get to the goal? */
    FIND_OTHER, /* the goal's region */
    FIND_OWN,   /* the agent's */
    LOOK,       /* for the farthest state in sight that a climb reaches */
    FIND_PATH,  /* inside the sector, to the first state in sight */
    WALK_PATH,  /* along it */
    FOLLOW,     /* climbing to the first state in sight */
    FAILED,     /* there was no memory for LRTA* yet */
    LOST,       /* LRTA* to the goal */
} dba_phase;

/* Which states of the window a look has still to try: from `left` on, below `right`; `found` and
 * those before it are left out in the end. */
typedef struct dba_look {
    bool on_route; /* a climb reaches the first state, unless that is the goal */
    bool tried_end;
    uint32_t left;
    uint32_t right;
    uint32_t found;
    bool any; /* `found` is in reach */
} dba_look;

typedef struct dba_state {
    dba_phase phase;
    uint32_t region; /* that the route has come to, behind the window */
    uint32_t goal_region;
    cairn__net_way way; /* to it */
    uint32_t index;     /* of the way's next subgoal */
    bool ended;         /* the goal is in the window */
    uint64_t states;    /* of the route so far */
    uint64_t idle;      /* units since the last move */
    uint32_t count;
    cairn__xy window[WINDOW];
    dba_look look;
    cairn__reach reach;
    cairn__sector_search *search;
} dba_state;

/* The agent's own state and its eight neighbours, as LRTA* counts them. */
#define LOCAL_STATES 9

static uint32_t get_side(const cairn__setup *setup)
{
    return setup->db->sectors.head->side;
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(dba_state)) + cairn__sector_search_get_bytes(get_side(setup)) +
           cairn__leg_get_reserve(setup);
}

static void create(cairn_agent *agent, const cairn__setup *setup, void *memory)
{
    dba_state *self = agent->state = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    *self = (dba_state){.search = cairn__sector_search_create(next, get_side(setup))};
    next += cairn__sector_search_get_bytes(get_side(setup));
    cairn__leg_create_reserve(agent, setup, next);
}

static void start(cairn_agent *agent)
{
    dba_state *self = agent->state;
    cairn__leg_start(agent);
    self->search->begun = false;
    *self = (dba_state){.phase = TRY_GOAL, .search = self->search};
}

static cairn__answer climbs(cairn_agent *agent, cairn__xy to)
{
    dba_state *self = agent->state;
    const cairn__xy ends[2] = {agent->cell, to};
    return cairn__reach_check(agent, &self->reach, ends, CUTOFF);
}

/* ---- pieces of work. YES: go on; NO: the database has failed; LATER: the budget is used up ---- */

/* Heads for the goal alone. */
static void see_goal(cairn_agent *agent)
{
    dba_state *self = agent->state;
    self->window[0] = agent->goal;
    self->count = 1;
    self->ended = true;
}

static cairn__answer try_goal(cairn_agent *agent)
{
    dba_state *self = agent->state;
    cairn__answer answer = climbs(agent, agent->goal);
    if (answer == CAIRN__LATER)
        return CAIRN__LATER;
    if (answer == CAIRN__YES) {
        see_goal(agent);
        self->phase = FOLLOW;
        return CAIRN__YES;
    }
    agent->selections++;
    self->phase = FIND_OTHER;
    return CAIRN__YES;
}

/* Begins a search for the representatives of a cell's sector. A unit for each of them, and for
 * every 64 cells that are forgotten. */
static bool start_find(cairn_agent *agent, cairn__xy cell)
{
    const dba_state *self = agent->state;
    cairn__meter *meter = &agent->meter;
    cairn__sector_regions here = cairn__dba_get_regions(&agent->db->sectors, cell);
    uint32_t units = here.count / 64 + self->search->side * self->search->side / 64 + 1;
    if (!cairn__meter_try(meter, &meter->work.entries, units))
        return false;
    cairn__sector_search_start(self->search, cell);
    for (uint32_t i = 0; i < here.count; i++)
        if (here.regions[i] < agent->db->net.header.regions)
            cairn__sector_search_mark(self->search, agent->db->net.seeds[here.regions[i]]);
    return true;
}

/* The region whose representative was found. */
static uint32_t get_found(const cairn_agent *agent)
{
    const dba_state *self = agent->state;
    const cairn__region_net *net = &agent->db->net;
    cairn__sector_regions here = cairn__dba_get_regions(&agent->db->sectors, self->search->found);
    for (uint32_t i = 0; i < here.count; i++)
        if (here.regions[i] < net->header.regions &&
            cairn__is_same_cell(net->seeds[here.regions[i]], self->search->found))
            return here.regions[i];
    return CAIRN__NET_NONE;
}

static cairn__answer find_region(cairn_agent *agent, cairn__xy cell, uint32_t *region)
{
    const dba_state *self = agent->state;
    if (!self->search->begun && !start_find(agent, cell))
        return CAIRN__LATER;
    cairn__answer answer = cairn__sector_search_run(self->search, agent);
    if (answer == CAIRN__YES)
        *region = get_found(agent);
    return answer;
}

/* ---- the route ---- */

/* The next state behind the window; false if the route leads nowhere. */
static bool find_next(cairn_agent *agent, cairn__xy *next)
{
    dba_state *self = agent->state;
    const cairn__region_net *net = &agent->db->net;
    if (self->index <= self->way.count) {
        uint32_t index = self->index++;
        *next = index < self->way.count ? cairn__net_get_subgoal(net, &self->way, index)
                                        : net->seeds[self->region];
        return true;
    }
    if (self->region == self->goal_region) {
        *next = agent->goal;
        self->ended = true;
        return true;
    }
    cairn__net_hop hop = {.from = self->region, .to = self->goal_region};
    if (!cairn__net_find_way(net, &hop, &self->way))
        return false;
    self->region = self->way.to;
    self->index = 0;
    return find_next(agent, next);
}

/* Fills the window: a unit a state. */
static cairn__answer fill(cairn_agent *agent)
{
    dba_state *self = agent->state;
    const cairn__net_header *header = &agent->db->net.header;
    while (self->count < WINDOW && !self->ended) {
        cairn__xy next;
        if (!cairn__meter_try(&agent->meter, &agent->meter.work.entries, 1))
            return CAIRN__LATER;
        if (!find_next(agent, &next) || !cairn__is_open_cell(agent->map, next) ||
            self->states++ > (uint64_t)header->regions + header->subgoals)
            return CAIRN__NO;
        self->window[self->count++] = next;
    }
    return CAIRN__YES;
}

/* Leaves out the first states in sight. */
static void drop(dba_state *self, uint32_t count)
{
    self->count -= count;
    for (uint32_t i = 0; i < self->count; i++)
        self->window[i] = self->window[i + count];
}

static void start_look(dba_state *self, bool on_route)
{
    self->phase = LOOK;
    self->look = (dba_look){.on_route = on_route};
}

/* The route begins at the own representative, which may be out of a climb's reach. */
static cairn__answer find_own(cairn_agent *agent)
{
    dba_state *self = agent->state;
    cairn__answer answer = find_region(agent, agent->cell, &self->region);
    if (answer != CAIRN__YES || self->region == CAIRN__NET_NONE)
        return answer == CAIRN__YES ? CAIRN__NO : answer;
    self->way = (cairn__net_way){0};
    self->index = 0;
    start_look(self, false);
    if (self->region == self->goal_region) {
        see_goal(agent);
        self->phase = FIND_PATH;
    }
    return CAIRN__YES;
}

/* Which state to try next: the last in sight, then the middle of those in question. */
static uint32_t get_tried(const dba_state *self)
{
    return self->look.tried_end ? (self->look.left + self->look.right) / 2 : self->count - 1;
}

static void end_look(dba_state *self)
{
    if (self->look.any) {
        drop(self, self->look.found);
        self->phase = FOLLOW;
    } else {
        self->phase = FIND_PATH;
    }
}

/* Fills the window; from the last representative a climb may not get to the goal. */
static cairn__answer prepare_look(cairn_agent *agent)
{
    dba_state *self = agent->state;
    cairn__answer answer = fill(agent);
    if (answer == CAIRN__YES && self->look.on_route && !(self->ended && self->count == 1)) {
        self->look.any = true;
        self->look.left = 1;
    }
    return answer;
}

static cairn__answer look(cairn_agent *agent)
{
    dba_state *self = agent->state;
    dba_look *look = &self->look;
    cairn__answer answer = look->tried_end ? CAIRN__YES : prepare_look(agent);
    if (answer != CAIRN__YES)
        return answer;
    uint32_t tried = get_tried(self);
    answer = tried >= look->left ? climbs(agent, self->window[tried]) : CAIRN__NO;
    if (answer == CAIRN__LATER)
        return CAIRN__LATER;
    if (answer == CAIRN__YES) {
        look->any = true;
        look->found = tried;
        look->left = tried + 1;
    }
    if (answer == CAIRN__NO || !look->tried_end)
        look->right = tried;
    look->tried_end = true;
    if (look->left >= look->right)
        end_look(self);
    return CAIRN__YES;
}

/* ---- moves ---- */

/* Finds a path inside the sector: to the own representative, or from the last one to the goal. */
static cairn__answer find_path(cairn_agent *agent)
{
    dba_state *self = agent->state;
    cairn__meter *meter = &agent->meter;
    if (!self->search->begun) {
        cairn__xy root = self->window[0];
        uint32_t units = self->search->side * self->search->side / 64 + 1;
        if (!cairn__is_same_sector(self->search->side, agent->cell, root))
            return CAIRN__NO;
        if (!cairn__meter_try(meter, &meter->work.entries, units))
            return CAIRN__LATER;
        cairn__sector_search_start(self->search, root);
        cairn__sector_search_mark(self->search, agent->cell);
    }
    cairn__answer answer = cairn__sector_search_run(self->search, agent);
    if (answer == CAIRN__YES)
        self->phase = WALK_PATH;
    return answer;
}

/* The agent stands on the first state in sight. */
static cairn__answer advance(cairn_agent *agent)
{
    dba_state *self = agent->state;
    drop(self, 1);
    start_look(self, true);
    return self->count > 0 || !self->ended ? CAIRN__YES : CAIRN__NO;
}

static cairn__answer go_on(cairn_agent *agent)
{
    dba_state *self = agent->state;
    if (cairn__is_same_cell(agent->cell, self->window[0]))
        return advance(agent);
    if (!cairn__meter_try(&agent->meter, &agent->meter.work.states, 1))
        return CAIRN__LATER;
    agent->target = self->window[0];
    agent->run = self->phase == FOLLOW ? cairn__climb_run(agent->map, agent->cell, agent->target)
                                       : cairn__sector_search_get_run(self->search, agent->cell);
    return agent->run.count > 0 ? CAIRN__YES : CAIRN__NO;
}

static cairn__answer do_piece(cairn_agent *agent)
{
    dba_state *self = agent->state;
    cairn__answer answer;
    switch (self->phase) {
    case TRY_GOAL:
        return try_goal(agent);
    case FIND_OTHER:
        answer = find_region(agent, agent->goal, &self->goal_region);
        if (answer == CAIRN__YES)
            self->phase = FIND_OWN;
        return answer;
    case FIND_OWN:
        return find_own(agent);
    case LOOK:
        return look(agent);
    case FIND_PATH:
        return find_path(agent);
    case WALK_PATH:
    case FOLLOW:
        return go_on(agent);
    default:
        return CAIRN__NO;
    }
}

/* The database has failed: LRTA* takes over, once there is memory for it. */
static cairn_status lose(cairn_agent *agent)
{
    dba_state *self = agent->state;
    self->phase = FAILED;
    cairn_status status = cairn__leg_take_over(agent);
    if (status != CAIRN_OK)
        return status;
    agent->failures++;
    self->phase = LOST;
    return CAIRN_OK;
}

/* Counts the units of a piece, and the piece; true if there were too many of them without a
 * move. */
static bool is_idle(cairn_agent *agent, uint64_t units)
{
    dba_state *self = agent->state;
    self->idle = agent->run.count > 0 ? 0 : self->idle + units + 1;
    return self->idle > MOST_IDLE;
}

static cairn_status plan(cairn_agent *agent)
{
    const dba_state *self = agent->state;
    agent->open_closed = LOCAL_STATES;
    while (agent->run.count == 0 && self->phase != LOST) {
        uint64_t before = agent->meter.left;
        cairn__answer answer = do_piece(agent);
        bool failed = is_idle(agent, before - agent->meter.left) || answer == CAIRN__NO;
        if (!failed && answer == CAIRN__LATER)
            return CAIRN_OK;
        cairn_status status = failed ? lose(agent) : CAIRN_OK;
        if (status != CAIRN_OK)
            return status;
    }
    return self->phase == LOST ? cairn__leg_plan(agent) : CAIRN_OK;
}

const cairn__algorithm cairn__algorithm_dba = {
    .kind = CAIRN_DB_DBA,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
