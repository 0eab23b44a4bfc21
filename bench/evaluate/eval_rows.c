/* eval_rows.c: the rows of results.csv. The words are those of `cairn run' and the glossary. */
#include "evaluate.h"

#include <inttypes.h>
#include <string.h>

const char eval_header[] =
    "map,agent,group,algorithm,parameters,database,problem,start_x,start_y,goal_x,goal_y,solved,"
    "ended,cost,optimal,optimal_moves,expanded,moves,revisits,learned,open_closed,memory_states,"
    "memory_bytes,selections,failures,time_ns,first_move_ns,p50_move_ns,p99_move_ns,max_move_ns,"
    "waited,max_units,map_cells,map_open,database_records,database_states,database_bytes,index_"
    "bytes,"
    "preparation_seconds,set,failure_end,failure_start_distance,failure_goal_distance,"
    "map_hash,problems_hash,database_hash,clock," HARNESS_TRIALS_COLUMNS "\n";

static void write_words(FILE *stream, const struct eval_context *context)
{
    cli_write_field(stream, context->map->name);
    cli_write_field(stream, context->agent->name);
    cli_write_field(stream, context->agent->group);
    cli_write_field(stream, suite_get_algorithm(context->agent));
    cli_write_field(stream, context->agent->parameters);
    cli_write_field(stream, context->agent->database_text);
}

static void write_walk(FILE *stream, const harness_walk *walk, const harness_histogram *single)
{
    const cairn_agent_stats *stats = &walk->stats;
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", walk->moves, walk->revisits,
            stats->learned, stats->open_closed);
    fprintf(stream, "%" PRIu64 ",%" PRIu64 ",%u,%u,", stats->memory_states, stats->memory_bytes,
            stats->selections, stats->failures);
    fprintf(stream,
            "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",",
            walk->time_ns, walk->first_move_ns, harness_histogram_find(single, 50),
            harness_histogram_find(single, 99), walk->max_move_ns, walk->waited, walk->max_units);
}

/* Of a walk without a failed selection, and where nothing is known of it, empty. */
static void write_failure(FILE *stream, const struct eval_failure *failure)
{
    if (failure->end[0] == '\0')
        fputs(",,,", stream);
    else
        fprintf(stream, "%s,%u,%u,", failure->end, failure->start_distance, failure->goal_distance);
}

/* What was measured on, by its content. */
static void write_hashes(FILE *stream, const struct eval_context *context)
{
    for (size_t i = 0; i < EVAL_HASHES; i++)
        if (i == EVAL_HASH_DATABASE && context->agent->database == NULL)
            fputc(',', stream);
        else
            fprintf(stream, "%016" PRIx64 ",", context->hashes[i]);
}

void eval_write_row(FILE *stream, const struct eval_context *context, const struct eval_walk *row)
{
    const harness_problem *problem = row->problem;
    const harness_walk *walk = row->walk;
    write_words(stream, context);
    fprintf(stream, "%u,%u,%u,%u,%u,%d,%s,%" PRIu64 ",%u,%u,%u,", row->number,
            cairn_cell_get_x(problem->ends[0]), cairn_cell_get_y(problem->ends[0]),
            cairn_cell_get_x(problem->ends[1]), cairn_cell_get_y(problem->ends[1]), walk->solved,
            walk->ended, walk->stats.cost, problem->optimal, problem->moves, problem->expanded);
    write_walk(stream, walk, row->single);
    fprintf(stream, "%" PRIu64 ",%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.3f,",
            context->map_cells, context->map_open, context->database_records,
            context->database_states, context->database_bytes, context->index_bytes,
            context->preparation_seconds);
    cli_write_field(stream, context->set->name);
    write_failure(stream, row->failure);
    write_hashes(stream, context);
    fprintf(stream, "%s,", context->agent->program.count > 0 ? "wall" : "cpu");
    harness_write_trials(stream, walk);
    fputc('\n', stream);
}
