/* eval_summary.c: the tables of all runs joined, and the figures of each agent over all of its
 * rows. The figures are made from the joined rows and from nothing else. */
#include "evaluate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

/* Adds the rows of a table to the joined one; the first line, its header, is left out. */
static bool join(const char *path, FILE *joined, struct eval_tally *tally)
{
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t bytes = 0;
    bool good = file != NULL && getline(&line, &bytes, file) > 0;
    while (good && getline(&line, &bytes, file) > 0) {
        fputs(line, joined);
        if (tally != NULL)
            good = eval_tally_add(tally, line);
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return good;
}

/* ---- tables ---- */

static int join_run(struct eval *eval, size_t map, size_t agent, struct eval_tally *tallies,
                    FILE *results)
{
    size_t set = eval->suite.maps[map].set;
    char *path = eval_get_run_path(eval, map, agent, "csv");
    bool good = join(path, results, &tallies[set * eval->suite.agent_count + agent]);
    int code = good ? CLI_YES
                    : cli_fail(CLI_BAD, "%s: it cannot be read; remove it and go on",
                               path != NULL ? path : "a table");
    free(path);
    return code;
}

static int join_runs(struct eval *eval, struct eval_tally *tallies, FILE *results)
{
    int code = CLI_YES;
    fputs(eval_header, results);
    for (size_t map = 0; map < eval->suite.map_count; map++)
        for (size_t agent = 0; code == CLI_YES && agent < eval->suite.agent_count; agent++)
            if (suite_measures(&eval->suite, map, agent))
                code = join_run(eval, map, agent, tallies, results);
    return code;
}

static int join_crowds(struct eval *eval, struct eval_tally *unused, FILE *crowds)
{
    (void)unused;
    fputs(eval_crowd_header, crowds);
    for (size_t map = 0; map < eval->suite.map_count; map++) {
        for (size_t agent = 0; agent < eval->suite.agent_count; agent++) {
            char *path = eval_get_run_path(eval, map, agent, "crowd");
            if (eval->suite.agents[agent].crowd_count > 0 && suite_draws(&eval->suite, map, agent))
                (void)join(path, crowds, NULL);
            free(path);
        }
    }
    return CLI_YES;
}

static int make_table(struct eval *eval, const char *name,
                      int (*fill)(struct eval *, struct eval_tally *, FILE *),
                      struct eval_tally *tallies)
{
    struct cli_file file = {0};
    char *path = eval_get_path(eval, "%s", name);
    int code = path != NULL ? cli_file_open(path, &file) : CLI_BAD;
    free(path);
    if (code != CLI_YES)
        return code;
    code = fill(eval, tallies, file.stream);
    int closed = cli_file_close(&file, code == CLI_YES);
    return code == CLI_YES ? closed : code;
}

/* ---- figures ---- */

static json_t *describe_agent(const struct suite_agent *agent, struct eval_tally *tally)
{
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:b}", "agent", agent->name, "group", agent->group,
                  "algorithm", suite_get_algorithm(agent), "parameters", agent->parameters,
                  "database", agent->database_text, "picture", agent->picture);
    struct cli_report report = {.object = object};
    cli_report_add_integer(&report, "max_moves", agent->recipe.max_moves);
    eval_tally_report(tally, &report);
    return object;
}

/* The agents that are measured in a set. */
static json_t *describe_agents(const struct suite *suite, size_t set, struct eval_tally *tallies)
{
    json_t *agents = json_array();
    for (size_t i = 0; i < suite->agent_count; i++) {
        struct eval_tally *tally = &tallies[set * suite->agent_count + i];
        if (tally->rows > 0)
            json_array_append_new(agents, describe_agent(&suite->agents[i], tally));
    }
    return agents;
}

static json_t *describe_sets(const struct suite *suite, struct eval_tally *tallies)
{
    json_t *sets = json_array();
    for (size_t i = 0; i < suite->set_count; i++)
        json_array_append_new(
            sets, json_pack("{s:s, s:s, s:O*, s:o}", "set", suite->sets[i].name, "corners",
                            cli_get_corners_name(suite->sets[i].corners), "problems",
                            suite->sets[i].problems, "agents", describe_agents(suite, i, tallies)));
    return sets;
}

