/* build_job.c: one map's way from file to database.
 *
 * Interrupted, it keeps what is done of kind knn. With --checkpoint the finished ranges are in that
 * folder and the same command goes on from there; without it, the records finished without a gap
 * are written beside the output as DB.partial, the database that a build of that many records would
 * have given. */
#include "build_job.h"

#include <stdlib.h>
#include <string.h>

/* Time between two files of a checkpoint: what a kill can cost. */
#define CHECKPOINT_NS UINT64_C(2000000000)

struct cli_job {
    const struct cli_build_request *request;
    const struct cli_build_names *names;
    struct cli_build_plan plan;
    cairn_detail detail;
    struct cli_progress progress;
    char title[192];        /* before the progress: the map, and what is tried */
    uint32_t phase;         /* that is shown */
    uint64_t checkpoint_ns; /* when the last one was written */
    cairn_status checkpoint_status;
    cairn_detail checkpoint_detail; /* the build's own goes on to say that it was stopped */
    cairn_status serve_status;
    struct cli_build_outcome outcome;
    char *path; /* of the database */
    cairn_map *map;
    cairn_build *build;
};

/* ---- while it runs ---- */

static bool keep_checkpoint(struct cli_job *job)
{
    uint64_t now = harness_get_time();
    if (job->names->checkpoint == NULL || now - job->checkpoint_ns < CHECKPOINT_NS)
        return true;
    job->checkpoint_status =
        cairn_build_use_checkpoint(job->build, job->names->checkpoint, CAIRN_CHECKPOINT_WRITE);
    job->checkpoint_detail = job->detail;
    job->checkpoint_ns = harness_get_time();
    return job->checkpoint_status == CAIRN_OK;
}

static void tell_quality(struct cli_job *job)
{
    cairn_build_report report = {.size = sizeof report};
    uint32_t finished = 0;
    if (job->request->shared.quiet || cairn_build_get_report(job->build, &report) != CAIRN_OK)
        return;
    (void)cairn_build_get_records(job->build, 0, NULL, &finished);
    cli_progress_end(&job->progress);
    if (job->request->shared.json)
        fprintf(stderr,
                "{\"phase\": \"measured\", \"records\": %u, \"suboptimality\": %.4f, "
                "\"cut\": %u}\n",
                finished, (double)report.suboptimality / 10000, report.cut);
    else
        fprintf(stderr, "%s%u records: %s%.2f %% mean suboptimality, %.2f %% median\n",
                job->names->title, finished, report.cut > 0 ? "at least " : "",
                (double)report.suboptimality / 10000, (double)report.median / 10000);
}

/* Another phase: the rate of the one before means nothing for it. Where several databases are tried a
 * phase is shown by its name, which says of which, and without a bar, which would begin anew and
 * anew. */
static void show_phase(struct cli_job *job, const cairn_progress *progress)
{
    bool tries = job->request->kind == 0;
    job->phase = progress->phase;
    job->progress.phase = progress->unit == NULL ? progress->name : NULL;
    job->progress.noun = progress->unit;
    job->progress.name = tries ? progress->name : NULL;
    job->progress.barless = tries;
    job->progress.samples = 0;
    snprintf(job->title, sizeof job->title, "%s%s%s", job->names->title,
             tries && progress->unit != NULL ? progress->name : "",
             tries && progress->unit != NULL ? ", " : "");
    if (strcmp(progress->name, "measured") == 0)
        tell_quality(job);
}

static int32_t show_progress(void *context, const cairn_progress *progress)
{
    struct cli_job *job = context;
    const struct cli_build_driver *driver = job->request->driver;
    if (progress->phase != job->phase)
        show_phase(job, progress);
    cli_progress_update(&job->progress, progress->done, progress->total);
    if (driver->serve != NULL)
        job->serve_status = driver->serve(driver->context, job->build);
    return cli_signal == 0 && job->serve_status == CAIRN_OK && keep_checkpoint(job);
}

/* ---- opening ---- */

