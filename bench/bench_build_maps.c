/* bench_build_maps.c: the maps the demands name: size, phases, threads, and the same build by
 * A*. */
#include "bench_build.h"

#include <inttypes.h>
#include <stdio.h>

/* What is demanded of a build of 60,000 records. */
#define MOST_SECONDS 15.0
#define MOST_BYTES 3e9
#define LEAST_RATIO 80.0

typedef struct row {
    bench_map_file file;
    bench_build_result whole;  /* all threads */
    bench_build_result single; /* one thread */
    bench_build_result astar;  /* all threads, fewer records */
} row;

static row measure(const bench_request *request, uint32_t index)
{
    row made = {.file = bench_find_demanded(request, index)};
    bench_build_task task = {made.file.path, request->database, CAIRN_METHOD_AUTO, request->records,
                             request->threads};
    made.whole = bench_run_build(&task);
    task.threads = 1;
    made.single = bench_run_build(&task);
    task.threads = request->threads;
    task.method = CAIRN_METHOD_ASTAR;
    task.records = request->astar_records;
    made.astar = bench_run_build(&task);
    return made;
}

static void print_phases(const row *rows)
{
    printf("  map               open cells    bends    edges   entries   load s  prepare s  "
           "records s  write s\n");
    for (uint32_t i = 0; i < BENCH_DEMANDED_MAPS; i++) {
        const bench_build_result *whole = &rows[i].whole;
        printf("  %-17s %10" PRIu32 " %8" PRIu32 " %8" PRIu64 " %9" PRIu64
               " %8.2f %10.2f %10.2f %8.2f\n",
               rows[i].file.name, whole->map.open_cells, whole->engine.bends, whole->engine.edges,
               whole->engine.entries, whole->load, whole->prepare, whole->records, whole->write);
    }
}

static const char *judge(const bench_request *request, double seconds, double bytes, double ratio)
{
    if (request->records != BENCH_DEMANDED_RECORDS)
        return "not judged";
    if (seconds > MOST_SECONDS)
        return "missed: time";
    if (bytes > MOST_BYTES)
        return "missed: memory";
    return ratio < LEAST_RATIO ? "missed: ratio" : "all met";
}

/* Ratios of CPU time stand beside those of time: other work on the machine hardly touches them. */
static void print_totals(const bench_request *request, const row *rows)
{
    printf(
        "  map                  total s   CPU s  file MB  peak MB  1 thread s  speed-up      A* s  "
        "ratio  CPU ratio  demands\n");
    for (uint32_t i = 0; i < BENCH_DEMANDED_MAPS; i++) {
        const bench_build_result *whole = &rows[i].whole;
        double total = bench_get_total(whole, 1), single = bench_get_total(&rows[i].single, 1);
        double times = (double)request->records / (double)request->astar_records;
        double astar = bench_get_total(&rows[i].astar, times);
        printf("  %-17s %10.2f %7.2f %8.2f %8.1f %11.2f %9.2f %9.0f %6.0f %10.0f  %s\n",
               rows[i].file.name, total, whole->usage.cpu, (double)whole->file_bytes * 1e-6,
               (double)whole->usage.peak_bytes * 1e-6, single, single / total, astar, astar / total,
               rows[i].astar.usage.cpu * times / whole->usage.cpu,
               judge(request, total, (double)whole->usage.peak_bytes, astar / total));
    }
}

bool bench_build_maps(const bench_request *request)
{
    row rows[BENCH_DEMANDED_MAPS];
    for (uint32_t i = 0; i < BENCH_DEMANDED_MAPS; i++)
        rows[i] = measure(request, i);
    printf("Maps: %" PRIu32 " records, %" PRIu32 " threads, map file to database file; A* with as "
           "many threads, from %" PRIu32 " records\n",
           request->records, request->threads, request->astar_records);
    printf(
        "Demands for %d records: at most %.0f s, %.0f GB, at least %.0f times as fast as by A*\n",
        BENCH_DEMANDED_RECORDS, MOST_SECONDS, MOST_BYTES * 1e-9, LEAST_RATIO);
    print_phases(rows);
    print_totals(request, rows);
    return true;
}
