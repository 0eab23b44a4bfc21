/* test_trials.c (exhaustive): agents that keep what they learn repeat a problem as the references
 * do, trial by trial, until one learns nothing; that one is optimal. Without the option, or once they
 * forget, they begin anew. */
#include "rivals.h"

#include <stdlib.h>

#include "harness.h"
#include "reference_rivals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { MOST_TRIALS = 2000 };

/* ---- one trial ---- */

typedef struct trial {
    uint64_t cost;
    uint64_t raises;
    uint64_t learned; /* values there are */
} trial;

static trial walk_trial(cairn_agent *agent, const test_world *world, int from, int to)
{
    rivals_walk(agent, world, from, to);
    cairn_agent_stats stats = test_agent_get_stats(agent);
    return (trial){stats.cost, stats.raises, stats.learned};
}

static trial walk_reference(ref_rival *rival, int from, int to)
{
    ref_rival_start(rival, from, to);
    while (!ref_rival_step(rival))
        continue;
    return (trial){(uint64_t)rival->cost, (uint64_t)rival->raises, (uint64_t)rival->learned};
}

static void check_same(trial made, trial expected)
{
    assert_int_equal(made.cost, expected.cost);
    assert_int_equal(made.raises, expected.raises);
    assert_int_equal(made.learned, expected.learned);
}

/* ---- LRTA*, in one loop ---- */

/* LRTA* as Korf has it, with the values that are in `h`. */
static trial walk_lrta(const ref_map *map, int *h, int from, int to)
{
    trial made = {0};
    for (int cell = from, best = REF_NONE; cell != to; cell = best) {
        int best_f = 0, best_cost = 0;
        best = REF_NONE;
        for (int move = 0; move < REF_MOVES; move++) {
            int next = ref_get_neighbour(map, cell, move), cost = ref_get_move_cost(move);
            if (next == REF_NONE)
                continue;
            int f = h[next] + cost;
            if (best != REF_NONE && (f > best_f || (f == best_f && cost <= best_cost)))
                continue;
            best = next;
            best_f = f;
            best_cost = cost;
        }
        made.raises += best_f > h[cell];
        h[cell] = best_f > h[cell] ? best_f : h[cell];
        made.cost += (uint64_t)best_cost;
    }
    return made;
}

typedef struct lrta_check {
    const test_world *world;
    cairn_agent *agent;
    int *h;
    int *truth;
    harness_walker walker;
} lrta_check;

static void run_lrta(void *context, int from, int to)
{
    lrta_check *check = context;
    const test_world *world = check->world;
    const cairn_cell ends[2] = {test_world_get_cell(world, from), test_world_get_cell(world, to)};
    harness_walk walk;
    trial made = {.raises = 1};
    uint64_t cost = 0;
    uint32_t count = 0;
    ref_find_costs(&world->ref, to, check->truth);
    for (int cell = 0; cell < ref_get_cell_count(&world->ref); cell++)
        check->h[cell] = ref_get_distance(&world->ref, cell, to);
    assert_int_equal(harness_walker_run(&check->walker, ends, &walk), CAIRN_OK);
    for (; made.raises > 0; count++) {
        made = walk_lrta(&world->ref, check->h, from, to);
        cost += made.cost;
        if (count == 0) {
            assert_int_equal(walk.stats.cost, made.cost);
            assert_int_equal(walk.stats.raises, made.raises);
        }
    }
    assert_int_equal(made.cost, check->truth[from]);
    assert_true(walk.trials.converged);
    assert_int_equal(walk.trials.count, count);
    assert_int_equal(walk.trials.cost, cost);
    assert_int_equal(walk.trials.last_cost, made.cost);
}

static void check_lrta(test_world *world, void *context)
{
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    lrta_check check = {.world = world, .h = calloc(cells, sizeof(int))};
    harness_recipe recipe;
    const harness_care care = {.plain = 1, .watched = 2};
    const harness_world shared = {.map = world->map};
    check.truth = calloc(cells, sizeof(int));
    assert_true(check.h != NULL && check.truth != NULL);
    assert_int_equal(harness_recipe_read("lrta trials=2000", &recipe, NULL), CAIRN_OK);
    assert_int_equal(harness_walker_open(world->map, &care, &check.walker), CAIRN_OK);
    harness_walker_follow(&check.walker, &recipe);
    assert_int_equal(harness_create_agent(&shared, &recipe, NULL, NULL, &check.walker.agent),
                     CAIRN_OK);
    rivals_for_pairs(world, 6, context, run_lrta, &check);
    cairn_agent_destroy(check.walker.agent);
    harness_walker_close(&check.walker);
    free(check.h);
    free(check.truth);
}

static void lrta_converges_as_one_loop_does(void **state)
{
    (void)state;
    test_random random = {340};
    test_for_worlds(300, 5, 341, check_lrta, &random);
    test_for_worlds(6, 10, 342, check_lrta, &random);
}

/* ---- all that learn ---- */

typedef struct trials_check {
    const test_world *world;
    const test_agent_plan *plan;
    ref_rival_def def;
    int *truth;
} trials_check;

static void run_trials(void *context, int from, int to)
{
    trials_check *check = context;
    const test_world *world = check->world;
    cairn_agent *agent = rivals_create(check->plan, world->map);
    ref_rival rival;
    trial made = {.raises = 1};
    int count = 0;
    ref_rival_create(&rival, &check->def);
    ref_find_costs(&world->ref, to, check->truth);
    for (; made.raises > 0; count++) {
        assert_true(count < MOST_TRIALS);
        made = walk_trial(agent, world, from, to);
        check_same(made, walk_reference(&rival, from, to));
    }
    assert_int_equal(made.cost, check->truth[from]);
    ref_rival_destroy(&rival);
    cairn_agent_destroy(agent);
}

