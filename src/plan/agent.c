/* agent.c: the interface to all algorithms: it lays out an agent's memory, takes planned moves one
 * a step, and keeps the figures. */
#include "cairn/agent.h"

#include <stdalign.h>
#include <string.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/sized.h"
#include "plan/detour.h"
#include "plan/leg.h"
#include "plan/notice.h"
#include "plan/plan.h"
#include "plan/scout.h"

/* ---- making agents ---- */

/* A definition that was read. */
typedef struct plan_of_agent {
    const cairn__algorithm *algorithm;
    cairn_agent_def def;
    cairn__setup setup;
    cairn__scout *scout; /* of the planner, if there is one */
    size_t bytes;
} plan_of_agent;

static uint64_t get_agent_bytes(void)
{
    return cairn__round_up(sizeof(cairn_agent));
}

static cairn_status read_def(const cairn_map *map, const cairn_db *db, const cairn_agent_def *def,
                             plan_of_agent *plan)
{
    cairn_status status = cairn__sized_read(def, &plan->def, sizeof plan->def);
    if (status == CAIRN_OK)
        status = cairn__setup_read(map, db, &plan->def, &plan->setup, &plan->algorithm);
    if (status != CAIRN_OK)
        return status;
    uint64_t bytes = get_agent_bytes() + plan->algorithm->get_bytes(&plan->setup);
    if (bytes > PTRDIFF_MAX)
        return cairn__fail(plan->def.detail, CAIRN_MEMORY,
                           "the agent needs %llu bytes, more than this machine has",
                           (unsigned long long)bytes);
    plan->bytes = (size_t)bytes;
    return CAIRN_OK;
}

cairn_status cairn_agent_get_size(const cairn_map *map, const cairn_db *db,
                                  const cairn_agent_def *def, size_t *bytes)
{
    plan_of_agent plan;
    if (bytes == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = read_def(map, db, def, &plan);
    if (status == CAIRN_OK)
        *bytes = plan.bytes;
    return status;
}

/* The planner may have to get memory for its first agent. */
static cairn_status find_scout(plan_of_agent *plan)
{
    plan->scout = NULL;
    if (plan->setup.planner == NULL)
        return CAIRN_OK;
    cairn_status status = cairn__planner_get_scout(plan->setup.planner, &plan->scout);
    return status == CAIRN_OK ? status : cairn__fail(plan->def.detail, status, "out of memory");
}

/* `memory` has the bytes that the plan says. */
static cairn_agent *lay_out(const plan_of_agent *plan, void *memory)
{
    const cairn__setup *setup = &plan->setup;
    cairn_agent *agent = memory;
    *agent = (cairn_agent){
        .algorithm = plan->algorithm,
        .map = setup->map,
        .db = setup->db,
        .scout = plan->scout,
        .allocator = cairn__get_allocator(plan->def.allocator),
        .bytes = plan->bytes,
        .heuristic = {setup->landmarks, cairn__setup_get(setup, CAIRN_OPTION_WEIGHT)},
        .g_max = cairn__setup_get(setup, CAIRN_OPTION_G_MAX),
        .learned_capacity = cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY),
        .max_work = plan->def.max_work,
        .busy = (uint8_t)plan->def.busy,
        .goal_policy = (uint8_t)plan->def.goal_policy,
        .stranded_policy = (uint8_t)plan->def.stranded_policy,
        .may_grow = cairn__setup_get(setup, CAIRN_OPTION_NO_GROWTH) == 0,
        .keeps = cairn__setup_get(setup, CAIRN_OPTION_KEEP_LEARNING) != 0,
    };
    cairn__why_start(&agent->why, NULL);
    plan->algorithm->create(agent, setup, (char *)memory + get_agent_bytes());
    return agent;
}

cairn_status cairn_agent_create_in(const cairn_map *map, const cairn_db *db,
                                   const cairn_agent_def *def, void *memory, size_t bytes,
                                   cairn_agent **agent)
{
    plan_of_agent plan;
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = read_def(map, db, def, &plan);
    if (status != CAIRN_OK)
        return status;
    if (memory == NULL || (uintptr_t)memory % alignof(max_align_t) != 0)
        return cairn__fail(plan.def.detail, CAIRN_ARGUMENT,
                           "the memory for the agent is null, or not aligned for any type");
    if (bytes < plan.bytes)
        return cairn__fail(plan.def.detail, CAIRN_CAPACITY, "the agent needs %zu bytes",
                           plan.bytes);
    status = find_scout(&plan);
    if (status == CAIRN_OK)
        *agent = lay_out(&plan, memory);
    return status;
}

