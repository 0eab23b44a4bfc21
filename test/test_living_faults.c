/* test_living_faults.c (fault): changes and copies of maps without memory leave all as it was; what
 * makes no sense is refused; what a map says it holds is what it got. */
#include "living_check.h"

#include <stdlib.h>
#include <string.h>

#include "faulty.h"
#include "grid/living.h"

/* ---- memory ---- */

/* The n-th allocation of a change fails, for every n until the change gets through. */
static void check_faults(const test_living *model, const test_batch *drawn, test_random *random)
{
    bool is_through = false;
    for (long n = 0; !is_through; n++) {
        test_faulty faulty = {.fail_from = -1, .fail_end = -1};
        cairn_allocator allocator = test_faulty_get_allocator(&faulty);
        cairn_map_def def = {
            .size = sizeof def, .corners = model->corners, .changing = 1, .allocator = &allocator};
        test_living living;
        test_living_create_of(&living, model->cells, model->width, model->height, &def);
        cairn_map_info before = test_get_map_info(living.map);
        faulty.fail_from = atomic_load(&faulty.allocations) + n;
        faulty.fail_end = faulty.fail_from + 1 + n % 2 * 100;
        cairn_status status = cairn_map_change(living.map, drawn->changes, drawn->count);
        is_through = status == CAIRN_OK;
        assert_true(is_through || status == CAIRN_MEMORY);
        assert_int_equal(status == CAIRN_MEMORY, atomic_load(&faulty.failed));
        faulty.fail_from = faulty.fail_end = -1;
        cairn_map_info after = test_get_map_info(living.map);
        if (is_through)
            (void)test_living_note(&living, drawn->changes, drawn->count);
        else
            assert_true(after.state == before.state && after.version == before.version);
        test_living_check(&living, random);
        test_living_change_at_random(&living, random);
        test_living_check(&living, random);
        test_living_destroy(&living);
        assert_int_equal(atomic_load(&faulty.live), 0);
    }
}

static void failed_changes_change_nothing(void **state)
{
    (void)state;
    test_random random = {41};
    for (int round = 0; round < 40; round++) {
        test_living model;
        test_batch drawn;
        test_living_create_random(&model, round % 2 ? 130 : 1100, round % 2 ? 200 : 70,
                                  CAIRN_CORNERS_STRICT, 10 * (round % 3), 1 + round % 20, &random);
        test_living_draw_batch(&model, &drawn, &random);
        check_faults(&model, &drawn, &random);
        test_batch_free(&drawn);
        test_living_destroy(&model);
    }
}

/* A cell of each of 121 open tiles is blocked: all of them need memory of their own. */
static void shared_tiles_need_memory(void **state)
{
    (void)state;
    test_random random = {42};
    test_living model;
    test_batch drawn = {.count = 1};
    test_living_create_random(&model, 704, 704, CAIRN_CORNERS_STRICT, 0, 1, &random);
    uint8_t *cells = malloc(704 * 704);
    assert_non_null(cells);
    for (size_t i = 0; i < 704 * 704; i++)
        cells[i] = i % 64 != 5 || i / 704 % 64 != 7;
    drawn.changes[0] = (cairn_change){.rect = {0, 0, 704, 704}, .cells = cells};
    check_faults(&model, &drawn, &random);
    free(cells);
    test_living_destroy(&model);
}

static void opening_a_changing_map_may_fail(void **state)
{
    (void)state;
    uint8_t cells[130 * 70];
    for (size_t i = 0; i < sizeof cells; i++)
        cells[i] = i % 3 != 0;
    cairn_status status = CAIRN_MEMORY;
    for (long n = 0; status != CAIRN_OK; n++) {
        test_faulty faulty = {.fail_from = n, .fail_end = n + 1};
        cairn_allocator allocator = test_faulty_get_allocator(&faulty);
        cairn_map_def def = {.size = sizeof def, .changing = 1, .allocator = &allocator};
        cairn_map *map = NULL;
        status = cairn_map_create(130, 70, cells, &def, &map);
        assert_true(status == CAIRN_OK || status == CAIRN_MEMORY);
        cairn_map_close(map);
        assert_int_equal(atomic_load(&faulty.live), 0);
    }
}

/* What a map says it holds is what its allocator gave. */
typedef struct weigher {
    size_t bytes;
} weigher;

static void *weigh(void *context, size_t bytes)
{
    size_t *memory = malloc(bytes + 16);
    assert_non_null(memory);
    *memory = bytes;
    ((weigher *)context)->bytes += bytes;
    return memory + 16 / sizeof *memory;
}

static void unweigh(void *context, void *memory)
{
    size_t *begin = (size_t *)memory - 16 / sizeof *begin;
    ((weigher *)context)->bytes -= *begin;
    free(begin);
}

