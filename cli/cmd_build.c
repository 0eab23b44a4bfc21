/* cmd_build.c: `cairn build`: the off-line phase. Options and the walk through the maps; what is
 * done with one map is in build_job.c. */
#include "build_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_KIND = 0x100,
    KEY_MAX_BYTES,
    KEY_KEEP_DIRECT,
    KEY_CHECKPOINT,
    KEY_EXTEND,
    KEY_OUT_DIR,
    KEY_UPDATE,
    KEY_TARGET,
};

static const struct argp_option options[] = {
    {"kind", KEY_KIND, "KIND", 0,
     "The kind of database: labels, for optimal paths; regions, to walk by without learning; knn, "
     "records for kNN LRTA*; dlrta, regions for D LRTA*; dba, regions of sectors for DBA*; hcdps, "
     "regions for HCDPS; "
     "default: "
     "knn if an option that only knn "
     "has is given, else labels if they are not too many, else what walks best",
     0},
    {"max-bytes", KEY_MAX_BYTES, "B", 0,
     "Choose the best kind that fits in B bytes; a k, M or G after the number stands for "
     "thousands, millions or thousands of millions",
     0},
    {"threads", 't', "T", 0,
     "How many threads build; the result does not depend on it; 1 to 1024, default: one for each "
     "core",
     0},
    {"keep-direct", KEY_KEEP_DIRECT, NULL, 0,
     "knn: keep records without an intermediate subgoal, the default; the opposite of "
     "--skip-direct",
     0},
    {"output", 'o', "FILE", 0, "The database to write; it appears whole or not at all", 0},
    {"out-dir", KEY_OUT_DIR, "DIR", 0,
     "The folder to write the databases of several maps to: NAME.cairn for each NAME.map", 0},
    {"update", KEY_UPDATE, NULL, 0,
     "Leave out maps whose database is there already, valid and of the same request", 0},
    {"checkpoint", KEY_CHECKPOINT, "DIR", 0,
     "knn: keep finished records in this folder; a build that was broken off goes on from them", 0},
    {"extend", KEY_EXTEND, "OLD", 0,
     "knn: begin with the records of this database, as they are, and add new ones", 0},
    {"target-suboptimality", KEY_TARGET, "P", 0,
     "knn: add records until agents walk sampled problems with a mean suboptimality of P percent "
     "or less",
     0},
    CAIRN_BUILD_OPTION_LIST(CLI_OPTION_ROW){0},
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
#define MATCH(name, word, number)                                                                  \
    if (strcmp(text, #word) == 0)                                                                  \
        return CAIRN_DB_##name;
    CAIRN_DB_KIND_LIST(MATCH)
#undef MATCH
    argp_error(state, "--kind wants knn, labels, regions, dlrta, dba or hcdps, not '%s'", text);
    return CAIRN_DB_KNN;
}

static void check_combination(struct argp_state *state, const struct cli_build_request *request)
{
    if (request->map_count == 0)
        argp_error(state, "MAP is missing");
    if (request->shared.output == NULL && request->out_dir == NULL)
        argp_error(state, "-o DB is missing, or --out-dir DIR");
    if (request->shared.output != NULL && request->out_dir != NULL)
        argp_error(state, "-o and --out-dir exclude each other; leave one out");
    if (request->map_count > 1 && request->out_dir == NULL)
        argp_error(state, "several maps need --out-dir DIR instead of -o");
    if (request->extend != NULL && request->out_dir != NULL)
        argp_error(state, "--extend is for one map and -o DB, not for --out-dir");
    if (request->update && (request->kind == CAIRN_DB_DLRTA || request->kind == CAIRN_DB_DBA ||
                            request->kind == CAIRN_DB_HCDPS))
        argp_error(state, "--update is not for --kind %s; leave it out",
                   cairn_kind_get_name(request->kind));
    if (request->update && (request->target_given || request->extend != NULL))
        argp_error(state, "--update does not go with %s; leave one out",
                   request->target_given ? "--target-suboptimality" : "--extend");
    if (cli_build_has(request, CAIRN_OPTION_MAX_SECONDS) && !request->target_given)
        argp_error(state, "--max-seconds needs --target-suboptimality P");
    if (cli_build_has(request, CAIRN_OPTION_PROBLEMS) && request->kind != 0 &&
        !request->target_given)
        argp_error(state, "--problems needs --target-suboptimality P, or no --kind");
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
    case KEY_CHECKPOINT:
        request->knn_option = "--checkpoint";
        request->checkpoint = arg;
        return 0;
    case KEY_EXTEND:
        request->knn_option = "--extend";
        request->extend = cli_parse_input(arg);
        return 0;
    case ARGP_KEY_ARG:
        request->maps[request->map_count++] = arg;
        return 0;
    default:
        return cli_parse_option(key, arg, state, &request->options);
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
        cli_build_choose_kind(state, request);
        check_combination(state, request);
        return 0;
    case KEY_KIND:
        request->kind = parse_kind(state, arg);
        return 0;
    case KEY_MAX_BYTES:
        request->max_bytes = parse_bytes(state, arg);
        return 0;
    case 't':
        request->threads = (uint32_t)cli_parse_number(state, "--threads", arg, 1, CLI_MOST_THREADS);
        return 0;
    case KEY_TARGET:
        request->knn_option = "--target-suboptimality";
        request->target = parse_percent(state, arg);
        request->target_given = true;
        return 0;
    case KEY_KEEP_DIRECT:
        request->knn_option = "--keep-direct";
        cli_build_set(request, CAIRN_OPTION_SKIP_DIRECT, 0);
        return 0;
    default:
        return parse_place(key, arg, state);
    }
}

static const struct argp_child children[] = {
    {&cli_corners_argp, 0, NULL, 0}, {&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_build_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP -o DB\nMAP_OR_DIR... --out-dir DIR",
    .doc = "Makes the databases of maps. Ctrl-C stops the work and saves the records made "
           "so far in OUTPUT.partial, a database of its own, or with --checkpoint in that folder; "
           "a second Ctrl-C ends at once. Of the other kinds nothing is saved before it is whole.",
    .children = children,
    .help_filter = cli_filter_option_help};

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
    struct cli_build_request request = {.driver = driver};
    struct cli_build_list list = {0};
    request.maps = calloc((size_t)argc + 1, sizeof *request.maps);
    if (request.maps == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    cli_parse(&cli_build_argp, argc, argv, &request.shared);
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
