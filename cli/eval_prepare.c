/* eval_prepare.c: maps, problems, databases and pictures, made by running our own commands on the
 * processors that do not measure. What an earlier run has made is there already. */
#include "evaluate.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PICTURE_SIZE = 640, REDRAW_NS = 100000000 };

static const char *const none[] = {NULL};

/* ---- the words of each job ---- */

static void add_corners(const struct eval *eval, struct cli_words *words)
{
    cli_words_add(words, "--corners=%s", cli_get_corners_name(eval->suite.corners));
    cli_words_add(words, "--quiet");
}

static void add_map_words(const struct suite_map *map, struct cli_words *words)
{
    static const char *const others[] = {"name", "kind", "scenario", NULL};
    cli_words_add(words, "map");
    if (map->file != NULL) {
        json_t *scale = json_object_get(map->request, "scale");
        cli_words_add(words, "scale");
        cli_words_add(words, "%s", map->file);
        cli_words_add(words, "%d", scale != NULL ? (int)json_integer_value(scale) : 1);
    } else {
        cli_words_add(words, "generate");
        cli_words_add(words, "%s", json_string_value(json_object_get(map->request, "kind")));
        suite_add_options(words, map->request, others);
    }
    cli_words_add(words, "--quiet");
}

static void add_problems_words(const struct eval *eval, size_t map, struct cli_words *words)
{
    char *table = eval_get_problems_path(eval, map, "csv");
    cli_words_add(words, "problems");
    suite_add_options(words, eval->suite.problems, none);
    cli_words_add(words, "--csv=%s", table != NULL ? table : "");
    if (eval->suite.maps[map].scenario != NULL)
        cli_words_add(words, "--scenario=%s", eval->suite.maps[map].scenario);
    add_corners(eval, words);
    free(table);
}

static void add_database_words(const struct eval *eval, size_t agent, struct cli_words *words)
{
    cli_words_add(words, "build");
    suite_add_options(words, eval->suite.agents[agent].database, none);
    cli_words_add(words, "--threads=%u", eval->processors.rest_count);
    cli_words_add(words, "--json");
    add_corners(eval, words);
}

/* The walk of the sample problem, or of the last there is. */
static void add_walk_words(const struct eval *eval, const struct eval_job *job,
                           struct cli_words *words)
{
    const struct suite_agent *agent = &eval->suite.agents[job->agent];
    struct eval_problem *problems = NULL;
    uint32_t count = 0;
    if (eval_read_problems(eval, job->map, &problems, &count) != CLI_YES || count == 0) {
        words->failed = true;
        free(problems);
        return;
    }
    uint32_t sample = eval->suite.sample < count ? eval->suite.sample : count - 1;
    const cairn_cell *ends = problems[sample].ends;
    cli_words_add(words, "--from=%u,%u", ends[0].x, ends[0].y);
    cli_words_add(words, "--to=%u,%u", ends[1].x, ends[1].y);
    cli_words_add(words, "--crop=auto");
    for (int i = 0; i < agent->words.count; i++)
        cli_words_add(words, "%s", agent->words.words[i]);
    if (agent->database != NULL) {
        char *database = eval_get_database_path(eval, job->map, job->agent, "cairn");
        cli_words_add(words, "--db=%s", database != NULL ? database : "");
        free(database);
    }
    free(problems);
}

static void add_picture_words(const struct eval *eval, const struct eval_job *job,
                              struct cli_words *words)
{
    cli_words_add(words, "render");
    cli_words_add(words, "--size=%d", PICTURE_SIZE);
    cli_words_add(words, "--json");
    if (job->kind == EVAL_WALK_PICTURE)
        add_walk_words(eval, job, words);
    add_corners(eval, words);
}

