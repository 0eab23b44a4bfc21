/* bench_kinds_build.c: a database of any kind, built in a child process. */
#include "bench_kinds.h"

#include <stdio.h>

/* False if the map is not for this kind. */
static bool build(const bench_kind_task *task, const cairn_map *map)
{
    cairn_option options[3];
    cairn_build_def def = {
        .size = sizeof def, .kind = task->kind, .threads = task->threads, .options = options};
    cairn_build *made;
    if (task->kind == CAIRN_DB_KNN)
        options[def.option_count++] =
            (cairn_option){.option = CAIRN_OPTION_RECORDS, .value = task->records};
    if (task->kind == CAIRN_DB_LABELS)
        options[def.option_count++] =
            (cairn_option){.option = CAIRN_OPTION_EPS, .value = task->eps};
    if (task->fallback)
        options[def.option_count++] = (cairn_option){.option = CAIRN_OPTION_FALLBACK, .value = 1};
    bench_check(cairn_build_create(map, &def, &made), "build");
    cairn_status status = cairn_build_run(made);
    if (status != CAIRN_LIMIT) {
        bench_check(status, "build");
        bench_check(cairn_build_write(made, task->database), task->database);
    }
    cairn_build_destroy(made);
    return status == CAIRN_OK;
}

static void run_build(const void *context, void *out)
{
    const bench_kind_task *task = context;
    bench_kind_result *result = out;
    uint64_t start = bench_now();
    cairn_map *map = bench_open_map(task->map);
    bool built = build(task, map);
    result->seconds = (double)(bench_now() - start) * 1e-9;
    result->refused = !built;
    if (built) {
        cairn_db *db = bench_open_kind(task->database);
        result->info = bench_get_db_info(db);
        result->corners = bench_get_figure(db, "corners_count");
        result->entries = bench_get_figure(db, "entries");
        result->regions = bench_get_figure(db, "regions");
        cairn_db_close(db);
    }
    cairn_map_close(map);
}

bench_kind_result bench_build_kind(const bench_kind_task *task)
{
    bench_kind_result result = {0};
    (void)fprintf(stderr, "%s: %s%s, %u threads ... ", task->map, cairn_kind_get_name(task->kind),
                  task->eps > 0 ? " with eps" : "", (unsigned)task->threads);
    result.usage = bench_run_in_child(run_build, task, &result, sizeof result);
    (void)fprintf(stderr, "%.1f s%s\n", result.seconds, result.refused ? ", LIMIT" : "");
    return result;
}

cairn_db *bench_open_kind(const char *path)
{
    cairn_db_def def = {.size = sizeof def};
    cairn_db *db;
    bench_check(cairn_db_open(path, &def, &db), path);
    return db;
}
