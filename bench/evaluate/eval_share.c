/* eval_share.c: an evaluation in stages, for processes that share it: first all maps, then all
 * problems, then all databases; then each agent on each map is measured, by whoever comes to it, while
 * nobody builds; pictures come last. Rows are made from files, so it does not matter who made them. */
#include "evaluate.h"

#include <stdlib.h>
#include <string.h>

/* Whether a job before this one makes the same file: sets may share maps and databases. */
static bool is_repeated(const struct eval *eval, size_t number)
{
    char *target = eval_get_target(eval, &eval->jobs[number]);
    bool found = false;
    for (size_t i = 0; target != NULL && !found && i < number; i++) {
        if (eval->jobs[i].kind != eval->jobs[number].kind)
            continue;
        char *other = eval_get_target(eval, &eval->jobs[i]);
        found = other != NULL && strcmp(other, target) == 0;
        free(other);
    }
    free(target);
    return found;
}

static int share_jobs(struct eval *eval, enum eval_job_kind kind, size_t *units)
{
    struct eval_stage stage = {
        .eval = eval, .units = units, .run = eval_prepare_do, .code = CLI_YES};
    for (size_t i = 0; i < eval->job_count; i++)
        if (eval->jobs[i].kind == kind && !is_repeated(eval, i))
            units[stage.count++] = i;
    return eval->driver->share(eval->driver->context, &stage);
}

/* A pair's number is that of its map times the number of agents, and that of its agent. */
static int run_pair(struct eval *eval, size_t number)
{
    size_t map = number / eval->suite.agent_count, agent = number % eval->suite.agent_count;
    eval_pin(eval);
    int code = eval_run(eval, map, agent);
    if (code == CLI_YES && suite_draws(&eval->suite, map, agent))
        code = eval_run_crowds(eval, map, agent);
    return code;
}

static int share_pairs(struct eval *eval, size_t *units)
{
    const struct suite *suite = &eval->suite;
    struct eval_stage stage = {.eval = eval, .units = units, .run = run_pair, .code = CLI_YES};
    for (size_t i = 0; i < suite->map_count * suite->agent_count; i++)
        if (suite_measures(suite, i / suite->agent_count, i % suite->agent_count))
            units[stage.count++] = i;
    return eval->driver->share(eval->driver->context, &stage);
}

static int share_stages(struct eval *eval, size_t *units)
{
    static const enum eval_job_kind kinds[] = {EVAL_MAP, EVAL_PROBLEMS, EVAL_DATABASE};
    static const enum eval_job_kind pictures[] = {EVAL_MAP_PICTURE, EVAL_WALK_PICTURE};
    int code = CLI_YES;
    for (size_t i = 0; code == CLI_YES && i < sizeof kinds / sizeof kinds[0]; i++)
        code = share_jobs(eval, kinds[i], units);
    if (code == CLI_YES)
        code = share_pairs(eval, units);
    for (size_t i = 0; code == CLI_YES && i < sizeof pictures / sizeof pictures[0]; i++)
        code = share_jobs(eval, pictures[i], units);
    return code;
}

int eval_share(struct eval *eval, int code)
{
    const struct eval_driver *driver = eval->driver;
    size_t most = eval->suite.map_count * (3 + 2 * eval->suite.agent_count);
    size_t *units = code == CLI_YES ? calloc(most, sizeof *units) : NULL;
    if (code == CLI_YES)
        code = units != NULL ? eval_prepare_list(eval)
                             : cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    if (code == CLI_YES)
        eval->total = eval_count_problems(&eval->suite);
    if (driver->leads && code == CLI_YES)
        driver->begin(driver->context);
    cli_progress_begin(&eval->progress, "problems", &eval->shared);
    if (code == CLI_YES) {
        code = share_stages(eval, units);
    } else if (!driver->leads) { /* the others are waiting to hear of it */
        const struct eval_stage none = {.eval = eval, .code = code};
        code = driver->share(driver->context, &none);
    }
    cli_progress_end(&eval->progress);
    free(units);
    return code;
}
