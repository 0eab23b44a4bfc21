/* local.h: the one look-ahead core: a best-first search around the agent in memory of fixed size,
 * for LRTA* beyond the neighbours, LRTS, RTAA* and LSS-LRTA*.
 *
 * States are kept in the order in which they are met, and found by a hash table of their numbers. A
 * slot of the table counts only if the state it names refers back to it, so nothing is cleared
 * between searches. */
#ifndef CAIRN_LOCAL_H
#define CAIRN_LOCAL_H

#include "base/meter.h"
#include "base/xy.h"
#include "grid/climb.h"
#include "plan/learned.h"
#include "search/heuristic.h"

/* Numbers of states have 16 bits, and so has g, which a key of the heap holds too. */
#define CAIRN__NO_STATE UINT16_MAX
#define CAIRN__MAX_STATES UINT16_MAX

/* A state the search has met. */
typedef struct cairn__local_state {
    cairn__xy cell;
    uint32_t g; /* CAIRN__UNREACHED: only its place is known */
    uint32_t h; /* as it was when the state was met */
    /* lrta: the highest g + h on the way; lrts: moves from the agent; else: h to be learned */
    uint32_t value;
    uint32_t slot;   /* of the table, that leads here */
    uint16_t parent; /* number of a state */
    uint8_t move;    /* that leads here from the parent */
    bool closed;     /* it was expanded */
} cairn__local_state;

/* What leaves the open list first. Remaining ties go to the state met first. */
typedef enum cairn__local_order {
    CAIRN__LOWEST_G,
    CAIRN__LOWEST_F, /* ties go to higher g */
} cairn__local_order;

/* What a search reads: a map, and h towards one target. */
typedef struct cairn__local_view {
    const cairn_map *map;
    const cairn__learned *learned;
    const cairn__heuristic *heuristic;
    cairn__xy target;
} cairn__local_view;

/* Blocks of learned values seen in this search; neighbouring ones share no entry. */
#define CAIRN__LOCAL_BLOCKS_ACROSS 4

typedef struct cairn__local_block {
    cairn_cell place;
    const cairn__learned_block *block; /* null: there is none */
} cairn__local_block;

typedef struct cairn__local {
    cairn__local_view view;
    cairn__local_order order;
    bool sealed; /* no more states are met: ways are found among those known */
    cairn__meter *meter;
    uint32_t count;   /* states met */
    uint32_t entries; /* in the open list, some of them out of date */
    uint32_t slot_bits;
    cairn__local_state *states;
    uint16_t *slots;
    uint64_t *heap;
    cairn__local_block blocks[CAIRN__LOCAL_BLOCKS_ACROSS * CAIRN__LOCAL_BLOCKS_ACROSS];
} cairn__local;

/* What a search must have room for. */
typedef struct cairn__local_size {
    uint32_t states;  /* at most CAIRN__MAX_STATES */
    uint32_t entries; /* in the open list */
} cairn__local_size;

/* Its bytes, and using them; work is counted by the meter. */
uint64_t cairn__local_get_bytes(cairn__local_size size);
void cairn__local_create(cairn__local *local, cairn__local_size size, void *memory,
                         cairn__meter *meter);

/* Room for all cells up to `radius` moves away, if states leave the open list in the order of g.
 * The first cardinal move into a state then offers the lowest g of all cardinal ones, and the first
 * diagonal move that of all diagonal ones, so a state enters the list at most twice. */
cairn__local_size cairn__local_get_window(uint32_t radius);

/* Begins a search, for a unit: state 0 is the agent's cell, and it is open. False: not yet. */
bool cairn__local_start(cairn__local *local, const cairn__local_view *view,
                        cairn__local_order order, cairn__xy cell);

/* The number of a cell's state, CAIRN__NO_STATE if it was not met. */
uint32_t cairn__local_find(const cairn__local *local, cairn__xy cell);

/* Meets a cell that was not met: a state without a way to it yet. Returns its number. */
uint32_t cairn__local_add(cairn__local *local, cairn__xy cell);

/* Takes the next state off the open list; CAIRN__NO_STATE if it is empty. */
uint32_t cairn__local_take(cairn__local *local);

/* Closes a state and offers ways through it to its neighbours. Spends a unit for each state that it
 * meets, one at least, and at most CAIRN__LOCAL_PIECE, which the caller must have left. */
void cairn__local_expand(cairn__local *local, uint32_t number);

#define CAIRN__LOCAL_PIECE 8

static inline bool cairn__local_can_expand(const cairn__local *local)
{
    return cairn__meter_can_spend(local->meter, CAIRN__LOCAL_PIECE);
}

/* Spends a unit on a state that was met before; false if there is none left. */
static inline bool cairn__local_look_again(cairn__local *local)
{
    return cairn__meter_try(local->meter, &local->meter->work.others, 1);
}

/* Counts the states met since there were `before`, or a look that met none. */
static inline void cairn__local_count(cairn__local *local, uint32_t before)
{
    if (local->count > before)
        cairn__meter_spend(local->meter, &local->meter->work.states, local->count - before);
    else
        cairn__meter_spend(local->meter, &local->meter->work.others, 1);
}

/* The moves of a way to be taken, the last one first. */
typedef struct cairn__local_way {
    uint8_t *moves;
    uint32_t left;
    uint32_t end; /* what is left where it stops */
} cairn__local_way;

/* The next moves of a way that has some left, as far as they are equal. */
cairn__run cairn__local_take_run(cairn__local_way *way);

/* Makes the way to a state, a unit a move: `made` moves of it are there, and `number` is where they
 * begin. Once it is whole, sets out on it, for at most `most` moves; false: not yet. */
bool cairn__local_trace(cairn__local *local, uint32_t *number, uint32_t *made, uint32_t most,
                        cairn__local_way *way);

#endif
