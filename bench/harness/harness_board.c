/* harness_board.c: a copy of a map's cells, and the rule of moves, without a line of the library:
 * a move goes to one of the eight cells around, both ends are open, and unless corners may be cut
 * so are both cells beside a diagonal. Where walls may be left, any of the eight will do from a
 * blocked cell. */
#include "harness_march.h"

#include <stdlib.h>

static void set_cell(harness_board *board, uint32_t x, uint32_t y, bool open)
{
    uint64_t number = (uint64_t)y * board->width + x;
    uint8_t bit = (uint8_t)(1U << (number & 7));
    uint8_t *byte = &board->open[number >> 3];
    *byte = (uint8_t)(open ? *byte | bit : *byte & ~bit);
}

cairn_status harness_board_open(const cairn_map *map, harness_board *board)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    *board = (harness_board){.width = info.width, .height = info.height};
    board->cuts = info.corners == CAIRN_CORNERS_FREE;
    board->open = calloc((size_t)info.width * info.height / 8 + 1, 1);
    if (board->open == NULL)
        return CAIRN_MEMORY;
    for (uint32_t y = 0; y < info.height; y++)
        for (uint32_t x = 0; x < info.width; x++)
            set_cell(board, x, y, cairn_map_is_open(map, cairn_cell_at(x, y)) != 0);
    return CAIRN_OK;
}

void harness_board_close(harness_board *board)
{
    free(board->open);
    *board = (harness_board){0};
}

void harness_board_set(harness_board *board, const cairn_change *change)
{
    const cairn_rect *rect = &change->rect;
    for (uint32_t y = 0; y < rect->height; y++)
        for (uint32_t x = 0; x < rect->width; x++) {
            bool open = change->cells != NULL ? change->cells[(size_t)y * rect->width + x] != 0
                                              : change->open != 0;
            set_cell(board, (uint32_t)rect->x + x, (uint32_t)rect->y + y, open);
        }
}

static bool is_inside(const harness_board *board, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < board->width && y < board->height;
}

static bool is_open(const harness_board *board, int64_t x, int64_t y)
{
    uint64_t number = (uint64_t)y * board->width + (uint64_t)x;
    return is_inside(board, x, y) && (board->open[number >> 3] >> (number & 7) & 1) != 0;
}

bool harness_board_is_open(const harness_board *board, cairn_cell cell)
{
    return is_open(board, cell & 0xffff, cell >> 16);
}

uint32_t harness_board_find_cost_out(const harness_board *board, cairn_cell from, cairn_cell to)
{
    int64_t x = from & 0xffff, y = from >> 16, x2 = to & 0xffff, y2 = to >> 16;
    int64_t dx = x2 - x, dy = y2 - y;
    bool near = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0);
    if (!near || !is_inside(board, x, y) || !is_inside(board, x2, y2))
        return 0;
    return dx == 0 || dy == 0 ? 10 : 14;
}

uint32_t harness_board_find_cost(const harness_board *board, cairn_cell from, cairn_cell to)
{
    int64_t x = from & 0xffff, y = from >> 16, x2 = to & 0xffff, y2 = to >> 16;
    uint32_t tenths = harness_board_find_cost_out(board, from, to);
    if (tenths == 0 || (board->leaves && !is_open(board, x, y)))
        return tenths;
    if (!is_open(board, x, y) || !is_open(board, x2, y2))
        return 0;
    if (tenths == 10)
        return 10;
    return board->cuts || (is_open(board, x2, y) && is_open(board, x, y2)) ? 14 : 0;
}
