/* test_fault_file.c (fault): the n-th call of each kind on a file fails.
 *
 * A failure must be reported as IO in words, leave the old file under the final name as it was, and no
 * temporary one beside it. Interrupted and short calls must not be seen at all. */
#include "file_faults.h"
#include "support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const call_names[CALLS] = {"open",  "read",   "write", "fsync",
                                              "close", "rename", "fstat", "mmap"};

/* ---- what the operations work on ---- */

#define SCENARIO "version 1\n0\tm.map\t48\t40\t1\t1\t9\t9\t12.5\n"
#define OLD "what stood there before"

typedef struct fixture {
    test_world world;
    test_database database;
    test_folder folder;
    char map_path[1024];
    char scenario_path[1024];
    char db_path[1024];
    char out_path[1024];
    cairn_build *build;
    cairn_build *labels;
    cairn_detail detail;
} fixture;

static const char rows[3][8] = {"...@...", ".@@@.@.", "......."};

static cairn_status write_map(fixture *fix)
{
    cairn_map_writer *writer = NULL;
    cairn_map_def def = {.size = sizeof def};
    def.detail = &fix->detail;
    cairn_status status = cairn_map_writer_open(fix->out_path, 7, 3, &def, &writer);
    if (status != CAIRN_OK)
        return status;
    for (int y = 0; status == CAIRN_OK && y < 3; y++)
        status = cairn_map_writer_write(writer, rows[y]);
    cairn_status closed = cairn_map_writer_close(writer, status == CAIRN_OK);
    return status == CAIRN_OK ? closed : status;
}

/* Larger than what a writer holds back: rows reach the file before it is closed. */
static cairn_status write_large_map(fixture *fix)
{
    enum { WIDTH = 600, HEIGHT = 300 };
    char row[WIDTH];
    cairn_map_writer *writer = NULL;
    cairn_map_def def = {.size = sizeof def};
    def.detail = &fix->detail;
    memset(row, '.', sizeof row);
    cairn_status status = cairn_map_writer_open(fix->out_path, WIDTH, HEIGHT, &def, &writer);
    if (status != CAIRN_OK)
        return status;
    for (int y = 0; status == CAIRN_OK && y < HEIGHT; y++)
        status = cairn_map_writer_write(writer, row);
    cairn_status closed = cairn_map_writer_close(writer, status == CAIRN_OK);
    return status == CAIRN_OK ? closed : status;
}

static cairn_status write_database(fixture *fix)
{
    return cairn_build_write(fix->build, fix->out_path);
}

static cairn_status write_labels(fixture *fix)
{
    return cairn_build_write(fix->labels, fix->out_path);
}

static cairn_status open_map(fixture *fix)
{
    cairn_map *map = NULL;
    cairn_map_def def = {.size = sizeof def};
    def.detail = &fix->detail;
    cairn_status status = cairn_map_open(fix->map_path, &def, &map);
    if (status != CAIRN_OK)
        return status;
    assert_true(test_get_map_info(map).fingerprint ==
                test_get_map_info(fix->world.map).fingerprint);
    cairn_map_close(map);
    return CAIRN_OK;
}

static cairn_status open_scenario(fixture *fix)
{
    cairn_scenario *scenario;
    cairn_map_def def = {.size = sizeof def};
    def.detail = &fix->detail;
    cairn_status status = cairn_scenario_open(fix->scenario_path, &def, &scenario);
    if (status != CAIRN_OK)
        return status;
    assert_int_equal(scenario->count, 1);
    assert_int_equal(cairn_cell_get_y(scenario->problems[0].goal), 9);
    cairn_scenario_close(scenario);
    return CAIRN_OK;
}

static cairn_status open_database(fixture *fix)
{
    cairn_db *db = NULL;
    cairn_db_def def = {.size = sizeof def};
    def.detail = &fix->detail;
    cairn_status status = cairn_db_open(fix->db_path, &def, &db);
    if (status != CAIRN_OK)
        return status;
    assert_int_equal(cairn_db_verify(db, fix->world.map, &fix->detail), CAIRN_OK);
    cairn_db_close(db);
    return CAIRN_OK;
}

