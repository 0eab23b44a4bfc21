/* jump_moves.h: the moves worth taking from a cell, by the move that led there: those that no
 * equally short way around the cell makes needless.
 *
 * Strict corners. After a cardinal move: straight on; and to a side, straight and diagonally, where
 * the cell beside the one before is blocked and the cell beside this one is open. After a diagonal
 * move: straight on and its two cardinal parts; nothing is ever forced.
 * Free corners. After a cardinal move: straight on; and diagonally to a side where the cell beside
 * this one is blocked and the one after it open. After a diagonal move: straight on, its two
 * cardinal parts, and the diagonals around a blocked cell beside the one before.
 */
#ifndef CAIRN_JUMP_MOVES_H
#define CAIRN_JUMP_MOVES_H

#include "grid/octile.h"

/* One side of a cell, seen in the direction of the move that led there: the neighbour at the side,
 * the one to turn to past a wall there, and after a cardinal move the one before the side. */
typedef struct cairn__jump_side {
    uint8_t side;
    uint8_t turn;
    uint8_t before;
} cairn__jump_side;

static const cairn__jump_side cairn__jump_sides[CAIRN__MOVES][2] = {
    [CAIRN__N] = {{CAIRN__W, CAIRN__NW, CAIRN__SW}, {CAIRN__E, CAIRN__NE, CAIRN__SE}},
    [CAIRN__S] = {{CAIRN__W, CAIRN__SW, CAIRN__NW}, {CAIRN__E, CAIRN__SE, CAIRN__NE}},
    [CAIRN__W] = {{CAIRN__N, CAIRN__NW, CAIRN__NE}, {CAIRN__S, CAIRN__SW, CAIRN__SE}},
    [CAIRN__E] = {{CAIRN__N, CAIRN__NE, CAIRN__NW}, {CAIRN__S, CAIRN__SE, CAIRN__SW}},
    [CAIRN__NW] = {{CAIRN__E, CAIRN__NE, 0}, {CAIRN__S, CAIRN__SW, 0}},
    [CAIRN__NE] = {{CAIRN__W, CAIRN__NW, 0}, {CAIRN__S, CAIRN__SE, 0}},
    [CAIRN__SW] = {{CAIRN__E, CAIRN__SE, 0}, {CAIRN__N, CAIRN__NW, 0}},
    [CAIRN__SE] = {{CAIRN__W, CAIRN__SW, 0}, {CAIRN__N, CAIRN__NE, 0}},
};

/* A move, and the cardinal parts of a diagonal one. */
static const uint8_t cairn__jump_parts[CAIRN__MOVES] = {
    [CAIRN__N] = 1u << CAIRN__N,
    [CAIRN__S] = 1u << CAIRN__S,
    [CAIRN__W] = 1u << CAIRN__W,
    [CAIRN__E] = 1u << CAIRN__E,
    [CAIRN__NW] = 1u << CAIRN__N | 1u << CAIRN__W | 1u << CAIRN__NW,
    [CAIRN__NE] = 1u << CAIRN__N | 1u << CAIRN__E | 1u << CAIRN__NE,
    [CAIRN__SW] = 1u << CAIRN__S | 1u << CAIRN__W | 1u << CAIRN__SW,
    [CAIRN__SE] = 1u << CAIRN__S | 1u << CAIRN__E | 1u << CAIRN__SE,
};

/* The moves worth taking after one that led here, by the open neighbours. */
static inline uint32_t cairn__jump_moves_after(uint32_t arrival, uint32_t open, bool strict)
{
    uint32_t moves = cairn__jump_parts[arrival];
    for (int i = 0; i < 2; i++) {
        cairn__jump_side at = cairn__jump_sides[arrival][i];
        uint32_t ends = open >> at.side & ~open >> at.before & 1, shut = ~open >> at.side & 1;
        moves |= strict ? ends << at.side | ends << at.turn : shut << at.turn;
    }
    return moves;
}

#endif
