/* label_maker.h: codes hub labels as the section LABL (label_set.h). */
#ifndef CAIRN_LABEL_MAKER_H
#define CAIRN_LABEL_MAKER_H

#include "build/hub_labels.h"

/* A section in memory. */
typedef struct cairn__label_section {
    void *bytes;
    size_t count;
} cairn__label_section;

/* LIMIT if a graph has corners too close together to be listed: the map is noise. */
cairn_status cairn__label_section_check(const cairn__corner_graph *graph);

/* Codes the labels of a graph, in groups if they are exact. Failures: LIMIT (more corners, labels
 * or bytes than the section can hold), MEMORY. */
cairn_status cairn__label_section_create(const cairn__corner_graph *graph,
                                         const cairn__hub_labels *labels, bool exact,
                                         cairn__label_section *section);

#endif
