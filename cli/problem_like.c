/* problem_like.c: problems whose difficulty, detour and cost are distributed as in another list.
 *
 * Candidates come one after the other, the same for a map, its corners and a seed. One is kept if its
 * bin still wants a problem. A* is broken off where no bin that wants one is as difficult, so that
 * the search for the last easy problems is quick. Bins that the map cannot fill are given up, and their
 * neighbours get their shares. */
#include "problems.h"

#include <inttypes.h>
#include <stdlib.h>

/* What is done without keeping a candidate before the bins are given up: pairs drawn, and states
 * that A* expanded; a minute or so. */
#define MOST_DRAWS UINT64_C(1000000)
#define MOST_EXPANDED UINT64_C(200000000)

/* Where the drawing is. */
struct drawing {
    cairn_random random;
    uint64_t draws;    /* left before the bins are given up */
    uint64_t expanded; /* since a candidate was kept */
    uint32_t kept;
};

static int fail_short(const struct problems *problems, const struct drawing *drawing)
{
    char text[512];
    like_describe_short(&problems->like, text, sizeof text);
    return cli_fail(CLI_BAD,
                    "%s: %u of %u problems like %s are not found on it: %s; use another map, "
                    "or --max-difficulty, --min-cost and --max-cost to leave such out",
                    problems->shared.operands[0], problems->count - drawing->kept, problems->count,
                    problems->like_name, text);
}

/* Has A* judge a candidate whose cost is known; `bin` gets where it belongs, or null. */
static cairn_status judge_candidate(struct problems *problems, struct problem *problem,
                                    struct drawing *drawing, struct like_bin **bin)
{
    struct like_problem known = {.cost = problem->optimal,
                                 .distance =
                                     cairn_cell_get_distance(problem->ends[0], problem->ends[1])};
    struct problem_trial trial = {.problem = problem,
                                  .most = like_find_limit(&problems->like, &known)};
    *bin = NULL;
    if (trial.most == 0)
        return CAIRN_OK;
    cairn_status status = problems_try(problems, &trial);
    drawing->expanded += trial.expanded;
    known.moves = problem->moves;
    known.expanded = problem->expanded;
    if (status == CAIRN_OK && trial.fits)
        *bin = like_find(&problems->like, &known);
    return status;
}

static cairn_status draw_candidate(struct problems *problems, struct problem *problem,
                                   struct drawing *drawing, struct like_bin **bin)
{
    *bin = NULL;
    cairn_status status = cairn_sampler_draw_pair(problems->sampler, &drawing->random,
                                                  &drawing->draws, problem->ends);
    if (status == CAIRN_OK)
        status = problems_find_cost(problems, problem, &problem->optimal);
    return status == CAIRN_OK ? judge_candidate(problems, problem, drawing, bin) : status;
}

/* Draws until a candidate is kept; the display goes on meanwhile. */
static int draw_kept(struct problems *problems, struct drawing *drawing,
                     struct cli_progress *progress)
{
    struct problem *problem = &problems->list[drawing->kept];
    struct like_bin *bin = NULL;
    cairn_status status = CAIRN_OK;
    drawing->draws = MOST_DRAWS;
    drawing->expanded = 0;
    while (status == CAIRN_OK && bin == NULL && drawing->expanded < MOST_EXPANDED) {
        status =
            cli_signal == 0 ? draw_candidate(problems, problem, drawing, &bin) : CAIRN_INTERRUPTED;
        cli_progress_update(progress, drawing->kept, problems->count);
    }
    if (status == CAIRN_NO_PATH || (status == CAIRN_OK && bin == NULL))
        return like_relax(&problems->like) ? CLI_YES : fail_short(problems, drawing);
    if (status != CAIRN_OK)
        return problems_fail(problems, status);
    bin->want--;
    drawing->kept++;
    return CLI_YES;
}

/* SplitMix64. */
static uint64_t draw_number(uint64_t *state)
{
    uint64_t number = *state += UINT64_C(0x9e3779b97f4a7c15);
    number = (number ^ number >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ number >> 27) * UINT64_C(0x94d049bb133111eb);
    return number ^ number >> 31;
}

/* Candidates of rare bins are kept last: any first problems of the list are to be like all. */
static void shuffle(struct problems *problems)
{
    uint64_t state = problems->seed;
    for (uint32_t left = problems->count; left > 1; left--) {
        uint32_t chosen = (uint32_t)(draw_number(&state) % left);
        struct problem last = problems->list[left - 1];
        problems->list[left - 1] = problems->list[chosen];
        problems->list[chosen] = last;
    }
}

/* The streams of problems that are drawn one by one are others: see draw() in problem_draw.c. */
int problems_draw_like(struct problems *problems, struct cli_progress *progress)
{
    struct drawing drawing = {0};
    int code = CLI_YES;
    (void)cairn_random_start(problems->seed, UINT64_C(1) << 63, &drawing.random);
    while (code == CLI_YES && drawing.kept < problems->count)
        code = draw_kept(problems, &drawing, progress);
    cli_progress_update(progress, drawing.kept, problems->count);
    if (code == CLI_YES)
        shuffle(problems);
    return code;
}
