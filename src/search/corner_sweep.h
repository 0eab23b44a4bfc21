/* corner_sweep.h: which corners a cell sees, found from a list of all corners instead of from
 * bitmaps (corners.h), a few at a time: for agents, whose every step has a budget. Strict corners.
 *
 * The corners lie in buckets of 64 x 64 cells. */
#ifndef CAIRN_CORNER_SWEEP_H
#define CAIRN_CORNER_SWEEP_H

#include "base/meter.h"
#include "base/xy.h"
#include "grid/tiles.h"

#define CAIRN__BUCKET_BITS 6
#define CAIRN__BUCKET_SIDE (1 << CAIRN__BUCKET_BITS)

/* Buckets along a side of the map. */
static inline uint32_t cairn__count_buckets(uint32_t side)
{
    return (side + CAIRN__BUCKET_SIDE - 1) / CAIRN__BUCKET_SIDE;
}

/* A corner in its bucket:
 *   bits 0 to 5     x in the bucket
 *   bits 6 to 11    y in the bucket
 *   bits 12 to 15   blocked diagonal neighbours between open cardinal ones: NW, NE, SW, SE */
typedef uint16_t cairn__corner_item;

#define CAIRN__NODE_BITS 18
#define CAIRN__MOST_NODES (UINT32_C(1) << CAIRN__NODE_BITS)

/* A corner found: its node, and above it the bits of its blocked neighbours. Nodes are numbered as
 * the items are: bucket by bucket. */
typedef uint32_t cairn__corner;

static inline uint32_t cairn__corner_get_node(cairn__corner corner)
{
    return corner & (CAIRN__MOST_NODES - 1);
}

/* So that a bucket is less than a piece of work that is not broken off. */
#define CAIRN__MOST_IN_BUCKET 2000

/* Looking through a bucket's items: two are a unit. */
static inline uint32_t cairn__bucket_get_units(uint32_t items)
{
    return items / 2 + 1;
}

#define CAIRN__BUCKET_UNITS (CAIRN__MOST_IN_BUCKET / 2 + 1)

typedef struct cairn__corner_index {
    uint32_t across; /* buckets */
    uint32_t down;
    uint32_t count;
    const uint32_t *firsts; /* items in the buckets before, row by row; one more than buckets */
    const cairn__corner_item *items;
} cairn__corner_index;

/* The item of an open cell; without blocked neighbours if it is no corner. */
cairn__corner_item cairn__corner_get_item(const cairn_map *map, cairn__xy cell);

/* A corner on a straight line from the cell, or what ends the line. */
typedef struct cairn__corner_ray {
    uint32_t room;        /* moves that can be made */
    cairn__corner corner; /* the nearest one, if there is one */
    uint32_t at;          /* moves to it; beyond the room: none */
} cairn__corner_ray;

/* Corners of a wedge wait here until they are in order. */
#define CAIRN__SWEEP_CANDIDATES 64

/* The ground between a cardinal line and a diagonal one. A cell of it is told by two numbers:
 * `level`, how far it is along the diagonal, and `offset`, how far beside it, at least 1. */
typedef struct cairn__wedge {
    int32_t level;      /* the first that is not done */
    int32_t band;       /* the last that is looked at together with it */
    int32_t end;        /* the last of all */
    int32_t offset;     /* the largest in sight */
    int32_t reach;      /* the largest sum of level and offset in sight */
    int32_t border;     /* and of all cells of the map */
    int32_t covered;    /* the largest sum that the band's buckets have */
    int32_t bucket;     /* the next in the band; before the first: not begun */
    int32_t bucket_end; /* the one behind the last */
    uint32_t count;     /* of candidates */
    uint32_t next;      /* of them; valid once the band is collected */
    bool collected;
    uint64_t candidates[CAIRN__SWEEP_CANDIDATES]; /* level, offset, corner */
} cairn__wedge;

/* A look around. */
typedef struct cairn__corner_sweep {
    cairn__xy cell;
    uint32_t stage; /* four cardinal lines, then in each quadrant its diagonal and two wedges */
    uint32_t first; /* quadrant */
    bool begun;     /* the stage */
    uint32_t along; /* of a line: what is done */
    cairn__corner_ray cardinals[4];
    cairn__corner_ray diagonal;
    cairn__wedge wedge;
} cairn__corner_sweep;

typedef enum cairn__sweep_answer {
    CAIRN__SWEEP_FOUND,  /* one more corner */
    CAIRN__SWEEP_PAUSED, /* the meter has run out */
    CAIRN__SWEEP_DONE,   /* there are no more */
} cairn__sweep_answer;

/* Looks around from an open cell, first into the quadrant where another cell is. */
void cairn__corner_sweep_start(cairn__corner_sweep *sweep, cairn__xy cell, cairn__xy towards);

/* The next corner in sight: each once, in an order that depends on the map and the two cells
 * alone. */
cairn__sweep_answer cairn__corner_sweep_next(cairn__corner_sweep *sweep, const cairn_map *map,
                                             const cairn__corner_index *index, cairn__meter *meter,
                                             cairn__corner *found);

#endif
