/* cmd_build.c: `cairn build`: the off-line phase.
 *
 * Interrupted, it keeps what is done: the records finished without a gap are written beside the
 * output as DB.partial, which is the database that a build of so many records would have given. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_KIND = 0x100, KEY_RECORDS, KEY_SEED, KEY_SKIP_DIRECT, KEY_KEEP_DIRECT, KEY_LEVEL };
enum { MOST_THREADS = 1024 };

struct build {
    struct cli_arguments shared;
    cairn_db_kind kind;
    const char *knn_option; /* one that was given and that knn alone has, or null */
    uint32_t level;         /* 0: not given */
    cairn_build_def def;
    cairn_detail detail;
    struct cli_progress progress;
    uint64_t spent_ns;
    char *path; /* of the database */
    cairn_map *map;
    cairn_build *build;
};

static const struct argp_option options[] = {
    {"kind", KEY_KIND, "knn|dlrta", 0,
     "The kind of database: records for kNN LRTA* (default), or regions for D LRTA*", 0},
    {"level", KEY_LEVEL, "L", 0, "dlrta: how often the map is abstracted, 1 to 32; default 9", 0},
    {"records", KEY_RECORDS, "N", 0, "How many records; default 10000", 0},
    {"seed", KEY_SEED, "S", 0, "The same seed gives the same database; default 1", 0},
    {"threads", 't', "T", 0, "Default: one for each core; the result is the same", 0},
    {"skip-direct", KEY_SKIP_DIRECT, NULL, 0, "Draw records without an intermediate subgoal again",
     0},
    {"keep-direct", KEY_KEEP_DIRECT, NULL, 0, "Keep them (default)", 0},
    {0},
};

static cairn_db_kind parse_kind(struct argp_state *state, const char *text)
{
    if (strcmp(text, "knn") != 0 && strcmp(text, "dlrta") != 0)
        argp_error(state, "--kind wants knn or dlrta, not '%s'", text);
    return text[0] == 'd' ? CAIRN_DB_DLRTA : CAIRN_DB_KNN;
}

/* An option of the other kind is more likely a slip than a wish. */
static void check_options(struct argp_state *state, const struct build *build)
{
    if (build->kind == CAIRN_DB_DLRTA && build->knn_option != NULL)
        argp_error(state, "%s is for --kind knn alone: dlrta draws no records; leave it out",
                   build->knn_option);
    if (build->kind == CAIRN_DB_KNN && build->level != 0)
        argp_error(state, "--level is for --kind dlrta alone: knn has no regions; leave it out");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct build *build = state->input;
    switch (key) {
    case KEY_KIND:
        build->kind = parse_kind(state, arg);
        return 0;
    case KEY_LEVEL:
        build->level =
            (uint32_t)cli_parse_number(state, "--level", arg, CAIRN_MIN_LEVEL, CAIRN_MAX_LEVEL);
        return 0;
    case KEY_RECORDS:
        build->knn_option = "--records";
        build->def.records =
            (uint32_t)cli_parse_number(state, "--records", arg, 0, UINT32_MAX / 16);
        return 0;
    case KEY_SEED:
        build->knn_option = "--seed";
        build->def.seed = cli_parse_number(state, "--seed", arg, 0, UINT64_MAX);
        return 0;
    case 't':
        build->def.threads = (uint32_t)cli_parse_number(state, "--threads", arg, 1, MOST_THREADS);
        return 0;
    case KEY_SKIP_DIRECT:
    case KEY_KEEP_DIRECT:
        build->knn_option = key == KEY_SKIP_DIRECT ? "--skip-direct" : "--keep-direct";
        build->def.skip_direct = key == KEY_SKIP_DIRECT;
        return 0;
    case ARGP_KEY_END:
        check_options(state, build);
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static const struct argp_child children[] = {{&cli_output_argp, 0, NULL, 0},
                                             {&cli_corners_argp, 0, NULL, 0},
                                             {&cli_common_argp, 0, NULL, 0},
                                             {0}};
static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP",
    .doc = "Makes the subgoal database of a map. Ctrl-C stops the work and saves the records made "
           "so far in OUTPUT.partial, a database of its own; a second Ctrl-C ends at once. Of "
           "--kind dlrta nothing is saved before it is whole.",
    .children = children};

static uint32_t count_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (uint32_t)cores;
}