cairn_status cairn_agent_create(const cairn_map *map, const cairn_db *db,
                                const cairn_agent_def *def, cairn_agent **agent)
{
    plan_of_agent plan;
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = read_def(map, db, def, &plan);
    if (status == CAIRN_OK)
        status = find_scout(&plan);
    if (status != CAIRN_OK)
        return status;
    cairn_allocator allocator = cairn__get_allocator(plan.def.allocator);
    void *memory = cairn__allocate(&allocator, plan.bytes, 1);
    if (memory == NULL)
        return cairn__fail(plan.def.detail, CAIRN_MEMORY, "out of memory");
    *agent = lay_out(&plan, memory);
    (*agent)->owned = true;
    return CAIRN_OK;
}

/* Gives back what the agent got since it was made. */
static void release_grown(cairn_agent *agent)
{
    if (agent->leg != NULL)
        cairn__leg_end(agent);
    else if (agent->learned != NULL)
        cairn__learned_end(agent->learned);
    if (agent->marks != NULL)
        cairn__learned_end(agent->marks);
    cairn__release(&agent->allocator, agent->db_room);
}

void cairn__agent_stop_asking(cairn_agent *agent)
{
    if (agent->ask != NULL)
        cairn__scout_forget(agent->scout, agent->ask);
}

void cairn_agent_destroy(cairn_agent *agent)
{
    if (agent == NULL)
        return;
    cairn_allocator allocator = agent->allocator;
    cairn__agent_stop_asking(agent);
    release_grown(agent);
    if (agent->owned)
        cairn__release(&allocator, agent);
}

/* ---- problems ---- */

/* Values belong to one problem, unless the agent keeps them. */
static void begin_learning(cairn_agent *agent)
{
    if (agent->learned == NULL)
        return;
    if (!agent->keeps)
        cairn__learned_clear(agent->learned);
    agent->learned->raises = 0;
}

/* A changing map and moves to come back from are looked at before each move. */
static void set_care(cairn_agent *agent)
{
    agent->careful = agent->map->living != NULL || agent->trail.count > 0;
}

cairn_status cairn_agent_start(cairn_agent *agent, cairn_cell from, cairn_cell to)
{
    cairn__xy start = cairn__unpack(from), goal = cairn__unpack(to);
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    agent->started = false;
    cairn__agent_stop_asking(agent);
    if (!cairn__is_open_cell(agent->map, start))
        return cairn__because_of_cell(&agent->why, CAIRN_BLOCKED, start);
    cairn_status status = cairn__check_goal(agent->map, agent->goal_policy, start, goal);
    if (status != CAIRN_OK && status != CAIRN_UNFINISHED)
        return cairn__because_of_cell(&agent->why, status, goal);
    agent->started = true;
    agent->cell = start;
    agent->goal = agent->asked = goal;
    agent->version = cairn__get_version(agent->map);
    agent->plight = CAIRN__PLIGHT_NONE;
    agent->exits = CAIRN__EXITS_NOT;
    agent->renewal = CAIRN__RENEW_NOT;
    agent->seeks = CAIRN__SEEKS_NOT;
    agent->is_cut = agent->unfinished = false;
    agent->run = agent->trail = (cairn__run){0};
    set_care(agent);
    agent->cost = agent->moves = agent->diagonal = agent->open_closed = 0;
    agent->selections = agent->failures = 0;
    begin_learning(agent);
    cairn__detour_end(agent);
    if (status == CAIRN_OK)
        agent->algorithm->start(agent);
    else
        cairn__seek(agent, CAIRN__SEEKS_AT_START);
    return CAIRN_OK;
}

cairn_status cairn_agent_forget(cairn_agent *agent)
{
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    agent->started = false;
    cairn__agent_stop_asking(agent);
    if (agent->learned != NULL)
        cairn__learned_clear(agent->learned);
    return CAIRN_OK;
}

/* Counts one move. */
static void count_move(cairn_agent *agent, uint32_t move)
{
    agent->cost += cairn__move_cost(move);
    agent->diagonal += cairn__move_is_diagonal(move);
    agent->moves++;
}

/* ---- moving without a plan ---- */

