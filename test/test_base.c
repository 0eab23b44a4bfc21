/* test_base.c: the smallest parts: texts of statuses, threads that cannot be had, files that appear
 * whole or not at all. Calls for threads and memory go through the functions here, which fail on
 * demand (CMakeLists.txt has their names). */
#include "support.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <cairn/tools.h>

#include "base/bit_rows.h"
#include "base/bits.h"
#include "base/memory.h"
#include "base/worker.h"

/* ---- statuses ---- */

static void test_statuses(void **state)
{
    (void)state;
    static const struct {
        cairn_status status;
        const char *name;
        const char *text;
    } all[] = {
#define ROW(name, number, text) {number, #name, text},
        CAIRN_STATUS_LIST(ROW)
#undef ROW
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        assert_string_equal(cairn_status_get_name(all[i].status), all[i].name);
        assert_string_equal(cairn_status_get_text(all[i].status), all[i].text);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(all[i].text, all[j].text);
    }
    assert_string_equal(cairn_status_get_name((cairn_status)9999), "UNKNOWN");
    assert_string_equal(cairn_status_get_text((cairn_status)9999), "an unknown status");
}

static void test_version(void **state)
{
    (void)state;
    size_t count = 0;
    char *text = test_file_read(CAIRN_SOURCE_DIR "/VERSION", &count), version[32] = {0};
    memcpy(version, text, strcspn(text, "\n"));
    assert_string_equal(cairn_get_version(), version);
    free(text);
}

/* ---- bits ---- */

static void ones_are_counted(void **state)
{
    (void)state;
    test_random random = {17};
    for (int i = 0; i < 20000; i++) {
        uint64_t word = UINT64_MAX;
        for (int k = i % 5; k > 0; k--) /* from full words to sparse ones */
            word &= (uint64_t)(unsigned)test_draw_below(&random, INT32_MAX) << i % 34 |
                    (uint64_t)(unsigned)test_draw_below(&random, INT32_MAX);
        uint32_t count = 0;
        for (uint64_t rest = word; rest != 0; rest >>= 1)
            count += rest & 1;
        assert_int_equal(cairn__count_ones(word), count);
    }
}

/* Reads a row of `count` random numbers that has no more room than it may be read on. */
static void check_row(uint32_t count, uint32_t width, test_random *random)
{
    uint32_t bytes = cairn__get_row_bytes(count, width) + 8,
             base = (uint32_t)test_draw_below(random, 1000);
    uint8_t *row = calloc(bytes, 1);
    uint64_t mask = (UINT64_C(1) << width) - 1;
    uint32_t written[16], numbers[16];
    assert_non_null(row);
    for (uint32_t i = 0; i < count; i++) {
        written[i] = (uint32_t)(test_draw(random) & mask);
        for (uint32_t bit = 0, at = i * width; bit < width; bit++, at++)
            row[at / 8] |= (uint8_t)((written[i] >> bit & 1) << at % 8);
    }
    for (uint32_t i = bytes - 8; i < bytes; i++)
        row[i] = 0xff;
    cairn__read_row(row, count, width, base, numbers);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(numbers[i], base + written[i]);
        assert_int_equal(cairn__read_bits(row, i, width), written[i]);
    }
    for (uint32_t i = count; i % 4 != 0; i++)
        assert_true(numbers[i] - base <= mask);
    free(row);
}

static void rows_are_read(void **state)
{
    (void)state;
    test_random random = {29};
    for (uint32_t width = 0; width <= 32; width++)
        for (uint32_t count = 1; count <= 16; count++)
            check_row(count, width, &random);
}

/* ---- threads ---- */

enum { MUTEX, CONDITION, THREAD, MEMORY, CALLS };

/* The call of a kind that fails, from 1; 0: none. */
static int fail_at[CALLS], calls[CALLS];

static bool should_fail(int call)
{
    return ++calls[call] == fail_at[call];
}

