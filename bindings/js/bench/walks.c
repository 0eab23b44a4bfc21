/* walks.c MAP DB: walks between drawn cells and prints steps and nanoseconds of processor time a step;
 * walks.mjs does the same in WebAssembly. */
#include <cairn/cairn.h>
#include <stdio.h>
#include <time.h>

enum { PROBLEMS = 200, MOST_STEPS = 100000 };

static uint32_t draw_below(uint64_t *state, uint32_t end)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33) % end;
}

static void draw(const cairn_map *map, const cairn_map_info *info, uint64_t *random,
                 cairn_cell problem[2])
{
    do {
        for (int i = 0; i < 2; i++) {
            uint32_t x = draw_below(random, info->width);
            problem[i] = cairn_cell_at(x, draw_below(random, info->height));
        }
    } while (!cairn_map_has_path(map, problem[0], problem[1]));
}

static uint64_t walk(cairn_agent *agent)
{
    cairn_step step = {0};
    uint64_t steps = 0;
    while (steps < MOST_STEPS && step.kind != CAIRN_STEP_ARRIVED &&
           cairn_agent_step(agent, &step) == CAIRN_OK)
        steps++;
    return steps;
}

int main(int argc, char **argv)
{
    cairn_map *map = NULL;
    cairn_db *db = NULL;
    cairn_agent *agent = NULL;
    cairn_map_info info = {.size = sizeof info};
    uint64_t random = 1, steps = 0;
    clock_t spent = 0;
    if (argc != 3 || cairn_map_open(argv[1], NULL, &map) || cairn_db_open(argv[2], NULL, &db) ||
        cairn_agent_create(map, db, NULL, &agent) || cairn_map_get_info(map, &info))
        return 3;
    for (int i = 0; i < 2 * PROBLEMS; i++) { /* the first half warms up */
        cairn_cell problem[2];
        draw(map, &info, &random, problem);
        if (i == PROBLEMS)
            spent = 0, steps = 0;
        clock_t before = clock();
        if (cairn_agent_start(agent, problem[0], problem[1]))
            return 3;
        steps += walk(agent);
        spent += clock() - before;
    }
    printf("%llu %.2f\n", (unsigned long long)steps,
           (double)spent / CLOCKS_PER_SEC * 1e9 / (double)steps);
    return 0;
}
