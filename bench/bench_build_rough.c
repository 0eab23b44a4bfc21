/* bench_build_rough.c: maps made in code with rough walls, where preparing may cost more than it
 * saves: is the choice that `auto` makes the right one? */
#include "bench_build.h"

#include <inttypes.h>
#include <stdio.h>

#define MOST_SECONDS 40.0 /* demanded of auto for 60,000 records */

/* Times of the same work differ by so much on a shared machine. */
#define NOISE 1.2

/* One record in FRACTION is made, and their time is multiplied by it. */
#define FRACTION 100

#define REPEATS 2
#define METHODS 3

static const uint32_t methods[METHODS] = {CAIRN_METHOD_AUTO, CAIRN_METHOD_JUMP,
                                          CAIRN_METHOD_LABELS};

static const struct {
    const char *kind;
    uint32_t side;
    uint64_t seed;
} scenes[] = {{"slanted", 4096, 1},
              {"slanted", 4096, 2},
              {"caves", 4608, 1},
              {"warzone", 4096, 1},
              {"rough", 4096, 1}};

typedef struct row {
    bench_map_file file;
    uint32_t corners;
    bench_build_result best[METHODS]; /* of all repeats, by total time */
} row;

static row measure(const bench_request *request, bench_map_file file)
{
    row made = {.file = file};
    (void)bench_run_in_child(bench_count_corners, file.path, &made.corners, sizeof made.corners);
    /* Methods take turns, so that a busy moment of the machine does not hit one of them alone. */
    for (uint32_t i = 0; i < REPEATS * METHODS; i++) {
        bench_build_result *best = &made.best[i % METHODS];
        bench_build_task task = {file.path, request->database, methods[i % METHODS],
                                 request->records / FRACTION, request->threads};
        if (i >= METHODS && best->refused)
            continue;
        bench_build_result result = bench_run_build(&task);
        if (i < METHODS || bench_get_total(&result, FRACTION) < bench_get_total(best, FRACTION))
            *best = result;
    }
    return made;
}

static const char *judge(const bench_request *request, const row *made)
{
    double chosen = bench_get_total(&made->best[0], FRACTION);
    if (request->records == BENCH_DEMANDED_RECORDS && chosen > MOST_SECONDS)
        return "missed: time";
    for (uint32_t i = 1; i < METHODS; i++)
        if (!made->best[i].refused && chosen > NOISE * bench_get_total(&made->best[i], FRACTION))
            return "missed: choice";
    return "met";
}

static void print_row(const bench_request *request, const row *made)
{
    const cairn_engine_info *labels = &made->best[METHODS - 1].engine;
    printf("  %-17s %10" PRIu32 " %8" PRIu32, made->file.name, made->best[0].map.open_cells,
           made->corners);
    if (made->best[METHODS - 1].refused)
        printf(" %8s", "-");
    else
        printf(" %8" PRIu64, labels->edges);
    for (uint32_t i = 0; i < METHODS; i++)
        if (made->best[i].refused)
            printf(" %8s", "-");
        else
            printf(" %8.2f", bench_get_total(&made->best[i], FRACTION));
    printf(" %10.2f  %-6s  %s\n", made->best[0].prepare,
           bench_get_method_name(made->best[0].engine.method), judge(request, made));
}

bool bench_build_rough(const bench_request *request)
{
    printf("Rough walls: seconds for %" PRIu32 " records, from %" PRIu32 " and the whole "
           "preparation, %" PRIu32 " threads, lower of %d runs\n",
           request->records, request->records / FRACTION, request->threads, REPEATS);
    printf("Demands: auto takes at most %.0f s, and at most %.1f times the best of the others; "
           "'-': too large for labels\n",
           MOST_SECONDS, NOISE);
    printf("  map               open cells  corners    edges   auto s   jump s labels s  "
           "prepare s  chosen  demands\n");
    for (uint32_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        row made = measure(
            request, bench_make_scene(request, scenes[i].kind, scenes[i].side, scenes[i].seed));
        print_row(request, &made);
        (void)fflush(stdout);
    }
    return true;
}
