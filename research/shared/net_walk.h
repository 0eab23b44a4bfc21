/* net_walk.h: walking along the ways of a bare net, without learning: what DBA* and HCDPS share. They
 * differ in how a cell's region is found, and in what leads where a climb does not. */
#ifndef CAIRN_NET_WALK_H
#define CAIRN_NET_WALK_H

#include "plan/plan.h"
#include "plan/reach.h"

/* States of the route in sight. */
#define CAIRN__ROUTE_WINDOW 16

typedef enum cairn__net_phase {
    CAIRN__NET_TRY_GOAL,   /* does a climb get to the goal? */
    CAIRN__NET_FIND_OTHER, /* the goal's region */
    CAIRN__NET_FIND_OWN,   /* the agent's */
    CAIRN__NET_LOOK,       /* for the farthest state in sight that a climb reaches */
    CAIRN__NET_FIND_PATH,  /* to the first state in sight, which no climb reaches */
    CAIRN__NET_WALK_PATH,  /* along it */
    CAIRN__NET_FOLLOW,     /* climbing to the first state in sight */
    CAIRN__NET_DETOUR,     /* on a changed map: to the goal by a scout */
    CAIRN__NET_FAILED,     /* there was no memory for LRTA* yet */
    CAIRN__NET_LOST,       /* LRTA* to the goal */
} cairn__net_phase;

/* Which states of the window a look has still to try: from `left` on, below `right`. */
typedef struct cairn__net_look {
    bool on_route; /* a climb reaches the first state, unless that is the goal */
    bool tried_end;
    uint32_t left;
    uint32_t right;
    uint32_t found; /* those before it are left out in the end */
    bool any;       /* `found` is in reach */
} cairn__net_look;

typedef struct cairn__net_walk cairn__net_walk;

/* What an algorithm adds. DONE: found; NONE: the database has failed; PAUSED: the budget is used up. */
typedef struct cairn__net_walker {
    /* The region of a cell; CAIRN__NET_NONE: the database has failed. */
    cairn__answer (*find_region)(cairn__slot *slot, cairn__xy cell, uint32_t *region);
    /* A path to the first state in sight, and its next moves. Null: a climb always reaches the
     * own seed, and the goal from its seed. */
    cairn__answer (*find_path)(cairn__slot *slot, cairn__xy to);
    cairn__run (*get_run)(const cairn__slot *slot);
} cairn__net_walker;

struct cairn__net_walk {
    const cairn__net_walker *walker;
    cairn__net_phase phase;
    uint32_t region; /* that the route has come to, behind the window */
    uint32_t goal_region;
    cairn__net_way way; /* to it */
    uint32_t index;     /* of the way's next subgoal */
    bool ended;         /* the goal is in the window */
    uint64_t states;    /* of the route so far */
    uint64_t idle;      /* units since the last move */
    uint32_t count;
    cairn__xy window[CAIRN__ROUTE_WINDOW];
    cairn__net_look look;
    cairn__reach reach;
};

/* A new problem, and the next moves; `slot->state` begins with the walk. */
void cairn__net_walk_start(cairn__slot *slot, const cairn__net_walker *walker);
cairn_status cairn__net_walk_plan(cairn__slot *slot);

/* The map has changed: the problem begins again by the algorithm's own start, unless LRTA* has taken
 * over and the map is not what the database was made for. */
void cairn__net_walk_notice(cairn__slot *slot, bool is_cut);

#endif
