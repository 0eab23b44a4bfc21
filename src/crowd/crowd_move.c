/* crowd_move.c: one move of each member. Most take one more move of their run. */
#include "crowd/crowd_state.h"

#include "grid/scans.h"
#include "plan/mover.h"

/* ---- the end of a run ---- */

/* Puts a member into a line once all have moved. */
static void ask_for_plan(cairn_crowd *crowd, cairn__chunk *chunk, uint32_t i, cairn__queue line)
{
    if (crowd->all[i].queue != CAIRN__NOT_QUEUED)
        return;
    crowd->all[i].queue = (uint8_t)line;
    crowd->all[i].since = crowd->frame;
    cairn__line_push(line == CAIRN__ASKS ? &chunk->asks : &chunk->lines[line], crowd->all, i);
}

/* Moves of the ring, from one of its runs on. */
static uint32_t count_moves(const cairn__member *member, uint32_t from)
{
    uint32_t moves = 0;
    for (uint32_t k = from; k < member->count; k++)
        moves += cairn__run_get_count(member->ring[(member->first + k) % CAIRN__RING]);
    return moves;
}

bool cairn__member_has_few(const cairn_crowd *crowd, uint32_t i)
{
    const cairn__member *member = &crowd->all[i];
    bool is_whole = cairn__is_same_cell(member->plan.cell, member->plan.goal);
    return !is_whole && member->count <= CAIRN__FEW_RUNS &&
           cairn__run_get_count(crowd->runs[i]) + count_moves(member, 0) <= 2 * CAIRN__FEW_MOVES;
}

/* Takes the first run off the ring. If few moves are left there then, some of a long run stay: when they are
 * taken it is time to ask for more. */
static cairn__short_run take_off(cairn__member *member)
{
    cairn__short_run run = member->ring[member->first];
    uint32_t move = cairn__run_get_move(run), count = cairn__run_get_count(run);
    uint32_t left = member->count <= CAIRN__FEW_RUNS ? count_moves(member, 1) : CAIRN__FEW_MOVES;
    if (left < CAIRN__FEW_MOVES && count > CAIRN__FEW_MOVES) {
        uint32_t kept = CAIRN__FEW_MOVES - left;
        member->ring[member->first] = cairn__make_run(move, kept);
        return cairn__make_run(move, count - kept);
    }
    member->first = (uint8_t)((member->first + 1) % CAIRN__RING);
    member->count--;
    return run;
}

bool cairn__member_pop_run(cairn_crowd *crowd, uint32_t i)
{
    cairn__member *member = &crowd->all[i];
    cairn__short_run run = take_off(member);
    uint32_t move = cairn__run_get_move(run), count = cairn__run_get_count(run);
    cairn__xy cell = cairn__member_get_cell(crowd, i);
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
    if (member->renews != 0 || cairn__member_has_few(crowd, i) || !goes_on)
        ask_for_plan(crowd, chunk, i, CAIRN__REFILLS);
    return false;
}

/* ---- moves that are not the next one of a run ---- */

/* A move of a run that may not be legal any more. One that has an order, and has not looked yet where it may
 * go, does so first. */
static bool move_carefully(cairn_crowd *crowd, uint32_t i)
{
    cairn__xy cell = cairn__member_get_cell(crowd, i);
    if (!cairn__is_open_cell(crowd->map, cell))
        return false;
    if (crowd->runs[i] == (CAIRN__RUN_LOOKS | CAIRN__RUN_STALE))
        crowd->runs[i] = cairn__member_look_ahead(crowd, i) | CAIRN__RUN_STALE;
    cairn__short_run run = crowd->runs[i];
    uint32_t move = cairn__run_get_move(run);
    if (cairn__run_get_count(run) == 0 || cairn__count_legal(crowd->map, cell, move, 1) == 0)
        return false;
    crowd->cells[i] += cairn__steps[move];
    crowd->runs[i] = (cairn__short_run)(run - CAIRN__RUN_ONE);
    return true;
}

/* A move out of blocked cells. */
static void leave(cairn_crowd *crowd, cairn__chunk *chunk, uint32_t i)
{
    cairn__mover mover = cairn__member_get_mover(crowd, i);
    chunk->moved += cairn__mover_leave(&mover) != CAIRN__MOVES;
    crowd->cells[i] = cairn__pack(mover.cell);
    cairn__member_follow_out(crowd, i, &mover);
    if (crowd->states[i] == CAIRN_MEMBER_WAITING)
        ask_for_plan(crowd, chunk, i, crowd->all[i].asks != 0 ? CAIRN__ASKS : CAIRN__ORDERS);
    chunk->ended += crowd->states[i] == CAIRN_MEMBER_IDLE;
}

/* Members whose looks are prepared before they are made. */
#define LOOKS_AHEAD 8

/* Says that a member, if it has not looked yet, will soon. */
static void prefetch_look(const cairn_crowd *crowd, uint32_t i)
{
    if (i >= crowd->used || crowd->runs[i] != CAIRN__RUN_LOOKS)
        return;
    cairn__xy cell = cairn__member_get_cell(crowd, i), goal = crowd->all[i].plan.goal;
    const cairn__tile *tile = cairn__tile_at(crowd->map, cell.x, cell.y);
    bool falls = (goal.x > cell.x) == (goal.y > cell.y);
    CAIRN__PREFETCH(falls ? &tile->fall[(cell.x - cell.y) & 63]
                          : &tile->rise[(cell.x + cell.y) & 63]);
}

static void move_slowly(cairn_crowd *crowd, cairn__chunk *chunk, uint32_t i)
{
    uint8_t state = crowd->states[i];
    bool stale = (crowd->runs[i] & CAIRN__RUN_STALE) != 0;
    if (crowd->runs[i] == CAIRN__RUN_LOOKS && state == CAIRN_MEMBER_WAITING) {
        prefetch_look(crowd, i + LOOKS_AHEAD);
        crowd->runs[i] = cairn__member_look_ahead(crowd, i);
    } else if (state == CAIRN_MEMBER_LEAVING && (!stale || cairn__member_has_exit(crowd, i))) {
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
    cairn_cell *cells = crowd->cells;
    cairn__short_run *runs = crowd->runs;
    uint32_t moved = 0, end = cairn__get_lower((number + 1) * CAIRN__CHUNK, crowd->used);
    chunk->moved = chunk->arrived = chunk->ended = 0;
    for (uint32_t line = 0; line < CAIRN__LINES; line++)
        cairn__line_start(&chunk->lines[line]);
    cairn__line_start(&chunk->asks);
    for (uint32_t i = number * CAIRN__CHUNK; i < end; i++) {
        cairn__short_run run = runs[i];
        if (run < CAIRN__RUN_ONE || (run & CAIRN__RUN_STALE) != 0) {
            move_slowly(crowd, chunk, i);
            run = runs[i];
            if (run < CAIRN__RUN_ONE || (run & CAIRN__RUN_STALE) != 0)
                continue;
        }
        cells[i] += cairn__steps[run & 7];
        runs[i] = run = (cairn__short_run)(run - CAIRN__RUN_ONE);
        moved++;
        if (run < CAIRN__RUN_ONE)
            chunk->arrived += cairn__member_take_run(crowd, chunk, i);
    }
    chunk->moved += moved;
    chunk->ended += chunk->arrived;
}
