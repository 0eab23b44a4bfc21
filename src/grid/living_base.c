/* living_base.c: the base of a changing map, as rows of those tiles where it differs from the map,
 * and what was opened since. */
#include "grid/living.h"

#include <string.h>

#include "base/memory.h"
#include "grid/bound.h"
#include "grid/gates.h"

static const uint64_t *get_rows(const cairn_map *map, size_t place)
{
    return map->tiles[map->directory[place]].row;
}

cairn_status cairn__base_reserve(cairn__living *living, size_t more)
{
    if (more <= living->base_capacity - living->base_count)
        return CAIRN_OK;
    size_t capacity = living->base_capacity, opened_capacity = capacity;
    size_t wanted = living->base_count + more;
    cairn__base_tile *base = cairn__grow(&living->allocator, living->base, living->base_count,
                                         sizeof *base, &capacity, wanted);
    if (base == NULL)
        return CAIRN_MEMORY;
    living->base = base;
    cairn__opened *opened = cairn__grow(&living->allocator, living->opened, living->opened_count,
                                        sizeof *opened, &opened_capacity, wanted);
    if (opened == NULL)
        return CAIRN_MEMORY;
    living->opened = opened;
    living->base_capacity = capacity;
    return CAIRN_OK;
}

static cairn__base_tile *add_base_tile(cairn__living *living, size_t place, const uint64_t *rows)
{
    cairn__base_tile *base = &living->base[living->base_count++];
    living->base_at[place] = (uint32_t)living->base_count;
    base->place = (uint32_t)place;
    base->opened = CAIRN__NOT_OPENED;
    base->changed_rows = base->opened_rows = 0;
    memcpy(base->rows, rows, sizeof base->rows);
    return base;
}

void cairn__base_keep(cairn_map *map, size_t place)
{
    if (map->living->base_at[place] == 0)
        (void)add_base_tile(map->living, place, get_rows(map, place));
}

static void remove_opened(cairn__living *living, cairn__base_tile *base)
{
    if (base->opened == CAIRN__NOT_OPENED)
        return;
    cairn__opened *last = &living->opened[--living->opened_count];
    living->opened[base->opened] = *last;
    living->base[last->base].opened = base->opened;
    base->opened = CAIRN__NOT_OPENED;
}

/* The last one takes its place. */
static void remove_base_tile(cairn__living *living, cairn__base_tile *base)
{
    remove_opened(living, base);
    living->base_at[base->place] = 0;
    const cairn__base_tile *last = &living->base[--living->base_count];
    if (last == base)
        return;
    *base = *last;
    living->base_at[base->place] = (uint32_t)(base - living->base) + 1;
    if (base->opened != CAIRN__NOT_OPENED)
        living->opened[base->opened].base = (uint32_t)(base - living->base);
}

static uint32_t find_highest(uint64_t word)
{
    return 63 - cairn__count_leading_zeros(word);
}

