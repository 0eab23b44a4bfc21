/* change.c: what may be changed of a map, and the first half of a change: the rows that tiles will
 * have are put together. */
#include "grid/change.h"

#include <string.h>

#include "base/memory.h"
#include "base/order.h"

/* The most entries for tiles to change that are kept for the next change. */
#define CHANGED_TO_KEEP 64

/* ---- the rows that tiles will have ---- */

static cairn_status grow_changed(cairn__living *living)
{
    size_t capacity = living->changed_capacity, touched_capacity = 0;
    cairn__changed *changed = cairn__grow(&living->allocator, living->changed,
                                          living->changed_count, sizeof *changed, &capacity, 8);
    if (changed == NULL)
        return CAIRN_MEMORY;
    living->changed = changed;
    uint32_t *touched = cairn__grow(&living->allocator, living->touched, 0, sizeof *touched,
                                    &touched_capacity, capacity * CAIRN__TOUCHED_BY_ONE);
    if (touched == NULL)
        return CAIRN_MEMORY;
    living->touched = touched;
    living->changed_capacity = capacity;
    return CAIRN_OK;
}

/* The tile of a cell as it will be; null if there is no memory. */
static cairn__changed *get_changed(cairn_map *map, uint32_t x, uint32_t y)
{
    cairn__living *living = map->living;
    size_t place = cairn__tile_place(map, (int32_t)x, (int32_t)y);
    if (living->changed_at[place] != 0)
        return &living->changed[living->changed_at[place] - 1];
    if (living->changed_count == living->changed_capacity && grow_changed(living) != CAIRN_OK)
        return NULL;
    cairn__changed *changed = &living->changed[living->changed_count++];
    living->changed_at[place] = (uint32_t)living->changed_count;
    changed->place = (uint32_t)place;
    changed->y0 = CAIRN__TILE_SIDE - 1;
    changed->y1 = 0;
    changed->several = NULL;
    changed->keeps = changed->is_settled = false;
    memcpy(changed->rows, map->tiles[map->directory[place]].row, sizeof changed->rows);
    return changed;
}

/* Rows y0 to y1 of a tile get cells. */
static void note_rows(cairn__changed *changed, uint32_t y0, uint32_t y1)
{
    changed->y0 = (uint16_t)(y0 < changed->y0 ? y0 : changed->y0);
    changed->y1 = (uint16_t)(y1 > changed->y1 ? y1 : changed->y1);
}

/* Bits x to x + count - 1. */
static uint64_t make_mask(uint32_t x, uint32_t count)
{
    return UINT64_MAX >> (64 - count) << x;
}

