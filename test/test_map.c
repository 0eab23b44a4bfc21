/* test_map.c (unit): maps from text, files and bytes, and what may be asked of them: passability,
 * components, limits, and the row reader and writer. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static cairn_status open_text(const char *text, cairn_detail *detail, cairn_map **map)
{
    cairn_map_def def = {.size = sizeof def};
    def.detail = detail;
    return cairn_map_open_memory(text, strlen(text), &def, map);
}

/* ---- reading maps ---- */

/* All are the same 3 x 2 map: "..@" over "@..". */
static const char *const good_texts[] = {
    "type octile\nheight 2\nwidth 3\nmap\n..@\n@..\n",
    "type octile\nwidth 3\nheight 2\nmap\n..@\n@..\n",
    "type octile\nheight 2\nwidth 3\nmap\n..@\n@..",
    "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\n@..\r\n",
    "type octile\r\nheight 2\r\nwidth 3\r\nmap\r\n..@\r\n@..",
    "type octile\nheight 2\nwidth 3\nmap\n..@\n@..\n\n\n",
    "type octile\nheight 2\nwidth 3\nmap\n..@\n@..\r\n\r\n",
    "type octile\nheight 2\nwidth 3\nmap\nGST\nWG.\n",
    "type octile\nheight 2\nwidth 3\nmap\n.GO\n S.\n",
    "type octile\nheight 2\nwidth 3\nmap\n..g\ns.G\n",
};

static void check_good_map(const cairn_map *map)
{
    cairn_map_info info = test_get_map_info(map);
    assert_int_equal(info.width, 3);
    assert_int_equal(info.height, 2);
    assert_int_equal(info.corners, CAIRN_CORNERS_STRICT);
    assert_int_equal(info.open_cells, 4);
    assert_int_equal(info.components, 1);
    assert_int_equal(info.largest_component, 4);
    assert_true(info.bytes > 0);
    static const bool open[2][3] = {{true, true, false}, {false, true, true}};
    for (uint16_t y = 0; y < 2; y++)
        for (uint16_t x = 0; x < 3; x++)
            assert_int_equal(cairn_map_is_open(map, cairn_cell_at(x, y)), open[y][x]);
}

static void good_text_is_read(void **state)
{
    (void)state;
    uint64_t fingerprint = 0;
    for (size_t i = 0; i < COUNT(good_texts); i++) {
        cairn_map *map;
        cairn_detail detail = {0};
        if (open_text(good_texts[i], &detail, &map) != CAIRN_OK)
            fail_msg("text %zu: line %u: %s", i, (unsigned)detail.line, detail.text);
        check_good_map(map);
        if (i == 0)
            fingerprint = test_get_map_info(map).fingerprint;
        assert_true(test_get_map_info(map).fingerprint == fingerprint);
        cairn_map_close(map);
    }
}

static void cells_outside_are_blocked(void **state)
{
    (void)state;
    cairn_map *map;
    assert_int_equal(open_text(good_texts[0], NULL, &map), CAIRN_OK);
    const cairn_cell outside[] = {
        cairn_cell_at(3, 0),        cairn_cell_at(3, 1),     cairn_cell_at(0, 2),
        cairn_cell_at(1, 2),        cairn_cell_at(64, 0),    cairn_cell_at(0, 64),
        cairn_cell_at(127, 127),    cairn_cell_at(128, 1),   cairn_cell_at(1, 128),
        cairn_cell_at(16384, 0),    cairn_cell_at(65535, 0), cairn_cell_at(0, 65535),
        cairn_cell_at(65535, 65535)};
    for (size_t i = 0; i < COUNT(outside); i++) {
        assert_false(cairn_map_is_open(map, outside[i]));
        assert_int_equal(cairn_map_get_component(map, outside[i]), CAIRN_NO_COMPONENT);
    }
    assert_int_equal(cairn_map_get_component(map, cairn_cell_at(2, 0)), CAIRN_NO_COMPONENT);
    cairn_map_close(map);
}

