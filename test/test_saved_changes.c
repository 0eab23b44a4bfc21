/* test_saved_changes.c (golden): the changes of a map, saved and loaded: bytes as docs/format.md has them,
 * any state from any other, and every way of being damaged, foreign or short of memory. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "faulty.h"
#include "grid/living.h"

enum { CHECKSUM = 48, RUNS = 56, MOST_BYTES = 1 << 16 };

static cairn_map *make_map(uint32_t width, uint32_t height, const uint8_t *cells,
                           const cairn_allocator *allocator)
{
    cairn_map *map = NULL;
    const cairn_map_def def = {.size = sizeof def, .changing = 1, .allocator = allocator};
    assert_int_equal(cairn_map_create(width, height, cells, &def, &map), CAIRN_OK);
    return map;
}

/* Some cells, the same for the same size. */
static cairn_map *make_some_map(uint32_t width, uint32_t height, const cairn_allocator *allocator)
{
    uint8_t *cells = malloc((size_t)width * height);
    test_random random = {width * 1000 + height};
    assert_non_null(cells);
    for (size_t i = 0; i < (size_t)width * height; i++)
        cells[i] = test_draw_below(&random, 3) > 0;
    cairn_map *map = make_map(width, height, cells, allocator);
    free(cells);
    return map;
}

static void change(cairn_map *map, test_random *random, int times)
{
    cairn_map_info info = test_get_map_info(map);
    for (int i = 0; i < times; i++) {
        cairn_rect rect = {(uint16_t)test_draw_below(random, (int)info.width), 0, 0, 0};
        rect.y = (uint16_t)test_draw_below(random, (int)info.height);
        rect.width = (uint16_t)(1 + test_draw_below(random, (int)info.width - rect.x));
        rect.height = (uint16_t)(1 + test_draw_below(random, (int)info.height - rect.y));
        rect.height = rect.height > 9 ? 9 : rect.height;
        assert_int_equal(cairn_map_set_rect(map, &rect, test_draw_below(random, 2)), CAIRN_OK);
    }
}

static size_t save(const cairn_map *map, unsigned char *block)
{
    size_t bytes = 0;
    assert_int_equal(cairn_map_save_changes_memory(map, MOST_BYTES, block, &bytes), CAIRN_OK);
    return bytes;
}

static void assert_same_cells(const cairn_map *a, const cairn_map *b)
{
    cairn_map_info info = test_get_map_info(a);
    for (uint32_t i = 0; i < info.width * info.height; i++) {
        cairn_cell cell = cairn_cell_at(i % info.width, i / info.width);
        assert_int_equal(cairn_map_is_open(a, cell), cairn_map_is_open(b, cell));
    }
    assert_true(info.state == test_get_map_info(b).state);
    assert_int_equal(info.components, test_get_map_info(b).components);
}

/* ---- bytes ---- */

/* A map of 200 x 3 open cells: two runs, the second over the end of a row. */
static void bytes_are_those_of_the_format(void **state)
{
    (void)state;
    static const unsigned char runs[] = {0x05, 0x00, 0x86, 0x01, 0xaf, 0x02};
    static uint8_t cells[600];
    unsigned char block[128], front[] = "\x89"
                                        "CHNGS\r\n\1\0\0\0\0\0\0\0\x3e\0\0\0\0\0\0";
    memset(cells, 1, sizeof cells);
    cairn_map *map = make_map(200, 3, cells, NULL);
    const cairn_change changes[] = {{.rect = {5, 0, 1, 1}},
                                    {.rect = {140, 0, 60, 1}},
                                    {.rect = {0, 1, 200, 1}},
                                    {.rect = {0, 2, 44, 1}}};
    assert_int_equal(cairn_map_change(map, changes, 4), CAIRN_OK);
    size_t bytes = save(map, block);
    uint64_t fingerprint = test_get_map_info(map).fingerprint;
    assert_int_equal(bytes, RUNS + sizeof runs);
    assert_memory_equal(block, front, 24);
    assert_true(test_image_get_number(block + 24, 8) == fingerprint);
    assert_int_equal(test_image_get_number(block + 32, 4), 200);
    assert_int_equal(test_image_get_number(block + 36, 4), 3);
    assert_int_equal(test_image_get_number(block + 40, 8), 2);
    assert_memory_equal(block + RUNS, runs, sizeof runs);
    uint64_t checksum = test_image_get_number(block + CHECKSUM, 8);
    test_image_put_number(block + CHECKSUM, 8, 0);
    assert_true(checksum == cairn__hash_bytes(block, bytes));
    cairn_map_close(map);
}

