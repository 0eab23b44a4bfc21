/* test_sized.c (api): structs that begin with their size, as callers of older and of newer headers have
 * them: 8 bytes shorter and 8 bytes longer, through the calls that take them. Which structs there are is
 * read from the headers. */
#include "image.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairn/lab.h>

enum { MORE = 8, MOST_BYTES = 512, GARBAGE = 0xff };

typedef struct fixture {
    test_world world;
    test_image image;
    cairn_db *db;
    cairn_map *living;
    cairn_agent *agent;
    cairn_planner *planner;
    cairn_crowd *crowd;
    cairn_member member;
    cairn_build *build; /* of AUTO, run */
    cairn_repair *repair;
    cairn_engine *engine;
    cairn_landmarks *landmarks;
} fixture;

/* ---- what a call does with a struct ---- */

/* Definitions: `sound` is false for a call that fails, and says why in the definition's `detail`. */

static cairn_status use_cairn_map_def(const fixture *self, void *def, bool sound)
{
    static const char text[] = "type octile\nheight 1\nwidth 1\nmap\n.\n";
    cairn_map *map = NULL;
    (void)self;
    cairn_status status = cairn_map_open_memory(text, sound ? strlen(text) : 5, def, &map);
    cairn_map_close(map);
    return status;
}

static cairn_status use_cairn_db_def(const fixture *self, void *def, bool sound)
{
    cairn_db *db = NULL;
    cairn_status status =
        cairn_db_open_memory(self->image.bytes, sound ? self->image.count : 9, def, &db);
    cairn_db_close(db);
    return status;
}

static cairn_status use_cairn_agent_def(const fixture *self, void *def, bool sound)
{
    cairn_agent *agent = NULL;
    cairn_status status = cairn_agent_create(sound ? self->world.map : NULL, self->db, def, &agent);
    cairn_agent_destroy(agent);
    return status;
}

static cairn_status use_cairn_planner_def(const fixture *self, void *def, bool sound)
{
    cairn_planner *planner = NULL;
    cairn_status status =
        cairn_planner_create(sound ? self->world.map : NULL, self->db, def, &planner);
    cairn_planner_destroy(planner);
    return status;
}

static cairn_status use_cairn_crowd_def(const fixture *self, void *def, bool sound)
{
    cairn_crowd *crowd = NULL;
    cairn_status status = cairn_crowd_create(sound ? self->world.map : NULL, self->db, def, &crowd);
    cairn_crowd_destroy(crowd);
    return status;
}

static cairn_status use_cairn_build_def(const fixture *self, void *def, bool sound)
{
    cairn_build *build = NULL;
    cairn_status status = cairn_build_create(sound ? self->world.map : NULL, def, &build);
    if (status == CAIRN_OK)
        status = cairn_build_run(build);
    cairn_build_destroy(build);
    return status;
}

static cairn_status use_cairn_repair_def(const fixture *self, void *def, bool sound)
{
    cairn_repair *repair = NULL;
    cairn_status status =
        cairn_repair_create(sound ? self->living : self->world.map, self->db, def, &repair);
    cairn_repair_destroy(repair);
    return status;
}

static cairn_status use_cairn_landmarks_def(const fixture *self, void *def, bool sound)
{
    cairn_landmarks *landmarks = NULL;
    cairn_status status = cairn_landmarks_create(sound ? self->world.map : NULL, def, &landmarks);
    cairn_landmarks_destroy(landmarks);
    return status;
}

static cairn_status use_cairn_engine_def(const fixture *self, void *def, bool sound)
{
    cairn_engine *engine = NULL;
    cairn_status status = cairn_engine_create(sound ? self->world.map : NULL, def, &engine);
    cairn_engine_destroy(engine);
    return status;
}

/* Only builds of kind knn have a driver. */
static cairn_status use_cairn_build_driver(const fixture *self, void *driver, bool sound)
{
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = sound ? CAIRN_DB_KNN : CAIRN_DB_LABELS};
    cairn_build *build = NULL;
    assert_int_equal(cairn_build_create(self->world.map, &def, &build), CAIRN_OK);
    cairn_status status = cairn_build_set_driver(build, driver);
    if (status == CAIRN_OK)
        status = cairn_build_run(build);
    cairn_build_destroy(build);
    return status;
}

