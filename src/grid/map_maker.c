/* map_maker.c: turns rows of bits into tiles. A strip of 64 rows becomes tiles as soon as the
 * first row of the next strip is known, because a tile's diagonal edges reach one row down; so
 * making a map needs two strips beside the finished tiles. */
#include "grid/map_maker.h"

#include <string.h>

#include "base/detail.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sized.h"
#include "grid/components.h"
#include "grid/living.h"
#include "grid/tile_fill.h"

struct cairn__map_maker {
    cairn_allocator allocator;
    cairn_map *map;
    cairn_detail *detail;
    uint32_t words;      /* in a row */
    uint32_t rows;       /* added so far */
    uint64_t *strips[2]; /* 64 rows each: the unfinished one, and the one being filled */
    uint64_t *row;       /* the row being written */
    size_t tile_count;
    size_t tile_capacity;
    bool changing;
    cairn__hash fingerprint;
};

cairn_status cairn__map_def_read(const cairn_map_def *def, cairn_map_def *known,
                                 cairn_allocator *allocator)
{
    cairn_status status = cairn__sized_read(def, known, sizeof *known);
    if (status != CAIRN_OK)
        return status;
    if (known->corners > CAIRN_CORNERS_FREE || known->reserved != 0)
        return cairn__fail(known->detail, CAIRN_ARGUMENT,
                           "the corners are out of range, or a reserved field is not 0");
    *allocator = cairn__get_allocator(known->allocator);
    return CAIRN_OK;
}

void cairn_map_close(cairn_map *map)
{
    if (map == NULL)
        return;
    cairn_allocator allocator = map->allocator;
    cairn__coarse_end(map);
    cairn__living_end(map);
    cairn__release(&allocator, map->directory);
    cairn__release(&allocator, map->tiles);
    cairn__release(&allocator, map->open_lines);
    cairn__release(&allocator, map->components);
    cairn__release(&allocator, map->tile_runs);
    cairn__release(&allocator, map->extents);
    cairn__release(&allocator, map->run_numbers);
    cairn__release(&allocator, map->run_components);
    cairn__release(&allocator, map);
}

/* The fingerprint covers the size, then each row as bytes; the words' own byte order is not in
 * it. docs/format.md repeats this. */
static void add_number(cairn__hash *hash, uint64_t number, uint32_t bytes)
{
    unsigned char text[8];
    for (uint32_t i = 0; i < bytes; i++)
        text[i] = (unsigned char)(number >> (8 * i));
    cairn__hash_add(hash, text, bytes);
}

static cairn_map *create_frame(const cairn_allocator *allocator, uint32_t width, uint32_t height)
{
    cairn_map *map = cairn__allocate_zeroed(allocator, 1, sizeof *map);
    if (map == NULL)
        return NULL;
    cairn__why_start(&map->why, NULL);
    map->allocator = *allocator;
    map->info.width = width;
    map->info.height = height;
    map->tiles_across = (width + 63) / 64 + 2;
    map->tiles_down = (height + 63) / 64 + 2;
    map->directory = cairn__allocate_zeroed(
        allocator, (uint64_t)map->tiles_across * map->tiles_down, sizeof *map->directory);
    if (map->directory == NULL) {
        cairn_map_close(map);
        return NULL;
    }
    return map;
}

static bool start_tiles(cairn__map_maker *maker)
{
    cairn_map *map = maker->map;
    maker->tile_capacity = 16;
    map->tiles = cairn__allocate(&map->allocator, maker->tile_capacity, sizeof *map->tiles);
    if (map->tiles == NULL)
        return false;
    memset(&map->tiles[CAIRN__TILE_BLOCKED], 0, sizeof *map->tiles);
    memset(&map->tiles[CAIRN__TILE_OPEN], 0xff, sizeof *map->tiles);
    maker->tile_count = 2;
    return true;
}

static bool start_rows(cairn__map_maker *maker)
{
    const cairn_allocator *allocator = &maker->map->allocator;
    maker->row = cairn__allocate_zeroed(allocator, maker->words, sizeof *maker->row);
    for (int i = 0; i < 2; i++)
        maker->strips[i] =
            cairn__allocate_zeroed(allocator, (uint64_t)maker->words * 64, sizeof *maker->row);
    return maker->row != NULL && maker->strips[0] != NULL && maker->strips[1] != NULL;
}