static void unchanged_map_has_no_runs(void **state)
{
    (void)state;
    unsigned char block[128];
    cairn_map *map = make_some_map(70, 5, NULL);
    assert_int_equal(save(map, block), RUNS);
    assert_int_equal(cairn_map_set_rect(map, &(cairn_rect){0, 0, 70, 5}, 1), CAIRN_OK);
    assert_int_equal(cairn_map_load_changes_memory(map, block, RUNS, NULL), CAIRN_OK);
    assert_true(test_get_map_info(map).state == test_get_map_info(map).fingerprint);
    cairn_map_close(map);
}

/* ---- from any state to any other ---- */

static void follow_copy(cairn_map *map)
{
    cairn_map *copy = NULL;
    assert_int_equal(cairn_map_copy(map, NULL, &copy), CAIRN_OK);
    assert_int_equal(cairn__living_set_base(map, copy), CAIRN_OK);
    cairn_map_close(copy);
}

static void check_pair(uint32_t width, uint32_t height, test_random *random)
{
    static unsigned char block[MOST_BYTES], again[MOST_BYTES];
    cairn_map *from = make_some_map(width, height, NULL);
    cairn_map *to = make_some_map(width, height, NULL);
    change(from, random, test_draw_below(random, 20));
    if (test_draw_below(random, 2) == 0) { /* another base is not what was opened */
        follow_copy(from);
        change(from, random, test_draw_below(random, 3));
    }
    if (test_draw_below(random, 4) == 0)
        follow_copy(from);
    change(to, random, test_draw_below(random, 20));
    size_t bytes = save(from, block + 1); /* not aligned */
    assert_int_equal(cairn_map_load_changes_memory(to, block + 1, bytes, NULL), CAIRN_OK);
    assert_same_cells(from, to);
    assert_int_equal(save(to, again), bytes);
    assert_memory_equal(again, block + 1, bytes);
    uint32_t version = test_get_map_info(to).version; /* nothing to do is no change */
    assert_int_equal(cairn_map_load_changes_memory(to, again, bytes, NULL), CAIRN_OK);
    assert_int_equal(test_get_map_info(to).version, version);
    cairn_map_close(from);
    cairn_map_close(to);
}

static void any_state_becomes_any_other(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1, 1}, {63, 9}, {64, 64}, {65, 130}, {200, 70}, {1, 200}};
    test_random random = {3};
    for (int i = 0; i < 120; i++)
        check_pair(sizes[i % 6][0], sizes[i % 6][1], &random);
}

static void files_are_the_same_bytes(void **state)
{
    (void)state;
    unsigned char block[MOST_BYTES];
    char path[512], elsewhere[512];
    test_folder folder;
    test_random random = {4};
    cairn_detail detail = {0};
    cairn_map *map = make_some_map(100, 80, NULL), *other = make_some_map(100, 80, NULL);
    test_folder_create(&folder);
    test_folder_get_path(&folder, "game.changes", sizeof path, path);
    test_folder_get_path(&folder, "nowhere/game.changes", sizeof elsewhere, elsewhere);
    change(map, &random, 10);
    assert_int_equal(cairn_map_save_changes(map, path, NULL), CAIRN_OK);
    size_t bytes = save(map, block), read = 0;
    char *content = test_file_read(path, &read);
    assert_int_equal(read, bytes);
    assert_memory_equal(content, block, bytes);
    free(content);
    assert_int_equal(test_folder_count_files(&folder), 1);
    assert_int_equal(cairn_map_load_changes(other, path, NULL), CAIRN_OK);
    assert_same_cells(map, other);
    assert_int_equal(cairn_map_save_changes(map, elsewhere, &detail), CAIRN_IO);
    assert_true(detail.text[0] != '\0');
    assert_int_equal(cairn_map_load_changes(map, elsewhere, &detail), CAIRN_IO);
    test_folder_destroy(&folder);
    cairn_map_close(map);
    cairn_map_close(other);
}

