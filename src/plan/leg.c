/* leg.c: LRTA* towards one target.
 *
 * As long as the agent is nearer to the target, by octile distance, than any cell that has a value
 * for it, LRTA* makes the very moves of a hill-climb: a move that gets nearer has a g + h below
 * that of any that does not, raised or not. So the leg takes whole runs of the climb, and stores
 * the values that LRTA* raises on the way. When the climb is stuck, each move looks at all
 * neighbours, until the agent is nearer than ever. It always does if the target may have values
 * from an earlier leg, whose cells are not known here. */
#include "base/xy.h"
#include "grid/bound.h"
#include "plan/leg.h"

#include <stdlib.h>

#include "base/bits.h"
#include "base/memory.h"
#include "grid/components.h"

/* g_max from which the look-ahead differs from the immediate neighbours. */
#define DEEP_G_MAX (CAIRN__CARDINAL + CAIRN__DIAGONAL)

static bool is_deep(uint32_t g_max)
{
    return g_max >= DEEP_G_MAX;
}

/* ---- memory ---- */

/* The leg, its first room for learned values, its look-ahead. */
static uint64_t get_bytes(uint32_t g_max, uint32_t learned_capacity)
{
    uint64_t bytes = cairn__round_up(sizeof(cairn__leg)) +
                     cairn__round_up(cairn__learned_get_bytes(learned_capacity));
    if (is_deep(g_max))
        bytes += cairn__round_up(sizeof(cairn__local)) +
                 cairn__round_up(cairn__lookahead_get_bytes(g_max));
    return bytes;
}

static void lay_out(cairn__slot *slot, void *memory)
{
    cairn__leg *leg = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *leg);
    *leg = (cairn__leg){0};
    cairn__learned_start(&leg->learned, slot->learned_capacity, next, slot->may_grow,
                         &slot->allocator);
    next += cairn__round_up(cairn__learned_get_bytes(slot->learned_capacity));
    if (is_deep(slot->g_max)) {
        leg->local = (cairn__local *)(void *)next;
        next += cairn__round_up(sizeof *leg->local);
        cairn__lookahead_create(leg->local, slot->g_max, next, &slot->meter);
    }
    slot->leg = leg;
    slot->learned = &leg->learned;
}

uint64_t cairn__leg_get_bytes(const cairn__setup *setup)
{
    return get_bytes(cairn__setup_get(setup, CAIRN_OPTION_G_MAX),
                     cairn__setup_get(setup, CAIRN_OPTION_LEARNED_CAPACITY));
}

void cairn__leg_create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    (void)setup;
    lay_out(slot, memory);
}

uint64_t cairn__leg_get_reserve(const cairn__setup *setup)
{
    return cairn__setup_get(setup, CAIRN_OPTION_NO_GROWTH) != 0 ? cairn__leg_get_bytes(setup) : 0;
}

void cairn__leg_create_reserve(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    if (cairn__leg_get_reserve(setup) > 0)
        lay_out(slot, memory);
}

void cairn__leg_end(cairn__slot *slot)
{
    if (slot->leg == NULL)
        return;
    cairn__learned_end(&slot->leg->learned);
    if (slot->leg_bytes > 0)
        cairn__release(&slot->allocator, slot->leg);
}

/* ---- targets ---- */

/* Climbing is hill-climbing by octile distance, to the neighbours alone. */
static bool may_climb(const cairn__slot *slot)
{
    return slot->leg->local == NULL && cairn__heuristic_is_octile(&slot->heuristic);
}

static void head_for(cairn__slot *slot, cairn__xy target)
{
    cairn__leg *leg = slot->leg;
    slot->target = target;
    leg->learning = !may_climb(slot) || cairn__learned_may_have(&leg->learned, target);
    leg->nearest = leg->learning ? 0 : UINT32_MAX;
    leg->look.begun = false;
}

void cairn__leg_start(cairn__slot *slot)
{
    slot->target = slot->goal;
    if (slot->leg != NULL)
        head_for(slot, slot->goal);
}

void cairn__leg_notice(cairn__slot *slot)
{
    if (slot->leg != NULL)
        slot->leg->look.begun = false;
}

void cairn__leg_set_target(cairn__slot *slot, cairn__xy target)
{
    if (!cairn__is_same_cell(target, slot->target))
        head_for(slot, target);
}

cairn_status cairn__leg_take_over(cairn__slot *slot)
{
    if (slot->leg == NULL) {
        uint64_t bytes = get_bytes(slot->g_max, slot->learned_capacity);
        void *memory = cairn__allocate(&slot->allocator, bytes, 1);
        if (memory == NULL)
            return CAIRN_MEMORY;
        lay_out(slot, memory);
        slot->leg_bytes = (size_t)bytes;
    }
    head_for(slot, slot->goal);
    return CAIRN_OK;
}

bool cairn__leg_can_reach(const cairn__slot *slot, cairn__xy state)
{
    const cairn_map *map = slot->map;
    return cairn__is_open_cell(map, state) &&
           cairn__component_key(map, state) == cairn__component_key(map, slot->cell);
}

/* What one look around found: the best move, its g + h, and the agent's own h. */
typedef struct view {
    cairn__frontier best;
    uint32_t h;
} view;

/* Octile distance where nothing is learned, h[y + 1][x + 1]; outside the map it means nothing. Ten
 * times the longer side and four times the shorter: four times both and six times the longer. */
