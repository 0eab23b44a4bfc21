/* compress.c: compresses a path by the binary search of docs/research/algorithms.md, to the letter.
 * Reachability is not monotone along a path, so another search would give another result. */
#include "base/xy.h"
#include "build/records/compress.h"

#include "cairn/lab.h"
#include "grid/climb.h"

/* The index of the subgoal after path[last]. The paper counts from 1, which gives the same
 * middles. */
static size_t find_next(const cairn_map *map, const cairn_cell *path, size_t count, size_t last)
{
    cairn__xy from = cairn__unpack(path[last]);
    size_t found = last + 1;
    size_t left = found + 1;
    size_t right = count - 1;
    while (left <= right) {
        size_t middle = (left + right) / 2;
        if (cairn__climb(map, from, cairn__unpack(path[middle]), CAIRN_NO_CUTOFF).reached) {
            found = middle;
            left = middle + 1;
        } else {
            right = middle - 1;
        }
    }
    return found;
}

size_t cairn__compress(const cairn_map *map, const cairn_cell *path, size_t count,
                       cairn__xy *subgoals)
{
    size_t written = 0;
    size_t last = 0;
    subgoals[written++] = cairn__unpack(path[0]);
    while (last + 1 < count) {
        last = find_next(map, path, count, last);
        subgoals[written++] = cairn__unpack(path[last]);
    }
    return written;
}

cairn_status cairn_compress_path(const cairn_map *map, size_t count, const cairn_cell *path,
                                 size_t capacity, cairn_cell *subgoals, size_t *written)
{
    if (map == NULL || count == 0 || path == NULL || subgoals == NULL || written == NULL)
        return CAIRN_ARGUMENT;
    if (capacity < count)
        return CAIRN_CAPACITY;
    if (!cairn__is_open_cell(map, cairn__unpack(path[0])))
        return CAIRN_BLOCKED;
    for (size_t i = 1; i < count; i++)
        if (!cairn__is_legal_move(map, cairn__unpack(path[i - 1]), cairn__unpack(path[i])))
            return CAIRN_ARGUMENT;
    size_t last = 0;
    *written = 0;
    subgoals[(*written)++] = path[0];
    while (last + 1 < count) {
        last = find_next(map, path, count, last);
        subgoals[(*written)++] = path[last];
    }
    return CAIRN_OK;
}
