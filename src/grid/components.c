/* components.c: connected components by joining runs of open cells between one row and the next.
 * With strict corners a diagonal move always has a way around by two cardinal ones, so only
 * overlapping runs join; with free corners runs that touch diagonally do too. */
#include "grid/components.h"

#include <string.h>

#include "base/forest.h"
#include "base/memory.h"
#include "grid/living.h"

/* The runs of open cells in a map are numbered in row-major order. */
typedef struct run {
    int32_t first; /* cell of its row */
    int32_t last;
} run;

/* Reads the runs of a row from left to right. */
typedef struct run_reader {
    const cairn_map *map;
    int32_t x;
    int32_t y;
} run_reader;

/* Counts from x on to the first cell that is open (or not), staying in the map. */
static int32_t find_cell(const cairn_map *map, int32_t x, int32_t y, bool open)
{
    int32_t width = (int32_t)map->info.width;
    while (x < width) {
        uint64_t row = cairn__tile_at(map, x, y)->row[y & 63];
        uint64_t wanted = (open ? row : ~row) >> (x & 63);
        if (wanted != 0)
            return x + (int32_t)cairn__count_trailing_zeros(wanted);
        x = (x | 63) + 1;
    }
    return width;
}

static bool read_run(run_reader *reader, run *found)
{
    int32_t width = (int32_t)reader->map->info.width;
    found->first = find_cell(reader->map, reader->x, reader->y, true);
    if (found->first >= width)
        return false;
    int32_t end = find_cell(reader->map, found->first, reader->y, false);
    found->last = (end < width ? end : width) - 1;
    reader->x = found->last + 1;
    return true;
}

/* The sets of runs that are joined. */
typedef struct forest {
    cairn_allocator allocator;
    uint32_t *parents;
    size_t count;
    size_t capacity;
} forest;

static cairn_status add_run(forest *runs)
{
    if (runs->count == runs->capacity) {
        uint32_t *parents = cairn__grow(&runs->allocator, runs->parents, runs->count,
                                        sizeof *parents, &runs->capacity, 1024);
        if (parents == NULL)
            return CAIRN_MEMORY;
        runs->parents = parents;
    }
    runs->parents[runs->count] = (uint32_t)runs->count;
    runs->count++;
    return CAIRN_OK;
}

/* Adds the runs of row y and joins them with those above, which are numbered from `above_first`
 * on. Both rows are read in step. */
static cairn_status add_row(const cairn_map *map, forest *runs, int32_t y, uint32_t above_first)
{
    int32_t reach = map->info.corners == CAIRN_CORNERS_FREE ? 1 : 0;
    run_reader reader = {map, 0, y};
    run_reader above_reader = {map, 0, y - 1};
    run here, above;
    uint32_t above_index = above_first;
    bool has_above = y > 0 && read_run(&above_reader, &above);
    while (read_run(&reader, &here)) {
        uint32_t index = (uint32_t)runs->count;
        cairn_status status = add_run(runs);
        if (status != CAIRN_OK)
            return status;
        while (has_above && above.last + reach < here.first) {
            has_above = read_run(&above_reader, &above);
            above_index++;
        }
        /* The last run above may touch the next run here too, so it stays current. */
        while (has_above && above.first <= here.last + reach) {
            cairn__join_sets(runs->parents, above_index, index);
            if (above.last > here.last)
                break;
            has_above = read_run(&above_reader, &above);
            above_index++;
        }
    }
    return CAIRN_OK;
}

static cairn_status join_runs(const cairn_map *map, forest *runs)
{
    uint32_t above_first = 0;
    for (int32_t y = 0; y < (int32_t)map->info.height; y++) {
        uint32_t first = (uint32_t)runs->count;
        cairn_status status = add_row(map, runs, y, above_first);
        if (status != CAIRN_OK)
            return status;
        above_first = first;
    }
    return CAIRN_OK;
}

/* Turns parents into component numbers. A parent has a lower number than its child, so one pass
 * in order finds it numbered already. */
static void number_components(cairn_map *map, forest *runs)
{
    uint32_t components = 0;
    for (size_t i = 0; i < runs->count; i++) {
        uint32_t parent = runs->parents[i];
        runs->parents[i] = parent == i ? components++ : runs->parents[parent];
    }
    map->info.components = components;
}

