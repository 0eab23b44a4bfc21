/* bench_living_world.c: a map that changes, with all that is asked for ways on it. */
#include "bench_living.h"

void bench_world_open(bench_world *world, const char *path, uint64_t seed)
{
    const cairn_map_def map = {.size = sizeof map, .changing = 1};
    const cairn_build_def build = {.size = sizeof build, .kind = CAIRN_DB_LABELS};
    const cairn_planner_def jumps = {.size = sizeof jumps, .method = CAIRN_METHOD_JUMP};
    world->random = seed;
    bench_check(cairn_map_open(path, &map, &world->map), path);
    world->info = bench_get_map_info(world->map);
    bench_check(cairn_build_create(world->map, &build, &world->build), "a build");
    bench_check(cairn_build_run(world->build), "a build");
    bench_check(cairn_build_open_db(world->build, &world->db), "a database");
    bench_check(cairn_planner_create(world->map, NULL, NULL, &world->planner), "a planner");
    const cairn_agent_def agent = {.size = sizeof agent, .planner = world->planner};
    bench_check(cairn_agent_create(world->map, world->db, &agent, &world->agent), "an agent");
    bench_check(cairn_planner_create(world->map, world->db, NULL, &world->labels), "a planner");
    bench_check(cairn_planner_create(world->map, NULL, &jumps, &world->jumps), "a planner");
}

void bench_world_close(bench_world *world)
{
    cairn_planner_destroy(world->labels);
    cairn_planner_destroy(world->jumps);
    cairn_agent_destroy(world->agent);
    cairn_planner_destroy(world->planner);
    cairn_db_close(world->db);
    cairn_build_destroy(world->build);
    cairn_map_close(world->map);
}

uint32_t bench_draw_below(uint64_t *random, size_t below)
{
    return (uint32_t)(harness_draw(random) % below);
}
