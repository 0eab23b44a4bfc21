/* plan.h: what an algorithm plans with, and the table of operations that it fills in.
 *
 * An algorithm plans the next run of equal moves; an agent takes them one a step and comes back
 * when they are used up. What an algorithm keeps beside that is its own: slot->state. */
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

typedef struct cairn__slot cairn__slot;

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
    /* Bytes beside the slot itself, and laying them out. */
    uint64_t (*get_bytes)(const cairn__setup *setup);
    void (*create)(cairn__slot *slot, const cairn__setup *setup, void *memory);
    /* A new problem. */
    void (*start)(cairn__slot *slot);
    /* Before the next plan, if the map has changed since the last one and the goal has not. What is
     * kept of cells may be wrong now; `is_cut`: it does not begin where its last run led. Null:
     * learned values are forgotten, and `start` begins again from the present cell. */
    void (*notice)(cairn__slot *slot, bool is_cut);
    /* Makes room for another database, of the kind that slot->db has; on failure nothing changes.
     * Afterwards `start` is called before the next plan. Null: it takes no other database.
     * Failures: MEMORY, CAPACITY. */
    cairn_status (*set_db)(cairn__slot *slot, const cairn_db *db);
    /* Sets the run at the present cell, which is not the goal. On failure nothing has moved.
     * A run of no moves: the units of slot->meter are used up, and another call goes on. */
    cairn_status (*plan)(cairn__slot *slot);
    /* For plans that are loaded (slot.h): stores a plan after a run, and goes on with it; false if it has
     * to begin again. Null: no crowd walks by the algorithm. */
    bool (*pack)(const cairn__slot *slot, uint32_t *words);
    bool (*unpack)(cairn__slot *slot, const uint32_t *words);
    uint32_t (*get_packed_words)(const cairn_map *map); /* that it uses */
    /* The record that is followed, or CAIRN_NO_RECORD_ID; may be null. */
    uint32_t (*get_record)(const cairn__slot *slot);
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

/* ---- a slot ---- */

typedef struct cairn__detour cairn__detour;
typedef struct cairn__leg cairn__leg;
typedef struct cairn__learned cairn__learned;
typedef struct cairn__region_walk cairn__region_walk;
typedef struct cairn__ask cairn__ask;
typedef struct cairn__scout cairn__scout;
typedef struct cairn__bend_goal cairn__bend_goal;

/* What an algorithm learns of a change before it plans again. */
typedef enum cairn__renewal {
    CAIRN__RENEW_NOT,
    CAIRN__RENEW_NOTICE, /* to notice it */
    CAIRN__RENEW_START,  /* to begin again */
} cairn__renewal;

/* The memory of one unfinished plan, and all that planning needs besides (slot.h). */
struct cairn__slot {
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
    size_t leg_bytes; /* got for the leg later; 0: none */
    void *db_room;    /* got for a larger database later; null: none */
    size_t db_bytes;  /* of it */
    cairn__heuristic heuristic;
    uint32_t g_max;            /* look-ahead of the leg */
    uint32_t learned_capacity; /* room for learned values at first */
    bool may_grow;             /* the table of learned values */
    bool keeps;                /* what it has learned, from problem to problem */
    bool guided;               /* it plans for members of a crowd: it never learns */
    bool resumed;              /* it goes on with a plan that was loaded */
    uint8_t renewal;           /* of a loaded plan: a cairn__renewal */
    uint32_t version;          /* of the map, when a loaded plan was looked at last */
    cairn__xy cell;            /* where the next part of the plan begins */
    cairn__xy goal;            /* of the problem */
    cairn__xy target;          /* headed for at the moment: a subgoal, or the goal */
    cairn__run run;            /* that was planned last */
    cairn__meter meter;
    uint64_t cost; /* travelled up to `cell` */
    uint64_t open_closed;
    uint32_t selections;
    uint32_t failures; /* of selections */
};

#endif
