/* heuristic.h: the one h that all searches of agents begin with. */
#ifndef CAIRN_HEURISTIC_H
#define CAIRN_HEURISTIC_H

#include "base/bits.h"
#include "base/xy.h"
#include "grid/bound.h"
#include "search/landmark_table.h"

#define CAIRN__WEIGHT_ONE 10

typedef struct cairn__heuristic {
    const cairn_landmarks *landmarks; /* null: octile distance alone */
    uint32_t weight_tenths;
} cairn__heuristic;

/* True if it is octile distance and nothing else. */
static inline bool cairn__heuristic_is_octile(const cairn__heuristic *heuristic)
{
    return heuristic->landmarks == NULL && heuristic->weight_tenths == CAIRN__WEIGHT_ONE;
}

/* Times the weight, rounded down; held far below the end of 32 bits, so that sums stay sums. */
static inline uint32_t cairn__weigh(uint32_t h, uint32_t weight_tenths)
{
    uint64_t weighted = (uint64_t)h * weight_tenths / CAIRN__WEIGHT_ONE;
    return weighted < UINT32_MAX / 4 ? (uint32_t)weighted : UINT32_MAX / 4;
}

/* h of a cell inside the map towards another. */
static inline uint32_t cairn__heuristic_get(const cairn__heuristic *heuristic, const cairn_map *map,
                                            cairn__xy cell, cairn__xy target)
{
    if (CAIRN__LIKELY(cairn__heuristic_is_octile(heuristic)))
        return cairn__bound(map, cell, target);
    uint32_t h = heuristic->landmarks != NULL
                     ? cairn__landmarks_get_distance(heuristic->landmarks, map, cell, target)
                     : cairn__bound(map, cell, target);
    return heuristic->weight_tenths != CAIRN__WEIGHT_ONE ? cairn__weigh(h, heuristic->weight_tenths)
                                                         : h;
}

#endif
