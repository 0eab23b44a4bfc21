/* kind_dba.c: databases of kind dba: regions of sectors, ways between their representatives, and
 * which region is next. */
#include "cairn/lab.h"

#include "base/detail.h"
#include "research/dba/dba_sectors.h"

static cairn_status open_ways(cairn_db *db, cairn_detail *detail)
{
    cairn_status status = cairn__db_open_ways(db, true, detail);
    if (status == CAIRN_OK && !db->has_ways)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, sizeof *db->header,
                                     "section NETS is missing");
    return status;
}

static cairn_status open_sectors(cairn_db *db, cairn_detail *detail)
{
    const cairn__dba_head *head = cairn__db_find_head(db, "DBAH", sizeof *head, detail);
    if (head == NULL)
        return CAIRN_CORRUPT;
    if (!cairn__is_sector_side(head->side))
        return cairn__db_fail_at(db, &head->side, "a sector has a wrong side", detail);
    cairn_status status = open_ways(db, detail);
    if (status != CAIRN_OK)
        return status;
    uint32_t regions = db->net.header.regions;
    uint32_t count = cairn__count_sectors(db->header->width, head->side) *
                     cairn__count_sectors(db->header->height, head->side);
    cairn__db_part parts[] = {
        {.tag = "SECF", .bytes = ((uint64_t)count + 1) * sizeof(uint32_t)},
        {.tag = "SECR", .bytes = regions * (uint64_t)sizeof(uint32_t)},
    };
    status = cairn__db_find_parts(db, parts, 2, detail);
    cairn__dba_sectors *self = (void *)db->state;
    *self = (cairn__dba_sectors){
        head, count, db->header->width, regions, parts[0].content, parts[1].content};
    return status;
}

/* A record is a way between two representatives, which are among its states. */
static uint32_t get_figures(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES])
{
    const cairn__net_header *header = &db->net.header;
    uint64_t ways = header->neighbours / 2;
    figures[0] = (cairn_figure){"records", CAIRN_FIGURE_COUNT, ways};
    figures[1] = (cairn_figure){"states", CAIRN_FIGURE_COUNT, header->subgoals + 2 * ways};
    figures[2] = (cairn_figure){"regions", CAIRN_FIGURE_COUNT, header->regions};
    figures[3] =
        (cairn_figure){"sector", CAIRN_FIGURE_COUNT, cairn__db_get_sectors(db)->head->side};
    return 4;
}

static const cairn__section_kind sections[] = {
    {"DBAH", "4", NULL}, {"NETS", NULL, NULL}, {"SECF", "4", NULL},
    {"SECR", "4", NULL}, {NULL, NULL, NULL},
};

const cairn__kind cairn__kind_dba = {
    .algorithm = CAIRN_DBA,
    .sections = sections,
    .state_bytes = sizeof(cairn__dba_sectors),
    .open = open_sectors,
    .get_figures = get_figures,
};
