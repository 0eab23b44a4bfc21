/* bend_maker.h: the sections BEND and MARK of a map (bend_set.h, bend_marks.h), from nothing else: in one go by several
 * threads, or in pieces by one (job.h). */
#ifndef CAIRN_BEND_MAKER_H
#define CAIRN_BEND_MAKER_H

#include "build/labels/bend_graph.h"

typedef struct cairn__bend_rule {
    cairn__bend_limits limits; /* more: LIMIT */
    uint64_t entries;          /* more in all labels: LIMIT */
    /* Bytes to be left free before the section, without landmarks and with them; multiples of 8. */
    uint64_t leads[2];
    uint32_t *finished; /* hubs done so far, for displays; may be null */
    /* Called before labels are made, with the number of nodes; may be null. */
    void (*begin_labels)(void *context, uint32_t nodes);
    void *context;
} cairn__bend_rule;

/* Bytes that are free behind the sections. */
#define CAIRN__BEND_TAIL 8

typedef struct cairn__bend_section {
    unsigned char
        *block; /* of memory: the lead, BEND, up to 7 bytes, MARK, CAIRN__BEND_TAIL bytes */
    unsigned char *bytes; /* of BEND */
    uint64_t count;
    unsigned char *marks; /* of MARK, 8-byte aligned */
    uint64_t mark_count;  /* 0: there are no landmarks */
    /* What it holds. */
    uint32_t bends; /* nodes, with and without a label */
    uint32_t nodes; /* with a label */
    uint64_t edges;
    uint64_t entries;
    uint64_t items;
} cairn__bend_section;

void cairn__bend_section_end(cairn__bend_section *section, const cairn_allocator *allocator);

/* ---- in pieces ---- */

typedef struct cairn__bend_maker cairn__bend_maker;

/* Prepares to make the section of a map; map and rule are kept, not owned. Failures: MEMORY. */
cairn_status cairn__bend_maker_create(const cairn_map *map, const cairn_allocator *allocator,
                                      const cairn__bend_rule *rule, uint32_t threads,
                                      cairn__bend_maker **maker);
void cairn__bend_maker_destroy(cairn__bend_maker *maker);

/* Goes on, as cairn__job_run() does; OK once the section is made. It depends on the map alone, not on
 * the number of threads nor on the units of each call. `how` has as many threads as the maker.
 * Failures: UNFINISHED, LIMIT, MEMORY, INTERRUPTED. */
cairn_status cairn__bend_maker_run(cairn__bend_maker *maker, const cairn__preparation *how,
                                   cairn__meter *meter);

/* Hands out the finished section, once. */
void cairn__bend_maker_take(cairn__bend_maker *maker, cairn__bend_section *section);

/* ---- in one go ---- */

/* Makes the section. Failures: LIMIT, MEMORY, INTERRUPTED. */
cairn_status cairn__bend_section_create(const cairn_map *map, const cairn_allocator *allocator,
                                        const cairn__bend_rule *rule, const cairn__preparation *how,
                                        cairn__bend_section *section);

#endif
