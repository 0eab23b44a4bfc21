/* db_views.c: the public functions that show what a database holds. They check their arguments. */
#include "cairn/lab_db.h"

#include "base/xy.h"
#include "db/db_internal.h"

static cairn_status get_seed(const cairn_db *db, uint32_t index, cairn_cell *cell)
{
    if (index >= db->net.header.regions)
        return CAIRN_ARGUMENT;
    *cell = cairn__pack(db->net.seeds[index]);
    return CAIRN_OK;
}

cairn_status cairn_db_get_place(const cairn_db *db, uint32_t which, uint32_t index,
                                cairn_cell *cell)
{
    if (db == NULL || cell == NULL || which > CAIRN_PLACE_BEND)
        return CAIRN_ARGUMENT;
    if (which == CAIRN_PLACE_REGION && db->has_ways)
        return get_seed(db, index, cell);
    return db->kind->get_place != NULL ? db->kind->get_place(db, which, index, cell) : CAIRN_KIND;
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
