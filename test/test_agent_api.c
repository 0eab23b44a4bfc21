/* test_agent_api.c (api): an agent's border: wrong arguments, problems without a way, memory given
 * and counted, and a table of learned values that is full. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const cairn_algorithm algorithms[] = {CAIRN_KNN, CAIRN_LRTA, CAIRN_ASTAR};

/* A trap that LRTA* must learn its way out of. */
static void create_trap(test_world *world)
{
    test_world_create_of_text(world, 9, 7,
                              "........."
                              "......@.."
                              "......@.."
                              "......@.."
                              "......@.."
                              "@@@@@@@.."
                              ".........",
                              CAIRN_CORNERS_STRICT);
}

/* (1, 4) and (8, 4). */
static const cairn_cell trap_start = 4 << 16 | 1, trap_goal = 4 << 16 | 8;

static cairn_agent_def get_def(const test_world *world, cairn_algorithm algorithm)
{
    cairn_agent_def def = cairn_default_agent_def();
    def.map = world->map;
    def.algorithm = algorithm;
    return def;
}

static cairn_agent *create_agent(const cairn_agent_def *def)
{
    cairn_agent *agent;
    assert_int_equal(cairn_agent_create(def, &agent), CAIRN_OK);
    return agent;
}

/* Steps until the agent arrives or a step fails; returns the last status. */
static cairn_status walk(cairn_agent *agent, cairn_step *step)
{
    cairn_status status = CAIRN_OK;
    memset(step, 0, sizeof *step);
    for (int i = 0; i < 2000 && status == CAIRN_OK && step->kind != CAIRN_STEP_ARRIVED; i++)
        status = cairn_agent_step(agent, step);
    return status;
}

/* ---- definitions ---- */

static void defaults_are_the_papers(void **state)
{
    (void)state;
    cairn_agent_def def = cairn_default_agent_def();
    assert_int_equal(def.algorithm, CAIRN_KNN);
    assert_int_equal(def.enhancements, CAIRN_ENHANCE_ALL);
    assert_int_equal(def.candidates, 10);
    assert_int_equal(def.cutoff, 250);
    assert_int_equal(def.quota_tenths, 30);
    assert_int_equal(def.g_max, 14);
    assert_int_equal(def.growth, CAIRN_GROWTH_ALLOWED);
}

static void algorithms_have_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(algorithms); i++) {
        cairn_algorithm found;
        const char *name = cairn_algorithm_get_name(algorithms[i]);
        assert_non_null(name);
        assert_true(cairn_algorithm_find(name, &found));
        assert_int_equal(found, algorithms[i]);
    }
    cairn_algorithm found;
    assert_null(cairn_algorithm_get_name((cairn_algorithm)99));
    assert_false(cairn_algorithm_find("none", &found));
}

static void check_refused(const cairn_agent_def *def, cairn_status expected)
{
    cairn_agent *agent;
    size_t bytes;
    static max_align_t memory[4096];
    assert_int_equal(cairn_agent_create(def, &agent), expected);
    assert_int_equal(cairn_agent_get_size(def, &bytes), expected);
    assert_int_equal(cairn_agent_create_in(def, memory, sizeof memory, &agent), expected);
}

static void wrong_definitions_are_refused(void **state)
{
    (void)state;
    test_world world;
    create_trap(&world);
    cairn_agent_def def;
    memset(&def, 0, sizeof def);
    def.map = world.map;
    def.algorithm = CAIRN_LRTA;
    def.g_max = 14;
    check_refused(&def, CAIRN_ARGUMENT); /* made without its function */
    check_refused(NULL, CAIRN_ARGUMENT);
    def = cairn_default_agent_def();
    check_refused(&def, CAIRN_ARGUMENT); /* no map */
    def = get_def(&world, (cairn_algorithm)99);
    check_refused(&def, CAIRN_ARGUMENT);
    def = get_def(&world, CAIRN_KNN);
    def.costs = CAIRN_COSTS_SQRT2;
    check_refused(&def, CAIRN_ARGUMENT);
    def = get_def(&world, CAIRN_LRTA);
    def.g_max = 13;
    check_refused(&def, CAIRN_ARGUMENT);
    def.g_max = 1001;
    check_refused(&def, CAIRN_ARGUMENT);
    test_world_destroy(&world);
}

static void check_mismatch(const test_world *world, const test_world *other)
{
    test_database database;
    assert_true(test_database_create(&database, other, 5, 1));
    cairn_agent_def def = get_def(world, CAIRN_KNN);
    def.db = database.db;
    check_refused(&def, CAIRN_MISMATCH);
    def.map = other->map;
    cairn_agent *agent = create_agent(&def);
    cairn_agent_destroy(agent);
    test_database_destroy(&database);
}