int __real_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes);
int __real_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);
int __wrap_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes);
int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument);

int __wrap_pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes)
{
    return should_fail(MUTEX) ? ENOMEM : __real_pthread_mutex_init(lock, attributes);
}

int __wrap_pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    return should_fail(CONDITION) ? ENOMEM : __real_pthread_cond_init(condition, attributes);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *argument)
{
    return should_fail(THREAD) ? EAGAIN : __real_pthread_create(thread, attributes, run, argument);
}

void *__real_malloc(size_t bytes);
void *__wrap_malloc(size_t bytes);

void *__wrap_malloc(size_t bytes)
{
    return should_fail(MEMORY) ? NULL : __real_malloc(bytes);
}

/* From now on the call of this number fails, from 1; 0: none. */
static void set_fault(int call, int number)
{
    memset(calls, 0, sizeof calls);
    memset(fail_at, 0, sizeof fail_at);
    fail_at[call] = number;
}

static void count_run(void *context)
{
    atomic_fetch_add((atomic_int *)context, 1);
}

/* Starts a crew of three with a call that fails; returns how many threads did the work. */
static int run_crew(int call, int number, cairn_status expected)
{
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    cairn__crew *crew = NULL;
    atomic_int runs = 0;
    set_fault(call, number);
    assert_int_equal(cairn__crew_start(&allocator, 3, count_run, &runs, &crew), expected);
    if (crew != NULL)
        while (!cairn__crew_wait(crew, 1500))
            continue;
    cairn__crew_join(crew);
    assert_int_equal(counter.allocations, counter.releases);
    return atomic_load(&runs);
}

static void test_crews(void **state)
{
    (void)state;
    assert_int_equal(run_crew(THREAD, 0, CAIRN_OK), 3);
    assert_int_equal(run_crew(MUTEX, 1, CAIRN_MEMORY), 0);
    assert_int_equal(run_crew(CONDITION, 1, CAIRN_MEMORY), 0);
    assert_int_equal(run_crew(THREAD, 1, CAIRN_MEMORY), 0);
    assert_int_equal(run_crew(THREAD, 2, CAIRN_OK), 1); /* fewer do all of it */
    assert_int_equal(run_crew(THREAD, 3, CAIRN_OK), 2);
    test_counter counter = {.fail_at = 1};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    cairn__crew *crew = NULL;
    assert_int_equal(cairn__crew_start(&allocator, 3, count_run, NULL, &crew), CAIRN_MEMORY);
}

/* ---- files ---- */

static void check_content(const char *path, const char *text)
{
    size_t count = 0;
    char *content = test_file_read(path, &count);
    assert_int_equal(count, strlen(text));
    assert_memory_equal(content, text, count);
    free(content);
}

static void test_files(void **state)
{
    (void)state;
    test_folder folder;
    char path[300], other[300];
    cairn_detail detail = {0};
    cairn_file *file;
    test_folder_create(&folder);
    test_folder_get_path(&folder, "a", sizeof path, path);
    test_folder_get_path(&folder, "b", sizeof other, other);
    test_file_write(path, "old", 3);
    assert_int_equal(cairn_file_create(path, &detail, &file), CAIRN_OK);
    assert_int_equal(cairn_file_write(file, "new ", 4), CAIRN_OK);
    assert_int_equal(cairn_file_write(file, NULL, 0), CAIRN_OK);
    assert_int_equal(cairn_file_write(file, NULL, 1), CAIRN_ARGUMENT);
    check_content(path, "old");
    assert_int_equal(cairn_file_write(file, "text", 4), CAIRN_OK);
    assert_int_equal(cairn_file_finish(file, NULL), CAIRN_OK); /* given up */
    check_content(path, "old");
    assert_int_equal(cairn_file_create(path, NULL, &file), CAIRN_OK);
    assert_int_equal(cairn_file_write(file, "partial", 7), CAIRN_OK);
    assert_int_equal(cairn_file_finish(file, other), CAIRN_OK);
    check_content(path, "old");
    check_content(other, "partial");
    test_folder_get_path(&folder, "none/a", sizeof path, path);
    assert_int_equal(cairn_file_create(path, &detail, &file), CAIRN_IO);
    assert_non_null(strstr(detail.text, "cannot be created"));
    assert_int_equal(cairn_file_create(NULL, NULL, &file), CAIRN_ARGUMENT);
    assert_int_equal(cairn_file_create(path, NULL, NULL), CAIRN_ARGUMENT);
    assert_int_equal(cairn_file_write(NULL, "", 0), CAIRN_ARGUMENT);
    assert_int_equal(cairn_file_finish(NULL, path), CAIRN_ARGUMENT);
    assert_int_equal(test_folder_count_files(&folder), 2);
    test_folder_destroy(&folder);
}

