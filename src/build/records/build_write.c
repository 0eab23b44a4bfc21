/* build_write.c: the finished records as a database, in memory or as a file. */
#include <string.h>

#include "base/memory.h"
#include "base/xy.h"
#include "build/db_draft.h"
#include "build/records/build_state.h"
#include "db/kd_tree.h"

/* What goes into a database. Record i has the states firsts[i] .. firsts[i + 1] - 1. */
typedef struct record_content {
    const cairn_map *map;
    uint64_t seed;
    bool skip_direct;
    uint32_t records;
    const uint64_t *firsts; /* records + 1 of them */
    const cairn__xy *states;
    const uint32_t *lengths; /* of the records, in tenths */
} record_content;

/* ---- the content ---- */

static void release_content(const cairn__records *self, record_content *content)
{
    cairn__release(&self->make.allocator, (void *)(uintptr_t)content->firsts);
    cairn__release(&self->make.allocator, (void *)(uintptr_t)content->lengths);
    cairn__release(&self->make.allocator, (void *)(uintptr_t)content->states);
}

/* The figures of all records: where their states will begin, and their lengths. */
static cairn_status join_figures(const cairn__records *self, record_content *content)
{
    size_t records = content->records;
    uint64_t *firsts = cairn__allocate(&self->make.allocator, records + 1, sizeof *firsts);
    uint32_t *lengths = cairn__allocate(&self->make.allocator, records, sizeof *lengths);
    content->firsts = firsts;
    content->lengths = lengths;
    if (firsts == NULL || lengths == NULL)
        return CAIRN_MEMORY;
    firsts[0] = 0;
    for (size_t i = 0; i < records; i++) {
        const cairn__figures *figures =
            &self->parts[i / CAIRN_BUILD_RANGE].figures[i % CAIRN_BUILD_RANGE];
        firsts[i + 1] = firsts[i] + figures->states;
        lengths[i] = figures->length;
    }
    return CAIRN_OK;
}

/* Joins the parts; `content` then owns three blocks, which release_content() gives back. */
static cairn_status join_parts(const cairn__records *self, record_content *content)
{
    uint32_t records = cairn__records_get_finished(self, 0);
    *content = (record_content){.map = self->make.map,
                                .seed = self->seed,
                                .skip_direct = self->skip_direct,
                                .records = records};
    cairn_status status = join_figures(self, content);
    const uint64_t *firsts = content->firsts;
    cairn__xy *states = NULL;
    if (status == CAIRN_OK)
        states = cairn__allocate(&self->make.allocator, firsts[records], sizeof *states);
    if (states == NULL) {
        release_content(self, content);
        return CAIRN_MEMORY;
    }
    content->states = states;
    for (uint32_t i = 0; i < records; i += CAIRN_BUILD_RANGE) {
        uint32_t end = records - i < CAIRN_BUILD_RANGE ? records : i + CAIRN_BUILD_RANGE;
        memcpy(states + firsts[i], self->parts[i / CAIRN_BUILD_RANGE].states,
               (size_t)(firsts[end] - firsts[i]) * sizeof *states);
    }
    return CAIRN_OK;
}

/* ---- the image ---- */

enum { HEAD, ENDS, IDS, FIRSTS, INNER, LENGTHS, KNN_SECTIONS };

static void draft_records(const record_content *content, cairn__knn_head *head,
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

static void place_records(const record_content *content, const cairn__ends *ends_by_id,
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

/* The records of a draft, in the order of a kd-tree, to an image that it has room in. */
static cairn_status write_records(const record_content *content, const cairn__db_draft *draft,
                                  const cairn_allocator *allocator, void *image)
{
    uint32_t records = content->records;
    cairn__ends *ends = cairn__allocate(allocator, records, sizeof *ends);
    uint32_t *order = cairn__allocate(allocator, records, sizeof *order);
    uint64_t *keys = cairn__allocate(allocator, records, sizeof *keys);
    cairn_status status = ends != NULL && order != NULL && keys != NULL ? CAIRN_OK : CAIRN_MEMORY;
    if (status == CAIRN_OK) {
        for (uint32_t i = 0; i < records; i++)
            ends[i] = (cairn__ends){content->states[content->firsts[i]],
                                    content->states[content->firsts[i + 1] - 1]};
        void *parts[KNN_SECTIONS];
        cairn__kd_tree_order(ends, records, order, keys);
        cairn__draft_write(draft, image, parts);
        place_records(content, ends, order, parts);
        cairn__image_seal(image);
    }
    cairn__release(allocator, ends);
    cairn__release(allocator, order);
    cairn__release(allocator, keys);
    return status;
}

static cairn_status write_content(const cairn__make *make, const record_content *content,
                                  cairn__image *image)
{
    cairn__db_draft draft;
    cairn__knn_head head;
    if (content->firsts[content->records] > UINT32_MAX)
        return CAIRN_LIMIT;
    draft_records(content, &head, &draft);
    cairn_status status = cairn__image_allocate(make, cairn__draft_get_bytes(&draft), image);
    if (status != CAIRN_OK)
        return status;
    status = write_records(content, &draft, &make->allocator, image->bytes);
    if (status != CAIRN_OK)
        cairn__image_release(make, image);
    return status;
}

cairn_status cairn__records_write(const cairn__records *self, cairn__image *image)
{
    record_content content;
    cairn_status status = join_parts(self, &content);
    if (status != CAIRN_OK)
        return cairn__records_explain(self, status);
    status = write_content(&self->make, &content, image);
    release_content(self, &content);
    return status == CAIRN_OK ? status : cairn__records_explain(self, status);
}
