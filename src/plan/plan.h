/* plan.h: an agent's insides, and the table of operations that an algorithm fills in.
 *
 * An algorithm plans the next run of equal moves; the agent takes them one a step and comes back
 * when they are used up. What an algorithm keeps beside that is its own: agent->state. */
#ifndef CAIRN_PLAN_H
#define CAIRN_PLAN_H

#include "cairn/lab.h"
#include "base/meter.h"
#include "base/why.h"
#include "base/xy.h"
#include "db/db_internal.h"
#include "grid/climb.h"
#include "grid/nearest_cell.h"
#include "search/heuristic.h"

/* ---- algorithms ---- */

/* Options of agents have numbers below this. */
#define CAIRN__AGENT_OPTIONS 64

/* A definition as an algorithm reads it: checked, with a value for every option. */
typedef struct cairn__setup {
    const cairn_map *map;
    const cairn_db *db; /* null if the algorithm needs none */
    const cairn_fragments *fragments;
    const cairn_landmarks *landmarks;
    cairn_planner *planner;                 /* whose scout it uses on a changing map, or null */
    uint64_t options[CAIRN__AGENT_OPTIONS]; /* by number */
} cairn__setup;

static inline uint32_t cairn__setup_get(const cairn__setup *setup, uint32_t option)
{
    return (uint32_t)setup->options[option];
}

/* What one algorithm does. A new one is a file that fills this in, and a line of
 * CAIRN_ALGORITHM_LIST. */
typedef struct cairn__algorithm {
    uint32_t kind;     /* of the database that it walks by; 0: it needs none */
    bool by_any_net;   /* a database with a net of regions is as good, whatever its kind */
    bool octile_alone; /* takes no landmarks */
    bool consistent;   /* takes none whose heuristic is not consistent */
    /* Bytes beside the agent itself, and laying them out. */
    uint64_t (*get_bytes)(const cairn__setup *setup);
    void (*create)(cairn_agent *agent, const cairn__setup *setup, void *memory);
    /* A new problem. */
    void (*start)(cairn_agent *agent);
    /* Before the next plan, if the map has changed since the last one and the goal has not. What is
     * kept of cells may be wrong now; `is_cut`: the agent is not where its last plan led. Null:
     * learned values are forgotten, and `start` begins again from the present cell. */
    void (*notice)(cairn_agent *agent, bool is_cut);
    /* Makes room for another database, of the kind that agent->db has; on failure nothing changes.
     * Afterwards `start` is called before the next plan. Null: the agent takes no other database.
     * Failures: MEMORY, CAPACITY. */
    cairn_status (*set_db)(cairn_agent *agent, const cairn_db *db);
    /* Sets agent->run at the present cell, which is not the goal. On failure nothing has moved.
     * A run of no moves: the units of agent->meter are used up, and another call goes on. */
    cairn_status (*plan)(cairn_agent *agent);
    /* For members of a crowd (packed.h): packs a plan after a run, and goes on with it; false if it has
     * to begin again. Null: no crowd walks by the algorithm. */
    bool (*pack)(const cairn_agent *agent, uint32_t *words);
    bool (*unpack)(cairn_agent *agent, const uint32_t *words);
    uint32_t (*get_packed_words)(const cairn_map *map); /* that it uses */
    /* The record that is followed, or CAIRN_NO_RECORD_ID; may be null. */
    uint32_t (*get_record)(const cairn_agent *agent);
} cairn__algorithm;

#define CAIRN__ALGORITHM_EXTERN(name, word, number)                                                \
    extern const cairn__algorithm cairn__algorithm_##word;
CAIRN_ALGORITHM_LIST(CAIRN__ALGORITHM_EXTERN)
#undef CAIRN__ALGORITHM_EXTERN

/* The algorithm of a number; null if there is none. */
const cairn__algorithm *cairn__algorithm_get(cairn_algorithm number);

/* Reads and checks a definition, and finds the algorithm (setup.c). */
cairn_status cairn__setup_read(const cairn_map *map, const cairn_db *db, const cairn_agent_def *def,
                               cairn__setup *setup, const cairn__algorithm **algorithm);

/* ---- an agent ---- */

typedef struct cairn__detour cairn__detour;
typedef struct cairn__leg cairn__leg;
typedef struct cairn__learned cairn__learned;
typedef struct cairn__region_walk cairn__region_walk;
typedef struct cairn__ask cairn__ask;
typedef struct cairn__scout cairn__scout;
typedef struct cairn__bend_goal cairn__bend_goal;

