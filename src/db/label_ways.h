/* label_ways.h: the shortest way between two cells by hub labels, found piece by piece. */
#ifndef CAIRN_LABEL_WAYS_H
#define CAIRN_LABEL_WAYS_H

#include "base/xy.h"
#include "db/label_set.h"

/* What is known of the ways from the start to a hub: valid if the stamp is the desk's. */
typedef struct cairn__desk_way {
    uint32_t distance;
    uint32_t tag; /* bits 0 to 17 the corner it begins with, the others the stamp */
} cairn__desk_way;

/* Room for the ways to all hubs, for one search at a time. */
typedef struct cairn__desk {
    uint32_t nodes;
    uint32_t stamp;
    uint32_t cleared; /* ways that are clear; below `nodes`: being cleared */
    cairn__desk_way *ways;
} cairn__desk;

/* Memory for a desk of so many nodes, and using it. */
uint64_t cairn__desk_get_bytes(uint32_t nodes);
void cairn__desk_start(cairn__desk *desk, uint32_t nodes, void *memory);

/* Start, a corner it sees, a hub, a corner that sees the goal, goal; or straight on. */
typedef struct cairn__label_way {
    uint32_t distance;
    bool straight;
    uint32_t hub;
    uint32_t nodes[2];
} cairn__label_way;

typedef enum cairn__ways_phase {
    CAIRN__WAYS_STRAIGHT, /* does a straight climb lead there? */
    CAIRN__WAYS_DESK,     /* get ready */
    CAIRN__WAYS_START,    /* spread the labels of the corners that the start sees */
    CAIRN__WAYS_GOAL,     /* join them with those of the corners that the goal sees */
    CAIRN__WAYS_DONE,
} cairn__ways_phase;

typedef struct cairn__way_search {
    cairn__xy start;
    cairn__xy goal;
    cairn__ways_phase phase;
    cairn__xy climbed;    /* where the climb has come to */
    uint32_t cost;        /* of it */
    cairn__corner corner; /* the last one in sight: its label is next */
    bool reading;         /* a label, at the cursor */
    bool begun;           /* behind its first group, which every path may need */
    uint32_t node;        /* its node */
    uint32_t base;        /* distance to it */
    uint32_t turns;       /* directions in which to go on from it (turns.h) */
    cairn__label_cursor cursor;
    cairn__corner_sweep sweep;
    cairn__label_way best;
} cairn__way_search;

typedef enum cairn__ways_answer {
    CAIRN__WAYS_FOUND,
    CAIRN__WAYS_PAUSED, /* the meter has run out */
    CAIRN__WAYS_NONE,   /* there is no way, or the labels are damaged */
} cairn__ways_answer;

/* Begins a search between two open cells. */
void cairn__way_search_start(cairn__way_search *search, cairn__xy start, cairn__xy goal);

/* Goes on with it. */
cairn__ways_answer cairn__way_search_run(cairn__way_search *search, const cairn_map *map,
                                         const cairn__label_set *set, cairn__desk *desk,
                                         cairn__meter *meter);

#endif
