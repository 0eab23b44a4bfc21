/* jump_sight.c: see jump_sight.h. */
#include "search/jump_sight.h"

#include "grid/scans.h"

cairn__run cairn__sight_get_run(cairn__xy from, cairn__xy to)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    int step_x = (x > 0) - (x < 0), step_y = (y > 0) - (y < 0);
    uint32_t across = (uint32_t)(x * step_x), down = (uint32_t)(y * step_y);
    uint32_t both = cairn__get_lower(across, down);
    return (cairn__run){.move = cairn__move_by(step_x, step_y),
                        .count = both > 0 ? both : across + down};
}

/* How many moves of a run can be made. */
static uint32_t scan_run(const cairn_map *map, cairn__xy from, cairn__run run)
{
    int step_x = cairn__move_x[run.move], step_y = cairn__move_y[run.move];
    if (step_y == 0)
        return cairn__scan_row(map, from.x, from.y, step_x, run.count);
    if (step_x == 0)
        return cairn__scan_column(map, from.x, from.y, step_y, run.count);
    return cairn__scan_diagonal(map, from.x, from.y, step_x, step_y, run.count);
}

bool cairn__sight_is_clear(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    for (int i = 0; i < 2 && !cairn__is_same_cell(from, to); i++) {
        cairn__run run = cairn__sight_get_run(from, to);
        if (scan_run(map, from, run) < run.count)
            return false;
        from = cairn__cell_after(from, run.move, run.count);
    }
    return true;
}

cairn__xy cairn__sight_get_turn(cairn__xy from, cairn__xy to)
{
    if (cairn__is_same_cell(from, to))
        return to;
    cairn__run run = cairn__sight_get_run(from, to);
    return cairn__cell_after(from, run.move, run.count);
}
