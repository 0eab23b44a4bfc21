/* agent.c: the one interface of all algorithms. It lays out an agent's memory, takes planned moves
 * one a step, and keeps the figures. */
#include "cairn/agent.h"

#include <stdalign.h>
#include <string.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/xy.h"
#include "grid/components.h"
#include "plan/plan.h"

#define MIN_G_MAX 14
#define MAX_G_MAX 1000
#define MAX_WEIGHT_TENTHS 1000
#define MAX_LOOKAHEAD 4096
#define MAX_DEPTH 100
#define MAX_HISTORY (1 << 20)
#define MAX_TRACE_RATIO 1000

const char *cairn_algorithm_get_name(cairn_algorithm algorithm)
{
    switch (algorithm) {
#define CASE(name, number, word)                                                                   \
    case CAIRN_##name:                                                                             \
        return word;
        CAIRN_ALGORITHM_LIST(CASE)
#undef CASE
    }
    return NULL;
}

bool cairn_algorithm_find(const char *name, cairn_algorithm *algorithm)
{
#define MATCH(upper, number, word)                                                                 \
    if (strcmp(name, word) == 0) {                                                                 \
        *algorithm = CAIRN_##upper;                                                                \
        return true;                                                                               \
    }
    CAIRN_ALGORITHM_LIST(MATCH)
#undef MATCH
    return false;
}

static const cairn__operations *get_operations(cairn_algorithm algorithm)
{
    switch (algorithm) {
    case CAIRN_KNN:
        return &cairn__knn_operations;
    case CAIRN_LRTA:
        return &cairn__lrta_operations;
    case CAIRN_ASTAR:
        return &cairn__astar_operations;
    case CAIRN_TBA:
        return &cairn__tba_operations;
    case CAIRN_LRTS:
        return &cairn__lrts_operations;
    case CAIRN_RTAA:
        return &cairn__rtaa_operations;
    case CAIRN_LSS:
        return &cairn__lss_operations;
    case CAIRN_DLRTA:
        return &cairn__dlrta_operations;
    case CAIRN_REGIONS:
        return &cairn__regions_operations;
    case CAIRN_LABELS:
        return &cairn__labels_operations;
    }
    return NULL;
}

cairn_agent_def cairn_default_agent_def(void)
{
    return (cairn_agent_def){
        .algorithm = CAIRN_KNN,
        .enhancements = CAIRN_ENHANCE_ALL,
        .candidates = 10,
        .cutoff = 250,
        .quota_tenths = 30,
        .g_max = MIN_G_MAX,
        .weight_tenths = CAIRN__WEIGHT_ONE,
        .lookahead = 100,
        .movements = CAIRN_UNLIMITED,
        .depth = 10,
        .learning_quota = CAIRN_UNLIMITED,
        .history = 1024,
        .slice = 100,
        .trace_ratio = 10,
        .learned_capacity = 16,
        .max_work_per_step = CAIRN_UNLIMITED,
        .cookie = CAIRN__AGENT_COOKIE,
    };
}

/* The kind of database that an algorithm needs; false if it needs none. */
static bool find_kind(cairn_algorithm algorithm, cairn_kind *kind)
{
    switch (algorithm) {
    case CAIRN_KNN:
        *kind = CAIRN_DB_KNN;
        return true;
    case CAIRN_DLRTA:
        *kind = CAIRN_DB_DLRTA;
        return true;
    case CAIRN_REGIONS:
        *kind = CAIRN_DB_REGIONS;
        return true;
    case CAIRN_LABELS:
        *kind = CAIRN_DB_LABELS;
        return true;
    default:
        return false;
    }
}

