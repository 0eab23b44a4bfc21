/* test_scenario.c (unit): problems from the text of a `.scen` file. */
#include "support.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static cairn_status open_scenario(const char *text, cairn_detail *detail, cairn_scenario **scenario)
{
    cairn_map_def def = {.size = sizeof def};
    def.detail = detail;
    return cairn_scenario_open_memory(text, strlen(text), &def, scenario);
}

static void check_two_problems(cairn_scenario *scenario)
{
    assert_int_equal(scenario->count, 2);
    assert_int_equal(scenario->width, 49);
    assert_int_equal(scenario->height, 50);
    const cairn_problem *problem = &scenario->problems[1];
    assert_true(scenario->problems[0].start == cairn_cell_at(1, 11));
    assert_true(scenario->problems[0].goal == cairn_cell_at(1, 12));
    assert_int_equal(scenario->problems[0].line, 2);
    assert_int_equal(problem->bucket, 7);
    assert_true(problem->start == cairn_cell_at(48, 49));
    assert_true(problem->goal == cairn_cell_at(0, 0));
    assert_true(problem->length > 28.4142135 && problem->length < 28.4142136);
    assert_int_equal(problem->line, 3);
    cairn_scenario_close(scenario);
}

#define GOOD_SCENARIO                                                                              \
    "version 1\n0\tmaps/a.map\t49\t50\t1\t11\t1\t12\t1\n7\tmaps/a.map\t49\t50\t48\t49\t0\t0\t"     \
    "28.41421356\n"

static void good_scenario_is_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        GOOD_SCENARIO,
        GOOD_SCENARIO "\n\n",
        "version 1\r\n0\ta\t49\t50\t1\t11\t1\t12\t1\r\n7\ta\t49\t50\t48\t49\t0\t0\t28.41421356\r\n",
        "version 1\n0\ta b\t49\t50\t1\t11\t1\t12\t1\n7\ta b\t49\t50\t48\t49\t0\t0\t28.41421356",
        "version 1.0\n0\ta\t49\t50\t1\t11\t1\t12\t1.0\n7\ta\t49\t50\t48\t49\t0\t0\t28.41421356",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        cairn_scenario *scenario;
        cairn_detail detail = {0};
        if (open_scenario(texts[i], &detail, &scenario) != CAIRN_OK)
            fail_msg("text %zu: line %u: %s", i, (unsigned)detail.line, detail.text);
        check_two_problems(scenario);
    }
}

static void empty_scenario_has_no_problem(void **state)
{
    (void)state;
    cairn_scenario *scenario;
    assert_int_equal(open_scenario("version 1\n", NULL, &scenario), CAIRN_OK);
    assert_int_equal(scenario->count, 0);
    assert_int_equal(scenario->width, 0);
    cairn_scenario_close(scenario);
}

static const struct {
    const char *text;
    cairn_status status;
    uint64_t line;
} bad_scenarios[] = {
    {"version 1\n0\ta\t49\t49\t1\t11\t1\t12\n", CAIRN_SYNTAX, 2},
    {"version 1\n0\ta\t49\t49\t1\t11\t1\t12\t1\t2\n", CAIRN_SYNTAX, 2},
    {GOOD_SCENARIO "0\ta\t49\t50\t1\t11\t1\tx\t1\n", CAIRN_SYNTAX, 4},
    {GOOD_SCENARIO "0\ta\t49\t50\t1\t-1\t1\t1\t1\n", CAIRN_SYNTAX, 4},
    {GOOD_SCENARIO "0\ta\t49\t50\t49\t1\t1\t1\t1\n", CAIRN_SYNTAX, 4},
    {GOOD_SCENARIO "0\ta\t49\t50\t1\t1\t1\t50\t1\n", CAIRN_SYNTAX, 4},
    {GOOD_SCENARIO "0\ta\t49\t50\t1\t1\t1\t1\tlong\n", CAIRN_SYNTAX, 4},
    {GOOD_SCENARIO "0\ta\t50\t50\t1\t1\t1\t1\t1\n", CAIRN_SYNTAX, 4},
    {"version 1\nnothing\n", CAIRN_SYNTAX, 2},
};

static void bad_scenario_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad_scenarios); i++) {
        cairn_scenario *scenario;
        cairn_detail detail = {0};
        cairn_status status = open_scenario(bad_scenarios[i].text, &detail, &scenario);
        if (status != bad_scenarios[i].status || detail.line != bad_scenarios[i].line)
            fail_msg("text %zu: %s, line %u: \"%s\"", i, cairn_status_get_name(status),
                     (unsigned)detail.line, detail.text);
    }
}

static void scenario_file_is_read(void **state)
{
    (void)state;
    test_folder folder;
    char path[512];
    test_folder_create(&folder);
    test_folder_get_path(&folder, "a.scen", sizeof path, path);
    test_file_write(path, GOOD_SCENARIO, strlen(GOOD_SCENARIO));
    cairn_map_def def = {.size = sizeof def}, empty;
    memset(&empty, 0, sizeof empty);
    cairn_scenario *scenario;
    assert_int_equal(cairn_scenario_open(path, &def, &scenario), CAIRN_OK);
    check_two_problems(scenario);
    assert_int_equal(cairn_scenario_open(path, &empty, &scenario), CAIRN_NOT_SIZED);
    test_folder_get_path(&folder, "none.scen", sizeof path, path);
    assert_int_equal(cairn_scenario_open(path, &def, &scenario), CAIRN_IO);
    test_folder_destroy(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_scenario_is_read),
        cmocka_unit_test(empty_scenario_has_no_problem),
        cmocka_unit_test(bad_scenario_is_refused),
        cmocka_unit_test(scenario_file_is_read),
    };
    return cmocka_run_group_tests_name("scenario", tests, NULL, NULL);
}
