/* kind_knn.c: databases of kind knn: records in kd order. */
#include "cairn/lab.h"
#include "cairn/lab_db.h"

#include "base/detail.h"
#include "db/kind_knn.h"

/* ---- opening ---- */

static cairn_status open_records(cairn_db *db, cairn_detail *detail)
{
    const cairn__knn_head *head = cairn__db_find_head(db, "KNNH", sizeof *head, detail);
    if (head == NULL)
        return CAIRN_CORRUPT;
    uint64_t records = head->records;
    if (head->states > db->header->file_bytes / sizeof(cairn__xy) || head->states > UINT32_MAX ||
        head->states < 2 * records)
        return cairn__db_fail_at(db, &head->states, "the number of states is wrong", detail);
    cairn__db_part parts[] = {
        {.tag = "ENDS", .bytes = records * sizeof(cairn__ends)},
        {.tag = "IDS ", .bytes = records * sizeof(uint32_t)},
        {.tag = "FRST", .bytes = records * sizeof(uint32_t)},
        {.tag = "INNR", .bytes = (head->states - 2 * records) * sizeof(cairn__xy)},
        {.tag = "LENG", .bytes = records * sizeof(uint32_t)},
    };
    cairn_status status = cairn__db_find_parts(db, parts, 5, detail);
    if (status != CAIRN_OK)
        return status;
    cairn__knn_db *self = (void *)db->state;
    *self = (cairn__knn_db){
        .head = head,
        .tree = {parts[0].content, parts[1].content, head->records},
        .firsts = parts[2].content,
        .inner = parts[3].content,
        .inner_count = head->states - 2 * records,
        .lengths = parts[4].content,
    };
    return cairn__db_open_net(db, detail);
}

static uint32_t get_figures(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES])
{
    uint32_t count = 0;
    const cairn__knn_head *head = cairn__db_get_knn(db)->head;
    figures[count++] = (cairn_figure){"records", CAIRN_FIGURE_COUNT, head->records};
    figures[count++] = (cairn_figure){"states", CAIRN_FIGURE_COUNT, head->states};
    figures[count++] = (cairn_figure){"seed", CAIRN_FIGURE_COUNT, head->seed};
    figures[count++] = (cairn_figure){"skip_direct", CAIRN_FIGURE_FLAG,
                                      (head->flags & CAIRN__KNN_SKIP_DIRECT) != 0};
    if (db->has_net)
        figures[count++] = (cairn_figure){"regions", CAIRN_FIGURE_COUNT, db->net.header.regions};
    figures[count++] = (cairn_figure){"fallback", CAIRN_FIGURE_FLAG, db->has_net};
    return count;
}

static const cairn__section_kind sections[] = {
    {"KNNH", "4488", NULL}, {"ENDS", "4", NULL}, {"IDS ", "4", NULL}, {"FRST", "4", NULL},
    {"INNR", "4", NULL},    {"LENG", "4", NULL}, {NULL, NULL, NULL},
};

const cairn__kind cairn__kind_knn = {
    .algorithm = CAIRN_KNN,
    .sections = sections,
    .may_fall_back = true,
    .state_bytes = sizeof(cairn__knn_db),
    .open = open_records,
    .get_figures = get_figures,
};

/* ---- reading ---- */

cairn_status cairn__db_get_record(const cairn_db *db, uint32_t place, cairn__record *record)
{
    const cairn__knn_db *self = cairn__db_get_knn(db);
    uint64_t first = self->firsts[place];
    uint64_t end = place + 1 < self->tree.count ? self->firsts[place + 1] : self->inner_count;
    if (first > end || end > self->inner_count)
        return CAIRN_CORRUPT;
    *record = (cairn__record){.id = self->tree.ids[place],
                              .place = place,
                              .states = (uint32_t)(end - first) + 2,
                              .start = self->tree.ends[place].start,
                              .goal = self->tree.ends[place].goal,
                              .inner = self->inner + first,
                              .length = self->lengths[place]};
    return CAIRN_OK;
}

cairn_status cairn_db_get_record(const cairn_db *db, uint32_t place, cairn_record *record)
{
    if (db == NULL || record == NULL || db->header->kind != CAIRN_DB_KNN ||
        place >= cairn__db_get_knn(db)->tree.count)
        return CAIRN_ARGUMENT;
    cairn__record found;
    cairn_status status = cairn__db_get_record(db, place, &found);
    if (status == CAIRN_OK)
        *record = (cairn_record){.id = found.id,
                                 .states = found.states,
                                 .start = cairn__pack(found.start),
                                 .goal = cairn__pack(found.goal),
                                 .inner = cairn__pack_all(found.inner),
                                 .length = found.length};
    return status;
}

cairn_status cairn_db_find_nearest(const cairn_db *db, const cairn_cell query[2], uint32_t by_scan,
                                   uint32_t capacity, cairn_neighbour *neighbours,
                                   uint32_t counts[2])
{
    if (db == NULL || query == NULL || counts == NULL || (neighbours == NULL && capacity > 0))
        return CAIRN_ARGUMENT;
    cairn__ends ends = {cairn__unpack(query[0]), cairn__unpack(query[1])};
    cairn_status status = cairn__db_check_kind(db, CAIRN_DB_KNN, NULL);
    if (status == CAIRN_OK)
        counts[0] = cairn__kd_tree_find_nearest(&cairn__db_get_knn(db)->tree, ends, by_scan != 0,
                                                capacity, neighbours, &counts[1]);
    return status;
}
