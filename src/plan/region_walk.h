/* region_walk.h: walking from any cell to the goal by a database's net of regions, without
 * learning: what agents of kind regions do, and the fall-back of knn and labels. */
#ifndef CAIRN_REGION_WALK_H
#define CAIRN_REGION_WALK_H

#include "plan/plan.h"
#include "plan/reach.h"

typedef enum cairn__walk_phase {
    CAIRN__WALK_GOAL,   /* is the goal within a climb? */
    CAIRN__WALK_OWN,    /* looking up the agent's region */
    CAIRN__WALK_OTHER,  /* looking up the goal's */
    CAIRN__WALK_CHECK,  /* on a changed map: looking at all legs of the route */
    CAIRN__WALK_FILL,   /* the route is known, the window is not full */
    CAIRN__WALK_LOOK,   /* looking for a subgoal farther on */
    CAIRN__WALK_FOLLOW, /* climbing to the first subgoal of the window */
    CAIRN__WALK_DETOUR, /* around what has changed, to the first subgoal or to the goal */
    CAIRN__WALK_FAILED, /* the net failed, and there was no memory for LRTA* yet */
    CAIRN__WALK_LOST,   /* the net failed: LRTA* to the goal */
} cairn__walk_phase;

/* What comes behind the window. */
typedef enum cairn__route_stage {
    CAIRN__ROUTE_SEED,      /* the seed of `region` */
    CAIRN__ROUTE_NEIGHBOUR, /* the way from `region` to the next one */
    CAIRN__ROUTE_HOP,       /* the same, which `hop` is looking for */
    CAIRN__ROUTE_WAY,       /* subgoal `index` of `way`, to `region` */
    CAIRN__ROUTE_GOAL,
    CAIRN__ROUTE_END,
} cairn__route_stage;

/* Subgoals in sight. */
#define CAIRN__WALK_WINDOW 16

struct cairn__region_walk {
    cairn__walk_phase phase;
    cairn__route_stage stage;
    uint32_t own; /* the region where the route begins */
    uint32_t region;
    uint32_t goal_region;
    uint64_t states; /* of the route so far */
    uint64_t idle;   /* units since the last move */
    cairn__net_hop hop;
    cairn__net_way way;
    uint32_t index; /* of a subgoal of it */
    bool looks;     /* once the window is full; else it follows */
    bool there;     /* a climb to the seed that is tried was made: now back */
    cairn__reach reach;
    uint32_t tried;      /* members of a block; subgoals of the window not tried yet; or checked */
    cairn__xy checked;   /* the last subgoal before the window that was checked */
    uint32_t moves_left; /* until the next look */
    uint32_t count;      /* of the window */
    cairn__xy window[CAIRN__WALK_WINDOW];
};

/* Memory for slot->walk, none if the database has no net, and making it there. */
uint64_t cairn__region_walk_get_bytes(const cairn__setup *setup);
void cairn__region_walk_create(cairn__slot *slot, const cairn__setup *setup, void *memory);

/* Begins a walk at the present cell: there must be a net. Any algorithm may begin it at any time of
 * a problem and plan by it from then on. */
void cairn__region_walk_start(cairn__slot *slot);
cairn_status cairn__region_walk_plan(cairn__slot *slot);

/* The map has changed: the walk goes on along its route, without subgoals that are blocked or cut
 * off. If LRTA* has taken over, it begins again with a scout, or once the map is what the net was made
 * for. */
void cairn__region_walk_notice(cairn__slot *slot, bool is_cut);

/* Fills the window with the next states of the route (region_route.c). NONE: the net has failed;
 * PAUSED: the budget is used up first. */
cairn__answer cairn__region_route_fill(cairn__slot *slot);

/* Packs a walk between two runs into all words but the last (slot.h), and goes on with it; false if
 * it has to begin again. A detour for which the window leaves no room is asked for again. */
bool cairn__region_walk_pack(const cairn__slot *slot, uint32_t *words);
bool cairn__region_walk_unpack(cairn__slot *slot, const uint32_t *words);

#endif
