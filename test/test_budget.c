/* test_budget.c (property): with a budget no step ever spends more, whatever the algorithm, map and
 * parameters; an agent that waits makes the very moves of one without a budget; one that goes ahead
 * meanwhile makes legal moves, stays near where its plan begins, and arrives. */
#include "image.h"

#include <stdio.h>
#include <string.h>

#include "plan/plan.h"

enum { RECORDS = 1500, MOST_MOVES = 1200, MOST_STEPS = 4000000, PROBLEMS = 2 };

/* ---- worlds and agents ---- */

typedef struct scene {
    cairn_scene_kind kind;
    int width;
    int height;
    cairn_corners corners;
} scene;

static const scene scenes[] = {
    {CAIRN_SCENE_ROOMS, 120, 120, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_MAZE, 101, 101, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_CAVES, 200, 150, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_CITY, 250, 200, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_RANDOM, 130, 120, CAIRN_CORNERS_FREE},
};

enum { SCENES = sizeof scenes / sizeof scenes[0] };

typedef struct fixture {
    test_world world;
    test_database records;
    cairn_fragments *fragments;
    test_image regions_image;
    cairn_db *regions;
} fixture;

static fixture fixtures[SCENES];

static void create_fixture(fixture *fix, const scene *wanted)
{
    test_plan dlrta = test_plan_make(CAIRN_DB_DLRTA);
    cairn_db_def def = {.size = sizeof def};
    test_world_create_scene(&fix->world, wanted->kind, wanted->width, wanted->height,
                            wanted->corners);
    assert_true(test_database_create(&fix->records, &fix->world, RECORDS, 5));
    assert_int_equal(cairn_fragments_create(fix->records.db, &def, &fix->fragments), CAIRN_OK);
    dlrta.map = fix->world.map;
    dlrta.level = 4;
    test_image_build(&fix->regions_image, &dlrta);
    assert_int_equal(test_image_open(&fix->regions_image, &fix->regions), CAIRN_OK);
}

static void destroy_fixture(fixture *fix)
{
    cairn_db_close(fix->regions);
    test_image_destroy(&fix->regions_image);
    cairn_fragments_destroy(fix->fragments);
    test_database_destroy(&fix->records);
    test_world_destroy(&fix->world);
}

static int create_fixtures(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++)
        create_fixture(&fixtures[i], &scenes[i]);
    return 0;
}

static int destroy_fixtures(void **state)
{
    (void)state;
    for (int i = 0; i < SCENES; i++)
        destroy_fixture(&fixtures[i]);
    return 0;
}

/* An algorithm and what makes its steps dear. */
typedef struct setting {
    const char *name;
    cairn_algorithm algorithm;
    uint32_t without; /* enhancements */
    uint32_t candidates;
    uint32_t cutoff;
    uint32_t g_max;
    uint32_t slice;
    bool rank;
    bool skip;
    bool fragments;
    bool waits; /* a budget of CAIRN_MIN_WORK is too little for some step */
} setting;

#define U CAIRN_UNLIMITED

