/* tiles.h: how a map is kept: 64 x 64 tiles of four bitmaps, so that any straight or diagonal run
 * of moves can be measured a machine word at a time.
 *
 * A tile that is all blocked, or all open with every diagonal edge, is stored once and shared. A
 * frame of blocked tiles lies around the map, so that neighbours need no bounds check. Cells past
 * the right and lower edge are blocked. */
#ifndef CAIRN_TILES_H
#define CAIRN_TILES_H

#include "base/bits.h"
#include "cairn/map.h"
#include "base/why.h"
#include "base/xy.h"
#include "grid/coarse.h"
#include "grid/octile.h"

#define CAIRN__TILE_SIDE 64

/* Within a tile, x and y are 0 to 63 and bit 0 is the lowest.
 *   row[y]     bit x: the cell is open
 *   column[x]  bit y: the cell is open
 *   fall[k]    bit y: the edge from (x, y) down to (x + 1, y + 1) may be taken, k = (x - y) mod 64
 *   rise[k]    bit y: the edge from (x, y) down to (x - 1, y + 1) may be taken, k = (x + y) mod 64
 * An edge may be taken in both directions. */
typedef struct cairn__tile {
    uint64_t row[CAIRN__TILE_SIDE];
    uint64_t column[CAIRN__TILE_SIDE];
    uint64_t fall[CAIRN__TILE_SIDE];
    uint64_t rise[CAIRN__TILE_SIDE];
} cairn__tile;

/* The lines of a tile that are open from end to end, so that whole bundles of lines can be followed
 * without a look at the tile.
 *   rows     bit y: all cells of row y are open
 *   columns  bit x: all cells of column x are open */
typedef struct cairn__open_lines {
    uint64_t rows;
    uint64_t columns;
} cairn__open_lines;

/* The shared tiles. */
#define CAIRN__TILE_BLOCKED 0
#define CAIRN__TILE_OPEN 1

/* A tile whose cells lie in more than one component. Its runs of open cells are numbered row by
 * row; those outside the map's largest component are listed. */
typedef struct cairn__tile_runs {
    uint32_t first;                    /* of the listed ones, in the map's lists */
    uint32_t count;                    /* of the listed ones */
    uint16_t before[CAIRN__TILE_SIDE]; /* runs in the rows above */
} cairn__tile_runs;

/* In place of a component: a tile that has several; the rest is its index in tile_runs. */
#define CAIRN__SEVERAL_COMPONENTS UINT32_C(0x80000000)

/* Where a component begins, in row-major order, and how many cells it has. */
typedef struct cairn__extent {
    cairn__xy first;
    uint32_t cells;
} cairn__extent;

struct cairn_map {
    cairn__why why;
    cairn_allocator allocator;
    cairn_map_info info;
    uint32_t tiles_across; /* with the frame */
    uint32_t tiles_down;
    uint32_t *directory; /* the tile at each place, row by row */
    cairn__tile *tiles;
    cairn__open_lines *open_lines; /* of each tile */
    uint32_t *components;          /* the component at each place, or several; of a changing map
                                      (joined.h) where it is in the list */
    cairn__tile_runs *tile_runs;
    uint32_t largest;       /* the largest component */
    cairn__extent *extents; /* of all components of a map that does not change */
    /* The lists: numbers of runs in their tiles, ascending, and their components. */
    uint16_t *run_numbers;
    uint32_t *run_components;
    cairn__coarse coarse;
    struct cairn__living *living; /* of a changing map (living.h), or null */
};

/* Places in the directory. Coordinates may be up to 64 outside the map. */
static inline size_t cairn__tile_place(const cairn_map *map, int32_t x, int32_t y)
{
    return (size_t)((uint32_t)(y + CAIRN__TILE_SIDE) >> 6) * map->tiles_across +
           ((uint32_t)(x + CAIRN__TILE_SIDE) >> 6);
}

static inline const cairn__tile *cairn__tile_at(const cairn_map *map, int32_t x, int32_t y)
{
    return &map->tiles[map->directory[cairn__tile_place(map, x, y)]];
}

/* Diagonal moves between a line and the next: bit i of `fall` is that from the cell i to the next line's
 * cell i + 1, bit i of `rise` that from the cell i + 1 to the next line's cell i. */
typedef struct cairn__diagonals {
    uint64_t fall;
    uint64_t rise;
} cairn__diagonals;

static inline cairn__diagonals cairn__find_diagonals(const uint64_t lines[2], cairn_corners corners)
{
    cairn__diagonals found = {lines[0] & lines[1] >> 1, lines[0] >> 1 & lines[1]};
    if (corners == CAIRN_CORNERS_STRICT)
        found.fall = found.rise = found.fall & found.rise;
    return found;
}

