/* hard_maps.h: small random maps on which exact path search is hard: noise, stairs, diagonal walls,
 * gaps of one cell, rooms, blocks, discs with specks, grids with holes. */
#ifndef CAIRN_TEST_HARD_MAPS_H
#define CAIRN_TEST_HARD_MAPS_H

#include <stdint.h>

/* Draws map number `seed`: 1 is an open cell. */
void hard_map_draw(uint64_t seed, uint32_t width, uint32_t height, unsigned char *open);

#endif
