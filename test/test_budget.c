/* test_budget.c (property): with a budget no step ever spends more, whatever the algorithm, map and
 * options, and what it says it spent is the sum of its figures; an agent that waits makes the very
 * moves of one without a budget, and does not wait longer than the work takes; one that goes ahead
 * meanwhile makes legal moves, stays near where its plan begins, and arrives. */
#include "budget_cases.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plan/agent_state.h"

enum { MOST_MOVES = 1200, MOST_STEPS = 4000000, PROBLEMS = TEST_STRIDE == 1 ? 2 : 1 };

static cairn_agent *create_agent(const test_agent_plan *plan)
{
    cairn_agent *agent = NULL;
    assert_int_equal(test_agent_create(plan, &agent), CAIRN_OK);
    return agent;
}

static void draw_problem(const budget_world *fix, test_random *random, cairn_cell ends[2])
{
    int from, to;
    do {
        from = test_world_draw(&fix->world, random);
        to = test_world_draw(&fix->world, random);
    } while (from == to || !test_world_is_joined(&fix->world, from, to));
    ends[0] = test_world_get_cell(&fix->world, from);
    ends[1] = test_world_get_cell(&fix->world, to);
}

/* ---- walks ---- */

typedef struct walk {
    uint32_t count; /* of moves kept */
    uint32_t waited;
    cairn_cell cells[MOST_MOVES];
    uint64_t units[MOST_MOVES]; /* of the steps up to each move */
    uint32_t waits[MOST_MOVES]; /* of them */
} walk;

/* A step says what it did, and spends what it may. */
static void check_step(const cairn_agent *agent, const test_agent_plan *plan, cairn_cell before,
                       const cairn_step *step)
{
    bool stayed = before == step->cell;
    cairn_work work = test_agent_get_plan(agent).work;
    assert_int_equal(step->units, test_work_get_units(&work));
    assert_true(plan->def.max_work == 0 || step->units <= plan->def.max_work);
    assert_int_equal(step->kind == CAIRN_STEP_WAITED, stayed);
    assert_int_equal(step->kind == CAIRN_STEP_ARRIVED, step->cell == cairn_agent_get_goal(agent));
    if (!stayed) {
        uint32_t distance = cairn_cell_get_distance(before, step->cell);
        cairn_climb climb;
        assert_true(distance == 10 || distance == 14);
        assert_int_equal(cairn_map_find_climb(plan->map, before, step->cell, 1, &climb), CAIRN_OK);
        assert_true(climb.reached);
    }
}

/* Walks to the goal, or as far as the room for moves goes. */
static void walk_on(cairn_agent *agent, const test_agent_plan *plan, const cairn_cell ends[2],
                    walk *made)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = ends[0]};
    memset(made, 0, sizeof *made);
    assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED && made->count < MOST_MOVES; i++) {
        cairn_cell before = step.cell;
        assert_true(i < MOST_STEPS);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        check_step(agent, plan, before, &step);
        made->units[made->count] += step.units;
        made->waits[made->count] += step.kind == CAIRN_STEP_WAITED;
        made->waited += step.kind == CAIRN_STEP_WAITED;
        if (step.kind != CAIRN_STEP_WAITED)
            made->cells[made->count++] = step.cell;
    }
}

/* ---- waiting ---- */

static walk unlimited, limited;

/* What a step may leave of its budget because the next piece of work does not fit in. */
#define WASTE 128

/* The agent waits for the work that a move takes, and for nothing else. */
static void check_waits(const budget_setting *wanted, uint32_t budget)
{
    for (uint32_t i = 0; i < limited.count; i++)
        if (limited.waits[i] > unlimited.units[i] / (budget - WASTE))
            fail_msg("%s: %u steps of %u units waited for %" PRIu64 " units", wanted->name,
                     limited.waits[i], budget, unlimited.units[i]);
}

static void compare_stats(const cairn_agent *free_agent, const cairn_agent *agent)
{
    cairn_agent_stats a = test_agent_get_stats(free_agent), b = test_agent_get_stats(agent);
    assert_true(a.cost == b.cost && a.moves == b.moves && a.learned == b.learned);
    assert_true(a.selections == b.selections && a.failures == b.failures);
}

