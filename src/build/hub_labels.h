/* hub_labels.h: distances between all nodes of a graph by hub labels (pruned landmark labelling:
 * Akiba, Iwata, Yoshida 2013). Every node has a label: hubs, its distance to each, and the next
 * node on the way there. Any two nodes share a hub on an optimal path between them. */
#ifndef CAIRN_HUB_LABELS_H
#define CAIRN_HUB_LABELS_H

#include "base/loop.h"
#include "build/graph.h"

typedef struct cairn__hub_entry {
    uint32_t rank; /* of the hub: 0 is the most important; a label is in order of ranks */
    uint32_t distance;
    uint32_t next; /* node on the way to the hub; the hub itself has itself */
} cairn__hub_entry;

typedef struct cairn__hub_labels {
    cairn_allocator allocator;
    uint32_t nodes;
    uint64_t *firsts; /* of a node's label; one more than there are nodes */
    cairn__hub_entry *entries;
} cairn__hub_labels;

/* What labels are wanted. */
typedef struct cairn__hub_rule {
    uint64_t most_entries; /* more: LIMIT */
    const uint32_t *order; /* all nodes, the most important one first */
    uint32_t *finished;    /* hubs done so far, for displays; may be null */
} cairn__hub_rule;

/* Makes the labels of a graph. Failures: LIMIT, MEMORY, INTERRUPTED. */
cairn_status cairn__hub_labels_create(const cairn__graph *graph, const cairn__hub_rule *rule,
                                      const cairn__preparation *how, cairn__hub_labels *labels);
void cairn__hub_labels_end(cairn__hub_labels *labels);

#endif