static void bytes_are_what_the_map_holds(void **state)
{
    (void)state;
    test_random random = {51};
    weigher scales = {0};
    cairn_allocator allocator = {weigh, unweigh, &scales};
    cairn_map_def def = {.size = sizeof def, .changing = 1, .allocator = &allocator};
    uint8_t *cells = calloc(400 * 300, 1);
    assert_non_null(cells);
    test_living living;
    test_living_create_of(&living, cells, 400, 300, &def);
    free(cells);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(test_get_map_info(living.map).bytes, scales.bytes);
        test_living_change_at_random(&living, &random);
    }
    test_living_destroy(&living);
    assert_int_equal(scales.bytes, 0);
}

/* ---- copies ---- */

static void check_copy(const test_living *living, int32_t changing, test_random *random)
{
    test_faulty faulty = {.fail_from = -1, .fail_end = -1};
    cairn_allocator allocator = test_faulty_get_allocator(&faulty);
    cairn_map_def def = {.size = sizeof def, .changing = changing, .allocator = &allocator};
    cairn_map_info info = test_get_map_info(living->map);
    cairn_status status = CAIRN_MEMORY;
    for (long n = 0; status != CAIRN_OK; n++) {
        cairn_map *copy = NULL;
        faulty.fail_from = atomic_load(&faulty.allocations) + n;
        faulty.fail_end = faulty.fail_from + 1;
        status = cairn_map_copy(living->map, &def, &copy);
        assert_true(status == CAIRN_OK || (status == CAIRN_MEMORY && copy == NULL));
        if (status == CAIRN_OK) {
            test_check_same_map(copy, living->map);
            assert_int_equal(test_get_map_info(copy).fingerprint, info.state);
            assert_int_equal(test_get_map_info(copy).state, info.state);
            assert_int_equal(test_get_map_info(copy).version, 0);
            faulty.fail_from = faulty.fail_end = -1;
            assert_int_equal(cairn_map_set_rect(copy, &(cairn_rect){0, 0, 1, 1}, 1),
                             changing ? CAIRN_OK : CAIRN_NOT_CHANGING);
        }
        cairn_map_close(copy);
        assert_int_equal(atomic_load(&faulty.live), 0);
    }
    test_living_check(living, random);
}

static void copies_are_the_map_as_it_is(void **state)
{
    (void)state;
    test_random random = {61};
    for (int round = 0; round < 30; round++) {
        test_living living;
        uint32_t width = 1 + (uint32_t)test_draw_below(&random, 200);
        uint32_t height = 1 + (uint32_t)test_draw_below(&random, 200);
        test_living_create_random(&living, width, height,
                                  round % 2 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT, 40,
                                  1 + round % 4, &random);
        for (int i = 0; i < 3; i++) {
            check_copy(&living, i % 2, &random);
            test_living_change_at_random(&living, &random);
        }
        cairn_map *copy, *again;
        assert_int_equal(cairn_map_copy(living.map, NULL, &copy), CAIRN_OK);
        assert_int_equal(cairn_map_copy(copy, NULL, &again), CAIRN_OK);
        test_check_same_map(again, living.map);
        assert_int_equal(test_get_map_info(again).bytes, test_get_map_info(copy).bytes);
        cairn_map_close(again);
        cairn_map_close(copy);
        test_living_destroy(&living);
    }
}

/* A copy becomes the base while the map goes on changing. */
static void a_copy_can_become_the_base(void **state)
{
    (void)state;
    test_random random = {71};
    test_living living;
    test_living_create_random(&living, 300, 200, CAIRN_CORNERS_STRICT, 30, 4, &random);
    for (int round = 0; round < 20; round++) {
        cairn_map *copy;
        for (int i = 0; i < 3; i++)
            test_living_change_at_random(&living, &random);
        assert_int_equal(cairn_map_copy(living.map, NULL, &copy), CAIRN_OK);
        uint64_t copied = test_get_map_info(copy).fingerprint;
        memcpy(living.base, living.cells, (size_t)living.width * living.height);
        for (int i = 0; i < round % 3; i++)
            test_living_change_at_random(&living, &random);
        assert_int_equal(cairn__living_set_base(living.map, copy), CAIRN_OK);
        assert_int_equal(cairn__get_base_fingerprint(living.map), copied);
        cairn_map_close(copy);
        for (int i = 0; i < 10; i++) {
            cairn_cell ends[2];
            for (int k = 0; k < 2; k++)
                ends[k] = (cairn_cell)test_draw(&random) & 0x7f00ff;
            assert_int_equal(
                cairn__get_opened_bound(living.map, cairn__unpack(ends[0]), cairn__unpack(ends[1])),
                test_living_get_bound(&living, ends));
        }
    }
    test_living_destroy(&living);
}

/* Without memory for its rows a base is not taken over. */
static void a_base_needs_memory(void **state)
{
    (void)state;
    static const uint8_t open[256] = {[0] = 1};
    test_random random = {72};
    test_faulty faulty = {.fail_from = -1, .fail_end = -1};
    cairn_allocator allocator = test_faulty_get_allocator(&faulty);
    cairn_map_def def = {.size = sizeof def, .changing = 1, .allocator = &allocator};
    test_living living;
    cairn_map *base;
    uint8_t others[256] = {[9] = 1, [100] = 1};
    test_living_create_of(&living, open, 128, 2, &def);
    assert_int_equal(cairn_map_create(128, 2, others, NULL, &base), CAIRN_OK);
    cairn_status status = CAIRN_MEMORY;
    for (long n = 0; status != CAIRN_OK; n++) {
        faulty.fail_from = atomic_load(&faulty.allocations) + n;
        faulty.fail_end = faulty.fail_from + 1;
        status = cairn__living_set_base(living.map, base);
        uint64_t fingerprint = cairn__get_base_fingerprint(living.map);
        assert_int_equal(fingerprint,
                         test_get_map_info(status == CAIRN_OK ? base : living.map).fingerprint);
        if (status != CAIRN_OK)
            test_living_check(&living, &random);
    }
    cairn_map_close(base);
    test_living_destroy(&living);
}

