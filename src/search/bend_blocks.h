/* bend_blocks.h: the square blocks of a map in which lists of nodes are kept, six sizes of them, and
 * boxes: the cells of a block between two lines and between two diagonals. */
#ifndef CAIRN_BEND_BLOCKS_H
#define CAIRN_BEND_BLOCKS_H

#include "base/xy.h"

#define CAIRN__BLOCK_LEVELS 6

/* Sides of blocks: 256 cells on level 0, 8 on the last. */
static inline uint32_t cairn__block_get_bits(uint32_t level)
{
    return 8 - level;
}

/* What a box is made of: lines are rows, or columns; diagonals fall, or rise. */
enum { CAIRN__BOX_COLUMNS = 1, CAIRN__BOX_RISING = 2 };

/* A box; all four limits are cells of it. A line is counted from the block's first. */
typedef struct cairn__bend_box {
    uint16_t frame;
    uint16_t lines[2];
    uint16_t diagonals[2];
} cairn__bend_box;

/* The number of a cell's diagonal in a block of `side` cells a side, from 0; x and y are counted
 * from the block's corner. */
static inline uint32_t cairn__box_get_diagonal(uint32_t frame, uint32_t x, uint32_t y,
                                               uint32_t side)
{
    return (frame & CAIRN__BOX_RISING) != 0 ? x + y : x + side - 1 - y;
}

#endif
