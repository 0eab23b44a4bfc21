/* cell_field.h: the first move of a shortest path from every cell to one goal.
 *
 * All cells that a path joins to the goal are flooded from there, the nearest first, by the moves of
 * canonical paths alone (jump_moves.h). A cardinal move costs five of what a diagonal one costs seven of: so
 * the cells that wait have one of eight distances, their levels. */
#ifndef CAIRN_CELL_FIELD_H
#define CAIRN_CELL_FIELD_H

#include "base/meter.h"
#include "grid/climb.h"
#include "grid/tiles.h"

#define CAIRN__CELL_LEVELS 8

/* Cells of a map, blocked ones too, up to which it may have fields: what words are numbered by has 16 bits. */
#define CAIRN__MOST_FIELD_CELLS (UINT32_C(1) << 21)

/* What a flood needs until it ends. Words are 64 cells of a row. */
typedef struct cairn__cell_flood {
    uint16_t *words[CAIRN__CELL_LEVELS];  /* with cells that wait, of each level */
    uint8_t *eighths[CAIRN__CELL_LEVELS]; /* of each word, a bit for eight cells: some wait */
    uint32_t counts[CAIRN__CELL_LEVELS];  /* of `words` */
    uint32_t next;                        /* place in the words of the present level */
    uint32_t level;                       /* that is flooded */
    uint8_t moves[CAIRN__MOVES + 1]
                 [256]; /* worth taking, by the move before or none, and who is open */
} cairn__cell_flood;

typedef struct cairn__cell_field {
    cairn__xy goal;
    uint32_t across;  /* bytes of a row of cells, a multiple of 64 */
    uint32_t down;    /* rows */
    uint32_t cleared; /* rows */
    bool ended;       /* the flood: all is known */
    int32_t steps[CAIRN__MOVES];
    uint8_t *cells; /* the move of each, or what it is instead (cell_field.c) */
} cairn__cell_field;

/* Memory for the cells of a field, and for a flood. */
uint64_t cairn__cell_field_get_bytes(const cairn_map *map);
uint64_t cairn__cell_flood_get_bytes(const cairn_map *map);
void cairn__cell_flood_create(cairn__cell_flood *flood, const cairn_map *map, void *memory);

/* Begins with an open cell; `cells` has been set. One flood serves one field at a time. */
void cairn__cell_field_start(cairn__cell_field *field, cairn__cell_flood *flood,
                             const cairn_map *map, cairn__xy goal);

/* No piece of a flood takes more units. */
#define CAIRN__CELL_FIELD_UNITS 256

/* Goes on while units are left; DONE once all is known. The last piece may take more than there are. */
cairn__answer cairn__cell_field_run(cairn__cell_field *field, cairn__cell_flood *flood,
                                    const cairn_map *map, cairn__meter *meter);

/* Once all is known: true if a path leads from a cell of the map to the goal. */
static inline bool cairn__cell_field_has(const cairn__cell_field *field, cairn__xy cell)
{
    return field->cells[(size_t)cell.y * field->across + cell.x] <= CAIRN__MOVES;
}

/* The next moves of a shortest path from a cell that has one and is not the goal, `most` of them at most. */
cairn__run cairn__cell_field_tell(const cairn__cell_field *field, cairn__xy cell, uint32_t most);

#endif
