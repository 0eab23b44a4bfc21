/* test_options.c (api): the list of options is sound, and can be read from outside. */
#include "support.h"

#include <string.h>

#include <cairn/lab.h>

enum { MOST_OPTIONS = 200 };

static void every_option_is_sound(void **state)
{
    (void)state;
    uint32_t count = 0, seen[MOST_OPTIONS];
    cairn_option_info info = {.size = sizeof info};
    for (; cairn_option_get_info(count, &info) == CAIRN_OK; count++) {
        assert_true(count < MOST_OPTIONS);
        assert_true(info.least <= info.most);
        assert_true(info.standard >= info.least && info.standard <= info.most);
        assert_true(info.scope != 0 && info.option != 0);
        assert_int_equal(info.argument == NULL, info.unit == CAIRN_UNIT_FLAG);
        assert_true(strlen(info.help) > 0 && info.help[strlen(info.help) - 1] != '.');
        assert_true(strlen(info.word) > 0);
        for (uint32_t i = 0; i < count; i++)
            assert_int_not_equal(seen[i], info.option);
        seen[count] = info.option;
    }
    assert_true(count > 10);
}

static void what_is_not_there_is_refused(void **state)
{
    (void)state;
    cairn_option_info info = {.size = sizeof info};
    assert_int_equal(cairn_option_get_info(MOST_OPTIONS, &info), CAIRN_ARGUMENT);
    assert_int_equal(cairn_option_get_info(0, NULL), CAIRN_ARGUMENT);
    info.size = 0;
    assert_int_equal(cairn_option_get_info(0, &info), CAIRN_NOT_SIZED);
}

/* A caller of an older header has a shorter struct. */
static void a_shorter_info_is_filled_as_far_as_it_goes(void **state)
{
    (void)state;
    cairn_option_info info;
    memset(&info, 0x55, sizeof info);
    info.size = offsetof(cairn_option_info, argument);
    assert_int_equal(cairn_option_get_info(0, &info), CAIRN_OK);
    assert_int_equal(info.option, CAIRN_OPTION_CANDIDATES);
    assert_string_equal(info.word, "candidates");
    assert_int_equal(info.size, offsetof(cairn_option_info, argument));
    assert_int_equal(info.unit, 0x55555555);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_option_is_sound),
        cmocka_unit_test(what_is_not_there_is_refused),
        cmocka_unit_test(a_shorter_info_is_filled_as_far_as_it_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