/* How many calls of each kind may fail at the end of the work without harm: a folder that cannot
 * be flushed after the renaming, a file that cannot be closed after the reading. */
typedef struct operation {
    const char *name;
    cairn_status (*run)(fixture *fix);
    bool writes;
    long harmless[CALLS];
} operation;

static const operation operations[] = {
    {"map open", open_map, false, {[CALL_CLOSE] = 1}},
    {"scenario open", open_scenario, false, {[CALL_CLOSE] = 1}},
    {"database open", open_database, false, {[CALL_CLOSE] = 1}},
    {"map write", write_map, true, {[CALL_OPEN] = 1, [CALL_FSYNC] = 1, [CALL_CLOSE] = 1}},
    {"large map write",
     write_large_map,
     true,
     {[CALL_OPEN] = 1, [CALL_FSYNC] = 1, [CALL_CLOSE] = 1}},
    {"database write", write_database, true, {[CALL_OPEN] = 1, [CALL_FSYNC] = 1, [CALL_CLOSE] = 1}},
    {"labels write", write_labels, true, {[CALL_OPEN] = 1, [CALL_FSYNC] = 1, [CALL_CLOSE] = 1}},
};

#define OPERATIONS (sizeof operations / sizeof operations[0])

/* ---- files before and after ---- */

static int create_fixture(void **state)
{
    static fixture fix;
    memset(&fix, 0, sizeof fix);
    test_world_create_of_text(&fix.world, 7, 3, "...@....@@@.@........", CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&fix.database, &fix.world, 20, 3));
    test_folder_create(&fix.folder);
    test_folder_get_path(&fix.folder, "m.map", sizeof fix.map_path, fix.map_path);
    test_folder_get_path(&fix.folder, "m.scen", sizeof fix.scenario_path, fix.scenario_path);
    test_folder_get_path(&fix.folder, "m.cairn", sizeof fix.db_path, fix.db_path);
    test_folder_get_path(&fix.folder, "m.map", sizeof fix.out_path, fix.out_path);
    assert_int_equal(write_map(&fix), CAIRN_OK);
    test_folder_get_path(&fix.folder, "out", sizeof fix.out_path, fix.out_path);
    test_file_write(fix.scenario_path, SCENARIO, strlen(SCENARIO));
    test_file_write(fix.db_path, fix.database.image, fix.database.bytes);
    test_plan def = test_plan_make_knn(fix.world.map, 20, 3);
    def.detail = &fix.detail;
    assert_int_equal(test_plan_create(&def, &fix.build), CAIRN_OK);
    assert_int_equal(cairn_build_run(fix.build), CAIRN_OK);
    test_plan labels_def = test_plan_make(CAIRN_DB_LABELS);
    labels_def.map = fix.world.map;
    labels_def.detail = &fix.detail;
    assert_int_equal(test_plan_create(&labels_def, &fix.labels), CAIRN_OK);
    assert_int_equal(cairn_build_run(fix.labels), CAIRN_OK);
    *state = &fix;
    return 0;
}

static int destroy_fixture(void **state)
{
    fixture *fix = *state;
    cairn_build_destroy(fix->build);
    cairn_build_destroy(fix->labels);
    test_database_destroy(&fix->database);
    test_world_destroy(&fix->world);
    test_folder_destroy(&fix->folder);
    return 0;
}

static int count_descriptors(void)
{
    int count = 0;
    for (int i = 0; i < 256; i++)
        count += fcntl(i, F_GETFD) != -1;
    return count;
}

/* True if the output is still what stood there before. */
static bool is_old(const fixture *fix)
{
    size_t count;
    char *bytes = test_file_read(fix->out_path, &count);
    bool same = count == strlen(OLD) && memcmp(bytes, OLD, count) == 0;
    free(bytes);
    return same;
}

