/* plan_queue.c: see plan_queue.h. */
#include "plan/plan_queue.h"

#include <string.h>

#include "base/memory.h"

/* The most short runs that one run is cut into. A service goes on while there is room for them. */
#define MOST_PIECES ((CAIRN_MAX_SIDE + CAIRN__MOST_RUN - 1) / CAIRN__MOST_RUN)

_Static_assert(CAIRN__SHARED_RUNS >= MOST_PIECES, "every service brings a run");

/* ---- the queue ---- */

static uint64_t get_queue_bytes(void)
{
    return cairn__round_up(sizeof(cairn__plan_queue));
}

cairn_status cairn__plan_queue_create(const cairn__setup *setup, const cairn__algorithm *algorithm,
                                      const cairn_allocator *allocator, cairn__plan_queue **queue)
{
    uint64_t bytes = get_queue_bytes() + cairn__slot_get_bytes(setup, algorithm);
    cairn__plan_queue *made = cairn__allocate(allocator, bytes, 1);
    if (made == NULL)
        return CAIRN_MEMORY;
    *made = (cairn__plan_queue){
        .allocator = *allocator,
        .slot =
            cairn__slot_create(setup, algorithm, allocator, NULL, (char *)made + get_queue_bytes()),
        .version = 1,
        .words = cairn__plan_get_words(algorithm, setup->map),
    };
    cairn__slot_share(made->slot);
    *queue = made;
    return CAIRN_OK;
}

void cairn__plan_queue_destroy(cairn__plan_queue *queue)
{
    if (queue == NULL)
        return;
    cairn_allocator allocator = queue->allocator;
    cairn__slot_end(queue->slot);
    cairn__release(&allocator, queue);
}

static void enter(cairn__shared_plan *plan)
{
    cairn__plan_queue *queue = plan->queue;
    plan->state = CAIRN__SHARED_WAITS;
    plan->first = plan->count = 0;
    plan->previous = queue->last;
    plan->next = NULL;
    *(queue->last != NULL ? &queue->last->next : &queue->first) = plan;
    queue->last = plan;
}

/* Takes a plan that waits out of the queue. */
static void take_out(cairn__shared_plan *plan)
{
    cairn__plan_queue *queue = plan->queue;
    if (queue->first == plan && queue->is_loaded) {
        cairn__slot_stop(queue->slot);
        queue->is_loaded = false;
    }
    *(plan->previous != NULL ? &plan->previous->next : &queue->first) = plan->next;
    *(plan->next != NULL ? &plan->next->previous : &queue->last) = plan->previous;
    plan->state = CAIRN__SHARED_RESTS;
}

/* ---- services ---- */

static void load(const cairn__plan_queue *queue)
{
    const cairn__shared_plan *plan = queue->first;
    cairn__plan stored = {
        .cell = plan->cell, .goal = plan->goal, .begun = plan->version == queue->version};
    memcpy(stored.words, plan->words, queue->words * sizeof *plan->words);
    cairn__slot_load(queue->slot, &stored);
}

static void store(const cairn__plan_queue *queue)
{
    cairn__shared_plan *plan = queue->first;
    cairn__plan stored = {.begun = 0};
    cairn__slot_store(queue->slot, &stored);
    plan->cell = stored.cell;
    plan->version = stored.begun != 0 ? queue->version : 0;
    memcpy(plan->words, stored.words, queue->words * sizeof *plan->words);
}

static void add_run(cairn__shared_plan *plan, const cairn__run *run)
{
    for (uint32_t left = run->count; left > 0;) {
        uint32_t count = left < CAIRN__MOST_RUN ? left : CAIRN__MOST_RUN;
        plan->runs[plan->count++] = cairn__make_run(run->move, count);
        left -= count;
    }
}

