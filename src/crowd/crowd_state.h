/* crowd_state.h: the insides of a crowd.
 *
 * A member has a few bytes that each frame reads (its cell, its state, the run that it walks) in arrays
 * of their own, and others that are read when a run ends: the next runs, in a ring, and its stored plan
 * (plan/slot.h). Plans are made by guides. Each lane has two of them, one for members that walk and
 * need more runs, one for orders; a guide stays with a plan until it is finished. What a lane does in a
 * frame depends on nothing but its own plans, so lanes may run on any threads. */
#ifndef CAIRN_CROWD_STATE_H
#define CAIRN_CROWD_STATE_H

#include <string.h>

#include "cairn/crowd.h"
#include "crowd/crowd_apart.h"
#include "grid/living.h"
#include "plan/mover.h"
#include "plan/short_run.h"
#include "plan/slot.h"
#include "route/bend_goal.h"
#include "search/cell_field.h"

#define CAIRN__NO_MEMBER UINT32_MAX

/* ---- runs ---- */

/* Bit 3 of a short run: the map has changed since it was looked at. */
#define CAIRN__RUN_STALE 8
#define CAIRN__RUN_ONE 16

/* In place of a run: it has an order, and has not looked yet where it may go without a plan. */
#define CAIRN__RUN_LOOKS 7

/* ---- members ---- */

/* Where a member waits for a plan. The first two are lines, oldest first, and places of guides. */
typedef enum cairn__queue {
    CAIRN__REFILLS, /* it walks, and its runs will soon be used up */
    CAIRN__ORDERS,  /* it has a new goal */
    CAIRN__LINES,
    CAIRN__AT_GUIDE = CAIRN__LINES, /* a guide has its plan */
    CAIRN__NOT_QUEUED,
    CAIRN__ASKS, /* its goal has to be looked for first (crowd_goals.h) */
} cairn__queue;

#define CAIRN__RING 16

/* Runs that a ring is filled up to. The others are kept free: one run may need five in pieces, and one may
 * lead back to where the plan begins. */
#define CAIRN__PLANNED_RUNS (CAIRN__RING - (CAIRN_MAX_SIDE / CAIRN__MOST_RUN + 2))

/* Generations of a place are 1 to this, and then 1 again. */
#define CAIRN__MOST_GENERATION 4095

typedef struct cairn__member {
    cairn__plan plan; /* how it goes on behind the ring */
    cairn__short_run ring[CAIRN__RING];
    uint8_t first; /* run of the ring */
    uint8_t count; /* of the ring's runs */
    uint8_t queue;
    uint8_t ahead;     /* while a guide has its plan: moves that it may make without one, 0 to 16 */
    uint32_t since;    /* the frame in which it was put into a line */
    uint32_t next;     /* in the line, or in the list of free places */
    uint32_t previous; /* in the line */
    uint16_t generation; /* of the member here, or of the next one */
    uint8_t renews;      /* 1: the map or the database has changed; its plan begins again */
    uint8_t idles;       /* 1: it stands in a wall without an order: outside it is idle again */
    uint8_t
        asks;    /* 1: its goal has to be looked for; until then the one below is the earlier one */
    uint8_t old; /* 1: the map has changed since its plan was stored */
    uint32_t order; /* number of its order: the lower one goes first */
} cairn__member;

typedef struct cairn__line {
    uint32_t first;
    uint32_t last;
    uint32_t count;
} cairn__line;

/* ---- planning ---- */

/* Units after which a guide is asked whether it goes on. How far a plan has come depends on nothing but
 * how many of these it had. */
#define CAIRN__QUANTUM 1024

typedef struct cairn__guide {
    cairn__slot *slot;
    uint32_t member;
    uint32_t line;     /* whose plans it makes */
    uint32_t quanta;   /* spent on its plan */
    uint32_t wanted;   /* runs, about */
    uint32_t by_field; /* 1: by the ways that are known to its goal (crowd_field.h) */
    uint32_t
        by_cells; /* 1: by the moves of cells that are known (crowd_cells.h); never with a part made */
    uint32_t old;    /* 1: the map has changed since the plan was begun */
    uint32_t starts; /* 1: the plan is still to be begun, or begins again */
    uint32_t count;  /* runs found */
    cairn__short_run found[CAIRN__RING];
} cairn__guide;

