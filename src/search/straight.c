/* straight.c: two searches by turns, one from each end, each turn twice as long as the one before;
 * after their first turns a search over blocks of cells, for a sure no.
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

/* Units of each end's first turn. Then the blocks are looked at, which may settle it. */
#define FIRST_SLICE 16

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
    straight->looking = straight->looked = straight->limited = false;
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

/* What may be entered of a row. */
typedef struct limits {
    uint32_t first;
    uint32_t last;
} limits;

/* The places of a row that are not dead and, once blocks were looked at, may be on the way. */
static limits get_limits(const cairn__straight *straight, const cairn__straight_side *side,
                         uint32_t row)
{
    limits found = {row <= side->deepest ? side->firsts[row] : 0, straight->width};
    if (!straight->limited)
        return found;
    uint32_t end = (side == &straight->sides[straight->forward]) ? 0 : 1;
    const cairn__coarse_hull *hull = &straight->coarse.hulls[end];
    uint32_t low = hull->lows[(row + hull->shift) / 8];
    found.first = low > found.first ? low : found.first;
    found.last = hull->highs[(row + hull->shift) / 8];
    return found;
}

/* Goes down at most `count` rows, to the last one that may be entered at the present place. */
static void go_down(const cairn__straight *straight, cairn__straight_side *side, uint32_t count)
{
    uint32_t row = side->row, end = row + count;
    for (; row < end; row++) {
        limits next = get_limits(straight, side, row + 1);
        if (side->place < next.first || side->place > next.last)
            break;
        side->firsts[row + 1] = (uint16_t)side->place;
    }
    side->row = row;
    side->deepest = row > side->deepest ? row : side->deepest;
}

/* All places of the row up to `last` are dead: back to the row before, if there is one. */
static cairn__straight_answer go_back(cairn__straight_side *side, uint32_t last)
{
    side->firsts[side->row] = (uint16_t)(last + 1);
    if (side->row == 0)
        return CAIRN__STRAIGHT_NO;
    side->row--;
    side->place = side->firsts[side->row];
    return CAIRN__STRAIGHT_PAUSED;
}

/* In the last row: is the other end in this run? */
static cairn__straight_answer step_last(cairn__straight_side *side, const cairn_map *map,
                                        uint32_t width)
{
    side->place += scan_across(side, map, width - side->place);
    return side->place == width ? CAIRN__STRAIGHT_YES : go_back(side, side->place);
}

/* Moves across to the first place of the row from which one further row can be entered; false if
 * there is none. */
static bool go_across(cairn__straight_side *side, const cairn_map *map, const limits *next)
{
    if (side->place > next->last)
        return false;
    if (next->first > side->place) {
        uint32_t first = next->first <= next->last ? next->first : next->last;
        side->place += scan_across(side, map, first - side->place);
        if (side->place < next->first)
            return false;
    }
    side->place += scan_wall(side, map, next->last - side->place);
    return true;
}

/* One step: across, then down or back. */
static cairn__straight_answer step(const cairn__straight *straight, cairn__straight_side *side,
                                   const cairn_map *map)
{
    if (side->row == straight->depth)
        return step_last(side, map, straight->width);
    limits next = get_limits(straight, side, side->row + 1);
    uint32_t count = 0;
    if (go_across(side, map, &next))
        count = scan_down(side, map, straight->depth - side->row);
    /* Behind the last place from which the next row may be entered all are dead. */
    if (count == 0)
        return go_back(side, side->place < next.last ? side->place : straight->width);
    go_down(straight, side, count);
    return CAIRN__STRAIGHT_PAUSED;
}

/* A step is a unit, and so are 64 cells that it passes. */
static uint32_t count_units(const cairn__straight_side *side, uint32_t place, uint32_t row)
{
    return 1 + (get_gap(side->place, place) + get_gap(side->row, row)) / 64;
}

/* ---- blocks ---- */

/* Begins at the end from which a frame's moves lead to the other one. The hulls' room lies behind
 * that of the rows. */
static void start_looking(cairn__straight *straight, const cairn_map *map)
{
    straight->forward = straight->sides[0].down < 4 ? 0 : 1;
    const cairn__straight_side *side = &straight->sides[straight->forward];
    cairn__xy ends[2] = {side->end, straight->sides[1 - straight->forward].end};
    uint32_t frame = side->across < side->down ? side->across : side->down;
    cairn__coarse_search_start(&straight->coarse, map, frame, ends,
                               straight->sides[1].firsts + straight->depth + 1);
    straight->looking = straight->looked = true;
}

/* Looks at rows of blocks. */
static cairn__straight_answer look(cairn__straight *straight, const cairn_map *map, int64_t *units)
{
    cairn__coarse_answer answer = cairn__coarse_search_run(&straight->coarse, map, units);
    if (answer == CAIRN__COARSE_NO)
        return CAIRN__STRAIGHT_NO;
    straight->looking = answer == CAIRN__COARSE_PAUSED;
    straight->limited = answer == CAIRN__COARSE_MAYBE;
    return CAIRN__STRAIGHT_PAUSED;
}

/* ---- turns ---- */

static void change_turns(cairn__straight *straight, const cairn_map *map)
{
    straight->turn ^= 1;
    if (straight->turn == 0) {
        if (!straight->looked)
            start_looking(straight, map);
        straight->slice *= 2;
    }
    straight->left = straight->slice;
}

/* A step of the present end's search. */
static cairn__straight_answer take_step(cairn__straight *straight, const cairn_map *map,
                                        int64_t *units)
{
    cairn__straight_side *side = &straight->sides[straight->turn];
    uint32_t place = side->place, row = side->row;
    cairn__straight_answer answer = step(straight, side, map);
    uint32_t spent = count_units(side, place, row);
    *units -= spent;
    if (answer != CAIRN__STRAIGHT_PAUSED)
        return answer;
    if (spent >= straight->left)
        change_turns(straight, map);
    else
        straight->left -= spent;
    return answer;
}

cairn__straight_answer cairn__straight_run(cairn__straight *straight, const cairn_map *map,
                                           int64_t *units)
{
    while (*units > 0) {
        cairn__straight_answer answer =
            straight->looking ? look(straight, map, units) : take_step(straight, map, units);
        if (answer != CAIRN__STRAIGHT_PAUSED)
            return answer;
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
