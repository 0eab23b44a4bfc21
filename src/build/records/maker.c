/* maker.c: draws a pair, finds an optimal path and compresses it; draws again if that makes no
 * record. The result depends on the recipe and the number of the record alone. Paths are compressed by
 * the binary search of docs/research/algorithms.md, to the letter: reachability is not monotone along a
 * path, so another search would give another result. */
#include "build/records/maker.h"

#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/xy.h"
#include "cairn/lab.h"
#include "grid/climb.h"
#include "grid/tiles.h"

/* ---- compressing ---- */

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

/* Compresses a walk of legal moves. `subgoals` has room for `count` cells. Returns how many were
 * written. */
static size_t compress(const cairn_map *map, const cairn_cell *path, size_t count,
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

/* ---- making ---- */

/* How often a pair is drawn for one record before the map is given up. That is enough if one pair
 * in ten million is joined, and takes about a minute. */
#define MOST_DRAWS (UINT64_C(1) << 30)

/* Draws between two looks at the poll. */
#define DRAWS_AT_ONCE 4096

cairn_status cairn__maker_start(cairn__maker *maker, const cairn__recipe *recipe,
                                const cairn_engine *engine, const cairn_allocator *allocator)
{
    *maker = (cairn__maker){.allocator = *allocator, .recipe = *recipe};
    return cairn__engine_create_search(engine, &maker->search);
}

void cairn__maker_end(cairn__maker *maker)
{
    cairn__path_destroy(maker->search);
    cairn__release(&maker->allocator, maker->path.cells);
    cairn__release(&maker->allocator, maker->states);
}

/* Draws a pair that a path joins; start and goal may still be too close. `draws` are those left for
 * the record. */
static cairn_status draw_pair(cairn__maker *maker, cairn_random *random, uint64_t *draws,
                              cairn_cell pair[2])
{
    if (maker->recipe.map->info.largest_component < 3)
        return CAIRN_NO_RECORD;
    while (*draws > 0) {
        uint64_t some = *draws < DRAWS_AT_ONCE ? *draws : DRAWS_AT_ONCE;
        *draws -= some;
        cairn_status status = cairn_sampler_draw_pair(maker->recipe.sampler, random, &some, pair);
        *draws += some;
        if (status == CAIRN_OK)
            return status;
        status = cairn__poll_check(&maker->poll);
        if (status != CAIRN_OK)
            return status;
    }
    return CAIRN_NO_RECORD;
}

/* Room for `wanted` states beside those in use. */
static cairn_status reserve(cairn__maker *maker, size_t wanted)
{
    size_t used = maker->state_count;
    if (used + wanted <= maker->state_capacity)
        return CAIRN_OK;
    cairn__xy *larger = cairn__grow(&maker->allocator, maker->states, used, sizeof *larger,
                                    &maker->state_capacity, used + wanted);
    if (larger == NULL)
        return CAIRN_MEMORY;
    maker->states = larger;
    return CAIRN_OK;
}

/* Line 4: an optimal path. */
static cairn_status find_path(cairn__maker *maker, const cairn_cell pair[2], uint32_t *cost)
{
    cairn_status status =
        cairn__path_find(maker->search, cairn__unpack(pair[0]), cairn__unpack(pair[1]), cost);
    return status == CAIRN_OK ? cairn__path_list(maker->search, &maker->path, &maker->allocator)
                              : status;
}

/* Draws one pair and appends its compressed path; appends nothing if the pair does not make a
 * record. */
static cairn_status try_pair(cairn__maker *maker, cairn_random *random, uint64_t *draws,
                             cairn__figures *figures)
{
    cairn_cell pair[2];
    const cairn__path_cells *path = &maker->path;
    *figures = (cairn__figures){0};
    cairn_status status = draw_pair(maker, random, draws, pair);
    if (status == CAIRN_OK)
        status = find_path(maker, pair, &figures->length);
    if (status == CAIRN_OK)
        status = reserve(maker, path->count);
    if (status != CAIRN_OK || path->count < 3)
        return status;
    size_t written =
        compress(maker->recipe.map, path->cells, path->count, maker->states + maker->state_count);
    if (!maker->recipe.skip_direct || written > 2)
        figures->states = (uint32_t)written;
    return CAIRN_OK;
}

cairn_status cairn__maker_run(cairn__maker *maker, uint32_t id, cairn__figures *figures)
{
    cairn_random random = cairn__random_start(maker->recipe.seed, id);
    uint64_t draws = MOST_DRAWS;
    for (uint32_t paths = 0; paths < CAIRN__MOST_PATHS; paths++) {
        cairn_status status = try_pair(maker, &random, &draws, figures);
        if (status == CAIRN_OK)
            status = cairn__poll_check(&maker->poll);
        if (status != CAIRN_OK)
            return status;
        if (figures->states > 0) {
            maker->state_count += figures->states;
            return CAIRN_OK;
        }
    }
    return CAIRN_NO_RECORD;
}

cairn_status cairn__maker_add(cairn__maker *maker, const cairn__xy *states, size_t count)
{
    cairn_status status = reserve(maker, count);
    if (status != CAIRN_OK || count == 0)
        return status;
    memcpy(maker->states + maker->state_count, states, count * sizeof *states);
    maker->state_count += count;
    return CAIRN_OK;
}
