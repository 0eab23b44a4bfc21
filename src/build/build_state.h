/* build_state.h: a build's insides, for the files that make, move, keep and write its records. */
#ifndef CAIRN_BUILD_STATE_H
#define CAIRN_BUILD_STATE_H

#include <stdatomic.h>

#include "base/xy.h"
#include "build/maker.h"
#include "cairn/build.h"

/* The records of a range, as far as they are there. A part that is done does not change while the
 * build runs: any thread may read it. */
typedef struct cairn__part {
    cairn__xy *states;                         /* of the ready records */
    cairn__figures figures[CAIRN_BUILD_RANGE]; /* of each */
    uint32_t ready;                            /* records at the front of the range */
    bool kept;                                 /* a checkpoint has it */
    atomic_bool done;                          /* all of the range's are ready */
} cairn__part;

struct cairn_build {
    cairn_build_def def;
    cairn_allocator allocator;
    cairn_sampler *sampler;
    cairn_path_engine *own_engine;   /* null if it was given one, or did not run yet */
    const cairn_path_engine *engine; /* in use */
    uint32_t ranges;
    cairn__part *parts;
    cairn__maker *makers; /* of the running threads */
    uint32_t first_range; /* of the present run */
    cairn_build_phase phase;
    uint64_t reported;    /* when progress was last told, in milliseconds */
    atomic_uint finished; /* records, for progress */
    atomic_ullong states;
    atomic_bool stop;
};

static inline bool cairn__part_is_done(const cairn__part *part)
{
    return atomic_load_explicit(&part->done, memory_order_acquire);
}

/* Records that a range is to have. */
uint32_t cairn__build_get_range_records(const cairn_build *build, uint32_t range);

/* Replaces a part's records by more of them, copied: `ready` records of these figures. */
cairn_status cairn__build_set_part(cairn_build *build, uint32_t range, uint32_t ready,
                                   const cairn__figures *figures, const cairn__xy *states);

/* Some of the ranges that are done; the list is to be released with the build's allocator. */
typedef struct cairn__selection {
    uint32_t *ranges;
    uint32_t count;
} cairn__selection;

/* Selects the ranges that are done among `first` to `end` - 1; with `new_only` but for those that
 * a checkpoint has. */
cairn_status cairn__build_select(const cairn_build *build, uint32_t first, uint32_t end,
                                 bool new_only, cairn__selection *chosen);

/* Writes a selection as a part. Failures: CAPACITY (with `bytes` set). */
cairn_status cairn__build_write_ranges(const cairn_build *build, const cairn__selection *chosen,
                                       size_t capacity, void *part, size_t *bytes);

/* Writes the sentence for a failure of a build. */
cairn_status cairn__build_explain(const cairn_build *build, cairn_status status);

#endif
