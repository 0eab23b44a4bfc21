/* db_write.c: the sections of each kind of database, from what its builder has made. */
#include "build/db_write.h"

#include <string.h>

#include "base/memory.h"
#include "base/xy.h"
#include "build/db_draft.h"

/* Writes an image, unless that is null. Returns its bytes. */
static uint64_t write_draft(const cairn__db_draft *draft, void *image)
{
    if (image != NULL) {
        cairn__draft_write(draft, image, NULL);
        cairn__image_seal(image);
    }
    return cairn__draft_get_bytes(draft);
}

/* ---- dlrta ---- */

/* `head` must outlive the draft. */
static void draft_dlrta(const cairn__dlrta_content *content, cairn__dlrta_head *head,
                        cairn__db_draft *draft)
{
    const cairn__dlrta_regions *regions = &content->regions;
    uint64_t runs = regions->runs, rows = (uint64_t)regions->height + 1;
    *head = (cairn__dlrta_head){.regions = regions->count,
                                .level = content->level,
                                .entries = regions->entry_count,
                                .runs = regions->runs};
    cairn__draft_start(draft, CAIRN_DB_DLRTA, content->map);
    cairn__draft_put(draft, "DLRH", CAIRN__SECTION_REQUIRED, sizeof *head, head);
    cairn__draft_put(draft, "RGNS", CAIRN__SECTION_REQUIRED,
                     regions->count * (uint64_t)sizeof *regions->table, regions->table);
    cairn__draft_put(draft, "ENTR", CAIRN__SECTION_REQUIRED,
                     regions->entry_count * sizeof *regions->entries, regions->entries);
    cairn__draft_put(draft, "ROWS", CAIRN__SECTION_REQUIRED, rows * sizeof *regions->rows,
                     regions->rows);
    cairn__draft_put(draft, "RUNR", CAIRN__SECTION_REQUIRED, runs * sizeof *regions->run_regions,
                     regions->run_regions);
    cairn__draft_put(draft, "RUNX", CAIRN__SECTION_REQUIRED, runs * sizeof *regions->run_firsts,
                     regions->run_firsts);
}

uint64_t cairn__dlrta_write_image(const cairn__dlrta_content *content, void *image)
{
    cairn__db_draft draft;
    cairn__dlrta_head head;
    draft_dlrta(content, &head, &draft);
    return write_draft(&draft, image);
}

/* ---- labels ---- */

uint64_t cairn__labels_get_lead(void)
{
    return cairn__db_align(cairn__db_get_header_bytes(3) + sizeof(cairn__labels_head));
}

uint64_t cairn__labels_write_frame(const cairn__labels_content *content, void *image)
{
    cairn__db_draft draft;
    cairn__labels_head head = {.entries = content->entries};
    cairn__draft_start(&draft, CAIRN_DB_LABELS, content->map);
    cairn__draft_put(&draft, "LABH", CAIRN__SECTION_REQUIRED, sizeof head, &head);
    cairn__draft_put(&draft, "BEND", CAIRN__SECTION_REQUIRED, content->bend_bytes, NULL);
    /* A reader may do without landmarks. */
    cairn__draft_put(&draft, "MARK", 0, content->mark_bytes, NULL);
    cairn__draft_write(&draft, image, NULL);
    return cairn__draft_get_bytes(&draft);
}

uint64_t cairn__labels_write_bare_image(const void *content, const cairn_db *db, void *image)
{
    cairn__db_draft draft;
    (void)content;
    cairn__draft_copy(&draft, db);
    cairn__draft_leave_out(&draft, "MARK");
    return write_draft(&draft, image);
}

/* ---- dba ---- */

