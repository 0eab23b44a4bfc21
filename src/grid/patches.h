/* patches.h: the patches of a changing map: the open cells of a tile that moves within the tile
 * join. Components are patches joined over the borders of tiles. */
#ifndef CAIRN_PATCHES_H
#define CAIRN_PATCHES_H

#include "grid/tiles.h"

typedef struct cairn__patch {
    uint32_t joined; /* which of the map's components (joined.h), or CAIRN__NOT_JOINED */
    uint32_t cells;  /* how many; 0: no patch */
    uint32_t first;  /* its first cell in row-major order: y << 16 | x */
    uint32_t seen;   /* while components are found: by which set, from 1 */
} cairn__patch;

#define CAIRN__NOT_JOINED UINT32_MAX

/* The most runs of open cells in a tile, and the most patches. */
#define CAIRN__MAX_TILE_RUNS 2048

/* The patches of a tile that has several. Its runs are numbered row by row. */
typedef struct cairn__tile_patches {
    uint32_t count;
    uint32_t runs;
    uint16_t before[CAIRN__TILE_SIDE]; /* runs in the rows above */
    uint16_t *of_runs;                 /* the patch of each run, behind the list */
    cairn__patch list[];
} cairn__tile_patches;

/* Of all tiles, by their places. */
typedef struct cairn__patches {
    cairn__patch *only; /* the patch of a tile that has not several */
    cairn__tile_patches **several;
    size_t count; /* of all */
    size_t bytes; /* of `several` and what it points to */
} cairn__patches;

/* Finds the patches of a tile. */
typedef struct cairn__patch_finder {
    uint32_t runs;
    uint32_t count;
    uint16_t before[CAIRN__TILE_SIDE];
    uint32_t parents[CAIRN__MAX_TILE_RUNS];   /* of the sets of runs that are joined */
    uint16_t of_runs[CAIRN__MAX_TILE_RUNS];   /* their patches */
    uint16_t run_cells[CAIRN__MAX_TILE_RUNS]; /* their lengths */
    uint16_t run_first[CAIRN__MAX_TILE_RUNS]; /* their first cells in the tile: y << 6 | x */
    cairn__patch list[CAIRN__MAX_TILE_RUNS];
} cairn__patch_finder;

/* Finds the patches of a tile of these rows whose first cell is `corner`. */
void cairn__find_patches(cairn__patch_finder *finder, const uint64_t rows[CAIRN__TILE_SIDE],
                         cairn_corners corners, cairn__xy corner);

/* What was found, if there are several patches; null if there is no memory. */
cairn__tile_patches *cairn__keep_patches(const cairn__patch_finder *finder,
                                         const cairn_allocator *allocator);

/* Cells of one patch that are blocked or opened while all patches stay: those of some columns in rows y0 to y1. In these
 * rows all cells of the columns are, after that, of the patch `number`. */
typedef struct cairn__patch_change {
    const uint64_t *before; /* the tile's rows */
    const uint64_t *after;
    uint32_t y0;
    uint32_t y1;
    uint64_t columns;
    uint32_t number;
} cairn__patch_change;

/* The patches of a tile after that, without their numbers of cells; null if there is no memory. */
cairn__tile_patches *cairn__change_patches(const cairn__tile_patches *patches,
                                           const cairn__patch_change *change,
                                           const cairn_allocator *allocator);
size_t cairn__get_patches_bytes(const cairn__tile_patches *patches);

/* A patch of the map: its tile's place and its number there. */
typedef uint32_t cairn__patch_id;

static inline cairn__patch_id cairn__patch_id_at(size_t place, uint32_t number)
{
    return (uint32_t)place * CAIRN__MAX_TILE_RUNS + number;
}

static inline uint32_t cairn__count_patches(const cairn__patches *patches, size_t place)
{
    const cairn__tile_patches *several = patches->several[place];
    return several != NULL ? several->count : patches->only[place].cells > 0;
}

static inline cairn__patch *cairn__get_patch(const cairn__patches *patches, cairn__patch_id id)
{
    size_t place = id / CAIRN__MAX_TILE_RUNS;
    cairn__tile_patches *several = patches->several[place];
    return several != NULL ? &several->list[id % CAIRN__MAX_TILE_RUNS] : &patches->only[place];
}

/* The number of the patch of an open cell in a row of a tile that has several. */
static inline uint32_t cairn__patch_number_of(const cairn__tile_patches *several, uint64_t row,
                                              uint32_t x, uint32_t y)
{
    uint64_t up_to_here = UINT64_MAX >> (63 - x);
    return several
        ->of_runs[several->before[y] + cairn__count_ones(row & ~(row << 1) & up_to_here) - 1];
}

/* The patch of an open cell of the tile at a place. */
static inline cairn__patch_id cairn__patch_id_of(const cairn__patches *patches,
                                                 const cairn_map *map, size_t place, uint32_t x,
                                                 uint32_t y)
{
    const cairn__tile_patches *several = patches->several[place];
    if (several == NULL)
        return cairn__patch_id_at(place, 0);
    uint64_t row = map->tiles[map->directory[place]].row[y & 63];
    return cairn__patch_id_at(place, cairn__patch_number_of(several, row, x & 63, y & 63));
}

/* The most tiles of one change that are looked at one by one, with all their contacts: for each cell of
 * the sides at most every other one has its own, and three where corners are free. */
#define CAIRN__MOST_TO_REJOIN 16
#define CAIRN__MOST_CONTACTS (CAIRN__MOST_TO_REJOIN * (4 * 32 * 3 + 4))

/* A patch of a tile touches one of another tile. */
typedef struct cairn__contact {
    cairn__patch_id here;
    cairn__patch_id there;
} cairn__contact;

typedef struct cairn__contacts {
    uint32_t count;
    cairn__contact list[CAIRN__MOST_CONTACTS];
} cairn__contacts;

/* Which sides of a tile are looked at. */
#define CAIRN__SIDES_BEHIND 1 /* right and below; with free corners the lower corners */
#define CAIRN__SIDES_BEFORE 2 /* left and above; the upper corners */

/* Calls `meet` with patches of the tile at a place and those of other tiles that moves lead to; with
 * some pairs several times. */
typedef void (*cairn__meet)(void *context, cairn__patch_id here, cairn__patch_id there);
void cairn__for_each_contact(const cairn_map *map, const cairn__patches *patches, size_t place,
                             uint32_t sides, cairn__meet meet, void *context);

/* The same with one patch and those beside it, on all sides. Those that are seen, by the set `seen`, may be left
 * out. */
void cairn__for_each_contact_of(const cairn_map *map, const cairn__patches *patches,
                                cairn__patch_id patch, uint32_t seen, cairn__meet meet,
                                void *context);

#endif