static uint32_t compare_walks(const budget_world *fix, const budget_setting *wanted,
                              uint32_t budget)
{
    test_agent_plan free_plan = budget_get_plan(fix, wanted), plan = free_plan;
    plan.def.max_work = budget;
    cairn_agent *free_agent = create_agent(&free_plan), *agent = create_agent(&plan);
    test_random random = {17};
    uint32_t waited = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        cairn_cell ends[2];
        draw_problem(fix, &random, ends);
        walk_on(free_agent, &free_plan, ends, &unlimited);
        assert_int_equal(unlimited.waited, 0);
        walk_on(agent, &plan, ends, &limited);
        if (limited.count != unlimited.count ||
            memcmp(limited.cells, unlimited.cells, limited.count * sizeof limited.cells[0]) != 0)
            fail_msg("%s on %s: another walk with a budget of %u", wanted->name, fix->world.name,
                     budget);
        check_waits(wanted, budget);
        compare_stats(free_agent, agent);
        waited += limited.waited;
    }
    cairn_agent_destroy(agent);
    cairn_agent_destroy(free_agent);
    return waited;
}

static void waiting_changes_no_move(void **state)
{
    (void)state;
    static const uint32_t budgets[] = {CAIRN_MIN_WORK, 2000, 10000};
    uint32_t waited[BUDGET_SETTINGS] = {0};
    for (int i = 0; i < BUDGET_WORLDS; i++)
        for (int j = 0; j < BUDGET_SETTINGS; j++)
            for (int k = 0; budget_is_possible(&budget_worlds[i], &budget_settings[j]) && k < 3;
                 k++) {
                if (k > 0 && !test_looks_at((uint64_t)(i + j + k)))
                    continue;
                uint32_t now = compare_walks(&budget_worlds[i], &budget_settings[j], budgets[k]);
                waited[j] += k == 0 ? now : 0;
            }
    for (int j = 0; j < BUDGET_SETTINGS; j++)
        if ((waited[j] > 0) != budget_settings[j].waits)
            fail_msg("%s waited %u times", budget_settings[j].name, waited[j]);
}

/* ---- going ahead ---- */

static void walk_busily(cairn_agent *agent, const test_agent_plan *plan, const cairn_cell ends[2],
                        uint32_t *ahead)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = ends[0]};
    uint64_t cost = 0, moves = 0;
    assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED && i < 20 * MOST_MOVES; i++) {
        cairn_cell before = step.cell;
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        check_step(agent, plan, before, &step);
        assert_true(step.cell == cairn_agent_get_cell(agent));
        cost += cairn_cell_get_distance(before, step.cell);
        moves += step.kind != CAIRN_STEP_WAITED;
        /* From where the plan begins, the agent's own cell, it goes straight. */
        assert_true(agent->mover.trail.count <= CAIRN_BUSY_MOVES);
        uint32_t away =
            agent->mover.trail.count *
            (agent->mover.trail.count > 0 ? cairn__move_cost(agent->mover.trail.move) : 0);
        assert_int_equal(cairn_cell_get_distance(cairn__pack(agent->mover.cell), step.cell), away);
        *ahead += agent->unfinished && step.kind == CAIRN_STEP_MOVED;
    }
    cairn_agent_stats stats = test_agent_get_stats(agent);
    assert_true(stats.cost == cost && stats.moves == moves);
}

static void going_ahead_is_legal_and_near(void **state)
{
    (void)state;
    uint32_t ahead[BUDGET_SETTINGS] = {0};
    for (int i = 0; i < BUDGET_WORLDS; i++) {
        const budget_world *fix = &budget_worlds[i];
        for (int j = 0; j < BUDGET_SETTINGS; j++) {
            if (!budget_is_possible(fix, &budget_settings[j]))
                continue;
            test_agent_plan plan = budget_get_plan(fix, &budget_settings[j]);
            plan.def.max_work = CAIRN_MIN_WORK;
            plan.def.busy = CAIRN_BUSY_MOVE;
            cairn_agent *agent = create_agent(&plan);
            test_random random = {23};
            for (int k = 0; k < PROBLEMS; k++) {
                cairn_cell ends[2];
                draw_problem(fix, &random, ends);
                walk_busily(agent, &plan, ends, &ahead[j]);
            }
            cairn_agent_destroy(agent);
        }
    }
    for (int j = 0; j < BUDGET_SETTINGS; j++)
        if ((ahead[j] > 0) != budget_settings[j].waits)
            fail_msg("%s went ahead %u times", budget_settings[j].name, ahead[j]);
}

