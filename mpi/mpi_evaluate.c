/* mpi_evaluate.c: `cairn-mpi evaluate`: a suite's work, handed out piece by piece. Rank 0 leads: it
 * works too, in a thread of its own, while this one hands out and sleeps. A worker asks for a piece
 * and reports with it how the one before went; when nothing is left it waits until all are done. */
#include "mpi_message.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "evaluate.h"

enum { NO_UNIT = -1 };

/* What a worker says when it has nothing to do. */
struct ask {
    int32_t code;  /* of the piece before */
    uint64_t done; /* problems it measured meanwhile */
};

/* What it gets. */
struct task {
    int64_t place; /* in the stage's list, or NO_UNIT: the stage is over */
    int32_t code;  /* of the stage */
};

struct handing {
    int ranks;
    const struct eval_stage *stage;
    size_t next; /* to hand out */
    int code;    /* the first that was not CLI_YES */
    int idle;    /* workers that wait for the end of the stage */
    uint64_t done;
};

/* ---- the leader ---- */

static void note(struct handing *handing, int code)
{
    if (handing->code == CLI_YES)
        handing->code = code;
}

/* The next piece; NO_UNIT if there is none, or no more is to be begun. */
static int64_t take_next(struct handing *handing)
{
    bool more = handing->code == CLI_YES && cli_signal == 0;
    return more && handing->next < handing->stage->count ? (int64_t)handing->next++ : NO_UNIT;
}

/* Answers the workers that ask. */
static void serve(struct handing *handing)
{
    int there = 0;
    MPI_Status status;
    for (;;) {
        struct ask ask;
        MPI_Iprobe(MPI_ANY_SOURCE, RANKS_TAG_ASK, MPI_COMM_WORLD, &there, &status);
        if (!there)
            return;
        MPI_Recv(&ask, sizeof ask, MPI_BYTE, status.MPI_SOURCE, RANKS_TAG_ASK, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        note(handing, ask.code);
        handing->done += ask.done;
        const struct task task = {.place = take_next(handing), .code = CLI_YES};
        if (task.place == NO_UNIT)
            handing->idle++;
        else
            MPI_Send(&task, sizeof task, MPI_BYTE, status.MPI_SOURCE, RANKS_TAG_TASK,
                     MPI_COMM_WORLD);
    }
}

static void pause_and_serve(struct handing *handing)
{
    static const struct timespec pause = {.tv_nsec = 1000000};
    (void)nanosleep(&pause, NULL);
    serve(handing);
}

/* A piece of the leader's own. */
struct own {
    const struct eval_stage *stage;
    size_t number;
    int code;
    atomic_bool finished;
};

static void *run_own(void *context)
{
    struct own *own = context;
    own->code = own->stage->run(own->stage->eval, own->number);
    atomic_store(&own->finished, true);
    return NULL;
}

static void work(struct handing *handing, int64_t place)
{
    pthread_t thread;
    struct own own = {.stage = handing->stage, .number = handing->stage->units[place]};
    int reason = pthread_create(&thread, NULL, run_own, &own);
    if (reason != 0) {
        note(handing, cli_fail(CLI_BAD, "a thread cannot be started: %s", strerror(reason)));
        return;
    }
    while (!atomic_load(&own.finished))
        pause_and_serve(handing);
    pthread_join(thread, NULL);
    note(handing, own.code);
}

/* Ends the stage for all workers, which wait for it. */
static void end_stage(const struct handing *handing)
{
    const struct task over = {.place = NO_UNIT, .code = handing->code};
    for (int rank = 1; rank < handing->ranks; rank++)
        MPI_Send(&over, sizeof over, MPI_BYTE, rank, RANKS_TAG_TASK, MPI_COMM_WORLD);
}

static int hand_out(void *context, const struct eval_stage *stage)
{
    struct eval *eval = stage->eval;
    struct handing handing = {.ranks = *(const int *)context, .stage = stage, .code = stage->code};
    while (cli_signal == 0) {
        serve(&handing);
        int64_t place = take_next(&handing);
        if (place != NO_UNIT)
            work(&handing, place);
        else if (handing.idle == handing.ranks - 1)
            break;
        else
            pause_and_serve(&handing);
        eval->done += handing.done; /* no thread looks at it now */
        handing.done = 0;
        if (handing.code == CLI_YES)
            cli_progress_update(&eval->progress, eval->done, eval->total);
    }
    if (cli_signal != 0) /* the others may be gone: nobody waits for them */
        return CLI_SIGNAL + cli_signal;
    end_stage(&handing);
    return handing.code;
}

static void call_in(void *context)
{
    const struct ranks_order order = {.kind = RANKS_ORDER_EVALUATE};
    for (int rank = 1; rank < *(const int *)context; rank++)
        MPI_Send(&order, sizeof order, MPI_BYTE, rank, RANKS_TAG_ORDER, MPI_COMM_WORLD);
}

/* ---- a worker ---- */

static int ask_for_work(void *context, const struct eval_stage *stage)
{
    struct ask ask = {.code = stage->code};
    struct task task;
    (void)context;
    for (;;) {
        MPI_Send(&ask, sizeof ask, MPI_BYTE, 0, RANKS_TAG_ASK, MPI_COMM_WORLD);
        (void)ranks_wait(0, RANKS_TAG_TASK);
        MPI_Recv(&task, sizeof task, MPI_BYTE, 0, RANKS_TAG_TASK, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (task.place == NO_UNIT)
            return task.code;
        uint64_t before = stage->eval->done;
        ask.code = stage->run(stage->eval, stage->units[task.place]);
        ask.done = stage->eval->done - before;
    }
}

/* ---- both ---- */

int ranks_evaluate(const struct ranks_self *self)
{
    static char name[] = "cairn-mpi evaluate";
    int ranks = self->ranks;
    bool leads = self->rank == 0;
    const struct eval_driver driver = {.context = &ranks,
                                       .leads = leads,
                                       .place = self->place,
                                       .neighbours = self->neighbours,
                                       .begin = call_in,
                                       .share = leads ? hand_out : ask_for_work};
    self->argv[1] = name;
    return cli_evaluate_with(&driver, self->argc - 1, self->argv + 1);
}
