/* harness_problems.c: problems for measurements that need no scenario file. */
#include "harness.h"

uint64_t harness_draw(uint64_t *state)
{
    uint64_t word = *state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

cairn_cell harness_draw_cell(const cairn_map *map, uint64_t *state)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    for (;;) {
        uint64_t word = harness_draw(state);
        cairn_cell cell = cairn_cell_at((uint32_t)((word & 0xffffffff) * info.width >> 32),
                                        (uint32_t)((word >> 32) * info.height >> 32));
        if (cairn_map_is_open(map, cell))
            return cell;
    }
}

/* Draws until a problem is in the range. */
static cairn_status draw_problem(const cairn_map *map, cairn_planner *planner,
                                 const uint32_t costs[2], uint64_t *state, harness_problem *problem)
{
    for (;;) {
        cairn_cell start = harness_draw_cell(map, state), goal = harness_draw_cell(map, state);
        cairn_planner_stats stats = {.size = sizeof stats};
        uint32_t cost = 0;
        if (cairn_cell_get_distance(start, goal) > costs[1])
            continue;
        cairn_status status = cairn_planner_find(planner, start, goal, &cost);
        if (status == CAIRN_NO_PATH || (status == CAIRN_OK && (cost < costs[0] || cost > costs[1])))
            continue;
        if (status == CAIRN_OK)
            status = cairn_planner_get_stats(planner, &stats);
        *problem = (harness_problem){
            .ends = {start, goal}, .optimal = cost, .moves = stats.cardinal + stats.diagonal};
        return status;
    }
}

/* By jump point search: its costs are A*'s, and it needs no preparation. */
cairn_status harness_draw_problems(const cairn_map *map, const uint32_t costs[2], uint64_t seed,
                                   uint32_t count, harness_problem *problems)
{
    cairn_planner *planner = NULL;
    cairn_status status = cairn_planner_create(map, NULL, NULL, &planner);
    for (uint32_t i = 0; status == CAIRN_OK && i < count; i++)
        status = draw_problem(map, planner, costs, &seed, &problems[i]);
    cairn_planner_destroy(planner);
    return status;
}
