/* bench_living_replay.c: whole replays, by labels and by jump point search, in turns: the total of
 * processor time, changes included. The scenario of the competition's dynamic track; changes of
 * thousands of cells on a map of 1024 x 1024; rubble that falls on the ways of real levels. */
#include "bench_living.h"

#include <inttypes.h>
#include <scenes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness_replay.h"

#define TURNS 3
#define SEED 1

typedef struct scenario {
    const char *name;
    cairn_map *map; /* as it is at first */
    harness_events events;
    double demand; /* how many times as fast labels must be */
} scenario;

/* What a replay took, and what went wrong in it. */
typedef struct outcome {
    double ms; /* the least of all turns */
    uint64_t wrong;
} outcome;

/* ---- one replay ---- */

static outcome replay(const scenario *told, const cairn_db *db)
{
    outcome made = {0};
    cairn_map *map;
    harness_replay *run;
    const cairn_map_def changing = {.size = sizeof changing, .changing = 1};
    bench_check(cairn_map_copy(told->map, &changing, &map), "copy");
    const harness_replay_def def = {.map = map, .db = db, .events = &told->events};
    bench_check(harness_replay_open(&def, &run), "replay");
    while (harness_replay_get_done(run) < told->events.count)
        bench_check(harness_replay_run(run), "event");
    bench_check(harness_replay_end(run), "replay");
    for (size_t i = 0; i < told->events.count; i++) {
        const harness_row *row = harness_replay_get_row(run, i);
        made.ms += (double)row->cpu_ns * 1e-6;
        made.wrong += row->illegal + (row->result == HARNESS_RESULT_DIFFERS);
    }
    harness_replay_close(run);
    cairn_map_close(map);
    return made;
}

static void keep_least(outcome *least, outcome made)
{
    least->wrong += made.wrong;
    least->ms = least->ms == 0 || made.ms < least->ms ? made.ms : least->ms;
}

static uint32_t count_problems(const harness_events *events)
{
    uint32_t problems = 0;
    for (size_t i = 0; i < events->count; i++)
        problems += events->events[i].kind == HARNESS_EVENT_FIND;
    return problems;
}

static bool measure(const scenario *told)
{
    outcome jump = {0}, labels = {0};
    cairn_build *build;
    cairn_db *db;
    const cairn_build_def def = {.size = sizeof def, .kind = CAIRN_DB_LABELS};
    bench_check(cairn_build_create(told->map, &def, &build), "build");
    bench_check(cairn_build_run(build), "build");
    bench_check(cairn_build_open_db(build, &db), "database");
    for (int i = 0; i < TURNS; i++) {
        keep_least(&jump, replay(told, NULL));
        keep_least(&labels, replay(told, db));
    }
    uint32_t problems = count_problems(&told->events);
    printf("  %-10s %8" PRIu32 " %8zu %10.2f %10.2f %9.1f %9.1f %7.2f %6" PRIu64 "%s\n", told->name,
           problems, told->events.change_count, jump.ms, labels.ms, jump.ms * 1e3 / problems,
           labels.ms * 1e3 / problems, jump.ms / labels.ms, jump.wrong + labels.wrong,
           jump.ms >= told->demand * labels.ms ? "" : "  missed");
    (void)fflush(stdout);
    cairn_db_close(db);
    cairn_build_destroy(build);
    return jump.wrong + labels.wrong == 0;
}

static void close_scenario(scenario *told)
{
    harness_events_close(&told->events);
    cairn_map_close(told->map);
}

static void read_events(scenario *told, FILE *stream)
{
    cairn_map_info info = bench_get_map_info(told->map);
    const uint32_t size[2] = {info.width, info.height};
    cairn_detail detail = {0};
    bench_check(stream != NULL ? CAIRN_OK : CAIRN_IO, "events");
    bench_check(harness_events_read(stream, size, &told->events, &detail), detail.text);
    (void)fclose(stream);
}

/* ---- the competition's ---- */

static bool measure_arena(const bench_request *request)
{
    scenario told = {.name = "arena2", .demand = 1};
    char map[512], events[512];
    (void)snprintf(map, sizeof map, "%s/arena2.map", request->dynamic);
    (void)snprintf(events, sizeof events, "%s/arena2.events", request->dynamic);
    if (access(map, R_OK) != 0 || access(events, R_OK) != 0) {
        (void)fprintf(stderr, "%s is not there: arena2 is left out\n", map);
        return true;
    }
    told.map = bench_open_map(map);
    read_events(&told, fopen(events, "r"));
    bool right = measure(&told);
    close_scenario(&told);
    return right;
}

/* ---- made in code ---- */

/* A text of events in the making, and the map as it is after them: costs are found by jumps. */
typedef struct maker {
    FILE *text;
    cairn_map *map;
    cairn_map_info info;
    cairn_planner *planner;
    cairn_cell *path;
    size_t capacity;
    size_t count; /* cells of the last problem's path */
    uint64_t random;
} maker;

