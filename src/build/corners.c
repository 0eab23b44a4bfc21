/* corners.c: finding corners 64 cells at a time, and sweeping the ground around a cell for the
 * corners it sees. On the diagonal every cell is open, so a stop there is a corner. */
#include "base/xy.h"
#include "build/corners.h"

#include <string.h>

#include "base/loop.h"
#include "base/memory.h"
#include "grid/scans.h"

cairn_status cairn__cell_list_add(cairn__cell_list *list, cairn__xy cell)
{
    if (list->count == list->capacity) {
        cairn__xy *cells = cairn__grow(&list->allocator, list->cells, list->count, sizeof *cells,
                                       &list->capacity, 64);
        if (cells == NULL)
            return CAIRN_MEMORY;
        list->cells = cells;
    }
    list->cells[list->count++] = cell;
    return CAIRN_OK;
}

void cairn__cell_list_end(cairn__cell_list *list)
{
    cairn__release(&list->allocator, list->cells);
    list->cells = NULL;
    list->count = list->capacity = 0;
}

/* ---- preparing ---- */

/* The cells of a line of 64 and those before and behind each: bit i of `before` is cell i - 1. */
typedef struct line {
    uint64_t here;
    uint64_t before;
    uint64_t behind;
} line;

static line get_row(const cairn_map *map, int32_t x, int32_t y)
{
    return (line){cairn__row_from(map, x, y), cairn__row_from(map, x - 1, y),
                  cairn__row_from(map, x + 1, y)};
}

static line get_column(const cairn_map *map, int32_t x, int32_t y)
{
    return (line){cairn__column_from(map, x, y), cairn__column_from(map, x, y - 1),
                  cairn__column_from(map, x, y + 1)};
}

/* Corners whose blocked neighbour is in the line beside. */
static uint64_t get_corners(const line *own, const line *beside)
{
    return own->here & beside->here &
           ((own->before & ~beside->before) | (own->behind & ~beside->behind));
}

static uint64_t get_stops(const line lines[3])
{
    return ~lines[1].here | get_corners(&lines[1], &lines[0]) | get_corners(&lines[1], &lines[2]);
}

static void fill_tile(const cairn_map *map, int32_t x, int32_t y, cairn__stops *tile)
{
    for (int32_t i = 0; i < 64; i++) {
        line rows[3], columns[3];
        for (int32_t j = 0; j < 3; j++) {
            rows[j] = get_row(map, x, y + i + j - 1);
            columns[j] = get_column(map, x + i + j - 1, y);
        }
        tile->row[i] = get_stops(rows);
        tile->column[i] = get_stops(columns);
    }
}

/* A row of tiles, those of the frame included. */
static cairn_status fill_tiles(void *context, uint32_t worker, uint32_t turn)
{
    const cairn__sight *sight = context;
    cairn__stops *tiles = sight->tiles + turn * sight->tiles_across;
    (void)worker;
    memset(tiles, 0xff, sight->tiles_across * sizeof *tiles);
    if (turn == 0 || turn + 1 == sight->tiles_down)
        return CAIRN_OK;
    for (size_t i = 1; i + 1 < sight->tiles_across; i++)
        fill_tile(sight->map, (int32_t)(i - 1) * 64, (int32_t)(turn - 1) * 64, &tiles[i]);
    return CAIRN_OK;
}

cairn_status cairn__sight_create(const cairn_map *map, const cairn_allocator *allocator,
                                 const cairn__preparation *how, cairn__sight *sight)
{
    *sight = (cairn__sight){.allocator = *allocator,
                            .map = map,
                            .tiles_across = (map->info.width + 63) / 64 + 2,
                            .tiles_down = (map->info.height + 63) / 64 + 2};
    sight->tiles =
        cairn__allocate(allocator, sight->tiles_across * sight->tiles_down, sizeof *sight->tiles);
    cairn_status status = CAIRN_MEMORY;
    if (sight->tiles != NULL)
        status = cairn__loop_run(&(cairn__loop){allocator, how->poll, how->threads,
                                                (uint32_t)sight->tiles_down, fill_tiles, sight});
    if (status != CAIRN_OK)
        cairn__sight_end(sight);
    return status;
}

void cairn__sight_end(cairn__sight *sight)
{
    cairn__release(&sight->allocator, sight->tiles);
    sight->tiles = NULL;
}

static const cairn__stops *get_tile(const cairn__sight *sight, uint32_t x, uint32_t y)
{
    return sight->tiles + (y / 64 + 1) * sight->tiles_across + x / 64 + 1;
}

static cairn_status add_row(const cairn__sight *sight, uint32_t y, size_t most,
                            cairn__cell_list *corners)
{
    for (uint32_t x = 0; x < sight->map->info.width; x += 64) {
        uint64_t found = get_tile(sight, x, y)->row[y & 63] &
                         cairn__row_from(sight->map, (int32_t)x, (int32_t)y);
        for (; found != 0; found &= found - 1) {
            uint32_t bit = cairn__count_trailing_zeros(found);
            if (corners->count == most)
                return CAIRN_LIMIT;
            cairn_status status =
                cairn__cell_list_add(corners, (cairn__xy){(uint16_t)(x + bit), (uint16_t)y});
            if (status != CAIRN_OK)
                return status;
        }
    }
    return CAIRN_OK;
}

