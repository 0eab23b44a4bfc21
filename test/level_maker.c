/* level_maker.c: levels byte by byte. What a field means is said in import/. */
#include "level_maker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void level_bytes_add(level_bytes *bytes, const void *data, size_t count)
{
    uint8_t *grown = realloc(bytes->data, bytes->count + count + 1);
    if (grown == NULL)
        abort();
    memcpy(grown + bytes->count, data, count);
    bytes->data = grown;
    bytes->count += count;
}

void level_bytes_free(level_bytes *bytes)
{
    free(bytes->data);
    *bytes = (level_bytes){0};
}

static void add16(level_bytes *bytes, int number)
{
    const uint8_t data[2] = {(uint8_t)number, (uint8_t)(number >> 8)};
    level_bytes_add(bytes, data, sizeof data);
}

static void add32(level_bytes *bytes, uint32_t number)
{
    add16(bytes, (int)(number & 0xFFFF));
    add16(bytes, (int)(number >> 16));
}

static void add_float(level_bytes *bytes, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    add32(bytes, bits);
}

static void add_zeros(level_bytes *bytes, size_t count)
{
    static const uint8_t zeros[128];
    level_bytes_add(bytes, zeros, count);
}

/* ---- Doom ---- */

int wad_maker_add_sector(wad_maker *maker, int floor, int ceiling, int tag)
{
    int number = (int)(maker->sectors.count / 26);
    add16(&maker->sectors, floor);
    add16(&maker->sectors, ceiling);
    add_zeros(&maker->sectors, 20);
    add16(&maker->sectors, tag);
    return number;
}

static int add_side(wad_maker *maker, int sector)
{
    int number = (int)(maker->sides.count / 30);
    add_zeros(&maker->sides, 28);
    add16(&maker->sides, sector);
    return number;
}

void wad_maker_add_line(wad_maker *maker, const int ends[4], wad_maker_line line)
{
    int vertex = (int)(maker->vertexes.count / 4);
    for (int i = 0; i < 4; i++)
        add16(&maker->vertexes, ends[i]);
    add16(&maker->lines, vertex);
    add16(&maker->lines, vertex + 1);
    add16(&maker->lines, line.flags);
    add16(&maker->lines, line.special);
    add16(&maker->lines, line.tag);
    add16(&maker->lines, add_side(maker, line.right));
    add16(&maker->lines, line.left != WAD_MAKER_VOID ? add_side(maker, line.left) : 0xFFFF);
}

void wad_maker_add_walls(wad_maker *maker, int sector, const int *points, int count)
{
    for (int i = 0; i + 3 < 2 * count; i += 2)
        wad_maker_add_line(maker, points + i,
                           (wad_maker_line){.right = sector, .left = WAD_MAKER_VOID});
}

void wad_maker_add_thing(wad_maker *maker, int x, int y, int type)
{
    add16(&maker->things, x);
    add16(&maker->things, y);
    add16(&maker->things, 0);
    add16(&maker->things, type);
    add16(&maker->things, 7);
}

level_bytes wad_maker_finish(wad_maker *maker)
{
    level_bytes *lumps[] = {NULL,          &maker->things,   &maker->lines,
                            &maker->sides, &maker->vertexes, &maker->sectors};
    static const char names[][9] = {"MAP01",    "THINGS",   "LINEDEFS",
                                    "SIDEDEFS", "VERTEXES", "SECTORS"};
    enum { LUMPS = sizeof lumps / sizeof lumps[0], HEADER = 12, ENTRY = 16 };
    level_bytes file = {0};
    level_bytes_add(&file, "PWAD", 4);
    add32(&file, LUMPS);
    add32(&file, HEADER);
    uint32_t offset = HEADER + ENTRY * LUMPS;
    for (int i = 0; i < LUMPS; i++) {
        uint32_t count = lumps[i] != NULL ? (uint32_t)lumps[i]->count : 0;
        add32(&file, offset);
        add32(&file, count);
        level_bytes_add(&file, names[i], 8);
        offset += count;
    }
    for (int i = 1; i < LUMPS; i++) {
        if (lumps[i]->count > 0)
            level_bytes_add(&file, lumps[i]->data, lumps[i]->count);
        level_bytes_free(lumps[i]);
    }
    return file;
}

/* ---- Quake 3 ---- */

static void add_plane(bsp_maker *maker, const float plane[4])
{
    add32(&maker->sides, (uint32_t)(maker->planes.count / 16));
    add32(&maker->sides, 0);
    for (int i = 0; i < 4; i++)
        add_float(&maker->planes, plane[i]);
}

static void begin_brush(bsp_maker *maker, uint32_t sides, enum bsp_maker_shader shader)
{
    add32(&maker->brushes, (uint32_t)(maker->sides.count / 8));
    add32(&maker->brushes, sides);
    add32(&maker->brushes, (uint32_t)shader);
    maker->model_brushes++;
}

