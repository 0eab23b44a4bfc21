/* worker_posix.c: worker.h over POSIX threads. */
#include "base/worker.h"

#if CAIRN__POSIX

#include <pthread.h>
#include <time.h>

#include "base/memory.h"

struct cairn__crew {
    cairn_allocator allocator;
    void (*work)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t one_less;
    uint32_t started;
    uint32_t running;
    pthread_t threads[];
};

uint64_t cairn__get_milliseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void *run_thread(void *argument)
{
    cairn__crew *crew = argument;
    crew->work(crew->context);
    (void)pthread_mutex_lock(&crew->lock);
    crew->running--;
    (void)pthread_cond_signal(&crew->one_less);
    (void)pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void start_threads(cairn__crew *crew, uint32_t count)
{
    (void)pthread_mutex_lock(&crew->lock);
    for (uint32_t i = 0; i < count; i++) {
        if (pthread_create(&crew->threads[i], NULL, run_thread, crew) != 0)
            break;
        crew->started++;
        crew->running++;
    }
    (void)pthread_mutex_unlock(&crew->lock);
}

cairn_status cairn__crew_start(const cairn_allocator *allocator, uint32_t count,
                               void (*work)(void *context), void *context, cairn__crew **crew)
{
    cairn__crew *made =
        cairn__allocate(allocator, 1, sizeof *made + (size_t)count * sizeof made->threads[0]);
    if (made == NULL)
        return CAIRN_MEMORY;
    *made = (cairn__crew){.allocator = *allocator, .work = work, .context = context};
    if (pthread_mutex_init(&made->lock, NULL) != 0) {
        cairn__release(allocator, made);
        return CAIRN_MEMORY;
    }
    if (pthread_cond_init(&made->one_less, NULL) != 0) {
        (void)pthread_mutex_destroy(&made->lock);
        cairn__release(allocator, made);
        return CAIRN_MEMORY;
    }
    start_threads(made, count);
    if (made->started == 0) {
        cairn__crew_join(made);
        return CAIRN_MEMORY;
    }
    *crew = made;
    return CAIRN_OK;
}

bool cairn__crew_wait(cairn__crew *crew, uint32_t milliseconds)
{
    struct timespec until;
    (void)timespec_get(&until, TIME_UTC);
    until.tv_sec += (time_t)(milliseconds / 1000);
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    (void)pthread_mutex_lock(&crew->lock);
    int waited = 0;
    while (crew->running > 0 && waited == 0)
        waited = pthread_cond_timedwait(&crew->one_less, &crew->lock, &until);
    bool done = crew->running == 0;
    (void)pthread_mutex_unlock(&crew->lock);
    return done;
}

void cairn__crew_join(cairn__crew *crew)
{
    if (crew == NULL)
        return;
    for (uint32_t i = 0; i < crew->started; i++)
        (void)pthread_join(crew->threads[i], NULL);
    (void)pthread_cond_destroy(&crew->one_less);
    (void)pthread_mutex_destroy(&crew->lock);
    cairn__release(&crew->allocator, crew);
}

#endif