static void database_of_another_map_is_refused(void **state)
{
    (void)state;
    test_world world, other;
    test_world_create_of_text(&world, 4, 3, "....@.......", CAIRN_CORNERS_STRICT);
    test_world_create_of_text(&other, 4, 3, "............", CAIRN_CORNERS_STRICT);
    check_mismatch(&world, &other);
    test_world_destroy(&other);
    test_world_create_of_text(&other, 4, 3, "....@.......", CAIRN_CORNERS_FREE);
    check_mismatch(&world, &other);
    test_world_destroy(&other);
    test_world_create_of_text(&other, 3, 4, "....@.......", CAIRN_CORNERS_STRICT);
    check_mismatch(&world, &other);
    test_world_destroy(&other);
    test_world_destroy(&world);
}

static void fragments_of_another_database_are_refused(void **state)
{
    (void)state;
    test_world world;
    test_database first, second;
    cairn_fragments *fragments;
    create_trap(&world);
    assert_true(test_database_create(&first, &world, 3, 1));
    assert_true(test_database_create(&second, &world, 3, 2));
    cairn_db_def db_def = {.size = sizeof db_def};
    assert_int_equal(cairn_fragments_create(second.db, &db_def, &fragments), CAIRN_OK);
    cairn_agent_def def = get_def(&world, CAIRN_KNN);
    def.db = first.db;
    def.fragments = fragments;
    check_refused(&def, CAIRN_ARGUMENT);
    cairn_fragments_destroy(fragments);
    cairn_fragments_destroy(NULL);
    test_database_destroy(&first);
    test_database_destroy(&second);
    test_world_destroy(&world);
}

/* ---- problems ---- */

static void problems_without_a_way_are_refused(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 5, 1, "..@..", CAIRN_CORNERS_STRICT);
    cairn_cell west = cairn_cell_at(0, 0), wall = cairn_cell_at(2, 0), east = cairn_cell_at(4, 0),
               outside = cairn_cell_at(0, 1);
    for (size_t i = 0; i < COUNT(algorithms); i++) {
        cairn_agent_def def = get_def(&world, algorithms[i]);
        cairn_agent *agent = create_agent(&def);
        cairn_step step;
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_ARGUMENT);
        assert_int_equal(cairn_agent_start(agent, wall, west), CAIRN_BLOCKED);
        assert_int_equal(cairn_agent_start(agent, west, wall), CAIRN_BLOCKED);
        assert_int_equal(cairn_agent_start(agent, outside, west), CAIRN_BLOCKED);
        assert_int_equal(cairn_agent_start(agent, west, outside), CAIRN_BLOCKED);
        assert_int_equal(cairn_agent_start(agent, west, east), CAIRN_NO_PATH);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_ARGUMENT);
        cairn_agent_destroy(agent);
    }
    cairn_agent_destroy(NULL);
    test_world_destroy(&world);
}

static void agent_stays_where_it_arrived(void **state)
{
    (void)state;
    test_world world;
    create_trap(&world);
    for (size_t i = 0; i < COUNT(algorithms); i++) {
        cairn_agent_def def = get_def(&world, algorithms[i]);
        cairn_agent *agent = create_agent(&def);
        cairn_step step;
        assert_int_equal(cairn_agent_start(agent, trap_start, trap_goal), CAIRN_OK);
        assert_true(cairn_agent_get_cell(agent) == trap_start);
        assert_int_equal(walk(agent, &step), CAIRN_OK);
        cairn_agent_stats stats = cairn_agent_get_stats(agent);
        assert_true(stats.moves > 0 && stats.memory_bytes > 0);
        for (int j = 0; j < 3; j++) {
            assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
            assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
            assert_true(step.cell == trap_goal);
        }
        assert_int_equal(cairn_agent_get_stats(agent).moves, stats.moves);
        assert_int_equal(cairn_agent_get_stats(agent).cost, stats.cost);
        assert_int_equal(cairn_agent_start(agent, trap_goal, trap_goal), CAIRN_OK);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
        assert_int_equal(cairn_agent_get_stats(agent).moves, 0);
        assert_int_equal(cairn_agent_get_stats(agent).learned, 0);
        cairn_agent_destroy(agent);
    }
    test_world_destroy(&world);
}

