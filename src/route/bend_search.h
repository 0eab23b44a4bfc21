/* bend_search.h: the shortest way between two cells by labels of bends, found piece by piece.
 *
 * A way is straight; or it leads over a node that the start's list has, a hub, and a node that the
 * goal's list has. In place of start and goal a local node of their list may stand: a bend that
 * has no label. */
#ifndef CAIRN_BEND_SEARCH_H
#define CAIRN_BEND_SEARCH_H

#include "route/bearings.h"
#include "route/bend_join.h"
#include "search/leg_field.h"
#include "search/near_path.h"
#include "search/straight.h"

/* Start, a local node or the start again, a node, a hub, a node, a local node or the goal again,
 * goal; or from the second of these straight to the last but one; or from start to goal over turns. */
typedef struct cairn__bend_way {
    uint32_t distance;
    bool straight; /* or over turns */
    cairn__near_turns turns;
    cairn__xy via[2]; /* local nodes; start and goal if there are none */
    uint32_t nodes[2];
    uint32_t hub;
    uint32_t to_hub; /* distance from the start */
} cairn__bend_way;

/* A list that is being read, and its present item. */
typedef struct cairn__bend_reading {
    cairn__bend_window window;
    cairn__list_item item;
    uint32_t wanted;               /* items */
    uint32_t base;                 /* distance of the list's cell from its end of the way */
    bool asking;                   /* for the item */
    const cairn__bearings *beyond; /* of the way's other end; null: they are not known */
} cairn__bend_reading;

typedef enum cairn__bend_phase {
    CAIRN__BEND_LISTS,       /* read the lists of both ends, for their bearings */
    CAIRN__BEND_STRAIGHT,    /* does a leg lead there? */
    CAIRN__BEND_DESK,        /* take a stamp */
    CAIRN__BEND_GUESS,       /* join the most promising node of each end, for a first way */
    CAIRN__BEND_START,       /* spread the labels of nodes that are surely valid at the start */
    CAIRN__BEND_START_ASKED, /* and of those to be tested, which few ways still need */
    CAIRN__BEND_GOAL,        /* join them with those that are surely valid at the goal */
    CAIRN__BEND_GOAL_ASKED,
    CAIRN__BEND_GOAL_LOCALS,  /* and those in lists of the goal's local nodes */
    CAIRN__BEND_START_LOCALS, /* spread the labels in lists of the start's local nodes */
    CAIRN__BEND_GOAL_AGAIN,
    CAIRN__BEND_GOAL_LOCALS_AGAIN,
    CAIRN__BEND_PAIRS, /* legs between local nodes of both ends */
    CAIRN__BEND_VIA,   /* find out over which local node the way begins */
    CAIRN__BEND_DONE,
} cairn__bend_phase;

/* What a search is for. */
typedef enum cairn__bend_purpose {
    CAIRN__BEND_FOR_WAY,      /* the way between two cells */
    CAIRN__BEND_FOR_SPREAD,   /* the labels of one cell, spread for the distances of many */
    CAIRN__BEND_FOR_DISTANCE, /* the distance of one of these */
    CAIRN__BEND_FOR_GOAL, /* the way to a goal to which those of all nodes are known (bend_goal.h) */
} cairn__bend_purpose;

/* Which items of a list to read: surely valid, to be tested, or both. */
enum { CAIRN__BEND_SURE = 1, CAIRN__BEND_ASKED = 2, CAIRN__BEND_ALL = 3 };

/* What is known of the shortest way from a goal that many ask for to a node: over `first`, a node of the
 * goal's list, and a hub. */
typedef struct cairn__bend_toward {
    uint32_t distance; /* UINT32_MAX: there is no way */
    uint32_t to_hub;   /* distance from the goal */
    uint32_t hub;
    uint32_t first;
} cairn__bend_toward;

/* What is known of a goal that many ask for. */
typedef struct cairn__bend_ways {
    cairn__xy goal;
    bool local;                        /* some ways lead over local nodes of the goal's list */
    bool lonely;                       /* that has none */
    const cairn__bend_toward *towards; /* of each node */
    const cairn__leg_field *legs;      /* that lead there */
} cairn__bend_ways;

typedef struct cairn__bend_search {
    cairn__xy ends[2];
    cairn__bend_ways ways; /* for a goal, which is ends[0] */
    cairn__bend_purpose purpose;
    cairn__bend_phase phase;
    uint32_t step;        /* of the phase; 0: it has not begun */
    bool inside;          /* a list of a local node is read */
    bool testing;         /* a leg of the way itself */
    bool reading;         /* a label */
    bool widened;         /* labels were read in this phase */
    bool local_start;     /* labels in lists of the start's local nodes were read */
    bool near;            /* whether the way is straight is asked before the lists are read */
    uint32_t goal_wanted; /* items of the goal's list, when it is read again */
    cairn__bearings bearings[2]; /* of both ends, if there are landmarks */
    cairn__straight straight;
    cairn__bend_reading own[2];   /* nodes with a label, of both ends */
    cairn__bend_reading outer[2]; /* local nodes of both ends */
    cairn__bend_reading inner;    /* nodes with a label, of a local node */
    cairn__bend_source source;    /* the label */
    uint32_t first_distance;      /* from the start to the way's first node */
    uint32_t least;               /* for a distance: what it is at least */
    uint32_t beyond;              /* and that of its cell from the node whose label is read */
    bool trial;                   /* the label is read for what is known of the node alone */
    cairn__bend_meeting joined;   /* with that label, so far */
    cairn__bend_way best;
} cairn__bend_search;

/* Begins a search between two open cells. */
void cairn__bend_search_start(cairn__bend_search *search, cairn__xy start, cairn__xy goal);

/* How far a node is from the cell whose labels are spread, if the stamp is that of the tools. */
typedef struct cairn__bend_known {
    uint32_t stamp;
    uint32_t distance;
} cairn__bend_known;

/* What a search works with. */
typedef struct cairn__bend_tools {
    const cairn_map *map;
    const cairn__bend_set *set;
    cairn__bend_desk *desk;
    cairn__bend_known *known; /* of each node; null unless the search is for distances */
    uint32_t stamp;
    bool around; /* a near goal is looked for without labels */
} cairn__bend_tools;

/* Begins to spread all labels of a cell. */
void cairn__bend_search_start_spread(cairn__bend_search *search, const cairn__bend_tools *tools,
                                     cairn__xy cell);

/* Once they are spread: begins with the distance of another open cell. It is known to be `least` or more;
 * above `most` it is not looked for. It is that of `best`, or above `most`. */
void cairn__bend_search_start_distance(cairn__bend_search *search, cairn__xy cell, uint32_t least,
                                       uint32_t most);

/* Begins a search for the way to such a goal from a cell, reported from the goal to the cell. */
void cairn__bend_search_start_known(cairn__bend_search *search, const cairn__bend_tools *tools,
                                    const cairn__bend_ways *ways, cairn__xy cell);

/* Goes on with it while units are left; the last piece of work may take more than there are. */
cairn__answer cairn__bend_search_run(cairn__bend_search *search, const cairn__bend_tools *tools,
                                     cairn__meter *meter);

#endif
