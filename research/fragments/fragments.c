/* fragments.c: an index over all fragments of all records: states i < j of a record serve as a
 * record of their own. Fragments are numbered by record id, then i, then j; ties in similarity
 * go to the lower number. */
#include "cairn/lab_db.h"

#include "base/detail.h"
#include "base/memory.h"
#include "db/kind_knn.h"

static cairn_status count_fragments(const cairn_db *db, uint64_t *count)
{
    *count = 0;
    for (uint32_t place = 0; place < cairn__db_get_knn(db)->tree.count; place++) {
        cairn__record record;
        cairn_status status = cairn__db_get_record(db, place, &record);
        if (status != CAIRN_OK ||
            cairn__db_get_knn(db)->tree.ids[place] >= cairn__db_get_knn(db)->tree.count)
            return CAIRN_CORRUPT;
        if (record.states > UINT16_MAX)
            return CAIRN_LIMIT;
        *count += (uint64_t)record.states * (record.states - 1) / 2;
        if (*count > UINT32_MAX)
            return CAIRN_LIMIT;
    }
    return CAIRN_OK;
}

/* `places` gets the place of each record id; false if an id is missing. */
static bool invert_ids(const cairn_db *db, uint32_t *places)
{
    for (uint32_t id = 0; id < cairn__db_get_knn(db)->tree.count; id++)
        places[id] = UINT32_MAX;
    for (uint32_t place = 0; place < cairn__db_get_knn(db)->tree.count; place++)
        places[cairn__db_get_knn(db)->tree.ids[place]] = place;
    for (uint32_t id = 0; id < cairn__db_get_knn(db)->tree.count; id++)
        if (places[id] == UINT32_MAX)
            return false;
    return true;
}

/* Fills in the fragments by number, and their ends. */
static void list_fragments(const cairn_db *db, const uint32_t *places, cairn__fragment *fragments,
                           cairn__ends *ends)
{
    size_t next = 0;
    for (uint32_t id = 0; id < cairn__db_get_knn(db)->tree.count; id++) {
        cairn__record record;
        (void)cairn__db_get_record(db, places[id], &record);
        for (uint32_t first = 0; first + 1 < record.states; first++)
            for (uint32_t last = first + 1; last < record.states; last++, next++) {
                fragments[next] = (cairn__fragment){places[id], (uint16_t)first, (uint16_t)last};
                ends[next] = (cairn__ends){cairn__record_get_state(&record, first),
                                           cairn__record_get_state(&record, last)};
            }
    }
}

/* Builds the index from memory that the caller gets and gives back. */
static cairn_status fill(cairn_fragments *made, uint32_t count)
{
    const cairn_allocator *allocator = &made->allocator;
    uint32_t *places =
        cairn__allocate(allocator, cairn__db_get_knn(made->db)->tree.count, sizeof *places);
    cairn__ends *by_number = cairn__allocate(allocator, count, sizeof *by_number);
    uint64_t *keys = cairn__allocate(allocator, count, sizeof *keys);
    cairn_status status = CAIRN_MEMORY;
    if (places != NULL && by_number != NULL && keys != NULL)
        status = invert_ids(made->db, places) ? CAIRN_OK : CAIRN_CORRUPT;
    if (status == CAIRN_OK) {
        list_fragments(made->db, places, made->fragments, by_number);
        cairn__kd_tree_order(by_number, count, made->ids, keys);
        for (uint32_t i = 0; i < count; i++)
            made->ends[i] = by_number[made->ids[i]];
        made->tree = (cairn__kd_tree){made->ends, made->ids, count};
    }
    cairn__release(allocator, places);
    cairn__release(allocator, by_number);
    cairn__release(allocator, keys);
    return status;
}

cairn_status cairn_fragments_create(const cairn_db *db, const cairn_db_def *def,
                                    cairn_fragments **fragments)
{
    cairn__db_opening opening;
    uint64_t count;
    cairn_status status = cairn__db_def_read(def, &opening);
    if (status != CAIRN_OK)
        return status;
    if (db == NULL || fragments == NULL)
        return cairn__fail_null(opening.detail);
    status = cairn__db_check_kind(db, CAIRN_DB_KNN, opening.detail);
    if (status != CAIRN_OK)
        return status;
    status = count_fragments(db, &count);
    if (status != CAIRN_OK)
        return cairn__fail(opening.detail, status, "the records cannot be cut into fragments");
    cairn_fragments *made = cairn__allocate_zeroed(&opening.allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(opening.detail, CAIRN_MEMORY, "out of memory");
    made->allocator = opening.allocator;
    made->db = db;
    made->ends = cairn__allocate(&opening.allocator, count, sizeof *made->ends);
    made->ids = cairn__allocate(&opening.allocator, count, sizeof *made->ids);
    made->fragments = cairn__allocate(&opening.allocator, count, sizeof *made->fragments);
    status = CAIRN_MEMORY;
    if (made->ends != NULL && made->ids != NULL && made->fragments != NULL)
        status = fill(made, (uint32_t)count);
    if (status != CAIRN_OK) {
        cairn_fragments_destroy(made);
        return cairn__fail(opening.detail, status, "%s", cairn_status_get_text(status));
    }
    *fragments = made;
    return CAIRN_OK;
}

void cairn_fragments_destroy(cairn_fragments *fragments)
{
    if (fragments == NULL)
        return;
    cairn_allocator allocator = fragments->allocator;
    cairn__release(&allocator, fragments->ends);
    cairn__release(&allocator, fragments->ids);
    cairn__release(&allocator, fragments->fragments);
    cairn__release(&allocator, fragments);
}

uint32_t cairn_fragments_get_count(const cairn_fragments *fragments)
{
    return fragments->tree.count;
}
