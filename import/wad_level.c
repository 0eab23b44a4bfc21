/* wad_level.c: the lumps of a Doom level as sectors, lines and starts, and what moves in it.
 *
 *   THINGS    10 bytes: x, y, angle, type, flags
 *   LINEDEFS  14 bytes: from and to vertex, flags, special, tag, right and left side
 *   SIDEDEFS  30 bytes: two offsets, three textures of 8 bytes, sector
 *   VERTEXES   4 bytes: x, y
 *   SECTORS   26 bytes: floor, ceiling, two textures of 8 bytes, light, special, tag
 *
 * All numbers have 16 bits; coordinates and heights are signed. */
#include "wad.h"

#include <stdlib.h>

enum { THING_BYTES = 10, LINE_BYTES = 14, SIDE_BYTES = 30, VERTEX_BYTES = 4, SECTOR_BYTES = 26 };
enum { NO_SIDE = 0xFFFF };

/* Types of things at which players come into the level. */

static uint32_t get_count(const wad_lumps *lumps, enum wad_lump lump, uint32_t bytes)
{
    return (uint32_t)(lumps->lumps[lump].count / bytes);
}

bool wad_find_bounds(import_bytes vertexes, import_bounds *bounds)
{
    for (size_t i = 0; i + VERTEX_BYTES <= vertexes.count; i += VERTEX_BYTES) {
        for (size_t axis = 0; axis < 2; axis++) {
            double place = import_get_i16(vertexes.data + i + 2 * axis);
            if (i == 0 || place < bounds->least[axis])
                bounds->least[axis] = place;
            if (i == 0 || place > bounds->most[axis])
                bounds->most[axis] = place;
        }
    }
    return vertexes.count >= VERTEX_BYTES;
}

static void read_sectors(const wad_lumps *lumps, wad_level *level)
{
    for (uint32_t i = 0; i < level->sector_count; i++) {
        const uint8_t *at = lumps->lumps[WAD_SECTORS].data + (size_t)i * SECTOR_BYTES;
        int32_t floor = import_get_i16(at);
        level->sectors[i] = (wad_sector){.floor = floor,
                                         .rise = floor,
                                         .ceiling = import_get_i16(at + 2),
                                         .tag = import_get_u16(at + 24)};
    }
}

/* The sector a side faces. Damaged numbers lead to the void: what is there is blocked. */
static uint16_t get_sector(const wad_lumps *lumps, const wad_level *level, uint16_t side)
{
    if (side == NO_SIDE || side >= get_count(lumps, WAD_SIDES, SIDE_BYTES))
        return WAD_NO_SECTOR;
    const uint8_t *at = lumps->lumps[WAD_SIDES].data + (size_t)side * SIDE_BYTES;
    uint16_t sector = import_get_u16(at + 28);
    return sector < level->sector_count ? sector : (uint16_t)WAD_NO_SECTOR;
}

static cairn_status read_lines(const wad_lumps *lumps, cairn_detail *detail, wad_level *level)
{
    import_bytes vertexes = lumps->lumps[WAD_VERTEXES];
    uint32_t vertex_count = get_count(lumps, WAD_VERTEXES, VERTEX_BYTES);
    for (uint32_t i = 0; i < level->line_count; i++) {
        const uint8_t *at = lumps->lumps[WAD_LINES].data + (size_t)i * LINE_BYTES;
        wad_line *line = &level->lines[i];
        uint16_t ends[2] = {import_get_u16(at), import_get_u16(at + 2)};
        if (ends[0] >= vertex_count || ends[1] >= vertex_count)
            return import_fail(detail, CAIRN_SYNTAX,
                               "line %u of the level leads to vertex %u of %u; get a whole copy of "
                               "the file",
                               i, ends[0] >= vertex_count ? ends[0] : ends[1], vertex_count);
        const uint8_t *from = vertexes.data + (size_t)ends[0] * VERTEX_BYTES;
        const uint8_t *to = vertexes.data + (size_t)ends[1] * VERTEX_BYTES;
        *line = (wad_line){.from = {import_get_i16(from), import_get_i16(from + 2)},
                           .to = {import_get_i16(to), import_get_i16(to + 2)},
                           .flags = import_get_u16(at + 4),
                           .special = import_get_u16(at + 6),
                           .tag = import_get_u16(at + 8)};
        for (int side = 0; side < 2; side++)
            line->sectors[side] = get_sector(lumps, level, import_get_u16(at + 10 + 2 * side));
    }
    return CAIRN_OK;
}

