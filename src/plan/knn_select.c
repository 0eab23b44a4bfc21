/* knn_select.c: finding a record for a problem (Fig. 8): the most similar ones, and the first of
 * them that is in reach at both ends, or with rank_by_length the one whose way is shortest. All of
 * it may be broken off after any piece and goes on from there. */
#include "base/xy.h"
#include "plan/plan.h"

#include "base/memory.h"

#define NO_CANDIDATE UINT32_MAX

/* The ends that are searched: of all records, or of all their fragments. */
static const cairn__kd_tree *get_tree(const cairn_agent_def *def)
{
    if (def->fragments != NULL)
        return &def->fragments->tree;
    return def->db != NULL ? &def->db->tree : NULL;
}

/* Enhancement 4: M records instead of all. */
static uint32_t count_candidates(const cairn_agent_def *def)
{
    const cairn__kd_tree *tree = get_tree(def);
    uint32_t all = tree != NULL ? tree->count : 0;
    if ((def->enhancements & CAIRN_ENHANCE_FEW) == 0)
        return all;
    return def->candidates < all ? def->candidates : all;
}

size_t cairn__select_get_bytes(const cairn_agent_def *def)
{
    return cairn__round_up(sizeof(cairn__kd_search)) +
           count_candidates(def) * sizeof(cairn_neighbour);
}

void cairn__select_create(cairn_agent *agent, void *memory)
{
    agent->knn.search = memory;
    agent->knn.candidate_capacity = count_candidates(&agent->def);
    agent->knn.candidates =
        (cairn_neighbour *)(void *)((char *)memory + cairn__round_up(sizeof(cairn__kd_search)));
}

/* ---- reach ---- */

/* A climb takes at least as many moves as the longer axis. */
static bool is_too_far(cairn__xy from, cairn__xy to, uint32_t cutoff)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    uint32_t dx = (uint32_t)(x < 0 ? -x : x), dy = (uint32_t)(y < 0 ? -y : y);
    return (dx > dy ? dx : dy) > cutoff;
}

cairn__answer cairn__knn_check_reach(cairn_agent *agent, cairn__xy from, cairn__xy to,
                                     cairn_work *work)
{
    cairn__reach *reach = &agent->knn.reach;
    if (!reach->begun) {
        if (!cairn__agent_spend(agent, work, 1))
            return CAIRN__LATER;
        if (is_too_far(from, to, agent->def.cutoff))
            return CAIRN__NO;
        *reach = (cairn__reach){true, from, agent->def.cutoff};
    }
    uint64_t budget = cairn__agent_get_left(agent, work);
    uint32_t most = reach->left < budget ? reach->left : (uint32_t)budget;
    cairn__climb_result climb = cairn__climb(agent->def.map, reach->cell, to, most);
    work->moves += climb.moves;
    reach->cell = climb.end;
    reach->left -= climb.moves;
    reach->begun = !climb.reached && climb.moves == most && reach->left > 0;
    if (reach->begun)
        return CAIRN__LATER;
    return climb.reached ? CAIRN__YES : CAIRN__NO;
}

/* ---- candidates ---- */

