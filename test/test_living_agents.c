/* test_living_agents.c: agents of all algorithms on changing maps: no illegal move, no step above its
 * budget, every step of the right kind, and whoever can arrive does (living_walks.h). */
#include "living_walks.h"
#include "support.h"

/* About a million steps. */
enum { WORLDS = 24, ROUNDS = 4 };

static void test_that_no_move_is_illegal(void **state)
{
    living_totals totals = {0};
    (void)state;
    for (uint32_t i = 0; i < WORLDS; i++)
        living_walk(i, ROUNDS, &totals);
    assert_true(totals.wrong == 0);
    for (uint32_t i = 0; i < 6; i++)
        assert_true(totals.kinds[i] > 100);
    assert_true(totals.changes > 1000 && totals.walks > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_no_move_is_illegal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
