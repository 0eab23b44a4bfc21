/* test_agent_walk.c (api): agents of all algorithms at work: problems without a way, steps and
 * their figures, memory that is counted, and a table of learned values that is full. */
#include "kit.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- problems ---- */

static void check_refused_problems(cairn_agent *agent)
{
    cairn_cell west = cairn_cell_at(0, 0), wall = cairn_cell_at(2, 0), east = cairn_cell_at(4, 0),
               outside = cairn_cell_at(0, 1);
    cairn_step step;
    assert_int_equal(cairn_agent_step(agent, &step), CAIRN_NOT_STARTED);
    assert_int_equal(cairn_agent_start(agent, wall, west), CAIRN_BLOCKED);
    assert_int_equal(cairn_agent_start(agent, west, wall), CAIRN_BLOCKED);
    assert_int_equal(cairn_agent_start(agent, outside, west), CAIRN_BLOCKED);
    assert_int_equal(cairn_agent_start(agent, west, outside), CAIRN_BLOCKED);
    assert_int_equal(cairn_agent_start(agent, west, east), CAIRN_NO_PATH);
    assert_int_equal(cairn_agent_step(agent, &step), CAIRN_NOT_STARTED);
    assert_int_equal(cairn_agent_start(agent, west, cairn_cell_at(1, 0)), CAIRN_OK);
    assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
    assert_int_equal(cairn_agent_start(agent, west, east), CAIRN_NO_PATH);
    assert_int_equal(cairn_agent_step(agent, &step), CAIRN_NOT_STARTED);
}

static void problems_without_a_way_are_refused(void **state)
{
    (void)state;
    kit self;
    kit_create(&self, 5, 1, "..@..", 0);
    for (int i = 0; i < KIT_ALGORITHMS; i++) {
        test_agent_plan plan = kit_plan(&self, kit_algorithms[i]);
        cairn_agent *agent = kit_create_agent(&plan);
        check_refused_problems(agent);
        cairn_agent_destroy(agent);
    }
    cairn_agent_destroy(NULL);
    kit_destroy(&self);
}

static void check_stays(cairn_agent *agent)
{
    cairn_step step;
    assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
    assert_true(cairn_agent_get_cell(agent) == kit_start);
    assert_true(cairn_agent_get_goal(agent) == kit_goal);
    assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
    cairn_agent_stats stats = test_agent_get_stats(agent);
    assert_true(stats.moves > 0 && stats.memory_bytes > 0);
    for (int j = 0; j < 3; j++) {
        assert_int_equal(kit_step(agent, &step), CAIRN_OK);
        assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
        assert_true(step.cell == kit_goal);
        assert_int_equal(step.units, 0);
    }
    cairn_agent_stats after = test_agent_get_stats(agent);
    assert_memory_equal(&after, &stats, sizeof stats);
    assert_int_equal(cairn_agent_start(agent, kit_goal, kit_goal), CAIRN_OK);
    assert_int_equal(kit_step(agent, &step), CAIRN_OK);
    assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
    assert_int_equal(test_agent_get_stats(agent).moves, 0);
    assert_int_equal(test_agent_get_stats(agent).learned, 0);
}

static void agent_stays_where_it_arrived(void **state)
{
    (void)state;
    kit self;
    kit_create_trap(&self, 10);
    for (int i = 0; i < KIT_ALGORITHMS; i++) {
        test_agent_plan plan = kit_plan(&self, kit_algorithms[i]);
        cairn_agent *agent = kit_create_agent(&plan);
        check_stays(agent);
        cairn_agent_destroy(agent);
    }
    kit_destroy(&self);
}

/* A problem is not influenced by those before it. */
static void problems_do_not_influence_each_other(void **state)
{
    (void)state;
    kit self;
    kit_create_trap(&self, 10);
    for (int i = 0; i < KIT_ALGORITHMS; i++) {
        test_agent_plan plan = kit_plan(&self, kit_algorithms[i]);
        cairn_agent *agent = kit_create_agent(&plan);
        cairn_agent_stats first = {0};
        for (int j = 0; j < 3; j++) {
            cairn_step step;
            assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
            assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
            cairn_agent_stats stats = test_agent_get_stats(agent);
            first = j == 0 ? stats : first;
            stats.memory_bytes = first.memory_bytes; /* room is kept */
            assert_memory_equal(&stats, &first, sizeof stats);
            assert_int_equal(cairn_agent_start(agent, kit_goal, kit_start), CAIRN_OK);
            for (int moves = 0; moves < 5; moves++) /* leave it half done */
                assert_int_equal(kit_step(agent, &step), CAIRN_OK);
        }
        cairn_agent_destroy(agent);
    }
    kit_destroy(&self);
}

