/* hcdps_verify.c: the deep check of a database of kind hcdps: its ways and routes as those of any net
 * (region_net_verify.c), its runs as those of kind dlrta, and against the map that every open cell
 * climbs to the seed of its region, and the seed to it. */
#include "base/detail.h"
#include "grid/climb.h"
#include "research/hcdps/hcdps_db.h"
#include "verify/verify.h"

cairn_status cairn__hcdps_verify(const cairn_db *db, cairn_detail *detail)
{
    const cairn__hcdps_db *self = cairn__db_get_state(db);
    if (self->head->neighbourhood == 0)
        return cairn__db_fail_at(db, self->head, "the neighbourhood is out of range", detail);
    cairn_status status = cairn__runs_verify(db, detail);
    return status == CAIRN_OK ? cairn__regions_verify(db, detail) : status;
}

static bool is_in_region(const cairn_db *db, const cairn_map *map, cairn__xy cell)
{
    cairn__xy seed = db->net.seeds[cairn__dlrta_find_region(cairn__db_get_regions(db), cell)];
    uint32_t cutoff = db->net.header.cutoff;
    return cairn__climb(map, cell, seed, cutoff).reached &&
           cairn__climb(map, seed, cell, cutoff).reached;
}

cairn_status cairn__hcdps_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    cairn_status status = cairn__regions_verify_map(db, map, detail);
    if (status == CAIRN_OK)
        status = cairn__runs_verify_map(db, map, detail);
    for (uint32_t y = 0; status == CAIRN_OK && y < map->info.height; y++)
        for (uint32_t x = 0; x < map->info.width; x++) {
            cairn__xy cell = {.x = (uint16_t)x, .y = (uint16_t)y};
            if (cairn__is_open(map, (int32_t)x, (int32_t)y) && !is_in_region(db, map, cell))
                return cairn__fail_at_offset(
                    detail, CAIRN_INVALID,
                    cairn__db_get_offset(db, cairn__db_get_regions(db)->run_regions),
                    "%u,%u does not climb to its seed and back", (unsigned)x, (unsigned)y);
        }
    return status;
}
