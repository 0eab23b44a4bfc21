/* build_job.c: one map's way from file to database.
 *
 * Interrupted, it keeps what is done. With --checkpoint the finished ranges are in that folder and
 * the same command goes on from there; without it, the records finished without a gap are written
 * beside the output as DB.partial, the database that a build of so many records would have given. */
#include "build_image.h"
#include "build_job.h"

#include <stdlib.h>
#include <string.h>

/* Time between two files of a checkpoint: what a kill can cost. */
#define CHECKPOINT_NS UINT64_C(2000000000)

/* With a target: the first try, and how much each one more adds to the one before. */
enum { FIRST_RECORDS = 1008, GROWTH_PARTS = 2 };

struct job {
    const struct cli_build_request *request;
    const struct cli_build_job *names;
    cairn_build_def def;
    cairn_detail detail;
    struct cli_progress progress;
    uint64_t spent_ns;
    uint32_t made;          /* records, in that time */
    uint64_t checkpoint_ns; /* when the last one was written */
    cairn_status checkpoint_status;
    cairn_detail checkpoint_detail; /* the build's own goes on to say that it was stopped */
    cairn_status serve_status;
    bool timed_out; /* --max-seconds */
    char *path;     /* of the database */
    cairn_map *map;
    cairn_build *build;
    cairn_regions_build *net; /* with --fallback */
    struct cli_gauge gauge;
    struct cli_quality quality;
    bool measured;
};

/* ---- while it runs ---- */

static bool keep_checkpoint(struct job *job)
{
    uint64_t now = cli_get_time();
    if (job->names->checkpoint == NULL || now - job->checkpoint_ns < CHECKPOINT_NS)
        return true;
    job->checkpoint_status = cairn_build_write_checkpoint(job->build, job->names->checkpoint);
    job->checkpoint_detail = job->detail;
    job->checkpoint_ns = cli_get_time();
    return job->checkpoint_status == CAIRN_OK;
}

static bool show_progress(void *context, const cairn_build_progress *progress)
{
    struct job *job = context;
    uint32_t seconds = job->request->target.max_seconds;
    job->progress.phase = progress->phase == CAIRN_BUILD_PREPARING ? "preparing the map" : NULL;
    cli_progress_update(&job->progress, progress->finished, progress->records);
    job->timed_out =
        seconds > 0 && cli_progress_get_elapsed(&job->progress) / 1000000000 >= seconds;
    if (job->request->driver->serve != NULL)
        job->serve_status = job->request->driver->serve(job->request->driver->context, job->build);
    return cli_signal == 0 && !job->timed_out && job->serve_status == CAIRN_OK &&
           keep_checkpoint(job);
}

/* ---- opening ---- */

/* A database to extend says what its records were made with. */
static int open_old(struct job *job, cairn_db **old)
{
    const struct cli_build_request *request = job->request;
    const char *name = request->extend;
    int code = cli_open_db(name, old);
    if (code != CLI_YES)
        return code;
    cairn_db_info info = cairn_db_get_info(*old);
    if (request->seed_given && request->def.seed != info.seed)
        return cli_fail(CLI_BAD, "%s: it was built with another seed; leave out --seed", name);
    if (request->direct_given && request->def.skip_direct != info.skip_direct)
        return cli_fail(CLI_BAD, "%s: it was built with --%s-direct; leave the other out", name,
                        info.skip_direct ? "skip" : "keep");
    if (request->shared.corners_given && request->shared.corners != info.corners)
        return cli_fail(CLI_BAD, "%s: it was built for %s corners; leave out --corners", name,
                        cli_get_corners_name(info.corners));
    if (job->def.records < info.records && request->records_given)
        return cli_fail(CLI_BAD, "%s: it has %u records already; ask for more", name, info.records);
    if (job->def.records < info.records)
        job->def.records = info.records;
    job->def.seed = info.seed;
    job->def.skip_direct = info.skip_direct;
    return CLI_YES;
}

/* The map, with the corner setting of what is to be extended. */
static int open_map(struct job *job, const cairn_db *old)
{
    cairn_corners corners =
        old != NULL ? cairn_db_get_info(old).corners : job->request->shared.corners;
    int code = cli_open_map(job->names->map, corners, &job->map);
    job->def.map = job->map;
    return code;
}