typedef struct bad_text {
    const char *text;
    cairn_status status;
    uint64_t line; /* 0: any */
} bad_text;

static const bad_text bad_maps[] = {
    {"", CAIRN_SYNTAX, 0},
    {"type octile\n", CAIRN_SYNTAX, 0},
    {"type octile\nheight 2\nwidth 3\n", CAIRN_SYNTAX, 0},
    {"type quad\nheight 2\nwidth 3\nmap\n...\n...\n", CAIRN_SYNTAX, 1},
    {"height 2\nwidth 3\nmap\n...\n...\n", CAIRN_SYNTAX, 1},
    {"type octile\nheight x\nwidth 3\nmap\n...\n...\n", CAIRN_SYNTAX, 2},
    {"type octile\nheight -2\nwidth 3\nmap\n...\n...\n", CAIRN_SYNTAX, 2},
    {"type octile\nheight 2 4\nwidth 3\nmap\n...\n...\n", CAIRN_SYNTAX, 2},
    {"type octile\nheight 2.5\nwidth 3\nmap\n...\n...\n", CAIRN_SYNTAX, 2},
    {"type octile\nheight 0\nwidth 3\nmap\n", CAIRN_SYNTAX, 2},
    {"type octile\nheight 2\nwidth 0\nmap\n\n\n", CAIRN_SYNTAX, 3},
    {"type octile\nheight 2\nwidth\nmap\n...\n...\n", CAIRN_SYNTAX, 0},
    {"type octile\nheight 2\nheight 3\nmap\n...\n...\n", CAIRN_SYNTAX, 0},
    {"type octile\nheight 2\nwidth 3\n...\n...\n", CAIRN_SYNTAX, 4},
    {"type octile\nheight 16385\nwidth 3\nmap\n", CAIRN_LIMIT, 2},
    {"type octile\nheight 2\nwidth 16385\nmap\n", CAIRN_LIMIT, 3},
    {"type octile\nheight 2\nwidth 3\nmap\n..\n...\n", CAIRN_SYNTAX, 5},
    {"type octile\nheight 2\nwidth 3\nmap\n...\n....\n", CAIRN_SYNTAX, 6},
    {"type octile\nheight 2\nwidth 3\nmap\n...\n..", CAIRN_SYNTAX, 6},
    {"type octile\nheight 2\nwidth 3\nmap\n...\n\n...\n", CAIRN_SYNTAX, 6},
    {"type octile\nheight 2\nwidth 3\nmap\n...\n", CAIRN_SYNTAX, 0},
    {"type octile\nheight 2\nwidth 3\nmap\n", CAIRN_SYNTAX, 0},
    {"type octile\nheight 2\nwidth 3\nmap\n...\n...\n...\n", CAIRN_SYNTAX, 7},
    {"type octile\nheight 2\nwidth 3\nmap\n...\n...\n\n@\n", CAIRN_SYNTAX, 8},
};

static void bad_text_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad_maps); i++) {
        cairn_map *map = NULL;
        cairn_detail detail = {0};
        cairn_status status = open_text(bad_maps[i].text, &detail, &map);
        if (status != bad_maps[i].status || detail.text[0] == '\0' || detail.line == 0 ||
            (bad_maps[i].line != 0 && detail.line != bad_maps[i].line))
            fail_msg("text %zu: %s, line %u (expected %s, line %u): \"%s\"", i,
                     cairn_status_get_name(status), (unsigned)detail.line,
                     cairn_status_get_name(bad_maps[i].status), (unsigned)bad_maps[i].line,
                     detail.text);
        assert_int_equal(open_text(bad_maps[i].text, NULL, &map), bad_maps[i].status);
    }
}