/* Those of player 1 come first, those of deathmatch last. A column of a level has one floor: at any
 * height a start is on it. */
static void read_starts(const wad_lumps *lumps, wad_level *level)
{
    static const uint16_t types[] = {1, 2, 3, 4, 11};
    for (size_t type = 0; type < sizeof types / sizeof types[0]; type++) {
        for (uint32_t i = 0; i < get_count(lumps, WAD_THINGS, THING_BYTES); i++) {
            const uint8_t *at = lumps->lumps[WAD_THINGS].data + (size_t)i * THING_BYTES;
            if (import_get_u16(at + 6) == types[type] && level->start_count < IMPORT_MOST_STARTS)
                level->starts[level->start_count++] =
                    (import_start){import_get_i16(at), import_get_i16(at + 2), INT16_MAX};
        }
    }
}

static cairn_status check_lumps(const wad_lumps *lumps, cairn_detail *detail)
{
    static const struct {
        const char *name;
        uint32_t bytes;
    } records[WAD_LUMPS] = {{"THINGS", THING_BYTES},
                            {"LINEDEFS", LINE_BYTES},
                            {"SIDEDEFS", SIDE_BYTES},
                            {"VERTEXES", VERTEX_BYTES},
                            {"SECTORS", SECTOR_BYTES}};
    for (int i = 0; i < WAD_LUMPS; i++) {
        size_t count = lumps->lumps[i].count;
        if (count % records[i].bytes != 0)
            return import_fail(detail, CAIRN_SYNTAX,
                               "the level's lump %s has %zu bytes, not a multiple of %u; get a "
                               "whole copy of the file",
                               records[i].name, count, records[i].bytes);
        if (count == 0 && i != WAD_THINGS)
            return import_fail(detail, CAIRN_SYNTAX,
                               "the level's lump %s is empty; choose another level",
                               records[i].name);
    }
    return CAIRN_OK;
}

cairn_status wad_level_open(const wad_lumps *lumps, cairn_detail *detail, wad_level *level)
{
    *level = (wad_level){0};
    cairn_status status = check_lumps(lumps, detail);
    if (status != CAIRN_OK)
        return status;
    (void)wad_find_bounds(lumps->lumps[WAD_VERTEXES], &level->bounds);
    level->line_count = get_count(lumps, WAD_LINES, LINE_BYTES);
    level->sector_count = get_count(lumps, WAD_SECTORS, SECTOR_BYTES);
    level->lines = calloc(level->line_count, sizeof *level->lines);
    level->sectors = calloc(level->sector_count, sizeof *level->sectors);
    level->starts = calloc(get_count(lumps, WAD_THINGS, THING_BYTES) + 1, sizeof *level->starts);
    if (level->lines == NULL || level->sectors == NULL || level->starts == NULL) {
        status = import_fail_memory(detail);
    } else {
        read_sectors(lumps, level);
        read_starts(lumps, level);
        status = read_lines(lumps, detail, level);
    }
    if (status != CAIRN_OK)
        wad_level_close(level);
    return status;
}

void wad_level_close(wad_level *level)
{
    free(level->lines);
    free(level->sectors);
    free(level->starts);
    *level = (wad_level){0};
}

/* ---- doors and lifts ---- */

enum mover { MOVES_NOTHING, OPENS_BACK, OPENS_TAGGED, LOWERS_TAGGED };

/* What a line's special does: doors that are pushed open concern the sector behind the line, all
 * others, and lifts, those with the line's tag. Boom's generalized specials begin at 0x3400. */
