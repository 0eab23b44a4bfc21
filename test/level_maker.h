/* level_maker.h: the smallest levels of games, made byte by byte, so that what can be walked on in
 * them is known by hand. */
#ifndef CAIRN_TEST_LEVEL_MAKER_H
#define CAIRN_TEST_LEVEL_MAKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that grow. */
typedef struct level_bytes {
    uint8_t *data;
    size_t count;
} level_bytes;

void level_bytes_add(level_bytes *bytes, const void *data, size_t count);
void level_bytes_free(level_bytes *bytes);

/* ---- Doom ---- */

typedef struct wad_maker {
    level_bytes things, lines, sides, vertexes, sectors;
} wad_maker;

/* No sector on a line's left side. */
enum { WAD_MAKER_VOID = -1 };

/* What a line is besides its ends. */
typedef struct wad_maker_line {
    int right; /* sector to its right, seen along it, y upwards */
    int left;
    int flags;
    int special;
    int tag;
} wad_maker_line;

/* The number of the new sector. */
int wad_maker_add_sector(wad_maker *maker, int floor, int ceiling, int tag);
void wad_maker_add_line(wad_maker *maker, const int ends[4], wad_maker_line line);

/* One-sided lines along points, x and y in turn, clockwise around the sector. */
void wad_maker_add_walls(wad_maker *maker, int sector, const int *points, int count);
void wad_maker_add_thing(wad_maker *maker, int x, int y, int type);

/* The file with one level, MAP01; frees what the maker has. */
level_bytes wad_maker_finish(wad_maker *maker);

/* ---- Quake 3 ---- */

typedef struct bsp_maker {
    level_bytes entities, planes, models, brushes, sides, vertexes, faces;
    uint32_t model_brushes; /* that belong to no model yet */
    uint32_t model_faces;
} bsp_maker;

/* What a brush is made of. */
enum bsp_maker_shader { BSP_MAKER_SOLID, BSP_MAKER_CLIP, BSP_MAKER_LAVA, BSP_MAKER_WATER };

/* A box from its least to its most place. */
void bsp_maker_add_box(bsp_maker *maker, const float box[6], enum bsp_maker_shader shader);

/* A box of which only what is below a plane is solid: normal and distance. */
void bsp_maker_add_wedge(bsp_maker *maker, const float box[6], const float plane[4]);

/* A patch of 3 x 3 control points, 27 numbers. */
void bsp_maker_add_patch(bsp_maker *maker, const float *points);

/* Ends a model, which has all brushes since the last one; the first is the world. */
void bsp_maker_end_model(bsp_maker *maker, const float box[6]);
void bsp_maker_add_entity(bsp_maker *maker, const char *text);

/* The file; frees what the maker has. */
level_bytes bsp_maker_finish(bsp_maker *maker);

/* ---- zip ---- */

typedef struct zip_maker_entry {
    const char *name;
    level_bytes content;
    uint32_t size; /* what the directory says of it */
    bool packed;
    bool again; /* another name for the bytes of the entry before */
} zip_maker_entry;

enum { ZIP_MAKER_ENTRIES = 16 };

/* An archive of at most ZIP_MAKER_ENTRIES entries. */
level_bytes zip_maker_join(const zip_maker_entry *entries, int count);

/* An archive of one entry. `size` is what its directory says of the entry's size. */
level_bytes zip_maker_make(const char *name, level_bytes content, uint32_t size, bool packed);

/* ---- pictures ---- */

/* A PNG picture of red, green and blue, 8 bits each. */
level_bytes png_maker_make(uint32_t width, uint32_t height, const uint8_t *pixels);

/* The same with a packed text before its pixels. */
level_bytes png_maker_make_with_text(uint32_t width, uint32_t height, const uint8_t *pixels,
                                     level_bytes text);

#endif
