/* harness_pool.c: a few threads that wait for work, as a game has them. A piece of work is taken by
 * whoever is free; the thread that asks takes its part. */
#include "harness_march.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* How often a thread looks for work before it sleeps: a frame has several pieces of work in a row. */
enum { SPINS = 20000 };

struct harness_pool {
    pthread_mutex_t lock;
    pthread_cond_t called;
    pthread_cond_t finished;
    atomic_uint call; /* number of the present piece of work */
    atomic_uint next; /* of its tasks */
    bool is_open;     /* threads may begin with it */
    bool ends;
    uint32_t active; /* threads that are at it, without the one that asked */
    uint32_t count;
    cairn_task_function task;
    void *argument;
    uint32_t thread_count;
    pthread_t threads[HARNESS_MOST_THREADS];
};

static void work(harness_pool *pool)
{
    for (;;) {
        uint32_t i = atomic_fetch_add(&pool->next, 1);
        if (i >= pool->count)
            return;
        pool->task(pool->argument, i);
    }
}

/* Waits for a piece of work after number `seen`, and holds the lock then. */
static void wait_for_call(harness_pool *pool, uint32_t seen)
{
    for (int i = 0; i < SPINS && atomic_load(&pool->call) == seen; i++)
        continue;
    (void)pthread_mutex_lock(&pool->lock);
    while (!pool->ends && atomic_load(&pool->call) == seen)
        (void)pthread_cond_wait(&pool->called, &pool->lock);
}

static void *run_thread(void *context)
{
    harness_pool *pool = context;
    for (uint32_t seen = 0;;) {
        wait_for_call(pool, seen);
        seen = atomic_load(&pool->call);
        bool ends = pool->ends, begins = pool->is_open && !ends;
        pool->active += begins;
        (void)pthread_mutex_unlock(&pool->lock);
        if (ends)
            return NULL;
        if (!begins)
            continue;
        work(pool);
        (void)pthread_mutex_lock(&pool->lock);
        pool->active--;
        (void)pthread_cond_signal(&pool->finished);
        (void)pthread_mutex_unlock(&pool->lock);
    }
}

void harness_pool_share(void *context, uint32_t count, cairn_task_function task, void *argument)
{
    harness_pool *pool = context;
    (void)pthread_mutex_lock(&pool->lock);
    pool->count = count;
    pool->task = task;
    pool->argument = argument;
    pool->is_open = true;
    atomic_store(&pool->next, 0);
    atomic_fetch_add(&pool->call, 1);
    (void)pthread_cond_broadcast(&pool->called);
    (void)pthread_mutex_unlock(&pool->lock);
    work(pool);
    (void)pthread_mutex_lock(&pool->lock);
    pool->is_open = false; /* who has slept until now comes too late */
    while (pool->active > 0)
        (void)pthread_cond_wait(&pool->finished, &pool->lock);
    (void)pthread_mutex_unlock(&pool->lock);
}

cairn_status harness_pool_open(uint32_t threads, harness_pool **made)
{
    harness_pool *pool = calloc(1, sizeof *pool);
    *made = pool;
    if (pool == NULL)
        return CAIRN_MEMORY;
    (void)pthread_mutex_init(&pool->lock, NULL);
    (void)pthread_cond_init(&pool->called, NULL);
    (void)pthread_cond_init(&pool->finished, NULL);
    for (; pool->thread_count + 1 < threads; pool->thread_count++) {
        if (pthread_create(&pool->threads[pool->thread_count], NULL, run_thread, pool) != 0)
            return CAIRN_MEMORY;
    }
    return CAIRN_OK;
}

void harness_pool_close(harness_pool *pool)
{
    if (pool == NULL)
        return;
    (void)pthread_mutex_lock(&pool->lock);
    pool->ends = true;
    (void)pthread_cond_broadcast(&pool->called);
    (void)pthread_mutex_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->thread_count; i++)
        (void)pthread_join(pool->threads[i], NULL);
    (void)pthread_cond_destroy(&pool->finished);
    (void)pthread_cond_destroy(&pool->called);
    (void)pthread_mutex_destroy(&pool->lock);
    free(pool);
}
