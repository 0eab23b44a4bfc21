/* hcdps_db.h: an open database of kind hcdps. */
#ifndef CAIRN_HCDPS_DB_H
#define CAIRN_HCDPS_DB_H

#include "research/dlrta/dlrta_regions.h"

/* Sections HCDH, then NETS, a bare net (region_net.h), ROWS, RUNR and RUNX as of kind dlrta. */
typedef struct cairn__hcdps_head {
    uint32_t neighbourhood;
    uint32_t runs;
} cairn__hcdps_head;

static_assert(sizeof(cairn__hcdps_head) == 8, "as in docs/format.md");

typedef struct cairn__hcdps_db {
    cairn__dlrta_regions regions; /* without entry states; first, for cairn__db_get_regions() */
    const cairn__hcdps_head *head;
} cairn__hcdps_db;

#endif
