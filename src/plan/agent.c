/* agent.c: the interface to all algorithms: it lays out an agent's memory, takes planned moves one
 * a step, and keeps the figures. */
#include "cairn/agent.h"

#include <stdalign.h>
#include <string.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/sized.h"
#include "plan/agent_state.h"
#include "plan/detour.h"
#include "plan/learned.h"
#include "plan/scout.h"

/* ---- making agents ---- */

/* A definition that was read. */
typedef struct plan_of_agent {
    const cairn__algorithm *algorithm;
    cairn_agent_def def;
    cairn__setup setup;
    cairn__scout *scout;      /* of the planner, if there is one */
    cairn__plan_queue *queue; /* the same, if its plan is shared */
    bool is_shared;
    size_t bytes;
} plan_of_agent;

static uint64_t get_agent_bytes(void)
{
    return cairn__round_up(sizeof(cairn_agent));
}

/* The queue's slot is made for the database alone. Those of knn learn, and need a slot of their own. */
static bool is_shared(const plan_of_agent *plan, const cairn_db *db)
{
    const cairn_agent_def *def = &plan->def;
    uint32_t kind = plan->algorithm->kind;
    return def->planner != NULL && plan->setup.map->living == NULL && db != NULL &&
           cairn__planner_has_db(def->planner, db) && kind == db->header->kind &&
           (kind == CAIRN_DB_LABELS || kind == CAIRN_DB_REGIONS) && def->option_count == 0 &&
           def->landmarks == NULL;
}

static uint64_t get_plan_bytes(const plan_of_agent *plan)
{
    return plan->is_shared ? cairn__shared_plan_get_bytes(plan->algorithm, plan->setup.map)
                           : cairn__slot_get_bytes(&plan->setup, plan->algorithm);
}

