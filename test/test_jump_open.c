/* test_jump_open.c (property): the open list of jump point search gives back what was put in, the lowest
 * f first, whatever f are: near each other, far apart, and up to the end of 32 bits. */
#include "support.h"

#include "search/jump_open.h"

enum { ENTRIES = 500, RUNS = 200 };

static cairn__jump_entry memory[ENTRIES];
static cairn__jump_open list;

/* An even f from the lowest one on, plus a number of `bits` random bits. */
static uint32_t draw(test_random *random, uint32_t low, uint32_t bits)
{
    uint64_t f = low + (test_draw(random) >> (64 - bits));
    return (uint32_t)(f < UINT32_MAX ? f : UINT32_MAX) & ~1u;
}

static uint32_t pop(void)
{
    while (!cairn__jump_open_is_ready(&list))
        assert_true(cairn__jump_open_prepare(&list));
    return cairn__jump_open_pop(&list).f;
}

static uint32_t take_lowest(uint32_t *numbers, uint32_t *count)
{
    uint32_t least = 0;
    for (uint32_t i = 1; i < *count; i++)
        least = numbers[i] < numbers[least] ? i : least;
    uint32_t found = numbers[least];
    numbers[least] = numbers[--*count];
    return found;
}

static void check_run(test_random *random, uint32_t low, uint32_t bits)
{
    uint32_t numbers[ENTRIES], count = 0;
    list.entries = memory;
    list.capacity = ENTRIES;
    cairn__jump_open_clear(&list, low);
    for (int i = 0; i < ENTRIES; i++) {
        cairn__jump_entry entry = {.f = draw(random, low, bits), .cell = 7, .walk = 9};
        assert_true(cairn__jump_open_push(&list, entry));
        numbers[count++] = entry.f;
        if (i % 3 == 2) {
            low = take_lowest(numbers, &count);
            assert_int_equal(pop(), low);
        }
    }
    while (count > 0)
        assert_int_equal(pop(), take_lowest(numbers, &count));
    assert_false(cairn__jump_open_is_ready(&list) || cairn__jump_open_prepare(&list));
}

static void test_order(void **state)
{
    test_random random = {5};
    (void)state;
    for (uint32_t run = 0; run < RUNS; run++)
        check_run(&random, (uint32_t)test_draw(&random) & ~1u, 1 + run % 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order)};
    return cmocka_run_group_tests_name("jump_open", tests, NULL, NULL);
}
