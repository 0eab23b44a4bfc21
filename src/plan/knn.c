/* knn.c: kNN LRTA* on-line: selecting a record (Fig. 8) and following its states (section 6), with
 * the six enhancements of section 6.2. Numbers of enhancements are the paper's.
 *
 * A database is trusted for nothing: a state of a record becomes a target only if it is joined to
 * the agent's cell, so that a damaged file can cost quality but never completeness (Theorem 7). */
#include "plan/plan.h"

static bool has(const cairn_agent *agent, cairn_enhancement enhancement)
{
    return (agent->def.enhancements & (uint32_t)enhancement) != 0;
}

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

static size_t get_bytes(const cairn_agent_def *def)
{
    return cairn__leg_get_bytes(def) + count_candidates(def) * sizeof(cairn_neighbour);
}

static void create(cairn_agent *agent, void *memory)
{
    cairn__leg_create(agent, memory);
    agent->knn.candidate_capacity = count_candidates(&agent->def);
    agent->knn.candidates =
        (cairn_neighbour *)(void *)((char *)memory + cairn__leg_get_bytes(&agent->def));
}

static void start(cairn_agent *agent)
{
    cairn__leg_start(agent);
    agent->knn.phase = CAIRN__KNN_SELECT;
    agent->knn.failures = 0;
}

/* Fig. 7 with the on-line cut-off. A climb takes at least as many moves as the longer axis. */
static bool is_reachable(const cairn_agent *agent, cairn_cell from, cairn_cell to, cairn_work *work)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    uint32_t dx = (uint32_t)(x < 0 ? -x : x), dy = (uint32_t)(y < 0 ? -y : y);
    if ((dx > dy ? dx : dy) > agent->def.cutoff)
        return false;
    cairn_climb climb = cairn__climb(agent->def.map, from, to, agent->def.cutoff);
    work->moves += climb.moves;
    return climb.reached;
}

static void head_for_goal(cairn_agent *agent, cairn__knn_phase phase)
{
    agent->knn.phase = phase;
    cairn__leg_set_target(agent, agent->goal);
}

/* Makes state `index` of the record the target. */
static void head_for_state(cairn_agent *agent, uint32_t index)
{
    cairn_cell state = cairn_record_get_state(&agent->knn.record, index);
    if (!cairn__leg_can_reach(agent, state)) {
        head_for_goal(agent, CAIRN__KNN_GOAL);
        return;
    }
    agent->knn.index = index;
    cairn__leg_set_target(agent, state);
}

