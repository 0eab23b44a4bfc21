/* living_paths.c: two planners answer each problem: one that is new, so that it tries labels, and one
 * that knows from experience what they are worth. */
#include "living_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cairn/cairn.h>

#include "hard_maps.h"
#include "reference.h"
#include "support.h"

#define MOST_CELLS 4096

typedef struct checker {
    const living_plan *plan;
    living_check_totals *totals;
    test_random random;
    unsigned char open[MOST_CELLS];
    ref_map ref;
    int costs[MOST_CELLS]; /* from the present start */
    cairn_map *map;
    cairn_build *build;
    cairn_db *db;
    cairn_planner *old;
    cairn_cell path[MOST_CELLS];
} checker;

static void must(cairn_status status)
{
    if (status != CAIRN_OK)
        abort();
}

static uint32_t draw(checker *self, uint32_t limit)
{
    return (uint32_t)test_draw_below(&self->random, (int)limit);
}

/* ---- changes ---- */

/* What becomes of a cell: mostly it is blocked; where blocks were painted, mostly what it was before. */
static unsigned char draw_state(const checker *self, uint32_t kind, unsigned char first)
{
    if (self->plan->painted)
        return kind == 0 ? 0 : kind == 1 ? 1 : first;
    return kind < 3 ? 0 : kind == 3 ? 1 : first;
}

/* A rectangle becomes open, blocked, or what it was at first. */
static void change_rect(checker *self, const unsigned char *first)
{
    const living_plan *plan = self->plan;
    uint32_t side = draw(self, 3) == 0 ? 1 : 4;
    uint32_t left = draw(self, plan->width), top = draw(self, plan->height);
    uint32_t width = 1 + draw(self, side), height = 1 + draw(self, side);
    cairn_rect rect = {(uint16_t)left, (uint16_t)top, (uint16_t)width, (uint16_t)height};
    unsigned char cells[16];
    uint32_t kind = draw(self, 5), count = 0;
    if (rect.x + rect.width > plan->width || rect.y + rect.height > plan->height)
        return;
    for (uint32_t y = rect.y; y < (uint32_t)rect.y + rect.height; y++)
        for (uint32_t x = rect.x; x < (uint32_t)rect.x + rect.width; x++) {
            unsigned char *cell = &self->open[y * plan->width + x];
            *cell = draw_state(self, kind, first[y * plan->width + x]);
            cells[count++] = *cell;
        }
    cairn_change change = {.rect = rect, .cells = cells};
    must(cairn_map_change(self->map, &change, 1));
    self->totals->changes++;
}

/* ---- problems ---- */

/* The path's cost; -1 if it does not lead there by legal moves. */
static int get_path_cost(const checker *self, int from, int to, size_t count)
{
    int cost = 0, cell = from;
    for (size_t i = 0; i < count; i++) {
        int next = (int)(cairn_cell_get_y(self->path[i]) * self->plan->width +
                         cairn_cell_get_x(self->path[i]));
        if (i == 0 && next != from)
            return -1;
        if (i == 0)
            continue;
        int move = ref_find_move(&self->ref, cell, next);
        if (move == REF_NONE)
            return -1;
        cost += ref_get_move_cost(move);
        cell = next;
    }
    return cell == to ? cost : -1;
}

static cairn_cell get_cell(const checker *self, int cell)
{
    return cairn_cell_at((uint32_t)cell % self->plan->width, (uint32_t)cell / self->plan->width);
}

/* Runs a search, now and then in slices. */
static cairn_status run(checker *self, cairn_planner *planner)
{
    uint64_t units = draw(self, 4) == 0 ? CAIRN_MIN_WORK : 0, spent;
    cairn_status status = CAIRN_UNFINISHED;
    while (status == CAIRN_UNFINISHED) {
        status = cairn_planner_run(planner, units, &spent);
        if (units > 0 && spent > units)
            return CAIRN_LIMIT;
    }
    return status;
}

