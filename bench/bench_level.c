/* bench_level.c: maps, problems, databases and walks of the benchmarks; what fails ends the
 * program. */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define REDRAW_NS UINT64_C(200000000)

void bench_check(cairn_status status, const char *what)
{
    if (status == CAIRN_OK)
        return;
    (void)fprintf(stderr, "cairn-bench: %s: %s\n", what, cairn_status_get_text(status));
    exit(3);
}

double bench_get_seconds_since(uint64_t start)
{
    return (double)(harness_get_time() - start) * 1e-9;
}

/* ---- files ---- */

/* The sentence of a detail, where there is one. */
static void check_file(cairn_status status, const char *path, const cairn_detail *detail)
{
    if (status == CAIRN_OK || detail->text[0] == '\0') {
        bench_check(status, path);
        return;
    }
    (void)fprintf(stderr, "cairn-bench: %s", path);
    if (detail->line > 0)
        (void)fprintf(stderr, ":%" PRIu64, detail->line);
    (void)fprintf(stderr, ": %s\n", detail->text);
    exit(3);
}

cairn_map *bench_open_map(const char *path)
{
    cairn_detail detail = {0};
    const cairn_map_def def = {.size = sizeof def, .detail = &detail};
    cairn_map *map;
    check_file(cairn_map_open(path, &def, &map), path, &detail);
    return map;
}

cairn_db *bench_open_database(const char *path)
{
    cairn_detail detail = {0};
    const cairn_db_def def = {.size = sizeof def, .detail = &detail};
    cairn_db *db;
    check_file(cairn_db_open(path, &def, &db), path, &detail);
    return db;
}

/* ---- problems ---- */

void bench_make_problems(bench_level *level, uint32_t count, const uint32_t costs[2], uint64_t seed)
{
    level->problems = malloc((count + (size_t)1) * sizeof *level->problems);
    bench_check(level->problems == NULL ? CAIRN_MEMORY : CAIRN_OK, "problems");
    bench_check(harness_draw_problems(level->map, costs, seed, count, level->problems), "problems");
    level->count = count;
}

void bench_close_level(bench_level *level)
{
    cairn_map_close(level->map);
    free(level->problems);
}

/* ---- databases ---- */

static int32_t show_progress(void *context, const cairn_progress *progress)
{
    uint64_t *last = context;
    if (progress->unit != NULL && isatty(STDERR_FILENO) && harness_get_time() - *last > REDRAW_NS) {
        *last = harness_get_time();
        (void)fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " %s ", progress->done, progress->total,
                      progress->unit);
    }
    return 1;
}

static void build_records(const bench_level *level, const char *path, uint32_t records,
                          uint32_t threads)
{
    uint64_t start = harness_get_time(), last = start;
    cairn_detail detail = {0};
    harness_order order;
    char words[64];
    (void)snprintf(words, sizeof words, "knn records=%" PRIu32, records);
    bench_check(harness_order_read(words, &order, NULL), words);
    order.threads = threads;
    order.progress = show_progress;
    order.progress_context = &last;
    check_file(harness_build(level->map, &order, path, NULL, &detail), path, &detail);
    (void)fprintf(stderr, "%" PRIu32 " records built in %.1f s\n", records,
                  bench_get_seconds_since(start));
}

/* False if the file is not there, or not a right one. */
static bool is_built(const cairn_map *map, const char *path)
{
    cairn_db *db = NULL;
    bool built =
        cairn_db_open(path, NULL, &db) == CAIRN_OK && cairn_db_verify(db, map, NULL) == CAIRN_OK;
    cairn_db_close(db);
    return built;
}

cairn_db *bench_find_records(const bench_level *level, const char *folder, uint32_t records,
                             uint32_t threads)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%016" PRIx64 "-%" PRIu32 ".cairn", folder,
                   bench_get_map_info(level->map).fingerprint, records);
    if (!is_built(level->map, path))
        build_records(level, path, records, threads);
    return bench_open_database(path);
}

/* ---- walks ---- */

harness_summary bench_walk(const bench_level *level, const cairn_db *db, const char *words,
                           const harness_care *care)
{
    cairn_detail detail = {0};
    harness_world world = {.map = level->map, .db = db};
    harness_recipe recipe;
    harness_summary summary;
    check_file(harness_recipe_read(words, &recipe, &detail), words, &detail);
    check_file(harness_world_prepare(&world, &recipe, &detail), words, &detail);
    bench_check(harness_summarise(&world, &recipe, care, level->problems, level->count, &summary),
                words);
    harness_world_close(&world);
    return summary;
}
