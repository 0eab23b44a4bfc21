/* bend_flood.h: all cells that legs of a sheet's cone lead to from a node, row by row, 64 cells at a
 * time. Cells that another node reaches as well have credit. */
#ifndef CAIRN_BEND_FLOOD_H
#define CAIRN_BEND_FLOOD_H

#include "build/labels/bend_sheet.h"

/* Cells of the present row, in words as the sheet has them. */
typedef struct cairn__flood_layer {
    uint64_t *reached;
    uint64_t *arrived; /* of these, by a diagonal move */
    uint64_t *left;    /* reached, or the leg begins here: diagonal moves may be made */
    uint64_t *starts;  /* a leg begins here with a cardinal move */
} cairn__flood_layer;

typedef struct cairn__bend_flood {
    cairn_allocator allocator;
    const cairn__bend_sheet *sheet;
    const cairn__bend_nodes *nodes; /* that give credit; null: credit is not wanted */
    uint32_t row;
    uint32_t first; /* word with a reached cell */
    uint32_t last;
    uint64_t *legal; /* cells of the row before from which a diagonal move is legal */
    cairn__flood_layer cells;
    cairn__flood_layer credit;
    uint64_t *ends; /* nodes of the present row where a leg may end */
    bool has_ends;  /* there are some */
    bool has_credit;
} cairn__bend_flood;

/* Room for floods of sheets with at most `words` words in a row. */
cairn_status cairn__bend_flood_create(const cairn_allocator *allocator, uint32_t words,
                                      cairn__bend_flood *flood);
void cairn__bend_flood_end(cairn__bend_flood *flood);

/* Begins with a node's row. The node itself is not reached. */
void cairn__bend_flood_start(cairn__bend_flood *flood, const cairn__bend_sheet *sheet,
                             const cairn__bend_nodes *nodes, const cairn__bend_node *from);

/* True if the present row has cells that are reached without credit, or may still lead to some. */
bool cairn__bend_flood_is_on(const cairn__bend_flood *flood);

/* Goes on to the next row. */
void cairn__bend_flood_advance(cairn__bend_flood *flood);

#endif
