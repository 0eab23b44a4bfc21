/* bend_living.h: an optimal way on a map that differs from the one its labels were made for, piece by
 * piece.
 *
 * Labels of the base tell the way there. If every leg of it is still there it is optimal now, since
 * nothing shorter can have come about (docs/research/changing-proof.md). Where legs are gone, a path
 * of the same length around them is as good: it is asked for; or one that is hardly longer, where the asker
 * says so (`spare_part`). If there is none, labels cannot help. */
#ifndef CAIRN_BEND_LIVING_H
#define CAIRN_BEND_LIVING_H

#include "base/meter.h"
#include "route/bend_legs.h"

typedef enum cairn__living_phase {
    CAIRN__LIVING_SEARCH, /* which way? */
    CAIRN__LIVING_LIST,   /* where does it turn? */
    CAIRN__LIVING_CHECK,  /* are its legs there? */
    CAIRN__LIVING_DETOUR, /* a path around legs that are not is asked for */
    CAIRN__LIVING_WHOLE, /* the way is optimal, unless one is shorter that makes use of what was opened */
    CAIRN__LIVING_FAILED, /* it is not known which way is optimal */
} cairn__living_phase;

typedef struct cairn__bend_living {
    const cairn_map *map;  /* as it is */
    const cairn_map *base; /* that the labels were made for, as long as there is one */
    uint64_t fingerprint;  /* of it */
    const cairn__bend_set *set;
    cairn__bend_desk *desk;
    bool lists;          /* turns also where the map is the base; else they are not, there */
    bool listed;         /* they are */
    uint32_t spare_part; /* a way may be longer than the base's by this part of it; 0: not at all */
    uint32_t extra;      /* what detours have made the way longer */
    uint32_t version;    /* of the map, when all legs were there; 0: those of the base */
    cairn__xy *turns;    /* where the way turns, both ends included, if they are listed */
    uint32_t capacity;
    uint32_t count;
    cairn__living_phase phase;
    uint32_t at;               /* the leg that is looked at */
    bool testing;              /* whether it is there */
    uint32_t legs;             /* beside broken ones that a detour may lead around */
    uint32_t first, last;      /* turns that a detour joins */
    uint32_t most;             /* what it may cost */
    cairn__bend_search search; /* its straight test serves the legs as well */
    cairn__bend_legs way;
} cairn__bend_living;

/* Begins with two open cells. Map, fingerprint, set, desk and room for turns have been set. */
void cairn__bend_living_start(cairn__bend_living *living, cairn__xy start, cairn__xy goal);

/* Takes a way that was whole, or the beginning of one to a goal: `count` turns. */
void cairn__bend_living_resume(cairn__bend_living *living, uint32_t count, cairn__xy goal);

/* Looks once more at a way that was whole, from a cell of it on which lies before a turn. */
void cairn__bend_living_check_again(cairn__bend_living *living, cairn__xy cell, uint32_t turn);

/* Goes on while the meter has units, up to a detour or an end. Returns the phase; any other one means
 * that the units are used up. */
cairn__living_phase cairn__bend_living_run(cairn__bend_living *living, cairn__meter *meter);

/* In phase DETOUR: an optimal path that was found, as its waypoints; or with none: there is no path between
 * the two turns of at most that cost. It goes on from there. */
void cairn__bend_living_answer(cairn__bend_living *living, const cairn__xy *cells, uint32_t count);

/* No path that makes a move which the base does not allow is shorter than this. */
uint32_t cairn__bend_living_get_bound(const cairn__bend_living *living);

/* The same for a path between any two cells of a changing map. */
uint32_t cairn__get_new_bound(const cairn_map *map, cairn__xy from, cairn__xy to);

/* The length of the way as it is listed, with legs that are gone; 0 if it is not listed to its end. And
 * whether it is broken in its second half. */
uint32_t cairn__bend_living_get_listed(const cairn__bend_living *living);
bool cairn__bend_living_is_near_goal(const cairn__bend_living *living);

/* The length of a whole way. */
static inline uint32_t cairn__bend_living_get_distance(const cairn__bend_living *living)
{
    return living->search.best.distance + living->extra;
}

/* Reads a whole way: to its start, and on to its next turn; false at its end and at damage. */
void cairn__bend_living_rewind(cairn__bend_living *living);
bool cairn__bend_living_next(cairn__bend_living *living, cairn__xy *turn);

#endif