/* Reads the record or fragment behind a candidate; false if the database is damaged there. */
static bool read_candidate(cairn_agent *agent, uint32_t number)
{
    cairn__knn *knn = &agent->knn;
    const cairn_neighbour *candidate = &knn->candidates[number];
    uint32_t place = candidate->place, first = 0;
    const cairn__fragment *fragment = NULL;
    if (agent->def.fragments != NULL) {
        fragment = &agent->def.fragments->fragments[candidate->id];
        place = fragment->place;
    }
    if (cairn__db_get_record(agent->def.db, place, &knn->record) != CAIRN_OK)
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
static uint64_t get_length(const cairn_agent *agent, uint32_t number)
{
    const cairn_neighbour *candidate = &agent->knn.candidates[number];
    const cairn__ends *ends = &get_tree(&agent->def)->ends[candidate->place];
    uint64_t length = agent->def.fragments != NULL ? cairn__get_distance(ends->start, ends->goal)
                                                   : agent->def.db->lengths[candidate->place];
    return cairn__get_distance(agent->cell, ends->start) + length +
           cairn__get_distance(ends->goal, agent->goal);
}

/* Both ends of the present candidate in reach? */
static cairn__answer check_ends(cairn_agent *agent, cairn_work *work)
{
    cairn__knn *knn = &agent->knn;
    cairn__selecting *self = &knn->selecting;
    const cairn__ends *ends = &get_tree(&agent->def)->ends[knn->candidates[self->candidate].place];
    if (!self->start_reached) {
        cairn__answer answer = cairn__knn_check_reach(agent, agent->cell, ends->start, work);
        if (answer != CAIRN__YES || !cairn__is_open_cell(agent->def.map, ends->goal))
            return answer == CAIRN__LATER ? answer : CAIRN__NO;
        self->start_reached = true;
    }
    cairn__answer answer = cairn__knn_check_reach(agent, ends->goal, agent->goal, work);
    self->start_reached = answer == CAIRN__LATER;
    return answer;
}

/* Enhancement 4 aside, all records may be candidates: each takes a unit at least. */
static cairn__answer check_candidate(cairn_agent *agent, cairn_work *work)
{
    cairn__selecting *self = &agent->knn.selecting;
    bool begun = self->start_reached || agent->knn.reach.begun;
    if (agent->def.rank_by_length && !begun &&
        get_length(agent, self->candidate) >= self->best_length)
        return cairn__agent_spend(agent, work, 1) ? CAIRN__NO : CAIRN__LATER;
    cairn__answer answer = check_ends(agent, work);
    if (answer == CAIRN__YES && !read_candidate(agent, self->candidate))
        return CAIRN__NO;
    return answer;
}

/* The first candidate that can be used, or the best of all that can. */
static cairn__answer choose_candidate(cairn_agent *agent, cairn_work *work)
{
    cairn__selecting *self = &agent->knn.selecting;
    for (; self->candidate < agent->knn.search->count; self->candidate++) {
        cairn__answer answer = check_candidate(agent, work);
        if (answer == CAIRN__LATER || (answer == CAIRN__YES && !agent->def.rank_by_length))
            return answer;
        if (answer == CAIRN__YES) {
            self->best = self->candidate;
            self->best_length = get_length(agent, self->candidate);
        }
    }
    return self->best != NO_CANDIDATE && read_candidate(agent, self->best) ? CAIRN__YES : CAIRN__NO;
}

/* ---- the search ---- */

static void start_search(cairn_agent *agent, const cairn__kd_tree *tree)
{
    cairn__knn *knn = &agent->knn;
    cairn__ends query = {agent->cell, agent->goal};
    bool by_scan = (agent->def.enhancements & CAIRN_ENHANCE_TREE) == 0;
    cairn__kd_search_start(knn->search, tree, query, by_scan, knn->candidate_capacity,
                           knn->candidates);
}

static bool run_search(cairn_agent *agent, cairn_work *work)
{
    cairn__kd_work spent = {.left = cairn__agent_get_left(agent, work)};
    uint64_t left = spent.left;
    bool done = cairn__kd_search_run(agent->knn.search, &spent);
    work->records += spent.compared;
    agent->uncounted += left - spent.left - spent.compared;
    return done;
}

cairn__answer cairn__select_find_record(cairn_agent *agent, cairn_work *work)
{
    cairn__selecting *self = &agent->knn.selecting;
    const cairn__kd_tree *tree = get_tree(&agent->def);
    if (tree == NULL)
        return CAIRN__NO;
    if (self->stage == CAIRN__SELECT_GOAL) {
        self->stage = CAIRN__SELECT_SEARCH;
        start_search(agent, tree);
    }
    if (self->stage == CAIRN__SELECT_SEARCH) {
        if (!run_search(agent, work))
            return CAIRN__LATER;
        *self = (cairn__selecting){
            .stage = CAIRN__SELECT_CHECK, .best = NO_CANDIDATE, .best_length = UINT64_MAX};
    }
    return choose_candidate(agent, work);
}
