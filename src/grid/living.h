/* living.h: what a changing map keeps beside its tiles.
 *
 * Databases in use were made for the map's base: the cells that were open when it was opened, or
 * those of a copy that a later database was built for. */
#ifndef CAIRN_LIVING_H
#define CAIRN_LIVING_H

#include <stdatomic.h>

#include "base/xy.h"
#include "grid/joined.h"
#include "grid/origin.h"
#include "grid/patches.h"
#include "grid/tiles.h"

/* Cells of the base beside some that were opened (gates.h). */
typedef struct cairn__gate {
    cairn__xy cell;
    uint16_t reach; /* from it to the others, at most */
    uint16_t away;  /* from the middle of its piece to them, at most */
    uint32_t piece;
} cairn__gate;

#define CAIRN__GATES 16
#define CAIRN__PIECES 4

/* Cells of a tile that are open now and were not in the base lie in this box. */
typedef struct cairn__opened {
    uint16_t x0, y0, x1, y1;
    uint32_t base; /* the tile's index in `base` */
    bool known;    /* its gates are all that there are */
    uint32_t gate_count;
    uint32_t piece_count;
    cairn__gate gates[CAIRN__GATES]; /* piece by piece */
    cairn__xy middles[CAIRN__PIECES];
} cairn__opened;

/* The base's rows of a tile where the base differs from the map. */
typedef struct cairn__base_tile {
    uint32_t place;
    uint32_t opened;       /* its index in `opened`, or CAIRN__NOT_OPENED */
    uint64_t changed_rows; /* bit y: row y of the map is another one */
    uint64_t opened_rows;  /* bit y: the map has cells open there that the base has not */
    uint64_t rows[CAIRN__TILE_SIDE];
} cairn__base_tile;

#define CAIRN__NOT_OPENED UINT32_MAX

/* The most tiles whose bitmaps change with a tile's cells: itself, and those to the left, to the
 * right and above, which have diagonal edges to it. */
#define CAIRN__TOUCHED_BY_ONE 6

/* A tile that is about to change. While rows are put together y0 and y1 are those that get cells. */
typedef struct cairn__changed {
    uint32_t place;
    uint16_t x0, y0, x1, y1; /* the box of the cells that change, in the tile */
    uint32_t more;           /* how many more are open then, modulo 2^32 */
    cairn__patch only;       /* what its patches become */
    cairn__tile_patches *several;
    bool keeps;                      /* its patches; only one may have gained or lost cells */
    bool is_settled;                 /* its patches are what they become */
    uint32_t number;                 /* of that one */
    uint64_t rows[CAIRN__TILE_SIDE]; /* what they become */
} cairn__changed;

/* True if none of the tile's first and last rows and columns changes. */
static inline bool cairn__keeps_border(const cairn__changed *changed)
{
    return changed->x0 > 0 && changed->y0 > 0 && changed->x1 < 63 && changed->y1 < 63;
}

typedef struct cairn__living {
    cairn_allocator allocator;
    atomic_uint users; /* in debug builds: calls that are inside the map; see cairn__map_enter() */
    uint32_t *stamps;  /* of each tile's place: the version that last blocked one of its cells */
    uint32_t *changes; /* the same: that last changed one */
    uint32_t
        rejoined; /* the version that last split or joined components, or may have; their numbers
                          are the same since */

    /* Tiles: those from `tile_count` on and those in the list of free ones have no place. */
    size_t tile_count;
    size_t tile_capacity;
    uint32_t free_tile; /* the first free one; its first word is the next; 0: none */
    size_t free_tiles;

    cairn__patches patches;
    cairn__components components;

    uint64_t base_fingerprint;
    cairn_map *base_map; /* the base as a map of its own, for scans; without components */
    uint32_t *base_at;   /* by place: index in `base` from 1; 0: the base is as the map is now */
    cairn__base_tile *base;
    size_t base_count;
    size_t base_capacity;
    cairn__opened *opened; /* of those tiles that have opened cells; as long as `base` */
    size_t opened_count;
    cairn__origin origin;

    /* While the map changes. */
    cairn__patch_finder *finder;
    cairn__contacts *contacts; /* of the changed tiles before they change */
    uint32_t *changed_at;      /* by place: index in `changed` from 1; 0: it does not change */
    cairn__changed *changed;
    size_t changed_count;
    size_t changed_capacity;
    uint32_t *touched; /* places of tiles whose bitmaps change, at most 6 for each changed one */
    size_t touched_count;
    uint8_t *is_touched; /* by place */
} cairn__living;