/* The whole file a write makes. */
static char *read_whole(const operation *work, fixture *fix, size_t *count)
{
    assert_int_equal(work->run(fix), CAIRN_OK);
    return test_file_read(fix->out_path, count);
}

static void check_whole(const operation *work, fixture *fix)
{
    size_t got_count, expected_count;
    char *got = test_file_read(fix->out_path, &got_count);
    char *expected = read_whole(work, fix, &expected_count);
    assert_int_equal(got_count, expected_count);
    assert_memory_equal(got, expected, got_count);
    free(got);
    free(expected);
}

/* ---- the loop ---- */

static cairn_status run_planned(const operation *work, fixture *fix)
{
    int files, descriptors = count_descriptors();
    memset(&fix->detail, 0, sizeof fix->detail);
    test_file_write(fix->out_path, OLD, strlen(OLD));
    files = test_folder_count_files(&fix->folder);
    test_file_faults.armed = true;
    cairn_status status = work->run(fix);
    test_file_faults.armed = false;
    assert_int_equal(test_folder_count_files(&fix->folder), files);
    assert_int_equal(count_descriptors(), descriptors);
    if (work->writes && status != CAIRN_OK)
        assert_true(is_old(fix));
    if (work->writes && status == CAIRN_OK)
        check_whole(work, fix);
    return status;
}

static long count_calls(const operation *work, fixture *fix, test_file_call which)
{
    test_file_faults = (test_file_fault_plan){.call = which, .fail_from = LONG_MAX};
    assert_int_equal(run_planned(work, fix), CAIRN_OK);
    return test_file_faults.calls[which];
}

static void fail_each(const operation *work, fixture *fix, test_file_call which, int code)
{
    long calls = count_calls(work, fix, which);
    for (long number = 0; number < calls; number++) {
        test_file_faults = (test_file_fault_plan){
            .call = which, .fail_from = number, .fail_end = number + 1, .code = code};
        cairn_status status = run_planned(work, fix);
        bool harmless = number >= calls - work->harmless[which];
        if (!test_file_faults.failed || status != (harmless ? CAIRN_OK : CAIRN_IO) ||
            (status == CAIRN_IO && fix->detail.text[0] == '\0'))
            fail_msg("%s: %s number %ld fails with %s: status %s, \"%s\"", work->name,
                     call_names[which], number, strerror(code), cairn_status_get_name(status),
                     fix->detail.text);
    }
}

static void test_calls_that_fail(void **state)
{
    static const int codes[] = {EIO, ENOSPC, EACCES};
    fixture *fix = *state;
    for (size_t i = 0; i < OPERATIONS; i++)
        for (int which = 0; which < CALLS; which++)
            for (size_t j = 0; j < sizeof codes / sizeof codes[0]; j++)
                fail_each(&operations[i], fix, (test_file_call)which, codes[j]);
}

/* Not one of the operations gets by without the calls it is said to make. */
static void test_calls_that_are_made(void **state)
{
    static const bool reads[CALLS] = {[CALL_OPEN] = true, [CALL_CLOSE] = true};
    static const bool writes[CALLS] = {[CALL_OPEN] = true,
                                       [CALL_WRITE] = true,
                                       [CALL_FSYNC] = true,
                                       [CALL_CLOSE] = true,
                                       [CALL_RENAME] = true};
    fixture *fix = *state;
    for (size_t i = 0; i < OPERATIONS; i++)
        for (int which = 0; which < CALLS; which++)
            if ((operations[i].writes ? writes : reads)[which])
                assert_true(count_calls(&operations[i], fix, (test_file_call)which) > 0);
    assert_true(count_calls(&operations[0], fix, CALL_READ) > 0);
    assert_true(count_calls(&operations[2], fix, CALL_MMAP) > 0);
    assert_true(count_calls(&operations[2], fix, CALL_FSTAT) > 0);
}

