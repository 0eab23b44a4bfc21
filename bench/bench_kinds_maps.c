/* bench_kinds_maps.c: the four maps the demands name: every kind of database, what agents do with
 * it, A* beside them, and a line for each demand. */
#include "bench_kinds.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define MAPS 4
#define LOWEST 10000
#define HIGHEST 30000
#define SEED 1
#define REPEATS 3
#define BUDGET_NS 10000.0

/* More than ten times the longest optimal path. */
#define CUT " max-moves=100000"

static const struct {
    const char *name;
    uint32_t factor;
    double most_bytes; /* demanded of exact labels */
} maps[MAPS] = {
    {"Cauldron", 4, 6e6}, {"Expedition", 4, 6e6}, {"TheFrozenSea", 4, 10e6}, {"ost100d", 9, 6e6}};

enum { LABELS, REGIONS, RANKED, PLAIN, ASTAR, ROWS };

/* What each row builds and how agents walk with it. */
static const struct {
    const char *name;
    const char *database;
    const char *agent;
    uint32_t watched; /* walks with a clock around each step */
} row_words[ROWS] = {[LABELS] = {"labels", "labels", "labels" CUT, REPEATS},
                     [REGIONS] = {"regions", "regions", "regions" CUT, 1},
                     [RANKED] = {"knn ranked", "knn records=60000 fallback",
                                 "knn rank skip candidates=50 cutoff=1000" CUT, 1},
                     [PLAIN] = {"knn (paper)", "knn records=60000", "knn" CUT, 0},
                     [ASTAR] = {"astar", NULL, "astar" CUT, 0}};

/* One map's task and figures. */
typedef struct task {
    bench_map_file file;
    char databases[ASTAR][600];
    uint32_t problems;
} task;

/* Walks within a budget. */
typedef struct budget {
    uint32_t units; /* chosen by what a unit takes without one */
    harness_summary walks;
} budget;

typedef struct figures {
    harness_summary rows[ROWS];
    budget budget; /* of exact labels */
} figures;

typedef struct map_row {
    task task;
    bench_kind_result built[ASTAR];
    figures walked;
} map_row;

/* ---- measuring ---- */

/* Exact labels, in steps of about BUDGET_NS. */
static void measure_budget(const bench_level *level, const cairn_db *db, figures *made)
{
    static const harness_care care = {.plain = 1, .watched = REPEATS};
    char words[64];
    double units = BUDGET_NS / made->rows[LABELS].unit_ns;
    made->budget.units = units > CAIRN_MIN_WORK ? (uint32_t)units : CAIRN_MIN_WORK;
    (void)snprintf(words, sizeof words, "labels max-work=%" PRIu32 CUT, made->budget.units);
    made->budget.walks = bench_walk(level, db, words, &care);
}

static void measure_row(const bench_level *level, const task *wanted, int row, figures *made)
{
    cairn_db *db = row == ASTAR ? NULL : bench_open_database(wanted->databases[row]);
    const harness_care care = {.plain = row == ASTAR ? 1 : REPEATS,
                               .watched = row_words[row].watched,
                               .cold = row == LABELS ? REPEATS : 0};
    (void)fprintf(stderr, "%s: %s ...\n", wanted->file.name, row_words[row].name);
    made->rows[row] = bench_walk(level, db, row_words[row].agent, &care);
    if (row == LABELS)
        measure_budget(level, db, made);
    cairn_db_close(db);
}

static void measure(const void *context, void *result)
{
    static const uint32_t costs[2] = {LOWEST, HIGHEST};
    const task *wanted = context;
    bench_level level = {.name = wanted->file.name, .map = bench_open_map(wanted->file.path)};
    bench_make_problems(&level, wanted->problems, costs, SEED);
    for (int row = 0; row < ROWS; row++)
        measure_row(&level, wanted, row, result);
    bench_close_level(&level);
}

