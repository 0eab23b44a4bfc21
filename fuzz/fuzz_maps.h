/* fuzz_maps.h: the maps that fuzzed databases are held against. */
#ifndef CAIRN_FUZZ_MAPS_H
#define CAIRN_FUZZ_MAPS_H

#include <cairn/map.h>

enum { FUZZ_MAPS = 4 };

/* Map number 0 to FUZZ_MAPS - 1; made once and kept. */
const cairn_map *fuzz_get_map(uint32_t number);

#endif
