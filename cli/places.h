/* places.h: the file of places beside a map, MAP.json: where the map's cells are in the level it
 * was imported from, and where players start. */
#ifndef CAIRN_CLI_PLACES_H
#define CAIRN_CLI_PLACES_H

#include "cli.h"

/** The name of the file of places of a map; the caller frees it. Null without memory. */
char *cli_places_make_name(const char *map_path);

/** Writes the places of a map to MAP.json, and frees them. */
int cli_places_write(const char *map_path, struct cli_report *places);

/** Removes the places of a map that could not be written. */
void cli_places_remove(const char *map_path);

/** Finds the start with this number, from 1, in the places of a map; 0: the first that lies in the
 *  largest component or, with a warning, the cell of that component nearest to the first start. It is an open
 *  cell of the map; places of another map are refused. */
int cli_places_find_start(const char *map_path, const cairn_map *map, uint64_t number,
                          cairn_cell *cell);

#endif
