/* bench_level.c: the clock, random draws, problems and databases of the benchmark. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

uint64_t bench_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t bench_now_on_thread(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void bench_check(cairn_status status, const char *what)
{
    if (status == CAIRN_OK)
        return;
    (void)fprintf(stderr, "cairn-bench: %s: %s\n", what, cairn_status_get_text(status));
    exit(3);
}

static int compare_values(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

bench_figures bench_measure(double *values, size_t count)
{
    bench_figures figures = {0};
    if (count == 0)
        return figures;
    for (size_t i = 0; i < count; i++)
        figures.mean += values[i] / (double)count;
    qsort(values, count, sizeof *values, compare_values);
    figures.median = values[count / 2];
    return figures;
}

uint64_t bench_draw(uint64_t *state)
{
    uint64_t word = *state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

cairn_cell bench_draw_cell(const cairn_map *map, uint64_t *state)
{
    cairn_map_info info = bench_get_map_info(map);
    for (;;) {
        uint64_t word = bench_draw(state);
        cairn_cell cell = cairn_cell_at((uint32_t)((word & 0xffffffff) * info.width >> 32),
                                        (uint32_t)((word >> 32) * info.height >> 32));
        if (cairn_map_is_open(map, cell))
            return cell;
    }
}

/* By jump point search: its costs are A*'s, and it needs no preparation. */
static cairn_path_engine *create_engine(const cairn_map *map)
{
    cairn_path_engine_def def = cairn_default_path_engine_def();
    cairn_path_engine *engine;
    def.map = map;
    def.method = CAIRN_PATH_JUMP;
    bench_check(cairn_path_engine_create(&def, &engine), "search");
    return engine;
}

void bench_make_problems(bench_level *level, uint32_t count, uint32_t lowest, uint32_t highest,
                         uint64_t seed)
{
    cairn_path_engine *engine = create_engine(level->map);
    cairn_path_finder *finder;
    bench_check(cairn_path_finder_create(engine, &finder), "search");
    level->problems = malloc(count * sizeof *level->problems);
    if (level->problems == NULL)
        bench_check(CAIRN_MEMORY, "problems");
    level->count = 0;
    while (level->count < count) {
        bench_problem *problem = &level->problems[level->count];
        problem->start = bench_draw_cell(level->map, &seed);
        problem->goal = bench_draw_cell(level->map, &seed);
        cairn_path path;
        if (cairn_cell_get_distance(problem->start, problem->goal) > highest ||
            cairn_path_finder_run(finder, problem->start, problem->goal, &path) != CAIRN_OK)
            continue;
        problem->optimal = path.cost;
        if (problem->optimal >= lowest && problem->optimal <= highest)
            level->count++;
    }
    cairn_path_finder_destroy(finder);
    cairn_path_engine_destroy(engine);
}

static int32_t show_progress(void *context, const cairn_progress *progress)
{
    uint64_t *last = context;
    if (progress->unit != NULL && isatty(STDERR_FILENO) &&
        bench_now() - *last > UINT64_C(200000000)) {
        *last = bench_now();
        (void)fprintf(stderr, "\r%u of %u %s ", (unsigned)progress->done, (unsigned)progress->total,
                      progress->unit);
    }
    return 1;
}

static void build_database(const bench_level *level, const char *path, uint32_t records,
                           uint32_t threads)
{
    const cairn_option option = {.option = CAIRN_OPTION_RECORDS, .value = records};
    cairn_build *build;
    uint64_t start = bench_now(), last = start;
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = CAIRN_DB_KNN,
                                 .threads = threads,
                                 .option_count = 1,
                                 .options = &option,
                                 .progress = show_progress,
                                 .progress_context = &last};
    bench_check(cairn_build_create(level->map, &def, &build), "build");
    bench_check(cairn_build_run(build), "build");
    bench_check(cairn_build_write(build, path), path);
    cairn_build_destroy(build);
    (void)fprintf(stderr, "%u records built in %.1f s\n", (unsigned)records,
                  (double)(bench_now() - start) * 1e-9);
}

cairn_db *bench_open_database(const bench_level *level, const char *folder, uint32_t records,
                              uint32_t threads)
{
    char path[1024];
    cairn_db_def def = {.size = sizeof def};
    cairn_db *db = NULL;
    (void)snprintf(path, sizeof path, "%s/%016llx-%u.cairn", folder,
                   (unsigned long long)bench_get_map_info(level->map).fingerprint,
                   (unsigned)records);
    if (cairn_db_open(path, &def, &db) == CAIRN_OK &&
        cairn_db_verify(db, level->map, NULL) == CAIRN_OK)
        return db;
    cairn_db_close(db);
    build_database(level, path, records, threads);
    bench_check(cairn_db_open(path, &def, &db), path);
    return db;
}
