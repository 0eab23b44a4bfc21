/* bends.c: the bends known by a cell, from its neighbours and, for a cardinal heading, from the wall
 * that its moves pass: a bend needs both ends of it.
 *
 * A bend known by its western or northern end goes on to the east or to the south whatever the
 * direction of travel: so the other end is looked for there alone. */
#include "search/bends.h"

/* ---- the wall beside a line of cells ---- */

/* 64 cells of a line that leads east or south, and of the line on the wall's side. */
typedef struct stretch {
    uint64_t line;
    uint64_t side;
} stretch;

/* The stretch `ahead` cells on; `heading` is across, and the wall lies to its right. */
static stretch get_stretch(const cairn_map *map, cairn__xy cell, uint32_t heading, int32_t ahead)
{
    uint32_t side = cairn__turn(heading, 2);
    if (heading % 4 == 0)
        return (stretch){
            cairn__row_from(map, cell.x + ahead, cell.y),
            cairn__row_from(map, cell.x + ahead, cell.y + cairn__heading_y[side]),
        };
    return (stretch){
        cairn__column_from(map, cell.x, cell.y + ahead),
        cairn__column_from(map, cell.x + cairn__heading_x[side], cell.y + ahead),
    };
}

/* The places of a stretch where a path can leave the line behind the wall. The wall is the blocked
 * cell before the place with strict corners, beside it with free ones. `before` is the side's cell
 * before the stretch. The last place is not known with free corners. */
static uint64_t get_ends(const stretch *at, bool before, cairn_corners corners)
{
    if (corners == CAIRN_CORNERS_STRICT)
        return at->side & ~(at->side << 1 | (uint64_t)before);
    return ~at->side & at->side >> 1;
}

/* True if the line from a cell on is open up to the other end of a bend. */
static bool has_other_end(const cairn_map *map, cairn__xy cell, uint32_t heading)
{
    bool strict = map->info.corners == CAIRN_CORNERS_STRICT;
    bool before = true; /* with strict corners the cell itself is no other end */
    for (int32_t ahead = 0;; ahead += 63) {
        stretch at = get_stretch(map, cell, heading, ahead);
        uint64_t ends = get_ends(&at, before, map->info.corners) & (UINT64_MAX >> 1);
        uint64_t walls = ~at.line;
        /* Ends before the line's own end: below its lowest blocked cell. */
        if ((ends & ~walls & ((walls & -walls) - 1)) != 0)
            return true;
        if ((walls << 1) != 0)
            return false;
        before = strict && (at.side >> 62 & 1) != 0;
    }
}

/* ---- the bends of a cell ---- */

/* The open neighbours of a cell, a bit a heading, twice: headings up to 15 need no wrapping. */
static uint32_t get_open(const cairn_map *map, cairn__xy cell)
{
    uint32_t open = 0;
    for (uint32_t heading = 0; heading < CAIRN__HEADINGS; heading++)
        open |= (uint32_t)cairn__is_open(map, cell.x + cairn__heading_x[heading],
                                         cell.y + cairn__heading_y[heading])
                << heading;
    return open | open << 8;
}

static bool is_first_end(uint32_t heading)
{
    return heading < 4;
}

/* With strict corners a path bends round a blocked diagonal neighbour between two open ones. */
static bool is_strict_end(uint32_t open, uint32_t heading)
{
    uint32_t block = heading + 2;
    if (heading % 2 == 0)
        block = heading + (is_first_end(heading) ? 1 : 3);
    return (open >> (block - 1) & 7) == 5;
}

/* With free corners it bends beside a blocked cardinal neighbour whose end it has come past, or
 * will pass: there a diagonal neighbour is open. */
static bool is_free_end(uint32_t open, uint32_t heading)
{
    uint32_t block, past;
    if (heading % 2 == 0) {
        block = heading + 2;
        past = heading + (is_first_end(heading) ? 3 : 1);
    } else {
        block = heading + (is_first_end(heading) ? 1 : 3);
        past = heading + (is_first_end(heading) ? 0 : 4);
    }
    return (open >> block & 1) == 0 && (open >> past & 1) != 0;
}

cairn__bends cairn__find_bends(const cairn_map *map, cairn__xy cell)
{
    bool strict = map->info.corners == CAIRN_CORNERS_STRICT;
    uint32_t open = get_open(map, cell), bends = 0;
    for (uint32_t heading = 0; heading < CAIRN__HEADINGS; heading++)
        if ((strict ? is_strict_end(open, heading) : is_free_end(open, heading)) &&
            (heading % 2 != 0 || has_other_end(map, cell, heading)))
            bends |= 1u << heading;
    return (cairn__bends)bends;
}

/* ---- 64 cells at a time ---- */

typedef struct line {
    uint64_t here;
    uint64_t west;
    uint64_t east;
} line;

static line get_line(const cairn_map *map, int32_t x, int32_t y)
{
    return (line){cairn__row_from(map, x, y), cairn__row_from(map, x - 1, y),
                  cairn__row_from(map, x + 1, y)};
}

/* Cells with a blocked diagonal neighbour between open ones in the row beside. */
static uint64_t get_strict_cells(const line *own, const line *beside)
{
    return beside->here & ((own->west & ~beside->west) | (own->east & ~beside->east));
}

/* Cells with a blocked cardinal neighbour, in their row or the row beside, that has an open end. */
static uint64_t get_free_cells(const line *own, const line *beside)
{
    return (~beside->here & (beside->west | beside->east)) | (~own->west & beside->west) |
           (~own->east & beside->east);
}

uint64_t cairn__find_bend_cells(const cairn_map *map, int32_t x, int32_t y)
{
    line own = get_line(map, x, y);
    if (own.here == 0)
        return 0;
    line above = get_line(map, x, y - 1), below = get_line(map, x, y + 1);
    if (map->info.corners == CAIRN_CORNERS_STRICT)
        return own.here & (get_strict_cells(&own, &above) | get_strict_cells(&own, &below));
    return own.here & (get_free_cells(&own, &above) | get_free_cells(&own, &below));
}

/* ---- what bends mean for legs ---- */

uint32_t cairn__bends_get_last_moves(cairn__bends bends, uint32_t cone)
{
    uint32_t moves = 0, clockwise = cairn__turn(cone, 1);
    if ((bends >> clockwise & 1) != 0)
        moves |= is_first_end(clockwise) ? 1 : 3;
    if ((bends >> cairn__turn(cone, 4) & 1) != 0) /* counter-clockwise across `cone` */
        moves |= is_first_end(cone) ? 2 : 3;
    return moves;
}

bool cairn__bends_turn(cairn__bends bends, uint32_t cone, uint32_t by)
{
    for (uint32_t i = 1; i <= by; i++)
        if ((bends >> cairn__turn(cone, i) & 1) == 0)
            return false;
    return true;
}
