/* knn_verify.c: the deep check of a database of kind knn: ids, the kd order, lengths, and against
 * the map every state and every leg's hill-climb. */
#include "base/detail.h"
#include "base/memory.h"
#include "base/xy.h"
#include "grid/bound.h"
#include "grid/climb.h"
#include "verify/knn_verify.h"
#include "verify/verify.h"

/* Ids are the numbers 0 to records - 1, each once. `seen` has a bit for each. */
static cairn_status check_ids(const cairn_db *db, uint64_t *seen, cairn_detail *detail)
{
    const cairn__knn_db *self = cairn__db_get_knn(db);
    for (uint32_t place = 0; place < self->tree.count; place++) {
        uint32_t id = self->tree.ids[place];
        if (id >= self->tree.count || (seen[id / 64] >> (id % 64) & 1) != 0)
            return cairn__fail_at_offset(
                detail, CAIRN_CORRUPT, cairn__db_get_offset(db, &self->tree.ids[place]),
                "record id %u is out of range or there twice", (unsigned)id);
        seen[id / 64] |= UINT64_C(1) << (id % 64);
    }
    return CAIRN_OK;
}

/* Inner subgoals are laid out place by place without a gap. */
static cairn_status check_firsts(const cairn_db *db, cairn_detail *detail)
{
    const cairn__knn_db *self = cairn__db_get_knn(db);
    uint64_t before = 0;
    for (uint32_t place = 0; place < self->tree.count; place++) {
        uint64_t first = self->firsts[place];
        if (first < before || first > self->inner_count || (place == 0 && first != 0))
            return cairn__db_fail_at(
                db, &self->firsts[place],
                "the subgoals of a record are not where the one before it ends", detail);
        before = first;
    }
    if (self->tree.count == 0 && self->inner_count != 0)
        return cairn__db_fail_at(db, self->inner, "there are subgoals of no record", detail);
    return CAIRN_OK;
}

/* No path is shorter than the distance; what else bounds a length needs the map. */
static cairn_status check_lengths(const cairn_db *db, cairn_detail *detail)
{
    const cairn__knn_db *self = cairn__db_get_knn(db);
    for (uint32_t place = 0; place < self->tree.count; place++) {
        const cairn__ends *ends = &self->tree.ends[place];
        if (self->lengths[place] < cairn__get_distance(ends->start, ends->goal))
            return cairn__fail_at_offset(detail, CAIRN_INVALID,
                                         cairn__db_get_offset(db, &self->lengths[place]),
                                         "a record is shorter than the distance between its ends");
    }
    return CAIRN_OK;
}

cairn_status cairn__knn_verify(const cairn_db *db, cairn_detail *detail)
{
    const cairn__knn_db *self = cairn__db_get_knn(db);
    if ((self->head->flags & ~CAIRN__KNN_SKIP_DIRECT) != 0)
        return cairn__db_fail_at(db, &self->head->flags, "an unknown flag is set", detail);
    size_t words = ((size_t)self->tree.count + 63) / 64;
    uint64_t *seen = cairn__allocate_zeroed(&db->allocator, words, sizeof *seen);
    if (seen == NULL)
        return cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    cairn_status status = check_ids(db, seen, detail);
    cairn__release(&db->allocator, seen);
    if (status == CAIRN_OK)
        status = check_firsts(db, detail);
    if (status != CAIRN_OK)
        return status;
    uint32_t fault;
    status = cairn__kd_tree_find_fault(&self->tree, &db->allocator, &fault);
    if (status != CAIRN_OK)
        return cairn__fail(detail, status, "out of memory");
    if (fault < self->tree.count)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT,
                                     cairn__db_get_offset(db, &self->tree.ends[fault]),
                                     "place %u breaks the kd order", (unsigned)fault);
    return check_lengths(db, detail);
}

/* A leg leads to another cell, and a climb gets there; adds what it costs. */
static bool is_leg(const cairn_map *map, cairn__xy from, cairn__xy to, uint64_t *cost)
{
    cairn__climb_result climb = cairn__climb(map, from, to, CAIRN_NO_CUTOFF);
    *cost += climb.cost;
    return !cairn__is_same_cell(from, to) && climb.reached;
}

cairn_status cairn__record_check(const cairn__record *record, const cairn_map *map,
                                 bool skip_direct, uint64_t offset, cairn_detail *detail)
{
    unsigned id = (unsigned)record->id;
    for (uint32_t i = 0; i < record->states; i++) {
        cairn__xy state = cairn__record_get_state(record, i);
        if (!cairn__is_open_cell(map, state))
            return cairn__fail_at_offset(detail, CAIRN_INVALID, offset,
                                         "state %u of record %u, %u,%u, is not open", (unsigned)i,
                                         id, state.x, state.y);
    }
    uint64_t cost = 0;
    for (uint32_t i = 0; i + 1 < record->states; i++)
        if (!is_leg(map, cairn__record_get_state(record, i), cairn__record_get_state(record, i + 1),
                    &cost))
            return cairn__fail_at_offset(detail, CAIRN_INVALID, offset,
                                         "leg %u of record %u cannot be climbed", (unsigned)i, id);
    if (cairn__is_same_cell(record->start, record->goal) ||
        cairn__is_legal_move(map, record->start, record->goal))
        return cairn__fail_at_offset(detail, CAIRN_INVALID, offset,
                                     "start and goal of record %u are too close", id);
    if (record->length < cairn__bound(map, record->start, record->goal) || record->length > cost)
        return cairn__fail_at_offset(detail, CAIRN_INVALID, offset,
                                     "record %u cannot have a length of %u", id,
                                     (unsigned)record->length);
    if (skip_direct && record->states == 2)
        return cairn__fail_at_offset(detail, CAIRN_INVALID, offset,
                                     "record %u has no subgoal between its ends", id);
    return CAIRN_OK;
}

static cairn_status check_place(const cairn_db *db, const cairn_map *map, uint32_t place,
                                cairn_detail *detail)
{
    const cairn__knn_db *self = cairn__db_get_knn(db);
    cairn__record record;
    cairn_status status = cairn__db_get_record(db, place, &record);
    if (status != CAIRN_OK)
        return status;
    return cairn__record_check(&record, map, (self->head->flags & CAIRN__KNN_SKIP_DIRECT) != 0,
                               cairn__db_get_offset(db, &self->tree.ends[place]), detail);
}

cairn_status cairn__knn_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail)
{
    uint32_t count = cairn__db_get_knn(db)->tree.count;
    cairn_status status = CAIRN_OK;
    for (uint32_t place = 0; status == CAIRN_OK && place < count; place++)
        status = check_place(db, map, place, detail);
    return status;
}
