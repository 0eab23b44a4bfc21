/* octile.h: the eight moves, their fixed order, and what they cost. */
#ifndef CAIRN_OCTILE_H
#define CAIRN_OCTILE_H

#include "cairn/base.h"
#include "base/xy.h"

/* Tenths: the paper's 1 and 1.4. */
#define CAIRN__CARDINAL 10
#define CAIRN__DIAGONAL 14

/* The order in which remaining ties are broken. */
typedef enum cairn__move {
    CAIRN__NW,
    CAIRN__N,
    CAIRN__NE,
    CAIRN__SW,
    CAIRN__S,
    CAIRN__SE,
    CAIRN__W,
    CAIRN__E,
    CAIRN__MOVES,
} cairn__move;

/* A set of moves: bit `move`. */
#define CAIRN__CARDINAL_MOVES UINT32_C(0xd2)

static const int8_t cairn__move_x[CAIRN__MOVES] = {-1, 0, 1, -1, 0, 1, -1, 1};
static const int8_t cairn__move_y[CAIRN__MOVES] = {-1, -1, -1, 1, 1, 1, 0, 0};

static inline bool cairn__move_is_diagonal(uint32_t move)
{
    return (CAIRN__CARDINAL_MOVES >> move & 1) == 0;
}

static inline uint32_t cairn__move_cost(uint32_t move)
{
    return cairn__move_is_diagonal(move) ? CAIRN__DIAGONAL : CAIRN__CARDINAL;
}

/* The move by a step of -1, 0 or 1 on each axis, not both 0. */
static inline uint32_t cairn__move_by(int step_x, int step_y)
{
    static const uint8_t moves[3][3] = {{CAIRN__NW, CAIRN__N, CAIRN__NE},
                                        {CAIRN__W, CAIRN__MOVES, CAIRN__E},
                                        {CAIRN__SW, CAIRN__S, CAIRN__SE}};
    return moves[step_y + 1][step_x + 1];
}

/* What moves are compared by, lower is better: f, then the higher cost, then the order. */
static inline uint64_t cairn__move_rank(uint32_t f, uint32_t move)
{
    return (uint64_t)f << 8 | (cairn__move_is_diagonal(move) ? 0 : CAIRN__MOVES) | move;
}

static inline uint32_t cairn__rank_get_f(uint64_t rank)
{
    return (uint32_t)(rank >> 8);
}

static inline uint32_t cairn__rank_get_move(uint64_t rank)
{
    return (uint32_t)rank % CAIRN__MOVES;
}

static inline uint32_t cairn__move_back(uint32_t move)
{
    return cairn__move_by(-cairn__move_x[move], -cairn__move_y[move]);
}

/* The cell `count` moves on. */
static inline cairn__xy cairn__cell_after(cairn__xy cell, uint32_t move, uint32_t count)
{
    return (cairn__xy){.x = (uint16_t)(cell.x + cairn__move_x[move] * (int32_t)count),
                       .y = (uint16_t)(cell.y + cairn__move_y[move] * (int32_t)count)};
}

#endif
