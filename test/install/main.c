/* main.c: the whole of a program that uses cairn. */
#include <cairn/cairn.h>

#include <stdio.h>

int main(void)
{
    static const uint8_t cells[] = {1, 1, 1, 0, 0, 1, 1, 1, 1};
    cairn_map_def map_def = {.size = sizeof map_def};
    cairn_map *map = NULL;
    if (cairn_map_create(3, 3, cells, &map_def, &map) != CAIRN_OK)
        return 1;
    cairn_agent_def def = {.size = sizeof def, .algorithm = CAIRN_LRTA};
    cairn_agent *agent = NULL;
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    if (cairn_agent_create(map, NULL, &def, &agent) != CAIRN_OK ||
        cairn_agent_start(agent, cairn_cell_at(0, 0), cairn_cell_at(0, 2)) != CAIRN_OK)
        return 1;
    while (step.kind != CAIRN_STEP_ARRIVED && cairn_agent_step(agent, &step) == CAIRN_OK)
        printf("%u,%u ", (unsigned)cairn_cell_get_x(step.cell),
               (unsigned)cairn_cell_get_y(step.cell));
    printf("%s\n", cairn_get_version());
    cairn_agent_destroy(agent);
    cairn_map_close(map);
    return step.kind == CAIRN_STEP_ARRIVED ? 0 : 1;
}
