/* harness_agent.c: an agent made from a recipe: the one file here that knows what the library's
 * definition of an agent looks like. */
#include "harness.h"

#include <string.h>

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
        const cairn_landmarks_def def = {.size = sizeof def,
                                         .count = recipe->landmarks,
                                         .distances = recipe->canonical ? CAIRN_CANONICAL
                                                                        : CAIRN_DIFFERENTIAL};
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

bool harness_needs_database(uint32_t algorithm)
{
    const char *name = cairn_algorithm_get_name(algorithm);
    bool needs = false;
#define MATCH(upper, word, number) needs = needs || strcmp(name, #word) == 0;
    CAIRN_DB_KIND_LIST(MATCH)
#undef MATCH
    return needs;
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

static cairn_agent_def make_def(const harness_world *world, const harness_recipe *recipe)
{
    return (cairn_agent_def){.size = sizeof(cairn_agent_def),
                             .algorithm = harness_get_algorithm(world, recipe),
                             .max_work = recipe->max_work,
                             .busy = recipe->busy,
                             .goal_policy = recipe->goal_policy,
                             .stranded_policy = recipe->stranded_policy,
                             .option_count = recipe->options.count,
                             .options = recipe->options.options,
                             .fragments = world->fragments,
                             .landmarks = world->landmarks,
                             .planner = world->planner};
}

cairn_status harness_create_agent(const harness_world *world, const harness_recipe *recipe,
                                  const cairn_allocator *allocator, cairn_detail *detail,
                                  cairn_agent **agent)
{
    cairn_agent_def def = make_def(world, recipe);
    def.allocator = allocator;
    def.detail = detail;
    *agent = NULL;
    return cairn_agent_create(world->map, world->db, &def, agent);
}

cairn_status harness_find_agent_size(const harness_world *world, const harness_recipe *recipe,
                                     size_t *bytes)
{
    cairn_agent_def def = make_def(world, recipe);
    return cairn_agent_get_size(world->map, world->db, &def, bytes);
}
