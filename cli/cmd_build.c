/* cmd_build.c: `cairn build`: the off-line phase. Options and the walk through the maps; what is
 * done with one map is in build_job.c. */
#include "build_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_KIND = 0x100,
    KEY_LEVEL,
    KEY_FALLBACK,
    KEY_EPS,
    KEY_MAX_BYTES,
    KEY_RECORDS,
    KEY_SEED,
    KEY_SKIP_DIRECT,
    KEY_KEEP_DIRECT,
    KEY_CHECKPOINT,
    KEY_EXTEND,
    KEY_OUT_DIR,
    KEY_UPDATE,
    KEY_TARGET,
    KEY_PROBLEMS,
    KEY_MAX_SECONDS,
};

static const struct argp_option options[] = {
    {"kind", KEY_KIND, "knn|labels|regions|dlrta", 0,
     "The kind of database: records for kNN LRTA* (default if one of its options is given), labels "
     "for optimal paths, regions to walk by without learning, or regions for D LRTA*; default: "
     "labels if they are not too many, else what walks best",
     0},
    {"eps", KEY_EPS, "E", 0,
     "labels: leave out what makes a way longer by at most this part, 0 to 1; parts may add up on a "
     "path, so it is no bound; default 0, exact",
     0},
    {"max-bytes", KEY_MAX_BYTES, "B", 0,
     "Choose the best kind that fits in so many bytes; with k, M or G behind, thousands and so on",
     0},
    {"fallback", KEY_FALLBACK, NULL, 0,
     "knn, labels: add a net of regions to walk by where they have no answer", 0},
    {"level", KEY_LEVEL, "L", 0, "dlrta: how often the map is abstracted, 1 to 32; default 9", 0},
    {"records", KEY_RECORDS, "N", 0, "How many records; default 10000", 0},
    {"seed", KEY_SEED, "S", 0, "The same seed gives the same database; default 1", 0},
    {"threads", 't', "T", 0, "Default: one for each core; the result is the same", 0},
    {"skip-direct", KEY_SKIP_DIRECT, NULL, 0, "Draw records without an intermediate subgoal again",
     0},
    {"keep-direct", KEY_KEEP_DIRECT, NULL, 0, "Keep them (default)", 0},
    {"output", 'o', "FILE", 0, "The database to write; it appears whole or not at all", 0},
    {"out-dir", KEY_OUT_DIR, "DIR", 0, "Write NAME.cairn there for each NAME.map instead", 0},
    {"update", KEY_UPDATE, NULL, 0, "Leave out maps whose database is there and right", 0},
    {"checkpoint", KEY_CHECKPOINT, "DIR", 0,
     "Keep finished records there; a build that was broken off goes on from them", 0},
    {"extend", KEY_EXTEND, "OLD", 0, "Take the records of a database first, as they are", 0},
    {"target-suboptimality", KEY_TARGET, "P", 0,
     "Add records until the mean is P percent or less on sampled problems; --records is then the "
     "limit, default 1000000",
     0},
    {"problems", KEY_PROBLEMS, "N", 0, "How many to sample for that; default 500", 0},
    {"max-seconds", KEY_MAX_SECONDS, "S", 0, "And for how long to add records", 0},
    {0},
};

static double parse_percent(struct argp_state *state, const char *text)
{
    char *end = NULL;
    errno = 0;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(number >= 0 && number <= 10000))
        argp_error(state, "--target-suboptimality wants a percentage from 0 to 10000, not '%s'",
                   text);
    return number;
}

/* In ten-thousandths. */
static uint32_t parse_eps(struct argp_state *state, const char *text)
{
    char *end = NULL;
    errno = 0;
    double number = strtod(text, &end);
    if (end == text || *end != '\0' || errno != 0 || !(number >= 0 && number <= 1))
        argp_error(state, "--eps wants a number from 0 to 1, not '%s'", text);
    return (uint32_t)(number * CAIRN_MAX_EPS + 0.5);
}

static uint64_t parse_bytes(struct argp_state *state, const char *text)
{
    static const char units[] = "kMG";
    char *end = NULL;
    errno = 0;
    double number = strtod(text, &end);
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    for (long i = unit != NULL ? unit - units : -1; i >= 0; i--)
        number *= 1000;
    if (end == text || errno != 0 || (*end != '\0' && (unit == NULL || end[1] != '\0')) ||
        !(number >= 1 && number <= 1e15))
        argp_error(state, "--max-bytes wants a number such as 600k or 5M, not '%s'", text);
    return (uint64_t)number;
}

