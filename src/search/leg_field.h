/* leg_field.h: from where paths of octile length lead to one cell, found once for many that ask.
 *
 * Each of the eight cones is flooded from the cell, line by line, 64 cells at a time. What is kept is
 * not the cells but their blocks of 8 x 8: from a block that has none no path of octile length leads
 * there. */
#ifndef CAIRN_LEG_FIELD_H
#define CAIRN_LEG_FIELD_H

#include "base/meter.h"
#include "base/xy.h"
#include "grid/tiles.h"

#define CAIRN__LEG_WORDS (CAIRN_MAX_SIDE / 64)

typedef struct cairn__leg_field {
    cairn__xy cell;
    uint32_t across; /* bytes of a row of blocks, a bit each */
    uint32_t down;   /* rows of blocks */
    uint8_t *blocks;
    uint32_t cleared;                  /* rows of blocks */
    uint32_t cone;                     /* that is flooded; 8: all are */
    bool begun;                        /* with it */
    uint32_t line;                     /* that the flood has reached */
    uint32_t low;                      /* the first word of it that has cells, */
    uint32_t high;                     /* and the last one */
    uint64_t cells[CAIRN__LEG_WORDS];  /* of the line, that are reached; others' words are 0 */
    uint64_t passed[CAIRN__LEG_WORDS]; /* of the lines since the last block, and which words: */
    uint32_t first;
    uint32_t last;
} cairn__leg_field;

/* Memory for the blocks of a map. */
size_t cairn__leg_field_get_bytes(const cairn_map *map);

/* Begins with an open cell; `blocks` has been set. */
void cairn__leg_field_start(cairn__leg_field *field, const cairn_map *map, cairn__xy cell);

/* No line takes more units. */
#define CAIRN__LEG_FIELD_UNITS (CAIRN__LEG_WORDS / 4 + 2)

/* Goes on while units are left; DONE once all is known. The last line may take more than there are. */
cairn__answer cairn__leg_field_run(cairn__leg_field *field, const cairn_map *map,
                                   cairn__meter *meter);

/* False if no path of octile length leads from a cell to the field's; true if there is no field. */
static inline bool cairn__leg_field_has(const cairn__leg_field *field, cairn__xy cell)
{
    if (field == NULL)
        return true;
    uint32_t byte = field->blocks[(cell.y >> 3) * field->across + (cell.x >> 6)];
    return (byte >> (cell.x >> 3 & 7) & 1) != 0;
}

#endif
