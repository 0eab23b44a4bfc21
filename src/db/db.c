/* db.c: opening a database, and its properties. Opening checks the frame in constant
 * time; whatever comes from inside a section is checked where it is used. */
#include "cairn/lab_db.h"

#include <string.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/xy.h"
#include "db/db_internal.h"
#include "db/db_order.h"
#include "grid/living.h"
#include "grid/tiles.h"

cairn_status cairn__db_def_read(const cairn_db_def *def, cairn__db_opening *opening)
{
    cairn_db_def known;
    cairn_status status = cairn__sized_read(def, &known, sizeof known);
    *opening = (cairn__db_opening){cairn__get_allocator(known.allocator), known.detail};
    return status;
}

/* ---- opening and closing ---- */

/* The section OPTS, if there is one. */
static cairn_status open_options(cairn_db *db, cairn_detail *detail)
{
    const cairn__db_section *section = cairn__db_find_section(db, "OPTS");
    db->algorithm = db->kind->algorithm;
    if (section == NULL)
        return CAIRN_OK;
    const cairn__option_head *head = (const void *)(db->image + section->offset);
    if (section->bytes < sizeof *head || head->count > CAIRN__MOST_OPTIONS ||
        section->bytes != sizeof *head + head->count * (uint64_t)sizeof(cairn_option))
        return cairn__db_fail_at(db, head, "section OPTS does not have the right size", detail);
    if (head->algorithm != 0)
        db->algorithm = head->algorithm;
    db->option_count = head->count;
    db->options = (const void *)(head + 1);
    return CAIRN_OK;
}

/* Opens all but what the kind has. */
static cairn_status open_frame(cairn_db *db, size_t bytes, cairn_detail *detail)
{
    cairn_status status = cairn__order_frame(db, bytes, detail);
    if (status == CAIRN_OK)
        status = cairn__db_check_frame(db, bytes, detail);
    if (status != CAIRN_OK)
        return status;
    cairn__order_sections(db);
    return open_options(db, detail);
}

static cairn_status create_db(const void *image, size_t bytes, const cairn__db_opening *opening,
                              cairn_db **db)
{
    cairn_detail *detail = opening->detail;
    cairn_db found = {.allocator = opening->allocator, .file = image, .image = image};
    cairn_status status = open_frame(&found, bytes, detail);
    cairn_db *made = NULL;
    if (status == CAIRN_OK)
        made =
            cairn__allocate_zeroed(&opening->allocator, 1, sizeof *made + found.kind->state_bytes);
    if (status == CAIRN_OK && made == NULL)
        status = cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    if (status == CAIRN_OK) {
        *made = found;
        status = made->kind->open(made, detail);
    }
    if (status == CAIRN_OK) {
        *db = made;
        return CAIRN_OK;
    }
    cairn__order_end(&found);
    cairn__release(&opening->allocator, made);
    return status;
}

cairn_status cairn_db_open(const char *path, const cairn_db_def *def, cairn_db **db)
{
    cairn__db_opening opening;
    cairn__file_view view;
    cairn_status status = cairn__db_def_read(def, &opening);
    if (status != CAIRN_OK)
        return status;
    if (path == NULL || db == NULL)
        return cairn__fail_null(opening.detail);
    status = cairn__file_view_open(path, opening.detail, &view);
    if (status != CAIRN_OK)
        return status;
    status = create_db(view.bytes, view.count, &opening, db);
    if (status == CAIRN_OK)
        (*db)->view = view;
    else
        cairn__file_view_close(&view);
    return status;
}

cairn_status cairn_db_open_memory(const void *image, size_t bytes, const cairn_db_def *def,
                                  cairn_db **db)
{
    cairn__db_opening opening;
    cairn_status status = cairn__db_def_read(def, &opening);
    if (status != CAIRN_OK)
        return status;
    if (image == NULL || (uintptr_t)image % 8 != 0 || db == NULL)
        return cairn__fail(
            opening.detail, CAIRN_ARGUMENT,
            "the image is null or not aligned to 8 bytes, or has no place for the result");
    return create_db(image, bytes, &opening, db);
}

