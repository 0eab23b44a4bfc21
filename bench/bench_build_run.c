/* bench_build_run.c: children, and a build in a child process, each phase timed. */
#include "bench_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- children ---- */

static void end_with(const char *why)
{
    (void)fprintf(stderr, "cairn-bench: %s\n", why);
    exit(3);
}

static void write_result(int file, const void *result, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t wrote = write(file, (const char *)result + done, bytes - done);
        if (wrote <= 0)
            _exit(3);
        done += (size_t)wrote;
    }
}

static bool read_result(int file, void *result, size_t bytes)
{
    size_t done = 0;
    for (ssize_t got = 1; got > 0 && done<bytes; done += got> 0 ? (size_t)got : 0)
        got = read(file, (char *)result + done, bytes - done);
    return done == bytes;
}

static double get_seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

bench_child_usage bench_run_in_child(bench_child_function function, const void *task, void *result,
                                     size_t result_bytes)
{
    int ends[2], code = 0;
    struct rusage usage = {0};
    /* Else the child would print again what is still in the buffer. */
    (void)fflush(stdout);
    if (pipe(ends) != 0)
        end_with("no pipe");
    pid_t child = fork();
    if (child < 0)
        end_with("no child process");
    if (child == 0) {
        function(task, result);
        write_result(ends[1], result, result_bytes);
        _exit(0);
    }
    (void)close(ends[1]);
    bool whole = read_result(ends[0], result, result_bytes);
    (void)close(ends[0]);
    if (wait4(child, &code, 0, &usage) != child || code != 0 || !whole)
        end_with("a child process failed");
    return (bench_child_usage){(uint64_t)usage.ru_maxrss * 1024,
                               get_seconds(usage.ru_utime) + get_seconds(usage.ru_stime)};
}

/* ---- builds ---- */

const char *bench_get_method_name(uint32_t method)
{
    static const char *const names[] = {"auto", "astar", "jump", "labels"};
    return names[method];
}

/* False if the method is not for this map. */
static bool prepare(const bench_build_task *task, const cairn_map *map, cairn_engine **engine,
                    bench_build_result *result)
{
    cairn_engine_def def = {.size = sizeof def, .method = task->method, .threads = task->threads};
    uint64_t start = harness_get_time();
    cairn_status status = cairn_engine_create(map, &def, engine);
    result->refused = status == CAIRN_LIMIT;
    if (result->refused)
        return false;
    bench_check(status, "preparation");
    result->engine.size = sizeof result->engine;
    bench_check(cairn_engine_get_info(*engine, &result->engine), "engine");
    result->prepare = bench_get_seconds_since(start);
    return true;
}

static void make_records(const bench_build_task *task, const cairn_map *map,
                         const cairn_engine *engine, bench_build_result *result)
{
    const cairn_option records = {.option = CAIRN_OPTION_RECORDS, .value = task->records};
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = CAIRN_DB_KNN,
                                 .threads = task->threads,
                                 .option_count = 1,
                                 .options = &records};
    cairn_build *build;
    struct stat file;
    uint64_t start = harness_get_time();
    bench_check(cairn_build_create(map, &def, &build), "build");
    const cairn_build_driver driver = {.size = sizeof driver, .engine = engine};
    bench_check(cairn_build_set_driver(build, &driver), "engine");
    bench_check(cairn_build_run(build), "build");
    result->records = bench_get_seconds_since(start);
    start = harness_get_time();
    bench_check(cairn_build_write(build, task->database), task->database);
    result->write = bench_get_seconds_since(start);
    if (stat(task->database, &file) == 0)
        result->file_bytes = (uint64_t)file.st_size;
    cairn_build_destroy(build);
}

static void run_build(const void *context, void *out)
{
    const bench_build_task *task = context;
    bench_build_result *result = out;
    uint64_t start = harness_get_time();
    cairn_engine *engine = NULL;
    cairn_map *map = bench_open_map(task->map);
    result->load = bench_get_seconds_since(start);
    result->map = bench_get_map_info(map);
    if (prepare(task, map, &engine, result))
        make_records(task, map, engine, result);
    cairn_engine_destroy(engine);
    cairn_map_close(map);
}

bench_build_result bench_run_build(const bench_build_task *task)
{
    bench_build_result result = {0};
    (void)fprintf(stderr, "%s: %u records, %s, %u threads ... ", task->map, (unsigned)task->records,
                  bench_get_method_name(task->method), (unsigned)task->threads);
    result.usage = bench_run_in_child(run_build, task, &result, sizeof result);
    (void)fprintf(stderr, "%.1f s\n", bench_get_total(&result, 1));
    return result;
}

double bench_get_total(const bench_build_result *result, double times)
{
    return result->load + result->prepare + result->records * times + result->write;
}
