/* crowd_move.c: one move of each member. Most take one more move of their run. */
#include "crowd/crowd_state.h"

#include "grid/scans.h"
#include "plan/notice.h"

/* ---- the end of a run ---- */

/* Puts a member into a line once all have moved. */
static void ask_for_plan(cairn_crowd *crowd, cairn__chunk *chunk, uint32_t i, cairn__queue line)
{
    if (crowd->all[i].queue != CAIRN__NOT_QUEUED)
        return;
    crowd->all[i].queue = (uint8_t)line;
    crowd->all[i].since = crowd->frame;
    cairn__line_push(&chunk->lines[line], crowd->all, i);
}

bool cairn__member_pop_run(cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    cairn__short_run run = member->ring[member->first];
    uint32_t move = cairn__run_get_move(run), count = cairn__run_get_count(run);
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    member->first = (uint8_t)((member->first + 1) % CAIRN__RING);
    member->count--;
    if (count == 0 || cairn__count_legal(crowd->map, cell, move, count) < count) {
        member->renews = 1;
        return false;
    }
    crowd->runs[i] = cairn__make_run(move, count);
    return true;
}

bool cairn__member_take_run(cairn_crowd *crowd, cairn__chunk *chunk, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    if (crowd->states[i] != CAIRN_MEMBER_WALKING)
        return false;
    crowd->runs[i] = 0;
    if (member->count == 0 && crowd->cells[i] == cairn__pack(member->plan.goal)) {
        crowd->states[i] = CAIRN_MEMBER_ARRIVED;
        return true;
    }
    bool goes_on = member->count > 0 && cairn__member_pop_run(crowd, i);
    bool is_whole = cairn__is_same_cell(member->plan.cell, member->plan.goal);
    if (member->renews != 0 || (!is_whole && member->count <= CAIRN__FEW_RUNS) || !goes_on)
        ask_for_plan(crowd, chunk, i, CAIRN__REFILLS);
    return false;
}

/* ---- moves that are not the next one of a run ---- */

/* A move of a run that may not be legal any more. */
static bool move_carefully(cairn_crowd *crowd, uint32_t i)
{
    cairn__short_run run = crowd->runs[i];
    uint32_t move = cairn__run_get_move(run);
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    if (cairn__run_get_count(run) == 0 || !cairn__is_open_cell(crowd->map, cell) ||
        cairn__count_legal(crowd->map, cell, move, 1) == 0)
        return false;
    crowd->cells[i] += cairn__steps[move];
    crowd->runs[i] = (cairn__short_run)(run - CAIRN__RUN_ONE);
    return true;
}

/* A move out of blocked cells. */
static void leave(cairn_crowd *crowd, cairn__chunk *chunk, uint32_t i)
{
    cairn_agent agent = cairn__member_get_agent(crowd, i);
    (void)cairn__leave(&agent);
    crowd->cells[i] = cairn__pack(agent.cell);
    chunk->moved++;
    if (agent.plight != CAIRN__PLIGHT_NONE)
        return;
    crowd->all[i].plan.goal = agent.goal;
    crowd->states[i] = CAIRN_MEMBER_WAITING;
    ask_for_plan(crowd, chunk, i, CAIRN__ORDERS);
}

static void move_slowly(cairn_crowd *crowd, cairn__chunk *chunk, uint32_t i)
{
    uint8_t state = crowd->states[i];
    bool stale = (crowd->runs[i] & CAIRN__RUN_STALE) != 0;
    if (state == CAIRN_MEMBER_LEAVING && !stale) {
        leave(crowd, chunk, i);
    } else if (stale && (state == CAIRN_MEMBER_WALKING || state == CAIRN_MEMBER_WAITING)) {
        chunk->moved += move_carefully(crowd, i);
    } else if (state == CAIRN_MEMBER_WALKING) {
        chunk->arrived += cairn__member_take_run(crowd, chunk, i);
    }
}

/* ---- a chunk ---- */

void cairn__chunk_move(cairn_crowd *crowd, uint32_t number)
{
    cairn__chunk *chunk = &crowd->chunks[number];
    uint32_t end = cairn__get_lower((number + 1) * CAIRN__CHUNK, crowd->used);
    chunk->moved = chunk->arrived = 0;
    for (uint32_t line = 0; line < CAIRN__LINES; line++)
        cairn__line_start(&chunk->lines[line]);
    for (uint32_t i = number * CAIRN__CHUNK; i < end; i++) {
        cairn__short_run run = crowd->runs[i];
        if (run < CAIRN__RUN_ONE || (run & CAIRN__RUN_STALE) != 0) {
            move_slowly(crowd, chunk, i);
            run = crowd->runs[i];
            if (run < CAIRN__RUN_ONE || (run & CAIRN__RUN_STALE) != 0)
                continue;
        }
        crowd->cells[i] += cairn__steps[run & 7];
        crowd->runs[i] = run = (cairn__short_run)(run - CAIRN__RUN_ONE);
        chunk->moved++;
        if (run < CAIRN__RUN_ONE)
            chunk->arrived += cairn__member_take_run(crowd, chunk, i);
    }
}
