/* test_lrts.c (exhaustive): the settings of LRTS that docs/algorithms.md names are the algorithms
 * they are named after: LRTA* and weighted LRTA*, SLA* and SLA*T. */
#include "rivals.h"

#include "reference_rivals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { ENOUGH = 200000, ALL_MOVES = 1 << 20 };

/* An agent, and one of the references. */
typedef struct settings_match {
    const test_world *world;
    const char *name;
    cairn_agent *agent;
    bool by_agent; /* then `lrta` is the reference, else `sla` */
    ref_agent lrta;
    ref_rival sla;
} settings_match;

typedef struct ends_of_walk {
    bool arrived;
    int cell;
    long long cost;
    long long learned;
} ends_of_walk;

static ends_of_walk step_reference(settings_match *match)
{
    if (match->by_agent) {
        bool arrived = ref_agent_step(&match->lrta);
        return (ends_of_walk){arrived, match->lrta.cell, match->lrta.cost, match->lrta.learned};
    }
    bool arrived = ref_rival_step(&match->sla);
    return (ends_of_walk){arrived, match->sla.cell, match->sla.cost, match->sla.learned};
}

static void run_pair(void *context, int from, int to)
{
    settings_match *match = context;
    ends_of_walk expected = {0};
    rivals_start(match->agent, match->world, from, to);
    if (match->by_agent)
        ref_agent_start(&match->lrta, from, to);
    else
        ref_rival_start(&match->sla, from, to);
    for (int moves = 0; !expected.arrived; moves++) {
        cairn_step step;
        assert_true(moves < ENOUGH);
        assert_int_equal(cairn_agent_step(match->agent, &step), CAIRN_OK);
        expected = step_reference(match);
        if (test_world_get_id(match->world, step.cell) != expected.cell ||
            (step.kind == CAIRN_STEP_ARRIVED) != expected.arrived)
            fail_msg("%s: another walk on %s, at move %d", match->name, match->world->name, moves);
    }
    cairn_agent_stats stats = test_agent_get_stats(match->agent);
    assert_int_equal(stats.cost, expected.cost);
    assert_int_equal(stats.learned, expected.learned);
}

/* ---- SLA* and SLA*T ---- */

typedef struct sla_context {
    test_random random;
    int threshold; /* in tenths; 0: SLA* */
} sla_context;

static void check_sla(test_world *world, void *context)
{
    sla_context *all = context;
    test_agent_plan plan = rivals_plan_lrts(1, (uint32_t)all->threshold, ALL_MOVES, 10);
    ref_rival_def def = {.map = &world->ref, .kind = REF_SLA, .learning_quota = all->threshold};
    settings_match match = {.world = world, .name = "SLA*"};
    match.agent = rivals_create(&plan, world->map);
    ref_rival_create(&match.sla, &def);
    rivals_for_pairs(world, 4, &all->random, run_pair, &match);
    ref_rival_destroy(&match.sla);
    cairn_agent_destroy(match.agent);
}

static void depth_1_and_quota_0_is_sla(void **state)
{
    (void)state;
    sla_context context = {{310}, 0};
    test_for_worlds(1000, 5, 311, check_sla, &context);
    test_for_worlds(6, 9, 312, check_sla, &context);
}

static void depth_1_and_a_quota_is_slat(void **state)
{
    (void)state;
    static const int thresholds[] = {4, 30, 200};
    for (size_t i = 0; i < COUNT(thresholds); i++) {
        sla_context context = {{320 + i}, thresholds[i]};
        test_for_worlds(400, 5, 321, check_sla, &context);
        test_for_worlds(6, 9, 322, check_sla, &context);
    }
}

/* ---- LRTA* and weighted LRTA* ---- */

static void check_lrta(test_world *world, void *context)
{
    static const int weights[] = {10, 13, 25};
    for (size_t i = 0; i < COUNT(weights); i++) {
        test_agent_plan plan = rivals_plan_lrts(1, CAIRN_UNLIMITED, 0, (uint32_t)weights[i]);
        ref_agent_def def = {
            .map = &world->ref, .g_max = 14, .heuristic = {.weight_tenths = weights[i]}};
        settings_match match = {.world = world, .name = "LRTA*", .by_agent = true};
        match.agent = rivals_create(&plan, world->map);
        ref_agent_create(&match.lrta, &def);
        rivals_for_pairs(world, 4, context, run_pair, &match);
        ref_agent_destroy(&match.lrta);
        cairn_agent_destroy(match.agent);
    }
}

static void depth_1_without_a_quota_is_lrta(void **state)
{
    (void)state;
    test_random random = {330};
    test_for_worlds(400, 5, 331, check_lrta, &random);
    test_for_worlds(6, 9, 332, check_lrta, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_1_and_quota_0_is_sla),
        cmocka_unit_test(depth_1_and_a_quota_is_slat),
        cmocka_unit_test(depth_1_without_a_quota_is_lrta),
    };
    return cmocka_run_group_tests_name("lrts", tests, NULL, NULL);
}
