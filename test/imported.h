/* imported.h: importing bytes in memory, and looking at the cell at a place of the level. */
#ifndef CAIRN_TEST_IMPORTED_H
#define CAIRN_TEST_IMPORTED_H

#include "import.h"
#include "level_maker.h"
#include "support.h"

/* A level that was imported, or why it was not. */
typedef struct imported {
    cairn_status status;
    cairn_detail detail;
    import_info info;
    char *cells; /* row by row, '.' open and '@' blocked */
    cairn_cell starts[8];
    cairn_map *map;
} imported;

/* A definition with all its parts; a file gets the part that its format has. */
typedef struct imported_def {
    const char *level;
    double resolution;
    import_player player;
    import_picture picture;
    import_tiles tiles;
} imported_def;

/* The definition at one unit a cell. */
imported_def imported_get_def(void);

/* Imports the bytes and frees them. */
imported imported_open(level_bytes bytes, imported_def def);

/* The same, keeping the bytes. */
imported imported_read(const void *data, size_t count, imported_def def);
void imported_close(imported *level);

/* True if the cell of a place is open; `corner` is the level's least x and most y. */
bool imported_is_open(const imported *level, const double corner[2], double x, double y);

/* True if moves lead from one place to another. */
bool imported_is_joined(const imported *level, const double corner[2], const double from[2],
                        const double to[2]);

/* It failed so, with a sentence that has this in it. */
void imported_check_failed(imported *level, cairn_status status, const char *text);

/* Cut short anywhere, and with any byte changed, a level is read or refused with a sentence;
 * `whole`: cut short, it is refused. Frees the bytes. */
void imported_check_damage(level_bytes bytes, bool whole);

#endif
