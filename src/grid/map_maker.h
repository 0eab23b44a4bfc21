/* map_maker.h: a map from its rows, one at a time from the top. */
#ifndef CAIRN_MAP_MAKER_H
#define CAIRN_MAP_MAKER_H

#include "cairn/map.h"

typedef struct cairn__map_maker cairn__map_maker;

/* A definition, or null, with its defaults filled in; ARGUMENT if it is not a good one. */
cairn_status cairn__map_def_read(const cairn_map_def *def, cairn_map_def *known,
                                 cairn_allocator *allocator);

cairn_status cairn__map_maker_create(const cairn_map_def *def, uint32_t width, uint32_t height,
                                     cairn__map_maker **maker);

/* The words of a row; bit x mod 64 of word x / 64 is an open cell. Bits past the width must be
 * 0. */
uint64_t *cairn__map_maker_row(cairn__map_maker *maker);

/* Adds what was written to cairn__map_maker_row(), which is cleared. */
cairn_status cairn__map_maker_add(cairn__map_maker *maker);

/* After the last row: the map. Destroys the maker in any case. */
cairn_status cairn__map_maker_finish(cairn__map_maker *maker, cairn_map **map);

void cairn__map_maker_destroy(cairn__map_maker *maker);

#endif
