/* bench_build_map.c: the maps of `make bench-build` and `make bench-kinds`: enlarged ones that the
 * Makefile left in the folder, and maps made in code. */
#include "bench_build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../scenes/scenes.h"

void bench_count_corners(const void *path, void *result)
{
    cairn_map *map = bench_open_map(path);
    cairn_map_info info = bench_get_map_info(map);
    uint32_t *corners = result;
    for (uint32_t i = 0; i < info.width * info.height; i++) {
        uint16_t x = (uint16_t)(i % info.width), y = (uint16_t)(i / info.width);
        bool turns = false;
        for (int side = 0; side < 4; side++) {
            /* Beyond the border a coordinate wraps to a cell that is outside, too. */
            uint16_t across = (uint16_t)(x + (side & 1) * 2 - 1);
            uint16_t down = (uint16_t)(y + (side & 2) - 1);
            turns = turns || (cairn_map_is_open(map, cairn_cell_at(across, y)) &&
                              cairn_map_is_open(map, cairn_cell_at(x, down)) &&
                              !cairn_map_is_open(map, cairn_cell_at(across, down)));
        }
        *corners += turns && cairn_map_is_open(map, cairn_cell_at(x, y));
    }
    cairn_map_close(map);
}

static void write_scene(const cairn_scene *scene, const char *path)
{
    cairn_map_def def = {.size = sizeof def};
    cairn_map_writer *writer;
    bench_check(cairn_map_writer_open(path, scene->width, scene->height, &def, &writer), path);
    for (uint32_t y = 0; y < scene->height; y++)
        bench_check(cairn_map_writer_write(writer, scene->cells + (size_t)y * scene->width), path);
    bench_check(cairn_map_writer_close(writer, true), path);
}

bench_map_file bench_make_scene(const bench_request *request, const char *kind, uint32_t side,
                                uint64_t seed)
{
    bench_map_file file;
    cairn_scene scene;
    cairn_scene_kind number = CAIRN_SCENE_OPEN;
    (void)snprintf(file.name, sizeof file.name, "%s %" PRIu32 " #%" PRIu64, kind, side, seed);
    (void)snprintf(file.path, sizeof file.path, "%s/%s-%" PRIu32 "-%" PRIu64 ".map",
                   request->folder, kind, side, seed);
    (void)fprintf(stderr, "%s\n", file.path);
    if (!cairn_scene_kind_find(kind, &number))
        bench_check(CAIRN_ARGUMENT, kind);
    bench_check(cairn_scene_generate(number, side, side, seed, &scene), kind);
    write_scene(&scene, file.path);
    cairn_scene_free(&scene);
    return file;
}

/* The shared maps in use, and what stands in for one that is not there: a kind and a side at factor
 * 1 that give about as many open cells. */
typedef struct shared_map {
    const char *name;
    uint32_t factor; /* that the demands name */
    const char *kind;
    uint32_t side;
} shared_map;

static const shared_map shared_maps[BENCH_DEMANDED_MAPS] = {{"TheFrozenSea", 4, "warzone", 1012},
                                                            {"Cauldron", 4, "warzone", 947},
                                                            {"Expedition", 4, "warzone", 933},
                                                            {"ost100d", 9, "caves", 508}};

static bench_map_file make_stand_in(const bench_request *request, const char *name, uint32_t factor)
{
    const shared_map *map = shared_maps;
    while (strcmp(map->name, name) != 0)
        map++;
    return bench_make_scene(request, map->kind, map->side * factor, 1);
}

bench_map_file bench_find_scaled(const bench_request *request, const char *name, uint32_t factor)
{
    bench_map_file file;
    (void)snprintf(file.name, sizeof file.name, "%s x%" PRIu32, name, factor);
    (void)snprintf(file.path, sizeof file.path, "%s/%s-x%" PRIu32 ".map", request->folder, name,
                   factor);
    if (access(file.path, R_OK) == 0)
        return file;
    (void)fprintf(stderr, "%s is not there: using a generated map instead\n", file.path);
    return make_stand_in(request, name, factor);
}

bench_map_file bench_find_demanded(const bench_request *request, uint32_t index)
{
    return bench_find_scaled(request, shared_maps[index].name, shared_maps[index].factor);
}
