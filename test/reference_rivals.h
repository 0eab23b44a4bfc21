/* reference_rivals.h: TBA*, LRTS, RTAA*, LSS-LRTA*, LRTA*(k), P-LRTA*, SLA* and FALCONS once more, slow and literal.
 * As in reference.h, nothing is shared with src/. */
#ifndef CAIRN_TEST_REFERENCE_RIVALS_H
#define CAIRN_TEST_REFERENCE_RIVALS_H

#include "reference.h"

typedef enum ref_rival_kind {
    REF_TBA,
    REF_LRTS,
    REF_RTAA,
    REF_LSS,
    REF_LRTAK,
    REF_PLRTA,
    REF_SLA, /* SLA*T by its learning quota */
    REF_FALCONS,
} ref_rival_kind;

typedef struct ref_rival_def {
    const ref_map *map;
    ref_rival_kind kind;
    ref_heuristic heuristic;
    int lookahead;
    int movements; /* REF_NONE: all */
    int depth;
    bool adaptive;      /* the least depth that learns, up to `depth` */
    int learning_quota; /* REF_NONE: never back */
    int history;
    int slice; /* REF_NONE: unlimited */
    int trace_ratio;
    int updates;
    int queue;
    bool keep; /* what was learned, from start to start of the same problem */
} ref_rival_def;

/* What a search knows of a cell. */
typedef struct ref_cell {
    int g;
    int parent; /* a cell */
    int order;  /* of meeting; TBA*: of entering the open list */
    int level;
    bool met;
    bool closed;
} ref_cell;

/* A row of cells. */
typedef struct ref_row {
    int *cells;
    int count;
} ref_row;

/* Grows by itself. */
typedef struct ref_list {
    int *cells;
    int count;
    int room;
} ref_list;

typedef struct ref_rival {
    ref_rival_def def;
    int start;
    int cell;
    int goal;
    int *h;       /* by cell */
    bool *raised; /* h is not the first one any more */
    int *g;       /* FALCONS: the same from the start */
    bool *raised_g;
    ref_cell *cells;
    int met;
    ref_row way; /* cells still to enter, the next one last */
    ref_row past;
    bool *past_first; /* of each cell left behind: a look-ahead was made there */
    int past_room;
    int kept;
    long long learning;
    bool found;
    bool done;
    bool tracing;
    ref_row traced;   /* from the end of the path back */
    ref_row followed; /* the same of the last complete path */
    int *support;     /* of each cell, REF_NONE: not known */
    bool *visited;
    ref_list queue;      /* or the way back */
    ref_list priorities; /* of the states in the queue */
    long long cost;
    long long moves;
    long long learned;
    long long raises; /* of values on this problem */
    bool begun;       /* there was a start before */
} ref_rival;

void ref_rival_create(ref_rival *rival, const ref_rival_def *def);
void ref_rival_destroy(ref_rival *rival);

/* A new problem; there must be a path. */
void ref_rival_start(ref_rival *rival, int start, int goal);

/* One move; true if it is on the goal afterwards, or was before. */
bool ref_rival_step(ref_rival *rival);

/* ---- between reference_rivals.c and reference_learners.c ---- */

/* Raises h of a cell, if that is a rise. */
void ref_rival_raise(ref_rival *rival, int cell, int h);

/* What the last four have beside the others, and their next move. */
void ref_learner_create(ref_rival *rival);
void ref_learner_destroy(ref_rival *rival);
void ref_learner_start(ref_rival *rival);
int ref_learner_move(ref_rival *rival);

#endif
