/* lookahead.c: a cost-limited search with duplicate detection around the agent. */
#include "base/xy.h"
#include "plan/lookahead.h"

static cairn__local_size get_size(uint32_t g_max)
{
    return cairn__local_get_window(g_max / CAIRN__CARDINAL);
}

uint64_t cairn__lookahead_get_bytes(uint32_t g_max)
{
    return cairn__local_get_bytes(get_size(g_max));
}

void cairn__lookahead_create(cairn__local *local, uint32_t g_max, void *memory, cairn__meter *meter)
{
    cairn__local_create(local, get_size(g_max), memory, meter);
}

static uint32_t find_first_move(const cairn__local *local, uint32_t number)
{
    while (local->states[number].parent != 0)
        number = local->states[number].parent;
    return local->states[number].move;
}

/* Expands a state, or puts it into the frontier. */
static void look_at(cairn__lookahead *look, cairn__local *local, uint32_t g_max, uint32_t number)
{
    cairn__local_state *state = &local->states[number];
    const cairn__local_state *best = &local->states[look->best];
    if (number != 0) {
        uint32_t f = state->g + state->h, before = local->states[state->parent].value;
        state->value = f > before ? f : before;
    }
    bool inner = state->g + CAIRN__DIAGONAL <= g_max;
    if (inner && !cairn__is_same_cell(state->cell, local->view.target)) {
        cairn__local_expand(local, number);
        return;
    }
    cairn__local_count(local, local->count);
    if (look->best == 0 || state->value < best->value ||
        (state->value == best->value && state->g > best->g))
        look->best = number;
}

bool cairn__lookahead_run(cairn__lookahead *look, cairn__local *local,
                          const cairn__local_view *view, uint32_t g_max, cairn__xy cell)
{
    if (!look->begun) {
        if (!cairn__local_start(local, view, CAIRN__LOWEST_G, cell))
            return false;
        *look = (cairn__lookahead){true, 0};
    }
    for (;;) {
        if (!cairn__local_can_expand(local))
            return false;
        uint32_t number = cairn__local_take(local);
        if (number == CAIRN__NO_STATE)
            break;
        look_at(look, local, g_max, number);
    }
    look->begun = false;
    return true;
}

cairn__frontier cairn__lookahead_get(const cairn__lookahead *look, const cairn__local *local)
{
    return (cairn__frontier){local->states[look->best].value, find_first_move(local, look->best),
                             local->count};
}