static char *get_target(const struct eval *eval, const struct eval_job *job)
{
    switch (job->kind) {
    case EVAL_MAP:
        return eval_get_map_path(eval, job->map);
    case EVAL_PROBLEMS:
        return eval_get_problems_path(eval, job->map, "scen");
    case EVAL_DATABASE:
        return eval_get_database_path(eval, job->map, job->agent, "cairn");
    case EVAL_MAP_PICTURE:
        return eval_get_picture_path(eval, job->map, NULL);
    case EVAL_WALK_PICTURE:
        break;
    }
    return eval_get_picture_path(eval, job->map, &eval->suite.agents[job->agent]);
}

static void add_words(const struct eval *eval, const struct eval_job *job, struct cli_words *words)
{
    switch (job->kind) {
    case EVAL_MAP:
        add_map_words(&eval->suite.maps[job->map], words);
        return;
    case EVAL_PROBLEMS:
        add_problems_words(eval, job->map, words);
        break;
    case EVAL_DATABASE:
        add_database_words(eval, job->agent, words);
        break;
    case EVAL_MAP_PICTURE:
    case EVAL_WALK_PICTURE:
        add_picture_words(eval, job, words);
        break;
    }
    char *map = eval_get_map_path(eval, job->map);
    cli_words_add(words, "%s", map != NULL ? map : "");
    free(map);
}

/* ---- doing a job ---- */

/* What the command said of its work, with the processor time it took, beside its result. */
static bool keep_facts(const struct cli_outcome *outcome, const char *target)
{
    char *path = NULL;
    json_t *facts = outcome->out != NULL ? json_loads(outcome->out, 0, NULL) : NULL;
    if (facts == NULL || asprintf(&path, "%s.json", target) < 0) {
        json_decref(facts);
        return false;
    }
    json_object_set_new(facts, "wall_seconds", json_real(outcome->seconds));
    json_object_set_new(facts, "cpu_seconds", json_real(outcome->cpu_seconds));
    json_object_del(facts, "output");
    bool kept = json_dump_file(facts, path, JSON_REAL_PRECISION(15)) == 0;
    json_decref(facts);
    free(path);
    return kept;
}

static bool has_facts(const struct eval_job *job)
{
    return job->kind == EVAL_DATABASE || job->kind == EVAL_WALK_PICTURE;
}

static bool is_there(const struct eval_job *job, const char *target)
{
    char *facts = NULL;
    bool there = access(target, R_OK) == 0;
    if (there && has_facts(job) && asprintf(&facts, "%s.json", target) >= 0) {
        there = access(facts, R_OK) == 0;
        free(facts);
    }
    return there;
}

static void run_job(const struct eval *eval, struct eval_job *job, const char *target)
{
    struct cli_words words = {0};
    struct cli_outcome outcome;
    add_words(eval, job, &words);
    cli_words_add(&words, "--output=%s", target);
    cli_child_run(&words, &outcome);
    /* A walk that does not arrive is drawn all the same. */
    bool drawn = job->kind == EVAL_WALK_PICTURE && outcome.code == CLI_NO;
    job->code = drawn ? CLI_YES : outcome.code;
    snprintf(job->sentence, sizeof job->sentence, "%s", outcome.sentence);
    if (job->code == CLI_YES && has_facts(job) && !keep_facts(&outcome, target)) {
        job->code = CLI_BAD;
        snprintf(job->sentence, sizeof job->sentence, "%s.json: cannot be written", target);
    }
    cli_outcome_close(&outcome);
    cli_words_close(&words);
}

static void do_job(const struct eval *eval, struct eval_job *job)
{
    char *target = get_target(eval, job);
    if (target == NULL) {
        job->code = CLI_BAD;
        snprintf(job->sentence, sizeof job->sentence, "%s", cairn_status_get_text(CAIRN_MEMORY));
    } else if (!is_there(job, target)) {
        run_job(eval, job, target);
    }
    free(target);
}

static void *do_jobs(void *context)
{
    struct eval *eval = context;
    pthread_setaffinity_np(pthread_self(), sizeof eval->processors.rest, &eval->processors.rest);
    bool good = true;
    for (size_t i = 0; i < eval->job_count; i++) {
        struct eval_job job = eval->jobs[i];
        if (good && cli_signal == 0)
            do_job(eval, &job);
        else
            job.code = CLI_SIGNAL;
        good = good && job.code == CLI_YES;
        pthread_mutex_lock(&eval->mutex);
        job.state = job.code == CLI_YES ? EVAL_DONE : EVAL_FAILED;
        eval->jobs[i] = job;
        pthread_cond_broadcast(&eval->changed);
        pthread_mutex_unlock(&eval->mutex);
    }
    return NULL;
}

