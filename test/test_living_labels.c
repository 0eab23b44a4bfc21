/* test_living_labels.c (exhaustive): on maps that change, planners and agents by labels of the map as it was
 * at first find optimal paths of the map as it is; agents within their budget, with a planner and
 * without; a planner answers although every call finds another map; jump point search keeps to a
 * limit. */
#include "living_world.h"

#include <stdlib.h>
#include <string.h>

#include "base/meter.h"
#include "faulty.h"
#include "living_paths.h"
#include "plan/scout.h"
#include "search/path_search.h"

/* ---- planners ---- */

static void test_paths_are_optimal(void **state)
{
    living_check_totals totals = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed += TEST_STRIDE) {
        bool large = seed % 4 == 3;
        living_plan plan = {.seed = 1000 + seed,
                            .width = large ? 40 + (uint32_t)seed % 31 : 2 + (uint32_t)seed % 7,
                            .height = large ? 20 + (uint32_t)seed % 29 : 2 + (uint32_t)seed / 9,
                            .changes = large ? 8 : 3,
                            .starts = large ? 8 : 4,
                            .goals = large ? 16 : UINT32_MAX};
        plan.painted = seed % 3 == 1;
        if (seed % 16 == 7) { /* several tiles */
            plan.width = 130 + (uint32_t)seed;
            plan.height = 6 + (uint32_t)seed % 14;
        }
        for (plan.corners = 0; plan.corners < 2; plan.corners++)
            living_check_map(&plan, &totals);
    }
    assert_int_equal(totals.wrong, 0);
    assert_true(totals.pairs > 40000 / TEST_STRIDE);
    assert_true(totals.by_labels * 4 > totals.pairs);
}

enum { HALL_WIDTH = 130, HALL_HEIGHT = 64, HALL = HALL_WIDTH * HALL_HEIGHT };

/* A wall between two halves, in two tiles, that leaves a passage below; in it a tunnel without ends. */
static void draw_hall(uint8_t *cells)
{
    memset(cells, 1, HALL);
    for (int y = 0; y < 58; y++)
        memset(cells + y * HALL_WIDTH + 50, 0, 31);
    memset(cells + 4 * HALL_WIDTH + 52, 1, 27);
}