/* A database to extend says what its records were made with: what was given must be the same. */
static int check_old(const struct cli_build_request *request, const cairn_db *old)
{
    const char *name = request->extend;
    bool skip_direct = cli_get_figure(old, "skip_direct") != 0;
    cairn_db_info info = cli_get_db_info(old);
    if (info.kind != CAIRN_DB_KNN)
        return cli_fail_kind(name, old, "--extend", CAIRN_DB_KNN);
    if (cli_build_has(request, CAIRN_OPTION_SEED) &&
        cli_build_get(request, CAIRN_OPTION_SEED) != cli_get_figure(old, "seed"))
        return cli_fail(CLI_BAD, "%s: it was built with another seed; leave out --seed", name);
    if (cli_build_has(request, CAIRN_OPTION_SKIP_DIRECT) &&
        cli_build_get(request, CAIRN_OPTION_SKIP_DIRECT) != skip_direct)
        return cli_fail(CLI_BAD, "%s: it was built with --%s-direct; leave the other out", name,
                        skip_direct ? "skip" : "keep");
    if (request->shared.corners_given && request->shared.corners != info.corners)
        return cli_fail(CLI_BAD, "%s: it was built for %s corners; leave out --corners", name,
                        cli_get_corners_name(info.corners));
    return CLI_YES;
}

static int open_old(struct cli_job *job, cairn_db **old)
{
    const struct cli_build_request *request = job->request;
    int code = cli_open_db(request->extend, old);
    if (code == CLI_YES)
        code = check_old(request, *old);
    if (code != CLI_YES)
        return code;
    uint64_t records = cli_get_figure(*old, "records");
    bool fewer = cli_build_get(request, CAIRN_OPTION_RECORDS) < records;
    if (fewer && cli_build_has(request, CAIRN_OPTION_RECORDS))
        return cli_fail(CLI_BAD, "%s: it has %ju records already; ask for more", request->extend,
                        (uintmax_t)records);
    if (fewer && !request->target_given)
        cli_build_plan_set(&job->plan, CAIRN_OPTION_RECORDS, records);
    cli_build_plan_set(&job->plan, CAIRN_OPTION_SEED, cli_get_figure(*old, "seed"));
    cli_build_plan_set(&job->plan, CAIRN_OPTION_SKIP_DIRECT, cli_get_figure(*old, "skip_direct"));
    return CLI_YES;
}

static cairn_status run_driver(void *context, cairn_build *build)
{
    const struct cli_job *job = context;
    const struct cli_build_driver *driver = job->request->driver;
    return driver->run(driver->context, build, &job->plan, job->map);
}

static int read_checkpoint(struct cli_job *job)
{
    char text[256];
    cairn_status status =
        cairn_build_use_checkpoint(job->build, job->names->checkpoint, CAIRN_CHECKPOINT_READ);
    if (status == CAIRN_OK)
        return CLI_YES;
    cli_explain(status, &job->detail, text, sizeof text);
    return cli_fail(CLI_BAD, "%s: %.*s; remove it or choose another folder for --checkpoint",
                    job->names->checkpoint, (int)strcspn(text, ";"), text);
}

static int create_build(struct cli_job *job, const cairn_db *old)
{
    const struct cli_build_request *request = job->request;
    job->plan.def.detail = &job->detail;
    job->plan.def.progress = show_progress;
    job->plan.def.progress_context = job;
    cairn_status status = cairn_build_create(job->map, &job->plan.def, &job->build);
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, job->names->map, status, &job->detail);
    if (request->driver->run != NULL && !request->shares_maps && request->kind == CAIRN_DB_KNN)
        status = cairn_build_set_driver(
            job->build, &(cairn_build_driver){
                            .size = sizeof(cairn_build_driver), .run = run_driver, .context = job});
    if (status == CAIRN_OK && old != NULL)
        status = cairn_build_add_db(job->build, old);
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, request->extend, status, &job->detail);
    return job->names->checkpoint != NULL ? read_checkpoint(job) : CLI_YES;
}

/* The map, with the corner setting of what is to be extended. */
static int open_map(struct cli_job *job, cairn_db **old)
{
    cairn_corners corners = job->request->shared.corners;
    const struct cli_names names = {{job->names->map}, {job->names->output}};
    int code = cli_check_names(&names);
    if (code == CLI_YES)
        code = cli_find_output(job->names->output, &job->path);
    if (code == CLI_YES && job->request->extend != NULL)
        code = open_old(job, old);
    if (*old != NULL)
        corners = cli_get_db_info(*old).corners;
    if (code == CLI_YES)
        code = cli_open_map(job->names->map, corners, &job->map);
    return code == CLI_YES ? cli_check_open(job->names->map, job->map) : code;
}