/* ---- bad input ---- */

static void bad_changes_are_refused(void **state)
{
    (void)state;
    test_random random = {81};
    test_living living;
    test_living_create_random(&living, 100, 80, CAIRN_CORNERS_STRICT, 30, 2, &random);
    static const cairn_rect bad[] = {
        {0, 0, 0, 1},  {0, 0, 1, 0},  {100, 0, 1, 1},  {0, 80, 1, 1},
        {99, 0, 2, 1}, {0, 79, 1, 2}, {1, 1, 100, 80}, {65535, 65535, 65535, 65535}};
    cairn_change changes[2] = {{.rect = {5, 5, 20, 20}, .open = 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        changes[1].rect = bad[i];
        assert_int_equal(cairn_map_change(living.map, changes, 2), CAIRN_OUTSIDE);
        assert_int_equal(cairn_map_set_rect(living.map, &bad[i], 0), CAIRN_OUTSIDE);
        cairn_cell cells[2] = {cairn_cell_at(1, 1), cairn_cell_at(bad[i].x, bad[i].y)};
        if (bad[i].x >= 100 || bad[i].y >= 80)
            assert_int_equal(cairn_map_set_cells(living.map, cells, 2, 1), CAIRN_OUTSIDE);
    }
    changes[0].reserved = 1;
    assert_int_equal(cairn_map_change(living.map, changes, 1), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_change(living.map, NULL, 1), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_set_cells(living.map, NULL, 1, 1), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_change(NULL, changes, 1), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_set_cells(NULL, NULL, 0, 1), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_set_rect(living.map, NULL, 1), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_change(living.map, NULL, 0), CAIRN_OK);
    assert_int_equal(cairn_map_set_cells(living.map, NULL, 0, 1), CAIRN_OK);
    assert_int_equal(test_get_map_info(living.map).version, 0);
    test_living_check(&living, &random);
    test_living_destroy(&living);
}

static void a_map_that_does_not_change_refuses(void **state)
{
    (void)state;
    static const uint8_t cells[4] = {1, 0, 1, 1};
    cairn_map *map, *copy;
    assert_int_equal(cairn_map_create(2, 2, cells, NULL, &map), CAIRN_OK);
    assert_int_equal(cairn_map_set_rect(map, &(cairn_rect){0, 0, 1, 1}, 0), CAIRN_NOT_CHANGING);
    cairn_cell cell = 0;
    assert_int_equal(cairn_map_set_cells(map, &cell, 1, 0), CAIRN_NOT_CHANGING);
    cairn_map_def def = {.size = 1};
    assert_int_equal(cairn_map_copy(map, &def, &copy), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_map_copy(NULL, NULL, &copy), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_copy(map, NULL, NULL), CAIRN_ARGUMENT);
    cairn_map_close(map);
}

/* Debug builds refuse a change while another call is inside the map. */
static void a_change_beside_another_call_is_refused(void **state)
{
    (void)state;
#ifdef NDEBUG
    skip();
#else
    static const uint8_t cells[4] = {1, 0, 1, 1};
    cairn_map_def def = {.size = sizeof def, .changing = 1};
    cairn_map *map;
    assert_int_equal(cairn_map_create(2, 2, cells, &def, &map), CAIRN_OK);
    cairn__map_enter(map);
    assert_int_equal(cairn_map_set_rect(map, &(cairn_rect){0, 0, 1, 1}, 0), CAIRN_IN_USE);
    assert_int_equal(test_get_map_info(map).version, 0);
    cairn__map_leave(map);
    assert_int_equal(cairn_map_set_rect(map, &(cairn_rect){0, 0, 1, 1}, 0), CAIRN_OK);
    assert_int_equal(cairn_map_set_rect(map, &(cairn_rect){0, 0, 1, 1}, 1), CAIRN_OK);
    cairn_map_close(map);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_changes_change_nothing),
        cmocka_unit_test(shared_tiles_need_memory),
        cmocka_unit_test(opening_a_changing_map_may_fail),
        cmocka_unit_test(bytes_are_what_the_map_holds),
        cmocka_unit_test(copies_are_the_map_as_it_is),
        cmocka_unit_test(a_copy_can_become_the_base),
        cmocka_unit_test(a_base_needs_memory),
        cmocka_unit_test(bad_changes_are_refused),
        cmocka_unit_test(a_map_that_does_not_change_refuses),
        cmocka_unit_test(a_change_beside_another_call_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
