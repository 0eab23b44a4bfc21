/* corner_sweep.h: which corners a cell sees, found from a list of all corners instead of from
 * bitmaps (corners.h), a few at a time: for agents, whose every step has a budget. Strict corners.
 *
 * The corners lie in buckets of 32 x 32 cells. */
#ifndef CAIRN_CORNER_SWEEP_H
#define CAIRN_CORNER_SWEEP_H

#include "grid/tiles.h"

#define CAIRN__BUCKET_BITS 5
#define CAIRN__BUCKET_SIDE (1 << CAIRN__BUCKET_BITS)

/* A corner in its bucket:
 *   bits 0 to 17    its node
 *   bits 18 to 21   blocked diagonal neighbours between open cardinal ones: NW, NE, SW, SE
 *   bits 22 to 26   x in the bucket
 *   bits 27 to 31   y in the bucket */
typedef uint32_t cairn__corner_item;

#define CAIRN__NODE_BITS 18
#define CAIRN__MOST_NODES (UINT32_C(1) << CAIRN__NODE_BITS)

/* So that a bucket is less than a piece of work that is not broken off. */
#define CAIRN__MOST_IN_BUCKET 700

static inline uint32_t cairn__item_get_node(cairn__corner_item item)
{
    return item & (CAIRN__MOST_NODES - 1);
}

typedef struct cairn__corner_index {
    uint32_t across; /* buckets */
    uint32_t down;
    uint32_t count;
    const uint32_t *firsts; /* items in the buckets before, row by row; one more than buckets */
    const cairn__corner_item *items;
} cairn__corner_index;

/* The item of a corner, from the map; 0 blocked neighbours if it is none. */
uint32_t cairn__corner_get_blocked(const cairn_map *map, cairn_cell cell);
cairn__corner_item cairn__corner_item_of(uint32_t node, cairn_cell cell, uint32_t blocked);

/* What may still be spent, and what was. */
typedef struct cairn__meter {
    uint32_t left;
    uint32_t scans;   /* looks along a line, 64 cells each */
    uint32_t entries; /* items of buckets, entries of labels */
    uint32_t moves;   /* of climbs */
} cairn__meter;

static inline bool cairn__meter_can_spend(const cairn__meter *meter, uint32_t units)
{
    return meter->left >= units;
}

static inline void cairn__meter_spend(cairn__meter *meter, uint32_t *kind, uint32_t units)
{
    *kind += units;
    meter->left -= units;
}

/* A corner on a straight line from the cell, or what ends the line. */
typedef struct cairn__corner_ray {
    uint32_t room; /* moves that can be made */
    uint32_t item; /* of the nearest corner, if there is one */
    uint32_t at;   /* moves to it; beyond the room: none */
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
    int32_t bucket;     /* the next in the band; before the first: not begun */
    int32_t bucket_end; /* the one behind the last */
    uint32_t count;     /* of candidates */
    uint32_t next;      /* of them; valid once the band is collected */
    bool collected;
    uint64_t candidates[CAIRN__SWEEP_CANDIDATES]; /* level, offset, item */
} cairn__wedge;

/* A look around. */
typedef struct cairn__corner_sweep {
    cairn_cell cell;
    uint32_t stage; /* four cardinal lines, then in each quadrant its diagonal and two wedges */
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

/* Looks around from an open cell. */
void cairn__corner_sweep_start(cairn__corner_sweep *sweep, cairn_cell cell);

/* The next corner in sight: each once, in an order that depends on cell and map alone. */
cairn__sweep_answer cairn__corner_sweep_next(cairn__corner_sweep *sweep, const cairn_map *map,
                                             const cairn__corner_index *index, cairn__meter *meter,
                                             cairn__corner_item *found);

/* A corner of the sweep, seen from its cell: octile distance. */
cairn_cell cairn__corner_sweep_get_cell(const cairn__corner_sweep *sweep);

#endif
