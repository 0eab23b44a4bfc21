/* bench_kinds_build.c: a database of any kind, built in a child process. */
#include "bench_kinds.h"

#include <stdio.h>

/* False if the map is not for this kind. */
static bool build(const bench_kind_task *task, const cairn_map *map, bench_kind_result *result)
{
    harness_order order;
    bench_check(harness_order_read(task->words, &order, NULL), task->words);
    order.threads = task->threads;
    cairn_status status = harness_build(map, &order, task->database, &result->report, NULL);
    if (status != CAIRN_LIMIT)
        bench_check(status, task->database);
    return status == CAIRN_OK;
}

static void run_build(const void *context, void *out)
{
    const bench_kind_task *task = context;
    bench_kind_result *result = out;
    uint64_t start = harness_get_time();
    cairn_map *map = bench_open_map(task->map);
    bool built = build(task, map, result);
    result->seconds = bench_get_seconds_since(start);
    result->refused = !built;
    if (built) {
        cairn_db *db = bench_open_database(task->database);
        result->info = bench_get_db_info(db);
        result->bends = bench_get_figure(db, "bends");
        result->entries = bench_get_figure(db, "entries");
        result->regions = bench_get_figure(db, "regions");
        cairn_db_close(db);
    }
    cairn_map_close(map);
}

bench_kind_result bench_build_kind(const bench_kind_task *task)
{
    bench_kind_result result = {0};
    (void)fprintf(stderr, "%s: %s, %u threads ... ", task->map, task->words,
                  (unsigned)task->threads);
    result.usage = bench_run_in_child(run_build, task, &result, sizeof result);
    (void)fprintf(stderr, "%.1f s%s\n", result.seconds, result.refused ? ", LIMIT" : "");
    return result;
}
