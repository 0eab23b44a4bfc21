/* living_way.h: a shortest way on a changing map, or one that is hardly longer: who finds it, and who proves it.
 *
 * Labels of the base tell a way (bend_living.h). Around legs that are gone a detour is asked for. A way whose
 * length no path can undercut by the slack is taken as it is. Otherwise a path of the whole way that is shorter by
 * more than the slack is asked for; if there is none, the way is taken. Who asks hands the answers in, from a search
 * of its own (way_search.h) or of many (plan/scout.h): the way itself searches by labels alone. */
#ifndef CAIRN_LIVING_WAY_H
#define CAIRN_LIVING_WAY_H

#include "route/bend_living.h"
#include "route/gain.h"
#include "route/way_search.h"

/* Walks put up with a way that is longer by this part of it; answers to questions are exact. */
#define CAIRN__WALK_SLACK 128
#define CAIRN__NO_SLACK 0

typedef enum cairn__living_way_phase {
    CAIRN__WAY_BY_LABELS, /* labels look for it */
    CAIRN__WAY_DETOUR,    /* a path around legs that are gone is asked for */
    CAIRN__WAY_WHOLE,     /* a path from end to end is asked for */
    CAIRN__WAY_LABELLED,  /* it is found: that of `living` */
    CAIRN__WAY_ANSWERED,  /* it is found: the last answer */
    CAIRN__WAY_NONE,      /* neither knows one */
} cairn__living_way_phase;

typedef struct cairn__living_way {
    cairn__bend_living living;
    uint32_t slack;      /* the part; 0: none */
    cairn__gains *gains; /* of earlier questions; null: nothing is learned of them */
    cairn__living_way_phase phase;
    bool taken;     /* only what is gone is a reason to leave the way now, not what is opened */
    bool by_labels; /* they were tried */
    bool broken;    /* a leg of the way on the base is gone */
    bool near_goal; /* the first one that is lies in the second half */
    uint64_t units; /* of labels and detours so far, as jumps count them */
    cairn__way_question asked;
} cairn__living_way;

/* Makes a way of a map by labels, in `living` as it was set up, with a slack. */
void cairn__living_way_create(cairn__living_way *way, const cairn__bend_living *living,
                              uint32_t slack, cairn__gains *gains);

/* Begins between two cells that a path joins: by labels, or at once with a question. */
void cairn__living_way_start(cairn__living_way *way, cairn__xy from, cairn__xy to);
void cairn__living_way_start_without_labels(cairn__living_way *way, cairn__xy from, cairn__xy to);

/* Goes on by labels while the meter has units. Returns the phase; BY_LABELS: the units are used up. */
cairn__living_way_phase cairn__living_way_run(cairn__living_way *way, cairn__meter *meter);

/* The answer to what is asked: an optimal path was found, or none of at most that length. Of a detour `count` of
 * its waypoints. `spent`: units of the search by part; null if nothing is learned. */
void cairn__living_way_answer(cairn__living_way *way, bool found, const cairn__xy *cells,
                              uint32_t count, const uint64_t *spent);

/* Nobody answers: the way by labels is taken, or the beginning of it before the leg that is gone. */
void cairn__living_way_decline(cairn__living_way *way);

/* Takes a way that was found by labels, or the beginning of one to a goal: `count` turns. */
void cairn__living_way_resume(cairn__living_way *way, uint32_t count, cairn__xy goal);

/* Looks once more at a way that was found by labels, from a cell of it on which lies before a turn: what the map has
 * lost since that version is walked around. */
void cairn__living_way_check_again(cairn__living_way *way, cairn__xy cell, uint32_t turn,
                                   uint32_t version);

#endif
