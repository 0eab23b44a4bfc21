/* jump_scan.c: the looks of jump point search.
 *
 * A line ends at a wall, or at a jump point: with strict corners where a line beside it is open
 * after a blocked cell, with free corners one cell before that. Of what a look sees, two bits
 * matter: whether the line goes on, and whether it ends at a jump point. So looks have no branches.
 * A line needs no look where it and the lines beside it are open from end to end of the tile. */
#include "search/jump_scan.h"

#include "grid/scans.h"

/* A way to look, known where code is compiled: columns or rows, forwards or backwards. */
typedef struct way {
    bool vertical;
    int step;
    bool strict;
} way;

/* What a look sees: cells at which the way may turn, and walls. */
typedef struct sight {
    uint64_t turns;
    uint64_t walls;
} sight;

static inline const uint64_t *get_lines(const cairn_map *map, size_t place, bool vertical)
{
    const cairn__tile *tile = &map->tiles[map->directory[place]];
    return vertical ? tile->column : tile->row;
}

static inline uint64_t get_open_lines(const cairn_map *map, size_t place, bool vertical)
{
    const cairn__open_lines *open = &map->open_lines[map->directory[place]];
    return vertical ? open->columns : open->rows;
}

/* A line of a tile; -1 and 64 are lines of its neighbours. */
static inline uint64_t get_line(const cairn_map *map, size_t place, bool vertical, int32_t line)
{
    size_t aside = vertical ? 1 : map->tiles_across;
    if (line < 0)
        place -= aside;
    if (line >= CAIRN__TILE_SIDE)
        place += aside;
    return get_lines(map, place, vertical)[line & 63];
}

/* Cells that are open after a blocked one; of the first cell that is not known. */
static inline uint64_t get_rises(uint64_t cells, int step)
{
    return cells & ~(step > 0 ? cells << 1 | 1 : cells >> 1 | UINT64_C(1) << 63);
}

/* ---- what a look finds ---- */

/* Turns that count: with strict corners a blocked cell is none. */
static inline uint64_t get_turns(sight seen, way look)
{
    return look.strict ? seen.turns & ~seen.walls : seen.turns;
}

/* True if a turn comes before any wall. With free corners it may come at the wall, since the jump
 * point is the cell before. */
static inline bool is_found(sight seen, way look)
{
    uint64_t turns = get_turns(seen, look), walls = seen.walls & ~turns;
    if (look.step < 0)
        return turns > walls;
    uint64_t stops = turns | walls;
    return (turns & stops & (0 - stops)) != 0;
}

static inline bool is_clear(sight seen)
{
    return (seen.turns | seen.walls) == 0;
}

/* Adds the jump point of a line that turns at cell `bit`, if `found`. */
static inline void add_jump(cairn__jump_scan *scan, const cairn__beam *beam, uint32_t line,
                            int32_t bit, way look, bool found)
{
    int32_t along = look.strict ? bit : bit - look.step, across = (int32_t)line;
    cairn__xy cell = {.x = (uint16_t)(beam->x + (look.vertical ? across : along)),
                      .y = (uint16_t)(beam->y + (look.vertical ? along : across))};
    scan->jumps[scan->count] = (cairn__jump){cell, beam->move};
    scan->count += found;
}

static inline void add_found(cairn__jump_scan *scan, const cairn__beam *beam, uint32_t line,
                             sight seen, way look)
{
    uint64_t turns = get_turns(seen, look);
    int32_t bit = look.step > 0 ? (int32_t)cairn__count_trailing_zeros(turns | UINT64_C(1) << 63)
                                : 63 - (int32_t)cairn__count_leading_zeros(turns | 1);
    add_jump(scan, beam, line, bit, look, is_found(seen, look));
}

/* ---- the tile in which a line begins ---- */