/* Every failure of every call, all of them, never a crash. */
static void test_calls_that_all_fail(void **state)
{
    fixture *fix = *state;
    for (size_t i = 0; i < OPERATIONS; i++)
        for (int which = 0; which < CALLS; which++) {
            test_file_faults = (test_file_fault_plan){
                .call = (test_file_call)which, .fail_end = LONG_MAX, .code = EIO};
            cairn_status status = run_planned(&operations[i], fix);
            assert_true(status == CAIRN_IO || status == CAIRN_OK);
        }
}

static void test_interrupted_calls(void **state)
{
    static const test_file_call interruptible[] = {CALL_OPEN, CALL_READ, CALL_WRITE, CALL_FSYNC,
                                                   CALL_CLOSE};
    fixture *fix = *state;
    for (size_t i = 0; i < OPERATIONS; i++)
        for (size_t j = 0; j < sizeof interruptible / sizeof interruptible[0]; j++) {
            test_file_call which = interruptible[j];
            long calls = count_calls(&operations[i], fix, which);
            for (long number = 0; number < calls; number++) {
                test_file_faults = (test_file_fault_plan){
                    .call = which, .fail_from = number, .fail_end = number + 3, .code = EINTR};
                if (run_planned(&operations[i], fix) != CAIRN_OK)
                    fail_msg("%s: an interrupted %s is not tried again: %s", operations[i].name,
                             call_names[which], fix->detail.text);
            }
        }
}

static void test_short_calls(void **state)
{
    fixture *fix = *state;
    for (size_t i = 0; i < OPERATIONS; i++)
        for (size_t most = 1; most < 5000; most = most * 3 + 1) {
            test_file_faults = (test_file_fault_plan){.most = most, .fail_from = LONG_MAX};
            assert_int_equal(run_planned(&operations[i], fix), CAIRN_OK);
        }
}

/* ---- names that lead nowhere ---- */

static void check_refused(fixture *fix, cairn_status status)
{
    assert_int_equal(status, CAIRN_IO);
    assert_true(fix->detail.text[0] != '\0');
    memset(&fix->detail, 0, sizeof fix->detail);
}

static void test_bad_names(void **state)
{
    fixture *fix = *state;
    fixture wrong = *fix;
    char missing[1024], beyond[1024];
    test_folder_get_path(&fix->folder, "missing", sizeof missing, missing);
    test_folder_get_path(&fix->folder, "missing/x", sizeof beyond, beyond);
    const char *names[] = {missing, beyond, fix->folder.path, ""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(wrong.map_path, sizeof wrong.map_path, "%s", names[i]);
        snprintf(wrong.scenario_path, sizeof wrong.scenario_path, "%s", names[i]);
        snprintf(wrong.db_path, sizeof wrong.db_path, "%s", names[i]);
        check_refused(&wrong, open_map(&wrong));
        check_refused(&wrong, open_scenario(&wrong));
        check_refused(&wrong, open_database(&wrong));
    }
    const char *outputs[] = {beyond, fix->folder.path};
    for (size_t i = 0; i < 2; i++) {
        snprintf(wrong.out_path, sizeof wrong.out_path, "%s", outputs[i]);
        check_refused(&wrong, write_map(&wrong));
        snprintf(fix->out_path, sizeof fix->out_path, "%s", outputs[i]);
        check_refused(fix, write_database(fix));
    }
    snprintf(wrong.db_path, sizeof wrong.db_path, "/dev/null");
    check_refused(&wrong, open_database(&wrong));
    test_folder_get_path(&fix->folder, "out", sizeof fix->out_path, fix->out_path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls_that_are_made), cmocka_unit_test(test_calls_that_fail),
        cmocka_unit_test(test_calls_that_all_fail), cmocka_unit_test(test_interrupted_calls),
        cmocka_unit_test(test_short_calls),         cmocka_unit_test(test_bad_names),
    };
    return cmocka_run_group_tests_name("fault_file", tests, create_fixture, destroy_fixture);
}
