/* region_cover.h: seeds, and for every open cell of a map a seed that it climbs to and that climbs
 * to it. */
#ifndef CAIRN_REGION_COVER_H
#define CAIRN_REGION_COVER_H

#include "base/poll.h"
#include "cairn/map.h"
#include "base/xy.h"
#include "grid/tiles.h"

#define CAIRN__NO_OWNER UINT32_MAX

/* A square of 64 x 64 cells: which of its regions each cell is in. 2 bytes a cell, so that the
 * largest maps need no more than half a gigabyte. */
typedef struct cairn__cover_tile {
    uint16_t *slots; /* by cell: place among the regions, from 1; 0: in none */
    uint32_t *regions;
    uint32_t count;
    size_t capacity;
} cairn__cover_tile;

typedef struct cairn__cover {
    const cairn_map *map;
    uint32_t cutoff;
    uint32_t tiles_across;
    uint32_t tiles_down;
    cairn__cover_tile *tiles;
    cairn__xy *seeds; /* by region */
    uint32_t count;
    size_t capacity;
} cairn__cover;

/* Chooses seeds, the most open cells first, until no open cell is left. Failures: MEMORY,
 * INTERRUPTED. */
cairn_status cairn__cover_create(const cairn_map *map, uint32_t cutoff,
                                 const cairn_allocator *allocator, const cairn__poll *poll,
                                 cairn__cover *cover);

/* The same by hand: an empty cover; then regions one after the other, each with a seed and the cells that it takes.
 * Failures: MEMORY. */
cairn_status cairn__cover_begin(const cairn_map *map, uint32_t cutoff,
                                const cairn_allocator *allocator, cairn__cover *cover);
cairn_status cairn__cover_add(cairn__cover *cover, cairn__xy seed,
                              const cairn_allocator *allocator);
cairn_status cairn__cover_take(cairn__cover *cover, cairn__xy cell,
                               const cairn_allocator *allocator);

/* Fine on a zeroed cover. */
void cairn__cover_end(cairn__cover *cover, const cairn_allocator *allocator);

/* The region of an open cell. */
static inline uint32_t cairn__cover_get(const cairn__cover *cover, uint32_t x, uint32_t y)
{
    const cairn__cover_tile *tile = &cover->tiles[(size_t)(y / 64) * cover->tiles_across + x / 64];
    uint32_t slot = tile->slots != NULL ? tile->slots[y % 64 * 64 + x % 64] : 0;
    return slot > 0 ? tile->regions[slot - 1] : CAIRN__NO_OWNER;
}

#endif
