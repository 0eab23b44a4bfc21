/* straight.c: two searches by turns, one from each end; after their first steps a search over blocks of
 * cells, for a sure no and for limits. docs/research/bends.md, section 5, says why it is exact.
 *
 * A search stands on the innermost path that it has not found dead. In a row it moves across to the
 * first place from which it can go down to a place that is not dead; where there is none, it goes
 * back to the row before. Every leg has all its places in a row at or behind the row's first place:
 * so what one search has left behind is a limit for both. */
#include "search/straight.h"

#include "grid/climb.h"
#include "grid/scans.h"
#include "search/bends.h"

/* Steps of each end's first turn. Then the blocks are looked at, which may settle it. */
#define FIRST_SLICE 3
#define LATER_SLICE 32

#define GROUP CAIRN__STRAIGHT_GROUP

/* What a step looks at, at most: 64 places of a row so often, rows further down, rows that are limited
 * at a time. */
#define MOST_LOOKS 32
#define MOST_ROWS 1024

static uint32_t get_gap(uint32_t a, uint32_t b)
{
    return a < b ? b - a : a - b;
}

/* The headings from a cell to another one: to its west, to its north, farther down than across. */
static const struct headings {
    uint8_t across;
    uint8_t down;
} headings[8] = {{0, 1}, {4, 3}, {0, 7}, {4, 5}, {2, 1}, {2, 3}, {6, 7}, {6, 5}};

static void aim_side(cairn__straight_side *side, cairn__xy from, cairn__xy to, bool steep)
{
    struct headings by = headings[(to.x < from.x) + 2 * (to.y < from.y) + 4 * steep];
    side->end = from;
    side->across = by.across;
    side->down = by.down;
}

static void aim(cairn__straight *straight, cairn__xy from, cairn__xy to)
{
    uint32_t x = get_gap(from.x, to.x), y = get_gap(from.y, to.y);
    straight->depth = x < y ? x : y;
    straight->width = (x < y ? y : x) - straight->depth;
    aim_side(&straight->sides[0], from, to, x < y);
    aim_side(&straight->sides[1], to, from, x < y);
}

static void start_side(cairn__straight_side *side, uint32_t depth, uint16_t *room)
{
    side->place = side->row = side->deepest = 0;
    side->firsts = room;
    side->mosts = room + depth + 1;
    side->firsts[0] = side->mosts[0] = 0;
}

void cairn__straight_start(cairn__straight *straight, cairn__xy from, cairn__xy to, uint16_t *room)
{
    aim(straight, from, to);
    straight->turn = 0;
    straight->slice = straight->left = FIRST_SLICE;
    straight->fresh = true;
    straight->seen = straight->looking = straight->looked = false;
    start_side(&straight->sides[0], straight->depth, room);
    start_side(&straight->sides[1], straight->depth,
               room + cairn__straight_get_side_room(straight->depth));
}

void cairn__straight_take_seen(cairn__straight *straight, cairn__xy from, cairn__xy to)
{
    aim(straight, from, to);
    straight->seen = true;
}

static cairn__xy get_cell(const cairn__straight_side *side, uint32_t place, uint32_t row)
{
    int32_t x = side->end.x + cairn__heading_x[side->across] * (int32_t)place +
                cairn__heading_x[side->down] * (int32_t)row;
    int32_t y = side->end.y + cairn__heading_y[side->across] * (int32_t)place +
                cairn__heading_y[side->down] * (int32_t)row;
    return (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y};
}

/* 64 cells from one on, in a cardinal heading. */
static uint64_t get_cells(const cairn_map *map, int32_t x, int32_t y, uint32_t heading)
{
    switch (heading) {
    case 0:
        return cairn__row_from(map, x, y);
    case 2:
        return cairn__column_from(map, x, y);
    case 4:
        return cairn__reverse_bits(cairn__row_from(map, x - 63, y));
    default:
        return cairn__reverse_bits(cairn__column_from(map, x, y - 63));
    }
}

/* What can be done from 63 places on, the present one first. */
typedef struct outlook {
    uint32_t run;  /* places up to the first that is blocked, 64: all */
    uint64_t down; /* of them, those from which a diagonal move is legal */
} outlook;

static outlook look_ahead(const cairn__straight_side *side, const cairn_map *map)
{
    cairn__xy cell = get_cell(side, side->place, side->row);
    uint32_t aside = cairn__turn(side->down, side->down - side->across);
    uint64_t here = get_cells(map, cell.x, cell.y, side->across);
    uint64_t beside = get_cells(map, cell.x + cairn__heading_x[aside],
                                cell.y + cairn__heading_y[aside], side->across);
    uint64_t down = beside >> 1;
    if (map->info.corners == CAIRN_CORNERS_STRICT)
        down &= beside & here >> 1;
    uint32_t run = ~here != 0 ? cairn__count_trailing_zeros(~here) : 64;
    return (outlook){run, down & here & (here ^ (here + 1)) & (UINT64_MAX >> 1)};
}