/* Begins a line at cell `bit` of it. */
static CAIRN__ALWAYS_INLINE void begin_line(cairn__jump_scan *scan, cairn__beam *beam,
                                            const uint64_t *cells, uint32_t line, uint32_t bit,
                                            way look)
{
    uint64_t ahead = look.step > 0 ? UINT64_MAX << bit << 1 : (UINT64_C(1) << bit) - 1;
    uint64_t after = look.strict ? ahead : look.step > 0 ? ahead << 1 : ahead >> 1;
    uint64_t sides[2];
    if (CAIRN__LIKELY(line - 1 < CAIRN__TILE_SIDE - 2)) {
        sides[0] = cells[line - 1];
        sides[1] = cells[line + 1];
    } else {
        sides[0] = get_line(scan->map, beam->place, look.vertical, (int32_t)line - 1);
        sides[1] = get_line(scan->map, beam->place, look.vertical, (int32_t)line + 1);
    }
    sight seen = {(get_rises(sides[0], look.step) | get_rises(sides[1], look.step)) & after,
                  ~cells[line] & ahead};
    beam->lines |= (uint64_t)is_clear(seen) << line;
    add_found(scan, beam, line, seen, look);
}

/* With free corners, a turn at the first cell of the next tile is none for a line that begins just
 * before it: its jump point would be where it begins. */
static inline void mark_fresh(cairn__beam *beam, uint32_t line, uint32_t bit, way look)
{
    uint32_t last = look.step > 0 ? CAIRN__TILE_SIDE - 1 : 0;
    if (!look.strict && bit == last)
        beam->fresh = UINT64_C(1) << line;
}

static cairn__beam place_beam(const cairn_map *map, cairn__xy cell, uint32_t move)
{
    return (cairn__beam){.place = cairn__tile_place(map, cell.x, cell.y),
                         .x = cell.x & ~63,
                         .y = cell.y & ~63,
                         .move = move};
}

static CAIRN__ALWAYS_INLINE void start(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell,
                                       way look)
{
    uint32_t x = cell.x & 63, y = cell.y & 63;
    uint32_t line = look.vertical ? x : y, bit = look.vertical ? y : x;
    begin_line(scan, beam, get_lines(scan->map, beam->place, look.vertical), line, bit, look);
    mark_fresh(beam, line, bit, look);
}

/* ---- the tiles after it ---- */

#define INNER_LINES UINT64_C(0x7ffffffffffffffe)

/* What a tile's first or last line sees; a line beside it lies in another tile. */
static inline sight look_outside(const cairn_map *map, const cairn__beam *beam, size_t before,
                                 uint32_t line, way look)
{
    sight seen = {0, ~get_line(map, beam->place, look.vertical, (int32_t)line)};
    for (int side = -1; side <= 1; side += 2) {
        uint64_t cells = get_line(map, beam->place, look.vertical, (int32_t)line + side);
        uint64_t past = get_line(map, before, look.vertical, (int32_t)line + side);
        seen.turns |= cells & ~(look.step > 0 ? cells << 1 | past >> 63 : cells >> 1 | past << 63);
    }
    if (!look.strict && (beam->fresh >> (line & 63) & 1) != 0)
        seen.turns &= ~(look.step > 0 ? UINT64_C(1) : UINT64_C(1) << 63);
    return seen;
}

/* Takes the outer lines of a beam through a tile; returns those that go on. */
static inline uint64_t pass_outside(cairn__jump_scan *scan, const cairn__beam *beam, size_t before,
                                    way look)
{
    uint64_t kept = 0;
    for (uint64_t left = beam->lines & ~INNER_LINES; left != 0; left &= left - 1) {
        uint32_t line = cairn__count_trailing_zeros(left);
        sight seen = look_outside(scan->map, beam, before, line, look);
        kept |= (uint64_t)is_clear(seen) << line;
        add_found(scan, beam, line, seen, look);
    }
    return kept;
}

/* The same for inner lines at the tile's first cell. The words that cross all lines there, and at
 * the last cell of the tile before, tell which of them turn. */
static CAIRN__ALWAYS_INLINE uint64_t pass_edge(cairn__jump_scan *scan, const cairn__beam *beam,
                                               size_t before, way look)
{
    int32_t first = look.step > 0 ? 0 : CAIRN__TILE_SIDE - 1;
    uint64_t edge = get_lines(scan->map, beam->place, !look.vertical)[first];
    uint64_t rises = edge & ~get_lines(scan->map, before, !look.vertical)[63 - first];
    uint64_t lines = beam->lines & INNER_LINES;
    uint64_t turns = lines & (rises << 1 | rises >> 1) & (look.strict ? edge : ~beam->fresh);
    for (uint64_t left = turns; left != 0; left &= left - 1)
        add_jump(scan, beam, cairn__count_trailing_zeros(left), first, look, true);
    return lines & edge & ~turns;
}

