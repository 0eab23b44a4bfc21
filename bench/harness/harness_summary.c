/* harness_summary.c: an agent on all problems of a list, and what that comes to. */
#include "harness.h"

#include <stdlib.h>

/* The walks so far. */
typedef struct tally {
    harness_walker walker;
    double *per_move;
    double *suboptimality;
    harness_histogram *single;
    uint64_t first_ns;
    uint64_t first_units;
} tally;

static void add_walk(tally *sums, const harness_problem *problem, const harness_walk *walk,
                     harness_summary *summary)
{
    double cost = harness_get_suboptimality(walk->stats.cost, problem->optimal);
    sums->per_move[summary->problems] =
        walk->moves > 0 ? (double)walk->time_ns / (double)walk->moves : 0;
    sums->suboptimality[summary->problems++] = cost;
    sums->first_ns += walk->first_move_ns;
    sums->first_units += walk->first_units;
    harness_histogram_join(sums->single, sums->walker.single);
    summary->unsolved += !walk->solved;
    summary->longer += cost != 0;
    summary->revisited += walk->revisits > 0;
    summary->failed += walk->stats.failures > 0;
    summary->learned += (double)walk->stats.learned;
    summary->memory_states += (double)walk->stats.memory_states;
    summary->memory_bytes += (double)walk->stats.memory_bytes;
    if (walk->max_cold_ns > summary->max_cold_ns)
        summary->max_cold_ns = walk->max_cold_ns;
    if (walk->first_waited > summary->max_waited)
        summary->max_waited = walk->first_waited;
    if (walk->max_units > summary->max_units)
        summary->max_units = walk->max_units;
}

static void finish(tally *sums, harness_summary *summary)
{
    double count = summary->problems;
    if (summary->problems == 0)
        return;
    summary->per_move = harness_figures_find(sums->per_move, summary->problems);
    summary->suboptimality = harness_figures_find(sums->suboptimality, summary->problems);
    summary->single = harness_histogram_get_spread(sums->single);
    summary->learned /= count;
    summary->memory_states /= count;
    summary->memory_bytes /= count;
    if (sums->first_units > 0)
        summary->unit_ns = (double)sums->first_ns / (double)sums->first_units;
}

static cairn_status open_tally(const cairn_map *map, const harness_care *care, uint32_t count,
                               tally *sums)
{
    cairn_status status = harness_walker_open(map, care, &sums->walker);
    sums->per_move = calloc(count + (size_t)1, sizeof *sums->per_move);
    sums->suboptimality = calloc(count + (size_t)1, sizeof *sums->suboptimality);
    sums->single = calloc(1, sizeof *sums->single);
    bool good = sums->per_move != NULL && sums->suboptimality != NULL && sums->single != NULL;
    return good ? status : CAIRN_MEMORY;
}

static void close_tally(tally *sums)
{
    harness_walker_close(&sums->walker);
    free(sums->per_move);
    free(sums->suboptimality);
    free(sums->single);
}

cairn_status harness_summarise(const harness_world *world, const harness_recipe *recipe,
                               const harness_care *care, const harness_problem *problems,
                               uint32_t count, harness_summary *summary)
{
    tally sums = {0};
    *summary = (harness_summary){0};
    cairn_status status = open_tally(world->map, care, count, &sums);
    if (status == CAIRN_OK)
        status = harness_create_agent(world, recipe, NULL, NULL, &sums.walker.agent);
    harness_walker_follow(&sums.walker, recipe);
    for (uint32_t i = 0; status == CAIRN_OK && i < count; i++) {
        harness_walk walk;
        status = harness_walker_run(&sums.walker, problems[i].ends, &walk);
        if (status == CAIRN_OK)
            add_walk(&sums, &problems[i], &walk, summary);
    }
    finish(&sums, summary);
    cairn_agent_destroy(sums.walker.agent);
    close_tally(&sums);
    return status;
}