/* ---- what is refused ---- */

static void assert_refused(cairn_map *map, const unsigned char *block, size_t bytes,
                           cairn_status status)
{
    cairn_map_info before = test_get_map_info(map);
    cairn_detail detail = {0};
    assert_int_equal(cairn_map_load_changes_memory(map, block, bytes, &detail), status);
    assert_true(detail.text[0] != '\0');
    assert_true(test_get_map_info(map).state == before.state);
    assert_int_equal(test_get_map_info(map).version, before.version);
}

static void repair(unsigned char *block, size_t bytes)
{
    test_image_put_number(block + CHECKSUM, 8, 0);
    test_image_put_number(block + CHECKSUM, 8, cairn__hash_bytes(block, bytes));
}

static void damaged_bytes_are_found(void **state)
{
    (void)state;
    static unsigned char block[MOST_BYTES];
    test_random random = {5};
    cairn_map *map = make_some_map(90, 70, NULL);
    change(map, &random, 6);
    size_t bytes = save(map, block);
    for (size_t i = 0; i < bytes; i++) {
        bool version = i >= 8 && i < 12;
        for (uint32_t bit = 0; bit < 8; bit++) {
            block[i] ^= (unsigned char)(1 << bit);
            assert_refused(map, block, bytes, version ? CAIRN_VERSION : CAIRN_CORRUPT);
            block[i] ^= (unsigned char)(1 << bit);
        }
        assert_refused(map, block, i, CAIRN_CORRUPT);
    }
    assert_refused(map, block, bytes + 1, CAIRN_CORRUPT);
    assert_int_equal(cairn_map_load_changes_memory(map, block, bytes, NULL), CAIRN_OK);
    cairn_map_close(map);
}

/* Right checksums, wrong runs, of a map of 10 x 10 cells. */
static void broken_runs_are_refused(void **state)
{
    (void)state;
    static const struct {
        uint64_t runs;
        size_t bytes;
        unsigned char content[12];
    } broken[] = {
        {1, 2, {0, 100}},                             /* a cell too long */
        {1, 2, {100, 0}},                             /* behind the last cell */
        {2, 4, {0, 50, 1, 50}},                       /* the second too long */
        {2, 4, {0, 0, 0, 0}},                         /* no cell between two runs */
        {1, 3, {0x80, 0, 0}},                         /* a number with a byte too many */
        {1, 6, {0xff, 0xff, 0xff, 0xff, 0x1f, 0}},    /* larger than 32 bits */
        {1, 7, {0x80, 0x80, 0x80, 0x80, 0x80, 1, 0}}, /* more than 5 bytes */
        {1, 1, {0}},                                  /* half a run */
        {2, 2, {0, 0}},                               /* one run, not two */
        {1, 4, {0, 0, 1, 0}},                         /* two, not one */
        {1, 2, {0, 0x80}},                            /* a number without its end */
        {UINT64_MAX, 2, {0, 0}},
    };
    unsigned char block[128];
    cairn_map *map = make_some_map(10, 10, NULL);
    assert_int_equal(save(map, block), RUNS);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        uint64_t bytes = RUNS + broken[i].bytes;
        test_image_put_number(block + 16, 8, bytes);
        test_image_put_number(block + 40, 8, broken[i].runs);
        memcpy(block + RUNS, broken[i].content, broken[i].bytes);
        repair(block, (size_t)bytes);
        assert_refused(map, block, (size_t)bytes, CAIRN_CORRUPT);
    }
    cairn_map_close(map);
}

