/* hashes.c: the same answers everywhere. Makes maps, builds databases of every kind for them, walks
 * by every algorithm, changes maps under walking agents, sends crowds, and prints one line for each:
 *
 *     HASH  MAP/WHAT
 *
 * test/golden/walks.fnv has these lines. Every platform and every binding must print the same ones.
 * `hashes FILE` compares them with a file as well, says which differ, and ends with 1 if one does.
 * `hashes FILE cells` has the lines of test/golden/cells.fnv instead: what members of crowds do,
 * whatever else a crowd stores.
 *
 * Only public headers and the generated maps of scenes/ are used. */
#include <cairn/cairn.h>
#include <cairn/lab.h>
#include <cairn/repair.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "scenes.h"
#include "world.h"

/* ---- what is done ---- */

static const world_place places[] = {
    {CAIRN_SCENE_ROOMS, 64, 48, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_ROOMS, 130, 65, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_MAZE, 41, 37, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_MAZE, 63, 65, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_CAVES, 150, 130, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_CAVES, 96, 128, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_RANDOM, 48, 40, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_RANDOM, 33, 30, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_CITY, 140, 110, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_CITY, 129, 127, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_SLANTED, 90, 70, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_SLANTED, 64, 66, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_WARZONE, 150, 150, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_WARZONE, 100, 90, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_OPEN, 65, 64, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_OPEN, 1, 200, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_ROUGH, 65, 48, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_ROUGH, 48, 40, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_CAVES, 260, 270, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_CAVES, 270, 300, CAIRN_CORNERS_FREE},
};

enum { PLACES = sizeof places / sizeof places[0], SEED = 17, RECORDS = 40 };

const world_recipe world_recipes[RECIPES] = {
    {"knn", CAIRN_DB_KNN, {CAIRN_OPTION_RECORDS}, {RECORDS}},
    {"knn-fallback", CAIRN_DB_KNN, {CAIRN_OPTION_RECORDS, CAIRN_OPTION_FALLBACK}, {RECORDS / 4, 1}},
    {"dlrta", CAIRN_DB_DLRTA, {CAIRN_OPTION_LEVEL}, {7}},
    {"regions", CAIRN_DB_REGIONS, {CAIRN_OPTION_REGION_CUTOFF}, {30}},
    {"regions-ranges",
     CAIRN_DB_REGIONS,
     {CAIRN_OPTION_TABLE_REGIONS, CAIRN_OPTION_REGION_CUTOFF},
     {0, 25}},
    {"regions-tree",
     CAIRN_DB_REGIONS,
     {CAIRN_OPTION_TABLE_REGIONS, CAIRN_OPTION_RANGE_REGIONS},
     {0, 0}},
    {"labels", CAIRN_DB_LABELS, {0}, {0}},
    {"labels-fallback", CAIRN_DB_LABELS, {CAIRN_OPTION_FALLBACK}, {1}},
    {"dba", CAIRN_DB_DBA, {CAIRN_OPTION_SECTOR}, {1}},
    {"hcdps", CAIRN_DB_HCDPS, {CAIRN_OPTION_NEIGHBOURHOOD}, {3}},
};

/* Algorithms that need no database. */
static const cairn_algorithm alone[] = {CAIRN_LRTA,  CAIRN_ASTAR, CAIRN_TBA,
                                        CAIRN_LRTS,  CAIRN_RTAA,  CAIRN_LSS,
                                        CAIRN_LRTAK, CAIRN_PLRTA, CAIRN_FALCONS};

enum { ALONE = sizeof alone / sizeof alone[0] };

static bool cells_alone; /* only the lines of what members do */

void world_print(const test_world *world, const char *what, const char *which, uint64_t hash)
{
    if (cells_alone && strncmp(what, "crowd", 5) != 0)
        return;
    char name[100];
    (void)snprintf(name, sizeof name, "%s/%s%s", world->name, what, which);
    test_lines_print(name, hash);
}

void world_demand(const test_world *world, cairn_status status, const char *what)
{
    if (status == CAIRN_OK)
        return;
    (void)fprintf(stderr, "%s: %s: %s\n", world->name, what, cairn_status_get_name(status));
    exit(3);
}

/* ---- maps and databases ---- */

void world_open_map(const test_world *world, int32_t changing, cairn_map **map)
{
    cairn_map_def def = {
        .size = sizeof def, .corners = world->place->corners, .changing = changing};
    world_demand(
        world, cairn_map_create(world->place->width, world->place->height, world->cells, &def, map),
        "cairn_map_create");
}

