/* living.c: changes of a map. */
#include "grid/living.h"

#include <string.h>

#include "base/memory.h"
#include "grid/base_map.h"
#include "grid/map_maker.h"

/* ---- what a changing map keeps ---- */

static uint64_t read_word(const cairn_map *map, uint32_t word, uint32_t y)
{
    return cairn__tile_at(map, (int32_t)(word * 64), (int32_t)y)->row[y & 63];
}

/* Failures: MEMORY; nothing is changed then. */
static cairn_status keep_base(cairn_map *map, const cairn_map *base)
{
    cairn__living *living = map->living;
    cairn_map *base_map = cairn__base_map_create(base, &living->allocator);
    if (base_map == NULL)
        return CAIRN_MEMORY;
    cairn_map_close(living->base_map);
    living->base_map = base_map;
    living->base_fingerprint = base->info.fingerprint;
    for (uint32_t y = 0; y < map->info.height; y++)
        for (uint32_t i = 0; i < living->words; i++)
            living->base[(size_t)y * living->words + i] = read_word(base, i, y);
    return CAIRN_OK;
}

cairn_status cairn__living_create(cairn_map *map)
{
    size_t places = (size_t)map->tiles_across * map->tiles_down;
    cairn__living *made = cairn__allocate_zeroed(&map->allocator, 1, sizeof *made);
    if (made == NULL)
        return CAIRN_MEMORY;
    made->allocator = map->allocator;
    made->words = (map->info.width + 63) / 64;
    map->living = made;
    made->base = cairn__allocate(&map->allocator, (size_t)made->words * map->info.height,
                                 sizeof *made->base);
    made->stamps = cairn__allocate_zeroed(&map->allocator, places, sizeof *made->stamps);
    made->opened = cairn__allocate(&map->allocator, places, sizeof *made->opened);
    if (made->base == NULL || made->stamps == NULL || made->opened == NULL)
        return CAIRN_MEMORY;
    return keep_base(map, map);
}

void cairn__living_end(cairn_map *map)
{
    cairn__living *living = map->living;
    if (living == NULL)
        return;
    cairn_allocator allocator = living->allocator;
    cairn_map_close(living->base_map);
    cairn__release(&allocator, living->base);
    cairn__release(&allocator, living->stamps);
    cairn__release(&allocator, living->opened);
    cairn__release(&allocator, living);
}

/* ---- what was opened ---- */

static void add_opened(cairn_map *map, uint32_t tile_x, uint32_t tile_y)
{
    cairn__living *living = map->living;
    cairn__opened box = {UINT16_MAX, UINT16_MAX, 0, 0};
    for (uint32_t y = tile_y * 64; y < tile_y * 64 + 64 && y < map->info.height; y++) {
        uint64_t opened =
            read_word(map, tile_x, y) & ~living->base[(size_t)y * living->words + tile_x];
        for (; opened != 0; opened &= opened - 1) {
            uint16_t x = (uint16_t)(tile_x * 64 + cairn__count_trailing_zeros(opened));
            box.x0 = x < box.x0 ? x : box.x0;
            box.x1 = x > box.x1 ? x : box.x1;
            box.y0 = y < box.y0 ? (uint16_t)y : box.y0;
            box.y1 = (uint16_t)y;
        }
    }
    if (box.x0 <= box.x1)
        living->opened[living->opened_count++] = box;
}

static void find_opened(cairn_map *map)
{
    map->living->opened_count = 0;
    for (uint32_t y = 0; y < map->tiles_down - 2; y++)
        for (uint32_t x = 0; x < map->tiles_across - 2; x++)
            add_opened(map, x, y);
}

static uint16_t clamp(uint16_t number, uint16_t low, uint16_t high)
{
    return number < low ? low : number > high ? high : number;
}

static cairn__xy get_nearest(const cairn__opened *box, cairn__xy cell)
{
    return (cairn__xy){clamp(cell.x, box->x0, box->x1), clamp(cell.y, box->y0, box->y1)};
}

uint32_t cairn__get_opened_bound(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    uint32_t least = UINT32_MAX;
    if (map->living == NULL)
        return least;
    for (size_t i = 0; i < map->living->opened_count; i++) {
        const cairn__opened *box = &map->living->opened[i];
        uint32_t bound = cairn__get_distance(from, get_nearest(box, from)) +
                         cairn__get_distance(get_nearest(box, to), to);
        least = bound < least ? bound : least;
    }
    return least;
}

cairn_status cairn__living_set_base(cairn_map *map, const cairn_map *base)
{
    cairn_status status = keep_base(map, base);
    if (status == CAIRN_OK)
        find_opened(map);
    return status;
}

/* ---- changes ---- */

static bool is_inside(const cairn_map *map, cairn_rect rect)
{
    return rect.width > 0 && rect.height > 0 && (uint32_t)rect.x + rect.width <= map->info.width &&
           (uint32_t)rect.y + rect.height <= map->info.height;
}

