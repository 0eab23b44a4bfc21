/* worker_posix.c: worker.h over POSIX threads. */
#include "base/worker.h"

#include <pthread.h>
#include <time.h>

#include "base/memory.h"

typedef struct member {
    cairn__crew *crew;
    pthread_t thread;
    uint32_t index;
} member;

struct cairn__crew {
    cairn_allocator allocator;
    void (*work)(void *context, uint32_t index);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t one_less;
    uint32_t started;
    uint32_t running;
    member members[];
};

static void *run_member(void *argument)
{
    member *self = argument;
    cairn__crew *crew = self->crew;
    crew->work(crew->context, self->index);
    (void)pthread_mutex_lock(&crew->lock);
    crew->running--;
    (void)pthread_cond_signal(&crew->one_less);
    (void)pthread_mutex_unlock(&crew->lock);
    return NULL;
}

static void start_members(cairn__crew *crew, uint32_t count)
{
    (void)pthread_mutex_lock(&crew->lock);
    for (uint32_t i = 0; i < count; i++) {
        member *next = &crew->members[i];
        *next = (member){.crew = crew, .index = i};
        if (pthread_create(&next->thread, NULL, run_member, next) != 0)
            break;
        crew->started++;
        crew->running++;
    }
    (void)pthread_mutex_unlock(&crew->lock);
}

cairn_status cairn__crew_start(const cairn_allocator *allocator, uint32_t count,
                               void (*work)(void *context, uint32_t index), void *context,
                               cairn__crew **crew)
{
    cairn__crew *made =
        cairn__allocate(allocator, 1, sizeof *made + (size_t)count * sizeof made->members[0]);
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
    start_members(made, count);
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
    until.tv_sec += milliseconds / 1000;
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
        (void)pthread_join(crew->members[i].thread, NULL);
    (void)pthread_cond_destroy(&crew->one_less);
    (void)pthread_mutex_destroy(&crew->lock);
    cairn__release(&crew->allocator, crew);
}
