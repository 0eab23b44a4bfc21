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

bool cairn__sight_is_clear(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    int step_x = (x > 0) - (x < 0), step_y = (y > 0) - (y < 0);
    uint32_t across = (uint32_t)(x * step_x), down = (uint32_t)(y * step_y);
    uint32_t both = cairn__get_lower(across, down);
    if (both > 0 && cairn__scan_diagonal(map, from.x, from.y, step_x, step_y, both) < both)
        return false;
    int32_t turn_x = from.x + step_x * (int32_t)both, turn_y = from.y + step_y * (int32_t)both;
    return across > both
               ? cairn__scan_row(map, turn_x, turn_y, step_x, across - both) == across - both
               : cairn__scan_column(map, turn_x, turn_y, step_y, down - both) == down - both;
}

cairn__xy cairn__sight_get_turn(cairn__xy from, cairn__xy to)
{
    if (cairn__is_same_cell(from, to))
        return to;
    cairn__run run = cairn__sight_get_run(from, to);
    return cairn__cell_after(from, run.move, run.count);
}
