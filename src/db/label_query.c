/* label_query.c: desks, and distances between cells by labels. */
#include "base/memory.h"
#include "base/xy.h"
#include "db/db_internal.h"
#include "db/label_ways.h"
#include "grid/components.h"

cairn_status cairn_desk_create(const cairn_db *db, const cairn_db_def *def, cairn_desk **desk)
{
    cairn__db_opening opening;
    if (db == NULL || desk == NULL || cairn__db_def_read(def, &opening) != CAIRN_OK)
        return CAIRN_ARGUMENT;
    if (cairn__db_check_kind(db, CAIRN_DB_LABELS, opening.detail) != CAIRN_OK)
        return CAIRN_KIND;
    uint64_t own = cairn__round_up(sizeof **desk);
    void *memory =
        cairn__allocate(&opening.allocator, own + cairn__desk_get_bytes(db->labels.nodes), 1);
    if (memory == NULL)
        return CAIRN_MEMORY;
    *desk = memory;
    cairn__desk_start(*desk, db->labels.nodes, (char *)memory + own);
    (*desk)->allocator = opening.allocator;
    return CAIRN_OK;
}

void cairn_desk_destroy(cairn_desk *desk)
{
    if (desk == NULL)
        return;
    cairn_allocator allocator = desk->allocator;
    cairn__release(&allocator, desk);
}

cairn_status cairn_db_get_distance(const cairn_db *db, const cairn_map *map, cairn_desk *desk,
                                   const cairn_cell ends[2], uint32_t *distance)
{
    if (db == NULL || map == NULL || desk == NULL || ends == NULL || distance == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = cairn__db_check_kind(db, CAIRN_DB_LABELS, NULL);
    if (status == CAIRN_OK)
        status = cairn__db_check_map(db, map, NULL);
    if (status != CAIRN_OK)
        return status;
    if (desk->nodes < db->labels.nodes || desk->user != NULL)
        return CAIRN_ARGUMENT;
    cairn__xy from = cairn__unpack(ends[0]), to = cairn__unpack(ends[1]);
    if (!cairn__is_open_cell(map, from) || !cairn__is_open_cell(map, to))
        return CAIRN_BLOCKED;
    if (cairn__component_of(map, from) != cairn__component_of(map, to))
        return CAIRN_NO_PATH;
    cairn__way_search search;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    cairn__way_search_start(&search, from, to);
    cairn__ways_answer answer = cairn__way_search_run(&search, map, &db->labels, desk, &meter);
    cairn__way_search_leave(&search, desk); /* also if damage made it endless work */
    if (answer != CAIRN__WAYS_FOUND)
        return CAIRN_CORRUPT;
    *distance = search.best.distance;
    return CAIRN_OK;
}
