/* kind_labels.c: databases of kind labels: nodes at which optimal paths bend, their hub labels, and
 * which of them a cell needs. */
#include "cairn/lab.h"

#include "base/detail.h"
#include "db/bend_marks.h"
#include "db/kind_labels.h"

static cairn_status open_labels(cairn_db *db, cairn_detail *detail)
{
    const cairn__db_header *header = db->header;
    cairn__labels_db *self = (void *)db->state;
    const cairn__labels_head *head = cairn__db_find_head(db, "LABH", sizeof *head, detail);
    const cairn__db_section *section = cairn__db_find_section(db, "BEND");
    if (head == NULL)
        return CAIRN_CORRUPT;
    if (section == NULL)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, sizeof *header,
                                     "section BEND is missing");
    if (!cairn__bend_set_open(db->image + section->offset, section->bytes, header->width,
                              header->height, &self->set))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, section->offset,
                                     "the parts of section BEND do not fill it");
    const cairn__db_section *marks = cairn__db_find_section(db, "MARK");
    if (marks != NULL &&
        !cairn__landmarks_open(db->image + marks->offset, marks->bytes, &self->set))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, marks->offset,
                                     "section MARK is not of the nodes of section BEND");
    self->head = head;
    return cairn__db_open_net(db, detail);
}

/* ---- figures ---- */

/* There are no records: a label is made of entries. */
static uint32_t get_figures(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES])
{
    const cairn__labels_db *self = cairn__db_get_state(db);
    uint32_t count = 0;
    figures[count++] = (cairn_figure){"records", CAIRN_FIGURE_COUNT, 0};
    figures[count++] = (cairn_figure){"states", CAIRN_FIGURE_COUNT, 0};
    figures[count++] = (cairn_figure){"bends", CAIRN_FIGURE_COUNT, self->set.nodes};
    figures[count++] = (cairn_figure){"entries", CAIRN_FIGURE_COUNT, self->head->entries};
    if (db->has_net)
        figures[count++] = (cairn_figure){"regions", CAIRN_FIGURE_COUNT, db->net.header.regions};
    figures[count++] = (cairn_figure){"fallback", CAIRN_FIGURE_FLAG, db->has_net};
    return count;
}

static cairn_status get_place(const cairn_db *db, uint32_t which, uint32_t index, cairn_cell *cell)
{
    const cairn__bend_set *set = cairn__db_get_labels(db);
    if (which != CAIRN_PLACE_BEND)
        return CAIRN_KIND;
    if (index >= set->nodes)
        return CAIRN_ARGUMENT;
    *cell = cairn__pack(set->cells[index]);
    return CAIRN_OK;
}

static const cairn__section_kind sections[] = {
    {"LABH", "8", NULL},
    {"BEND", CAIRN__TURNED_BY(cairn__bend_set_turn)},
    {"MARK", CAIRN__TURNED_BY(cairn__landmarks_turn)},
    {NULL, NULL, NULL},
};

const cairn__kind cairn__kind_labels = {
    .algorithm = CAIRN_LABELS,
    .sections = sections,
    .may_fall_back = true,
    .state_bytes = sizeof(cairn__labels_db),
    .open = open_labels,
    .get_figures = get_figures,
    .get_place = get_place,
};
