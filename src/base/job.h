/* job.h: long work in stages, and a stage in turns: run to its end by several threads, or piece by
 * piece by one.
 *
 * Work is counted in units: a look at an edge, an entry or a few words. A piece, which is not broken
 * off, has at most CAIRN__PIECE of them; so a run that is given units, and begins no piece without
 * as many, never spends more than it was given. Units depend on the input alone. */
#ifndef CAIRN_JOB_H
#define CAIRN_JOB_H

#include <assert.h>

#include "base/loop.h"
#include "base/meter.h"

#define CAIRN__PIECE 8192

/* The least units with which every call makes progress: what may be spent before the first piece is less than
 * a piece. */
#define CAIRN__LEAST_UNITS (2 * CAIRN__PIECE)

typedef struct cairn__stage {
    /* Begins the stage, as one piece, and counts its turns. Null: there is one turn. */
    cairn_status (*begin)(void *context, uint32_t *turns);
    /* Begins or goes on with a turn. OK once it is done; UNFINISHED: fewer units than a piece may
     * take are left, and another call with the same worker and turn goes on. */
    cairn_status (*run)(void *context, uint32_t worker, uint32_t turn, cairn__meter *meter);
    /* Asked once all turns are done, if not null: true goes back to stage number `back`. */
    bool (*again)(void *context);
    uint32_t back;
    bool is_shared; /* threads may share the turns; otherwise worker 0 does them in order */
} cairn__stage;

typedef struct cairn__job {
    const cairn__stage *stages;
    uint32_t count; /* of stages */
    void *context;
    uint32_t stage;
    bool is_begun; /* the stage */
    uint32_t turns;
    uint32_t turn;
} cairn__job;

/* Goes on with a job. Turns that several threads share are not broken off, nor counted: with a limit
 * there must be one thread. OK once all is done. Failures: UNFINISHED (fewer units than CAIRN__PIECE are left), those of a stage,
 * INTERRUPTED if the poll said so, MEMORY if not one thread could be started. After any but
 * UNFINISHED the job cannot go on. */
cairn_status cairn__job_run(cairn__job *job, const cairn__preparation *how,
                            const cairn_allocator *allocator, cairn__meter *meter);

/* ---- for stages ---- */

static inline bool cairn__has_piece(const cairn__meter *meter)
{
    return meter->left >= CAIRN__PIECE;
}

/* Takes a piece of work off the units. */
static inline void cairn__spend(cairn__meter *meter, uint64_t spent)
{
    assert(spent <= CAIRN__PIECE && (int64_t)spent <= meter->left);
    meter->left -= (int64_t)spent;
}

/* The turns that `things` need if each turn takes `each` of them. */
static inline uint32_t cairn__count_turns(uint64_t things, uint32_t each)
{
    return (uint32_t)((things + each - 1) / each);
}

/* The first thing that is no more of this turn. */
static inline uint64_t cairn__get_turn_end(uint64_t things, uint32_t each, uint32_t turn)
{
    uint64_t end = ((uint64_t)turn + 1) * each;
    return end < things ? end : things;
}

#endif
