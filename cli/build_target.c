/* build_target.c: how well agents walk with the records there are, measured on problems drawn like
 * the records' own pairs, but from other streams. */
#include "build_image.h"
#include "build_job.h"

#include <stdlib.h>

/* A walk is given up at so many times its optimal cost: far above any target, so that it cannot
 * be met wrongly, and soon enough to be measured again and again. */
enum { CUT_FACTOR = 100 };

static const uint64_t most_draws = UINT64_C(1) << 24;

static bool go_on(void *context)
{
    (void)context;
    return cli_signal == 0;
}

static cairn_status draw_problems(struct cli_gauge *gauge, uint64_t seed)
{
    cairn_sampler *sampler = NULL;
    cairn_path_finder *finder = NULL;
    cairn_random random;
    (void)cairn_random_start(~seed, 0, &random);
    uint64_t draws = most_draws;
    cairn_status status = cairn_sampler_create(gauge->map, NULL, &sampler);
    if (status == CAIRN_OK)
        status = cairn_path_finder_create(gauge->engine, &finder);
    for (uint32_t i = 0; status == CAIRN_OK && i < gauge->count;) {
        struct cli_sampled_problem *problem = &gauge->problems[i];
        cairn_path path = {0};
        status = cairn_sampler_draw_pair(sampler, &random, &draws, problem->ends);
        if (status == CAIRN_OK)
            status = cairn_path_finder_run(finder, problem->ends[0], problem->ends[1], &path);
        if (status == CAIRN_OK && path.cost > 0) {
            problem->optimal = path.cost;
            i++;
        }
        if (status == CAIRN_OK && cli_signal != 0)
            status = CAIRN_INTERRUPTED;
    }
    cairn_path_finder_destroy(finder);
    cairn_sampler_destroy(sampler);
    return status == CAIRN_NO_PATH ? CAIRN_NO_RECORD : status;
}

cairn_status cli_gauge_open(const cairn_map *map, const cairn_build_def *def,
                            const struct cli_target *target, struct cli_gauge *gauge)
{
    cairn_path_engine_def engine_def = cairn_default_path_engine_def();
    *gauge = (struct cli_gauge){.map = map, .count = target->problems};
    engine_def.map = map;
    engine_def.threads = def->threads;
    engine_def.go_on = go_on;
    gauge->problems = calloc(gauge->count, sizeof *gauge->problems);
    gauge->suboptimality = calloc(gauge->count, sizeof *gauge->suboptimality);
    if (gauge->problems == NULL || gauge->suboptimality == NULL)
        return CAIRN_MEMORY;
    cairn_status status = cairn_path_engine_create(&engine_def, &gauge->engine);
    return status == CAIRN_OK ? draw_problems(gauge, def->seed) : status;
}

void cli_gauge_close(struct cli_gauge *gauge)
{
    cairn_path_engine_destroy(gauge->engine);
    free(gauge->problems);
    free(gauge->suboptimality);
    *gauge = (struct cli_gauge){0};
}

/* Walks one problem; `cost` is that of the way taken, all of it or as far as it went. */
static cairn_status walk(cairn_agent *agent, const struct cli_sampled_problem *problem,
                         uint64_t *cost)
{
    uint64_t most = (uint64_t)CUT_FACTOR * problem->optimal;
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    cairn_status status = cairn_agent_start(agent, problem->ends[0], problem->ends[1]);
    *cost = 0;
    while (status == CAIRN_OK && step.kind != CAIRN_STEP_ARRIVED && *cost <= most) {
        /* The cost need not be looked at after every single move. */
        for (int i = 0; status == CAIRN_OK && step.kind != CAIRN_STEP_ARRIVED && i < 64; i++)
            status = cairn_agent_step(agent, &step);
        *cost = cairn_agent_get_stats(agent).cost;
    }
    return status;
}

static int compare_numbers(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static cairn_status walk_problems(struct cli_gauge *gauge, cairn_agent *agent,
                                  struct cli_quality *quality)
{
    double sum = 0;
    *quality = (struct cli_quality){0};
    for (uint32_t i = 0; i < gauge->count; i++) {
        const struct cli_sampled_problem *problem = &gauge->problems[i];
        uint64_t cost;
        cairn_status status = walk(agent, problem, &cost);
        if (status == CAIRN_OK && cli_signal != 0)
            status = CAIRN_INTERRUPTED;
        if (status != CAIRN_OK)
            return status;
        quality->cut += cairn_agent_get_cell(agent) != problem->ends[1];
        gauge->suboptimality[i] = ((double)cost / problem->optimal - 1) * 100;
        sum += gauge->suboptimality[i];
    }
    qsort(gauge->suboptimality, gauge->count, sizeof *gauge->suboptimality, compare_numbers);
    quality->mean = sum / gauge->count;
    quality->median =
        (gauge->suboptimality[(gauge->count - 1) / 2] + gauge->suboptimality[gauge->count / 2]) / 2;
    return CAIRN_OK;
}

cairn_status cli_gauge_walk(struct cli_gauge *gauge, const void *image, size_t bytes,
                            const cairn_agent_def *def, struct cli_quality *quality)
{
    cairn_db_def db_def = cairn_default_db_def();
    cairn_agent_def own = *def;
    cairn_agent *agent = NULL;
    cairn_db *db = NULL;
    cairn_status status = cairn_db_open_memory(image, bytes, &db_def, &db);
    if (status == CAIRN_OK) {
        own.map = gauge->map;
        own.db = db;
        own.algorithm = cli_get_own_algorithm(db);
        status = cairn_agent_create(&own, &agent);
    }
    if (status == CAIRN_OK)
        status = walk_problems(gauge, agent, quality);
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    return status;
}

cairn_status cli_gauge_run(struct cli_gauge *gauge, const cairn_build *build,
                           struct cli_quality *quality)
{
    struct cli_image image;
    cairn_agent_def def = cairn_default_agent_def();
    cairn_status status = cli_image_take_records(build, &image);
    if (status == CAIRN_OK)
        status = cli_gauge_walk(gauge, image.bytes, image.count, &def, quality);
    cli_image_free(&image);
    return status;
}