static cairn_status read_def(const cairn_map *map, const cairn_db *db, const cairn_agent_def *def,
                             plan_of_agent *plan)
{
    cairn_status status = cairn__sized_read(def, &plan->def, sizeof plan->def);
    if (status == CAIRN_OK)
        status = cairn__setup_read(map, db, &plan->def, &plan->setup, &plan->algorithm);
    if (status != CAIRN_OK)
        return status;
    plan->is_shared = is_shared(plan, db);
    uint64_t bytes = get_agent_bytes() + get_plan_bytes(plan);
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
static cairn_status use_planner(plan_of_agent *plan)
{
    cairn_status status = CAIRN_OK;
    plan->scout = NULL;
    plan->queue = NULL;
    if (plan->is_shared)
        status = cairn__planner_get_queue(plan->def.planner, &plan->setup, plan->algorithm,
                                          &plan->queue);
    else if (plan->setup.planner != NULL)
        status = cairn__planner_get_scout(plan->setup.planner, &plan->scout);
    return status == CAIRN_OK ? status : cairn__fail(plan->def.detail, status, "out of memory");
}

static void lay_out_plan(const plan_of_agent *plan, cairn_agent *agent)
{
    const cairn_allocator allocator = cairn__get_allocator(plan->def.allocator);
    void *memory = (char *)agent + get_agent_bytes();
    if (plan->is_shared) {
        agent->slot = plan->queue->slot;
        agent->shared = cairn__shared_plan_create(plan->queue, &allocator, memory);
    } else {
        agent->slot =
            cairn__slot_create(&plan->setup, plan->algorithm, &allocator, plan->scout, memory);
    }
}

/* `memory` has the bytes that the plan says. */
static cairn_agent *lay_out(const plan_of_agent *plan, void *memory)
{
    const cairn_agent_def *def = &plan->def;
    cairn_agent *agent = memory;
    *agent = (cairn_agent){
        .mover = {.map = plan->setup.map,
                  .goal_policy = (uint8_t)def->goal_policy,
                  .stranded_policy = (uint8_t)def->stranded_policy},
        .bytes = plan->bytes,
        .max_work = def->max_work,
        .busy = (uint8_t)def->busy,
    };
    lay_out_plan(plan, agent);
    cairn__why_start(&agent->why, NULL);
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
    status = use_planner(&plan);
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
        status = use_planner(&plan);
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

static void leave_plan(cairn_agent *agent)
{
    if (agent->shared != NULL)
        cairn__shared_plan_leave(agent->shared);
    else
        cairn__slot_stop(agent->slot);
}

void cairn_agent_destroy(cairn_agent *agent)
{
    if (agent == NULL)
        return;
    const cairn__shared_plan *shared = agent->shared;
    cairn_allocator allocator = shared != NULL ? shared->allocator : agent->slot->allocator;
    leave_plan(agent);
    if (shared == NULL)
        cairn__slot_end(agent->slot);
    if (agent->owned)
        cairn__release(&allocator, agent);
}

/* The planner of a shared plan has taken the database before. */
static cairn_status set_db(cairn_agent *agent, const cairn_db *db, cairn_detail *detail)
{
    if (agent->shared == NULL)
        return cairn__slot_set_db(agent->slot, db, detail);
    if (agent->slot->db != db)
        return cairn__fail(detail, CAIRN_MISMATCH,
                           "the agent shares a planner: give that the database first");
    leave_plan(agent);
    return CAIRN_OK;
}

cairn_status cairn_agent_set_db(cairn_agent *agent, const cairn_db *db, cairn_detail *detail)
{
    if (agent == NULL || db == NULL)
        return cairn__fail_null(detail);
    cairn_status status = set_db(agent, db, detail);
    if (status == CAIRN_OK && agent->started)
        cairn__mover_begin_again(&agent->mover);
    return status;
}

/* ---- problems ---- */

/* A changing map and moves to come back from are looked at before each move. */
static void set_care(cairn_agent *agent)
{
    agent->careful = agent->mover.map->living != NULL || agent->mover.trail.count > 0;
}

/* The slot stands where the mover stands, with its goal. */
static void place_slot(cairn_agent *agent)
{
    cairn__slot *slot = agent->slot;
    slot->cell = agent->mover.cell;
    slot->goal = agent->mover.goal;
    slot->cost = agent->cost;
    slot->run.count = 0;
}

static void start_plan(cairn_agent *agent)
{
    agent->mover.starts = false;
    if (agent->shared != NULL) {
        cairn__shared_plan_begin(agent->shared, agent->mover.cell, agent->mover.goal);
        return;
    }
    place_slot(agent);
    agent->slot->algorithm->start(agent->slot);
}

static void start_mover(cairn__mover *mover, cairn__xy start, cairn__xy goal)
{
    *mover = (cairn__mover){.map = mover->map,
                            .goal_policy = mover->goal_policy,
                            .stranded_policy = mover->stranded_policy,
                            .cell = start,
                            .goal = goal,
                            .asked = goal,
                            .version = cairn__get_version(mover->map)};
}

cairn_status cairn_agent_start(cairn_agent *agent, cairn_cell from, cairn_cell to)
{
    cairn__xy start = cairn__unpack(from), goal = cairn__unpack(to);
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    cairn__mover *mover = &agent->mover;
    agent->started = false;
    leave_plan(agent);
    if (!cairn__is_open_cell(mover->map, start))
        return cairn__because_of_cell(&agent->why, CAIRN_BLOCKED, start);
    cairn_status status = cairn__check_goal(mover->map, mover->goal_policy, start, goal);
    if (status != CAIRN_OK && status != CAIRN_UNFINISHED)
        return cairn__because_of_cell(&agent->why, status, goal);
    agent->started = true;
    start_mover(mover, start, goal);
    agent->unfinished = false;
    set_care(agent);
    agent->cost = agent->moves = agent->diagonal = 0;
    if (agent->shared == NULL)
        cairn__slot_clear(agent->slot);
    if (status == CAIRN_OK)
        start_plan(agent);
    else
        cairn__mover_seek(mover, CAIRN__SEEKS_AT_START);
    return CAIRN_OK;
}

cairn_status cairn_agent_forget(cairn_agent *agent)
{
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    agent->started = false;
    leave_plan(agent);
    if (agent->shared == NULL && agent->slot->learned != NULL)
        cairn__learned_clear(agent->slot->learned);
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
    cairn__run *trail = &agent->mover.trail;
    if (agent->busy == CAIRN_BUSY_WAIT || trail->count == CAIRN_BUSY_MOVES)
        return false;
    cairn__run ahead =
        cairn__climb_run(agent->mover.map, cairn__mover_get_cell(&agent->mover), agent->mover.goal);
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
    cairn__run *trail = &agent->mover.trail, *run = &agent->mover.run;
    if (trail->count == 0 || trail->move != run->move)
        return;
    uint32_t common = trail->count < run->count ? trail->count : run->count;
    agent->mover.cell = cairn__cell_after(agent->mover.cell, run->move, common);
    trail->count -= common;
    run->count -= common;
}

/* A move back to where the plan begins. */
static void leave_trail(cairn_agent *agent)
{
    count_move(agent, agent->mover.trail.move);
    agent->mover.trail.count--;
}

/* ---- moving ---- */

static void take_move(cairn_agent *agent)
{
    agent->mover.run.count--;
    agent->mover.cell = cairn__cell_after(agent->mover.cell, agent->mover.run.move, 1);
    count_move(agent, agent->mover.run.move);
}

/* The plan hears of changes before it goes on. */
static void renew_plan(cairn_agent *agent)
{
    cairn__mover *mover = &agent->mover;
    cairn__renewal renewal = (cairn__renewal)mover->renewal;
    bool is_cut = mover->is_cut;
    mover->renewal = CAIRN__RENEW_NOT;
    mover->is_cut = false;
    if (renewal != CAIRN__RENEW_NOT)
        cairn__slot_renew(agent->slot, renewal, is_cut);
}

static cairn_status plan_alone(cairn_agent *agent)
{
    cairn__slot *slot = agent->slot;
    place_slot(agent);
    renew_plan(agent);
    cairn_status status = slot->algorithm->plan(slot);
    agent->mover.run = slot->run;
    return status;
}

/* A static map leaves one reason to begin again: another database. */
static cairn_status plan_shared(cairn_agent *agent)
{
    cairn__mover *mover = &agent->mover;
    if (mover->renewal != CAIRN__RENEW_NOT)
        cairn__shared_plan_begin(agent->shared, mover->cell, mover->goal);
    mover->renewal = CAIRN__RENEW_NOT;
    return cairn__shared_plan_next(agent->shared, &mover->run);
}

/* Plans until there is a run beyond the trail, or the budget is used up. */
static cairn_status plan(cairn_agent *agent)
{
    while (agent->mover.run.count == 0) {
        cairn_status status = agent->shared != NULL ? plan_shared(agent) : plan_alone(agent);
        agent->unfinished = agent->mover.run.count == 0;
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
    cairn__xy cell = cairn__mover_get_cell(&agent->mover);
    bool arrived = cairn__is_same_cell(cell, agent->mover.goal);
    *step = (cairn_step){arrived ? CAIRN_STEP_ARRIVED : kind, cairn__pack(cell), units};
}

/* The next move of a run, and nothing else. */
static inline void make_next_move(cairn_agent *agent, cairn_step *step)
{
    take_move(agent);
    agent->ran = true;
    bool arrived = cairn__is_same_cell(agent->mover.cell, agent->mover.goal);
    *step = (cairn_step){arrived ? CAIRN_STEP_ARRIVED : CAIRN_STEP_MOVED,
                         cairn__pack(agent->mover.cell), 1};
}

/* The units of a step. */
static int64_t get_budget(const cairn_agent *agent)
{
    return cairn__meter_get_units(agent->max_work);
}

static uint64_t get_spent(const cairn_agent *agent)
{
    return (uint64_t)(get_budget(agent) - agent->slot->meter.left);
}

/* What an agent does that a change keeps from going on. */
static void step_in_plight(cairn_agent *agent, cairn_step *step)
{
    cairn__mover_seek_exit(&agent->mover, &agent->slot->meter);
    uint32_t kind =
        agent->mover.plight == CAIRN__PLIGHT_CUT_OFF ? CAIRN_STEP_CUT_OFF : CAIRN_STEP_STRANDED;
    if (agent->mover.plight == CAIRN__PLIGHT_LEAVING) {
        kind = CAIRN_STEP_LEAVING;
        count_move(agent, cairn__mover_leave(&agent->mover));
    }
    *step = (cairn_step){kind, cairn__pack(agent->mover.cell), get_spent(agent)};
}

/* A move of the plan, or without one. Returns the kind of step. */
static uint32_t move(cairn_agent *agent)
{
    if (agent->unfinished)
        return move_unplanned(agent);
    if (agent->mover.trail.count > 0)
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
    bool is_found = cairn__mover_seek_on(&agent->mover, &agent->slot->meter);
    if (agent->mover.starts)
        start_plan(agent);
    *step = (cairn_step){CAIRN_STEP_WAITED, cairn__pack(cairn__mover_get_cell(&agent->mover)),
                         get_spent(agent)};
    return is_found && cairn__meter_can_spend(&agent->slot->meter, 1);
}

/* Looks at a changed map. Who cannot go on leaves its detour. */
static void notice(cairn_agent *agent)
{
    cairn__mover_notice(&agent->mover, &agent->slot->meter);
    if (agent->mover.plight != CAIRN__PLIGHT_NONE)
        cairn__detour_end(agent->slot);
    if (agent->mover.starts)
        start_plan(agent);
}

/* A step of any kind; out of the way of the common one. */
static CAIRN__NOINLINE cairn_status step_carefully(cairn_agent *agent, cairn_step *step)
{
    agent->ran = false;
    agent->slot->meter = (cairn__meter){.left = get_budget(agent)};
    if (agent->mover.version != cairn__get_version(agent->mover.map))
        notice(agent);
    if (agent->mover.plight != CAIRN__PLIGHT_NONE) {
        step_in_plight(agent, step);
        return CAIRN_OK;
    }
    if (agent->mover.seeks != CAIRN__SEEKS_NOT && !find_goal(agent, step))
        return CAIRN_OK;
    if (cairn__is_same_cell(cairn__mover_get_cell(&agent->mover), agent->mover.goal)) {
        answer(agent, CAIRN_STEP_ARRIVED, get_spent(agent), step);
        return CAIRN_OK;
    }
    if (agent->mover.run.count == 0 || agent->mover.trail.count > 0)
        return plan_and_move(agent, step);
    make_next_move(agent, step);
    if (get_spent(agent) > 0) { /* on looking for the goal, which is still the same */
        agent->ran = false;
        cairn__meter_spend(&agent->slot->meter, &agent->slot->meter.work.states, 1);
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
    if (agent->mover.run.count == 0 || agent->careful ||
        cairn__is_same_cell(agent->mover.cell, agent->mover.goal)) {
        cairn__map_enter(agent->mover.map);
        cairn_status status = step_carefully(agent, step);
        cairn__map_leave(agent->mover.map);
        return cairn__because_of(&agent->why, status);
    }
    make_next_move(agent, step);
    return CAIRN_OK;
}

/* ---- figures ---- */

/* Those of its own slot. */
static void add_slot_figures(const cairn__slot *slot, cairn_agent_stats *stats)
{
    const cairn__learned *learned = slot->learned;
    stats->selections = slot->selections;
    stats->failures = slot->failures;
    stats->learned = learned != NULL ? learned->values : 0;
    stats->raises = learned != NULL ? learned->raises : 0;
    stats->open_closed = slot->open_closed;
    stats->memory_states = stats->learned + slot->open_closed;
    stats->memory_bytes += cairn__slot_get_grown_bytes(slot);
}

cairn_status cairn_agent_get_stats(const cairn_agent *agent, cairn_agent_stats *stats)
{
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    cairn_agent_stats known = {
        .cost = agent->cost,
        .moves = agent->moves,
        .diagonal = agent->diagonal,
        .memory_bytes = agent->bytes,
    };
    if (agent->shared == NULL)
        add_slot_figures(agent->slot, &known);
    return cairn__sized_write(stats, &known, sizeof known);
}

cairn_cell cairn_agent_get_cell(const cairn_agent *agent)
{
    return cairn__pack(cairn__mover_get_cell(&agent->mover));
}

cairn_cell cairn_agent_get_goal(const cairn_agent *agent)
{
    return cairn__pack(agent->mover.goal);
}

cairn_status cairn_agent_get_plan(const cairn_agent *agent, cairn_agent_plan *plan)
{
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    const cairn__slot *slot = agent->slot;
    const cairn__algorithm *algorithm = slot->algorithm;
    cairn_agent_plan known = {.target = cairn_agent_get_goal(agent), .record = CAIRN_NO_RECORD_ID};
    if (agent->shared == NULL) {
        known.target = cairn__pack(slot->target);
        known.work = slot->meter.work;
        if (algorithm->get_record != NULL)
            known.record = algorithm->get_record(slot);
    }
    if (agent->ran)
        known.work = (cairn_work){.states = 1};
    return cairn__sized_write(plan, &known, sizeof known);
}
