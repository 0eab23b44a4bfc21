/* components.h: which cells are joined by moves. */
#ifndef CAIRN_COMPONENTS_H
#define CAIRN_COMPONENTS_H

#include "base/xy.h"
#include "grid/tiles.h"

/* Fills in the components of a map that does not change from its tiles. Time: linear in its tiles and runs of open cells,
 * nearly. */
cairn_status cairn__find_components(cairn_map *map);

/* Fills in those of a copy of a map that has all else, from the map's. */
cairn_status cairn__copy_components(cairn_map *copy, const cairn_map *map);

/* Where a component of a map begins, and its size. */
cairn__extent cairn__get_extent(const cairn_map *map, uint32_t component);

/* The place in the lists of the first listed run of a tile whose number is not below `number`. */
static inline uint32_t cairn__find_listed(const cairn_map *map, const cairn__tile_runs *runs,
                                          uint32_t number)
{
    uint32_t first = runs->first, end = first + runs->count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (map->run_numbers[middle] < number)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* The component of run `number` of a tile: searched for among the listed ones. */
static inline uint32_t cairn__component_of_run(const cairn_map *map, const cairn__tile_runs *runs,
                                               uint32_t number)
{
    uint32_t place = cairn__find_listed(map, runs, number);
    bool is_listed = place < runs->first + runs->count && map->run_numbers[place] == number;
    return is_listed ? map->run_components[place] : map->largest;
}

/* What cairn__component_key() says of a cell of a changing map, and its component's number. */
uint32_t cairn__component_key_of_patch(const cairn_map *map, size_t place, cairn__xy cell);
uint32_t cairn__component_of_key(const cairn_map *map, uint32_t key);

/* The same for all open cells of a component, until the map changes; the cell must be inside. */
static inline uint32_t cairn__component_key(const cairn_map *map, cairn__xy cell)
{
    size_t place = cairn__tile_place(map, cell.x, cell.y);
    uint32_t component = map->components[place];
    if (CAIRN__LIKELY((component & CAIRN__SEVERAL_COMPONENTS) == 0))
        return component;
    if (map->living != NULL)
        return cairn__component_key_of_patch(map, place, cell);
    const cairn__tile_runs *runs = &map->tile_runs[component & ~CAIRN__SEVERAL_COMPONENTS];
    uint64_t row = map->tiles[map->directory[place]].row[cell.y & 63];
    uint64_t starts = row & ~(row << 1);
    uint64_t up_to_here = UINT64_MAX >> (63 - (cell.x & 63));
    uint32_t number = runs->before[cell.y & 63] + cairn__count_ones(starts & up_to_here) - 1;
    return cairn__component_of_run(map, runs, number);
}

/* The number of an open cell's component; the cell must be inside. */
static inline uint32_t cairn__component_of(const cairn_map *map, cairn__xy cell)
{
    uint32_t key = cairn__component_key(map, cell);
    return map->living != NULL ? cairn__component_of_key(map, key) : key;
}

#endif