/* How many records to begin with; --records is then the limit. */
static void set_first_records(struct job *job, const cairn_db *old)
{
    uint32_t first = FIRST_RECORDS;
    if (old != NULL && cairn_db_get_info(old).records > first)
        first = cairn_db_get_info(old).records;
    if (job->request->target.wanted && first < job->def.records)
        job->def.records = first;
}

static int create_build(struct job *job, const cairn_db *old)
{
    set_first_records(job, old);
    job->def.detail = &job->detail;
    job->def.progress = show_progress;
    job->def.progress_context = job;
    cairn_status status = cairn_build_create(&job->def, &job->build);
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, job->names->map, status, &job->detail);
    if (old != NULL)
        status = cairn_build_add_db(job->build, old);
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, job->request->extend, status, &job->detail);
    if (job->names->checkpoint != NULL)
        status = cairn_build_read_checkpoint(job->build, job->names->checkpoint);
    if (status == CAIRN_OK)
        return CLI_YES;
    char text[256];
    cli_explain(status, &job->detail, text, sizeof text);
    return cli_fail(CLI_BAD, "%s: %.*s; remove it or choose another folder for --checkpoint",
                    job->names->checkpoint, (int)strcspn(text, ";"), text);
}

static int open_gauge(struct job *job)
{
    if (!job->request->target.wanted)
        return CLI_YES;
    cairn_status status = cli_gauge_open(job->map, &job->def, &job->request->target, &job->gauge);
    job->def.engine = job->gauge.engine;
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal,
                        "interrupted: no record is finished, nothing was written");
    return status == CAIRN_OK ? CLI_YES
                              : cli_fail_file(CLI_BAD, job->names->map, status, &job->detail);
}

static int open_job(struct job *job)
{
    cairn_db *old = NULL;
    int code = cli_find_output(job->names->output, job->names->map, &job->path);
    if (code == CLI_YES && job->request->extend != NULL)
        code = open_old(job, &old);
    if (code == CLI_YES)
        code = open_map(job, old);
    if (code == CLI_YES)
        code = open_gauge(job);
    if (code == CLI_YES)
        code = create_build(job, old);
    cairn_db_close(old);
    return code;
}

/* ---- endings ---- */

static int write_database(const struct job *job, const char *path)
{
    cairn_status status = cairn_build_write(job->build, path);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, path, status, &job->detail);
}

static int save_checkpoint(const struct job *job, int exit_code, const char *why)
{
    const char *folder = job->names->checkpoint;
    cairn_status status = cairn_build_write_checkpoint(job->build, folder);
    if (status != CAIRN_OK)
        return cli_fail_file(CLI_BAD, folder, status, &job->detail);
    return cli_fail(exit_code, "%s: what is finished is kept in %s; the same command goes on there",
                    why, folder);
}

static int save_partial(const struct job *job, int exit_code, const char *why)
{
    uint32_t finished = cairn_build_get_finished(job->build);
    char *path = NULL;
    if (finished == 0)
        return cli_fail(exit_code, "%s: no record is finished, nothing was written", why);
    if (asprintf(&path, "%s.partial", job->path) < 0)
        return cli_fail(CLI_BAD, "%s: %s, nothing was written", why,
                        cairn_status_get_text(CAIRN_MEMORY));
    int code = write_database(job, path);
    if (code == CLI_YES)
        code = cli_fail(exit_code,
                        "%s: the first %u of %u records are saved in %s.partial, a database of "
                        "its own",
                        why, finished, job->def.records, job->names->output);
    free(path);
    return code;
}

/* The build ended early: says why, and keeps what is finished. */
static int save(const struct job *job, cairn_status status)
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
    if (!interrupted && cairn_build_get_finished(job->build) == 0)
        return cli_fail_file(CLI_BAD, job->names->map, status, &job->detail);
    if (!interrupted)
        cli_explain(status, &job->detail, why, sizeof why);
    return job->names->checkpoint != NULL ? save_checkpoint(job, exit_code, why)
                                          : save_partial(job, exit_code, why);
}

/* ---- with a fall-back ---- */

