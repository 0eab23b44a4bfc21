/* region_net_maker.h: a whole net from a map, in the bytes of the section NETS. */
#ifndef CAIRN_REGION_NET_MAKER_H
#define CAIRN_REGION_NET_MAKER_H

#include "build/regions/region_ways.h"

typedef struct cairn__net_image {
    void *bytes;
    size_t count;
    uint32_t regions;
} cairn__net_image;

/* What is to be made: the options of lab.h. */
typedef struct cairn__net_task {
    const cairn_map *map;
    uint32_t cutoff;
    uint32_t table_regions;
    uint32_t range_regions;
    uint32_t neighbourhood; /* of a bare net: how far its ways lead, in regions; 0: to neighbours */
    /* A bare net, without an index: how its cover is made. Null: regions by climbs. Failures: MEMORY,
     * INTERRUPTED; the cover is ended then, too. */
    cairn_status (*make_cover)(const cairn_map *map, uint32_t cutoff,
                               const cairn_allocator *allocator, const cairn__poll *poll,
                               cairn__cover *cover);
    /* Keeps what is wanted of the cover; may be null. Failures: MEMORY. */
    cairn_status (*keep_cover)(void *context, const cairn__cover *cover,
                               const cairn_allocator *allocator);
    void *context;
} cairn__net_task;

/* How far the net has come; reported before each phase. */
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
