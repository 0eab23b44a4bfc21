/* bench_living_opened.c: orders to a crowd where walls were opened that its labels know as walls: 100 blocks
 * of 16 x 16 cells were painted, the labels repaired, and the blocks opened again. Units are all that a frame
 * without a budget spends; frames are those on a budget until no member waits for a plan. */
#include "bench_living.h"

#include <stdio.h>

#include "harness_march.h"

enum { ORDERS = 10000, BLOCKS = 100, SIDE = 16, MAX_WORK = 65536, MOST_FRAMES = 4000, SEED = 1 };

/* Most units, as times those of the same labels without the openings. */
static const double MOST_TIMES = 5;

typedef struct orders {
    uint64_t units;
    double ms; /* of the frame without a budget */
    uint32_t frames;
    uint64_t illegal;
} orders;

static harness_march *open_march(const bench_world *self, const cairn_db *db, uint64_t max_work)
{
    static harness_march march;
    const harness_march_def def = {.map = self->map,
                                   .db = db,
                                   .agents = ORDERS,
                                   .planner = self->planner,
                                   .max_work = max_work,
                                   .seed = SEED};
    bench_check(harness_march_open(&def, &march), "a march");
    return &march;
}

static bool is_waiting(const harness_march *march)
{
    const uint8_t *states = cairn_crowd_get_states(march->crowd);
    for (uint32_t i = 0; i < ORDERS; i++)
        if (states[i] == CAIRN_MEMBER_WAITING)
            return true;
    return false;
}

/* By these labels. */
static orders measure(const bench_world *self, const cairn_db *db)
{
    orders made = {0};
    harness_march *march = open_march(self, db, 0);
    bench_check(harness_march_step(march), "a frame");
    made.units = march->frame.units;
    made.ms = (double)march->frame_ns * 1e-6;
    made.illegal = march->watch.illegal;
    harness_march_close(march);
    march = open_march(self, db, MAX_WORK);
    do {
        bench_check(harness_march_step(march), "a frame");
        made.frames++;
    } while (made.frames < MOST_FRAMES && is_waiting(march));
    made.illegal += march->watch.illegal;
    harness_march_close(march);
    return made;
}

static void print(const char *name, const char *state, orders made, const orders *fresh)
{
    double times = (double)made.units / (double)fresh->units;
    printf("  %-14s %-8s %8.2f %7.1f %8.1f %7u %7.1f  %s\n", name, state, (double)made.units * 1e-6,
           (double)made.units / ORDERS, made.ms, (unsigned)made.frames, times,
           times <= MOST_TIMES ? "" : "missed");
    (void)fflush(stdout);
}

/* ---- a map that was painted, repaired and opened ---- */

static void draw_blocks(const cairn_map *map, cairn_change *blocks)
{
    cairn_map_info info = bench_get_map_info(map);
    uint64_t random = SEED;
    for (uint32_t i = 0; i < BLOCKS; i++) {
        cairn_cell cell = harness_draw_cell(map, &random);
        uint32_t x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell);
        blocks[i] = (cairn_change){
            .rect = {(uint16_t)(x + SIDE <= info.width ? x : info.width - SIDE),
                     (uint16_t)(y + SIDE <= info.height ? y : info.height - SIDE), SIDE, SIDE}};
    }
}

static const cairn_db *run_repair(cairn_repair *repair)
{
    const cairn_db *db = NULL;
    bench_check(cairn_repair_follow(repair), "a repair");
    bench_check(cairn_repair_run(repair, 0, NULL), "a repair");
    bench_check(cairn_repair_swap(repair, &db), "a repair");
    return db;
}

/* False if a move was illegal. */
static bool measure_states(const char *name, const bench_world *self, cairn_repair *repair)
{
    cairn_change blocks[BLOCKS];
    orders fresh = measure(self, self->db);
    print(name, "fresh", fresh, &fresh);
    draw_blocks(self->map, blocks);
    bench_check(cairn_map_change(self->map, blocks, BLOCKS), "painting");
    orders painted = measure(self, self->db);
    print(name, "painted", painted, &fresh);
    const cairn_db *repaired = run_repair(repair);
    for (uint32_t i = 0; i < BLOCKS; i++)
        blocks[i].open = 1;
    bench_check(cairn_map_change(self->map, blocks, BLOCKS), "opening");
    orders opened = measure(self, repaired);
    print(name, "opened", opened, &fresh);
    return fresh.illegal + painted.illegal + opened.illegal == 0;
}

static bool measure_map(const bench_named_map *map)
{
    const cairn_repair_def soon = {.size = sizeof soon, .changes = 1};
    bench_world world;
    cairn_repair *repair;
    bench_world_open(&world, map->path, SEED);
    bench_check(cairn_repair_create(world.map, world.db, &soon, &repair), "a repair");
    bool right = measure_states(map->name, &world, repair);
    cairn_repair_destroy(repair);
    bench_world_close(&world);
    return right;
}

bool bench_living_opened(const bench_request *request)
{
    bench_named_map map;
    bool right = true;
    printf(
        "Orders to %d members where %d blocks of %d x %d cells were painted, repaired and opened "
        "again: M units in\none frame, units an order, ms, frames on a budget of %d units, times "
        "the units of the map as it was at first\n",
        ORDERS, BLOCKS, SIDE, SIDE, MAX_WORK);
    printf("  map            state     M units   order       ms  frames   times\n");
    for (size_t i = 0; bench_find_map(request, &i, &map);)
        right = measure_map(&map) && right;
    return right;
}
