/* coarse.h: a map seen from afar, for a sure and quick no: which blocks of cells moves of one cone
 * lead to from a block.
 *
 * A cone has a cardinal heading and a diagonal one. A frame turns the map so that these lead to the
 * next column, and to the next column of the next row. A block is 8 rows of the frame by 8 of its
 * diagonals: moves lead to the next block of its row of blocks, or to that of the same diagonals in
 * the next row of blocks. A bit says whether there is any such move. */
#ifndef CAIRN_COARSE_H
#define CAIRN_COARSE_H

#include "cairn/base.h"

/* Cones 0 and 4, 1 and 5, 2 and 6, 3 and 7 share a frame: one leads forwards, one back. */
#define CAIRN__FRAMES 4
#define CAIRN__COARSE_BITS 3

typedef struct cairn__coarse_frame {
    uint32_t rows;
    uint32_t words; /* of a row; a block's bit is 1 + (its diagonals + its row) / 8 */
    uint64_t *across;
    uint64_t *down;
} cairn__coarse_frame;

typedef struct cairn__coarse {
    cairn__coarse_frame frames[CAIRN__FRAMES];
    size_t bytes;
} cairn__coarse;

struct cairn_map;

/* Makes the frames of a map whose tiles are finished. Failures: MEMORY. */
cairn_status cairn__coarse_create(struct cairn_map *map);
cairn_status cairn__coarse_copy(struct cairn_map *copy, const struct cairn_map *map);
void cairn__coarse_end(struct cairn_map *map);

/* Cells (x0, y0) to (x1, y1). */
typedef struct cairn__coarse_box {
    uint32_t x0, y0, x1, y1;
} cairn__coarse_box;

/* Makes the blocks anew that moves to or from the cells of a box are in. */
void cairn__coarse_change(struct cairn_map *map, cairn__coarse_box box);

/* A cell's column and row in a frame. */
typedef struct cairn__coarse_place {
    int32_t column;
    int32_t row;
} cairn__coarse_place;

cairn__coarse_place cairn__coarse_get_place(const struct cairn_map *map, uint32_t frame, uint32_t x,
                                            uint32_t y);

#endif
