/* walk.c: the README's example: one agent walks across a map with a database. */
#include <cairn/cairn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments)
{
    if (count != 7)
        return fprintf(stderr, "usage: walk MAP DB X Y GOAL_X GOAL_Y\n"), 2;
    cairn_map_def map_def = cairn_default_map_def();
    cairn_db_def db_def = cairn_default_db_def();
    cairn_agent_def def = cairn_default_agent_def();
    cairn_map *map;
    cairn_db *db;
    cairn_agent *agent;
    cairn_cell start = {(uint16_t)atoi(arguments[3]), (uint16_t)atoi(arguments[4])};
    cairn_cell goal = {(uint16_t)atoi(arguments[5]), (uint16_t)atoi(arguments[6])};
    if (cairn_map_open(arguments[1], &map_def, &map) != CAIRN_OK)
        return 3;
    if (cairn_db_open(arguments[2], &db_def, &db) != CAIRN_OK) /* mapped: shared by all agents */
        return 3;
    def.map = map;
    def.db = db;
    cairn_status status = cairn_agent_create(&def, &agent);
    if (status == CAIRN_OK)
        status = cairn_agent_start(agent, start, goal);
    cairn_step step = {0};
    while (status == CAIRN_OK && step.kind != CAIRN_STEP_ARRIVED) {
        status = cairn_agent_step(agent, &step); /* one move: bounded work, no allocation */
        if (status == CAIRN_OK)
            printf("%u %u\n", step.cell.x, step.cell.y);
    }
    if (status != CAIRN_OK)
        fprintf(stderr, "walk: %s\n", cairn_status_get_text(status));
    return status == CAIRN_OK ? 0 : 1;
}
