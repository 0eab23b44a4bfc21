/* A level editor: a byte grid is edited, the best database is built in memory, an agent walks. */
#include <cairn/cairn.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 400, HEIGHT = 300 };

int main(void)
{
    static uint8_t level[HEIGHT][WIDTH];
    cairn_map *map = NULL;
    cairn_build *build = NULL;
    cairn_db *db = NULL;
    cairn_agent *agent = NULL;
    cairn_build_report report = {.size = sizeof report};
    cairn_step step = {0};
    uint32_t moves = 0;
    memset(level, 1, sizeof level);
    for (int y = 0; y < HEIGHT; y++) /* a wall with one gate */
        level[y][WIDTH / 2] = y == 250;
    if (cairn_map_create(WIDTH, HEIGHT, level[0], NULL, &map) ||
        cairn_build_create(map, NULL, &build) || cairn_build_run(build) ||
        cairn_build_get_report(build, &report) || cairn_build_open_db(build, &db) ||
        cairn_agent_create(map, db, NULL, &agent) ||
        cairn_agent_start(agent, cairn_cell_at(10, 10), cairn_cell_at(390, 20)))
        return 3;
    for (; step.kind != CAIRN_STEP_ARRIVED; moves++)
        if (cairn_agent_step(agent, &step))
            return 1;
    printf("%s, %u moves\n", cairn_kind_get_name(report.kind), moves);
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    cairn_build_destroy(build);
    cairn_map_close(map);
    return 0;
}