/* Two agents that are the same: each step is, and all that it spent. */
static void check_same_walks(cairn_agent *agents[2])
{
    cairn_step steps[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++)
        assert_int_equal(cairn_agent_start(agents[i], kit_start, kit_goal), CAIRN_OK);
    while (steps[0].kind != CAIRN_STEP_ARRIVED) {
        cairn_work work[2];
        for (int i = 0; i < 2; i++) {
            assert_int_equal(kit_step(agents[i], &steps[i]), CAIRN_OK);
            work[i] = test_agent_get_plan(agents[i]).work;
        }
        assert_true(steps[0].kind == steps[1].kind && steps[0].cell == steps[1].cell);
        assert_memory_equal(&work[0], &work[1], sizeof work[0]);
        assert_true(test_agent_get_plan(agents[0]).target == test_agent_get_plan(agents[1]).target);
        assert_int_equal(test_agent_get_plan(agents[0]).record,
                         test_agent_get_plan(agents[1]).record);
    }
    cairn_agent_stats stats[2] = {test_agent_get_stats(agents[0]), test_agent_get_stats(agents[1])};
    assert_memory_equal(&stats[0], &stats[1], sizeof stats[0]);
}

/* Without a definition, or with algorithm 0 in it. */
static void agents_walk_by_the_databases_own_algorithm(void **state)
{
    (void)state;
    kit self;
    kit_create_trap(&self, 10);
    for (int i = 0; i < KIT_ALGORITHMS; i++) {
        test_agent_plan plan = kit_plan(&self, kit_algorithms[i]);
        cairn_agent *agents[2] = {NULL, NULL};
        if (plan.db == NULL)
            continue;
        assert_int_equal(test_get_db_info(plan.db).algorithm, kit_algorithms[i]);
        agents[0] = kit_create_agent(&plan);
        assert_int_equal(cairn_agent_create(plan.map, plan.db, NULL, &agents[1]), CAIRN_OK);
        check_same_walks(agents);
        cairn_agent_destroy(agents[1]);
        plan.def.algorithm = CAIRN_ALGORITHM_AUTO;
        agents[1] = kit_create_agent(&plan);
        check_same_walks(agents);
        cairn_agent_destroy(agents[0]);
        cairn_agent_destroy(agents[1]);
    }
    kit_destroy(&self);
}

/* ---- figures ---- */

/* A selection checks the goal, both ends of each candidate, and the second state of the chosen one;
 * none of these problems begins on a state of its record, which would be one more check. */
static void work_of_a_step_is_bounded(void **state)
{
    (void)state;
    test_world world;
    test_database database;
    test_random random = {71};
    test_world_create_scene(&world, CAIRN_SCENE_ROOMS, 80, 80, CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&database, &world, 100, 1));
    test_agent_plan plan = test_plan_agent(world.map, database.db, CAIRN_KNN);
    test_agent_plan_set(&plan, CAIRN_OPTION_CANDIDATES, 4);
    test_agent_plan_set(&plan, CAIRN_OPTION_CUTOFF, 20);
    cairn_agent *agent = kit_create_agent(&plan);
    for (int i = 0; i < 60; i++) {
        cairn_step step = {0};
        int from = test_world_draw(&world, &random), to = test_world_draw(&world, &random);
        assert_int_equal(cairn_agent_start(agent, test_world_get_cell(&world, from),
                                           test_world_get_cell(&world, to)),
                         CAIRN_OK);
        for (int moves = 0; moves < 300 && step.kind != CAIRN_STEP_ARRIVED; moves++) {
            assert_int_equal(kit_step(agent, &step), CAIRN_OK);
            cairn_work work = test_agent_get_plan(agent).work;
            assert_true(work.moves <= (2 * 4 + 2) * 20);
            assert_true(work.records <= 100);
            assert_true(work.states <= 9);
            assert_true(work.traced == 0 && work.scans == 0 && work.entries == 0);
        }
    }
    cairn_agent_destroy(agent);
    test_database_destroy(&database);
    test_world_destroy(&world);
}

