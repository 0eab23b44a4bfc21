/* test_repair_swap.c (property): a new database is swapped in: agents under way and planners go on with
 * it and find shortest paths; what changes meanwhile is not lost; wrong databases are refused; and the
 * same calls lead to the same moves. */
#include "repair_world.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void create(repair_world *world, cairn_scene_kind scene, cairn_corners corners)
{
    repair_world_create(world, scene, 120, 90, corners, CAIRN_DB_LABELS);
    repair_world_create_repair(world, 1, NULL);
}

/* ---- shortest paths ---- */

static void check_planner(repair_world *world, cairn_planner *planner, uint32_t problems)
{
    for (uint32_t i = 0; i < problems; i++) {
        cairn_cell from = repair_world_draw(world), to = repair_world_draw(world);
        uint32_t cost = repair_world_measure(world, from, to), found = UINT32_MAX;
        cairn_status status = cairn_planner_find(planner, from, to, &found);
        assert_int_equal(status, cost != UINT32_MAX ? CAIRN_OK : CAIRN_NO_PATH);
        assert_int_equal(found, cost);
    }
}

/* A search that was begun with the old database ends with the new one. */
static void check_search_on_its_way(repair_world *world, cairn_planner *planner)
{
    cairn_cell from = repair_world_draw(world), to = repair_world_draw(world);
    uint32_t found = 0;
    cairn_status status = cairn_planner_ask(planner, from, to);
    const cairn_db *db = repair_world_renew(world, 65536);
    assert_int_equal(cairn_planner_set_db(planner, db, NULL), CAIRN_OK);
    if (status != CAIRN_OK)
        return;
    assert_int_equal(cairn_planner_get_distance(planner, &found), CAIRN_UNFINISHED);
    assert_int_equal(cairn_planner_run(planner, 0, NULL), CAIRN_OK);
    assert_int_equal(cairn_planner_get_distance(planner, &found), CAIRN_OK);
    assert_int_equal(found, repair_world_measure(world, from, to));
}

static void test_planner_goes_on(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        repair_world world;
        cairn_planner *planner;
        create(&world, i < 2 ? CAIRN_SCENE_ROOMS : CAIRN_SCENE_CAVES, i % 2);
        assert_int_equal(cairn_planner_create(world.map, world.db, NULL, &planner), CAIRN_OK);
        for (uint32_t round = 0; round < 3; round++) {
            repair_world_change(&world, 12, true);
            repair_world_change(&world, 8, false);
            check_search_on_its_way(&world, planner);
            check_planner(&world, planner, 60);
        }
        cairn_planner_destroy(planner);
        repair_world_destroy(&world);
    }
}

/* ---- agents ---- */

enum { AGENTS = 12, BUDGET = CAIRN_MIN_WORK };

static void create_agents(const repair_world *world, cairn_agent **agents)
{
    cairn_agent_def def = {.size = sizeof def, .max_work = BUDGET};
    for (uint32_t i = 0; i < AGENTS; i++)
        assert_int_equal(cairn_agent_create(world->map, world->db, &def, &agents[i]), CAIRN_OK);
}

static void destroy_agents(cairn_agent **agents)
{
    for (uint32_t i = 0; i < AGENTS; i++)
        cairn_agent_destroy(agents[i]);
}

static void start_agents(repair_world *world, cairn_agent **agents)
{
    for (uint32_t i = 0; i < AGENTS;) {
        cairn_cell from = repair_world_draw(world), to = repair_world_draw(world);
        i += cairn_agent_start(agents[i], from, to) == CAIRN_OK;
    }
}

/* Walks to the goal; the cost of the moves. */
static uint32_t walk(const repair_world *world, cairn_agent *agent)
{
    cairn_cell cell = cairn_agent_get_cell(agent);
    uint32_t cost = 0;
    cairn_step step = {.kind = CAIRN_STEP_WAITED};
    for (uint32_t steps = 0; step.kind != CAIRN_STEP_ARRIVED; steps++) {
        assert_true(steps < 100000);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        assert_true(step.units <= BUDGET);
        assert_true(cairn_map_is_open(world->map, step.cell));
        cost += cairn_cell_get_distance(cell, step.cell);
        cell = step.cell;
    }
    return cost;
}

