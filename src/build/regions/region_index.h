/* region_index.h: the index of a net: which regions the cells of a block may be in. */
#ifndef CAIRN_REGION_INDEX_H
#define CAIRN_REGION_INDEX_H

#include "build/regions/region_cover.h"

/* Nodes and members as they lie in a net; only members have 4 bytes each. */
typedef struct cairn__region_index {
    uint32_t *nodes;
    size_t node_count;
    size_t node_capacity;
    uint32_t *members;
    size_t member_count;
    size_t member_capacity;
} cairn__region_index;

/* Failures: MEMORY, LIMIT if there are too many members to number. */
cairn_status cairn__region_index_create(const cairn__cover *cover, const cairn_allocator *allocator,
                                        cairn__region_index *index);
void cairn__region_index_end(cairn__region_index *index, const cairn_allocator *allocator);

#endif