static cairn_status check_database(const cairn_agent_def *def)
{
    if (def->fragments != NULL && def->fragments->db != def->db)
        return CAIRN_ARGUMENT;
    if (def->db == NULL)
        return CAIRN_OK;
    cairn_kind kind;
    cairn_status status = CAIRN_OK;
    bool has_own = def->algorithm == CAIRN_REGIONS && def->db->has_net;
    if (!has_own && find_kind(def->algorithm, &kind))
        status = cairn__db_check_kind(def->db, kind, NULL);
    if (status == CAIRN_OK && def->desk != NULL && def->desk->nodes < def->db->labels.nodes)
        status = CAIRN_ARGUMENT;
    return status == CAIRN_OK ? cairn__db_check_map(def->db, def->map, NULL) : status;
}

/* The bounds of a step's work. */
static bool has_good_bounds(const cairn_agent_def *def)
{
    return def->g_max >= MIN_G_MAX && def->g_max <= MAX_G_MAX && def->lookahead >= 1 &&
           def->lookahead <= MAX_LOOKAHEAD && def->movements >= 1 && def->depth >= 1 &&
           def->depth <= MAX_DEPTH && def->history <= MAX_HISTORY && def->slice >= 1 &&
           def->trace_ratio >= 1 && def->trace_ratio <= MAX_TRACE_RATIO &&
           def->max_work_per_step >= CAIRN_MIN_WORK;
}

/* knn relies on the climb, whose h is octile distance; rtaa and lss on a consistent h. */
static cairn_status check_heuristic(const cairn_agent_def *def)
{
    if (def->weight_tenths < CAIRN__WEIGHT_ONE || def->weight_tenths > MAX_WEIGHT_TENTHS ||
        (def->weight_tenths > CAIRN__WEIGHT_ONE && def->algorithm != CAIRN_LRTA &&
         def->algorithm != CAIRN_LRTS) ||
        (def->landmarks != NULL && def->algorithm == CAIRN_KNN))
        return CAIRN_ARGUMENT;
    return cairn__search_check_landmarks(def->landmarks, def->map, def->costs);
}

static cairn_status check_def(const cairn_agent_def *def)
{
    if (def == NULL || def->cookie != CAIRN__AGENT_COOKIE || def->map == NULL)
        return CAIRN_ARGUMENT;
    if (get_operations(def->algorithm) == NULL || !has_good_bounds(def) ||
        def->enhancements > CAIRN_ENHANCE_ALL || def->learned_capacity > UINT32_C(1) << 30 ||
        (def->growth != CAIRN_GROWTH_ALLOWED && def->growth != CAIRN_GROWTH_STOP) ||
        (def->busy != CAIRN_BUSY_WAIT && def->busy != CAIRN_BUSY_MOVE) ||
        (def->goal_policy != CAIRN_GOAL_EXACT && def->goal_policy != CAIRN_GOAL_NEAREST))
        return CAIRN_ARGUMENT;
    if (def->costs != CAIRN_COSTS_OCTILE &&
        (def->costs != CAIRN_COSTS_SQRT2 || def->algorithm != CAIRN_ASTAR))
        return CAIRN_ARGUMENT;
    cairn_status status = check_heuristic(def);
    return status == CAIRN_OK ? check_database(def) : status;
}

static size_t get_agent_bytes(void)
{
    return cairn__round_up(sizeof(cairn_agent));
}