/* Agents take a few steps, the map changes, they get the new database, and go on the shortest way. */
static void test_agents_go_on(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        repair_world world;
        cairn_agent *agents[AGENTS];
        create(&world, i < 2 ? CAIRN_SCENE_ROOMS : CAIRN_SCENE_CAVES, i % 2);
        create_agents(&world, agents);
        start_agents(&world, agents);
        for (uint32_t j = 0; j < AGENTS * 15; j++) {
            cairn_step step;
            assert_int_equal(cairn_agent_step(agents[j % AGENTS], &step), CAIRN_OK);
        }
        repair_world_change(&world, 14, true);
        repair_world_change(&world, 10, true);
        const cairn_db *db = repair_world_renew(&world, CAIRN_MIN_REPAIR);
        for (uint32_t j = 0; j < AGENTS; j++) {
            cairn_cell goal = cairn_agent_get_goal(agents[j]);
            assert_int_equal(cairn_agent_set_db(agents[j], db, NULL), CAIRN_OK);
            assert_int_equal(cairn_agent_get_goal(agents[j]), goal);
            uint32_t cost = repair_world_measure(&world, cairn_agent_get_cell(agents[j]), goal);
            assert_int_equal(walk(&world, agents[j]), cost);
        }
        destroy_agents(agents);
        repair_world_destroy(&world);
    }
}

/* ---- changes meanwhile ---- */

/* What is opened during a rebuild is a difference to the new base: worth another rebuild, after which
 * paths lead through it. */
static void test_changes_during_a_rebuild(void **state)
{
    static const cairn_change wall = {.rect = {60, 0, 3, 90}},
                              door = {.rect = {60, 40, 3, 4}, .open = 1};
    repair_world world;
    cairn_planner *planner;
    const cairn_db *db, *older;
    (void)state;
    create(&world, CAIRN_SCENE_OPEN, CAIRN_CORNERS_STRICT);
    assert_int_equal(cairn_planner_create(world.map, world.db, NULL, &planner), CAIRN_OK);
    assert_int_equal(cairn_map_change(world.map, &wall, 1), CAIRN_OK);
    assert_int_equal(cairn_repair_follow(world.repair), CAIRN_OK);
    assert_int_equal(cairn_repair_run(world.repair, CAIRN_MIN_REPAIR, NULL), CAIRN_UNFINISHED);
    assert_int_equal(cairn_map_change(world.map, &door, 1), CAIRN_OK);
    assert_int_equal(cairn_repair_follow(world.repair), CAIRN_OK);
    (void)repair_world_run(&world, 65536);
    assert_int_equal(cairn_repair_swap(world.repair, &older), CAIRN_OK);
    assert_int_equal(cairn_planner_set_db(planner, older, NULL), CAIRN_OK);
    check_planner(&world, planner, 60); /* the door is a difference to the new base */
    db = repair_world_renew(&world, 65536);
    assert_ptr_not_equal(db, older);
    assert_int_equal(test_get_db_info(db).fingerprint, test_get_map_info(world.map).state);
    assert_int_equal(cairn_planner_set_db(planner, db, NULL), CAIRN_OK);
    check_planner(&world, planner, 100);
    cairn_planner_destroy(planner);
    repair_world_destroy(&world);
}

static void *run_all(void *repair)
{
    return cairn_repair_run(repair, 0, NULL) == CAIRN_OK ? repair : NULL;
}

