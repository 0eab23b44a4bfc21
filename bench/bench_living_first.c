/* bench_living_first.c: what a way costs after changes: buildings of 16 x 16 cells laid on optimal paths,
 * and doors, which shut the narrowest place of one. An agent by labels of the map as it was at first, with a
 * planner, makes its first step; beside it jump point search finds the same path, and a planner by
 * labels must find one of the same length. Time is the thread's processor time. */
#include "bench_living.h"

#include <stdio.h>
#include <stdlib.h>

#define PROBLEMS 400
#define LEAST_COST 5000 /* of a problem, in tenths */
#define SIDE 16
#define MOST_CHANGES 1000
#define MOST_CELLS 4000000

typedef struct problem {
    cairn_cell from;
    cairn_cell to;
    uint32_t cost; /* on the map as it was */
} problem;

typedef struct trial {
    bench_world world;
    problem problems[PROBLEMS];
    cairn_change changes[MOST_CHANGES];
    uint32_t changed; /* how many of them were made */
    cairn_cell *path;
    size_t length;
    double times[2][PROBLEMS]; /* us of first steps, and of jump point search */
} trial;

/* ---- problems ---- */

static void draw_problems(trial *self)
{
    for (uint32_t i = 0; i < PROBLEMS;) {
        problem drawn = {.from = harness_draw_cell(self->world.map, &self->world.random)};
        drawn.to = harness_draw_cell(self->world.map, &self->world.random);
        cairn_status status =
            cairn_planner_find(self->world.labels, drawn.from, drawn.to, &drawn.cost);
        if (status == CAIRN_OK && drawn.cost >= LEAST_COST)
            self->problems[i++] = drawn;
    }
}

/* ---- changes ---- */

/* An optimal path of one of the problems on the map as it is; false if there is none any more. */
static bool find_path(trial *self)
{
    const problem *asked = &self->problems[bench_draw_below(&self->world.random, PROBLEMS)];
    return cairn_planner_find(self->world.labels, asked->from, asked->to, NULL) == CAIRN_OK &&
           cairn_planner_get_path(self->world.labels, 0, MOST_CELLS, self->path, &self->length) ==
               CAIRN_OK;
}

static bool is_inside(cairn_rect rect, cairn_cell cell)
{
    return cairn_cell_get_x(cell) - rect.x < rect.width &&
           cairn_cell_get_y(cell) - rect.y < rect.height;
}

/* True if the rectangle lies on the map, and on no problem's start or goal. */
static bool is_free(const trial *self, cairn_rect rect)
{
    if ((uint32_t)rect.x + rect.width > self->world.info.width ||
        (uint32_t)rect.y + rect.height > self->world.info.height)
        return false;
    for (uint32_t i = 0; i < PROBLEMS; i++)
        if (is_inside(rect, self->problems[i].from) || is_inside(rect, self->problems[i].to))
            return false;
    return true;
}

static cairn_rect draw_building(trial *self)
{
    cairn_cell cell = self->path[bench_draw_below(&self->world.random, self->length)];
    uint32_t x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell);
    return (cairn_rect){(uint16_t)(x < SIDE / 2 ? 0 : x - SIDE / 2),
                        (uint16_t)(y < SIDE / 2 ? 0 : y - SIDE / 2), SIDE, SIDE};
}

/* The open cells of the row, or of the column, that a cell is in; no more than `most`. */
static cairn_rect get_line(const trial *self, cairn_cell cell, bool along_row, uint32_t most)
{
    uint32_t x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell);
    uint32_t step_x = along_row ? 1 : 0, step_y = along_row ? 0 : 1, count = 1;
    while ((along_row ? x : y) > 0 && count < most &&
           cairn_map_is_open(self->world.map, cairn_cell_at(x - step_x, y - step_y))) {
        x -= step_x;
        y -= step_y;
        count++;
    }
    while (
        (along_row ? x + count < self->world.info.width : y + count < self->world.info.height) &&
        count < most &&
        cairn_map_is_open(self->world.map, cairn_cell_at(x + count * step_x, y + count * step_y)))
        count++;
    return (cairn_rect){(uint16_t)x, (uint16_t)y, (uint16_t)(along_row ? count : 1),
                        (uint16_t)(along_row ? 1 : count)};
}

/* The narrowest place of the path, not too near to its ends. */
static cairn_rect find_door(const trial *self)
{
    uint32_t least = UINT16_MAX;
    cairn_rect door = {0};
    for (size_t i = self->length / 10; i < self->length - self->length / 10; i++)
        for (int along_row = 0; along_row < 2; along_row++) {
            cairn_rect line = get_line(self, self->path[i], along_row != 0, least);
            uint32_t cells = (uint32_t)line.width * line.height;
            if (cells < least) {
                least = cells;
                door = line;
            }
        }
    return door;
}