typedef struct cairn__lane {
    cairn__guide guides[CAIRN__LINES];
    uint32_t at[CAIRN__LINES];    /* the next member of a line that is this lane's */
    uint32_t taken[CAIRN__LINES]; /* members of it, in this frame */
    uint32_t oldest;    /* frame in which the oldest order planned in this frame was made */
    cairn__line asks;   /* members whose plans cannot go on until their goals are found */
    cairn__meter meter; /* its part of the frame's units */
} cairn__lane;

#define CAIRN__MOST_LANES 8

/* ---- one goal of many ---- */

/* Orders of many members that are remembered. */
#define CAIRN__LARGE_ORDERS 8

typedef struct cairn__large_order {
    uint32_t number; /* from 1 */
    uint32_t members;
} cairn__large_order;

typedef enum cairn__field_use {
    CAIRN__FIELD_NONE,  /* the crowd has none */
    CAIRN__FIELD_EMPTY, /* there is no such goal */
    CAIRN__FIELD_BUILT, /* ways are being found */
    CAIRN__FIELD_READY, /* they are known */
} cairn__field_use;

/* A goal to which the move of every cell is known, or is to be (crowd_cells.h). */
typedef struct cairn__goal_cells {
    cairn__field_use use;
    uint32_t quanta; /* spent on the flood */
    uint32_t broken; /* floods in a row that changes of the map have ended */
    uint32_t from;   /* the first frame in which it may be flooded */
    uint64_t state;  /* of the map that is flooded; 0: nothing is */
    cairn__cell_field field;
} cairn__goal_cells;

/* Goals of which a crowd knows the moves of cells at the same time. */
#define CAIRN__CELL_GOALS 2

typedef struct cairn__crowd_cells {
    cairn__goal_cells goals[CAIRN__CELL_GOALS];
    cairn__goal_cells *flooded; /* whose flood `flood` is, or null */
    cairn__cell_flood flood;
    uint32_t version; /* of the map, when it was looked at */
} cairn__crowd_cells;

typedef struct cairn__crowd_field {
    cairn__field_use use; /* of ways */
    void *memory;         /* of desk and ways */
    uint64_t bytes;       /* there */
    uint32_t quanta;      /* spent on the ways */
    uint32_t next;        /* place in `large` */
    bool is_awaited;      /* the flood to the goal of the oldest order: its members wait for it */
    cairn__large_order large[CAIRN__LARGE_ORDERS];
    cairn__bend_desk desk;
    cairn__bend_goal ways;
    cairn__crowd_cells cells;
} cairn__crowd_field;

/* ---- goals that have to be looked for ---- */

#define CAIRN__KNOWN_GOALS 16

/* The cell of a component nearest to one that was asked for. */
typedef struct cairn__known_goal {
    cairn__xy asked;
    uint32_t component; /* CAIRN_ANY_COMPONENT: nothing is known */
    cairn__xy goal;
} cairn__known_goal;

typedef struct cairn__goals {
    cairn__known_goal known[CAIRN__KNOWN_GOALS];
    uint32_t next;            /* the place of the next answer */
    cairn__known_goal search; /* the question that is looked at, none if nothing is known of it */
    cairn__nearest nearest;
} cairn__goals;

/* ---- changes of the map ---- */

/* Tiles by column and row of the map's directory; without any if x0 > x1. */
typedef struct cairn__tile_box {
    uint32_t x0, y0, x1, y1;
} cairn__tile_box;

/* What has changed, for members that have not looked since (crowd_changes.h). */
typedef struct cairn__changes {
    uint8_t *marks;           /* of each tile */
    cairn__tile_box boxes[2]; /* of the marked ones: looked for in this round, in the next */
    uint32_t rejoined;        /* the same marks: components may have been split or joined */
} cairn__changes;

/* True if a cell of a box is as near to another cell. */
bool cairn__is_nearer(cairn__xy asked, const cairn__tile_box *box, uint32_t distance);

/* ---- the crowd ---- */

/* Members that move together: one task. */
#define CAIRN__CHUNK 2048