static uint32_t scan_down(const cairn__straight_side *side, const cairn_map *map, uint32_t limit)
{
    cairn__xy cell = get_cell(side, side->place, side->row);
    return cairn__scan_diagonal(map, cell.x, cell.y, cairn__heading_x[side->down],
                                cairn__heading_y[side->down], limit);
}

/* ---- limits ---- */

/* What may be entered of a row. */
typedef struct limits {
    uint32_t first;
    uint32_t last;
} limits;

static uint32_t get_first(const cairn__straight_side *side, uint32_t row)
{
    return row <= side->deepest ? side->firsts[row] : 0;
}

static const cairn__straight_side *get_other(const cairn__straight *straight,
                                             const cairn__straight_side *side)
{
    return &straight->sides[side == &straight->sides[0] ? 1 : 0];
}

/* The places of a row that neither search has found dead. */
static limits get_limits(const cairn__straight *straight, const cairn__straight_side *side,
                         uint32_t row)
{
    const cairn__straight_side *other = &straight->sides[side == &straight->sides[0] ? 1 : 0];
    uint32_t dead = get_first(other, straight->depth - row);
    return (limits){get_first(side, row), straight->width - dead};
}

/* ---- a step ---- */

static void raise(uint16_t *number, uint32_t least)
{
    *number = (uint16_t)(least > *number ? least : *number);
}

/* Writes the first place of some rows of a group, and for the group a number that is not less. */
static void set_group(cairn__straight_side *side, uint32_t row, uint32_t end, uint32_t first)
{
    uint16_t *most = &side->mosts[row / GROUP], *firsts = side->firsts + row;
    if (row % GROUP == 0 && (end % GROUP == 0 || end > side->deepest))
        *most = (uint16_t)first;
    else
        raise(most, first);
    if (end - row == GROUP) {
        for (uint32_t i = 0; i < GROUP; i++)
            firsts[i] = (uint16_t)first;
        return;
    }
    for (uint32_t i = 0; i < end - row; i++)
        firsts[i] = (uint16_t)first;
}

static void set_firsts(cairn__straight_side *side, uint32_t row, uint32_t end, uint32_t first)
{
    while (row < end) {
        uint32_t next = (row / GROUP + 1) * GROUP;
        next = next < end ? next : end;
        set_group(side, row, next, first);
        side->deepest = next - 1 > side->deepest ? next - 1 : side->deepest;
        row = next;
    }
}

/* True if the place of a row is not dead; then also those of all rows before `end`. */
static bool is_free(const cairn__straight *straight, const cairn__straight_side *side, uint32_t row,
                    uint32_t *end)
{
    const cairn__straight_side *other = get_other(straight, side);
    uint32_t place = side->place, rest = straight->width - place, back = straight->depth - row;
    if (place < get_first(side, row) || rest < get_first(other, back))
        return false;
    uint32_t own_end = (row / GROUP + 1) * GROUP;
    uint32_t other_end = straight->depth + 1 - back / GROUP * GROUP;
    *end = own_end < other_end ? own_end : other_end;
    if ((row <= side->deepest && side->mosts[row / GROUP] > place) ||
        (back <= other->deepest && other->mosts[back / GROUP] > rest))
        *end = row + 1;
    return true;
}

/* Goes down at most `limit` rows, to the last one that may be entered at the present place. */
static void go_down(const cairn__straight *straight, cairn__straight_side *side, uint32_t limit)
{
    uint32_t row = side->row + 1, last = side->row + limit, end = row;
    while (row <= last && is_free(straight, side, row, &end))
        row = end;
    row = row <= last ? row : last + 1;
    set_firsts(side, side->row + 1, row, side->place);
    side->scanned += limit;
    side->row = row - 1;
}

/* All places of the row up to the present one are dead: back to the row before, where it was left.
 * If no place is left in the row there is no leg. */
static cairn__answer go_back(const cairn__straight *straight, cairn__straight_side *side)
{
    uint32_t first = side->place + 1;
    side->place = side->firsts[side->row];
    if (side->row == 0 || first > get_limits(straight, side, side->row).last)
        return CAIRN__NONE;
    side->firsts[side->row] = (uint16_t)first;
    raise(&side->mosts[side->row / GROUP], first);
    side->row--;
    return CAIRN__PAUSED;
}

/* Moves on to a place if the row is open up to it. If not, to the last blocked place before it: all
 * up to that one are dead, because what leads down from them is. So the row is looked at from its
 * far side. */