/* On a thread of the game's own, while the map changes and agents step. */
static void test_run_on_a_thread(void **state)
{
    repair_world world;
    cairn_agent *agents[AGENTS];
    const cairn_db *db;
    pthread_t thread;
    void *answer;
    (void)state;
    create(&world, CAIRN_SCENE_CAVES, CAIRN_CORNERS_STRICT);
    create_agents(&world, agents);
    start_agents(&world, agents);
    repair_world_change(&world, 12, true);
    assert_int_equal(cairn_repair_follow(world.repair), CAIRN_OK);
    assert_int_equal(pthread_create(&thread, NULL, run_all, world.repair), 0);
    for (uint32_t frame = 0; repair_world_get_phase(&world) != CAIRN_REPAIR_READY; frame++) {
        cairn_step step;
        if (frame < 20)
            repair_world_change(&world, 2, true);
        assert_int_equal(cairn_agent_step(agents[frame % AGENTS], &step), CAIRN_OK);
    }
    assert_int_equal(pthread_join(thread, &answer), 0);
    assert_non_null(answer);
    assert_int_equal(cairn_repair_swap(world.repair, &db), CAIRN_OK);
    for (uint32_t i = 0; i < AGENTS; i++)
        assert_int_equal(cairn_agent_set_db(agents[i], db, NULL), CAIRN_OK);
    destroy_agents(agents);
    repair_world_destroy(&world);
}

/* ---- lockstep ---- */

/* A game of some frames; a number that depends on where every agent was in each, and on when databases
 * were swapped in. */
static uint64_t play(uint64_t units)
{
    repair_world world;
    cairn_agent *agents[AGENTS];
    uint64_t trace = 0, swaps = 0;
    create(&world, CAIRN_SCENE_CAVES, CAIRN_CORNERS_STRICT);
    create_agents(&world, agents);
    start_agents(&world, agents);
    for (uint32_t frame = 0; frame < 900; frame++) {
        const cairn_db *db;
        if (frame % 64 == 5)
            repair_world_change(&world, 4, frame % 128 == 5);
        assert_int_equal(cairn_repair_follow(world.repair), CAIRN_OK);
        (void)cairn_repair_run(world.repair, units, NULL);
        if (frame % 8 == 0 && cairn_repair_swap(world.repair, &db) == CAIRN_OK) {
            swaps++;
            trace = trace * 31 + frame;
            for (uint32_t i = 0; i < AGENTS; i++)
                assert_int_equal(cairn_agent_set_db(agents[i], db, NULL), CAIRN_OK);
        }
        for (uint32_t i = 0; i < AGENTS; i++) {
            cairn_step step;
            assert_int_equal(cairn_agent_step(agents[i], &step), CAIRN_OK);
            trace = (trace ^ step.cell ^ step.kind << 30) * UINT64_C(0x9e3779b97f4a7c15);
        }
    }
    assert_true(swaps >= 3);
    destroy_agents(agents);
    repair_world_destroy(&world);
    return trace;
}

static void test_same_calls_same_moves(void **state)
{
    (void)state;
    uint64_t trace = play(1 << 20);
    assert_true(trace == play(1 << 20));
}

/* ---- wrong databases ---- */

