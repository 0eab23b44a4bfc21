/* bench_crowd_occupancy.c: members that keep clear of each other: scattered over a map and packed,
 * two armies in a street, and all to one place. */
#include "bench_crowd.h"

#include <stdio.h>

#include "scenes.h"

enum {
    AGENTS = 10000,
    FRAMES = 1000, /* 10^7 agent-steps */
    ARMY = 500,
    STREET = 12, /* cells that it is wide */
    CITY = 1024,
    SETTLERS = 2000,
    MOST_FRAMES = 20000,
};

static const double MOST_MS = 2.5, MOST_UNSETTLED = 1; /* percent */

static bool is_clear(const harness_march *march)
{
    return march->watch.illegal == 0 && march->watch.overlaps == 0 && march->watch.swaps == 0;
}

/* ---- frames ---- */

static bool measure_frames(const bench_crowd_world *world, const char *name, uint32_t orders)
{
    harness_march_def def = bench_crowd_define(world, AGENTS);
    def.orders = orders;
    def.occupancy = CAIRN_OCCUPANCY_CELLS;
    harness_march *march = bench_crowd_open(&def);
    bench_check(harness_march_step(march), "the first frame");
    march->times = (harness_histogram){0}; /* plans are made in it */
    for (int i = 0; i < FRAMES; i++)
        bench_check(harness_march_step(march), "a frame");
    harness_spread spread = harness_histogram_get_spread(&march->times);
    bool clear = is_clear(march), met = clear && spread.mean * 1e-6 <= MOST_MS;
    printf("  %-6s %-8s %-10s %7.2f %7.2f %7.2f %10llu %8llu %6llu %8u  %s\n", world->map_name,
           world->kind, name, spread.mean * 1e-6, spread.p99 * 1e-6, spread.most * 1e-6,
           (unsigned long long)march->watch.moves, (unsigned long long)march->watch.overlaps,
           (unsigned long long)march->watch.swaps, (unsigned)harness_march_count_arrived(march),
           bench_crowd_judge(world, met));
    bench_crowd_close(march);
    return clear;
}

static bool measure(const bench_crowd_world *world)
{
    bool right = measure_frames(world, "scattered", HARNESS_ORDERS_RANDOM);
    return measure_frames(world, "packed", HARNESS_ORDERS_SWAP) && right;
}

/* ---- a city ---- */

static bench_crowd_world open_city(void)
{
    bench_crowd_world world = {.map_name = "city", .kind = "labels"};
    cairn_scene scene = {0};
    static uint8_t cells[CITY * CITY];
    bench_check(cairn_scene_generate(CAIRN_SCENE_CITY, CITY, CITY, 1, &scene), "a city");
    for (size_t i = 0; i < sizeof cells; i++)
        cells[i] = scene.cells[i] == '.';
    bench_check(cairn_map_create(CITY, CITY, cells, NULL, &world.map), "a city");
    cairn_scene_free(&scene);
    bench_crowd_build(&world, "labels");
    return world;
}

static void close_city(bench_crowd_world *world)
{
    cairn_db_close(world->db);
    cairn_build_destroy(world->build);
    cairn_map_close(world->map);
}

static bool is_street(const cairn_map *map, uint32_t x, uint32_t y)
{
    uint32_t open = 0;
    while (open < STREET && cairn_map_is_open(map, cairn_cell_at(x, y + open)))
        open++;
    bool has_walls = !cairn_map_is_open(map, cairn_cell_at(x, y - 1)) &&
                     !cairn_map_is_open(map, cairn_cell_at(x, y + STREET));
    return open == STREET && has_walls;
}

/* The longest street from left to right, exactly so wide, between houses: its two ends. */
static void find_street(const cairn_map *map, cairn_cell ends[2])
{
    uint32_t longest = 0;
    for (uint32_t y = 1; y + STREET < CITY; y++) {
        for (uint32_t x = 0, from = 0; x <= CITY; x++) {
            if (x < CITY && is_street(map, x, y))
                continue;
            if (x - from > longest) {
                longest = x - from;
                ends[0] = cairn_cell_at(from, y);
                ends[1] = cairn_cell_at(x - 1, y);
            }
            from = x + 1;
        }
    }
}

static uint32_t run_until_arrived(harness_march *march)
{
    uint32_t frames = 0;
    while (frames < MOST_FRAMES && harness_march_count_arrived(march) < march->def.agents) {
        bench_check(harness_march_step(march), "a frame");
        frames++;
    }
    return frames;
}

