/* bench_crowd_goal.c: one goal for all, beside goals of their own, on native maps: small ones, on which a crowd may
 * flood the cells once in place of planning for each member. */
#include "bench_crowd.h"

#include <stdio.h>
#include <unistd.h>

enum { MOST_FRAMES = 1000, FRAMES = 200, DEMANDED = 1000 };

/* Nanoseconds of a member in a frame, of DEMANDED members to one goal on the first map. */
static const double MOST_NS = 6;

static const char *const maps[] = {"dao/ost100d", "sc1/TheFrozenSea", "dao/brc504d"};

typedef struct goal_walk {
    double orders;   /* ms, until all have a plan: without a budget */
    double frame;    /* ns of a member */
    uint32_t frames; /* until all have a plan, with the least budget */
    double bytes;    /* a member */
} goal_walk;

static bool is_waiting(const harness_march *march)
{
    const uint8_t *states = cairn_crowd_get_states(march->crowd);
    for (uint32_t i = 0; i < march->def.agents; i++)
        if (states[i] == CAIRN_MEMBER_WAITING)
            return true;
    return false;
}

static uint32_t count_frames(const bench_crowd_world *world, uint32_t agents, uint32_t orders)
{
    uint32_t frames = 0;
    harness_march_def def = bench_crowd_define(world, agents);
    def.orders = orders;
    def.max_work = CAIRN_MIN_CROWD_WORK;
    harness_march *march = bench_crowd_open(&def);
    do
        bench_check(harness_march_step(march), "a frame");
    while (++frames < MOST_FRAMES && is_waiting(march));
    bench_crowd_close(march);
    return frames;
}

static goal_walk measure_walk(const bench_crowd_world *world, uint32_t agents, uint32_t orders)
{
    uint64_t walking = 0;
    goal_walk made = {.frames = count_frames(world, agents, orders)};
    harness_march_def def = bench_crowd_define(world, agents);
    def.orders = orders;
    harness_march *march = bench_crowd_open(&def);
    bench_check(harness_march_step(march), "the first frame");
    made.orders = (double)march->frame_ns * 1e-6;
    uint64_t from = harness_get_cpu_time();
    for (int i = 0; i < FRAMES; i++) {
        bench_check(cairn_crowd_step(march->crowd, &march->frame), "a frame");
        walking += march->frame.walking;
    }
    uint64_t spent = harness_get_cpu_time() - from;
    cairn_crowd_info info = {.size = sizeof info};
    bench_check(cairn_crowd_get_info(march->crowd, &info), "a crowd");
    made.frame = (double)spent / (double)walking;
    made.bytes = (double)info.bytes / agents;
    bench_crowd_close(march);
    return made;
}

static void print(const bench_crowd_world *world, uint32_t agents, uint32_t orders, bool is_held)
{
    goal_walk made = measure_walk(world, agents, orders);
    const char *judged = is_held ? made.frame <= MOST_NS ? "met" : "MISSED" : "";
    printf("  %-18s %8u %-5s %9.2f %7u %9.1f %7.0f  %s\n", world->map_name, (unsigned)agents,
           orders == HARNESS_ORDERS_SAME ? "one" : "own", made.orders, (unsigned)made.frames,
           made.frame, made.bytes, judged);
}

static void measure(const bench_crowd_world *world, bool is_first)
{
    for (uint32_t agents = 100; agents <= 10000; agents *= 10) {
        print(world, agents, HARNESS_ORDERS_SAME, is_first && agents == DEMANDED);
        print(world, agents, HARNESS_ORDERS_RANDOM, false);
    }
}

bool bench_crowd_goal(const bench_request *request)
{
    printf(
        "One goal for all, or goals of their own, by labels on native maps: ms of processor time "
        "until "
        "all have a plan,\nframes that takes with a budget of %d units, ns of a member in each of "
        "the "
        "next %d frames, bytes a member.\nDemanded: %d members to one goal on %s at most %.0f ns\n",
        CAIRN_MIN_CROWD_WORK, FRAMES, DEMANDED, maps[0], MOST_NS);
    printf("  map                 members goals    orders  frames        ns   bytes\n");
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        char path[4096];
        bench_crowd_world world = {.map_name = maps[i], .kind = "labels"};
        (void)snprintf(path, sizeof path, "%s/%s.map", request->maps != NULL ? request->maps : ".",
                       maps[i]);
        if (access(path, R_OK) != 0) {
            (void)fprintf(stderr, "%s is not there: it is left out\n", path);
            continue;
        }
        world.map = bench_open_map(path);
        bench_crowd_build(&world, "labels");
        measure(&world, i == 0);
        cairn_db_close(world.db);
        cairn_build_destroy(world.build);
        cairn_map_close(world.map);
    }
    return true;
}
