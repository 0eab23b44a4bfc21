/* tiled.c: what the two formats of Tiled maps have in common: layers, tiles, properties. */
#include "tiled.h"

#include <stdlib.h>
#include <zlib.h>

#include "tile_grid.h"

/* A tile's number has flags for its turns in the highest bits. */
enum { TILE_MASK = 0x0FFFFFFF, TILE_BYTES = 4 };

/* Tiles of all layers that are read: 8192 x 8192, in 256 MB. */
#define MOST_TILES (UINT64_C(1) << 26)

cairn_status tiled_check_head(tiled_map *map, const char *orientation, bool infinite)
{
    if (orientation == NULL || strcmp(orientation, "orthogonal") != 0)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "it is not an orthogonal Tiled map; save it as one");
    if (infinite)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "the Tiled map is infinite; switch that off in its properties");
    return CAIRN_OK;
}

static cairn_status list_layer(tiled_map *map, const char *name, const int64_t size[2])
{
    const import_bounds bounds = {{0, 0}, {(double)size[0], (double)size[1]}};
    return import_level_list_add(map->list, name, (uint64_t)(size[0] * size[1]) * TILE_BYTES,
                                 &bounds)
               ? CAIRN_OK
               : import_fail_memory(map->detail);
}

/* True if a layer is to be read: it has one of the names, or it is the only one. */
static bool is_wanted(tiled_map *map, const char *name)
{
    const import_tiles *rule = map->def->tiles;
    bool wanted = false;
    for (uint32_t i = 0; i < rule->layer_count; i++) {
        if (strcmp(rule->layers[i], name) == 0) {
            map->found |= UINT64_C(1) << i;
            wanted = true;
        }
    }
    if (rule->layer_count > 0)
        return wanted;
    return map->def->level != NULL ? strcmp(map->def->level, name) == 0 : map->chosen == 0;
}

static cairn_status fail_count(const tiled_map *map)
{
    return import_fail(map->detail, CAIRN_SYNTAX,
                       "the layer does not have its %u x %u tiles; correct the file", map->width,
                       map->height);
}

static uint64_t get_wanted_tiles(const tiled_map *map)
{
    return (uint64_t)map->chosen * map->width * map->height;
}

/* Makes room for one more layer, of the size of those before. */
static cairn_status choose_layer(tiled_map *map, const char *name, const int64_t size[2])
{
    if (map->chosen > 0 && (size[0] != map->width || size[1] != map->height))
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "the layer %.40s has another size than the one before it; choose layers "
                           "of one size",
                           name);
    if (map->tile_count != get_wanted_tiles(map))
        return fail_count(map);
    map->width = (uint32_t)size[0];
    map->height = (uint32_t)size[1];
    map->chosen++;
    if (get_wanted_tiles(map) > MOST_TILES)
        return import_fail(map->detail, CAIRN_LIMIT,
                           "the layers, up to %.40s, have more than %llu tiles; divide the map",
                           name, (unsigned long long)MOST_TILES);
    uint32_t *grown = realloc(map->tiles, (size_t)get_wanted_tiles(map) * sizeof *grown);
    if (grown == NULL)
        return import_fail_memory(map->detail);
    map->tiles = grown;
    return CAIRN_OK;
}

cairn_status tiled_begin_layer(tiled_map *map, const char *name, const int64_t size[2],
                               bool *wanted)
{
    const int64_t most = UINT16_MAX;
    *wanted = false;
    map->layers++;
    if (size[0] < 1 || size[1] < 1 || size[0] > most || size[1] > most)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "the layer %.40s has no sensible size; correct the file", name);
    if (map->list != NULL)
        return list_layer(map, name, size);
    if (!is_wanted(map, name))
        return CAIRN_OK;
    *wanted = true;
    return choose_layer(map, name, size);
}

cairn_status tiled_add_tile(tiled_map *map, uint64_t tile)
{
    if (map->tile_count == get_wanted_tiles(map))
        return fail_count(map);
    map->tiles[map->tile_count++] = (uint32_t)tile & TILE_MASK;
    return CAIRN_OK;
}

