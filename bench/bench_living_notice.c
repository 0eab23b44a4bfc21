/* bench_living_notice.c: what it costs an agent under way that its map has changed somewhere. Frames
 * before which 8 x 8 cells were set and frames without a change take turns; what an agent's step takes
 * longer in the first ones is noticing. Time is the thread's processor time of a whole frame. */
#include "bench_living.h"

#include <stdio.h>
#include <stdlib.h>

#define AGENTS 200
#define FRAMES 1000 /* of each kind */
#define SIDE 8
#define SEED 1

/* Optimal costs of the problems, in tenths. */
#define LOWEST 10000
#define HIGHEST 60000

/* Most that is demanded, in microseconds. */
#define DEMAND 2.5

typedef struct crowd {
    cairn_map *map;
    cairn_planner *planner;
    cairn_agent *agents[AGENTS];
    bool arrived[AGENTS];
    harness_problem *problems;
    uint32_t count;
    uint32_t next;
    uint64_t random;
} crowd;

/* A start on the next problem that can be started, and its first step. */
static void start(crowd *self, uint32_t number)
{
    cairn_step step = {.kind = CAIRN_STEP_ARRIVED};
    while (step.kind == CAIRN_STEP_ARRIVED) {
        const cairn_cell *ends = self->problems[self->next++ % self->count].ends;
        cairn_status status = cairn_agent_start(self->agents[number], ends[0], ends[1]);
        if (status == CAIRN_BLOCKED || status == CAIRN_NO_PATH)
            continue;
        bench_check(status, "start");
        bench_check(cairn_agent_step(self->agents[number], &step), "first step");
    }
    self->arrived[number] = false;
}

static void open_crowd(crowd *self, const char *path)
{
    static const uint32_t costs[2] = {LOWEST, HIGHEST};
    const cairn_map_def def = {.size = sizeof def, .changing = 1};
    bench_check(cairn_map_open(path, &def, &self->map), path);
    self->count = 4 * AGENTS;
    self->problems = calloc(self->count, sizeof *self->problems);
    bench_check(self->problems != NULL ? CAIRN_OK : CAIRN_MEMORY, "problems");
    bench_check(harness_draw_problems(self->map, costs, SEED, self->count, self->problems),
                "problems");
    bench_check(cairn_planner_create(self->map, NULL, NULL, &self->planner), "planner");
}

static void place_agents(crowd *self, const cairn_db *db)
{
    const cairn_agent_def def = {.size = sizeof def, .planner = self->planner};
    for (uint32_t i = 0; i < AGENTS; i++) {
        bench_check(cairn_agent_create(self->map, db, &def, &self->agents[i]), "agent");
        start(self, i);
    }
}

static void close_crowd(crowd *self)
{
    for (uint32_t i = 0; i < AGENTS; i++)
        cairn_agent_destroy(self->agents[i]);
    cairn_planner_destroy(self->planner);
    cairn_map_close(self->map);
    free(self->problems);
}

/* Nanoseconds of an agent's step in a frame. */
static double run_frame(crowd *self)
{
    uint64_t from = harness_get_cpu_time();
    for (uint32_t i = 0; i < AGENTS; i++) {
        cairn_step step;
        bench_check(cairn_agent_step(self->agents[i], &step), "step");
        self->arrived[i] = step.kind == CAIRN_STEP_ARRIVED || step.kind == CAIRN_STEP_STRANDED ||
                           step.kind == CAIRN_STEP_CUT_OFF;
    }
    double ns = (double)(harness_get_cpu_time() - from) / AGENTS;
    for (uint32_t i = 0; i < AGENTS; i++)
        if (self->arrived[i])
            start(self, i);
    return ns;
}

/* 8 x 8 cells at any open one: blocked, and open again before the next. */
static void change(crowd *self, uint32_t frame)
{
    static cairn_rect rect;
    if (frame % 2 == 1) {
        bench_check(cairn_map_set_rect(self->map, &rect, 1), "change");
        return;
    }
    cairn_map_info info = bench_get_map_info(self->map);
    cairn_cell cell = harness_draw_cell(self->map, &self->random);
    uint32_t x = cairn_cell_get_x(cell), y = cairn_cell_get_y(cell);
    rect = (cairn_rect){(uint16_t)(x + SIDE <= info.width ? x : info.width - SIDE),
                        (uint16_t)(y + SIDE <= info.height ? y : info.height - SIDE), SIDE, SIDE};
    bench_check(cairn_map_set_rect(self->map, &rect, 0), "change");
}

static bool measure(const bench_named_map *map)
{
    static double changed[FRAMES], still[FRAMES];
    crowd self = {.random = SEED};
    cairn_build *build;
    cairn_db *db;
    const cairn_build_def labels = {.size = sizeof labels, .kind = CAIRN_DB_LABELS};
    open_crowd(&self, map->path);
    bench_check(cairn_build_create(self.map, &labels, &build), "build");
    bench_check(cairn_build_run(build), "build");
    bench_check(cairn_build_open_db(build, &db), "database");
    place_agents(&self, db);
    for (uint32_t i = 0; i < FRAMES; i++) {
        still[i] = run_frame(&self);
        change(&self, i);
        changed[i] = run_frame(&self);
    }
    harness_figures after = harness_figures_find(changed, FRAMES);
    harness_figures without = harness_figures_find(still, FRAMES);
    double notice = (after.median - without.median) * 1e-3;
    printf("  %-6s %10.1f %10.1f %10.1f %10.1f %12.3f%s\n", map->name, without.median, without.mean,
           after.median, after.mean, notice, notice <= DEMAND ? "" : "  missed");
    close_crowd(&self);
    cairn_db_close(db);
    cairn_build_destroy(build);
    return true;
}

bool bench_living_notice(const bench_request *request)
{
    bench_named_map map;
    printf("Noticing: nanoseconds of a step of %d agents by labels under way, in frames without a "
           "change and after one of %d x %d cells at any place; a mean has those that go around "
           "in it\n",
           AGENTS, SIDE, SIDE);
    printf("  map     no change       mean    changed       mean    notice us\n");
    for (size_t i = 0; bench_find_named_map(request, &i, &map);)
        (void)measure(&map);
    return true;
}