/* A caller of an older or of a newer header has a struct of another size. */
static void stats_fill_the_callers_struct(void **state)
{
    (void)state;
    kit self;
    struct {
        cairn_agent_stats stats;
        uint64_t later;
    } larger = {.stats = {.size = sizeof larger}, .later = 5};
    cairn_agent_stats unset = {.size = 0}, shorter;
    cairn_step step;
    kit_create_trap(&self, 10);
    test_agent_plan plan = kit_plan(&self, CAIRN_LRTA);
    cairn_agent *agent = kit_create_agent(&plan);
    assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
    assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
    cairn_agent_stats stats = test_agent_get_stats(agent);
    assert_true(stats.moves > 0 && stats.learned > 0);
    assert_true(stats.memory_states == stats.learned + stats.open_closed && stats.reserved == 0);
    assert_int_equal(cairn_agent_get_stats(agent, &unset), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_agent_get_stats(agent, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_agent_get_stats(NULL, &stats), CAIRN_ARGUMENT);
    assert_int_equal(cairn_agent_get_stats(agent, &larger.stats), CAIRN_OK);
    assert_true(larger.stats.size == sizeof larger && larger.later == 0);
    assert_int_equal(larger.stats.memory_bytes, stats.memory_bytes);
    memset(&shorter, 0x55, sizeof shorter);
    shorter.size = offsetof(cairn_agent_stats, moves);
    assert_int_equal(cairn_agent_get_stats(agent, &shorter), CAIRN_OK);
    assert_int_equal(shorter.size, offsetof(cairn_agent_stats, moves));
    assert_true(shorter.cost == stats.cost && shorter.moves == UINT64_C(0x5555555555555555));
    cairn_agent_destroy(agent);
    kit_destroy(&self);
}

/* ---- memory ---- */

/* On a sound database; lrta, lrts, rtaa, lss, knn and dlrta have room for all that they learn. */
static void moving_allocates_nothing(void **state)
{
    (void)state;
    kit self;
    kit_create_trap(&self, 10);
    for (int i = 0; i < KIT_ALGORITHMS; i++)
        for (uint32_t g_max = 14; g_max <= 24; g_max += 10) {
            test_counter counter = {0};
            cairn_allocator allocator = test_counter_get_allocator(&counter);
            test_agent_plan plan = kit_plan(&self, kit_algorithms[i]);
            plan.def.allocator = &allocator;
            kit_set(&plan, CAIRN_OPTION_G_MAX, g_max);
            kit_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 4096);
            cairn_agent *agent = kit_create_agent(&plan);
            size_t allocations = counter.allocations;
            assert_int_equal(allocations, 1);
            memset(&allocator, 0, sizeof allocator); /* it was copied */
            kit_walk_sample(agent, &self.world, 100, 72);
            assert_int_equal(counter.allocations, allocations);
            assert_int_equal(counter.releases, 0);
            cairn_agent_destroy(agent);
            assert_int_equal(counter.allocations, counter.releases);
        }
    kit_destroy(&self);
}

/* With little room the table grows a few times, keeps its room, and then no more is needed. */
static void grown_table_is_kept(void **state)
{
    (void)state;
    kit self;
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    kit_create_trap(&self, 2);
    test_agent_plan plan = kit_plan(&self, CAIRN_KNN);
    plan.def.allocator = &allocator;
    test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1);
    cairn_agent *agent = kit_create_agent(&plan);
    size_t created = counter.allocations;
    uint64_t bytes = test_agent_get_stats(agent).memory_bytes;
    kit_walk_sample(agent, &self.world, 100, 73);
    size_t grown = counter.allocations;
    uint64_t grown_bytes = test_agent_get_stats(agent).memory_bytes;
    assert_true(grown > created && grown_bytes > bytes);
    kit_walk_sample(agent, &self.world, 100, 73);
    assert_int_equal(counter.allocations, grown);
    assert_int_equal(test_agent_get_stats(agent).memory_bytes, grown_bytes);
    cairn_agent_destroy(agent);
    assert_int_equal(counter.allocations, counter.releases);
    kit_destroy(&self);
}

/* ---- agents that learn their way out of the trap: knn has no record, the others look as far as
 * LRTA* does ---- */

static const cairn_algorithm learners[] = {CAIRN_KNN, CAIRN_LRTA, CAIRN_LRTS, CAIRN_RTAA,
                                           CAIRN_LSS};

static test_agent_plan plan_learner(const kit *self, size_t index)
{
    test_agent_plan plan = kit_plan(self, learners[index]);
    kit_set(&plan, CAIRN_OPTION_DEPTH, 1);
    kit_set(&plan, CAIRN_OPTION_LOOKAHEAD, 1);
    return plan;
}

/* Where a growth fails, the agent stays, tries again and goes the same way. Returns the
 * failures. */
static size_t walk_with_failures(cairn_agent *agent, cairn_agent *other, test_counter *counter)
{
    cairn_step step = {0}, other_step = {0};
    size_t failures = 0;
    while (other_step.kind != CAIRN_STEP_ARRIVED) {
        counter->fail_at = counter->allocations + 1;
        cairn_cell before = cairn_agent_get_cell(agent);
        cairn_status status = kit_step(agent, &step);
        if (status == CAIRN_MEMORY) {
            failures++;
            assert_true(cairn_agent_get_cell(agent) == before && step.cell == before);
            counter->fail_at = 0;
            status = kit_step(agent, &step);
        }
        assert_int_equal(status, CAIRN_OK);
        assert_int_equal(kit_step(other, &other_step), CAIRN_OK);
        assert_true(step.cell == other_step.cell && step.kind == other_step.kind);
    }
    return failures;
}

