/* coarse_search.h: a search over blocks of cells (coarse.h) between two cells, row by row from both of
 * them until they meet. What it does not reach cannot be reached; of what it reaches it returns the
 * first and the last place of each row of blocks. */
#ifndef CAIRN_COARSE_SEARCH_H
#define CAIRN_COARSE_SEARCH_H

#include "base/meter.h"
#include "base/xy.h"
#include "grid/tiles.h"

/* Words for the blocks of a row. */
#define CAIRN__COARSE_WORDS (CAIRN_MAX_SIDE / 8 / 64 + 3)

/* The blocks of a row that are reached from one of the ends. */
typedef struct cairn__coarse_front {
    uint32_t row;
    uint32_t low;                         /* the first block's bit in the row */
    uint32_t high;                        /* and the last one's */
    uint64_t blocks[CAIRN__COARSE_WORDS]; /* known from the word of `low` to that of `high` */
} cairn__coarse_front;

typedef struct cairn__coarse_search {
    uint32_t frame;
    bool begun;
    uint32_t rows[2];  /* of blocks, of the ends, in the order of the frame */
    int32_t places[2]; /* of the ends: column less row */
    uint32_t inner[2]; /* rows of cells in the ends' rows of blocks that lie before them */
    cairn__coarse_front fronts[2];
    uint16_t
        *limits[2]; /* of each row of blocks: the bits of the first and last that are reached */
} cairn__coarse_search;

/* Numbers of room for the limits of rows at `depth` diagonal moves. */
static inline size_t cairn__coarse_get_room(uint32_t depth)
{
    return 2 * ((size_t)depth / 8 + 2);
}

/* Begins. The frame's moves lead from the first end to the second. */
void cairn__coarse_search_start(cairn__coarse_search *search, const cairn_map *map, uint32_t frame,
                                const cairn__xy ends[2], uint16_t *room);

cairn__answer cairn__coarse_search_run(cairn__coarse_search *search, const cairn_map *map,
                                       cairn__meter *meter);

/* After DONE: rows of cells, seen from one of the ends, whose first place that may be on the way is
 * the same. */
typedef struct cairn__coarse_rows {
    uint32_t first; /* place */
    uint32_t end;   /* the row behind them */
} cairn__coarse_rows;

/* Those that a row belongs to. */
cairn__coarse_rows cairn__coarse_search_get_rows(const cairn__coarse_search *search, uint32_t end,
                                                 uint32_t row);

#endif