static bool pass_dead(cairn__straight_side *side, const cairn_map *map, uint32_t first)
{
    uint32_t back = cairn__turn(side->across, 4), limit = first + 1 - side->place;
    cairn__xy cell = get_cell(side, first, side->row);
    int32_t x = cell.x - cairn__heading_x[back], y = cell.y - cairn__heading_y[back];
    uint32_t count = back % 4 == 0 ? cairn__scan_row(map, x, y, cairn__heading_x[back], limit)
                                   : cairn__scan_column(map, x, y, cairn__heading_y[back], limit);
    side->scanned += count / 4; /* whole words at a time */
    side->place = count == limit ? first : first - count;
    return count == limit;
}

/* Where a look along a row ends. */
typedef enum crossing {
    CROSSING_DOWN, /* at the first place from which the next row can be entered */
    CROSSING_DEAD, /* there is none: all up to the present place are dead */
    CROSSING_ON,   /* not yet: it goes on in the next step */
} crossing;

static crossing go_across(cairn__straight_side *side, const cairn_map *map, const limits *next)
{
    if (next->first > side->place && !pass_dead(side, map, next->first))
        return CROSSING_DEAD;
    for (uint32_t i = 0; side->place <= next->last; i++) {
        if (i == MOST_LOOKS)
            return CROSSING_ON;
        outlook seen = look_ahead(side, map);
        side->scanned += 64;
        if (seen.down == 0 && seen.run < 64) {
            side->place += seen.run - 1;
            return CROSSING_DEAD;
        }
        side->place += seen.down != 0 ? cairn__count_trailing_zeros(seen.down) : 63;
        if (seen.down != 0)
            return side->place <= next->last ? CROSSING_DOWN : CROSSING_DEAD;
    }
    return CROSSING_DEAD;
}

/* One step: across, then down or back. In the last row: is the other end in this run? */
static cairn__answer step(const cairn__straight *straight, cairn__straight_side *side,
                          const cairn_map *map)
{
    if (side->row == straight->depth)
        return pass_dead(side, map, straight->width) ? CAIRN__DONE : go_back(straight, side);
    limits next = get_limits(straight, side, side->row + 1);
    crossing made = go_across(side, map, &next);
    if (made == CROSSING_DEAD)
        return go_back(straight, side);
    uint32_t rows = straight->depth - side->row;
    if (made == CROSSING_DOWN)
        go_down(straight, side, scan_down(side, map, rows < MOST_ROWS ? rows : MOST_ROWS));
    return CAIRN__PAUSED;
}

/* ---- blocks ---- */

/* Begins at the end from which a frame's moves lead to the other one. The room of its limits
 * lies behind that of the rows. */
static void start_looking(cairn__straight *straight, const cairn_map *map)
{
    straight->forward = straight->sides[0].down < 4 ? 0 : 1;
    const cairn__straight_side *side = &straight->sides[straight->forward];
    cairn__xy ends[2] = {side->end, straight->sides[1 - straight->forward].end};
    uint32_t frame = side->across < side->down ? side->across : side->down;
    cairn__coarse_search_start(&straight->coarse, map, frame, ends,
                               straight->sides[1].firsts +
                                   cairn__straight_get_side_room(straight->depth));
    straight->looking = straight->looked = true;
    straight->limit = (cairn__straight_limit){0};
}

/* Raises the first places of rows that are known, of at most two groups. */
static void raise_firsts(cairn__straight_side *side, uint32_t row, uint32_t end, uint32_t first)
{
    /* A path never leads back to an earlier place. */
    if (row >= end || (end <= side->row && side->firsts[row] >= first))
        return;
    raise(&side->mosts[row / GROUP], first);
    raise(&side->mosts[(end - 1) / GROUP], first);
    for (; row < end; row++)
        raise(&side->firsts[row], first);
}

/* Limits rows of a side to blocks that may be on the way; when that is done it begins again. No way
 * leads back to an earlier place, so no row has an earlier one than the row before. */
static void limit_rows(cairn__straight *straight)
{
    cairn__straight_limit *at = &straight->limit;
    cairn__straight_side *side = &straight->sides[at->side];
    uint32_t end = at->side == straight->forward ? 0 : 1, stop = at->row + MOST_ROWS, next;
    uint32_t known = side->deepest + 1;
    for (; at->row <= straight->depth && at->row < stop; at->row = next) {
        cairn__coarse_rows limit = cairn__coarse_search_get_rows(&straight->coarse, end, at->row);
        next = limit.end <= straight->depth ? limit.end : straight->depth + 1;
        at->first = limit.first > at->first ? limit.first : at->first;
        raise_firsts(side, at->row, next < known ? next : known, at->first);
        set_firsts(side, at->row > known ? at->row : known, next, at->first);
    }
    if (at->row <= straight->depth)
        return;
    side->place = side->row = 0;
    *at = (cairn__straight_limit){.begun = true, .side = at->side + 1};
}

