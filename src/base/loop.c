/* loop.c: hands out turns to threads, and returns the first failure. */
#include "base/loop.h"

#include <stdatomic.h>

#include "base/worker.h"

/* How often the calling thread asks its poll while others work; it also asks before they begin. */
#define POLL_MILLISECONDS 50

typedef struct running {
    const cairn__loop *loop;
    atomic_uint next_worker;
    atomic_uint next_turn;
    atomic_int status; /* the first failure */
} running;

static void fail(running *self, cairn_status status)
{
    int none = CAIRN_OK;
    (void)atomic_compare_exchange_strong(&self->status, &none, (int)status);
}

static void take_turns(running *self, const cairn__poll *poll)
{
    const cairn__loop *loop = self->loop;
    uint32_t worker = atomic_fetch_add(&self->next_worker, 1);
    while (atomic_load_explicit(&self->status, memory_order_relaxed) == CAIRN_OK) {
        uint32_t turn = atomic_fetch_add(&self->next_turn, 1);
        if (turn >= loop->turns)
            return;
        cairn_status status = cairn__poll_check(poll);
        if (status == CAIRN_OK)
            status = loop->run(loop->context, worker, turn);
        if (status != CAIRN_OK)
            fail(self, status);
    }
}

#if CAIRN__BARE

static cairn_status run_threads(running *self, uint32_t threads)
{
    (void)threads;
    take_turns(self, self->loop->poll);
    return CAIRN_OK;
}

#else

static void run_thread(void *context)
{
    take_turns(context, NULL);
}

static cairn_status run_threads(running *self, uint32_t threads)
{
    cairn__crew *crew = NULL;
    cairn_status status = cairn__poll_check(self->loop->poll);
    if (status == CAIRN_OK)
        status = cairn__crew_start(self->loop->allocator, threads, run_thread, self, &crew);
    if (status != CAIRN_OK)
        return status;
    while (!cairn__crew_wait(crew, POLL_MILLISECONDS)) {
        status = cairn__poll_check(self->loop->poll);
        if (status != CAIRN_OK)
            fail(self, status);
    }
    cairn__crew_join(crew);
    return CAIRN_OK;
}

#endif

cairn_status cairn__loop_run(const cairn__loop *loop)
{
    running self = {.loop = loop};
    uint32_t threads = loop->threads < loop->turns ? loop->threads : loop->turns;
    cairn_status status = CAIRN_OK;
    if (threads > 1)
        status = run_threads(&self, threads);
    else
        take_turns(&self, loop->poll);
    return status == CAIRN_OK ? (cairn_status)atomic_load(&self.status) : status;
}