cairn_status tiled_set_property(tiled_map *map, uint64_t tile, const char *name)
{
    if (map->list != NULL || map->def->tiles->property == NULL ||
        strcmp(name, map->def->tiles->property) != 0)
        return CAIRN_OK;
    if (!import_grow((void **)&map->marked, sizeof *map->marked, map->marked_count,
                     &map->marked_capacity))
        return import_fail_memory(map->detail);
    map->marked[map->marked_count++] = (uint32_t)tile & TILE_MASK;
    return CAIRN_OK;
}

/* ---- tiles as text ---- */

static cairn_status add_numbers(tiled_map *map, const char *text, size_t length)
{
    const char *end = text + length;
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && text < end) {
        if (*text >= '0' && *text <= '9') {
            uint64_t number = 0;
            for (; text < end && *text >= '0' && *text <= '9'; text++)
                number = (number * 10 + (uint64_t)(*text - '0')) & UINT32_MAX;
            status = tiled_add_tile(map, number);
        } else if (*text != '\0' && strchr(", \t\r\n", *text) != NULL) {
            text++;
        } else {
            status = import_fail(map->detail, CAIRN_SYNTAX,
                                 "a tile of the layer is no number; correct the file");
        }
    }
    return status;
}

/* The 6 bits of a sign of base64, or -1. */
static int get_bits(char sign)
{
    static const char signs[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = sign != '\0' ? strchr(signs, sign) : NULL;
    return found != NULL ? (int)(found - signs) : -1;
}

/* Blanks are passed over, the padding ends it. */
static bool decode_base64(const char *text, size_t length, uint8_t *bytes, size_t *count)
{
    uint32_t word = 0;
    int bits = 0;
    *count = 0;
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        if (text[i] != '\0' && strchr(" \t\r\n", text[i]) != NULL)
            continue;
        int value = get_bits(text[i]);
        if (value < 0)
            return false;
        word = (word << 6 | (uint32_t)value) & 0xFFFFFF;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[(*count)++] = (uint8_t)(word >> bits);
        }
    }
    return true;
}

/* Inflates zlib or gzip data into exactly `capacity` bytes; false if there are more or fewer. */
static bool inflate_bytes(import_bytes packed, uint8_t *bytes, size_t capacity)
{
    enum { EITHER_HEADER = 15 + 32 };
    z_stream stream = {.next_in = (Bytef *)packed.data,
                       .avail_in = (uInt)packed.count,
                       .next_out = bytes,
                       .avail_out = (uInt)capacity};
    if (packed.count > UINT32_MAX || inflateInit2(&stream, EITHER_HEADER) != Z_OK)
        return false;
    int result = inflate(&stream, Z_FINISH);
    bool good = result == Z_STREAM_END && stream.avail_out == 0;
    inflateEnd(&stream);
    return good;
}

static cairn_status add_bytes(tiled_map *map, import_bytes bytes)
{
    cairn_status status = bytes.count % TILE_BYTES == 0 ? CAIRN_OK : fail_count(map);
    for (size_t i = 0; status == CAIRN_OK && i < bytes.count; i += TILE_BYTES)
        status = tiled_add_tile(map, import_get_u32(bytes.data + i));
    return status;
}

static cairn_status add_packed(tiled_map *map, import_bytes packed)
{
    size_t count = (size_t)map->width * map->height * TILE_BYTES;
    uint8_t *bytes = malloc(count);
    if (bytes == NULL)
        return import_fail_memory(map->detail);
    cairn_status status =
        inflate_bytes(packed, bytes, count)
            ? add_bytes(map, (import_bytes){bytes, count})
            : import_fail(map->detail, CAIRN_SYNTAX,
                          "the layer's packed tiles are damaged, or not as many as its size says; "
                          "save the map again");
    free(bytes);
    return status;
}

static cairn_status add_base64(tiled_map *map, const char *text, size_t length, bool packed)
{
    uint8_t *bytes = malloc(length / 4 * 3 + 3);
    size_t count = 0;
    if (bytes == NULL)
        return import_fail_memory(map->detail);
    cairn_status status;
    if (!decode_base64(text, length, bytes, &count))
        status = import_fail(map->detail, CAIRN_SYNTAX,
                             "the layer's tiles are not in base64; save the map again");
    else if (packed)
        status = add_packed(map, (import_bytes){bytes, count});
    else
        status = add_bytes(map, (import_bytes){bytes, count});
    free(bytes);
    return status;
}

