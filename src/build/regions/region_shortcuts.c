/* region_shortcuts.c: which neighbours of a region are joined past it.
 *
 * A way through a seed is a detour for those who only pass. How much a shortcut could save is known
 * before its path is: no path is shorter than the distance of its ends. */
#include "base/xy.h"
#include "build/regions/region_shortcuts.h"

#include <stdlib.h>

#include "base/memory.h"

/* Savings are counted in such parts of the distance; less than one is not worth a way. */
#define PARTS 16
#define MOST_PARTS 255

static cairn_status add(cairn__region_shortcuts *shortcuts, cairn__region_shortcut shortcut,
                        const cairn_allocator *allocator)
{
    if (shortcuts->count == shortcuts->capacity) {
        cairn__region_shortcut *grown = cairn__grow(allocator, shortcuts->list, shortcuts->count,
                                                    sizeof *grown, &shortcuts->capacity, 1024);
        if (grown == NULL)
            return CAIRN_MEMORY;
        shortcuts->list = grown;
    }
    shortcuts->list[shortcuts->count++] = shortcut;
    return CAIRN_OK;
}

/* All pairs of neighbours of one region. */
static cairn_status add_pairs(const cairn__region_graph *graph, const cairn__region_ways *ways,
                              uint32_t region, const cairn_allocator *allocator,
                              cairn__region_shortcuts *shortcuts)
{
    cairn_status status = CAIRN_OK;
    for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
        uint32_t cost = cairn__region_ways_get_cost(ways, graph, region, i, false);
        for (size_t j = i + 1; status == CAIRN_OK && j < graph->firsts[region + 1]; j++) {
            uint64_t pair = (uint64_t)graph->neighbours[i] << 32 | graph->neighbours[j];
            uint32_t through = cost + cairn__region_ways_get_cost(ways, graph, region, j, false);
            status = add(shortcuts, (cairn__region_shortcut){pair, through}, allocator);
        }
    }
    return status;
}

static int compare(const void *a, const void *b)
{
    const cairn__region_shortcut *left = a, *right = b;
    if (left->pair != right->pair)
        return left->pair < right->pair ? -1 : 1;
    return (left->cost > right->cost) - (left->cost < right->cost);
}

/* What a shortcut may save at most. */
static uint32_t get_parts(const cairn__region_shortcut *shortcut, const cairn__xy *seeds)
{
    uint64_t distance =
        cairn__get_distance(seeds[shortcut->pair >> 32], seeds[(uint32_t)shortcut->pair]);
    if (shortcut->cost <= distance)
        return 0;
    uint64_t parts = (shortcut->cost - distance) * PARTS / distance;
    return parts < MOST_PARTS ? (uint32_t)parts : MOST_PARTS;
}

/* The best region for each pair alone; neighbours have a way already. */
static void keep_best(const cairn__region_graph *graph, cairn__region_shortcuts *shortcuts)
{
    size_t kept = 0;
    uint64_t last = UINT64_MAX;
    if (shortcuts->count > 1)
        qsort(shortcuts->list, shortcuts->count, sizeof *shortcuts->list, compare);
    for (size_t i = 0; i < shortcuts->count; i++) {
        cairn__region_shortcut shortcut = shortcuts->list[i];
        if (shortcut.pair == last)
            continue;
        last = shortcut.pair;
        uint32_t low = (uint32_t)(last >> 32), high = (uint32_t)last;
        size_t place = graph->firsts[low];
        while (place < graph->firsts[low + 1] && graph->neighbours[place] != high)
            place++;
        if (place == graph->firsts[low + 1])
            shortcuts->list[kept++] = shortcut;
    }
    shortcuts->count = kept;
}

/* Leaves out those that save least until there are few enough. */
static void keep_most_saving(const cairn__xy *seeds, size_t limit,
                             cairn__region_shortcuts *shortcuts)
{
    size_t counts[MOST_PARTS + 1] = {0}, sum = 0, kept = 0;
    uint32_t least = MOST_PARTS;
    for (size_t i = 0; i < shortcuts->count; i++)
        counts[get_parts(&shortcuts->list[i], seeds)]++;
    for (sum = counts[least]; least > 1 && sum + counts[least - 1] <= limit; least--)
        sum += counts[least - 1];
    for (size_t i = 0; i < shortcuts->count; i++)
        if (get_parts(&shortcuts->list[i], seeds) >= least)
            shortcuts->list[kept++] = shortcuts->list[i];
    shortcuts->count = kept < limit ? kept : limit;
}

cairn_status cairn__region_shortcuts_find(const cairn__region_graph *graph,
                                          const cairn__region_ways *ways, const cairn__xy *seeds,
                                          const cairn_allocator *allocator, size_t limit,
                                          cairn__region_shortcuts *shortcuts)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t region = 0; status == CAIRN_OK && region < graph->count; region++)
        status = add_pairs(graph, ways, region, allocator, shortcuts);
    if (status != CAIRN_OK)
        return status;
    keep_best(graph, shortcuts);
    keep_most_saving(seeds, limit, shortcuts);
    return CAIRN_OK;
}

void cairn__region_shortcuts_close(const cairn__region_shortcuts *shortcuts,
                                   const cairn__region_graph *graph, cairn__region_ways *ways)
{
    for (size_t i = 0; i < shortcuts->count; i++) {
        uint32_t low = (uint32_t)(shortcuts->list[i].pair >> 32);
        uint32_t high = (uint32_t)shortcuts->list[i].pair;
        size_t place = graph->firsts[low];
        while (graph->neighbours[place] != high)
            place++;
        cairn__region_way *way = &ways->ways[cairn__region_ways_find(ways, graph, low, place)];
        uint64_t cost = way->costs[0];
        if (cost + cost / (UINT64_C(2) * PARTS) >= shortcuts->list[i].cost)
            way->costs[0] = way->costs[1] = CAIRN__NO_WAY;
    }
}
