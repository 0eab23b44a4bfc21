/* bend_sheet.h: a map turned so that one cone of moves leads east and south-east, as rows of bits,
 * with the nodes at which a leg of that cone may end.
 *
 * A cell's column grows with the cone's cardinal move, its row with its diagonal one. Both sides
 * are padded to whole blocks, so that the map's blocks are blocks of the sheet. */
#ifndef CAIRN_BEND_SHEET_H
#define CAIRN_BEND_SHEET_H

#include "base/meter.h"
#include "search/bends.h"

/* A cell that paths bend at. */
typedef struct cairn__bend_node {
    cairn__xy cell;
    cairn__bends bends;
} cairn__bend_node;

/* The largest blocks (bend_set.h). */
#define CAIRN__SHEET_BLOCK 256

typedef struct cairn__sheet_place {
    uint32_t column;
    uint32_t row;
} cairn__sheet_place;

typedef struct cairn__bend_sheet {
    cairn_allocator allocator;
    const cairn_map *map;
    uint32_t cone;
    uint32_t across; /* heading of the cardinal moves */
    uint32_t down;   /* heading of the diagonal moves */
    bool is_upright; /* columns of the sheet are rows of the map */
    bool strict;
    uint32_t width;  /* padded; in columns */
    uint32_t height; /* padded */
    uint32_t words;  /* of a row, with an empty one at either end */
    uint64_t *open;
    uint64_t *across_ends; /* nodes where a leg may end with a cardinal move */
    uint64_t *down_ends;   /* nodes where a leg may end with a diagonal move */
} cairn__bend_sheet;

/* Makes room for the sheet of any cone. Failures: MEMORY. */
cairn_status cairn__bend_sheet_create(const cairn_map *map, const cairn_allocator *allocator,
                                      cairn__bend_sheet *sheet);
void cairn__bend_sheet_end(cairn__bend_sheet *sheet);

/* Turns to the sheet of a cone, which has nothing in it yet, and returns its rows; then filling in
 * each row, as a piece of work (job.h), leaves the sheet without ends. */
uint32_t cairn__bend_sheet_begin(cairn__bend_sheet *sheet, uint32_t cone);
void cairn__bend_sheet_fill(cairn__bend_sheet *sheet, uint32_t row, cairn__meter *meter);

/* Marks a node if a leg of the sheet's cone may end there. */
void cairn__bend_sheet_mark(cairn__bend_sheet *sheet, const cairn__bend_node *node);

/* Which first moves a leg of the cone may have at a node: bit 0 the cardinal, bit 1 the diagonal. */
uint32_t cairn__bend_sheet_get_firsts(const cairn__bend_sheet *sheet, cairn__bends bends);

cairn__sheet_place cairn__bend_sheet_get_place(const cairn__bend_sheet *sheet, cairn__xy cell);
cairn__xy cairn__bend_sheet_get_cell(const cairn__bend_sheet *sheet, cairn__sheet_place place);

/* True if the sheet's rows, or its columns, are those of the map from the last to the first. */
bool cairn__bend_sheet_is_row_flipped(const cairn__bend_sheet *sheet);
bool cairn__bend_sheet_is_column_flipped(const cairn__bend_sheet *sheet);

/* The words of a row; columns 64 i .. 64 i + 63 are word i + 1. A row before and one behind the
 * last are empty. */
static inline size_t cairn__sheet_row(const cairn__bend_sheet *sheet, uint32_t row)
{
    return ((size_t)row + 1) * sheet->words;
}

/* ---- the nodes of a map, and finding one by its cell; each call is a piece of work (job.h) ---- */

#define CAIRN__NO_BEND UINT32_MAX

typedef struct cairn__bend_nodes {
    cairn_allocator allocator;
    uint32_t count;
    cairn__bend_node *nodes; /* in row-major order of their cells */
    uint32_t *index;         /* nodes hashed by their cells; CAIRN__NO_BEND where there is none */
    uint32_t index_mask;
} cairn__bend_nodes;

/* Counts the cells of a row of the map that may be nodes. */
uint32_t cairn__bend_nodes_count(const cairn_map *map, uint32_t y, cairn__meter *meter);

/* Room for `most` nodes; there are none yet. Failures: MEMORY. */
cairn_status cairn__bend_nodes_create(cairn__bend_nodes *nodes, const cairn_allocator *allocator,
                                      size_t most);
void cairn__bend_nodes_end(cairn__bend_nodes *nodes);

/* Adds the nodes among 64 cells of a row of the map; those from cell (0, 0) on come first. */
void cairn__bend_nodes_add(cairn__bend_nodes *nodes, const cairn_map *map, uint32_t x, uint32_t y,
                           cairn__meter *meter);

/* Makes the index once all nodes are there, in turns. Failures: MEMORY. */
cairn_status cairn__bend_nodes_begin_index(cairn__bend_nodes *nodes, uint32_t *turns);
void cairn__bend_nodes_run_index(cairn__bend_nodes *nodes, uint32_t turn, cairn__meter *meter);

/* The node at a cell, or CAIRN__NO_BEND. */
uint32_t cairn__bend_nodes_find(const cairn__bend_nodes *nodes, cairn__xy cell);

#endif
