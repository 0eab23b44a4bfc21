/* knn_select.c: finds a record for a problem: of the most similar ones the first that is in reach
 * at both ends, or with the option rank the one whose way is shortest. It may be broken off after
 * any piece of work, and goes on from there. */
#include "plan/knn.h"

#include "base/memory.h"
#include "grid/bound.h"

#define NO_CANDIDATE UINT32_MAX

/* The ends that are searched: of all records, or of all their fragments. */
static const cairn__kd_tree *get_tree(const cairn_db *db, const cairn_fragments *fragments)
{
    return fragments != NULL ? &fragments->tree : &cairn__db_get_knn(db)->tree;
}

static uint32_t get_enhancements(const cairn__setup *setup)
{
    return CAIRN_ENHANCE_ALL & ~cairn__setup_get(setup, CAIRN_OPTION_WITHOUT);
}

/* Enhancement 4: M records instead of all. */
static uint32_t count_candidates(const cairn__setup *setup)
{
    uint32_t all = get_tree(setup->db, setup->fragments)->count;
    uint32_t few = cairn__setup_get(setup, CAIRN_OPTION_CANDIDATES);
    return (get_enhancements(setup) & CAIRN_ENHANCE_FEW) != 0 && few < all ? few : all;
}

uint64_t cairn__select_get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(cairn__kd_search)) +
           cairn__round_up((uint64_t)count_candidates(setup) * sizeof(cairn_neighbour));
}

void cairn__select_create(cairn__knn *knn, const cairn__setup *setup, void *memory)
{
    knn->enhancements = get_enhancements(setup);
    knn->search = memory;
    knn->candidate_capacity = count_candidates(setup);
    knn->candidates =
        (cairn_neighbour *)(void *)((char *)memory + cairn__round_up(sizeof(cairn__kd_search)));
}

cairn__answer cairn__knn_check_reach(cairn__slot *slot, cairn__xy from, cairn__xy to)
{
    cairn__knn *knn = slot->state;
    const cairn__xy ends[2] = {from, to};
    return cairn__reach_check(slot, &knn->reach, ends, knn->cutoff);
}

/* ---- candidates ---- */

/* Reads the record or fragment behind a candidate; false if the database is damaged there. */
static bool read_candidate(cairn__slot *slot, uint32_t number)
{
    cairn__knn *knn = slot->state;
    const cairn_neighbour *candidate = &knn->candidates[number];
    uint32_t place = candidate->place, first = 0;
    const cairn__fragment *fragment = NULL;
    if (knn->fragments != NULL) {
        fragment = &knn->fragments->fragments[candidate->id];
        place = fragment->place;
    }
    if (cairn__db_get_record(slot->db, place, &knn->record) != CAIRN_OK)
        return false;
    knn->last = knn->record.states - 1;
    if (fragment != NULL) {
        first = fragment->first;
        knn->last = fragment->last;
    }
    knn->index = first;
    return true;
}

/* The length of the way over a candidate, as far as it is known: of a fragment only the distance
 * between its ends is. */
static uint64_t get_length(const cairn__slot *slot, uint32_t number)
{
    const cairn__knn *knn = slot->state;
    const cairn_neighbour *candidate = &knn->candidates[number];
    const cairn__ends *ends = &get_tree(slot->db, knn->fragments)->ends[candidate->place];
    uint64_t length = knn->fragments != NULL
                          ? cairn__bound(slot->map, ends->start, ends->goal)
                          : cairn__db_get_knn(slot->db)->lengths[candidate->place];
    return cairn__bound(slot->map, slot->cell, ends->start) + length +
           cairn__bound(slot->map, ends->goal, slot->goal);
}

/* Both ends of the present candidate in reach? */
static cairn__answer check_ends(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    cairn__selecting *self = &knn->selecting;
    const cairn__ends *ends =
        &get_tree(slot->db, knn->fragments)->ends[knn->candidates[self->candidate].place];
    if (!self->start_reached) {
        cairn__answer answer = cairn__knn_check_reach(slot, slot->cell, ends->start);
        if (answer != CAIRN__DONE || !cairn__is_open_cell(slot->map, ends->goal))
            return answer == CAIRN__PAUSED ? answer : CAIRN__NONE;
        self->start_reached = true;
    }
    cairn__answer answer = cairn__knn_check_reach(slot, ends->goal, slot->goal);
    self->start_reached = answer == CAIRN__PAUSED;
    return answer;
}

/* Enhancement 4 aside, all records may be candidates: each takes a unit at least. */
static cairn__answer check_candidate(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    cairn__selecting *self = &knn->selecting;
    bool begun = self->start_reached || knn->reach.begun;
    if (knn->rank && !begun && get_length(slot, self->candidate) >= self->best_length)
        return cairn__meter_try(&slot->meter, &slot->meter.work.others, 1) ? CAIRN__NONE
                                                                           : CAIRN__PAUSED;
    cairn__answer answer = check_ends(slot);
    if (answer == CAIRN__DONE && !read_candidate(slot, self->candidate))
        return CAIRN__NONE;
    return answer;
}

/* The first candidate that can be used, or the best of all that can. */
static cairn__answer choose_candidate(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    cairn__selecting *self = &knn->selecting;
    for (; self->candidate < knn->search->count; self->candidate++) {
        cairn__answer answer = check_candidate(slot);
        if (answer == CAIRN__PAUSED || (answer == CAIRN__DONE && !knn->rank))
            return answer;
        if (answer == CAIRN__DONE) {
            self->best = self->candidate;
            self->best_length = get_length(slot, self->candidate);
        }
    }
    return self->best != NO_CANDIDATE && read_candidate(slot, self->best) ? CAIRN__DONE
                                                                          : CAIRN__NONE;
}

/* ---- the search ---- */

static void start_search(const cairn__slot *slot, cairn__knn *knn)
{
    cairn__ends query = {slot->cell, slot->goal};
    bool by_scan = (knn->enhancements & CAIRN_ENHANCE_TREE) == 0;
    cairn__kd_search_start(knn->search, get_tree(slot->db, knn->fragments), query, by_scan,
                           knn->candidate_capacity, knn->candidates);
}

cairn__answer cairn__select_find_record(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    cairn__selecting *self = &knn->selecting;
    if (self->stage == CAIRN__SELECT_GOAL) {
        self->stage = CAIRN__SELECT_SEARCH;
        start_search(slot, knn);
    }
    if (self->stage == CAIRN__SELECT_SEARCH) {
        if (cairn__kd_search_run(knn->search, &slot->meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        *self = (cairn__selecting){
            .stage = CAIRN__SELECT_CHECK, .best = NO_CANDIDATE, .best_length = UINT64_MAX};
    }
    return choose_candidate(slot);
}