/* One end of the tunnel alone is of no use; both make the way straight. */
static void test_openings_that_need_each_other(void **state)
{
    static uint8_t cells[HALL];
    const cairn_map_def def = {.size = sizeof def, .changing = 1};
    const cairn_build_def labels = {.size = sizeof labels, .kind = CAIRN_DB_LABELS};
    const cairn_rect ends[2] = {{50, 4, 2, 1}, {79, 4, 2, 1}};
    const cairn_cell from = cairn_cell_at(20, 4), to = cairn_cell_at(110, 4);
    cairn_map *map;
    cairn_build *build;
    cairn_db *db;
    cairn_planner *planner;
    uint32_t first, one, both;
    (void)state;
    draw_hall(cells);
    assert_int_equal(cairn_map_create(HALL_WIDTH, HALL_HEIGHT, cells, &def, &map), CAIRN_OK);
    assert_int_equal(cairn_build_create(map, &labels, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_open_db(build, &db), CAIRN_OK);
    assert_int_equal(cairn_planner_create(map, db, NULL, &planner), CAIRN_OK);
    assert_int_equal(cairn_planner_find(planner, from, to, &first), CAIRN_OK);
    assert_int_equal(cairn_map_set_rect(map, &ends[0], 1), CAIRN_OK);
    assert_int_equal(cairn_planner_find(planner, from, to, &one), CAIRN_OK);
    assert_int_equal(one, first);
    assert_int_equal(test_get_planner_stats(planner).expanded, 0);
    assert_int_equal(cairn_map_set_rect(map, &ends[1], 1), CAIRN_OK);
    assert_int_equal(cairn_planner_find(planner, from, to, &both), CAIRN_OK);
    assert_int_equal(both, 900);
    cairn_planner_destroy(planner);
    cairn_db_close(db);
    cairn_build_destroy(build);
    cairn_map_close(map);
}

/* A search goes on from slice to slice, begins again if the map has changed, and answers nothing about
 * an earlier map. */
static void test_planners_begin_again(void **state)
{
    living_world world;
    cairn_planner *planner;
    uint32_t tenths;
    (void)state;
    living_world_create(&world, 1);
    living_world_set(&world, 0, 0, world.width, world.height, true);
    assert_int_equal(cairn_planner_create(world.map, world.dbs[3], NULL, &planner), CAIRN_OK);
    cairn_cell from = cairn_cell_at(0, 0), to = cairn_cell_at(2, 0);
    assert_int_equal(cairn_planner_find(planner, from, to, &tenths), CAIRN_OK);
    assert_int_equal(tenths, 20);
    living_world_set(&world, 1, 0, 1, 1, false);
    assert_int_equal(cairn_planner_get_distance(planner, &tenths), CAIRN_UNFINISHED);
    assert_int_equal(cairn_planner_run(planner, 0, NULL), CAIRN_OK);
    assert_int_equal(cairn_planner_get_distance(planner, &tenths), CAIRN_OK);
    assert_int_equal(tenths, world.corners == CAIRN_CORNERS_FREE ? 28 : 40);
    living_world_set(&world, 2, 0, 1, 1, false);
    assert_int_equal(cairn_planner_run(planner, 0, NULL), CAIRN_BLOCKED);
    assert_int_equal(cairn_planner_get_distance(planner, &tenths), CAIRN_NOT_STARTED);
    cairn_planner_destroy(planner);
    living_world_destroy(&world);
}

static void test_planners_want_memory(void **state)
{
    living_world world;
    cairn_planner *planner = NULL;
    bool done = false;
    const cairn_cell ends[2] = {cairn_cell_at(0, 0), cairn_cell_at(2, 0)};
    test_faulty faulty = {0};
    cairn_allocator allocator = test_faulty_get_allocator(&faulty);
    cairn_planner_def def = {.size = sizeof def, .allocator = &allocator};
    (void)state;
    living_world_create(&world, 1);
    living_world_set(&world, 0, 0, world.width, world.height, true);
    for (long i = 0; !done; i++) {
        faulty.fail_from = i;
        faulty.fail_end = i + 1;
        faulty.allocations = 0;
        cairn_status status = cairn_planner_create(world.map, world.dbs[3], &def, &planner);
        if (status == CAIRN_OK)
            status = cairn_planner_ask(planner, ends[0], ends[1]);
        done = status == CAIRN_OK;
        assert_true(done || status == CAIRN_MEMORY);
        cairn_planner_destroy(planner);
        planner = NULL;
        assert_int_equal(faulty.live, 0);
        assert_true(i < 8);
    }
    living_world_destroy(&world);
}

/* ---- agents ---- */

/* Closes or opens a few random rectangles. */
static void change(living_world *world, int rects)
{
    for (; rects > 0; rects--) {
        int x = test_draw_below(&world->random, world->width),
            y = test_draw_below(&world->random, world->height);
        int width = 1 + test_draw_below(&world->random, 4);
        int height = 1 + test_draw_below(&world->random, 4);
        living_world_set(world, x, y, width, height, test_draw_below(&world->random, 3) == 0);
    }
}

static cairn_agent *make_agent(const living_world *world, bool with_planner, uint32_t max_work)
{
    cairn_agent_def def = {
        .size = sizeof def, .max_work = max_work, .planner = with_planner ? world->planner : NULL};
    cairn_agent *agent;
    assert_int_equal(cairn_agent_create(world->map, world->dbs[3], &def, &agent), CAIRN_OK);
    return agent;
}

/* A walk to the goal, or `most` steps of it; every move is legal and no step above its budget. */
static bool walk(living_world *world, cairn_agent *agent, uint32_t max_work, int most)
{
    cairn_step step = {.kind = CAIRN_STEP_WAITED};
    cairn_cell cell = cairn_agent_get_cell(agent);
    for (int i = 0; i < most && step.kind != CAIRN_STEP_ARRIVED; i++) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        assert_true(max_work == 0 || step.units <= max_work);
        if (step.cell != cell)
            assert_true(living_world_is_move(world, cell, step.cell));
        cell = step.cell;
    }
    return step.kind == CAIRN_STEP_ARRIVED;
}

static uint64_t get_cost(const cairn_agent *agent)
{
    cairn_agent_stats stats = {.size = sizeof stats};
    assert_int_equal(cairn_agent_get_stats(agent, &stats), CAIRN_OK);
    return stats.cost;
}

/* The reference's cost between two cells; negative if there is no path. */
static int get_optimal(const living_world *world, cairn_cell from, cairn_cell to)
{
    ref_map ref = {world->width, world->height, world->corners == CAIRN_CORNERS_FREE, world->cells};
    int *costs = ref_allocate((size_t)(world->width * world->height), sizeof *costs);
    int start = (int)(cairn_cell_get_y(from) * (uint32_t)world->width + cairn_cell_get_x(from));
    int goal = (int)(cairn_cell_get_y(to) * (uint32_t)world->width + cairn_cell_get_x(to));
    ref_find_costs(&ref, start, costs);
    int cost = costs[goal];
    free(costs);
    return cost;
}

