/* landmark_table.h: the table of distances behind cairn_landmarks. */
#ifndef CAIRN_LANDMARK_TABLE_H
#define CAIRN_LANDMARK_TABLE_H

#include "cairn/lab.h"
#include "base/xy.h"
#include "grid/bound.h"

/* In place of a distance: the cell is blocked or not in the landmarks' component. */
#define CAIRN__UNREACHED UINT32_MAX

struct cairn_landmarks {
    cairn_allocator allocator;
    uint64_t fingerprint; /* of the map */
    cairn_corners corners;
    uint32_t width;
    uint32_t height;
    uint32_t count;
    bool canonical;
    size_t bytes;
    cairn__xy *cells; /* the landmarks themselves */
    /* Of each cell, row by row, to all landmarks: a look-up is one line. Canonical: to the nearest
     * one alone. */
    uint32_t *distances;
    uint32_t *between; /* canonical: of all pairs of landmarks */
    uint16_t
        *nearest; /* canonical: the number of each cell's nearest landmark, the first of equals */
};

/* The higher one of octile distance and d(A, B) - d(a, A) - d(b, B), where A and B are the nearest
 * landmarks of a and b. */
static inline uint32_t cairn__canonical_get_distance(const cairn_landmarks *landmarks,
                                                     const cairn_map *map, cairn__xy a, cairn__xy b)
{
    size_t width = landmarks->width, from = a.y * width + a.x, to = b.y * width + b.x;
    uint32_t h = cairn__bound(map, a, b);
    if (landmarks->count == 0 || landmarks->distances[from] == CAIRN__UNREACHED ||
        landmarks->distances[to] == CAIRN__UNREACHED)
        return h;
    uint32_t away = landmarks->distances[from] + landmarks->distances[to];
    uint32_t between =
        landmarks
            ->between[landmarks->nearest[from] * (size_t)landmarks->count + landmarks->nearest[to]];
    return between > away + h ? between - away : h;
}

/* A lower bound of the distance of two cells of the map, in tenths: the highest of octile distance
 * and |d(a, L) - d(b, L)| over all landmarks L, which is consistent; or the canonical one, which is
 * not. Octile distance alone outside the landmarks' component. */
static inline uint32_t cairn__landmarks_get_distance(const cairn_landmarks *landmarks,
                                                     const cairn_map *map, cairn__xy a, cairn__xy b)
{
    uint32_t h = cairn__bound(map, a, b), count = landmarks->count;
    size_t width = landmarks->width;
    if (landmarks->canonical)
        return cairn__canonical_get_distance(landmarks, map, a, b);
    const uint32_t *from = landmarks->distances + (a.y * width + a.x) * count;
    const uint32_t *to = landmarks->distances + (b.y * width + b.x) * count;
    if (count == 0 || from[0] == CAIRN__UNREACHED || to[0] == CAIRN__UNREACHED)
        return h;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t difference = from[i] > to[i] ? from[i] - to[i] : to[i] - from[i];
        h = difference > h ? difference : h;
    }
    return h;
}

#endif