static const setting settings[] = {
    {"knn", CAIRN_KNN, 0, 10, 250, 14, 1, false, false, false, false},
    {"knn, many candidates", CAIRN_KNN, 0, 500, 1000, 14, 1, false, false, false, true},
    {"knn, ranked", CAIRN_KNN, 0, 500, 1000, 14, 1, true, false, false, true},
    {"knn, skipping", CAIRN_KNN, 0, 50, 1000, 14, 1, true, true, false, true},
    {"knn, fragments", CAIRN_KNN, 0, 50, U, 14, 1, true, true, true, true},
    {"knn, scans", CAIRN_KNN, CAIRN_ENHANCE_TREE, 50, 250, 14, 1, false, true, false, true},
    {"knn, basic", CAIRN_KNN, CAIRN_ENHANCE_ALL, 1, U, 14, 1, false, false, false, true},
    {"knn, basic, ranked", CAIRN_KNN, CAIRN_ENHANCE_ALL, 1, 30, 14, 1, true, false, false, true},
    {"knn, no reach", CAIRN_KNN, CAIRN_ENHANCE_FEW, 1, 0, 14, 1, false, false, false, true},
    {"knn, deep", CAIRN_KNN, 0, 20, 100, 300, 1, true, true, false, true},
    {"lrta", CAIRN_LRTA, 0, 1, 0, 14, 1, false, false, false, false},
    {"lrta, deep", CAIRN_LRTA, 0, 1, 0, 600, 1, false, false, false, true},
    {"astar", CAIRN_ASTAR, 0, 1, 0, 14, 1, false, false, false, true},
    {"tba", CAIRN_TBA, 0, 1, 0, 14, 100, false, false, false, false},
    {"tba, large slices", CAIRN_TBA, 0, 1, 0, 14, 3000, false, false, false, true},
    {"tba, unlimited", CAIRN_TBA, 0, 1, 0, 14, U, false, false, false, true},
    {"lrts", CAIRN_LRTS, 0, 1, 0, 14, 1, false, false, false, true},
    {"rtaa", CAIRN_RTAA, 0, 1, 0, 14, 1, false, false, false, true},
    {"lss", CAIRN_LSS, 0, 1, 0, 14, 1, false, false, false, true},
    {"dlrta", CAIRN_DLRTA, 0, 1, 0, 14, 1, false, false, false, false},
    {"dlrta, deep", CAIRN_DLRTA, 0, 1, 0, 400, 1, false, false, false, true},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

static cairn_agent_def get_def(const fixture *fix, const setting *wanted)
{
    cairn_agent_def def = cairn_default_agent_def();
    def.map = fix->world.map;
    def.algorithm = wanted->algorithm;
    if (wanted->algorithm == CAIRN_KNN)
        def.db = fix->records.db;
    else if (wanted->algorithm == CAIRN_DLRTA)
        def.db = fix->regions;
    def.fragments = wanted->fragments ? fix->fragments : NULL;
    def.enhancements = CAIRN_ENHANCE_ALL & ~wanted->without;
    def.candidates = wanted->candidates;
    def.cutoff = wanted->cutoff;
    def.g_max = wanted->g_max;
    def.slice = wanted->slice;
    def.rank_by_length = wanted->rank;
    def.skip_ahead = wanted->skip;
    def.lookahead = 1500;
    def.depth = 30;
    def.learning_quota = 3000;
    return def;
}

static cairn_agent *create_agent(const cairn_agent_def *def)
{
    cairn_agent *agent = NULL;
    assert_int_equal(cairn_agent_create(def, &agent), CAIRN_OK);
    return agent;
}

static void draw_problem(const fixture *fix, test_random *random, cairn_cell ends[2])
{
    int from, to;
    do {
        from = test_world_draw(&fix->world, random);
        to = test_world_draw(&fix->world, random);
    } while (from == to || !test_world_is_joined(&fix->world, from, to));
    ends[0] = test_world_get_cell(&fix->world, from);
    ends[1] = test_world_get_cell(&fix->world, to);
}

/* ---- walks ---- */

typedef struct walk {
    uint32_t count; /* of moves kept */
    uint32_t waited;
    uint32_t most_units;
    cairn_cell cells[MOST_MOVES];
} walk;

/* A step says what it did, and spends what it may. */
static void check_step(const cairn_agent_def *def, cairn_cell before, const cairn_step *step,
                       cairn_cell goal)
{
    bool stayed = before == step->cell;
    assert_true(cairn_work_get_units(&step->work) <= def->max_work_per_step);
    assert_int_equal(step->kind == CAIRN_STEP_WAITED, stayed);
    assert_int_equal(step->kind == CAIRN_STEP_ARRIVED, step->cell == goal);
    if (!stayed) {
        uint32_t distance = cairn_cell_get_distance(before, step->cell);
        cairn_climb climb;
        assert_true(distance == 10 || distance == 14);
        assert_int_equal(cairn_map_find_climb(def->map, before, step->cell, 1, &climb), CAIRN_OK);
        assert_true(climb.reached);
    }
}

/* Walks to the goal, or as far as the room for moves goes. */
static void walk_on(cairn_agent *agent, const cairn_agent_def *def, const cairn_cell ends[2],
                    walk *made)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = ends[0]};
    made->count = made->waited = made->most_units = 0;
    assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED && made->count < MOST_MOVES; i++) {
        cairn_cell before = step.cell;
        assert_true(i < MOST_STEPS);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        check_step(def, before, &step, ends[1]);
        uint32_t units = cairn_work_get_units(&step.work);
        made->most_units = units > made->most_units ? units : made->most_units;
        made->waited += step.kind == CAIRN_STEP_WAITED;
        if (step.kind != CAIRN_STEP_WAITED)
            made->cells[made->count++] = step.cell;
    }
}

