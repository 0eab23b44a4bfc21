/* region_net_maker.h: a whole net from a map, in the bytes of the section NETS. */
#ifndef CAIRN_REGION_NET_MAKER_H
#define CAIRN_REGION_NET_MAKER_H

#include "build/hcdps_cover.h"
#include "build/regions/region_ways.h"

typedef struct cairn__net_image {
    void *bytes;
    size_t count;
    uint32_t regions;
    cairn__cover_runs runs; /* of HCDPS; must be ended */
} cairn__net_image;

/* What is to be made: the options of lab.h. */
typedef struct cairn__net_task {
    const cairn_map *map;
    uint32_t cutoff;
    uint32_t table_regions;
    uint32_t range_regions;
    uint32_t sector; /* its side: a bare net of the regions of sectors; 0: regions by climbs */
    uint32_t neighbourhood; /* a bare net of HCDPS, with ways to regions so many steps away; or 0 */
} cairn__net_task;

/* Has it no index? */
static inline bool cairn__net_task_is_bare(const cairn__net_task *task)
{
    return task->sector > 0 || task->neighbourhood > 0;
}

/* How far the net has come; told before each phase. */
typedef struct cairn__net_stage {
    void (*begin)(void *context, int phase, uint32_t regions);
    void *context;
} cairn__net_stage;

/* The most regions of a bare net, which has routes between all of them. */
#define CAIRN__MOST_BARE_REGIONS 16384

/* Makes the net of a map. Failures: MEMORY, INTERRUPTED, LIMIT: `regions` of the image is set then,
 * too, if a bare net would have too many. */
cairn_status cairn__net_make(const cairn__net_task *task, const cairn__region_work *work,
                             const cairn__net_stage *stage, cairn__net_image *image);

#endif
