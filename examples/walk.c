#include <cairn/cairn.h>
#include <stdio.h>

int main(void)
{
    cairn_map *map = NULL;
    cairn_db *db = NULL;
    cairn_agent *agent = NULL;
    cairn_step step = {0};
    if (cairn_map_open("city.map", NULL, &map) || cairn_db_open("city.cairn", NULL, &db) ||
        cairn_agent_create(map, db, NULL, &agent) ||
        cairn_agent_start(agent, cairn_cell_at(100, 100), cairn_cell_at(1800, 1880)))
        return 3;
    while (step.kind != CAIRN_STEP_ARRIVED && cairn_agent_step(agent, &step) == CAIRN_OK)
        printf("%u %u\n", cairn_cell_get_x(step.cell), cairn_cell_get_y(step.cell));
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    cairn_map_close(map);
    return step.kind != CAIRN_STEP_ARRIVED;
}
