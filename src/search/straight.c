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
    straight->looking = straight->looked = false;
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

/* ---- blocks ---- */

/* The bit of a block: of a cell's row of blocks, and of its diagonals. */
static int32_t get_block(cairn__coarse_place at)
{
    return ((at.column - at.row) >> CAIRN__COARSE_BITS) + (at.row >> CAIRN__COARSE_BITS) + 1;
}

/* Begins at the end from which the frame's moves lead to the other one. */
static void start_looking(cairn__straight *straight, const cairn_map *map)
{
    cairn__coarse_search *coarse = &straight->coarse;
    const cairn__straight_side *side = &straight->sides[straight->sides[0].down < 4 ? 0 : 1];
    const cairn__straight_side *other = &straight->sides[straight->sides[0].down < 4 ? 1 : 0];
    coarse->frame = side->across < side->down ? side->across : side->down;
    cairn__coarse_place from =
        cairn__coarse_get_place(map, coarse->frame, side->end.x, side->end.y);
    cairn__coarse_place to =
        cairn__coarse_get_place(map, coarse->frame, other->end.x, other->end.y);
    coarse->row = (uint32_t)from.row >> CAIRN__COARSE_BITS;
    coarse->end = (uint32_t)to.row >> CAIRN__COARSE_BITS;
    coarse->first = (uint32_t)get_block(from);
    coarse->last = (uint32_t)get_block(to) - (coarse->end - coarse->row);
    for (uint32_t i = 0; i <= coarse->last / 64 - coarse->first / 64; i++)
        coarse->blocks[i] = 0;
    coarse->blocks[0] = UINT64_C(1) << coarse->first % 64;
    straight->looking = straight->looked = true;
}

/* Spreads the blocks of a row along it, up to the last one that may be on the way. Returns whether
 * there are any. */
static bool spread_blocks(cairn__coarse_search *coarse, const cairn__coarse_frame *frame)
{
    uint32_t begin = coarse->first / 64, end = coarse->last / 64;
    const uint64_t *across = frame->across + (size_t)coarse->row * frame->words;
    uint64_t carry = 0, entering = 0, any = 0;
    for (uint32_t i = begin; i <= end; i++) {
        uint64_t open = across[i], blocks = coarse->blocks[i - begin] | entering;
        uint64_t leaving = blocks & open, sum = open + leaving;
        carry = sum < open;
        uint64_t crossed = open & (leaving | ~sum);
        coarse->blocks[i - begin] = blocks | crossed << 1;
        entering = carry; /* as the next word's lowest block: it has been crossed to */
        if (i == end)
            coarse->blocks[i - begin] &= UINT64_MAX >> (63 - coarse->last % 64);
        any |= coarse->blocks[i - begin];
    }
    return any != 0;
}

/* Goes on to the next row of blocks, where all bits are one further. */
static void descend(cairn__coarse_search *coarse, const cairn__coarse_frame *frame)
{
    uint32_t begin = coarse->first / 64, end = coarse->last / 64;
    const uint64_t *down = frame->down + (size_t)coarse->row * frame->words;
    uint64_t words[CAIRN__COARSE_WORDS + 1], before = 0;
    for (uint32_t i = begin; i <= end; i++) {
        uint64_t moved = coarse->blocks[i - begin] & down[i];
        words[i - begin] = moved << 1 | before;
        before = moved >> 63;
    }
    words[end - begin + 1] = before;
    coarse->row++;
    coarse->first++;
    coarse->last++;
    uint32_t skip = coarse->first / 64 - begin;
    for (uint32_t i = 0; i <= coarse->last / 64 - coarse->first / 64; i++)
        coarse->blocks[i] = words[i + skip];
}

/* Looks at rows of blocks; NO is sure, YES means that it is not known. */
static cairn__straight_answer look(cairn__straight *straight, const cairn_map *map, int64_t *units)
{
    cairn__coarse_search *coarse = &straight->coarse;
    const cairn__coarse_frame *frame = &map->coarse.frames[coarse->frame];
    while (*units > 0) {
        *units -= 1 + (coarse->last / 64 - coarse->first / 64) / 8;
        if (!spread_blocks(coarse, frame))
            return CAIRN__STRAIGHT_NO;
        if (coarse->row == coarse->end) {
            uint64_t goal = coarse->blocks[coarse->last / 64 - coarse->first / 64];
            return (goal >> coarse->last % 64 & 1) != 0 ? CAIRN__STRAIGHT_YES : CAIRN__STRAIGHT_NO;
        }
        descend(coarse, frame);
    }
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
        cairn__straight_answer answer;
        if (straight->looking) {
            answer = look(straight, map, units);
            straight->looking = answer == CAIRN__STRAIGHT_PAUSED;
            if (answer == CAIRN__STRAIGHT_YES)
                continue;
        } else {
            answer = take_step(straight, map, units);
        }
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
