/* harness_replay_state.h: a replay from inside, for the files that run it. */
#ifndef CAIRN_HARNESS_REPLAY_STATE_H
#define CAIRN_HARNESS_REPLAY_STATE_H

#include "harness_replay.h"

/* An agent under way. */
typedef struct runner {
    cairn_agent *agent;
    size_t event;    /* that it set out by */
    cairn_cell cell; /* before its last step */
    bool leaves;     /* by that step it was on its way out of a wall */
    cairn_step step;
} runner;

/* The members of the text, a crowd. */
typedef struct harness_team {
    cairn_crowd *crowd; /* null: the text has no members */
    cairn_planner *planner;
    cairn_member *members; /* by ID */
    uint32_t *ids;         /* by a member's place in the crowd */
    cairn_cell *cells;     /* after a frame, by place too; */
    bool *leaving;         /* who is on its way out of a wall then */
    harness_watch watch;
    harness_frame frame; /* the last one */
    harness_crowd_totals totals;
} harness_team;

struct harness_replay {
    harness_replay_def def;
    harness_recipe recipe; /* of all agents */
    harness_world world;
    harness_board board;
    cairn_planner *planner;
    cairn_planner *solver; /* solves problems, */
    cairn_agent *walker;   /* or this one, by walking */
    harness_cells path;    /* of the last problem */
    harness_row *rows;
    size_t done;         /* events */
    size_t taken;        /* changes that the map has taken in, */
    size_t waiting;      /* and those behind them that wait */
    size_t first_change; /* the event of the first of these */
    runner *runners;     /* under way, in the order in which they set out */
    size_t running;
    cairn_agent **idle; /* agents that have arrived, for the next that set out */
    size_t idle_count;
    harness_team team;
    cairn_detail refusal;       /* why the event that failed cannot be run */
    cairn_detail unmet;         /* the first line that expected something else; line 0: none */
    cairn_repair *repair;       /* null: none */
    cairn_detail repair_detail; /* which it keeps */
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

/* Finds the path of a problem: the path's cells, the reported cost, and units go to the replay
 * and the row. Failures: NO_PATH and BLOCKED as well. */
cairn_status harness_replay_solve(harness_replay *self, const cairn_cell ends[2], harness_row *row);

/* Completes the row by what came of it. Failures: those that are no answer. */
cairn_status harness_replay_judge(const harness_replay *self, const harness_event *event,
                                  cairn_status status, harness_row *row);

/* ---- harness_replay_crowd.c ---- */

/* Makes the crowd, with room for as many members as the text has at the same time. */
cairn_status harness_team_open(harness_replay *self);
void harness_team_close(harness_replay *self);

/* Runs an event of members. Failures: BLOCKED and TAKEN, with a sentence in `refusal`. */
cairn_status harness_team_run(harness_replay *self, const harness_event *event, harness_row *row);

/* A frame of the crowd; then, untimed, what it did is checked, added to the step's row and reported. */
cairn_status harness_team_step(harness_replay *self);
void harness_team_end_frame(harness_replay *self, harness_row *row);

#endif