/* Which of 8 bytes are not 0. */
static uint64_t read_eight(const uint8_t *cells)
{
    uint64_t word;
    memcpy(&word, cells, sizeof word);
    word = cairn__little64(word);
    word |= (word & UINT64_C(0x7f7f7f7f7f7f7f7f)) + UINT64_C(0x7f7f7f7f7f7f7f7f);
    return (word >> 7 & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

static uint64_t read_cells(const uint8_t *cells, uint32_t count)
{
    uint64_t bits = 0;
    uint32_t i = 0;
    for (; i + 8 <= count; i += 8)
        bits |= read_eight(cells + i) << i;
    for (; i < count; i++)
        bits |= (uint64_t)(cells[i] != 0) << i;
    return bits;
}

/* Puts the part of a rectangle that begins at (x, y) and lies in that cell's tile into its rows. */
static cairn_status put_part(cairn_map *map, const cairn_change *change, uint32_t x, uint32_t y)
{
    const cairn_rect *rect = &change->rect;
    uint32_t right = (uint32_t)rect->x + rect->width, bottom = (uint32_t)rect->y + rect->height;
    uint32_t columns = right - x < 64 - x % 64 ? right - x : 64 - x % 64;
    uint32_t end = bottom < (y | 63) + 1 ? bottom : (y | 63) + 1;
    uint64_t mask = make_mask(x % 64, columns);
    cairn__changed *changed = get_changed(map, x, y);
    if (changed == NULL)
        return CAIRN_MEMORY;
    note_rows(changed, y % 64, (end - 1) % 64);
    for (; y < end; y++) {
        uint64_t bits = change->open != 0 ? mask : 0;
        if (change->cells != NULL)
            bits = read_cells(change->cells + (size_t)(y - rect->y) * rect->width + (x - rect->x),
                              columns)
                   << x % 64;
        changed->rows[y % 64] = (changed->rows[y % 64] & ~mask) | bits;
    }
    return CAIRN_OK;
}

static cairn_status put_rect(cairn_map *map, const cairn_change *change)
{
    const cairn_rect *rect = &change->rect;
    uint32_t right = (uint32_t)rect->x + rect->width, bottom = (uint32_t)rect->y + rect->height;
    for (uint32_t y = rect->y; y < bottom; y = (y | 63) + 1)
        for (uint32_t x = rect->x; x < right; x = (x | 63) + 1)
            if (put_part(map, change, x, y) != CAIRN_OK)
                return CAIRN_MEMORY;
    return CAIRN_OK;
}

static cairn_status put_cell(cairn_map *map, cairn__xy cell, bool open)
{
    cairn__changed *changed = get_changed(map, cell.x, cell.y);
    if (changed == NULL)
        return CAIRN_MEMORY;
    note_rows(changed, cell.y % 64, cell.y % 64);
    uint64_t bit = UINT64_C(1) << cell.x % 64, *row = &changed->rows[cell.y % 64];
    *row = open ? *row | bit : *row & ~bit;
    return CAIRN_OK;
}

/* ---- from start to end ---- */

static cairn_status check(cairn_map *map, const void *list, size_t count)
{
    if (map == NULL)
        return CAIRN_ARGUMENT;
    if (map->living == NULL)
        return cairn__because_of(&map->why, CAIRN_NOT_CHANGING);
    if (list == NULL && count > 0)
        return cairn__because_null(&map->why);
    return CAIRN_OK;
}

static cairn_status check_change(cairn_map *map, const cairn_change *change, size_t i)
{
    const cairn_rect *rect = &change->rect;
    if (!cairn__is_rect_inside(map, rect))
        return cairn__because(&map->why, CAIRN_OUTSIDE,
                              "rectangle %u, %u x %u at (%u, %u), is empty or not inside the map",
                              (unsigned)i, (unsigned)rect->width, (unsigned)rect->height,
                              (unsigned)rect->x, (unsigned)rect->y);
    if (change->reserved != 0)
        return cairn__because(&map->why, CAIRN_ARGUMENT,
                              "the reserved field of rectangle %u is not 0", (unsigned)i);
    return CAIRN_OK;
}

static cairn_status check_cell(cairn_map *map, cairn_cell cell, size_t i)
{
    if (cairn_cell_get_x(cell) < map->info.width && cairn_cell_get_y(cell) < map->info.height)
        return CAIRN_OK;
    return cairn__because(&map->why, CAIRN_OUTSIDE, "cell %u, (%u, %u), is not inside the map",
                          (unsigned)i, (unsigned)cairn_cell_get_x(cell),
                          (unsigned)cairn_cell_get_y(cell));
}

/* A change is the only user of its map: debug builds refuse it if it is not. They keep no sentence then:
 * the map is another thread's. */
static cairn_status start(cairn_map *map)
{
#ifndef NDEBUG
    unsigned none = 0;
    if (!atomic_compare_exchange_strong(&map->living->users, &none, 1))
        return CAIRN_IN_USE;
#else
    (void)map;
#endif
    return CAIRN_OK;
}

/* Applies what was put together, if nothing has failed so far, and forgets it. */
static cairn_status finish(cairn_map *map, cairn_status status)
{
    cairn__living *living = map->living;
    if (status == CAIRN_OK)
        status = cairn__change_apply(map);
    for (size_t i = 0; i < living->changed_count; i++) {
        living->changed_at[living->changed[i].place] = 0;
        cairn__release(&living->allocator, living->changed[i].several);
    }
    for (size_t i = 0; i < living->touched_count; i++)
        living->is_touched[living->touched[i]] = 0;
    living->changed_count = living->touched_count = 0;
    if (living->changed_capacity > CHANGED_TO_KEEP) {
        cairn__release(&living->allocator, living->changed);
        cairn__release(&living->allocator, living->touched);
        living->changed = NULL;
        living->touched = NULL;
        living->changed_capacity = 0;
    }
    map->info.bytes = cairn__living_get_bytes(map);
    (void)cairn__because_of(&map->why, status);
    cairn__map_leave(map);
    return status;
}

cairn_status cairn_map_change(cairn_map *map, const cairn_change *changes, size_t count)
{
    cairn_status status = check(map, changes, count);
    for (size_t i = 0; status == CAIRN_OK && i < count; i++)
        status = check_change(map, &changes[i], i);
    if (status == CAIRN_OK)
        status = start(map);
    if (status != CAIRN_OK)
        return status;
    for (size_t i = 0; status == CAIRN_OK && i < count; i++)
        status = put_rect(map, &changes[i]);
    return finish(map, status);
}

cairn_status cairn_map_set_rect(cairn_map *map, const cairn_rect *rect, int32_t open)
{
    if (rect == NULL)
        return cairn_map_change(map, NULL, 1);
    cairn_change change = {.rect = *rect, .open = open};
    return cairn_map_change(map, &change, 1);
}

cairn_status cairn_map_set_cells(cairn_map *map, const cairn_cell *cells, size_t count,
                                 int32_t open)
{
    cairn_status status = check(map, cells, count);
    for (size_t i = 0; status == CAIRN_OK && i < count; i++)
        status = check_cell(map, cells[i], i);
    if (status == CAIRN_OK)
        status = start(map);
    if (status != CAIRN_OK)
        return status;
    for (size_t i = 0; status == CAIRN_OK && i < count; i++)
        status = put_cell(map, cairn__unpack(cells[i]), open != 0);
    return finish(map, status);
}