/* Makes what a changing map needs; its tiles, `tiles` of them, are finished. Failures: MEMORY. */
cairn_status cairn__living_create(cairn_map *map, size_t tiles);
void cairn__living_end(cairn_map *map);

/* Adds up what a changing map holds besides what a static one does. */
size_t cairn__living_get_bytes(const cairn_map *map);

/* How often a map has changed: 0 for one that does not. */
static inline uint32_t cairn__get_version(const cairn_map *map)
{
    return map->info.version;
}

/* The version that last blocked a cell of the tile at a place of the directory. */
static inline uint32_t cairn__get_stamp(const cairn_map *map, size_t place)
{
    return map->living != NULL ? map->living->stamps[place] : 0;
}

/* The fingerprint of the map that databases in use were made for. */
static inline uint64_t cairn__get_base_fingerprint(const cairn_map *map)
{
    return map->living != NULL ? map->living->base_fingerprint : map->info.fingerprint;
}

/* The map with this fingerprint that labels can be read on: a changing map itself if its cells are
 * those now, its base if that is the one, otherwise null. */
static inline const cairn_map *cairn__find_base_map(const cairn_map *map, uint64_t fingerprint)
{
    if (map->info.state == fingerprint)
        return map;
    return map->living->base_fingerprint == fingerprint ? map->living->base_map : NULL;
}

/* A bound for paths that use what was opened since: the least octile distance from one cell to the
 * other over a cell that is open now and was not in the base; UINT32_MAX if there is none. A path
 * of the base that is whole and no longer than this is optimal. */
uint32_t cairn__get_opened_bound(const cairn_map *map, cairn__xy from, cairn__xy to);

/* A bound for paths from a cell to one of the box. */
uint32_t cairn__get_box_bound(const cairn_map *map, const cairn__opened *box, cairn__xy cell);

/* The base's rows of the tile at a place. */
static inline const uint64_t *cairn__get_base_rows(const cairn_map *map, size_t place)
{
    uint32_t at = map->living->base_at[place];
    return at > 0 ? map->living->base[at - 1].rows : map->tiles[map->directory[place]].row;
}

/* From now on `base`, a copy that was made of the map, is what databases in use were made for. Its
 * cells are taken over, it is not kept. Failures: MEMORY; nothing is changed then. */
cairn_status cairn__living_set_base(cairn_map *map, const cairn_map *base);

/* Room for the base's rows of `more` tiles. Failures: MEMORY. */
cairn_status cairn__base_reserve(cairn__living *living, size_t more);

/* Keeps the base's rows of a tile that is about to change. */
void cairn__base_keep(cairn_map *map, size_t place);

/* After its rows y0 to y1 have changed: what was opened in it. */
void cairn__base_compare(cairn_map *map, size_t place, uint32_t y0, uint32_t y1);

/* In debug builds: a call that reads a changing map enters it and leaves it again, so that a change
 * meanwhile by another thread is refused. Costs nothing in others. */
static inline void cairn__map_enter(const cairn_map *map)
{
#ifndef NDEBUG
    if (map->living != NULL)
        (void)atomic_fetch_add(&map->living->users, 1);
#else
    (void)map;
#endif
}

static inline void cairn__map_leave(const cairn_map *map)
{
#ifndef NDEBUG
    if (map->living != NULL)
        (void)atomic_fetch_sub(&map->living->users, 1);
#else
    (void)map;
#endif
}

/* A map with the cells that are open now, without components; null if there is no memory. */
cairn_map *cairn__map_copy_tiles(const cairn_map *map, const cairn_allocator *allocator);

/* True if the map is as it was when the databases in use were made. */
static inline bool cairn__is_as_built(const cairn_map *map)
{
    return map->info.state == cairn__get_base_fingerprint(map);
}

#endif