cairn_status tiled_add_text(tiled_map *map, const char *text, size_t length,
                            const tiled_encoding *encoding)
{
    bool packed = encoding->compression[0] != '\0';
    if (packed && strcmp(encoding->compression, "zlib") != 0 &&
        strcmp(encoding->compression, "gzip") != 0)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "the layer is packed by %s, which cairn does not know; save it with "
                           "zlib, gzip or none",
                           encoding->compression);
    return encoding->base64 ? add_base64(map, text, length, packed)
                            : add_numbers(map, text, length);
}

/* ---- the grid ---- */

static int compare_numbers(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

static bool is_marked(const tiled_map *map, uint32_t tile)
{
    return map->marked_count > 0 && bsearch(&tile, map->marked, map->marked_count,
                                            sizeof *map->marked, compare_numbers) != NULL;
}

/* Without a property: open where no layer has a tile. With one: open where a layer has a tile, and
 * all tiles there have the property. */
static bool is_open(const tiled_map *map, size_t place)
{
    size_t area = (size_t)map->width * map->height;
    bool has_tile = false, all_marked = true;
    for (uint32_t i = 0; i < map->chosen; i++) {
        uint32_t tile = map->tiles[i * area + place];
        has_tile = has_tile || tile != 0;
        all_marked = all_marked && (tile == 0 || is_marked(map, tile));
    }
    return map->def->tiles->property == NULL ? !has_tile : has_tile && all_marked;
}

/* The first layer that was asked for and is not there, or null. */
static const char *find_missing(const tiled_map *map)
{
    const import_tiles *rule = map->def->tiles;
    for (uint32_t i = 0; i < rule->layer_count; i++) {
        if ((map->found >> i & 1) == 0)
            return rule->layers[i];
    }
    return map->chosen == 0 ? map->def->level : NULL;
}

static cairn_status check_map(const tiled_map *map)
{
    const import_tiles *rule = map->def->tiles;
    const char *missing = find_missing(map);
    if (map->layers == 0)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "it has no layer of tiles; use a map that has one");
    if (missing != NULL)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "it has no layer of tiles %.40s; `cairn map levels' lists what it has",
                           missing);
    if (rule->layer_count == 0 && map->def->level == NULL && map->layers > 1)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "it has %u layers of tiles; choose one or several with --layer, `cairn "
                           "map levels' lists them",
                           map->layers);
    if (map->tile_count != get_wanted_tiles(map))
        return fail_count(map);
    if (rule->property != NULL && map->marked_count == 0)
        return import_fail(map->detail, CAIRN_SYNTAX,
                           "no tile has the property %.40s set to true; choose another",
                           rule->property);
    return CAIRN_OK;
}

static cairn_status make_grid(tiled_map *map, import_grid **grid)
{
    import_tiler tiler;
    if (map->marked_count > 0)
        qsort(map->marked, map->marked_count, sizeof *map->marked, compare_numbers);
    cairn_status status = import_tiler_open(map->width, map->height, map->def, &tiler);
    tiler.invert = map->def->tiles->invert != 0;
    tiler.choice = "--layer, --property or --invert by its tiles";
    uint8_t *row = malloc(map->width);
    if (status == CAIRN_OK && row == NULL)
        status = import_fail_memory(map->detail);
    for (uint32_t y = 0; status == CAIRN_OK && y < map->height; y++) {
        for (uint32_t x = 0; x < map->width; x++)
            row[x] = is_open(map, (size_t)y * map->width + x);
        status = import_tiler_add(&tiler, row);
    }
    free(row);
    return import_tiler_close(&tiler, status, grid);
}

cairn_status tiled_close(tiled_map *map, cairn_status status, import_grid **grid)
{
    if (status == CAIRN_OK && map->list == NULL) {
        status = check_map(map);
        if (status == CAIRN_OK)
            status = make_grid(map, grid);
    }
    free(map->tiles);
    free(map->marked);
    *map = (tiled_map){0};
    return status;
}
