/* abstraction.h: the clique abstraction of a map, applied once for each level. */
#ifndef CAIRN_ABSTRACTION_H
#define CAIRN_ABSTRACTION_H

#include "research/dlrta/make/level_graph.h"

/* Which node of the level each open cell, in row-major order, belongs to. */
typedef struct cairn__abstraction {
    uint32_t nodes;
    uint32_t *node_of;
} cairn__abstraction;

/* Makes the abstraction of the rule's level. Time: nearly linear in the open cells. Memory: about 50 bytes
 * an open cell for a while, 4 in the end. Failures: MEMORY, INTERRUPTED. */
cairn_status cairn__abstraction_create(const cairn_map *map, const cairn__clique_rule *rule,
                                       const cairn__abstraction_work *work,
                                       cairn__abstraction *abstraction);
void cairn__abstraction_end(cairn__abstraction *abstraction, const cairn_allocator *allocator);

#endif