/* ---- what is there already ---- */

/* True if an option has the value that a database was made with. What the database does not tell, by
 * a figure of the option's name, may only be the default. */
static bool is_same(const struct cli_build_request *request, const cairn_db *db,
                    const cairn_option_info *info)
{
    char name[CLI_NAME_CAPACITY];
    uint64_t value = 0;
    snprintf(name, sizeof name, "%s", info->word);
    for (char *at = name; *at != '\0'; at++)
        *at = *at == '-' ? '_' : *at;
    if (cairn_db_find_figure(db, name, &value) != CAIRN_OK)
        return !cli_build_has(request, info->option);
    return value == cli_build_get(request, info->option);
}

static bool is_wanted(const struct cli_build_request *request, const cairn_db *db)
{
    cairn_db_info db_info = cli_get_db_info(db);
    cairn_option_info info = {.size = sizeof info};
    if (request->kind == 0)
        return request->max_bytes == 0 || db_info.bytes <= request->max_bytes;
    bool same = db_info.kind == request->kind;
    for (uint32_t i = 0; same && cairn_option_get_info(i, &info) == CAIRN_OK; i++)
        if ((info.scope & CAIRN_FOR_KIND(request->kind)) != 0)
            same = is_same(request, db, &info);
    return same;
}

/* True if the output is there already and is what the request would make. */
static bool is_up_to_date(const struct cli_job *job)
{
    cairn_db_def def = {.size = sizeof def};
    cairn_db *db = NULL;
    if (!job->request->update || cairn_db_open(job->names->output, &def, &db) != CAIRN_OK)
        return false;
    bool good = is_wanted(job->request, db) && cairn_db_verify(db, job->map, NULL) == CAIRN_OK;
    cairn_db_close(db);
    return good;
}

static void say_skipped(const struct cli_job *job)
{
    const struct cli_arguments *shared = &job->request->shared;
    if (!shared->quiet && !shared->json)
        cli_say("%s%s is up to date", job->names->title, job->names->output);
}

int cli_job_open(const struct cli_build_request *request, const struct cli_build_names *names,
                 struct cli_job **opened)
{
    cairn_db *old = NULL;
    struct cli_job *job = calloc(1, sizeof *job);
    *opened = NULL;
    if (job == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    job->request = request;
    job->names = names;
    cli_build_plan_make(request, &job->plan);
    job->plan.def.options = job->plan.options;
    int code = open_map(job, &old);
    bool skipped = code == CLI_YES && is_up_to_date(job);
    if (skipped)
        say_skipped(job);
    else if (code == CLI_YES)
        code = create_build(job, old);
    cairn_db_close(old);
    if (code == CLI_YES && !skipped)
        *opened = job;
    else
        cli_job_close(job);
    return code;
}

void cli_job_close(struct cli_job *job)
{
    if (job == NULL)
        return;
    cairn_build_destroy(job->build);
    cairn_map_close(job->map);
    free(job->path);
    free(job);
}

const cairn_map *cli_job_get_map(const struct cli_job *job)
{
    return job->map;
}

/* ---- endings ---- */

static uint32_t get_finished(const struct cli_job *job)
{
    uint32_t finished = 0;
    (void)cairn_build_get_records(job->build, 0, NULL, &finished);
    return finished;
}

static int write_database(const struct cli_job *job, const char *path)
{
    cairn_status status = cairn_build_write(job->build, path);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, path, status, &job->detail);
}

static int save_checkpoint(const struct cli_job *job, int exit_code, const char *why)
{
    const char *folder = job->names->checkpoint;
    cairn_status status = cairn_build_use_checkpoint(job->build, folder, CAIRN_CHECKPOINT_WRITE);
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, folder, status, &job->detail);
    return cli_fail(exit_code, "%s: what is finished is kept in %s; the same command goes on there",
                    why, folder);
}

static int save_partial(const struct cli_job *job, int exit_code, const char *why)
{
    uint32_t finished = get_finished(job), wanted = 0;
    char *path = NULL;
    if (finished == 0)
        return cli_fail(exit_code, "%s: no record is finished, nothing was written", why);
    if (asprintf(&path, "%s.partial", job->path) < 0)
        return cli_fail(CLI_BAD, "%s: %s, nothing was written", why,
                        cairn_status_get_text(CAIRN_MEMORY));
    (void)cairn_build_get_records(job->build, 0, &wanted, NULL);
    int code = write_database(job, path);
    if (code == CLI_YES)
        code = cli_fail(exit_code,
                        "%s: the first %u of %u records are saved in %s.partial, a database of "
                        "its own",
                        why, finished, wanted, job->names->output);
    free(path);
    return code;
}

