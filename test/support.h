/* support.h: what the tests share: random numbers, maps in both worlds (the library's and the
 * reference's), databases in both, a counting allocator, a temporary folder. */
#ifndef CAIRN_TEST_SUPPORT_H
#define CAIRN_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <cairn/cairn.h>

#include "agents.h"
#include "build_plan.h"
#include "reference.h"
#include "scenes/scenes.h"

/* ---- how much is looked at ---- */

/* A build that is many times slower, as with sanitizers, looks at one in CAIRN_TEST_STRIDE (of CMake)
 * of the maps and cases that tests go through by the hundred. All other builds look at all of them. */
enum { TEST_STRIDE = CAIRN_TEST_STRIDE };

/* Whether a map or case, by its number, is looked at. */
static inline bool test_looks_at(uint64_t number)
{
    return number % TEST_STRIDE == 0;
}

/* The same of scenes, of which every one is looked at: in half of the ways that they are looked at, such as
 * under one of the two corner rules, in turn. */
static inline bool test_looks_at_scene(uint32_t number, uint32_t way)
{
    return TEST_STRIDE == 1 || (number + way) % 2 == 1;
}

/* ---- random numbers: the same on every machine ---- */

typedef struct test_random {
    uint64_t state;
} test_random;

uint64_t test_draw(test_random *random);

/* Uniform in 0 .. limit - 1. */
int test_draw_below(test_random *random, int limit);

/* A cell of a map of this size: x is drawn first, whatever the compiler. */
cairn_cell test_draw_cell(test_random *random, uint32_t width, uint32_t height);

/* ---- worlds ---- */

/* The properties of a map. */
static inline cairn_map_info test_get_map_info(const cairn_map *map)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    return info;
}

/* Facts common to all kinds of databases. */
static inline cairn_db_info test_get_db_info(const cairn_db *db)
{
    cairn_db_info info = {.size = sizeof info};
    (void)cairn_db_get_info(db, &info);
    return info;
}

/* A figure of a database; 0 if its kind has none of that name. */
static inline uint64_t test_get_figure(const cairn_db *db, const char *name)
{
    uint64_t value = 0;
    (void)cairn_db_find_figure(db, name, &value);
    return value;
}

/* A planner by A*. */
static inline cairn_planner *test_make_astar(const cairn_map *map, cairn_costs costs)
{
    cairn_planner_def def = {.size = sizeof def, .method = CAIRN_METHOD_ASTAR, .costs = costs};
    cairn_planner *planner = NULL;
    (void)cairn_planner_create(map, NULL, &def, &planner);
    return planner;
}

/* Finds a path, and the cells of it that there is room for. */
static inline cairn_status test_find_path(cairn_planner *planner, cairn_cell from, cairn_cell to,
                                          size_t capacity, cairn_cell *cells, size_t *count)
{
    cairn_status status = cairn_planner_find(planner, from, to, NULL);
    return status == CAIRN_OK ? cairn_planner_get_path(planner, 0, capacity, cells, count) : status;
}

/* The figures of a planner's last search. */
static inline cairn_planner_stats test_get_planner_stats(cairn_planner *planner)
{
    cairn_planner_stats stats = {.size = sizeof stats};
    (void)cairn_planner_get_stats(planner, &stats);
    return stats;
}

/* One map, for the library and for the reference. */
typedef struct test_world {
    char name[64];
    unsigned char *cells;
    int *open; /* the open cells, in order */
    int open_count;
    cairn_map *map;
    ref_map ref;
    int *components;
} test_world;

/* Any byte but 0 is open. */
void test_world_create(test_world *world, int width, int height, const unsigned char *cells,
                       cairn_corners corners);

/* From the characters of a scene. */
void test_world_create_of_text(test_world *world, int width, int height, const char *text,
                               cairn_corners corners);
void test_world_create_small(test_world *world, uint32_t index, cairn_corners corners);
void test_world_create_scene(test_world *world, cairn_scene_kind kind, int width, int height,
                             cairn_corners corners);

/* Independent cells, `blocked` of 100 blocked. */
void test_world_create_random(test_world *world, int width, int height, int blocked,
                              cairn_corners corners, test_random *random);
void test_world_destroy(test_world *world);

/* A random open cell, REF_NONE if there is none. */
int test_world_draw(const test_world *world, test_random *random);
bool test_world_is_joined(const test_world *world, int a, int b);

cairn_cell test_world_get_cell(const test_world *world, int cell);
int test_world_get_id(const test_world *world, cairn_cell cell);

/* Prints the map (unless it is large) with a pair of cells, to explain a failure. */
void test_world_print(const test_world *world, int from, int to);

/* Calls `check` with every small scene, then with `count` random maps of up to `side` cells a
 * side, each under both corner rules; as far as they are looked at. Gives the number of calls. */
typedef void (*test_world_check)(test_world *world, void *context);
int test_for_worlds(int count, int side, uint64_t seed, test_world_check check, void *context);

/* ---- databases ---- */

/* One database, for the library and for the reference. */
typedef struct test_database {
    void *image;
    size_t bytes;
    cairn_db *db;
    ref_database ref;
    ref_record *records;
    int *states;
} test_database;

/* False if the map has no pair of cells a record could be made of. */
bool test_database_create(test_database *database, const test_world *world, uint32_t records,
                          uint64_t seed);
void test_database_destroy(test_database *database);

/* All fragments of a database's records as records, in the order (record, first, last). */
typedef struct test_fragments {
    ref_database ref;
    ref_record *records;
} test_fragments;

void test_fragments_create(test_fragments *fragments, const test_database *database);
void test_fragments_destroy(test_fragments *fragments);

/* ---- an allocator that counts, and fails on demand ---- */

typedef struct test_counter {
    size_t allocations;
    size_t releases;
    size_t fail_at; /* the allocation of this number fails, from 1; 0: none */
} test_counter;

cairn_allocator test_counter_get_allocator(test_counter *counter);

/* ---- files ---- */

typedef struct test_folder {
    char path[256];
} test_folder;

void test_folder_create(test_folder *folder);

/* Removes it with the files in it. */
void test_folder_destroy(const test_folder *folder);

/* Names in it that do not begin with a point. */
int test_folder_count_files(const test_folder *folder);
void test_folder_get_path(const test_folder *folder, const char *name, size_t capacity, char *path);
void test_file_write(const char *path, const void *bytes, size_t count);
char *test_file_read(const char *path, size_t *count);

/* The folder of shared maps and scenarios; false if it is not there. */
bool test_find_shared(size_t capacity, char *path);

#endif