static cairn_status make_net(struct job *job)
{
    struct cli_image_maker maker = {.map = job->map,
                                    .threads = job->def.threads,
                                    .shared = &job->request->shared,
                                    .title = job->names->title,
                                    .detail = &job->detail};
    return cli_make_net(&maker, &job->net);
}

/* The records as an image in memory, written out once with the net behind them. */
static int write_with_net(const struct job *job)
{
    struct cli_image image;
    cairn_db *db = NULL;
    cairn_db_def def = cairn_default_db_def();
    def.detail = (cairn_detail *)(uintptr_t)&job->detail;
    cairn_status status = cli_image_take_records(job->build, &image);
    if (status == CAIRN_OK)
        status = cairn_db_open_memory(image.bytes, image.count, &def, &db);
    if (status == CAIRN_OK)
        status = cairn_regions_build_write_fallback(job->net, db, job->path);
    cairn_db_close(db);
    cli_image_free(&image);
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, job->path, status, &job->detail);
}

/* ---- running ---- */

static cairn_status run_build(struct job *job)
{
    const struct cli_build_driver *driver = job->request->driver;
    cairn_status status = driver->run(driver->context, job->build, &job->def);
    return job->serve_status != CAIRN_OK ? job->serve_status : status;
}

static bool is_target_met(const struct job *job)
{
    return job->quality.cut == 0 && job->quality.mean <= job->request->target.suboptimality;
}

/* Half as many again, up to the limit; false if that is reached. */
static cairn_status grow(struct job *job, bool *grown)
{
    uint32_t most = job->request->def.records, now = job->def.records;
    uint32_t step = now / GROWTH_PARTS;
    step -= step % CAIRN_BUILD_RANGE;
    *grown = now < most && !job->timed_out;
    if (!*grown)
        return CAIRN_OK;
    job->def.records = most - now > step ? now + step : most;
    return cairn_build_set_records(job->build, job->def.records);
}

static void tell_quality(struct job *job)
{
    if (job->request->shared.quiet)
        return;
    cli_progress_end(&job->progress);
    if (job->request->shared.json)
        fprintf(
            stderr,
            "{\"phase\": \"measured\", \"records\": %u, \"suboptimality\": %.4f, \"cut\": %u}\n",
            cairn_build_get_finished(job->build), job->quality.mean, job->quality.cut);
    else
        fprintf(stderr, "%s%u records: %s%.2f %% mean suboptimality, %.2f %% median\n",
                job->names->title, cairn_build_get_finished(job->build),
                job->quality.cut > 0 ? "at least " : "", job->quality.mean, job->quality.median);
}

/* Builds and measures until the target is met or a limit is. */
static cairn_status run_to_target(struct job *job)
{
    for (;;) {
        bool grown = false;
        cairn_status status = run_build(job);
        if (status == CAIRN_INTERRUPTED && job->timed_out)
            status = CAIRN_OK; /* what is finished without a gap is what there will be */
        if (status == CAIRN_OK)
            status = cli_gauge_run(&job->gauge, job->build, &job->quality);
        if (status != CAIRN_OK)
            return status;
        job->measured = true;
        tell_quality(job);
        if (is_target_met(job))
            return CAIRN_OK;
        status = grow(job, &grown);
        if (status != CAIRN_OK || !grown)
            return status;
    }
}

static int run(struct job *job)
{
    cli_progress_begin(&job->progress, "records", &job->request->shared);
    job->progress.title = job->names->title;
    job->checkpoint_ns = cli_get_time();
    uint32_t before = cairn_build_get_finished(job->build);
    cairn_status status = job->request->target.wanted ? run_to_target(job) : run_build(job);
    job->spent_ns = cli_progress_get_elapsed(&job->progress);
    job->made = cairn_build_get_finished(job->build) - before;
    cli_progress_end(&job->progress);
    if (status == CAIRN_OK && job->request->fallback)
        status = make_net(job);
    if (status != CAIRN_OK)
        return save(job, status);
    int code = job->net != NULL ? write_with_net(job) : write_database(job, job->path);
    if (code == CLI_YES && job->names->checkpoint != NULL &&
        cairn_build_remove_checkpoint(job->build, job->names->checkpoint) != CAIRN_OK)
        code = cli_fail_file(CLI_BAD, job->names->checkpoint, CAIRN_IO, &job->detail);
    return code;
}

