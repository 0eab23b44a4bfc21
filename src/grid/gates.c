/* gates.c: distances from a middle to the border cells are found by sweeps over a window of the base: row by
 * row from the first one to the last and back, some times. They are lengths of paths, and mostly the least. */
#include "grid/gates.h"

#include <string.h>

/* Boxes with longer sides have no gates; and how many cells a window reaches beyond its box. */
#define MOST_SIDE 32
#define MARGIN 8
#define WINDOW (MOST_SIDE + 2 * MARGIN)

#define SWEEPS 3

#define FAR UINT16_MAX

/* Cells of the base around a box, by rows. Bit 0 of a row is the column before the window. */
typedef struct window {
    int32_t x, y; /* of the first cell */
    int32_t width, height;
    uint64_t open[WINDOW + 2];
    uint64_t border[WINDOW + 2];
    uint64_t piece[WINDOW + 2];           /* of the border */
    uint16_t far[WINDOW + 2][WINDOW + 2]; /* from its middle */
} window;

static bool is_open_at(const cairn_map *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < (int32_t)map->info.width && y < (int32_t)map->info.height &&
           cairn__is_open_cell(map, (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y});
}

/* Opened cells of the box in a row of the window. */
static uint64_t get_opened(const cairn_map *map, const cairn__opened *box, const window *of,
                           int32_t row)
{
    uint64_t opened = 0;
    int32_t y = of->y + row - 1;
    if (y < box->y0 || y > box->y1)
        return 0;
    for (int32_t x = box->x0; x <= box->x1; x++)
        opened |= (uint64_t)is_open_at(map, x, y) << (x - of->x + 1);
    return opened & ~of->open[row];
}

static void open_window(const cairn_map *map, const cairn__opened *box, window *made)
{
    made->x = box->x0 - MARGIN;
    made->y = box->y0 - MARGIN;
    made->width = box->x1 - box->x0 + 1 + 2 * MARGIN;
    made->height = box->y1 - box->y0 + 1 + 2 * MARGIN;
    memset(made->open, 0, sizeof made->open);
    memset(made->border, 0, sizeof made->border);
    for (int32_t y = 1; y <= made->height; y++)
        for (int32_t x = 1; x <= made->width; x++)
            made->open[y] |=
                (uint64_t)is_open_at(map->living->base_map, made->x + x - 1, made->y + y - 1) << x;
    for (int32_t y = 1; y <= made->height; y++) {
        uint64_t opened = get_opened(map, box, made, y);
        opened |= opened << 1 | opened >> 1;
        for (int32_t k = -1; k <= 1; k++)
            made->border[y + k] |= opened & made->open[y + k];
    }
}

/* ---- sweeps ---- */

static uint32_t get_bit(uint64_t row, int32_t x)
{
    return row >> x & 1;
}

/* The least distance of a cell by way of its neighbours in one row beside its own, and of one in its own. */
static uint32_t get_least(const window *of, int32_t x, int32_t y, int32_t step)
{
    const uint16_t *beside = of->far[y - step];
    uint32_t least = of->far[y][x], way = of->far[y][x - step] + 10u;
    least = way < least ? way : least;
    way = beside[x] + 10u;
    least = way < least ? way : least;
    for (int32_t k = -1; k <= 1; k += 2) {
        way = beside[x + k] + 14u;
        if (way < least && get_bit(of->open[y], x + k) && get_bit(of->open[y - step], x))
            least = way;
    }
    return least < FAR ? least : FAR;
}

static void sweep(window *of, int32_t step)
{
    int32_t first_x = step > 0 ? 1 : of->width, first_y = step > 0 ? 1 : of->height;
    for (int32_t i = 0, y = first_y; i < of->height; i++, y += step)
        for (int32_t k = 0, x = first_x; k < of->width; k++, x += step)
            if (get_bit(of->open[y], x))
                of->far[y][x] = (uint16_t)get_least(of, x, y, step);
}

/* Takes the piece of the border that paths of the window join with one of its cells. */
static void take_piece(window *of, int32_t x, int32_t y)
{
    memset(of->far, 0xff, sizeof of->far);
    of->far[y][x] = 0;
    for (int i = 0; i < SWEEPS; i++) {
        sweep(of, 1);
        sweep(of, -1);
    }
    for (int32_t row = 1; row <= of->height; row++) {
        of->piece[row] = 0;
        for (uint64_t left = of->border[row]; left != 0; left &= left - 1) {
            uint32_t column = cairn__count_trailing_zeros(left);
            if (of->far[row][column] != FAR)
                of->piece[row] |= UINT64_C(1) << column;
        }
        of->border[row] &= ~of->piece[row];
    }
}

