/* bend_maker.h: the section BEND of a map (bend_set.h), from nothing else. */
#ifndef CAIRN_BEND_MAKER_H
#define CAIRN_BEND_MAKER_H

#include "build/bend_graph.h"

typedef struct cairn__bend_rule {
    cairn__bend_limits limits; /* more: LIMIT */
    uint64_t entries;          /* more in all labels: LIMIT */
    uint32_t *finished;        /* hubs done so far, for displays; may be null */
    /* Told before labels are made, of so many nodes; may be null. */
    void (*begin_labels)(void *context, uint32_t nodes);
    void *context;
} cairn__bend_rule;

typedef struct cairn__bend_section {
    unsigned char *bytes;
    uint64_t count;
    /* What it holds. */
    uint32_t bends; /* nodes, with and without a label */
    uint32_t nodes; /* with a label */
    uint64_t edges;
    uint64_t entries;
    uint64_t items;
} cairn__bend_section;

/* Makes the section. It depends on the map alone, not on the number of threads. Failures: LIMIT,
 * MEMORY, INTERRUPTED. */
cairn_status cairn__bend_section_create(const cairn_map *map, const cairn_allocator *allocator,
                                        const cairn__bend_rule *rule, const cairn__preparation *how,
                                        cairn__bend_section *section);
void cairn__bend_section_end(cairn__bend_section *section, const cairn_allocator *allocator);

#endif
