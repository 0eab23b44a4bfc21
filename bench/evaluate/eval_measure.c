/* eval_measure.c: every agent of a suite on every map of it, measured, into one table of rows and a
 * summary. docs/research/evaluation.md says what is measured and how. */
#include "evaluate.h"

/* Agents without a database first: they need not wait for one. */
static int run_map(struct eval *eval, size_t map)
{
    const struct suite *suite = &eval->suite;
    int code = eval_prepare_wait(eval, EVAL_MAP, map, 0);
    if (code == CLI_YES)
        code = eval_prepare_wait(eval, EVAL_PROBLEMS, map, 0);
    for (int with = 0; code == CLI_YES && with < 2; with++) {
        for (size_t i = 0; code == CLI_YES && i < suite->agent_count; i++) {
            if ((suite->agents[i].database != NULL) != (with != 0) ||
                !suite_measures(suite, map, i))
                continue;
            if (with)
                code = eval_prepare_wait(eval, EVAL_DATABASE, map, i);
            if (code == CLI_YES)
                code = eval_run(eval, map, i);
            if (code == CLI_YES && suite_draws(suite, map, i))
                code = eval_run_crowds(eval, map, i);
        }
    }
    return code;
}

uint64_t eval_count_problems(const struct suite *suite)
{
    uint64_t total = 0;
    for (size_t map = 0; map < suite->map_count; map++) {
        json_t *count = json_object_get(suite->sets[suite->maps[map].set].problems, "count");
        uint64_t problems = json_is_integer(count) ? (uint64_t)json_integer_value(count) : 250;
        for (size_t agent = 0; agent < suite->agent_count; agent++)
            total += suite_measures(suite, map, agent) ? problems : 0;
    }
    return total;
}

void eval_pin(const struct eval *eval)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(eval->processors.measuring, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

/* The thread of the jobs inherits no pin: it is started first and chooses its own. */
static int measure(struct eval *eval)
{
    eval->total = eval_count_problems(&eval->suite);
    cli_progress_begin(&eval->progress, "problems", &eval->shared);
    int code = eval_prepare_start(eval);
    eval_pin(eval);
    for (size_t map = 0; code == CLI_YES && map < eval->suite.map_count; map++)
        code = run_map(eval, map);
    if (code == CLI_YES)
        code = eval_prepare_finish(eval);
    cli_progress_end(&eval->progress);
    return code;
}

int eval_measure(struct eval *eval, const char *suite)
{
    bool leads = eval->driver == NULL || eval->driver->leads;
    eval->processors = eval_find_processors(eval->driver);
    int code = suite_open(suite, &eval->suite);
    if (code == CLI_YES)
        code = eval_make_folders(eval);
    if (eval->driver != NULL && (code == CLI_YES || !leads))
        code = eval_share(eval, code);
    else if (code == CLI_YES)
        code = measure(eval);
    if (code == CLI_YES && leads)
        code = eval_summarise(eval);
    if (code > CLI_SIGNAL && leads)
        cli_fail(code, "interrupted: what is done is kept in %s; the same command goes on",
                 eval->shared.output);
    if (code != CLI_YES && cli_signal == 0 && eval->thread_runs)
        cli_signal = SIGTERM; /* has the other thread end, with its child */
    eval_prepare_stop(eval);
    suite_close(&eval->suite);
    return code;
}