/* Looks at rows of blocks; then limits the rows of both sides, which is a unit for 64 rows. */
static cairn__answer look(cairn__straight *straight, const cairn_map *map, cairn__meter *meter)
{
    cairn__answer answer = CAIRN__DONE;
    if (!straight->limit.begun)
        answer = cairn__coarse_search_run(&straight->coarse, map, meter);
    if (answer != CAIRN__DONE)
        return answer == CAIRN__NONE ? CAIRN__NONE : CAIRN__PAUSED;
    uint32_t rows = straight->depth - straight->limit.row;
    straight->limit.begun = true;
    limit_rows(straight);
    meter->left -= 1 + (rows < MOST_ROWS ? rows : MOST_ROWS) / 64;
    straight->looking = straight->limit.side < 2;
    return CAIRN__PAUSED;
}

/* ---- turns ---- */

static void change_turns(cairn__straight *straight, const cairn_map *map)
{
    straight->turn ^= 1;
    straight->left = LATER_SLICE;
    if (straight->turn == 1 && !straight->looked)
        straight->left = straight->slice;
    if (straight->turn == 0 && !straight->looked)
        start_looking(straight, map);
}

/* A step of the present end's search is a unit, and so are 64 cells or rows that it looks at. */
static cairn__answer take_step(cairn__straight *straight, const cairn_map *map, cairn__meter *meter)
{
    cairn__straight_side *side = &straight->sides[straight->turn];
    side->scanned = 0;
    cairn__answer answer = step(straight, side, map);
    meter->left -= 1 + side->scanned / 64;
    if (answer != CAIRN__PAUSED)
        return answer;
    if (--straight->left == 0)
        change_turns(straight, map);
    return answer;
}

/* Cells that are near enough for a look along one diagonal and one row before the first step. */
#define NEAR_MOVES 256

/* True if all diagonal moves can be made at once, and then all others: the path that the first end's search finds
 * in two steps. */
static bool is_in_sight(const cairn__straight *straight, const cairn_map *map)
{
    const cairn__straight_side *side = &straight->sides[0];
    uint32_t width = straight->width, depth = straight->depth, across = side->across;
    if (depth + width > NEAR_MOVES || scan_down(side, map, depth) < depth)
        return false;
    cairn__xy cell = get_cell(side, 0, depth);
    uint32_t count = across % 4 == 0
                         ? cairn__scan_row(map, cell.x, cell.y, cairn__heading_x[across], width)
                         : cairn__scan_column(map, cell.x, cell.y, cairn__heading_y[across], width);
    return count == width;
}

cairn__answer cairn__straight_run(cairn__straight *straight, const cairn_map *map,
                                  cairn__meter *meter)
{
    if (straight->fresh && meter->left > 0) {
        straight->fresh = false;
        meter->left--;
        straight->seen = is_in_sight(straight, map);
        if (straight->seen)
            return CAIRN__DONE;
    }
    while (meter->left > 0) {
        cairn__answer answer =
            straight->looking ? look(straight, map, meter) : take_step(straight, map, meter);
        if (answer != CAIRN__PAUSED)
            return answer;
    }
    return CAIRN__PAUSED;
}

/* ---- the path ---- */

/* The place at which the path leaves a row. */
static uint32_t get_leave(const cairn__straight *straight, uint32_t row)
{
    if (straight->seen)
        return row < straight->depth ? 0 : straight->width;
    if (straight->turn == 1)
        return straight->width - straight->sides[1].firsts[straight->depth - row];
    return row < straight->depth ? straight->sides[0].firsts[row + 1] : straight->width;
}

/* By all diagonal moves first. */
static cairn__straight_moves follow_sight(const cairn__straight *straight, uint32_t place,
                                          uint32_t row)
{
    const cairn__straight_side *side = &straight->sides[0];
    return row < straight->depth ? (cairn__straight_moves){side->down, straight->depth - row}
                                 : (cairn__straight_moves){side->across, straight->width - place};
}

/* From the first cell's own search: the rows' first places tell where each is entered. */
static cairn__straight_moves follow(const cairn__straight *straight, uint32_t place, uint32_t row)
{
    const cairn__straight_side *side = &straight->sides[0];
    uint32_t leave = get_leave(straight, row);
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
    uint32_t leave = get_leave(straight, row);
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
    if (straight->seen)
        return follow_sight(straight, place, row);
    return straight->turn == 0 ? follow(straight, place, row) : follow_back(straight, place, row);
}

bool cairn__straight_leads_over(const cairn__straight *straight, uint32_t place, uint32_t row)
{
    uint32_t enter = row > 0 ? get_leave(straight, row - 1) : 0;
    return enter <= place && place <= get_leave(straight, row);
}

cairn__xy cairn__straight_get_cell(const cairn__straight *straight, uint32_t place, uint32_t row)
{
    return get_cell(&straight->sides[0], place, row);
}
