/* test_crowd_forged.c: saved crowds that were made up, with a right checksum: what no crowd can be is
 * refused. */
#include "crowd_forge.h"

/* ---- members ---- */

static void test_that_only_members_under_way_have_a_run(void **state)
{
    static const uint32_t states[] = {CAIRN_MEMBER_IDLE, CAIRN_MEMBER_ARRIVED, CAIRN_MEMBER_LOST,
                                      CAIRN_MEMBER_SETTLED};
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 2}, false);
    (void)add(&self, 140, 45);
    (void)add(&self, 1, 1);
    save(&self);
    for (size_t k = 0; k < sizeof states / sizeof states[0]; k++)
        check_refused(&self, at_member(&self, 0, 1),
                      make_doing(make_run(EAST, 3), states[k], NOWHERE));
    check_refused(&self, at_member(&self, 0, 1),
                  make_doing(make_run(EAST, 4000), CAIRN_MEMBER_WALKING, NOWHERE));
    destroy(&self);
}

/* A run that leads to the end of the one that the crowd has in hand, but begins behind a wall. */
static void test_that_a_run_is_legal_from_its_beginning(void **state)
{
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, false);
    order(&self, add(&self, 30, 45), 50, 45);
    step(&self, 2);
    save(&self);
    uint32_t cell = get(&self, at_member(&self, 0, 0)), doing = get(&self, at_member(&self, 0, 1));
    uint32_t left = doing >> 4 & 4095;
    assert_int_equal(doing & 7, EAST);
    assert_true(left >= 8);
    check_refused(&self, at_member(&self, 0, 0), cairn_cell_at(24, 45)); /* through a wall */
    for (uint32_t back = 1; back < 6; back++) {
        put(&self, at_member(&self, 0, 0), cell - back);
        put(&self, at_member(&self, 0, 1), doing + make_run(0, back));
        bool legal = (cell & 0xffff) - back >= 30;
        assert_int_equal(load(&self), legal ? CAIRN_OK : CAIRN_CORRUPT);
        put(&self, at_member(&self, 0, 0), cell);
        put(&self, at_member(&self, 0, 1), doing);
        assert_int_equal(load(&self), CAIRN_OK);
    }
    destroy(&self);
}

static void test_that_nobody_does_nothing(void **state)
{
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, true);
    cairn_member member = add(&self, 20, 20);
    assert_int_equal(cairn_crowd_remove(self.crowd, member), CAIRN_OK);
    save(&self);
    check_refused(&self, at_member(&self, 0, 1),
                  make_doing(make_run(EAST, 3), CAIRN_MEMBER_NONE, NOWHERE));
    check_refused(&self, at_member(&self, 0, 1), make_doing(STALE, CAIRN_MEMBER_NONE, NOWHERE));
    check_refused(&self, at_member(&self, 0, 1), make_doing(0, CAIRN_MEMBER_NONE, AT_GUIDE));
    destroy(&self);
}

/* On a map that does not change nobody stands in a wall, or is kept by a change. */
static void test_that_members_suit_a_map_that_does_not_change(void **state)
{
    (void)state;
    site self =
        create((cairn_crowd_def){.capacity = 1, .stranded_policy = CAIRN_STRANDED_LEAVE}, false);
    (void)add(&self, 20, 20);
    save(&self);
    uint32_t doing = at_member(&self, 0, 1);
    put(&self, at_member(&self, 0, MEMBER), cairn_cell_at(40, 20)); /* its exit, if it leaves */
    check_refused(&self, doing, make_doing(0, CAIRN_MEMBER_LEAVING, NOWHERE));
    check_refused(&self, doing, make_doing(0, CAIRN_MEMBER_STRANDED, NOWHERE));
    check_refused(&self, doing, make_doing(0, CAIRN_MEMBER_CUT_OFF, NOWHERE));
    check_refused(&self, doing, make_doing(STALE, CAIRN_MEMBER_IDLE, NOWHERE));
    check_refused(&self, POLICIES, get(&self, POLICIES) | 32); /* components have been joined */
    put(&self, POLICIES, get(&self, POLICIES) | 16);           /* no policy */
    assert_int_equal(load(&self), CAIRN_MISMATCH);
    put(&self, POLICIES, get(&self, POLICIES) & ~UINT32_C(16));
    check_refused(&self, at_member(&self, 0, 0), cairn_cell_at(29, 20));
    check_refused(&self, at_member(&self, 0, 0), cairn_cell_at(20, HEIGHT));
    check_refused(&self, at_member(&self, 0, 7), 0); /* its generation */
    destroy(&self);
}

/* ---- exits ---- */

static void test_that_an_exit_is_inside_and_open_and_near(void **state)
{
    (void)state;
    site self =
        create((cairn_crowd_def){.capacity = 1, .stranded_policy = CAIRN_STRANDED_LEAVE}, true);
    (void)add(&self, 74, 45);
    assert_int_equal(cairn_map_set_rect(self.map, &(cairn_rect){64, 35, 20, 20}, 0), CAIRN_OK);
    step(&self, 2);
    assert_int_equal(cairn_crowd_get_states(self.crowd)[0], CAIRN_MEMBER_LEAVING);
    save(&self);
    uint32_t exit = at_member(&self, 0, MEMBER);
    check_refused(&self, exit, UINT32_MAX);
    check_refused(&self, exit, cairn_cell_at(WIDTH, 45));
    check_refused(&self, exit, cairn_cell_at(74, HEIGHT));
    check_refused(&self, exit, cairn_cell_at(65, 45)); /* in the wall */
    check_refused(&self, exit, cairn_cell_at(1, 1));   /* too far */
    put(&self, exit, cairn_cell_at(WIDTH, 45));        /* of one that has not looked at the map */
    put(&self, at_member(&self, 0, 1), make_doing(STALE, CAIRN_MEMBER_LEAVING, NOWHERE));
    assert_int_equal(load(&self), CAIRN_CORRUPT);
    destroy(&self);
}