/* ---- the list ---- */

static void add_job(struct eval *eval, enum eval_job_kind kind, size_t map, size_t agent)
{
    eval->jobs[eval->job_count++] = (struct eval_job){.kind = kind, .map = map, .agent = agent};
}

/* The first agent with the same database. */
static size_t find_owner(const struct eval *eval, size_t agent)
{
    size_t first = 0;
    while (strcmp(eval->suite.agents[first].database_key, eval->suite.agents[agent].database_key) !=
           0)
        first++;
    return first;
}

static void list_jobs(struct eval *eval)
{
    const struct suite *suite = &eval->suite;
    for (size_t map = 0; map < suite->map_count; map++) {
        add_job(eval, EVAL_MAP, map, 0);
        add_job(eval, EVAL_PROBLEMS, map, 0);
        for (size_t i = 0; i < suite->agent_count; i++)
            if (suite->agents[i].database != NULL && find_owner(eval, i) == i)
                add_job(eval, EVAL_DATABASE, map, i);
    }
    /* No measurement waits for a picture. */
    for (size_t map = 0; map < suite->map_count; map++) {
        add_job(eval, EVAL_MAP_PICTURE, map, 0);
        for (size_t i = 0; i < suite->agent_count; i++)
            if (suite->agents[i].picture)
                add_job(eval, EVAL_WALK_PICTURE, map, i);
    }
}

int eval_prepare_start(struct eval *eval)
{
    size_t most = eval->suite.map_count * (3 + 2 * eval->suite.agent_count);
    eval->jobs = calloc(most, sizeof *eval->jobs);
    if (eval->jobs == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    list_jobs(eval);
    pthread_mutex_init(&eval->mutex, NULL);
    pthread_cond_init(&eval->changed, NULL);
    int reason = pthread_create(&eval->thread, NULL, do_jobs, eval);
    eval->thread_runs = reason == 0;
    return reason == 0 ? CLI_YES
                       : cli_fail(CLI_BAD, "a thread cannot be started: %s", strerror(reason));
}

static int wait_for(struct eval *eval, struct eval_job *job)
{
    pthread_mutex_lock(&eval->mutex);
    while (job->state == EVAL_WAITING) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += REDRAW_NS;
        if (until.tv_nsec >= 1000000000) {
            until.tv_nsec -= 1000000000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&eval->changed, &eval->mutex, &until);
        cli_progress_update(&eval->progress, eval->done, eval->total);
    }
    pthread_mutex_unlock(&eval->mutex);
    if (job->state == EVAL_DONE)
        return CLI_YES;
    cli_progress_end(&eval->progress);
    if (cli_signal != 0)
        return CLI_SIGNAL + cli_signal;
    return cli_fail(CLI_BAD, "%s", job->sentence);
}

int eval_prepare_wait(struct eval *eval, enum eval_job_kind kind, size_t map, size_t agent)
{
    size_t owner = kind == EVAL_DATABASE ? find_owner(eval, agent) : agent;
    for (size_t i = 0; i < eval->job_count; i++) {
        const struct eval_job *job = &eval->jobs[i];
        if (job->kind == kind && job->map == map && job->agent == owner)
            return wait_for(eval, &eval->jobs[i]);
    }
    return CLI_YES;
}

int eval_prepare_finish(struct eval *eval)
{
    int code = CLI_YES;
    for (size_t i = 0; code == CLI_YES && i < eval->job_count; i++)
        code = wait_for(eval, &eval->jobs[i]);
    return code;
}

void eval_prepare_stop(struct eval *eval)
{
    if (eval->thread_runs)
        pthread_join(eval->thread, NULL);
    free(eval->jobs);
}
