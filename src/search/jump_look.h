/* jump_look.h: one look of jump point search: along a line of a tile, by the line's cells and those of the
 * lines beside it.
 *
 * A line ends at a wall, or at a jump point: with strict corners where a line beside it is open
 * after a blocked cell, with free corners one cell before that. Of what a look sees, two bits
 * matter: whether the line goes on, and whether it ends at a jump point. So looks have no branches. */
#ifndef CAIRN_JUMP_LOOK_H
#define CAIRN_JUMP_LOOK_H

#include "search/jump_scan.h"

/* A way to look, known where code is compiled: columns or rows, forwards or backwards. */
typedef struct cairn__look {
    bool vertical;
    int step;
    bool strict;
} cairn__look;

/* What a look sees: cells at which the way may turn, and walls. */
typedef struct cairn__view {
    uint64_t turns;
    uint64_t walls;
} cairn__view;

static inline const uint64_t *cairn__look_get_lines(const cairn_map *map, size_t place,
                                                    bool vertical)
{
    const cairn__tile *tile = &map->tiles[map->directory[place]];
    return vertical ? tile->column : tile->row;
}

/* A line of a tile; -1 and 64 are lines of its neighbours. */
static inline uint64_t cairn__look_get_line(const cairn_map *map, size_t place, bool vertical,
                                            int32_t line)
{
    size_t aside = vertical ? 1 : map->tiles_across;
    if (line < 0)
        place -= aside;
    if (line >= CAIRN__TILE_SIDE)
        place += aside;
    return cairn__look_get_lines(map, place, vertical)[line & 63];
}

/* Cells that are open after a blocked one; of the first cell that is not known. */
static inline uint64_t cairn__look_get_rises(uint64_t cells, int step)
{
    return cells & ~(step > 0 ? cells << 1 | 1 : cells >> 1 | UINT64_C(1) << 63);
}

/* ---- what a look finds ---- */

/* Turns that count: with strict corners a blocked cell is none. */
static inline uint64_t cairn__look_get_turns(cairn__view seen, cairn__look look)
{
    return look.strict ? seen.turns & ~seen.walls : seen.turns;
}

/* True if a turn comes before any wall. With free corners it may come at the wall, since the jump
 * point is the cell before. */
static inline bool cairn__look_is_found(cairn__view seen, cairn__look look)
{
    uint64_t turns = cairn__look_get_turns(seen, look), walls = seen.walls & ~turns;
    if (look.step < 0)
        return turns > walls;
    uint64_t stops = turns | walls;
    return (turns & stops & (0 - stops)) != 0;
}

static inline bool cairn__look_is_clear(cairn__view seen)
{
    return (seen.turns | seen.walls) == 0;
}

static inline uint32_t cairn__look_get_move(cairn__look look)
{
    return look.vertical ? (look.step > 0 ? CAIRN__S : CAIRN__N)
                         : (look.step > 0 ? CAIRN__E : CAIRN__W);
}

/* What takes a link to the cell beside it on the next line. */
static inline cairn_cell cairn__look_get_across(cairn__look look)
{
    return look.vertical ? 1 : UINT32_C(1) << 16;
}

/* The first cell of a line of the beam's tile. */
static inline cairn_cell cairn__look_get_start(const cairn__beam *beam, uint32_t line,
                                               cairn__look look)
{
    return ((uint32_t)beam->x | (uint32_t)beam->y << 16) + line * cairn__look_get_across(look);
}

/* The jump point of a line that turns at cell `bit`. */
static inline cairn__jump cairn__look_make_jump(cairn_cell start, uint32_t bit, cairn__look look)
{
    uint32_t along = look.strict ? bit : bit - (uint32_t)look.step;
    return (cairn__jump){start + (look.vertical ? along << 16 : along), cairn__look_get_move(look)};
}

/* Writes down the jump point of a line, if there is one. Returns where the next one goes. */
static inline cairn__jump *cairn__look_add_found(cairn__jump *found, cairn_cell start,
                                                 cairn__view seen, cairn__look look)
{
    uint64_t turns = cairn__look_get_turns(seen, look);
    uint32_t bit = look.step > 0 ? cairn__count_trailing_zeros(turns | UINT64_C(1) << 63)
                                 : 63 - cairn__count_leading_zeros(turns | 1);
    *found = cairn__look_make_jump(start, bit, look);
    return found + cairn__look_is_found(seen, look);
}

/* ---- a look ---- */

/* Cells of a line after cell `bit`. */
static inline uint64_t cairn__look_get_ahead(uint32_t bit, cairn__look look)
{
    return look.step > 0 ? UINT64_MAX << bit << 1 : (UINT64_C(1) << bit) - 1;
}

/* What a line sees of some cells ahead. With free corners a turn at the first one is none: its jump
 * point would be where the line begins. */
static inline cairn__view cairn__look_see(uint64_t cells, uint64_t rises, uint64_t ahead,
                                          cairn__look look)
{
    uint64_t after = look.strict ? ahead : look.step > 0 ? ahead << 1 : ahead >> 1;
    return (cairn__view){rises & after, ~cells & ahead};
}

/* The rises beside a line at the tile's border, one side of which lies in another tile. */
static CAIRN__NOINLINE uint64_t cairn__look_get_outer_rises(const cairn_map *map, size_t place,
                                                            uint32_t line, cairn__look look)
{
    return cairn__look_get_rises(cairn__look_get_line(map, place, look.vertical, (int32_t)line - 1),
                                 look.step) |
           cairn__look_get_rises(cairn__look_get_line(map, place, look.vertical, (int32_t)line + 1),
                                 look.step);
}

/* The same for a line of a tile, by the tile's lines. */
static CAIRN__ALWAYS_INLINE cairn__view cairn__look_at(const cairn_map *map, size_t place,
                                                       const uint64_t *lines, uint32_t line,
                                                       uint64_t ahead, cairn__look look)
{
    uint64_t rises;
    if (CAIRN__LIKELY(line - 1 < CAIRN__TILE_SIDE - 2))
        rises = cairn__look_get_rises(lines[line - 1], look.step) |
                cairn__look_get_rises(lines[line + 1], look.step);
    else
        rises = cairn__look_get_outer_rises(map, place, line, look);
    return cairn__look_see(lines[line], rises, ahead, look);
}

#endif
