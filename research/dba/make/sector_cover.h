/* sector_cover.h: the regions of all sectors of a map (research/dba/sectors.h) as a cover. */
#ifndef CAIRN_SECTOR_COVER_H
#define CAIRN_SECTOR_COVER_H

#include "build/regions/region_cover.h"

/* Numbers regions sector by sector, in a sector by their first cells; seeds are their centres.
 * Failures: MEMORY, INTERRUPTED; the cover must be ended then, too. */
cairn_status cairn__sector_cover_create(const cairn_map *map, uint32_t side,
                                        const cairn_allocator *allocator, const cairn__poll *poll,
                                        cairn__cover *cover);

#endif
