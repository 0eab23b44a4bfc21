/* test_choose.c (property): builds that choose the kind: what fits is found, what is said of it is
 * true, and progress goes forwards. */
#include "faulty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, MOST_TRIES = 32 };

static cairn_map *make_map(cairn_scene_kind kind, uint32_t side)
{
    cairn_scene scene;
    cairn_map *map = NULL;
    assert_int_equal(cairn_scene_generate(kind, side, side, 3, &scene), CAIRN_OK);
    assert_int_equal(cairn_scene_create_map(&scene, CAIRN_CORNERS_STRICT, &map), CAIRN_OK);
    cairn_scene_free(&scene);
    return map;
}

/* ---- what fits ---- */

/* Builds within `bytes` bytes. LIMIT: `smallest` gets the number of the sentence. */
static cairn_status build_within(const cairn_map *map, uint64_t bytes, uint64_t *made,
                                 uint64_t *smallest)
{
    static const char before[] = "the smallest has ";
    cairn_detail detail = {0};
    cairn_build_def def = {.size = sizeof def, .max_bytes = bytes, .detail = &detail};
    cairn_build_report report = {.size = sizeof report};
    cairn_build *build = NULL;
    assert_int_equal(cairn_build_create(map, &def, &build), CAIRN_OK);
    cairn_status status = cairn_build_run(build);
    assert_int_equal(cairn_build_get_report(build, &report), CAIRN_OK);
    *made = report.bytes;
    if (status == CAIRN_LIMIT) {
        const char *number = strstr(detail.text, before);
        assert_non_null(number);
        *smallest = strtoull(number + strlen(before), NULL, 10);
        assert_true(*smallest > bytes);
    }
    cairn_build_destroy(build);
    return status;
}

/* The smallest that a refusal names can be had, and nothing below it. */
static void the_smallest_is_true(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        cairn_map *map = make_map((cairn_scene_kind)kind, SIDE);
        uint64_t made, smallest = 0, again = 0;
        assert_int_equal(build_within(map, 1, &made, &smallest), CAIRN_LIMIT);
        assert_int_equal(build_within(map, smallest - 1, &made, &again), CAIRN_LIMIT);
        assert_int_equal(again, smallest);
        assert_int_equal(build_within(map, smallest, &made, &again), CAIRN_OK);
        assert_true(made <= smallest);
        cairn_map_close(map);
    }
}

/* From the smallest on, every number of bytes is enough for something. */
static void more_bytes_are_enough(void **state)
{
    (void)state;
    cairn_map *map = make_map(CAIRN_SCENE_CITY, SIDE);
    uint64_t made, smallest = 0;
    assert_int_equal(build_within(map, 1, &made, &smallest), CAIRN_LIMIT);
    for (uint64_t bytes = smallest; bytes < 200000; bytes += bytes / 5) {
        assert_int_equal(build_within(map, bytes, &made, &smallest), CAIRN_OK);
        assert_true(made > 0 && made <= bytes);
    }
    cairn_map_close(map);
}

/* ---- what is optional ---- */

/* Whether agents walk optimal paths by a database of this map, between random cells. */
static void check_optimal(const cairn_map *map, const cairn_db *db)
{
    enum { PAIRS = 40 };
    uint32_t side = test_get_map_info(map).width;
    test_random random = {.state = 5};
    cairn_planner *by_labels = NULL, *by_cells = test_make_astar(map, CAIRN_COSTS_OCTILE);
    cairn_planner_def def = {.size = sizeof def, .method = CAIRN_METHOD_LABELS};
    assert_int_equal(cairn_planner_create(map, db, &def, &by_labels), CAIRN_OK);
    for (uint32_t i = 0, found = 0; found < PAIRS; i++) {
        uint32_t length = 0, optimal = 0;
        cairn_cell from = test_draw_cell(&random, side, side);
        cairn_cell to = test_draw_cell(&random, side, side);
        assert_true(i < 100 * PAIRS);
        if (!cairn_map_has_path(map, from, to))
            continue;
        assert_int_equal(cairn_planner_find(by_labels, from, to, &length), CAIRN_OK);
        assert_int_equal(cairn_planner_find(by_cells, from, to, &optimal), CAIRN_OK);
        assert_int_equal(length, optimal);
        found++;
    }
    cairn_planner_destroy(by_labels);
    cairn_planner_destroy(by_cells);
}

