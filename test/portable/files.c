/* files.c: files, folders and threads of the system, by public headers alone and without a test
 * library, so that it runs on every platform: paths with spaces and letters of any script, files that
 * are replaced whole or not at all, damaged and foreign files, checkpoints, builds by several threads.
 *
 * `files FOLDER` works in FOLDER, which is there and empty. */
#include <cairn/cairn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenes.h"

static unsigned failures;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            failures++;                                                                            \
            (void)printf("files.c:%d: %s\n", __LINE__, #condition);                                \
        }                                                                                          \
    } while (0)

/* What cannot be gone on without. */
static void demand(cairn_status status, const char *what)
{
    if (status == CAIRN_OK)
        return;
    (void)printf("%s: %s\n", what, cairn_status_get_name(status));
    exit(3);
}

/* A path in the folder. There are at most two at a time. */
static const char *folder;

static const char *at(const char *name)
{
    static char paths[2][1024];
    static int turn;
    char *path = paths[turn++ % 2];
    (void)snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* Latin with marks, Greek, Chinese, and one beyond 16 bits, in UTF-8. */
#define NAME                                                                                       \
    "a map of K\xc3\xb6ln \xce\xb1\xce\xb2 \xe5\x9c\xb0\xe5\x9b\xbe "                              \
    "\xf0\x9f\x97\xba"

/* ---- a map and its database ---- */

static cairn_scene scene;
static cairn_map *map;

static cairn_build *build_records(uint32_t records, uint32_t threads)
{
    const cairn_option option = {.option = CAIRN_OPTION_RECORDS, .value = records};
    cairn_build_def def = {.size = sizeof def,
                           .kind = CAIRN_DB_KNN,
                           .threads = threads,
                           .option_count = 1,
                           .options = &option};
    cairn_build *build = NULL;
    demand(cairn_build_create(map, &def, &build), "cairn_build_create");
    return build;
}

static void *write_image(const cairn_build *build, size_t *bytes)
{
    (void)cairn_build_write_memory(build, 0, NULL, bytes);
    void *image = malloc(*bytes);
    demand(image != NULL ? CAIRN_OK : CAIRN_MEMORY, "malloc");
    demand(cairn_build_write_memory(build, *bytes, image, bytes), "cairn_build_write_memory");
    return image;
}

static void check_threads(void)
{
    size_t bytes[2] = {0};
    void *images[2];
    for (uint32_t i = 0; i < 2; i++) {
        cairn_build *build = build_records(200, i == 0 ? 1 : 4);
        demand(cairn_build_run(build), "cairn_build_run");
        images[i] = write_image(build, &bytes[i]);
        cairn_build_destroy(build);
    }
    CHECK(bytes[0] == bytes[1] && memcmp(images[0], images[1], bytes[0]) == 0);
    free(images[0]);
    free(images[1]);
}

/* ---- damage ---- */

/* A changed byte is found when the database is opened or verified; a file that ends early when it is
 * opened. */
static void check_damage(void)
{
    size_t bytes = 0;
    cairn_build *build = build_records(20, 1);
    demand(cairn_build_run(build), "cairn_build_run");
    unsigned char *image = write_image(build, &bytes);
    cairn_build_destroy(build);
    for (size_t i = 0; i < bytes; i++) {
        cairn_db *db = NULL;
        image[i] ^= 0x20;
        cairn_status status = cairn_db_open_memory(image, bytes, NULL, &db);
        if (status == CAIRN_OK)
            status = cairn_db_verify(db, NULL, NULL);
        CHECK(status == CAIRN_CORRUPT || status == CAIRN_VERSION);
        cairn_db_close(db);
        CHECK(cairn_db_open_memory(image, i, NULL, &db) != CAIRN_OK);
        image[i] ^= 0x20;
    }
    free(image);
}

#ifdef __wasm__

/* There are no files, which is said with a sentence. */
static void check_files(void)
{
    cairn_detail detail = {0};
    cairn_map_def def = {.size = sizeof def, .detail = &detail};
    cairn_map *none = NULL;
    CHECK(cairn_map_open(at("there.map"), &def, &none) == CAIRN_IO);
    CHECK(strstr(detail.text, "use memory") != NULL);
}

#else

/* ---- files that appear whole or not at all ---- */

static uint64_t get_hash(const char *name)
{
    uint64_t hash = 0;
    return cairn_file_find_hash(at(name), NULL, &hash) == CAIRN_OK ? hash : 0;
}

static void write_text(const char *name, const char *text, bool keep)
{
    cairn_file *file = NULL;
    cairn_detail detail = {0};
    demand(cairn_file_create(at(name), &detail, &file), "cairn_file_create");
    demand(cairn_file_write(file, text, strlen(text)), "cairn_file_write");
    demand(cairn_file_finish(file, keep ? at(name) : NULL), "cairn_file_finish");
}

static void check_replacing(void)
{
    write_text(NAME ".txt", "first", true);
    uint64_t first = get_hash(NAME ".txt");
    CHECK(first != 0);
    write_text(NAME ".txt", "second", false);
    CHECK(get_hash(NAME ".txt") == first);
    write_text(NAME ".txt", "second", true);
    CHECK(get_hash(NAME ".txt") != first && get_hash(NAME ".txt") != 0);
}

static void check_refusals(void)
{
    cairn_detail detail = {0};
    cairn_file *file = NULL;
    cairn_db *db = NULL;
    cairn_db_def def = {.size = sizeof def, .detail = &detail};
    CHECK(cairn_file_create(at("no such folder/file"), &detail, &file) == CAIRN_IO);
    CHECK(strncmp(detail.text, "cannot be created: ", 19) == 0 && detail.text[19] != '\0');
    CHECK(cairn_db_open(at("nothing"), &def, &db) == CAIRN_IO);
    CHECK(strncmp(detail.text, "cannot be opened: ", 18) == 0 && detail.text[18] != '\0');
    CHECK(cairn_db_open(folder, &def, &db) == CAIRN_IO);
    write_text("empty", "", true);
    CHECK(cairn_db_open(at("empty"), &def, &db) == CAIRN_CORRUPT);
    write_text("foreign",
               "This is no database, though it is a file that has more than eighty bytes in it.",
               true);
    CHECK(cairn_db_open(at("foreign"), &def, &db) == CAIRN_CORRUPT);
}

/* ---- maps and databases as files ---- */

static void write_map(void)
{
    cairn_map_writer *writer = NULL;
    demand(cairn_map_writer_open(at(NAME ".map"), scene.width, scene.height, NULL, &writer),
           "cairn_map_writer_open");
    for (uint32_t y = 0; y < scene.height; y++)
        demand(cairn_map_writer_write(writer, scene.cells + (size_t)y * scene.width),
               "cairn_map_writer_write");
    demand(cairn_map_writer_close(writer, 1), "cairn_map_writer_close");
}

static void check_map(void)
{
    cairn_map *again = NULL;
    cairn_map_info infos[2] = {{.size = sizeof infos[0]}, {.size = sizeof infos[0]}};
    write_map();
    demand(cairn_map_open(at(NAME ".map"), NULL, &again), "cairn_map_open");
    (void)cairn_map_get_info(map, &infos[0]);
    (void)cairn_map_get_info(again, &infos[1]);
    CHECK(infos[0].fingerprint == infos[1].fingerprint);
    cairn_map_close(again);
}

/* An open database stays what it is when its file is replaced; Windows does not let it be replaced. */
static void check_db(void)
{
    cairn_db *db = NULL;
    cairn_build *build = build_records(50, 1);
    demand(cairn_build_run(build), "cairn_build_run");
    demand(cairn_build_write(build, at(NAME ".cairn")), "cairn_build_write");
    demand(cairn_db_open(at(NAME ".cairn"), NULL, &db), "cairn_db_open");
    CHECK(cairn_db_verify(db, map, NULL) == CAIRN_OK);
    cairn_status status = cairn_build_write(build, at(NAME ".cairn"));
#ifdef _WIN32
    CHECK(status == CAIRN_IO);
#else
    CHECK(status == CAIRN_OK);
#endif
    CHECK(cairn_db_verify(db, map, NULL) == CAIRN_OK);
    cairn_db_close(db);
    CHECK(cairn_build_write(build, at(NAME ".cairn")) == CAIRN_OK);
    cairn_build_destroy(build);
}

/* ---- checkpoints ---- */

static void check_checkpoint(void)
{
    const char *name = at(NAME ".parts");
    uint32_t finished = 0;
    cairn_build *build = build_records(64, 2);
    demand(cairn_build_run(build), "cairn_build_run");
    demand(cairn_build_use_checkpoint(build, name, CAIRN_CHECKPOINT_WRITE), "writing");
    cairn_build_destroy(build);
    build = build_records(64, 1);
    demand(cairn_build_use_checkpoint(build, name, CAIRN_CHECKPOINT_READ), "reading");
    (void)cairn_build_get_records(build, 0, NULL, &finished);
    CHECK(finished == 64);
    demand(cairn_build_use_checkpoint(build, name, CAIRN_CHECKPOINT_REMOVE), "removing");
    cairn_build_destroy(build);
    build = build_records(64, 1);
    demand(cairn_build_use_checkpoint(build, name, CAIRN_CHECKPOINT_READ), "a folder that is gone");
    (void)cairn_build_get_records(build, 0, NULL, &finished);
    CHECK(finished == 0);
    cairn_build_destroy(build);
}

static void check_files(void)
{
    check_replacing();
    check_refusals();
    check_map();
    check_db();
    check_checkpoint();
}

#endif

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : ".";
    demand(cairn_scene_generate(CAIRN_SCENE_ROOMS, 100, 80, 1, &scene), "cairn_scene_generate");
    demand(cairn_scene_create_map(&scene, CAIRN_CORNERS_STRICT, &map), "cairn_scene_create_map");
    check_threads();
    check_damage();
    check_files();
    cairn_map_close(map);
    cairn_scene_free(&scene);
    (void)printf("%u failures\n", failures);
    return failures > 0;
}
