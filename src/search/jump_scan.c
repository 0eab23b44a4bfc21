/* jump_scan.c: following lines, side by side from tile to tile, and diagonals. A line needs no look
 * (jump_look.h) where it and the lines beside it are open from end to end of the tile. */
#include "search/jump_scan.h"

#include "grid/scans.h"
#include "search/jump_look.h"

/* Begins a line at a cell. */
typedef void line_start(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell);

static inline uint64_t get_open_lines(const cairn_map *map, size_t place, bool vertical)
{
    const cairn__open_lines *open = &map->open_lines[map->directory[place]];
    return vertical ? open->columns : open->rows;
}

/* ---- the tile in which a line begins ---- */

/* With free corners, a turn at the first cell of the next tile is none for a line that begins just
 * before it: its jump point would be where it begins. */
static inline void mark_fresh(cairn__beam *beam, uint32_t line, uint32_t bit, cairn__look look)
{
    uint32_t last = look.step > 0 ? CAIRN__TILE_SIDE - 1 : 0;
    if (!look.strict && bit == last)
        beam->fresh = UINT64_C(1) << line;
}

static inline cairn__beam place_beam(const cairn_map *map, cairn__xy cell, uint32_t move)
{
    return (cairn__beam){.place = cairn__tile_place(map, cell.x, cell.y),
                         .x = cell.x & ~63,
                         .y = cell.y & ~63,
                         .move = move};
}

/* Begins a line at a cell, by the rises beside the line. */
static CAIRN__ALWAYS_INLINE void begin_line(cairn__jump_scan *scan, cairn__beam *beam,
                                            cairn__xy cell, const uint64_t *lines, uint64_t rises,
                                            cairn__look look)
{
    uint32_t x = cell.x & 63, y = cell.y & 63;
    uint32_t line = look.vertical ? x : y, bit = look.vertical ? y : x;
    cairn__view seen = cairn__look_see(lines[line], rises, cairn__look_get_ahead(bit, look), look);
    cairn__jump *found = scan->jumps + scan->count;
    beam->lines = (uint64_t)cairn__look_is_clear(seen) << line;
    scan->count += (uint32_t)(cairn__look_add_found(found, cairn__look_get_start(beam, line, look),
                                                    seen, look) -
                              found);
    mark_fresh(beam, line, bit, look);
}

static CAIRN__ALWAYS_INLINE void start_outside(cairn__jump_scan *scan, cairn__beam *beam,
                                               cairn__xy cell, cairn__look look)
{
    const uint64_t *lines = cairn__look_get_lines(scan->map, beam->place, look.vertical);
    uint32_t line = (look.vertical ? cell.x : cell.y) & 63;
    begin_line(scan, beam, cell, lines,
               cairn__look_get_outer_rises(scan->map, beam->place, line, look), look);
}

static CAIRN__ALWAYS_INLINE void start(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell,
                                       line_start *outside, cairn__look look)
{
    *beam = place_beam(scan->map, cell, cairn__look_get_move(look));
    const uint64_t *lines = cairn__look_get_lines(scan->map, beam->place, look.vertical);
    uint32_t line = (look.vertical ? cell.x : cell.y) & 63;
    if (CAIRN__LIKELY(line - 1 < CAIRN__TILE_SIDE - 2))
        begin_line(scan, beam, cell, lines,
                   cairn__look_get_rises(lines[line - 1], look.step) |
                       cairn__look_get_rises(lines[line + 1], look.step),
                   look);
    else
        outside(scan, beam, cell);
}

/* ---- the tiles after it ---- */

#define INNER_LINES UINT64_C(0x7ffffffffffffffe)

