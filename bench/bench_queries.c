/* bench_queries.c: the nearest cell that a problem's start is joined to, from cells in walls: what
 * cairn_agent_start() takes if the goal lies in one. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

#define QUERIES 100000

static cairn_cell draw_blocked(const cairn_map *map, uint64_t *state)
{
    cairn_map_info info = bench_get_map_info(map);
    cairn_cell cell;
    do {
        uint64_t draw = harness_draw(state);
        cell = cairn_cell_at((uint32_t)((uint32_t)draw % info.width),
                             (uint32_t)((uint32_t)(draw >> 32) % info.height));
    } while (cairn_map_is_open(map, cell));
    return cell;
}

/* Times each query by itself; the mean distance is in cells. */
static void time_queries(const bench_level *level, double *times, double *distance)
{
    uint32_t component = cairn_map_get_component(level->map, level->problems[0].ends[0]);
    uint64_t state = 12, total = 0;
    for (int i = 0; i < QUERIES; i++) {
        cairn_cell cell = draw_blocked(level->map, &state), nearest;
        uint64_t start = harness_get_time();
        bench_check(cairn_map_find_nearest_cell(level->map, cell, component, &nearest), "nearest");
        times[i] = (double)(harness_get_time() - start) * 1e-3;
        total += cairn_cell_get_distance(cell, nearest);
    }
    *distance = (double)total / 10 / QUERIES;
}

void bench_queries(const bench_level *level)
{
    cairn_map_info info = bench_get_map_info(level->map);
    if (level->count == 0 || info.open_cells == info.width * info.height)
        return;
    double *times = malloc(QUERIES * sizeof *times), distance;
    bench_check(times == NULL ? CAIRN_MEMORY : CAIRN_OK, "times");
    time_queries(level, times, &distance);
    harness_figures figures = harness_figures_find(times, QUERIES);
    printf("Nearest open cell to %d blocked ones: mean %.2f us, median %.2f, p99 %.2f, worst %.2f; "
           "%.1f cells away\n",
           QUERIES, figures.mean, figures.median, times[QUERIES / 100 * 99], times[QUERIES - 1],
           distance);
    free(times);
}