/* A problem is not influenced by those before it. */
static void problems_do_not_influence_each_other(void **state)
{
    (void)state;
    test_world world;
    create_trap(&world);
    for (size_t i = 0; i < COUNT(algorithms); i++) {
        cairn_agent_def def = get_def(&world, algorithms[i]);
        cairn_agent *agent = create_agent(&def);
        cairn_agent_stats first = {0};
        for (int j = 0; j < 3; j++) {
            cairn_step step;
            assert_int_equal(cairn_agent_start(agent, trap_start, trap_goal), CAIRN_OK);
            assert_int_equal(walk(agent, &step), CAIRN_OK);
            cairn_agent_stats stats = cairn_agent_get_stats(agent);
            if (j == 0)
                first = stats;
            assert_int_equal(stats.cost, first.cost);
            assert_int_equal(stats.learned, first.learned);
            assert_int_equal(cairn_agent_start(agent, trap_goal, trap_start), CAIRN_OK);
            for (int moves = 0; moves < 5; moves++) /* leave it half done */
                assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        }
        cairn_agent_destroy(agent);
    }
    test_world_destroy(&world);
}

/* The promise of agent.h: 2 * candidates + 2 checks of `cutoff` moves each. */
static void work_of_a_step_is_bounded(void **state)
{
    (void)state;
    test_world world;
    test_database database;
    test_random random = {71};
    test_world_create_scene(&world, CAIRN_SCENE_ROOMS, 80, 80, CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&database, &world, 100, 1));
    cairn_agent_def def = get_def(&world, CAIRN_KNN);
    def.db = database.db;
    def.candidates = 4;
    def.cutoff = 20;
    cairn_agent *agent = create_agent(&def);
    for (int i = 0; i < 60; i++) {
        cairn_step step = {0};
        int from = test_world_draw(&world, &random), to = test_world_draw(&world, &random);
        assert_int_equal(cairn_agent_start(agent, test_world_get_cell(&world, from),
                                           test_world_get_cell(&world, to)),
                         CAIRN_OK);
        for (int moves = 0; moves < 300 && step.kind != CAIRN_STEP_ARRIVED; moves++) {
            assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
            assert_true(step.work.moves <= (2 * 4 + 2) * 20);
            assert_true(step.work.records <= 100);
            assert_true(step.work.states <= 9);
        }
    }
    cairn_agent_destroy(agent);
    test_database_destroy(&database);
    test_world_destroy(&world);
}

/* ---- memory ---- */

static cairn_agent_def get_knn_def(const test_world *world, const test_database *database,
                                   test_counter *counter)
{
    cairn_agent_def def = get_def(world, CAIRN_KNN);
    def.db = database->db;
    def.allocator = test_counter_get_allocator(counter);
    return def;
}

static void walk_sample(cairn_agent *agent, const test_world *world, int count, uint64_t seed)
{
    test_random random = {seed};
    for (int i = 0; i < count; i++) {
        cairn_step step;
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        assert_int_equal(cairn_agent_start(agent, test_world_get_cell(world, from),
                                           test_world_get_cell(world, to)),
                         CAIRN_OK);
        assert_int_equal(walk(agent, &step), CAIRN_OK);
    }
}

static void moving_allocates_nothing(void **state)
{
    (void)state;
    test_world world;
    test_database database;
    create_trap(&world);
    assert_true(test_database_create(&database, &world, 10, 1));
    for (size_t i = 0; i < COUNT(algorithms); i++)
        for (uint32_t g_max = 14; g_max <= 24; g_max += 10) {
            test_counter counter = {0};
            cairn_agent_def def = get_knn_def(&world, &database, &counter);
            def.algorithm = algorithms[i];
            def.g_max = g_max;
            def.learned_capacity = 4096;
            cairn_agent *agent = create_agent(&def);
            size_t allocations = counter.allocations;
            assert_true(allocations > 0);
            walk_sample(agent, &world, 100, 72);
            assert_int_equal(counter.allocations, allocations);
            assert_int_equal(counter.releases, 0);
            cairn_agent_destroy(agent);
            assert_int_equal(counter.allocations, counter.releases);
        }
    test_database_destroy(&database);
    test_world_destroy(&world);
}

/* With little room the table grows a few times, keeps its room, and then no more is needed. */
static void grown_table_is_kept(void **state)
{
    (void)state;
    test_world world;
    test_database database;
    test_counter counter = {0};
    create_trap(&world);
    assert_true(test_database_create(&database, &world, 2, 1));
    cairn_agent_def def = get_knn_def(&world, &database, &counter);
    def.learned_capacity = 1;
    cairn_agent *agent = create_agent(&def);
    size_t created = counter.allocations;
    walk_sample(agent, &world, 100, 73);
    size_t grown = counter.allocations;
    assert_true(grown > created);
    walk_sample(agent, &world, 100, 73);
    assert_int_equal(counter.allocations, grown);
    cairn_agent_destroy(agent);
    assert_int_equal(counter.allocations, counter.releases);
    test_database_destroy(&database);
    test_world_destroy(&world);
}