void cairn_db_close(cairn_db *db)
{
    if (db == NULL)
        return;
    cairn_allocator allocator = db->allocator;
    cairn__order_end(db);
    cairn__file_view_close(&db->view);
    cairn__release(&allocator, db);
}

/* ---- properties ---- */

cairn_status cairn_db_get_figure(const cairn_db *db, uint32_t index, cairn_figure *figure)
{
    cairn_figure figures[CAIRN__MOST_FIGURES];
    if (db == NULL || figure == NULL || index >= db->kind->get_figures(db, figures))
        return CAIRN_ARGUMENT;
    *figure = figures[index];
    return CAIRN_OK;
}

cairn_status cairn_db_find_figure(const cairn_db *db, const char *name, uint64_t *value)
{
    cairn_figure figures[CAIRN__MOST_FIGURES];
    if (db == NULL || name == NULL || value == NULL)
        return CAIRN_ARGUMENT;
    uint32_t count = db->kind->get_figures(db, figures);
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(figures[i].name, name) == 0) {
            *value = figures[i].value;
            return CAIRN_OK;
        }
    return CAIRN_KIND;
}

cairn_status cairn_db_get_info(const cairn_db *db, cairn_db_info *info)
{
    if (db == NULL)
        return CAIRN_ARGUMENT;
    const cairn__db_header *header = db->header;
    cairn_db_info known = {
        .kind = header->kind,
        .algorithm = db->algorithm,
        .corners = header->corners,
        .width = header->width,
        .height = header->height,
        .fingerprint = header->map_fingerprint,
        .bytes = header->file_bytes,
        .header_bytes = header->header_bytes,
        .format_version = header->format_version,
    };
    return cairn__sized_write(info, &known, sizeof known);
}

cairn_status cairn_db_get_option(const cairn_db *db, uint32_t index, cairn_option *option)
{
    if (db == NULL || option == NULL || index >= db->option_count)
        return CAIRN_ARGUMENT;
    *option = db->options[index];
    return CAIRN_OK;
}

/* ---- what a caller needs ---- */

cairn_status cairn__db_check_kind(const cairn_db *db, cairn_kind kind, cairn_detail *detail)
{
    if (db->header->kind == kind)
        return CAIRN_OK;
    return cairn__fail_at_offset(detail, CAIRN_KIND, 12, "the database is of kind %s, not %s",
                                 cairn_kind_get_name(db->header->kind), cairn_kind_get_name(kind));
}

cairn_status cairn__db_check_base(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    cairn_status status = cairn__db_check_map(db, map, detail);
    if (status != CAIRN_OK || db->header->map_fingerprint == cairn__get_base_fingerprint(map))
        return status;
    return cairn__fail_at_offset(detail, CAIRN_MISMATCH, 32,
                                 "the database was made for another state of the map than those in "
                                 "use: take one from cairn_repair_swap()");
}

cairn_status cairn__db_check_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    const cairn__db_header *header = db->header;
    bool known = header->map_fingerprint == map->info.fingerprint ||
                 header->map_fingerprint == cairn__get_base_fingerprint(map) ||
                 header->map_fingerprint == map->info.state;
    if (!known || header->width != map->info.width || header->height != map->info.height)
        return cairn__fail_at_offset(
            detail, CAIRN_MISMATCH, 32,
            "the database was made for another map: build one for this map");
    if (header->corners != (uint32_t)map->info.corners)
        return cairn__fail_at_offset(detail, CAIRN_MISMATCH, 48,
                                     "the database was made for %s corners: open the map with "
                                     "them, or build one for this map",
                                     header->corners == CAIRN_CORNERS_FREE ? "free" : "strict");
    return CAIRN_OK;
}

/* ---- what it holds ---- */

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