static cairn_kind parse_kind(struct argp_state *state, const char *text)
{
#define MATCH(name, number, word)                                                                  \
    if (strcmp(text, word) == 0)                                                                   \
        return CAIRN_DB_##name;
    CAIRN_DB_KIND_LIST(MATCH)
#undef MATCH
    argp_error(state, "--kind wants knn, labels, regions or dlrta, not '%s'", text);
    return CAIRN_DB_KNN;
}

/* Without --kind: that of the options given, or whichever is best. */
static void find_kind(struct argp_state *state, struct cli_build_request *request)
{
    bool given = request->kind != 0;
    if (request->max_bytes > 0 && (given || request->knn_option != NULL || request->level != 0 ||
                                   request->eps_given || request->fallback))
        argp_error(state, "--max-bytes chooses the kind itself: leave out --kind and its options");
    if (!given && (request->knn_option != NULL || request->fallback))
        request->kind = CAIRN_DB_KNN;
}

/* An option of the other kind is more likely a slip than a wish. */
static void check_kind(struct argp_state *state, const struct cli_build_request *request)
{
    const char *kind =
        request->kind == 0 ? cairn_kind_get_name(CAIRN_DB_KNN) : cairn_kind_get_name(request->kind);
    const char *option = request->knn_option;
    if (option == NULL && request->update && request->kind == CAIRN_DB_DLRTA)
        option = "--update";
    if (request->kind != CAIRN_DB_KNN && option != NULL)
        argp_error(state, "%s is for --kind knn alone: %s draws no records; leave it out", option,
                   kind);
    if (request->kind != CAIRN_DB_DLRTA && request->level != 0)
        argp_error(state, "--level is for --kind dlrta alone: %s has none; leave it out", kind);
    if (request->kind != CAIRN_DB_LABELS && request->eps_given)
        argp_error(state, "--eps is for --kind labels alone: %s has none; leave it out", kind);
    if (request->fallback && request->kind != CAIRN_DB_KNN && request->kind != CAIRN_DB_LABELS)
        argp_error(state, "--fallback is for --kind knn and labels: %s needs none; leave it out",
                   kind);
}

static void check_combination(struct argp_state *state, struct cli_build_request *request)
{
    if (request->map_count == 0)
        argp_error(state, "MAP is missing");
    if (request->shared.output == NULL && request->out_dir == NULL)
        argp_error(state, "-o FILE is missing, or --out-dir DIR");
    if (request->shared.output != NULL && request->out_dir != NULL)
        argp_error(state, "-o and --out-dir exclude each other");
    if (request->map_count > 1 && request->out_dir == NULL)
        argp_error(state, "several maps need --out-dir");
    if (request->extend != NULL && request->out_dir != NULL)
        argp_error(state, "--extend is for one map and -o");
    if (request->update && (request->target_given || request->extend != NULL))
        argp_error(state, "--update needs a plain number of records");
    if (request->max_seconds > 0 && !request->target_given)
        argp_error(state, "--max-seconds needs --target-suboptimality");
}

