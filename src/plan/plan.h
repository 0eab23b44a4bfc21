/* plan.h: an agent's insides, and the table of operations an algorithm fills in.
 *
 * An algorithm plans the next run of equal moves; the agent takes them one a step and comes back
 * when they are used up. */
#ifndef CAIRN_PLAN_H
#define CAIRN_PLAN_H

#include "cairn/agent.h"
#include "base/xy.h"
#include "db/db_internal.h"
#include "db/label_ways.h"
#include "grid/climb.h"
#include "plan/learned.h"
#include "plan/lookahead.h"
#include "search/astar.h"
#include "search/heuristic.h"

/* What one algorithm does. */
typedef struct cairn__operations {
    /* Bytes beside the agent itself, and handing them out in the same order. */
    size_t (*get_bytes)(const cairn_agent_def *def);
    void (*create)(cairn_agent *agent, void *memory);
    /* A new problem. */
    void (*start)(cairn_agent *agent);
    /* Sets agent->run at the present cell, which is not the goal. On failure nothing has moved.
     * A run of no moves: the step's budget is used up, and another call goes on from there. */
    cairn_status (*plan)(cairn_agent *agent, cairn_work *work);
    /* Gives back what it shares with others; may be null. */
    void (*leave)(cairn_agent *agent);
} cairn__operations;

extern const cairn__operations cairn__knn_operations;
extern const cairn__operations cairn__lrta_operations;
extern const cairn__operations cairn__astar_operations;
extern const cairn__operations cairn__tba_operations;
extern const cairn__operations cairn__lrts_operations;
extern const cairn__operations cairn__rtaa_operations;
extern const cairn__operations cairn__lss_operations;
extern const cairn__operations cairn__dlrta_operations;
extern const cairn__operations cairn__labels_operations;
extern const cairn__operations cairn__regions_operations;

/* Heading for one target by LRTA* (leg.c). */
typedef struct cairn__leg {
    cairn__xy target;
    bool learning; /* the climb is over: look at all neighbours */
} cairn__leg;

/* Selecting and following records (knn.c). */
typedef enum cairn__knn_phase {
    CAIRN__KNN_SELECT,   /* nothing is selected yet */
    CAIRN__KNN_RECORD,   /* following a record */
    CAIRN__KNN_QUOTA,    /* heading for the goal after a failed selection, for a while */
    CAIRN__KNN_GOAL,     /* heading for the goal */
    CAIRN__KNN_FALLBACK, /* no record was found: walking by the database's net of regions */
} cairn__knn_phase;

/* What a piece of planning found: the step's budget may be used up before it is known. */
typedef enum cairn__answer { CAIRN__NO, CAIRN__YES, CAIRN__LATER } cairn__answer;

/* A check of reach. A climb has no memory, so it goes on from wherever it was broken off. */
typedef struct cairn__reach {
    bool begun;
    cairn__xy cell;
    uint32_t left; /* moves */
} cairn__reach;

/* How far a selection has come. */
typedef enum cairn__select_stage {
    CAIRN__SELECT_GOAL,   /* is the goal in reach? */
    CAIRN__SELECT_SEARCH, /* which records are most similar? */
    CAIRN__SELECT_CHECK,  /* which of them can be used? */
    CAIRN__SELECT_STATE,  /* which of its states is the first target? */
} cairn__select_stage;

/* A selection on its way (knn_select.c). */
typedef struct cairn__selecting {
    cairn__select_stage stage;
    uint32_t candidate; /* being checked */
    bool start_reached; /* by that check */
    uint32_t best;      /* rank_by_length: the candidate chosen so far, and its length */
    uint64_t best_length;
} cairn__selecting;

