/* lookahead.c: a cost-limited search with duplicate detection around the agent. */
#include "plan/lookahead.h"

static cairn__local_size get_size(uint32_t g_max)
{
    return cairn__local_get_window(g_max / CAIRN__CARDINAL);
}

size_t cairn__lookahead_get_bytes(uint32_t g_max)
{
    return cairn__local_get_bytes(get_size(g_max));
}

void cairn__lookahead_create(cairn__local *local, uint32_t g_max, void *memory)
{
    cairn__local_create(local, get_size(g_max), memory);
}

static uint32_t find_first_move(const cairn__local *local, uint32_t number)
{
    while (local->states[number].parent != 0)
        number = local->states[number].parent;
    return local->states[number].move;
}

cairn__frontier cairn__lookahead_run(cairn__local *local, const cairn__local_view *view,
                                     uint32_t g_max, cairn_cell cell)
{
    uint32_t best = 0, number;
    cairn__local_start(local, view, CAIRN__LOWEST_G, cell);
    while ((number = cairn__local_take(local)) != CAIRN__NO_STATE) {
        cairn__local_state *state = &local->states[number];
        if (number != 0) {
            uint32_t f = state->g + state->h, before = local->states[state->parent].value;
            state->value = f > before ? f : before;
        }
        bool inner = state->g + CAIRN__DIAGONAL <= g_max;
        if (inner && !cairn_is_same_cell(state->cell, view->target))
            cairn__local_expand(local, number);
        else if (best == 0 || state->value < local->states[best].value ||
                 (state->value == local->states[best].value && state->g > local->states[best].g))
            best = number;
    }
    return (cairn__frontier){local->states[best].value, find_first_move(local, best), local->count};
}