/* Makes changes until there are `count`; each is laid on a path of the map as it was at first. */
static void change(trial *self, bool doors, uint32_t count)
{
    uint32_t begun = self->changed;
    while (self->changed < count) {
        if (!find_path(self))
            continue;
        cairn_rect rect = doors ? find_door(self) : draw_building(self);
        if (rect.width > 0 && is_free(self, rect))
            self->changes[self->changed++] = (cairn_change){.rect = rect};
    }
    bench_check(cairn_map_change(self->world.map, self->changes + begun, self->changed - begun),
                "changing a map");
}

/* ---- measuring ---- */

typedef struct row_figures {
    uint32_t problems;
    uint32_t by_labels; /* answered without a search of the whole problem */
    uint32_t longer;    /* than on the map as it was */
    uint32_t wrong;
} row_figures;

static double time_first_step(trial *self, const problem *asked)
{
    cairn_step step;
    uint64_t from = harness_get_cpu_time();
    bench_check(cairn_agent_start(self->world.agent, asked->from, asked->to), "starting an agent");
    bench_check(cairn_agent_step(self->world.agent, &step), "a step");
    return (double)(harness_get_cpu_time() - from) * 1e-3;
}

static void measure(trial *self, const problem *asked, row_figures *row)
{
    cairn_planner_stats stats = {.size = sizeof stats};
    uint32_t cost = 0, other = 0;
    self->times[0][row->problems] = time_first_step(self, asked);
    uint64_t from = harness_get_cpu_time();
    bench_check(cairn_planner_find(self->world.jumps, asked->from, asked->to, &cost), "jumps");
    self->times[1][row->problems] = (double)(harness_get_cpu_time() - from) * 1e-3;
    bench_check(cairn_planner_find(self->world.labels, asked->from, asked->to, &other), "labels");
    bench_check(cairn_planner_get_stats(self->world.labels, &stats), "figures");
    row->by_labels += stats.expanded == 0;
    row->longer += cost > asked->cost;
    row->wrong += cost != other;
    row->problems++;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_times(double *times, uint32_t count)
{
    double sum = 0;
    qsort(times, count, sizeof *times, compare);
    for (uint32_t i = 0; i < count; i++)
        sum += times[i];
    printf(" %9.1f %9.1f", sum / count, times[count * 99 / 100]);
}

static bool print_row(trial *self, const char *name, const char *what)
{
    row_figures row = {0};
    for (uint32_t i = 0; i < PROBLEMS; i++)
        if (cairn_map_has_path(self->world.map, self->problems[i].from, self->problems[i].to))
            measure(self, &self->problems[i], &row);
    printf("  %-6s %-10s %5u %8u %9.1f %9.1f", name, what, self->changed, row.problems,
           100.0 * row.by_labels / row.problems, 100.0 * row.longer / row.problems);
    for (int i = 0; i < 2; i++)
        print_times(self->times[i], row.problems);
    printf("\n");
    return row.wrong == 0;
}

/* ---- all of it ---- */

static bool measure_map(const bench_named_map *file, bool doors)
{
    static const uint32_t counts[] = {0, 1, 10, 100, 1000};
    trial *self = calloc(1, sizeof *self);
    bench_check(self != NULL ? CAIRN_OK : CAIRN_MEMORY, "a trial");
    self->path = malloc(MOST_CELLS * sizeof *self->path);
    bench_check(self->path != NULL ? CAIRN_OK : CAIRN_MEMORY, "a path");
    bench_world_open(&self->world, file->path, 20);
    draw_problems(self);
    bool right = true;
    for (uint32_t i = doors ? 1 : 0; i < (doors ? 3 : 5); i++) {
        change(self, doors, counts[i]);
        right = print_row(self, file->name, doors ? "doors" : "buildings") && right;
    }
    bench_world_close(&self->world);
    free(self->path);
    free(self);
    return right;
}

bool bench_living_first(const bench_request *request)
{
    bench_named_map map;
    bool right = true;
    printf(
        "First steps by labels after changes, of problems of at least 500 cells: how many labels\n"
        "answer alone, how many optimal paths are longer than before; us, mean and p99\n"
        "  map    changes          problems  labels %%  longer %%  first step       p99     jumps"
        "       p99\n");
    for (size_t index = 0; bench_find_named_map(request, &index, &map);)
        for (int doors = 0; doors < 2; doors++)
            right = measure_map(&map, doors != 0) && right;
    printf("\n");
    return right;
}
