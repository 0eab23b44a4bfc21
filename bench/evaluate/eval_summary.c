/* eval_summary.c: the tables of all runs joined, and the figures of each agent over all of its
 * rows. The figures are made from the joined rows and from nothing else. */
#include "evaluate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The columns the summary reads, by their names in eval_header. */
enum { SOLVED, COST, OPTIMAL, MOVES, TIME, MEMORY, DATABASE, INDEX, PREPARATION, COLUMNS };
static const char *const column_names[COLUMNS] = {
    "solved",         "cost",        "optimal",
    "moves",          "time_ns",     "memory_states",
    "database_bytes", "index_bytes", "preparation_seconds"};

enum { MOST_FIELDS = 64 };

/* The rows of one agent so far. */
struct tally {
    uint64_t rows;
    uint64_t cut;
    uint64_t capacity;
    double *suboptimality; /* percent; of a walk that was cut, with its cost by then */
    double time_per_move_ns;
    double memory_states;
    double database_bytes;
    double preparation_seconds;
};

/* ---- rows ---- */

static void find_columns(size_t places[COLUMNS])
{
    char header[1024];
    char *fields[MOST_FIELDS];
    snprintf(header, sizeof header, "%s", eval_header);
    size_t count = cli_split_fields(header, fields, MOST_FIELDS);
    for (size_t i = 0; i < COLUMNS; i++)
        for (size_t j = 0; j < count; j++)
            if (strcmp(fields[j], column_names[i]) == 0)
                places[i] = j;
}

static bool add_row(struct tally *tally, const double values[COLUMNS])
{
    if (tally->rows == tally->capacity) {
        tally->capacity = tally->capacity ? 2 * tally->capacity : 256;
        double *larger = realloc(tally->suboptimality, tally->capacity * sizeof *larger);
        if (larger == NULL)
            return false;
        tally->suboptimality = larger;
    }
    tally->suboptimality[tally->rows++] =
        harness_get_suboptimality((uint64_t)values[COST], (uint64_t)values[OPTIMAL]);
    tally->cut += values[SOLVED] == 0;
    tally->time_per_move_ns += values[MOVES] > 0 ? values[TIME] / values[MOVES] : 0;
    tally->memory_states += values[MEMORY];
    tally->database_bytes += values[DATABASE] + values[INDEX];
    tally->preparation_seconds += values[PREPARATION];
    return true;
}

/* Adds the rows of a table to the joined one; the first line, its header, is left out. */
static bool join(const char *path, FILE *joined, const size_t places[COLUMNS], struct tally *tally)
{
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t bytes = 0;
    bool good = file != NULL && getline(&line, &bytes, file) > 0;
    while (good && getline(&line, &bytes, file) > 0) {
        char *fields[MOST_FIELDS];
        double values[COLUMNS];
        fputs(line, joined);
        if (tally == NULL)
            continue;
        size_t count = cli_split_fields(line, fields, MOST_FIELDS);
        for (size_t i = 0; i < COLUMNS; i++)
            values[i] = places[i] < count ? strtod(fields[places[i]], NULL) : 0;
        good = add_row(tally, values);
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return good;
}

/* ---- tables ---- */

static int join_runs(struct eval *eval, struct tally *tallies, FILE *results)
{
    size_t places[COLUMNS] = {0};
    find_columns(places);
    fputs(eval_header, results);
    for (size_t map = 0; map < eval->suite.map_count; map++) {
        for (size_t agent = 0; agent < eval->suite.agent_count; agent++) {
            char *path = eval_get_run_path(eval, map, agent, "csv");
            bool good = join(path, results, places, &tallies[agent]);
            int code = good ? CLI_YES
                            : cli_fail(CLI_BAD, "%s: it cannot be read; remove it and go on",
                                       path != NULL ? path : "a table");
            free(path);
            if (code != CLI_YES)
                return code;
        }
    }
    return CLI_YES;
}

static int join_crowds(struct eval *eval, struct tally *unused, FILE *crowds)
{
    (void)unused;
    fputs(eval_crowd_header, crowds);
    for (size_t map = 0; map < eval->suite.map_count; map++) {
        for (size_t agent = 0; agent < eval->suite.agent_count; agent++) {
            char *path = eval_get_run_path(eval, map, agent, "crowd");
            if (eval->suite.agents[agent].crowd_count > 0)
                (void)join(path, crowds, NULL, NULL);
            free(path);
        }
    }
    return CLI_YES;
}

static int make_table(struct eval *eval, const char *name,
                      int (*fill)(struct eval *, struct tally *, FILE *), struct tally *tallies)
{
    struct cli_file file = {0};
    char *path = eval_get_path(eval, "%s", name);
    int code = path != NULL ? cli_file_open(path, NULL, &file) : CLI_BAD;
    free(path);
    if (code != CLI_YES)
        return code;
    code = fill(eval, tallies, file.stream);
    int closed = cli_file_close(&file, code == CLI_YES);
    return code == CLI_YES ? closed : code;
}

/* ---- figures ---- */

static json_t *describe_agent(const struct suite_agent *agent, struct tally *tally)
{
    double rows = (double)tally->rows;
    harness_figures figures = harness_figures_find(tally->suboptimality, tally->rows);
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:b}", "agent", agent->name, "group", agent->group,
                  "algorithm", cairn_algorithm_get_name(agent->recipe.algorithm), "parameters",
                  agent->parameters, "database", agent->database_text, "picture", agent->picture);
    struct cli_report report = {.object = object};
    cli_report_add_integer(&report, "problems", tally->rows);
    cli_report_add_integer(&report, "cut", tally->cut);
    cli_report_add_integer(&report, "max_moves", agent->recipe.max_moves);
    cli_report_add_real(&report, "mean_suboptimality", figures.mean);
    cli_report_add_real(&report, "median_suboptimality", figures.median);
    cli_report_add_real(&report, "mean_time_per_move_ns", tally->time_per_move_ns / rows);
    cli_report_add_real(&report, "mean_memory_states", tally->memory_states / rows);
    cli_report_add_real(&report, "mean_database_bytes", tally->database_bytes / rows);
    cli_report_add_real(&report, "mean_preparation_seconds", tally->preparation_seconds / rows);
    return object;
}

