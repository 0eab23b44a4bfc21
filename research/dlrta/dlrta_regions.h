/* dlrta_regions.h: the regions of a map and the entry states between them, as a database of kind
 * dlrta has them, for the builder, the verifier and agents alike.
 *
 * A row of the map is cut into runs: a run begins at an open cell and reaches to the next open cell
 * that is in another region. The region that it gives for a blocked cell means nothing. */
#ifndef CAIRN_DLRTA_REGIONS_H
#define CAIRN_DLRTA_REGIONS_H

#include "base/xy.h"
#include "db/db_internal.h"

/* Sections DLRH, then RGNS, ENTR, ROWS, RUNR and RUNX. */
typedef struct cairn__dlrta_head {
    uint32_t regions;
    uint32_t level;
    uint64_t entries;
    uint32_t runs;
    uint32_t zero;
} cairn__dlrta_head;

static_assert(sizeof(cairn__dlrta_head) == 24, "as in docs/format.md");

/* The most entry states a database of kind dlrta has: 4 GiB of them. */
#define CAIRN__MOST_ENTRIES (UINT64_C(1) << 30)

/* A region of a database of kind dlrta. Regions that a path joins have numbers in a row, and each
 * of them has one entry state for each. */
typedef struct cairn__dlrta_region {
    cairn__xy representative;
    uint32_t first;   /* of the regions that a path joins to it */
    uint64_t entries; /* entry states in the rows of the regions before */
} cairn__dlrta_region;

static_assert(sizeof(cairn__dlrta_region) == 16, "a region has 16 bytes");
static_assert(offsetof(cairn__dlrta_region, entries) == 8, "as in docs/format.md");

#define CAIRN__DLRTA_NONE UINT32_MAX

typedef struct cairn__dlrta_regions {
    uint32_t count;
    uint32_t height; /* of the map */
    uint32_t runs;
    uint64_t entry_count;
    const cairn__dlrta_region *table;
    const cairn__xy *entries;
    const uint32_t *rows; /* runs in the rows above; one more than there are rows */
    const uint32_t *run_regions;
    const uint16_t *run_firsts;
} cairn__dlrta_regions;

/* An open database of kind dlrta. */
typedef struct cairn__dlrta_db {
    cairn__dlrta_regions regions;
    const cairn__dlrta_head *head;
} cairn__dlrta_db;

/* Of a database of that kind, or of kind hcdps, whose regions have no entry states. */
static inline const cairn__dlrta_regions *cairn__db_get_regions(const cairn_db *db)
{
    return cairn__db_get_state(db);
}

/* The region of an open cell inside the map. Damaged regions may give any region or
 * CAIRN__DLRTA_NONE. Time: logarithmic in the runs of a row. */
static inline uint32_t cairn__dlrta_find_region(const cairn__dlrta_regions *regions, cairn__xy cell)
{
    uint32_t first = regions->rows[cell.y], end = regions->rows[cell.y + 1];
    if (first >= end || end > regions->runs)
        return CAIRN__DLRTA_NONE;
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        if (regions->run_firsts[middle] <= cell.x)
            first = middle;
        else
            end = middle;
    }
    uint32_t region = regions->run_regions[first];
    return region < regions->count ? region : CAIRN__DLRTA_NONE;
}

/* The entry state for going from one region to another; false if no path joins them, or there is
 * damage. Regions of their own numbers or CAIRN__DLRTA_NONE. Constant time. */
static inline bool cairn__dlrta_get_entry(const cairn__dlrta_regions *regions, uint32_t from,
                                          uint32_t to, cairn__xy *entry)
{
    if (from >= regions->count || to >= regions->count)
        return false;
    const cairn__dlrta_region *region = &regions->table[from];
    if (regions->table[to].first != region->first || to < region->first)
        return false;
    uint64_t offset = to - region->first;
    if (region->entries >= regions->entry_count || offset >= regions->entry_count - region->entries)
        return false;
    *entry = regions->entries[region->entries + offset];
    return true;
}

/* The deep check of the runs of a database of one of these kinds; against the map, that they leave out
 * no open cell. */
cairn_status cairn__runs_verify(const cairn_db *db, cairn_detail *detail);
cairn_status cairn__runs_verify_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);

#endif
