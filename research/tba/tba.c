/* tba.c: TBA*, time-bounded A* (Bjornsson, Bulitko and Sturtevant 2009).
 *
 * One A* from the start lives on between moves. A step spends a slice of units: nine tenths,
 * rounded down, on expansions (an expansion is a unit), the rest on tracing back the path to the
 * most promising open state. The agent follows the last path whose trace is complete, and steps back along parents
 * while it is not on it. When the goal is expanded, slices go to tracing alone.
 *
 * Two paths are alive at a time, the one followed and the one being traced. Each has a slot at
 * every node: the next move, and the path's number, which lies in a link that a closed node does
 * not need any more. So paths take no memory beside A*'s own. */
#include "plan/plan.h"

#include "base/memory.h"
#include "search/astar.h"

typedef enum tba_stage {
    START,
    EXPAND,
    TRACE,
} tba_stage;

/* Searching on, tracing paths and following them. Paths are numbered from 1. */
typedef struct tba_state {
    cairn__search *search;
    uint32_t slice;
    uint32_t trace_ratio;
    tba_stage stage;     /* of the slice */
    uint64_t units;      /* left of it */
    uint64_t expansions; /* the part of them for expansions */
    uint64_t steps;      /* of tracing left */
    bool tracing;        /* path number `path` is not complete yet */
    bool last;           /* it leads to the goal */
    bool done;           /* the path followed leads to the goal: nothing is left to plan */
    uint32_t path;
    uint32_t followed; /* 0: none yet */
    cairn__xy traced;  /* where the trace has come to */
} tba_state;

/* A trace ends where it meets the start or the agent. */
static bool is_traced(const cairn__slot *slot)
{
    const tba_state *tba = slot->state;
    return cairn__is_same_cell(tba->traced, tba->search->start) ||
           cairn__is_same_cell(tba->traced, slot->cell);
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(tba_state)) + cairn__search_get_bytes(setup->map);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    tba_state *tba = slot->state = memory;
    void *search = (char *)memory + cairn__round_up(sizeof *tba);
    *tba = (tba_state){
        .search = cairn__search_create_in(search, setup->map, CAIRN_COSTS_OCTILE, setup->landmarks),
        .slice = cairn__setup_get(setup, CAIRN_OPTION_SLICE),
        .trace_ratio = cairn__setup_get(setup, CAIRN_OPTION_TRACE_RATIO),
    };
}

static void start(cairn__slot *slot)
{
    tba_state *tba = slot->state;
    slot->target = slot->goal;
    *tba = (tba_state){.search = tba->search, .slice = tba->slice, .trace_ratio = tba->trace_ratio};
    cairn__search_start(tba->search, slot->cell, slot->goal);
}

/* The expansions of the slice, as far as the step's budget allows. */
static cairn_status expand(cairn__slot *slot)
{
    tba_state *tba = slot->state;
    cairn__search *search = tba->search;
    uint64_t left = (uint64_t)slot->meter.left;
    uint64_t most = tba->expansions < left ? tba->expansions : left;
    if (most == 0 || search->found)
        return CAIRN_OK;
    uint32_t before = search->result.expanded;
    cairn_status status = cairn__search_expand(search, most);
    /* The goal, which is not expanded, counts as well. */
    uint32_t spent = search->result.expanded - before + (search->found || status != CAIRN_OK);
    tba->expansions -= spent;
    tba->units -= spent;
    cairn__meter_spend(&slot->meter, &slot->meter.work.states, spent);
    slot->open_closed = search->result.generated;
    return status;
}

/* One at least, for a slice has two units or more. */
static uint64_t count_expansions(const tba_state *tba)
{
    return tba->slice == CAIRN_UNLIMITED ? UINT64_MAX : UINT64_C(9) * tba->slice / 10;
}

/* The trace steps of the slice, as far as the step's budget allows. */
static void trace(cairn__slot *slot)
{
    tba_state *tba = slot->state;
    cairn__meter *meter = &slot->meter;
    cairn__node_store *store = &tba->search->store;
    if (!tba->tracing) {
        tba->tracing = true;
        tba->path++;
        tba->last = tba->search->found;
        tba->traced = tba->last ? slot->goal : cairn__open_get_first(store);
    }
    for (; tba->steps > 0 && meter->left > 0 && !is_traced(slot); tba->steps--) {
        uint32_t move = cairn__known_node_at(store, tba->traced)->move;
        tba->traced = cairn__cell_after(tba->traced, cairn__move_back(move), 1);
        cairn__node *node = cairn__known_node_at(store, tba->traced);
        node->path[tba->path % 2] = tba->path;
        node->forward[tba->path % 2] = (uint8_t)move;
        cairn__meter_spend(meter, &meter->work.traced, 1);
    }
    if (is_traced(slot)) {
        tba->tracing = false;
        tba->followed = tba->path;
        tba->done = tba->last;
        tba->steps = 0;
    }
}

static void start_slice(cairn__slot *slot)
{
    tba_state *tba = slot->state;
    bool limited = tba->slice != CAIRN_UNLIMITED;
    tba->stage = EXPAND;
    tba->units = limited ? tba->slice : UINT64_MAX;
    tba->expansions = tba->search->found ? 0 : count_expansions(tba);
}

/* A slice larger than the step's budget takes several steps; once it is over, the next may
 * start. */
static cairn_status spend_slice(cairn__slot *slot)
{
    tba_state *tba = slot->state;
    if (tba->stage == START)
        start_slice(slot);
    if (tba->stage == EXPAND) {
        cairn_status status = expand(slot);
        if (status != CAIRN_OK)
            tba->stage = START;
        if (status != CAIRN_OK || (tba->expansions > 0 && !tba->search->found))
            return status;
        bool limited = tba->slice != CAIRN_UNLIMITED;
        tba->steps = limited ? tba->units * tba->trace_ratio : UINT64_MAX;
        tba->stage = TRACE;
    }
    trace(slot);
    if (tba->steps == 0)
        tba->stage = START;
    return CAIRN_OK;
}

static uint32_t choose_move(const cairn__slot *slot)
{
    const tba_state *tba = slot->state;
    const cairn__node *node = cairn__known_node_at(&tba->search->store, slot->cell);
    if (tba->followed != 0 && node->state == CAIRN__NODE_CLOSED &&
        node->path[tba->followed % 2] == tba->followed)
        return node->forward[tba->followed % 2];
    if (!cairn__is_same_cell(slot->cell, tba->search->start))
        return cairn__move_back(node->move);
    /* No path leads on from the start yet: a slice has too few trace steps for it. To and fro until
     * one does. */
    return cairn__count_trailing_zeros(cairn__legal_moves(slot->map, slot->cell.x, slot->cell.y));
}

static cairn_status plan(cairn__slot *slot)
{
    const tba_state *tba = slot->state;
    if (!tba->done) {
        cairn_status status = spend_slice(slot);
        if (status != CAIRN_OK || tba->stage != START)
            return status;
    }
    slot->run = (cairn__run){choose_move(slot), 1, 0};
    return CAIRN_OK;
}

const cairn__algorithm cairn__algorithm_tba = {
    .consistent = true,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .plan = plan,
};
