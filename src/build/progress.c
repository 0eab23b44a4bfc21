/* progress.c: calls the progress function several times a second, and passes on its wish to
 * stop. */
#include "build/progress.h"

#include <stdio.h>
#include <string.h>

#include "base/worker.h"

/* Time between two calls of the progress function. */
#define PROGRESS_MILLISECONDS 50

void cairn__progress_start(cairn__progress *progress)
{
    atomic_store(&progress->stop, false);
    atomic_store(&progress->timed_out, false);
    progress->reported = 0;
}

void cairn__progress_tell(cairn__progress *progress)
{
    const cairn_progress now = {.phase = progress->phase,
                                .kind = progress->kind,
                                .name = progress->name,
                                .unit = progress->unit,
                                .done = atomic_load(&progress->done),
                                .total = progress->total};
    if (progress->function != NULL && progress->function(progress->context, &now) == 0)
        atomic_store(&progress->stop, true);
    progress->reported = cairn__get_milliseconds();
    if (progress->deadline != 0 && progress->reported >= progress->deadline) {
        atomic_store(&progress->timed_out, true);
        atomic_store(&progress->stop, true);
    }
}

void cairn__progress_begin(cairn__progress *progress, cairn__phase phase)
{
    char name[sizeof progress->name];
    (void)snprintf(name, sizeof name, "%s%s%s", progress->prefix,
                   progress->prefix[0] != '\0' ? ": " : "", phase.name);
    if (strcmp(name, progress->name) != 0)
        progress->phase++;
    memcpy(progress->name, name, sizeof name);
    progress->unit = phase.unit;
    progress->total = phase.total;
    atomic_store(&progress->done, phase.done);
    cairn__progress_tell(progress);
}

void cairn__progress_try(cairn__progress *progress, cairn_kind kind, const char *what)
{
    progress->kind = kind;
    progress->name[0] = '\0';
    (void)snprintf(progress->prefix, sizeof progress->prefix, "%s", what);
}

void cairn__progress_count(cairn__progress *progress)
{
    atomic_fetch_add(&progress->done, 1);
}

static bool has_stopped(void *context)
{
    const cairn__progress *progress = context;
    return atomic_load_explicit(&progress->stop, memory_order_relaxed);
}

static bool tell_and_look(void *context)
{
    cairn__progress *progress = context;
    if (cairn__get_milliseconds() - progress->reported >= PROGRESS_MILLISECONDS)
        cairn__progress_tell(progress);
    return has_stopped(progress);
}

cairn__poll cairn__progress_get_poll(cairn__progress *progress)
{
    return (cairn__poll){tell_and_look, progress};
}

cairn__poll cairn__progress_get_quiet_poll(cairn__progress *progress)
{
    return (cairn__poll){has_stopped, progress};
}