/* The box of the cells that are open in the map and not in its base; there are some. */
static cairn__opened find_box(const cairn_map *map, const cairn__base_tile *base)
{
    const uint64_t *rows = get_rows(map, base->place);
    uint32_t left = (base->place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint32_t top = (base->place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint64_t in_columns = 0;
    for (uint64_t left_over = base->opened_rows; left_over != 0; left_over &= left_over - 1) {
        uint32_t y = cairn__count_trailing_zeros(left_over);
        in_columns |= rows[y] & ~base->rows[y];
    }
    return (cairn__opened){(uint16_t)(left + cairn__count_trailing_zeros(in_columns)),
                           (uint16_t)(top + cairn__count_trailing_zeros(base->opened_rows)),
                           (uint16_t)(left + find_highest(in_columns)),
                           (uint16_t)(top + find_highest(base->opened_rows)),
                           .base = (uint32_t)(base - map->living->base)};
}

static void set_opened(cairn_map *map, cairn__base_tile *base)
{
    cairn__living *living = map->living;
    if (base->opened_rows == 0) {
        remove_opened(living, base);
        return;
    }
    if (base->opened == CAIRN__NOT_OPENED)
        base->opened = (uint32_t)living->opened_count++;
    cairn__opened box = find_box(map, base);
    cairn__find_gates(map, &box);
    living->opened[base->opened] = box;
}

void cairn__base_compare(cairn_map *map, size_t place, uint32_t y0, uint32_t y1)
{
    cairn__base_tile *base = &map->living->base[map->living->base_at[place] - 1];
    const uint64_t *rows = get_rows(map, place);
    uint64_t others = ~(UINT64_MAX >> (63 - (y1 - y0)) << y0);
    uint64_t changed_rows = base->changed_rows & others, opened_rows = base->opened_rows & others;
    for (uint32_t y = y0; y <= y1; y++) {
        changed_rows |= (uint64_t)(rows[y] != base->rows[y]) << y;
        opened_rows |= (uint64_t)((rows[y] & ~base->rows[y]) != 0) << y;
    }
    base->changed_rows = changed_rows;
    base->opened_rows = opened_rows;
    if (base->changed_rows == 0)
        remove_base_tile(map->living, base);
    else
        set_opened(map, base);
}

/* ---- another base ---- */

/* Tiles where two maps of the same size differ. */
static bool is_different(const cairn_map *map, const cairn_map *base, size_t place)
{
    if (map->directory[place] == base->directory[place] &&
        map->directory[place] <= CAIRN__TILE_OPEN)
        return false;
    return memcmp(get_rows(map, place), get_rows(base, place), sizeof map->tiles->row) != 0;
}

cairn_status cairn__living_set_base(cairn_map *map, const cairn_map *base)
{
    cairn__living *living = map->living;
    size_t places = (size_t)map->tiles_across * map->tiles_down, count = 0;
    for (size_t place = 0; place < places; place++)
        count += is_different(map, base, place);
    if (count > living->base_count &&
        cairn__base_reserve(living, count - living->base_count) != CAIRN_OK)
        return CAIRN_MEMORY;
    cairn_map *base_map = cairn__map_copy_tiles(base, &living->allocator);
    if (base_map == NULL || cairn__origin_follow(map, base) != CAIRN_OK) {
        cairn_map_close(base_map);
        return CAIRN_MEMORY;
    }
    cairn_map_close(living->base_map);
    living->base_map = base_map;
    memset(living->base_at, 0, places * sizeof *living->base_at);
    living->base_count = living->opened_count = 0;
    living->base_fingerprint = base->info.fingerprint;
    for (size_t place = 0; place < places; place++)
        if (is_different(map, base, place)) {
            (void)add_base_tile(living, place, get_rows(base, place));
            cairn__base_compare(map, place, 0, CAIRN__TILE_SIDE - 1);
        }
    map->info.bytes = cairn__living_get_bytes(map);
    return CAIRN_OK;
}

static uint16_t clamp(uint16_t number, uint16_t low, uint16_t high)
{
    return number < low ? low : number > high ? high : number;
}

static cairn__xy get_nearest(const cairn__opened *box, cairn__xy cell)
{
    return (cairn__xy){.x = clamp(cell.x, box->x0, box->x1), .y = clamp(cell.y, box->y0, box->y1)};
}

uint32_t cairn__get_box_bound(const cairn_map *map, const cairn__opened *box, cairn__xy cell)
{
    return cairn__bound(map, cell, get_nearest(box, cell));
}

uint32_t cairn__get_opened_bound(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    uint32_t least = UINT32_MAX;
    if (map->living == NULL)
        return least;
    for (size_t i = 0; i < map->living->opened_count; i++) {
        const cairn__opened *box = &map->living->opened[i];
        uint32_t bound = cairn__get_box_bound(map, box, from) + cairn__get_box_bound(map, box, to);
        least = bound < least ? bound : least;
    }
    return least;
}
