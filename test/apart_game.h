/* apart_game.h: crowds whose members keep clear of each other, in random games that are checked from
 * outside, by one byte and one number for each cell of the map; for the suite and `make soak-crowd`. */
#ifndef CAIRN_TEST_APART_GAME_H
#define CAIRN_TEST_APART_GAME_H

#include "living_world.h"

enum { APART_MEMBERS = 80 };

/* What was looked at, and what was wrong. */
typedef struct apart_totals {
    uint64_t steps; /* frames of members */
    uint64_t moves;
    uint64_t rested; /* moves of members that had arrived or had no order */
    uint64_t arrivals;
    uint64_t changes;
    uint64_t overlaps; /* two members in a cell */
    uint64_t swaps;    /* two members that changed places */
    uint64_t illegal;  /* moves that the map does not allow */
    uint64_t entered;  /* cells that were kept free */
    uint64_t answers;  /* wrong answers of calls */
    uint64_t counts;   /* wrong figures of a frame */
    uint64_t hash;     /* of all frames */
} apart_totals;

uint64_t apart_get_wrong(const apart_totals *totals);

typedef struct apart_game {
    living_world world;
    cairn_crowd *crowd;
    uint32_t capacity;
    cairn_member members[APART_MEMBERS]; /* by index; 0: none */
    cairn_cell before[APART_MEMBERS];
    uint8_t states[APART_MEMBERS];
    uint32_t *owners; /* of each cell: the member's index + 1, or 0 */
    uint32_t *kept;   /* of each cell: the last frame in which nobody enters it */
    uint32_t frame;
    bool leaves; /* members leave cells that a change has blocked */
    apart_totals *totals;
} apart_game;

/* Game number `number`: world, members and database follow from it. */
void apart_game_create(apart_game *game, uint32_t number, apart_totals *totals);
void apart_game_destroy(apart_game *game);

/* Orders, comings and goings, reservations and so on, as they are drawn; then a frame, looked at. */
void apart_game_act(apart_game *game, bool changes);
void apart_game_step(apart_game *game);

/* A whole game. */
void apart_game_play(uint32_t number, int frames, bool changes, apart_totals *totals);

#endif
