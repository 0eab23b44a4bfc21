/* labels.c: walking the optimal path that labels tell: from corner to corner up to the hub of the
 * way, and from there down to the goal.
 *
 * The way up is read from label to label. The way down is the way up from the goal's corner, read
 * backwards: its corners nearest to the hub are kept, the others read again when these are used up.
 *
 * Labels are trusted for nothing: a corner becomes the target only if the distance left falls by
 * the distance to it, so no way is endless; and if a leg is not straight the fall-back takes over. */
#include "plan/plan.h"

#include <assert.h>

#include "base/memory.h"

static const cairn__label_set *get_set(const cairn_agent *agent)
{
    return &agent->def.db->labels;
}

/* ---- an agent's memory ---- */

static bool has_own_desk(const cairn_agent_def *def)
{
    return def->db != NULL && def->desk == NULL;
}

static size_t get_bytes(const cairn_agent_def *def)
{
    size_t desk = has_own_desk(def) ? cairn__desk_get_bytes(def->db->labels.nodes) : 0;
    return cairn__leg_get_bytes(def) + cairn__round_up(sizeof(cairn__labels_state)) + desk;
}

static void create(cairn_agent *agent, void *memory)
{
    char *next = (char *)memory + cairn__leg_get_bytes(&agent->def);
    cairn__leg_create(agent, memory);
    agent->labels = (cairn__labels_state *)(void *)next;
    agent->labels->desk = agent->def.desk;
    if (!has_own_desk(&agent->def))
        return;
    next += cairn__round_up(sizeof *agent->labels);
    cairn__desk_start(&agent->labels->own_desk, get_set(agent)->nodes, next);
    agent->labels->desk = &agent->labels->own_desk;
}

static void start(cairn_agent *agent)
{
    cairn__labels_state *self = agent->labels;
    cairn__leg_start(agent);
    if (agent->def.db == NULL) {
        self->phase = CAIRN__LABELS_FALLBACK;
        return;
    }
    cairn__way_search_start(&self->search, agent->cell, agent->goal);
    self->phase = CAIRN__LABELS_SEARCH;
}

static void leave(cairn_agent *agent)
{
    if (agent->labels->desk != NULL)
        cairn__way_search_leave(&agent->labels->search, agent->labels->desk);
}

/* ---- the way ---- */

static bool has_net(const cairn_agent *agent)
{
    return agent->def.db != NULL && agent->def.db->has_net;
}

/* Labels have no answer: the net of regions, or without one LRTA*. */
static void fall_back(cairn_agent *agent)
{
    agent->selection_failures++;
    agent->labels->phase = CAIRN__LABELS_FALLBACK;
    if (has_net(agent))
        cairn__region_walk_start(agent);
    else
        cairn__leg_set_target(agent, agent->goal);
}

static cairn_status plan_fallback(cairn_agent *agent, cairn_work *work)
{
    return has_net(agent) ? cairn__region_walk_plan(agent, work) : cairn__leg_plan(agent, work);
}

static void head_for_node(cairn_agent *agent, uint32_t node)
{
    agent->labels->node = node;
    cairn__label_set_prefetch(get_set(agent), node);
    cairn__leg_set_target(agent, get_set(agent)->cells[node]);
}

static void head_for_goal(cairn_agent *agent)
{
    agent->labels->phase = CAIRN__LABELS_GOAL;
    cairn__leg_set_target(agent, agent->goal);
}

/* A node of a way to the hub, and what is left of it. */
typedef struct cairn__labels_place place;

#define LOOK_UNITS CAIRN__LABEL_UNITS
static_assert(LOOK_UNITS <= CAIRN_MIN_WORK, "a look is not broken off");
static_assert(CAIRN__WAYS_UNITS <= CAIRN_MIN_WORK, "nor are these");

/* Reads how the way to the hub goes on from a node; false at damage. */
static bool look_ahead(const cairn_agent *agent, const place *at, cairn_work *work,
                       cairn__label_entry *entry)
{
    const cairn__label_set *set = get_set(agent);
    cairn__label label;
    if (!cairn__label_set_get(set, at->node, &label))
        return false;
    work->entries += cairn__label_get_units(&label);
    return cairn__label_find(set, &label, agent->labels->search.best.hub, entry) &&
           (at->left == UINT32_MAX || at->left == entry->distance);
}

/* Goes on to the next node, which must be nearer to the hub; false if it is not. */
static bool go_on(const cairn_agent *agent, const cairn__label_entry *entry, place *at)
{
    const cairn__label_set *set = get_set(agent);
    if (entry->next >= set->nodes)
        return false;
    uint32_t length = cairn__get_distance(set->cells[at->node], set->cells[entry->next]);
    if (length == 0 || length > entry->distance)
        return false;
    *at = (place){entry->next, entry->distance - length};
    return true;
}

/* Lists the way from the goal's corner up to the node where the agent is, as much of its end as
 * there is room for. False if the budget is used up first. */
