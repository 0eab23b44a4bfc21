/* build_plan.c: see build_plan.h. */
#include "build_plan.h"

enum { MOST_OPTIONS = 8 };

test_plan test_plan_make(cairn_kind kind)
{
    return (test_plan){.kind = kind,
                       .records = 10000,
                       .seed = 1,
                       .max_entries = 64000000,
                       .level = 9,
                       .sector = 1,
                       .neighbourhood = 4,
                       .cutoff = 250,
                       .table_regions = 4096,
                       .range_regions = CAIRN_MAX_TABLE_REGIONS};
}

test_plan test_plan_make_knn(const cairn_map *map, uint32_t records, uint64_t seed)
{
    test_plan plan = test_plan_make(CAIRN_DB_KNN);
    plan.map = map;
    plan.records = records;
    plan.seed = seed;
    return plan;
}

static void add(cairn_build_def *def, cairn_option *options, uint32_t option, uint64_t value)
{
    options[def->option_count++] = (cairn_option){.option = option, .value = value};
}

static void add_options(const test_plan *plan, cairn_build_def *def, cairn_option *options)
{
    if (plan->kind == CAIRN_DB_KNN) {
        add(def, options, CAIRN_OPTION_RECORDS, plan->records);
        add(def, options, CAIRN_OPTION_SEED, plan->seed);
        add(def, options, CAIRN_OPTION_SKIP_DIRECT, plan->skip_direct);
    } else if (plan->kind == CAIRN_DB_LABELS) {
        add(def, options, CAIRN_OPTION_MAX_ENTRIES, plan->max_entries);
    } else if (plan->kind == CAIRN_DB_DLRTA) {
        add(def, options, CAIRN_OPTION_LEVEL, plan->level);
        add(def, options, CAIRN_OPTION_CLIQUES, plan->cliques);
    } else if (plan->kind == CAIRN_DB_DBA) {
        add(def, options, CAIRN_OPTION_SECTOR, plan->sector);
    } else if (plan->kind == CAIRN_DB_HCDPS) {
        add(def, options, CAIRN_OPTION_NEIGHBOURHOOD, plan->neighbourhood);
        add(def, options, CAIRN_OPTION_REGION_CUTOFF, plan->cutoff);
    }
    if (plan->fallback)
        add(def, options, CAIRN_OPTION_FALLBACK, 1);
    if (plan->fallback || plan->kind == CAIRN_DB_REGIONS) {
        add(def, options, CAIRN_OPTION_REGION_CUTOFF, plan->cutoff);
        add(def, options, CAIRN_OPTION_TABLE_REGIONS, plan->table_regions);
        add(def, options, CAIRN_OPTION_RANGE_REGIONS, plan->range_regions);
    }
}

cairn_status test_plan_create(const test_plan *plan, cairn_build **build)
{
    cairn_option options[MOST_OPTIONS];
    cairn_build_def def = {.size = sizeof def,
                           .kind = plan->kind,
                           .threads = plan->threads,
                           .options = options,
                           .progress = plan->progress,
                           .progress_context = plan->progress_context,
                           .allocator = &plan->allocator,
                           .detail = plan->detail};
    add_options(plan, &def, options);
    cairn_status status = cairn_build_create(plan->map, &def, build);
    if (status == CAIRN_OK && plan->engine != NULL)
        status =
            cairn_build_set_driver(*build, &(cairn_build_driver){.size = sizeof(cairn_build_driver),
                                                                 .engine = plan->engine});
    return status;
}

uint32_t test_build_get_finished(const cairn_build *build)
{
    uint32_t finished = 0;
    (void)cairn_build_get_records(build, 0, NULL, &finished);
    return finished;
}
