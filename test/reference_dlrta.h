/* reference_dlrta.h: D LRTA*'s regions and its agent once more, slow and literal. As in reference.h,
 * nothing is shared with src/. */
#ifndef CAIRN_TEST_REFERENCE_DLRTA_H
#define CAIRN_TEST_REFERENCE_DLRTA_H

#include "reference.h"

/* Open cells of the largest map that can be abstracted. */
enum { REF_MOST_NODES = 400 };

/* The clique abstraction: `regions` gets the region of each cell, REF_NONE for blocked ones.
 * Cliques are of at most four nodes, or of any number. Returns how many regions there are. */
int ref_find_regions(const ref_map *map, int levels, bool by_four, int *regions);

typedef struct ref_dlrta_def {
    const ref_map *map;
    const int *regions; /* by cell */
    int count;          /* of regions */
    const int *entries; /* [from * count + to]: a cell */
    bool at_borders;    /* looks up in every region entered */
} ref_dlrta_def;

typedef struct ref_dlrta {
    ref_dlrta_def def;
    ref_agent agent;
    int subgoal;
    int region;      /* of the last look-up */
    bool keeps;      /* its subgoal whatever region it enters */
    long long limit; /* of the cost, on the way towards the goal after a circle; -1: none */
    int *past;       /* cells of look-ups */
    int past_count;
    int past_room;
    int circles;
    int look_ups;
    int leaves; /* ways towards the goal after a circle */
} ref_dlrta;

void ref_dlrta_create(ref_dlrta *dlrta, const ref_dlrta_def *def);
void ref_dlrta_destroy(ref_dlrta *dlrta);

/* A new problem; there must be a path. */
void ref_dlrta_start(ref_dlrta *dlrta, int start, int goal);

/* One move; true if it is on the goal afterwards, or was before. */
bool ref_dlrta_step(ref_dlrta *dlrta);

#endif
