/* cli_agent.c: the options that describe an agent. Those of algorithms are the library's list; what
 * a word means, and what its value may be, the harness knows. */
#include "cli.h"

enum { KEY_DB = 0x2000, KEY_WORD };

static const struct argp_option agent_options[] = {
    {"db", KEY_DB, "DB", 0,
     "Walk by this database; knn, labels, regions, dlrta, dba and hcdps need one", 2},
    {"algorithm", KEY_WORD + 1, "NAME", 0,
     "Walk by knn, lrta, astar, tba, lrts, rtaa, lss, lrtak, plrta, falcons, dlrta, dba, hcdps, "
     "regions or labels; default: the database's own with --db, astar without",
     2},
    {"landmarks", KEY_WORD + 2, "K", 0,
     "Better distances by K landmarks, made before the first problem; not for knn", 2},
    {"canonical", KEY_WORD + 8, "K", 0,
     "Better distances by the canonical heuristic of K landmarks, instead of --landmarks; not for "
     "knn, astar, tba, rtaa and lss",
     2},
    {"goal", KEY_WORD + 3, "exact|nearest", 0,
     "Where to go if no path leads to the goal: nowhere (exact, the default), or to the cell "
     "nearest to it among those that a path leads to (nearest)",
     2},
    {"max-moves", KEY_WORD + 4, "N", 0, "Give up after N moves; default: never", 2},
    {"max-work", KEY_WORD + 5, "N", 0,
     "Units of work that a step may spend, at least 1024; default: unlimited", 2},
    {"busy", KEY_WORD + 6, "wait|move", 0,
     "What an agent does in a step whose units of --max-work are spent before it knows where to "
     "go: wait (the default), or go ahead a little (move)",
     2},
    {"fragments", KEY_WORD + 7, NULL, 0, "knn: select among the fragments of records", 2},
    {NULL, 0, NULL, 0, "Options of algorithms:", 3},
#define ROW(number, name, word, unit, least, most, standard, scope, argument, help)                \
    {word, CLI_KEY_OPTION + (number), argument, 0, help, 3},
    CAIRN_AGENT_OPTION_LIST(ROW)
#undef ROW
        {0},
};

struct cli_agent_options cli_default_agent_options(void)
{
    return (struct cli_agent_options){.recipe = harness_default_recipe()};
}

static const char *find_word(int key)
{
    for (const struct argp_option *option = agent_options; option->name || option->doc; option++)
        if (option->key == key && option->name != NULL)
            return option->name;
    return NULL;
}

static error_t parse_agent(int key, char *arg, struct argp_state *state)
{
    struct cli_agent_options *options = state->input;
    cairn_detail detail = {0};
    if (key == KEY_DB) {
        options->db = cli_parse_input(arg);
        return 0;
    }
    if (key == ARGP_KEY_END) {
        if (options->recipe.fragments && options->db == NULL)
            argp_error(state, "--fragments needs --db DB");
        return 0;
    }
    const char *word = find_word(key);
    if (word == NULL)
        return ARGP_ERR_UNKNOWN;
    if (harness_recipe_set(&options->recipe, word, arg, &detail) != CAIRN_OK)
        argp_error(state, "%s", detail.text);
    return 0;
}

const struct argp cli_agent_argp = {
    .options = agent_options, .parser = parse_agent, .help_filter = cli_filter_option_help};

uint32_t cli_parse_choice(struct argp_state *state, const char *name, const char *text,
                          const char *choices)
{
    uint64_t place = 0;
    cairn_detail detail = {0};
    if (harness_read_choice(name, text, choices, &place, &detail) != CAIRN_OK)
        argp_error(state, "%s", detail.text);
    return (uint32_t)place;
}
