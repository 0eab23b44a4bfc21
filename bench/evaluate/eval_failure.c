/* eval_failure.c: why the first selection of a walk that failed has failed: which end of the problem
 * no candidate reaches, and how far the nearest ones are.
 *
 * An agent's walk is the same each time: it is walked again up to the failure, and there the
 * candidates are looked at through the public functions. */
#include "evaluate.h"

#include <cairn/lab_db.h>

/* Checked by all: M of the paper, and its cut-off, unless the recipe has others. */
enum { MOST_CANDIDATES = 1000 };

static uint32_t get_option(const harness_recipe *recipe, const char *word)
{
    cairn_option_info info = {.size = sizeof info};
    if (!harness_find_option(word, HARNESS_OF_AGENTS, &info))
        return 0;
    uint64_t value = info.standard;
    for (uint32_t i = 0; i < recipe->options.count; i++)
        if (recipe->options.options[i].option == info.option)
            value = recipe->options.options[i].value;
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

/* Where the agent was when a selection failed first; false if none did. */
static bool find_place(cairn_agent *agent, const cairn_cell ends[2], uint64_t most,
                       cairn_cell *place)
{
    cairn_agent_stats stats = {.size = sizeof stats};
    cairn_step step = {0};
    *place = ends[0];
    if (cairn_agent_start(agent, ends[0], ends[1]) != CAIRN_OK)
        return false;
    for (uint64_t i = 0; i < most; i++) {
        if (cairn_agent_step(agent, &step) != CAIRN_OK ||
            cairn_agent_get_stats(agent, &stats) != CAIRN_OK)
            return false;
        if (stats.failures > 0)
            return true;
        if (step.kind == CAIRN_STEP_ARRIVED)
            return false;
        *place = step.kind == CAIRN_STEP_WAITED ? *place : step.cell;
    }
    return false;
}

static bool is_reached(const cairn_map *map, cairn_cell from, cairn_cell to, uint32_t cutoff)
{
    cairn_climb climb = {0};
    return cairn_map_find_climb(map, from, to, cutoff, &climb) == CAIRN_OK && climb.reached != 0;
}

/* Looks at one candidate; `reached` gets which of its ends are, in bits. */
static uint32_t look_at(const struct eval_world *world, const cairn_cell query[2], uint32_t place,
                        uint32_t cutoff, struct eval_failure *failure)
{
    cairn_record record;
    if (cairn_db_get_record(world->db, place, &record) != CAIRN_OK)
        return 0;
    uint32_t start = cairn_cell_get_distance(query[0], record.start);
    uint32_t goal = cairn_cell_get_distance(record.goal, query[1]);
    failure->start_distance = start < failure->start_distance ? start : failure->start_distance;
    failure->goal_distance = goal < failure->goal_distance ? goal : failure->goal_distance;
    return (is_reached(world->map, query[0], record.start, cutoff) ? 1U : 0) |
           (is_reached(world->map, record.goal, query[1], cutoff) ? 2U : 0);
}

static void look_at_all(const struct eval_world *world, const harness_recipe *recipe,
                        const cairn_cell query[2], struct eval_failure *failure)
{
    static const char *const words[4] = {"both", "goal", "start", "pair"};
    cairn_neighbour neighbours[MOST_CANDIDATES];
    uint32_t counts[2] = {0}, reached = 0, wanted = get_option(recipe, "candidates");
    wanted = wanted < MOST_CANDIDATES ? wanted : MOST_CANDIDATES;
    if (cairn_db_find_nearest(world->db, query, 0, wanted, neighbours, counts) != CAIRN_OK ||
        counts[0] == 0)
        return;
    *failure = (struct eval_failure){.start_distance = UINT32_MAX, .goal_distance = UINT32_MAX};
    for (uint32_t i = 0; i < counts[0]; i++)
        reached |=
            look_at(world, query, neighbours[i].place, get_option(recipe, "cutoff"), failure);
    failure->end = words[reached];
}

struct eval_failure eval_find_failure(const struct eval_world *world, const harness_recipe *recipe,
                                      cairn_agent *agent, const cairn_cell ends[2],
                                      const harness_walk *walk)
{
    struct eval_failure failure = {.end = ""};
    cairn_cell query[2] = {ends[0], ends[1]};
    bool is_plain = recipe->algorithm == CAIRN_KNN && !recipe->fragments && world->db != NULL &&
                    (get_option(recipe, "without") & CAIRN_ENHANCE_FEW) == 0;
    if (walk->stats.failures > 0 && is_plain &&
        find_place(agent, ends, walk->moves + walk->waited, &query[0]))
        look_at_all(world, recipe, query, &failure);
    return failure;
}