/* What a tile's first or last line sees; a line beside it lies in another tile. */
static inline cairn__view look_outside(const cairn_map *map, const cairn__beam *beam, size_t before,
                                       uint32_t line, cairn__look look)
{
    cairn__view seen = {0, ~cairn__look_get_line(map, beam->place, look.vertical, (int32_t)line)};
    for (int side = -1; side <= 1; side += 2) {
        uint64_t cells =
            cairn__look_get_line(map, beam->place, look.vertical, (int32_t)line + side);
        uint64_t past = cairn__look_get_line(map, before, look.vertical, (int32_t)line + side);
        seen.turns |= cells & ~(look.step > 0 ? cells << 1 | past >> 63 : cells >> 1 | past << 63);
    }
    if (!look.strict && (beam->fresh >> (line & 63) & 1) != 0)
        seen.turns &= ~(look.step > 0 ? UINT64_C(1) : UINT64_C(1) << 63);
    return seen;
}

/* Takes the outer lines of a beam through a tile; returns those that go on. */
static inline uint64_t pass_outside(cairn__jump_scan *scan, const cairn__beam *beam, size_t before,
                                    cairn__look look)
{
    cairn__jump *found = scan->jumps + scan->count;
    uint64_t kept = 0;
    for (uint64_t left = beam->lines & ~INNER_LINES; left != 0; left &= left - 1) {
        uint32_t line = cairn__count_trailing_zeros(left);
        cairn__view seen = look_outside(scan->map, beam, before, line, look);
        kept |= (uint64_t)cairn__look_is_clear(seen) << line;
        found = cairn__look_add_found(found, cairn__look_get_start(beam, line, look), seen, look);
    }
    scan->count = (uint32_t)(found - scan->jumps);
    return kept;
}

/* The same for inner lines at the tile's first cell. The words that cross all lines there, and at
 * the last cell of the tile before, tell which of them turn. */
static CAIRN__ALWAYS_INLINE uint64_t pass_edge(cairn__jump_scan *scan, const cairn__beam *beam,
                                               size_t before, cairn__look look)
{
    int32_t first = look.step > 0 ? 0 : CAIRN__TILE_SIDE - 1;
    uint64_t edge = cairn__look_get_lines(scan->map, beam->place, !look.vertical)[first];
    uint64_t rises = edge & ~cairn__look_get_lines(scan->map, before, !look.vertical)[63 - first];
    uint64_t lines = beam->lines & INNER_LINES;
    uint64_t turns = lines & (rises << 1 | rises >> 1) & (look.strict ? edge : ~beam->fresh);
    for (uint64_t left = turns; left != 0; left &= left - 1)
        scan->jumps[scan->count++] = cairn__look_make_jump(
            cairn__look_get_start(beam, cairn__count_trailing_zeros(left), look), (uint32_t)first,
            look);
    return lines & edge & ~turns;
}

/* The same for inner lines beyond the tile's first cell. */
static CAIRN__ALWAYS_INLINE uint64_t pass_inside(cairn__jump_scan *scan, const cairn__beam *beam,
                                                 uint64_t lines, cairn__look look, uint32_t *looks)
{
    const uint64_t *words = cairn__look_get_lines(scan->map, beam->place, look.vertical);
    cairn_cell start = cairn__look_get_start(beam, 0, look);
    cairn__jump *found = scan->jumps + scan->count;
    uint64_t kept = 0;
    for (uint64_t left = lines; left != 0; left &= left - 1, ++*looks) {
        uint32_t line = cairn__count_trailing_zeros(left);
        cairn__view seen = cairn__look_see(words[line],
                                           cairn__look_get_rises(words[line - 1], look.step) |
                                               cairn__look_get_rises(words[line + 1], look.step),
                                           UINT64_MAX, look);
        kept |= cairn__look_is_clear(seen) ? left & (0 - left) : 0;
        found =
            cairn__look_add_found(found, start + line * cairn__look_get_across(look), seen, look);
    }
    scan->count = (uint32_t)(found - scan->jumps);
    return kept;
}

