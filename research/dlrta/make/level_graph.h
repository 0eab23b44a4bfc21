/* level_graph.h: one level of a clique abstraction as a graph: level 0 has the open cells of a map
 * as nodes, in row-major order, and legal moves as edges. */
#ifndef CAIRN_LEVEL_GRAPH_H
#define CAIRN_LEVEL_GRAPH_H

#include "base/poll.h"
#include "cairn/map.h"

typedef struct cairn__level_graph {
    uint32_t nodes;
    uint32_t *firsts;  /* of a node's edges; one more than there are nodes */
    uint32_t *targets; /* the edges' other ends, of each node in ascending order */
} cairn__level_graph;

/* What all steps of an abstraction work with. */
typedef struct cairn__abstraction_work {
    const cairn_allocator *allocator;
    const cairn__poll *poll; /* may be null */
} cairn__abstraction_work;

/* INTERRUPTED if the poll says so; it is asked once in many nodes. */
static inline cairn_status cairn__abstraction_poll(const cairn__abstraction_work *work,
                                                   uint32_t node)
{
    return (node & 0xffff) == 0 ? cairn__poll_check(work->poll) : CAIRN_OK;
}

/* The graph of a map's cells. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__level_graph_create(const cairn_map *map, const cairn__abstraction_work *work,
                                       cairn__level_graph *graph);
void cairn__level_graph_end(cairn__level_graph *graph, const cairn_allocator *allocator);

/* How large a clique may be: the values of option `cliques`. */
enum { CAIRN__CLIQUES_ANY = 0, CAIRN__CLIQUES_FOUR = 1 };

/* How nodes are grouped, and the level that their groups make, from 1. */
typedef struct cairn__clique_rule {
    uint32_t most;
    uint32_t level;
} cairn__clique_rule;

/* Groups the nodes into cliques: parents[node] gets a node of the next level, of which there are
 * `groups`. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__find_cliques(const cairn__level_graph *graph, const cairn__clique_rule *rule,
                                 const cairn__abstraction_work *work, uint32_t *parents,
                                 uint32_t *groups);

/* The next level: an edge joins the parents of adjacent nodes. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__level_graph_contract(const cairn__level_graph *graph, const uint32_t *parents,
                                         uint32_t groups, const cairn__abstraction_work *work,
                                         cairn__level_graph *next);

#endif
