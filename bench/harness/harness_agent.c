/* harness_agent.c: an agent made from a recipe: the one file here that knows what the library's
 * definition of an agent looks like. */
#include "harness.h"

#include <stdio.h>

/* ---- what agents share ---- */

cairn_status harness_world_prepare(harness_world *world, const harness_recipe *recipe,
                                   cairn_detail *detail)
{
    cairn_status status = CAIRN_OK;
    if (recipe->fragments && world->db != NULL) {
        const cairn_db_def def = {.size = sizeof def, .detail = detail};
        status = cairn_fragments_create(world->db, &def, &world->fragments);
    }
    if (status == CAIRN_OK && recipe->landmarks > 0) {
        const cairn_landmarks_def def = {.size = sizeof def, .count = recipe->landmarks};
        status = cairn_landmarks_create(world->map, &def, &world->landmarks);
    }
    return status;
}

void harness_world_close(harness_world *world)
{
    cairn_fragments_destroy(world->fragments);
    cairn_landmarks_destroy(world->landmarks);
    *world = (harness_world){0};
}

/* A fragment takes 20 bytes (cairn/db.h). */
uint64_t harness_world_get_bytes(const harness_world *world)
{
    uint64_t bytes = 0;
    if (world->fragments != NULL)
        bytes += UINT64_C(20) * cairn_fragments_get_count(world->fragments);
    if (world->landmarks != NULL) {
        cairn_landmarks_info info = {.size = sizeof info};
        (void)cairn_landmarks_get_info(world->landmarks, &info);
        bytes += info.bytes;
    }
    return bytes;
}

uint32_t harness_get_algorithm(const harness_world *world, const harness_recipe *recipe)
{
    if (recipe->algorithm != 0)
        return recipe->algorithm;
    if (world->db == NULL)
        return CAIRN_ASTAR;
    cairn_db_info info = {.size = sizeof info};
    (void)cairn_db_get_info(world->db, &info);
    return info.algorithm;
}

/* ---- the definition ---- */

static void apply_option(const cairn_option *option, cairn_agent_def *def)
{
    uint32_t value = (uint32_t)option->value;
    switch (option->option) {
    case CAIRN_OPTION_CANDIDATES:
        def->candidates = value;
        return;
    case CAIRN_OPTION_CUTOFF:
        def->cutoff = value;
        return;
    case CAIRN_OPTION_QUOTA:
        def->quota_tenths = value;
        return;
    case CAIRN_OPTION_G_MAX:
        def->g_max = value;
        return;
    case CAIRN_OPTION_WITHOUT:
        def->enhancements = CAIRN_ENHANCE_ALL & ~value;
        return;
    case CAIRN_OPTION_RANK:
        def->rank_by_length = value != 0;
        return;
    case CAIRN_OPTION_SKIP:
        def->skip_ahead = value != 0;
        return;
    case CAIRN_OPTION_WEIGHT:
        def->weight_tenths = value;
        return;
    case CAIRN_OPTION_LOOKAHEAD:
        def->lookahead = value;
        return;
    case CAIRN_OPTION_MOVEMENTS:
        def->movements = value;
        return;
    case CAIRN_OPTION_DEPTH:
        def->depth = value;
        return;
    case CAIRN_OPTION_LEARNING_QUOTA:
        def->learning_quota = value;
        return;
    case CAIRN_OPTION_HISTORY:
        def->history = value;
        return;
    case CAIRN_OPTION_SLICE:
        def->slice = value;
        return;
    case CAIRN_OPTION_TRACE_RATIO:
        def->trace_ratio = value;
        return;
    case CAIRN_OPTION_LEARNED_CAPACITY:
        def->learned_capacity = value;
        return;
    case CAIRN_OPTION_NO_GROWTH:
        def->growth = value != 0 ? CAIRN_GROWTH_STOP : CAIRN_GROWTH_ALLOWED;
        return;
    default:
        def->costs = value;
    }
}

static cairn_agent_def make_def(const harness_world *world, const harness_recipe *recipe)
{
    cairn_agent_def def = cairn_default_agent_def();
    def.map = world->map;
    def.db = world->db;
    def.fragments = world->fragments;
    def.landmarks = world->landmarks;
    def.algorithm = (cairn_algorithm)harness_get_algorithm(world, recipe);
    def.busy = (cairn_busy)recipe->busy;
    def.goal_policy = (cairn_goal_policy)recipe->goal_policy;
    if (recipe->max_work != 0)
        def.max_work_per_step = recipe->max_work;
    for (uint32_t i = 0; i < recipe->options.count; i++)
        apply_option(&recipe->options.options[i], &def);
    return def;
}

/* An algorithm that has a database's name needs one of that kind. */
static bool lacks_database(const cairn_agent_def *def)
{
    return def->db == NULL && (def->algorithm == CAIRN_KNN || def->algorithm == CAIRN_DLRTA ||
                               def->algorithm == CAIRN_REGIONS || def->algorithm == CAIRN_LABELS);
}

static cairn_status explain(const cairn_agent_def *def, cairn_status status, cairn_detail *detail)
{
    const char *name = cairn_algorithm_get_name(def->algorithm);
    if (detail != NULL && status == CAIRN_KIND)
        (void)snprintf(detail->text, sizeof detail->text,
                       "%s needs a database of kind %s: build one and give it", name, name);
    return status;
}

cairn_status harness_create_agent(const harness_world *world, const harness_recipe *recipe,
                                  const cairn_allocator *allocator, cairn_detail *detail,
                                  cairn_agent **agent)
{
    cairn_agent_def def = make_def(world, recipe);
    if (allocator != NULL)
        def.allocator = *allocator;
    *agent = NULL;
    return explain(&def, lacks_database(&def) ? CAIRN_KIND : cairn_agent_create(&def, agent),
                   detail);
}

cairn_status harness_find_agent_size(const harness_world *world, const harness_recipe *recipe,
                                     size_t *bytes)
{
    cairn_agent_def def = make_def(world, recipe);
    return cairn_agent_get_size(&def, bytes);
}
