/* straight.c: two searches by turns, one from each end, each turn twice as long as the one before.
 *
 * A search stands on the innermost path that it has not found dead. In a row it moves across to the
 * first place from which it can go down to a place that is not dead; where there is none, all
 * places up to the end of the row's run are dead, and it goes back to the row before. It never
 * needs a dead place again: from a reachable place outside of the path, whatever leads to the inner
 * side crosses the path. */
#include "search/straight.h"

#include "grid/climb.h"
#include "grid/scans.h"
#include "search/bends.h"

#define FIRST_SLICE 64

static uint32_t get_gap(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

static void start_side(cairn__straight_side *side, cairn__xy from, cairn__xy to, uint16_t *firsts)
{
    bool wide = get_gap(from.x, to.x) >= get_gap(from.y, to.y);
    uint32_t across = wide ? (to.x < from.x ? 4 : 0) : (to.y < from.y ? 6 : 2);
    uint32_t down = to.y < from.y ? (to.x < from.x ? 5 : 7) : (to.x < from.x ? 3 : 1);
    *side = (cairn__straight_side){.end = from, .across = across, .down = down, .firsts = firsts};
    firsts[0] = 0;
}

void cairn__straight_start(cairn__straight *straight, cairn__xy from, cairn__xy to, uint16_t *room)
{
    uint32_t x = get_gap(from.x, to.x), y = get_gap(from.y, to.y);
    straight->depth = x < y ? x : y;
    straight->width = (x < y ? y : x) - straight->depth;
    straight->turn = 0;
    straight->slice = straight->left = FIRST_SLICE;
    start_side(&straight->sides[0], from, to, room);
    start_side(&straight->sides[1], to, from, room + straight->depth + 1);
}

static cairn__xy get_cell(const cairn__straight_side *side, uint32_t place, uint32_t row)
{
    int32_t x = side->end.x + cairn__heading_x[side->across] * (int32_t)place +
                cairn__heading_x[side->down] * (int32_t)row;
    int32_t y = side->end.y + cairn__heading_y[side->across] * (int32_t)place +
                cairn__heading_y[side->down] * (int32_t)row;
    return (cairn__xy){(uint16_t)x, (uint16_t)y};
}

/* Cardinal moves that can be made from the present place. */
static uint32_t scan_across(const cairn__straight_side *side, const cairn_map *map, uint32_t limit)
{
    cairn__xy cell = get_cell(side, side->place, side->row);
    if (side->across % 4 == 0)
        return cairn__scan_row(map, cell.x, cell.y, cairn__heading_x[side->across], limit);
    return cairn__scan_column(map, cell.x, cell.y, cairn__heading_y[side->across], limit);
}

/* Moves on to the first place from which a diagonal move is legal, or to the end of the run. */
static uint32_t scan_wall(const cairn__straight_side *side, const cairn_map *map, uint32_t limit)
{
    int step[2] = {cairn__heading_x[side->down], cairn__heading_y[side->down]};
    return cairn__scan_wall(map, get_cell(side, side->place, side->row), step,
                            side->across % 4 == 0, limit);
}

static uint32_t scan_down(const cairn__straight_side *side, const cairn_map *map, uint32_t limit)
{
    cairn__xy cell = get_cell(side, side->place, side->row);
    return cairn__scan_diagonal(map, cell.x, cell.y, cairn__heading_x[side->down],
                                cairn__heading_y[side->down], limit);
}

/* The first place of a row that may be entered. */
static uint32_t get_first(const cairn__straight_side *side, uint32_t row)
{
    return row <= side->deepest ? side->firsts[row] : 0;
}

/* Goes down at most `count` rows, to the last one in which the present place is not dead. */
static void go_down(cairn__straight_side *side, uint32_t count)
{
    uint32_t row = side->row, end = row + count;
    while (row < end && get_first(side, row + 1) <= side->place)
        side->firsts[++row] = (uint16_t)side->place;
    side->row = row;
    side->deepest = row > side->deepest ? row : side->deepest;
}

/* The run ends at the present place, and all of it is dead; false if there is no row before. */
static bool go_back(cairn__straight_side *side)
{
    side->firsts[side->row] = (uint16_t)(side->place + 1);
    if (side->row == 0)
        return false;
    side->row--;
    side->place = side->firsts[side->row];
    return true;
}

/* In the last row: is the other end in this run? */
static cairn__straight_answer step_last(cairn__straight_side *side, const cairn_map *map,
                                        uint32_t width)
{
    side->place += scan_across(side, map, width - side->place);
    if (side->place == width)
        return CAIRN__STRAIGHT_YES;
    return go_back(side) ? CAIRN__STRAIGHT_PAUSED : CAIRN__STRAIGHT_NO;
}

/* One step: across, then down or back. */
static cairn__straight_answer step(const cairn__straight *straight, cairn__straight_side *side,
                                   const cairn_map *map)
{
    if (side->row == straight->depth)
        return step_last(side, map, straight->width);
    uint32_t count = 0, first = get_first(side, side->row + 1);
    bool open = true;
    if (first > side->place) {
        uint32_t gap = (first < straight->width ? first : straight->width) - side->place;
        uint32_t moves = scan_across(side, map, gap);
        open = side->place + moves == first;
        side->place += moves;
    }
    if (open) {
        side->place += scan_wall(side, map, straight->width - side->place);
        count = scan_down(side, map, straight->depth - side->row);
    }
    if (count > 0) {
        go_down(side, count);
        return CAIRN__STRAIGHT_PAUSED;
    }
    return go_back(side) ? CAIRN__STRAIGHT_PAUSED : CAIRN__STRAIGHT_NO;
}

/* A step is a unit, and so are 64 cells that it passes. */
static uint32_t count_units(const cairn__straight_side *side, uint32_t place, uint32_t row)
{
    return 1 + (get_gap(side->place, place) + get_gap(side->row, row)) / 64;
}

static void change_turns(cairn__straight *straight)
{
    straight->turn ^= 1;
    if (straight->turn == 0)
        straight->slice *= 2;
    straight->left = straight->slice;
}

cairn__straight_answer cairn__straight_run(cairn__straight *straight, const cairn_map *map,
                                           int64_t *units)
{
    while (*units > 0) {
        cairn__straight_side *side = &straight->sides[straight->turn];
        uint32_t place = side->place, row = side->row;
        cairn__straight_answer answer = step(straight, side, map);
        uint32_t spent = count_units(side, place, row);
        *units -= spent;
        if (answer != CAIRN__STRAIGHT_PAUSED)
            return answer;
        if (spent >= straight->left)
            change_turns(straight);
        else
            straight->left -= spent;
    }
    return CAIRN__STRAIGHT_PAUSED;
}

/* ---- the path ---- */

/* From the first cell's own search: the rows' first places tell where each is entered. */
static cairn__straight_moves follow(const cairn__straight *straight, uint32_t place, uint32_t row)
{
    const cairn__straight_side *side = &straight->sides[0];
    uint32_t leave = row < straight->depth ? side->firsts[row + 1] : straight->width;
    if (leave > place)
        return (cairn__straight_moves){side->across, leave - place};
    uint32_t count = 0;
    while (row + count < straight->depth && side->firsts[row + count + 1] == place)
        count++;
    return (cairn__straight_moves){side->down, count};
}

/* From the other cell's search: its row r is entered, seen from here, at the place where row
 * depth - r is left behind. */
static cairn__straight_moves follow_back(const cairn__straight *straight, uint32_t place,
                                         uint32_t row)
{
    const cairn__straight_side *own = &straight->sides[0], *other = &straight->sides[1];
    uint32_t leave = straight->width - other->firsts[straight->depth - row];
    if (leave > place)
        return (cairn__straight_moves){own->across, leave - place};
    uint32_t count = 0;
    while (row + count < straight->depth &&
           straight->width - other->firsts[straight->depth - row - count] == place)
        count++;
    return (cairn__straight_moves){own->down, count};
}

cairn__straight_moves cairn__straight_get_moves(const cairn__straight *straight, uint32_t place,
                                                uint32_t row)
{
    return straight->turn == 0 ? follow(straight, place, row) : follow_back(straight, place, row);
}
