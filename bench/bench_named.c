/* bench_named.c: the maps that demands on changing maps and on crowds name. */
#include "bench_build.h"

#include <stdio.h>
#include <unistd.h>

static const struct {
    const char *name, *file;
    bool is_level;
} maps[] = {{"C", "Cauldron-x4.map", false},
            {"O", "ost100d-x9.map", false},
            {"MAP20", "freedoom2-map20.map", true}};

bool bench_find_named_map(const bench_request *request, size_t *index, bench_named_map *map)
{
    for (; *index < sizeof maps / sizeof maps[0]; ++*index) {
        const char *folder = maps[*index].is_level ? request->levels : request->folder;
        map->name = maps[*index].name;
        (void)snprintf(map->path, sizeof map->path, "%s/%s", folder != NULL ? folder : ".",
                       maps[*index].file);
        if (access(map->path, R_OK) == 0) {
            ++*index;
            return true;
        }
        (void)fprintf(stderr, "%s is not there: %s is left out\n", map->path, map->name);
    }
    return false;
}

bool bench_find_map(const bench_request *request, size_t *index, bench_named_map *map)
{
    static const char *const natives[] = {"sc1/TheFrozenSea", "dao/ost100d"};
    const size_t count = sizeof natives / sizeof natives[0];
    for (; request->maps != NULL && *index < count; ++*index) {
        map->name = natives[*index];
        (void)snprintf(map->path, sizeof map->path, "%s/%s.map", request->maps, map->name);
        if (access(map->path, R_OK) == 0) {
            ++*index;
            return true;
        }
        (void)fprintf(stderr, "%s is not there: it is left out\n", map->path);
    }
    size_t named = *index < count ? 0 : *index - count;
    bool found = bench_find_named_map(request, &named, map);
    *index = named + count;
    return found;
}
