/* A game whose map changes: a door shuts, a wall falls, a game is saved and loaded. */
#include <cairn/cairn.h>
#include <stdio.h>

enum { AGENTS = 6, BUDGET = 4096, WALL = 31, DOOR = 4, BREACH = 52, SIDE = 64 };

struct game {
    cairn_map *map;
    cairn_build *build;
    cairn_db *db;
    cairn_planner *planner;
    cairn_agent *agents[AGENTS];
    cairn_cell goals[AGENTS];
    int frames;
};

/* Two halls with a wall between them, and a door of two cells near its left end. Build with all
 * doors open: what opens later is not in the database. */
static int open_game(struct game *game)
{
    static uint8_t cells[SIDE * SIDE];
    cairn_map_def changing = {.size = sizeof changing, .changing = 1};
    for (int i = 0; i < SIDE * SIDE; i++)
        cells[i] = i / SIDE != WALL || i % SIDE == DOOR || i % SIDE == DOOR + 1;
    return cairn_map_create(SIDE, SIDE, cells, &changing, &game->map) ||
           cairn_build_create(game->map, NULL, &game->build) || cairn_build_run(game->build) ||
           cairn_build_open_db(game->build, &game->db) ||
           cairn_planner_create(game->map, NULL, NULL, &game->planner);
}

/* They stand in a row in the upper hall, and each wants to the lower one. Who is in the door when it
 * shuts steps out of it. */
static int place_agents(struct game *game)
{
    cairn_agent_def def = {.size = sizeof def, .max_work = BUDGET, .planner = game->planner};
    def.stranded_policy = CAIRN_STRANDED_LEAVE;
    for (uint32_t i = 0; i < AGENTS; i++) {
        game->goals[i] = cairn_cell_at(4 + 10 * i, SIDE - 2);
        if (cairn_agent_create(game->map, game->db, &def, &game->agents[i]) ||
            cairn_agent_start(game->agents[i], cairn_cell_at(10 + 8 * i, 2), game->goals[i]))
            return 1;
    }
    return 0;
}

/* Some frames: a step of each agent in each. Prints how many of the last steps were of a kind. */
static int run_frames(struct game *game, int frames, uint32_t kind, const char *what)
{
    int found = 0;
    for (int i = 0; i < frames; i++, game->frames++) {
        found = 0;
        for (int j = 0; j < AGENTS; j++) {
            cairn_step step;
            if (cairn_agent_step(game->agents[j], &step) || step.units > BUDGET)
                return 1;
            found += step.kind == kind;
        }
    }
    printf("frame %d: %d %s\n", game->frames, found, what);
    return 0;
}

/* When the call returns, the map is changed, and no later step enters the door's cells. */
static int set_door(struct game *game, int32_t open)
{
    cairn_rect door = {DOOR, WALL, 2, 1};
    return cairn_map_set_rect(game->map, &door, open);
}

static int blow_up_wall(struct game *game)
{
    cairn_rect breach = {BREACH, WALL, 6, 1};
    return cairn_map_set_rect(game->map, &breach, 1);
}

/* A saved game has the changes of the map: a few bytes for each run of cells. */
static int save_and_load(struct game *game)
{
    unsigned char saved[256];
    size_t bytes = 0;
    if (cairn_map_save_changes_memory(game->map, sizeof saved, saved, &bytes) ||
        set_door(game, 1) || cairn_map_load_changes_memory(game->map, saved, bytes, NULL))
        return 1;
    printf("frame %d: saved in %zu bytes, and loaded\n", game->frames, bytes);
    return 0;
}

/* The door shuts before all are through: the others are cut off until the wall falls. */
static int play(struct game *game)
{
    return run_frames(game, 30, CAIRN_STEP_MOVED, "are under way") || set_door(game, 0) ||
           run_frames(game, 10, CAIRN_STEP_CUT_OFF, "are cut off by the door") ||
           blow_up_wall(game) ||
           run_frames(game, 10, CAIRN_STEP_MOVED, "go on, some to where the wall fell") ||
           save_and_load(game) || run_frames(game, 200, CAIRN_STEP_ARRIVED, "have arrived");
}

static void close_game(struct game *game)
{
    for (int i = 0; i < AGENTS; i++)
        cairn_agent_destroy(game->agents[i]);
    cairn_planner_destroy(game->planner);
    cairn_db_close(game->db);
    cairn_build_destroy(game->build);
    cairn_map_close(game->map);
}

int main(void)
{
    struct game game = {0};
    int code = open_game(&game) || place_agents(&game) || play(&game) ? 3 : 0;
    for (int i = 0; code == 0 && i < AGENTS; i++)
        if (cairn_agent_get_cell(game.agents[i]) != game.goals[i])
            code = 1;
    close_game(&game);
    return code;
}