/* Extends the first plan. PAUSED: the units are used up; NONE: the database leads no further. */
static cairn__answer extend(const cairn__plan_queue *queue)
{
    cairn__shared_plan *plan = queue->first;
    cairn__slot *slot = queue->slot;
    while (plan->count + MOST_PIECES <= CAIRN__SHARED_RUNS &&
           !cairn__is_same_cell(slot->cell, slot->goal)) {
        cairn__run run;
        if (cairn__slot_plan(slot, &run) != CAIRN_OK)
            return CAIRN__NONE;
        if (run.count == 0)
            return CAIRN__PAUSED;
        add_run(plan, &run);
    }
    return CAIRN__DONE;
}

/* Serves the first plan; false if the units are used up. */
static bool serve_first(cairn__plan_queue *queue)
{
    cairn__shared_plan *plan = queue->first;
    if (!queue->is_loaded)
        load(queue);
    queue->is_loaded = true;
    cairn__answer answer = extend(queue);
    if (answer == CAIRN__PAUSED)
        return false;
    if (answer == CAIRN__DONE)
        store(queue);
    take_out(plan);
    if (answer == CAIRN__NONE)
        plan->state = CAIRN__SHARED_FAILED;
    return true;
}

bool cairn__plan_queue_serve(cairn__plan_queue *queue, cairn__meter *meter)
{
    queue->slot->meter = (cairn__meter){.left = meter->left};
    while (queue->first != NULL && serve_first(queue))
        continue;
    meter->left = queue->slot->meter.left;
    return queue->first == NULL;
}

cairn_status cairn__plan_queue_set_db(cairn__plan_queue *queue, const cairn_db *db,
                                      cairn_detail *detail)
{
    cairn_status status = cairn__slot_set_db(queue->slot, db, detail);
    if (status != CAIRN_OK)
        return status;
    queue->version++;
    if (queue->is_loaded)
        queue->first->count = 0;
    queue->is_loaded = false;
    return CAIRN_OK;
}

/* ---- one plan ---- */

uint64_t cairn__shared_plan_get_bytes(const cairn__algorithm *algorithm, const cairn_map *map)
{
    return sizeof(cairn__shared_plan) + cairn__plan_get_words(algorithm, map) * sizeof(uint32_t);
}

cairn__shared_plan *cairn__shared_plan_create(cairn__plan_queue *queue,
                                              const cairn_allocator *allocator, void *memory)
{
    cairn__shared_plan *plan = memory;
    memset(plan, 0, sizeof *plan + queue->words * sizeof *plan->words);
    plan->queue = queue;
    plan->allocator = *allocator;
    return plan;
}

void cairn__shared_plan_begin(cairn__shared_plan *plan, cairn__xy from, cairn__xy goal)
{
    cairn__shared_plan_leave(plan);
    plan->cell = from;
    plan->goal = goal;
    plan->version = 0;
}

void cairn__shared_plan_leave(cairn__shared_plan *plan)
{
    if (plan->state == CAIRN__SHARED_WAITS)
        take_out(plan);
    plan->state = CAIRN__SHARED_RESTS;
    plan->first = plan->count = 0;
}

static bool is_planned(const cairn__shared_plan *plan)
{
    return plan->state == CAIRN__SHARED_RESTS && plan->first < plan->count;
}

/* Has runs planned, as far as the units lead. */
static void wait_for_runs(cairn__shared_plan *plan)
{
    if (plan->state == CAIRN__SHARED_RESTS)
        enter(plan);
    while (plan->state == CAIRN__SHARED_WAITS && serve_first(plan->queue))
        continue;
}

cairn_status cairn__shared_plan_next(cairn__shared_plan *plan, cairn__run *run)
{
    cairn__meter *meter = &plan->queue->slot->meter;
    run->count = 0;
    if (!is_planned(plan))
        wait_for_runs(plan);
    else if (!cairn__meter_try(meter, &meter->work.states, 1))
        return CAIRN_OK;
    if (plan->state == CAIRN__SHARED_FAILED) {
        cairn__shared_plan_begin(plan, plan->cell, plan->goal);
        return CAIRN_CORRUPT;
    }
    if (is_planned(plan)) {
        cairn__short_run next = plan->runs[plan->first++];
        *run = (cairn__run){.move = cairn__run_get_move(next), .count = cairn__run_get_count(next)};
    }
    return CAIRN_OK;
}