/* ---- results ---- */

static void report_quality(const struct job *job, struct cli_report *report)
{
    if (!job->measured)
        return;
    cli_report_add_real(report, "target_suboptimality", job->request->target.suboptimality);
    cli_report_add_flag(report, "target_met", is_target_met(job));
    cli_report_add_real(report, "suboptimality", job->quality.mean);
    cli_report_add_real(report, "median_suboptimality", job->quality.median);
    cli_report_add_integer(report, "problems", job->request->target.problems);
    cli_report_add_integer(report, "cut", job->quality.cut);
}

/* What was made, as the file itself says it. */
static int print_result(const struct job *job)
{
    const struct cli_arguments *shared = &job->request->shared;
    if (shared->quiet && !shared->json)
        return CLI_YES;
    cairn_db *db = NULL;
    int code = cli_open_db(job->path, &db);
    if (code != CLI_YES)
        return code;
    cairn_db_info info = cairn_db_get_info(db);
    cairn_db_close(db);
    double seconds = (double)job->spent_ns / 1e9;
    if (job->names->title[0] != '\0' && !shared->json)
        return printf("%s%u records, %ju bytes, %.1f s, %s\n", job->names->title, info.records,
                      (uintmax_t)info.bytes, seconds, job->names->output) < 0
                   ? CLI_BAD
                   : CLI_YES;
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", job->names->output);
    cli_report_add_integer(&report, "records", info.records);
    cli_report_add_integer(&report, "states", info.states);
    cli_report_add_integer(&report, "bytes", info.bytes);
    cli_report_add_integer(&report, "threads", job->def.threads);
    cli_report_add_real(&report, "seconds", (double)(job->spent_ns / 1000000) / 1e3);
    cli_report_add_integer(&report, "records_per_second",
                           (uint64_t)(seconds > 0 ? job->made / seconds : 0));
    report_quality(job, &report);
    return cli_report_print(&report, stdout, shared->json);
}

static int check_target(const struct job *job)
{
    if (!job->measured || is_target_met(job))
        return CLI_YES;
    return cli_fail(CLI_NO, "%s: the target of %g %% was not met: %s%.2f %% with %u records%s",
                    job->names->output, job->request->target.suboptimality,
                    job->quality.cut > 0 ? "at least " : "", job->quality.mean,
                    cairn_build_get_finished(job->build),
                    job->timed_out ? ", all there was time for" : ", the limit");
}

/* True if the output is there already and is what the request would make. */
static bool is_up_to_date(const struct job *job)
{
    cairn_db_def def = cairn_default_db_def();
    cairn_db *db = NULL;
    if (cairn_db_open(job->names->output, &def, &db) != CAIRN_OK)
        return false;
    cairn_db_info info = cairn_db_get_info(db);
    bool same = info.kind == CAIRN_DB_KNN && info.records == job->def.records &&
                info.seed == job->def.seed && info.skip_direct == job->def.skip_direct &&
                info.fallback == job->request->fallback &&
                cairn_db_verify(db, job->map, NULL) == CAIRN_OK;
    cairn_db_close(db);
    return same;
}

static int skip(const struct job *job)
{
    const struct cli_arguments *shared = &job->request->shared;
    if (!shared->quiet && !shared->json)
        printf("%s%s is up to date\n", job->names->title, job->names->output);
    return CLI_YES;
}

int cli_build_job_run(const struct cli_build_request *request, const struct cli_build_job *names)
{
    struct job job = {.request = request, .names = names, .def = request->def};
    int code = open_job(&job);
    if (code == CLI_YES && request->update && is_up_to_date(&job)) {
        code = skip(&job);
    } else {
        if (code == CLI_YES)
            code = run(&job);
        if (code == CLI_YES)
            code = print_result(&job);
        if (code == CLI_YES)
            code = check_target(&job);
    }
    cairn_build_destroy(job.build);
    cairn_regions_build_destroy(job.net);
    cli_gauge_close(&job.gauge);
    cairn_map_close(job.map);
    free(job.path);
    return code;
}
