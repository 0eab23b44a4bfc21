/* bench_build.h: what the tables of `make bench-build` share: a build in a process of its own, and
 * the maps.
 *
 * The program itself opens no map: what a child uses at its peak is then that child's alone. */
#ifndef CAIRN_BENCH_BUILD_H
#define CAIRN_BENCH_BUILD_H

#include "bench.h"

/* The number of records the demands are about. */
#define BENCH_DEMANDED_RECORDS 60000

/* What a program was asked. */
typedef struct bench_request {
    const char *folder;   /* of enlarged maps */
    const char *database; /* the file every build of this run is written to */
    const char *table;    /* null: all */
    const char *levels;   /* the folder of levels; null: none */
    const char *maps;     /* the folder of MovingAI's maps; null: none */
    const char *dynamic;  /* the folder of the competition's scenario; null: none */
    const char *kind;     /* null: all */
    uint32_t records;
    uint32_t astar_records;
    uint32_t threads;
    uint32_t problems;
    uint32_t changes; /* of each kind, in table "map" */
} bench_request;

/* ---- programs ---- */

/* Prints a table; false if what must hold does not. */
typedef struct bench_table {
    const char *name;
    bool (*print)(const bench_request *request);
} bench_table;

typedef struct bench_program {
    const char *name;
    const char *const *options; /* that it has besides --table; null ends them */
    const bench_table *tables;  /* a null name ends them */
    const char *wrong;          /* what is said if a table was false */
    bench_request defaults;
} bench_program;

/* Reads the command line and prints the tables. Returns what the program ends with. */
int bench_run_program(const bench_program *program, int count, char **arguments);

/* ---- builds ---- */

/* What a child took in all. */
typedef struct bench_child_usage {
    uint64_t peak_bytes;
    double cpu; /* seconds of all its threads */
} bench_child_usage;

/* Runs a function in a child: `result` gets what it left there. A child that ends otherwise ends
 * the program. */
typedef void (*bench_child_function)(const void *task, void *result);
bench_child_usage bench_run_in_child(bench_child_function function, const void *task, void *result,
                                     size_t result_bytes);

/* A build to run, from map file to database file. */
typedef struct bench_build_task {
    const char *map;
    const char *database; /* where it is written */
    uint32_t method;
    uint32_t records;
    uint32_t threads;
} bench_build_task;

/* How it went, in seconds. */
typedef struct bench_build_result {
    bool refused; /* the method is not for this map; `engine` and all below are empty then */
    cairn_map_info map;
    cairn_engine_info engine;
    double load;
    double prepare;
    double records;
    double write;
    uint64_t file_bytes;
    bench_child_usage usage;
} bench_build_result;

bench_build_result bench_run_build(const bench_build_task *task);

/* The word for a method, such as "jump". */
const char *bench_get_method_name(uint32_t method);

/* All phases, with the time of records taken `times` that of the result. */
double bench_get_total(const bench_build_result *result, double times);

/* ---- maps ---- */

/* For a child, which gets the map's path: counts open cells that a path may turn at, those with two
 * open neighbours in cardinal directions and a blocked cell between them, into a uint32_t. Engines
 * without labels do not know how many there are. */
void bench_count_corners(const void *path, void *result);

/* A map's file and what it is called in tables. */
typedef struct bench_map_file {
    char path[512];
    char name[64];
} bench_map_file;

/* One of the demanded maps enlarged `factor` times. Where the folder does not have it, a generated
 * one of about as many open cells, named as such. */
bench_map_file bench_find_scaled(const bench_request *request, const char *name, uint32_t factor);

/* A map of the tables of `make bench-living` and `make bench-crowd`: C, O or MAP20. */
typedef struct bench_named_map {
    const char *name;
    char path[512];
} bench_named_map;

/* Map number `index`; false if there are no more. Missing files are reported and left
 * out. */
bool bench_find_named_map(const bench_request *request, size_t *index, bench_named_map *map);

/* The same with native maps before them where their folder is known. */
bool bench_find_map(const bench_request *request, size_t *index, bench_named_map *map);

/* A map made in code; `kind` is a word of scenes.h. */
bench_map_file bench_make_scene(const bench_request *request, const char *kind, uint32_t side,
                                uint64_t seed);

/* The maps the demands name, and how many they are. */
#define BENCH_DEMANDED_MAPS 4
bench_map_file bench_find_demanded(const bench_request *request, uint32_t index);

/* ---- the tables; false: methods disagree about a cost ---- */

bool bench_build_maps(const bench_request *request);
bool bench_build_engines(const bench_request *request);
bool bench_build_levels(const bench_request *request);
bool bench_build_growth(const bench_request *request);
bool bench_build_rough(const bench_request *request);

#endif
