/* test_lrts.c (exhaustive): the settings of LRTS that docs/research/algorithms.md names are the algorithms
 * they are named after: LRTA* and weighted LRTA*, SLA* and SLA*T. And the weight and the quota are
 * the published gamma and T in other units. */
#include "rivals.h"

#include "reference_rivals.h"

#include <stdlib.h>

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

/* ---- gamma and T ---- */

/* LRTS(1, gamma, T) as published: gamma weighs g, h begins as the heuristic itself, and T is compared
 * with what h has risen by. */
#define GAMMA 0.5 /* exact, and so are sums of its multiples */

typedef struct gamma_match {
    const test_world *world;
    cairn_agent *agent;
    double threshold; /* T */
    double learning;
    double *h;
    int *before; /* the states that were left forwards, in order */
    int count;
} gamma_match;

/* The neighbour with the lowest gamma g + h. */
static int find_lowest(const gamma_match *match, int s, double *lowest)
{
    int best = REF_NONE, best_cost = 0;
    for (int move = 0; move < REF_MOVES; move++) {
        int next = ref_get_neighbour(&match->world->ref, s, move), cost = ref_get_move_cost(move);
        if (next == REF_NONE)
            continue;
        double f = GAMMA * cost + match->h[next];
        if (best != REF_NONE && (f > *lowest || (f == *lowest && cost <= best_cost)))
            continue;
        best = next;
        best_cost = cost;
        *lowest = f;
    }
    return best;
}

static int move_by_gamma(gamma_match *match, int s)
{
    double f = 0;
    int next = find_lowest(match, s, &f);
    if (f > match->h[s]) {
        match->learning += f - match->h[s];
        match->h[s] = f;
    }
    if (match->learning > match->threshold) {
        match->learning = match->threshold;
        if (match->count > 0)
            return match->before[--match->count];
    }
    assert_true(match->count < ENOUGH);
    match->before[match->count++] = s;
    return next;
}

static void run_gamma_pair(void *context, int from, int to)
{
    gamma_match *match = context;
    const ref_map *map = &match->world->ref;
    int cell = from;
    for (int i = 0; i < ref_get_cell_count(map); i++)
        match->h[i] = ref_get_distance(map, i, to);
    match->learning = 0;
    match->count = 0;
    rivals_start(match->agent, match->world, from, to);
    for (int moves = 0; cell != to; moves++) {
        cairn_step step;
        assert_true(moves < ENOUGH);
        assert_int_equal(cairn_agent_step(match->agent, &step), CAIRN_OK);
        cell = move_by_gamma(match, cell);
        if (test_world_get_id(match->world, step.cell) != cell)
            fail_msg("gamma: another walk on %s, at move %d", match->world->name, moves);
    }
}

static void check_gamma(test_world *world, void *context)
{
    static const int thresholds[] = {0, 15, 100};
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    for (size_t i = 0; i < COUNT(thresholds); i++) {
        uint32_t weight = (uint32_t)(10 / GAMMA), quota = (uint32_t)(thresholds[i] / GAMMA);
        test_agent_plan plan = rivals_plan_lrts(1, quota, ALL_MOVES, weight);
        gamma_match match = {.world = world, .threshold = thresholds[i]};
        match.h = ref_allocate(cells, sizeof *match.h);
        match.before = ref_allocate(ENOUGH, sizeof *match.before);
        match.agent = rivals_create(&plan, world->map);
        rivals_for_pairs(world, 4, context, run_gamma_pair, &match);
        cairn_agent_destroy(match.agent);
        free(match.before);
        free(match.h);
    }
}

static void weight_and_quota_are_gamma_and_t(void **state)
{
    (void)state;
    test_random random = {340};
    test_for_worlds(200, 5, 341, check_gamma, &random);
    test_for_worlds(6, 9, 342, check_gamma, &random);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_1_and_quota_0_is_sla),
        cmocka_unit_test(depth_1_and_a_quota_is_slat),
        cmocka_unit_test(depth_1_without_a_quota_is_lrta),
        cmocka_unit_test(weight_and_quota_are_gamma_and_t),
    };
    return cmocka_run_group_tests_name("lrts", tests, NULL, NULL);
}
