/* wad.h: a level of a Doom WAD file, as its lumps have it. */
#ifndef CAIRN_IMPORT_WAD_H
#define CAIRN_IMPORT_WAD_H

#include "readers.h"

/* The lumps of a level that are read. */
enum wad_lump { WAD_THINGS, WAD_LINES, WAD_SIDES, WAD_VERTEXES, WAD_SECTORS, WAD_LUMPS };

typedef struct wad_lumps {
    import_bytes lumps[WAD_LUMPS];
} wad_lumps;

/* No sector: the void beyond a one-sided line, or damage. */
enum { WAD_NO_SECTOR = 0xFFFF };

/* Heights in units. */
typedef struct wad_sector {
    int32_t floor; /* where a lift is down */
    int32_t rise;  /* where it is up; only lifts differ from `floor` */
    int32_t ceiling;
    uint16_t tag;
} wad_sector;

typedef struct wad_line {
    double from[2];
    double to[2];
    uint16_t sectors[2]; /* to the right of it and to the left, or WAD_NO_SECTOR */
    uint16_t flags;
    uint16_t special;
    uint16_t tag;
} wad_line;

typedef struct wad_level {
    wad_line *lines;
    uint32_t line_count;
    wad_sector *sectors;
    uint32_t sector_count;
    import_start *starts;
    uint32_t start_count;
    import_bounds bounds;
} wad_level;

/* Reads a level's lumps. Failures: SYNTAX, MEMORY. */
cairn_status wad_level_open(const wad_lumps *lumps, cairn_detail *detail, wad_level *level);
void wad_level_close(wad_level *level);

/* Opens the doors of a level and sets its lifts going. */
cairn_status wad_level_move(wad_level *level, cairn_detail *detail);

/* The level's box, from its vertexes; false if there is none. */
bool wad_find_bounds(import_bytes vertexes, import_bounds *bounds);

#endif
