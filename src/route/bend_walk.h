/* bend_walk.h: an optimal path by labels of bends: its length first, then its moves.
 *
 * The search finds the cells at which the path turns (bend_legs.h). Each leg between two of them is
 * found by the straight test, whose path is walked; so whatever the labels say, every reported move is
 * legal. */
#ifndef CAIRN_BEND_WALK_H
#define CAIRN_BEND_WALK_H

#include "base/meter.h"
#include "route/bend_goal.h"
#include "route/bend_legs.h"
#include "search/leg_walk.h"

typedef struct cairn__bend_walk {
    cairn__bend_search search; /* its straight test serves the legs once a way is found */
    cairn__bend_legs legs;
    cairn__xy target; /* where the present leg ends */
    cairn__leg_walk leg;
    bool is_found; /* the next leg: the search ended with its test */
} cairn__bend_walk;

/* Begins with two open cells that a path joins. */
void cairn__bend_walk_start(cairn__bend_walk *walk, cairn__xy start, cairn__xy goal);

/* Begins with a cell and a goal that all nodes' ways are known from; a path joins them. */
void cairn__bend_walk_start_by_goal(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                    const cairn__bend_goal *goal, cairn__xy start);

/* Looks for the path while the meter has units. DONE: its length is known; PAUSED: the units are
 * used up; NONE: the labels are damaged. */
cairn__answer cairn__bend_walk_search(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                      cairn__meter *meter);

/* The length of the path found, in tenths. */
static inline uint32_t cairn__bend_walk_get_distance(const cairn__bend_walk *walk)
{
    return walk->search.best.distance;
}

/* Begins to tell the path found, from its start on. */
void cairn__bend_walk_rewind(cairn__bend_walk *walk);

/* The next moves of the path. DONE; PAUSED: the units are used up; NONE: it has come to the goal, or
 * the labels are damaged. */
cairn__answer cairn__bend_walk_next(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                                    cairn__meter *meter, cairn__run *run);

/* Words of a packed walk. */
#define CAIRN__BEND_WALK_WORDS 10

/* Packs a walk between two runs of moves. */
void cairn__bend_walk_pack(const cairn__bend_walk *walk, uint32_t *words);

/* Goes on with a walk from the cell that it has come to, to its goal, to tell the same moves; false if the
 * words do not lead from there. */
bool cairn__bend_walk_unpack(cairn__bend_walk *walk, const cairn__bend_tools *tools,
                             const cairn__xy ends[2], const uint32_t *words);

#endif