/* ---- gates ---- */

/* Cells of the piece from one on, to the right or down, at most `most`. */
static uint32_t count_cells(const window *of, int32_t x, int32_t y, bool down, uint32_t most)
{
    uint32_t count = 1;
    while (count < most &&
           (down ? y + (int32_t)count <= of->height && get_bit(of->piece[y + (int32_t)count], x)
                 : get_bit(of->piece[y], x + (int32_t)count)))
        count++;
    return count;
}

/* Takes some cells side by side off the piece; they become a gate. */
static cairn__gate take_cells(window *of, int32_t x, int32_t y, uint32_t most)
{
    uint32_t across = count_cells(of, x, y, false, most);
    uint32_t down = count_cells(of, x, y, true, most);
    bool is_down = down > across;
    uint32_t count = is_down ? down : across, before = count / 2;
    cairn__gate gate = {.reach = (uint16_t)(before * CAIRN__CARDINAL)};
    gate.cell.x = (uint16_t)(of->x + x - 1 + (is_down ? 0 : (int32_t)before));
    gate.cell.y = (uint16_t)(of->y + y - 1 + (is_down ? (int32_t)before : 0));
    for (uint32_t i = 0; i < count; i++) {
        int32_t column = x + (is_down ? 0 : (int32_t)i), row = y + (is_down ? (int32_t)i : 0);
        of->piece[row] &= ~(UINT64_C(1) << column);
        if (of->far[row][column] > gate.away)
            gate.away = of->far[row][column];
    }
    return gate;
}

/* Divides the piece; false if there is no room for all its gates. */
static bool add_gates(cairn__opened *box, window *of, uint32_t most)
{
    for (int32_t y = 1; y <= of->height; y++)
        while (of->piece[y] != 0) {
            int32_t x = (int32_t)cairn__count_trailing_zeros(of->piece[y]);
            if (box->gate_count == CAIRN__GATES)
                return false;
            cairn__gate *gate = &box->gates[box->gate_count++];
            *gate = take_cells(of, x, y, most);
            gate->piece = box->piece_count;
        }
    return true;
}

/* The border cell in the middle of those that are left of a row: from there it is not far to the others. */
static int32_t get_middle(uint64_t row)
{
    int32_t count = (int32_t)cairn__count_ones(row);
    for (int32_t i = 0; i < count / 2; i++)
        row &= row - 1;
    return (int32_t)cairn__count_trailing_zeros(row);
}

/* Adds the piece that the first border cells are of which are left. */
static bool add_piece(cairn__opened *box, window *of, int32_t y, uint32_t most)
{
    int32_t x = get_middle(of->border[y]);
    if (box->piece_count == CAIRN__PIECES)
        return false;
    take_piece(of, x, y);
    bool added = add_gates(box, of, most);
    box->middles[box->piece_count++] =
        (cairn__xy){.x = (uint16_t)(of->x + x - 1), .y = (uint16_t)(of->y + y - 1)};
    return added;
}

/* Cells of a gate, at most: so that gates are few. */
static uint32_t choose_most(const window *of)
{
    uint32_t cells = 0;
    for (int32_t y = 1; y <= of->height; y++)
        cells += cairn__count_ones(of->border[y]);
    return cells <= CAIRN__GATES       ? 1
           : cells <= 2 * CAIRN__GATES ? 3
           : cells <= 4 * CAIRN__GATES ? 5
                                       : 9;
}

void cairn__find_gates(const cairn_map *map, cairn__opened *box)
{
    window of;
    box->gate_count = box->piece_count = 0;
    box->known = box->x1 - box->x0 < MOST_SIDE && box->y1 - box->y0 < MOST_SIDE;
    if (!box->known)
        return;
    open_window(map, box, &of);
    uint32_t most = choose_most(&of);
    for (int32_t y = 1; y <= of.height; y++)
        while (box->known && of.border[y] != 0)
            box->known = add_piece(box, &of, y, most);
}