/* Says where components begin and how large they are. */
static cairn_status find_extents(cairn_map *map, const forest *runs)
{
    map->extents =
        cairn__allocate_zeroed(&map->allocator, map->info.components, sizeof *map->extents);
    if (map->extents == NULL)
        return CAIRN_MEMORY;
    map->info.bytes += map->info.components * sizeof *map->extents;
    size_t index = 0;
    for (int32_t y = 0; y < (int32_t)map->info.height; y++) {
        run_reader reader = {map, 0, y};
        run here;
        while (read_run(&reader, &here)) {
            cairn__extent *extent = &map->extents[runs->parents[index++]];
            if (extent->cells == 0)
                extent->first = (cairn__xy){.x = (uint16_t)here.first, .y = (uint16_t)y};
            extent->cells += (uint32_t)(here.last - here.first + 1);
        }
    }
    return CAIRN_OK;
}

/* Finds the largest component; among equals the first. */
static void find_largest(cairn_map *map)
{
    for (uint32_t i = 0; i < map->info.components; i++)
        if (map->extents[i].cells > map->info.largest_component) {
            map->info.largest_component = map->extents[i].cells;
            map->largest = i;
        }
}

cairn__extent cairn__get_extent(const cairn_map *map, uint32_t component)
{
    if (map->living == NULL)
        return map->extents[component];
    const cairn__components *components = &map->living->components;
    const cairn__joined *joined = &components->list[(uint32_t)components->order[component]];
    return (cairn__extent){cairn__unpack(joined->first), joined->cells};
}

/* What to do with each run in a tile. A run that crosses tiles is given in parts, one for each
 * tile. */
typedef void (*part_function)(cairn_map *map, size_t place, cairn__xy first, uint32_t component);

static void for_each_part(cairn_map *map, const forest *runs, part_function act)
{
    size_t index = 0;
    for (int32_t y = 0; y < (int32_t)map->info.height; y++) {
        run_reader reader = {map, 0, y};
        run here;
        while (read_run(&reader, &here)) {
            uint32_t component = runs->parents[index++];
            for (int32_t x = here.first; x <= here.last; x = (x | 63) + 1)
                act(map, cairn__tile_place(map, x, y),
                    (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y}, component);
        }
    }
}

/* While tiles are examined. */
#define UNSEEN UINT32_MAX

static void note_component(cairn_map *map, size_t place, cairn__xy first, uint32_t component)
{
    (void)first;
    if (map->components[place] == UNSEEN)
        map->components[place] = component;
    else if (map->components[place] != component)
        map->components[place] = CAIRN__SEVERAL_COMPONENTS;
}

static bool has_several(const cairn_map *map, size_t place)
{
    uint32_t component = map->components[place];
    return component != UNSEEN && (component & CAIRN__SEVERAL_COMPONENTS) != 0;
}

static cairn__tile_runs *get_tile_runs(const cairn_map *map, size_t place)
{
    return &map->tile_runs[map->components[place] & ~CAIRN__SEVERAL_COMPONENTS];
}

static void count_tile_runs(const cairn__tile *tile, cairn__tile_runs *runs)
{
    uint32_t count = 0;
    for (uint32_t y = 0; y < 64; y++) {
        runs->before[y] = (uint16_t)count;
        count += cairn__count_ones(tile->row[y] & ~(tile->row[y] << 1));
    }
    runs->first = runs->count = 0;
}

/* Gives every tile with several components its place in tile_runs. */
static cairn_status list_tiles(cairn_map *map, size_t places)
{
    uint32_t tiles = 0;
    for (size_t place = 0; place < places; place++)
        if (has_several(map, place))
            map->components[place] = CAIRN__SEVERAL_COMPONENTS | tiles++;
    map->tile_runs = cairn__allocate(&map->allocator, tiles, sizeof *map->tile_runs);
    if (map->tile_runs == NULL)
        return CAIRN_MEMORY;
    map->info.bytes += tiles * sizeof *map->tile_runs;
    for (size_t place = 0; place < places; place++)
        if (has_several(map, place))
            count_tile_runs(&map->tiles[map->directory[place]], get_tile_runs(map, place));
    return CAIRN_OK;
}

static void count_listed(cairn_map *map, size_t place, cairn__xy first, uint32_t component)
{
    (void)first;
    if (has_several(map, place) && component != map->largest)
        get_tile_runs(map, place)->count++;
}