cairn_status cairn__find_corners(const cairn__sight *sight, size_t most, cairn__cell_list *corners)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < sight->map->info.height; y++)
        status = add_row(sight, y, most, corners);
    return status;
}

/* ---- looking ---- */

/* Cells to the first stop behind place `at` of a line, at least 1. `word` has that place, and the
 * line goes on `stride` words further. */
static uint32_t look_ahead(const uint64_t *word, uint32_t at, size_t stride)
{
    uint64_t stops = *word >> at >> 1;
    if (stops != 0)
        return cairn__count_trailing_zeros(stops) + 1;
    uint32_t steps = 64 - at;
    for (word += stride; *word == 0; word += stride)
        steps += 64;
    return steps + cairn__count_trailing_zeros(*word);
}

/* The same towards the line's beginning. */
static uint32_t look_back(const uint64_t *word, uint32_t at, size_t stride)
{
    uint64_t stops = *word << (63 - at) << 1;
    if (stops != 0)
        return cairn__count_leading_zeros(stops) + 1;
    uint32_t steps = at + 1;
    for (word -= stride; *word == 0; word -= stride)
        steps += 64;
    return steps + cairn__count_leading_zeros(*word);
}

static bool is_stop(const cairn__sight *sight, cairn__xy cell)
{
    return get_tile(sight, cell.x, cell.y)->row[cell.y & 63] >> (cell.x & 63) & 1;
}

/* How far one can go in a cardinal direction, up to the first corner if there is one. */
typedef struct clearance {
    uint32_t steps;
    bool corner; /* the last step leads to a corner */
} clearance;

static clearance get_clearance(const cairn__sight *sight, cairn__xy from, int step_x, int step_y)
{
    const size_t words = sizeof *sight->tiles / sizeof(uint64_t);
    const cairn__stops *tile = get_tile(sight, from.x, from.y);
    uint32_t x = from.x & 63, y = from.y & 63, steps;
    if (step_x > 0)
        steps = look_ahead(&tile->row[y], x, words);
    else if (step_x < 0)
        steps = look_back(&tile->row[y], x, words);
    else if (step_y > 0)
        steps = look_ahead(&tile->column[x], y, words * sight->tiles_across);
    else
        steps = look_back(&tile->column[x], y, words * sight->tiles_across);
    bool corner = cairn__is_open(sight->map, from.x + step_x * (int32_t)steps,
                                 from.y + step_y * (int32_t)steps);
    return (clearance){steps - !corner, corner};
}

/* One cardinal side of a diagonal sweep: how far later scans may still reach. */
typedef struct side {
    int step_x;
    int step_y;
    uint32_t room;
} side;

/* Scans from a cell of the diagonal towards a side. A corner within the room left by the scans
 * before is seen; what stops this scan shades what lies behind it for the next ones. */
static cairn_status scan_side(const cairn__sight *sight, cairn__xy cell, side *towards,
                              cairn__cell_list *seen)
{
    if (towards->room == 0)
        return CAIRN_OK;
    clearance ahead = get_clearance(sight, cell, towards->step_x, towards->step_y);
    cairn_status status = CAIRN_OK;
    if (ahead.corner && ahead.steps <= towards->room) {
        uint32_t move = cairn__move_by(towards->step_x, towards->step_y);
        status = cairn__cell_list_add(seen, cairn__cell_after(cell, move, ahead.steps));
        ahead.steps--;
    }
    if (ahead.steps < towards->room)
        towards->room = ahead.steps;
    return status;
}

static side get_side(const cairn__sight *sight, cairn__xy cell, int step_x, int step_y)
{
    clearance ahead = get_clearance(sight, cell, step_x, step_y);
    return (side){step_x, step_y, ahead.steps - ahead.corner};
}

static cairn_status sweep_diagonal(const cairn__sight *sight, cairn__xy cell, int step_x,
                                   int step_y, cairn__cell_list *seen)
{
    side sides[2] = {get_side(sight, cell, step_x, 0), get_side(sight, cell, 0, step_y)};
    uint32_t move = cairn__move_by(step_x, step_y);
    uint32_t room =
        cairn__scan_diagonal(sight->map, cell.x, cell.y, step_x, step_y, CAIRN_MAX_SIDE);
    for (uint32_t i = 1; i <= room; i++) {
        cairn__xy next = cairn__cell_after(cell, move, i);
        if (is_stop(sight, next))
            return cairn__cell_list_add(seen, next);
        for (int j = 0; j < 2; j++) {
            cairn_status status = scan_side(sight, next, &sides[j], seen);
            if (status != CAIRN_OK)
                return status;
        }
    }
    return CAIRN_OK;
}

cairn_status cairn__find_seen_corners(const cairn__sight *sight, cairn__xy cell,
                                      cairn__cell_list *seen)
{
    seen->count = 0;
    for (uint32_t move = 0; move < CAIRN__MOVES; move++) {
        int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
        cairn_status status = CAIRN_OK;
        if (cairn__move_is_diagonal(move)) {
            status = sweep_diagonal(sight, cell, step_x, step_y, seen);
        } else {
            clearance ahead = get_clearance(sight, cell, step_x, step_y);
            if (ahead.corner)
                status = cairn__cell_list_add(seen, cairn__cell_after(cell, move, ahead.steps));
        }
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}