uint64_t cairn__dba_write_image(const cairn__dba_content *content, void *image)
{
    cairn__db_draft draft;
    cairn__dba_head head = {.side = content->side};
    cairn__draft_start(&draft, CAIRN_DB_DBA, content->map);
    cairn__draft_put(&draft, "DBAH", CAIRN__SECTION_REQUIRED, sizeof head, &head);
    cairn__draft_put(&draft, "NETS", CAIRN__SECTION_REQUIRED, content->net_bytes, content->net);
    cairn__draft_put(&draft, "SECF", CAIRN__SECTION_REQUIRED,
                     ((uint64_t)content->sectors + 1) * sizeof *content->firsts, content->firsts);
    cairn__draft_put(&draft, "SECR", CAIRN__SECTION_REQUIRED,
                     content->regions * (uint64_t)sizeof *content->list, content->list);
    return write_draft(&draft, image);
}

/* ---- hcdps ---- */

uint64_t cairn__hcdps_write_image(const cairn__hcdps_content *content, void *image)
{
    cairn__db_draft draft;
    cairn__hcdps_head head = {content->neighbourhood, content->runs};
    uint64_t rows = (uint64_t)content->map->info.height + 1, runs = content->runs;
    cairn__draft_start(&draft, CAIRN_DB_HCDPS, content->map);
    cairn__draft_put(&draft, "HCDH", CAIRN__SECTION_REQUIRED, sizeof head, &head);
    cairn__draft_put(&draft, "NETS", CAIRN__SECTION_REQUIRED, content->net_bytes, content->net);
    cairn__draft_put(&draft, "ROWS", CAIRN__SECTION_REQUIRED, rows * sizeof *content->rows,
                     content->rows);
    cairn__draft_put(&draft, "RUNR", CAIRN__SECTION_REQUIRED, runs * sizeof *content->run_regions,
                     content->run_regions);
    cairn__draft_put(&draft, "RUNX", CAIRN__SECTION_REQUIRED, runs * sizeof *content->run_firsts,
                     content->run_firsts);
    return write_draft(&draft, image);
}

/* ---- nets ---- */

static void draft_net(const cairn__net_content *content, cairn__db_draft *draft)
{
    cairn__draft_start(draft, CAIRN_DB_REGIONS, content->map);
    cairn__draft_put(draft, "NETS", CAIRN__SECTION_REQUIRED, content->count, content->bytes);
}

uint64_t cairn__net_write_image(const cairn__net_content *content, void *image)
{
    cairn__db_draft draft;
    draft_net(content, &draft);
    return write_draft(&draft, image);
}

/* A reader may do without a fall-back. */
static void draft_fallback(const cairn__net_content *content, const cairn_db *db,
                           cairn__db_draft *draft)
{
    cairn__draft_copy(draft, db);
    cairn__draft_put(draft, "NETS", 0, content->count, content->bytes);
}

uint64_t cairn__fallback_write_image(const cairn__net_content *content, const cairn_db *db,
                                     void *image)
{
    cairn__db_draft draft;
    draft_fallback(content, db, &draft);
    return write_draft(&draft, image);
}

/* ---- recommended options ---- */

static uint64_t get_option_bytes(const cairn__option_content *content)
{
    return sizeof(cairn__option_head) + content->count * (uint64_t)sizeof(cairn_option);
}

static void sort_options(cairn_option *options, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        cairn_option option = options[i];
        uint32_t place = i;
        for (; place > 0 && options[place - 1].option > option.option; place--)
            options[place] = options[place - 1];
        options[place] = option;
    }
}

uint64_t cairn__options_write_image(const cairn__option_content *content, const cairn_db *db,
                                    void *image)
{
    cairn__db_draft draft;
    struct {
        cairn__option_head head;
        cairn_option options[CAIRN__MOST_OPTIONS];
    } section = {.head = {content->algorithm, content->count}};
    for (uint32_t i = 0; i < content->count; i++)
        section.options[i] = content->options[i];
    sort_options(section.options, content->count);
    cairn__draft_copy(&draft, db);
    cairn__draft_put(&draft, "OPTS", 0, get_option_bytes(content), &section);
    return write_draft(&draft, image);
}

