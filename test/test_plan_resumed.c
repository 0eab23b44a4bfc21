/* test_plan_resumed.c (property): a plan that is packed after every run, and resumed by another guide,
 * leads by the runs of one that is planned in one go; by every kind of database that members of
 * crowds walk by, on maps as they were and on changed ones, within small budgets. */
#include "living_world.h"

#include "plan/slot.h"
#include "plan/agent_state.h"
#include "plan/scout.h"

enum { WORLDS = 24, PROBLEMS = 12, MOST_RUNS = 4096 };

typedef struct guides {
    cairn_agent *one;     /* plans in one go */
    cairn_agent *pair[2]; /* plan by turns */
} guides;

static cairn_agent *make_guide(const living_world *world, const cairn_db *db)
{
    const cairn_agent_def def = {.size = sizeof def, .planner = world->planner};
    cairn_agent *agent;
    assert_int_equal(cairn_agent_create(world->map, db, &def, &agent), CAIRN_OK);
    cairn__slot_share(agent->slot);
    return agent;
}

/* The next run, in slices. */
static cairn__run plan_run(cairn__slot *slot, cairn_status *status)
{
    cairn__run run = {0};
    do {
        slot->meter = (cairn__meter){.left = CAIRN_MIN_WORK};
        *status = cairn__slot_plan(slot, &run);
    } while (*status == CAIRN_OK && run.count == 0);
    return run;
}

/* Goes on by turns from a packed plan to its goal; appends the runs. */
static uint32_t resume_all(const guides *all, cairn__plan *packed, cairn__run *runs,
                           cairn_status *status)
{
    uint32_t count = 0;
    *status = CAIRN_OK;
    while (*status == CAIRN_OK && !cairn__is_same_cell(packed->cell, packed->goal)) {
        cairn__slot *next = all->pair[count & 1]->slot;
        cairn__slot_load(next, packed);
        runs[count] = plan_run(next, status);
        if (*status == CAIRN_OK)
            cairn__slot_store(next, packed);
        cairn__slot_stop(next);
        assert_true(++count < MOST_RUNS);
    }
    return count;
}

static uint32_t plan_all(const guides *all, cairn__plan packed, cairn__run *runs,
                         cairn_status *status)
{
    uint32_t count = 0;
    *status = CAIRN_OK;
    cairn__slot_load(all->one->slot, &packed);
    while (*status == CAIRN_OK && !cairn__is_same_cell(all->one->slot->cell, packed.goal)) {
        runs[count] = plan_run(all->one->slot, status);
        assert_true(++count < MOST_RUNS);
    }
    cairn__slot_stop(all->one->slot);
    return count;
}

static uint32_t get_cost(const cairn__run *runs, uint32_t count)
{
    uint32_t cost = 0;
    for (uint32_t i = 0; i < count; i++)
        cost += runs[i].count * (uint32_t)cairn__move_cost(runs[i].move);
    return cost;
}

static bool are_same(const cairn__run *one, const cairn__run *other, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (one[i].move != other[i].move || one[i].count != other[i].count)
            return false;
    return true;
}

/* By labels on a changing map a plan keeps 22 cells: behind them another one of equal worth may begin. */
static uint32_t check_problem(const guides *all, const cairn_cell ends[2], bool by_labels)
{
    static cairn__run runs[2][MOST_RUNS];
    cairn__plan packed = {.cell = cairn__unpack(ends[0]), .goal = cairn__unpack(ends[1])};
    cairn_status status[2];
    uint32_t whole = plan_all(all, packed, runs[0], &status[0]);
    uint32_t resumed = resume_all(all, &packed, runs[1], &status[1]);
    assert_int_equal(status[0], status[1]);
    bool same = whole == resumed && are_same(runs[0], runs[1], whole);
    uint32_t least = get_cost(runs[0], whole);
    assert_true(same || (by_labels && get_cost(runs[1], resumed) <= least + least / 64));
    return resumed;
}

static uint32_t check_world(living_world *world, const cairn_db *db, bool by_labels)
{
    guides all = {make_guide(world, db), {make_guide(world, db), make_guide(world, db)}};
    uint32_t runs = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        const cairn_cell ends[2] = {living_world_draw(world), living_world_draw(world)};
        if (living_world_is_joined(world, ends[0], ends[1]))
            runs += check_problem(&all, ends, by_labels);
    }
    cairn_agent_destroy(all.one);
    cairn_agent_destroy(all.pair[0]);
    cairn_agent_destroy(all.pair[1]);
    return runs;
}

static void check_algorithm(cairn_algorithm algorithm)
{
    uint32_t runs = 0;
    for (uint32_t number = 0; number < WORLDS; number += TEST_STRIDE) {
        living_world world;
        living_world_create(&world, number);
        const cairn_db *db = living_world_get_db(&world, algorithm, true);
        runs += check_world(&world, db, algorithm == CAIRN_LABELS);
        for (int i = 0; i < 6; i++)
            living_world_set(&world, test_draw_below(&world.random, world.width),
                             test_draw_below(&world.random, world.height), 3, 2, i % 3 == 0);
        runs += check_world(&world, db, algorithm == CAIRN_LABELS);
        living_world_destroy(&world);
    }
    assert_true(runs > 100);
}

static void test_labels(void **state)
{
    (void)state;
    check_algorithm(CAIRN_LABELS);
}

static void test_regions(void **state)
{
    (void)state;
    check_algorithm(CAIRN_REGIONS);
}

static void test_knn(void **state)
{
    (void)state;
    check_algorithm(CAIRN_KNN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_regions),
        cmocka_unit_test(test_knn),
    };
    return cmocka_run_group_tests_name("plan_resumed", tests, NULL, NULL);
}
