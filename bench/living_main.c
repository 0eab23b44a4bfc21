/* living_main.c: `cairn-bench-living FOLDER [options]`: the tables of `make bench-living`: maps that
 * change while the game runs. FOLDER has the enlarged maps. */
#include "bench_living.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    bool (*print)(const bench_living_request *request);
} tables[] = {{"map", bench_living_changes},   {"first", bench_living_first},
              {"notice", bench_living_notice}, {"repair", bench_living_repair},
              {"replay", bench_living_replay}, {"opened", bench_living_opened},
              {"asked", bench_living_asked}};

#define TABLES (sizeof tables / sizeof tables[0])

#define MOST 1000000

static const char usage[] =
    "cairn-bench-living FOLDER [--table map|first|notice|repair|replay|opened|asked] [--changes N] "
    "[--levels DIR] [--dynamic DIR] [--maps DIR]";

bool bench_living_find_map(const bench_living_request *request, size_t *index, bench_named_map *map)
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
    bool found = bench_find_named_map(&request->base, &named, map);
    *index = named + count;
    return found;
}

static void take_option(int key, bench_living_request *request)
{
    switch (key) {
    case 'n':
        request->base.table = optarg;
        break;
    case 'c':
        request->changes = bench_parse_number(optarg, 1, MOST, usage);
        break;
    case 'l':
        request->base.levels = optarg;
        break;
    case 'd':
        request->dynamic = optarg;
        break;
    case 'm':
        request->maps = optarg;
        break;
    default:
        bench_end_with_usage(usage);
    }
}

static bench_living_request parse(int count, char **arguments)
{
    static const struct option options[] = {
        {"table", required_argument, NULL, 'n'},  {"changes", required_argument, NULL, 'c'},
        {"levels", required_argument, NULL, 'l'}, {"dynamic", required_argument, NULL, 'd'},
        {"maps", required_argument, NULL, 'm'},   {0}};
    bench_living_request request = {.changes = 2000};
    for (int key; (key = getopt_long(count, arguments, "", options, NULL)) != -1;)
        take_option(key, &request);
    if (optind != count - 1)
        bench_end_with_usage(usage);
    request.base.folder = arguments[optind];
    return request;
}

int main(int count, char **arguments)
{
    bench_living_request request = parse(count, arguments);
    bool right = true, known = false;
    for (size_t i = 0; i < TABLES; i++) {
        if (request.base.table != NULL && strcmp(request.base.table, tables[i].name) != 0)
            continue;
        known = true;
        right = tables[i].print(&request) && right;
        (void)fflush(stdout);
    }
    if (!known)
        bench_end_with_usage(usage);
    if (!right)
        (void)fprintf(stderr,
                      "cairn-bench-living: a map is not what it was after all is undone, an "
                      "answer is wrong, or a database is not the same in slices\n");
    return right ? 0 : 1;
}
