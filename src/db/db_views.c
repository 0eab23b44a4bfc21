/* db_views.c: the public functions that show what a database holds. They check their arguments. */
#include "cairn/lab_db.h"

#include "base/xy.h"
#include "db/db_internal.h"

cairn_status cairn_db_find_region(const cairn_db *db, cairn_cell asked, uint32_t *region)
{
    cairn__xy cell = cairn__unpack(asked);
    if (db == NULL || region == NULL)
        return CAIRN_ARGUMENT;
    if (cairn__db_check_kind(db, CAIRN_DB_DLRTA, NULL) != CAIRN_OK)
        return CAIRN_KIND;
    if (cell.x >= db->header->width || cell.y >= db->header->height)
        return CAIRN_BLOCKED;
    *region = cairn__dlrta_find_region(&db->regions, cell);
    return *region == CAIRN__DLRTA_NONE ? CAIRN_BLOCKED : CAIRN_OK;
}

static cairn_status get_region(const cairn_db *db, uint32_t index, cairn_cell *cell)
{
    if (!db->has_ways && db->kind->number != CAIRN_DB_DLRTA)
        return CAIRN_KIND;
    if (index >= (db->has_ways ? db->net.header.regions : db->regions.count))
        return CAIRN_ARGUMENT;
    *cell =
        cairn__pack(db->has_ways ? db->net.seeds[index] : db->regions.table[index].representative);
    return CAIRN_OK;
}

static cairn_status get_bend(const cairn_db *db, uint32_t index, cairn_cell *cell)
{
    if (db->kind->number != CAIRN_DB_LABELS)
        return CAIRN_KIND;
    if (index >= db->labels.nodes)
        return CAIRN_ARGUMENT;
    *cell = cairn__pack(db->labels.cells[index]);
    return CAIRN_OK;
}

cairn_status cairn_db_get_place(const cairn_db *db, uint32_t which, uint32_t index,
                                cairn_cell *cell)
{
    if (db == NULL || cell == NULL || which > CAIRN_PLACE_BEND)
        return CAIRN_ARGUMENT;
    return which == CAIRN_PLACE_BEND ? get_bend(db, index, cell) : get_region(db, index, cell);
}

cairn_status cairn_db_get_way(const cairn_db *db, uint32_t region, uint32_t place, cairn_way *way)
{
    cairn__net_way found;
    if (db == NULL || way == NULL)
        return CAIRN_ARGUMENT;
    if (!db->has_ways)
        return CAIRN_KIND;
    if (region >= db->net.header.regions)
        return CAIRN_ARGUMENT;
    if (!cairn__net_get_way(&db->net, region, place, &found))
        return CAIRN_NO_RECORD;
    *way = (cairn_way){found.to, found.count, cairn__pack_all(db->net.subgoals + found.first),
                       found.backward};
    return CAIRN_OK;
}

cairn_status cairn_db_get_entry(const cairn_db *db, uint32_t from, uint32_t to, cairn_cell *entry)
{
    if (db == NULL || entry == NULL)
        return CAIRN_ARGUMENT;
    if (cairn__db_check_kind(db, CAIRN_DB_DLRTA, NULL) != CAIRN_OK)
        return CAIRN_KIND;
    if (from >= db->regions.count || to >= db->regions.count || from == to)
        return CAIRN_ARGUMENT;
    cairn__xy found;
    if (!cairn__dlrta_get_entry(&db->regions, from, to, &found))
        return CAIRN_NO_PATH;
    *entry = cairn__pack(found);
    return CAIRN_OK;
}