/* True if the cell is open; it may be up to 64 outside the map. */
static inline bool cairn__is_open(const cairn_map *map, int32_t x, int32_t y)
{
    return cairn__tile_at(map, x, y)->row[y & 63] >> (x & 63) & 1;
}

/* True if the cell is inside; any cell may be asked. */
static inline bool cairn__is_inside(const cairn_map *map, cairn__xy cell)
{
    return cell.x < map->info.width && cell.y < map->info.height;
}

/* True if the cell is inside and open; any cell may be asked. */
static inline bool cairn__is_open_cell(const cairn_map *map, cairn__xy cell)
{
    return cairn__is_inside(map, cell) && cairn__is_open(map, cell.x, cell.y);
}

/* True if the rectangle has cells, and all of them are inside. */
static inline bool cairn__is_rect_inside(const cairn_map *map, const cairn_rect *rect)
{
    return rect->width > 0 && rect->height > 0 &&
           (uint32_t)rect->x + rect->width <= map->info.width &&
           (uint32_t)rect->y + rect->height <= map->info.height;
}

/* Bits 0 to 63: cells (x .. x + 63, y); -64 <= x. */
static inline uint64_t cairn__row_from(const cairn_map *map, int32_t x, int32_t y)
{
    size_t place = cairn__tile_place(map, x, y);
    uint32_t shift = (uint32_t)x & 63;
    uint64_t word = map->tiles[map->directory[place]].row[y & 63] >> shift;
    if (shift > 0)
        word |= map->tiles[map->directory[place + 1]].row[y & 63] << (64 - shift);
    return word;
}

/* Bits 0 to 63: cells (x, y .. y + 63); -64 <= y. */
static inline uint64_t cairn__column_from(const cairn_map *map, int32_t x, int32_t y)
{
    size_t place = cairn__tile_place(map, x, y);
    uint32_t shift = (uint32_t)y & 63;
    uint64_t word = map->tiles[map->directory[place]].column[x & 63] >> shift;
    if (shift > 0) {
        size_t below = place + map->tiles_across;
        word |= map->tiles[map->directory[below]].column[x & 63] << (64 - shift);
    }
    return word;
}

/* The open ones of the eight neighbours, one bit a move. */
static inline uint32_t cairn__open_neighbours(const cairn_map *map, int32_t x, int32_t y)
{
    uint64_t above, here, below;
    uint32_t inner_x = (uint32_t)x & 63;
    uint32_t inner_y = (uint32_t)y & 63;
    if (CAIRN__LIKELY(inner_x - 1 < 62 && inner_y - 1 < 62)) {
        const cairn__tile *tile = cairn__tile_at(map, x, y);
        above = tile->row[inner_y - 1] >> (inner_x - 1);
        here = tile->row[inner_y] >> (inner_x - 1);
        below = tile->row[inner_y + 1] >> (inner_x - 1);
    } else {
        above = cairn__row_from(map, x - 1, y - 1);
        here = cairn__row_from(map, x - 1, y);
        below = cairn__row_from(map, x - 1, y + 1);
    }
    /* The order of moves is that of the bits: three above, three below, west, east. */
    return (uint32_t)((above & 7) | (below & 7) << 3 | (here & 1) << 6 | (here & 4) << 5);
}

/* The legal moves to the open ones of a cell's neighbours, one bit a move. */
static inline uint32_t cairn__allow_moves(const cairn_map *map, uint32_t open)
{
    if (map->info.corners == CAIRN_CORNERS_FREE)
        return open;
    uint32_t north = open >> CAIRN__N, south = open >> CAIRN__S;
    uint32_t west = open >> CAIRN__W, east = open >> CAIRN__E;
    uint32_t allowed = CAIRN__CARDINAL_MOVES | (north & west & 1) << CAIRN__NW |
                       (north & east & 1) << CAIRN__NE | (south & west & 1) << CAIRN__SW |
                       (south & east & 1) << CAIRN__SE;
    return open & allowed;
}

/* The legal moves from a cell, one bit a move. */
static inline uint32_t cairn__legal_moves(const cairn_map *map, int32_t x, int32_t y)
{
    return cairn__allow_moves(map, cairn__open_neighbours(map, x, y));
}

/* True if one legal move leads from an open cell to another cell. */
static inline bool cairn__is_legal_move(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    if (x < -1 || x > 1 || y < -1 || y > 1 || (x == 0 && y == 0))
        return false;
    return (cairn__legal_moves(map, from.x, from.y) >> cairn__move_by(x, y) & 1) != 0;
}

#endif
