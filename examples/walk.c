#include <cairn/cairn.h>
#include <stdio.h>

int main(void)
{
    cairn_cell start = cairn_cell_at(100, 100), goal = cairn_cell_at(1800, 1880);
    cairn_step step = {0};
    cairn_agent *agent = NULL;
    cairn_map *map = NULL;
    cairn_db *db = NULL; /* mapped once, shared by all agents */
    if (cairn_map_open("city.map", NULL, &map) || cairn_db_open("city.cairn", NULL, &db) ||
        cairn_agent_create(map, db, NULL, &agent) || cairn_agent_start(agent, start, goal))
        return 3;
    while (step.kind != CAIRN_STEP_ARRIVED && cairn_agent_step(agent, &step) == CAIRN_OK)
        printf("%u %u\n", cairn_cell_get_x(step.cell),
               cairn_cell_get_y(step.cell)); /* one move, bounded work */
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    cairn_map_close(map);
    return step.kind == CAIRN_STEP_ARRIVED ? 0 : 1;
}