static void add_box_planes(bsp_maker *maker, const float box[6])
{
    for (int axis = 0; axis < 3; axis++) {
        float plane[4] = {0, 0, 0, -box[axis]};
        plane[axis] = -1;
        add_plane(maker, plane);
        plane[axis] = 1;
        plane[3] = box[3 + axis];
        add_plane(maker, plane);
    }
}

void bsp_maker_add_box(bsp_maker *maker, const float box[6], enum bsp_maker_shader shader)
{
    begin_brush(maker, 6, shader);
    add_box_planes(maker, box);
}

void bsp_maker_add_wedge(bsp_maker *maker, const float box[6], const float plane[4])
{
    begin_brush(maker, 7, BSP_MAKER_SOLID);
    add_box_planes(maker, box);
    add_plane(maker, plane);
}

void bsp_maker_add_patch(bsp_maker *maker, const float *points)
{
    uint32_t first = (uint32_t)(maker->vertexes.count / 44);
    for (int i = 0; i < 9; i++) {
        for (int axis = 0; axis < 3; axis++)
            add_float(&maker->vertexes, points[3 * i + axis]);
        add_zeros(&maker->vertexes, 32);
    }
    const uint32_t face[5] = {BSP_MAKER_SOLID, 0, 2, first, 9};
    for (int i = 0; i < 5; i++)
        add32(&maker->faces, face[i]);
    add_zeros(&maker->faces, 76);
    add32(&maker->faces, 3);
    add32(&maker->faces, 3);
    maker->model_faces++;
}

void bsp_maker_end_model(bsp_maker *maker, const float box[6])
{
    for (int i = 0; i < 6; i++)
        add_float(&maker->models, box[i]);
    add32(&maker->models, (uint32_t)(maker->faces.count / 104) - maker->model_faces);
    add32(&maker->models, maker->model_faces);
    add32(&maker->models, (uint32_t)(maker->brushes.count / 12) - maker->model_brushes);
    add32(&maker->models, maker->model_brushes);
    maker->model_faces = 0;
    maker->model_brushes = 0;
}

void bsp_maker_add_entity(bsp_maker *maker, const char *text)
{
    level_bytes_add(&maker->entities, text, strlen(text));
}

static level_bytes make_shaders(void)
{
    static const uint32_t contents[] = {1, 0x10000, 8, 32};
    level_bytes shaders = {0};
    for (size_t i = 0; i < sizeof contents / sizeof contents[0]; i++) {
        add_zeros(&shaders, 68);
        add32(&shaders, contents[i]);
    }
    return shaders;
}

level_bytes bsp_maker_finish(bsp_maker *maker)
{
    enum { LUMPS = 17, HEADER = 8 + 8 * LUMPS };
    level_bytes shaders = make_shaders();
    level_bytes *lumps[LUMPS] = {
        [0] = &maker->entities, [1] = &shaders,      [2] = &maker->planes,    [7] = &maker->models,
        [8] = &maker->brushes,  [9] = &maker->sides, [10] = &maker->vertexes, [13] = &maker->faces};
    level_bytes file = {0};
    level_bytes_add(&file, "IBSP", 4);
    add32(&file, 46);
    uint32_t offset = HEADER;
    for (int i = 0; i < LUMPS; i++) {
        uint32_t count = lumps[i] != NULL ? (uint32_t)lumps[i]->count : 0;
        add32(&file, offset);
        add32(&file, count);
        offset += count;
    }
    for (int i = 0; i < LUMPS; i++) {
        if (lumps[i] == NULL)
            continue;
        if (lumps[i]->count > 0)
            level_bytes_add(&file, lumps[i]->data, lumps[i]->count);
        level_bytes_free(lumps[i]);
    }
    return file;
}

/* ---- zip ---- */

/* As zip has it: deflate without a header. */
static level_bytes pack(level_bytes content)
{
    z_stream stream = {.next_in = content.data, .avail_in = (uInt)content.count};
    level_bytes packed = {0};
    uint8_t part[4096];
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    int result;
    do {
        stream.next_out = part;
        stream.avail_out = sizeof part;
        result = deflate(&stream, Z_FINISH);
        level_bytes_add(&packed, part, sizeof part - stream.avail_out);
    } while (result == Z_OK);
    deflateEnd(&stream);
    return packed;
}

/* The part that an entry and its line of the directory have in common. */
static void add_facts(level_bytes *file, bool packed, const uint32_t numbers[3], size_t name)
{
    add16(file, 20);
    add16(file, 0);
    add16(file, packed ? 8 : 0);
    add32(file, 0x00210000); /* the first day that zip knows */
    for (int i = 0; i < 3; i++)
        add32(file, numbers[i]);
    add16(file, (int)name);
    add16(file, 0);
}

/* An entry's line of the directory, and where the entry itself is. */
struct zip_line {
    const char *name;
    bool packed;
    uint32_t numbers[3];
    uint32_t place;
};