typedef struct cairn__knn {
    cairn__knn_phase phase;
    cairn__record record;
    uint32_t index;      /* of the target among the record's states */
    uint32_t last;       /* state to follow, the record's last or the fragment's */
    uint32_t failures;   /* in a row */
    uint64_t quota_left; /* tenths to travel before the next selection */
    uint64_t cost_at_failure;
    cairn__selecting selecting;
    cairn__reach reach;
    uint32_t ahead; /* skip_ahead: the state being checked; 0: none */
    uint32_t candidate_capacity;
    cairn_neighbour *candidates;
    cairn__kd_search *search;
} cairn__knn;

/* Searching on, tracing paths and following them (tba.c). Paths are numbered from 1. */
typedef enum cairn__tba_stage {
    CAIRN__TBA_START,
    CAIRN__TBA_EXPAND,
    CAIRN__TBA_TRACE,
} cairn__tba_stage;

typedef struct cairn__tba {
    cairn__tba_stage stage; /* of the slice */
    uint64_t units;         /* left of it */
    uint64_t expansions;    /* and so many of them for expansions */
    uint64_t steps;         /* of tracing left */
    uint32_t tenths;        /* of an expansion, left over by the slices before */
    bool tracing;           /* path number `path` is not complete yet */
    bool last;              /* it leads to the goal */
    bool done;              /* the path followed leads to the goal: nothing is left to plan */
    uint32_t path;
    uint32_t followed; /* 0: none yet */
    cairn__xy traced;  /* where the trace has come to */
} cairn__tba;

/* A look-ahead of lrts, rtaa or lss on its way: its stage, 0 if none is, and where its loop is. */
typedef struct cairn__looking {
    uint32_t stage;
    uint32_t i;
    uint32_t number; /* of a state: rtaa, lss: to be expanded next; lrts: the lowest of its level */
    uint32_t level;  /* lrts: of that state, or the last level */
    uint32_t f;      /* lrts: the highest of the levels' lowest */
    uint32_t unsettled; /* lss: states without their value */
} cairn__looking;

/* Going back along the way (lrts.c). */
typedef struct cairn__lrts {
    uint64_t learning; /* tenths that values were raised by, at most the quota once it is used up */
    uint8_t *history;  /* a ring of the moves taken forward and not undone */
    uint64_t taken;    /* moves ever put into it, less those taken out */
    uint32_t kept;     /* the last so many of them are still there */
} cairn__lrts;
/* Heading for entry states (dlrta.c). */
typedef struct cairn__dlrta {
    uint32_t region; /* of the last look-up */
    uint32_t goal_region;
    bool steadfast;      /* heads for its target whatever region it enters */
    uint64_t cost_limit; /* of the walk at which a steadfast way to the goal ends */
    /* A look-up that later ones are compared with. */
    cairn__xy mark;
    uint32_t since_mark; /* look-ups */
    uint32_t mark_span;  /* look-ups until the next mark */
    uint32_t circles;
} cairn__dlrta;

/* Walking by labels (labels.c). */
typedef enum cairn__labels_phase {
    CAIRN__LABELS_SEARCH,   /* which way? */
    CAIRN__LABELS_UP,       /* to the hub */
    CAIRN__LABELS_LIST,     /* which way down? */
    CAIRN__LABELS_DOWN,     /* to the goal's corner */
    CAIRN__LABELS_GOAL,     /* to the goal */
    CAIRN__LABELS_FALLBACK, /* without labels */
} cairn__labels_phase;

/* A corner on the way to the hub, and the distance left from there; UINT32_MAX: not known. */
typedef struct cairn__labels_place {
    uint32_t node;
    uint32_t left;
} cairn__labels_place;

/* Corners of the way down that are kept. */
#define CAIRN__LABELS_WAY 32

