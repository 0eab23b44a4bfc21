/* labels.c: walking the optimal path that labels tell: from corner to corner up to the hub of the
 * way, and from there down to the goal.
 *
 * The way up is read from label to label. The way down is the way up from the goal's corner, read
 * backwards: its corners nearest to the hub are kept, the others read again when these are used up.
 *
 * Labels are not trusted: a corner becomes the target only if the distance left falls by the
 * distance to it, so no way is endless; and if a leg is not straight the fall-back takes over. */
#include "plan/labels.h"

#include "base/memory.h"
#include "db/label_ways.h"
#include "plan/leg.h"
#include "plan/region_walk.h"

typedef enum labels_phase {
    SEARCH,   /* which way? */
    UP,       /* to the hub */
    LIST,     /* which way down? */
    DOWN,     /* to the goal's corner */
    GOAL,     /* to the goal */
    FAILED,   /* the labels failed, and there was no memory to go on without them yet */
    FALLBACK, /* without labels */
} labels_phase;

/* A corner on the way to the hub, and the distance left from there; UINT32_MAX: not known. */
typedef struct place {
    uint32_t node;
    uint32_t left;
} place;

/* Corners of the way down that are kept. */
#define WAY 32

/* The room to search. */
typedef struct labels_room {
    cairn__way_search search;
    cairn__desk desk;
} labels_room;

typedef struct labels_state {
    labels_phase phase;
    uint32_t node; /* the target, unless that is the goal */
    uint32_t left; /* distance from there to the hub, going up */
    place listed;
    uint32_t way[WAY]; /* a ring */
    uint32_t way_end;
    uint32_t way_left; /* of it */
    labels_room *room;
} labels_state;

static const cairn__label_set *get_set(const cairn_agent *agent)
{
    return &agent->db->labels;
}

static const cairn__label_way *get_way(const cairn_agent *agent)
{
    const labels_state *self = agent->state;
    return &self->room->search.best;
}

/* ---- an agent's memory ---- */

static uint64_t get_room_bytes(const cairn_db *db)
{
    return cairn__round_up(sizeof(labels_room)) + cairn__desk_get_bytes(db->labels.nodes);
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(labels_state)) + get_room_bytes(setup->db) +
           cairn__region_walk_get_bytes(setup) + cairn__leg_get_reserve(setup);
}

static void create(cairn_agent *agent, const cairn__setup *setup, void *memory)
{
    labels_state *self = agent->state = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    self->room = (labels_room *)(void *)next;
    cairn__desk_start(&self->room->desk, setup->db->labels.nodes,
                      next + cairn__round_up(sizeof *self->room));
    next += get_room_bytes(setup->db);
    cairn__region_walk_create(agent, setup, next);
    next += cairn__region_walk_get_bytes(setup);
    cairn__leg_create_reserve(agent, setup, next);
}

static void start(cairn_agent *agent)
{
    labels_state *self = agent->state;
    cairn__leg_start(agent);
    cairn__way_search_start(&self->room->search, agent->cell, agent->goal);
    self->phase = SEARCH;
}

/* ---- the way ---- */

/* Labels have no answer: the net of regions, or without one LRTA*. */
static cairn_status fall_back(cairn_agent *agent)
{
    labels_state *self = agent->state;
    cairn_status status = CAIRN_OK;
    self->phase = FAILED;
    if (agent->walk != NULL)
        cairn__region_walk_start(agent);
    else
        status = cairn__leg_take_over(agent);
    if (status != CAIRN_OK)
        return status;
    agent->failures++;
    self->phase = FALLBACK;
    return CAIRN_OK;
}

static cairn_status plan_fallback(cairn_agent *agent)
{
    return agent->walk != NULL ? cairn__region_walk_plan(agent) : cairn__leg_plan(agent);
}

static void head_for_node(cairn_agent *agent, uint32_t node)
{
    labels_state *self = agent->state;
    self->node = node;
    cairn__label_set_prefetch(get_set(agent), node);
    agent->target = get_set(agent)->cells[node];
}

static void head_for_goal(cairn_agent *agent)
{
    labels_state *self = agent->state;
    self->phase = GOAL;
    agent->target = agent->goal;
}

static_assert(CAIRN__LABEL_UNITS <= CAIRN_MIN_WORK, "reading a label is indivisible");

