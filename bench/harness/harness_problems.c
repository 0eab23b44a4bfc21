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
static cairn_status draw_problem(const cairn_map *map, cairn_path_finder *finder,
                                 const uint32_t costs[2], uint64_t *state, harness_problem *problem)
{
    for (;;) {
        cairn_cell start = harness_draw_cell(map, state), goal = harness_draw_cell(map, state);
        cairn_path path;
        if (cairn_cell_get_distance(start, goal) > costs[1])
            continue;
        cairn_status status = cairn_path_finder_run(finder, start, goal, &path);
        if (status != CAIRN_OK && status != CAIRN_NO_PATH)
            return status;
        if (status != CAIRN_OK || path.cost < costs[0] || path.cost > costs[1])
            continue;
        *problem = (harness_problem){
            .ends = {start, goal}, .optimal = path.cost, .moves = (uint32_t)path.states - 1};
        return CAIRN_OK;
    }
}

/* By jump point search: its costs are A*'s, and it needs no preparation. */
cairn_status harness_draw_problems(const cairn_map *map, const uint32_t costs[2], uint64_t seed,
                                   uint32_t count, harness_problem *problems)
{
    cairn_path_engine_def def = cairn_default_path_engine_def();
    cairn_path_engine *engine = NULL;
    cairn_path_finder *finder = NULL;
    def.map = map;
    def.method = CAIRN_PATH_JUMP;
    cairn_status status = cairn_path_engine_create(&def, &engine);
    if (status == CAIRN_OK)
        status = cairn_path_finder_create(engine, &finder);
    for (uint32_t i = 0; status == CAIRN_OK && i < count; i++)
        status = draw_problem(map, finder, costs, &seed, &problems[i]);
    cairn_path_finder_destroy(finder);
    cairn_path_engine_destroy(engine);
    return status;
}