static void failed_growth_can_be_tried_again(void **state)
{
    (void)state;
    kit self;
    kit_create_trap(&self, 0);
    for (size_t i = 0; i < COUNT(learners); i++) {
        test_counter counter = {0};
        cairn_allocator allocator = test_counter_get_allocator(&counter);
        test_agent_plan plan = plan_learner(&self, i);
        cairn_agent *other = kit_create_agent(&plan);
        plan.def.allocator = &allocator;
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1);
        cairn_agent *agent = kit_create_agent(&plan);
        assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
        assert_int_equal(cairn_agent_start(other, kit_start, kit_goal), CAIRN_OK);
        size_t failures = walk_with_failures(agent, other, &counter);
        assert_true(failures > 0);
        cairn_agent_stats stats = test_agent_get_stats(agent);
        stats.memory_bytes = test_agent_get_stats(other).memory_bytes;
        cairn_agent_stats expected = test_agent_get_stats(other);
        assert_memory_equal(&stats, &expected, sizeof stats);
        cairn_agent_destroy(agent);
        cairn_agent_destroy(other);
        assert_int_equal(counter.allocations, counter.releases + failures);
    }
    kit_destroy(&self);
}

/* ---- a table that may not grow ---- */

static void check_full(cairn_agent *agent)
{
    cairn_step step;
    assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
    assert_int_equal(kit_walk(agent, &step), CAIRN_FULL);
    cairn_cell where = cairn_agent_get_cell(agent);
    cairn_agent_stats stats = test_agent_get_stats(agent);
    assert_false(where == kit_goal);
    assert_true(stats.learned >= 2);
    for (int j = 0; j < 3; j++)
        assert_int_equal(kit_step(agent, &step), CAIRN_FULL);
    assert_true(cairn_agent_get_cell(agent) == where);
    assert_int_equal(test_agent_get_stats(agent).moves, stats.moves);
    assert_int_equal(cairn_agent_start(agent, cairn_cell_at(0, 0), cairn_cell_at(3, 0)),
                     CAIRN_OK); /* easy: nothing to learn */
    assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
    assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
}

static void full_table_stops_the_agent(void **state)
{
    (void)state;
    kit self;
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    kit_create_trap(&self, 0);
    for (size_t i = 0; i < COUNT(learners); i++) {
        test_agent_plan plan = plan_learner(&self, i);
        test_agent_plan_set(&plan, CAIRN_OPTION_NO_GROWTH, 1);
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 2);
        plan.def.allocator = &allocator;
        cairn_agent *agent = kit_create_agent(&plan);
        size_t allocations = counter.allocations;
        check_full(agent);
        assert_int_equal(counter.allocations, allocations);
        cairn_agent_destroy(agent);
    }
    kit_destroy(&self);
}

/* What a problem learned says how much room it needs: with so much it is solved. */
static void enough_room_is_enough(void **state)
{
    (void)state;
    kit self;
    kit_create_trap(&self, 0);
    for (size_t i = 0; i < COUNT(learners); i++) {
        test_agent_plan plan = plan_learner(&self, i);
        cairn_agent *agent = kit_create_agent(&plan);
        cairn_step step;
        assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
        assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
        cairn_agent_stats stats = test_agent_get_stats(agent);
        assert_true(stats.learned > 4);
        cairn_agent_destroy(agent);
        test_agent_plan_set(&plan, CAIRN_OPTION_NO_GROWTH, 1);
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, stats.learned);
        agent = kit_create_agent(&plan);
        assert_int_equal(cairn_agent_start(agent, kit_start, kit_goal), CAIRN_OK);
        assert_int_equal(kit_walk(agent, &step), CAIRN_OK);
        assert_int_equal(test_agent_get_stats(agent).cost, stats.cost);
        cairn_agent_destroy(agent);
    }
    kit_destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_without_a_way_are_refused),
        cmocka_unit_test(agent_stays_where_it_arrived),
        cmocka_unit_test(problems_do_not_influence_each_other),
        cmocka_unit_test(agents_walk_by_the_databases_own_algorithm),
        cmocka_unit_test(work_of_a_step_is_bounded),
        cmocka_unit_test(stats_fill_the_callers_struct),
        cmocka_unit_test(moving_allocates_nothing),
        cmocka_unit_test(grown_table_is_kept),
        cmocka_unit_test(failed_growth_can_be_tried_again),
        cmocka_unit_test(full_table_stops_the_agent),
        cmocka_unit_test(enough_room_is_enough),
    };
    return cmocka_run_group_tests_name("agent walk", tests, NULL, NULL);
}
