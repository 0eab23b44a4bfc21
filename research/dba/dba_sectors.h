/* dba_sectors.h: which regions each sector has, as a database of kind dba has them. */
#ifndef CAIRN_DBA_SECTORS_H
#define CAIRN_DBA_SECTORS_H

#include "base/xy.h"
#include "db/db_internal.h"
#include "research/dba/sectors.h"

/* Sections DBAH, then NETS, a bare net (region_net.h), SECF and SECR. */
typedef struct cairn__dba_head {
    uint32_t side; /* of a sector, in cells */
    uint32_t zero;
} cairn__dba_head;

static_assert(sizeof(cairn__dba_head) == 8, "as in docs/format.md");

typedef struct cairn__dba_sectors {
    const cairn__dba_head *head;
    uint32_t count;
    uint32_t width; /* of the map */
    uint32_t region_count;
    const uint32_t *firsts;  /* count + 1: regions of the sectors before */
    const uint32_t *regions; /* sector by sector, ascending in each */
} cairn__dba_sectors;

/* Of an open database of kind dba. */
static inline const cairn__dba_sectors *cairn__db_get_sectors(const cairn_db *db)
{
    return cairn__db_get_state(db);
}

/* The regions of a sector. */
typedef struct cairn__sector_regions {
    const uint32_t *regions;
    uint32_t count;
} cairn__sector_regions;

/* The regions of the sector that a cell inside the map is in; none if there is damage. */
static inline cairn__sector_regions cairn__dba_get_regions(const cairn__dba_sectors *sectors,
                                                           cairn__xy cell)
{
    uint32_t sector = cairn__get_sector(sectors->width, sectors->head->side, cell);
    uint32_t first = sectors->firsts[sector], end = sectors->firsts[sector + 1];
    uint32_t most = sectors->head->side * sectors->head->side;
    if (first > end || end > sectors->region_count || end - first > most)
        return (cairn__sector_regions){sectors->regions, 0};
    return (cairn__sector_regions){sectors->regions + first, end - first};
}

#endif
