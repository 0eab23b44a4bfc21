/* bend_opened.h: whether a path by way of cells that were opened can be short, by labels of the base.
 *
 * Such a path leads from the start to a border cell of some box of opened cells (grid/gates.h) and from
 * one of the same box, or of another, to the goal: both parts are paths of the base. Distances of gates bound
 * their lengths from below, octile distances what lies between
 * (docs/research/changing-proof.md). */
#ifndef CAIRN_BEND_OPENED_H
#define CAIRN_BEND_OPENED_H

#include "grid/living.h"
#include "route/bend_field.h"

/* Where more boxes than these lie between start and goal, there is no answer. */
#define CAIRN__MOST_OPENED 8

/* A gate that a short path may lead through. */
typedef struct cairn__opened_gate {
    const cairn__opened *box;
    const cairn__gate *gate;
    uint32_t least[2]; /* lengths of paths of the base from start and goal to its cells, at least */
} cairn__opened_gate;

#define CAIRN__MOST_GATES (CAIRN__MOST_OPENED * CAIRN__GATES)

typedef enum cairn__opened_phase {
    CAIRN__OPENED_SPREAD, /* the labels of an end */
    CAIRN__OPENED_ASK,    /* how far are middles, or gates, from it? */
    CAIRN__OPENED_CHECK,  /* does the bound hold now? */
    CAIRN__OPENED_DONE,
} cairn__opened_phase;

typedef struct cairn__bend_opened {
    cairn__bend_field *field;
    const cairn__bend_set *set;
    const cairn_map *map;
    cairn__xy ends[2];
    uint32_t limit;
    uint32_t box_count;
    const cairn__opened *boxes[CAIRN__MOST_OPENED];
    uint32_t count;
    cairn__opened_gate gates[CAIRN__MOST_GATES];
    cairn__opened_phase phase;
    uint32_t round; /* of questions */
    uint32_t at;    /* of the gates */
    bool asking;
    bool holds; /* no path with a move that the base does not allow is shorter than the limit */
} cairn__bend_opened;

/* Begins with two cells that are open in the base of the map, which labels were made for. They and the field
 * are kept, and the map must stay as it is, until the end. */
void cairn__bend_opened_start(cairn__bend_opened *self, cairn__bend_field *field,
                              const cairn__bend_set *set, const cairn_map *map,
                              const cairn__xy ends[2], uint32_t limit);

/* Goes on while the meter has units; DONE at the end: `holds` is the answer. */
cairn__answer cairn__bend_opened_run(cairn__bend_opened *self, cairn__meter *meter);

#endif