static void open_maker(maker *self, const cairn_map *map)
{
    const cairn_map_def changing = {.size = sizeof changing, .changing = 1};
    *self = (maker){.text = tmpfile(), .random = SEED, .info = bench_get_map_info(map)};
    self->capacity = (size_t)self->info.width * 64;
    self->path = malloc(self->capacity * sizeof *self->path);
    bench_check(self->text != NULL && self->path != NULL ? CAIRN_OK : CAIRN_MEMORY, "events");
    bench_check(cairn_map_copy(map, &changing, &self->map), "copy");
    bench_check(cairn_planner_create(self->map, NULL, NULL, &self->planner), "planner");
}

static void close_maker(maker *self, scenario *told)
{
    rewind(self->text);
    read_events(told, self->text);
    cairn_planner_destroy(self->planner);
    cairn_map_close(self->map);
    free(self->path);
}

static void add_problem(maker *self)
{
    cairn_status status;
    cairn_cell ends[2];
    uint32_t tenths;
    do {
        for (int i = 0; i < 2; i++)
            ends[i] = harness_draw_cell(self->map, &self->random);
        status = cairn_planner_find(self->planner, ends[0], ends[1], &tenths);
    } while (status != CAIRN_OK);
    bench_check(cairn_planner_get_path(self->planner, 0, self->capacity, self->path, &self->count),
                "path");
    (void)fprintf(self->text, "find %u %u %u %u %u\n", cairn_cell_get_x(ends[0]),
                  cairn_cell_get_y(ends[0]), cairn_cell_get_x(ends[1]), cairn_cell_get_y(ends[1]),
                  tenths);
}

/* A rectangle around a cell, as far as the map goes. */
static void add_change(maker *self, cairn_cell cell, uint32_t width, uint32_t height, int32_t open)
{
    uint32_t x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell);
    x = x > width / 2 ? x - width / 2 : 0;
    y = y > height / 2 ? y - height / 2 : 0;
    x = x + width <= self->info.width ? x : self->info.width - width;
    y = y + height <= self->info.height ? y : self->info.height - height;
    const cairn_rect rect = {(uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height};
    bench_check(cairn_map_set_rect(self->map, &rect, open), "change");
    (void)fprintf(self->text, "set %u %u %u %u %s\n", x, y, width, height,
                  open ? "open" : "blocked");
}

/* Blocks and breaches of 40 x 40 to 100 x 100 cells, ten problems after each. */
static bool measure_large_changes(void)
{
    enum { SIDE = 1024, CHANGES = 100, PROBLEMS = 10 };
    scenario told = {.name = "1024x1024", .demand = 1};
    cairn_scene scene;
    cairn_scene_kind kind = 0;
    maker self;
    (void)cairn_scene_kind_find("warzone", &kind);
    bench_check(cairn_scene_generate(kind, SIDE, SIDE, SEED, &scene), "scene");
    bench_check(cairn_scene_create_map(&scene, CAIRN_CORNERS_STRICT, &told.map), "map");
    cairn_scene_free(&scene);
    open_maker(&self, told.map);
    for (int i = 0; i < CHANGES; i++) {
        uint32_t width = 40 + (uint32_t)(harness_draw(&self.random) % 61);
        uint32_t height = 40 + (uint32_t)(harness_draw(&self.random) % 61);
        add_change(&self, harness_draw_cell(self.map, &self.random), width, height, i % 2);
        for (int j = 0; j < PROBLEMS; j++)
            add_problem(&self);
    }
    close_maker(&self, &told);
    bool right = measure(&told);
    close_scenario(&told);
    return right;
}

/* 16 x 16 cells fall on the middle of the last way, ten problems after each. */
static bool measure_rubble(const bench_named_map *map)
{
    enum { CHANGES = 100, PROBLEMS = 10 };
    scenario told = {.name = map->name, .map = bench_open_map(map->path), .demand = 2};
    maker self;
    open_maker(&self, told.map);
    add_problem(&self);
    for (int i = 0; i < CHANGES; i++) {
        add_change(&self, self.path[self.count / 2], 16, 16, 0);
        for (int j = 0; j < PROBLEMS; j++)
            add_problem(&self);
    }
    close_maker(&self, &told);
    bool right = measure(&told);
    close_scenario(&told);
    return right;
}

bool bench_living_replay(const bench_request *request)
{
    bench_named_map map;
    printf("Replays: processor time of all problems and changes, by jump point search and by "
           "labels of the map as it was at first, the least of %d turns; wrong: answers that "
           "differ, and illegal moves\n",
           TURNS);
    printf("  scenario   problems  changes    jump ms  labels ms   us jump us labels   times "
           " wrong\n");
    bool right = request->dynamic == NULL || measure_arena(request);
    right = measure_large_changes() && right;
    for (size_t i = 0; bench_find_named_map(request, &i, &map);)
        right = measure_rubble(&map) && right;
    return right;
}