static void add_entry(level_bytes *file, const zip_maker_entry *entry, struct zip_line *line)
{
    level_bytes data = entry->packed ? pack(entry->content) : entry->content;
    *line = (struct zip_line){
        .name = entry->name,
        .packed = entry->packed,
        .numbers = {(uint32_t)crc32(0, entry->content.data, (uInt)entry->content.count),
                    (uint32_t)data.count, entry->size},
        .place = (uint32_t)file->count};
    level_bytes_add(file, "PK\3\4", 4);
    add_facts(file, entry->packed, line->numbers, strlen(entry->name));
    level_bytes_add(file, entry->name, strlen(entry->name));
    level_bytes_add(file, data.data, data.count);
    if (entry->packed)
        level_bytes_free(&data);
}

static void add_line(level_bytes *file, const struct zip_line *line)
{
    level_bytes_add(file, "PK\1\2\24\0", 6);
    add_facts(file, line->packed, line->numbers, strlen(line->name));
    add_zeros(file, 10);
    add32(file, line->place);
    level_bytes_add(file, line->name, strlen(line->name));
}

level_bytes zip_maker_join(const zip_maker_entry *entries, int count)
{
    struct zip_line line[ZIP_MAKER_ENTRIES];
    level_bytes file = {0};
    for (int i = 0; i < count; i++) {
        if (i > 0 && entries[i].again) {
            line[i] = line[i - 1];
            line[i].name = entries[i].name;
        } else {
            add_entry(&file, &entries[i], &line[i]);
        }
    }
    uint32_t directory = (uint32_t)file.count;
    for (int i = 0; i < count; i++)
        add_line(&file, &line[i]);
    uint32_t bytes = (uint32_t)file.count - directory;
    level_bytes_add(&file, "PK\5\6\0\0\0\0", 8);
    add16(&file, count);
    add16(&file, count);
    add32(&file, bytes);
    add32(&file, directory);
    add16(&file, 0);
    return file;
}

level_bytes zip_maker_make(const char *name, level_bytes content, uint32_t size, bool packed)
{
    const zip_maker_entry entry = {name, content, size, packed, false};
    return zip_maker_join(&entry, 1);
}

/* ---- pictures ---- */

static void add_big32(level_bytes *bytes, uint32_t number)
{
    const uint8_t data[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16),
                             (uint8_t)(number >> 8), (uint8_t)number};
    level_bytes_add(bytes, data, sizeof data);
}

static void add_chunk(level_bytes *file, const char *name, level_bytes content)
{
    add_big32(file, (uint32_t)content.count);
    size_t begin = file->count;
    level_bytes_add(file, name, 4);
    if (content.count > 0)
        level_bytes_add(file, content.data, content.count);
    add_big32(file, (uint32_t)crc32(0, file->data + begin, (uInt)(file->count - begin)));
}

/* zlib's own form, with a header. */
static level_bytes compress_bytes(level_bytes content)
{
    uLongf bytes = compressBound((uLong)content.count);
    level_bytes packed = {.data = malloc(bytes)};
    if (packed.data == NULL ||
        compress(packed.data, &bytes, content.data, (uLong)content.count) != Z_OK)
        abort();
    packed.count = bytes;
    return packed;
}

/* A packed text, zTXt: a keyword, its end, the way of packing, and the text. */
static void add_text_chunk(level_bytes *file, level_bytes text)
{
    level_bytes chunk = {0}, packed = compress_bytes(text);
    level_bytes_add(&chunk, "Comment\0\0", 9);
    level_bytes_add(&chunk, packed.data, packed.count);
    add_chunk(file, "zTXt", chunk);
    level_bytes_free(&chunk);
    level_bytes_free(&packed);
}

level_bytes png_maker_make_with_text(uint32_t width, uint32_t height, const uint8_t *pixels,
                                     level_bytes text)
{
    level_bytes header = {0}, rows = {0}, file = {0};
    add_big32(&header, width);
    add_big32(&header, height);
    level_bytes_add(&header, "\10\2\0\0\0", 5); /* 8 bits, colours, not interlaced */
    for (uint32_t y = 0; y < height; y++) {
        add_zeros(&rows, 1);
        level_bytes_add(&rows, pixels + (size_t)3 * width * y, (size_t)3 * width);
    }
    level_bytes packed = compress_bytes(rows);
    level_bytes_add(&file, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(&file, "IHDR", header);
    if (text.count > 0)
        add_text_chunk(&file, text);
    add_chunk(&file, "IDAT", packed);
    add_chunk(&file, "IEND", (level_bytes){0});
    level_bytes_free(&header);
    level_bytes_free(&rows);
    level_bytes_free(&packed);
    return file;
}

level_bytes png_maker_make(uint32_t width, uint32_t height, const uint8_t *pixels)
{
    return png_maker_make_with_text(width, height, pixels, (level_bytes){0});
}