cairn_status cairn_agent_get_size(const cairn_agent_def *def, size_t *bytes)
{
    if (bytes == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = check_def(def);
    if (status == CAIRN_OK)
        *bytes = get_agent_bytes() + get_operations(def->algorithm)->get_bytes(def);
    return status;
}

/* `memory` has the bytes that cairn_agent_get_size() says. */
static cairn_agent *lay_out(const cairn_agent_def *def, void *memory, size_t bytes)
{
    cairn_agent *agent = memory;
    memset(agent, 0, sizeof *agent);
    agent->operations = get_operations(def->algorithm);
    agent->def = *def;
    agent->allocator = cairn__allocator_or_default(def->allocator);
    agent->heuristic = (cairn__heuristic){def->landmarks, def->weight_tenths};
    agent->bytes = bytes;
    agent->operations->create(agent, (char *)memory + get_agent_bytes());
    return agent;
}

cairn_status cairn_agent_create_in(const cairn_agent_def *def, void *memory, size_t bytes,
                                   cairn_agent **agent)
{
    size_t needed;
    if (memory == NULL || agent == NULL || (uintptr_t)memory % alignof(max_align_t) != 0)
        return CAIRN_ARGUMENT;
    cairn_status status = cairn_agent_get_size(def, &needed);
    if (status != CAIRN_OK)
        return status;
    if (bytes < needed)
        return CAIRN_CAPACITY;
    *agent = lay_out(def, memory, needed);
    return CAIRN_OK;
}

cairn_status cairn_agent_create(const cairn_agent_def *def, cairn_agent **agent)
{
    size_t bytes;
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = cairn_agent_get_size(def, &bytes);
    if (status != CAIRN_OK)
        return status;
    cairn_allocator allocator = cairn__allocator_or_default(def->allocator);
    void *memory = cairn__allocate(&allocator, bytes, 1);
    if (memory == NULL)
        return CAIRN_MEMORY;
    *agent = lay_out(def, memory, bytes);
    (*agent)->owned = true;
    return CAIRN_OK;
}

void cairn_agent_destroy(cairn_agent *agent)
{
    if (agent == NULL)
        return;
    cairn_allocator allocator = agent->allocator;
    if (agent->operations->leave != NULL)
        agent->operations->leave(agent);
    cairn__learned_end(&agent->learned);
    if (agent->owned)
        cairn__release(&allocator, agent);
}

/* The cell nearest to the goal among those that the start is joined to. */
static cairn_status find_nearest(const cairn_map *map, cairn__xy start, cairn__xy *goal)
{
    cairn_cell nearest;
    cairn_status status = cairn_map_find_nearest_cell(map, cairn__pack(*goal),
                                                      cairn__component_of(map, start), &nearest);
    if (status == CAIRN_OK)
        *goal = cairn__unpack(nearest);
    return status;
}

/* The goal that is really headed for from an open start. */
static cairn_status find_goal(const cairn_agent *agent, cairn__xy start, cairn__xy *goal)
{
    const cairn_map *map = agent->def.map;
    if (agent->def.goal_policy == CAIRN_GOAL_NEAREST)
        return find_nearest(map, start, goal);
    if (!cairn__is_open_cell(map, *goal))
        return CAIRN_BLOCKED;
    bool joined = cairn__component_of(map, start) == cairn__component_of(map, *goal);
    return joined ? CAIRN_OK : CAIRN_NO_PATH;
}

cairn_status cairn_agent_start(cairn_agent *agent, cairn_cell from, cairn_cell to)
{
    cairn__xy start = cairn__unpack(from), goal = cairn__unpack(to);
    if (agent == NULL)
        return CAIRN_ARGUMENT;
    agent->started = false;
    if (agent->operations->leave != NULL)
        agent->operations->leave(agent);
    if (!cairn__is_open_cell(agent->def.map, start))
        return CAIRN_BLOCKED;
    cairn_status status = find_goal(agent, start, &goal);
    if (status != CAIRN_OK)
        return status;
    agent->started = true;
    agent->cell = start;
    agent->goal = goal;
    agent->run = agent->trail = (cairn__run){0};
    agent->unfinished = false;
    agent->cost = agent->moves = agent->diagonal = agent->open_closed = 0;
    agent->selections = agent->selection_failures = 0;
    agent->operations->start(agent);
    return CAIRN_OK;
}

/* Counts one move. */
static void count_move(cairn_agent *agent, uint32_t move)
{
    agent->cost += cairn__move_cost(move);
    agent->diagonal += cairn__move_is_diagonal(move);
    agent->moves++;
}

/* Where the agent stands. */
static cairn__xy get_cell(const cairn_agent *agent)
{
    return cairn__cell_after(agent->cell, agent->trail.move, agent->trail.count);
}

/* ---- moving without a plan ---- */

/* A move along the way a climb to the goal begins with: true if it was made. */
static bool follow_trail(cairn_agent *agent)
{
    cairn__run *trail = &agent->trail;
    if (agent->def.busy == CAIRN_BUSY_WAIT || trail->count == CAIRN_BUSY_MOVES)
        return false;
    cairn__run ahead = cairn__climb_run(agent->def.map, get_cell(agent), agent->goal);
    if (ahead.count == 0 || (trail->count > 0 && ahead.move != trail->move))
        return false;
    trail->move = ahead.move;
    trail->count++;
    count_move(agent, ahead.move);
    return true;
}

/* There is a plan: the part of it that the trail has made already is done. */
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
static cairn_status plan(cairn_agent *agent, cairn_work *work)
{
    while (agent->run.count == 0) {
        cairn_status status = agent->operations->plan(agent, work);
        agent->unfinished = agent->run.count == 0;
        if (status != CAIRN_OK || agent->unfinished)
            return status;
        join_trail(agent);
    }
    return CAIRN_OK;
}

/* A step of any kind; out of the way of the common one. */
static CAIRN__NOINLINE cairn_status step_with_plan(cairn_agent *agent, cairn_step *step)
{
    *step = (cairn_step){CAIRN_STEP_ARRIVED, cairn__pack(agent->goal), {0}};
    if (cairn__is_same_cell(get_cell(agent), agent->goal))
        return CAIRN_OK;
    agent->uncounted = 0;
    cairn_status status = plan(agent, &step->work);
    step->kind = CAIRN_STEP_MOVED;
    if (status != CAIRN_OK)
        return status;
    if (agent->unfinished)
        step->kind = follow_trail(agent) ? CAIRN_STEP_MOVED : CAIRN_STEP_WAITED;
    else if (agent->trail.count > 0)
        leave_trail(agent);
    else
        take_move(agent);
    step->cell = cairn__pack(get_cell(agent));
    if (cairn__is_same_cell(get_cell(agent), agent->goal))
        step->kind = CAIRN_STEP_ARRIVED;
    return CAIRN_OK;
}

/* Most steps take one more move of a run. */
cairn_status cairn_agent_step(cairn_agent *agent, cairn_step *step)
{
    if (CAIRN__UNLIKELY(agent == NULL || step == NULL || !agent->started))
        return CAIRN_ARGUMENT;
    if (agent->run.count == 0 || agent->trail.count > 0 ||
        cairn__is_same_cell(agent->cell, agent->goal))
        return step_with_plan(agent, step);
    take_move(agent);
    bool arrived = cairn__is_same_cell(agent->cell, agent->goal);
    *step = (cairn_step){
        arrived ? CAIRN_STEP_ARRIVED : CAIRN_STEP_MOVED, cairn__pack(agent->cell), {.states = 1}};
    return CAIRN_OK;
}

cairn_agent_stats cairn_agent_get_stats(const cairn_agent *agent)
{
    return (cairn_agent_stats){
        .cost = agent->cost,
        .moves = agent->moves,
        .diagonal = agent->diagonal,
        .learned = agent->learned.values,
        .open_closed = agent->open_closed,
        .memory_states = agent->learned.values + agent->open_closed,
        .memory_bytes =
            agent->bytes +
            (agent->learned.capacity > 0 ? cairn__learned_get_grown_bytes(&agent->learned) : 0),
        .selections = agent->selections,
        .failures = agent->selection_failures,
    };
}

cairn_cell cairn_agent_get_cell(const cairn_agent *agent)
{
    return cairn__pack(get_cell(agent));
}

cairn_cell cairn_agent_get_goal(const cairn_agent *agent)
{
    return cairn__pack(agent->goal);
}

cairn_cell cairn_agent_get_target(const cairn_agent *agent)
{
    return cairn__pack(agent->leg.target);
}

uint32_t cairn_agent_get_record(const cairn_agent *agent)
{
    bool follows = agent->def.algorithm == CAIRN_KNN && agent->knn.phase == CAIRN__KNN_RECORD;
    return follows ? agent->knn.record.id : CAIRN_NO_RECORD_ID;
}