/* What a chunk of members did in a frame, and who needs a plan now. */
typedef struct cairn__chunk {
    uint32_t moved;
    uint32_t arrived;
    uint32_t ended; /* of those under way: at rest now, with those that arrived */
    cairn__line lines[CAIRN__LINES];
    cairn__line asks;
} cairn__chunk;

struct cairn_crowd {
    cairn__why why; /* no part of its state */
    const cairn_map *map;
    const cairn_db *db;
    cairn_allocator allocator;
    cairn_share_function share;
    void *share_context;
    int64_t max_work; /* CAIRN__NO_LIMIT: none */
    uint32_t capacity;
    uint32_t stays;
    uint32_t goal_policy;
    uint32_t stranded_policy;
    uint32_t occupancy;
    bool owned;
    size_t bytes;

    /* Its state, with the arrays below and what the guides do. */
    uint32_t frame;
    uint32_t version; /* of the map, when it was looked at */
    uint32_t sweep;   /* the next member whose turn it is to look at changes */
    uint32_t used;    /* places that were ever taken */
    uint32_t members;
    uint32_t walking; /* members with an order that have not arrived */
    uint32_t orders;  /* made so far */
    uint32_t words;   /* of stored plans that are used */
    cairn__line free; /* places */
    cairn__line lines[CAIRN__LINES];
    cairn__line asks; /* members whose goals have to be looked for */
    cairn__changes changes;
    cairn__goals goals;

    cairn_cell *cells;
    cairn__short_run *runs;
    uint8_t *states;
    cairn__member *all;
    cairn__crowd_field field;
    uint32_t lane_count;
    cairn__lane lanes[CAIRN__MOST_LANES];
    uint32_t chunk_count;
    cairn__chunk *chunks;

    uint64_t
        *marks; /* a bit of each place: room for checks of saved states. No part of its state */
    cairn__apart apart; /* with CAIRN_OCCUPANCY_CELLS */
};

static inline cairn__xy cairn__member_get_cell(const cairn_crowd *crowd, uint32_t i)
{
    return cairn__unpack(crowd->cells[i]);
}

/* A member at rest: it has no order, or that is over. */
static inline bool cairn__state_is_resting(uint8_t state)
{
    return state == CAIRN_MEMBER_IDLE || state == CAIRN_MEMBER_ARRIVED ||
           state == CAIRN_MEMBER_SETTLED;
}

/* True if the member is under way: it has an order that is not over, or stands in a wall. */
static inline bool cairn__state_is_walking(uint8_t state)
{
    return state != CAIRN_MEMBER_NONE && !cairn__state_is_resting(state);
}

/* True if the member is kept from going on: by a change, or by its database. */
static inline bool cairn__state_is_kept(uint8_t state)
{
    return state >= CAIRN_MEMBER_STRANDED && state <= CAIRN_MEMBER_LOST;
}

/* ---- marks ---- */

static inline uint64_t cairn__marks_get_bytes(uint32_t capacity)
{
    return ((uint64_t)capacity + 63) / 64 * sizeof(uint64_t);
}

static inline void cairn__marks_clear(cairn_crowd *crowd)
{
    memset(crowd->marks, 0, (size_t)cairn__marks_get_bytes(crowd->capacity));
}

/* Marks a place; true if it was marked already. */
static inline bool cairn__mark(cairn_crowd *crowd, uint32_t i)
{
    uint64_t bit = UINT64_C(1) << (i & 63), before = crowd->marks[i / 64];
    crowd->marks[i / 64] = before | bit;
    return (before & bit) != 0;
}

/* ---- lines (crowd_line.c) ---- */

void cairn__line_start(cairn__line *line);
void cairn__line_push(cairn__line *line, cairn__member *all, uint32_t i);
void cairn__line_remove(cairn__line *line, cairn__member *all, uint32_t i);
/* Puts all of one line behind another. */
void cairn__line_join(cairn__line *line, cairn__member *all, cairn__line *other);

/* ---- members (crowd_member.c) ---- */

/* Puts a member into a line, and takes it out of wherever it waits. */
void cairn__member_queue(cairn_crowd *crowd, uint32_t i, cairn__queue line);
void cairn__member_leave_queue(cairn_crowd *crowd, uint32_t i);