static void test_wrong_databases(void **state)
{
    repair_world world, other;
    cairn_agent *agents[AGENTS];
    cairn_planner *planner;
    cairn_detail detail = {0};
    (void)state;
    create(&world, CAIRN_SCENE_ROOMS, CAIRN_CORNERS_STRICT);
    repair_world_create(&other, CAIRN_SCENE_MAZE, 120, 90, CAIRN_CORNERS_STRICT, CAIRN_DB_REGIONS);
    create_agents(&world, agents);
    start_agents(&world, agents);
    assert_int_equal(cairn_planner_create(world.map, world.db, NULL, &planner), CAIRN_OK);
    assert_int_equal(cairn_agent_set_db(agents[0], other.db, &detail), CAIRN_KIND);
    assert_int_equal(cairn_planner_set_db(planner, other.db, &detail), CAIRN_MISMATCH);
    assert_int_equal(cairn_agent_set_db(agents[0], NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_planner_set_db(planner, NULL, NULL), CAIRN_ARGUMENT);
    repair_world_change(&world, 12, true);
    const cairn_db *db = repair_world_renew(&world, 0);
    detail.text[0] = '\0';
    assert_int_equal(cairn_agent_set_db(agents[0], world.db, &detail), CAIRN_MISMATCH);
    assert_non_null(strstr(detail.text, "another state"));
    assert_int_equal(cairn_planner_set_db(planner, world.db, &detail), CAIRN_MISMATCH);
    assert_int_equal(cairn_agent_set_db(agents[0], db, &detail), CAIRN_OK);
    (void)walk(&world, agents[0]);
    cairn_planner_destroy(planner);
    destroy_agents(agents);
    repair_world_destroy(&other);
    repair_world_destroy(&world);
}

/* ---- room ---- */

/* Blocks a tenth of all cells: far more bends than before. */
static void make_noise(repair_world *world)
{
    size_t count = (size_t)world->width * world->height;
    uint8_t *cells = malloc(count);
    assert_non_null(cells);
    for (size_t i = 0; i < count; i++)
        cells[i] = test_draw_below(&world->random, 100) >= 10;
    cairn_change change = {.rect = {0, 0, (uint16_t)world->width, (uint16_t)world->height},
                           .cells = cells};
    assert_int_equal(cairn_map_change(world->map, &change, 1), CAIRN_OK);
    free(cells);
}

static void test_room_for_more_bends(void **state)
{
    static const cairn_option fixed = {CAIRN_OPTION_NO_GROWTH, 0, 1};
    cairn_agent_def defs[2] = {{.size = sizeof defs[0]},
                               {.size = sizeof defs[0], .option_count = 1, .options = &fixed}};
    repair_world world;
    cairn_agent *agents[2];
    cairn_detail detail = {0};
    (void)state;
    create(&world, CAIRN_SCENE_OPEN, CAIRN_CORNERS_STRICT);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(cairn_agent_create(world.map, world.db, &defs[i], &agents[i]), CAIRN_OK);
        assert_int_equal(cairn_agent_start(agents[i], cairn_cell_at(2, 2), cairn_cell_at(100, 80)),
                         CAIRN_OK);
    }
    make_noise(&world);
    static const cairn_change ends[] = {{.rect = {1, 1, 3, 3}, .open = 1},
                                        {.rect = {99, 79, 3, 3}, .open = 1}};
    assert_int_equal(cairn_map_change(world.map, ends, 2), CAIRN_OK);
    const cairn_db *db = repair_world_renew(&world, 0);
    assert_true(test_get_figure(db, "bends") > 1100);
    assert_int_equal(cairn_agent_set_db(agents[1], db, &detail), CAIRN_CAPACITY);
    assert_non_null(strstr(detail.text, "no room"));
    assert_int_equal(cairn_agent_set_db(agents[0], db, &detail), CAIRN_OK);
    uint32_t cost = repair_world_measure(&world, cairn_cell_at(2, 2), cairn_cell_at(100, 80));
    cairn_step step = {0};
    cairn_agent_stats stats = {.size = sizeof stats};
    while (step.kind != CAIRN_STEP_ARRIVED)
        assert_int_equal(cairn_agent_step(agents[0], &step), CAIRN_OK);
    assert_int_equal(cairn_agent_get_stats(agents[0], &stats), CAIRN_OK);
    assert_int_equal(stats.cost, cost);
    for (uint32_t i = 0; i < 2; i++)
        cairn_agent_destroy(agents[i]);
    repair_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_planner_goes_on),          cmocka_unit_test(test_agents_go_on),
        cmocka_unit_test(test_changes_during_a_rebuild), cmocka_unit_test(test_run_on_a_thread),
        cmocka_unit_test(test_same_calls_same_moves),    cmocka_unit_test(test_wrong_databases),
        cmocka_unit_test(test_room_for_more_bends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