static void other_maps_are_refused(void **state)
{
    (void)state;
    unsigned char block[MOST_BYTES];
    cairn_map *map = make_some_map(20, 30, NULL), *turned = make_some_map(30, 20, NULL);
    static uint8_t cells[600];
    cells[0] = 1;
    cairn_map *other = make_map(20, 30, cells, NULL), *fixed = NULL;
    size_t bytes = save(map, block);
    assert_refused(turned, block, bytes, CAIRN_MISMATCH);
    assert_refused(other, block, bytes, CAIRN_MISMATCH);
    assert_int_equal(cairn_map_create(20, 30, cells, NULL, &fixed), CAIRN_OK);
    assert_int_equal(cairn_map_load_changes_memory(fixed, block, bytes, NULL), CAIRN_NOT_CHANGING);
    assert_int_equal(cairn_map_load_changes(fixed, "x", NULL), CAIRN_NOT_CHANGING);
    assert_int_equal(cairn_map_save_changes(fixed, "x", NULL), CAIRN_NOT_CHANGING);
    assert_int_equal(cairn_map_save_changes_memory(fixed, 0, NULL, &bytes), CAIRN_NOT_CHANGING);
    assert_int_equal(cairn_map_save_changes_memory(map, 0, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_save_changes_memory(map, 5, NULL, &bytes), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_save_changes(map, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_load_changes(map, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_load_changes_memory(map, NULL, 9, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_load_changes_memory(NULL, block, bytes, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_save_changes_memory(map, RUNS - 1, block, &bytes), CAIRN_CAPACITY);
    assert_int_equal(bytes, RUNS);
    cairn_map_close(map);
    cairn_map_close(turned);
    cairn_map_close(other);
    cairn_map_close(fixed);
}

/* Whichever allocation fails, the map stays as it is and nothing is lost. */
static void memory_may_run_out(void **state)
{
    (void)state;
    static unsigned char block[MOST_BYTES];
    test_faulty faulty = {.fail_from = -1};
    cairn_allocator allocator = test_faulty_get_allocator(&faulty);
    cairn_map *map = make_some_map(130, 70, &allocator), *wanted = make_some_map(130, 70, NULL);
    test_random random = {6};
    change(map, &random, 8);
    change(wanted, &random, 8);
    size_t bytes = save(wanted, block), size = 0;
    cairn_status status = CAIRN_MEMORY;
    for (long i = 0; status != CAIRN_OK; i++) {
        uint64_t before = test_get_map_info(map).state;
        faulty.fail_from = atomic_load(&faulty.allocations) + i;
        faulty.fail_end = faulty.fail_from + 1;
        status = cairn_map_load_changes_memory(map, block, bytes, NULL);
        assert_true(status == CAIRN_OK || status == CAIRN_MEMORY);
        assert_true(status == CAIRN_OK || test_get_map_info(map).state == before);
    }
    assert_same_cells(map, wanted);
    for (long i = 0; i < 2; i++) {
        faulty.fail_from = atomic_load(&faulty.allocations) + i;
        faulty.fail_end = faulty.fail_from + 1;
        assert_int_equal(cairn_map_save_changes_memory(map, 0, NULL, &size), CAIRN_MEMORY);
        faulty.fail_from = atomic_load(&faulty.allocations) + i;
        faulty.fail_end = faulty.fail_from + 1;
        assert_int_equal(cairn_map_save_changes(map, "nowhere/x", NULL), CAIRN_MEMORY);
    }
    faulty.fail_from = -1;
    faulty.fail_end = -1;
    cairn_map_close(map);
    cairn_map_close(wanted);
    assert_int_equal(atomic_load(&faulty.live), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_those_of_the_format),
        cmocka_unit_test(unchanged_map_has_no_runs),
        cmocka_unit_test(any_state_becomes_any_other),
        cmocka_unit_test(files_are_the_same_bytes),
        cmocka_unit_test(damaged_bytes_are_found),
        cmocka_unit_test(broken_runs_are_refused),
        cmocka_unit_test(other_maps_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
