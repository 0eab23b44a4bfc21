/* bench_crowd_storm.c: an order to 10,000 members in one frame, on a budget that is worth about 2 ms:
 * units a microsecond are measured in the same run, by a crowd that plans all at once. */
#include "bench_crowd.h"

#include <stdio.h>

enum { AGENTS = 10000, BUDGET_US = 2000, MOST_FRAMES = 4000 };

/* Frames until all have a plan, with goals of their own and with one; and frames above the budget. */
static const uint32_t MOST_OWN = 40, MOST_SHARED = 15;
static const double MOST_TIMES = 1.3;

typedef struct storm {
    uint32_t planned; /* the first frame after which no member waits for the plan of its order */
    uint32_t first;   /* members that moved in the first frame */
    uint32_t longest_wait;
    uint64_t orders; /* ns of the orders, */
    uint64_t step;   /* of the longest frame without them, */
    uint64_t worst;  /* and with them */
    uint64_t illegal;
} storm;

/* Units of planning a microsecond, when all plans are made in one frame. */
static double measure_units(const bench_crowd_world *world)
{
    harness_march_def def = bench_crowd_define(world, AGENTS);
    harness_march *march = bench_crowd_open(&def);
    bench_check(harness_march_step(march), "a frame");
    double units = (double)march->frame.units / ((double)march->frame_ns * 1e-3);
    bench_crowd_close(march);
    return units;
}

static bool is_waiting(const harness_march *march)
{
    const uint8_t *states = cairn_crowd_get_states(march->crowd);
    for (uint32_t i = 0; i < AGENTS; i++)
        if (states[i] == CAIRN_MEMBER_WAITING)
            return true;
    return false;
}

static storm measure_storm(const bench_crowd_world *world, uint32_t orders, uint64_t max_work)
{
    storm made = {0};
    harness_march_def def = bench_crowd_define(world, AGENTS);
    def.orders = orders;
    def.max_work = max_work;
    harness_march *march = bench_crowd_open(&def);
    do {
        bench_check(harness_march_step(march), "a frame");
        made.planned++;
        if (made.planned == 1)
            made.orders = march->orders_ns;
        if (made.planned == 1)
            made.first = march->frame.moved;
        if (march->frame_ns > made.worst)
            made.worst = march->frame_ns;
        if (march->frame_ns - march->orders_ns > made.step)
            made.step = march->frame_ns - march->orders_ns;
    } while (made.planned < MOST_FRAMES && is_waiting(march));
    made.longest_wait = march->longest_wait;
    made.illegal = march->watch.illegal;
    bench_crowd_close(march);
    return made;
}

static bool measure(const bench_crowd_world *world)
{
    static const struct {
        uint32_t orders;
        const char *name;
        const uint32_t *most;
    } storms[] = {{HARNESS_ORDERS_RANDOM, "10,000", &MOST_OWN},
                  {HARNESS_ORDERS_SAME, "one", &MOST_SHARED}};
    double units = measure_units(world);
    uint64_t max_work = (uint64_t)(units * BUDGET_US);
    bool right = true;
    for (size_t i = 0; i < sizeof storms / sizeof storms[0]; i++) {
        storm made = measure_storm(world, storms[i].orders, max_work);
        double times = (double)made.worst * 1e-3 / BUDGET_US;
        bool met = times <= MOST_TIMES && made.planned <= *storms[i].most && made.first == AGENTS;
        printf("  %-6s %-8s %-7s %8.1f %9llu %7u %7.2f %7.2f %7.2f %8.2f %8u %6u  %s\n",
               world->map_name, world->kind, storms[i].name, units, (unsigned long long)max_work,
               (unsigned)made.planned, (double)made.orders * 1e-6, (double)made.step * 1e-6,
               (double)made.worst * 1e-6, times, (unsigned)made.first, (unsigned)made.longest_wait,
               bench_crowd_judge(world, met));
        right = right && made.illegal == 0;
    }
    return right;
}

bool bench_crowd_storm(const bench_request *request)
{
    printf(
        "An order to %d members in one frame, with goals of their own or one for all, on a budget "
        "worth %d us:\nunits a microsecond, the budget, frames until all have a plan, ms of "
        "processor time of the orders, of the longest\nframe without its orders and with them, "
        "that "
        "in budgets, members that moved in the first frame, the longest wait\nin frames. "
        "Demanded of labels: %u frames (one goal: %u), %.1f budgets, all move\n",
        AGENTS, BUDGET_US, (unsigned)MOST_OWN, (unsigned)MOST_SHARED, MOST_TIMES);
    printf(
        "  map    kind     goals   units/us    budget  frames  orders   frame    both  budgets    "
        "moved   wait\n");
    return bench_crowd_visit(request, measure);
}
