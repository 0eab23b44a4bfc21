/* test_map.c (unit): maps and scenarios from text and bytes, and what may be asked of them:
 * passability, components, the fingerprint, limits, and the row reader and writer. */
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
    assert_int_equal(info.passable, 4);
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
    assert_int_equal(cairn_map_open_memory(text, strlen(text), &empty, &map), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_open_memory(text, strlen(text), NULL, &map), CAIRN_OK);
    cairn_map_close(map);
    assert_int_equal(cairn_map_open_memory(text, strlen(text), &def, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_open("x", &empty, &map), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_open(NULL, &def, &map), CAIRN_ARGUMENT);
    assert_int_equal(cairn_map_create(1, 1, &cell, &empty, &map), CAIRN_ARGUMENT);
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
    assert_int_equal(info.passable, world->open_count);
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

/* ---- the fingerprint: XXH64 with seed 0, once more from its description ---- */

static const uint64_t prime_1 = UINT64_C(11400714785074694791);
static const uint64_t prime_2 = UINT64_C(14029467366897019727);
static const uint64_t prime_3 = UINT64_C(1609587929392839161);
static const uint64_t prime_4 = UINT64_C(9650029242287828579);
static const uint64_t prime_5 = UINT64_C(2870177450012600261);

static uint64_t rotate(uint64_t word, int count)
{
    return word << count | word >> (64 - count);
}

static uint64_t read_number(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = count - 1; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

static uint64_t hash_round(uint64_t lane, uint64_t word)
{
    return rotate(lane + word * prime_2, 31) * prime_1;
}

static uint64_t hash_lanes(const unsigned char *bytes, size_t count)
{
    static const int turns[4] = {1, 7, 12, 18};
    uint64_t lanes[4] = {prime_1 + prime_2, prime_2, 0, 0 - prime_1}, hash = 0;
    for (size_t i = 0; i + 32 <= count; i += 32)
        for (size_t j = 0; j < 4; j++)
            lanes[j] = hash_round(lanes[j], read_number(bytes + i + 8 * j, 8));
    for (int j = 0; j < 4; j++)
        hash += rotate(lanes[j], turns[j]);
    for (int j = 0; j < 4; j++)
        hash = (hash ^ hash_round(0, lanes[j])) * prime_1 + prime_4;
    return hash;
}

static uint64_t hash_bytes(const unsigned char *bytes, size_t count)
{
    uint64_t hash = (count >= 32 ? hash_lanes(bytes, count) : prime_5) + count;
    size_t i = count - count % 32;
    for (; i + 8 <= count; i += 8)
        hash = rotate(hash ^ hash_round(0, read_number(bytes + i, 8)), 27) * prime_1 + prime_4;
    for (; i + 4 <= count; i += 4)
        hash = rotate(hash ^ read_number(bytes + i, 4) * prime_1, 23) * prime_2 + prime_3;
    for (; i < count; i++)
        hash = rotate(hash ^ bytes[i] * prime_5, 11) * prime_1;
    hash = (hash ^ hash >> 33) * prime_2;
    hash = (hash ^ hash >> 29) * prime_3;
    return hash ^ hash >> 32;
}

/* Width and height in 4 bytes each, the lowest first; then each row in whole bytes, cell x at bit
 * x mod 8 of byte x / 8, set if open. */
static uint64_t get_fingerprint(const test_world *world)
{
    size_t width = (size_t)world->ref.width, height = (size_t)world->ref.height;
    size_t row_bytes = (width + 7) / 8, count = 8 + row_bytes * height;
    unsigned char *bytes = calloc(count, 1);
    assert_non_null(bytes);
    for (int i = 0; i < 4; i++) {
        bytes[i] = (unsigned char)(width >> (8 * i));
        bytes[4 + i] = (unsigned char)(height >> (8 * i));
    }
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            if (world->cells[y * width + x])
                bytes[8 + y * row_bytes + x / 8] |= (unsigned char)(1u << (x % 8));
    uint64_t hash = hash_bytes(bytes, count);
    free(bytes);
    return hash;
}

static void fingerprint_hash_has_known_values(void **state)
{
    (void)state;
    const char *text = "Nobody inspects the spammish repetition";
    assert_true(hash_bytes((const unsigned char *)"", 0) == UINT64_C(0xEF46DB3751D8E999));
    assert_true(hash_bytes((const unsigned char *)"abc", 3) == UINT64_C(0x44BC2CF5AD770999));
    assert_true(hash_bytes((const unsigned char *)text, strlen(text)) ==
                UINT64_C(0xFBCEA83C8A378BF1));
}

static void fingerprint_is_as_documented(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < 200; i++) {
        test_world world;
        int width = 1 + test_draw_below(&random, i % 2 ? 140 : 20);
        int height = 1 + test_draw_below(&random, i % 3 ? 20 : 140);
        test_world_create_random(&world, width, height, 30, (cairn_corners)(i % 2), &random);
        assert_true(test_get_map_info(world.map).fingerprint == get_fingerprint(&world));
        test_world_destroy(&world);
    }
}

static uint64_t get_fingerprint_of_text(int width, int height, const char *text)
{
    test_world world;
    test_world_create_of_text(&world, width, height, text, CAIRN_CORNERS_STRICT);
    uint64_t fingerprint = test_get_map_info(world.map).fingerprint;
    test_world_destroy(&world);
    return fingerprint;
}

static void fingerprint_tells_maps_apart(void **state)
{
    (void)state;
    uint64_t first = get_fingerprint_of_text(4, 2, "..@...@.");
    assert_true(first == get_fingerprint_of_text(4, 2, "GSTG..W."));
    assert_true(first != get_fingerprint_of_text(2, 4, "..@...@."));
    assert_true(first != get_fingerprint_of_text(8, 1, "..@...@."));
    for (int i = 0; i < 8; i++) {
        char text[9] = "..@...@.";
        text[i] = text[i] == '.' ? '@' : '.';
        assert_true(first != get_fingerprint_of_text(4, 2, text));
    }
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

/* ---- scenarios ---- */

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

static const bad_text bad_scenarios[] = {
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
    assert_int_equal(cairn_scenario_open(path, &empty, &scenario), CAIRN_ARGUMENT);
    test_folder_get_path(&folder, "none.scen", sizeof path, path);
    assert_int_equal(cairn_scenario_open(path, &def, &scenario), CAIRN_IO);
    test_folder_destroy(&folder);
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
        cmocka_unit_test(fingerprint_hash_has_known_values),
        cmocka_unit_test(fingerprint_is_as_documented),
        cmocka_unit_test(fingerprint_tells_maps_apart),
        cmocka_unit_test(rows_come_back_as_written),
        cmocka_unit_test(unfinished_writing_leaves_no_file),
        cmocka_unit_test(good_scenario_is_read),
        cmocka_unit_test(empty_scenario_has_no_problem),
        cmocka_unit_test(bad_scenario_is_refused),
        cmocka_unit_test(scenario_file_is_read),
    };
    return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
