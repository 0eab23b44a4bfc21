/* bench_build_levels.c: records on real levels of games, and the same by jump point search. */
#include "bench_build.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* What is demanded of a build of 60,000 records. */
#define MOST_SECONDS 20.0

/* Jump point search makes only one record in FRACTION. */
#define FRACTION 100

static const char *const levels[] = {"freedoom2-map20", "ons-reborn"};

enum { LEVELS = sizeof levels / sizeof levels[0] };

static void measure(const bench_request *request, const char *name, const char *path)
{
    bench_build_task task = {path, request->database, CAIRN_METHOD_AUTO, request->records,
                             request->threads};
    bench_build_result made = bench_run_build(&task);
    task.method = CAIRN_METHOD_JUMP;
    task.records = request->records / FRACTION;
    bench_build_result jump = bench_run_build(&task);
    double total = bench_get_total(&made, 1), other = bench_get_total(&jump, FRACTION);
    const char *verdict = total <= MOST_SECONDS ? "met" : "missed: time";
    printf("  %-17s %10" PRIu32 " %8" PRIu32 " %8s %10.2f %10.2f %8.2f %7.2f %9.1f %6.1f  %s\n",
           name, made.map.open_cells, made.engine.bends, bench_get_method_name(made.engine.method),
           made.prepare, made.records, total, made.usage.cpu, other, other / total,
           request->records == BENCH_DEMANDED_RECORDS ? verdict : "not judged");
    (void)fflush(stdout);
}

bool bench_build_levels(const bench_request *request)
{
    printf("Levels of games: %" PRIu32 " records, %" PRIu32
           " threads, map file to database file; by "
           "jump point search from %" PRIu32 "; demanded of %d records: at most %.0f s\n",
           request->records, request->threads, request->records / FRACTION, BENCH_DEMANDED_RECORDS,
           MOST_SECONDS);
    printf(
        "  map               open cells    bends   engine  prepare s  records s  total s   CPU s  "
        "  jump s  ratio  demand\n");
    for (int i = 0; i < LEVELS; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/%s.map",
                       request->levels != NULL ? request->levels : ".", levels[i]);
        if (access(path, R_OK) == 0)
            measure(request, levels[i], path);
        else
            printf("  %-17s skipped: there is no such level (`make levels` makes it)\n", levels[i]);
    }
    return true;
}
