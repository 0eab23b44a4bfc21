/* test_ranked.c (property): what option rank chooses and where option skip heads for, against the
 * plain definitions; and they do so too if it is the file that recommends them. */
#include "image.h"

enum { RECORDS = 400, CANDIDATES = 25, CUTOFF = 60, PROBLEMS = 150 };

static const cairn_scene_kind kinds[] = {CAIRN_SCENE_ROOMS, CAIRN_SCENE_MAZE, CAIRN_SCENE_CAVES};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

typedef struct problem {
    cairn_cell start;
    cairn_cell goal;
} problem;

static bool is_reachable(const cairn_map *map, cairn_cell from, cairn_cell to)
{
    cairn_climb climb;
    assert_int_equal(cairn_map_find_climb(map, from, to, CUTOFF, &climb), CAIRN_OK);
    return climb.reached;
}

/* The candidate that the definition chooses; false if none can be used. */
static bool choose(const test_world *world, const cairn_db *db, const problem *asked, bool rank,
                   cairn_record *chosen)
{
    cairn_neighbour neighbours[CANDIDATES];
    cairn_cell query[2] = {asked->start, asked->goal};
    uint32_t counts[2] = {0}, best = UINT32_MAX;
    assert_int_equal(cairn_db_find_nearest(db, query, 0, CANDIDATES, neighbours, counts), CAIRN_OK);
    for (uint32_t i = 0; i < counts[0]; i++) {
        cairn_record record;
        assert_int_equal(cairn_db_get_record(db, neighbours[i].place, &record), CAIRN_OK);
        uint32_t length = cairn_cell_get_distance(asked->start, record.start) + record.length +
                          cairn_cell_get_distance(record.goal, asked->goal);
        if (length >= best || !is_reachable(world->map, asked->start, record.start) ||
            !is_reachable(world->map, record.goal, asked->goal))
            continue;
        best = rank ? length : 0;
        *chosen = record;
    }
    return best != UINT32_MAX;
}

/* The farthest state in reach from a cell, of those after `index`; the goal comes last. */
static cairn_cell find_farthest(const test_world *world, const cairn_record *record, uint32_t index,
                                cairn_cell from, cairn_cell goal)
{
    cairn_cell found = cairn_record_get_state(record, index);
    for (uint32_t i = index + 1; i <= record->states && i <= index + CAIRN_MOST_AHEAD; i++) {
        cairn_cell state = i < record->states ? cairn_record_get_state(record, i) : goal;
        if (is_reachable(world->map, from, state))
            found = state;
    }
    return found;
}

static bool draw_problem(const test_world *world, test_random *random, problem *asked)
{
    int from = test_world_draw(world, random), to = test_world_draw(world, random);
    asked->start = test_world_get_cell(world, from);
    asked->goal = test_world_get_cell(world, to);
    return from != to && test_world_is_joined(world, from, to) &&
           !is_reachable(world->map, asked->start, asked->goal);
}

static cairn_agent *create_agent(const test_world *world, const cairn_db *db, bool rank, bool skip)
{
    cairn_agent *agent = NULL;
    test_agent_plan plan = test_plan_agent(world->map, db, CAIRN_KNN);
    test_agent_plan_set(&plan, CAIRN_OPTION_CANDIDATES, CANDIDATES);
    test_agent_plan_set(&plan, CAIRN_OPTION_CUTOFF, CUTOFF);
    test_agent_plan_set(&plan, CAIRN_OPTION_RANK, rank);
    test_agent_plan_set(&plan, CAIRN_OPTION_SKIP, skip);
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_OK);
    return agent;
}

static void step(cairn_agent *agent, cairn_step *made)
{
    assert_int_equal(cairn_agent_step(agent, made), CAIRN_OK);
    cairn_work work = test_agent_get_plan(agent).work;
    assert_true(test_work_get_units(&work) == made->units);
}

/* ---- the record ---- */

static void check_choice(const test_world *world, const cairn_db *db, int *compared, int *differ)
{
    cairn_agent *agents[2] = {create_agent(world, db, false, false),
                              create_agent(world, db, true, false)};
    test_random random = {41};
    for (int i = 0; i < PROBLEMS; i++) {
        problem asked;
        uint32_t ids[2];
        if (!draw_problem(world, &random, &asked))
            continue;
        for (int rank = 0; rank < 2; rank++) {
            cairn_record expected;
            cairn_step made;
            bool found = choose(world, db, &asked, rank == 1, &expected);
            assert_int_equal(cairn_agent_start(agents[rank], asked.start, asked.goal), CAIRN_OK);
            step(agents[rank], &made);
            ids[rank] = test_agent_get_plan(agents[rank]).record;
            assert_int_equal(ids[rank], found ? expected.id : CAIRN_NO_RECORD_ID);
        }
        *compared += ids[0] != CAIRN_NO_RECORD_ID;
        *differ += ids[0] != ids[1];
    }
    cairn_agent_destroy(agents[0]);
    cairn_agent_destroy(agents[1]);
}

static void ranking_takes_the_shortest_way(void **state)
{
    (void)state;
    int compared = 0, differ = 0;
    for (int i = 0; i < KINDS; i++) {
        test_world world;
        test_database database;
        test_world_create_scene(&world, kinds[i], 120, 100, CAIRN_CORNERS_STRICT);
        assert_true(test_database_create(&database, &world, RECORDS, 3));
        check_choice(&world, database.db, &compared, &differ);
        test_database_destroy(&database);
        test_world_destroy(&world);
    }
    assert_true(compared > 100 && differ > 30 && differ < compared);
}

