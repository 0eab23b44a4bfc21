/* cairn/landmarks.h: differential heuristics: the true distances of all cells to a few landmarks
 * bound the distance of any two cells from below, closer than octile distance does in a maze.
 *
 * Landmarks are immutable once made: any number of threads may read them. */
#ifndef CAIRN_LANDMARKS_H
#define CAIRN_LANDMARKS_H

#include "map.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most landmarks of a map. */
#define CAIRN_MAX_LANDMARKS 64

/** How landmarks are made. Zero in a field, and null instead of a definition, mean the
 *  defaults. */
typedef struct cairn_landmarks_def {
    uint32_t size;  /**< sizeof this struct */
    uint32_t count; /**< at most CAIRN_MAX_LANDMARKS; default 8 */
    uint64_t seed;  /**< of the cell that the first one is farthest from; default 1 */
    const cairn_allocator *allocator; /**< copied; default: malloc and free */
} cairn_landmarks_def;

/** Landmarks of one map and corner setting. */
typedef struct cairn_landmarks cairn_landmarks;

/** Places landmarks in the map's largest component, each as far as can be from those before it,
 *  and finds all distances to them. The map is not kept. The same map, count and seed give the same landmarks.
 *  Time: linear in the map's cells, for each landmark. Memory: 4 bytes a cell and landmark, and
 *  16 bytes a cell while they are made. Failures: ARGUMENT, MEMORY. */
CAIRN_API cairn_status cairn_landmarks_create(const cairn_map *map, const cairn_landmarks_def *def,
                                              cairn_landmarks **landmarks);

/** Destroys landmarks. Null is fine. Agents and searches made with them need them. */
CAIRN_API void cairn_landmarks_destroy(cairn_landmarks *landmarks);

/** What there is to know of landmarks. */
typedef struct cairn_landmarks_info {
    uint32_t size;  /**< sizeof this struct, set by the caller */
    uint32_t count; /**< fewer than asked for only where the component has fewer cells */
    size_t bytes;   /**< memory they hold */
} cairn_landmarks_info;

/** Count and size. Constant time. Failures: ARGUMENT if `info->size` was not set. */
CAIRN_API cairn_status cairn_landmarks_get_info(const cairn_landmarks *landmarks,
                                                cairn_landmarks_info *info);

/** Where a landmark is, from 0. Failures: ARGUMENT. */
CAIRN_API cairn_status cairn_landmarks_get_cell(const cairn_landmarks *landmarks, uint32_t index,
                                                cairn_cell *cell);

/** A lower bound of the distance of two cells, in tenths: the highest of octile distance and
 *  |d(a, L) - d(b, L)| over all landmarks L. Consistent. Work: the number of landmarks. Octile
 *  distance alone outside the map's largest component; any cell may be asked. */
CAIRN_API uint32_t cairn_landmarks_get_distance(const cairn_landmarks *landmarks, cairn_cell a,
                                                cairn_cell b);

#ifdef __cplusplus
}
#endif

#endif
