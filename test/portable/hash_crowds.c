/* hash_crowds.c: crowds that walk, keep clear of each other, and notice changes. */
#include "lines.h"
#include "world.h"

/* Those that crowds walk by. */
static const uint32_t crowded[] = {1, 3, LABELS};

enum { CROWDED = sizeof crowded / sizeof crowded[0] };

bool world_marches(uint32_t recipe)
{
    for (uint32_t i = 0; i < CROWDED; i++)
        if (crowded[i] == recipe)
            return true;
    return false;
}

enum { MEMBERS = 80, FRAMES = 60 };

/* A crowd after a frame: its whole state, or what a game sees of it. */
static uint64_t hash_crowd(const cairn_crowd *crowd, bool by_cells, uint64_t units, uint64_t hash)
{
    cairn_crowd_info info = {.size = sizeof info};
    (void)cairn_crowd_get_info(crowd, &info);
    if (!by_cells)
        return test_hash_number(test_hash_number(hash, units), info.hash);
    for (uint32_t i = 0; i < info.used; i++) {
        hash = test_hash_number(hash, cairn_crowd_get_cells(crowd)[i]);
        hash = test_hash_number(hash, cairn_crowd_get_states(crowd)[i]);
    }
    return hash;
}

/* Enough to share a goal, and others that go somewhere else. */
static uint64_t hash_frames(const test_world *world, cairn_map *map, cairn_crowd *crowd,
                            bool by_cells)
{
    uint64_t hash = test_no_hash, random = world->number + UINT64_C(3000);
    cairn_member members[MEMBERS];
    cairn_cell problem[2], goal;
    uint32_t count = 0;
    world_draw_problem(world, &random, problem);
    goal = problem[1];
    for (int i = 0; i < MEMBERS; i++) {
        world_draw_problem(world, &random, problem);
        if (cairn_map_has_path(map, problem[0], goal) &&
            cairn_crowd_add(crowd, problem[0], &members[count]) == CAIRN_OK)
            count++;
    }
    (void)cairn_crowd_order(crowd, members, count, goal);
    for (int i = 0; i < FRAMES; i++) {
        cairn_crowd_frame frame = {.size = sizeof frame};
        world_draw_problem(world, &random, problem);
        if (count > 0)
            (void)cairn_crowd_order(crowd, &members[test_draw_below(&random, count)], 1,
                                    problem[1]);
        if (i % 8 == 7 && map != world->map)
            world_change(world, map, &random);
        world_demand(world, cairn_crowd_step(crowd, &frame), "cairn_crowd_step");
        hash = hash_crowd(crowd, by_cells, frame.units, hash);
    }
    return hash;
}

/* `changing`: the map changes. On every second pair of maps members keep clear of each other. */
static void march(const test_world *world, uint32_t which, int32_t changing, bool by_cells)
{
    cairn_map *map = world->map;
    cairn_planner *planner = NULL;
    cairn_crowd *crowd = NULL;
    if (changing != 0) {
        world_open_map(world, 1, &map);
        world_demand(world, cairn_planner_create(map, NULL, NULL, &planner),
                     "cairn_planner_create");
    }
    cairn_crowd_def def = {.size = sizeof def,
                           .capacity = MEMBERS,
                           .max_work = CAIRN_MIN_CROWD_WORK,
                           .goal_policy = CAIRN_GOAL_NEAREST,
                           .stranded_policy = CAIRN_STRANDED_LEAVE,
                           .occupancy = world->number / 2 % 2,
                           .planner = planner};
    world_demand(world, cairn_crowd_create(map, world->dbs[which], &def, &crowd),
                 "cairn_crowd_create");
    uint64_t hash = hash_frames(world, map, crowd, by_cells);
    cairn_crowd_destroy(crowd);
    cairn_planner_destroy(planner);
    if (changing != 0)
        cairn_map_close(map);
    world_print(world, changing != 0 ? "crowd-change-" : "crowd-", world_recipes[which].name, hash);
}

void world_march(const test_world *world, bool by_cells)
{
    for (uint32_t i = 0; i < CROWDED; i++) {
        march(world, crowded[i], 0, by_cells);
        march(world, crowded[i], 1, by_cells);
    }
}
