/* test_rivals_options.c (api): agents that need no database take each option that is for them, from
 * its least to its most value, and refuse all else with a sentence. */
#include "rivals.h"

#include <stdio.h>
#include <string.h>

static const cairn_algorithm algorithms[] = {CAIRN_LRTA,  CAIRN_ASTAR, CAIRN_TBA,
                                             CAIRN_LRTS,  CAIRN_RTAA,  CAIRN_LSS,
                                             CAIRN_LRTAK, CAIRN_PLRTA, CAIRN_FALCONS};

#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

static int create_world(void **state)
{
    static test_world world;
    test_world_create_of_text(&world, 2, 1, "..", CAIRN_CORNERS_STRICT);
    *state = &world;
    return 0;
}

static int destroy_world(void **state)
{
    test_world_destroy(*state);
    return 0;
}

/* What is said of an option with a value; null: nothing, it is taken. */
static void expect(const test_world *world, cairn_algorithm algorithm, cairn_option option,
                   const char *sentence)
{
    cairn_detail detail = {0};
    size_t bytes = 0;
    test_agent_plan plan = test_plan_agent(world->map, NULL, algorithm);
    plan.def.detail = &detail;
    test_agent_plan_set(&plan, option.option, option.value);
    cairn_status status = test_agent_get_size(&plan, &bytes);
    if (status == CAIRN_MEMORY && SIZE_MAX == UINT32_MAX)
        return; /* it is taken, and more than such a machine has */
    if (status != (sentence == NULL ? CAIRN_OK : CAIRN_ARGUMENT))
        fail_msg("%s, option %u with %llu: %s", cairn_algorithm_get_name(algorithm), option.option,
                 (unsigned long long)option.value, cairn_status_get_name(status));
    assert_string_equal(detail.text, sentence == NULL ? "" : sentence);
    assert_true(sentence != NULL || bytes > 0);
}

static void check_range(const test_world *world, cairn_algorithm algorithm,
                        const cairn_option_info *info)
{
    char sentence[128];
    uint32_t number = info->option;
    snprintf(sentence, sizeof sentence, "option %s goes from %llu to %llu", info->word,
             (unsigned long long)info->least, (unsigned long long)info->most);
    expect(world, algorithm, (cairn_option){.option = number, .value = info->least}, NULL);
    expect(world, algorithm, (cairn_option){.option = number, .value = info->most}, NULL);
    expect(world, algorithm, (cairn_option){.option = number, .value = info->standard}, NULL);
    expect(world, algorithm, (cairn_option){.option = number, .value = info->most + 1}, sentence);
    expect(world, algorithm, (cairn_option){.option = number, .value = UINT64_MAX}, sentence);
    if (info->least > 0)
        expect(world, algorithm, (cairn_option){.option = number, .value = info->least - 1},
               sentence);
}

/* Out of its range an option is refused; so is its default, for another algorithm. */
static void check_option(const test_world *world, cairn_algorithm algorithm,
                         const cairn_option_info *info)
{
    char sentence[128];
    cairn_option standard = {.option = info->option, .value = info->standard};
    if (info->option >= CAIRN_OPTION_RECORDS) {
        snprintf(sentence, sizeof sentence, "an agent has no option number %u", info->option);
        expect(world, algorithm, standard, sentence);
    } else if ((info->scope & CAIRN_FOR_ALGORITHM(algorithm)) == 0) {
        snprintf(sentence, sizeof sentence, "option %s is not for algorithm %s", info->word,
                 cairn_algorithm_get_name(algorithm));
        expect(world, algorithm, standard, sentence);
    } else {
        check_range(world, algorithm, info);
    }
}

static void every_option_has_its_range_and_scope(void **state)
{
    for (size_t i = 0; i < ALGORITHMS; i++) {
        cairn_option_info info = {.size = sizeof info};
        uint32_t count = 0;
        while (cairn_option_get_info(count, &info) == CAIRN_OK) {
            check_option(*state, algorithms[i], &info);
            count++;
        }
        assert_true(count > 20);
        expect(*state, algorithms[i], (cairn_option){.option = 63},
               "an agent has no option number 63");
        expect(*state, algorithms[i], (cairn_option){.option = 0},
               "an agent has no option number 0");
        expect(*state, algorithms[i], (cairn_option){.option = UINT32_MAX},
               "an agent has no option number 4294967295");
    }
}

/* The ranges themselves, option by option: what callers wrote down must stay true. */
static void ranges_are_those_of_the_rules(void **state)
{
    (void)state;
    static const struct {
        uint32_t option;
        uint64_t least, most, standard;
    } ranges[] = {{CAIRN_OPTION_G_MAX, 14, 1000, 14},
                  {CAIRN_OPTION_WEIGHT, 10, 1000, 10},
                  {CAIRN_OPTION_LOOKAHEAD, 1, 4096, 100},
                  {CAIRN_OPTION_MOVEMENTS, 1, CAIRN_UNLIMITED, CAIRN_UNLIMITED},
                  {CAIRN_OPTION_DEPTH, 1, 100, 10},
                  {CAIRN_OPTION_LEARNING_QUOTA, 0, CAIRN_UNLIMITED, CAIRN_UNLIMITED},
                  {CAIRN_OPTION_HISTORY, 0, 1 << 20, 1024},
                  {CAIRN_OPTION_SLICE, 2, CAIRN_UNLIMITED, 100},
                  {CAIRN_OPTION_TRACE_RATIO, 1, 1000, 10},
                  {CAIRN_OPTION_UPDATES, 1, 65536, 10},
                  {CAIRN_OPTION_QUEUE, 1, 256, 39},
                  {CAIRN_OPTION_COSTS, 0, 1, 0}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        cairn_option_info info = {.size = sizeof info};
        for (uint32_t j = 0; info.option != ranges[i].option; j++)
            assert_int_equal(cairn_option_get_info(j, &info), CAIRN_OK);
        assert_true(info.least == ranges[i].least && info.most == ranges[i].most &&
                    info.standard == ranges[i].standard);
    }
}

