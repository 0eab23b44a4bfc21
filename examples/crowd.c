/* Sixteen agents that share a database and a desk, each step on a budget. Of all of them, the one
 * with the shortest way to the goal is sent first. */
#include <cairn/cairn.h>
#include <stdio.h>

enum { AGENTS = 16, LINE = 40, BUDGET = 2048 };

struct game {
    cairn_map *map;
    cairn_db *db;
    cairn_desk *desk; /* one search at a time: enough for all agents of a thread */
    cairn_agent *agents[AGENTS];
    cairn_cell places[AGENTS];
    cairn_cell goal;
};

static int open_game(struct game *game)
{
    cairn_map_def map_def = {.size = sizeof map_def};
    cairn_db_def db_def = {.size = sizeof db_def};
    return cairn_map_open("city.map", &map_def, &game->map) ||
           cairn_db_open("city.cairn", &db_def, &game->db) ||
           cairn_desk_create(game->db, &db_def, &game->desk) ||
           cairn_map_find_nearest_cell(game->map, cairn_cell_at(1800, 1880), CAIRN_ANY_COMPONENT,
                                       &game->goal);
}

/* A line of agents, each on the open cell nearest to its place that has a path to the goal. */
static int place_agents(struct game *game)
{
    cairn_agent_def def = cairn_default_agent_def();
    uint32_t component = cairn_map_get_component(game->map, game->goal);
    def.map = game->map;
    def.db = game->db;
    def.desk = game->desk;
    def.algorithm = CAIRN_LABELS;
    def.max_work_per_step = BUDGET;
    def.busy = CAIRN_BUSY_MOVE; /* a few moves ahead, while the way is still looked for */
    for (int i = 0; i < AGENTS; i++) {
        cairn_cell place = cairn_cell_at((uint32_t)(100 + i * LINE), 100);
        if (cairn_map_find_nearest_cell(game->map, place, component, &game->places[i]) ||
            cairn_agent_create(&def, &game->agents[i]) ||
            cairn_agent_start(game->agents[i], game->places[i], game->goal))
            return 1;
    }
    return 0;
}

static int find_nearest(const struct game *game, int *nearest, uint32_t *distance)
{
    *distance = UINT32_MAX;
    for (int i = 0; i < AGENTS; i++) {
        uint32_t length;
        const cairn_cell ends[2] = {game->places[i], game->goal};
        if (cairn_db_get_distance(game->db, game->map, game->desk, ends, &length))
            return 1;
        if (length < *distance) {
            *distance = length;
            *nearest = i;
        }
    }
    return 0;
}

/* A frame of the game: a step of each agent, no one above its budget. */
static int run_frame(struct game *game, int first, uint32_t *most_units)
{
    int moving = 0;
    for (int i = 0; i < AGENTS; i++) {
        cairn_step step;
        if (cairn_agent_step(game->agents[(first + i) % AGENTS], &step))
            return 0;
        uint32_t units = cairn_work_get_units(&step.work);
        *most_units = units > *most_units ? units : *most_units;
        moving += step.kind != CAIRN_STEP_ARRIVED;
    }
    return moving;
}

static void close_game(struct game *game)
{
    for (int i = 0; i < AGENTS; i++)
        cairn_agent_destroy(game->agents[i]);
    cairn_desk_destroy(game->desk);
    cairn_db_close(game->db);
    cairn_map_close(game->map);
}

int main(void)
{
    struct game game = {0};
    int nearest = 0, arrived = 0;
    uint32_t distance, most_units = 0, frames = 1;
    if (open_game(&game) || place_agents(&game) || find_nearest(&game, &nearest, &distance))
        return 3;
    while (run_frame(&game, nearest, &most_units) > 0)
        frames++;
    for (int i = 0; i < AGENTS; i++)
        arrived += cairn_agent_get_cell(game.agents[i]) == game.goal;
    printf("nearest %u,%u distance %u\n", cairn_cell_get_x(game.places[nearest]),
           cairn_cell_get_y(game.places[nearest]), distance);
    printf("arrived %d frames %u most_units %u\n", arrived, frames, most_units);
    close_game(&game);
    return arrived == AGENTS && most_units <= BUDGET ? 0 : 1;
}
