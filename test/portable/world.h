/* world.h: a map with databases of every kind, for programs that hash what is done with them. */
#ifndef CAIRN_TEST_WORLD_H
#define CAIRN_TEST_WORLD_H

#include <cairn/cairn.h>

#include "scenes.h"

typedef struct world_place {
    cairn_scene_kind kind;
    uint32_t width;
    uint32_t height;
    cairn_corners corners;
} world_place;

/* A database. */
typedef struct world_recipe {
    const char *name;
    cairn_kind kind;
    uint32_t options[2];
    uint64_t values[2];
} world_recipe;

enum { RECIPES = 10, LABELS = 6, NO_RECIPE = RECIPES };

extern const world_recipe world_recipes[RECIPES];

/* A map and its databases. */
typedef struct test_world {
    const world_place *place;
    char name[48];
    uint32_t number; /* of the place */
    uint8_t *cells;
    cairn_map *map;
    cairn_db *dbs[RECIPES];
    void *images[RECIPES];
} test_world;

/* Prints the hash of what was done; the name is `what` and `which`. */
void world_print(const test_world *world, const char *what, const char *which, uint64_t hash);

/* Ends the program if something failed. */
void world_demand(const test_world *world, cairn_status status, const char *what);

/* A map of the same cells, which may change. */
void world_open_map(const test_world *world, int32_t changing, cairn_map **map);

/* An open cell, and one that a path joins to it. */
void world_draw_problem(const test_world *world, uint64_t *random, cairn_cell problem[2]);

/* Sets a random rectangle of a changing map. */
void world_change(const test_world *world, cairn_map *map, uint64_t *random);

/* True if crowds walk by the database of a recipe. */
bool world_marches(uint32_t recipe);

/* Sends crowds (hash_crowds.c); hashes their whole state, or only the cells and states of members. */
void world_march(const test_world *world, bool by_cells);

#endif
