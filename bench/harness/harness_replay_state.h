/* harness_replay_state.h: a replay from inside, for the files that run it. */
#ifndef CAIRN_HARNESS_REPLAY_STATE_H
#define CAIRN_HARNESS_REPLAY_STATE_H

#include "harness_replay.h"

/* An agent under way. */
typedef struct runner {
    cairn_agent *agent;
    size_t event;    /* that it set out by */
    cairn_cell cell; /* before its last step */
    cairn_step step;
} runner;

struct harness_replay {
    harness_replay_def def;
    harness_recipe recipe; /* of all agents */
    harness_world world;
    harness_board board;
    cairn_scout *scout;
    cairn_finder *finder; /* solves problems, */
    cairn_agent *walker;  /* or this one, by walking */
    harness_cells path;   /* of the last problem */
    harness_row *rows;
    size_t done;         /* events */
    size_t taken;        /* changes that the map has taken in, */
    size_t waiting;      /* and those behind them that wait */
    size_t first_change; /* the event of the first of these */
    runner *runners;     /* under way, in the order in which they set out */
    size_t running;
    cairn_agent **idle; /* agents that have arrived, for the next that set out */
    size_t idle_count;
    cairn_repair *repair; /* null: none */
    harness_repairs repairs;
};

/* Whether the caller wants the replay to end. */
static inline bool harness_replay_is_stopped(const harness_replay *self)
{
    return self->def.stop != NULL && *self->def.stop != 0;
}

static inline void harness_row_note_units(harness_row *row, uint64_t units)
{
    if (units > row->max_step_units)
        row->max_step_units = units;
}

/* ---- harness_replay_find.c ---- */

/* Finds the path of a problem: the path's cells, the cost that was told, and units go to the replay
 * and the row. Failures: NO_PATH and BLOCKED as well. */
cairn_status harness_replay_solve(harness_replay *self, const cairn_cell ends[2], harness_row *row);

/* Completes the row by what came of it. Failures: those that are no answer. */
cairn_status harness_replay_judge(const harness_replay *self, const harness_event *event,
                                  cairn_status status, harness_row *row);

#endif