typedef struct cairn__labels_state {
    cairn__labels_phase phase;
    uint32_t node; /* the target, unless that is the goal */
    uint32_t left; /* distance from there to the hub, going up */
    cairn__labels_place listed;
    uint32_t way[CAIRN__LABELS_WAY]; /* a ring */
    uint32_t way_end;
    uint32_t way_left; /* of it */
    cairn_desk *desk;  /* the one given, or its own */
    cairn_desk own_desk;
    cairn__way_search search;
} cairn__labels_state;
/* Walking by a net of regions (region_walk.c). */
typedef enum cairn__walk_phase {
    CAIRN__WALK_GOAL,   /* is the goal within a climb? */
    CAIRN__WALK_OWN,    /* looking up the agent's region */
    CAIRN__WALK_OTHER,  /* looking up the goal's */
    CAIRN__WALK_FILL,   /* the route is known, the window is not full */
    CAIRN__WALK_LOOK,   /* looking for a subgoal farther on */
    CAIRN__WALK_FOLLOW, /* climbing to the first subgoal of the window */
    CAIRN__WALK_LOST,   /* the net failed: LRTA* to the goal */
} cairn__walk_phase;

/* What comes behind the window. */
typedef enum cairn__route_stage {
    CAIRN__ROUTE_SEED,      /* the seed of `region` */
    CAIRN__ROUTE_NEIGHBOUR, /* the way from `region` to the next one */
    CAIRN__ROUTE_HOP,       /* the same, which `hop` is looking for */
    CAIRN__ROUTE_WAY,       /* subgoal `index` of `way`, to `region` */
    CAIRN__ROUTE_GOAL,
    CAIRN__ROUTE_END,
} cairn__route_stage;

/* Subgoals in sight. */
#define CAIRN__WALK_WINDOW 16

typedef struct cairn__region_walk {
    cairn__walk_phase phase;
    cairn__route_stage stage;
    uint32_t region;
    uint32_t goal_region;
    uint64_t states; /* of the route so far */
    uint32_t idle;   /* units since the last move */
    cairn__net_hop hop;
    uint32_t index;
    cairn__net_way way;
    bool looks;          /* once the window is full; else it follows */
    uint32_t tried;      /* members of a block; subgoals of the window not tried yet */
    uint32_t moves_left; /* until the next look */
    uint32_t count;      /* of the window */
    cairn__xy window[CAIRN__WALK_WINDOW];
} cairn__region_walk;

struct cairn_agent {
    const cairn__operations *operations;
    cairn_agent_def def;
    cairn_allocator allocator;
    bool owned; /* its memory came from the allocator */
    bool started;
    size_t bytes;   /* it was created with */
    cairn__xy cell; /* where plans begin */
    cairn__xy goal;
    cairn__run run;     /* planned moves still to take */
    cairn__run trail;   /* moves made from `cell` while plans were unfinished: it stands there */
    bool unfinished;    /* the last plan was broken off */
    uint64_t uncounted; /* units of this step that its figures leave out */
    uint64_t cost;
    uint64_t moves;
    uint64_t diagonal;
    uint64_t open_closed;
    uint32_t selections;
    uint32_t selection_failures;
    cairn__heuristic heuristic;
    cairn__leg leg;
    cairn__knn knn;
    cairn__dlrta dlrta;
    cairn__region_walk walk;
    cairn__learned learned;
    cairn__local local;
    cairn__lookahead look;
    cairn__looking looking;
    cairn__way way;
    cairn__lrts lrts;
    cairn__tba tba;
    cairn__labels_state *labels; /* of that algorithm; else null */
    cairn_search *search;
    bool searched;
};

/* The units that are left of the step's budget. */
static inline uint64_t cairn__agent_get_left(const cairn_agent *agent, const cairn_work *work)
{
    if (agent->def.max_work_per_step == CAIRN_UNLIMITED)
        return UINT64_MAX;
    uint64_t spent = cairn_work_get_units(work) + agent->uncounted;
    return spent < agent->def.max_work_per_step ? agent->def.max_work_per_step - spent : 0;
}

/* True if the step's budget has room for a piece of work of so many units. What is not broken off
 * has at most CAIRN_MIN_WORK, so every step does something. */
static inline bool cairn__agent_can_spend(const cairn_agent *agent, const cairn_work *work,
                                          uint32_t units)
{
    return units <= cairn__agent_get_left(agent, work);
}

