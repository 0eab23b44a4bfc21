/* import_output.h: what `cairn map import` leaves: the map or the picture, the places in it, the
 * report, and a warning if the map has several components. */
#ifndef CAIRN_CLI_IMPORT_OUTPUT_H
#define CAIRN_CLI_IMPORT_OUTPUT_H

#include "cli.h"
#include "import.h"

/** A grid that was imported, and the map that is made of it. */
struct cli_imported {
    const struct cli_arguments *arguments;
    import_format format;
    const import_grid *grid;
    double seconds;
    cairn_map *map; /**< null until it is made */
    uint8_t *row;   /**< of the grid */
    char *text;     /**< of the row, as characters or bits of a picture */
};

/** Opens a file of a game, a picture or a tile map; prints the sentence if that fails. */
int cli_open_level(const char *name, import_file **file);

/** Reports a wrong place for the result before the work. */
int cli_imported_check(const struct cli_arguments *arguments);

/** Makes the map and writes it: as .map with its places in a file beside it, or as a picture if the
 *  output's name says so. */
int cli_imported_write(struct cli_imported *imported);

/** Prints the report and the warning. */
int cli_imported_print(const struct cli_imported *imported);
void cli_imported_close(struct cli_imported *imported);

#endif
