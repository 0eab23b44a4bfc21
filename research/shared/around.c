/* around.c: see around.h. */
#include "research/shared/around.h"

#include "base/bits.h"
#include "grid/tiles.h"

void cairn__around_look(cairn__slot *slot, cairn__xy cell, cairn__xy target, cairn__around *around)
{
    uint32_t learned[3][3];
    cairn__learned_get_around(slot->learned, target, cell, learned);
    around->moves = cairn__legal_moves(slot->map, cell.x, cell.y);
    around->own = learned[1][1] != 0
                      ? learned[1][1]
                      : cairn__heuristic_get(&slot->heuristic, slot->map, cell, target);
    for (uint32_t moves = around->moves; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t known = learned[cairn__move_y[move] + 1][cairn__move_x[move] + 1];
        cairn__xy next = cairn__cell_after(cell, move, 1);
        around->values[move] =
            known != 0 ? known : cairn__heuristic_get(&slot->heuristic, slot->map, next, target);
    }
    cairn__meter_spend(&slot->meter, &slot->meter.work.states, cairn__count_ones(around->moves));
}

uint32_t cairn__around_choose(const cairn__around *around, uint32_t *f)
{
    uint64_t best = UINT64_MAX;
    for (uint32_t moves = around->moves; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint64_t rank = cairn__move_rank(around->values[move] + cairn__move_cost(move), move);
        best = rank < best ? rank : best;
    }
    *f = cairn__rank_get_f(best);
    return cairn__rank_get_move(best);
}
