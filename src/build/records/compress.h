/* compress.h: a path as a chain of subgoals. */
#ifndef CAIRN_COMPRESS_H
#define CAIRN_COMPRESS_H

#include "cairn/map.h"
#include "base/xy.h"

/* Compresses a walk of legal moves. `subgoals` has room for `count` cells. Returns how many were
 * written. */
size_t cairn__compress(const cairn_map *map, const cairn_cell *path, size_t count,
                       cairn__xy *subgoals);

#endif
