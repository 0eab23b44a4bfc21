/* test_import_tiles.c (unit): pictures and Tiled maps, at their own and other resolutions. */
#include "imported.h"

#include <stdlib.h>
#include <string.h>

/* The rows of the grid with a line end after each. */
static void check_cells(imported *level, const char *expected)
{
    if (level->status != CAIRN_OK)
        fail_msg("%s", level->detail.text);
    size_t width = level->info.width, height = level->info.height;
    char *text = calloc(height, width + 1);
    assert_non_null(text);
    for (size_t y = 0; y < height; y++) {
        memcpy(text + y * (width + 1), level->cells + y * width, width);
        text[y * (width + 1) + width] = '\n';
    }
    text[height * (width + 1) - 1] = '\0';
    assert_string_equal(text, expected);
    free(text);
    imported_close(level);
}

static imported_def get_def(double resolution)
{
    imported_def def = {0};
    def.resolution = resolution;
    return def;
}

/* ---- pictures ---- */

/* White, black, grey, red; then green, blue, dark grey, white. */
static level_bytes make_picture(void)
{
    static const uint8_t pixels[] = {255, 255, 255, 0, 0, 0,   128, 128, 128, 255, 0,   0,
                                     0,   255, 0,   0, 0, 255, 127, 127, 127, 255, 255, 255};
    return png_maker_make(4, 2, pixels);
}

static void bright_pixels_are_open(void **state)
{
    (void)state;
    imported level = imported_open(make_picture(), get_def(0));
    check_cells(&level, ".@.@\n.@@.");
    imported_def def = get_def(1);
    def.picture.threshold = 50;
    level = imported_open(make_picture(), def);
    check_cells(&level, ".@..\n.@..");
    def.picture.invert = 1;
    level = imported_open(make_picture(), def);
    check_cells(&level, "@.@@\n@.@@");
}

static void a_table_of_colours_decides(void **state)
{
    (void)state;
    static const import_colour table[] = {
        {{255, 0, 0}, true}, {{0, 0, 255}, true}, {{0, 0, 0}, false}, {{0, 255, 0}, false}};
    imported_def def = get_def(1);
    def.picture.colours = table;
    def.picture.colour_count = 2;
    imported level = imported_open(make_picture(), def);
    check_cells(&level, "@@@.\n@.@@");
    def.picture.colours = table + 2;
    level = imported_open(make_picture(), def);
    check_cells(&level, ".@..\n@...");
    def.picture.colours = table;
    def.picture.colour_count = 4;
    level = imported_open(make_picture(), def);
    imported_check_failed(&level, CAIRN_SYNTAX, "the colour ffffff of pixel 0,0");
}

static void a_picture_has_any_resolution(void **state)
{
    (void)state;
    imported level = imported_open(make_picture(), get_def(0.5));
    check_cells(&level, "..@@..@@\n..@@..@@\n..@@@@..\n..@@@@..");
    level = imported_open(make_picture(), get_def(2));
    imported_check_failed(&level, CAIRN_SYNTAX, "no cell of the map would be open");
    uint8_t white[3 * 9 * 7];
    memset(white, 255, sizeof white);
    memset(white + 3 * (9 * 3 + 4), 0, 3); /* one black pixel at 4,3 is in one cell, or in two */
    level = imported_open(png_maker_make(9, 7, white), get_def(3));
    check_cells(&level, "...\n.@.");
    level = imported_open(png_maker_make(9, 7, white), get_def(1.5));
    check_cells(&level, "......\n......\n..@@..\n......\n......");
}

static void a_damaged_picture_is_refused(void **state)
{
    (void)state;
    level_bytes bytes = make_picture();
    for (size_t i = 0; i < bytes.count - 12; i++) {
        uint8_t *cut = malloc(i + 1);
        memcpy(cut, bytes.data, i);
        imported level = imported_read(cut, i, get_def(1));
        imported_check_failed(&level, CAIRN_SYNTAX,
                              i < 8 ? "no level that cairn knows" : "damaged");
        free(cut);
    }
    level_bytes_free(&bytes);
    static const uint8_t row[3 * 30000];
    imported level = imported_open(png_maker_make(30000, 1, row), get_def(1));
    imported_check_failed(&level, CAIRN_LIMIT, "choose --resolution 1.8");
}

/* ---- Tiled maps ---- */

#define JSON_HEAD                                                                                  \
    "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"infinite\":false,\"tilesets\":["           \
    "{\"firstgid\":1,\"tiles\":[{\"id\":1,\"properties\":["                                        \
    "{\"name\":\"walk\",\"type\":\"bool\",\"value\":true}]},"                                      \
    "{\"id\":2,\"properties\":[{\"name\":\"walk\",\"type\":\"bool\",\"value\":false}]}]}],"
#define XML_HEAD                                                                                   \
    "<?xml version=\"1.0\"?>\n<map orientation=\"orthogonal\" infinite=\"0\">\n"                   \
    "<tileset firstgid=\"1\"><tile id=\"1\"><properties>"                                          \
    "<property name=\"walk\" type=\"bool\" value=\"true\"/></properties></tile></tileset>\n"

static imported open_text(const char *text, imported_def def)
{
    return imported_read(text, strlen(text), def);
}