/* Room for the lists; each tile's begins where the one before ends. `count` starts again at 0. */
static cairn_status reserve_lists(cairn_map *map, size_t places)
{
    uint32_t total = 0;
    for (size_t place = 0; place < places; place++)
        if (has_several(map, place)) {
            cairn__tile_runs *runs = get_tile_runs(map, place);
            runs->first = total;
            total += runs->count;
            runs->count = 0;
        }
    map->run_numbers = cairn__allocate(&map->allocator, total, sizeof *map->run_numbers);
    map->run_components = cairn__allocate(&map->allocator, total, sizeof *map->run_components);
    map->info.bytes += total * (sizeof *map->run_numbers + sizeof *map->run_components);
    return map->run_numbers != NULL && map->run_components != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

/* Parts come row by row and, in a row, from left to right: in the order of their numbers. */
static void list_run(cairn_map *map, size_t place, cairn__xy first, uint32_t component)
{
    if (!has_several(map, place) || component == map->largest)
        return;
    cairn__tile_runs *runs = get_tile_runs(map, place);
    uint64_t row = map->tiles[map->directory[place]].row[first.y & 63];
    uint64_t to_the_left = (UINT64_C(1) << (first.x & 63)) - 1;
    uint32_t next = runs->first + runs->count++;
    map->run_numbers[next] =
        (uint16_t)(runs->before[first.y & 63] + cairn__count_ones(row & ~(row << 1) & to_the_left));
    map->run_components[next] = component;
}

static cairn_status fill_in(cairn_map *map, const forest *runs, size_t places)
{
    memset(map->components, 0xff, places * sizeof *map->components);
    for_each_part(map, runs, note_component);
    cairn_status status = list_tiles(map, places);
    if (status != CAIRN_OK)
        return status;
    for_each_part(map, runs, count_listed);
    status = reserve_lists(map, places);
    if (status == CAIRN_OK)
        for_each_part(map, runs, list_run);
    return status;
}

cairn_status cairn__find_components(cairn_map *map)
{
    size_t places = (size_t)map->tiles_across * map->tiles_down;
    forest runs = {.allocator = map->allocator};
    map->components = cairn__allocate(&map->allocator, places, sizeof *map->components);
    map->info.bytes += places * sizeof *map->components;
    cairn_status status = map->components == NULL ? CAIRN_MEMORY : join_runs(map, &runs);
    if (status == CAIRN_OK) {
        number_components(map, &runs);
        status = find_extents(map, &runs);
    }
    if (status == CAIRN_OK) {
        find_largest(map);
        status = fill_in(map, &runs, places);
    }
    cairn__release(&map->allocator, runs.parents);
    return status;
}

/* ---- of a copy ---- */

static cairn_status copy_extents(cairn_map *copy, const cairn_map *map)
{
    uint32_t count = map->info.components;
    copy->extents = cairn__allocate(&copy->allocator, count, sizeof *copy->extents);
    if (copy->extents == NULL)
        return CAIRN_MEMORY;
    copy->info.bytes += count * sizeof *copy->extents;
    for (uint32_t i = 0; i < count; i++)
        copy->extents[i] = cairn__get_extent(map, i);
    return CAIRN_OK;
}

/* The same as for_each_part(), of the tiles with several components alone. */
static void for_each_listed(cairn_map *copy, const cairn_map *map, size_t places, part_function act)
{
    for (size_t place = 0; place < places; place++) {
        uint32_t left = (uint32_t)(place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
        uint32_t top = (uint32_t)(place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
        for (uint32_t y = 0; has_several(copy, place) && y < CAIRN__TILE_SIDE; y++) {
            uint64_t row = map->tiles[map->directory[place]].row[y];
            for (uint64_t starts = row & ~(row << 1); starts != 0; starts &= starts - 1) {
                uint32_t x = left + cairn__count_trailing_zeros(starts);
                cairn__xy first = {.x = (uint16_t)x, .y = (uint16_t)(top + y)};
                act(copy, place, first, cairn__component_of(map, first));
            }
        }
    }
}

/* What a map that does not change has at a place. */
static uint32_t get_number_at(const cairn_map *map, size_t place)
{
    uint32_t key = map->components[place];
    bool is_key = map->living != NULL && (key & CAIRN__SEVERAL_COMPONENTS) == 0;
    return is_key ? cairn__component_of_key(map, key) : key;
}

cairn_status cairn__copy_components(cairn_map *copy, const cairn_map *map)
{
    size_t places = (size_t)map->tiles_across * map->tiles_down;
    copy->components = cairn__allocate(&copy->allocator, places, sizeof *copy->components);
    if (copy->components == NULL)
        return CAIRN_MEMORY;
    copy->info.bytes += places * sizeof *copy->components;
    for (size_t place = 0; place < places; place++)
        copy->components[place] = get_number_at(map, place);
    cairn_status status = copy_extents(copy, map);
    if (status == CAIRN_OK)
        status = list_tiles(copy, places);
    if (status != CAIRN_OK)
        return status;
    for_each_listed(copy, map, places, count_listed);
    status = reserve_lists(copy, places);
    if (status == CAIRN_OK)
        for_each_listed(copy, map, places, list_run);
    return status;
}
