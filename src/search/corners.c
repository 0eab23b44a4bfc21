/* corners.c: finding corners 64 cells at a time, and sweeping the ground around a cell for the
 * corners it sees. */
#include "search/corners.h"

#include "base/memory.h"
#include "grid/scans.h"

cairn_status cairn__cell_list_add(cairn__cell_list *list, cairn_cell cell)
{
    if (list->count == list->capacity) {
        cairn_cell *cells = cairn__grow(&list->allocator, list->cells, list->count, sizeof *cells,
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

/* Corners towards one side of a line of cells. The first and the last bit are not known. */
static inline uint64_t get_corners_towards(uint64_t here, uint64_t side)
{
    uint64_t below = (here << 1) & ~(side << 1), above = (here >> 1) & ~(side >> 1);
    return here & side & (below | above);
}

static inline uint64_t get_corners(const cairn__lines *lines)
{
    return get_corners_towards(lines->here, lines->sides[0]) |
           get_corners_towards(lines->here, lines->sides[1]);
}

/* Bits 1 to 62: the cells whose neighbours are all in the window. */
#define KNOWN UINT64_C(0x7ffffffffffffffe)
#define SPAN 62

cairn_status cairn__find_corners(const cairn_map *map, size_t most, cairn__cell_list *corners)
{
    for (int32_t y = 0; y < (int32_t)map->info.height; y++)
        for (int32_t x = -1; x < (int32_t)map->info.width - 1; x += SPAN) {
            cairn__lines lines = cairn__get_rows(map, x, y, 1);
            uint64_t found = get_corners(&lines) & KNOWN;
            for (; found != 0; found &= found - 1) {
                uint32_t bit = cairn__count_trailing_zeros(found);
                cairn_cell cell = {(uint16_t)(x + (int32_t)bit), (uint16_t)y};
                if (corners->count == most)
                    return CAIRN_LIMIT;
                cairn_status status = cairn__cell_list_add(corners, cell);
                if (status != CAIRN_OK)
                    return status;
            }
        }
    return CAIRN_OK;
}

/* How far one can go in a cardinal direction, up to the first corner if there is one. */
typedef struct clearance {
    uint32_t steps;
    bool corner; /* the last step leads to a corner */
} clearance;

static clearance get_clearance(const cairn_map *map, cairn_cell from, int step_x, int step_y)
{
    int step = step_x + step_y;
    for (uint32_t count = 0;; count += SPAN) {
        int32_t x = from.x + step_x * (int32_t)count, y = from.y + step_y * (int32_t)count;
        cairn__lines lines =
            step_x != 0 ? cairn__get_rows(map, x, y, step) : cairn__get_columns(map, x, y, step);
        uint64_t stops = (get_corners(&lines) | ~lines.here) & KNOWN;
        if (stops == 0)
            continue;
        uint32_t first =
            step > 0 ? cairn__count_trailing_zeros(stops) : cairn__count_leading_zeros(stops);
        bool open = (lines.here >> (step > 0 ? first : 63 - first) & 1) != 0;
        return (clearance){count + first - !open, open};
    }
}

/* One cardinal side of a diagonal sweep: how far later scans may still reach. */
typedef struct side {
    int step_x;
    int step_y;
    uint32_t room;
} side;

/* Scans from a cell of the diagonal towards a side. A corner within the room left by the scans
 * before is seen; what stops this scan shades what lies behind it for the next ones. */
static cairn_status scan_side(const cairn_map *map, cairn_cell cell, side *towards,
                              cairn__cell_list *seen)
{
    if (towards->room == 0)
        return CAIRN_OK;
    clearance ahead = get_clearance(map, cell, towards->step_x, towards->step_y);
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

static side get_side(const cairn_map *map, cairn_cell cell, int step_x, int step_y)
{
    clearance ahead = get_clearance(map, cell, step_x, step_y);
    return (side){step_x, step_y, ahead.steps - ahead.corner};
}

static cairn_status sweep_diagonal(const cairn_map *map, cairn_cell cell, int step_x, int step_y,
                                   cairn__cell_list *seen)
{
    side sides[2] = {get_side(map, cell, step_x, 0), get_side(map, cell, 0, step_y)};
    uint32_t move = cairn__move_by(step_x, step_y);
    uint32_t room = cairn__scan_diagonal(map, cell.x, cell.y, step_x, step_y, CAIRN_MAX_SIDE);
    for (uint32_t i = 1; i <= room; i++) {
        cairn_cell next = cairn__cell_after(cell, move, i);
        if (cairn__is_corner(map, next))
            return cairn__cell_list_add(seen, next);
        for (int j = 0; j < 2; j++) {
            cairn_status status = scan_side(map, next, &sides[j], seen);
            if (status != CAIRN_OK)
                return status;
        }
    }
    return CAIRN_OK;
}

cairn_status cairn__find_seen_corners(const cairn_map *map, cairn_cell cell, cairn__cell_list *seen)
{
    seen->count = 0;
    for (uint32_t move = 0; move < CAIRN__MOVES; move++) {
        int step_x = cairn__move_x[move], step_y = cairn__move_y[move];
        cairn_status status = CAIRN_OK;
        if (cairn__move_is_diagonal(move)) {
            status = sweep_diagonal(map, cell, step_x, step_y, seen);
        } else {
            clearance ahead = get_clearance(map, cell, step_x, step_y);
            if (ahead.corner)
                status = cairn__cell_list_add(seen, cairn__cell_after(cell, move, ahead.steps));
        }
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_OK;
}
