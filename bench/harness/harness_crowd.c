/* harness_crowd.c: many agents on one map at the same time, sharing one database (section 8.7). Each
 * has a problem of its own and a move a turn; what their allocator gave out is counted. A cairn_crowd
 * moves them if there is one for their database, else they are agents of their own. */
#include "harness.h"

#include <stdlib.h>

enum { PREFIX_BYTES = 16 }; /* keeps what follows aligned for any type */

/* ---- memory ---- */

static void *allocate(void *context, size_t bytes)
{
    harness_crowd *crowd = context;
    char *memory = malloc(bytes + PREFIX_BYTES);
    if (memory == NULL)
        return NULL;
    *(size_t *)(void *)memory = bytes;
    crowd->bytes += bytes;
    return memory + PREFIX_BYTES;
}

static void release(void *context, void *memory)
{
    harness_crowd *crowd = context;
    if (memory == NULL)
        return;
    char *start = (char *)memory - PREFIX_BYTES;
    crowd->bytes -= *(size_t *)(void *)start;
    free(start);
}

/* ---- opening ---- */

/* True if members of a crowd go as agents of the recipe do: all else is for agents of their own. */
static bool is_plain(const harness_recipe *recipe, uint32_t algorithm)
{
    return (algorithm == CAIRN_LABELS || algorithm == CAIRN_REGIONS || algorithm == CAIRN_KNN) &&
           recipe->max_work == 0 && recipe->landmarks == 0 && !recipe->fragments &&
           recipe->trials == 0 && recipe->options.count == 0;
}

static cairn_status open_members(const harness_problem *problems, uint32_t problem_count,
                                 harness_crowd *crowd)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < crowd->count; i++) {
        const cairn_cell *ends = problems[i % problem_count].ends;
        cairn_member member = 0;
        status = cairn_crowd_add(crowd->crowd, ends[0], &member);
        if (status == CAIRN_OK)
            status = cairn_crowd_order(crowd->crowd, &member, 1, ends[1]);
    }
    return status;
}

static cairn_status open_agents(const harness_world *world, const harness_recipe *recipe,
                                const harness_problem *problems, uint32_t problem_count,
                                harness_crowd *crowd)
{
    const cairn_allocator allocator = {allocate, release, crowd};
    crowd->agents = calloc(crowd->count + (size_t)1, sizeof *crowd->agents);
    cairn_status status = crowd->agents != NULL ? CAIRN_OK : CAIRN_MEMORY;
    for (uint32_t i = 0; status == CAIRN_OK && i < crowd->count; i++) {
        const cairn_cell *ends = problems[i % problem_count].ends;
        status = harness_create_agent(world, recipe, &allocator, NULL, &crowd->agents[i]);
        if (status == CAIRN_OK)
            status = cairn_agent_start(crowd->agents[i], ends[0], ends[1]);
    }
    return status;
}

cairn_status harness_crowd_open(const harness_world *world, const harness_recipe *recipe,
                                const harness_problem *problems, uint32_t problem_count,
                                harness_crowd *crowd)
{
    const cairn_allocator allocator = {allocate, release, crowd};
    const cairn_crowd_def def = {.size = sizeof def,
                                 .capacity = crowd->count,
                                 .goal_policy = recipe->goal_policy,
                                 .planner = world->planner,
                                 .allocator = &allocator};
    cairn_status status = CAIRN_KIND;
    if (is_plain(recipe, harness_get_algorithm(world, recipe)))
        status = cairn_crowd_create(world->map, world->db, &def, &crowd->crowd);
    if (status == CAIRN_OK)
        return open_members(problems, problem_count, crowd);
    return status == CAIRN_KIND ? open_agents(world, recipe, problems, problem_count, crowd)
                                : status;
}

void harness_crowd_close(harness_crowd *crowd)
{
    for (uint32_t i = 0; crowd->agents != NULL && i < crowd->count; i++)
        cairn_agent_destroy(crowd->agents[i]);
    free(crowd->agents);
    cairn_crowd_destroy(crowd->crowd);
    crowd->agents = NULL;
    crowd->crowd = NULL;
}

/* ---- moving ---- */

/* A frame of a cairn_crowd. A member that cannot go on is stuck for good: the map does not change. */
static cairn_status make_frame(harness_crowd *crowd)
{
    cairn_crowd_frame frame = {.size = sizeof frame};
    cairn_status status = cairn_crowd_step(crowd->crowd, &frame);
    crowd->moves += frame.moved;
    crowd->arrived += frame.arrived;
    if (status == CAIRN_OK && frame.moved == 0 && frame.arrived == 0 && frame.pending == 0 &&
        frame.walking > 0)
        status = CAIRN_CORRUPT; /* of the database: it leads no further */
    return status;
}

static cairn_status take_turn(harness_crowd *crowd, bool *arrived)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < crowd->count; i++) {
        cairn_step step;
        if (arrived[i])
            continue;
        status = cairn_agent_step(crowd->agents[i], &step);
        if (status != CAIRN_OK)
            break;
        crowd->moves += step.kind != CAIRN_STEP_WAITED;
        arrived[i] = step.kind == CAIRN_STEP_ARRIVED;
        crowd->arrived += arrived[i];
    }
    return status;
}

cairn_status harness_crowd_run(harness_crowd *crowd, uint64_t max_moves,
                               const volatile sig_atomic_t *stop)
{
    bool *arrived = calloc(crowd->count + (size_t)1, sizeof *arrived);
    cairn_status status = arrived != NULL ? CAIRN_OK : CAIRN_MEMORY;
    uint64_t turns = 0;
    while (status == CAIRN_OK && turns < max_moves && crowd->arrived < crowd->count) {
        uint64_t before = crowd->moves;
        status = crowd->crowd != NULL ? make_frame(crowd) : take_turn(crowd, arrived);
        turns += crowd->moves > before;
        if (status == CAIRN_OK && stop != NULL && *stop != 0)
            status = CAIRN_INTERRUPTED;
    }
    free(arrived);
    for (uint32_t i = 0; status == CAIRN_OK && crowd->agents != NULL && i < crowd->count; i++) {
        cairn_agent_stats stats = {.size = sizeof stats};
        (void)cairn_agent_get_stats(crowd->agents[i], &stats);
        crowd->memory_states += stats.memory_states;
    }
    return status;
}