/* RTAA* and LSS-LRTA* need a consistent h, and costs other than octile are for A* alone. */
static void scopes_are_those_of_the_rules(void **state)
{
    const cairn_option weight = {.option = CAIRN_OPTION_WEIGHT, .value = 11};
    const cairn_option sqrt2 = {.option = CAIRN_OPTION_COSTS, .value = CAIRN_COSTS_SQRT2};
    expect(*state, CAIRN_RTAA, weight, "option weight is not for algorithm rtaa");
    expect(*state, CAIRN_LSS, weight, "option weight is not for algorithm lss");
    expect(*state, CAIRN_LRTA, weight, NULL);
    expect(*state, CAIRN_LRTS, weight, NULL);
    expect(*state, CAIRN_LRTA, sqrt2, "option costs is not for algorithm lrta");
    expect(*state, CAIRN_TBA, sqrt2, "option costs is not for algorithm tba");
    expect(*state, CAIRN_ASTAR, sqrt2, NULL);
}

/* ---- landmarks ---- */

static void refuse(const test_agent_plan *plan, cairn_status expected, const char *sentence)
{
    cairn_agent *agent = NULL;
    cairn_detail detail = {0};
    test_agent_plan told = *plan;
    told.def.detail = &detail;
    assert_int_equal(test_agent_create(&told, &agent), expected);
    assert_null(agent);
    assert_string_equal(detail.text, sentence);
}

/* Some algorithms need a consistent heuristic. */
static void check_canonical(const test_world *world)
{
    cairn_landmarks_def def = {.size = sizeof def, .distances = CAIRN_CANONICAL};
    cairn_landmarks *landmarks;
    assert_int_equal(cairn_landmarks_create(world->map, &def, &landmarks), CAIRN_OK);
    for (size_t i = 0; i < ALGORITHMS; i++) {
        test_agent_plan plan = test_plan_agent(world->map, NULL, algorithms[i]);
        plan.def.landmarks = landmarks;
        if (algorithms[i] == CAIRN_ASTAR || algorithms[i] == CAIRN_TBA ||
            algorithms[i] == CAIRN_RTAA || algorithms[i] == CAIRN_LSS) {
            char sentence[128];
            snprintf(sentence, sizeof sentence,
                     "algorithm %s needs a consistent heuristic: the canonical one is not",
                     cairn_algorithm_get_name(algorithms[i]));
            refuse(&plan, CAIRN_ARGUMENT, sentence);
        } else {
            cairn_agent_destroy(rivals_create(&plan, world->map));
        }
    }
    cairn_landmarks_destroy(landmarks);
}

static void landmarks_must_fit(void **state)
{
    static const char unfit[] = "the landmarks are of another map: make them for this one";
    const test_world *world = *state;
    test_world other;
    cairn_landmarks_def def = {.size = sizeof def};
    cairn_landmarks *landmarks;
    test_world_create_of_text(&other, 2, 2, "....", CAIRN_CORNERS_STRICT);
    assert_int_equal(cairn_landmarks_create(other.map, &def, &landmarks), CAIRN_OK);
    for (size_t i = 0; i < ALGORITHMS; i++) {
        test_agent_plan plan = test_plan_agent(world->map, NULL, algorithms[i]);
        plan.def.landmarks = landmarks;
        refuse(&plan, CAIRN_MISMATCH, unfit);
        cairn_agent_destroy(rivals_create(&plan, other.map));
    }
    check_canonical(&other);
    test_agent_plan plan = test_plan_agent(other.map, NULL, CAIRN_ASTAR);
    plan.def.landmarks = landmarks;
    test_agent_plan_set(&plan, CAIRN_OPTION_COSTS, CAIRN_COSTS_SQRT2);
    refuse(&plan, CAIRN_ARGUMENT, "landmarks go with octile costs: leave out one of the two");
    cairn_landmarks_destroy(landmarks);
    test_world_destroy(&other);
}

static void knn_takes_no_landmarks(void **state)
{
    (void)state;
    test_world world;
    test_database records;
    cairn_landmarks_def def = {.size = sizeof def};
    cairn_landmarks *landmarks;
    test_world_create_scene(&world, CAIRN_SCENE_ROOMS, 20, 20, CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&records, &world, 3, 1));
    assert_int_equal(cairn_landmarks_create(world.map, &def, &landmarks), CAIRN_OK);
    test_agent_plan plan = test_plan_agent(world.map, records.db, CAIRN_KNN);
    cairn_agent_destroy(rivals_create(&plan, world.map));
    plan.def.landmarks = landmarks;
    refuse(&plan, CAIRN_ARGUMENT, "algorithm knn takes no landmarks");
    cairn_landmarks_destroy(landmarks);
    test_database_destroy(&records);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_has_its_range_and_scope),
        cmocka_unit_test(ranges_are_those_of_the_rules),
        cmocka_unit_test(scopes_are_those_of_the_rules),
        cmocka_unit_test(landmarks_must_fit),
        cmocka_unit_test(knn_takes_no_landmarks),
    };
    return cmocka_run_group_tests_name("rivals_options", tests, create_world, destroy_world);
}
