/* coarse_search.h: a search over blocks of cells (coarse.h) between two cells, row by row from both of
 * them, and if that does not settle it, on to the other one. What it does not reach cannot be
 * reached; of what it does reach it tells the first and the last place of each row of blocks. */
#ifndef CAIRN_COARSE_SEARCH_H
#define CAIRN_COARSE_SEARCH_H

#include "base/xy.h"
#include "grid/tiles.h"

/* Words for the blocks of a row. */
#define CAIRN__COARSE_WORDS (CAIRN_MAX_SIDE / 8 / 64 + 3)

/* Places that may be on the way, seen from one of the ends: cardinal moves made from it. Row i of
 * blocks has those from lows[i] to highs[i]; a row of cells belongs to (row + shift) / 8. */
typedef struct cairn__coarse_hull {
    uint32_t shift;
    uint16_t *lows;
    uint16_t *highs;
} cairn__coarse_hull;

/* The blocks of a row that are reached from one of the ends. */
typedef struct cairn__coarse_front {
    uint32_t row;
    uint32_t low;                         /* the first block's bit in the row */
    uint32_t high;                        /* and the last one's */
    uint64_t blocks[CAIRN__COARSE_WORDS]; /* known from the word of `low` to that of `high` */
} cairn__coarse_front;

typedef struct cairn__coarse_search {
    uint32_t frame;
    uint32_t width;    /* cardinal moves */
    uint32_t rows[2];  /* of the ends, in the order of the frame */
    int32_t places[2]; /* of the ends: column less row */
    bool begun;
    bool met; /* the fronts have, in a block */
    cairn__coarse_front fronts[2];
    cairn__coarse_hull hulls[2];
} cairn__coarse_search;

typedef enum cairn__coarse_answer {
    CAIRN__COARSE_NO,    /* no leg leads there */
    CAIRN__COARSE_MAYBE, /* both hulls are known */
    CAIRN__COARSE_PAUSED,
} cairn__coarse_answer;

/* Numbers of room that hulls need at so many diagonal moves. */
static inline size_t cairn__coarse_get_room(uint32_t depth)
{
    return 4 * ((size_t)depth / 8 + 2);
}

/* Begins. The frame's moves lead from the first end to the second; hull 0 is the first end's. */
void cairn__coarse_search_start(cairn__coarse_search *search, const cairn_map *map, uint32_t frame,
                                const cairn__xy ends[2], uint16_t *room);

/* After MAYBE: the first place of a row of cells that may be on the way, seen from an end. */
static inline uint32_t cairn__coarse_search_get_first(const cairn__coarse_search *search,
                                                      uint32_t end, uint32_t row)
{
    const cairn__coarse_hull *own = &search->hulls[end], *other = &search->hulls[1 - end];
    uint32_t at = (row + own->shift) / 8, count = search->rows[1] - search->rows[0];
    uint32_t low = own->lows[at], high = search->width - other->highs[count - at];
    return low > high ? low : high;
}

/* The first row of cells of the next row of blocks. */
static inline uint32_t cairn__coarse_search_get_next(const cairn__coarse_search *search,
                                                     uint32_t end, uint32_t row)
{
    uint32_t shift = search->hulls[end].shift;
    return ((row + shift) / 8 + 1) * 8 - shift;
}

cairn__coarse_answer cairn__coarse_search_run(cairn__coarse_search *search, const cairn_map *map,
                                              int64_t *units);

#endif