/* Makes a move of the run that a climb to the goal begins with; true if there was one. */
static bool follow_trail(cairn_agent *agent)
{
    cairn__run *trail = &agent->trail;
    if (agent->busy == CAIRN_BUSY_WAIT || trail->count == CAIRN_BUSY_MOVES)
        return false;
    cairn__run ahead = cairn__climb_run(agent->map, cairn__agent_get_cell(agent), agent->goal);
    if (ahead.count == 0 || (trail->count > 0 && ahead.move != trail->move))
        return false;
    trail->move = ahead.move;
    trail->count++;
    count_move(agent, ahead.move);
    return true;
}

/* There is a plan: takes off the moves that the trail has made already. */
static void join_trail(cairn_agent *agent)
{
    cairn__run *trail = &agent->trail, *run = &agent->run;
    if (trail->count == 0 || trail->move != run->move)
        return;
    uint32_t common = trail->count < run->count ? trail->count : run->count;
    agent->cell = cairn__cell_after(agent->cell, run->move, common);
    trail->count -= common;
    run->count -= common;
}

/* A move back to where the plan begins. */
static void leave_trail(cairn_agent *agent)
{
    count_move(agent, agent->trail.move);
    agent->trail.count--;
}

/* ---- moving ---- */

static void take_move(cairn_agent *agent)
{
    agent->run.count--;
    agent->cell = cairn__cell_after(agent->cell, agent->run.move, 1);
    count_move(agent, agent->run.move);
}

/* Plans until there is a run beyond the trail, or the budget is used up. */
static cairn_status plan(cairn_agent *agent)
{
    while (agent->run.count == 0) {
        if (agent->renewal != CAIRN__RENEW_NOT)
            cairn__notice_in_plan(agent);
        cairn_status status = agent->algorithm->plan(agent);
        agent->unfinished = agent->run.count == 0;
        if (status != CAIRN_OK || agent->unfinished)
            return status;
        join_trail(agent);
    }
    return CAIRN_OK;
}

/* Where a step of an unfinished plan leads. */
static uint32_t move_unplanned(cairn_agent *agent)
{
    return follow_trail(agent) ? CAIRN_STEP_MOVED : CAIRN_STEP_WAITED;
}

/* The step as it is once the agent has moved or not. */
static void answer(const cairn_agent *agent, uint32_t kind, uint64_t units, cairn_step *step)
{
    cairn__xy cell = cairn__agent_get_cell(agent);
    bool arrived = cairn__is_same_cell(cell, agent->goal);
    *step = (cairn_step){arrived ? CAIRN_STEP_ARRIVED : kind, cairn__pack(cell), units};
}

/* The next move of a run, and nothing else. */
static inline void make_next_move(cairn_agent *agent, cairn_step *step)
{
    take_move(agent);
    agent->ran = true;
    bool arrived = cairn__is_same_cell(agent->cell, agent->goal);
    *step =
        (cairn_step){arrived ? CAIRN_STEP_ARRIVED : CAIRN_STEP_MOVED, cairn__pack(agent->cell), 1};
}

/* The units of a step. */
static int64_t get_budget(const cairn_agent *agent)
{
    return cairn__meter_get_units(agent->max_work);
}

static uint64_t get_spent(const cairn_agent *agent)
{
    return (uint64_t)(get_budget(agent) - agent->meter.left);
}

/* What an agent does that a change keeps from going on. */
static void step_in_plight(cairn_agent *agent, cairn_step *step)
{
    cairn__seek_exit(agent);
    uint32_t kind =
        agent->plight == CAIRN__PLIGHT_CUT_OFF ? CAIRN_STEP_CUT_OFF : CAIRN_STEP_STRANDED;
    if (agent->plight == CAIRN__PLIGHT_LEAVING) {
        kind = CAIRN_STEP_LEAVING;
        count_move(agent, cairn__leave(agent));
    }
    *step = (cairn_step){kind, cairn__pack(agent->cell), get_spent(agent)};
}

/* A move of the plan, or without one. Returns the kind of step. */
static uint32_t move(cairn_agent *agent)
{
    if (agent->unfinished)
        return move_unplanned(agent);
    if (agent->trail.count > 0)
        leave_trail(agent);
    else
        take_move(agent);
    return CAIRN_STEP_MOVED;
}

/* Plans as far as it must and may, and moves. */
static cairn_status plan_and_move(cairn_agent *agent, cairn_step *step)
{
    cairn_status status = plan(agent);
    uint32_t kind = status == CAIRN_OK ? move(agent) : CAIRN_STEP_WAITED;
    if (status == CAIRN_OK)
        set_care(agent);
    answer(agent, kind, get_spent(agent), step);
    return status;
}

