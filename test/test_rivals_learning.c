/* test_rivals_learning.c (exhaustive): what LRTA*, LRTS, RTAA*, LSS-LRTA*, LRTA*(k) and P-LRTA* learn stays admissible
 * and never falls; with one expansion or update they are all LRTA*. */
#include "rivals.h"

#include <stdlib.h>
#include <string.h>

#include "plan/learned.h"
#include "plan/agent_state.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- learned values ---- */

typedef struct values_check {
    const test_world *world;
    cairn_agent *agent;
    int weight_tenths;
    int *truth; /* cost to the goal, by cell */
    uint32_t *before;
} values_check;

/* Values of all cells; returns how many there are. */
static uint64_t check_values(values_check *check, int to)
{
    cairn__xy target = cairn__unpack(test_world_get_cell(check->world, to));
    uint64_t count = 0;
    for (int i = 0; i < check->world->open_count; i++) {
        int cell = check->world->open[i];
        uint32_t around[3][3];
        cairn__learned_get_around(check->agent->slot->learned, target,
                                  cairn__unpack(test_world_get_cell(check->world, cell)), around);
        uint32_t h = around[1][1];
        assert_true(h >= check->before[cell]);
        if (h != 0)
            assert_true(10 * (int)h <= check->weight_tenths * check->truth[cell]);
        check->before[cell] = h;
        count += h != 0;
    }
    return count;
}

static void run_values(void *context, int from, int to)
{
    values_check *check = context;
    const test_world *world = check->world;
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    ref_find_costs(&world->ref, to, check->truth);
    memset(check->before, 0, cells * sizeof *check->before);
    rivals_start(check->agent, world, from, to);
    while (step.kind != CAIRN_STEP_ARRIVED) {
        assert_int_equal(cairn_agent_step(check->agent, &step), CAIRN_OK);
        uint64_t values = check_values(check, to);
        assert_int_equal(test_agent_get_stats(check->agent).learned, values);
    }
}

static void check_learning(test_world *world, void *context)
{
    test_random *random = context;
    const test_agent_plan list[] = {rivals_plan_lrta(14, 10),
                                    rivals_plan_lrta(34, 10),
                                    rivals_plan_lrta(14, 17),
                                    rivals_plan_lrts(3, CAIRN_UNLIMITED, 99, 10),
                                    rivals_plan_lrts(2, 30, 99, 10),
                                    rivals_plan_lrts(4, 30, 99, 25),
                                    rivals_plan_adaptive(5, 0, 99, 15),
                                    rivals_plan_local(CAIRN_RTAA, 7, CAIRN_UNLIMITED),
                                    rivals_plan_local(CAIRN_LSS, 7, CAIRN_UNLIMITED),
                                    rivals_plan_lrtak(12),
                                    rivals_plan_plrta(12, 20)};
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    values_check check = {.world = world,
                          .truth = calloc(cells, sizeof(int)),
                          .before = calloc(cells, sizeof(uint32_t))};
    assert_true(check.truth != NULL && check.before != NULL);
    for (size_t i = 0; i < COUNT(list); i++) {
        check.weight_tenths = (int)rivals_get_option(&list[i], CAIRN_OPTION_WEIGHT);
        check.agent = rivals_create(&list[i], world->map);
        rivals_for_pairs(world, 4, random, run_values, &check);
        cairn_agent_destroy(check.agent);
    }
    free(check.truth);
    free(check.before);
}

static void values_are_admissible_and_never_fall(void **state)
{
    (void)state;
    test_random random = {260};
    test_for_worlds(6, 8, 261, check_learning, &random);
}

/* ---- one expansion ---- */

typedef struct same_moves {
    const test_world *world;
    size_t count;
    cairn_agent *agents[5];
} same_moves;

static void run_same(void *context, int from, int to)
{
    same_moves *same = context;
    cairn_step steps[5] = {{0}};
    for (size_t i = 0; i < same->count; i++)
        rivals_start(same->agents[i], same->world, from, to);
    while (steps[0].kind != CAIRN_STEP_ARRIVED)
        for (size_t i = 0; i < same->count; i++) {
            assert_int_equal(cairn_agent_step(same->agents[i], &steps[i]), CAIRN_OK);
            assert_true(steps[i].cell == steps[0].cell && steps[i].kind == steps[0].kind);
        }
    cairn_agent_stats first = test_agent_get_stats(same->agents[0]);
    for (size_t i = 1; i < same->count; i++) {
        cairn_agent_stats other = test_agent_get_stats(same->agents[i]);
        assert_int_equal(first.learned, other.learned);
        assert_int_equal(first.cost, other.cost);
        assert_int_equal(first.moves, other.moves);
        assert_int_equal(first.diagonal, other.diagonal);
    }
}

static void check_one_expansion(test_world *world, void *context)
{
    const test_agent_plan list[] = {
        rivals_plan_lrta(14, 10), rivals_plan_lrts(1, CAIRN_UNLIMITED, 0, 10),
        rivals_plan_local(CAIRN_RTAA, 1, CAIRN_UNLIMITED),
        rivals_plan_local(CAIRN_LSS, 1, CAIRN_UNLIMITED), rivals_plan_lrtak(1)};
    same_moves same = {.world = world, .count = COUNT(list)};
    for (size_t i = 0; i < same.count; i++)
        same.agents[i] = rivals_create(&list[i], world->map);
    rivals_for_pairs(world, 30, context, run_same, &same);
    for (size_t i = 0; i < same.count; i++)
        cairn_agent_destroy(same.agents[i]);
}

static void one_expansion_is_lrta(void **state)
{
    (void)state;
    test_random random = {270};
    test_for_worlds(20, 10, 271, check_one_expansion, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_admissible_and_never_fall),
        cmocka_unit_test(one_expansion_is_lrta),
    };
    return cmocka_run_group_tests_name("rivals_learning", tests, NULL, NULL);
}