static void check_pair(checker *self, cairn_planner *planner, int from, int to)
{
    int wanted = self->costs[to];
    uint32_t length = UINT32_MAX;
    size_t count = 0;
    cairn_status status = cairn_planner_ask(planner, get_cell(self, from), get_cell(self, to));
    self->totals->pairs++;
    if (status == CAIRN_OK)
        status = run(self, planner);
    if (status == CAIRN_OK)
        status = cairn_planner_get_distance(planner, &length);
    if (status == CAIRN_OK)
        status = cairn_planner_get_path(planner, 0, MOST_CELLS, self->path, &count);
    cairn_status expected = wanted >= 0           ? CAIRN_OK
                            : self->open[to] == 0 ? CAIRN_BLOCKED
                                                  : CAIRN_NO_PATH;
    if (status == CAIRN_OK && test_get_planner_stats(planner).expanded == 0)
        self->totals->by_labels++;
    if (status == expected &&
        (status != CAIRN_OK ||
         ((int)length == wanted && get_path_cost(self, from, to, count) == wanted)))
        return;
    if (self->totals->wrong++ < 20)
        printf(
            "seed %llu corners %u, %u x %u: from %d to %d: status %d, %u instead of %d, path %d\n",
            (unsigned long long)self->plan->seed, self->plan->corners, self->plan->width,
            self->plan->height, from, to, (int)status, length, wanted,
            get_path_cost(self, from, to, count));
}

static void check_goals(checker *self, int from)
{
    uint32_t cells = self->plan->width * self->plan->height, goals = self->plan->goals;
    for (uint32_t i = 0; i < (goals < cells ? goals : cells); i++) {
        int to = (int)(goals < cells ? draw(self, cells) : i);
        cairn_planner *fresh;
        must(cairn_planner_create(self->map, self->db, NULL, &fresh));
        check_pair(self, fresh, from, to);
        cairn_planner_destroy(fresh);
        check_pair(self, self->old, from, to);
    }
}

static void check_starts(checker *self)
{
    uint32_t cells = self->plan->width * self->plan->height, starts = self->plan->starts;
    for (uint32_t i = 0; i < (starts < cells ? starts : cells); i++) {
        int from = (int)(starts < cells ? draw(self, cells) : i);
        if (self->open[from] == 0)
            continue;
        ref_find_costs(&self->ref, from, self->costs);
        check_goals(self, from);
    }
}

/* ---- maps ---- */

/* Blocks, of which some are opened again later. */
static void paint(checker *self)
{
    const living_plan *plan = self->plan;
    for (uint32_t count = 1 + draw(self, 8); count > 0; count--) {
        uint32_t left = draw(self, plan->width), top = draw(self, plan->height),
                 side = draw(self, 6);
        for (uint32_t y = top; y < plan->height && y < top + side; y++)
            for (uint32_t x = left; x < plan->width && x < left + side; x++)
                self->open[y * plan->width + x] = 0;
    }
}

static void create(checker *self, unsigned char *first)
{
    const living_plan *plan = self->plan;
    cairn_map_def def = {.size = sizeof def, .corners = plan->corners, .changing = 1};
    cairn_build_def build = {.size = sizeof build, .kind = CAIRN_DB_LABELS};
    hard_map_draw(plan->seed, plan->width, plan->height, self->open);
    memcpy(first, self->open, MOST_CELLS);
    if (plan->painted)
        paint(self);
    self->ref = (ref_map){(int)plan->width, (int)plan->height, plan->corners == CAIRN_CORNERS_FREE,
                          self->open};
    must(cairn_map_create(plan->width, plan->height, self->open, &def, &self->map));
    must(cairn_build_create(self->map, &build, &self->build));
    must(cairn_build_run(self->build));
    must(cairn_build_open_db(self->build, &self->db));
    must(cairn_planner_create(self->map, self->db, NULL, &self->old));
}

void living_check_map(const living_plan *plan, living_check_totals *totals)
{
    checker *self = calloc(1, sizeof *self);
    unsigned char *first = malloc(MOST_CELLS);
    if (self == NULL || first == NULL || plan->width * plan->height > MOST_CELLS)
        abort();
    self->plan = plan;
    self->totals = totals;
    self->random.state = plan->seed * 2 + plan->corners;
    create(self, first);
    for (uint32_t i = 0; i < plan->changes; i++) {
        for (uint32_t rects = 1 + draw(self, 3); rects > 0; rects--)
            change_rect(self, first);
        check_starts(self);
    }
    cairn_planner_destroy(self->old);
    cairn_db_close(self->db);
    cairn_build_destroy(self->build);
    cairn_map_close(self->map);
    totals->maps++;
    free(first);
    free(self);
}
