/* fuzz_crowd_board.h: the maps of fuzz_crowd, and a copy of their cells with a rule of moves of its own:
 * a move goes to one of the eight cells around, both ends are open, and unless corners may be cut so are
 * both cells beside a diagonal. From a blocked cell on, and as long as a member says that it leaves, any
 * cell of the map beside its own will do. */
#ifndef CAIRN_FUZZ_CROWD_BOARD_H
#define CAIRN_FUZZ_CROWD_BOARD_H

#include <cairn/cairn.h>

#include "fuzz.h"

/* A side is at most BOARD_SIDE, and a board has at most BOARD_CELLS. */
enum { BOARD_SIDE = 200, BOARD_CELLS = 10000 };

typedef struct fuzz_board {
    uint32_t width;
    uint32_t height;
    cairn_corners corners;
    uint8_t changing;
    uint8_t cells[BOARD_CELLS]; /* 1: open */
    cairn_map *map;
    cairn_db *db;
    void *image; /* of the database, if it is of this board alone */
} fuzz_board;

/* A board of at most 12 x 12 cells, each from a bit, or a scene of several tiles, and a database of it; false
 * if there is none. */
bool fuzz_board_take(fuzz_input *input, fuzz_board *board);
void fuzz_board_close(fuzz_board *board);

/* A cell of the board, or one beside it. */
cairn_cell fuzz_board_take_cell(fuzz_input *input, const fuzz_board *board);

/* Blocks a rectangle, or opens it, on the map and on the board. */
void fuzz_board_take_change(fuzz_input *input, fuzz_board *board);

bool fuzz_board_is_inside(const fuzz_board *board, cairn_cell cell);
bool fuzz_board_is_open(const fuzz_board *board, cairn_cell cell);

/* True if a member may make the move; `leaves`: it is on its way out of a wall. */
bool fuzz_board_is_move(const fuzz_board *board, cairn_cell from, cairn_cell to, bool leaves);

#endif
