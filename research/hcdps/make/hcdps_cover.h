/* hcdps_cover.h: the regions of HCDPS as a cover, and a cover as runs along rows. */
#ifndef CAIRN_HCDPS_COVER_H
#define CAIRN_HCDPS_COVER_H

#include "build/regions/region_cover.h"

/* Grows regions from seeds on a lattice, one cut-off apart, and then from every open cell in row-major
 * order that is in none. Failures: MEMORY, INTERRUPTED; the cover must be ended then, too. */
cairn_status cairn__hcdps_cover_create(const cairn_map *map, uint32_t cutoff,
                                       const cairn_allocator *allocator, const cairn__poll *poll,
                                       cairn__cover *cover);

/* Which region the cells of each row are in, as kind dlrta has it. */
typedef struct cairn__cover_runs {
    uint32_t count;
    size_t region_capacity;
    size_t first_capacity;
    uint32_t *rows; /* height + 1 */
    uint32_t *regions;
    uint16_t *firsts;
} cairn__cover_runs;

/* Lists the runs of a cover. Failures: MEMORY; the runs must be ended then, too. */
cairn_status cairn__cover_runs_create(const cairn__cover *cover, const cairn_allocator *allocator,
                                      cairn__cover_runs *runs);
void cairn__cover_runs_end(cairn__cover_runs *runs, const cairn_allocator *allocator);

#endif