static bool measure_street(const bench_crowd_world *world)
{
    cairn_cell ends[2] = {0}, starts[2 * ARMY];
    find_street(world->map, ends);
    uint32_t y = cairn_cell_get_y(ends[0]);
    for (uint32_t i = 0; i < ARMY; i++) {
        starts[i] = cairn_cell_at(cairn_cell_get_x(ends[0]) + i / STREET, y + i % STREET);
        starts[ARMY + i] = cairn_cell_at(cairn_cell_get_x(ends[1]) - i / STREET, y + i % STREET);
    }
    harness_march_def def = bench_crowd_define(world, 2 * ARMY);
    def.starts = starts;
    def.orders = HARNESS_ORDERS_SWAP;
    def.occupancy = CAIRN_OCCUPANCY_CELLS;
    harness_march *march = bench_crowd_open(&def);
    uint32_t frames = run_until_arrived(march), arrived = harness_march_count_arrived(march);
    bool clear = is_clear(march);
    printf("  Two armies of %d change places in a street of %d x %u cells: %u of %d arrive, in %u "
           "frames; %llu overlaps, %llu swaps: %s\n",
           ARMY, STREET, (unsigned)(cairn_cell_get_x(ends[1]) - cairn_cell_get_x(ends[0]) + 1),
           (unsigned)arrived, 2 * ARMY, (unsigned)frames, (unsigned long long)march->watch.overlaps,
           (unsigned long long)march->watch.swaps,
           bench_crowd_judge(world, clear && arrived == 2 * ARMY));
    bench_crowd_close(march);
    return clear;
}

/* ---- one place ---- */

/* Members that moved after they had arrived, and all such moves. */
static uint32_t run_settling(harness_march *march, uint32_t *frames, uint64_t *moves)
{
    uint8_t has_arrived[SETTLERS] = {0}, has_moved[SETTLERS] = {0};
    cairn_cell before[SETTLERS];
    uint32_t moved = 0, arrived = 0;
    for (*frames = 0; *frames < MOST_FRAMES && arrived < SETTLERS; ++*frames) {
        const cairn_cell *cells = cairn_crowd_get_cells(march->crowd);
        const uint8_t *states = cairn_crowd_get_states(march->crowd);
        for (uint32_t i = 0; i < SETTLERS; i++)
            before[i] = cells[i];
        bench_check(harness_march_step(march), "a frame");
        arrived = 0;
        for (uint32_t i = 0; i < SETTLERS; i++) {
            has_moved[i] |= has_arrived[i] && cells[i] != before[i];
            *moves += has_arrived[i] && cells[i] != before[i];
            has_arrived[i] |= states[i] == CAIRN_MEMBER_ARRIVED;
            arrived += states[i] == CAIRN_MEMBER_ARRIVED;
        }
    }
    for (uint32_t i = 0; i < SETTLERS; i++)
        moved += has_moved[i];
    return moved;
}

static bool measure_settling(const bench_crowd_world *world)
{
    harness_march_def def = bench_crowd_define(world, SETTLERS);
    uint32_t frames = 0;
    uint64_t moves = 0;
    def.orders = HARNESS_ORDERS_SAME;
    def.occupancy = CAIRN_OCCUPANCY_CELLS;
    harness_march *march = bench_crowd_open(&def);
    uint32_t moved = run_settling(march, &frames, &moves),
             arrived = harness_march_count_arrived(march);
    bool clear = is_clear(march);
    double percent = 100.0 * moved / SETTLERS;
    printf("  All of %d go to one place: %u settle, in %u frames; %.2f %% move after they have "
           "arrived (%.2f %% of all moves); "
           "%llu overlaps, %llu swaps: %s\n",
           SETTLERS, (unsigned)arrived, (unsigned)frames, percent,
           100.0 * (double)moves / (double)march->watch.moves,
           (unsigned long long)march->watch.overlaps, (unsigned long long)march->watch.swaps,
           bench_crowd_judge(world, clear && arrived == SETTLERS && percent < MOST_UNSETTLED));
    bench_crowd_close(march);
    return clear;
}

bool bench_crowd_occupancy(const bench_request *request)
{
    printf("Occupancy, %d members, %d frames after that of the orders: milliseconds of processor "
           "time a "
           "frame, moves, overlaps,\nswaps, members that arrived. Demanded of labels: at most %.1f "
           "ms, 0 "
           "overlaps and swaps\n",
           AGENTS, FRAMES, MOST_MS);
    printf("  map    kind     members       mean     p99    most      moves overlaps  swaps  "
           "arrived\n");
    bool right = bench_crowd_visit(request, measure);
    bench_crowd_world city = open_city();
    right = measure_street(&city) && right;
    right = measure_settling(&city) && right;
    close_city(&city);
    return right;
}
