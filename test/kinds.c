/* kinds.c: databases of kinds labels and regions against A*, on random pairs of cells. */
#include "kinds.h"

#include "build_plan.h"

#include <stdio.h>
#include <stdlib.h>

#include "grid/tiles.h"

/* A walk is given up at this multiple of its optimal cost. */
enum { CUT_FACTOR = 1000 };

enum { THREADS = 2 };

/* A walk that is not to be counted. */
#define NOT_WALKED UINT64_MAX

typedef struct database {
    void *image;
    cairn_db *db;
    cairn_agent *agent;
} database;

/* Both databases of a map; labels may be missing. */
typedef struct checker {
    const char *name;
    const cairn_map *map;
    database labels;
    database regions;
    cairn_planner *planner; /* by labels */
    kinds_totals *totals;
} checker;

static void check(cairn_status status, const char *what)
{
    if (status == CAIRN_OK)
        return;
    (void)fprintf(stderr, "kinds: %s: %s\n", what, cairn_status_get_text(status));
    exit(3);
}

static void *allocate(size_t bytes)
{
    void *memory = malloc(bytes);
    check(memory == NULL ? CAIRN_MEMORY : CAIRN_OK, "image");
    return memory;
}

/* ---- databases ---- */

/* The agent walks by the database's own algorithm. */
static void open_database(checker *self, size_t bytes, database *made)
{
    cairn_db_def db_def = {.size = sizeof db_def};
    cairn_detail detail = {0};
    check(cairn_db_open_memory(made->image, bytes, &db_def, &made->db), self->name);
    cairn_status status = cairn_db_verify(made->db, self->map, &detail);
    if (status != CAIRN_OK) {
        cairn_db_info info = {.size = sizeof info};
        (void)cairn_db_get_info(made->db, &info);
        self->totals->unsound++;
        printf("%s: %s: %s: %s\n", self->name, cairn_kind_get_name(info.kind),
               cairn_status_get_text(status), detail.text);
    }
    check(cairn_agent_create(self->map, made->db, NULL, &made->agent), self->name);
}

static void close_database(database *made)
{
    cairn_agent_destroy(made->agent);
    cairn_db_close(made->db);
    free(made->image);
}

static void make_labels(checker *self)
{
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    cairn_build *build;
    size_t bytes = 0;
    def.map = self->map;
    def.threads = THREADS;
    check(test_plan_create(&def, &build), self->name);
    cairn_status status = cairn_build_run(build);
    if (status == CAIRN_LIMIT) {
        self->totals->refused++;
    } else {
        check(status, self->name);
        (void)cairn_build_write_memory(build, 0, NULL, &bytes);
        self->labels.image = allocate(bytes);
        check(cairn_build_write_memory(build, bytes, self->labels.image, &bytes), self->name);
        open_database(self, bytes, &self->labels);
        check(cairn_planner_create(self->map, self->labels.db, NULL, &self->planner), self->name);
    }
    cairn_build_destroy(build);
}

static void make_regions(checker *self)
{
    test_plan def = test_plan_make(CAIRN_DB_REGIONS);
    cairn_build *build;
    size_t bytes = 0;
    def.map = self->map;
    def.threads = THREADS;
    check(test_plan_create(&def, &build), self->name);
    check(cairn_build_run(build), self->name);
    (void)cairn_build_write_memory(build, 0, NULL, &bytes);
    self->regions.image = allocate(bytes);
    check(cairn_build_write_memory(build, bytes, self->regions.image, &bytes), self->name);
    open_database(self, bytes, &self->regions);
    cairn_build_destroy(build);
}

/* ---- pairs ---- */

/* The cost of a walk, or NOT_WALKED if it does not arrive or a move is not legal. */
static uint64_t walk(const checker *self, cairn_agent *agent, const cairn_cell pair[2],
                     uint64_t most)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = pair[0]};
    uint64_t cost = 0;
    if (cairn_agent_start(agent, pair[0], pair[1]) != CAIRN_OK)
        return NOT_WALKED;
    while (step.kind != CAIRN_STEP_ARRIVED && cost <= most) {
        cairn_cell last = step.cell;
        if (cairn_agent_step(agent, &step) != CAIRN_OK)
            return NOT_WALKED;
        /* It may have been in the goal already. */
        if (last != step.cell &&
            !cairn__is_legal_move(self->map, cairn__unpack(last), cairn__unpack(step.cell)))
            return NOT_WALKED;
        cost += cairn_cell_get_distance(last, step.cell);
    }
    return step.cell == pair[1] ? cost : NOT_WALKED;
}