/* Takes a beam through the next tile; returns how many looks that took. */
static CAIRN__ALWAYS_INLINE uint32_t pass(cairn__jump_scan *scan, cairn__beam *beam,
                                          cairn__look look)
{
    const cairn_map *map = scan->map;
    size_t before = beam->place, along = look.vertical ? map->tiles_across : 1;
    uint32_t looks = 1;
    beam->place = look.step > 0 ? before + along : before - along;
    beam->x += look.vertical ? 0 : look.step * CAIRN__TILE_SIDE;
    beam->y += look.vertical ? look.step * CAIRN__TILE_SIDE : 0;
    uint64_t open = get_open_lines(map, beam->place, look.vertical);
    uint64_t sides = open & get_open_lines(map, before, look.vertical);
    uint64_t kept = beam->lines & open & sides << 1 & sides >> 1;
    beam->lines &= ~kept;
    if (beam->lines != 0) {
        uint64_t inner = pass_edge(scan, beam, before, look);
        if (inner != 0)
            kept |= pass_inside(scan, beam, inner, look, &looks);
        kept |= pass_outside(scan, beam, before, look);
    }
    beam->lines = kept;
    beam->fresh = 0;
    return looks;
}

#define LOOKS_AT_ONCE 64

static CAIRN__ALWAYS_INLINE uint32_t follow(cairn__jump_scan *scan, cairn__beam *beam,
                                            cairn__look look)
{
    uint32_t looks = 0;
    do
        looks += pass(scan, beam, look);
    while (beam->lines != 0 && looks < LOOKS_AT_ONCE);
    return looks;
}

/* ---- diagonals ---- */

/* Cells of a diagonal in one tile: the first one, by its line and bit, and where the lines lead. */
typedef struct cells {
    uint32_t line;
    uint32_t bit;
    uint32_t count;
    int step; /* from line to line */
} cells;

/* Begins a line at each of the cells, in a tile. */
static CAIRN__ALWAYS_INLINE void begin_lines(cairn__jump_scan *scan, cairn__beam *beam, size_t tile,
                                             cells from, cairn__look look)
{
    const cairn_map *map = scan->map;
    const uint64_t *words = look.vertical ? map->tiles[tile].column : map->tiles[tile].row;
    uint64_t open = look.vertical ? map->open_lines[tile].columns : map->open_lines[tile].rows;
    uint32_t last = from.count - 1, slope = (uint32_t)(from.step * look.step);
    uint64_t lines = UINT64_MAX >> (63 - last) << (from.step > 0 ? from.line : from.line - last);
    uint64_t kept = lines & open & open << 1 & open >> 1;
    size_t place = beam->place;
    cairn_cell start = cairn__look_get_start(beam, 0, look);
    cairn__jump *found = scan->jumps + scan->count;
    for (uint64_t left = lines & ~kept; left != 0; left &= left - 1) {
        uint32_t line = cairn__count_trailing_zeros(left);
        uint64_t ahead = cairn__look_get_ahead(from.bit + (line - from.line) * slope, look);
        cairn__view seen = cairn__look_at(map, place, words, line, ahead, look);
        kept |= cairn__look_is_clear(seen) ? left & (0 - left) : 0;
        found =
            cairn__look_add_found(found, start + line * cairn__look_get_across(look), seen, look);
    }
    scan->count = (uint32_t)(found - scan->jumps);
    beam->lines = kept;
    mark_fresh(beam, from.line + last * (uint32_t)from.step, from.bit + last * (uint32_t)look.step,
               look);
}

/* With free corners: a blocked cell beside the one before, and the cell behind it open. */
static inline bool is_forced_around(const cairn_map *map, cairn__xy cell, int step_x, int step_y)
{
    uint32_t open = cairn__open_neighbours(map, cell.x, cell.y), shut = ~open;
    uint32_t back_x = cairn__move_by(-step_x, 0), back_y = cairn__move_by(0, -step_y);
    uint32_t turn_x = cairn__move_by(-step_x, step_y), turn_y = cairn__move_by(step_x, -step_y);
    return (((shut >> back_x & open >> turn_x) | (shut >> back_y & open >> turn_y)) & 1) != 0;
}