/* Builds every database, then walks with them in one process. */
static void measure_map(const bench_request *request, uint32_t index, map_row *row)
{
    row->task.file = bench_find_scaled(request, maps[index].name, maps[index].factor);
    row->task.problems = request->problems;
    for (int i = 0; i < ASTAR; i++) {
        (void)snprintf(row->task.databases[i], sizeof row->task.databases[i],
                       "%s/bench-kinds-%d.cairn", request->folder, i);
        const bench_kind_task build = {row->task.file.path, row->task.databases[i],
                                       row_words[i].database, request->threads};
        row->built[i] = bench_build_kind(&build);
        if (row->built[i].refused)
            bench_check(CAIRN_LIMIT, row->task.file.name);
    }
    (void)bench_run_in_child(measure, &row->task, &row->walked, sizeof row->walked);
}

/* ---- printing ---- */

static void print_map(const map_row *row)
{
    const harness_summary *astar = &row->walked.rows[ASTAR];
    for (int i = 0; i < ROWS; i++) {
        const harness_summary *walks = &row->walked.rows[i];
        const bench_kind_result *built = i == ASTAR ? NULL : &row->built[i];
        printf("  %-16s %-12s", i == 0 ? row->task.file.name : "", row_words[i].name);
        if (built != NULL)
            printf(" %6.2f %7.1f %6.1f %8.0f", (double)built->info.bytes * 1e-6, built->seconds,
                   built->usage.cpu, (double)built->usage.peak_bytes * 1e-6);
        else
            printf(" %6s %7s %6s %8s", "-", "-", "-", "-");
        printf(" %9.3f %9.2f %8.1f %8.0f %9.1f %8" PRIu32, walks->suboptimality.mean,
               walks->suboptimality.most, walks->per_move.mean,
               astar->per_move.mean / walks->per_move.mean, walks->learned, walks->unsolved);
        if (i < PLAIN)
            printf(" %5" PRIu32 "\n", walks->revisited);
        else
            printf(" %5s\n", "-");
    }
}

static void print_labels(const map_row *rows)
{
    printf("Exact labels, single moves (the lowest of %d walks), and steps within a budget for "
           "about %.0f us\n",
           REPEATS, BUDGET_NS * 1e-3);
    printf("  map                   bends   entries  median ns  p99 ns  worst us  cold us  ns a "
           "unit  most units  budget  spent  waits  worst us\n");
    for (int i = 0; i < MAPS; i++) {
        const harness_summary *walks = &rows[i].walked.rows[LABELS];
        const budget *within = &rows[i].walked.budget;
        const bench_kind_result *built = &rows[i].built[LABELS];
        printf("  %-18s %8" PRIu64 " %9" PRIu64 " %10.0f %7.0f %9.1f %8.1f %10.2f %11" PRIu64
               " %7" PRIu32 " %6" PRIu64 " %6" PRIu64 " %9.1f\n",
               rows[i].task.file.name, built->bends, built->entries, walks->single.p50,
               walks->single.p99, walks->single.most * 1e-3, (double)walks->max_cold_ns * 1e-3,
               walks->unit_ns, walks->max_units, within->units, within->walks.max_units,
               within->walks.max_waited, within->walks.single.most * 1e-3);
    }
}

/* ---- demands ---- */