static void failed_creation_leaves_nothing(void **state)
{
    (void)state;
    test_world world;
    create_trap(&world);
    for (size_t i = 0; i < COUNT(algorithms); i++) {
        cairn_status status = CAIRN_MEMORY;
        for (size_t n = 1; status != CAIRN_OK; n++) {
            test_counter counter = {.fail_at = n};
            cairn_agent_def def = get_def(&world, algorithms[i]);
            def.allocator = test_counter_get_allocator(&counter);
            cairn_agent *agent = NULL;
            status = cairn_agent_create(&def, &agent);
            assert_true(status == CAIRN_OK || status == CAIRN_MEMORY);
            if (status == CAIRN_OK)
                cairn_agent_destroy(agent);
            size_t failed = counter.allocations >= n;
            assert_int_equal(counter.allocations, counter.releases + failed);
            assert_true(n < 100);
        }
    }
    test_world_destroy(&world);
}

/* Where every growth fails once, the agent stays, tries again and goes the same way. */
static void failed_growth_can_be_tried_again(void **state)
{
    (void)state;
    test_world world;
    create_trap(&world);
    cairn_agent_def def = get_def(&world, CAIRN_LRTA);
    cairn_agent *free_agent = create_agent(&def);
    test_counter counter = {0};
    def.allocator = test_counter_get_allocator(&counter);
    def.learned_capacity = 1;
    cairn_agent *agent = create_agent(&def);
    assert_int_equal(cairn_agent_start(agent, trap_start, trap_goal), CAIRN_OK);
    assert_int_equal(cairn_agent_start(free_agent, trap_start, trap_goal), CAIRN_OK);
    cairn_step step = {0}, free_step = {0};
    int failures = 0;
    while (free_step.kind != CAIRN_STEP_ARRIVED) {
        counter.fail_at = counter.allocations + 1;
        cairn_cell before = cairn_agent_get_cell(agent);
        cairn_status status = cairn_agent_step(agent, &step);
        if (status == CAIRN_MEMORY) {
            failures++;
            assert_true(cairn_agent_get_cell(agent) == before);
            counter.fail_at = 0;
            status = cairn_agent_step(agent, &step);
        }
        assert_int_equal(status, CAIRN_OK);
        assert_int_equal(cairn_agent_step(free_agent, &free_step), CAIRN_OK);
        assert_true(step.cell == free_step.cell);
        assert_int_equal(step.kind, free_step.kind);
    }
    assert_true(failures > 0);
    assert_int_equal(cairn_agent_get_stats(agent).learned,
                     cairn_agent_get_stats(free_agent).learned);
    cairn_agent_destroy(agent);
    cairn_agent_destroy(free_agent);
    test_world_destroy(&world);
}

/* ---- a table that may not grow ---- */

static void full_table_stops_the_agent(void **state)
{
    (void)state;
    test_world world;
    test_counter counter = {0};
    create_trap(&world);
    for (size_t i = 0; i < 2; i++) { /* knn without records, lrta */
        cairn_agent_def def = get_def(&world, algorithms[i]);
        def.growth = CAIRN_GROWTH_STOP;
        def.learned_capacity = 2;
        def.allocator = test_counter_get_allocator(&counter);
        cairn_agent *agent = create_agent(&def);
        size_t allocations = counter.allocations;
        cairn_step step;
        assert_int_equal(cairn_agent_start(agent, trap_start, trap_goal), CAIRN_OK);
        assert_int_equal(walk(agent, &step), CAIRN_FULL);
        cairn_cell where = cairn_agent_get_cell(agent);
        cairn_agent_stats stats = cairn_agent_get_stats(agent);
        assert_false(where == trap_goal);
        assert_true(stats.learned >= 2);
        for (int j = 0; j < 3; j++)
            assert_int_equal(cairn_agent_step(agent, &step), CAIRN_FULL);
        assert_true(cairn_agent_get_cell(agent) == where);
        assert_int_equal(cairn_agent_get_stats(agent).moves, stats.moves);
        assert_int_equal(cairn_agent_start(agent, cairn_cell_at(0, 0), cairn_cell_at(3, 0)),
                         CAIRN_OK); /* easy: nothing to learn */
        assert_int_equal(walk(agent, &step), CAIRN_OK);
        assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
        assert_int_equal(counter.allocations, allocations);
        cairn_agent_destroy(agent);
    }
    test_world_destroy(&world);
}

