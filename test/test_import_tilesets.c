/* test_import_tilesets.c (unit): tilesets of Tiled maps that are files of their own, which must lie
 * in the map's own folder, and several layers of walls. */
#include "imported.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a folder of files ---- */

static char folder[] = "/tmp/cairn-tilesets-XXXXXX";

static void find_path(const char *name, char path[256])
{
    snprintf(path, 256, "%s/%s", folder, name);
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    find_path(name, path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static const char TSX[] =
    "<?xml version=\"1.0\"?>\n<tileset name=\"t\"><tile id=\"1\"><properties>"
    "<property name=\"walk\" type=\"bool\" value=\"true\"/></properties>"
    "</tile><tile id=\"2\"><objectgroup><object><properties><property "
    "name=\"walk\" value=\"true\"/></properties></object></objectgroup></tile>"
    "</tileset>";
static const char TSJ[] = " {\"type\":\"tileset\",\"tiles\":[{\"id\":1,\"properties\":["
                          "{\"name\":\"walk\",\"type\":\"bool\",\"value\":true}]}]}";

static int make_folder(void **state)
{
    (void)state;
    char from[256], to[256];
    assert_non_null(mkdtemp(folder));
    find_path("maps", to);
    assert_int_equal(mkdir(to, 0777), 0);
    find_path("maps/inner", to);
    assert_int_equal(mkdir(to, 0777), 0);
    write_file("outside.tsx", TSX);
    write_file("maps/a.tsx", TSX);
    write_file("maps/a.tsj", TSJ);
    write_file("maps/inner/b.tsx", TSX);
    write_file("maps/empty.tsx", "");
    write_file("maps/damaged.tsx", "<tileset>");
    write_file("maps/other.tsx", "<map orientation=\"orthogonal\"><layer/></map>");
    write_file("maps/other.tsj", "{\"type\":\"map\"}");
    find_path("maps/link.tsx", to);
    assert_int_equal(symlink("../outside.tsx", to), 0);
    find_path("maps/up", to);
    assert_int_equal(symlink("..", to), 0);
    find_path("maps/pipe.tsx", from);
    return mkfifo(from, 0666);
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"maps/a.tsx",
                                        "maps/a.tsj",
                                        "maps/inner/b.tsx",
                                        "maps/empty.tsx",
                                        "maps/damaged.tsx",
                                        "maps/other.tsx",
                                        "maps/other.tsj",
                                        "maps/link.tsx",
                                        "maps/up",
                                        "maps/pipe.tsx",
                                        "maps/map",
                                        "outside.tsx",
                                        "maps/inner",
                                        "maps",
                                        ""};
    int failed = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char path[256];
        find_path(names[i], path);
        failed |= remove(path);
    }
    return failed;
}

/* Imports the map of a text from the folder; its cells are in `cells`, with an end. */
static cairn_status import_text(const char *text, const import_tiles *tiles, char cells[16],
                                cairn_detail *detail)
{
    char path[256];
    import_file *file = NULL;
    import_grid *grid = NULL;
    const import_def def = {.size = sizeof def, .tiles = tiles, .detail = detail};
    write_file("maps/map", text);
    find_path("maps/map", path);
    assert_int_equal(import_file_open(path, detail, &file), CAIRN_OK);
    cairn_status status = import_file_run(file, &def, &grid);
    if (status == CAIRN_OK) {
        import_info info;
        import_grid_get_info(grid, &info);
        assert_true(info.height == 1 && info.width < 16);
        import_grid_get_row(grid, 0, (uint8_t *)cells);
        for (uint32_t x = 0; x < info.width; x++)
            cells[x] = cells[x] ? '.' : '@';
        cells[info.width] = '\0';
    }
    import_grid_destroy(grid);
    import_file_close(file);
    return status;
}

/* ---- tilesets ---- */

/* A map of the tiles 0 11 12 13 whose tileset from 11 on is in a file. */
static void make_xml(const char *source, char text[512])
{
    snprintf(text, 512,
             "<map orientation=\"orthogonal\"><tileset firstgid=\"11\" source=\"%s\"/>"
             "<layer name=\"a\" width=\"4\" height=\"1\"><data encoding=\"csv\">0,11,12,13</data>"
             "</layer></map>",
             source);
}

static void make_json(const char *source, char text[512])
{
    snprintf(text, 512,
             "{\"orientation\":\"orthogonal\",\"tilesets\":[{\"firstgid\":11,\"source\":\"%s\"}],"
             "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":4,\"height\":1,"
             "\"data\":[0,11,12,13]}]}",
             source);
}

static void a_tileset_may_be_a_file(void **state)
{
    (void)state;
    static const char *const sources[] = {"a.tsx", "a.tsj", "inner/b.tsx", "./a.tsx"};
    const import_tiles tiles = {.property = "walk"};
    for (size_t i = 0; i < 2 * sizeof sources / sizeof sources[0]; i++) {
        char text[512], cells[16];
        cairn_detail detail = {0};
        (i % 2 ? make_xml : make_json)(sources[i / 2], text);
        if (import_text(text, &tiles, cells, &detail) != CAIRN_OK)
            fail_msg("%s", detail.text);
        assert_string_equal(cells, "@@.@");
        /* Without a property nothing is read. */
        (i % 2 ? make_xml : make_json)("missing", text);
        assert_int_equal(import_text(text, NULL, cells, &detail), CAIRN_OK);
        assert_string_equal(cells, ".@@@");
    }
}

