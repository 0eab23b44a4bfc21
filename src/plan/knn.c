/* knn.c: kNN LRTA* on-line: following the states of a record that was selected, with the six
 * enhancements of docs/research/algorithms.md.
 *
 * The database is not trusted: a state of a record becomes a target only if it is joined to
 * the agent's cell, so that a damaged file can cost quality, but the agent still arrives. */
#include "plan/knn.h"

#include "base/memory.h"
#include "grid/bound.h"
#include "plan/detour.h"
#include "plan/slot.h"
#include "plan/region_walk.h"

static bool has(const cairn__slot *slot, uint32_t enhancement)
{
    const cairn__knn *knn = slot->state;
    return (knn->enhancements & enhancement) != 0;
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(cairn__knn)) + cairn__region_walk_get_bytes(setup) +
           cairn__detour_get_bytes(setup) + cairn__leg_get_bytes(setup) +
           cairn__select_get_bytes(setup);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    cairn__knn *knn = slot->state = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *knn);
    *knn = (cairn__knn){.cutoff = cairn__setup_get(setup, CAIRN_OPTION_CUTOFF),
                        .quota = cairn__setup_get(setup, CAIRN_OPTION_QUOTA),
                        .rank = cairn__setup_get(setup, CAIRN_OPTION_RANK) != 0,
                        .skip = cairn__setup_get(setup, CAIRN_OPTION_SKIP) != 0,
                        .fragments = setup->fragments};
    cairn__region_walk_create(slot, setup, next);
    next += cairn__region_walk_get_bytes(setup);
    cairn__detour_create(slot, setup, next);
    next += cairn__detour_get_bytes(setup);
    cairn__leg_create(slot, setup, next);
    next += cairn__leg_get_bytes(setup);
    cairn__select_create(knn, setup, next);
}

/* Fragments are those of the old database. */
static cairn_status set_db(cairn__slot *slot, const cairn_db *db)
{
    const cairn__knn *knn = slot->state;
    (void)db;
    return knn->fragments == NULL ? CAIRN_OK : CAIRN_KIND;
}

static void start(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    cairn__detour_end(slot);
    cairn__leg_start(slot);
    knn->phase = CAIRN__KNN_SELECT;
    knn->failures = 0;
    knn->selecting.stage = CAIRN__SELECT_GOAL;
    knn->reach.begun = false;
    knn->ahead = 0;
}

static uint32_t get_record(const cairn__slot *slot)
{
    const cairn__knn *knn = slot->state;
    return knn->phase == CAIRN__KNN_RECORD ? knn->record.id : CAIRN_NO_RECORD_ID;
}

static void head_for_goal(cairn__slot *slot, cairn__knn_phase phase)
{
    cairn__knn *knn = slot->state;
    knn->phase = phase;
    cairn__leg_set_target(slot, slot->goal);
}

/* Makes state `index` of the record the target; on a changed map the first after it that is not
 * blocked or cut off. */
static void head_for_state(cairn__slot *slot, uint32_t index)
{
    cairn__knn *knn = slot->state;
    cairn__xy state = cairn__record_get_state(&knn->record, index);
    while (!cairn__leg_can_reach(slot, state)) {
        if (index == knn->last || cairn__is_as_built(slot->map)) {
            head_for_goal(slot, CAIRN__KNN_GOAL);
            return;
        }
        state = cairn__record_get_state(&knn->record, ++index);
    }
    knn->index = index;
    cairn__leg_set_target(slot, state);
}

/* Has a scout find the way to the goal. */
static void ask_for_goal(cairn__slot *slot)
{
    head_for_goal(slot, CAIRN__KNN_GOAL);
    cairn__detour_start(slot, slot->goal);
}

/* Enhancement 6: how far to travel before another selection. */
static void fail_selection(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    slot->failures++;
    if (cairn__may_detour(slot)) {
        ask_for_goal(slot);
        return;
    }
    if (slot->walk != NULL) {
        knn->phase = CAIRN__KNN_FALLBACK;
        cairn__region_walk_start(slot);
        return;
    }
    knn->failures++;
    if (!has(slot, CAIRN_ENHANCE_QUOTA) || knn->failures > 1) {
        head_for_goal(slot, CAIRN__KNN_GOAL);
        return;
    }
    uint64_t quota = (uint64_t)knn->quota * cairn__bound(slot->map, slot->cell, slot->goal);
    knn->quota_left = (quota + 9) / 10;
    knn->cost_at_failure = slot->cost;
    head_for_goal(slot, CAIRN__KNN_QUOTA);
}