/* ---- its states ---- */

/* Follows a walk and checks each new target; returns how many states were skipped. */
static int check_targets(const test_world *world, cairn_agent *agent, const problem *asked,
                         const cairn_record *record)
{
    int skipped = 0;
    cairn_step made = {.kind = CAIRN_STEP_MOVED};
    cairn_cell target = find_farthest(world, record, 0, asked->start, asked->goal);
    cairn_cell here = asked->start;
    assert_int_equal(cairn_agent_start(agent, asked->start, asked->goal), CAIRN_OK);
    while (made.kind != CAIRN_STEP_ARRIVED) {
        if (here == target) { /* not the goal: a state of the record */
            uint32_t index = 0;
            while (cairn_record_get_state(record, index) != here)
                index++;
            cairn_cell last = target;
            target = index + 1 < record->states
                         ? find_farthest(world, record, index, here, asked->goal)
                         : asked->goal;
            /* Without any in reach it is the next one. */
            if (target == last)
                target = cairn_record_get_state(record, index + 1);
            else
                skipped += index + 1 < record->states &&
                           target != cairn_record_get_state(record, index + 1);
        }
        step(agent, &made);
        cairn_cell heads_for = test_agent_get_plan(agent).target;
        assert_true(heads_for == target);
        here = made.cell;
    }
    return skipped;
}

static void skipping_heads_for_the_farthest(void **state)
{
    (void)state;
    int skipped = 0, walks = 0;
    for (int i = 0; i < KINDS; i++) {
        test_world world;
        test_database database;
        test_random random = {43};
        test_world_create_scene(&world, kinds[i], 120, 100, CAIRN_CORNERS_STRICT);
        assert_true(test_database_create(&database, &world, RECORDS, 3));
        cairn_agent *agent = create_agent(&world, database.db, true, true);
        for (int j = 0; j < PROBLEMS; j++) {
            problem asked;
            cairn_record record = {0};
            if (!draw_problem(&world, &random, &asked) ||
                !choose(&world, database.db, &asked, true, &record))
                continue;
            skipped += check_targets(&world, agent, &asked, &record);
            walks++;
        }
        cairn_agent_destroy(agent);
        test_database_destroy(&database);
        test_world_destroy(&world);
    }
    assert_true(walks > 100 && skipped > 50);
}

/* ---- recommended by the file ---- */

/* Both make the same steps at the same price. True if the last one goes another way. */
static bool compare(cairn_agent *agents[3], const problem *asked)
{
    cairn_step steps[3] = {{0}, {0}, {0}};
    bool differs = false;
    for (int i = 0; i < 3; i++)
        assert_int_equal(cairn_agent_start(agents[i], asked->start, asked->goal), CAIRN_OK);
    while (steps[0].kind != CAIRN_STEP_ARRIVED) {
        for (int i = 0; i < 3; i++)
            step(agents[i], &steps[i]);
        assert_true(steps[0].kind == steps[1].kind && steps[0].cell == steps[1].cell &&
                    steps[0].units == steps[1].units);
        differs = differs || steps[0].cell != steps[2].cell;
    }
    return differs;
}

/* An agent without a definition walks as the file recommends; what its caller asks for comes
 * first. */
static void the_file_may_recommend_both(void **state)
{
    (void)state;
    static const cairn_option options[] = {{.option = CAIRN_OPTION_CANDIDATES, .value = CANDIDATES},
                                           {.option = CAIRN_OPTION_CUTOFF, .value = CUTOFF},
                                           {.option = CAIRN_OPTION_RANK, .value = 1},
                                           {.option = CAIRN_OPTION_SKIP, .value = 1}};
    int differ = 0;
    test_world world;
    test_database database;
    test_image image;
    cairn_db *db;
    test_random random = {44};
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 120, 100, CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&database, &world, RECORDS, 3));
    test_image_copy(&image, database.image, database.bytes);
    test_image_recommend(&image, CAIRN_KNN, 4, options);
    assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
    cairn_agent *agents[2][3] = {{create_agent(&world, database.db, true, true), NULL,
                                  create_agent(&world, database.db, false, false)},
                                 {create_agent(&world, database.db, false, false),
                                  create_agent(&world, db, false, false), NULL}};
    assert_int_equal(cairn_agent_create(world.map, db, NULL, &agents[0][1]), CAIRN_OK);
    assert_int_equal(cairn_agent_create(world.map, db, NULL, &agents[1][2]), CAIRN_OK);
    for (int i = 0; i < PROBLEMS; i++) {
        problem asked;
        if (draw_problem(&world, &random, &asked))
            differ += compare(agents[i % 2], &asked);
    }
    assert_true(differ > 30);
    for (int i = 0; i < 6; i++)
        cairn_agent_destroy(agents[i / 3][i % 3]);
    cairn_db_close(db);
    test_image_destroy(&image);
    test_database_destroy(&database);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranking_takes_the_shortest_way),
        cmocka_unit_test(skipping_heads_for_the_farthest),
        cmocka_unit_test(the_file_may_recommend_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
