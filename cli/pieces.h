/* pieces.h: the pieces of a map, which no path joins, and a colour for each. */
#ifndef CAIRN_CLI_PIECES_H
#define CAIRN_CLI_PIECES_H

#include "cli.h"
#include "picture.h"

/** The largest pieces have a colour each, all others share one. */
enum { CLI_PIECE_COLOURS = 9 };

/** Pieces by colour: the largest first, at the end the rest. */
struct cli_pieces {
    uint32_t count;                      /**< of pieces */
    uint64_t cells[CLI_PIECE_COLOURS];   /**< open cells of each colour */
    uint32_t members[CLI_PIECE_COLOURS]; /**< pieces of each colour: 1, or 0 if there are fewer */
    uint8_t *colours;                    /**< of each component of the map */
};

/** Finds the pieces of a map; false if there is no memory for it. */
bool cli_pieces_find(const cairn_map *map, struct cli_pieces *pieces);
void cli_pieces_close(struct cli_pieces *pieces);

/** The colours, by number. */
extern const struct cli_colour cli_piece_colours[CLI_PIECE_COLOURS];

/** The legend: colour, pieces and open cells of each colour that there is. */
json_t *cli_pieces_make_legend(const struct cli_pieces *pieces);

#endif