/* Every text that a good one is cut down to fails or is the whole map; none may misbehave. */
static void cut_text_never_breaks(void **state)
{
    (void)state;
    const char *text = good_texts[3];
    cairn_map_def def = {.size = sizeof def};
    for (size_t bytes = 0; bytes <= strlen(text); bytes++) {
        char *copy = malloc(bytes + 1); /* so that a sanitizer sees any read past the end */
        assert_non_null(copy);
        memcpy(copy, text, bytes);
        cairn_map *map = NULL;
        cairn_status status = cairn_map_open_memory(copy, bytes, &def, &map);
        assert_true(status == CAIRN_OK || status == CAIRN_SYNTAX);
        if (status == CAIRN_OK)
            cairn_map_close(map);
        free(copy);
    }
}

static void files_are_read_as_memory_is(void **state)
{
    (void)state;
    test_folder folder;
    char path[512];
    test_folder_create(&folder);
    test_folder_get_path(&folder, "a.map", sizeof path, path);
    test_file_write(path, good_texts[3], strlen(good_texts[3]));
    cairn_detail detail = {0};
    cairn_map_def def = {.size = sizeof def};
    def.detail = &detail;
    cairn_map *map;
    assert_int_equal(cairn_map_open(path, &def, &map), CAIRN_OK);
    check_good_map(map);
    cairn_map_close(map);
    test_folder_get_path(&folder, "none.map", sizeof path, path);
    assert_int_equal(cairn_map_open(path, &def, &map), CAIRN_IO);
    assert_true(detail.text[0] != '\0');
    assert_int_equal(cairn_map_open(folder.path, &def, &map), CAIRN_IO);
    test_folder_destroy(&folder);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    const unsigned char cell = 1;
    cairn_map *map;
    cairn_map_def def = {.size = sizeof def}, empty;
    memset(&empty, 0, sizeof empty);
    const char *text = good_texts[0];
    assert_int_equal(cairn_map_open_memory(text, strlen(text), &empty, &map), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_map_open_memory(text, strlen(text), NULL, &map), CAIRN_OK);
    cairn_map_close(map);
    assert_int_equal(cairn_map_open_memory(text, strlen(text), &def, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_open("x", &empty, &map), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_map_open(NULL, &def, &map), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_create(1, 1, &cell, &empty, &map), CAIRN_NOT_SIZED);
    assert_int_equal(cairn_map_create(1, 1, NULL, &def, &map), CAIRN_ARGUMENT);
    assert_int_not_equal(cairn_map_create(0, 1, &cell, &def, &map), CAIRN_OK);
    assert_int_not_equal(cairn_map_create(1, 0, &cell, &def, &map), CAIRN_OK);
    assert_int_equal(cairn_map_create(CAIRN_MAX_SIDE + 1, 1, &cell, &def, &map), CAIRN_LIMIT);
    assert_int_equal(cairn_map_create(1, CAIRN_MAX_SIDE + 1, &cell, &def, &map), CAIRN_LIMIT);
    def.corners = (cairn_corners)2;
    assert_int_equal(cairn_map_create(1, 1, &cell, &def, &map), CAIRN_ARGUMENT);
    cairn_map_close(NULL);
}

/* ---- components and passability ---- */

static void check_world(test_world *world, void *context)
{
    (void)context;
    int cells = ref_get_cell_count(&world->ref);
    int count = 0, largest = 0;
    int *sizes = calloc((size_t)cells, sizeof *sizes);
    assert_non_null(sizes);
    for (int cell = 0; cell < cells; cell++) {
        int component = world->components[cell];
        uint32_t expected = component == REF_NONE ? CAIRN_NO_COMPONENT : (uint32_t)component;
        cairn_cell at = test_world_get_cell(world, cell);
        assert_int_equal(cairn_map_is_open(world->map, at), world->cells[cell] != 0);
        if (cairn_map_get_component(world->map, at) != expected) {
            test_world_print(world, cell, cell);
            fail_msg("component %u, expected %u", cairn_map_get_component(world->map, at),
                     expected);
        }
        if (component == REF_NONE)
            continue;
        sizes[component]++;
        count = component >= count ? component + 1 : count;
        largest = sizes[component] > largest ? sizes[component] : largest;
    }
    cairn_map_info info = test_get_map_info(world->map);
    assert_int_equal(info.width, world->ref.width);
    assert_int_equal(info.height, world->ref.height);
    assert_int_equal(info.corners == CAIRN_CORNERS_FREE, world->ref.cuts_corners);
    assert_int_equal(info.open_cells, world->open_count);
    assert_int_equal(info.components, count);
    assert_int_equal(info.largest_component, largest);
    free(sizes);
}

static void components_equal_flood_fill(void **state)
{
    (void)state;
    test_for_worlds(200, 14, 1, check_world, NULL);
}

/* Sizes about the borders of the 64 x 64 tiles. */
static void components_equal_flood_fill_across_tiles(void **state)
{
    (void)state;
    static const int sides[] = {1, 63, 64, 65, 127, 128, 129, 200};
    test_random random = {2};
    test_world world;
    for (size_t i = 0; i < COUNT(sides); i++)
        for (size_t j = 0; j < COUNT(sides); j++)
            for (int corners = 0; corners < 2; corners++) {
                int blocked = 5 + 45 * test_draw_below(&random, 2);
                test_world_create_random(&world, sides[i], sides[j], blocked,
                                         (cairn_corners)corners, &random);
                check_world(&world, NULL);
                test_world_destroy(&world);
            }
}

static void components_equal_flood_fill_in_scenes(void **state)
{
    (void)state;
    test_world world;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++)
        for (int corners = 0; corners < 2; corners++) {
            test_world_create_scene(&world, (cairn_scene_kind)kind, 130, 200,
                                    (cairn_corners)corners);
            check_world(&world, NULL);
            test_world_destroy(&world);
        }
}

