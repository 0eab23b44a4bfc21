/* kind_regions.c: databases of kind regions: a net of regions and ways between them, which kinds
 * knn and labels may have as well, to fall back on. */
#include "cairn/lab.h"

#include "base/detail.h"
#include "db/db_internal.h"

cairn_status cairn__db_open_ways(cairn_db *db, bool is_bare, cairn_detail *detail)
{
    const cairn__db_section *section = cairn__db_find_section(db, "NETS");
    if (section == NULL)
        return CAIRN_OK;
    const uint32_t size[2] = {db->header->width, db->header->height};
    const void *bytes = db->image + section->offset;
    db->has_ways = cairn__net_open(bytes, section->bytes, size, &db->net) &&
                   ((db->net.header.flags & CAIRN__NET_BARE) != 0) == is_bare;
    db->has_net = db->has_ways && !is_bare;
    if (!db->has_ways)
        return cairn__db_fail_at(db, bytes, "the parts of section NETS do not fill it", detail);
    return CAIRN_OK;
}

cairn_status cairn__db_open_net(cairn_db *db, cairn_detail *detail)
{
    return cairn__db_open_ways(db, false, detail);
}

static cairn_status open_regions(cairn_db *db, cairn_detail *detail)
{
    cairn_status status = cairn__db_open_net(db, detail);
    if (status == CAIRN_OK && !db->has_net)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, sizeof *db->header,
                                     "section NETS is missing");
    return status;
}

/* A record is a way between two seeds, which are among its states. */
static uint32_t get_figures(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES])
{
    const cairn__net_header *header = &db->net.header;
    uint64_t ways = header->neighbours / 2;
    figures[0] = (cairn_figure){"records", CAIRN_FIGURE_COUNT, ways};
    figures[1] = (cairn_figure){"states", CAIRN_FIGURE_COUNT, header->subgoals + 2 * ways};
    figures[2] = (cairn_figure){"regions", CAIRN_FIGURE_COUNT, header->regions};
    return 3;
}

static const cairn__section_kind sections[] = {
    {"NETS", NULL, NULL}, /* as that of any kind */
    {NULL, NULL, NULL},
};

const cairn__kind cairn__kind_regions = {
    .algorithm = CAIRN_REGIONS,
    .sections = sections,
    .open = open_regions,
    .get_figures = get_figures,
};
