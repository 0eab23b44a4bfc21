/* tile_change.h: the tiles of a map when some of their cells change. */
#ifndef CAIRN_TILE_CHANGE_H
#define CAIRN_TILE_CHANGE_H

#include "grid/living.h"

/* Gives the changed tiles their rows: bitmaps, coarse frames, what the map counts, stamps and the base
 * follow. There is room for all tiles that are touched. */
void cairn__change_tiles(cairn_map *map);

#endif
