/* labels_maker.h: the image of a database of kind labels: in one go by several threads, or in pieces by
 * one (job.h). */
#ifndef CAIRN_LABELS_MAKER_H
#define CAIRN_LABELS_MAKER_H

#include "build/db_draft.h"
#include "build/labels/bend_maker.h"

typedef struct cairn__labels_maker {
    const cairn_map *map;
    cairn_allocator allocator;
    cairn__bend_rule rule;
    cairn__bend_maker *bends;
    cairn__bend_section section;
    bool is_framed; /* the section is made, and has the rest of the image around it */
    size_t image_bytes;
    cairn__seal seal;
} cairn__labels_maker;

/* Prepares to make the image for a map, which is kept, not owned. Of the rule all but `leads` counts.
 * The maker may be ended even if this fails. Failures: MEMORY. */
cairn_status cairn__labels_maker_start(cairn__labels_maker *maker, const cairn_map *map,
                                       const cairn_allocator *allocator,
                                       const cairn__bend_rule *rule, uint32_t threads);
void cairn__labels_maker_end(cairn__labels_maker *maker);

/* Goes on; OK once the image is made. It depends on the map alone. Failures: UNFINISHED, LIMIT, MEMORY,
 * INTERRUPTED. */
cairn_status cairn__labels_maker_run(cairn__labels_maker *maker, const cairn__preparation *how,
                                     cairn__meter *meter);

/* Hands out the finished image, which the caller releases, once. */
void *cairn__labels_maker_take(cairn__labels_maker *maker, size_t *bytes);

#endif
