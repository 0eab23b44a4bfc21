/* cli_agent.c: the options that describe an agent, and the agent made from them. What is not
 * given is taken from the database where it knows it: corner setting and algorithm. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEY_ALGORITHM = 0x2000,
    KEY_DB,
    KEY_COSTS,
    KEY_CANDIDATES,
    KEY_CUTOFF,
    KEY_QUOTA,
    KEY_G_MAX,
    KEY_WITHOUT,
    KEY_FRAGMENTS,
    KEY_MAX_MOVES,
    KEY_LEARNED_CAPACITY,
    KEY_NO_GROWTH,
};

/* In tenths: the look-ahead's bounds are those of cairn_agent_def. */
enum { LEAST_G_MAX = 14, MOST_G_MAX = 1000, MOST_QUOTA = 10000000, ENHANCEMENTS = 6 };

static const struct argp_option agent_options[] = {
    {"algorithm", KEY_ALGORITHM, "NAME", 0,
     "knn, lrta or astar; default: the database's own with --db, else astar", 2},
    {"db", KEY_DB, "DB", 0, "The subgoal database; knn without one works as lrta", 2},
    {"costs", KEY_COSTS, "octile|sqrt2", 0,
     "Cost of a diagonal move: 1.4 (default), or the square root of 2 (astar alone)", 2},
    {"max-moves", KEY_MAX_MOVES, "N", 0, "Give up after N moves; default: never", 2},
    {NULL, 0, NULL, 0, "Parameters of knn and lrta:", 3},
    {"candidates", KEY_CANDIDATES, "M", 0, "Records checked in a selection; default 10", 3},
    {"cutoff", KEY_CUTOFF, "K", 0, "Moves a reachability check may take; default 250", 3},
    {"quota", KEY_QUOTA, "Q", 0,
     "After a failed selection, select again after Q times the distance; default 3.0", 3},
    {"g-max", KEY_G_MAX, "G", 0, "Look-ahead in cells; default 1.4, the neighbours", 3},
    {"without", KEY_WITHOUT, "LIST", 0,
     "Switch enhancements off: numbers from 1 to 6 with commas between, or all", 3},
    {"fragments", KEY_FRAGMENTS, NULL, 0, "Select among the fragments of records", 3},
    {"learned-capacity", KEY_LEARNED_CAPACITY, "N", 0,
     "Learned values there is room for at first; default 16", 3},
    {"no-growth", KEY_NO_GROWTH, NULL, 0, "Fail when that room is full; default: get more", 3},
    {0},
};

struct cli_agent_options cli_default_agent_options(void)
{
    return (struct cli_agent_options){.def = cairn_default_agent_def(), .max_moves = UINT64_MAX};
}

static cairn_algorithm parse_algorithm(struct argp_state *state, const char *text)
{
#define ALGORITHM_WORD(name, number, word) " " word
    cairn_algorithm algorithm = CAIRN_ASTAR;
    if (!cairn_algorithm_find(text, &algorithm))
        argp_error(state, "--algorithm wants one of:%s, not '%s'",
                   CAIRN_ALGORITHM_LIST(ALGORITHM_WORD), text);
    return algorithm;
#undef ALGORITHM_WORD
}

static cairn_costs parse_costs(struct argp_state *state, const char *text)
{
    if (strcmp(text, "octile") != 0 && strcmp(text, "sqrt2") != 0)
        argp_error(state, "--costs wants octile or sqrt2, not '%s'", text);
    return text[0] == 's' ? CAIRN_COSTS_SQRT2 : CAIRN_COSTS_OCTILE;
}

/* The enhancements left when those of a list such as "1,3" are switched off. */
static uint32_t parse_without(struct argp_state *state, const char *text)
{
    if (strcmp(text, "all") == 0)
        return 0;
    uint32_t left = CAIRN_ENHANCE_ALL;
    for (const char *at = text;; at += 2) {
        bool digit = at[0] >= '1' && at[0] < '1' + ENHANCEMENTS;
        if (!digit || (at[1] != ',' && at[1] != '\0'))
            argp_error(state,
                       "--without wants numbers from 1 to 6 with commas between, or all, "
                       "not '%s'",
                       text);
        left &= ~(1u << (at[0] - '1'));
        if (at[1] == '\0')
            return left;
    }
}

