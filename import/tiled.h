/* tiled.h: a Tiled map while it is read, whichever of its two formats it is in. */
#ifndef CAIRN_IMPORT_TILED_H
#define CAIRN_IMPORT_TILED_H

#include "readers.h"

/* How the numbers of a layer's tiles are written. */
typedef struct tiled_encoding {
    bool base64; /* else numbers with commas between */
    char compression[16];
} tiled_encoding;

typedef struct tiled_map {
    const import_def *def;
    cairn_detail *detail;
    import_level_list *list; /* if not null, layers are only listed */
    uint32_t layers;         /* seen so far */
    uint32_t chosen;         /* of them, how many are to be read */
    uint64_t found;          /* a bit for each name of a layer: has it been seen? */
    uint32_t width;          /* of the chosen layers, in tiles */
    uint32_t height;
    uint32_t *tiles;     /* of the chosen layers, one after the other */
    uint64_t tile_count; /* read so far */
    uint32_t *marked;    /* tiles that have the property */
    uint32_t marked_count;
    uint32_t marked_capacity;
    uint64_t tileset_bytes; /* of the tilesets in files of their own, read so far */
} tiled_map;

/* A layer begins. `wanted` says whether its tiles are to be read. */
cairn_status tiled_begin_layer(tiled_map *map, const char *name, const int64_t size[2],
                               bool *wanted);

/* The next tile of the layer that was chosen last. Failures: SYNTAX, if there are too many. */
cairn_status tiled_add_tile(tiled_map *map, uint64_t tile);

/* All tiles of the layer that was chosen last, as text. */
cairn_status tiled_add_text(tiled_map *map, const char *text, size_t length,
                            const tiled_encoding *encoding);

/* A tile's property is set. */
cairn_status tiled_set_property(tiled_map *map, uint64_t tile, const char *name);

/* A tileset is in a file of its own, which is read if a property is asked for. Its tiles are
 * numbered from `first` on. Failures: IO, SYNTAX, LIMIT, MEMORY. */
cairn_status tiled_read_file(tiled_map *map, uint64_t first, const char *path);

/* The text of such a file. */
cairn_status tiled_read_tileset(tiled_map *map, uint64_t first, import_bytes bytes);
cairn_status tiled_json_read_tileset(tiled_map *map, uint64_t first, import_bytes bytes);
cairn_status tiled_xml_read_tileset(tiled_map *map, uint64_t first, import_bytes bytes);

/* Checks what the head of a map says. */
cairn_status tiled_check_head(tiled_map *map, const char *orientation, bool infinite);

/* Makes the grid of all that was read, and frees it. */
cairn_status tiled_close(tiled_map *map, cairn_status status, import_grid **grid);

#endif
