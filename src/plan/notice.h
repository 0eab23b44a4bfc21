/* notice.h: what a change of the map means for an agent's cell, its goal and its planned moves. */
#ifndef CAIRN_NOTICE_H
#define CAIRN_NOTICE_H

#include "grid/living.h"
#include "plan/plan.h"

/* True if the map is as it was when the databases in use were made. */
static inline bool cairn__is_as_built(const cairn_map *map)
{
    return map->info.state == cairn__get_base_fingerprint(map);
}

/* Where the agent stands. */
static inline cairn__xy cairn__agent_get_cell(const cairn_agent *agent)
{
    return cairn__cell_after(agent->cell, agent->trail.move, agent->trail.count);
}

/* The goal that is headed for from an open cell when `goal` is asked for, if that is plain to see. Failures:
 * BLOCKED, NO_PATH; by CAIRN_GOAL_NEAREST in place of both UNFINISHED: the nearest cell has to be looked for. */
cairn_status cairn__check_goal(const cairn_map *map, uint32_t goal_policy, cairn__xy from,
                               cairn__xy goal);

/* An agent begins to look for its goal, or goes on with that after a change of the map. */
void cairn__seek(cairn_agent *agent, cairn__seeking why);

/* Looks for the goal as far as the units of the agent's meter lead; true once it is found: the agent heads for
 * it. */
bool cairn__seek_on(cairn_agent *agent);

/* Looks for the exit of a stranded agent as far as the units of its meter lead; it leaves once one is found. A
 * search that was broken off goes on over changes. */
void cairn__seek_exit(cairn_agent *agent);

/* How many of a run's moves from a cell are legal on the map as it is. */
uint32_t cairn__count_legal(const cairn_map *map, cairn__xy from, uint32_t move, uint32_t count);

/* The map has changed since the agent looked last. Afterwards the moves of its run and of its trail
 * are legal on the map as it is, `plight` says what keeps it from going on, and `seeks` whether its goal has to
 * be looked for. */
void cairn__notice_change(cairn_agent *agent);

/* The agent has another database: it plans anew from where it stands. */
void cairn__notice_db(cairn_agent *agent);

/* Before the first plan after a change: the algorithm notices, or begins again. */
void cairn__notice_in_plan(cairn_agent *agent);

/* Makes a stranded agent's next move out of blocked cells, and returns it; CAIRN__MOVES if it stands on
 * its exit already. On an open cell that is joined to the exit it plans again, or is cut off. */
uint32_t cairn__leave(cairn_agent *agent);

#endif