/* Draws two joined cells; false if that does not succeed. */
static bool draw_problem(living_world *world, cairn_cell ends[2])
{
    for (int i = 0; i < 50; i++) {
        ends[0] = living_world_draw(world);
        ends[1] = living_world_draw(world);
        if (living_world_is_joined(world, ends[0], ends[1]))
            return true;
    }
    return false;
}

enum { BUDGETS = 2 };
static const uint32_t budgets[BUDGETS] = {0, CAIRN_MIN_WORK};

/* What a way may be longer than an optimal one, as part of it. */
#define SPARE_PART 128

/* After changes: as good as optimal with a planner; without one they arrive. */
static void test_agents_after_changes(void **state)
{
    uint32_t walks = 0, exact = 0;
    (void)state;
    for (uint32_t number = 0; number < 24; number += TEST_STRIDE) {
        living_world world;
        living_world_create(&world, number);
        for (uint32_t i = 0; i < 40; i++) {
            cairn_cell ends[2];
            uint32_t budget = budgets[i % BUDGETS];
            bool with_planner = i % 4 < 3;
            cairn_agent *agent = make_agent(&world, with_planner, budget);
            change(&world, 3);
            if (draw_problem(&world, ends)) {
                assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
                assert_true(walk(&world, agent, budget, 1 << 20));
                uint64_t optimal = (uint64_t)get_optimal(&world, ends[0], ends[1]);
                assert_true(!with_planner || get_cost(agent) <= optimal + optimal / SPARE_PART);
                exact += with_planner && get_cost(agent) == optimal;
                walks++;
            }
            cairn_agent_destroy(agent);
        }
        living_world_destroy(&world);
    }
    assert_true(walks > 500 / TEST_STRIDE && exact > walks / 2);
}

/* Changes under way: every move is legal, and they arrive. */
static void test_agents_under_way(void **state)
{
    uint32_t walks = 0;
    (void)state;
    for (uint32_t number = 0; number < 24; number += TEST_STRIDE) {
        living_world world;
        living_world_create(&world, number);
        for (uint32_t i = 0; i < 60; i++) {
            cairn_cell ends[2];
            uint32_t budget = budgets[i % BUDGETS];
            cairn_agent *agent = make_agent(&world, i % 4 < 3, budget);
            bool begun = draw_problem(&world, ends) &&
                         cairn_agent_start(agent, ends[0], ends[1]) == CAIRN_OK;
            for (int steps = 0; begun && steps < 12; steps++) {
                (void)walk(&world, agent, budget, 1 + test_draw_below(&world.random, 3));
                cairn_cell cell = cairn_agent_get_cell(agent);
                change(&world, 1);
                if (!living_world_is_joined(&world, cell, ends[1]))
                    begun = false;
            }
            if (begun) {
                assert_true(walk(&world, agent, budget, 1 << 20));
                walks++;
            }
            cairn_agent_destroy(agent);
            living_world_undo(&world);
        }
        living_world_destroy(&world);
    }
    assert_true(walks > 200 / TEST_STRIDE);
}

/* Only closings, and a walk that was whole: it stays what it was, move by move. */
static void test_changes_elsewhere_change_nothing(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 24; number += TEST_STRIDE) {
        living_world world;
        cairn_cell ends[2];
        living_world_create(&world, number);
        cairn_agent *agent = make_agent(&world, true, 0);
        for (uint32_t i = 0; i < 20 && draw_problem(&world, ends); i++) {
            int optimal = get_optimal(&world, ends[0], ends[1]);
            assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
            bool arrived = false, longer = false;
            while (!arrived && !longer) {
                arrived = walk(&world, agent, 0, 2);
                int x = test_draw_below(&world.random, world.width),
                    y = test_draw_below(&world.random, world.height);
                cairn_cell cell = cairn_agent_get_cell(agent);
                if (!arrived && cell != cairn_cell_at((uint32_t)x, (uint32_t)y))
                    living_world_set(&world, x, y, 1, 1, false);
                int rest = get_optimal(&world, cell, ends[1]);
                longer = rest < 0 || (int)get_cost(agent) + rest > optimal;
            }
            assert_true(longer || (int)get_cost(agent) <= optimal + optimal / SPARE_PART);
            living_world_undo(&world);
        }
        cairn_agent_destroy(agent);
        living_world_destroy(&world);
    }
}

