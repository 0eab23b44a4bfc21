/* maker.h: what one thread makes records with. */
#ifndef CAIRN_MAKER_H
#define CAIRN_MAKER_H

#include "base/poll.h"
#include "base/xy.h"
#include "build/labels/engine.h"

/* What a record depends on, beside its number. */
typedef struct cairn__recipe {
    const cairn_map *map;
    const cairn_sampler *sampler;
    uint64_t seed;
    bool skip_direct;
} cairn__recipe;

/* What is known of a record beside its states. */
typedef struct cairn__figures {
    uint32_t states; /* how many */
    uint32_t length; /* cost of its optimal path, in tenths */
} cairn__figures;

typedef struct cairn__maker {
    cairn_allocator allocator;
    cairn__recipe recipe;
    cairn__poll poll;
    cairn__path_search *search;
    cairn__path_cells path;
    cairn__xy *states; /* of the records made since they were last taken away */
    size_t state_capacity;
    size_t state_count;
} cairn__maker;

/* How many paths for one record may be too short, or need no subgoal with `skip_direct`. */
#define CAIRN__MOST_PATHS 1000000

/* Makes a maker; `maker` may be ended even if this fails. */
cairn_status cairn__maker_start(cairn__maker *maker, const cairn__recipe *recipe,
                                const cairn_engine *engine, const cairn_allocator *allocator);
void cairn__maker_end(cairn__maker *maker);

/* Makes record number `id`: appends its states and returns its figures.
 * Failures: NO_RECORD, INTERRUPTED, MEMORY, LIMIT. */
cairn_status cairn__maker_run(cairn__maker *maker, uint32_t id, cairn__figures *figures);

/* Appends states that are there already. */
cairn_status cairn__maker_add(cairn__maker *maker, const cairn__xy *states, size_t count);

#endif
