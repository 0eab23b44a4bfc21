/* plan.h: an agent's insides, and the table of operations an algorithm fills in.
 *
 * An algorithm plans the next run of equal moves; the agent takes them one a step and comes back
 * when they are used up. */
#ifndef CAIRN_PLAN_H
#define CAIRN_PLAN_H

#include "cairn/agent.h"
#include "db/db_internal.h"
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
} cairn__operations;

extern const cairn__operations cairn__knn_operations;
extern const cairn__operations cairn__lrta_operations;
extern const cairn__operations cairn__astar_operations;
extern const cairn__operations cairn__tba_operations;
extern const cairn__operations cairn__lrts_operations;
extern const cairn__operations cairn__rtaa_operations;
extern const cairn__operations cairn__lss_operations;
extern const cairn__operations cairn__dlrta_operations;
extern const cairn__operations cairn__regions_operations;

/* Heading for one target by LRTA* (leg.c). */
typedef struct cairn__leg {
    cairn_cell target;
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

typedef struct cairn__knn {
    cairn__knn_phase phase;
    cairn_record record;
    uint32_t index;      /* of the target among the record's states */
    uint32_t last;       /* state to follow, the record's last or the fragment's */
    uint32_t failures;   /* in a row */
    uint64_t quota_left; /* tenths to travel before the next selection */
    uint64_t cost_at_failure;
    uint32_t candidate_capacity;
    cairn_neighbour *candidates;
} cairn__knn;

/* Searching on, tracing paths and following them (tba.c). Paths are numbered from 1. */
typedef struct cairn__tba {
    uint32_t tenths; /* of an expansion, left over by the slices before */
    bool tracing;    /* path number `path` is not complete yet */
    bool last;       /* it leads to the goal */
    bool done;       /* the path followed leads to the goal: nothing is left to plan */
    uint32_t path;
    uint32_t followed; /* 0: none yet */
    cairn_cell traced; /* where the trace has come to */
} cairn__tba;

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
    cairn_cell mark;
    uint32_t since_mark; /* look-ups */
    uint32_t mark_span;  /* look-ups until the next mark */
    uint32_t circles;
} cairn__dlrta;

/* Walking by a net of regions (region_walk.c). */
typedef enum cairn__walk_phase {
    CAIRN__WALK_GOAL,   /* is the goal within a climb? */
    CAIRN__WALK_OWN,    /* looking up the agent's region */
    CAIRN__WALK_OTHER,  /* looking up the goal's */
    CAIRN__WALK_FILL,   /* the route is known, the window is empty */
    CAIRN__WALK_LOOK,   /* looking for a subgoal farther on */
    CAIRN__WALK_FOLLOW, /* climbing to the first subgoal of the window */
    CAIRN__WALK_LOST,   /* the net failed: LRTA* to the goal */
} cairn__walk_phase;

/* What comes behind the window. */
typedef enum cairn__route_stage {
    CAIRN__ROUTE_SEED,      /* the seed of `region` */
    CAIRN__ROUTE_NEIGHBOUR, /* the way from `region` to the next one */
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
    uint32_t hops; /* of the route so far */
    bool in_tree;  /* the route has come to the goal's range */
    uint32_t index;
    cairn__net_way way;
    uint32_t tried;      /* members of a block; subgoals of the window not tried yet */
    uint32_t moves_left; /* until the next look */
    uint32_t count;      /* of the window */
    cairn_cell window[CAIRN__WALK_WINDOW];
} cairn__region_walk;

struct cairn_agent {
    const cairn__operations *operations;
    cairn_agent_def def;
    cairn_allocator allocator;
    bool owned; /* its memory came from the allocator */
    bool started;
    size_t bytes;    /* it was created with */
    cairn_cell cell; /* where plans begin */
    cairn_cell goal;
    cairn__run run;   /* planned moves still to take */
    cairn__run trail; /* moves made from `cell` while plans were unfinished: it stands there */
    bool unfinished;  /* the last plan was broken off */
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
    cairn__way way;
    cairn__lrts lrts;
    cairn__tba tba;
    cairn_search *search;
    bool searched;
};

/* True if the step's budget has room for a piece of work of so many units. What is not broken off
 * has at most CAIRN_MIN_WORK, so every step does something. */
static inline bool cairn__agent_can_spend(const cairn_agent *agent, const cairn_work *work,
                                          uint32_t units)
{
    uint32_t spent = cairn_work_get_units(work), most = agent->def.max_work_per_step;
    return spent <= most && units <= most - spent;
}

/* What a local search towards the target reads. */
static inline cairn__local_view cairn__agent_get_view(const cairn_agent *agent)
{
    return (cairn__local_view){agent->def.map, &agent->learned, &agent->heuristic,
                               agent->leg.target};
}

/* Learning searches over the look-ahead core (learner.c): the learned table, a look-ahead of the
 * given size, the way it found. What create() returns is the memory behind all that. */
size_t cairn__learner_get_bytes(const cairn_agent_def *def, cairn__local_size size);
void *cairn__learner_create(cairn_agent *agent, cairn__local_size size, void *memory);
void cairn__learner_start(cairn_agent *agent);

/* Takes the next moves of the way; `look_ahead` learns and makes a new one when it is used up. */
cairn_status cairn__learner_plan(cairn_agent *agent, cairn_work *work,
                                 cairn_status (*look_ahead)(cairn_agent *agent));

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
void cairn__leg_set_target(cairn_agent *agent, cairn_cell target);

/* True if a path joins the agent's cell to a state of a database, which is not trusted. */
bool cairn__leg_can_reach(const cairn_agent *agent, cairn_cell state);

/* Fig. 1, lines 4 to 7: plans the next moves towards the target, which is not the present cell. */
cairn_status cairn__leg_plan(cairn_agent *agent, cairn_work *work);

#endif