/* Records were interrupted, or could not be finished: keeps what there is. */
static int save_records(const struct cli_job *job, cairn_status status)
{
    bool interrupted = status == CAIRN_INTERRUPTED;
    int exit_code = interrupted ? CLI_SIGNAL + cli_signal : CLI_BAD;
    char why[256], text[192];
    snprintf(why, sizeof why, "%s", job->request->driver->interrupted);
    if (job->checkpoint_status != CAIRN_OK) {
        cli_explain(job->checkpoint_status, &job->checkpoint_detail, text, sizeof text);
        snprintf(why, sizeof why, "%.60s: %s", job->names->checkpoint, text);
        return save_partial(job, CLI_BAD, why);
    }
    if (!interrupted && get_finished(job) == 0)
        return cli_fail_file(CLI_BAD, job->names->map, status, &job->detail);
    if (!interrupted)
        cli_explain(status, &job->detail, why, sizeof why);
    return job->names->checkpoint != NULL ? save_checkpoint(job, exit_code, why)
                                          : save_partial(job, exit_code, why);
}

int cli_job_fail(const struct cli_job *job, cairn_status status, const cairn_detail *detail)
{
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal,
                        "interrupted: a database of this kind is whole or useless, nothing was "
                        "written");
    return cli_fail_file(CLI_BAD, job->names->map, status, detail);
}

static int check_target(const struct cli_job *job, uint32_t finished)
{
    const struct cli_build_request *request = job->request;
    const struct cli_build_outcome *outcome = &job->outcome;
    if (!request->target_given || outcome->target_met)
        return CLI_YES;
    return cli_fail(CLI_NO, "%s: the target of %g %% was not met: %s%.2f %% with %u records%s",
                    job->names->output, request->target, outcome->cut > 0 ? "at least " : "",
                    outcome->suboptimality, finished,
                    finished < outcome->wanted ? ", all there was time for" : ", the limit");
}

/* ---- running ---- */

static cairn_status run_build(struct cli_job *job)
{
    uint32_t before = get_finished(job);
    cli_progress_begin(&job->progress, "records", &job->request->shared);
    job->progress.title = job->title;
    job->checkpoint_ns = harness_get_time();
    cairn_status status = cairn_build_run(job->build);
    if (job->serve_status != CAIRN_OK)
        status = job->serve_status;
    cli_build_outcome_take(job->build, &job->outcome);
    job->outcome.spent_ns = cli_progress_get_elapsed(&job->progress);
    job->outcome.made = get_finished(job) - before;
    cli_progress_end(&job->progress);
    return status;
}

int cli_job_run(struct cli_job *job)
{
    cairn_status status = run_build(job);
    if (status != CAIRN_OK)
        return job->request->kind == CAIRN_DB_KNN ? save_records(job, status)
                                                  : cli_job_fail(job, status, &job->detail);
    int code = write_database(job, job->path);
    if (code == CLI_YES && job->names->checkpoint != NULL &&
        cairn_build_use_checkpoint(job->build, job->names->checkpoint, CAIRN_CHECKPOINT_REMOVE) !=
            CAIRN_OK)
        code = cli_fail_file(CLI_BAD, job->names->checkpoint, CAIRN_IO, &job->detail);
    if (code == CLI_YES)
        code = cli_build_print(job->request, job->names, job->path, &job->outcome);
    return code == CLI_YES ? check_target(job, get_finished(job)) : code;
}

int cli_job_take(struct cli_job *job, const void *image, size_t bytes,
                 const struct cli_build_outcome *outcome)
{
    struct cli_file file;
    job->outcome = *outcome;
    int code = cli_file_open(job->path, &file);
    if (code != CLI_YES)
        return code;
    (void)fwrite(image, 1, bytes, file.stream);
    code = cli_file_close(&file, true);
    if (code == CLI_YES)
        code = cli_build_print(job->request, job->names, job->path, outcome);
    return code == CLI_YES ? check_target(job, outcome->made) : code;
}
