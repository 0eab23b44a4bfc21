/* straight.h: whether a path of octile length joins two cells, exactly, and that path; broken off
 * and continued at any unit of work.
 *
 * Such a path is made of cardinal moves in one heading, `across`, and diagonal moves in one
 * heading, `down`. A cell of it is given by the number of each: its place in a row, and its
 * row. */
#ifndef CAIRN_STRAIGHT_H
#define CAIRN_STRAIGHT_H

#include "base/xy.h"
#include "grid/tiles.h"
#include "search/coarse_search.h"

/* A depth-first search from one of the ends that goes down wherever it can. All that it leaves
 * behind on its inner side is dead, so it needs one number a row. */
typedef struct cairn__straight_side {
    cairn__xy end;
    uint32_t across; /* heading */
    uint32_t down;   /* heading */
    uint32_t place;
    uint32_t row;
    uint32_t deepest; /* row whose first place is known */
    uint32_t scanned; /* cells and rows, in this step */
    uint16_t *firsts; /* of a row: its first place that is not dead; on the path: where it enters */
    uint16_t *mosts;  /* of a group of rows: not less than their first places */
} cairn__straight_side;

/* Where limiting rows to blocks has come to. */
typedef struct cairn__straight_limit {
    bool begun;     /* the blocks were looked at */
    uint32_t side;  /* 2: both are limited */
    uint32_t row;   /* the next one */
    uint32_t first; /* place of the row before */
} cairn__straight_limit;

typedef struct cairn__straight {
    uint32_t width;   /* cardinal moves */
    uint32_t depth;   /* diagonal moves */
    uint32_t turn;    /* whose turn it is */
    uint32_t slice;   /* steps of the first turn of each end */
    uint32_t left;    /* steps of this turn */
    bool fresh;       /* no step was made yet */
    bool seen;        /* all diagonal moves, and then all others, are a path */
    bool looking;     /* at blocks */
    bool looked;      /* at them: */
    uint32_t forward; /* the side that is the first end of it */
    cairn__coarse_search coarse;
    cairn__straight_limit limit;
    cairn__straight_side sides[2]; /* from either cell */
} cairn__straight;

/* Rows of a group. */
#define CAIRN__STRAIGHT_GROUP 16

/* Numbers of room that a side needs at `depth` diagonal moves. */
static inline size_t cairn__straight_get_side_room(uint32_t depth)
{
    return (size_t)depth + 1 + depth / CAIRN__STRAIGHT_GROUP + 1;
}

/* Numbers of room that any two cells of a map need. */
static inline size_t cairn__straight_get_room(const cairn_map *map)
{
    uint32_t width = map->info.width, height = map->info.height;
    uint32_t side = width < height ? width : height;
    return 2 * cairn__straight_get_side_room(side) + cairn__coarse_get_room(side);
}

/* Begins with two open cells; the room is used until the answer is known, and for the path. */
void cairn__straight_start(cairn__straight *straight, cairn__xy from, cairn__xy to, uint16_t *room);

/* As after DONE, for two cells that see each other: by all diagonal moves, and then all others. */
void cairn__straight_take_seen(cairn__straight *straight, cairn__xy from, cairn__xy to);

/* No step of the search exceeds this many units. */
#define CAIRN__STRAIGHT_UNITS 120

/* Goes on while units are left; the last step may take more than there are, by less than
 * CAIRN__STRAIGHT_UNITS. */
cairn__answer cairn__straight_run(cairn__straight *straight, const cairn_map *map,
                                  cairn__meter *meter);

/* After DONE: the next moves of the path from one of its cells on, which stands in a row at a
 * place; `count` times one heading, 0 at the end. */
typedef struct cairn__straight_moves {
    uint32_t heading;
    uint32_t count;
} cairn__straight_moves;

cairn__straight_moves cairn__straight_get_moves(const cairn__straight *straight, uint32_t place,
                                                uint32_t row);

/* After DONE: true if the path leads over a place of a row, which are not beyond the last ones. */
bool cairn__straight_leads_over(const cairn__straight *straight, uint32_t place, uint32_t row);

/* The cell at a place of a row, seen from the first end. */
cairn__xy cairn__straight_get_cell(const cairn__straight *straight, uint32_t place, uint32_t row);

#endif
