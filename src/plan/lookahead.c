/* lookahead.c: a cost-limited search with duplicate detection around the agent. */
#include "plan/lookahead.h"

#include <string.h>

#include "base/heap.h"
#include "grid/tiles.h"

/* A state can enter the heap once for each of its neighbours. */
#define HEAP_PER_STATE 8

static size_t count_window(uint32_t g_max)
{
    size_t side = 2 * (size_t)(g_max / CAIRN__CARDINAL) + 1;
    return side * side;
}

size_t cairn__lookahead_get_bytes(uint32_t g_max)
{
    return count_window(g_max) *
           (sizeof(cairn__local_state) + HEAP_PER_STATE * sizeof(uint64_t) + sizeof(uint32_t));
}

void cairn__lookahead_start(cairn__lookahead *lookahead, uint32_t g_max, void *memory)
{
    size_t states = count_window(g_max);
    lookahead->g_max = g_max;
    lookahead->radius = g_max / CAIRN__CARDINAL;
    lookahead->heap = memory;
    lookahead->window = (cairn__local_state *)(lookahead->heap + HEAP_PER_STATE * states);
    lookahead->met = (uint32_t *)(lookahead->window + states);
    lookahead->met_count = lookahead->heap_count = 0;
    memset(lookahead->window, 0, states * sizeof *lookahead->window);
}

/* A way to the cell at `place` in the window; `way` has its g, first move and parent's value. */
static void meet(cairn__lookahead *lookahead, uint32_t place, cairn_cell cell,
                 cairn__local_state way)
{
    cairn__local_state *state = &lookahead->window[place];
    if (state->order == 0) {
        lookahead->met[lookahead->met_count++] = place;
        state->order = lookahead->met_count;
        state->cell = cell;
    } else if (state->closed || way.g >= state->g) {
        return;
    }
    state->g = way.g;
    state->first_move = way.first_move;
    state->parent_f = way.parent_f;
    cairn__heap_push(lookahead->heap, lookahead->heap_count++,
                     (uint64_t)way.g << 32 | state->order);
}

static void expand(cairn__lookahead *lookahead, const cairn_map *map, uint32_t place, uint32_t f)
{
    cairn__local_state state = lookahead->window[place];
    int32_t side = 2 * (int32_t)lookahead->radius + 1;
    uint32_t moves = cairn__legal_moves(map, state.cell.x, state.cell.y);
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        int32_t next = (int32_t)place + cairn__move_y[move] * side + cairn__move_x[move];
        cairn__local_state way = {.g = state.g + cairn__move_cost(move), .parent_f = f};
        way.first_move = state.g == 0 ? (uint8_t)move : state.first_move;
        meet(lookahead, (uint32_t)next, cairn__cell_after(state.cell, move, 1), way);
    }
}

static void forget(cairn__lookahead *lookahead)
{
    for (uint32_t i = 0; i < lookahead->met_count; i++)
        lookahead->window[lookahead->met[i]] = (cairn__local_state){0};
    lookahead->met_count = lookahead->heap_count = 0;
}

static uint32_t get_h(const cairn__learned *learned, cairn_cell cell, cairn_cell target)
{
    uint32_t h = cairn__learned_get(learned, target, cell);
    return h != 0 ? h : cairn_get_distance(cell, target);
}

cairn__frontier cairn__lookahead_run(cairn__lookahead *lookahead, const cairn_map *map,
                                     const cairn__learned *learned, cairn_cell cell,
                                     cairn_cell target)
{
    cairn__frontier best = {.f = UINT32_MAX, .move = CAIRN__MOVES};
    uint32_t best_g = 0;
    uint32_t middle = lookahead->radius * (2 * lookahead->radius + 2);
    meet(lookahead, middle, cell, (cairn__local_state){0});
    while (lookahead->heap_count > 0) {
        uint64_t key = cairn__heap_pop(lookahead->heap, lookahead->heap_count--);
        uint32_t place = lookahead->met[(uint32_t)key - 1];
        cairn__local_state *state = &lookahead->window[place];
        if (state->closed)
            continue;
        state->closed = 1;
        uint32_t f = state->g > 0 ? state->g + get_h(learned, state->cell, target) : 0;
        f = f > state->parent_f ? f : state->parent_f;
        bool inner = state->g + CAIRN__DIAGONAL <= lookahead->g_max;
        if (inner && !cairn_is_same_cell(state->cell, target)) {
            expand(lookahead, map, place, f);
            continue;
        }
        if (f < best.f || (f == best.f && state->g > best_g)) {
            best.f = f;
            best.move = state->first_move;
            best_g = state->g;
        }
    }
    best.states = lookahead->met_count;
    forget(lookahead);
    return best;
}
