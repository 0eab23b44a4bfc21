/* labelled.h: a world with a database of kind labels, sound, and walks by it. */
#ifndef CAIRN_TEST_LABELLED_H
#define CAIRN_TEST_LABELLED_H

#include "image.h"

typedef struct labelled {
    const test_world *world;
    test_image image;
    cairn_db *db;
    cairn_planner *planner;
    int *costs; /* from a cell, of optimal paths */
} labelled;

void labelled_create(labelled *self, const test_world *world);
void labelled_destroy(labelled *self);

/* Fails, with a picture. */
void labelled_fail(const labelled *self, int from, int to, const char *what);

/* The length by the labels; -1 if they say NO_PATH. */
long labelled_get_length(const labelled *self, int from, int to);

/* Draws two cells that a path joins, and finds the costs from the first one. REF_NONE as a start:
 * the map has no open cell. */
int labelled_draw_pair(labelled *self, test_random *random, int *to);

/* An agent with the defaults of everything, or of a plan. */
cairn_agent *labelled_create_agent(const labelled *self);
cairn_agent *labelled_create_agent_of(const test_agent_plan *plan);
test_agent_plan labelled_plan(const labelled *self);

/* A walk: the cells it went through, where it begins included. */
typedef struct labelled_walk {
    int cells[4096];
    int count;
    int waited;
    uint64_t most; /* units of a step */
    cairn_agent_stats stats;
} labelled_walk;

/* Every move is legal, and all units are those of labels. */
void labelled_take_walk(const labelled *self, cairn_agent *agent, const int ends[2],
                        labelled_walk *taken);

/* The same, with the optimal cost, which must be known, in one go. */
void labelled_check_optimal(const labelled *self, cairn_agent *agent, int from, int to);

#endif
