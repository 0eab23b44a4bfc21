/* bench_kinds_build.c: a database of any kind, built in a child process. */
#include "bench_kinds.h"

#include <stdio.h>

/* What a build that may be refused answers: false if it was. */
static bool is_built(cairn_status status, const char *what)
{
    if (status == CAIRN_LIMIT)
        return false;
    bench_check(status, what);
    return true;
}

static bool build_labels(const bench_kind_task *task, const cairn_map *map)
{
    cairn_labels_build_def def = cairn_default_labels_build_def();
    cairn_labels_build *build;
    def.map = map;
    def.eps = task->eps;
    def.threads = task->threads;
    bench_check(cairn_labels_build_create(&def, &build), "labels");
    bool built = is_built(cairn_labels_build_run(build), "labels");
    if (built)
        bench_check(cairn_labels_build_write(build, task->database), task->database);
    cairn_labels_build_destroy(build);
    return built;
}

/* Writes regions alone, or adds them to a database. */
static bool build_regions(const bench_kind_task *task, const cairn_map *map, const cairn_db *db)
{
    cairn_regions_build_def def = cairn_default_regions_build_def();
    cairn_regions_build *build;
    def.map = map;
    def.threads = task->threads;
    bench_check(cairn_regions_build_create(&def, &build), "regions");
    bool built = is_built(cairn_regions_build_run(build), "regions");
    if (built)
        bench_check(db == NULL ? cairn_regions_build_write(build, task->database)
                               : cairn_regions_build_write_fallback(build, db, task->database),
                    task->database);
    cairn_regions_build_destroy(build);
    return built;
}

static bool build_records(const bench_kind_task *task, const cairn_map *map)
{
    cairn_build_def def = cairn_default_build_def();
    cairn_build *build;
    def.map = map;
    def.records = task->records;
    def.threads = task->threads;
    bench_check(cairn_build_create(&def, &build), "records");
    bench_check(cairn_build_run(build), "records");
    bench_check(cairn_build_write(build, task->database), task->database);
    cairn_build_destroy(build);
    if (!task->fallback)
        return true;
    cairn_db *db = bench_open_kind(task->database);
    bool built = build_regions(task, map, db);
    cairn_db_close(db);
    return built;
}

static void run_build(const void *context, void *out)
{
    const bench_kind_task *task = context;
    bench_kind_result *result = out;
    uint64_t start = bench_now();
    cairn_map *map = bench_open_map(task->map);
    bool built = task->kind == CAIRN_DB_LABELS    ? build_labels(task, map)
                 : task->kind == CAIRN_DB_REGIONS ? build_regions(task, map, NULL)
                                                  : build_records(task, map);
    result->seconds = (double)(bench_now() - start) * 1e-9;
    result->refused = !built;
    if (built) {
        cairn_db *db = bench_open_kind(task->database);
        result->info = cairn_db_get_info(db);
        cairn_db_close(db);
    }
    cairn_map_close(map);
}

bench_kind_result bench_build_kind(const bench_kind_task *task)
{
    bench_kind_result result = {0};
    (void)fprintf(stderr, "%s: %s%s, %u threads ... ", task->map,
                  cairn_db_kind_get_name(task->kind), task->eps > 0 ? " with eps" : "",
                  (unsigned)task->threads);
    result.usage = bench_run_in_child(run_build, task, &result, sizeof result);
    (void)fprintf(stderr, "%.1f s%s\n", result.seconds, result.refused ? ", LIMIT" : "");
    return result;
}

cairn_db *bench_open_kind(const char *path)
{
    cairn_db_def def = cairn_default_db_def();
    cairn_db *db;
    bench_check(cairn_db_open(path, &def, &db), path);
    return db;
}