static json_t *describe_map(const struct eval *eval, size_t map)
{
    char *path = eval_get_map_path(eval, map);
    char *picture = eval_get_picture_path(eval, map, NULL);
    cairn_map *opened = NULL;
    json_t *object = NULL;
    if (path != NULL && picture != NULL &&
        cli_open_map(path, eval->suite.corners, &opened) == CLI_YES) {
        cairn_map_info info = cli_get_map_info(opened);
        object = json_pack("{s:s, s:i, s:i, s:I, s:O, s:s}", "map", eval->suite.maps[map].name,
                           "width", (int)info.width, "height", (int)info.height, "open",
                           (json_int_t)info.open_cells, "source", eval->suite.maps[map].request,
                           "picture", picture + strlen(eval->shared.output) + 1);
    }
    cairn_map_close(opened);
    free(picture);
    free(path);
    return object;
}

/* The pictures of walks, with what `cairn render' said of them. */
static json_t *describe_walks(const struct eval *eval)
{
    json_t *list = json_array();
    for (size_t map = 0; map < eval->suite.map_count; map++) {
        for (size_t i = 0; i < eval->suite.agent_count; i++) {
            const struct suite_agent *agent = &eval->suite.agents[i];
            char *path = agent->picture ? eval_get_picture_path(eval, map, agent) : NULL;
            char *facts_path = NULL;
            if (path != NULL && asprintf(&facts_path, "%s.json", path) >= 0) {
                json_t *facts = json_load_file(facts_path, 0, NULL);
                json_array_append_new(
                    list, json_pack("{s:s, s:s, s:s, s:o*}", "map", eval->suite.maps[map].name,
                                    "agent", agent->name, "picture",
                                    path + strlen(eval->shared.output) + 1, "facts", facts));
                free(facts_path);
            }
            free(path);
        }
    }
    return list;
}

static json_t *make_summary(struct eval *eval, struct tally *tallies)
{
    json_t *agents = json_array();
    json_t *maps = json_array();
    for (size_t i = 0; i < eval->suite.agent_count; i++)
        json_array_append_new(agents, describe_agent(&eval->suite.agents[i], &tallies[i]));
    for (size_t i = 0; i < eval->suite.map_count; i++)
        json_array_append_new(maps, describe_map(eval, i));
    return json_pack("{s:s, s:s, s:s, s:i, s:o, s:O, s:o, s:o, s:o}", "suite", eval->suite.name,
                     "description", eval->suite.description, "corners",
                     cli_get_corners_name(eval->suite.corners), "sample", (int)eval->suite.sample,
                     "machine", eval_describe_machine(eval), "source", eval->suite.root, "maps",
                     maps, "agents", agents, "walks", describe_walks(eval));
}

static int write_summary(const struct eval *eval, const json_t *summary)
{
    struct cli_file file = {0};
    char *path = eval_get_path(eval, "summary.json");
    int code = path != NULL ? cli_file_open(path, NULL, &file) : CLI_BAD;
    free(path);
    if (code != CLI_YES)
        return code;
    json_dumpf(summary, file.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    fputc('\n', file.stream);
    return cli_file_close(&file, true);
}

static void print_agents(const json_t *agents)
{
    size_t i;
    json_t *agent;
    printf("%-28s %8s %5s %12s %10s %12s %12s %12s\n", "agent", "problems", "cut", "subopt mean",
           "median %", "ns per move", "states", "shared kB");
    json_array_foreach(agents, i, agent)
    {
        json_int_t cut = json_integer_value(json_object_get(agent, "cut"));
        printf("%-28s %8lld %5lld %1s%11.2f %10.2f %12.1f %12.1f %12.1f\n",
               json_string_value(json_object_get(agent, "agent")),
               (long long)json_integer_value(json_object_get(agent, "problems")), (long long)cut,
               cut > 0 ? ">" : "", json_real_value(json_object_get(agent, "mean_suboptimality")),
               json_real_value(json_object_get(agent, "median_suboptimality")),
               json_real_value(json_object_get(agent, "mean_time_per_move_ns")),
               json_real_value(json_object_get(agent, "mean_memory_states")),
               json_real_value(json_object_get(agent, "mean_database_bytes")) / 1e3);
    }
}

int eval_summarise(struct eval *eval)
{
    struct tally *tallies = calloc(eval->suite.agent_count, sizeof *tallies);
    if (tallies == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    int code = make_table(eval, "results.csv", join_runs, tallies);
    if (code == CLI_YES)
        code = make_table(eval, "crowd.csv", join_crowds, NULL);
    json_t *summary = code == CLI_YES ? make_summary(eval, tallies) : NULL;
    if (code == CLI_YES)
        code = summary != NULL ? write_summary(eval, summary)
                               : cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    if (code == CLI_YES && eval->shared.json)
        json_dumpf(summary, stdout, JSON_REAL_PRECISION(15));
    else if (code == CLI_YES && !eval->shared.quiet)
        print_agents(json_object_get(summary, "agents"));
    json_decref(summary);
    for (size_t i = 0; i < eval->suite.agent_count; i++)
        free(tallies[i].suboptimality);
    free(tallies);
    return code;
}