static uint64_t hash_map(uint64_t hash, const cairn_map *map)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    const uint64_t facts[] = {info.open_cells,  info.components, info.largest_component,
                              info.fingerprint, info.state,      info.version};
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++)
        hash = test_hash_number(hash, facts[i]);
    return hash;
}

static void make_map(test_world *world)
{
    const world_place *place = world->place;
    cairn_scene scene;
    world_demand(world,
                 cairn_scene_generate(place->kind, place->width, place->height,
                                      SEED + world->number, &scene),
                 "cairn_scene_generate");
    size_t count = (size_t)place->width * place->height;
    world->cells = malloc(count);
    world_demand(world, world->cells != NULL ? CAIRN_OK : CAIRN_MEMORY, "cells");
    for (size_t i = 0; i < count; i++)
        world->cells[i] = scene.cells[i] == '.';
    cairn_scene_free(&scene);
    world_open_map(world, 0, &world->map);
    world_print(world, "map", "", hash_map(test_no_hash, world->map));
}

static void write_image(test_world *world, uint32_t which, const cairn_build *build)
{
    size_t bytes = 0;
    (void)cairn_build_write_memory(build, 0, NULL, &bytes);
    world->images[which] = malloc(bytes);
    world_demand(world, world->images[which] != NULL ? CAIRN_OK : CAIRN_MEMORY, "image");
    world_demand(world, cairn_build_write_memory(build, bytes, world->images[which], &bytes),
                 "cairn_build_write_memory");
    world_print(world, "db-", world_recipes[which].name,
                test_hash_bytes(test_no_hash, world->images[which], bytes));
    world_demand(world, cairn_db_open_memory(world->images[which], bytes, NULL, &world->dbs[which]),
                 "cairn_db_open_memory");
    const cairn_map *map = world->number % 2 == 0 ? world->map : NULL; /* with it takes longer */
    world_demand(world, cairn_db_verify(world->dbs[which], map, NULL), "cairn_db_verify");
}

static void make_db(test_world *world, uint32_t which)
{
    const world_recipe *recipe = &world_recipes[which];
    cairn_option options[2];
    uint32_t count = 0;
    for (; count < 2 && recipe->options[count] != 0; count++)
        options[count] =
            (cairn_option){.option = recipe->options[count], .value = recipe->values[count]};
    cairn_build_def def = {
        .size = sizeof def, .kind = recipe->kind, .option_count = count, .options = options};
    cairn_build *build = NULL;
    world_demand(world, cairn_build_create(world->map, &def, &build), recipe->name);
    world_demand(world, cairn_build_run(build), recipe->name);
    write_image(world, which, build);
    cairn_build_destroy(build);
}

/* ---- walks ---- */

/* An open cell, and one that a path joins to it. */
void world_draw_problem(const test_world *world, uint64_t *random, cairn_cell problem[2])
{
    do {
        for (int i = 0; i < 2; i++) {
            uint32_t x = test_draw_below(random, world->place->width);
            uint32_t y = test_draw_below(random, world->place->height);
            problem[i] = cairn_cell_at(x, y);
        }
    } while (!cairn_map_has_path(world->map, problem[0], problem[1]));
}

static uint64_t hash_step(uint64_t hash, cairn_status status, const cairn_step *step)
{
    hash = test_hash_number(hash, (uint64_t)status);
    hash = test_hash_number(hash, step->kind);
    hash = test_hash_number(hash, step->cell);
    return test_hash_number(hash, step->units);
}

static uint64_t hash_walk(const test_world *world, cairn_agent *agent, uint64_t *random,
                          uint64_t hash)
{
    cairn_cell problem[2];
    cairn_step step = {0};
    cairn_agent_stats stats = {.size = sizeof stats};
    world_draw_problem(world, random, problem);
    world_demand(world, cairn_agent_start(agent, problem[0], problem[1]), "cairn_agent_start");
    for (int i = 0; i < 300 && step.kind != CAIRN_STEP_ARRIVED; i++) {
        cairn_status status = cairn_agent_step(agent, &step);
        hash = hash_step(hash, status, &step);
    }
    (void)cairn_agent_get_stats(agent, &stats);
    hash = test_hash_number(hash, stats.cost);
    return test_hash_number(hash, stats.learned);
}

