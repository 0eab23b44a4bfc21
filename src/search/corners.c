/* corners.c: finding corners 64 cells at a time, and sweeping the ground around a cell for the
 * corners it sees. On the diagonal every cell is open, so a stop there is a corner. */
#include "search/corners.h"

#include "base/loop.h"
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

static void fill_row(const cairn__sight *sight, uint32_t y)
{
    uint64_t *words = sight->rows + y * sight->row_words;
    words[0] = words[sight->row_words - 1] = UINT64_MAX;
    for (int32_t x = 0; x < (int32_t)sight->map->info.width; x += 64) {
        line lines[3];
        for (int j = 0; j < 3; j++)
            lines[j] = get_row(sight->map, x, (int32_t)y + j - 1);
        words[1 + x / 64] = get_stops(lines);
    }
}

static void fill_column(const cairn__sight *sight, uint32_t x)
{
    uint64_t *words = sight->columns + x * sight->column_words;
    words[0] = words[sight->column_words - 1] = UINT64_MAX;
    for (int32_t y = 0; y < (int32_t)sight->map->info.height; y += 64) {
        line lines[3];
        for (int j = 0; j < 3; j++)
            lines[j] = get_column(sight->map, (int32_t)x + j - 1, y);
        words[1 + y / 64] = get_stops(lines);
    }
}

/* 64 rows, or after them 64 columns. */
static cairn_status fill_lines(void *context, uint32_t worker, uint32_t turn)
{
    const cairn__sight *sight = context;
    const cairn_map_info *info = &sight->map->info;
    uint32_t row_turns = (info->height + 63) / 64;
    bool is_row = turn < row_turns;
    uint32_t first = (is_row ? turn : turn - row_turns) * 64;
    uint32_t lines = is_row ? info->height : info->width;
    (void)worker;
    for (uint32_t i = first; i < lines && i < first + 64; i++)
        if (is_row)
            fill_row(sight, i);
        else
            fill_column(sight, i);
    return CAIRN_OK;
}

cairn_status cairn__sight_create(const cairn_map *map, const cairn_allocator *allocator,
                                 const cairn__preparation *how, cairn__sight *sight)
{
    uint32_t width = map->info.width, height = map->info.height;
    /* One word before a line, and a blocked cell behind it even if the last word is full. */
    *sight = (cairn__sight){.allocator = *allocator,
                            .map = map,
                            .row_words = width / 64 + 2,
                            .column_words = height / 64 + 2};
    sight->rows = cairn__allocate(allocator, sight->row_words * height, sizeof *sight->rows);
    sight->columns =
        cairn__allocate(allocator, sight->column_words * width, sizeof *sight->columns);
    cairn_status status = CAIRN_MEMORY;
    if (sight->rows != NULL && sight->columns != NULL)
        status = cairn__loop_run(&(cairn__loop){allocator, how->poll, how->threads,
                                                (width + 63) / 64 + (height + 63) / 64, fill_lines,
                                                sight});
    if (status != CAIRN_OK)
        cairn__sight_end(sight);
    return status;
}

void cairn__sight_end(cairn__sight *sight)
{
    cairn__release(&sight->allocator, sight->rows);
    cairn__release(&sight->allocator, sight->columns);
    sight->rows = sight->columns = NULL;
}

static cairn_status add_row(const cairn__sight *sight, uint32_t y, size_t most,
                            cairn__cell_list *corners)
{
    const uint64_t *words = sight->rows + y * sight->row_words + 1;
    for (uint32_t x = 0; x < sight->map->info.width; x += 64) {
        uint64_t found = words[x / 64] & cairn__row_from(sight->map, (int32_t)x, (int32_t)y);
        for (; found != 0; found &= found - 1) {
            uint32_t bit = cairn__count_trailing_zeros(found);
            if (corners->count == most)
                return CAIRN_LIMIT;
            cairn_status status =
                cairn__cell_list_add(corners, (cairn_cell){(uint16_t)(x + bit), (uint16_t)y});
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

/* Cells to the first stop behind a cell of a line, at least 1. */
static uint32_t look_ahead(const uint64_t *words, int32_t cell)
{
    int32_t next = cell + 1;
    words += next / 64 + 1;
    uint64_t stops = *words >> (next & 63);
    if (stops != 0)
        return cairn__count_trailing_zeros(stops) + 1;
    uint32_t steps = 65 - ((uint32_t)next & 63);
    while (*++words == 0)
        steps += 64;
    return steps + cairn__count_trailing_zeros(*words);
}

static uint32_t look_back(const uint64_t *words, int32_t cell)
{
    words += (cell + 63) / 64; /* the word of the cell before, which may be the one before all */
    uint32_t last = (uint32_t)(cell + 63) & 63;
    uint64_t stops = *words << (63 - last);
    if (stops != 0)
        return cairn__count_leading_zeros(stops) + 1;
    uint32_t steps = last + 2;
    while (*--words == 0)
        steps += 64;
    return steps + cairn__count_leading_zeros(*words);
}

static bool is_stop(const cairn__sight *sight, cairn_cell cell)
{
    return sight->rows[cell.y * sight->row_words + 1 + cell.x / 64] >> (cell.x & 63) & 1;
}

/* How far one can go in a cardinal direction, up to the first corner if there is one. */
typedef struct clearance {
    uint32_t steps;
    bool corner; /* the last step leads to a corner */
} clearance;

static clearance get_clearance(const cairn__sight *sight, cairn_cell from, int step_x, int step_y)
{
    uint32_t steps;
    if (step_x != 0) {
        const uint64_t *row = sight->rows + from.y * sight->row_words;
        steps = step_x > 0 ? look_ahead(row, from.x) : look_back(row, from.x);
    } else {
        const uint64_t *column = sight->columns + from.x * sight->column_words;
        steps = step_y > 0 ? look_ahead(column, from.y) : look_back(column, from.y);
    }
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
static cairn_status scan_side(const cairn__sight *sight, cairn_cell cell, side *towards,
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

static side get_side(const cairn__sight *sight, cairn_cell cell, int step_x, int step_y)
{
    clearance ahead = get_clearance(sight, cell, step_x, step_y);
    return (side){step_x, step_y, ahead.steps - ahead.corner};
}

static cairn_status sweep_diagonal(const cairn__sight *sight, cairn_cell cell, int step_x,
                                   int step_y, cairn__cell_list *seen)
{
    side sides[2] = {get_side(sight, cell, step_x, 0), get_side(sight, cell, 0, step_y)};
    uint32_t move = cairn__move_by(step_x, step_y);
    uint32_t room =
        cairn__scan_diagonal(sight->map, cell.x, cell.y, step_x, step_y, CAIRN_MAX_SIDE);
    for (uint32_t i = 1; i <= room; i++) {
        cairn_cell next = cairn__cell_after(cell, move, i);
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

cairn_status cairn__find_seen_corners(const cairn__sight *sight, cairn_cell cell,
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