/* The least cells of a diagonal that repay a look at the diagonals on either side. */
#define LONG_DIAGONAL 12

/* A number of cells of a diagonal that have no blocked cell beside the one before. */
static inline uint32_t count_open_beside(const cairn_map *map, cairn__xy cell, int step_x,
                                         int step_y, uint32_t count)
{
    count = cairn__scan_diagonal(map, cell.x - step_x, cell.y, step_x, step_y, count);
    return cairn__scan_diagonal(map, cell.x, cell.y - step_y, step_x, step_y, count);
}

/* How many cells of a diagonal come before the first at which the way may turn off to another one;
 * all, if there is none. With strict corners there is none to ask for. */
static inline uint32_t count_unforced(const cairn_map *map, cairn__xy cell, uint32_t move,
                                      uint32_t count)
{
    int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
    uint32_t i = 0;
    if (count >= LONG_DIAGONAL)
        i = count_open_beside(map, cell, step_x, step_y, count);
    while (i < count && !is_forced_around(map, cairn__cell_after(cell, move, i), step_x, step_y))
        i++;
    return i;
}

/* Starts the beams that leave a diagonal at its cells. */
static CAIRN__ALWAYS_INLINE void leave(cairn__jump_scan *scan, cairn__beam beams[2], cairn__xy cell,
                                       uint32_t count, uint32_t move, bool strict)
{
    int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
    uint32_t x = cell.x & 63, y = cell.y & 63;
    beams[0] = place_beam(scan->map, cell, step_x > 0 ? CAIRN__E : CAIRN__W);
    beams[1] = beams[0];
    beams[1].move = step_y > 0 ? CAIRN__S : CAIRN__N;
    size_t tile = scan->map->directory[beams[0].place];
    begin_lines(scan, &beams[0], tile, (cells){y, x, count, step_y},
                (cairn__look){false, step_x, strict});
    begin_lines(scan, &beams[1], tile, (cells){x, y, count, step_x},
                (cairn__look){true, step_y, strict});
}

/* See cairn__diagonal_walk(). */
static CAIRN__ALWAYS_INLINE bool walk(cairn__jump_scan *scan, cairn__beam beams[2], cairn__xy from,
                                      uint32_t most, uint32_t *made, uint32_t move, bool strict)
{
    int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
    cairn__xy cell = cairn__cell_after(from, move, 1);
    uint32_t x = cell.x & 63, y = cell.y & 63;
    most = cairn__get_lower(most, step_x > 0 ? CAIRN__TILE_SIDE - x : x + 1);
    most = cairn__get_lower(most, step_y > 0 ? CAIRN__TILE_SIDE - y : y + 1);
    uint32_t count = cairn__scan_diagonal(scan->map, from.x, from.y, step_x, step_y, most);
    uint32_t lines = strict ? count : count_unforced(scan->map, cell, move, count);
    *made = count;
    if (lines < count) {
        scan->jumps[scan->count++] =
            (cairn__jump){cairn__pack(cairn__cell_after(cell, move, lines)), move};
        *made = lines + 1;
    }
    if (lines > 0)
        leave(scan, beams, cell, lines, move, strict);
    return lines == most;
}

/* ---- by direction ---- */

/* All of the above, compiled for a cardinal move and a corner setting. */
typedef struct line_scans {
    line_start *start;
    uint32_t (*follow)(cairn__jump_scan *scan, cairn__beam *beam);
} line_scans;