cairn_status cairn__map_maker_create(const cairn_map_def *def, uint32_t width, uint32_t height,
                                     cairn__map_maker **maker)
{
    cairn_map_def known;
    cairn_allocator allocator;
    cairn_status status = cairn__map_def_read(def, &known, &allocator);
    if (status != CAIRN_OK)
        return status;
    if (width < 1 || height < 1 || width > CAIRN_MAX_SIDE || height > CAIRN_MAX_SIDE)
        return cairn__fail(known.detail, CAIRN_LIMIT, "a map is 1 to %d cells wide and high",
                           CAIRN_MAX_SIDE);
    cairn__map_maker *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    cairn_map *map = create_frame(&allocator, width, height);
    if (made == NULL || map == NULL) {
        cairn__release(&allocator, made);
        cairn_map_close(map);
        return cairn__fail(known.detail, CAIRN_MEMORY, "out of memory");
    }
    map->info.corners = known.corners;
    made->allocator = allocator;
    made->map = map;
    made->detail = known.detail;
    made->changing = known.changing != 0;
    made->words = (width + 63) / 64;
    if (!start_tiles(made) || !start_rows(made)) {
        cairn__map_maker_destroy(made);
        return cairn__fail(known.detail, CAIRN_MEMORY, "out of memory");
    }
    cairn__hash_start(&made->fingerprint);
    add_number(&made->fingerprint, width, 4);
    add_number(&made->fingerprint, height, 4);
    *maker = made;
    return CAIRN_OK;
}

void cairn__map_maker_destroy(cairn__map_maker *maker)
{
    if (maker == NULL)
        return;
    cairn_allocator allocator = maker->allocator;
    cairn__release(&allocator, maker->row);
    cairn__release(&allocator, maker->strips[0]);
    cairn__release(&allocator, maker->strips[1]);
    cairn_map_close(maker->map);
    cairn__release(&allocator, maker);
}

static void set_row(cairn__surroundings *around, uint32_t y, const uint64_t *row, uint32_t index,
                    uint32_t words)
{
    uint64_t word = row == NULL ? 0 : row[index];
    uint64_t right = row == NULL || index + 1 == words ? 0 : row[index + 1];
    uint64_t left = row == NULL || index == 0 ? 0 : row[index - 1];
    around->row[y] = word;
    around->east[y] = word >> 1 | right << 63;
    around->west[y] = word << 1 | left >> 63;
}

static cairn_status add_tile(cairn__map_maker *maker, const cairn__tile *tile, uint32_t *index)
{
    cairn_map *map = maker->map;
    if (cairn__is_filled_with(tile, 0)) {
        *index = CAIRN__TILE_BLOCKED;
        return CAIRN_OK;
    }
    if (cairn__is_filled_with(tile, UINT64_MAX)) {
        *index = CAIRN__TILE_OPEN;
        return CAIRN_OK;
    }
    if (maker->tile_count == maker->tile_capacity) {
        cairn__tile *tiles = cairn__grow(&map->allocator, map->tiles, maker->tile_count,
                                         sizeof *tiles, &maker->tile_capacity, 0);
        if (tiles == NULL)
            return CAIRN_MEMORY;
        map->tiles = tiles;
    }
    map->tiles[maker->tile_count] = *tile;
    *index = (uint32_t)maker->tile_count++;
    return CAIRN_OK;
}

/* Makes the tiles of a strip; `below` is the row under it, null at the lower edge. */
static cairn_status finish_strip(cairn__map_maker *maker, uint32_t strip, const uint64_t *rows,
                                 const uint64_t *below)
{
    cairn_map *map = maker->map;
    uint32_t words = maker->words;
    for (uint32_t i = 0; i < words; i++) {
        cairn__surroundings around;
        cairn__tile tile;
        for (uint32_t y = 0; y < 64; y++)
            set_row(&around, y, rows + (size_t)y * words, i, words);
        set_row(&around, 64, below, i, words);
        cairn__fill_tile(&tile, &around, map->info.corners);
        size_t place = (size_t)(strip + 1) * map->tiles_across + i + 1;
        cairn_status status = add_tile(maker, &tile, &map->directory[place]);
        if (status != CAIRN_OK)
            return cairn__fail(maker->detail, status, "out of memory");
    }
    return CAIRN_OK;
}