/* All are the same layer of 3 x 2 tiles: 0 2 3 over 2 0 0. */
static const char *const same_layers[] = {
    JSON_HEAD "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":3,\"height\":2,"
              "\"data\":[0,2,3,2,0,0]}]}",
    JSON_HEAD "\"layers\":[{\"type\":\"group\",\"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\","
              "\"width\":3,\"height\":2,\"encoding\":\"base64\",\"compression\":\"\","
              "\"data\":\"AAAAAAIAAAADAAAAAgAAAAAAAAAAAAAA\"}]}]}",
    XML_HEAD "<layer name=\"a\" width=\"3\" height=\"2\"><data encoding=\"csv\">\n0,2,3,\n"
             "2147483650,0,0\n</data></layer></map>",
    XML_HEAD "<layer name=\"a\" width=\"3\" height=\"2\"><data encoding=\"base64\">"
             "AAAAAAIAAAADAAAAAgAAAAAAAAAAAAAA</data></layer></map>",
    XML_HEAD "<layer name=\"a\" width=\"3\" height=\"2\"><data encoding=\"base64\" "
             "compression=\"zlib\">\n eJxjYGBgYAJiZigNAwAAiAAI \n</data></layer></map>",
    XML_HEAD "<layer name=\"a\" width=\"3\" height=\"2\"><data><tile gid=\"0\"/><tile gid=\"2\"/>"
             "<tile gid=\"3\"/><tile gid=\"2\"/><tile/><tile/></data></layer></map>",
};

static void a_layer_is_read_however_it_is_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof same_layers / sizeof same_layers[0]; i++) {
        imported level = open_text(same_layers[i], get_def(0));
        check_cells(&level, ".@@\n@..");
        imported_def def = get_def(1);
        static const char *const names[] = {"a", "b"};
        def.tiles.layers = names;
        def.tiles.layer_count = 1;
        def.tiles.property = "walk";
        level = open_text(same_layers[i], def);
        check_cells(&level, "@.@\n.@@");
        def.tiles.invert = 1;
        level = open_text(same_layers[i], def);
        check_cells(&level, ".@.\n@..");
        def.tiles.layer_count = 2;
        level = open_text(same_layers[i], def);
        imported_check_failed(&level, CAIRN_SYNTAX, "no layer of tiles b");
        def.tiles.layer_count = 0;
        def.tiles.property = "swim";
        level = open_text(same_layers[i], def);
        imported_check_failed(&level, CAIRN_SYNTAX, "no tile has the property swim");
    }
}

static void a_wrong_tile_map_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *sentence;
    } cases[] = {
        {"{\"a\":1}", "no Tiled map"},
        {"{\"a\":1", "no JSON text"},
        {"{\"layers\":[],\"orientation\":\"isometric\"}", "not an orthogonal"},
        {"{\"layers\":[],\"orientation\":\"orthogonal\",\"infinite\":true}", "infinite"},
        {"{\"layers\":[],\"orientation\":\"orthogonal\"}", "no layer of tiles"},
        {JSON_HEAD "\"layers\":[{\"type\":\"tilelayer\",\"width\":3,\"height\":2,"
                   "\"data\":[0,2,3,2,0]}]}",
         "does not have its 3 x 2 tiles"},
        {JSON_HEAD "\"layers\":[{\"type\":\"tilelayer\",\"width\":1,\"height\":1,"
                   "\"data\":[0,2]}]}",
         "does not have its 1 x 1 tiles"},
        {JSON_HEAD "\"layers\":[{\"type\":\"tilelayer\",\"width\":1,\"height\":1,\"data\":[0]},"
                   "{\"type\":\"tilelayer\",\"width\":1,\"height\":1,\"data\":[0]}]}",
         "2 layers of tiles"},
        {JSON_HEAD "\"layers\":[{\"type\":\"tilelayer\",\"width\":1,\"height\":1,"
                   "\"encoding\":\"base64\",\"compression\":\"zstd\",\"data\":\"AAAA\"}]}",
         "packed by zstd"},
        {JSON_HEAD "\"layers\":[{\"type\":\"tilelayer\",\"width\":65000,\"height\":65000,"
                   "\"data\":[]}]}",
         "more than"},
        {"<html></html>", "no Tiled map"},
        {"<map orientation=\"orthogonal\">", "no XML text"},
        {"<map orientation=\"hexagonal\"/>", "not an orthogonal"},
        {XML_HEAD "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">x</data></layer></map>",
         "no number"},
        {XML_HEAD "<layer width=\"-1\" height=\"1\"></layer></map>", "no sensible size"},
        {XML_HEAD "<layer width=\"9\" height=\"9\"><data encoding=\"base64\" compression=\"zlib\">"
                  "eJxjYGBgYAJiZigNAwAAiAAI</data></layer></map>",
         "packed tiles are damaged"},
        {XML_HEAD "<layer width=\"1\" height=\"1\"><data encoding=\"base64\">A?A</data></layer>"
                  "</map>",
         "not in base64"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        imported level = open_text(cases[i].text, get_def(1));
        assert_true(level.status != CAIRN_OK);
        imported_check_failed(&level, level.status, cases[i].sentence);
    }
}

static void other_files_are_refused(void **state)
{
    (void)state;
    imported level = open_text("type octile\n", get_def(1));
    imported_check_failed(&level, CAIRN_SYNTAX, "no level that cairn knows");
    level = open_text("", get_def(1));
    imported_check_failed(&level, CAIRN_SYNTAX, "no level that cairn knows");
    imported_def def = get_def(1);
    def.resolution = -2;
    level = open_text(same_layers[0], def);
    imported_check_failed(&level, CAIRN_ARGUMENT, "a resolution is");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bright_pixels_are_open),
        cmocka_unit_test(a_table_of_colours_decides),
        cmocka_unit_test(a_picture_has_any_resolution),
        cmocka_unit_test(a_damaged_picture_is_refused),
        cmocka_unit_test(a_layer_is_read_however_it_is_written),
        cmocka_unit_test(a_wrong_tile_map_is_refused),
        cmocka_unit_test(other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
