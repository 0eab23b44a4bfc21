/* astar.h: A* in memory the caller lays out, for planners and for agents. */
#ifndef CAIRN_ASTAR_H
#define CAIRN_ASTAR_H

#include "cairn/lab.h"
#include "base/xy.h"
#include "base/meter.h"
#include "search/landmark_table.h"
#include "search/node_store.h"

/* What a search found and spent. */
typedef struct cairn__search_result {
    uint32_t cardinal;  /* moves on the path */
    uint32_t diagonal;  /* and diagonal ones */
    uint32_t expanded;  /* states */
    uint32_t generated; /* largest open and closed list together, in states */
} cairn__search_result;

typedef struct cairn__search {
    const cairn_map *map;
    cairn_costs costs;
    const cairn_landmarks *landmarks; /* null: octile distance alone */
    cairn__xy start;
    cairn__xy goal;
    bool found;       /* the goal is closed */
    cairn__xy traced; /* where tracing the path back has come to */
    cairn__search_result result;
    cairn__node_store store;
} cairn__search;

/* Bytes of a search over a map, in one block. */
uint64_t cairn__search_get_bytes(const cairn_map *map);

/* Makes a search in memory of that size, aligned for any type. */
cairn__search *cairn__search_create_in(void *memory, const cairn_map *map, cairn_costs costs,
                                       const cairn_landmarks *landmarks);

/* OK if the landmarks (null is fine) can serve searches of this map under these costs. */
cairn_status cairn__search_check_landmarks(const cairn_landmarks *landmarks, const cairn_map *map,
                                           cairn_costs costs);

/* Starts a search between two joined cells. */
void cairn__search_start(cairn__search *search, cairn__xy start, cairn__xy goal);

/* Takes the most promising states off the open list, between one and `most`, and expands
 * them up to the goal: then the search has found it. Failures: LIMIT, NO_PATH. */
cairn_status cairn__search_expand(cairn__search *search, uint64_t most);

/* Traces the path that was found back by at most `most` moves; true if it is traced to its start,
 * and can be walked. */
bool cairn__search_trace(cairn__search *search, uint64_t most);

/* Both, until the meter has run out: expansions and moves traced are a unit each. OK once the path
 * can be walked. Failures: UNFINISHED, LIMIT, NO_PATH. */
cairn_status cairn__search_run(cairn__search *search, cairn__meter *meter);

/* The cost of the path found, in tenths, whatever it was searched by. */
static inline uint32_t cairn__search_get_cost(const cairn__search *search)
{
    return CAIRN__CARDINAL * search->result.cardinal + CAIRN__DIAGONAL * search->result.diagonal;
}

/* The move that the path found makes from one of its cells, which is not its last. */
uint32_t cairn__search_get_move(const cairn__search *search, cairn__xy cell);

#endif
