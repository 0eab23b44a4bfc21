/* eval_prepare.c: maps, problems, databases and pictures, made by running our own commands on the
 * processors that do not measure. What an earlier run has made is there already. Which words make
 * a command is in eval_words.c. */
#include "evaluate.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { REDRAW_NS = 100000000 };

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
    eval_add_words(eval, job, &words);
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
    char *target = eval_get_target(eval, job);
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

/* The first agent on a map with the same database. */
static size_t find_owner(const struct eval *eval, size_t map, size_t agent)
{
    const struct suite_agent *agents = eval->suite.agents;
    size_t first = 0;
    while (strcmp(agents[first].database_key, agents[agent].database_key) != 0 ||
           !suite_measures(&eval->suite, map, first))
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
            if (suite->agents[i].database != NULL && suite_measures(suite, map, i) &&
                find_owner(eval, map, i) == i)
                add_job(eval, EVAL_DATABASE, map, i);
    }
    /* No measurement waits for a picture. */
    for (size_t map = 0; map < suite->map_count; map++) {
        add_job(eval, EVAL_MAP_PICTURE, map, 0);
        for (size_t i = 0; i < suite->agent_count; i++)
            if (suite->agents[i].picture && suite_draws(suite, map, i))
                add_job(eval, EVAL_WALK_PICTURE, map, i);
    }
}

int eval_prepare_list(struct eval *eval)
{
    size_t most = eval->suite.map_count * (3 + 2 * eval->suite.agent_count);
    eval->jobs = calloc(most, sizeof *eval->jobs);
    if (eval->jobs == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    list_jobs(eval);
    return CLI_YES;
}

int eval_prepare_do(struct eval *eval, size_t number)
{
    struct eval_job *job = &eval->jobs[number];
    pthread_setaffinity_np(pthread_self(), sizeof eval->processors.rest, &eval->processors.rest);
    do_job(eval, job);
    if (cli_signal != 0)
        return CLI_SIGNAL + cli_signal;
    return job->code == CLI_YES ? CLI_YES : cli_fail(CLI_BAD, "%s", job->sentence);
}

int eval_prepare_start(struct eval *eval)
{
    int code = eval_prepare_list(eval);
    if (code != CLI_YES)
        return code;
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
    size_t owner = kind == EVAL_DATABASE ? find_owner(eval, map, agent) : agent;
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
