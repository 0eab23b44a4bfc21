/* bench_kinds_first.c: labels on enlarged maps, levels of games and slanted walls: bytes, processor
 * time of the build, the first step between random cells beside jump point search, which prepares
 * nothing, and whole walks; held against what is demanded of them. */
#include "bench_kinds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define REPEATS 5
#define PAIRS 2000
#define SEED 1

/* Optimal costs of the walks, in tenths. */
#define LOWEST 10000
#define HIGHEST 30000

typedef struct demand {
    const char *name;
    uint32_t factor; /* of an enlarged map; 0: a level, or made in code */
    double megabytes;
    double cpu;   /* seconds */
    double us[3]; /* of a first step: mean, 99th percentile, most */
} demand;

static const demand demands[] = {
    {"freedoom2-map20", 0, 0.25, 1.5, {3, 20, 60}}, {"ons-reborn", 0, 1.2, 5, {8, 35, 80}},
    {"slanted", 0, 1.3, 6, {10, 50, 100}},          {"Cauldron", 4, 1.5, 2.5, {8, 30, 60}},
    {"Expedition", 4, 1.5, 2.5, {8, 30, 60}},       {"TheFrozenSea", 4, 1.5, 2.5, {8, 30, 60}},
    {"ost100d", 9, 1.1, 2, {12, 50, 90}},
};

enum { MAPS = sizeof demands / sizeof demands[0] };

#define MOST_NS_A_MOVE 20
#define LEAST_RATIO 5

typedef struct task {
    bench_map_file file;
    const char *database;
    uint32_t problems;
} task;

typedef struct figures {
    harness_spread first; /* ns */
    double jump;          /* ns of a whole search, mean */
    uint64_t agent_bytes;
    harness_summary walks;
} figures;

/* ---- measuring ---- */

static void measure(const void *context, void *result)
{
    static const uint32_t any[2] = {1, UINT32_MAX}, walked[2] = {LOWEST, HIGHEST};
    static const harness_care care = {.plain = REPEATS, .watched = REPEATS};
    const task *wanted = context;
    figures *made = result;
    cairn_db *db = bench_open_database(wanted->database);
    bench_level level = {.name = wanted->file.name, .map = bench_open_map(wanted->file.path)};
    bench_make_problems(&level, PAIRS, any, SEED);
    made->first = bench_time_first_steps(&level, db, (bench_turns){1, REPEATS}, &made->agent_bytes);
    made->jump = bench_time_jumps(&level, (bench_turns){1, 2}).mean;
    free(level.problems);
    bench_make_problems(&level, wanted->problems, walked, SEED);
    made->walks = bench_walk(&level, db, "labels", &care);
    bench_close_level(&level);
    cairn_db_close(db);
}

/* ---- the table ---- */

static void judge(bool met, const char *what)
{
    if (!met)
        printf(" %s", what);
}

static void print_verdict(const demand *asked, const bench_kind_result *built, const figures *made)
{
    printf("  missed:");
    judge((double)built->info.bytes * 1e-6 <= asked->megabytes, "bytes");
    judge(built->usage.cpu <= asked->cpu, "build");
    judge(made->first.mean * 1e-3 <= asked->us[0], "mean");
    judge(made->first.p99 * 1e-3 <= asked->us[1], "p99");
    judge(made->first.most * 1e-3 <= asked->us[2], "most");
    judge(made->jump >= LEAST_RATIO * made->first.mean, "ratio");
    judge(made->walks.per_move.mean <= MOST_NS_A_MOVE, "moves");
    judge(made->walks.longer == 0, "OPTIMAL");
    printf("\n");
}

static void print_row(const demand *asked, const task *wanted, const bench_kind_result *built,
                      const figures *made)
{
    printf("  %-18s %6" PRIu64 " %8" PRIu64
           " %6.3f %6.2f %6.2f %6.1f %6.1f %6.1f %8.1f %7.0f %7" PRIu64 " "
           "%8.1f %8.1f %7" PRIu32,
           wanted->file.name, built->bends, built->entries, (double)built->info.bytes * 1e-6,
           built->usage.cpu, made->first.mean * 1e-3, made->first.p50 * 1e-3,
           made->first.p99 * 1e-3, made->first.most * 1e-3, made->jump * 1e-3,
           made->jump / made->first.mean, made->agent_bytes, made->walks.per_move.mean,
           made->walks.single.most * 1e-3, made->walks.longer);
    print_verdict(asked, built, made);
    (void)fflush(stdout);
}

/* ---- maps ---- */

/* The file of a demand; its path is empty if the level is not there. */
static bench_map_file find_file(const bench_request *request, const demand *asked)
{
    bench_map_file file = {0};
    if (asked->factor > 0)
        return bench_find_scaled(request, asked->name, asked->factor);
    if (asked == &demands[2])
        return bench_make_scene(request, asked->name, 4096, 1);
    (void)snprintf(file.name, sizeof file.name, "%s", asked->name);
    (void)snprintf(file.path, sizeof file.path, "%s/%s.map",
                   request->levels != NULL ? request->levels : ".", asked->name);
    if (access(file.path, R_OK) != 0)
        file.path[0] = '\0';
    return file;
}

static bool measure_map(const bench_request *request, const demand *asked)
{
    task wanted = {find_file(request, asked), request->database, request->problems};
    figures made = {0};
    if (wanted.file.path[0] == '\0') {
        printf("  %-18s skipped: there is no such level (`make levels` makes it)\n", asked->name);
        return true;
    }
    const bench_kind_task build = {wanted.file.path, wanted.database, "labels", 1};
    bench_kind_result built = bench_build_kind(&build);
    (void)bench_run_in_child(measure, &wanted, &made, sizeof made);
    print_row(asked, &wanted, &built, &made);
    return made.walks.longer == 0;
}

bool bench_kinds_first(const bench_request *request)
{
    bool exact = true;
    printf(
        "First steps by labels: %d random problems, the lowest of %d times each (us); build: "
        "processor time from map file to database file, one thread; jump: a whole search by jump "
        "point search; walks: %" PRIu32 " problems of optimal cost 1,000 to 3,000\n",
        PAIRS, REPEATS, request->problems);
    printf(
        "  map                 bends  entries     MB  CPU s   mean    p50    p99   most     jump "
        "of jump agent B  ns move worst us  longer\n");
    for (int i = 0; i < MAPS; i++)
        exact = measure_map(request, &demands[i]) && exact;
    return exact;
}
