/* jump_scan.h: where the way may turn, seen from a cell: along lines, and along the lines that leave
 * a diagonal. Lines that run through a tile side by side are followed together. Scans read the
 * bitmaps of the map alone, and know nothing of costs. */
#ifndef CAIRN_JUMP_SCAN_H
#define CAIRN_JUMP_SCAN_H

#include "grid/tiles.h"

/* A jump point, and the last of the moves that lead there. */
typedef struct cairn__jump {
    cairn_cell cell;
    uint32_t move;
} cairn__jump;

/* What one call finds at most: a jump point on each row and column of a tile, and one on a
 * diagonal. */
#define CAIRN__SCAN_JUMPS (2 * CAIRN__TILE_SIDE + 1)

/* Scans of a map, and what they have found. A call may begin if there is room for what it finds. */
typedef struct cairn__jump_scan {
    const cairn_map *map;
    uint32_t count;
    cairn__jump jumps[4 * CAIRN__SCAN_JUMPS + 1]; /* the last one is for writing without a branch */
} cairn__jump_scan;

static inline bool cairn__jump_scan_has_room(const cairn__jump_scan *scan)
{
    return scan->count <= 3 * CAIRN__SCAN_JUMPS;
}

/* Parallel lines that have come to the end of a tile, all by the same cardinal move. */
typedef struct cairn__beam {
    uint64_t lines; /* bit i: row i of the tile, or column i, goes on; 0: the beam has ended */
    uint64_t fresh; /* lines that began at the tile's last cell */
    size_t place;   /* of the tile */
    int32_t x;      /* its first cell */
    int32_t y;
    uint32_t move;
} cairn__beam;

/* Starts a beam of one line at a cell, and follows it to the end of its tile. */
void cairn__beam_start(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell, uint32_t move);

/* Follows a beam that has not ended through further tiles, until it ends or has taken about 64
 * looks. Returns the looks: one for each tile, and one for each line that is not open from end to
 * end. */
uint32_t cairn__beam_follow(cairn__jump_scan *scan, cairn__beam *beam);

/* Walks up to `most` diagonal moves on from a cell, through one tile at most and no further than to
 * a jump point on the diagonal, and starts the two beams, of rows and of columns, that leave it before.
 * `made` gets the moves made. Returns whether the diagonal goes on. */
bool cairn__diagonal_walk(cairn__jump_scan *scan, cairn__beam *beams, cairn__xy from, uint32_t move,
                          uint32_t most, uint32_t *made);

#endif
