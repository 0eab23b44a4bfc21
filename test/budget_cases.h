/* budget_cases.h: worlds with a database of every kind, and agents whose steps are dear in every
 * way there is: what test_budget.c walks with. */
#ifndef CAIRN_TEST_BUDGET_CASES_H
#define CAIRN_TEST_BUDGET_CASES_H

#include "image.h"

enum { BUDGET_WORLDS = 5, BUDGET_SETTINGS = 31 };

/* Databases beside the records. */
enum { BUDGET_DLRTA, BUDGET_REGIONS, BUDGET_LABELS, BUDGET_DBA, BUDGET_HCDPS, BUDGET_BUILT };

typedef struct budget_world {
    test_world world;
    test_database records;
    cairn_fragments *fragments;
    test_image images[BUDGET_BUILT];
    cairn_db *dbs[BUDGET_BUILT]; /* null: none of that kind with these corners */
} budget_world;

extern budget_world budget_worlds[BUDGET_WORLDS];

/* Setting up and tearing down a group of tests. */
int budget_create_worlds(void **state);
int budget_destroy_worlds(void **state);

/* An algorithm and what makes its steps dear. */
typedef struct budget_setting {
    const char *name;
    cairn_algorithm algorithm;
    uint32_t without; /* enhancements */
    uint32_t candidates;
    uint32_t cutoff;
    uint32_t g_max;
    uint32_t slice; /* or, of lrtak and plrta, updates */
    bool rank;
    bool skip;
    bool fragments;
    bool waits; /* a budget of CAIRN_MIN_WORK is too little for some step */
} budget_setting;

extern const budget_setting budget_settings[BUDGET_SETTINGS];

/* False if the world has no database for it. */
bool budget_is_possible(const budget_world *world, const budget_setting *wanted);
test_agent_plan budget_get_plan(const budget_world *world, const budget_setting *wanted);

#endif
