/* stamps.h: finds out by the stamps of tiles (living.h) what has not changed. */
#ifndef CAIRN_STAMPS_H
#define CAIRN_STAMPS_H

#include "grid/living.h"

/* True if no cell of the rectangle that two cells span was blocked after a version of a changing map: a
 * leg between them that was whole then is so now. Version 0 is the base. False also if the rectangle covers more than 64 tiles. */
bool cairn__is_untouched(const cairn_map *map, cairn__xy from, cairn__xy to, uint32_t version);

/* True if no cell of the tiles that the rectangle covers was blocked or opened after a version. False also if
 * it covers more than 1024 tiles. */
bool cairn__is_unchanged(const cairn_map *map, cairn__xy low, cairn__xy high, uint32_t version);

#endif
