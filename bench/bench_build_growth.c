/* bench_build_growth.c: the same ground in ever finer cells: doubling a map's side must not double
 * the time a record takes. */
#include "bench_build.h"

#include <inttypes.h>
#include <stdio.h>

#define STEPS 3

/* A fraction of the records is enough for a mean. */
#define FRACTION 6

#define REPEATS 2

/* The build whose records took the least time. */
static bench_build_result measure(const bench_build_task *task)
{
    bench_build_result best = bench_run_build(task);
    for (int i = 1; i < REPEATS; i++) {
        bench_build_result result = bench_run_build(task);
        if (result.records < best.records)
            best = result;
    }
    return best;
}

static void grow(const bench_request *request, const char *name)
{
    static const uint32_t factors[STEPS] = {2, 4, 8};
    double before = 0;
    for (uint32_t i = 0; i < STEPS; i++) {
        bench_map_file file = bench_find_scaled(request, name, factors[i]);
        bench_build_task task = {file.path, request->database, CAIRN_METHOD_AUTO,
                                 request->records / FRACTION, request->threads};
        bench_build_result result = measure(&task);
        double each = result.records * 1e3 / (double)task.records;
        printf("  %-17s %10" PRIu32 " %8" PRIu32 " %10.2f %12.4f", file.name, result.map.open_cells,
               result.engine.bends, result.prepare, each);
        if (i > 0)
            printf(" %6.2f  %s\n", each / before, each < 2 * before ? "met" : "missed");
        else
            printf(" %6s\n", "-");
        before = each;
    }
}

bool bench_build_growth(const bench_request *request)
{
    printf("Growth: %" PRIu32 " records, %" PRIu32
           " threads, lower of %d runs; twice the side must take less than "
           "twice the time a record\n",
           request->records / FRACTION, request->threads, REPEATS);
    printf("  map               open cells    bends  prepare s  ms a record  ratio  demand\n");
    grow(request, "Cauldron");
    grow(request, "ost100d");
    return true;
}