/* Two problems without a budget, two with the least one. */
static void walk(const test_world *world, const char *name, cairn_algorithm algorithm,
                 uint32_t which)
{
    uint64_t hash = test_no_hash, random = world->number;
    const cairn_db *db = which != NO_RECIPE ? world->dbs[which] : NULL;
    for (uint32_t budget = 0; budget < 2; budget++) {
        cairn_agent_def def = {.size = sizeof def,
                               .algorithm = algorithm,
                               .max_work = budget * CAIRN_MIN_WORK,
                               .busy = budget};
        cairn_agent *agent = NULL;
        world_demand(world, cairn_agent_create(world->map, db, &def, &agent), name);
        for (int i = 0; i < 2; i++)
            hash = hash_walk(world, agent, &random, hash);
        cairn_agent_destroy(agent);
    }
    world_print(world, "walk-", name, hash);
}

/* ---- questions ---- */

static uint64_t hash_path(const test_world *world, cairn_planner *planner,
                          const cairn_cell problem[2], uint64_t hash)
{
    cairn_cell cells[4096];
    size_t count = 0;
    uint32_t tenths = 0;
    cairn_status status = cairn_planner_find(planner, problem[0], problem[1], &tenths);
    hash = test_hash_number(test_hash_number(hash, (uint64_t)status), tenths);
    if (status == CAIRN_OK) { /* asked once more, by a planner that has learned what pays */
        world_demand(world, cairn_planner_find(planner, problem[0], problem[1], NULL), "find");
        world_demand(world, cairn_planner_get_path(planner, 0, 4096, cells, &count), "path");
    }
    for (size_t i = 0; i < count; i++)
        hash = test_hash_number(hash, cells[i]);
    return hash;
}

static void find(const test_world *world, const char *name, uint32_t method)
{
    uint64_t hash = test_no_hash, random = world->number;
    cairn_planner_def def = {.size = sizeof def, .method = method};
    cairn_planner *planner = NULL;
    world_demand(world, cairn_planner_create(world->map, world->dbs[LABELS], &def, &planner), name);
    for (int i = 0; i < 8; i++) {
        cairn_cell problem[2];
        world_draw_problem(world, &random, problem);
        hash = hash_path(world, planner, problem, hash);
    }
    cairn_planner_destroy(planner);
    world_print(world, "find-", name, hash);
}

/* ---- maps that change ---- */

void world_change(const test_world *world, cairn_map *map, uint64_t *random)
{
    uint32_t x = test_draw_below(random, world->place->width);
    uint32_t y = test_draw_below(random, world->place->height);
    uint32_t width = test_draw_below(random, 8) + 1;
    uint32_t height = test_draw_below(random, 8) + 1;
    int32_t open = (int32_t)test_draw_below(random, 2);
    width = width < world->place->width - x ? width : world->place->width - x;
    height = height < world->place->height - y ? height : world->place->height - y;
    cairn_rect rect = {(uint16_t)x, (uint16_t)y, (uint16_t)width, (uint16_t)height};
    world_demand(world, cairn_map_set_rect(map, &rect, open), "cairn_map_set_rect");
}

static uint64_t hash_saved(const test_world *world, const cairn_map *map, uint64_t hash)
{
    size_t bytes = 0;
    (void)cairn_map_save_changes_memory(map, 0, NULL, &bytes);
    void *block = malloc(bytes);
    world_demand(world, block != NULL ? CAIRN_OK : CAIRN_MEMORY, "block");
    world_demand(world, cairn_map_save_changes_memory(map, bytes, block, &bytes),
                 "cairn_map_save_changes_memory");
    hash = test_hash_bytes(hash, block, bytes);
    free(block);
    return hash;
}

/* One agent, and a change before every fifth step. */
static uint64_t hash_changes(const test_world *world, cairn_map *map, cairn_agent *agent)
{
    uint64_t hash = test_no_hash, random = world->number + UINT64_C(1000);
    cairn_cell problem[2];
    cairn_step step = {0};
    world_draw_problem(world, &random, problem);
    world_demand(world, cairn_agent_start(agent, problem[0], problem[1]), "cairn_agent_start");
    for (int i = 0; i < 150; i++) {
        if (i % 5 == 4)
            world_change(world, map, &random);
        cairn_status status = cairn_agent_step(agent, &step);
        hash = hash_step(hash, status, &step);
    }
    return hash_saved(world, map, hash_map(hash, map));
}