/* What a problem learned says how much room it needs: with so much it is solved. */
static void enough_room_is_enough(void **state)
{
    (void)state;
    test_world world;
    create_trap(&world);
    cairn_agent_def def = get_def(&world, CAIRN_LRTA);
    cairn_agent *agent = create_agent(&def);
    cairn_step step;
    assert_int_equal(cairn_agent_start(agent, trap_start, trap_goal), CAIRN_OK);
    assert_int_equal(walk(agent, &step), CAIRN_OK);
    cairn_agent_stats stats = cairn_agent_get_stats(agent);
    assert_true(stats.learned > 4);
    cairn_agent_destroy(agent);
    def.growth = CAIRN_GROWTH_STOP;
    def.learned_capacity = (uint32_t)stats.learned;
    agent = create_agent(&def);
    assert_int_equal(cairn_agent_start(agent, trap_start, trap_goal), CAIRN_OK);
    assert_int_equal(walk(agent, &step), CAIRN_OK);
    assert_int_equal(cairn_agent_get_stats(agent).cost, stats.cost);
    cairn_agent_destroy(agent);
    test_world_destroy(&world);
}

/* ---- the caller's memory ---- */

static void check_create_in(const cairn_agent_def *def, const test_world *world)
{
    size_t bytes;
    cairn_agent *agent;
    cairn_step step;
    assert_int_equal(cairn_agent_get_size(def, &bytes), CAIRN_OK);
    void *memory = malloc(bytes); /* just so much, for a sanitizer to watch */
    assert_non_null(memory);
    assert_int_equal(cairn_agent_create_in(def, memory, bytes - 1, &agent), CAIRN_CAPACITY);
    assert_int_equal(cairn_agent_create_in(def, memory, 0, &agent), CAIRN_CAPACITY);
    assert_int_equal(cairn_agent_create_in(def, memory, bytes, &agent), CAIRN_OK);
    assert_int_equal(cairn_agent_start(agent, trap_start, trap_goal), CAIRN_OK);
    assert_int_equal(walk(agent, &step), CAIRN_OK);
    walk_sample(agent, world, 30, 74);
    cairn_agent_destroy(agent);
    free(memory);
}

static void agent_lives_in_the_callers_memory(void **state)
{
    (void)state;
    test_world world;
    test_database database;
    create_trap(&world);
    assert_true(test_database_create(&database, &world, 10, 1));
    for (size_t i = 0; i < 2; i++) /* the real-time ones */
        for (uint32_t g_max = 14; g_max <= 24; g_max += 10) {
            test_counter counter = {0};
            cairn_agent_def def = get_knn_def(&world, &database, &counter);
            def.algorithm = algorithms[i];
            def.g_max = g_max;
            def.learned_capacity = 1000;
            def.growth = CAIRN_GROWTH_STOP;
            check_create_in(&def, &world);
            def.enhancements = 0;
            check_create_in(&def, &world);
            assert_int_equal(counter.allocations, 0);
        }
    for (size_t i = 0; i < COUNT(algorithms); i++) { /* growing, the allocator is asked */
        test_counter counter = {0};
        cairn_agent_def def = get_knn_def(&world, &database, &counter);
        def.algorithm = algorithms[i];
        def.learned_capacity = 1;
        check_create_in(&def, &world);
        assert_int_equal(counter.allocations, counter.releases);
    }
    test_database_destroy(&database);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_papers),
        cmocka_unit_test(algorithms_have_names),
        cmocka_unit_test(wrong_definitions_are_refused),
        cmocka_unit_test(database_of_another_map_is_refused),
        cmocka_unit_test(fragments_of_another_database_are_refused),
        cmocka_unit_test(problems_without_a_way_are_refused),
        cmocka_unit_test(agent_stays_where_it_arrived),
        cmocka_unit_test(problems_do_not_influence_each_other),
        cmocka_unit_test(work_of_a_step_is_bounded),
        cmocka_unit_test(moving_allocates_nothing),
        cmocka_unit_test(grown_table_is_kept),
        cmocka_unit_test(failed_creation_leaves_nothing),
        cmocka_unit_test(failed_growth_can_be_tried_again),
        cmocka_unit_test(full_table_stops_the_agent),
        cmocka_unit_test(enough_room_is_enough),
        cmocka_unit_test(agent_lives_in_the_callers_memory),
    };
    return cmocka_run_group_tests_name("agent api", tests, NULL, NULL);
}