static void fill_octile(cairn__xy cell, cairn__xy target, uint32_t h[3][3])
{
    uint32_t dx[3], dy[3];
    for (int i = 0; i < 3; i++) {
        dx[i] = (uint32_t)abs(cell.x + i - 1 - target.x);
        dy[i] = (uint32_t)abs(cell.y + i - 1 - target.y);
    }
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++) {
            uint32_t longer = dx[x] > dy[y] ? dx[x] : dy[y];
            uint32_t distance = 4 * (dx[x] + dy[y]) + 6 * longer;
            h[y][x] = h[y][x] != 0 ? h[y][x] : distance;
        }
}

/* Any other heuristic where nothing is learned, for the agent's cell and those that legal moves lead
 * to. */
static void fill_unlearned(const cairn__slot *slot, uint32_t moves, uint32_t h[3][3])
{
    cairn__xy cell = slot->cell;
    if (h[1][1] == 0)
        h[1][1] = cairn__heuristic_get(&slot->heuristic, slot->map, cell, slot->target);
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t *value = &h[cairn__move_y[move] + 1][cairn__move_x[move] + 1];
        if (*value == 0)
            *value = cairn__heuristic_get(&slot->heuristic, slot->map,
                                          cairn__cell_after(cell, move, 1), slot->target);
    }
}

/* The immediate neighbours. Which moves are legal and which neighbours have learned values cannot be
 * predicted, so with octile distance all eight are ranked without a branch on either. */
static view look_at_neighbours(const cairn__slot *slot)
{
    cairn__xy cell = slot->cell, target = slot->target;
    uint32_t h[3][3], moves = cairn__legal_moves(slot->map, cell.x, cell.y);
    uint64_t best = UINT64_MAX;
    cairn__learned_get_around(&slot->leg->learned, target, cell, h);
    if (CAIRN__LIKELY(cairn__heuristic_is_octile(&slot->heuristic)))
        fill_octile(cell, target, h);
    else
        fill_unlearned(slot, moves, h);
    for (uint32_t move = 0; move < CAIRN__MOVES; move++) {
        uint32_t f = h[cairn__move_y[move] + 1][cairn__move_x[move] + 1] + cairn__move_cost(move);
        uint64_t blocked = (moves >> move & 1) - UINT64_C(1);
        uint64_t rank = cairn__move_rank(f, move) | blocked;
        best = rank < best ? rank : best;
    }
    return (view){{.f = cairn__rank_get_f(best),
                   .move = cairn__rank_get_move(best),
                   .states = cairn__count_ones(moves)},
                  h[1][1]};
}

/* The look-ahead beyond them; false: the budget is used up first. */
static bool look_ahead(cairn__slot *slot, view *seen)
{
    cairn__leg *leg = slot->leg;
    cairn__local_view local = {slot->map, &leg->learned, &slot->heuristic, slot->target};
    if (!cairn__lookahead_run(&leg->look, leg->local, &local, slot->g_max, slot->cell))
        return false;
    *seen = (view){cairn__lookahead_get(&leg->look, leg->local), leg->local->states[0].h};
    return true;
}

/* What the look-ahead or, without one, a look at the neighbours sees; false: not yet. */
static bool look(cairn__slot *slot, view *seen)
{
    cairn__meter *meter = &slot->meter;
    if (slot->leg->local != NULL)
        return look_ahead(slot, seen);
    if (!cairn__meter_can_spend(meter, CAIRN__MOVES))
        return false;
    *seen = look_at_neighbours(slot);
    cairn__meter_spend(meter, &meter->work.states, seen->best.states);
    return true;
}

/* Line 6. */
static cairn_status raise_own(cairn__slot *slot, uint32_t h)
{
    uint32_t distance = cairn__bound(slot->map, slot->cell, slot->target);
    if (distance < slot->leg->nearest)
        slot->leg->nearest = distance;
    return cairn__learned_raise(&slot->leg->learned, slot->target, slot->cell, h);
}

/* Lines 4 to 7, one move. */
static cairn_status plan_learning(cairn__slot *slot)
{
    view seen;
    if (!look(slot, &seen))
        return CAIRN_OK;
    if (seen.best.states + 1 > slot->open_closed)
        slot->open_closed = seen.best.states + 1;
    if (seen.best.f > seen.h) {
        cairn_status status = raise_own(slot, seen.best.f);
        if (status != CAIRN_OK)
            return status;
    }
    slot->run = (cairn__run){seen.best.move, 1, 0};
    return CAIRN_OK;
}

/* The agent's own state and its eight neighbours: the open and closed list of a step. */
#define LOCAL_STATES 9

cairn_status cairn__leg_plan(cairn__slot *slot)
{
    cairn__meter *meter = &slot->meter;
    cairn__leg *leg = slot->leg;
    if (leg->learning && cairn__bound(slot->map, slot->cell, slot->target) >= leg->nearest)
        return plan_learning(slot);
    leg->learning = false;
    if (!cairn__meter_can_spend(meter, 1))
        return CAIRN_OK;
    cairn__run run = cairn__climb_run(slot->map, slot->cell, slot->target);
    if (run.count == 0) {
        leg->learning = true;
        return plan_learning(slot);
    }
    cairn__meter_spend(meter, &meter->work.states, 1);
    slot->open_closed = LOCAL_STATES;
    if (run.rise > 0) {
        uint32_t h = cairn__bound(slot->map, slot->cell, slot->target) + run.rise;
        cairn_status status = raise_own(slot, h);
        if (status != CAIRN_OK)
            return status;
    }
    slot->run = run;
    return CAIRN_OK;
}
