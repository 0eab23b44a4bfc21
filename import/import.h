/* import.h: levels of games, pictures and tile maps as grids of open and blocked cells.
 *
 * A library for tools: games that have maps need none of it, and libcairn does not depend on it. A
 * file is opened, its levels are listed, and one of them becomes a grid of any resolution, with its
 * origin, the size of its cells and the places where players start. import_grid_create_map() makes
 * a map of it; `cairn map import` writes it to a file. docs/import.md has the rules: units, axes,
 * what can be walked on, what happens where floors lie above each other.
 *
 * As in the headers of libcairn, a definition begins with its size, and zero in any other field
 * means the default. */
#ifndef CAIRN_IMPORT_H
#define CAIRN_IMPORT_H

#include <cairn/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a file is, by its content. */
typedef uint32_t import_format;

enum {
    IMPORT_WAD = 0,        /**< Doom: an archive of levels */
    IMPORT_BSP = 1,        /**< Quake 3: one level */
    IMPORT_PK3 = 2,        /**< a zip archive of Quake 3 levels */
    IMPORT_PNG = 3,        /**< a picture */
    IMPORT_TILED_JSON = 4, /**< a Tiled map */
    IMPORT_TILED_XML = 5,  /**< a Tiled map */
};

/** The format as a word, such as "wad"; never null. */
const char *import_format_get_name(import_format format);

/** A file whose levels are to be imported. It is mapped: it must not change meanwhile. */
typedef struct import_file import_file;

/** Opens a file and finds its format. Failures: IO, SYNTAX (no known format), MEMORY. */
cairn_status import_file_open(const char *path, cairn_detail *detail, import_file **file);

/** The same for bytes in memory, which must stay there until the file is closed. */
cairn_status import_file_open_memory(const void *bytes, size_t count, cairn_detail *detail,
                                     import_file **file);

/** Closes a file. Null is fine. */
void import_file_close(import_file *file);

/** The file's format. */
import_format import_file_get_format(const import_file *file);

/** One level of a file. */
typedef struct import_level {
    char name[64];  /**< as the file has it: any bytes, and then a zero */
    uint64_t bytes; /**< of the level in the file, once unpacked */
    double width;   /**< in the format's units; 0 if it is not known */
    double height;
} import_level;

/** Finds all levels of a file, in its order. The caller frees them with free(). A level that is
 *  damaged, or beyond the limits for a list, has the sizes 0 x 0. Failures: SYNTAX, MEMORY. */
cairn_status import_file_find_levels(const import_file *file, cairn_detail *detail,
                                     import_level **levels, uint32_t *count);

/** Zero itself, in place of a number that is the format's own when it is zero. */
#define IMPORT_NOTHING (-1.0)

/** Which floor of a column becomes the cell, where several can be reached. */
enum {
    IMPORT_OVERLAP_HIGHEST = 0,
    IMPORT_OVERLAP_LOWEST = 1,
};

/** Who walks in a level, in units. For Doom and Quake 3; other formats refuse it. */
typedef struct import_player {
    double radius;         /**< half the width of the player's box */
    double height;         /**< of the player's box */
    double step_height;    /**< the highest step that can be walked up */
    double fall_height;    /**< the deepest fall that is taken to get somewhere */
    uint32_t doors_closed; /**< 1: doors stay shut and lifts stand still */
    uint32_t overlap;      /**< default: the highest */
} import_player;

/** A colour of a picture and what it means. */
typedef struct import_colour {
    uint8_t rgb[3];
    uint8_t open; /**< 1: open, 0: blocked */
} import_colour;

/** Which pixels are open. For pictures; other formats refuse it. */
typedef struct import_picture {
    int32_t threshold;     /**< pixels at least this bright are open; default 128 of 255; -1: all */
    uint32_t colour_count; /**< if there are any colours, they alone decide */
    const import_colour *colours;
    uint32_t invert; /**< 1: open becomes blocked and blocked open */
} import_picture;

/** Layers of a Tiled map that can be named. */
#define IMPORT_MOST_LAYERS 64