static void say_wrong(const checker *self, const char *what, const cairn_cell pair[2],
                      uint64_t cost, uint32_t optimal)
{
    printf("%s: %s from %u,%u to %u,%u: ", self->name, what, cairn_cell_get_x(pair[0]),
           cairn_cell_get_y(pair[0]), cairn_cell_get_x(pair[1]), cairn_cell_get_y(pair[1]));
    if (cost == NOT_WALKED)
        printf("no walk");
    else
        printf("%llu", (unsigned long long)cost);
    printf(", A* %u\n", (unsigned)optimal);
}

/* Values that an agent learned on the last walk. */
static uint64_t count_learned(const cairn_agent *agent)
{
    cairn_agent_stats stats = {.size = sizeof stats};
    check(cairn_agent_get_stats(agent, &stats), "stats");
    return stats.learned;
}

static void check_labels(checker *self, const cairn_cell pair[2], uint32_t optimal)
{
    uint32_t length = UINT32_MAX;
    uint64_t cost = walk(self, self->labels.agent, pair, (uint64_t)CUT_FACTOR * optimal);
    if (cost != optimal || count_learned(self->labels.agent) != 0) {
        self->totals->walks_wrong++;
        say_wrong(self, "labels", pair, cost, optimal);
    }
    cairn_status status = cairn_planner_find(self->planner, pair[0], pair[1], &length);
    if (status != CAIRN_OK || length != optimal) {
        self->totals->lengths_wrong++;
        say_wrong(self, "length", pair, status == CAIRN_OK ? length : NOT_WALKED, optimal);
    }
}

static void check_regions(checker *self, const cairn_cell pair[2], uint32_t optimal)
{
    uint64_t cost = walk(self, self->regions.agent, pair, (uint64_t)CUT_FACTOR * optimal);
    uint64_t learned = count_learned(self->regions.agent);
    if (cost == NOT_WALKED || cost < optimal || learned != 0) {
        self->totals->regions_wrong++;
        say_wrong(self, learned != 0 ? "regions learn" : "regions", pair, cost, optimal);
        return;
    }
    self->totals->optimal += optimal;
    self->totals->by_regions += (double)cost;
}

static void check_pairs(checker *self, uint32_t pairs)
{
    cairn_random random;
    (void)cairn_random_start(1, 0, &random);
    cairn_sampler *sampler;
    cairn_planner_def def = {.size = sizeof def, .method = CAIRN_METHOD_ASTAR};
    cairn_planner *planner;
    check(cairn_planner_create(self->map, NULL, &def, &planner), self->name);
    check(cairn_sampler_create(self->map, NULL, &sampler), self->name);
    for (uint32_t i = 0; i < pairs; i++) {
        uint64_t draws = 100;
        cairn_cell pair[2];
        uint32_t optimal;
        if (cairn_sampler_draw_pair(sampler, &random, &draws, pair) != CAIRN_OK)
            continue;
        check(cairn_planner_find(planner, pair[0], pair[1], &optimal), self->name);
        self->totals->pairs++;
        if (self->labels.db != NULL)
            check_labels(self, pair, optimal);
        check_regions(self, pair, optimal);
    }
    cairn_sampler_destroy(sampler);
    cairn_planner_destroy(planner);
}

void kinds_check_map(const cairn_map *map, const char *name, uint32_t pairs, kinds_totals *totals)
{
    checker self = {.name = name, .map = map, .totals = totals};
    totals->maps++;
    make_labels(&self);
    make_regions(&self);
    check_pairs(&self, pairs);
    cairn_planner_destroy(self.planner);
    close_database(&self.labels);
    close_database(&self.regions);
}

/* ---- totals ---- */

void kinds_add(kinds_totals *sum, const kinds_totals *part)
{
    sum->maps += part->maps;
    sum->refused += part->refused;
    sum->pairs += part->pairs;
    sum->walks_wrong += part->walks_wrong;
    sum->lengths_wrong += part->lengths_wrong;
    sum->regions_wrong += part->regions_wrong;
    sum->unsound += part->unsound;
    sum->optimal += part->optimal;
    sum->by_regions += part->by_regions;
}

uint64_t kinds_get_wrong(const kinds_totals *totals)
{
    return totals->walks_wrong + totals->lengths_wrong + totals->regions_wrong + totals->unsound;
}

void kinds_print(const char *name, const kinds_totals *totals)
{
    double above = totals->optimal > 0 ? (totals->by_regions / totals->optimal - 1) * 100 : 0;
    printf("%s: %llu pairs; labels: %llu walks and %llu lengths differ from A*%s; regions: %llu "
           "not solved without learning, %.2f %% above A*; %llu databases not sound\n",
           name, (unsigned long long)totals->pairs, (unsigned long long)totals->walks_wrong,
           (unsigned long long)totals->lengths_wrong,
           totals->refused > 0 ? " (too large for labels)" : "",
           (unsigned long long)totals->regions_wrong, above, (unsigned long long)totals->unsound);
}
