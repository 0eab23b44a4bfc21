/* kind_labels.c: databases of kind labels: the map's corners and their hub labels. */
#include "cairn/agent.h"

#include "base/detail.h"
#include "db/db_internal.h"

static cairn_status open_labels(cairn_db *db, cairn_detail *detail)
{
    const cairn__db_header *header = db->header;
    const cairn__labels_head *head = cairn__db_find_head(db, "LABH", sizeof *head, detail);
    const cairn__db_section *section = cairn__db_find_section(db, "LABL");
    if (head == NULL)
        return CAIRN_CORRUPT;
    if (section == NULL)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, sizeof *header,
                                     "section LABL is missing");
    if (header->corners != CAIRN_CORNERS_STRICT)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 48, "kind labels needs strict corners");
    if (!cairn__label_set_open(db->image + section->offset, section->bytes, header->width,
                               header->height, &db->labels))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, section->offset,
                                     "the parts of section LABL do not fill it");
    db->labels.exact = head->eps == 0;
    db->labels_head = head;
    return cairn__db_open_net(db, detail);
}

/* There are no records: a label is made of entries. */
static uint32_t get_figures(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES])
{
    uint32_t count = 0;
    const cairn__labels_head *head = db->labels_head;
    figures[count++] = (cairn_figure){"records", CAIRN_FIGURE_COUNT, 0};
    figures[count++] = (cairn_figure){"states", CAIRN_FIGURE_COUNT, 0};
    figures[count++] = (cairn_figure){"corners_count", CAIRN_FIGURE_COUNT, db->labels.nodes};
    figures[count++] = (cairn_figure){"entries", CAIRN_FIGURE_COUNT, head->entries};
    figures[count++] = (cairn_figure){"eps", CAIRN_FIGURE_TEN_THOUSANDTHS, head->eps};
    if (db->has_net)
        figures[count++] = (cairn_figure){"regions", CAIRN_FIGURE_COUNT, db->net.header.regions};
    figures[count++] = (cairn_figure){"fallback", CAIRN_FIGURE_FLAG, db->has_net};
    return count;
}

static const char *const tags[] = {"LABH", "LABL", NULL};

const cairn__kind cairn__kind_labels = {
    .number = CAIRN_DB_LABELS,
    .name = "labels",
    .algorithm = CAIRN_LABELS,
    .tags = tags,
    .may_fall_back = true,
    .open = open_labels,
    .verify = cairn__labels_verify,
    .verify_map = cairn__labels_verify_map,
    .get_figures = get_figures,
};
