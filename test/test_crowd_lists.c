/* test_crowd_lists.c: saved crowds that were made up, in which a member is in a line, or at a guide, or has a
 * turn, more than once. */
#include "crowd_forge.h"

/* ---- each member once ---- */

/* Two sets of members whose sums of cairn__mix() are the same: a list that has those of the first set twice,
 * and none of the second, has the sum of one that has all of them. */
static const uint32_t twice[8] = {191, 417, 635, 947, 1376, 1633, 1802, 2106};
static const uint32_t never[8] = {212, 463, 733, 943, 1280, 1665, 1918, 2259};

static void fill(site *self, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        (void)add(self, i % 29 + i / 29 / HEIGHT * 30, i / 29 % HEIGHT);
}

/* Puts those of the first kind in place of those of the second into a list. */
static void put_twice(const site *self, uint32_t at, uint32_t count)
{
    uint32_t changed = 0;
    for (uint32_t k = at; k < at + count; k++)
        for (uint32_t i = 0; i < 8; i++)
            if (get(self, k) == never[i]) {
                put(self, k, twice[i]);
                changed++;
                break;
            }
    assert_int_equal(changed, 8);
}

static void test_that_sums_of_members_say_nothing(void **state)
{
    uint64_t sum = 0;
    (void)state;
    for (int i = 0; i < 8; i++)
        sum += cairn__mix(twice[i]) - cairn__mix(never[i]);
    assert_true(sum == 0);
}

static void test_that_a_member_is_in_a_line_once(void **state)
{
    (void)state;
    site self = create((cairn_crowd_def){.capacity = MOST}, false);
    fill(&self, MOST);
    for (uint32_t i = 0; i < MOST; i++)
        order(&self, i | 1 << 20, 140, 80);
    save(&self);
    put_twice(&self, at_lines(&self), MOST);
    assert_int_equal(load(&self), CAIRN_CORRUPT);
    destroy(&self);
}

static void test_that_a_member_has_one_turn(void **state)
{
    (void)state;
    site self =
        create((cairn_crowd_def){.capacity = MOST, .occupancy = CAIRN_OCCUPANCY_CELLS}, false);
    fill(&self, MOST);
    for (uint32_t i = 0; i < MOST; i++)
        order(&self, i | 1 << 20, 140, 80);
    save(&self);
    put_twice(&self, at_lines(&self) + MOST + 3 * MOST, MOST);
    assert_int_equal(load(&self), CAIRN_CORRUPT);
    destroy(&self);
}

/* Sixteen guides have the plans of eight members, each two. */
static void test_that_a_member_has_one_guide(void **state)
{
    enum { LANES = 8, MANY = 8 * 4096 };
    (void)state;
    site self = create((cairn_crowd_def){.capacity = MANY}, false);
    fill(&self, MOST);
    save(&self);
    uint32_t guides = at_lines(&self);
    for (uint32_t k = 0; k < 2 * LANES; k++) {
        uint32_t i = k < 8 ? twice[k] : never[k - 8];
        put(&self, at_member(&self, i, 1), make_doing(0, CAIRN_MEMBER_WAITING, AT_GUIDE));
        put(&self, guides + 3 * k, i);
        put(&self, guides + 3 * k + 2, 1);
    }
    assert_int_equal(load(&self), CAIRN_OK);
    for (uint32_t k = 8; k < 2 * LANES; k++)
        put(&self, guides + 3 * k, twice[k - 8]);
    assert_int_equal(load(&self), CAIRN_CORRUPT);
    destroy(&self);
}

/* The runs that a guide looks for have room in the ring. */
static void test_that_a_guide_has_room(void **state)
{
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, false);
    (void)add(&self, 10, 10);
    save(&self);
    uint32_t guide = at_lines(&self);
    put(&self, at_member(&self, 0, 1), make_doing(0, CAIRN_MEMBER_WALKING, AT_GUIDE));
    put(&self, at_member(&self, 0, RING_AT),
        1 << 25 | 8 << 8); /* 8 runs, and the plan begins again */
    put(&self, guide, 0);
    put(&self, guide + 2, 2);
    assert_int_equal(load(&self), CAIRN_OK);
    check_refused(&self, guide + 2, 3);
    destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_sums_of_members_say_nothing),
        cmocka_unit_test(test_that_a_member_is_in_a_line_once),
        cmocka_unit_test(test_that_a_member_has_one_turn),
        cmocka_unit_test(test_that_a_member_has_one_guide),
        cmocka_unit_test(test_that_a_guide_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