/* Builds within `most` bytes, which are enough for labels, and returns what they have. */
static uint64_t build_labels(const cairn_map *map, uint64_t most, const char *because)
{
    cairn_build_def def = {.size = sizeof def, .max_bytes = most};
    cairn_build_report report = {.size = sizeof report};
    cairn_build *build = NULL;
    cairn_db *db = NULL;
    assert_int_equal(cairn_build_create(map, &def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_get_report(build, &report), CAIRN_OK);
    assert_int_equal(report.kind, CAIRN_DB_LABELS);
    assert_string_equal(report.reason, because);
    assert_true(most == 0 || report.bytes <= most);
    assert_int_equal(cairn_build_open_db(build, &db), CAIRN_OK);
    assert_int_equal(cairn_db_verify(db, map, NULL), CAIRN_OK);
    check_optimal(map, db);
    cairn_db_close(db);
    cairn_build_destroy(build);
    return report.bytes;
}

/* Optimal paths are given up last: each database has a byte too many for the next one. */
static void what_is_optional_is_left_out_first(void **state)
{
    static const char *const because[] = {
        "labels give optimal paths, and they fit",
        "labels give optimal paths, and they fit without their landmarks",
        "labels give optimal paths, and they fit with short lists",
        "labels give optimal paths, and they fit with short lists, without their landmarks",
    };
    (void)state;
    cairn_map *map = make_map(CAIRN_SCENE_WARZONE, 4 * SIDE);
    uint64_t most = 0;
    for (size_t i = 0; i < sizeof because / sizeof because[0]; i++)
        most = build_labels(map, most, because[i]) - 1;
    cairn_build_def def = {.size = sizeof def, .max_bytes = most};
    cairn_build_report report = {.size = sizeof report};
    cairn_build *build = NULL;
    assert_int_equal(cairn_build_create(map, &def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_get_report(build, &report), CAIRN_OK);
    assert_int_not_equal(report.kind, CAIRN_DB_LABELS);
    cairn_build_destroy(build);
    cairn_map_close(map);
}

/* ---- progress ---- */

typedef struct watch {
    cairn_progress last;
    char name[128];
    uint32_t calls;
    bool walked;
} watch;

/* Phases have rising numbers, and names that begin with the kind; within one nothing is undone. */
static int32_t look(void *context, const cairn_progress *progress)
{
    watch *self = context;
    const char *kind = cairn_kind_get_name(progress->kind);
    assert_non_null(kind);
    assert_memory_equal(progress->name, kind, strlen(kind));
    assert_true(progress->name[strlen(kind)] == ':' || progress->name[strlen(kind)] == ',');
    if (progress->phase == self->last.phase) {
        assert_string_equal(progress->name, self->name);
        assert_true(progress->done >= self->last.done);
        assert_int_equal(progress->total, self->last.total);
    } else {
        assert_int_equal(progress->phase, self->last.phase + 1);
    }
    assert_true(progress->unit == NULL || progress->done <= progress->total);
    self->last = *progress;
    self->walked = self->walked || strstr(progress->name, "walking") != NULL;
    self->calls++;
    (void)snprintf(self->name, sizeof self->name, "%s", progress->name);
    return 1;
}

static void progress_goes_forwards(void **state)
{
    static const uint64_t limits[] = {0, 1, 2000, 20000, 60000};
    (void)state;
    cairn_map *map = make_map(CAIRN_SCENE_CITY, SIDE);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        watch self = {0};
        cairn_build *build = NULL;
        cairn_build_def def = {.size = sizeof def, .max_bytes = limits[i]};
        def.progress = look;
        def.progress_context = &self;
        assert_int_equal(cairn_build_create(map, &def, &build), CAIRN_OK);
        assert_int_equal(cairn_build_run(build), limits[i] == 1 ? CAIRN_LIMIT : CAIRN_OK);
        assert_true(self.calls > 1);
        assert_true(self.walked || limits[i] != 2000);
        cairn_build_destroy(build);
    }
    cairn_map_close(map);
}

/* ---- the report ---- */

/* Reads the tries of a build; returns how many. */
static uint32_t read_tries(const cairn_build *build, cairn_build_try tries[MOST_TRIES])
{
    cairn_build_report report = {.size = sizeof report};
    assert_int_equal(cairn_build_get_report(build, &report), CAIRN_OK);
    assert_true(report.tried > 0 && report.tried < MOST_TRIES);
    for (uint32_t i = 0; i < report.tried; i++) {
        tries[i].size = sizeof tries[i];
        assert_int_equal(cairn_build_get_try(build, i, &tries[i]), CAIRN_OK);
        assert_true(tries[i].status == CAIRN_OK || tries[i].problems == 0);
        assert_true(tries[i].bytes > 0 || tries[i].status == CAIRN_LIMIT);
    }
    return report.tried;
}

/* The one that won is among the tries, with what was measured, and none that was walked with is
 * better. */
static void check_report(const cairn_build *build)
{
    cairn_build_try tries[MOST_TRIES];
    cairn_build_report report = {.size = sizeof report};
    bool found = false;
    assert_int_equal(cairn_build_get_report(build, &report), CAIRN_OK);
    assert_non_null(report.reason);
    uint32_t count = read_tries(build, tries);
    for (uint32_t i = 0; i < count; i++) {
        found = found || (tries[i].kind == report.kind && tries[i].bytes == report.bytes &&
                          tries[i].suboptimality == report.suboptimality);
        if (tries[i].problems > 0)
            assert_true(tries[i].suboptimality >= report.suboptimality);
    }
    assert_true(found);
}

static void the_report_tells_what_was_tried(void **state)
{
    static const uint64_t limits[] = {0, 2000, 20000, 60000};
    (void)state;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        cairn_map *map = make_map((cairn_scene_kind)kind, SIDE);
        for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
            cairn_build *build = NULL;
            cairn_build_def def = {.size = sizeof def, .max_bytes = limits[i]};
            if (!test_looks_at_scene(kind, (uint32_t)i))
                continue;
            assert_int_equal(cairn_build_create(map, &def, &build), CAIRN_OK);
            assert_int_equal(cairn_build_run(build), CAIRN_OK);
            check_report(build);
            cairn_build_destroy(build);
        }
        cairn_map_close(map);
    }
}