static const struct {
    cairn_algorithm algorithm;
    ref_rival_kind kind;
    uint32_t options[3][2]; /* number and value */
} learners[] = {
    {CAIRN_LRTS, REF_LRTS, {{CAIRN_OPTION_DEPTH, 3}}},
    {CAIRN_LRTS, REF_LRTS, {{CAIRN_OPTION_DEPTH, 2}, {CAIRN_OPTION_LEARNING_QUOTA, 40}}},
    {CAIRN_LRTS, REF_SLA, {{CAIRN_OPTION_DEPTH, 1}, {CAIRN_OPTION_LEARNING_QUOTA, 0}}},
    {CAIRN_LRTS,
     REF_LRTS,
     {{CAIRN_OPTION_DEPTH, 4}, {CAIRN_OPTION_LEARNING_QUOTA, 0}, {CAIRN_OPTION_ADAPTIVE, 1}}},
    {CAIRN_RTAA, REF_RTAA, {{CAIRN_OPTION_LOOKAHEAD, 5}}},
    {CAIRN_LSS, REF_LSS, {{CAIRN_OPTION_LOOKAHEAD, 5}}},
    {CAIRN_LRTAK, REF_LRTAK, {{CAIRN_OPTION_UPDATES, 6}}},
    {CAIRN_PLRTA, REF_PLRTA, {{CAIRN_OPTION_UPDATES, 6}, {CAIRN_OPTION_QUEUE, 9}}},
    {CAIRN_FALCONS, REF_FALCONS, {{0}}},
};

static test_agent_plan make_plan(size_t number)
{
    test_agent_plan plan = rivals_plan(learners[number].algorithm);
    test_agent_plan_set(&plan, CAIRN_OPTION_KEEP_LEARNING, 1);
    for (int i = 0; i < 3; i++)
        if (learners[number].options[i][0] != 0)
            test_agent_plan_set(&plan, learners[number].options[i][0],
                                learners[number].options[i][1]);
    return plan;
}

static int get_limit(const test_agent_plan *plan, uint32_t option)
{
    uint32_t value = rivals_get_option(plan, option);
    return value == CAIRN_UNLIMITED ? REF_NONE : (int)value;
}

static void check_trials(test_world *world, void *context)
{
    trials_check check = {.world = world};
    check.truth = calloc((size_t)ref_get_cell_count(&world->ref), sizeof *check.truth);
    assert_non_null(check.truth);
    for (size_t i = 0; i < COUNT(learners); i++) {
        test_agent_plan plan = make_plan(i);
        check.plan = &plan;
        check.def =
            (ref_rival_def){.map = &world->ref,
                            .kind = learners[i].kind,
                            .keep = true,
                            .lookahead = get_limit(&plan, CAIRN_OPTION_LOOKAHEAD),
                            .movements = REF_NONE,
                            .depth = get_limit(&plan, CAIRN_OPTION_DEPTH),
                            .adaptive = rivals_get_option(&plan, CAIRN_OPTION_ADAPTIVE) != 0,
                            .learning_quota = get_limit(&plan, CAIRN_OPTION_LEARNING_QUOTA),
                            .history = get_limit(&plan, CAIRN_OPTION_HISTORY),
                            .updates = get_limit(&plan, CAIRN_OPTION_UPDATES),
                            .queue = get_limit(&plan, CAIRN_OPTION_QUEUE)};
        rivals_for_pairs(world, 4, context, run_trials, &check);
    }
    free(check.truth);
}

static void trials_equal_references_and_end_optimal(void **state)
{
    (void)state;
    test_random random = {350};
    test_for_worlds(100, 5, 351, check_trials, &random);
    test_for_worlds(4, 9, 352, check_trials, &random);
}

/* ---- keeping and forgetting ---- */

/* A wall with one way around it. */
static const char wall[] = ".........."
                           ".@@@@@@@@@"
                           ".........."
                           "..........";

static void values_are_kept_by_goal_until_forgotten(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 10, 4, wall, CAIRN_CORNERS_STRICT);
    for (size_t i = 0; i < COUNT(learners); i++) {
        test_agent_plan plan = make_plan(i), without = plan;
        test_agent_plan_set(&without, CAIRN_OPTION_KEEP_LEARNING, 0);
        cairn_agent *agent = rivals_create(&plan, world.map);
        cairn_agent *other = rivals_create(&without, world.map);
        trial first = walk_trial(agent, &world, 29, 9), second = walk_trial(agent, &world, 29, 9);
        assert_true(first.raises > 0 && second.learned >= first.learned);
        check_same(walk_trial(other, &world, 29, 9), first);
        check_same(walk_trial(other, &world, 29, 9), first);
        assert_int_equal(cairn_agent_forget(agent), CAIRN_OK);
        cairn_step step;
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_NOT_STARTED);
        check_same(walk_trial(agent, &world, 29, 9), first);
        (void)walk_trial(agent, &world, 20, 8); /* values for another goal are others */
        trial again = walk_trial(agent, &world, 29, 9);
        assert_true(again.cost == second.cost && again.raises == second.raises);
        cairn_agent_destroy(agent);
        cairn_agent_destroy(other);
    }
    assert_int_equal(cairn_agent_forget(NULL), CAIRN_ARGUMENT);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lrta_converges_as_one_loop_does),
        cmocka_unit_test(trials_equal_references_and_end_optimal),
        cmocka_unit_test(values_are_kept_by_goal_until_forgotten),
    };
    return cmocka_run_group_tests_name("trials", tests, NULL, NULL);
}