static enum mover find_mover(uint16_t special)
{
    static const uint8_t pushed[] = {1, 26, 27, 28, 31, 32, 33, 34, 117, 118};
    static const uint8_t doors[] = {2,   3,   4,   16,  29,  42,  46,  50,  61,  63,  75,
                                    76,  86,  90,  99,  103, 105, 106, 107, 108, 109, 110,
                                    111, 112, 113, 114, 115, 116, 133, 134, 135, 136, 137};
    static const uint8_t lifts[] = {10, 21, 53, 62, 87, 88, 120, 121, 122, 123};
    if (special >= 0x3800 && special < 0x4000)
        return (special & 7) >= 6 ? OPENS_BACK : OPENS_TAGGED;
    if (special >= 0x3400 && special < 0x3800)
        return LOWERS_TAGGED;
    if (special == 0 || special > UINT8_MAX)
        return MOVES_NOTHING;
    if (memchr(pushed, special, sizeof pushed) != NULL)
        return OPENS_BACK;
    if (memchr(doors, special, sizeof doors) != NULL)
        return OPENS_TAGGED;
    return memchr(lifts, special, sizeof lifts) != NULL ? LOWERS_TAGGED : MOVES_NOTHING;
}

/* What surrounds a sector, from the file's own heights. */
struct surroundings {
    int32_t lowest_ceiling;
    int32_t lowest_floor;
};

static struct surroundings *find_surroundings(const wad_level *level)
{
    struct surroundings *all = calloc(level->sector_count, sizeof *all);
    for (uint32_t i = 0; all != NULL && i < level->sector_count; i++)
        all[i] = (struct surroundings){INT32_MAX, INT32_MAX};
    for (uint32_t i = 0; all != NULL && i < level->line_count; i++) {
        const uint16_t *sectors = level->lines[i].sectors;
        if (sectors[0] == WAD_NO_SECTOR || sectors[1] == WAD_NO_SECTOR || sectors[0] == sectors[1])
            continue;
        for (int side = 0; side < 2; side++) {
            struct surroundings *here = &all[sectors[side]];
            const wad_sector *other = &level->sectors[sectors[1 - side]];
            if (other->ceiling < here->lowest_ceiling)
                here->lowest_ceiling = other->ceiling;
            if (other->floor < here->lowest_floor)
                here->lowest_floor = other->floor;
        }
    }
    return all;
}

/* The game leaves a rim of 4 units of an open door. */
static void open_door(wad_sector *sector, const struct surroundings *around)
{
    enum { RIM = 4 };
    if (around->lowest_ceiling != INT32_MAX && around->lowest_ceiling - RIM > sector->ceiling)
        sector->ceiling = around->lowest_ceiling - RIM;
}

static void start_lift(wad_sector *sector, const struct surroundings *around)
{
    if (around->lowest_floor < sector->floor)
        sector->floor = around->lowest_floor;
}

/* Doors that are pushed open at once; what the tags of sectors are asked to do is noted. */
static void find_moves(wad_level *level, const struct surroundings *around, uint8_t *moves)
{
    for (uint32_t i = 0; i < level->line_count; i++) {
        const wad_line *line = &level->lines[i];
        enum mover mover = find_mover(line->special);
        uint16_t back = line->sectors[1];
        if (mover == OPENS_BACK && back != WAD_NO_SECTOR)
            open_door(&level->sectors[back], &around[back]);
        if (line->tag != 0)
            moves[line->tag] = (uint8_t)(moves[line->tag] | 1U << mover);
    }
}

cairn_status wad_level_move(wad_level *level, cairn_detail *detail)
{
    struct surroundings *around = find_surroundings(level);
    uint8_t *moves = calloc(UINT16_MAX + 1, 1); /* for each tag, a bit for each mover */
    bool good = around != NULL && moves != NULL;
    if (good)
        find_moves(level, around, moves);
    for (uint32_t i = 0; good && i < level->sector_count; i++) {
        wad_sector *sector = &level->sectors[i];
        if (moves[sector->tag] >> OPENS_TAGGED & 1)
            open_door(sector, &around[i]);
        if (moves[sector->tag] >> LOWERS_TAGGED & 1)
            start_lift(sector, &around[i]);
    }
    free(around);
    free(moves);
    return good ? CAIRN_OK : import_fail_memory(detail);
}