/* What is about the number of records. */
static error_t parse_size(int key, char *arg, struct argp_state *state)
{
    struct cli_build_request *request = state->input;
    switch (key) {
    case KEY_RECORDS:
        request->knn_option = "--records";
        request->records =
            (uint32_t)cli_parse_number(state, "--records", arg, 0, CAIRN_MAX_RECORDS);
        request->records_given = true;
        return 0;
    case KEY_TARGET:
        request->knn_option = "--target-suboptimality";
        request->target = parse_percent(state, arg);
        request->target_given = true;
        return 0;
    case KEY_PROBLEMS:
        request->problems = (uint32_t)cli_parse_number(state, "--problems", arg, 1, 1000000);
        return 0;
    case KEY_MAX_SECONDS:
        request->max_seconds = (uint32_t)cli_parse_number(state, "--max-seconds", arg, 1, 31536000);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What is about files and folders. */
static error_t parse_place(int key, char *arg, struct argp_state *state)
{
    struct cli_build_request *request = state->input;
    switch (key) {
    case 'o':
        request->shared.output = arg;
        return 0;
    case KEY_OUT_DIR:
        request->out_dir = arg;
        return 0;
    case KEY_UPDATE:
        request->update = true;
        return 0;
    case KEY_FALLBACK:
        request->fallback = true;
        return 0;
    case KEY_CHECKPOINT:
        request->knn_option = "--checkpoint";
        request->checkpoint = arg;
        return 0;
    case KEY_EXTEND:
        request->knn_option = "--extend";
        request->extend = arg;
        return 0;
    case ARGP_KEY_ARG:
        request->maps[request->map_count++] = arg;
        return 0;
    default:
        return parse_size(key, arg, state);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct cli_build_request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = state->child_inputs[1] = &request->shared;
        return 0;
    case ARGP_KEY_END:
        find_kind(state, request);
        check_kind(state, request);
        check_combination(state, request);
        return 0;
    case KEY_KIND:
        request->kind = parse_kind(state, arg);
        return 0;
    case KEY_EPS:
        request->eps = parse_eps(state, arg);
        request->eps_given = true;
        return 0;
    case KEY_MAX_BYTES:
        request->max_bytes = parse_bytes(state, arg);
        return 0;
    case KEY_LEVEL:
        request->level =
            (uint32_t)cli_parse_number(state, "--level", arg, CAIRN_MIN_LEVEL, CAIRN_MAX_LEVEL);
        return 0;
    case KEY_SEED:
        request->knn_option = "--seed";
        request->seed = cli_parse_number(state, "--seed", arg, 0, UINT64_MAX);
        request->seed_given = true;
        return 0;
    case 't':
        request->threads = (uint32_t)cli_parse_number(state, "--threads", arg, 1, CLI_MOST_THREADS);
        return 0;
    case KEY_SKIP_DIRECT:
    case KEY_KEEP_DIRECT:
        request->knn_option = key == KEY_SKIP_DIRECT ? "--skip-direct" : "--keep-direct";
        request->skip_direct = key == KEY_SKIP_DIRECT;
        request->direct_given = true;
        return 0;
    default:
        return parse_place(key, arg, state);
    }
}

static const struct argp_child children[] = {
    {&cli_corners_argp, 0, NULL, 0}, {&cli_common_argp, 0, NULL, 0}, {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP -o FILE\nMAP_OR_DIR... --out-dir DIR",
    .doc = "Makes the databases of maps. Ctrl-C stops the work and saves the records made "
           "so far in OUTPUT.partial, a database of its own, or with --checkpoint in that folder; "
           "a second Ctrl-C ends at once. Of the other kinds nothing is saved before it is whole.",
    .children = children};

uint32_t cli_count_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > CLI_MOST_THREADS ? CLI_MOST_THREADS : (uint32_t)cores;
}

static int run_job(const struct cli_build_request *request, const struct cli_build_names *names)
{
    struct cli_job *job = NULL;
    int code = cli_job_open(request, names, &job);
    if (job != NULL)
        code = cli_job_run(job);
    cli_job_close(job);
    (void)fflush(stdout);
    return code;
}

/* A map that fails does not keep the others from being built; a signal does. */
static int run_jobs(struct cli_build_request *request, const struct cli_build_list *list)
{
    int worst = CLI_YES;
    const struct cli_build_driver *driver = request->driver;
    request->shares_maps =
        driver->run_list != NULL && list->count > 1 && request->checkpoint == NULL;
    if (request->threads == 0)
        request->threads = request->shares_maps || request->kind == CAIRN_DB_KNN
                               ? driver->threads
                               : driver->threads_alone;
    if (request->shares_maps)
        return driver->run_list(driver->context, request, list);
    for (size_t i = 0; i < list->count && cli_signal == 0; i++) {
        int code = run_job(request, &list->names[i]);
        worst = code > worst ? code : worst;
    }
    return worst;
}

int cli_build_with(const struct cli_build_driver *driver, int argc, char **argv)
{
    struct cli_build_request request = {
        .driver = driver, .records = 10000, .seed = 1, .problems = 500};
    struct cli_build_list list = {0};
    request.maps = calloc((size_t)argc + 1, sizeof *request.maps);
    if (request.maps == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    cli_parse(&argp, argc, argv, &request.shared);
    cli_catch_signals();
    int code = cli_build_list_open(&request, &list);
    if (code == CLI_YES)
        code = run_jobs(&request, &list);
    cli_build_list_close(&list);
    free(request.maps);
    return code;
}

int cli_build(int argc, char **argv)
{
    const struct cli_build_driver driver = {.threads = cli_count_cores(),
                                            .threads_alone = cli_count_cores(),
                                            .interrupted = "interrupted"};
    return cli_build_with(&driver, argc, argv);
}
