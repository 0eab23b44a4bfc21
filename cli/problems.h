/* problems.h: what the files of `cairn problems` share: the request, the tools that judge problems,
 * and the problems so far. */
#ifndef CAIRN_CLI_PROBLEMS_H
#define CAIRN_CLI_PROBLEMS_H

#include "cli.h"
#include "like.h"

/** A problem and what A* says of it. */
struct problem {
    cairn_cell ends[2];
    double length; /**< optimal, with diagonals of the square root of 2 */
    uint32_t optimal;
    uint32_t moves;    /**< of an optimal path */
    uint32_t expanded; /**< by A* */
};

struct problems {
    struct cli_arguments shared;
    uint32_t count;
    struct like_range range; /**< of cost and difficulty */
    uint64_t seed;
    const char *like_name; /**< null: as the map has them */
    const char *scenario_path;
    const char *csv;
    cairn_map *map;
    cairn_engine *engine;
    cairn_planner *planner;
    cairn_sampler *sampler;
    cairn_planner *astars[2]; /**< by their costs */
    cairn_scenario *scenario;
    struct like like;
    struct problem *list;
    struct cli_file scen;
    struct cli_file table;
};

/* ---- problem_draw.c ---- */

/** Opens the map and all that judges problems; prints the sentence if that fails. */
int problems_open(struct problems *problems);
void problems_close(struct problems *problems);

/** Fills the list. */
int problems_make(struct problems *problems);

/** The sentence for a status. */
int problems_fail(const struct problems *problems, cairn_status status);

/* ---- between problem_draw.c and problem_like.c ---- */

/** What is asked of a pair of cells: to be judged by A* while its difficulty may still lie below
 *  `most`, in ten-thousandths. */
struct problem_trial {
    struct problem *problem;
    uint64_t most;
    uint64_t expanded; /**< gets what A* has expanded */
    bool fits;         /**< gets whether the difficulty is below it */
};

/** Finds the optimal cost of a problem's ends by the prepared engine. */
cairn_status problems_find_cost(struct problems *problems, struct problem *problem, uint32_t *cost);

/** Has A* judge a problem of known cost, and gives up where it is too difficult. */
cairn_status problems_try(struct problems *problems, struct problem_trial *trial);

/** Draws problems whose cost and difficulty are distributed as in another list. */
int problems_draw_like(struct problems *problems, struct cli_progress *progress);

#endif