/* ---- limits ---- */

static void check_line_map(int width, int height)
{
    size_t count = (size_t)width * (size_t)height;
    unsigned char *cells = malloc(count);
    assert_non_null(cells);
    memset(cells, 1, count);
    cells[10000] = 0;
    test_world world;
    test_world_create(&world, width, height, cells, CAIRN_CORNERS_STRICT);
    check_world(&world, NULL);
    assert_int_equal(test_get_map_info(world.map).components, 2);
    assert_int_equal(test_get_map_info(world.map).largest_component, 10000);
    cairn_climb climb;
    cairn_cell first = cairn_cell_at(0, 0), last = test_world_get_cell(&world, 9999);
    assert_int_equal(cairn_map_find_climb(world.map, first, last, CAIRN_NO_CUTOFF, &climb),
                     CAIRN_OK);
    assert_true(climb.reached);
    assert_int_equal(climb.moves, 9999);
    assert_int_equal(climb.cost, 99990);
    test_world_destroy(&world);
    free(cells);
}

static void longest_maps_are_read(void **state)
{
    (void)state;
    check_line_map(CAIRN_MAX_SIDE, 1);
    check_line_map(1, CAIRN_MAX_SIDE);
}

static void map_of_no_open_cell_is_fine(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 3, 2, "@@@@@@", CAIRN_CORNERS_STRICT);
    check_world(&world, NULL);
    assert_int_equal(test_get_map_info(world.map).components, 0);
    assert_int_equal(test_get_map_info(world.map).largest_component, 0);
    test_world_destroy(&world);
}

/* ---- rows in and out ---- */

static void write_rows(const char *path, const char *text, uint32_t width, uint32_t rows,
                       cairn_map_writer **writer)
{
    cairn_map_def def = {.size = sizeof def};
    assert_int_equal(cairn_map_writer_open(path, width, 3, &def, writer), CAIRN_OK);
    for (uint32_t y = 0; y < rows; y++)
        assert_int_equal(cairn_map_writer_write(*writer, text + y * width), CAIRN_OK);
}