/* ---- waiting ---- */

static walk unlimited, limited;

static uint32_t compare_walks(const fixture *fix, const setting *wanted, uint32_t budget)
{
    cairn_agent_def def = get_def(fix, wanted);
    cairn_agent *free_agent = create_agent(&def);
    def.max_work_per_step = budget;
    cairn_agent *agent = create_agent(&def);
    test_random random = {17};
    uint32_t waited = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        cairn_cell ends[2];
        draw_problem(fix, &random, ends);
        cairn_agent_def free_def = def;
        free_def.max_work_per_step = CAIRN_UNLIMITED;
        walk_on(free_agent, &free_def, ends, &unlimited);
        assert_int_equal(unlimited.waited, 0);
        walk_on(agent, &def, ends, &limited);
        if (limited.count != unlimited.count ||
            memcmp(limited.cells, unlimited.cells, limited.count * sizeof limited.cells[0]) != 0)
            fail_msg("%s on %s: another walk with a budget of %u", wanted->name, fix->world.name,
                     budget);
        cairn_agent_stats a = cairn_agent_get_stats(free_agent), b = cairn_agent_get_stats(agent);
        assert_true(a.cost == b.cost && a.moves == b.moves && a.learned == b.learned);
        assert_true(a.selections == b.selections && a.failures == b.failures);
        waited += limited.waited;
    }
    cairn_agent_destroy(agent);
    cairn_agent_destroy(free_agent);
    return waited;
}

static void waiting_changes_no_move(void **state)
{
    (void)state;
    static const uint32_t budgets[] = {CAIRN_MIN_WORK, 2000, 10000};
    uint32_t waited[SETTINGS] = {0};
    for (int i = 0; i < SCENES; i++)
        for (int j = 0; j < SETTINGS; j++)
            for (int k = 0; k < 3; k++) {
                uint32_t now = compare_walks(&fixtures[i], &settings[j], budgets[k]);
                waited[j] += k == 0 ? now : 0;
            }
    for (int j = 0; j < SETTINGS; j++)
        if ((waited[j] > 0) != settings[j].waits)
            fail_msg("%s waited %u times", settings[j].name, waited[j]);
}

/* ---- going ahead ---- */

static void walk_busily(cairn_agent *agent, const cairn_agent_def *def, const cairn_cell ends[2],
                        uint32_t *ahead)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = ends[0]};
    uint64_t cost = 0, moves = 0;
    assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED && i < 20 * MOST_MOVES; i++) {
        cairn_cell before = step.cell;
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        check_step(def, before, &step, ends[1]);
        assert_true(step.cell == cairn_agent_get_cell(agent));
        cost += cairn_cell_get_distance(before, step.cell);
        moves += step.kind != CAIRN_STEP_WAITED;
        /* From where the plan begins, the agent's own cell, it goes straight. */
        assert_true(agent->trail.count <= CAIRN_BUSY_MOVES);
        uint32_t away =
            agent->trail.count * (agent->trail.count > 0 ? cairn__move_cost(agent->trail.move) : 0);
        assert_int_equal(cairn_cell_get_distance(cairn__pack(agent->cell), step.cell), away);
        *ahead += agent->unfinished && step.kind == CAIRN_STEP_MOVED;
    }
    cairn_agent_stats stats = cairn_agent_get_stats(agent);
    assert_true(stats.cost == cost && stats.moves == moves);
}

