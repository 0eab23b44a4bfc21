/* kind_dlrta.c: databases of kind dlrta: regions of the map and entry states between them. */
#include "cairn/lab.h"
#include "cairn/lab_db.h"

#include "base/detail.h"
#include "research/dlrta/dlrta_regions.h"

/* Every region has an entry state for itself at least. */
static cairn_status check_head(const cairn_db *db, const cairn__dlrta_head *head,
                               cairn_detail *detail)
{
    if (head->level < CAIRN_MIN_LEVEL || head->level > CAIRN_MAX_LEVEL)
        return cairn__db_fail_at(db, &head->level, "the level is out of range", detail);
    if (head->entries > db->header->file_bytes / sizeof(cairn__xy) ||
        head->entries > CAIRN__MOST_ENTRIES || head->entries < head->regions)
        return cairn__db_fail_at(db, &head->entries, "the number of entry states is wrong", detail);
    return CAIRN_OK;
}

static cairn_status open_regions(cairn_db *db, cairn_detail *detail)
{
    const cairn__dlrta_head *head = cairn__db_find_head(db, "DLRH", sizeof *head, detail);
    cairn_status status = head != NULL ? check_head(db, head, detail) : CAIRN_CORRUPT;
    if (status != CAIRN_OK)
        return status;
    uint64_t runs = head->runs, rows = (uint64_t)db->header->height + 1;
    cairn__db_part parts[] = {
        {.tag = "RGNS", .bytes = head->regions * (uint64_t)sizeof(cairn__dlrta_region)},
        {.tag = "ENTR", .bytes = head->entries * sizeof(cairn__xy)},
        {.tag = "ROWS", .bytes = rows * sizeof(uint32_t)},
        {.tag = "RUNR", .bytes = runs * sizeof(uint32_t)},
        {.tag = "RUNX", .bytes = runs * sizeof(uint16_t)},
    };
    status = cairn__db_find_parts(db, parts, 5, detail);
    cairn__dlrta_db *self = (void *)db->state;
    self->head = head;
    self->regions = (cairn__dlrta_regions){
        .count = head->regions,
        .height = db->header->height,
        .runs = head->runs,
        .entry_count = head->entries,
        .table = parts[0].content,
        .entries = parts[1].content,
        .rows = parts[2].content,
        .run_regions = parts[3].content,
        .run_firsts = parts[4].content,
    };
    return status;
}

/* A record is an ordered pair of distinct regions that a path joins; it has one entry state. The
 * paper counts 4 bytes for each of them, and for each cell its region. */
static uint32_t get_figures(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES])
{
    const cairn__dlrta_head *head = ((const cairn__dlrta_db *)cairn__db_get_state(db))->head;
    uint64_t pairs = head->entries - head->regions;
    uint64_t cells = (uint64_t)db->header->width * db->header->height;
    figures[0] = (cairn_figure){"records", CAIRN_FIGURE_COUNT, pairs};
    figures[1] = (cairn_figure){"states", CAIRN_FIGURE_COUNT, pairs};
    figures[2] = (cairn_figure){"level", CAIRN_FIGURE_COUNT, head->level};
    figures[3] = (cairn_figure){"regions", CAIRN_FIGURE_COUNT, head->regions};
    figures[4] = (cairn_figure){"paper_bytes", CAIRN_FIGURE_COUNT, 4 * (cells + pairs)};
    return 5;
}

static cairn_status get_place(const cairn_db *db, uint32_t which, uint32_t index, cairn_cell *cell)
{
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    if (which != CAIRN_PLACE_REGION)
        return CAIRN_KIND;
    if (index >= regions->count)
        return CAIRN_ARGUMENT;
    *cell = cairn__pack(regions->table[index].representative);
    return CAIRN_OK;
}

static const cairn__section_kind sections[] = {
    {"DLRH", "44844", NULL}, {"RGNS", "448", NULL}, {"ENTR", "4", NULL}, {"ROWS", "4", NULL},
    {"RUNR", "4", NULL},     {"RUNX", "2", NULL},   {NULL, NULL, NULL},
};

const cairn__kind cairn__kind_dlrta = {
    .algorithm = CAIRN_DLRTA,
    .sections = sections,
    .state_bytes = sizeof(cairn__dlrta_db),
    .open = open_regions,
    .get_figures = get_figures,
    .get_place = get_place,
};

/* ---- what it holds ---- */

cairn_status cairn_db_find_region(const cairn_db *db, cairn_cell asked, uint32_t *region)
{
    cairn__xy cell = cairn__unpack(asked);
    if (db == NULL || region == NULL)
        return CAIRN_ARGUMENT;
    if (cairn__db_check_kind(db, CAIRN_DB_DLRTA, NULL) != CAIRN_OK)
        return CAIRN_KIND;
    if (cell.x >= db->header->width || cell.y >= db->header->height)
        return CAIRN_BLOCKED;
    *region = cairn__dlrta_find_region(cairn__db_get_regions(db), cell);
    return *region == CAIRN__DLRTA_NONE ? CAIRN_BLOCKED : CAIRN_OK;
}

cairn_status cairn_db_get_entry(const cairn_db *db, uint32_t from, uint32_t to, cairn_cell *entry)
{
    if (db == NULL || entry == NULL)
        return CAIRN_ARGUMENT;
    if (cairn__db_check_kind(db, CAIRN_DB_DLRTA, NULL) != CAIRN_OK)
        return CAIRN_KIND;
    const cairn__dlrta_regions *regions = cairn__db_get_regions(db);
    if (from >= regions->count || to >= regions->count || from == to)
        return CAIRN_ARGUMENT;
    cairn__xy found;
    if (!cairn__dlrta_get_entry(regions, from, to, &found))
        return CAIRN_NO_PATH;
    *entry = cairn__pack(found);
    return CAIRN_OK;
}
