/* knn.h: an agent of kNN LRTA*: selecting records (knn_select.c) and following them (knn.c). */
#ifndef CAIRN_KNN_H
#define CAIRN_KNN_H

#include "db/kind_knn.h"
#include "plan/leg.h"
#include "plan/reach.h"

typedef enum cairn__knn_phase {
    CAIRN__KNN_SELECT,   /* nothing is selected yet */
    CAIRN__KNN_CHECK,    /* on a changed map: looking at all legs of a record */
    CAIRN__KNN_RECORD,   /* following a record */
    CAIRN__KNN_QUOTA,    /* heading for the goal after a failed selection, for a while */
    CAIRN__KNN_GOAL,     /* heading for the goal */
    CAIRN__KNN_FALLBACK, /* no record was found: walking by the database's net of regions */
} cairn__knn_phase;

/* How far a selection has come. */
typedef enum cairn__select_stage {
    CAIRN__SELECT_GOAL,   /* is the goal in reach? */
    CAIRN__SELECT_SEARCH, /* which records are most similar? */
    CAIRN__SELECT_CHECK,  /* which of them can be used? */
    CAIRN__SELECT_STATE,  /* which of its states is the first target? */
} cairn__select_stage;

/* A selection on its way. */
typedef struct cairn__selecting {
    cairn__select_stage stage;
    uint32_t candidate; /* being checked */
    bool start_reached; /* by that check */
    uint32_t best;      /* rank: the candidate chosen so far, and its length */
    uint64_t best_length;
} cairn__selecting;

typedef struct cairn__knn {
    /* Options. */
    uint32_t enhancements; /* CAIRN_ENHANCE_GOAL and so on */
    uint32_t cutoff;
    uint32_t quota; /* in tenths */
    bool rank;
    bool skip;
    const cairn_fragments *fragments; /* null: whole records */
    /* The way. */
    cairn__knn_phase phase;
    cairn__record record;
    uint32_t index;      /* of the target among the record's states */
    uint32_t last;       /* state to follow, the record's last or the fragment's */
    uint32_t failures;   /* in a row */
    uint64_t quota_left; /* tenths to travel before the next selection */
    uint64_t cost_at_failure;
    uint32_t checked;         /* CHECK: the next state to look at */
    cairn__xy checked_before; /* and the one before it */
    uint32_t ahead;           /* skip: the state being checked; 0: none */
    /* Selecting. */
    cairn__selecting selecting;
    cairn__reach reach;
    uint32_t candidate_capacity;
    cairn_neighbour *candidates;
    cairn__kd_search *search;
} cairn__knn;

/* Memory for the candidates and the search, and laying it out. */
uint64_t cairn__select_get_bytes(const cairn__setup *setup);
void cairn__select_create(cairn__knn *knn, const cairn__setup *setup, void *memory);

/* Looks for a record: DONE leaves the chosen one in slot->state, with its first state as the index.
 * PAUSED: another call goes on. */
cairn__answer cairn__select_find_record(cairn__slot *slot);

/* Does a climb from one cell to another get there? After PAUSED ask for the same climb again. */
cairn__answer cairn__knn_check_reach(cairn__slot *slot, cairn__xy from, cairn__xy to);

#endif
