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
    KEY_LANDMARKS,
    KEY_MAX_MOVES,
    KEY_LEARNED_CAPACITY,
    KEY_NO_GROWTH,
    KEY_SLICE,
    KEY_TRACE_RATIO,
    KEY_LOOKAHEAD,
    KEY_MOVEMENTS,
    KEY_DEPTH,
    KEY_WEIGHT,
    KEY_LEARNING_QUOTA,
    KEY_HISTORY,
    KEY_GOAL,
    KEY_RANK,
    KEY_SKIP,
    KEY_MAX_WORK,
    KEY_BUSY,
};

/* In tenths: the look-ahead's bounds are those of cairn_agent_def. */
enum { LEAST_G_MAX = 14, MOST_G_MAX = 1000, MOST_QUOTA = 10000000, ENHANCEMENTS = 6 };

static const struct argp_option agent_options[] = {
    {"algorithm", KEY_ALGORITHM, "NAME", 0,
     "knn, lrta, astar, tba, lrts, rtaa, lss, dlrta, regions or labels; default: the database's "
     "own with --db, else astar",
     2},
    {"db", KEY_DB, "DB", 0, "The database; knn, labels, regions and dlrta without one work as lrta",
     2},
    {"costs", KEY_COSTS, "octile|sqrt2", 0,
     "Cost of a diagonal move: 1.4 (default), or the square root of 2 (astar alone)", 2},
    {"landmarks", KEY_LANDMARKS, "K", 0,
     "Better distances by K landmarks, made before the first problem; not for knn", 2},
    {"goal", KEY_GOAL, "exact|nearest", 0,
     "Where to go if no path leads to the goal: nowhere (exact, default), or to the cell nearest "
     "to it among those that a path leads to",
     2},
    {"max-moves", KEY_MAX_MOVES, "N", 0, "Give up after N moves; default: never", 2},
    {"max-work", KEY_MAX_WORK, "N", 0,
     "Units of work a step may spend, at least 1024, or unlimited (default)", 2},
    {"busy", KEY_BUSY, "wait|move", 0,
     "What an agent does when --max-work is spent: wait (default), or go ahead a little", 2},
    {NULL, 0, NULL, 0, "Parameters of knn, lrta and dlrta:", 3},
    {"candidates", KEY_CANDIDATES, "M", 0, "Records checked in a selection; default 10", 3},
    {"cutoff", KEY_CUTOFF, "K", 0, "Moves a reachability check may take; default 250", 3},
    {"quota", KEY_QUOTA, "Q", 0,
     "After a failed selection, select again after Q times the distance; default 3.0", 3},
    {"g-max", KEY_G_MAX, "G", 0, "Look-ahead in cells; default 1.4, the neighbours", 3},
    {"without", KEY_WITHOUT, "LIST", 0,
     "Switch enhancements off: numbers from 1 to 6 with commas between, or all", 3},
    {"fragments", KEY_FRAGMENTS, NULL, 0, "Select among the fragments of records", 3},
    {"rank", KEY_RANK, NULL, 0, "Take the candidate with the shortest way, not the most similar",
     3},
    {"skip", KEY_SKIP, NULL, 0, "Head for the farthest state of a record that is in reach", 3},
    {NULL, 0, NULL, 0, "Parameters of tba:", 4},
    {"slice", KEY_SLICE, "R", 0,
     "Units of work a move, an expansion each, or unlimited; default 100", 4},
    {"trace-ratio", KEY_TRACE_RATIO, "N", 0, "Trace steps that make a unit; default 10", 4},
    {NULL, 0, NULL, 0, "Parameters of lrts, rtaa and lss:", 5},
    {"depth", KEY_DEPTH, "D", 0, "lrts: look-ahead in moves; default 10", 5},
    {"learning-quota", KEY_LEARNING_QUOTA, "T", 0,
     "lrts: go back after learning so much, in cells, or unlimited (default)", 5},
    {"history", KEY_HISTORY, "N", 0, "lrts: moves kept for going back; default 1024", 5},
    {"lookahead", KEY_LOOKAHEAD, "N", 0, "rtaa, lss: states expanded in a search; default 100", 5},
    {"movements", KEY_MOVEMENTS, "N", 0,
     "rtaa, lss: moves taken after a search, or unlimited (default): all it found", 5},
    {NULL, 0, NULL, 0, "Parameters of all that learn:", 6},
    {"weight", KEY_WEIGHT, "W", 0, "lrta, lrts: begin with W times the distance; default 1.0", 6},
    {"learned-capacity", KEY_LEARNED_CAPACITY, "N", 0,
     "Learned values there is room for at first; default 16", 6},
    {"no-growth", KEY_NO_GROWTH, NULL, 0,
     "Fail when the room for learned values is full, instead of getting more", 6},
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

static cairn_goal_policy parse_goal(struct argp_state *state, const char *text)
{
    if (strcmp(text, "exact") != 0 && strcmp(text, "nearest") != 0)
        argp_error(state, "--goal wants exact or nearest, not '%s'", text);
    return text[0] == 'n' ? CAIRN_GOAL_NEAREST : CAIRN_GOAL_EXACT;
}

static cairn_busy parse_busy(struct argp_state *state, const char *text)
{
    if (strcmp(text, "wait") != 0 && strcmp(text, "move") != 0)
        argp_error(state, "--busy wants wait or move, not '%s'", text);
    return text[0] == 'm' ? CAIRN_BUSY_MOVE : CAIRN_BUSY_WAIT;
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

/* How a number of the definition is spelled; all of them have 32 bits. */
struct number_option {
    int key;
    const char *name;
    size_t field; /* its place in the definition */
    uint32_t least;
    uint32_t most;
    bool tenths;
    bool may_be_unlimited;
};

#define FIELD(name) offsetof(cairn_agent_def, name)

static const struct number_option number_options[] = {
    {KEY_CANDIDATES, "--candidates", FIELD(candidates), 1, UINT32_MAX, false, false},
    {KEY_CUTOFF, "--cutoff", FIELD(cutoff), 0, UINT32_MAX, false, false},
    {KEY_QUOTA, "--quota", FIELD(quota_tenths), 0, MOST_QUOTA, true, false},
    {KEY_G_MAX, "--g-max", FIELD(g_max), LEAST_G_MAX, MOST_G_MAX, true, false},
    {KEY_LEARNED_CAPACITY, "--learned-capacity", FIELD(learned_capacity), 1, 1 << 30, false, false},
    {KEY_SLICE, "--slice", FIELD(slice), 1, UINT32_MAX - 1, false, true},
    {KEY_TRACE_RATIO, "--trace-ratio", FIELD(trace_ratio), 1, 1000, false, false},
    {KEY_LOOKAHEAD, "--lookahead", FIELD(lookahead), 1, 4096, false, false},
    {KEY_MOVEMENTS, "--movements", FIELD(movements), 1, UINT32_MAX - 1, false, true},
    {KEY_DEPTH, "--depth", FIELD(depth), 1, 100, false, false},
    {KEY_WEIGHT, "--weight", FIELD(weight_tenths), 10, 1000, true, false},
    {KEY_LEARNING_QUOTA, "--learning-quota", FIELD(learning_quota), 0, MOST_QUOTA, true, true},
    {KEY_HISTORY, "--history", FIELD(history), 0, 1 << 20, false, false},
    {KEY_MAX_WORK, "--max-work", FIELD(max_work_per_step), CAIRN_MIN_WORK, UINT32_MAX - 1, false,
     true},
};

enum { NUMBER_OPTIONS = sizeof number_options / sizeof number_options[0] };

static uint32_t parse_number(struct argp_state *state, const struct number_option *option,
                             const char *arg)
{
    if (option->may_be_unlimited && strcmp(arg, "unlimited") == 0)
        return CAIRN_UNLIMITED;
    if (option->tenths)
        return cli_parse_tenths(state, option->name, arg, option->least, option->most);
    return (uint32_t)cli_parse_number(state, option->name, arg, option->least, option->most);
}

static error_t parse_number_option(int key, const char *arg, struct argp_state *state)
{
    struct cli_agent_options *options = state->input;
    for (size_t i = 0; i < NUMBER_OPTIONS; i++) {
        const struct number_option *option = &number_options[i];
        if (option->key != key)
            continue;
        uint32_t number = parse_number(state, option, arg);
        memcpy((char *)&options->def + option->field, &number, sizeof number);
        return 0;
    }
    return ARGP_ERR_UNKNOWN;
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
    case KEY_GOAL:
        options->def.goal_policy = parse_goal(state, arg);
        return 0;
    case KEY_WITHOUT:
        options->def.enhancements = parse_without(state, arg);
        return 0;
    case KEY_FRAGMENTS:
        options->fragments = true;
        return 0;
    case KEY_RANK:
        options->def.rank_by_length = true;
        return 0;
    case KEY_SKIP:
        options->def.skip_ahead = true;
        return 0;
    case KEY_BUSY:
        options->def.busy = parse_busy(state, arg);
        return 0;
    case KEY_LANDMARKS:
        options->landmarks =
            (uint32_t)cli_parse_number(state, "--landmarks", arg, 1, CAIRN_MAX_LANDMARKS);
        return 0;
    case KEY_MAX_MOVES:
        options->max_moves = cli_parse_number(state, "--max-moves", arg, 0, UINT64_MAX);
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

cairn_algorithm cli_get_own_algorithm(const cairn_db *db)
{
    return db == NULL ? CAIRN_ASTAR : (cairn_algorithm)cli_get_db_info(db).algorithm;
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
            world->corners = cli_get_db_info(world->db).corners;
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
    cairn_db_def def = {.size = sizeof def};
    def.detail = &detail;
    cairn_status status = cairn_fragments_create(world->db, &def, &world->fragments);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, db_path, status, &detail);
}

static int make_landmarks(uint32_t count, struct cli_world *world)
{
    cairn_landmarks_def def = {.size = sizeof def};
    def.count = count;
    cairn_status status = cairn_landmarks_create(world->map, &def, &world->landmarks);
    if (status == CAIRN_OK)
        return CLI_YES;
    return cli_fail(CLI_BAD, "the landmarks cannot be made: %s", cairn_status_get_text(status));
}

/* Algorithms that use a database have the names of its kinds. */
static bool uses_database(cairn_algorithm algorithm)
{
    const char *name = cairn_algorithm_get_name(algorithm);
    bool uses = false;
#define MATCH(upper, number, word) uses = uses || strcmp(name, word) == 0;
    CAIRN_DB_KIND_LIST(MATCH)
#undef MATCH
    return uses;
}

/* Each needs one of its kind. */
static int check_kind(const char *db_path, const struct cli_world *world)
{
    if (world->db == NULL || !uses_database(world->algorithm) ||
        world->algorithm == cli_get_own_algorithm(world->db))
        return CLI_YES;
    if (world->algorithm == CAIRN_REGIONS && cli_get_figure(world->db, "fallback") != 0)
        return CLI_YES;
    const char *wanted = cairn_algorithm_get_name(world->algorithm);
    return cli_fail(CLI_BAD,
                    "%s: it is of kind %s, %s needs one of kind %s; leave out --algorithm or use "
                    "another database",
                    db_path, cairn_kind_get_name(cli_get_db_info(world->db).kind), wanted, wanted);
}

static int make_agent(const struct cli_agent_options *options, struct cli_world *world)
{
    cairn_agent_def def = cli_world_get_def(world, options);
    cairn_status status = cairn_agent_create(&def, &world->agent);
    if (status == CAIRN_OK)
        return CLI_YES;
    return cli_fail(CLI_BAD, "the agent cannot be made: %s", cairn_status_get_text(status));
}

/* What only some algorithms understand. */
static int check_options(const struct cli_agent_options *options, const struct cli_world *world)
{
    cairn_algorithm algorithm = world->algorithm;
    const char *name = cairn_algorithm_get_name(algorithm);
    if (options->fragments && algorithm != CAIRN_KNN)
        return cli_fail(CLI_USAGE, "--fragments is for knn alone, not for %s; leave it out", name);
    if (world->costs == CAIRN_COSTS_SQRT2 && algorithm != CAIRN_ASTAR)
        return cli_fail(CLI_USAGE, "--costs sqrt2 is for astar alone, not for %s; leave it out",
                        name);
    if (world->costs == CAIRN_COSTS_SQRT2 && options->landmarks > 0)
        return cli_fail(CLI_USAGE, "--landmarks go with octile costs; leave one of the two out");
    if (options->landmarks > 0 && algorithm == CAIRN_KNN)
        return cli_fail(CLI_USAGE, "--landmarks are not for knn; leave them out");
    if (options->def.weight_tenths != cairn_default_agent_def().weight_tenths &&
        algorithm != CAIRN_LRTA && algorithm != CAIRN_LRTS)
        return cli_fail(CLI_USAGE, "--weight is for lrta and lrts, not for %s; leave it out", name);
    return CLI_YES;
}

int cli_world_open(const struct cli_arguments *arguments, const struct cli_agent_options *options,
                   struct cli_world *world)
{
    *world = (struct cli_world){.costs = options->def.costs};
    int code = open_files(arguments, options->db, world);
    if (code != CLI_YES)
        return code;
    world->algorithm =
        options->algorithm_given ? options->def.algorithm : cli_get_own_algorithm(world->db);
    code = check_options(options, world);
    if (code == CLI_YES)
        code = check_kind(options->db, world);
    if (code == CLI_YES && options->fragments && world->algorithm == CAIRN_KNN)
        code = make_fragments(options->db, world);
    if (code == CLI_YES && options->landmarks > 0)
        code = make_landmarks(options->landmarks, world);
    return code == CLI_YES ? make_agent(options, world) : code;
}

void cli_world_close(struct cli_world *world)
{
    cairn_search_destroy(world->search);
    cairn_agent_destroy(world->agent);
    cairn_fragments_destroy(world->fragments);
    cairn_landmarks_destroy(world->landmarks);
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
    def.landmarks = world->landmarks;
    def.algorithm = world->algorithm;
    return def;
}

cairn_status cli_world_find_optimal(struct cli_world *world, const cairn_cell ends[2],
                                    uint32_t *cost)
{
    cairn_status status = CAIRN_OK;
    if (world->search == NULL) {
        cairn_search_def def = {.size = sizeof def};
        status = cairn_search_create(world->map, &def, &world->search);
    }
    cairn_search_result result = {0};
    if (status == CAIRN_OK)
        status = cairn_search_run(world->search, ends[0], ends[1], &result);
    *cost = status == CAIRN_OK ? cairn_search_result_get_cost(&result) : 0;
    return status;
}
