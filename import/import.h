/* import.h: levels of games, pictures and tile maps as grids of open and blocked cells.
 *
 * For tools: games need none of it, and libcairn does not depend on it. A file is opened, its
 * levels are listed, and one of them is made into a grid of any resolution. docs/import.md has the
 * rules: units, axes, what can be walked on, what happens where floors lie above each other. */
#ifndef CAIRN_IMPORT_H
#define CAIRN_IMPORT_H

#include <cairn/map.h>

/** What a file is, by its content. */
typedef enum import_format {
    IMPORT_WAD,        /**< Doom: an archive of levels */
    IMPORT_BSP,        /**< Quake 3: one level */
    IMPORT_PK3,        /**< a zip archive of Quake 3 levels */
    IMPORT_PNG,        /**< a picture */
    IMPORT_TILED_JSON, /**< a Tiled map */
    IMPORT_TILED_XML,  /**< a Tiled map */
} import_format;

/** The format as a word, such as "wad"; never null. */
const char *import_format_get_name(import_format format);

/** A file whose levels are to be imported. It is mapped: it must not change meanwhile. */
typedef struct import_file import_file;

/** Opens a file and finds its format. Failures: IO, SYNTAX (no known format), MEMORY. */
cairn_status import_file_open(const char *path, cairn_detail *detail, import_file **file);

/** The same for bytes in memory, which must stay there until the file is closed. */
cairn_status import_file_open_memory(const void *bytes, size_t count, cairn_detail *detail,
                                     import_file **file);
void import_file_close(import_file *file);
import_format import_file_get_format(const import_file *file);

/** One level of a file. */
typedef struct import_level {
    char name[64];
    uint64_t bytes; /**< of the level in the file, once unpacked */
    double width;   /**< in the format's units; 0 if it cannot be told */
    double height;
} import_level;

/** Finds all levels of a file, in its order. The caller frees them. Failures: SYNTAX, LIMIT,
 *  MEMORY. A level that is damaged is listed with the sizes 0 x 0. */
cairn_status import_file_find_levels(const import_file *file, cairn_detail *detail,
                                     import_level **levels, uint32_t *count);

/** Which floor of a column becomes the cell, where several can be reached. */
typedef enum import_overlap {
    IMPORT_OVERLAP_HIGHEST,
    IMPORT_OVERLAP_LOWEST,
} import_overlap;

/** A colour of a picture and what it means. */
typedef struct import_colour {
    uint8_t rgb[3];
    bool open;
} import_colour;

/** In place of a number: the format's own. */
#define IMPORT_USUAL (-1.0)

/** What is to be made of a level. Make it with import_default_def(). */
typedef struct import_def {
    const char *level;      /**< null: the only one */
    double resolution;      /**< units a cell; units are those of the level, pixels or tiles */
    double radius;          /**< half the width of the player's box */
    double player_height;   /**< of the player's box */
    double step_height;     /**< the highest step that can be walked up */
    double fall_height;     /**< the deepest fall that is taken to get somewhere */
    bool doors_closed;      /**< doors stay shut and lifts stand still */
    import_overlap overlap; /**< default: the highest */

    uint32_t threshold;           /**< pictures: pixels at least this bright are open, of 255 */
    const import_colour *colours; /**< pictures: if there are any, they alone decide */
    uint32_t colour_count;

    const char *layer;    /**< Tiled: the layer; null: the only one */
    const char *property; /**< Tiled: open where a tile has it; null: open where there is no tile */
    bool invert;          /**< pictures and Tiled: open becomes blocked and blocked open */

    /** If not null, called for every row; false ends the work with INTERRUPTED. */
    bool (*progress)(void *context, uint64_t done, uint64_t total);
    void *context;
    cairn_detail *detail; /**< if not null, says where and why it failed */
} import_def;

import_def import_default_def(void);

/** A finished grid: one bit a cell. */
typedef struct import_grid import_grid;

/** What there is to know of a grid. Fields of levels alone are zero for pictures and tile maps. */
typedef struct import_info {
    char level[64];
    uint32_t width;
    uint32_t height;
    double resolution;
    uint64_t passable;      /**< open cells */
    uint32_t starts;        /**< places where players begin, in the level */
    uint32_t starts_used;   /**< those that stand on ground */
    uint64_t overlaps;      /**< columns with more than one floor in reach */
    uint32_t pieces;        /**< sets of open cells joined by moves, strict corners */
    uint64_t largest_piece; /**< open cells in the largest of them */
    uint64_t specks;        /**< cells of pieces too small for a player, left out */
} import_info;

/** Makes a grid of a level.
 *  Time: linear in the cells, times the solids that lie above each other there. Memory: below 1 GB
 *  for 16,384 x 16,384 cells; a level that would need more is refused. Failures: SYNTAX (damaged,
 *  or no level, or no start), LIMIT, MEMORY, ARGUMENT, INTERRUPTED. */
cairn_status import_file_run(const import_file *file, const import_def *def, import_grid **grid);

import_info import_grid_get_info(const import_grid *grid);

/** Writes row `y` of the grid: as many characters as it is wide, '.' open and '@' blocked. */
void import_grid_get_row(const import_grid *grid, uint32_t y, char *row);
void import_grid_destroy(import_grid *grid);

#endif
