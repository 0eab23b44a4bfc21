/* tile_change.c: see tile_change.h. Columns and diagonal edges are turned over bit by bit where they
 * differ; those of a tile in which many cells change are made anew. */
#include "grid/tile_change.h"

#include "grid/tile_fill.h"

/* The least cells of a box for which it is faster to make all bitmaps of a tile anew. */
#define MANY_CELLS 512

/* A window of rows has the box and a cell on either side. */
#define MOST_COLUMNS 62

/* Boxes that fit into one of this many cells across and down are looked at from afar together. */
#define MOST_JOINED 16

/* How the bitmaps of a touched tile are made. */
#define TURN_OVER 1
#define FILL 2

/* ---- own tiles and shared ones ---- */

static cairn__tile *get_tile(const cairn_map *map, size_t place)
{
    return &map->tiles[map->directory[place]];
}

/* Makes a tile that is shared a copy of its own. */
static void own_tile(cairn_map *map, size_t place)
{
    cairn__living *living = map->living;
    uint32_t shared = map->directory[place], index = living->free_tile;
    if (shared > CAIRN__TILE_OPEN)
        return;
    if (index != 0) {
        living->free_tile = (uint32_t)map->tiles[index].row[0];
        living->free_tiles--;
    } else {
        index = (uint32_t)living->tile_count++;
    }
    map->tiles[index] = map->tiles[shared];
    map->open_lines[index] = map->open_lines[shared];
    map->directory[place] = index;
}

static void free_tile(cairn_map *map, size_t place, uint32_t shared)
{
    uint32_t index = map->directory[place];
    map->tiles[index].row[0] = map->living->free_tile;
    map->living->free_tile = index;
    map->living->free_tiles++;
    map->directory[place] = shared;
}

/* A tile that has become all open or all blocked is shared again. */
static void share_tile(cairn_map *map, size_t place)
{
    const cairn__tile *tile = get_tile(map, place);
    uint64_t open_rows = map->open_lines[map->directory[place]].rows;
    if (tile->row[0] == 0 && cairn__is_filled_with(tile, 0))
        free_tile(map, place, CAIRN__TILE_BLOCKED);
    else if (open_rows == UINT64_MAX && cairn__is_filled_with(tile, UINT64_MAX))
        free_tile(map, place, CAIRN__TILE_OPEN);
}

/* ---- cells ---- */

/* A number for the cells of a row of a tile, of which (x, y) is the first: `key` is y << 32 | x times KEY. States are
 * fingerprints to which those of changed rows are added bit by bit, as they were and as they are: rows that are as they were
 * add nothing. */
#define KEY UINT64_C(0x9e3779b97f4a7c15)

static uint64_t mix(uint64_t key, uint64_t cells)
{
    uint64_t word = cells ^ key;
    word = (word ^ word >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ word >> 27) * UINT64_C(0x94d049bb133111eb);
    return word ^ word >> 31;
}

/* Turns the cells of a row over in the columns of these rows. */
static void turn_columns(cairn__tile *tile, uint64_t cells, uint64_t rows)
{
    for (; cells != 0; cells &= cells - 1)
        tile->column[cairn__count_trailing_zeros(cells)] ^= rows;
}

/* Sets the rows of a tile, and columns; the state and the number of open cells follow. Rows in which the same
 * cells change are turned over in columns together. */
