/* job.c: goes from turn to turn and from stage to stage. */
#include "base/job.h"

/* What beginning a stage or a turn takes beside its own work. */
enum { BEGIN_UNITS = 16, TURN_UNITS = 1 };

/* Units between two looks at the poll. */
#define POLL_UNITS (INT64_C(1) << 16)

static cairn_status run_shared_turn(void *context, uint32_t worker, uint32_t turn)
{
    const cairn__job *job = context;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    return job->stages[job->stage].run(job->context, worker, turn, &meter);
}

/* All turns of a stage, on several threads. */
static cairn_status run_shared(cairn__job *job, const cairn__preparation *how,
                               const cairn_allocator *allocator)
{
    cairn__loop loop = {allocator, how->poll, how->threads, job->turns, run_shared_turn, job};
    cairn_status status = cairn__loop_run(&loop);
    if (status == CAIRN_OK)
        job->turn = job->turns;
    return status;
}

/* Turns of a stage one after the other, until the units are used up. */
static cairn_status run_turns(cairn__job *job, cairn__meter *meter)
{
    const cairn__stage *stage = &job->stages[job->stage];
    while (job->turn < job->turns) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        cairn_status status = stage->run(job->context, 0, job->turn, meter);
        if (status != CAIRN_OK)
            return status;
        meter->left -= meter->left < TURN_UNITS ? meter->left : TURN_UNITS;
        job->turn++;
    }
    return CAIRN_OK;
}

static cairn_status begin_stage(cairn__job *job, cairn__meter *meter)
{
    const cairn__stage *stage = &job->stages[job->stage];
    cairn_status status = CAIRN_OK;
    job->turn = 0;
    job->turns = 1;
    if (stage->begin != NULL)
        status = stage->begin(job->context, &job->turns);
    job->is_begun = status == CAIRN_OK;
    cairn__spend(meter, BEGIN_UNITS);
    return status;
}

static void end_stage(cairn__job *job)
{
    const cairn__stage *stage = &job->stages[job->stage];
    bool goes_back = stage->again != NULL && stage->again(job->context);
    job->stage = goes_back ? stage->back : job->stage + 1;
    job->is_begun = false;
}

/* Goes on, without a look at the poll. */
static cairn_status run_stages(cairn__job *job, const cairn__preparation *how,
                               const cairn_allocator *allocator, cairn__meter *meter)
{
    while (job->stage < job->count) {
        cairn_status status = CAIRN_OK;
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (!job->is_begun)
            status = begin_stage(job, meter);
        if (status == CAIRN_OK && how->threads > 1 && job->stages[job->stage].is_shared)
            status = run_shared(job, how, allocator);
        else if (status == CAIRN_OK)
            status = run_turns(job, meter);
        if (status != CAIRN_OK)
            return status;
        end_stage(job);
    }
    return CAIRN_OK;
}

cairn_status cairn__job_run(cairn__job *job, const cairn__preparation *how,
                            const cairn_allocator *allocator, cairn__meter *meter)
{
    cairn_status status = CAIRN_UNFINISHED;
    while (status == CAIRN_UNFINISHED && cairn__has_piece(meter)) {
        cairn__meter part = cairn__meter_split(meter, POLL_UNITS);
        status = cairn__poll_check(how->poll);
        if (status == CAIRN_OK)
            status = run_stages(job, how, allocator, &part);
        cairn__meter_join(meter, &part);
    }
    return status;
}