static json_t *describe_map(const struct eval *eval, size_t map)
{
    char *path = eval_get_map_path(eval, map);
    char *picture = eval_get_picture_path(eval, map, NULL);
    cairn_map *opened = NULL;
    json_t *object = NULL;
    if (path != NULL && picture != NULL &&
        cli_open_map(path, eval_get_set(eval, map)->corners, &opened) == CLI_YES) {
        cairn_map_info info = cli_get_map_info(opened);
        object = json_pack("{s:s, s:s, s:i, s:i, s:I, s:O, s:s}", "map", eval->suite.maps[map].name,
                           "set", eval_get_set(eval, map)->name, "width", (int)info.width, "height",
                           (int)info.height, "open", (json_int_t)info.open_cells, "source",
                           eval->suite.maps[map].request, "picture",
                           picture + strlen(eval->shared.output) + 1);
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
            char *path = agent->picture && suite_draws(&eval->suite, map, i)
                             ? eval_get_picture_path(eval, map, agent)
                             : NULL;
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

static json_t *make_summary(struct eval *eval, struct eval_tally *tallies)
{
    const struct suite *suite = &eval->suite;
    json_t *maps = json_array();
    json_t *sets = describe_sets(suite, tallies);
    json_t *first = json_object_get(json_array_get(sets, 0), "agents");
    for (size_t i = 0; i < suite->map_count; i++)
        json_array_append_new(maps, describe_map(eval, i));
    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:o, s:O, s:o, s:O, s:o, s:o}", "suite",
                     suite->name, "description", suite->description, "corners",
                     cli_get_corners_name(suite->sets[0].corners), "sample", (int)suite->sample,
                     "cut", (int)suite->cut, "machine", eval_describe_machine(eval), "source",
                     suite->root, "maps", maps, "agents", first, "walks", describe_walks(eval),
                     "sets", sets);
}

static int write_summary(const struct eval *eval, const json_t *summary)
{
    struct cli_file file = {0};
    char *path = eval_get_path(eval, "summary.json");
    int code = path != NULL ? cli_file_open(path, &file) : CLI_BAD;
    free(path);
    if (code != CLI_YES)
        return code;
    json_dumpf(summary, file.stream, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
    fputc('\n', file.stream);
    return cli_file_close(&file, true);
}

static double get_real(const json_t *agent, const char *key)
{
    return json_number_value(json_object_get(agent, key));
}

static void print_agents(const json_t *set)
{
    size_t i;
    json_t *agent;
    const char *name = json_string_value(json_object_get(set, "set"));
    if (name[0] != '\0')
        printf("%s\n", name);
    printf("%-28s %8s %5s %12s %21s %10s %12s %12s %12s\n", "agent", "problems", "cut",
           "subopt mean", "95 %", "median %", "ns per move", "states", "shared kB");
    json_array_foreach(json_object_get(set, "agents"), i, agent)
    {
        double cut = get_real(agent, "cut");
        printf("%-28s %8.0f %5.0f %1s%11.2f %10.2f-%10.2f %10.2f %12.1f %12.1f %12.1f\n",
               json_string_value(json_object_get(agent, "agent")), get_real(agent, "problems"), cut,
               cut > 0 ? ">" : "", get_real(agent, "mean_suboptimality"),
               get_real(agent, "mean_suboptimality_low"),
               get_real(agent, "mean_suboptimality_high"), get_real(agent, "median_suboptimality"),
               get_real(agent, "mean_time_per_move_ns"), get_real(agent, "mean_memory_states"),
               get_real(agent, "mean_database_bytes") / 1e3);
    }
}

static void print_sets(const json_t *sets)
{
    for (size_t i = 0; i < json_array_size(sets); i++)
        print_agents(json_array_get(sets, i));
}

int eval_summarise(struct eval *eval)
{
    size_t count = eval->suite.set_count * eval->suite.agent_count;
    struct eval_tally *tallies = calloc(count, sizeof *tallies);
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
        print_sets(json_object_get(summary, "sets"));
    json_decref(summary);
    for (size_t i = 0; i < count; i++)
        eval_tally_close(&tallies[i]);
    free(tallies);
    return code;
}