static void rows_come_back_as_written(void **state)
{
    (void)state;
    const char *text = ".G@STW.@O.@x.G "; /* 5 x 3 */
    const char *expected = "type octile\nheight 3\nwidth 5\nmap\n.G@ST\nW.@O.\n@x.G \n";
    test_folder folder;
    char path[512];
    test_folder_create(&folder);
    test_folder_get_path(&folder, "rows.map", sizeof path, path);
    cairn_map_writer *writer;
    write_rows(path, text, 5, 3, &writer);
    assert_int_equal(cairn_map_writer_write(writer, text), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_writer_close(writer, true), CAIRN_OK);
    size_t count;
    char *bytes = test_file_read(path, &count);
    assert_int_equal(count, strlen(expected));
    assert_memory_equal(bytes, expected, count);
    free(bytes);

    cairn_map_def def = {.size = sizeof def};
    cairn_map_reader *reader;
    uint32_t size[2];
    const char *row;
    assert_int_equal(cairn_map_reader_open(path, &def, size, &reader), CAIRN_OK);
    assert_int_equal(size[0], 5);
    assert_int_equal(size[1], 3);
    for (size_t y = 0; y < 3; y++) {
        assert_int_equal(cairn_map_reader_find_row(reader, &row), CAIRN_OK);
        assert_memory_equal(row, text + 5 * y, 5);
    }
    assert_int_not_equal(cairn_map_reader_find_row(reader, &row), CAIRN_OK);
    cairn_map_reader_close(reader);
    test_folder_destroy(&folder);
}

static bool file_exists(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file != NULL)
        fclose(file);
    return file != NULL;
}

static void unfinished_writing_leaves_no_file(void **state)
{
    (void)state;
    test_folder folder;
    char path[512];
    test_folder_create(&folder);
    test_folder_get_path(&folder, "rows.map", sizeof path, path);
    cairn_map_writer *writer;
    write_rows(path, "......", 2, 2, &writer);
    assert_int_not_equal(cairn_map_writer_close(writer, true), CAIRN_OK);
    assert_false(file_exists(path));
    write_rows(path, "......", 2, 3, &writer);
    assert_false(file_exists(path));
    assert_int_equal(cairn_map_writer_close(writer, false), CAIRN_OK);
    assert_false(file_exists(path));
    assert_int_equal(cairn_map_writer_close(NULL, true), CAIRN_OK);
    cairn_map_reader_close(NULL);
    test_folder_destroy(&folder);
}

/* A map of cells in memory, each of whose allocations fails in turn. */
static void memory_may_run_out(void **state)
{
    (void)state;
    enum { SIDE = 700 };
    static uint8_t cells[SIDE * SIDE];
    test_random random = {3};
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    cairn_map_def def = {.size = sizeof def, .allocator = &allocator};
    cairn_map *map;
    for (int i = 0; i < SIDE * SIDE; i++)
        cells[i] = test_draw_below(&random, 4) > 0;
    assert_int_equal(cairn_map_create(SIDE, SIDE, cells, &def, &map), CAIRN_OK);
    cairn_map_close(map);
    for (size_t i = 1, all = counter.allocations; i <= all; i++) {
        counter = (test_counter){.fail_at = i};
        assert_int_equal(cairn_map_create(SIDE, SIDE, cells, &def, &map), CAIRN_MEMORY);
        assert_int_equal(counter.allocations, counter.releases + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_text_is_read),
        cmocka_unit_test(cells_outside_are_blocked),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(cut_text_never_breaks),
        cmocka_unit_test(files_are_read_as_memory_is),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(components_equal_flood_fill),
        cmocka_unit_test(components_equal_flood_fill_across_tiles),
        cmocka_unit_test(components_equal_flood_fill_in_scenes),
        cmocka_unit_test(longest_maps_are_read),
        cmocka_unit_test(map_of_no_open_cell_is_fine),
        cmocka_unit_test(rows_come_back_as_written),
        cmocka_unit_test(unfinished_writing_leaves_no_file),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