/* ---- which state next ---- */

/* The state after a record's last is the goal. */
static cairn__xy get_state(const cairn__slot *slot, uint32_t index)
{
    const cairn__knn *knn = slot->state;
    return index > knn->last ? slot->goal : cairn__record_get_state(&knn->record, index);
}

static void head_for(cairn__slot *slot, uint32_t index)
{
    cairn__knn *knn = slot->state;
    knn->phase = CAIRN__KNN_RECORD;
    if (index > knn->last)
        head_for_goal(slot, CAIRN__KNN_GOAL);
    else
        head_for_state(slot, index);
}

/* Option skip: heads for the farthest state in reach, up to CAIRN_MOST_AHEAD after the present one;
 * otherwise for state `nearest`, without a reachability check. False: the budget is used up
 * first. */
static bool skip_ahead(cairn__slot *slot, uint32_t nearest)
{
    cairn__knn *knn = slot->state;
    uint32_t left = knn->last + 1 - knn->index;
    if (knn->ahead == 0)
        knn->ahead = knn->index + (left < CAIRN_MOST_AHEAD ? left : CAIRN_MOST_AHEAD);
    for (; knn->ahead > nearest; knn->ahead--) {
        cairn__answer answer =
            cairn__knn_check_reach(slot, slot->cell, get_state(slot, knn->ahead));
        if (answer == CAIRN__PAUSED)
            return false;
        if (answer == CAIRN__DONE)
            break;
    }
    head_for(slot, knn->ahead);
    knn->ahead = 0;
    return true;
}

/* Enhancements 2 and 3: heads for a state, or for the one after it if that is in reach. */
static bool skip_one(cairn__slot *slot, uint32_t index, bool may_skip)
{
    cairn__answer answer = CAIRN__NONE;
    if (may_skip)
        answer = cairn__knn_check_reach(slot, slot->cell, get_state(slot, index + 1));
    if (answer != CAIRN__PAUSED)
        head_for(slot, answer == CAIRN__DONE ? index + 1 : index);
    return answer != CAIRN__PAUSED;
}

/* The first state to head for. */
static bool set_out(cairn__slot *slot)
{
    const cairn__knn *knn = slot->state;
    return knn->skip ? skip_ahead(slot, knn->index)
                     : skip_one(slot, knn->index, has(slot, CAIRN_ENHANCE_START));
}

/* The agent stands on the target state: the next one. */
static bool advance(cairn__slot *slot)
{
    const cairn__knn *knn = slot->state;
    uint32_t next = knn->index + 1;
    if (knn->skip && next <= knn->last)
        return skip_ahead(slot, next);
    return skip_one(slot, next, next == knn->last && has(slot, CAIRN_ENHANCE_END));
}

/* Enhancement 1: heads for the goal if it is in reach. */
static cairn__answer try_goal(cairn__slot *slot)
{
    if (!has(slot, CAIRN_ENHANCE_GOAL))
        return CAIRN__NONE;
    cairn__knn *knn = slot->state;
    cairn__answer answer = cairn__knn_check_reach(slot, slot->cell, slot->goal);
    if (answer == CAIRN__DONE) {
        knn->failures = 0;
        head_for_goal(slot, CAIRN__KNN_GOAL);
    }
    return answer;
}

/* ---- records on a changed map ---- */

static void start_check(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    knn->phase = CAIRN__KNN_CHECK;
    knn->checked = knn->index;
    knn->checked_before = slot->cell;
    cairn__detour_start_legs(slot);
}

static void end_check(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    cairn__detour_end(slot);
    knn->phase = CAIRN__KNN_RECORD;
}

/* Looks at the legs from the agent's cell to the goal; if detours make the way too long, a scout
 * finds another one. False: the budget is used up first. */
static bool check_record(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    for (; knn->checked <= knn->last + 1; knn->checked++) {
        cairn__xy state = get_state(slot, knn->checked);
        if (!cairn__leg_can_reach(slot, state))
            continue;
        cairn__answer answer = cairn__detour_check_leg(slot, knn->checked_before, state);
        if (answer == CAIRN__PAUSED)
            return false;
        if (answer == CAIRN__NONE) {
            ask_for_goal(slot);
            return true;
        }
        knn->checked_before = state;
    }
    end_check(slot);
    return true;
}