uint64_t *cairn__map_maker_row(cairn__map_maker *maker)
{
    return maker->row;
}

cairn_status cairn__map_maker_add(cairn__map_maker *maker)
{
    cairn_map *map = maker->map;
    uint32_t inner = maker->rows % 64;
    uint32_t strip = maker->rows / 64;
    uint64_t *rows = maker->strips[strip % 2];
    if (inner == 0)
        memset(rows, 0, (size_t)maker->words * 64 * sizeof *rows);
    memcpy(rows + (size_t)inner * maker->words, maker->row, maker->words * sizeof *rows);
    for (uint32_t i = 0; i < maker->words; i++) {
        uint32_t bits = map->info.width - i * 64 < 64 ? map->info.width - i * 64 : 64;
        add_number(&maker->fingerprint, maker->row[i], (bits + 7) / 8);
        map->info.open_cells += cairn__count_ones(maker->row[i]);
    }
    memset(maker->row, 0, maker->words * sizeof *maker->row);
    maker->rows++;
    if (inner == 0 && strip > 0)
        return finish_strip(maker, strip - 1, maker->strips[(strip - 1) % 2], rows);
    return CAIRN_OK;
}

/* Tiles were collected with room to spare; the map keeps what it needs. */
static cairn_status trim_tiles(cairn__map_maker *maker)
{
    cairn_map *map = maker->map;
    cairn__tile *tiles = cairn__allocate(&map->allocator, maker->tile_count, sizeof *tiles);
    if (tiles == NULL)
        return CAIRN_MEMORY;
    memcpy(tiles, map->tiles, maker->tile_count * sizeof *tiles);
    cairn__release(&map->allocator, map->tiles);
    map->tiles = tiles;
    map->info.bytes = sizeof *map + maker->tile_count * sizeof *tiles +
                      (size_t)map->tiles_across * map->tiles_down * sizeof *map->directory;
    return CAIRN_OK;
}

static cairn_status list_open_lines(cairn__map_maker *maker)
{
    cairn_map *map = maker->map;
    map->open_lines = cairn__allocate(&map->allocator, maker->tile_count, sizeof *map->open_lines);
    if (map->open_lines == NULL)
        return CAIRN_MEMORY;
    for (size_t i = 0; i < maker->tile_count; i++)
        map->open_lines[i] = cairn__find_open_lines(&map->tiles[i]);
    map->info.bytes += maker->tile_count * sizeof *map->open_lines;
    return CAIRN_OK;
}

cairn_status cairn__map_maker_finish(cairn__map_maker *maker, cairn_map **map)
{
    uint32_t last = (maker->rows - 1) / 64;
    cairn_status status = finish_strip(maker, last, maker->strips[last % 2], NULL);
    if (status == CAIRN_OK)
        status = trim_tiles(maker);
    if (status == CAIRN_OK)
        status = list_open_lines(maker);
    if (status == CAIRN_OK && !maker->changing)
        status = cairn__find_components(maker->map);
    if (status == CAIRN_OK)
        status = cairn__coarse_create(maker->map);
    if (status == CAIRN_OK) {
        maker->map->info.bytes += maker->map->coarse.bytes;
        maker->map->info.fingerprint = cairn__hash_finish(&maker->fingerprint);
        maker->map->info.state = maker->map->info.fingerprint;
    }
    if (status == CAIRN_OK && maker->changing)
        status = cairn__living_create(maker->map, maker->tile_count);
    if (status == CAIRN_OK) {
        *map = maker->map;
        maker->map = NULL;
    } else {
        (void)cairn__fail(maker->detail, status, "out of memory");
    }
    cairn__map_maker_destroy(maker);
    return status;
}
