/* climb.c: hill-climbing (Fig. 7) by whole runs of moves.
 *
 * With costs 10/14, octile distance and the fixed order of ties, ranking all neighbours comes down to
 * a short list. Let dx, dy be the distances to the target on each axis, dx > dy > 0 (the other
 * case is its mirror image). A move's g + h, less h here:
 *
 *   diagonal towards the target               0, g 14   the first choice
 *   cardinal along the longer axis            0, g 10   the second
 *   cardinal along the shorter axis           6         the third
 *   diagonal along the longer axis, away on
 *   the shorter ("slide"), if dx - dy >= 2    8         the fourth
 *   all others                                14 and more, and h does not fall
 *
 * On equal axes both cardinals have 6, and the fixed order puts N and S before W and E; a slide
 * does not lower h. On one axis alone (dy = 0) the cardinal has 0; two slides have 8 if dx >= 2,
 * north before south, west before east. The climb is stuck when none of these is legal: exactly
 * then no neighbour has a lower h. With strict corners a slide is legal only where the better
 * cardinal is, so it is never taken.
 *
 * So in open ground a climb is a diagonal run and a straight run, and along a wall a straight run
 * that ends where the diagonal opens. Each is measured by scanning words of a bitmap. That the
 * list equals the literal Fig. 7 is tested on all pairs of many maps, both corner settings. */
#include "base/xy.h"
#include "grid/climb.h"

#include "grid/scans.h"

/* Where a straight run along a wall ends, from the cells of its own line and of the line on the
 * diagonal's side; bit i is the cell i steps on. The run goes on while the diagonal from cell i is
 * not legal and cell i + 1 is open. At most 63. */
static uint32_t count_along(uint64_t line, uint64_t side, cairn_corners corners)
{
    uint64_t diagonal = side >> 1;
    if (corners == CAIRN_CORNERS_STRICT)
        diagonal &= line >> 1 & side;
    uint64_t end = diagonal | ~(line >> 1);
    return cairn__count_trailing_zeros(end);
}

/* 64 cells of a row from (x, y) on, in the direction of `step`. */
static inline uint64_t get_row(const cairn_map *map, int32_t x, int32_t y, int step)
{
    return step > 0 ? cairn__row_from(map, x, y)
                    : cairn__reverse_bits(cairn__row_from(map, x - 63, y));
}

static inline uint64_t get_column(const cairn_map *map, int32_t x, int32_t y, int step)
{
    return step > 0 ? cairn__column_from(map, x, y)
                    : cairn__reverse_bits(cairn__column_from(map, x, y - 63));
}

static uint32_t scan_wall_row(const cairn_map *map, int32_t x, int32_t y, int step, int side,
                              uint32_t limit)
{
    uint32_t count = 0;
    while (count < limit) {
        int32_t next = x + step * (int32_t)count;
        uint32_t found = count_along(get_row(map, next, y, step),
                                     get_row(map, next, y + side, step), map->info.corners);
        count += found;
        if (found < 63)
            break;
    }
    return cairn__get_lower(count, limit);
}

static uint32_t scan_wall_column(const cairn_map *map, int32_t x, int32_t y, int step, int side,
                                 uint32_t limit)
{
    uint32_t count = 0;
    while (count < limit) {
        int32_t next = y + step * (int32_t)count;
        uint32_t found = count_along(get_column(map, x, next, step),
                                     get_column(map, x + side, next, step), map->info.corners);
        count += found;
        if (found < 63)
            break;
    }
    return cairn__get_lower(count, limit);
}

uint32_t cairn__scan_wall(const cairn_map *map, cairn__xy from, const int step[2], bool along_row,
                          uint32_t limit)
{
    return along_row ? scan_wall_row(map, from.x, from.y, step[0], step[1], limit)
                     : scan_wall_column(map, from.x, from.y, step[1], step[0], limit);
}

#define RISE_SHORTER 6
#define RISE_SLIDE 8

static const cairn__run stuck = {CAIRN__MOVES, 0, 0};

/* The first open one of two single moves; each is given by its steps. */
static cairn__run take_first_open(const cairn_map *map, cairn__xy from, const int8_t steps[2][2],
                                  uint32_t rise)
{
    for (int i = 0; i < 2; i++)
        if (cairn__is_open(map, from.x + steps[i][0], from.y + steps[i][1]))
            return (cairn__run){cairn__move_by(steps[i][0], steps[i][1]), 1, rise};
    return stuck;
}