/* Selects a record. False: the budget is used up first, and another call goes on. */
static bool select_record(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    cairn__select_stage *stage = &knn->selecting.stage;
    if (*stage == CAIRN__SELECT_GOAL) {
        cairn__answer answer = try_goal(slot);
        if (answer != CAIRN__NONE)
            return answer == CAIRN__DONE;
        slot->selections++;
    }
    if (*stage != CAIRN__SELECT_STATE) {
        cairn__answer answer = cairn__select_find_record(slot);
        if (answer == CAIRN__PAUSED)
            return false;
        *stage = answer == CAIRN__DONE ? CAIRN__SELECT_STATE : CAIRN__SELECT_GOAL;
        if (answer == CAIRN__NONE) {
            fail_selection(slot);
            return true;
        }
        knn->failures = 0;
    }
    if (!set_out(slot))
        return false;
    *stage = CAIRN__SELECT_GOAL;
    if (knn->phase == CAIRN__KNN_RECORD && cairn__may_detour(slot))
        start_check(slot);
    return true;
}

/* ---- planning ---- */

/* Ends a run where the quota is used up. */
static void limit_run(cairn__slot *slot)
{
    const cairn__knn *knn = slot->state;
    uint64_t left = knn->quota_left - (slot->cost - knn->cost_at_failure);
    uint32_t cost = cairn__move_cost(slot->run.move);
    uint64_t moves = (left + cost - 1) / cost;
    if (slot->run.count > moves)
        slot->run.count = (uint32_t)moves;
}

static bool is_quota_used(const cairn__slot *slot)
{
    const cairn__knn *knn = slot->state;
    return slot->cost - knn->cost_at_failure >= knn->quota_left;
}

/* Climbs to the target and, where a climb is stuck, goes around by a scout. */
static cairn_status plan_around(cairn__slot *slot)
{
    cairn__meter *meter = &slot->meter;
    if (!cairn__is_on_detour(slot)) {
        if (!cairn__meter_try(meter, &meter->work.states, 1))
            return CAIRN_OK;
        slot->run = cairn__climb_run(slot->map, slot->cell, slot->target);
        if (slot->run.count > 0)
            return CAIRN_OK;
        cairn__detour_start(slot, slot->target);
    }
    if (cairn__detour_plan(slot) != CAIRN__NONE)
        return CAIRN_OK;
    return slot->guided ? CAIRN_INVALID : cairn__leg_plan(slot);
}

/* A guide climbs to the target. Where a climb is stuck, which is nowhere by a sound database, the net
 * of regions leads on. */
static cairn_status plan_guided(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    cairn__meter *meter = &slot->meter;
    if (!cairn__meter_try(meter, &meter->work.states, 1))
        return CAIRN_OK;
    slot->run = cairn__climb_run(slot->map, slot->cell, slot->target);
    if (slot->run.count > 0)
        return CAIRN_OK;
    knn->phase = CAIRN__KNN_FALLBACK;
    cairn__region_walk_start(slot);
    return cairn__region_walk_plan(slot);
}

static cairn_status plan(cairn__slot *slot)
{
    cairn__knn *knn = slot->state;
    if (cairn__is_on_detour(slot))
        return plan_around(slot);
    /* At most twice: a second failure in a row makes the quota infinite. */
    while (knn->phase == CAIRN__KNN_SELECT ||
           (knn->phase == CAIRN__KNN_QUOTA && is_quota_used(slot)))
        if (!select_record(slot))
            return CAIRN_OK;
    if (knn->phase == CAIRN__KNN_CHECK && !check_record(slot))
        return CAIRN_OK;
    if (knn->phase == CAIRN__KNN_FALLBACK)
        return cairn__region_walk_plan(slot);
    if (knn->phase == CAIRN__KNN_RECORD && cairn__is_same_cell(slot->cell, slot->target) &&
        !advance(slot))
        return CAIRN_OK;
    /* Two equal states in a row are in no sound record; following many would take too long. */
    if (knn->phase == CAIRN__KNN_RECORD && cairn__is_same_cell(slot->cell, slot->target))
        head_for_goal(slot, CAIRN__KNN_GOAL);
    if (cairn__may_detour(slot))
        return plan_around(slot);
    if (slot->guided)
        return plan_guided(slot);
    cairn_status status = cairn__leg_plan(slot);
    if (knn->phase == CAIRN__KNN_QUOTA && slot->run.count > 0)
        limit_run(slot);
    return status;
}