/** Which tiles are open. For Tiled maps; other formats refuse it. */
typedef struct import_tiles {
    const char *const *layers; /**< names, at most IMPORT_MOST_LAYERS; none: the only one */
    uint32_t layer_count;
    uint32_t invert;      /**< 1: open becomes blocked and blocked open */
    const char *property; /**< open where all tiles have it; null: open where there is no tile */
    const char *folder;   /**< of tilesets that are files; null: the folder of the map's file */
} import_tiles;

/** What is to be made of a level. */
typedef struct import_def {
    uint32_t size;                 /**< sizeof(import_def) */
    const char *level;             /**< null: the only one */
    double resolution;             /**< units a cell: of the level, pixels or tiles */
    const import_player *player;   /**< null: all defaults; and so for the next two */
    const import_picture *picture; /**< what a picture's pixels mean */
    const import_tiles *tiles;     /**< what a Tiled map's tiles mean */

    /** If not null, called for every row; 0 ends the work with INTERRUPTED. */
    int32_t (*progress)(void *context, uint64_t done, uint64_t total);
    void *context;
    cairn_detail *detail; /**< if not null, says where and why it failed */
} import_def;

/** A finished grid: one bit a cell. */
typedef struct import_grid import_grid;

/** The properties of a grid. Fields of levels alone are zero for pictures and tile maps.
 *
 *  A place (x, y) of the level, in its units, is in the column floor((x - origin[0]) /
 *  cell_size[0]) and in the row floor((y - origin[1]) / cell_size[1]). */
typedef struct import_info {
    char level[64];
    uint32_t width;
    uint32_t height;
    double resolution;
    double origin[2];     /**< the place of the top-left corner of the top-left cell */
    double cell_size[2];  /**< units to the next column and row; negative if y grows upwards */
    uint64_t open_cells;  /**< open cells */
    uint32_t starts;      /**< places where players begin, in the level */
    uint32_t starts_used; /**< those that stand on ground */
    uint32_t start_cells; /**< starts with an open cell: import_grid_get_start() */
    uint64_t overlaps;    /**< columns with more than one floor in reach */
    uint32_t components;  /**< sets of open cells joined by moves, strict corners */
    uint64_t largest_component; /**< open cells in the largest of them */
    uint64_t specks;            /**< cells of components too small for a player, left out */
} import_info;

/** Makes a grid of a level.
 *  Time: linear in the cells, times the solids that lie above each other there. Memory: below 1 GB
 *  for 16,384 x 16,384 cells; a level that would need more is refused. Failures: SYNTAX (damaged,
 *  or no level, no start, or no cell that would be open), LIMIT, MEMORY, ARGUMENT (a number out of range, or a part of the
 *  definition that is for another format), IO (a tileset), INTERRUPTED. */
cairn_status import_file_run(const import_file *file, const import_def *def, import_grid **grid);

/** A grid's properties. Constant time. */
void import_grid_get_info(const import_grid *grid, import_info *info);

/** Writes row `y` of the grid: one byte a cell, 1 open and 0 blocked. */
void import_grid_get_row(const import_grid *grid, uint32_t y, uint8_t *cells);

/** The open cell where a player starts, in the file's order, but in Doom by the number of the
 *  player and then deathmatch. `index` is below info.start_cells. Constant time. */
void import_grid_get_start(const import_grid *grid, uint32_t index, cairn_cell *cell);

/** The cell of a place of the level. Failures: ARGUMENT if it is outside the grid. */
cairn_status import_grid_find_cell(const import_grid *grid, double x, double y, cairn_cell *cell);

/** The place in the level of the middle of a cell. */
void import_grid_find_place(const import_grid *grid, cairn_cell cell, double place[2]);

/** Makes a map of a grid, as cairn_map_create() does of bytes. `def` may be null. Memory while it
 *  works: a byte a cell. Failures: those of cairn_map_create(). */
cairn_status import_grid_create_map(const import_grid *grid, const cairn_map_def *def,
                                    cairn_map **map);

/** Destroys a grid. Null is fine. */
void import_grid_destroy(import_grid *grid);

#ifdef __cplusplus
}
#endif

#endif
