/* landmark_table.h: the table of distances behind cairn_landmarks. */
#ifndef CAIRN_LANDMARK_TABLE_H
#define CAIRN_LANDMARK_TABLE_H

#include "cairn/lab.h"
#include "base/xy.h"

/* In place of a distance: the cell is blocked or not in the landmarks' component. */
#define CAIRN__UNREACHED UINT32_MAX

struct cairn_landmarks {
    cairn_allocator allocator;
    uint64_t fingerprint; /* of the map */
    cairn_corners corners;
    uint32_t width;
    uint32_t height;
    uint32_t count;
    cairn__xy cells[CAIRN_MAX_LANDMARKS];
    uint32_t *distances; /* of each cell, row by row, to all landmarks: a look-up is one line */
};

/* True if they were made for this map and corner setting. */
bool cairn__landmarks_fit(const cairn_landmarks *landmarks, const cairn_map *map);

/* A lower bound of the distance of two cells of the map, in tenths: the highest of octile distance
 * and |d(a, L) - d(b, L)| over all landmarks L. Consistent. Octile distance alone outside the
 * landmarks' component. */
static inline uint32_t cairn__landmarks_get_distance(const cairn_landmarks *landmarks, cairn__xy a,
                                                     cairn__xy b)
{
    uint32_t h = cairn__get_distance(a, b), count = landmarks->count;
    size_t width = landmarks->width;
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
