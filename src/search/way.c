/* way.c: from runs of moves to legs. */
#include "search/way.h"

#include "grid/octile.h"

/* A leg has moves of one cardinal and one diagonal heading beside it, or of one of them alone. */
typedef struct leg_moves {
    uint32_t cardinal; /* a move; NO_MOVE: none yet */
    uint32_t diagonal;
} leg_moves;

#define NO_MOVE UINT32_MAX

static bool is_beside(uint32_t cardinal, uint32_t diagonal)
{
    return cairn__move_x[diagonal] == cairn__move_x[cardinal] ||
           cairn__move_y[diagonal] == cairn__move_y[cardinal];
}

/* Takes a move into the leg if it fits. */
static bool take(leg_moves *leg, uint32_t move)
{
    bool diagonal = cairn__move_is_diagonal(move);
    uint32_t *same = diagonal ? &leg->diagonal : &leg->cardinal;
    uint32_t other = diagonal ? leg->cardinal : leg->diagonal;
    if (*same != NO_MOVE && *same != move)
        return false;
    if (other != NO_MOVE && !(diagonal ? is_beside(other, move) : is_beside(move, other)))
        return false;
    *same = move;
    return true;
}

cairn_status cairn__way_keep(cairn__way *way, cairn__path_search *search)
{
    cairn__xy cell = search->from;
    leg_moves leg = {NO_MOVE, NO_MOVE};
    way->count = way->next = 1;
    way->cells[0] = cell;
    if (search->operations->rewind != NULL)
        search->operations->rewind(search);
    while (!cairn__is_same_cell(cell, search->to)) {
        cairn__run run;
        cairn_status status = search->operations->next(search, cell, &run);
        if (status != CAIRN_OK)
            return status;
        if (!take(&leg, run.move)) {
            if (way->count == CAIRN__WAY_CELLS - 1)
                break;
            way->cells[way->count++] = cell;
            leg = (leg_moves){NO_MOVE, NO_MOVE};
            (void)take(&leg, run.move);
        }
        cell = cairn__cell_after(cell, run.move, run.count);
    }
    if (!cairn__is_same_cell(cell, way->cells[0]))
        way->cells[way->count++] = cell;
    return CAIRN_OK;
}