static void going_ahead_is_legal_and_near(void **state)
{
    (void)state;
    uint32_t ahead[SETTINGS] = {0};
    for (int i = 0; i < SCENES; i++) {
        const fixture *fix = &fixtures[i];
        for (int j = 0; j < SETTINGS; j++) {
            cairn_agent_def def = get_def(fix, &settings[j]);
            def.max_work_per_step = CAIRN_MIN_WORK;
            def.busy = CAIRN_BUSY_MOVE;
            cairn_agent *agent = create_agent(&def);
            test_random random = {23};
            for (int k = 0; k < PROBLEMS; k++) {
                cairn_cell ends[2];
                draw_problem(fix, &random, ends);
                walk_busily(agent, &def, ends, &ahead[j]);
            }
            cairn_agent_destroy(agent);
        }
    }
    for (int j = 0; j < SETTINGS; j++)
        if ((ahead[j] > 0) != settings[j].waits)
            fail_msg("%s went ahead %u times", settings[j].name, ahead[j]);
}

/* Algorithms that are complete whatever they meet on the way arrive. */
static void going_ahead_arrives(void **state)
{
    (void)state;
    const fixture *fix = &fixtures[0];
    for (int j = 0; j < SETTINGS; j++) {
        cairn_agent_def def = get_def(fix, &settings[j]);
        def.max_work_per_step = CAIRN_MIN_WORK;
        def.busy = CAIRN_BUSY_MOVE;
        cairn_agent *agent = create_agent(&def);
        test_random random = {29};
        for (int k = 0; k < PROBLEMS; k++) {
            cairn_cell ends[2];
            cairn_step step = {.kind = CAIRN_STEP_MOVED};
            draw_problem(fix, &random, ends);
            assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
            for (int i = 0; step.kind != CAIRN_STEP_ARRIVED; i++) {
                assert_true(i < MOST_STEPS);
                assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
            }
        }
        cairn_agent_destroy(agent);
    }
}

/* A problem that is given up half-way leaves nothing behind. */
static void a_new_start_forgets_the_old_plan(void **state)
{
    (void)state;
    const fixture *fix = &fixtures[2];
    for (int j = 0; j < SETTINGS; j++) {
        cairn_agent_def def = get_def(fix, &settings[j]);
        def.max_work_per_step = CAIRN_MIN_WORK;
        cairn_agent *fresh = create_agent(&def), *used = create_agent(&def);
        test_random random = {31};
        for (int steps = 1; steps < 12; steps++) {
            cairn_cell ends[2], others[2];
            cairn_step step;
            draw_problem(fix, &random, others);
            draw_problem(fix, &random, ends);
            assert_int_equal(cairn_agent_start(used, others[0], others[1]), CAIRN_OK);
            for (int i = 0; i < steps; i++)
                assert_int_equal(cairn_agent_step(used, &step), CAIRN_OK);
            walk_on(fresh, &def, ends, &unlimited);
            walk_on(used, &def, ends, &limited);
            assert_int_equal(limited.count, unlimited.count);
            assert_int_equal(limited.waited, unlimited.waited);
            assert_memory_equal(limited.cells, unlimited.cells,
                                limited.count * sizeof limited.cells[0]);
        }
        cairn_agent_destroy(fresh);
        cairn_agent_destroy(used);
    }
}

static void bad_budgets_are_refused(void **state)
{
    (void)state;
    test_world world;
    cairn_agent *agent;
    cairn_agent_def def = cairn_default_agent_def();
    test_world_create_scene(&world, CAIRN_SCENE_OPEN, 20, 20, CAIRN_CORNERS_STRICT);
    def.map = world.map;
    def.max_work_per_step = CAIRN_MIN_WORK - 1;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_ARGUMENT);
    def.max_work_per_step = CAIRN_MIN_WORK;
    def.busy = (cairn_busy)2;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_ARGUMENT);
    def.busy = CAIRN_BUSY_MOVE;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_OK);
    cairn_agent_destroy(agent);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_changes_no_move),
        cmocka_unit_test(going_ahead_is_legal_and_near),
        cmocka_unit_test(going_ahead_arrives),
        cmocka_unit_test(a_new_start_forgets_the_old_plan),
        cmocka_unit_test(bad_budgets_are_refused),
    };
    return cmocka_run_group_tests(tests, create_fixtures, destroy_fixtures);
}