static void other_files_are_not_read(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        cairn_status status;
        const char *text;
    } cases[] = {
        {"../outside.tsx", CAIRN_SYNTAX, "leads out of the map's own folder"},
        {"inner/../../outside.tsx", CAIRN_SYNTAX, "leads out of the map's own folder"},
        {"/etc/passwd", CAIRN_SYNTAX, "leads out of the map's own folder"},
        {"link.tsx", CAIRN_SYNTAX, "leads out of the map's own folder"},
        {"up/outside.tsx", CAIRN_IO, "cannot be read"},
        {"missing.tsx", CAIRN_IO, "cannot be read: No such file"},
        {"inner", CAIRN_IO, "cannot be read: Is a directory"},
        {"pipe.tsx", CAIRN_IO, "cannot be read"},
        {"empty.tsx", CAIRN_SYNTAX, "the file is empty"},
        {"damaged.tsx", CAIRN_SYNTAX, "no XML text"},
        {"other.tsx", CAIRN_SYNTAX, "no tileset"},
        {"other.tsj", CAIRN_SYNTAX, "no tileset"},
    };
    const import_tiles tiles = {.property = "walk"};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        char text[512], cells[16];
        cairn_detail detail = {0};
        (i % 2 ? make_xml : make_json)(cases[i / 2].source, text);
        assert_int_equal(import_text(text, &tiles, cells, &detail), cases[i / 2].status);
        if (strstr(detail.text, cases[i / 2].text) == NULL)
            fail_msg("%s: \"%s\"", cases[i / 2].source, detail.text);
    }
}

static void a_map_in_memory_has_no_folder(void **state)
{
    (void)state;
    char text[512];
    imported_def def = {.tiles = {.property = "walk"}};
    make_xml("a.tsx", text);
    imported level = imported_read(text, strlen(text), def);
    imported_check_failed(&level, CAIRN_SYNTAX, "has no folder");
    char path[256];
    find_path("maps", path);
    def.tiles.folder = path;
    level = imported_read(text, strlen(text), def);
    assert_int_equal(level.status, CAIRN_OK);
    imported_close(&level);
}

/* A map that names a tileset of 1 MB a hundred times. */
static void tilesets_are_read_within_a_limit(void **state)
{
    (void)state;
    enum { BYTES = 1 << 20, TIMES = 100 };
    char *large = malloc(BYTES + 1), *text = malloc(TIMES * 64 + 512), cells[16];
    assert_non_null(large);
    assert_non_null(text);
    memset(large, ' ', BYTES);
    memcpy(large + BYTES - 12, "<tileset/>  ", 13);
    write_file("maps/a.tsx", large);
    int length = sprintf(text, "<map orientation=\"orthogonal\">");
    for (int i = 0; i < TIMES; i++)
        length += sprintf(text + length, "<tileset firstgid=\"1\" source=\"a.tsx\"/>");
    sprintf(text + length, "</map>");
    const import_tiles tiles = {.property = "walk"};
    cairn_detail detail = {0};
    assert_int_equal(import_text(text, &tiles, cells, &detail), CAIRN_LIMIT);
    assert_non_null(strstr(detail.text, "more than 64 MB"));
    write_file("maps/a.tsx", TSX);
    free(large);
    free(text);
}

/* ---- layers ---- */

#define LAYERS                                                                                     \
    "<map orientation=\"orthogonal\"><tileset firstgid=\"1\" source=\"a.tsx\"/>"                   \
    "<layer name=\"ground\" width=\"4\" height=\"1\"><data "                                       \
    "encoding=\"csv\">2,2,2,0</data></layer>"                                                      \
    "<layer name=\"walls\" width=\"4\" height=\"1\"><data encoding=\"csv\">0,1,0,0</data></layer>" \
    "<group><layer name=\"water\" width=\"4\" height=\"1\"><data><tile/><tile/><tile gid=\"3\"/>"  \
    "<tile/></data></layer></group>"

static void several_layers_have_walls(void **state)
{
    (void)state;
    static const char *const names[] = {"walls", "water", "ground", "roof"};
    static const struct {
        const char *property;
        int first, count;
        const char *cells;
    } cases[] = {{NULL, 0, 1, ".@.."},   {NULL, 0, 2, ".@@."},   {NULL, 0, 3, "@@@."},
                 {"walk", 2, 1, "...@"}, {"walk", 0, 3, ".@@@"}, {"walk", 1, 2, "..@@"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const import_tiles tiles = {.layers = names + cases[i].first,
                                    .layer_count = (uint32_t)cases[i].count,
                                    .property = cases[i].property};
        char cells[16];
        cairn_detail detail = {0};
        if (import_text(LAYERS "</map>", &tiles, cells, &detail) != CAIRN_OK)
            fail_msg("%s", detail.text);
        assert_string_equal(cells, cases[i].cells);
    }
    const import_tiles tiles = {.layers = names, .layer_count = 4};
    char cells[16];
    cairn_detail detail = {0};
    assert_int_equal(import_text(LAYERS "</map>", &tiles, cells, &detail), CAIRN_SYNTAX);
    assert_non_null(strstr(detail.text, "no layer of tiles roof"));
    assert_int_equal(import_text(LAYERS "<layer name=\"roof\" width=\"1\" height=\"1\"/></map>",
                                 &tiles, cells, &detail),
                     CAIRN_SYNTAX);
    assert_non_null(strstr(detail.text, "another size"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tileset_may_be_a_file),
        cmocka_unit_test(other_files_are_not_read),
        cmocka_unit_test(a_map_in_memory_has_no_folder),
        cmocka_unit_test(tilesets_are_read_within_a_limit),
        cmocka_unit_test(several_layers_have_walls),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