/* Algorithms that are complete whatever they meet on the way arrive. */
static void going_ahead_arrives(void **state)
{
    (void)state;
    const budget_world *fix = &budget_worlds[0];
    for (int j = 0; j < BUDGET_SETTINGS; j++) {
        test_agent_plan plan = budget_get_plan(fix, &budget_settings[j]);
        plan.def.max_work = CAIRN_MIN_WORK;
        plan.def.busy = CAIRN_BUSY_MOVE;
        cairn_agent *agent = create_agent(&plan);
        test_random random = {29};
        for (int k = 0; k < PROBLEMS; k++) {
            cairn_cell ends[2];
            cairn_step step = {.kind = CAIRN_STEP_MOVED};
            draw_problem(fix, &random, ends);
            assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
            for (int i = 0; step.kind != CAIRN_STEP_ARRIVED; i++) {
                assert_true(i < MOST_STEPS);
                assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
            }
        }
        cairn_agent_destroy(agent);
    }
}

/* A problem that is given up half-way leaves nothing behind. */
static void a_new_start_forgets_the_old_plan(void **state)
{
    (void)state;
    const budget_world *fix = &budget_worlds[3];
    for (int j = 0; j < BUDGET_SETTINGS; j++) {
        test_agent_plan plan = budget_get_plan(fix, &budget_settings[j]);
        plan.def.max_work = CAIRN_MIN_WORK;
        cairn_agent *fresh = create_agent(&plan), *used = create_agent(&plan);
        test_random random = {31};
        for (int steps = 1; steps < 12; steps++) {
            cairn_cell ends[2], others[2];
            cairn_step step;
            draw_problem(fix, &random, others);
            draw_problem(fix, &random, ends);
            if (!test_looks_at((uint64_t)(steps + j)))
                continue;
            assert_int_equal(cairn_agent_start(used, others[0], others[1]), CAIRN_OK);
            for (int i = 0; i < steps; i++)
                assert_int_equal(cairn_agent_step(used, &step), CAIRN_OK);
            walk_on(fresh, &plan, ends, &unlimited);
            walk_on(used, &plan, ends, &limited);
            assert_int_equal(limited.count, unlimited.count);
            assert_int_equal(limited.waited, unlimited.waited);
            assert_memory_equal(limited.cells, unlimited.cells,
                                limited.count * sizeof limited.cells[0]);
        }
        cairn_agent_destroy(fresh);
        cairn_agent_destroy(used);
    }
}

static void bad_budgets_are_refused(void **state)
{
    (void)state;
    test_world world;
    cairn_agent *agent;
    cairn_agent_def def = {.size = sizeof def, .algorithm = CAIRN_LRTA};
    test_world_create_scene(&world, CAIRN_SCENE_OPEN, 20, 20, CAIRN_CORNERS_STRICT);
    def.max_work = CAIRN_MIN_WORK - 1;
    assert_int_equal(cairn_agent_create(world.map, NULL, &def, &agent), CAIRN_ARGUMENT);
    def.max_work = CAIRN_MIN_WORK;
    def.busy = CAIRN_BUSY_MOVE + 1;
    assert_int_equal(cairn_agent_create(world.map, NULL, &def, &agent), CAIRN_ARGUMENT);
    def.busy = CAIRN_BUSY_MOVE;
    assert_int_equal(cairn_agent_create(world.map, NULL, &def, &agent), CAIRN_OK);
    cairn_agent_destroy(agent);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_changes_no_move),
        cmocka_unit_test(going_ahead_is_legal_and_near),
        cmocka_unit_test(going_ahead_arrives),
        cmocka_unit_test(a_new_start_forgets_the_old_plan),
        cmocka_unit_test(bad_budgets_are_refused),
    };
    return cmocka_run_group_tests(tests, budget_create_worlds, budget_destroy_worlds);
}