static void set_rows(cairn_map *map, const cairn__changed *changed)
{
    cairn__tile *tile = get_tile(map, changed->place);
    uint64_t left = (changed->place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint64_t top = (changed->place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint64_t state = map->info.state, blocked = 0, cells = 0, rows = 0;
    uint64_t key = ((top + changed->y0) << 32 | left) * KEY;
    for (uint32_t y = changed->y0; y <= changed->y1; y++, key += KEY << 32) {
        uint64_t before = tile->row[y], after = changed->rows[y], others = before ^ after;
        if (others == 0)
            continue;
        if (others != cells) {
            turn_columns(tile, cells, rows);
            cells = others;
            rows = 0;
        }
        rows |= UINT64_C(1) << y;
        state ^= mix(key, before) ^ mix(key, after);
        blocked |= before & cells;
        tile->row[y] = after;
    }
    turn_columns(tile, cells, rows);
    map->info.state = state;
    map->info.open_cells += changed->more;
    map->living->changes[changed->place] = map->info.version;
    if (blocked != 0)
        map->living->stamps[changed->place] = map->info.version;
}

/* ---- diagonal edges ---- */

/* Rows of cells, 64 of each; one above those of a box and one below them too. */
typedef struct window {
    uint64_t rows[CAIRN__TILE_SIDE + 2];
} window;

/* Reads the row of the cell (x, y) from there on, and `count` rows below it. */
static void read_window(const cairn_map *map, int32_t x, int32_t y, uint32_t count, window *to)
{
    size_t place = cairn__tile_place(map, x, y);
    const uint64_t *here = get_tile(map, place)->row, *right = get_tile(map, place + 1)->row;
    uint32_t shift = (uint32_t)x & 63;
    for (uint32_t i = 0; i <= count; i++, y++) {
        if ((y & 63) == 0) {
            place = cairn__tile_place(map, x, y);
            here = get_tile(map, place)->row;
            right = get_tile(map, place + 1)->row;
        }
        to->rows[i] = here[y & 63] >> shift | right[y & 63] << 1 << (63 - shift);
    }
}

/* Turns edges over that begin in row y of a tile; x is the column of the first of `fall`. */
static void turn_edges(cairn__tile *tile, uint32_t x, uint32_t y, cairn__diagonals turned)
{
    uint64_t bit = UINT64_C(1) << y, both = turned.fall & turned.rise;
    for (uint64_t bits = both; bits != 0; bits &= bits - 1) {
        uint32_t at = x + cairn__count_trailing_zeros(bits);
        tile->fall[(at - y) & 63] ^= bit;
        tile->rise[(at + 1 + y) & 63] ^= bit;
    }
    for (uint64_t bits = turned.fall & ~both; bits != 0; bits &= bits - 1)
        tile->fall[(x + cairn__count_trailing_zeros(bits) - y) & 63] ^= bit;
    for (uint64_t bits = turned.rise & ~both; bits != 0; bits &= bits - 1)
        tile->rise[(x + 1 + cairn__count_trailing_zeros(bits) + y) & 63] ^= bit;
}

/* The same for edges of which the first may begin in the tile to the left, and the last in that to the right. */
static void turn_row(cairn_map *map, size_t place, int32_t x, uint32_t y, cairn__diagonals turned)
{
    if (x < 0 && (turned.fall & 1) != 0) {
        turn_edges(get_tile(map, place - 1), 63, y, (cairn__diagonals){1, 0});
        turned.fall ^= 1;
    }
    if (x >= 0 && turned.rise >> (63 - x) != 0) {
        turn_edges(get_tile(map, place + 1), UINT32_MAX, y, (cairn__diagonals){0, 1});
        turned.rise ^= UINT64_C(1) << (63 - x);
    }
    turn_edges(get_tile(map, place), (uint32_t)x, y, turned);
}

/* Edges that begin in a block of cells, of which (x, y) is the first. The block's cells on a diagonal are a run of bits,
 * which grows and shrinks again. */
typedef struct block {
    uint32_t x, y;
    uint32_t width, height;
} block;

static void turn_falling(cairn__tile *tile, block edges)
{
    uint64_t last = UINT64_C(1) << (edges.y + edges.height - 1), first = UINT64_C(1) << edges.y;
    uint64_t rows = ((last - 1) << 1 | 1) & ~(first - 1), fall = 0;
    uint32_t line = edges.x - edges.y - (edges.height - 1);
    for (uint32_t i = 0; i < edges.width + edges.height - 1; i++) {
        fall = (fall >> 1 | (i < edges.width ? last : 0)) & rows;
        tile->fall[(line + i) & 63] ^= fall;
    }
}

static void turn_rising(cairn__tile *tile, block edges)
{
    uint64_t last = UINT64_C(1) << (edges.y + edges.height - 1), first = UINT64_C(1) << edges.y;
    uint64_t rows = ((last - 1) << 1 | 1) & ~(first - 1), rise = 0;
    uint32_t line = edges.x + edges.y;
    for (uint32_t i = 0; i < edges.width + edges.height - 1; i++) {
        rise = (rise << 1 | (i < edges.width ? first : 0)) & rows;
        tile->rise[(line + i) & 63] ^= rise;
    }
}

/* Which edges are turned over when rows become others, of `count` rows. Returns those that are so in each row, whether
 * they fall or rise. */
static uint64_t compare_edges(const uint64_t *before, const uint64_t *after, uint32_t count,
                              cairn_corners corners, cairn__diagonals *turned)
{
    uint64_t all = UINT64_MAX;
    for (uint32_t i = 0; i < count; i++) {
        cairn__diagonals was = cairn__find_diagonals(before + i, corners),
                         is = cairn__find_diagonals(after + i, corners);
        turned[i] = (cairn__diagonals){was.fall ^ is.fall, was.rise ^ is.rise};
        all &= turned[i].fall & turned[i].rise;
    }
    return all;
}

/* Sets the rows of a tile whose first and last rows and columns stay as they are: so no other tile has edges to the cells
 * that change. */
static void turn_inside(cairn_map *map, const cairn__changed *changed)
{
    cairn__tile *tile = get_tile(map, changed->place);
    uint32_t x = changed->x0 - 1U, y = changed->y0 - 1U;
    uint32_t width = changed->x1 - x + 1, height = changed->y1 - y + 1;
    cairn__diagonals turned[CAIRN__TILE_SIDE];
    uint64_t all =
        compare_edges(tile->row + y, changed->rows + y, height, map->info.corners, turned);
    set_rows(map, changed);
    if (all == UINT64_MAX >> (64 - width) << x) {
        turn_falling(tile, (block){x, y, width, height});
        turn_rising(tile, (block){x + 1, y, width, height});
        return;
    }
    for (uint32_t i = 0; i < height; i++)
        turn_edges(tile, 0, y + i, turned[i]);
}

/* Rows that were read from one to the left of the changed cells on, and one above them, as they will be. */
static void change_window(const cairn_map *map, const cairn__changed *changed, const window *before,
                          window *after)
{
    const uint64_t *rows = get_tile(map, changed->place)->row;
    uint32_t y = changed->y0, count = changed->y1 - y + 1U;
    after->rows[0] = before->rows[0];
    for (uint32_t i = 1; i <= count; i++, y++)
        after->rows[i] = before->rows[i] ^ (rows[y] ^ changed->rows[y]) >> changed->x0 << 1;
    after->rows[count + 1] = before->rows[count + 1];
}

/* Turns those edges over that begin in the tile itself, where all around the changed cells are turned over. What is left
 * over is for other tiles. */
static void turn_own(cairn_map *map, const cairn__changed *changed, cairn__diagonals *turned)
{
    cairn__tile *tile = get_tile(map, changed->place);
    uint32_t cut_left = changed->x0 == 0, cut_top = changed->y0 == 0, cut_right = changed->x1 == 63;
    uint64_t past_right = (uint64_t)cut_right << (changed->x1 - changed->x0 + 1);
    uint32_t width = changed->x1 - changed->x0 + 2U, height = changed->y1 - changed->y0 + 2U;
    block edges = {changed->x0 + cut_left - 1, changed->y0 + cut_top - 1, width - cut_left,
                   height - cut_top};
    turn_falling(tile, edges);
    edges.x = changed->x0;
    edges.width = width - cut_right;
    turn_rising(tile, edges);
    for (uint32_t i = cut_top; i < height; i++)
        turned[i] = (cairn__diagonals){turned[i].fall & cut_left, turned[i].rise & past_right};
}

/* Sets the rows of a tile; of the edges, those that become others are turned over. */
static void turn_over(cairn_map *map, const cairn__changed *changed)
{
    int32_t left = (int32_t)(changed->place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
    int32_t top = (int32_t)(changed->place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
    int32_t x = changed->x0 - 1, y = changed->y0 - 1;
    uint32_t count = changed->y1 - changed->y0 + 2U;
    window before, after;
    cairn__diagonals turned[CAIRN__TILE_SIDE + 1];
    read_window(map, left + x, top + y, count, &before);
    change_window(map, changed, &before, &after);
    set_rows(map, changed);
    uint64_t all = compare_edges(before.rows, after.rows, count, map->info.corners, turned);
    if (all == UINT64_MAX >> (62 - (changed->x1 - changed->x0)))
        turn_own(map, changed, turned);
    for (uint32_t i = 0; i < count; i++, y++)
        if ((turned[i].fall | turned[i].rise) != 0)
            turn_row(map, changed->place - (y < 0 ? map->tiles_across : 0), x, (uint32_t)y & 63,
                     turned[i]);
}

/* ---- whole tiles ---- */

/* Takes rows over: `count` from row `y` of `around` on, of the tile at a place. */
static void look_around(const cairn_map *map, size_t place, cairn__surroundings *around, uint32_t y,
                        uint32_t count)
{
    const uint64_t *here = get_tile(map, place)->row;
    const uint64_t *left = get_tile(map, place - 1)->row, *right = get_tile(map, place + 1)->row;
    for (uint32_t i = 0; i < count; i++) {
        around->row[y + i] = here[i];
        around->east[y + i] = here[i] >> 1 | right[i] << 63;
        around->west[y + i] = here[i] << 1 | left[i] >> 63;
    }
}

/* Makes all bitmaps of a tile from the rows. */
static void fill(cairn_map *map, size_t place)
{
    cairn__surroundings around;
    look_around(map, place, &around, 0, CAIRN__TILE_SIDE);
    look_around(map, place + map->tiles_across, &around, CAIRN__TILE_SIDE, 1);
    cairn__fill_tile(get_tile(map, place), &around, map->info.corners);
}

/* True if many cells of a tile may change: then its bitmaps are filled, and those of the tiles that have
 * edges to it. */
static bool is_large(const cairn__changed *changed)
{
    uint32_t across = changed->x1 - changed->x0 + 1U, down = changed->y1 - changed->y0 + 1U;
    return across > MOST_COLUMNS || across * down >= MANY_CELLS;
}

static void set_large(cairn_map *map, const cairn__changed *changed)
{
    set_rows(map, changed);
    for (int32_t down = -1; down <= 0; down++)
        for (int32_t across = -1; across <= 1; across++) {
            uint8_t *touched = &map->living->is_touched[(int32_t)changed->place +
                                                        down * (int32_t)map->tiles_across + across];
            *touched = *touched != 0 ? FILL : 0;
        }
}

/* ---- all of it ---- */

/* The bits from `first` to `last` tell whether these lines are open from end to end. */
static uint64_t update_open(uint64_t open, const uint64_t *lines, uint32_t first, uint32_t last)
{
    open &= ~(UINT64_MAX >> (63 - (last - first)) << first);
    for (uint32_t i = first; i <= last; i++)
        open |= (uint64_t)(lines[i] == UINT64_MAX) << i;
    return open;
}

/* Rows and columns that are open from end to end. */
static void find_open_lines(cairn_map *map, const cairn__changed *changed)
{
    uint32_t index = map->directory[changed->place];
    const cairn__tile *tile = &map->tiles[index];
    cairn__open_lines *lines = &map->open_lines[index];
    lines->rows = update_open(lines->rows, tile->row, changed->y0, changed->y1);
    lines->columns = update_open(lines->columns, tile->column, changed->x0, changed->x1);
}

static void change_tile(cairn_map *map, const cairn__changed *changed)
{
    cairn__base_keep(map, changed->place);
    if (is_large(changed))
        set_large(map, changed);
    else if (cairn__keeps_border(changed))
        turn_inside(map, changed);
    else
        turn_over(map, changed);
    cairn__base_compare(map, changed->place, changed->y0, changed->y1);
}

static cairn__coarse_box get_box(const cairn_map *map, const cairn__changed *changed)
{
    uint32_t left = (changed->place % map->tiles_across - 1) * CAIRN__TILE_SIDE;
    uint32_t top = (changed->place / map->tiles_across - 1) * CAIRN__TILE_SIDE;
    return (cairn__coarse_box){left + changed->x0, top + changed->y0, left + changed->x1,
                               top + changed->y1};
}

/* Joins a box with another one if both fit into a small one: parts of one rectangle in several tiles. */
static bool join_boxes(cairn__coarse_box *box, cairn__coarse_box other)
{
    cairn__coarse_box joined = {
        box->x0 < other.x0 ? box->x0 : other.x0, box->y0 < other.y0 ? box->y0 : other.y0,
        box->x1 > other.x1 ? box->x1 : other.x1, box->y1 > other.y1 ? box->y1 : other.y1};
    if (joined.x1 - joined.x0 >= MOST_JOINED || joined.y1 - joined.y0 >= MOST_JOINED)
        return false;
    *box = joined;
    return true;
}

/* What follows from the bitmaps of the changed tiles. */
static void follow_tiles(cairn_map *map)
{
    const cairn__living *living = map->living;
    cairn__coarse_box box = get_box(map, &living->changed[0]);
    for (size_t i = 0; i < living->changed_count; i++) {
        cairn__coarse_box next = get_box(map, &living->changed[i]);
        find_open_lines(map, &living->changed[i]);
        if (join_boxes(&box, next))
            continue;
        cairn__coarse_change(map, box);
        box = next;
    }
    cairn__coarse_change(map, box);
}

void cairn__change_tiles(cairn_map *map)
{
    cairn__living *living = map->living;
    for (size_t i = 0; i < living->touched_count; i++)
        own_tile(map, living->touched[i]);
    for (size_t i = 0; i < living->changed_count; i++)
        change_tile(map, &living->changed[i]);
    for (size_t i = 0; i < living->touched_count; i++)
        if (living->is_touched[living->touched[i]] == FILL)
            fill(map, living->touched[i]);
    follow_tiles(map);
    for (size_t i = 0; i < living->touched_count; i++)
        share_tile(map, living->touched[i]);
}
