/* reference.h: the rules once more, slow and literal, to compare the library with.
 *
 * Shares no code with src/ and knows only plain arrays: a map is a byte a cell, a cell is
 * y * width + x, a table of learned values is an int a cell. Costs are tenths. Where this file and
 * the library differ, the rules decide which is wrong. */
#ifndef CAIRN_TEST_REFERENCE_H
#define CAIRN_TEST_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>

/* Zeroed memory; ends the program if there is none. */
void *ref_allocate(size_t count, size_t size);

enum { REF_MOVES = 8, REF_NONE = -1 };

typedef struct ref_map {
    int width;
    int height;
    bool cuts_corners;         /* a diagonal move needs its target alone ("free") */
    const unsigned char *open; /* width * height, 0 is blocked */
} ref_map;

/* ---- moves, in the order NW, N, NE, SW, S, SE, W, E ---- */

int ref_get_cell_count(const ref_map *map);
bool ref_is_open(const ref_map *map, int x, int y);

/* The cell a move leads to, REF_NONE if the move is not legal. */
int ref_get_neighbour(const ref_map *map, int cell, int move);
int ref_get_move_cost(int move);

/* The move that leads from a cell to another, REF_NONE if none does. */
int ref_find_move(const ref_map *map, int from, int to);

/* Octile distance. */
int ref_get_distance(const ref_map *map, int a, int b);

/* What h is before anything is learned. All zeros: octile distance. */
typedef struct ref_heuristic {
    int weight_tenths; /* 0 counts as 10 */
    int landmarks;
    int *const *costs; /* to each landmark, by cell */
    bool canonical;    /* by the nearest landmarks alone */
    const int *cells;  /* canonical: the landmarks */
} ref_heuristic;

/* The weight times the highest of octile distance and the differences of costs, or the cost between
 * the nearest landmarks less those to them; rounded down. */
int ref_get_heuristic(const ref_map *map, const ref_heuristic *heuristic, int a, int b);

/* ---- whole maps ---- */

/* The component of each cell, REF_NONE for blocked ones, numbered by first cells in row order.
 * Returns how many there are. */
int ref_find_components(const ref_map *map, int *components);

/* Cost from a cell to every cell, REF_NONE where there is no path. */
void ref_find_costs(const ref_map *map, int from, int *costs);

/* The same with diagonals of the square root of 2; negative where there is no path. */
void ref_find_lengths(const ref_map *map, int from, double *lengths);

/* ---- climbing (Fig. 7) and compressing (Fig. 6) ---- */

typedef struct ref_climb {
    bool reached;
    int moves;
    int cost;
    int end;
} ref_climb;

/* Fig. 7, lines 4 and 5: the best move, or REF_NONE at a standstill. */
int ref_choose_climb_move(const ref_map *map, int cell, int to);

/* At most `cutoff` moves; REF_NONE is no cut-off. */
ref_climb ref_find_climb(const ref_map *map, int from, int to, int cutoff);

/* Writes the subgoals of a path, at most `count`; returns how many. */
int ref_compress(const ref_map *map, const int *path, int count, int *subgoals);

/* ---- records ---- */

typedef struct ref_record {
    int count;         /* states */
    const int *states; /* start .. goal */
} ref_record;

/* A record's place in the list is its id. */
typedef struct ref_database {
    int count;
    const ref_record *records;
} ref_database;

typedef struct ref_neighbour {
    int similarity;
    int id;
} ref_neighbour;

/* All records from most to least similar, ties to the lower id. */
void ref_sort_records(const ref_map *map, const ref_database *db, int from, int to,
                      ref_neighbour *neighbours);

/* ---- the agent (Figs. 1 and 8, section 6.2) ---- */

enum { /* enhancements, a bit each */
       REF_ENHANCE_GOAL = 1,
       REF_ENHANCE_START = 2,
       REF_ENHANCE_END = 4,
       REF_ENHANCE_FEW = 8,
       REF_ENHANCE_TREE = 16,
       REF_ENHANCE_QUOTA = 32,
};

typedef struct ref_agent_def {
    const ref_map *map;
    const ref_database *db; /* null: no record. Without enhancements that is LRTA* (Fig. 1) */
    unsigned enhancements;
    int candidates;
    int cutoff;
    int quota_tenths;
    int g_max;
    ref_heuristic heuristic;
} ref_agent_def;

/* A state met by a look-ahead. */
typedef struct ref_node {
    int cell;
    int g;
    int parent; /* index of a node */
    bool expanded;
} ref_node;

typedef struct ref_agent {
    ref_agent_def def;
    int cell;
    int goal;
    int target;
    const ref_record *record; /* followed at the moment, or null */
    int index;                /* of the target in the record */
    bool selected;            /* a first selection was made */
    bool has_quota;
    long long quota;     /* quota_tenths * h at the failure */
    long long travelled; /* cost since the failure */
    int failures_in_row;
    long long cost;
    long long moves;
    long long diagonal;
    long long learned;
    int selections; /* times records were looked at */
    int failures;
    int **tables; /* learned values by target, then by state; null: none yet */
    int *used;    /* targets with a table */
    int used_count;
    ref_neighbour *neighbours; /* room to sort all records */
    ref_node *nodes;           /* room for one look-ahead */
    int node_count;
    int *places; /* of a cell in the nodes */
} ref_agent;

void ref_agent_create(ref_agent *agent, const ref_agent_def *def);
void ref_agent_destroy(ref_agent *agent);

/* A new problem; there must be a path. */
void ref_agent_start(ref_agent *agent, int start, int goal);

/* One move; true if the agent is on its goal afterwards, or was before. */
bool ref_agent_step(ref_agent *agent);

/* One move of LRTA* towards a target that the caller chooses. */
void ref_agent_move_towards(ref_agent *agent, int target);

#endif