/* The same for inner lines beyond the tile's first cell. */
static CAIRN__ALWAYS_INLINE uint64_t pass_inside(cairn__jump_scan *scan, const cairn__beam *beam,
                                                 uint64_t lines, way look, uint32_t *looks)
{
    const uint64_t *cells = get_lines(scan->map, beam->place, look.vertical);
    uint64_t kept = 0;
    for (uint64_t left = lines; left != 0; left &= left - 1, ++*looks) {
        uint32_t line = cairn__count_trailing_zeros(left);
        sight seen = {get_rises(cells[line - 1], look.step) | get_rises(cells[line + 1], look.step),
                      ~cells[line]};
        kept |= (uint64_t)is_clear(seen) << line;
        add_found(scan, beam, line, seen, look);
    }
    return kept;
}

/* Takes a beam through the next tile; returns how many looks that took. */
static CAIRN__ALWAYS_INLINE uint32_t pass(cairn__jump_scan *scan, cairn__beam *beam, way look)
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

static CAIRN__ALWAYS_INLINE uint32_t follow(cairn__jump_scan *scan, cairn__beam *beam, way look)
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

/* Begins a line at each of the cells. */
static CAIRN__ALWAYS_INLINE void begin_lines(cairn__jump_scan *scan, cairn__beam *beam, cells from,
                                             way look)
{
    uint32_t last = from.count - 1;
    uint64_t open = get_open_lines(scan->map, beam->place, look.vertical);
    uint64_t lines = (UINT64_MAX >> (63 - last)) << (from.step > 0 ? from.line : from.line - last);
    const uint64_t *words = get_lines(scan->map, beam->place, look.vertical);
    beam->lines = lines & open & open << 1 & open >> 1;
    for (uint64_t left = lines & ~beam->lines; left != 0; left &= left - 1) {
        uint32_t line = cairn__count_trailing_zeros(left);
        uint32_t bit = from.bit + (line - from.line) * (uint32_t)(from.step * look.step);
        begin_line(scan, beam, words, line, bit, look);
    }
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

/* Diagonals from so many cells on are worth a look at the diagonals on either side. */
#define LONG_DIAGONAL 12

/* A number of cells of a diagonal that have no blocked cell beside the one before. */
static inline uint32_t count_open_beside(const cairn_map *map, cairn__xy cell, int step_x,
                                         int step_y, uint32_t count)
{
    count = cairn__scan_diagonal(map, cell.x - step_x, cell.y, step_x, step_y, count);
    return cairn__scan_diagonal(map, cell.x, cell.y - step_y, step_x, step_y, count);
}

/* How many cells of a diagonal come before the first at which the way may turn off to another one;
 * all, if there is none. With strict corners there is none. */
static inline uint32_t count_unforced(const cairn_map *map, cairn__xy cell, uint32_t move,
                                      uint32_t count)
{
    int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
    uint32_t i = 0;
    if (map->info.corners == CAIRN_CORNERS_STRICT)
        return count;
    if (count >= LONG_DIAGONAL)
        i = count_open_beside(map, cell, step_x, step_y, count);
    while (i < count && !is_forced_around(map, cairn__cell_after(cell, move, i), step_x, step_y))
        i++;
    return i;
}

/* Starts the beams that leave a diagonal at so many cells. */
static CAIRN__ALWAYS_INLINE void leave(cairn__jump_scan *scan, cairn__beam beams[2], cairn__xy cell,
                                       uint32_t count, uint32_t move, bool strict)
{
    int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
    uint32_t x = cell.x & 63, y = cell.y & 63;
    begin_lines(scan, &beams[0], (cells){y, x, count, step_y}, (way){false, step_x, strict});
    begin_lines(scan, &beams[1], (cells){x, y, count, step_x}, (way){true, step_y, strict});
}

/* ---- by direction ---- */

/* All of the above, compiled for a cardinal move and a corner setting. */
typedef struct line_scans {
    void (*start)(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell);
    uint32_t (*follow)(cairn__jump_scan *scan, cairn__beam *beam);
} line_scans;

#define LINE_SCANS(name, ...)                                                                      \
    static void start_##name(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell)            \
    {                                                                                              \
        start(scan, beam, cell, (way){__VA_ARGS__});                                               \
    }                                                                                              \
    static uint32_t follow_##name(cairn__jump_scan *scan, cairn__beam *beam)                       \
    {                                                                                              \
        return follow(scan, beam, (way){__VA_ARGS__});                                             \
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
typedef void diagonal_leave(cairn__jump_scan *scan, cairn__beam beams[2], cairn__xy cell,
                            uint32_t count);

#define DIAGONAL_LEAVE(name, move, strict)                                                         \
    static void leave_##name(cairn__jump_scan *scan, cairn__beam beams[2], cairn__xy cell,         \
                             uint32_t count)                                                       \
    {                                                                                              \
        leave(scan, beams, cell, count, move, strict);                                             \
    }
DIAGONAL_LEAVE(nw_strict, CAIRN__NW, true)
DIAGONAL_LEAVE(ne_strict, CAIRN__NE, true)
DIAGONAL_LEAVE(sw_strict, CAIRN__SW, true)
DIAGONAL_LEAVE(se_strict, CAIRN__SE, true)
DIAGONAL_LEAVE(nw_free, CAIRN__NW, false)
DIAGONAL_LEAVE(ne_free, CAIRN__NE, false)
DIAGONAL_LEAVE(sw_free, CAIRN__SW, false)
DIAGONAL_LEAVE(se_free, CAIRN__SE, false)

static diagonal_leave *const leave_by[2][CAIRN__MOVES] = {
    [CAIRN_CORNERS_STRICT] = {[CAIRN__NW] = leave_nw_strict,
                              [CAIRN__NE] = leave_ne_strict,
                              [CAIRN__SW] = leave_sw_strict,
                              [CAIRN__SE] = leave_se_strict},
    [CAIRN_CORNERS_FREE] = {[CAIRN__NW] = leave_nw_free,
                            [CAIRN__NE] = leave_ne_free,
                            [CAIRN__SW] = leave_sw_free,
                            [CAIRN__SE] = leave_se_free},
};

void cairn__beam_start(cairn__jump_scan *scan, cairn__beam *beam, cairn__xy cell, uint32_t move)
{
    *beam = place_beam(scan->map, cell, move);
    lines_by[scan->map->info.corners][move].start(scan, beam, cell);
}

uint32_t cairn__beam_follow(cairn__jump_scan *scan, cairn__beam *beam)
{
    return lines_by[scan->map->info.corners][beam->move].follow(scan, beam);
}

bool cairn__diagonal_walk(cairn__jump_scan *scan, cairn__beam beams[2], cairn__xy from,
                          uint32_t move, uint32_t most, uint32_t *made)
{
    const cairn_map *map = scan->map;
    int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
    cairn__xy cell = cairn__cell_after(from, move, 1);
    uint32_t x = cell.x & 63, y = cell.y & 63;
    most = cairn__get_lower(most, step_x > 0 ? CAIRN__TILE_SIDE - x : x + 1);
    most = cairn__get_lower(most, step_y > 0 ? CAIRN__TILE_SIDE - y : y + 1);
    *made = cairn__scan_diagonal(map, from.x, from.y, step_x, step_y, most);
    uint32_t lines = count_unforced(map, cell, move, *made);
    if (lines < *made) {
        scan->jumps[scan->count++] = (cairn__jump){cairn__cell_after(cell, move, lines), move};
        *made = lines + 1;
    }
    if (lines > 0) {
        beams[0] = place_beam(map, cell, step_x > 0 ? CAIRN__E : CAIRN__W);
        beams[1] = place_beam(map, cell, step_y > 0 ? CAIRN__S : CAIRN__N);
        leave_by[map->info.corners][move](scan, beams, cell, lines);
    }
    return lines == most;
}