/* A number for each cell; states are fingerprints with those of changed cells added bit by bit. */
static uint64_t mix(uint32_t x, uint32_t y)
{
    uint64_t word = ((uint64_t)y << 32 | x) + UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

static cairn_status make_again(const cairn_map *map, const uint64_t *rows, uint32_t words,
                               cairn_map **made)
{
    cairn_map_def def = {sizeof def, map->info.corners, 0, 0, &map->allocator, NULL};
    cairn__map_maker *maker;
    cairn_status status = cairn__map_maker_create(&def, map->info.width, map->info.height, &maker);
    for (uint32_t y = 0; status == CAIRN_OK && y < map->info.height; y++) {
        memcpy(cairn__map_maker_row(maker), rows + (size_t)y * words, words * sizeof *rows);
        status = cairn__map_maker_add(maker);
        if (status != CAIRN_OK)
            cairn__map_maker_destroy(maker);
    }
    return status == CAIRN_OK ? cairn__map_maker_finish(maker, made) : status;
}

/* Replaces the insides of a map by those of another one. */
static void take_over(cairn_map *map, cairn_map *made)
{
    cairn_map old = *map;
    made->info.fingerprint = old.info.fingerprint;
    made->info.state = old.info.state;
    made->info.version = old.info.version + 1;
    *map = *made;
    map->living = old.living;
    *made = old;
    made->living = NULL;
    cairn_map_close(made);
}

static void set_bit(uint64_t *rows, uint32_t words, uint32_t x, uint32_t y, bool open)
{
    uint64_t bit = UINT64_C(1) << x % 64;
    uint64_t *word = &rows[(size_t)y * words + x / 64];
    *word = open ? *word | bit : *word & ~bit;
}

static void note_differences(cairn_map *map, const uint64_t *rows, uint32_t words)
{
    for (uint32_t y = 0; y < map->info.height; y++)
        for (uint32_t i = 0; i < words; i++) {
            uint64_t before = read_word(map, i, y), after = rows[(size_t)y * words + i];
            for (uint64_t bits = before ^ after; bits != 0; bits &= bits - 1)
                map->info.state ^= mix(i * 64 + cairn__count_trailing_zeros(bits), y);
            if ((before & ~after) != 0)
                map->living->stamps[cairn__tile_place(map, (int32_t)i * 64, (int32_t)y)] =
                    map->info.version + 1;
        }
}

static cairn_status set_rows(cairn_map *map, uint64_t *rows)
{
    uint32_t words = map->living->words;
    uint64_t state = map->info.state;
    cairn_map *made;
    cairn_status status = make_again(map, rows, words, &made);
    if (status != CAIRN_OK)
        return status;
    note_differences(map, rows, words);
    if (state == map->info.state) {
        cairn_map_close(made);
        return CAIRN_OK;
    }
    take_over(map, made);
    find_opened(map);
    return CAIRN_OK;
}

static uint64_t *read_rows(const cairn_map *map)
{
    uint32_t words = (map->info.width + 63) / 64;
    uint64_t *rows =
        cairn__allocate(&map->allocator, (size_t)words * map->info.height, sizeof *rows);
    for (uint32_t y = 0; rows != NULL && y < map->info.height; y++)
        for (uint32_t i = 0; i < words; i++)
            rows[(size_t)y * words + i] = read_word(map, i, y);
    return rows;
}

static void apply(uint64_t *rows, uint32_t words, const cairn_change *change)
{
    cairn_rect rect = change->rect;
    for (uint32_t y = 0; y < rect.height; y++)
        for (uint32_t x = 0; x < rect.width; x++) {
            bool open = change->cells != NULL ? change->cells[(size_t)y * rect.width + x] != 0
                                              : change->open != 0;
            set_bit(rows, words, rect.x + x, rect.y + y, open);
        }
}

cairn_status cairn_map_change(cairn_map *map, const cairn_change *changes, size_t count)
{
    if (map == NULL || map->living == NULL || (changes == NULL && count > 0))
        return CAIRN_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (!is_inside(map, changes[i].rect))
            return CAIRN_ARGUMENT;
    uint64_t *rows = read_rows(map);
    if (rows == NULL)
        return CAIRN_MEMORY;
    for (size_t i = 0; i < count; i++)
        apply(rows, map->living->words, &changes[i]);
    cairn_status status = set_rows(map, rows);
    cairn__release(&map->living->allocator, rows);
    return status;
}

cairn_status cairn_map_set_rect(cairn_map *map, cairn_rect rect, int32_t open)
{
    cairn_change change = {.rect = rect, .open = open};
    return cairn_map_change(map, &change, 1);
}

cairn_status cairn_map_set_cells(cairn_map *map, const cairn_cell *cells, size_t count,
                                 int32_t open)
{
    if (map == NULL || map->living == NULL || (cells == NULL && count > 0))
        return CAIRN_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        if (cairn_cell_get_x(cells[i]) >= map->info.width ||
            cairn_cell_get_y(cells[i]) >= map->info.height)
            return CAIRN_ARGUMENT;
    uint64_t *rows = read_rows(map);
    if (rows == NULL)
        return CAIRN_MEMORY;
    for (size_t i = 0; i < count; i++)
        set_bit(rows, map->living->words, cairn_cell_get_x(cells[i]), cairn_cell_get_y(cells[i]),
                open != 0);
    cairn_status status = set_rows(map, rows);
    cairn__release(&map->living->allocator, rows);
    return status;
}

cairn_status cairn_map_copy(const cairn_map *map, const cairn_map_def *def, cairn_map **copy)
{
    if (map == NULL || copy == NULL || (def != NULL && def->corners != map->info.corners))
        return CAIRN_ARGUMENT;
    uint64_t *rows = read_rows(map);
    if (rows == NULL)
        return CAIRN_MEMORY;
    cairn_status status = make_again(map, rows, (map->info.width + 63) / 64, copy);
    cairn__release(&map->allocator, rows);
    if (status == CAIRN_OK)
        (*copy)->info.fingerprint = (*copy)->info.state = map->info.state;
    return status;
}