/* ---- scouts ---- */

/* The map changes before every call, and each has a few units: the scout still comes to an end. */
static void test_scouts_come_to_an_end(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 24; number += TEST_STRIDE) {
        living_world world;
        cairn_cell ends[2];
        living_world_create(&world, number);
        cairn__scout *scout;
        assert_int_equal(cairn__planner_get_scout(world.planner, &scout), CAIRN_OK);
        for (uint32_t i = 0; i < 20 && draw_problem(&world, ends); i++) {
            cairn__ask ask = {.state = CAIRN__ASK_NONE};
            uint32_t calls = 0;
            const cairn__way_question asked = {
                .from = cairn__unpack(ends[0]), .to = cairn__unpack(ends[1]), .most = UINT32_MAX};
            cairn__scout_ask(scout, &ask, &asked);
            for (; ask.state == CAIRN__ASK_WAITS; calls++) {
                cairn__meter meter = {.left = 16};
                change(&world, 1);
                cairn__scout_run(scout, &ask, &meter);
                assert_true(calls < 5000);
            }
            if (ask.state == CAIRN__ASK_FOUND)
                assert_true(ask.way.count >= 1 && ask.way.count <= CAIRN__WAY_CELLS &&
                            cairn__pack(ask.way.cells[0]) == ends[0]);
            living_world_undo(&world);
        }
        living_world_destroy(&world);
    }
}

/* Questions are answered in turn; one that is taken back is not. */
static void test_scouts_answer_in_turn(void **state)
{
    living_world world;
    cairn__ask asks[3] = {{.state = CAIRN__ASK_NONE}};
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    (void)state;
    living_world_create(&world, 2);
    cairn__scout *scout;
    assert_int_equal(cairn__planner_get_scout(world.planner, &scout), CAIRN_OK);
    living_world_set(&world, 0, 0, world.width, world.height, true);
    for (uint16_t i = 0; i < 3; i++) {
        const cairn__way_question asked = {.to = {.x = i, .y = 0}, .most = 19};
        cairn__scout_ask(scout, &asks[i], &asked);
    }
    cairn__scout_forget(scout, &asks[0]);
    cairn__scout_run(scout, &asks[2], &meter);
    assert_int_equal(asks[0].state, CAIRN__ASK_NONE);
    assert_int_equal(asks[1].state, CAIRN__ASK_FOUND);
    assert_int_equal(asks[1].distance, 10);
    assert_int_equal(asks[1].way.count, 2);
    assert_int_equal(asks[2].state, CAIRN__ASK_FAILED);
    living_world_destroy(&world);
}

/* ---- limits ---- */

static void test_jumps_keep_to_a_limit(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 24; number += TEST_STRIDE) {
        living_world world;
        cairn_cell ends[2];
        cairn__path_search *search;
        cairn_allocator allocator = {0};
        test_faulty faulty = {.fail_from = -1};
        allocator = test_faulty_get_allocator(&faulty);
        living_world_create(&world, number);
        assert_int_equal(cairn__path_create_jump(world.map, &allocator, &search), CAIRN_OK);
        for (uint32_t i = 0; i < 40 && draw_problem(&world, ends); i++) {
            uint32_t optimal = (uint32_t)get_optimal(&world, ends[0], ends[1]), cost;
            for (uint32_t most = optimal < 2 ? 0 : optimal - 2; most <= optimal + 2; most++) {
                search->plan.most = most;
                cairn_status status =
                    cairn__path_find(search, cairn__unpack(ends[0]), cairn__unpack(ends[1]), &cost);
                assert_int_equal(status, most < optimal ? CAIRN_NO_PATH : CAIRN_OK);
                assert_true(most < optimal || cost == optimal);
            }
        }
        cairn__path_destroy(search);
        assert_int_equal(faulty.live, 0);
        living_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths_are_optimal),
        cmocka_unit_test(test_openings_that_need_each_other),
        cmocka_unit_test(test_planners_begin_again),
        cmocka_unit_test(test_planners_want_memory),
        cmocka_unit_test(test_agents_after_changes),
        cmocka_unit_test(test_agents_under_way),
        cmocka_unit_test(test_changes_elsewhere_change_nothing),
        cmocka_unit_test(test_scouts_come_to_an_end),
        cmocka_unit_test(test_scouts_answer_in_turn),
        cmocka_unit_test(test_jumps_keep_to_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