static void test_that_nobody_leaves_where_members_stay(void **state)
{
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1}, true);
    (void)add(&self, 20, 20);
    save(&self);
    put(&self, at_member(&self, 0, MEMBER), cairn_cell_at(40, 20));
    check_refused(&self, at_member(&self, 0, 1), make_doing(0, CAIRN_MEMBER_LEAVING, NOWHERE));
    destroy(&self);
}

/* ---- two blocks of one checksum ---- */

#define PRIME1 UINT64_C(0x9e3779b185ebca87)
#define PRIME2 UINT64_C(0xc2b2ae3d27d4eb4f)
#define PRIME3 UINT64_C(0x165667b19e3779f9)
#define PRIME4 UINT64_C(0x85ebca77c2b2ae63)

static uint64_t turn_left(uint64_t word, uint32_t bits)
{
    return word << bits | word >> (64 - bits);
}

static uint64_t turn_right(uint64_t word, uint32_t bits)
{
    return word >> bits | word << (64 - bits);
}

/* The number by which a product with an odd one is undone. */
static uint64_t invert(uint64_t odd)
{
    uint64_t inverse = odd;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse;
    return inverse;
}

/* XXH64 before its last mixing, of a sum; and the other way round. */
static uint64_t unmix(uint64_t sum)
{
    sum ^= sum >> 32;
    sum *= invert(PRIME3);
    sum ^= sum >> 29 ^ sum >> 58;
    sum *= invert(PRIME2);
    return sum ^ sum >> 33;
}

/* Changes the last 8 bytes, which must be a whole word of XXH64's, so that the block has a sum. */
static void forge_sum(const site *self, uint64_t wanted)
{
    uint32_t last = (uint32_t)(self->bytes / 4) - 2;
    put(self, last, 0);
    put(self, last + 1, 0);
    put(self, CHECKSUM, 0);
    put(self, CHECKSUM + 1, 0);
    uint64_t round = unmix(cairn__hash_bytes(self->block, self->bytes)) - PRIME4;
    uint64_t before = turn_right(round * invert(PRIME1), 27); /* with a word of zero */
    uint64_t after = turn_right((unmix(wanted) - PRIME4) * invert(PRIME1), 27);
    uint64_t word = turn_right((before ^ after) * invert(PRIME1), 31) * invert(PRIME2);
    assert_int_equal(turn_left(word * PRIME2, 31) * PRIME1, before ^ after);
    put(self, last, (uint32_t)word);
    put(self, last + 1, (uint32_t)(word >> 32));
    assert_true(cairn__hash_bytes(self->block, self->bytes) == wanted);
    put(self, CHECKSUM, (uint32_t)wanted);
    put(self, CHECKSUM + 1, (uint32_t)(wanted >> 32));
}

/* The numbers of large orders, which may be any, end the block. */
static void test_that_a_block_with_the_sum_of_one_of_its_own_is_checked(void **state)
{
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 16}, false);
    for (uint32_t i = 0; self.bytes % 32 == 0 || self.bytes % 8 != 0; i++) {
        (void)add(&self, 10 + i, 10);
        save(&self);
    }
    uint64_t sum = get(&self, CHECKSUM) | (uint64_t)get(&self, CHECKSUM + 1) << 32;
    put(&self, at_member(&self, 0, RING_AT), 255);
    forge_sum(&self, sum);
    assert_int_equal(cairn_crowd_load(self.crowd, self.block, self.bytes, NULL), CAIRN_CORRUPT);
    destroy(&self);
}

static void test_that_reservations_are_inside(void **state)
{
    (void)state;
    site self = create((cairn_crowd_def){.capacity = 1, .occupancy = CAIRN_OCCUPANCY_CELLS}, false);
    (void)add(&self, 10, 10);
    assert_int_equal(cairn_crowd_reserve(self.crowd, cairn_cell_at(5, 5), 9), CAIRN_OK);
    save(&self);
    check_refused(&self, at_lines(&self) + 4, cairn_cell_at(WIDTH, 5));
    check_refused(&self, at_lines(&self), cairn_cell_at(WIDTH, 5)); /* where it belongs */
    destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_only_members_under_way_have_a_run),
        cmocka_unit_test(test_that_a_run_is_legal_from_its_beginning),
        cmocka_unit_test(test_that_nobody_does_nothing),
        cmocka_unit_test(test_that_members_suit_a_map_that_does_not_change),
        cmocka_unit_test(test_that_an_exit_is_inside_and_open_and_near),
        cmocka_unit_test(test_that_nobody_leaves_where_members_stay),
        cmocka_unit_test(test_that_a_block_with_the_sum_of_one_of_its_own_is_checked),
        cmocka_unit_test(test_that_reservations_are_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