static bool show_progress(void *context, const cairn_build_progress *progress)
{
    cli_progress_update(context, progress->finished, progress->records);
    return cli_signal == 0;
}

static int open_build(struct build *build)
{
    int code = cli_find_output(build->shared.output, build->shared.operands[0], &build->path);
    if (code == CLI_YES)
        code = cli_open_map(build->shared.operands[0], build->shared.corners, &build->map);
    if (code != CLI_YES)
        return code;
    build->def.map = build->map;
    build->def.detail = &build->detail;
    build->def.progress = show_progress;
    build->def.progress_context = &build->progress;
    cairn_status status = cairn_build_create(&build->def, &build->build);
    return status == CAIRN_OK
               ? CLI_YES
               : cli_fail_file(CLI_BAD, build->shared.operands[0], status, &build->detail);
}

static int write_database(const struct build *build, const char *path)
{
    cairn_status status = cairn_build_write(build->build, path);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, path, status, &build->detail);
}

/* The build ended early: says why, and keeps the records that are finished without a gap. */
static int save_partial(const struct build *build, cairn_status status)
{
    bool interrupted = status == CAIRN_INTERRUPTED;
    int exit_code = interrupted ? CLI_SIGNAL + cli_signal : CLI_BAD;
    uint32_t finished = cairn_build_get_finished(build->build);
    char why[256] = "interrupted";
    if (!interrupted)
        cli_explain(status, &build->detail, why, sizeof why);
    if (finished == 0 && !interrupted)
        return cli_fail_file(CLI_BAD, build->shared.operands[0], status, &build->detail);
    if (finished == 0)
        return cli_fail(exit_code, "interrupted: no record is finished, nothing was written");
    char *path = NULL;
    if (asprintf(&path, "%s.partial", build->path) < 0)
        return cli_fail(CLI_BAD, "%s: %s, nothing was written", why,
                        cairn_status_get_text(CAIRN_MEMORY));
    int code = write_database(build, path);
    if (code == CLI_YES)
        code = cli_fail(exit_code,
                        "%s: the first %u of %u records are saved in %s.partial, a database of "
                        "its own",
                        why, finished, build->def.records, build->shared.output);
    free(path);
    return code;
}

static int run(struct build *build)
{
    cli_progress_begin(&build->progress, "records", build->shared.quiet);
    cairn_status status = cairn_build_run(build->build);
    build->spent_ns = cli_progress_get_elapsed(&build->progress);
    cli_progress_end(&build->progress);
    return status == CAIRN_OK ? write_database(build, build->path) : save_partial(build, status);
}

/* What was made, as the file itself says it. */
static int print_result(const struct build *build)
{
    if (build->shared.quiet && !build->shared.json)
        return CLI_YES;
    cairn_db *db = NULL;
    int code = cli_open_db(build->path, &db);
    if (code != CLI_YES)
        return code;
    cairn_db_info info = cairn_db_get_info(db);
    cairn_db_close(db);
    double seconds = (double)build->spent_ns / 1e9;
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", build->shared.output);
    cli_report_add_integer(&report, "records", info.records);
    cli_report_add_integer(&report, "states", info.states);
    cli_report_add_integer(&report, "bytes", info.bytes);
    cli_report_add_integer(&report, "threads", build->def.threads);
    cli_report_add_real(&report, "seconds", (double)(build->spent_ns / 1000000) / 1e3);
    cli_report_add_integer(&report, "records_per_second",
                           (uint64_t)(seconds > 0 ? info.records / seconds : 0));
    return cli_report_print(&report, stdout, build->shared.json);
}

int cli_build(int argc, char **argv)
{
    struct build build = {.kind = CAIRN_DB_KNN, .def = cairn_default_build_def()};
    build.def.threads = count_cores();
    cli_parse(&argp, argc, argv, &build.shared);
    cli_catch_signals();
    if (build.kind == CAIRN_DB_DLRTA)
        return cli_build_dlrta(&build.shared, build.level, build.def.threads);
    int code = open_build(&build);
    if (code == CLI_YES)
        code = run(&build);
    if (code == CLI_YES)
        code = print_result(&build);
    cairn_build_destroy(build.build);
    cairn_map_close(build.map);
    free(build.path);
    return code;
}
