/* bench_climb.c: hill-climbing by whole runs against looking at all eight neighbours each move,
 * which is Fig. 7 to the letter. Both climb the same pairs and must agree. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#define PAIRS 20000
#define REPEATS 5

/* A byte a cell with a blocked border: the plainest form the literal climb could wish for. */
typedef struct byte_grid {
    uint32_t stride;
    uint8_t *cells;
    bool strict;
} byte_grid;

static byte_grid make_grid(const cairn_map *map)
{
    cairn_map_info info = bench_get_map_info(map);
    byte_grid grid = {info.width + 2, NULL, info.corners == CAIRN_CORNERS_STRICT};
    grid.cells = calloc((size_t)grid.stride * (info.height + 2), 1);
    if (grid.cells == NULL)
        bench_check(CAIRN_MEMORY, "grid");
    for (uint32_t y = 0; y < info.height; y++)
        for (uint32_t x = 0; x < info.width; x++)
            grid.cells[(size_t)(y + 1) * grid.stride + x + 1] =
                (uint8_t)cairn_map_is_open(map, cairn_cell_at(x, y));
    return grid;
}

static const int moves[8][3] = {{-1, -1, 14}, {0, -1, 10}, {1, -1, 14}, {-1, 1, 14},
                                {0, 1, 10},   {1, 1, 14},  {-1, 0, 10}, {1, 0, 10}};

/* Fig. 7, lines 3 to 6; false if the climb is stuck. */
static bool climb_once(const byte_grid *grid, cairn_cell *cell, cairn_cell to)
{
    const uint8_t *here = &grid->cells[(size_t)(cairn_cell_get_y(*cell) + 1u) * grid->stride +
                                       cairn_cell_get_x(*cell) + 1u];
    uint32_t best_f = UINT32_MAX, lowest_h = UINT32_MAX;
    int best_cost = 0;
    cairn_cell best = *cell;
    for (int i = 0; i < 8; i++) {
        int x = moves[i][0], y = moves[i][1], cost = moves[i][2];
        ptrdiff_t row = (ptrdiff_t)grid->stride * y;
        if (!here[row + x] || (grid->strict && cost == 14 && !(here[row] && here[x])))
            continue;
        cairn_cell next = cairn_cell_at(cairn_cell_get_x(*cell) + (uint32_t)x,
                                        cairn_cell_get_y(*cell) + (uint32_t)y);
        uint32_t h = cairn_cell_get_distance(next, to);
        uint32_t f = h + (uint32_t)cost;
        if (h < lowest_h)
            lowest_h = h;
        if (f < best_f || (f == best_f && cost > best_cost)) {
            best_f = f;
            best_cost = cost;
            best = next;
        }
    }
    if (cairn_cell_get_distance(*cell, to) <= lowest_h)
        return false;
    *cell = best;
    return true;
}

static cairn_climb climb_literally(const byte_grid *grid, cairn_cell from, cairn_cell to)
{
    cairn_climb climb = {.end = from};
    while (climb.end != to && climb_once(grid, &climb.end, to))
        climb.moves++;
    climb.reached = climb.end == to;
    return climb;
}

typedef struct pair {
    cairn_cell from;
    cairn_cell to;
} pair;

static uint64_t time_runs(const cairn_map *map, const pair *pairs, uint64_t *total)
{
    uint64_t start = harness_get_time();
    *total = 0;
    for (int i = 0; i < PAIRS; i++) {
        cairn_climb climb;
        (void)cairn_map_find_climb(map, pairs[i].from, pairs[i].to, CAIRN_NO_CUTOFF, &climb);
        *total += climb.moves + (climb.reached ? UINT64_C(1) << 40 : 0);
    }
    return harness_get_time() - start;
}

static uint64_t time_literal(const byte_grid *grid, const pair *pairs, uint64_t *total)
{
    uint64_t start = harness_get_time();
    *total = 0;
    for (int i = 0; i < PAIRS; i++) {
        cairn_climb climb = climb_literally(grid, pairs[i].from, pairs[i].to);
        *total += climb.moves + (climb.reached ? UINT64_C(1) << 40 : 0);
    }
    return harness_get_time() - start;
}

/* Pairs as far apart as a subgoal's legs and a selection's checks are. */
static pair *draw_pairs(const cairn_map *map, uint32_t farthest)
{
    pair *pairs = malloc(PAIRS * sizeof *pairs);
    uint64_t state = 11;
    bench_check(pairs == NULL ? CAIRN_MEMORY : CAIRN_OK, "pairs");
    for (int i = 0; i < PAIRS;) {
        pairs[i].from = harness_draw_cell(map, &state);
        pairs[i].to = harness_draw_cell(map, &state);
        if (cairn_cell_get_distance(pairs[i].from, pairs[i].to) <= farthest)
            i++;
    }
    return pairs;
}

static void compare(const bench_level *level, const byte_grid *grid, uint32_t farthest)
{
    pair *pairs = draw_pairs(level->map, farthest);
    uint64_t runs = UINT64_MAX, literal = UINT64_MAX, total = 0, literal_total = 0;
    for (int i = 0; i < REPEATS; i++) {
        uint64_t time = time_runs(level->map, pairs, &total);
        runs = time < runs ? time : runs;
    }
    literal = time_literal(grid, pairs, &literal_total);
    uint64_t moved = total & ((UINT64_C(1) << 40) - 1);
    double run_ns = (double)runs / (double)moved, literal_ns = (double)literal / (double)moved;
    printf(
        "  up to %5u cells apart: %6.2f ns a move by runs, %6.2f ns literally, ratio %5.1f, %s\n",
        (unsigned)(farthest / 10), run_ns, literal_ns, literal_ns / run_ns,
        total == literal_total ? "same result" : "RESULTS DIFFER");
    free(pairs);
    if (total != literal_total)
        exit(1);
}

void bench_climb(const bench_level *level)
{
    static const uint32_t distances[] = {500, 2500, 10000, 1000000};
    byte_grid grid = make_grid(level->map);
    printf("Hill-climbing, %d pairs, best of %d\n", PAIRS, REPEATS);
    for (size_t i = 0; i < sizeof distances / sizeof *distances; i++)
        compare(level, &grid, distances[i]);
    free(grid.cells);
}
