/* A thousand agents that share a map, a database, and one budget a frame. */
#include <cairn/cairn.h>
#include <stdio.h>

enum { AGENTS = 1000, BUDGET = 65536 };

/* A block of agents, each on the open cell nearest to its place that a path joins to the goal. */
static int place_agents(const cairn_map *map, cairn_crowd *crowd, cairn_cell goal,
                        cairn_member *members)
{
    uint32_t component = cairn_map_get_component(map, goal);
    for (uint32_t i = 0; i < AGENTS; i++) {
        cairn_cell place = cairn_cell_at(100 + i % 40 * 4, 100 + i / 40 * 4);
        if (cairn_map_find_nearest_cell(map, place, component, &place) ||
            cairn_crowd_add(crowd, place, &members[i]))
            return 1;
    }
    return cairn_crowd_order(crowd, members, AGENTS, goal);
}

int main(void)
{
    const cairn_crowd_def def = {.size = sizeof def, .capacity = AGENTS, .max_work = BUDGET};
    cairn_crowd_frame frame = {.size = sizeof frame, .walking = AGENTS};
    uint64_t most_units = 0;
    uint32_t arrived = 0, longest_wait = 0;
    cairn_member members[AGENTS];
    cairn_map *map = NULL;
    cairn_db *db = NULL;
    cairn_crowd *crowd = NULL;
    cairn_cell goal;
    if (cairn_map_open("city.map", NULL, &map) || cairn_db_open("city.cairn", NULL, &db) ||
        cairn_map_find_nearest_cell(map, cairn_cell_at(1800, 1880), CAIRN_ANY_COMPONENT, &goal) ||
        cairn_crowd_create(map, db, &def, &crowd) || place_agents(map, crowd, goal, members))
        return 3;
    while (arrived < AGENTS && cairn_crowd_step(crowd, &frame) == CAIRN_OK) {
        /* A game draws its agents here: cairn_crowd_get_cells(crowd) has their places. */
        arrived += frame.arrived;
        most_units = frame.units > most_units ? frame.units : most_units;
        longest_wait = frame.longest_wait > longest_wait ? frame.longest_wait : longest_wait;
    }
    printf("arrived %u frames %u most_units %llu longest_wait %u\n", arrived, frame.frame,
           (unsigned long long)most_units, longest_wait);
    cairn_crowd_destroy(crowd);
    cairn_db_close(db);
    cairn_map_close(map);
    return arrived == AGENTS && most_units <= BUDGET ? 0 : 1;
}