/* Spends units that the step's figures leave out; false if there are not so many. */
static inline bool cairn__agent_spend(cairn_agent *agent, const cairn_work *work, uint32_t units)
{
    if (!cairn__agent_can_spend(agent, work, units))
        return false;
    agent->uncounted += units;
    return true;
}

/* Counts what a local search spent, `left` being the units it began with: states it met are in the
 * step's figures, looks at states it had met already are not. */
static inline void cairn__agent_count_local(cairn_agent *agent, cairn_work *work, uint64_t left)
{
    uint32_t met = agent->local.count - agent->local.counted;
    agent->local.counted = agent->local.count;
    work->states += met;
    agent->uncounted += left - agent->local.left - met;
}

/* What a local search towards the target reads. */
static inline cairn__local_view cairn__agent_get_view(const cairn_agent *agent)
{
    return (cairn__local_view){agent->def.map, &agent->learned, &agent->heuristic,
                               agent->leg.target};
}

/* Selecting a record (knn_select.c). The bytes are for the candidates and the search. */
size_t cairn__select_get_bytes(const cairn_agent_def *def);
void cairn__select_create(cairn_agent *agent, void *memory);

/* Fig. 8, lines 1 to 8: YES leaves the chosen record in agent->knn, its first state as the index.
 * LATER: another call goes on. */
cairn__answer cairn__select_find_record(cairn_agent *agent, cairn_work *work);

/* Fig. 7 with the on-line cut-off; after LATER ask for the same climb again. */
cairn__answer cairn__knn_check_reach(cairn_agent *agent, cairn__xy from, cairn__xy to,
                                     cairn_work *work);

/* Learning searches over the look-ahead core (learner.c): the learned table, a look-ahead of the
 * given size, the way it found. What create() returns is the memory behind all that. */
size_t cairn__learner_get_bytes(const cairn_agent_def *def, cairn__local_size size);
void *cairn__learner_create(cairn_agent *agent, cairn__local_size size, void *memory);
void cairn__learner_start(cairn_agent *agent);

/* Takes the next moves of the way; `look_ahead` learns and makes a new one when it is used up, or
 * leaves it as it is if the units that agent->local.left has do not suffice. */
cairn_status cairn__learner_plan(cairn_agent *agent, cairn_work *work,
                                 cairn_status (*look_ahead)(cairn_agent *agent));

/* Begins the search of a look-ahead at the agent's cell, for a unit; false: not yet. */
bool cairn__learner_search(cairn_agent *agent, cairn__local_order order);

/* The look-ahead comes to another stage. */
static inline void cairn__looking_go_on(cairn__looking *look, uint32_t stage)
{
    look->stage = stage;
    look->i = 0;
}

/* Walking by the database's net of regions, from the present cell (region_walk.c): there must be
 * one, and the leg must have been started. Any algorithm may begin it at any time of a problem and
 * plan by it from then on. */
void cairn__region_walk_start(cairn_agent *agent);
cairn_status cairn__region_walk_plan(cairn_agent *agent, cairn_work *work);

/* Memory for the learned table and the look-ahead, which knn and lrta share. */
size_t cairn__leg_get_bytes(const cairn_agent_def *def);
void cairn__leg_create(cairn_agent *agent, void *memory);

/* A new problem: nothing learned, heading for the goal. */
void cairn__leg_start(cairn_agent *agent);

/* Heads for another target, which must be joined to the agent's cell. */
void cairn__leg_set_target(cairn_agent *agent, cairn__xy target);

/* True if a path joins the agent's cell to a state of a database, which is not trusted. */
bool cairn__leg_can_reach(const cairn_agent *agent, cairn__xy state);

/* Fig. 1, lines 4 to 7: plans the next moves towards the target, which is not the present cell. */
cairn_status cairn__leg_plan(cairn_agent *agent, cairn_work *work);

#endif
