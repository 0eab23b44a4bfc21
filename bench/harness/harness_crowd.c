/* harness_crowd.c: many agents on one map at the same time, sharing one database (section 8.7). Each
 * has a problem of its own and a move a turn; what their allocator gave out is counted. */
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

/* ---- agents ---- */

cairn_status harness_crowd_open(const harness_world *world, const harness_recipe *recipe,
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

void harness_crowd_close(harness_crowd *crowd)
{
    for (uint32_t i = 0; crowd->agents != NULL && i < crowd->count; i++)
        cairn_agent_destroy(crowd->agents[i]);
    free(crowd->agents);
    crowd->agents = NULL;
}

/* ---- moving ---- */

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
        status = take_turn(crowd, arrived);
        turns += crowd->moves > before;
        if (status == CAIRN_OK && stop != NULL && *stop != 0)
            status = CAIRN_INTERRUPTED;
    }
    free(arrived);
    for (uint32_t i = 0; status == CAIRN_OK && i < crowd->count; i++) {
        cairn_agent_stats stats = {.size = sizeof stats};
        (void)cairn_agent_get_stats(crowd->agents[i], &stats);
        crowd->memory_states += stats.memory_states;
    }
    return status;
}