/* Looks for its goal; false if it waits for that, or for the units of a move. */
static bool find_goal(cairn_agent *agent, cairn_step *step)
{
    bool is_found = cairn__seek_on(agent);
    *step = (cairn_step){CAIRN_STEP_WAITED, cairn__pack(cairn__agent_get_cell(agent)),
                         get_spent(agent)};
    return is_found && cairn__meter_can_spend(&agent->meter, 1);
}

/* A step of any kind; out of the way of the common one. */
static CAIRN__NOINLINE cairn_status step_carefully(cairn_agent *agent, cairn_step *step)
{
    agent->ran = false;
    agent->meter = (cairn__meter){.left = get_budget(agent)};
    if (agent->version != cairn__get_version(agent->map))
        cairn__notice_change(agent);
    if (agent->plight != CAIRN__PLIGHT_NONE) {
        step_in_plight(agent, step);
        return CAIRN_OK;
    }
    if (agent->seeks != CAIRN__SEEKS_NOT && !find_goal(agent, step))
        return CAIRN_OK;
    if (cairn__is_same_cell(cairn__agent_get_cell(agent), agent->goal)) {
        answer(agent, CAIRN_STEP_ARRIVED, get_spent(agent), step);
        return CAIRN_OK;
    }
    if (agent->run.count == 0 || agent->trail.count > 0)
        return plan_and_move(agent, step);
    make_next_move(agent, step);
    if (get_spent(agent) > 0) { /* on looking for the goal, which is still the same */
        agent->ran = false;
        cairn__meter_spend(&agent->meter, &agent->meter.work.states, 1);
        step->units = get_spent(agent);
    }
    return CAIRN_OK;
}

static CAIRN__NOINLINE cairn_status refuse_step(cairn_agent *agent)
{
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    if (!agent->started)
        return cairn__because(&agent->why, CAIRN_NOT_STARTED,
                              "the agent has no problem: cairn_agent_start() comes first");
    return cairn__because_null(&agent->why);
}

/* Most steps take one more move of a run. */
cairn_status cairn_agent_step(cairn_agent *agent, cairn_step *step)
{
    if (CAIRN__UNLIKELY(agent == NULL || step == NULL || !agent->started))
        return refuse_step(agent);
    if (agent->run.count == 0 || agent->careful || cairn__is_same_cell(agent->cell, agent->goal)) {
        cairn__map_enter(agent->map);
        cairn_status status = step_carefully(agent, step);
        cairn__map_leave(agent->map);
        return cairn__because_of(&agent->why, status);
    }
    make_next_move(agent, step);
    return CAIRN_OK;
}

/* ---- figures ---- */

cairn_status cairn_agent_get_stats(const cairn_agent *agent, cairn_agent_stats *stats)
{
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    const cairn__learned *learned = agent->learned;
    uint64_t values = learned != NULL ? learned->values : 0;
    uint64_t grown = learned != NULL ? cairn__learned_get_grown_bytes(learned) : 0;
    if (agent->marks != NULL)
        grown += cairn__learned_get_grown_bytes(agent->marks);
    cairn_agent_stats known = {
        .selections = agent->selections,
        .failures = agent->failures,
        .cost = agent->cost,
        .moves = agent->moves,
        .diagonal = agent->diagonal,
        .learned = values,
        .open_closed = agent->open_closed,
        .memory_states = values + agent->open_closed,
        .memory_bytes = agent->bytes + agent->leg_bytes + agent->db_bytes + grown,
        .raises = learned != NULL ? learned->raises : 0,
    };
    return cairn__sized_write(stats, &known, sizeof known);
}

cairn_cell cairn_agent_get_cell(const cairn_agent *agent)
{
    return cairn__pack(cairn__agent_get_cell(agent));
}

cairn_cell cairn_agent_get_goal(const cairn_agent *agent)
{
    return cairn__pack(agent->goal);
}

cairn_status cairn_agent_get_plan(const cairn_agent *agent, cairn_agent_plan *plan)
{
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    const cairn__algorithm *algorithm = agent->algorithm;
    cairn_agent_plan known = {.target = cairn__pack(agent->target),
                              .record = algorithm->get_record != NULL ? algorithm->get_record(agent)
                                                                      : CAIRN_NO_RECORD_ID,
                              .work = agent->meter.work};
    if (agent->ran)
        known.work = (cairn_work){.states = 1};
    return cairn__sized_write(plan, &known, sizeof known);
}