/* The target is on the same row or column. */
static cairn__run run_straight(const cairn_map *map, cairn__xy from, const int step[2],
                               uint32_t distance, uint32_t most)
{
    int step_x = step[0], step_y = step[1];
    uint32_t limit = cairn__get_lower(distance, most);
    uint32_t count = step_x != 0 ? cairn__scan_row(map, from.x, from.y, step_x, limit)
                                 : cairn__scan_column(map, from.x, from.y, step_y, limit);
    if (count > 0)
        return (cairn__run){cairn__move_by(step_x, step_y), count, 0};
    if (map->info.corners == CAIRN_CORNERS_STRICT || distance < 2)
        return stuck;
    const int8_t slides[2][2] = {
        {(int8_t)(step_x != 0 ? step_x : -1), (int8_t)(step_y != 0 ? step_y : -1)},
        {(int8_t)(step_x != 0 ? step_x : 1), (int8_t)(step_y != 0 ? step_y : 1)}};
    return take_first_open(map, from, slides, RISE_SLIDE);
}

/* The diagonal towards the target is not legal, and one axis is longer. */
static cairn__run run_along_wall(const cairn_map *map, cairn__xy from, const int step[2],
                                 bool along_row, uint32_t excess, uint32_t most)
{
    uint32_t count = cairn__scan_wall(map, from, step, along_row, cairn__get_lower(excess, most));
    if (count > 0)
        return (cairn__run){along_row ? cairn__move_by(step[0], 0) : cairn__move_by(0, step[1]),
                            count, 0};
    int shorter_x = along_row ? 0 : step[0];
    int shorter_y = along_row ? step[1] : 0;
    if (cairn__is_open(map, from.x + shorter_x, from.y + shorter_y))
        return (cairn__run){cairn__move_by(shorter_x, shorter_y), 1, RISE_SHORTER};
    int slide_x = along_row ? step[0] : -step[0];
    int slide_y = along_row ? -step[1] : step[1];
    if (map->info.corners == CAIRN_CORNERS_FREE && excess >= 2 &&
        cairn__is_open(map, from.x + slide_x, from.y + slide_y))
        return (cairn__run){cairn__move_by(slide_x, slide_y), 1, RISE_SLIDE};
    return stuck;
}

cairn__run cairn__climb_few(const cairn_map *map, cairn__xy from, cairn__xy to, uint32_t most)
{
    int32_t x = to.x - from.x, y = to.y - from.y;
    int step[2] = {(x > 0) - (x < 0), (y > 0) - (y < 0)};
    uint32_t dx = (uint32_t)(x < 0 ? -x : x), dy = (uint32_t)(y < 0 ? -y : y);
    if (dx == 0 && dy == 0)
        return stuck;
    if (dx == 0 || dy == 0)
        return run_straight(map, from, step, dx + dy, most);
    uint32_t count = cairn__scan_diagonal(map, from.x, from.y, step[0], step[1],
                                          cairn__get_lower(cairn__get_lower(dx, dy), most));
    if (count > 0)
        return (cairn__run){cairn__move_by(step[0], step[1]), count, 0};
    if (dx != dy)
        return run_along_wall(map, from, step, dx > dy, dx > dy ? dx - dy : dy - dx, most);
    const int8_t cardinals[2][2] = {{0, (int8_t)step[1]}, {(int8_t)step[0], 0}};
    return take_first_open(map, from, cardinals, RISE_SHORTER);
}

cairn__run cairn__climb_run(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    return cairn__climb_few(map, from, to, UINT32_MAX);
}

cairn__climb_result cairn__climb(const cairn_map *map, cairn__xy from, cairn__xy to,
                                 uint32_t cutoff)
{
    cairn__climb_result climb = {.end = from};
    while (!cairn__is_same_cell(climb.end, to) && climb.moves < cutoff) {
        cairn__run run = cairn__climb_run(map, climb.end, to);
        if (run.count == 0)
            break;
        uint32_t count = cairn__get_lower(run.count, cutoff - climb.moves);
        climb.end = cairn__cell_after(climb.end, run.move, count);
        climb.moves += count;
        climb.cost += count * cairn__move_cost(run.move);
    }
    climb.reached = cairn__is_same_cell(climb.end, to);
    return climb;
}

cairn_status cairn_map_find_climb(const cairn_map *map, cairn_cell from, cairn_cell to,
                                  uint32_t cutoff, cairn_climb *climb)
{
    if (map == NULL || climb == NULL)
        return CAIRN_ARGUMENT;
    if (!cairn__is_open_cell(map, cairn__unpack(from)))
        return CAIRN_BLOCKED;
    cairn__climb_result result = cairn__climb(map, cairn__unpack(from), cairn__unpack(to), cutoff);
    *climb = (cairn_climb){result.reached, result.moves, result.cost, cairn__pack(result.end)};
    return CAIRN_OK;
}
