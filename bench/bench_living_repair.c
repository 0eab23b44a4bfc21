/* bench_living_repair.c: what a rebuild of a database of kind labels costs beside a game: all of it in
 * one go and in slices, the longest slice, the copy of the map, and the swap. Time is the thread's
 * processor time. All ways must make as many bytes. */
#include "bench_living.h"

#include <stdio.h>
#include <stdlib.h>

/* Each rebuild is run so often; the least time counts, of each slice alone and of the sum. */
enum { RUNS = 3, MOST_SLICES = 1 << 20 };

static const uint64_t slices[] = {CAIRN_MIN_REPAIR, 65536, 262144};

enum { SLICES = sizeof slices / sizeof slices[0] };

typedef struct repaired {
    cairn_map *map;
    cairn_build *build;
    cairn_db *db;
    uint64_t *times; /* of each slice, the least of all runs, in nanoseconds */
} repaired;

typedef struct costs {
    uint64_t copy; /* in nanoseconds, as are all */
    uint64_t whole;
    uint64_t longest;
    uint64_t swap;
    uint64_t units;
    uint64_t bytes; /* of the database */
} costs;

static uint64_t get_less(uint64_t a, uint64_t b)
{
    return a != 0 && a < b ? a : b;
}

/* Runs a rebuild to its end; returns how many calls that took. */
static uint32_t run(repaired *self, cairn_repair *repair, uint64_t units, uint64_t *sum)
{
    uint32_t calls = 0;
    cairn_status status = CAIRN_UNFINISHED;
    *sum = 0;
    while (status == CAIRN_UNFINISHED) {
        uint64_t before = harness_get_cpu_time();
        status = cairn_repair_run(repair, units, NULL);
        uint64_t time = harness_get_cpu_time() - before;
        if (calls < MOST_SLICES)
            self->times[calls] = get_less(self->times[calls], time);
        *sum += time;
        calls++;
    }
    bench_check(status, "rebuilding a database");
    return calls;
}

/* A map with a building, whose database is that of the map without it. */
static void open_world(const char *path, repaired *self)
{
    cairn_map_def def = {.size = sizeof def, .changing = 1};
    cairn_build_def build = {.size = sizeof build, .kind = CAIRN_DB_LABELS};
    bench_check(cairn_map_open(path, &def, &self->map), path);
    bench_check(cairn_build_create(self->map, &build, &self->build), "making a build");
    bench_check(cairn_build_run(self->build), "building labels");
    bench_check(cairn_build_open_db(self->build, &self->db), "opening a database");
    cairn_map_info info = bench_get_map_info(self->map);
    cairn_change building = {
        .rect = {(uint16_t)(info.width / 2), (uint16_t)(info.height / 2), 16, 16}};
    bench_check(cairn_map_change(self->map, &building, 1), "putting up a building");
    building.rect.x = (uint16_t)(info.width / 3);
    building.open = 1;
    bench_check(cairn_map_change(self->map, &building, 1), "opening a wall");
}

static void close_world(repaired *self)
{
    cairn_db_close(self->db);
    cairn_build_destroy(self->build);
    cairn_map_close(self->map);
}

/* One rebuild; returns how many calls it took. */
static uint32_t run_once(repaired *self, uint64_t units, costs *least)
{
    cairn_repair_def def = {.size = sizeof def, .changes = 1};
    cairn_repair_info info = {.size = sizeof info};
    cairn_repair *repair;
    const cairn_db *db;
    uint64_t sum;
    bench_check(cairn_repair_create(self->map, self->db, &def, &repair), "making a repair");
    uint64_t before = harness_get_cpu_time();
    bench_check(cairn_repair_follow(repair), "copying a map");
    least->copy = get_less(least->copy, harness_get_cpu_time() - before);
    uint32_t calls = run(self, repair, units, &sum);
    least->whole = get_less(least->whole, sum);
    bench_check(cairn_repair_get_info(repair, &info), "asking a repair");
    least->units = info.units;
    before = harness_get_cpu_time();
    bench_check(cairn_repair_swap(repair, &db), "swapping a database in");
    least->swap = get_less(least->swap, harness_get_cpu_time() - before);
    least->bytes = bench_get_db_info(db).bytes;
    cairn_repair_destroy(repair);
    return calls;
}

static costs measure(const char *path, uint64_t units, uint64_t *times)
{
    costs least = {0};
    uint32_t calls = 0;
    for (uint32_t i = 0; i < MOST_SLICES; i++)
        times[i] = 0;
    for (uint32_t i = 0; i < RUNS; i++) {
        repaired self = {.times = times};
        open_world(path, &self);
        calls = run_once(&self, units, &least);
        close_world(&self);
    }
    for (uint32_t i = 0; i < calls && i < MOST_SLICES; i++)
        least.longest = times[i] > least.longest ? times[i] : least.longest;
    return least;
}

static void print(const char *name, uint64_t units, const costs *of, uint64_t in_one_go)
{
    char slice[24] = "in one go";
    if (units > 0)
        (void)snprintf(slice, sizeof slice, "%llu", (unsigned long long)units);
    printf("  %-6s %-10s %7.1f %7.3f %9.2f %11.1f %8.2f %8.2f\n", name, slice,
           (double)of->units / 1e6, (double)of->whole / 1e9, (double)of->whole / (double)in_one_go,
           (double)of->longest / 1e3, (double)of->copy / 1e6, (double)of->swap / 1e6);
}

bool bench_living_repair(const bench_request *request)
{
    bench_named_map map;
    bool right = true;
    uint64_t *times = malloc(MOST_SLICES * sizeof *times);
    bench_check(times != NULL ? CAIRN_OK : CAIRN_MEMORY, "remembering times");
    printf("Repair: a database of kind labels anew, from a copy of the map\n");
    printf("  map    slice       M units   CPU s  to one go  longest us  copy ms  swap ms\n");
    for (size_t i = 0; bench_find_named_map(request, &i, &map);) {
        costs whole = measure(map.path, 0, times);
        print(map.name, 0, &whole, whole.whole);
        for (uint32_t j = 0; j < SLICES; j++) {
            costs sliced = measure(map.path, slices[j], times);
            print(map.name, slices[j], &sliced, whole.whole);
            right = right && sliced.bytes == whole.bytes;
        }
    }
    free(times);
    return right;
}