static void test_files_without_memory(void **state)
{
    (void)state;
    test_folder folder;
    char path[300];
    cairn_detail detail = {0};
    cairn_file *file;
    test_folder_create(&folder);
    test_folder_get_path(&folder, "a", sizeof path, path);
    for (int i = 1; i <= 3; i++) {
        set_fault(MEMORY, i);
        assert_int_equal(cairn_file_create(path, &detail, &file), CAIRN_MEMORY);
    }
    set_fault(MEMORY, 4);
    assert_int_equal(cairn_file_create(path, &detail, &file), CAIRN_OK);
    assert_int_equal(cairn_file_finish(file, path), CAIRN_MEMORY);
    set_fault(MEMORY, 0);
    assert_int_equal(test_folder_count_files(&folder), 0); /* the temporary file is gone */
    test_folder_destroy(&folder);
}

/* The hashes are those that xxhsum prints. */
static void test_file_hashes(void **state)
{
    (void)state;
    test_folder folder;
    char path[300];
    static char many[40000];
    cairn_detail detail = {0};
    static const struct {
        const char *text;
        size_t bytes;
        uint64_t hash;
    } cases[] = {{"", 0, UINT64_C(0xef46db3751d8e999)},
                 {"abc", 3, UINT64_C(0x44bc2cf5ad770999)},
                 {many, sizeof many, UINT64_C(0x2573011508ff5cfd)}};
    test_folder_create(&folder);
    test_folder_get_path(&folder, "a", sizeof path, path);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t hash = 0;
        cairn_file *file;
        assert_int_equal(cairn_file_create(path, NULL, &file), CAIRN_OK);
        assert_int_equal(cairn_file_write(file, cases[i].text, cases[i].bytes), CAIRN_OK);
        assert_int_equal(cairn_file_finish(file, path), CAIRN_OK);
        assert_int_equal(cairn_file_find_hash(path, NULL, &hash), CAIRN_OK);
        assert_true(hash == cases[i].hash);
    }
    uint64_t none = 7;
    assert_int_equal(cairn_file_find_hash(folder.path, &detail, &none), CAIRN_IO);
    test_folder_get_path(&folder, "missing", sizeof path, path);
    assert_int_equal(cairn_file_find_hash(path, &detail, &none), CAIRN_IO);
    assert_true(detail.text[0] != '\0');
    assert_int_equal(cairn_file_find_hash(NULL, NULL, &none), CAIRN_ARGUMENT);
    assert_int_equal(cairn_file_find_hash(path, NULL, NULL), CAIRN_ARGUMENT);
    assert_true(none == 7);
    test_folder_destroy(&folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statuses),    cmocka_unit_test(test_version),
        cmocka_unit_test(test_crews),       cmocka_unit_test(ones_are_counted),
        cmocka_unit_test(test_files),       cmocka_unit_test(test_files_without_memory),
        cmocka_unit_test(test_file_hashes), cmocka_unit_test(rows_are_read),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
