/* test_import_limits.c (unit): files crafted to make the importers work without end. Work is
 * counted in bytes that zlib unpacks: this program's inflate() stands before zlib's own. */
#include "imported.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static uint64_t unpacked_bytes;

int inflate(z_streamp stream, int flush)
{
    typedef int (*inflate_function)(z_streamp, int);
    static inflate_function next;
    if (next == NULL) {
        void *found = dlsym(RTLD_NEXT, "inflate");
        assert_non_null(found);
        memcpy(&next, &found, sizeof next);
    }
    uLong before = stream->total_out;
    int result = next(stream, flush);
    unpacked_bytes += stream->total_out - before;
    return result;
}

static cairn_status find_levels(level_bytes *bytes, import_level **levels, uint32_t *count,
                                cairn_detail *detail)
{
    import_file *file = NULL;
    assert_int_equal(import_file_open_memory(bytes->data, bytes->count, detail, &file), CAIRN_OK);
    unpacked_bytes = 0;
    cairn_status status = import_file_find_levels(file, detail, levels, count);
    import_file_close(file);
    level_bytes_free(bytes);
    return status;
}

static level_bytes make_zeros(size_t count)
{
    level_bytes zeros = {.data = calloc(count, 1), .count = count};
    assert_non_null(zeros.data);
    return zeros;
}

/* ---- archives ---- */

/* Ten levels share one lump of 8 MB of vertexes: a list looks at 64 MB. */
static void vertexes_are_listed_within_a_limit(void **state)
{
    (void)state;
    enum { LEVELS = 10, LUMPS = 6, ENTRY = 16, HEADER = 12, BYTES = 8 << 20 };
    wad_maker maker = {.vertexes = make_zeros(BYTES)};
    maker.vertexes.data[0] = 100;
    level_bytes file = wad_maker_finish(&maker);
    uint8_t directory[LUMPS * ENTRY];
    const uint32_t numbers[2] = {LEVELS * LUMPS, (uint32_t)file.count};
    memcpy(directory, file.data + HEADER, sizeof directory);
    for (int i = 0; i < 8; i++)
        file.data[4 + i] = (uint8_t)(numbers[i / 4] >> (8 * (i % 4)));
    for (int i = 0; i < LEVELS; i++)
        level_bytes_add(&file, directory, sizeof directory);
    import_level *levels = NULL;
    uint32_t count = 0;
    cairn_detail detail = {0};
    assert_int_equal(find_levels(&file, &levels, &count, &detail), CAIRN_OK);
    assert_int_equal(count, LEVELS);
    for (int i = 0; i < LEVELS; i++)
        assert_true(levels[i].bytes == BYTES && levels[i].width == (i < 8 ? 100 : 0));
    free(levels);
}

static level_bytes make_level(void)
{
    bsp_maker maker = {0};
    const float box[] = {0, 0, -16, 384, 128, 128};
    bsp_maker_add_box(&maker, (float[]){0, 0, -16, 384, 128, 0}, BSP_MAKER_SOLID);
    bsp_maker_end_model(&maker, box);
    return bsp_maker_finish(&maker);
}

/* Many names for the same few bytes, each a million once unpacked. */
static void overlapping_levels_are_refused(void **state)
{
    (void)state;
    enum { BYTES = 1000000 };
    level_bytes zeros = make_zeros(BYTES);
    zip_maker_entry entries[ZIP_MAKER_ENTRIES];
    for (int i = 0; i < ZIP_MAKER_ENTRIES; i++)
        entries[i] = (zip_maker_entry){"maps/a.bsp", zeros, BYTES, true, i > 0};
    level_bytes file = zip_maker_join(entries, ZIP_MAKER_ENTRIES);
    level_bytes_free(&zeros);
    import_level *levels = NULL;
    uint32_t count = 0;
    cairn_detail detail = {0};
    assert_int_equal(find_levels(&file, &levels, &count, &detail), CAIRN_SYNTAX);
    assert_non_null(strstr(detail.text, "overlap"));
    assert_null(levels);
    assert_true(unpacked_bytes < 4 * BYTES);
}

/* Four levels are said to have 250 MB each; the last one is beyond the limit for all together. It
 * is named, and not unpacked. */
static void levels_beyond_the_limit_are_named_only(void **state)
{
    (void)state;
    enum { HUGE = 250 << 20, LAST = 5 };
    level_bytes level = make_level();
    zip_maker_entry entries[LAST + 1];
    entries[0] = (zip_maker_entry){"maps/a.bsp", level, (uint32_t)level.count, true, false};
    for (int i = 1; i < LAST; i++)
        entries[i] = (zip_maker_entry){"maps/b.bsp", level, HUGE, true, false};
    entries[LAST] = (zip_maker_entry){"maps/c.bsp", level, (100 << 20), true, false};
    level_bytes file = zip_maker_join(entries, LAST + 1);
    import_level *levels = NULL;
    uint32_t count = 0;
    cairn_detail detail = {0};
    assert_int_equal(find_levels(&file, &levels, &count, &detail), CAIRN_OK);
    assert_int_equal(count, LAST + 1);
    assert_string_equal(levels[LAST].name, "c");
    assert_true(levels[0].width == 384 && levels[0].height == 128);
    assert_true(levels[LAST].width == 0 && levels[LAST].height == 0);
    assert_int_equal(unpacked_bytes, LAST * level.count);
    level_bytes_free(&level);
    free(levels);
}

/* ---- pictures ---- */

static void texts_of_a_picture_are_not_unpacked(void **state)
{
    (void)state;
    enum { BYTES = 4000000 };
    static const uint8_t pixels[] = {255, 255, 255, 0, 0, 0};
    level_bytes zeros = make_zeros(BYTES);
    level_bytes file = png_maker_make_with_text(2, 1, pixels, zeros);
    level_bytes_free(&zeros);
    unpacked_bytes = 0;
    imported level = imported_read(file.data, file.count, (imported_def){0});
    assert_int_equal(level.status, CAIRN_OK);
    assert_memory_equal(level.cells, ".@", 2);
    assert_in_range(unpacked_bytes, 7, 1000);
    imported_close(&level);
    import_level *levels = NULL;
    uint32_t count = 0;
    cairn_detail detail = {0};
    assert_int_equal(find_levels(&file, &levels, &count, &detail), CAIRN_OK);
    assert_true(unpacked_bytes < 1000);
    free(levels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertexes_are_listed_within_a_limit),
        cmocka_unit_test(overlapping_levels_are_refused),
        cmocka_unit_test(levels_beyond_the_limit_are_named_only),
        cmocka_unit_test(texts_of_a_picture_are_not_unpacked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