/* What keeps an agent from going on. */
typedef enum cairn__plight {
    CAIRN__PLIGHT_NONE,
    CAIRN__PLIGHT_STRANDED, /* its cell is blocked */
    CAIRN__PLIGHT_LEAVING,  /* the same, and it goes to an open one */
    CAIRN__PLIGHT_CUT_OFF,  /* no path joins it to its goal */
} cairn__plight;

/* Which exit an agent in a wall looks for. */
typedef enum cairn__exits {
    CAIRN__EXITS_NOT,
    CAIRN__EXITS_JOINED, /* one that a path joins to its goal */
    CAIRN__EXITS_ANY,
} cairn__exits;

/* Why an agent looks for its goal: CAIRN_GOAL_NEAREST, and no path leads to the cell that was asked for. */
typedef enum cairn__seeking {
    CAIRN__SEEKS_NOT,
    CAIRN__SEEKS_AT_START,     /* the algorithm has not been started */
    CAIRN__SEEKS_AFTER_CHANGE, /* it goes on if the goal is the same */
} cairn__seeking;

/* What an algorithm learns of a change before it plans again. */
typedef enum cairn__renewal {
    CAIRN__RENEW_NOT,
    CAIRN__RENEW_NOTICE, /* to notice it */
    CAIRN__RENEW_START,  /* to begin again */
} cairn__renewal;

struct cairn_agent {
    cairn__why why;
    const cairn__algorithm *algorithm;
    const cairn_map *map;
    const cairn_db *db;
    void *state;                   /* of the algorithm */
    cairn__leg *leg;               /* LRTA* towards one target (leg.h), or null */
    cairn__region_walk *walk;      /* by a net of regions (region_walk.h), or null */
    cairn__detour *detour;         /* by the scout (detour.h), or null */
    cairn__learned *learned;       /* what leg or look-ahead have learned, or null */
    cairn__learned *marks;         /* what is noted of cells beside that, or null */
    cairn__scout *scout;           /* that finds ways on a changing map, or null */
    cairn__ask *ask;               /* what it asks the scout, or null */
    const cairn__bend_goal *field; /* ways of many to one goal, or null */
    cairn_allocator allocator;
    size_t bytes;     /* it was created with */
    size_t leg_bytes; /* got for the leg later; 0: none */
    void *db_room;    /* got for a larger database later; null: none */
    size_t db_bytes;  /* of it */
    cairn__heuristic heuristic;
    uint32_t g_max;            /* look-ahead of the leg */
    uint32_t learned_capacity; /* room for learned values at first */
    uint32_t max_work;         /* 0: no limit */
    uint8_t busy;
    uint8_t goal_policy;
    uint8_t stranded_policy;
    uint8_t plight;  /* a cairn__plight */
    uint8_t renewal; /* a cairn__renewal */
    uint8_t seeks;   /* a cairn__seeking */
    uint8_t exits;   /* a cairn__exits */
    bool is_cut;     /* a change ended moves that were planned: it is not where its plan led */
    bool careful;   /* a step does more than take a move: the map may change, or there is a trail */
    bool may_grow;  /* the table of learned values */
    bool keeps;     /* what it has learned, from problem to problem */
    bool owned;     /* its memory came from the allocator */
    bool searching; /* the search for its goal was broken off */
    bool guided;    /* it is a guide of a crowd: it never learns (packed.h) */
    bool resumed;   /* a guide goes on with a plan that was packed */
    bool started;
    bool unfinished;       /* the last plan was broken off */
    bool ran;              /* the last step took one more move of a run, and nothing else */
    cairn__xy cell;        /* where plans begin */
    cairn__xy goal;        /* of the problem */
    cairn__xy asked;       /* the goal that was asked for */
    cairn__xy exit;        /* leaving: the open cell that it goes to */
    uint32_t version;      /* of the map, when it looked last */
    uint32_t sought;       /* the version with which its search for the goal began */
    cairn__nearest search; /* for its goal, or for its exit */
    cairn__xy target;      /* headed for at the moment: a subgoal, or the goal */
    cairn__run run;        /* planned moves still to take */
    cairn__run trail;      /* moves made from `cell` while plans were unfinished: it stands there */
    cairn__meter meter;
    uint64_t cost;
    uint64_t moves;
    uint64_t diagonal;
    uint64_t open_closed;
    uint32_t selections;
    uint32_t failures; /* of selections */
};

/* Takes back what it has asked its scout: nobody waits for the answer any more. */
void cairn__agent_stop_asking(cairn_agent *agent);

/* What a piece of planning found: the step's budget may be used up before it is known. */
#endif
