/* crowd_apart.h: what a crowd keeps whose members keep clear of each other (CAIRN_OCCUPANCY_CELLS).
 *
 * There is no memory for each cell of the map: who stands on a cell, and which cells the game keeps
 * free, are in two hash tables by cell. The table of places follows from the cells of the members, and
 * hints save time alone; all else here is part of the crowd's state. */
#ifndef CAIRN_CROWD_APART_H
#define CAIRN_CROWD_APART_H

#include "cairn/crowd.h"

/* A slot of the table of places. */
typedef struct cairn__place {
    cairn_cell cell;
    uint32_t member; /* its index + 1; 0: the slot is empty */
} cairn__place;

/* A slot of the table of cells that the game keeps free. */
typedef struct cairn__kept {
    cairn_cell cell;
    uint32_t last; /* frame in which nobody enters it; 0: the slot is empty */
} cairn__kept;

/* What a member has besides. */
typedef struct cairn__spot {
    cairn_cell aim; /* of one that walks: where its ring begins; of one at rest: where it belongs */
    uint32_t frame; /* in which it was last decided where it stands */
    uint16_t waits; /* frames in a row in which it could not move as it wished */
    uint8_t barred; /* frames since its order in which others had settled where it wished to go */
    uint8_t has_turn; /* 1: it is in `turns` */
} cairn__spot;

/* All cells around a goal that are nearer than a distance, in tenths, are taken or kept free. */
typedef struct cairn__hint {
    cairn_cell goal;
    uint32_t distance; /* 0: nothing is known */
    uint32_t last;     /* frame for which this is so: some of them are kept free no longer */
} cairn__hint;

#define CAIRN__HINTS 16

typedef struct cairn__apart {
    uint32_t slots; /* of the table of places */
    uint32_t kept_slots;
    cairn__place *places;
    cairn__kept *kept;
    cairn__spot *spots;
    uint32_t *turns; /* members that want to move, who waits longest first */
    uint32_t turn_count;
    uint32_t kept_count; /* also those whose time is over, until there is no more room */
    uint32_t kept_swept; /* frame in which those were last looked for */
    uint32_t kept_last;  /* the last frame of any of them */
    uint32_t version;    /* of the map, when the hints were made */
    cairn__hint hints[CAIRN__HINTS];
} cairn__apart;

#endif