static void walk_changing(const test_world *world, const char *name, cairn_algorithm algorithm,
                          uint32_t which)
{
    cairn_map *map = NULL;
    cairn_planner *planner = NULL;
    cairn_agent *agent = NULL;
    const cairn_db *db = which != NO_RECIPE ? world->dbs[which] : NULL;
    world_open_map(world, 1, &map);
    world_demand(world, cairn_planner_create(map, NULL, NULL, &planner), "cairn_planner_create");
    cairn_agent_def def = {.size = sizeof def,
                           .algorithm = algorithm,
                           .max_work = 4 * CAIRN_MIN_WORK,
                           .goal_policy = CAIRN_GOAL_NEAREST,
                           .stranded_policy = CAIRN_STRANDED_LEAVE,
                           .planner = world->number % 2 == 0 ? planner : NULL};
    world_demand(world, cairn_agent_create(map, db, &def, &agent), name);
    uint64_t hash = hash_changes(world, map, agent);
    cairn_agent_destroy(agent);
    cairn_planner_destroy(planner);
    cairn_map_close(map);
    world_print(world, "change-", name, hash);
}

/* Labels are built anew in slices, while the planner that is asked gets the new ones. */
static uint64_t hash_repairs(const test_world *world, cairn_map *map, cairn_repair *repair,
                             cairn_planner *planner)
{
    uint64_t hash = test_no_hash, random = world->number + UINT64_C(2000), spent = 0;
    for (int i = 0; i < 40; i++) {
        cairn_cell problem[2];
        const cairn_db *db = NULL;
        world_change(world, map, &random);
        world_demand(world, cairn_repair_follow(repair), "cairn_repair_follow");
        cairn_status status = cairn_repair_run(repair, 20 * CAIRN_MIN_REPAIR, &spent);
        hash = test_hash_number(test_hash_number(hash, (uint64_t)status), spent);
        if (status == CAIRN_OK && cairn_repair_swap(repair, &db) == CAIRN_OK)
            world_demand(world, cairn_planner_set_db(planner, db, NULL), "cairn_planner_set_db");
        world_draw_problem(world, &random, problem);
        hash = hash_path(world, planner, problem, hash);
    }
    return hash;
}

static void repair(const test_world *world)
{
    cairn_map *map = NULL;
    cairn_repair *repair = NULL;
    cairn_planner *planner = NULL;
    world_open_map(world, 1, &map);
    world_demand(world, cairn_repair_create(map, world->dbs[LABELS], NULL, &repair),
                 "cairn_repair_create");
    world_demand(world, cairn_planner_create(map, world->dbs[LABELS], NULL, &planner),
                 "cairn_planner_create");
    uint64_t hash = hash_repairs(world, map, repair, planner);
    cairn_planner_destroy(planner);
    cairn_repair_destroy(repair);
    cairn_map_close(map);
    world_print(world, "repair", "", hash);
}

/* ---- all of it ---- */

static void walk_all(const test_world *world,
                     void (*walk_one)(const test_world *, const char *, cairn_algorithm, uint32_t))
{
    for (uint32_t i = 0; i < RECIPES; i++)
        walk_one(world, world_recipes[i].name, CAIRN_ALGORITHM_AUTO, i);
    for (uint32_t i = 0; i < ALONE; i++)
        walk_one(world, cairn_algorithm_get_name(alone[i]), alone[i], NO_RECIPE);
}

/* Each line of one map but those of crowds. What is new gets a function like these, and a call here. */
static void do_all(const test_world *world)
{
    walk_all(world, walk);
    find(world, "astar", CAIRN_METHOD_ASTAR);
    find(world, "jump", CAIRN_METHOD_JUMP);
    find(world, "labels", CAIRN_METHOD_LABELS);
    walk_all(world, walk_changing);
    repair(world);
}

static void run(uint32_t number)
{
    const world_place *place = &places[number];
    test_world world = {.place = place, .number = number};
    (void)snprintf(world.name, sizeof world.name, "%s-%" PRIu32 "x%" PRIu32 "-%s",
                   cairn_scene_kind_get_name(place->kind), place->width, place->height,
                   place->corners == CAIRN_CORNERS_FREE ? "free" : "strict");
    make_map(&world);
    for (uint32_t i = 0; i < RECIPES; i++)
        if (!cells_alone || world_marches(i))
            make_db(&world, i);
    if (!cells_alone)
        do_all(&world);
    world_march(&world, cells_alone);
    for (uint32_t i = 0; i < RECIPES; i++) {
        cairn_db_close(world.dbs[i]);
        free(world.images[i]);
    }
    cairn_map_close(world.map);
    free(world.cells);
}

int main(int argc, char **argv)
{
    if (!test_lines_start(argc > 1 ? argv[1] : NULL))
        return 3;
    cells_alone = argc > 2;
    for (uint32_t i = 0; i < PLACES; i++)
        run(i);
    return test_lines_finish() ? 0 : 1;
}
