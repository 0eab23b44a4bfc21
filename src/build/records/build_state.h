/* build_state.h: a build's insides, for the files that make, move, keep and write its records. */
#ifndef CAIRN_BUILD_STATE_H
#define CAIRN_BUILD_STATE_H

#include <stdatomic.h>

#include "base/xy.h"
#include "build/make.h"
#include "build/records/maker.h"
#include "cairn/build.h"

/* The records of a range that are finished. A part that is done does not change while the build
 * runs: any thread may read it. */
typedef struct cairn__part {
    cairn__xy *states;                         /* of the ready records */
    cairn__figures figures[CAIRN_BUILD_RANGE]; /* of each */
    uint32_t ready;                            /* records at the front of the range */
    bool kept;                                 /* a checkpoint has it */
    atomic_bool done;                          /* all of the range's are ready */
} cairn__part;

/* Records in the making. Record i depends on (map, corners, seed, skip_direct, i) and on nothing
 * else. Progress counts all finished ones, also those behind a gap. */
typedef struct cairn__records {
    cairn__make make;
    uint64_t seed;
    bool skip_direct;
    uint32_t wanted;
    cairn_sampler *sampler;
    cairn_engine *own_engine;   /* null if it was given one, or did not run yet */
    const cairn_engine *engine; /* in use */
    uint32_t ranges;
    cairn__part *parts;
    cairn__maker *makers; /* of the running threads */
    uint32_t first_range; /* of the present run */
} cairn__records;

/* Makes room for `records` records. */
cairn_status cairn__records_create(const cairn__make *make, uint32_t records,
                                   cairn__records **made);
void cairn__records_destroy(cairn__records *self);

static inline bool cairn__part_is_done(const cairn__part *part)
{
    return atomic_load_explicit(&part->done, memory_order_acquire);
}

/* Records that a range is to have. */
uint32_t cairn__records_get_range_records(const cairn__records *self, uint32_t range);

/* Replaces a part's records by more of them, copied: `ready` records of these figures. */
cairn_status cairn__records_set_part(cairn__records *self, uint32_t range, uint32_t ready,
                                     const cairn__figures *figures, const cairn__xy *states);

/* Some of the ranges that are done; the list is to be released with the build's allocator. */
typedef struct cairn__selection {
    uint32_t *ranges;
    uint32_t count;
} cairn__selection;

/* Selects the ranges that are done among `first` to `end` - 1; with `new_only`, only those that no
 * checkpoint has. */
cairn_status cairn__records_select(const cairn__records *self, uint32_t first, uint32_t end,
                                   bool new_only, cairn__selection *chosen);

/* Writes a selection as a part. Failures: CAPACITY (with `bytes` set). */
cairn_status cairn__records_write_ranges(const cairn__records *self, const cairn__selection *chosen,
                                         size_t capacity, void *part, size_t *bytes);

/* What lab.h says of the functions of the same names. */
cairn_status cairn__records_set_count(cairn__records *self, uint32_t records);
cairn_status cairn__records_run(cairn__records *self, uint32_t first, uint32_t end);
bool cairn__records_is_done(const cairn__records *self, uint32_t first, uint32_t end);

/* The first record from `first` on that is not there yet. */
uint32_t cairn__records_get_finished(const cairn__records *self, uint32_t first);
cairn_status cairn__records_add_db(cairn__records *self, const cairn_db *db);
cairn_status cairn__records_write_part(const cairn__records *self, uint32_t first, uint32_t end,
                                       size_t capacity, void *part, size_t *bytes);
cairn_status cairn__records_add_part(cairn__records *self, const void *part, size_t bytes);
cairn_status cairn__records_write_checkpoint(cairn__records *self, const char *folder);
cairn_status cairn__records_read_checkpoint(cairn__records *self, const char *folder);
cairn_status cairn__records_remove_checkpoint(cairn__records *self, const char *folder);

/* Makes a database of the records finished without a gap: the same as a build of that many records.
 * Failures: MEMORY, LIMIT. */
cairn_status cairn__records_write(const cairn__records *self, cairn__image *image);

/* Writes the sentence for a failure. */
cairn_status cairn__records_explain(const cairn__records *self, cairn_status status);

#endif
