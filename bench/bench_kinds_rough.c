/* bench_kinds_rough.c: labels and regions where walls are rough: maps made in code at growing
 * resolutions, and levels of games. Too large for a kind is an answer, too. */
#include "bench_kinds.h"

#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KINDS 2
#define PROBLEMS 200

static const char *const kinds[KINDS] = {"labels", "regions"};

typedef struct task {
    bench_map_file file;
    char databases[KINDS][600];
    bool built[KINDS];
} task;

typedef struct figures {
    uint32_t open_cells;
    harness_summary walks[KINDS];
} figures;

static void measure(const void *context, void *result)
{
    static const uint32_t costs[2] = {1, UINT32_MAX};
    static const harness_care care = {.plain = 1, .watched = 1};
    const task *wanted = context;
    figures *made = result;
    bench_level level = {.name = wanted->file.name, .map = bench_open_map(wanted->file.path)};
    made->open_cells = bench_get_map_info(level.map).open_cells;
    bench_make_problems(&level, PROBLEMS, costs, 1);
    for (int i = 0; i < KINDS; i++) {
        if (!wanted->built[i])
            continue;
        cairn_db *db = bench_open_database(wanted->databases[i]);
        made->walks[i] = bench_walk(&level, db, "max-moves=1000000", &care);
        cairn_db_close(db);
    }
    bench_close_level(&level);
}

static void print_row(const bench_kind_result *built, const harness_summary *walks)
{
    const cairn_db_info *info = &built->info;
    if (built->refused) {
        printf(" %9s %8s %8.1f %7.1f %8.0f\n", "LIMIT", "-", built->seconds, built->usage.cpu,
               (double)built->usage.peak_bytes * 1e-6);
        return;
    }
    printf(" %9" PRIu64 " %8.2f %8.1f %7.1f %8.0f %9.3f %9.2f %8.1f %9" PRIu32 " %6" PRIu32 "\n",
           info->kind == CAIRN_DB_LABELS ? built->entries : built->regions,
           (double)info->bytes * 1e-6, built->seconds, built->usage.cpu,
           (double)built->usage.peak_bytes * 1e-6, walks->suboptimality.mean,
           walks->suboptimality.most, walks->per_move.mean, walks->unsolved, walks->revisited);
}

/* False if exact labels are not. */
static bool measure_map(const bench_request *request, bench_map_file file)
{
    task wanted = {.file = file};
    bench_kind_result built[KINDS];
    figures made = {0};
    uint32_t corners = 0;
    for (int i = 0; i < KINDS; i++) {
        (void)snprintf(wanted.databases[i], sizeof wanted.databases[i], "%s/bench-rough-%d.cairn",
                       request->folder, i);
        const bench_kind_task build = {file.path, wanted.databases[i], kinds[i], request->threads};
        built[i] = bench_build_kind(&build);
        wanted.built[i] = !built[i].refused;
    }
    (void)bench_run_in_child(bench_count_corners, file.path, &corners, sizeof corners);
    (void)bench_run_in_child(measure, &wanted, &made, sizeof made);
    for (int i = 0; i < KINDS; i++) {
        if (i == 0)
            printf("  %-18s %9" PRIu32 " %8" PRIu32, file.name, made.open_cells, corners);
        else
            printf("  %-18s %9s %8s", "", "", "");
        printf(" %-15s", kinds[i]);
        print_row(&built[i], &made.walks[i]);
    }
    (void)fflush(stdout);
    return made.walks[0].longer == 0;
}

static void print_head(const bench_request *request, const char *title)
{
    printf("%s: map file to database file with %" PRIu32 " threads; %d random problems; LIMIT: too "
           "large for the kind\n",
           title, request->threads, PROBLEMS);
    printf(
        "  map                open cells corners kind            entries or    MB  build s   CPU s "
        " peak MB  subopt %%   worst %%  ns move  unsolved  twice\n");
    printf("  %56s\n", "regions");
}

bool bench_kinds_rough(const bench_request *request)
{
    static const char *const scenes[] = {"slanted", "rough"};
    bool exact = true;
    print_head(request, "Rough walls");
    for (int i = 0; i < 2; i++)
        for (uint32_t side = 1024; side <= 4096; side *= 2)
            exact = measure_map(request, bench_make_scene(request, scenes[i], side, 1)) && exact;
    return exact;
}

/* The file without its folder and the ending ".map". */
static bench_map_file name_level(const char *path)
{
    bench_map_file file;
    const char *slash = strrchr(path, '/');
    (void)snprintf(file.path, sizeof file.path, "%s", path);
    (void)snprintf(file.name, sizeof file.name, "%s", slash != NULL ? slash + 1 : path);
    char *ending = strrchr(file.name, '.');
    if (ending != NULL)
        *ending = '\0';
    return file;
}

bool bench_kinds_levels(const bench_request *request)
{
    char pattern[600];
    glob_t found = {0};
    bool exact = true;
    (void)snprintf(pattern, sizeof pattern, "%s/*.map",
                   request->levels != NULL ? request->levels : ".");
    if (request->levels == NULL || glob(pattern, 0, NULL, &found) != 0) {
        printf("Levels: skipped, there are none (`make levels` makes them)\n");
        return true;
    }
    print_head(request, "Levels of games");
    for (size_t i = 0; i < found.gl_pathc; i++)
        exact = measure_map(request, name_level(found.gl_pathv[i])) && exact;
    globfree(&found);
    return exact;
}