/* Reads the record or fragment behind a candidate; false if the database is damaged there. */
static bool read_candidate(cairn_agent *agent, const cairn_neighbour *candidate)
{
    cairn__knn *knn = &agent->knn;
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

/* Fig. 8, lines 1 to 8. Leaves the chosen record in agent->knn, its first state as the index. */
static bool find_record(cairn_agent *agent, cairn_work *work)
{
    cairn__knn *knn = &agent->knn;
    const cairn__kd_tree *tree = get_tree(&agent->def);
    if (tree == NULL)
        return false;
    cairn__ends query = {agent->cell, agent->goal};
    uint32_t count = has(agent, CAIRN_ENHANCE_TREE)
                         ? cairn__kd_tree_find_nearest(tree, query, knn->candidate_capacity,
                                                       knn->candidates, &work->records)
                         : cairn__kd_tree_scan_nearest(tree, query, knn->candidate_capacity,
                                                       knn->candidates, &work->records);
    for (uint32_t i = 0; i < count; i++) {
        const cairn__ends *ends = &tree->ends[knn->candidates[i].place];
        if (!is_reachable(agent, agent->cell, ends->start, work) ||
            !cairn__is_open_cell(agent->def.map, ends->goal) ||
            !is_reachable(agent, ends->goal, agent->goal, work))
            continue;
        if (read_candidate(agent, &knn->candidates[i]))
            return true;
    }
    return false;
}

/* Enhancement 6: how far to travel before another selection. */
static void fail_selection(cairn_agent *agent)
{
    cairn__knn *knn = &agent->knn;
    agent->selection_failures++;
    if (agent->def.db != NULL && agent->def.db->has_net) {
        knn->phase = CAIRN__KNN_FALLBACK;
        cairn__region_walk_start(agent);
        return;
    }
    knn->failures++;
    if (!has(agent, CAIRN_ENHANCE_QUOTA) || knn->failures > 1) {
        head_for_goal(agent, CAIRN__KNN_GOAL);
        return;
    }
    uint64_t quota =
        (uint64_t)agent->def.quota_tenths * cairn_get_distance(agent->cell, agent->goal);
    knn->quota_left = (quota + 9) / 10;
    knn->cost_at_failure = agent->cost;
    head_for_goal(agent, CAIRN__KNN_QUOTA);
}

/* Fig. 8 with enhancements 1 and 2. */
static void select_record(cairn_agent *agent, cairn_work *work)
{
    cairn__knn *knn = &agent->knn;
    if (has(agent, CAIRN_ENHANCE_GOAL) && is_reachable(agent, agent->cell, agent->goal, work)) {
        knn->failures = 0;
        head_for_goal(agent, CAIRN__KNN_GOAL);
        return;
    }
    agent->selections++;
    if (!find_record(agent, work)) {
        fail_selection(agent);
        return;
    }
    knn->failures = 0;
    knn->phase = CAIRN__KNN_RECORD;
    uint32_t first = knn->index;
    cairn_cell second = cairn_record_get_state(&knn->record, first + 1);
    if (has(agent, CAIRN_ENHANCE_START) && is_reachable(agent, agent->cell, second, work))
        first++;
    head_for_state(agent, first);
}

/* The agent stands on the target state: the next one, or with enhancement 3 the goal. */
static void advance(cairn_agent *agent, cairn_work *work)
{
    cairn__knn *knn = &agent->knn;
    bool before_last = knn->index + 1 == knn->last;
    if (knn->index == knn->last || (before_last && has(agent, CAIRN_ENHANCE_END) &&
                                    is_reachable(agent, agent->cell, agent->goal, work)))
        head_for_goal(agent, CAIRN__KNN_GOAL);
    else
        head_for_state(agent, knn->index + 1);
}

/* Ends a run where the quota is used up. */
static void limit_run(cairn_agent *agent)
{
    uint64_t travelled = agent->cost - agent->knn.cost_at_failure;
    uint64_t left = agent->knn.quota_left - travelled;
    uint32_t cost = cairn__move_cost(agent->run.move);
    uint64_t moves = (left + cost - 1) / cost;
    if (agent->run.count > moves)
        agent->run.count = (uint32_t)moves;
}

static bool is_quota_used(const cairn_agent *agent)
{
    return agent->cost - agent->knn.cost_at_failure >= agent->knn.quota_left;
}

static cairn_status plan(cairn_agent *agent, cairn_work *work)
{
    cairn__knn *knn = &agent->knn;
    /* At most twice: a second failure in a row makes the quota infinite. */
    while (knn->phase == CAIRN__KNN_SELECT ||
           (knn->phase == CAIRN__KNN_QUOTA && is_quota_used(agent)))
        select_record(agent, work);
    if (knn->phase == CAIRN__KNN_FALLBACK)
        return cairn__region_walk_plan(agent, work);
    if (knn->phase == CAIRN__KNN_RECORD && cairn_is_same_cell(agent->cell, agent->leg.target))
        advance(agent, work);
    /* Two equal states in a row are in no sound record; following many would take too long. */
    if (knn->phase == CAIRN__KNN_RECORD && cairn_is_same_cell(agent->cell, agent->leg.target))
        head_for_goal(agent, CAIRN__KNN_GOAL);
    cairn_status status = cairn__leg_plan(agent, work);
    if (status == CAIRN_OK && knn->phase == CAIRN__KNN_QUOTA)
        limit_run(agent);
    return status;
}

const cairn__operations cairn__knn_operations = {
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