/* Puts a member into the line for orders, or if its goal has to be looked for into that of those that ask. Who
 * waits already has waited since then. */
void cairn__member_ask(cairn_crowd *crowd, uint32_t i);

/* Sets what a member does, and counts who walks. Not while lanes or chunks run. */
void cairn__member_set_state(cairn_crowd *crowd, uint32_t i, uint8_t state);

/* A member has no order any more. Touches nothing else. */
void cairn__member_forget(const cairn_crowd *crowd, uint32_t i);

/* Begins an order from where a member stands: it has no plan, and goes ahead if it may. */
void cairn__member_set_out(cairn_crowd *crowd, uint32_t i);

/* The moves that a member without a plan may make: straight towards its goal; one move to the neighbour
 * that is nearest to it if that is into a wall. Touches nothing else. */
cairn__short_run cairn__member_look_ahead(const cairn_crowd *crowd, uint32_t i);

/* ---- changes of the map (crowd_notice.c) ---- */

/* A member as a mover, for what movers do on a changing map (plan/mover.h). */
cairn__mover cairn__member_get_mover(const cairn_crowd *crowd, uint32_t i);

/* A member looks at the map as it is: its run is legal then, its state says whether it can go on, and `asks`
 * whether its goal has to be looked for. Touches nothing but the member; returns the units that
 * it took. */
uint32_t cairn__member_notice(const cairn_crowd *crowd, uint32_t i);

/* The same for a member whose run may be stale, if a change concerns it; otherwise its plan is old. False if it
 * may have to look for an exit: it waits for its turn, which has the units for that. */
bool cairn__member_catch_up(const cairn_crowd *crowd, uint32_t i, cairn__meter *meter);

/* True if the cell to which a member leaves is still open: until it has looked at a change it goes on then. */
bool cairn__member_has_exit(const cairn_crowd *crowd, uint32_t i);

/* A member that leaves a wall does as its mover after a move (cairn__mover_leave()): it may be outside.
 * Touches nothing but the member. */
void cairn__member_follow_out(const cairn_crowd *crowd, uint32_t i, const cairn__mover *mover);

/* The map may have changed: members whom that concerns look at it, as many as a share of the units allows. */
void cairn__crowd_notice(cairn_crowd *crowd, cairn__meter *meter);

/* ---- plans (crowd_plan.c) ---- */

/* Plans within a lane's share, and takes what was planned out of the lines. */
void cairn__lane_run(const cairn_crowd *crowd, cairn__lane *lane, uint32_t number);

/* A guide leaves its plan. */
void cairn__guide_leave(cairn__guide *guide);

/* Continues a saved plan: `member`, `quanta` and `wanted` are set, and that number of quanta of work is
 * done again. */
void cairn__guide_resume(const cairn_crowd *crowd, cairn__guide *guide);

/* ---- moves (crowd_move.c) ---- */

/* What a move adds to a packed cell: no sum of a legal move carries from one half into the other. */
static const uint32_t cairn__steps[CAIRN__MOVES] = {UINT32_C(0) - 0x10001,
                                                    UINT32_C(0) - 0x10000,
                                                    UINT32_C(0) - 0xffff,
                                                    0xffff,
                                                    0x10000,
                                                    0x10001,
                                                    UINT32_C(0) - 1,
                                                    1};

/* With this number of runs left in the ring a member asks for more, unless it has many moves. */
#define CAIRN__FEW_RUNS 2
#define CAIRN__FEW_MOVES 32

/* True if a member has so few, and its ring does not lead to its goal. */
bool cairn__member_has_few(const cairn_crowd *crowd, uint32_t i);

/* Takes the next run of the ring, less moves that the ring must keep; false if it is not legal, and the plan
 * begins again. */
bool cairn__member_pop_run(cairn_crowd *crowd, uint32_t i);

/* One move of each member of a chunk that can move. */
void cairn__chunk_move(cairn_crowd *crowd, uint32_t number);

/* A member has come to the end of its run: the next one. True if it has arrived. */
bool cairn__member_take_run(cairn_crowd *crowd, cairn__chunk *chunk, uint32_t i);

#endif
