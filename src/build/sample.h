/* sample.h: drawing open cells uniformly. */
#ifndef CAIRN_SAMPLE_H
#define CAIRN_SAMPLE_H

#include "base/random.h"
#include "cairn/map.h"

typedef struct cairn__sampler {
    const cairn_map *map;
    uint32_t *before; /* open cells in the rows above, one number a row */
} cairn__sampler;

cairn_status cairn__sampler_create(const cairn_map *map, const cairn_allocator *allocator,
                                   cairn__sampler *sampler);
void cairn__sampler_destroy(cairn__sampler *sampler, const cairn_allocator *allocator);

/* An open cell, each as likely as any other; the map must have one. */
cairn_cell cairn__sampler_draw(const cairn__sampler *sampler, cairn__random *random);

#endif
