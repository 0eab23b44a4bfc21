/* nearest_cell.h: the open cell of a component that is nearest to another cell, by a search that can
 * be broken off and goes on later. */
#ifndef CAIRN_NEAREST_CELL_H
#define CAIRN_NEAREST_CELL_H

#include "base/meter.h"
#include "base/xy.h"
#include "grid/tiles.h"

/* How far a search has come. It is made for one question on one version of the map. */
typedef struct cairn__nearest {
    uint64_t best; /* distance, row and column of the best cell so far; UINT64_MAX: none */
    uint16_t ring; /* of tiles around the asked cell */
    uint16_t x;    /* the next tile of the ring */
    uint16_t y;
    uint16_t passed; /* tiles that were passed over since a unit was spent on them */
} cairn__nearest;

/* The question: which open cell of a component, or of any (CAIRN_ANY_COMPONENT), is nearest to a cell,
 * which may be any? */
typedef struct cairn__nearest_question {
    cairn__xy asked;
    uint32_t component; /* there must be such a one */
} cairn__nearest_question;

void cairn__nearest_start(cairn__nearest *search, const cairn_map *map,
                          cairn__nearest_question question);

/* The same, for no cell farther away than a distance in tenths. */
void cairn__nearest_start_within(cairn__nearest *search, const cairn_map *map,
                                 cairn__nearest_question question, uint32_t distance);

/* Takes up a search where it was: the best cell so far, which must be of the component, and the place. */
void cairn__nearest_resume(cairn__nearest *search, cairn__nearest_question question, cairn__xy best,
                           const cairn__nearest *place);

/* Goes on as far as the units lead; DONE once the search is finished. */
cairn__answer cairn__nearest_run(cairn__nearest *search, const cairn_map *map,
                                 cairn__nearest_question question, cairn__meter *meter);

/* How far away the best cell is so far, in tenths. */
static inline uint32_t cairn__nearest_get_distance(const cairn__nearest *search)
{
    return (uint32_t)(search->best >> 32);
}

/* The best cell so far; there is always one if a component is asked for, however far away. */
static inline cairn__xy cairn__nearest_get(const cairn__nearest *search)
{
    return (cairn__xy){.x = (uint16_t)search->best, .y = (uint16_t)(search->best >> 16)};
}

#endif
