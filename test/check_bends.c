/* check_bends.c: `check_bends FIRST LAST` holds labels of bends against Dijkstra's algorithm: all pairs
 * of cells of the hard maps with numbers FIRST to LAST - 1, both corner settings, searches broken
 * off at random. `check_bends PAIRS MAP...` does the same with random pairs of files. Not part of
 * the suite: `make check-bends` runs it for as long as one likes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bend_check.h"
#include "hard_maps.h"

static void print(const char *name, const bend_totals *totals)
{
    printf("%-24s %llu maps, %llu pairs, %llu wrong\n", name, (unsigned long long)totals->maps,
           (unsigned long long)totals->pairs, (unsigned long long)totals->wrong);
    (void)fflush(stdout);
}

/* Sides of 2 to 15 cells; every 64th map is larger than a block. */
static void check_seed(uint64_t seed, bend_totals *totals)
{
    static unsigned char open[400 * 48];
    uint32_t width = 2 + (uint32_t)(seed % 14), height = 2 + (uint32_t)(seed / 14 % 14);
    bool large = seed % 64 == 63;
    if (large) {
        width = 20 + (uint32_t)(seed % 380);
        height = 10 + (uint32_t)(seed / 64 % 38);
    }
    hard_map_draw(seed, width, height, open);
    for (uint32_t corners = 0; corners < 2; corners++) {
        cairn_map_def def = {.size = sizeof def, .corners = corners};
        cairn_map *map;
        if (cairn_map_create(width, height, open, &def, &map) != CAIRN_OK)
            abort();
        char name[48];
        (void)snprintf(name, sizeof name, "seed %llu corners %u", (unsigned long long)seed,
                       corners);
        bend_check_map(map, name, seed, large ? 4 : width * height, large ? 400 : UINT32_MAX,
                       totals);
        cairn_map_close(map);
    }
}

static int check_seeds(uint64_t first, uint64_t end)
{
    bend_totals totals = {0};
    for (uint64_t seed = first; seed < end; seed++) {
        check_seed(seed, &totals);
        if ((seed + 1) % 20000 == 0)
            print("so far", &totals);
    }
    print("in all", &totals);
    return totals.wrong == 0 ? 0 : 1;
}

static int check_files(uint32_t pairs, char **paths)
{
    bend_totals sum = {0};
    for (; *paths != NULL; paths++)
        for (uint32_t corners = 0; corners < 2; corners++) {
            cairn_map_def def = {.size = sizeof def, .corners = corners};
            bend_totals totals = {0};
            cairn_map *map;
            if (cairn_map_open(*paths, &def, &map) != CAIRN_OK) {
                (void)fprintf(stderr, "check_bends: %s cannot be opened\n", *paths);
                return 2;
            }
            bend_check_map(map, *paths, 1, 10, pairs / 10 + 1, &totals);
            cairn_map_close(map);
            sum.maps += totals.maps;
            sum.pairs += totals.pairs;
            sum.wrong += totals.wrong;
            print(*paths, &totals);
        }
    print("in all", &sum);
    return sum.wrong == 0 ? 0 : 1;
}

int main(int count, char **arguments)
{
    char *end = NULL;
    if (count < 3) {
        (void)fprintf(stderr, "usage: check_bends FIRST LAST | check_bends PAIRS MAP...\n");
        return 2;
    }
    unsigned long long first = strtoull(arguments[1], NULL, 10);
    unsigned long long last = strtoull(arguments[2], &end, 10);
    if (*end == '\0')
        return check_seeds(first, last);
    return check_files((uint32_t)first, arguments + 2);
}
