/* gauge.c: draws problems with their optimal costs, and walks them. */
#include "bake/gauge.h"

#include <stdlib.h>

#include "base/memory.h"
#include "build/labels/engine.h"
#include "cairn/lab.h"

/* A walk is given up at this multiple of its optimal cost: far above any target, so that none is
 * met wrongly, and soon enough to be measured again and again. */
enum { CUT_FACTOR = 100 };

#define MOST_DRAWS (UINT64_C(1) << 24)

/* ---- walks ---- */

/* Walks one problem until it costs more than `most`; `cost` is that of the way taken, all of it or
 * as far as it went. */
static cairn_status walk(cairn_agent *agent, const cairn__problem *problem, uint64_t most,
                         uint64_t *cost)
{
    cairn_agent_stats stats = {.size = sizeof stats};
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    cairn_status status = cairn_agent_start(agent, problem->ends[0], problem->ends[1]);
    *cost = 0;
    while (status == CAIRN_OK && step.kind != CAIRN_STEP_ARRIVED && *cost <= most) {
        /* The cost need not be looked at after every single move. */
        for (int i = 0; status == CAIRN_OK && step.kind != CAIRN_STEP_ARRIVED && i < 64; i++)
            status = cairn_agent_step(agent, &step);
        (void)cairn_agent_get_stats(agent, &stats);
        *cost = stats.cost;
    }
    return status;
}

/* A database in memory and an agent that walks by it. */
typedef struct walker {
    cairn_db *db;
    cairn_agent *agent;
} walker;

/* Close it also after a failure. */
static cairn_status open_walker(const cairn__make *make, const cairn__image *image, walker *self)
{
    const cairn_db_def db_def = {.size = sizeof db_def, .allocator = &make->allocator};
    const cairn_agent_def def = {.size = sizeof def, .allocator = &make->allocator};
    *self = (walker){0};
    cairn_status status = cairn_db_open_memory(image->bytes, image->count, &db_def, &self->db);
    return status == CAIRN_OK ? cairn_agent_create(make->map, self->db, &def, &self->agent)
                              : status;
}

static void close_walker(walker *self)
{
    cairn_agent_destroy(self->agent);
    cairn_db_close(self->db);
}

/* ---- problems ---- */

/* What draws them. */
typedef struct drawer {
    cairn_sampler *sampler;
    cairn__path_search *search; /* of optimal costs */
    cairn_random random;
    uint64_t draws;
} drawer;

static cairn_status draw_all(drawer *self, cairn__gauge *gauge, const cairn__make *make)
{
    cairn__poll poll = cairn__progress_get_poll(make->progress);
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < gauge->count;) {
        cairn__problem *problem = &gauge->problems[i];
        status = cairn_sampler_draw_pair(self->sampler, &self->random, &self->draws, problem->ends);
        if (status == CAIRN_OK)
            status = cairn__path_find(self->search, cairn__unpack(problem->ends[0]),
                                      cairn__unpack(problem->ends[1]), &problem->optimal);
        if (status == CAIRN_OK && problem->optimal > 0) {
            cairn__progress_count(make->progress);
            i++;
        }
        if (status == CAIRN_OK)
            status = cairn__poll_check(&poll);
    }
    return status == CAIRN_NO_PATH ? CAIRN_NO_RECORD : status;
}

/* Draws the problems; their optimal costs are found by the engine. */
static cairn_status draw_problems(cairn__gauge *gauge, const cairn__make *make)
{
    uint64_t seed = cairn__settings_get(&make->settings, CAIRN_OPTION_SEED);
    drawer self = {.draws = MOST_DRAWS};
    (void)cairn_random_start(~seed, 0, &self.random);
    cairn_status status = cairn_sampler_create(make->map, &make->allocator, &self.sampler);
    if (status == CAIRN_OK)
        status = cairn__engine_create_search(gauge->engine, &self.search);
    cairn__progress_begin(make->progress,
                          (cairn__phase){"drawing problems", "problems", gauge->count, 0});
    if (status == CAIRN_OK)
        status = draw_all(&self, gauge, make);
    cairn__path_destroy(self.search);
    cairn_sampler_destroy(self.sampler);
    return status;
}

static cairn_status prepare_engine(cairn__gauge *gauge, const cairn__make *make)
{
    cairn__poll poll = cairn__progress_get_poll(make->progress);
    cairn__preparation how = {make->threads, &poll};
    cairn__progress_begin(make->progress, (cairn__phase){"preparing the map", NULL, 0, 0});
    return cairn__engine_create(make->map, make->method, &how, &make->allocator, &gauge->engine);
}

cairn_status cairn__gauge_open(const cairn__make *make, uint32_t problems, cairn__gauge *gauge)
{
    *gauge = (cairn__gauge){.count = problems};
    gauge->problems = cairn__allocate_zeroed(&make->allocator, problems, sizeof *gauge->problems);
    gauge->suboptimality =
        cairn__allocate_zeroed(&make->allocator, problems, sizeof *gauge->suboptimality);
    if (gauge->problems == NULL || gauge->suboptimality == NULL)
        return cairn__make_fail(make, CAIRN_MEMORY);
    cairn_status status = prepare_engine(gauge, make);
    if (status == CAIRN_OK)
        status = draw_problems(gauge, make);
    return status == CAIRN_OK ? status : cairn__make_fail(make, status);
}

void cairn__gauge_close(const cairn__make *make, cairn__gauge *gauge)
{
    cairn_engine_destroy(gauge->engine);
    cairn__release(&make->allocator, gauge->problems);
    cairn__release(&make->allocator, gauge->suboptimality);
    *gauge = (cairn__gauge){0};
}

/* ---- measuring ---- */

static int compare_numbers(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static void summarize(cairn__gauge *gauge, cairn__quality *quality)
{
    double sum = 0;
    for (uint32_t i = 0; i < gauge->count; i++)
        sum += gauge->suboptimality[i];
    qsort(gauge->suboptimality, gauge->count, sizeof *gauge->suboptimality, compare_numbers);
    quality->mean = sum / gauge->count;
    quality->median =
        (gauge->suboptimality[(gauge->count - 1) / 2] + gauge->suboptimality[gauge->count / 2]) / 2;
}

static cairn_status walk_problems(cairn__gauge *gauge, const cairn__make *make, cairn_agent *agent,
                                  cairn__quality *quality)
{
    cairn__poll poll = cairn__progress_get_poll(make->progress);
    *quality = (cairn__quality){0};
    for (uint32_t i = 0; i < gauge->count; i++) {
        const cairn__problem *problem = &gauge->problems[i];
        uint64_t cost;
        cairn_status status = walk(agent, problem, (uint64_t)CUT_FACTOR * problem->optimal, &cost);
        if (status == CAIRN_OK)
            status = cairn__poll_check(&poll);
        if (status != CAIRN_OK)
            return status;
        quality->cut += cairn_agent_get_cell(agent) != problem->ends[1];
        gauge->suboptimality[i] = ((double)cost / problem->optimal - 1) * 100;
        cairn__progress_count(make->progress);
    }
    summarize(gauge, quality);
    return CAIRN_OK;
}

cairn_status cairn__gauge_run(cairn__gauge *gauge, const cairn__make *make,
                              const cairn__image *image, cairn__quality *quality)
{
    walker self;
    cairn__progress_begin(make->progress, (cairn__phase){"walking", "problems", gauge->count, 0});
    cairn_status status = open_walker(make, image, &self);
    if (status == CAIRN_OK)
        status = walk_problems(gauge, make, self.agent, quality);
    close_walker(&self);
    return status == CAIRN_OK ? status : cairn__make_fail(make, status);
}
