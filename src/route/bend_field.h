/* bend_field.h: the distances of many cells from one, on the base of a changing map, by labels: a guide of
 * jump point search (search/jump_search.h) on the map as it is.
 *
 * The labels of the one cell are spread over the desk once; what is found of a node serves all cells whose
 * lists have it. */
#ifndef CAIRN_BEND_FIELD_H
#define CAIRN_BEND_FIELD_H

#include "base/meter.h"
#include "route/bend_search.h"
#include "search/jump_search.h"

typedef struct cairn__bend_field {
    cairn__jump_guide guide;
    cairn__bend_tools tools;
    cairn__bend_search search;
    uint32_t nodes; /* that there is room for */
    bool told;      /* the answer is `least` of the search: nothing is known of the cell */
} cairn__bend_field;

/* Bytes for what is known of `nodes` nodes. */
size_t cairn__bend_field_get_bytes(uint32_t nodes);

/* Makes a field for labels of at most `nodes` nodes, with such memory; the desk, which has room for them too, is
 * kept, not owned. */
void cairn__bend_field_create(cairn__bend_field *field, uint32_t nodes, cairn__bend_desk *desk,
                              void *memory);

/* Begins with labels and an open cell of their base, both kept until the last question is answered. So long
 * the desk is the field's. */
void cairn__bend_field_start(cairn__bend_field *field, const cairn__bend_set *set,
                             const cairn_map *base, cairn__xy cell);

/* Spreads its labels while the meter has units; DONE once the guide may be asked. */
cairn__answer cairn__bend_field_run(cairn__bend_field *field, cairn__meter *meter);

#endif
