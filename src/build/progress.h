/* progress.h: how far a build has come: phase by phase, for the caller's progress function. */
#ifndef CAIRN_PROGRESS_H
#define CAIRN_PROGRESS_H

#include <stdatomic.h>

#include "base/poll.h"
#include "cairn/build.h"

typedef struct cairn__progress {
    cairn_progress_function function; /* may be null */
    void *context;
    cairn_kind kind;  /* that is being made */
    char prefix[32];  /* of the names of phases: what is tried, if several databases are */
    uint32_t phase;   /* number of the present one, from 1; it never falls */
    char name[64];    /* of the present phase */
    const char *unit; /* what is counted, in the plural; null: nothing is */
    uint64_t total;
    atomic_ullong done;
    uint64_t reported; /* the time of the last report, in milliseconds */
    uint64_t deadline; /* in milliseconds; 0: none */
    atomic_bool timed_out;
    atomic_bool stop;
} cairn__progress;

/* A phase: its name, and what is counted in it (null: nothing). */
typedef struct cairn__phase {
    const char *name;
    const char *unit;
    uint64_t total;
    uint64_t done; /* already */
} cairn__phase;

/* Forgets that it was stopped; phases go on counting. */
void cairn__progress_start(cairn__progress *progress);

/* Begins the next phase, unless it is the present one, and reports it. */
void cairn__progress_begin(cairn__progress *progress, cairn__phase phase);

/* Says what is tried from now on, such as "labels": phases are named after it, and the next
 * one is a new one whatever its name. */
void cairn__progress_try(cairn__progress *progress, cairn_kind kind, const char *what);

/* Reports the progress; for the thread that runs the build alone. */
void cairn__progress_tell(cairn__progress *progress);

/* Counts one more thing done; for any thread. */
void cairn__progress_count(cairn__progress *progress);

/* The poll of the thread that runs the build: reports the progress at times, and says whether to stop. */
cairn__poll cairn__progress_get_poll(cairn__progress *progress);

/* The poll of any other thread. */
cairn__poll cairn__progress_get_quiet_poll(cairn__progress *progress);

#endif
