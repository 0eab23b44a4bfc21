/* bench_living_asked.c: questions after changes: 8 x 8 cells are set 100 times, half of them on a path that was
 * just asked for, and up to a quarter of them are opened again. Five problems come after each change: the
 * first step of an agent by labels of the map as it was at first, with a planner, a planner by these labels, and
 * jump point search, which must find a path of the same length. Time is the thread's processor time. */
#include "bench_living.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHANGES = 100, PROBLEMS = 5, SIDE = 8, SEED = 1, ALL = CHANGES * PROBLEMS };

/* Of a problem, in tenths. */
static const uint32_t LEAST_COST = 5000;

/* Most that is demanded of a planner by labels in the mean, in microseconds. */
static const double DEMAND = 150;

typedef struct trial {
    bench_world world;
    cairn_cell *path;
    size_t length;
    cairn_rect rects[CHANGES];
    uint32_t blocked; /* of them */
    uint32_t count;   /* of problems */
    double us[3][ALL];
    uint64_t units[3];
    uint32_t wrong;
} trial;

/* ---- changes ---- */

/* Around a cell of the last path, or around any. */
static cairn_rect draw_rect(trial *self)
{
    bool on_path = bench_draw_below(&self->world.random, 2) == 0 && self->length > 0;
    cairn_cell cell = on_path ? self->path[bench_draw_below(&self->world.random, self->length)]
                              : harness_draw_cell(self->world.map, &self->world.random);
    uint32_t x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell);
    x = x < SIDE / 2 ? 0 : x - SIDE / 2;
    y = y < SIDE / 2 ? 0 : y - SIDE / 2;
    return (cairn_rect){
        (uint16_t)(x + SIDE <= self->world.info.width ? x : self->world.info.width - SIDE),
        (uint16_t)(y + SIDE <= self->world.info.height ? y : self->world.info.height - SIDE), SIDE,
        SIDE};
}

static void change(trial *self)
{
    if (self->blocked > 0 && bench_draw_below(&self->world.random, 4) == 0) {
        cairn_rect *opened = &self->rects[bench_draw_below(&self->world.random, self->blocked)];
        bench_check(cairn_map_set_rect(self->world.map, opened, 1), "opening");
        *opened = self->rects[--self->blocked];
        return;
    }
    cairn_rect *blocked = &self->rects[self->blocked++];
    *blocked = draw_rect(self);
    bench_check(cairn_map_set_rect(self->world.map, blocked, 0), "blocking");
}

/* ---- questions ---- */

static uint64_t ask_agent(trial *self, const cairn_cell ends[2])
{
    cairn_step step;
    bench_check(cairn_agent_start(self->world.agent, ends[0], ends[1]), "a start");
    bench_check(cairn_agent_step(self->world.agent, &step), "a step");
    return step.units;
}

static uint64_t ask_planner(cairn_planner *planner, const cairn_cell ends[2], uint32_t *cost)
{
    uint64_t units;
    bench_check(cairn_planner_ask(planner, ends[0], ends[1]), "a question");
    bench_check(cairn_planner_run(planner, 0, &units), "a question");
    bench_check(cairn_planner_get_distance(planner, cost), "a distance");
    return units;
}

static void draw_problem(trial *self, cairn_cell ends[2])
{
    uint32_t cost = 0;
    while (cost < LEAST_COST) {
        for (int i = 0; i < 2; i++)
            ends[i] = harness_draw_cell(self->world.map, &self->world.random);
        if (cairn_planner_find(self->world.jumps, ends[0], ends[1], &cost) != CAIRN_OK)
            cost = 0;
    }
}

static void ask(trial *self)
{
    cairn_cell ends[2];
    uint32_t costs[3] = {0}, at = self->count++;
    draw_problem(self, ends);
    for (int kind = 0; kind < 3; kind++) {
        uint64_t from = harness_get_cpu_time();
        self->units[kind] += kind == 0
                                 ? ask_agent(self, ends)
                                 : ask_planner(kind == 1 ? self->world.labels : self->world.jumps,
                                               ends, &costs[kind]);
        self->us[kind][at] = (double)(harness_get_cpu_time() - from) * 1e-3;
    }
    self->wrong += costs[1] != costs[2];
    bench_check(cairn_planner_get_path(self->world.jumps, 0, self->world.info.open_cells,
                                       self->path, &self->length),
                "a path");
}

/* ---- the table ---- */

static bool measure(const bench_named_map *map)
{
    static const char *const kinds[] = {"agent", "labels", "jumps"};
    trial *self = calloc(1, sizeof *self);
    bench_check(self != NULL ? CAIRN_OK : CAIRN_MEMORY, "a trial");
    bench_world_open(&self->world, map->path, SEED);
    self->path = malloc(self->world.info.open_cells * sizeof *self->path);
    bench_check(self->path != NULL ? CAIRN_OK : CAIRN_MEMORY, "a path");
    for (int i = 0; i < ALL; i++) {
        if (i % PROBLEMS == 0)
            change(self);
        ask(self);
    }
    for (int kind = 0; kind < 3; kind++) {
        harness_figures us = harness_figures_find(self->us[kind], ALL);
        printf("  %-14s %-7s %8.1f %8.1f %8.1f %9.0f %6u  %s\n", map->name, kinds[kind], us.mean,
               us.median, self->us[kind][ALL * 99 / 100], (double)self->units[kind] / ALL,
               kind == 1 ? self->wrong : 0, kind == 1 && us.mean > DEMAND ? "missed" : "");
    }
    (void)fflush(stdout);
    bool right = self->wrong == 0;
    bench_world_close(&self->world);
    free(self->path);
    free(self);
    return right;
}

bool bench_living_asked(const bench_request *request)
{
    bench_named_map map;
    bool right = true;
    printf(
        "Questions after %d changes of %d x %d cells, %d after each: us in the mean, the median "
        "and p99, units; wrong: distances\nthat differ. Demanded of a finder by labels: %.0f us\n",
        CHANGES, SIDE, SIDE, PROBLEMS, DEMAND);
    printf("  map            asked       mean   median      p99     units  wrong\n");
    for (size_t i = 0; bench_find_map(request, &i, &map);)
        right = measure(&map) && right;
    return right;
}