/* A record that is followed stays; a selection that has begun goes on, so that it ends even if each
 * step brings a change. */
static void notice(cairn__slot *slot, bool is_cut)
{
    cairn__knn *knn = slot->state;
    cairn__leg_notice(slot);
    if (knn->phase == CAIRN__KNN_FALLBACK) {
        cairn__region_walk_notice(slot, is_cut);
        return;
    }
    knn->reach.begun = knn->selecting.start_reached = false;
    if (knn->phase == CAIRN__KNN_SELECT && is_cut)
        start(slot);
    else if (knn->phase == CAIRN__KNN_CHECK)
        end_check(slot);
    else if (cairn__is_on_detour(slot))
        (void)cairn__detour_notice(slot, is_cut);
    if (knn->phase == CAIRN__KNN_RECORD && !cairn__is_on_detour(slot))
        head_for_state(slot, knn->index);
}

/* ---- for members of a crowd ---- */

/* The last word has the phase, and if a scout leads to the target. By regions the others are the walk's. */
#define PHASE_WORD (CAIRN__PLAN_WORDS - 1)
#define ON_DETOUR 0x100
#define RECORD_WORDS 3
#define DETOUR_WORDS (PHASE_WORD - RECORD_WORDS)

static bool pack(const cairn__slot *slot, uint32_t *words)
{
    const cairn__knn *knn = slot->state;
    const cairn__detour *detour = slot->detour;
    bool around = knn->phase != CAIRN__KNN_FALLBACK && detour != NULL && detour->active &&
                  !cairn__is_same_cell(slot->cell, detour->to);
    bool leads_on = around && cairn__is_same_cell(detour->to, slot->goal); /* and not to a state */
    cairn__knn_phase phase = leads_on ? CAIRN__KNN_GOAL : knn->phase;
    words[PHASE_WORD] = (uint32_t)phase | (around ? ON_DETOUR : 0);
    if (phase == CAIRN__KNN_FALLBACK)
        return cairn__region_walk_pack(slot, words);
    if (around)
        cairn__detour_pack(slot, words + RECORD_WORDS, DETOUR_WORDS);
    if (phase != CAIRN__KNN_RECORD)
        return phase == CAIRN__KNN_GOAL;
    words[0] = knn->record.place;
    words[1] = knn->index;
    words[2] = knn->last;
    return true;
}

static bool unpack_record(cairn__slot *slot, const uint32_t *words)
{
    cairn__knn *knn = slot->state;
    if (words[0] >= cairn__db_get_knn(slot->db)->tree.count ||
        cairn__db_get_record(slot->db, words[0], &knn->record) != CAIRN_OK)
        return false;
    knn->index = words[1];
    knn->last = words[2];
    if (knn->index > knn->last || knn->last >= knn->record.states)
        return false;
    head_for_state(slot, knn->index);
    return true;
}

/* A way around something leads on from where the member is: without it a climb would lead back. */
static bool unpack(cairn__slot *slot, const uint32_t *words)
{
    uint32_t phase = words[PHASE_WORD] & ~(uint32_t)ON_DETOUR;
    start(slot);
    head_for_goal(slot, (cairn__knn_phase)phase);
    if (phase == CAIRN__KNN_FALLBACK)
        return slot->walk != NULL && cairn__region_walk_unpack(slot, words);
    bool known = phase == CAIRN__KNN_RECORD ? unpack_record(slot, words) : phase == CAIRN__KNN_GOAL;
    if (known && (words[PHASE_WORD] & ON_DETOUR) != 0 && cairn__may_detour(slot))
        cairn__detour_unpack(slot, slot->target, words + RECORD_WORDS, DETOUR_WORDS);
    return known;
}

const cairn__algorithm cairn__algorithm_knn = {
    .kind = CAIRN_DB_KNN,
    .octile_alone = true,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .set_db = set_db,
    .notice = notice,
    .plan = plan,
    .pack = pack,
    .unpack = unpack,
    .get_record = get_record,
};