/* ---- failures ---- */

/* Whichever allocation fails, the build says so, keeps nothing and can be run again. */
static void any_allocation_may_fail(void **state)
{
    (void)state;
    cairn_map *map = make_map(CAIRN_SCENE_CITY, 48);
    long step = 1, at = 0;
    for (bool failed = true; failed; at += step, step += 1 + at / 40) {
        test_faulty self = {.fail_from = at, .fail_end = at + 1};
        cairn_allocator allocator = test_faulty_get_allocator(&self);
        cairn_build *build = NULL;
        cairn_build_def def = {.size = sizeof def, .max_bytes = 1000, .allocator = &allocator};
        cairn_status status = cairn_build_create(map, &def, &build);
        if (status == CAIRN_OK)
            status = cairn_build_run(build);
        failed = self.failed;
        assert_int_equal(status, failed ? CAIRN_MEMORY : CAIRN_OK);
        if (build != NULL && failed)
            assert_int_equal(cairn_build_run(build), CAIRN_OK);
        cairn_build_destroy(build);
        assert_int_equal(self.live, 0);
    }
    assert_true(at > 100);
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_is_true),
        cmocka_unit_test(more_bytes_are_enough),
        cmocka_unit_test(what_is_optional_is_left_out_first),
        cmocka_unit_test(progress_goes_forwards),
        cmocka_unit_test(the_report_tells_what_was_tried),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
