/* kind_hcdps.c: databases of kind hcdps: regions of cells that climb to a seed, which region each
 * cell is in, and ways between seeds. */
#include "cairn/lab.h"

#include "base/detail.h"
#include "research/hcdps/hcdps_db.h"

static cairn_status open_ways(cairn_db *db, cairn_detail *detail)
{
    cairn_status status = cairn__db_open_ways(db, true, detail);
    if (status == CAIRN_OK && !db->has_ways)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, sizeof *db->header,
                                     "section NETS is missing");
    return status;
}

static cairn_status open_regions(cairn_db *db, cairn_detail *detail)
{
    const cairn__hcdps_head *head = cairn__db_find_head(db, "HCDH", sizeof *head, detail);
    cairn_status status = head != NULL ? open_ways(db, detail) : CAIRN_CORRUPT;
    if (status != CAIRN_OK)
        return status;
    uint64_t runs = head->runs, rows = (uint64_t)db->header->height + 1;
    cairn__db_part parts[] = {
        {.tag = "ROWS", .bytes = rows * sizeof(uint32_t)},
        {.tag = "RUNR", .bytes = runs * sizeof(uint32_t)},
        {.tag = "RUNX", .bytes = runs * sizeof(uint16_t)},
    };
    status = cairn__db_find_parts(db, parts, 3, detail);
    cairn__hcdps_db *self = (void *)db->state;
    self->head = head;
    self->regions = (cairn__dlrta_regions){
        .count = db->net.header.regions,
        .height = db->header->height,
        .runs = head->runs,
        .rows = parts[0].content,
        .run_regions = parts[1].content,
        .run_firsts = parts[2].content,
    };
    return status;
}

/* A record is a way between two seeds, which are among its states. */
static uint32_t get_figures(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES])
{
    const cairn__net_header *header = &db->net.header;
    const cairn__hcdps_db *self = cairn__db_get_state(db);
    uint64_t ways = header->neighbours / 2;
    figures[0] = (cairn_figure){"records", CAIRN_FIGURE_COUNT, ways};
    figures[1] = (cairn_figure){"states", CAIRN_FIGURE_COUNT, header->subgoals + 2 * ways};
    figures[2] = (cairn_figure){"regions", CAIRN_FIGURE_COUNT, header->regions};
    figures[3] = (cairn_figure){"neighbourhood", CAIRN_FIGURE_COUNT, self->head->neighbourhood};
    return 4;
}

static const cairn__section_kind sections[] = {
    {"HCDH", "4", NULL}, {"NETS", NULL, NULL}, {"ROWS", "4", NULL},
    {"RUNR", "4", NULL}, {"RUNX", "2", NULL},  {NULL, NULL, NULL},
};

const cairn__kind cairn__kind_hcdps = {
    .algorithm = CAIRN_HCDPS,
    .sections = sections,
    .state_bytes = sizeof(cairn__hcdps_db),
    .open = open_regions,
    .get_figures = get_figures,
};
