/* dba_verify.c: the deep check of a database of kind dba: its ways and routes as those of any net
 * (region_net_verify.c), its sectors, and against the map that each region of a sector has one
 * representative, its centre. */
#include "base/detail.h"
#include "base/memory.h"
#include "research/dba/dba_sectors.h"
#include "verify/verify.h"

/* ---- without a map ---- */

/* A sector's regions ascend, and their representatives lie in it. */
static cairn_status check_sector(const cairn_db *db, uint32_t sector, cairn_detail *detail)
{
    const cairn__dba_sectors *sectors = cairn__db_get_sectors(db);
    for (uint32_t i = sectors->firsts[sector]; i < sectors->firsts[sector + 1]; i++) {
        uint32_t region = sectors->regions[i];
        bool is_first = i == sectors->firsts[sector];
        if (region >= sectors->region_count || (!is_first && region <= sectors->regions[i - 1]))
            return cairn__db_fail_at(db, &sectors->regions[i], "a region is out of order", detail);
        cairn__xy cell = db->net.seeds[region];
        if (cell.x >= db->header->width || cell.y >= db->header->height ||
            cairn__get_sector(sectors->width, sectors->head->side, cell) != sector)
            return cairn__db_fail_at(db, &sectors->regions[i], "a region is in another sector",
                                     detail);
    }
    return CAIRN_OK;
}

static cairn_status check_sectors(const cairn_db *db, cairn_detail *detail)
{
    const cairn__dba_sectors *sectors = cairn__db_get_sectors(db);
    const uint32_t *firsts = sectors->firsts;
    if (firsts[0] != 0 || firsts[sectors->count] != sectors->region_count)
        return cairn__db_fail_at(db, firsts, "the sectors do not have all regions", detail);
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < sectors->count; i++) {
        if (firsts[i] > firsts[i + 1] || firsts[i + 1] > sectors->region_count)
            return cairn__db_fail_at(db, &firsts[i], "the regions of a sector are out of order",
                                     detail);
        status = check_sector(db, i, detail);
    }
    return status;
}

cairn_status cairn__dba_verify(const cairn_db *db, cairn_detail *detail)
{
    const cairn__dba_head *head = cairn__db_get_sectors(db)->head;
    if (head->zero != 0)
        return cairn__db_fail_at(db, &head->zero, "reserved bytes are not zero", detail);
    cairn_status status = check_sectors(db, detail);
    return status == CAIRN_OK ? cairn__regions_verify(db, detail) : status;
}

/* ---- against the map ---- */

static cairn_status fail_cell(const cairn_db *db, cairn__xy cell, cairn_detail *detail)
{
    return cairn__fail_at_offset(detail, CAIRN_INVALID, cairn__db_get_offset(db, db->net.seeds),
                                 "the region of %u,%u has no representative, or it is not its "
                                 "centre",
                                 cell.x, cell.y);
}

static bool is_representative(const cairn_db *db, cairn__xy centre)
{
    cairn__sector_regions here = cairn__dba_get_regions(cairn__db_get_sectors(db), centre);
    for (uint32_t i = 0; i < here.count; i++)
        if (cairn__is_same_cell(db->net.seeds[here.regions[i]], centre))
            return true;
    return false;
}

/* Each region's centre is a representative, and there are no others. */
static cairn_status check_regions(const cairn_db *db, cairn__sector_flood *flood, cairn__xy corner,
                                  cairn_detail *detail)
{
    uint32_t side = flood->side, regions = 0;
    cairn__sector_flood_start(flood);
    for (uint32_t y = corner.y; y < corner.y + side; y++)
        for (uint32_t x = corner.x; x < corner.x + side; x++) {
            cairn__xy cell = {.x = (uint16_t)x, .y = (uint16_t)y};
            if (!cairn__is_open(flood->map, (int32_t)x, (int32_t)y) ||
                !cairn__sector_flood_visit(flood, cell))
                continue;
            regions++;
            if (!is_representative(db, cairn__sector_flood_get_centre(flood)))
                return fail_cell(db, cell, detail);
        }
    if (regions != cairn__dba_get_regions(cairn__db_get_sectors(db), corner).count)
        return fail_cell(db, corner, detail);
    return CAIRN_OK;
}

cairn_status cairn__dba_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    uint32_t side = cairn__db_get_sectors(db)->head->side;
    cairn__sector_flood *flood = cairn__allocate(&db->allocator, 1, sizeof *flood);
    cairn_status status = CAIRN_OK;
    if (flood == NULL)
        return cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    flood->map = map;
    flood->side = side;
    for (uint32_t y = 0; status == CAIRN_OK && y < map->info.height; y += side)
        for (uint32_t x = 0; status == CAIRN_OK && x < map->info.width; x += side)
            status =
                check_regions(db, flood, (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y}, detail);
    cairn__release(&db->allocator, flood);
    return status == CAIRN_OK ? cairn__regions_verify_map(db, map, detail) : status;
}