static bool list_way_down(cairn_agent *agent, cairn_work *work)
{
    cairn__labels_state *self = agent->labels;
    while (self->listed.node != self->node) {
        cairn__label_entry entry;
        if (!cairn__agent_can_spend(agent, work, LOOK_UNITS))
            return false;
        self->way[self->way_end++ % CAIRN__LABELS_WAY] = self->listed.node;
        if (!look_ahead(agent, &self->listed, work, &entry) ||
            !go_on(agent, &entry, &self->listed)) {
            fall_back(agent);
            return true;
        }
    }
    self->way_left = self->way_end < CAIRN__LABELS_WAY ? self->way_end : CAIRN__LABELS_WAY;
    self->phase = CAIRN__LABELS_DOWN;
    return true;
}

static void begin_listing(cairn_agent *agent)
{
    cairn__labels_state *self = agent->labels;
    self->phase = CAIRN__LABELS_LIST;
    self->listed = (place){self->search.best.nodes[1], UINT32_MAX};
    self->way_end = 0;
}

/* The agent stands at a node of the way up. */
static void go_up(cairn_agent *agent, cairn_work *work)
{
    cairn__labels_state *self = agent->labels;
    place at = {self->node, self->left};
    cairn__label_entry entry;
    bool known = look_ahead(agent, &at, work, &entry);
    if (known && entry.distance == 0)
        begin_listing(agent);
    else if (known && go_on(agent, &entry, &at)) {
        self->left = at.left;
        head_for_node(agent, at.node);
    } else
        fall_back(agent);
}

/* The agent stands at a node of the way down. */
static void go_down(cairn_agent *agent)
{
    cairn__labels_state *self = agent->labels;
    if (self->node == self->search.best.nodes[1])
        head_for_goal(agent);
    else if (self->way_left == 0)
        begin_listing(agent);
    else {
        self->way_left--;
        head_for_node(agent, self->way[--self->way_end % CAIRN__LABELS_WAY]);
    }
}

/* A way was found. */
static void begin_way(cairn_agent *agent)
{
    cairn__labels_state *self = agent->labels;
    if (self->search.best.straight) {
        head_for_goal(agent);
        return;
    }
    self->phase = CAIRN__LABELS_UP;
    self->left = UINT32_MAX;
    head_for_node(agent, self->search.best.nodes[0]);
}

/* Searches on; false if the budget is used up first. */
static bool search(cairn_agent *agent, cairn_work *work)
{
    cairn__labels_state *self = agent->labels;
    uint64_t left = cairn__agent_get_left(agent, work);
    cairn__meter meter = {.left = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX};
    cairn__ways_answer answer =
        cairn__way_search_run(&self->search, agent->def.map, get_set(agent), self->desk, &meter);
    work->scans += meter.scans;
    work->entries += meter.entries;
    work->moves += meter.moves;
    if (answer == CAIRN__WAYS_PAUSED)
        return false;
    agent->selections++;
    if (answer == CAIRN__WAYS_FOUND)
        begin_way(agent);
    else
        fall_back(agent);
    return true;
}

/* ---- planning ---- */

/* Plans the next moves to the target; a leg that is not straight was not meant. */
static cairn_status climb(cairn_agent *agent, cairn_work *work)
{
    agent->run = cairn__climb_run(agent->def.map, agent->cell, agent->leg.target);
    work->states++;
    if (CAIRN__LIKELY(agent->run.count > 0 && agent->run.rise == 0))
        return CAIRN_OK;
    agent->run = (cairn__run){0};
    fall_back(agent);
    return plan_fallback(agent, work);
}

/* Finds the next target; false if the budget is used up first. */
static bool advance(cairn_agent *agent, cairn_work *work)
{
    cairn__labels_state *self = agent->labels;
    if (!cairn__agent_can_spend(agent, work, LOOK_UNITS))
        return false;
    switch (self->phase) {
    case CAIRN__LABELS_SEARCH:
        return search(agent, work);
    case CAIRN__LABELS_UP:
        go_up(agent, work);
        return true;
    case CAIRN__LABELS_LIST:
        return list_way_down(agent, work);
    case CAIRN__LABELS_DOWN:
        go_down(agent);
        return true;
    case CAIRN__LABELS_GOAL:
    case CAIRN__LABELS_FALLBACK:
        break;
    }
    return true;
}

/* True if the agent does not know where to go. */
static bool is_aimless(const cairn_agent *agent)
{
    cairn__labels_phase phase = agent->labels->phase;
    return phase == CAIRN__LABELS_SEARCH || phase == CAIRN__LABELS_LIST ||
           (phase != CAIRN__LABELS_FALLBACK && cairn__is_same_cell(agent->cell, agent->leg.target));
}

/* A climb's look, and one around where it is stuck. */
#define CLIMB_UNITS 10

static cairn_status plan(cairn_agent *agent, cairn_work *work)
{
    while (is_aimless(agent))
        if (!advance(agent, work))
            return CAIRN_OK;
    if (!cairn__agent_can_spend(agent, work, CLIMB_UNITS))
        return CAIRN_OK;
    return agent->labels->phase == CAIRN__LABELS_FALLBACK ? plan_fallback(agent, work)
                                                          : climb(agent, work);
}

const cairn__operations cairn__labels_operations = {
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
    .leave = leave,
};