#define LINE_SCANS(name, ...)                                                                      \
    static CAIRN__NOINLINE void start_##name##_outside(cairn__jump_scan *scan, cairn__beam *beam,  \
                                                       cairn__xy cell)                             \
    {                                                                                              \
        start_outside(scan, beam, cell, (cairn__look){__VA_ARGS__});                               \
    }                                                                                              \
    static void start_##name(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell)            \
    {                                                                                              \
        start(scan, beam, cell, start_##name##_outside, (cairn__look){__VA_ARGS__});               \
    }                                                                                              \
    static uint32_t follow_##name(cairn__jump_scan *scan, cairn__beam *beam)                       \
    {                                                                                              \
        return follow(scan, beam, (cairn__look){__VA_ARGS__});                                     \
    }
LINE_SCANS(north_strict, true, -1, true)
LINE_SCANS(south_strict, true, 1, true)
LINE_SCANS(west_strict, false, -1, true)
LINE_SCANS(east_strict, false, 1, true)
LINE_SCANS(north_free, true, -1, false)
LINE_SCANS(south_free, true, 1, false)
LINE_SCANS(west_free, false, -1, false)
LINE_SCANS(east_free, false, 1, false)

static const line_scans lines_by[2][CAIRN__MOVES] = {
    [CAIRN_CORNERS_STRICT] = {[CAIRN__N] = {start_north_strict, follow_north_strict},
                              [CAIRN__S] = {start_south_strict, follow_south_strict},
                              [CAIRN__W] = {start_west_strict, follow_west_strict},
                              [CAIRN__E] = {start_east_strict, follow_east_strict}},
    [CAIRN_CORNERS_FREE] = {[CAIRN__N] = {start_north_free, follow_north_free},
                            [CAIRN__S] = {start_south_free, follow_south_free},
                            [CAIRN__W] = {start_west_free, follow_west_free},
                            [CAIRN__E] = {start_east_free, follow_east_free}},
};

/* The same for a diagonal. */
typedef bool diagonal_walk(cairn__jump_scan *scan, cairn__beam beams[2], cairn__xy from,
                           uint32_t most, uint32_t *made);

#define DIAGONAL_WALK(name, ...)                                                                   \
    static bool walk_##name(cairn__jump_scan *scan, cairn__beam beams[2], cairn__xy from,          \
                            uint32_t most, uint32_t *made)                                         \
    {                                                                                              \
        return walk(scan, beams, from, most, made, __VA_ARGS__);                                   \
    }
DIAGONAL_WALK(nw_strict, CAIRN__NW, true)
DIAGONAL_WALK(ne_strict, CAIRN__NE, true)
DIAGONAL_WALK(sw_strict, CAIRN__SW, true)
DIAGONAL_WALK(se_strict, CAIRN__SE, true)
DIAGONAL_WALK(nw_free, CAIRN__NW, false)
DIAGONAL_WALK(ne_free, CAIRN__NE, false)
DIAGONAL_WALK(sw_free, CAIRN__SW, false)
DIAGONAL_WALK(se_free, CAIRN__SE, false)

static diagonal_walk *const walk_by[2][CAIRN__MOVES] = {
    [CAIRN_CORNERS_STRICT] = {[CAIRN__NW] = walk_nw_strict,
                              [CAIRN__NE] = walk_ne_strict,
                              [CAIRN__SW] = walk_sw_strict,
                              [CAIRN__SE] = walk_se_strict},
    [CAIRN_CORNERS_FREE] = {[CAIRN__NW] = walk_nw_free,
                            [CAIRN__NE] = walk_ne_free,
                            [CAIRN__SW] = walk_sw_free,
                            [CAIRN__SE] = walk_se_free},
};

void cairn__beam_start(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell, uint32_t move)
{
    lines_by[scan->map->info.corners][move].start(scan, beam, cell);
}

uint32_t cairn__beam_follow(cairn__jump_scan *scan, cairn__beam *beam)
{
    return lines_by[scan->map->info.corners][beam->move].follow(scan, beam);
}

bool cairn__diagonal_walk(cairn__jump_scan *scan, cairn__beam *beams, cairn__xy from, uint32_t move,
                          uint32_t most, uint32_t *made)
{
    return walk_by[scan->map->info.corners][move](scan, beams, from, most, made);
}