__attribute__((format(printf, 3, 4))) static void judge(const map_row *row, bool met,
                                                        const char *format, ...)
{
    va_list arguments;
    printf("  %-6s  %-16s  ", met ? "met" : "MISSED", row->task.file.name);
    va_start(arguments, format);
    (void)vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

static void judge_labels(const map_row *row, uint32_t index)
{
    const harness_summary *walks = &row->walked.rows[LABELS];
    const budget *within = &row->walked.budget;
    const bench_kind_result *built = &row->built[LABELS];
    double ratio = row->walked.rows[ASTAR].per_move.mean / walks->per_move.mean;
    judge(row, walks->longer == 0 && walks->unsolved == 0,
          "labels: optimal on every problem: %" PRIu32 " of %" PRIu32 " are longer", walks->longer,
          row->task.problems);
    judge(row, (double)built->info.bytes <= maps[index].most_bytes,
          "labels: at most %.0f MB: %.2f MB", maps[index].most_bytes * 1e-6,
          (double)built->info.bytes * 1e-6);
    judge(row, built->seconds <= 10, "labels: built in at most 10 s: %.1f s (%.1f s of processors)",
          built->seconds, built->usage.cpu);
    judge(row, walks->per_move.mean <= 30, "labels: at most 30 ns a move: %.1f ns",
          walks->per_move.mean);
    judge(row, ratio >= 400, "labels: A* takes at least 400 times as long: %.0f times", ratio);
    judge(row, walks->single.most <= 100e3,
          "labels: no move above 100 us: %.1f us (caches emptied before the walk: %.1f us)",
          walks->single.most * 1e-3, (double)walks->max_cold_ns * 1e-3);
    judge(row, within->walks.max_units <= within->units,
          "labels: no step above its budget: %" PRIu64 " of %" PRIu32 " units; longest step %.1f "
          "us",
          within->walks.max_units, within->units, within->walks.single.most * 1e-3);
}

static void judge_regions(const map_row *row)
{
    const harness_summary *walks = &row->walked.rows[REGIONS];
    const bench_kind_result *built = &row->built[REGIONS];
    judge(row, walks->unsolved == 0, "regions: every problem solved: %" PRIu32 " are not",
          walks->unsolved);
    judge(row, walks->learned == 0, "regions: nothing learned: %.1f values a problem",
          walks->learned);
    judge(row, 100 * walks->revisited <= row->task.problems,
          "regions: no cell visited twice in 99 %% of problems: in %.1f %%",
          100 - 100.0 * walks->revisited / row->task.problems);
    judge(row, walks->suboptimality.mean <= 12,
          "regions: mean suboptimality at most 12 %%: %.2f %%", walks->suboptimality.mean);
    judge(row, built->info.bytes <= 600000, "regions: at most 0.6 MB: %.3f MB",
          (double)built->info.bytes * 1e-6);
    judge(row, built->seconds <= 6, "regions: built in at most 6 s: %.1f s (%.1f s of processors)",
          built->seconds, built->usage.cpu);
}

static void judge_ranked(const map_row *row)
{
    const harness_summary *walks = &row->walked.rows[RANKED];
    judge(row, walks->suboptimality.mean <= 4,
          "knn ranked: mean suboptimality at most 4 %%: %.2f %%", walks->suboptimality.mean);
    judge(row, walks->unsolved == 0, "knn ranked: every problem solved: %" PRIu32 " are not",
          walks->unsolved);
}

/* False if labels that must be exact are not, or A* is not. */
static bool is_exact(const map_row *row)
{
    return row->walked.rows[LABELS].longer == 0 && row->walked.rows[ASTAR].longer == 0;
}

static void print_head(const bench_request *request)
{
    printf("Kinds: %" PRIu32 " problems of optimal cost 1,000 to 3,000 a map, seed %d, corners "
           "strict; map file to database file with %" PRIu32 " threads\n",
           request->problems, SEED, request->threads);
    printf("ns a move: processor time of the thread, the lowest of %d walks of each problem (A*: "
           "one walk);" CUT "; times of single moves have the clock's own in them\n",
           REPEATS);
    printf(
        "knn: %d records; ranked: by length, skipping ahead, 50 candidates, cut-off 1,000, falls "
        "back on regions; paper: its defaults, no fall-back\n",
        BENCH_DEMANDED_RECORDS);
    printf(
        "  map              agent            MB build s  CPU s  peak MB  subopt %%   worst %%  ns "
        "move    of A*   learned unsolved twice\n");
    (void)fflush(stdout);
}

bool bench_kinds_maps(const bench_request *request)
{
    map_row *rows = calloc(MAPS, sizeof *rows);
    bool exact = true;
    bench_check(rows == NULL ? CAIRN_MEMORY : CAIRN_OK, "rows");
    print_head(request);
    for (uint32_t i = 0; i < MAPS; i++) {
        measure_map(request, i, &rows[i]);
        print_map(&rows[i]);
        exact = exact && is_exact(&rows[i]);
    }
    print_labels(rows);
    printf("Demands\n");
    for (uint32_t i = 0; i < MAPS; i++) {
        judge_labels(&rows[i], i);
        judge_regions(&rows[i]);
        judge_ranked(&rows[i]);
    }
    free(rows);
    return exact;
}