static error_t parse_number_option(int key, const char *arg, struct argp_state *state)
{
    struct cli_agent_options *options = state->input;
    cairn_agent_def *def = &options->def;
    switch (key) {
    case KEY_CANDIDATES:
        def->candidates = (uint32_t)cli_parse_number(state, "--candidates", arg, 1, UINT32_MAX);
        return 0;
    case KEY_CUTOFF:
        def->cutoff = (uint32_t)cli_parse_number(state, "--cutoff", arg, 0, UINT32_MAX);
        return 0;
    case KEY_QUOTA:
        def->quota_tenths = cli_parse_tenths(state, "--quota", arg, 0, MOST_QUOTA);
        return 0;
    case KEY_G_MAX:
        def->g_max = cli_parse_tenths(state, "--g-max", arg, LEAST_G_MAX, MOST_G_MAX);
        return 0;
    case KEY_LEARNED_CAPACITY:
        def->learned_capacity =
            (uint32_t)cli_parse_number(state, "--learned-capacity", arg, 1, 1 << 30);
        return 0;
    case KEY_MAX_MOVES:
        options->max_moves = cli_parse_number(state, "--max-moves", arg, 0, UINT64_MAX);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_agent(int key, char *arg, struct argp_state *state)
{
    struct cli_agent_options *options = state->input;
    switch (key) {
    case KEY_ALGORITHM:
        options->def.algorithm = parse_algorithm(state, arg);
        options->algorithm_given = true;
        return 0;
    case KEY_DB:
        options->db = arg;
        return 0;
    case KEY_COSTS:
        options->def.costs = parse_costs(state, arg);
        return 0;
    case KEY_WITHOUT:
        options->def.enhancements = parse_without(state, arg);
        return 0;
    case KEY_FRAGMENTS:
        options->fragments = true;
        return 0;
    case KEY_NO_GROWTH:
        options->def.growth = CAIRN_GROWTH_STOP;
        return 0;
    case ARGP_KEY_END:
        if (options->fragments && options->db == NULL)
            argp_error(state, "--fragments needs --db DB");
        return 0;
    default:
        return parse_number_option(key, arg, state);
    }
}

const struct argp cli_agent_argp = {.options = agent_options, .parser = parse_agent};

/* ---- the world ---- */

/* The algorithm a database was made for. */
static cairn_algorithm get_own_algorithm(const cairn_db *db)
{
    if (db == NULL)
        return CAIRN_ASTAR;
    switch (cairn_db_get_info(db).kind) {
    case CAIRN_DB_KNN:
        return CAIRN_KNN;
    }
    return CAIRN_KNN; /* a database of a kind unknown here is not opened */
}

static int open_files(const struct cli_arguments *arguments, const char *db_path,
                      struct cli_world *world)
{
    world->corners = arguments->corners;
    if (db_path != NULL) {
        int code = cli_open_db(db_path, &world->db);
        if (code != CLI_YES)
            return code;
        if (!arguments->corners_given)
            world->corners = cairn_db_get_info(world->db).corners;
    }
    int code = cli_open_map(arguments->operands[0], world->corners, &world->map);
    if (code != CLI_YES || world->db == NULL)
        return code;

    char text[256];
    if (cli_find_mismatch(world->db, world->map, text, sizeof text))
        return cli_fail(CLI_BAD, "%s: %s", db_path, text);
    return CLI_YES;
}

static int make_fragments(const char *db_path, struct cli_world *world)
{
    cairn_detail detail = {0};
    cairn_db_def def = cairn_default_db_def();
    def.detail = &detail;
    cairn_status status = cairn_fragments_create(world->db, &def, &world->fragments);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, db_path, status, &detail);
}

static int make_agent(const struct cli_agent_options *options, struct cli_world *world)
{
    cairn_agent_def def = cli_world_get_def(world, options);
    cairn_status status = cairn_agent_create(&def, &world->agent);
    if (status == CAIRN_OK)
        return CLI_YES;
    return cli_fail(CLI_BAD, "the agent cannot be made: %s", cairn_status_get_text(status));
}

int cli_world_open(const struct cli_arguments *arguments, const struct cli_agent_options *options,
                   struct cli_world *world)
{
    *world = (struct cli_world){.costs = options->def.costs};
    int code = open_files(arguments, options->db, world);
    if (code != CLI_YES)
        return code;
    world->algorithm =
        options->algorithm_given ? options->def.algorithm : get_own_algorithm(world->db);
    if (world->costs == CAIRN_COSTS_SQRT2 && world->algorithm != CAIRN_ASTAR)
        return cli_fail(CLI_USAGE, "--costs sqrt2 is for astar alone, not for %s; leave it out",
                        cairn_algorithm_get_name(world->algorithm));
    if (options->fragments && world->algorithm == CAIRN_KNN)
        code = make_fragments(options->db, world);
    return code == CLI_YES ? make_agent(options, world) : code;
}

void cli_world_close(struct cli_world *world)
{
    cairn_search_destroy(world->search);
    cairn_agent_destroy(world->agent);
    cairn_fragments_destroy(world->fragments);
    cairn_map_close(world->map);
    cairn_db_close(world->db);
}

cairn_agent_def cli_world_get_def(const struct cli_world *world,
                                  const struct cli_agent_options *options)
{
    cairn_agent_def def = options->def;
    def.map = world->map;
    def.db = world->db;
    def.fragments = world->fragments;
    def.algorithm = world->algorithm;
    return def;
}

cairn_status cli_world_find_optimal(struct cli_world *world, const cairn_cell ends[2],
                                    uint32_t *cost)
{
    cairn_status status = CAIRN_OK;
    if (world->search == NULL) {
        cairn_search_def def = cairn_default_search_def();
        def.map = world->map;
        status = cairn_search_create(&def, &world->search);
    }
    cairn_search_result result = {0};
    if (status == CAIRN_OK)
        status = cairn_search_run(world->search, ends[0], ends[1], &result);
    *cost = status == CAIRN_OK ? cairn_search_result_get_cost(&result) : 0;
    return status;
}
