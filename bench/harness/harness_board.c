/* harness_board.c: a copy of a map's cells, and the rule of moves, without a line of the library:
 * a move goes to one of the eight cells around, both ends are open, and unless corners may be cut
 * so are both cells beside a diagonal. */
#include "harness_replay.h"

#include <stdlib.h>
#include <string.h>

cairn_status harness_board_open(const cairn_map *map, harness_board *board)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    *board = (harness_board){info.width, info.height, info.corners == CAIRN_CORNERS_FREE, NULL};
    board->open = malloc((size_t)info.width * info.height);
    if (board->open == NULL)
        return CAIRN_MEMORY;
    for (uint32_t y = 0; y < info.height; y++)
        for (uint32_t x = 0; x < info.width; x++)
            board->open[(size_t)y * info.width + x] =
                cairn_map_is_open(map, cairn_cell_at(x, y)) != 0;
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
    for (uint32_t y = 0; y < rect->height; y++) {
        uint8_t *row = board->open + (size_t)(rect->y + y) * board->width + rect->x;
        if (change->cells != NULL)
            memcpy(row, change->cells + (size_t)y * rect->width, rect->width);
        else
            memset(row, change->open != 0, rect->width);
    }
}

static bool is_open(const harness_board *board, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < board->width && y < board->height &&
           board->open[(size_t)y * board->width + (size_t)x] != 0;
}

uint32_t harness_board_find_cost(const harness_board *board, cairn_cell from, cairn_cell to)
{
    int64_t x = from & 0xffff, y = from >> 16, x2 = to & 0xffff, y2 = to >> 16;
    int64_t dx = x2 - x, dy = y2 - y;
    bool near = dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0);
    if (!near || !is_open(board, x, y) || !is_open(board, x2, y2))
        return 0;
    if (dx == 0 || dy == 0)
        return 10;
    return board->cuts || (is_open(board, x2, y) && is_open(board, x, y2)) ? 14 : 0;
}