/* ---- records ---- */

enum { HEAD, ENDS, IDS, FIRSTS, INNER, LENGTHS, KNN_SECTIONS };

static void draft_records(const cairn__db_content *content, cairn__knn_head *head,
                          cairn__db_draft *draft)
{
    uint64_t records = content->records, states = content->firsts[records];
    *head = (cairn__knn_head){.records = content->records,
                              .flags = content->skip_direct ? CAIRN__KNN_SKIP_DIRECT : 0,
                              .states = states,
                              .seed = content->seed};
    cairn__draft_start(draft, CAIRN_DB_KNN, content->map);
    cairn__draft_put(draft, "KNNH", CAIRN__SECTION_REQUIRED, sizeof *head, head);
    cairn__draft_put(draft, "ENDS", CAIRN__SECTION_REQUIRED, records * sizeof(cairn__ends), NULL);
    cairn__draft_put(draft, "IDS ", CAIRN__SECTION_REQUIRED, records * sizeof(uint32_t), NULL);
    cairn__draft_put(draft, "FRST", CAIRN__SECTION_REQUIRED, records * sizeof(uint32_t), NULL);
    cairn__draft_put(draft, "INNR", CAIRN__SECTION_REQUIRED,
                     (states - 2 * records) * sizeof(cairn__xy), NULL);
    cairn__draft_put(draft, "LENG", CAIRN__SECTION_REQUIRED, records * sizeof(uint32_t), NULL);
}

uint64_t cairn__db_get_image_bytes(const cairn__db_content *content)
{
    cairn__db_draft draft;
    cairn__knn_head head;
    draft_records(content, &head, &draft);
    return cairn__draft_get_bytes(&draft);
}

static void place_records(const cairn__db_content *content, const cairn__ends *ends_by_id,
                          const uint32_t *order, void *const *parts)
{
    cairn__ends *ends = parts[ENDS];
    uint32_t *ids = parts[IDS], *firsts = parts[FIRSTS], *lengths = parts[LENGTHS];
    cairn__xy *inner = parts[INNER];
    uint32_t next = 0;
    for (uint32_t place = 0; place < content->records; place++) {
        uint32_t id = order[place];
        uint64_t first = content->firsts[id];
        uint32_t count = (uint32_t)(content->firsts[id + 1] - first) - 2;
        ends[place] = ends_by_id[id];
        ids[place] = id;
        firsts[place] = next;
        lengths[place] = content->lengths[id];
        if (count > 0)
            memcpy(inner + next, content->states + first + 1, count * sizeof *inner);
        next += count;
    }
}

cairn_status cairn__db_write_image(const cairn__db_content *content,
                                   const cairn_allocator *allocator, void *image)
{
    uint32_t records = content->records;
    if (content->firsts[records] > UINT32_MAX)
        return CAIRN_LIMIT;
    cairn__ends *ends = cairn__allocate(allocator, records, sizeof *ends);
    uint32_t *order = cairn__allocate(allocator, records, sizeof *order);
    uint64_t *keys = cairn__allocate(allocator, records, sizeof *keys);
    cairn_status status = ends != NULL && order != NULL && keys != NULL ? CAIRN_OK : CAIRN_MEMORY;
    if (status == CAIRN_OK) {
        for (uint32_t i = 0; i < records; i++)
            ends[i] = (cairn__ends){content->states[content->firsts[i]],
                                    content->states[content->firsts[i + 1] - 1]};
        void *parts[KNN_SECTIONS];
        cairn__db_draft draft;
        cairn__knn_head head;
        draft_records(content, &head, &draft);
        cairn__kd_tree_order(ends, records, order, keys);
        cairn__draft_write(&draft, image, parts);
        place_records(content, ends, order, parts);
        cairn__image_seal(image);
    }
    cairn__release(allocator, ends);
    cairn__release(allocator, order);
    cairn__release(allocator, keys);
    return status;
}