/* Results. */

#define USE_RESULT(name, call)                                                                     \
    static cairn_status use_##name(const fixture *self, void *result, bool sound)                  \
    {                                                                                              \
        (void)self;                                                                                \
        (void)sound;                                                                               \
        return call;                                                                               \
    }

USE_RESULT(cairn_map_info, cairn_map_get_info(self->world.map, result))
USE_RESULT(cairn_db_info, cairn_db_get_info(self->db, result))
USE_RESULT(cairn_agent_stats, cairn_agent_get_stats(self->agent, result))
USE_RESULT(cairn_agent_plan, cairn_agent_get_plan(self->agent, result))
USE_RESULT(cairn_planner_stats, cairn_planner_get_stats(self->planner, result))
USE_RESULT(cairn_crowd_info, cairn_crowd_get_info(self->crowd, result))
USE_RESULT(cairn_member_info, cairn_crowd_get_member(self->crowd, self->member, result))
USE_RESULT(cairn_build_report, cairn_build_get_report(self->build, result))
USE_RESULT(cairn_build_try, cairn_build_get_try(self->build, 0, result))
USE_RESULT(cairn_repair_info, cairn_repair_get_info(self->repair, result))
USE_RESULT(cairn_option_info, cairn_option_get_info(3, result))
USE_RESULT(cairn_landmarks_info, cairn_landmarks_get_info(self->landmarks, result))
USE_RESULT(cairn_engine_info, cairn_engine_get_info(self->engine, result))

/* Each frame has a number of its own: a crowd of its own makes the first one. */
static cairn_status use_cairn_crowd_frame(const fixture *self, void *frame, bool sound)
{
    cairn_crowd *crowd = NULL;
    cairn_crowd_frame next = {.size = sizeof next};
    (void)sound;
    assert_int_equal(cairn_crowd_create(self->world.map, self->db, NULL, &crowd), CAIRN_OK);
    cairn_status status = cairn_crowd_step(crowd, frame);
    assert_int_equal(cairn_crowd_step(crowd, &next), CAIRN_OK);
    assert_int_equal(next.frame, status == CAIRN_OK ? 2 : 1); /* a refused step is none */
    cairn_crowd_destroy(crowd);
    return status;
}

/* ---- all there are ---- */

typedef struct row {
    const char *name;
    size_t bytes;
    bool is_result;
    cairn_status (*use)(const fixture *self, void *sized, bool sound);
} row;

#define DEFINITION(name)                                                                           \
    {                                                                                              \
#name, sizeof(name), false, use_##name                                                     \
    }
#define RESULT(name)                                                                               \
    {                                                                                              \
#name, sizeof(name), true, use_##name                                                      \
    }