/* Reads how the way to the hub goes on from a node. NO: the labels are damaged. */
static cairn__answer look_ahead(cairn_agent *agent, const place *at, cairn__label_entry *entry)
{
    const cairn__label_set *set = get_set(agent);
    cairn__meter *meter = &agent->meter;
    cairn__label label;
    if (!cairn__label_set_get(set, at->node, &label))
        return CAIRN__NO;
    if (!cairn__meter_try(meter, &meter->work.entries, cairn__label_get_units(&label)))
        return CAIRN__LATER;
    bool known = cairn__label_find(set, &label, get_way(agent)->hub, entry) &&
                 (at->left == UINT32_MAX || at->left == entry->distance);
    return known ? CAIRN__YES : CAIRN__NO;
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

/* ---- finding the next target: NO: the labels have no answer; LATER: the budget is used up ---- */

/* Lists the way from the goal's corner up to the node where the agent is, as much of its end as
 * there is room for. */
static cairn__answer list_way_down(cairn_agent *agent)
{
    labels_state *self = agent->state;
    while (self->listed.node != self->node) {
        cairn__label_entry entry;
        place at = self->listed;
        cairn__answer answer = look_ahead(agent, &at, &entry);
        if (answer != CAIRN__YES)
            return answer;
        self->way[self->way_end++ % WAY] = at.node;
        if (!go_on(agent, &entry, &self->listed))
            return CAIRN__NO;
    }
    self->way_left = self->way_end < WAY ? self->way_end : WAY;
    self->phase = DOWN;
    return CAIRN__YES;
}

static void begin_listing(cairn_agent *agent)
{
    labels_state *self = agent->state;
    self->phase = LIST;
    self->listed = (place){get_way(agent)->nodes[1], UINT32_MAX};
    self->way_end = 0;
}

/* The agent stands at a node of the way up. */
static cairn__answer go_up(cairn_agent *agent)
{
    labels_state *self = agent->state;
    place at = {self->node, self->left};
    cairn__label_entry entry;
    cairn__answer answer = look_ahead(agent, &at, &entry);
    if (answer != CAIRN__YES)
        return answer;
    if (entry.distance == 0) {
        begin_listing(agent);
        return CAIRN__YES;
    }
    if (!go_on(agent, &entry, &at))
        return CAIRN__NO;
    self->left = at.left;
    head_for_node(agent, at.node);
    return CAIRN__YES;
}

/* The agent stands at a node of the way down. */
static void go_down(cairn_agent *agent)
{
    labels_state *self = agent->state;
    if (self->node == get_way(agent)->nodes[1])
        head_for_goal(agent);
    else if (self->way_left == 0)
        begin_listing(agent);
    else {
        self->way_left--;
        head_for_node(agent, self->way[--self->way_end % WAY]);
    }
}

/* A way was found. */
static void begin_way(cairn_agent *agent)
{
    labels_state *self = agent->state;
    if (get_way(agent)->straight) {
        head_for_goal(agent);
        return;
    }
    self->phase = UP;
    self->left = UINT32_MAX;
    head_for_node(agent, get_way(agent)->nodes[0]);
}

uint32_t cairn__labels_get_distance(const cairn_agent *agent)
{
    return get_way(agent)->distance;
}

void cairn__labels_rewind(cairn_agent *agent, cairn__xy start)
{
    agent->cell = start;
    agent->run = (cairn__run){0};
    if (!cairn__is_same_cell(start, agent->goal))
        begin_way(agent);
}

static cairn__answer search(cairn_agent *agent)
{
    labels_state *self = agent->state;
    cairn__ways_answer answer = cairn__way_search_run(
        &self->room->search, agent->map, get_set(agent), &self->room->desk, &agent->meter);
    if (answer == CAIRN__WAYS_PAUSED)
        return CAIRN__LATER;
    agent->selections++;
    if (answer != CAIRN__WAYS_FOUND)
        return CAIRN__NO;
    begin_way(agent);
    return CAIRN__YES;
}

static cairn__answer advance(cairn_agent *agent)
{
    const labels_state *self = agent->state;
    switch (self->phase) {
    case SEARCH:
        return search(agent);
    case UP:
        return go_up(agent);
    case LIST:
        return list_way_down(agent);
    case DOWN:
        go_down(agent);
        return CAIRN__YES;
    case FAILED:
        return CAIRN__NO;
    case GOAL:
    case FALLBACK:
        break;
    }
    return CAIRN__YES;
}

/* ---- planning ---- */

/* Plans the next moves to the target; a leg that is not straight was not meant. */
static cairn_status climb(cairn_agent *agent)
{
    cairn__run run = cairn__climb_run(agent->map, agent->cell, agent->target);
    cairn__meter_spend(&agent->meter, &agent->meter.work.states, 1);
    if (CAIRN__LIKELY(run.count > 0 && run.rise == 0)) {
        agent->run = run;
        return CAIRN_OK;
    }
    cairn_status status = fall_back(agent);
    return status == CAIRN_OK ? plan_fallback(agent) : status;
}

/* True if the agent does not know where to go. */
static bool is_aimless(const cairn_agent *agent)
{
    const labels_state *self = agent->state;
    return self->phase == SEARCH || self->phase == LIST || self->phase == FAILED ||
           (self->phase != FALLBACK && cairn__is_same_cell(agent->cell, agent->target));
}

static cairn_status plan(cairn_agent *agent)
{
    const labels_state *self = agent->state;
    while (is_aimless(agent)) {
        cairn__answer answer = advance(agent);
        if (answer == CAIRN__LATER)
            return CAIRN_OK;
        cairn_status status = answer == CAIRN__NO ? fall_back(agent) : CAIRN_OK;
        if (status != CAIRN_OK)
            return status;
    }
    if (self->phase == FALLBACK)
        return plan_fallback(agent);
    return cairn__meter_can_spend(&agent->meter, 1) ? climb(agent) : CAIRN_OK;
}

const cairn__algorithm cairn__algorithm_labels = {
    .kind = CAIRN_DB_LABELS,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
