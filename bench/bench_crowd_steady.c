/* bench_crowd_steady.c: a crowd that walks, beside a plain loop over as many agents of the library that
 * walk the same ways in the same run. The frames of the orders are not in it. */
#include "bench_crowd.h"

#include <stdio.h>
#include <stdlib.h>

enum { FEW = 10000, MANY = 100000, FIRST = 100, FRAMES = 200, MOST_BYTES = 256 };

/* Milliseconds a frame. */
static const double MOST_FEW = 0.15, MOST_MANY = 1;

typedef struct walk {
    double step;          /* ns of a move */
    harness_spread frame; /* ns */
    double bytes;         /* an agent */
} walk;

static walk measure_crowd(const bench_crowd_world *world, uint32_t agents, uint32_t threads)
{
    harness_histogram *times = calloc(1, sizeof *times);
    uint64_t moves = 0;
    bench_check(times != NULL ? CAIRN_OK : CAIRN_MEMORY, "a crowd");
    harness_march_def def = bench_crowd_define(world, agents);
    def.threads = threads;
    harness_march *march = bench_crowd_open(&def);
    bench_check(harness_march_step(march), "the first frame");
    for (int i = 0; i < FIRST; i++)
        (void)bench_crowd_step(march);
    for (int i = 0; i < FRAMES; i++) {
        harness_histogram_add(times, bench_crowd_step(march));
        moves += march->frame.moved;
    }
    cairn_crowd_info info = {.size = sizeof info};
    bench_check(cairn_crowd_get_info(march->crowd, &info), "a crowd");
    walk made = {.step = (double)times->sum / (double)moves,
                 .frame = harness_histogram_get_spread(times),
                 .bytes = (double)info.bytes / agents};
    bench_crowd_close(march);
    free(times);
    return made;
}

/* ---- agents, one by one ---- */

static void step_all(cairn_agent **agents, uint32_t count, uint64_t *moves)
{
    for (uint32_t i = 0; i < count; i++) {
        cairn_step step;
        if (agents[i] == NULL)
            continue;
        bench_check(cairn_agent_step(agents[i], &step), "a step");
        *moves += step.kind == CAIRN_STEP_MOVED;
        if (step.kind == CAIRN_STEP_ARRIVED) {
            cairn_agent_destroy(agents[i]);
            agents[i] = NULL;
        }
    }
}

/* The ns of a move of agents that go where the members of the crowd went. */
static double measure_agents(const bench_crowd_world *world, uint32_t count)
{
    cairn_agent **agents = calloc(count, sizeof(cairn_agent *));
    uint64_t moves = 0, spent = 0;
    bench_check(agents != NULL ? CAIRN_OK : CAIRN_MEMORY, "agents");
    harness_march_def def = bench_crowd_define(world, count);
    harness_march *march = bench_crowd_open(&def);
    for (uint32_t i = 0; i < count; i++) {
        bench_check(cairn_agent_create(world->map, world->db, NULL, &agents[i]), "an agent");
        bench_check(cairn_agent_start(agents[i], march->places[i], march->goals[i]), "a start");
    }
    for (int i = 0; i <= FIRST; i++)
        step_all(agents, count, &moves);
    moves = 0;
    for (int i = 0; i < FRAMES; i++) {
        uint64_t from = harness_get_cpu_time();
        step_all(agents, count, &moves);
        spent += harness_get_cpu_time() - from;
    }
    for (uint32_t i = 0; i < count; i++)
        cairn_agent_destroy(agents[i]);
    free(agents);
    bench_crowd_close(march);
    return (double)spent / (double)moves;
}

/* ---- the table ---- */

static void print(const bench_crowd_world *world, const char *what, const walk *made, double plain,
                  const char *judged)
{
    printf("  %-6s %-8s %-18s %6.1f %6.1f %8.3f %8.3f %8.3f %8.3f %6.0f  %s\n", world->map_name,
           world->kind, what, made->step, plain / made->step, made->frame.mean * 1e-6,
           made->frame.p50 * 1e-6, made->frame.p99 * 1e-6, made->frame.most * 1e-6, made->bytes,
           judged);
}

static bool measure(const bench_crowd_world *world)
{
    double plain = measure_agents(world, FEW);
    walk few = measure_crowd(world, FEW, 1), many = measure_crowd(world, MANY, 1);
    walk both = measure_crowd(world, MANY, 2);
    print(world, "10,000", &few, plain,
          bench_crowd_judge(world, few.frame.mean * 1e-6 <= MOST_FEW && few.bytes <= MOST_BYTES));
    print(world, "100,000", &many, plain, bench_crowd_judge(world, many.bytes <= MOST_BYTES));
    print(world, "100,000, 2 threads", &both, plain,
          bench_crowd_judge(world, both.frame.p50 * 1e-6 <= MOST_MANY));
    return true;
}

bool bench_crowd_steady(const bench_request *request)
{
    printf(
        "Steady walking, random goals, frames %d to %d: ns of processor time a move, how much more "
        "a plain loop over\n10,000 agents takes for one, milliseconds of a frame (2 threads: of "
        "the "
        "wall clock), bytes a member.\nDemanded of labels: 10,000 at most %.2f ms, 100,000 on two "
        "threads at most %.0f ms (median), %d bytes\n",
        FIRST + 2, FIRST + FRAMES + 1, MOST_FEW, MOST_MANY, MOST_BYTES);
    printf(
        "  map    kind     members                ns  times     mean   median      p99     most  "
        "bytes\n");
    return bench_crowd_visit(request, measure);
}