static const row rows[] = {
    DEFINITION(cairn_map_def),      DEFINITION(cairn_db_def),        DEFINITION(cairn_agent_def),
    DEFINITION(cairn_planner_def),  DEFINITION(cairn_crowd_def),     DEFINITION(cairn_build_def),
    DEFINITION(cairn_repair_def),   DEFINITION(cairn_landmarks_def), DEFINITION(cairn_engine_def),
    DEFINITION(cairn_build_driver), RESULT(cairn_map_info),          RESULT(cairn_db_info),
    RESULT(cairn_agent_stats),      RESULT(cairn_agent_plan),        RESULT(cairn_planner_stats),
    RESULT(cairn_crowd_frame),      RESULT(cairn_crowd_info),        RESULT(cairn_member_info),
    RESULT(cairn_build_report),     RESULT(cairn_build_try),         RESULT(cairn_repair_info),
    RESULT(cairn_option_info),      RESULT(cairn_landmarks_info),    RESULT(cairn_engine_info),
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static void create(fixture *self)
{
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    const cairn_map_def def = {.size = sizeof def, .changing = 1};
    *self = (fixture){0};
    test_world_create_of_text(&self->world, 4, 4, "......@...@.....", CAIRN_CORNERS_STRICT);
    plan.map = self->world.map;
    test_image_build(&self->image, &plan);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    assert_int_equal(cairn_map_copy(self->world.map, &def, &self->living), CAIRN_OK);
    assert_int_equal(cairn_agent_create(self->world.map, self->db, NULL, &self->agent), CAIRN_OK);
    assert_int_equal(cairn_planner_create(self->world.map, self->db, NULL, &self->planner),
                     CAIRN_OK);
    assert_int_equal(cairn_crowd_create(self->world.map, self->db, NULL, &self->crowd), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(self->crowd, cairn_cell_at(3, 2), &self->member), CAIRN_OK);
    assert_int_equal(cairn_build_create(self->world.map, NULL, &self->build), CAIRN_OK);
    assert_int_equal(cairn_build_run(self->build), CAIRN_OK);
    assert_int_equal(cairn_repair_create(self->living, self->db, NULL, &self->repair), CAIRN_OK);
    assert_int_equal(cairn_engine_create(self->world.map, NULL, &self->engine), CAIRN_OK);
    assert_int_equal(cairn_landmarks_create(self->world.map, NULL, &self->landmarks), CAIRN_OK);
}

static void destroy(fixture *self)
{
    cairn_landmarks_destroy(self->landmarks);
    cairn_engine_destroy(self->engine);
    cairn_repair_destroy(self->repair);
    cairn_build_destroy(self->build);
    cairn_crowd_destroy(self->crowd);
    cairn_planner_destroy(self->planner);
    cairn_agent_destroy(self->agent);
    cairn_map_close(self->living);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    test_world_destroy(&self->world);
}

/* ---- sizes ---- */

/* On machines of 32 bits some structs have 12 bytes; none has fewer than 8. */
static uint32_t get_shorter(const row *one)
{
    return (uint32_t)(one->bytes >= 2 * (size_t)MORE ? one->bytes - MORE : MORE);
}

/* Calls with a struct of `bytes` bytes. The first 4 are `said`; all others that the library
 * knows are zero, and those behind are `behind`. What is in `found`, which has more room, is what the
 * struct has afterwards. The memory behind a struct is nobody's. */
static cairn_status call(const fixture *self, const row *one, bool sound, size_t bytes,
                         uint32_t said, int behind, unsigned char *found)
{
    unsigned char *sized = malloc(bytes);
    assert_non_null(sized);
    memset(sized, one->is_result ? GARBAGE : 0, bytes);
    if (bytes > one->bytes)
        memset(sized + one->bytes, behind, bytes - one->bytes);
    memcpy(sized, &said, sizeof said);
    cairn_status status = one->use(self, sized, sound);
    if (found != NULL)
        memcpy(found, sized, bytes);
    free(sized);
    return status;
}

static void check_definition(const fixture *self, const row *one)
{
    uint32_t bytes = (uint32_t)one->bytes;
    assert_int_equal(call(self, one, true, bytes, bytes, 0, NULL), CAIRN_OK);
    assert_int_equal(call(self, one, true, bytes + MORE, bytes + MORE, 0, NULL), CAIRN_OK);
    assert_int_equal(call(self, one, true, bytes + MORE, bytes + MORE, 1, NULL), CAIRN_VERSION);
    cairn_status refused = call(self, one, false, bytes, bytes, 0, NULL);
    assert_true(refused != CAIRN_OK && refused != CAIRN_NOT_SIZED && refused != CAIRN_VERSION);
    assert_int_equal(call(self, one, false, bytes + MORE, bytes + MORE, 0, NULL), refused);
}

/* What lies behind a shorter definition would make each call fail, or write to nowhere: the caller's bytes
 * are followed by garbage. */
static void check_shorter_definition(const fixture *self, const row *one)
{
    unsigned char room[MOST_BYTES] = {0};
    uint32_t bytes = get_shorter(one);
    cairn_status refused = call(self, one, false, one->bytes, (uint32_t)one->bytes, 0, NULL);
    assert_int_equal(call(self, one, true, bytes, bytes, 0, NULL), CAIRN_OK);
    memset(room + bytes, GARBAGE, sizeof room - bytes);
    memcpy(room, &bytes, sizeof bytes);
    assert_int_equal(one->use(self, room, true), CAIRN_OK);
    assert_int_equal(one->use(self, room, false), refused);
}

static void check_result(const fixture *self, const row *one)
{
    unsigned char full[MOST_BYTES], other[MOST_BYTES];
    uint32_t bytes = (uint32_t)one->bytes, shorter = get_shorter(one), longer = bytes + MORE;
    assert_int_equal(call(self, one, true, bytes, bytes, 0, full), CAIRN_OK);
    assert_int_equal(call(self, one, true, shorter, shorter, 0, other), CAIRN_OK);
    assert_memory_equal(full + sizeof bytes, other + sizeof bytes, shorter - sizeof bytes);
    assert_memory_equal(other, &shorter, sizeof shorter);
    assert_int_equal(call(self, one, true, longer, longer, GARBAGE, other), CAIRN_OK);
    assert_memory_equal(full + sizeof bytes, other + sizeof bytes, bytes - sizeof bytes);
    assert_memory_equal(other, &longer, sizeof longer);
    for (uint32_t i = bytes; i < longer; i++)
        assert_int_equal(other[i], 0);

    /* Of a longer struct no more is filled in than its size says. */
    assert_int_equal(call(self, one, true, longer, shorter, GARBAGE, other), CAIRN_OK);
    for (uint32_t i = shorter; i < longer; i++)
        assert_int_equal(other[i], GARBAGE);
}

static void any_size_is_taken(void **state)
{
    fixture self;
    (void)state;
    create(&self);
    for (size_t i = 0; i < ROWS; i++) {
        assert_true(rows[i].bytes + MORE <= MOST_BYTES);
        if (rows[i].is_result) {
            check_result(&self, &rows[i]);
        } else {
            check_definition(&self, &rows[i]);
            check_shorter_definition(&self, &rows[i]);
        }
    }
    destroy(&self);
}

static void a_size_that_is_not_set_is_told(void **state)
{
    static const uint32_t sizes[] = {0, 4, UINT32_MAX};
    fixture self;
    (void)state;
    create(&self);
    for (size_t i = 0; i < ROWS; i++)
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
            assert_int_equal(call(&self, &rows[i], true, rows[i].bytes, sizes[k], 0, NULL),
                             CAIRN_NOT_SIZED);
    destroy(&self);
}

/* ---- the headers ---- */

static bool is_known(const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return true;
    return false;
}

/* Counts the structs of a header whose first field is their size, each of which is in the list. */
static size_t count_sized(const char *path)
{
    char line[512], name[128] = "";
    size_t count = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        bool is_first = name[0] != '\0' && strstr(line, "uint32_t size;") != NULL;
        if (is_first && !is_known(name))
            fail_msg("%s of %s is not in this test", name, path);
        count += is_first;
        if (sscanf(line, "typedef struct %127[a-z_] {", name) != 1)
            name[0] = '\0';
    }
    assert_int_equal(fclose(file), 0);
    return count;
}

static void no_struct_of_the_headers_is_missing(void **state)
{
    static const char folder[] = CAIRN_SOURCE_DIR "/include/cairn";
    size_t count = 0;
    DIR *headers = opendir(folder);
    (void)state;
    assert_non_null(headers);
    for (const struct dirent *entry; (entry = readdir(headers)) != NULL;) {
        char path[1024];
        const char *end = strrchr(entry->d_name, '.');
        if (end == NULL || strcmp(end, ".h") != 0)
            continue;
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        count += count_sized(path);
    }
    assert_int_equal(closedir(headers), 0);
    assert_int_equal(count, ROWS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_size_is_taken),
        cmocka_unit_test(a_size_that_is_not_set_is_told),
        cmocka_unit_test(no_struct_of_the_headers_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
