/* hub_labels.h: distances between all nodes of a graph by hub labels (pruned landmark labelling:
 * Akiba, Iwata, Yoshida 2013). Every node has a label: hubs, its distance to each, and the next
 * node on the way there. Any two nodes share a hub on an optimal path between them. */
#ifndef CAIRN_HUB_LABELS_H
#define CAIRN_HUB_LABELS_H

#include "base/job.h"
#include "build/graph.h"

typedef struct cairn__hub_entry {
    uint32_t rank; /* of the hub: 0 is the most important; a label is in order of ranks */
    uint32_t distance;
    uint32_t next; /* node on the way to the hub; the hub itself has itself */
} cairn__hub_entry;

typedef struct cairn__hub_label {
    cairn__hub_entry *entries;
    size_t count;
    size_t capacity;
} cairn__hub_label;

/* The most entries of a label: it is read as one piece of work (job.h). */
#define CAIRN__MOST_HUB_ENTRIES 60000
#define CAIRN__ENTRIES_A_UNIT 8

typedef struct cairn__hub_labels {
    cairn_allocator allocator;
    uint32_t nodes;
    cairn__hub_label *labels; /* of the nodes */
    size_t entries;           /* of all labels */
} cairn__hub_labels;

/* What labels are wanted. */
typedef struct cairn__hub_rule {
    uint64_t most_entries; /* more: LIMIT */
    const uint32_t *order; /* all nodes, the most important one first */
    uint32_t *finished;    /* hubs done so far, for displays; may be null */
} cairn__hub_rule;

/* Makes labels by the job that it has. */
typedef struct cairn__labeller cairn__labeller;

/* Prepares to make the labels of a graph; all that is given is kept, not owned. The job may fail with
 * LIMIT and MEMORY. Failures: MEMORY. */
cairn_status cairn__labeller_create(const cairn__graph *graph, const cairn__hub_rule *rule,
                                    uint32_t threads, cairn__hub_labels *labels,
                                    cairn__labeller **labeller);
cairn__job *cairn__labeller_get_job(cairn__labeller *labeller);
void cairn__labeller_destroy(cairn__labeller *labeller);

/* Gives a label back, and all of them, whole or not. */
void cairn__hub_label_end(cairn__hub_labels *labels, uint32_t node);
void cairn__hub_labels_end(cairn__hub_labels *labels);

#endif
