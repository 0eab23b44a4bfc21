/* Sixteen agents that share a map and a database, each step on a budget. */
#include <cairn/cairn.h>
#include <stdio.h>

enum { AGENTS = 16, LINE = 40, BUDGET = 2048 };

struct game {
    cairn_map *map;
    cairn_db *db;
    cairn_agent *agents[AGENTS];
    cairn_cell goal;
};

static int open_game(struct game *game)
{
    return cairn_map_open("city.map", NULL, &game->map) ||
           cairn_db_open("city.cairn", NULL, &game->db) ||
           cairn_map_find_nearest_cell(game->map, cairn_cell_at(1800, 1880), CAIRN_ANY_COMPONENT,
                                       &game->goal);
}

/* A line of agents, each on the open cell nearest to its place that has a path to the goal. */
static int place_agents(struct game *game)
{
    cairn_agent_def def = {.size = sizeof def, .max_work = BUDGET};
    uint32_t component = cairn_map_get_component(game->map, game->goal);
    def.busy = CAIRN_BUSY_MOVE; /* a few moves ahead, while the way is still looked for */
    for (int i = 0; i < AGENTS; i++) {
        cairn_cell place = cairn_cell_at((uint32_t)(100 + i * LINE), 100);
        if (cairn_map_find_nearest_cell(game->map, place, component, &place) ||
            cairn_agent_create(game->map, game->db, &def, &game->agents[i]) ||
            cairn_agent_start(game->agents[i], place, game->goal))
            return 1;
    }
    return 0;
}

/* A frame of the game: a step of each agent, none above its budget. Returns how many still move. */
static int run_frame(struct game *game, uint64_t *most_units)
{
    int moving = 0;
    for (int i = 0; i < AGENTS; i++) {
        cairn_step step;
        if (cairn_agent_step(game->agents[i], &step))
            return 0;
        *most_units = step.units > *most_units ? step.units : *most_units;
        moving += step.kind != CAIRN_STEP_ARRIVED;
    }
    return moving;
}

static void close_game(struct game *game)
{
    for (int i = 0; i < AGENTS; i++)
        cairn_agent_destroy(game->agents[i]);
    cairn_db_close(game->db);
    cairn_map_close(game->map);
}

int main(void)
{
    struct game game = {0};
    int arrived = 0;
    uint32_t frames = 1;
    uint64_t most_units = 0;
    if (open_game(&game) || place_agents(&game))
        return 3;
    while (run_frame(&game, &most_units) > 0)
        frames++;
    for (int i = 0; i < AGENTS; i++)
        arrived += cairn_agent_get_cell(game.agents[i]) == game.goal;
    printf("arrived %d frames %u most_units %llu\n", arrived, frames,
           (unsigned long long)most_units);
    close_game(&game);
    return arrived == AGENTS && most_units <= BUDGET ? 0 : 1;
}
