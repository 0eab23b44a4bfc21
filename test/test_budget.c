/* test_budget.c (property): with a budget no step ever spends more, whatever the algorithm, map and
 * options, and what it says it spent is the sum of its figures; an agent that waits makes the very
 * moves of one without a budget, and does not wait longer than the work takes; one that goes ahead
 * meanwhile makes legal moves, stays near where its plan begins, and arrives. */
#include "image.h"

#include <inttypes.h>
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

/* Databases beside the records. */
enum { OF_DLRTA, OF_REGIONS, OF_LABELS, BUILT };

static const cairn_kind built_kinds[BUILT] = {CAIRN_DB_DLRTA, CAIRN_DB_REGIONS, CAIRN_DB_LABELS};

typedef struct fixture {
    test_world world;
    test_database records;
    cairn_fragments *fragments;
    test_image images[BUILT];
    cairn_db *dbs[BUILT]; /* null: none of that kind with these corners */
} fixture;

static fixture fixtures[SCENES];

static void build(fixture *fix, int place)
{
    test_plan plan = test_plan_make(built_kinds[place]);
    plan.map = fix->world.map;
    plan.level = 4;
    if (place == OF_LABELS && test_get_map_info(plan.map).corners == CAIRN_CORNERS_FREE)
        return;
    test_image_build(&fix->images[place], &plan);
    assert_int_equal(test_image_open(&fix->images[place], &fix->dbs[place]), CAIRN_OK);
}

static void create_fixture(fixture *fix, const scene *wanted)
{
    cairn_db_def def = {.size = sizeof def};
    test_world_create_scene(&fix->world, wanted->kind, wanted->width, wanted->height,
                            wanted->corners);
    assert_true(test_database_create(&fix->records, &fix->world, RECORDS, 5));
    assert_int_equal(cairn_fragments_create(fix->records.db, &def, &fix->fragments), CAIRN_OK);
    for (int i = 0; i < BUILT; i++)
        build(fix, i);
}

static void destroy_fixture(fixture *fix)
{
    for (int i = 0; i < BUILT; i++)
        if (fix->dbs[i] != NULL) {
            cairn_db_close(fix->dbs[i]);
            test_image_destroy(&fix->images[i]);
        }
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
    {"regions", CAIRN_REGIONS, 0, 1, 0, 14, 1, false, false, false, false},
    {"labels", CAIRN_LABELS, 0, 1, 0, 14, 1, false, false, false, true},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

static const cairn_db *get_db(const fixture *fix, cairn_algorithm algorithm)
{
    switch (algorithm) {
    case CAIRN_KNN:
        return fix->records.db;
    case CAIRN_DLRTA:
        return fix->dbs[OF_DLRTA];
    case CAIRN_REGIONS:
        return fix->dbs[OF_REGIONS];
    case CAIRN_LABELS:
        return fix->dbs[OF_LABELS];
    default:
        return NULL;
    }
}

/* False if the world has no database for it. */
static bool is_possible(const fixture *fix, const setting *wanted)
{
    return wanted->algorithm != CAIRN_LABELS || fix->dbs[OF_LABELS] != NULL;
}

static void set_records_options(const setting *wanted, test_agent_plan *plan)
{
    test_agent_plan_set(plan, CAIRN_OPTION_WITHOUT, wanted->without);
    test_agent_plan_set(plan, CAIRN_OPTION_CANDIDATES, wanted->candidates);
    test_agent_plan_set(plan, CAIRN_OPTION_CUTOFF, wanted->cutoff);
    test_agent_plan_set(plan, CAIRN_OPTION_RANK, wanted->rank);
    test_agent_plan_set(plan, CAIRN_OPTION_SKIP, wanted->skip);
}

static test_agent_plan get_plan(const fixture *fix, const setting *wanted)
{
    test_agent_plan plan =
        test_plan_agent(fix->world.map, get_db(fix, wanted->algorithm), wanted->algorithm);
    plan.def.fragments = wanted->fragments ? fix->fragments : NULL;
    if (wanted->algorithm == CAIRN_KNN)
        set_records_options(wanted, &plan);
    if (wanted->g_max != 14)
        test_agent_plan_set(&plan, CAIRN_OPTION_G_MAX, wanted->g_max);
    if (wanted->algorithm == CAIRN_TBA)
        test_agent_plan_set(&plan, CAIRN_OPTION_SLICE, wanted->slice);
    if (wanted->algorithm == CAIRN_RTAA || wanted->algorithm == CAIRN_LSS)
        test_agent_plan_set(&plan, CAIRN_OPTION_LOOKAHEAD, 1500);
    if (wanted->algorithm == CAIRN_LRTS) {
        test_agent_plan_set(&plan, CAIRN_OPTION_DEPTH, 30);
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNING_QUOTA, 3000);
    }
    return plan;
}

static cairn_agent *create_agent(const test_agent_plan *plan)
{
    cairn_agent *agent = NULL;
    assert_int_equal(test_agent_create(plan, &agent), CAIRN_OK);
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
    cairn_cell cells[MOST_MOVES];
    uint64_t units[MOST_MOVES]; /* of the steps up to each move */
    uint32_t waits[MOST_MOVES]; /* of them */
} walk;

/* A step says what it did, and spends what it may. */
static void check_step(const cairn_agent *agent, const test_agent_plan *plan, cairn_cell before,
                       const cairn_step *step)
{
    bool stayed = before == step->cell;
    cairn_work work = test_agent_get_work(agent);
    assert_int_equal(step->units, test_work_get_units(&work));
    assert_true(plan->def.max_work == 0 || step->units <= plan->def.max_work);
    assert_int_equal(step->kind == CAIRN_STEP_WAITED, stayed);
    assert_int_equal(step->kind == CAIRN_STEP_ARRIVED, step->cell == cairn_agent_get_goal(agent));
    if (!stayed) {
        uint32_t distance = cairn_cell_get_distance(before, step->cell);
        cairn_climb climb;
        assert_true(distance == 10 || distance == 14);
        assert_int_equal(cairn_map_find_climb(plan->map, before, step->cell, 1, &climb), CAIRN_OK);
        assert_true(climb.reached);
    }
}

/* Walks to the goal, or as far as the room for moves goes. */
static void walk_on(cairn_agent *agent, const test_agent_plan *plan, const cairn_cell ends[2],
                    walk *made)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = ends[0]};
    memset(made, 0, sizeof *made);
    assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED && made->count < MOST_MOVES; i++) {
        cairn_cell before = step.cell;
        assert_true(i < MOST_STEPS);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        check_step(agent, plan, before, &step);
        made->units[made->count] += step.units;
        made->waits[made->count] += step.kind == CAIRN_STEP_WAITED;
        made->waited += step.kind == CAIRN_STEP_WAITED;
        if (step.kind != CAIRN_STEP_WAITED)
            made->cells[made->count++] = step.cell;
    }
}

/* ---- waiting ---- */

static walk unlimited, limited;

/* What a step may leave of its budget because the next piece of work does not fit in. */
#define WASTE 128

/* The agent waits for the work that a move takes, and for nothing else. */
static void check_waits(const setting *wanted, uint32_t budget)
{
    for (uint32_t i = 0; i < limited.count; i++)
        if (limited.waits[i] > unlimited.units[i] / (budget - WASTE))
            fail_msg("%s: %u steps of %u units waited for %" PRIu64 " units", wanted->name,
                     limited.waits[i], budget, unlimited.units[i]);
}

static void compare_stats(const cairn_agent *free_agent, const cairn_agent *agent)
{
    cairn_agent_stats a = test_agent_get_stats(free_agent), b = test_agent_get_stats(agent);
    assert_true(a.cost == b.cost && a.moves == b.moves && a.learned == b.learned);
    assert_true(a.selections == b.selections && a.failures == b.failures);
}

static uint32_t compare_walks(const fixture *fix, const setting *wanted, uint32_t budget)
{
    test_agent_plan free_plan = get_plan(fix, wanted), plan = free_plan;
    plan.def.max_work = budget;
    cairn_agent *free_agent = create_agent(&free_plan), *agent = create_agent(&plan);
    test_random random = {17};
    uint32_t waited = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        cairn_cell ends[2];
        draw_problem(fix, &random, ends);
        walk_on(free_agent, &free_plan, ends, &unlimited);
        assert_int_equal(unlimited.waited, 0);
        walk_on(agent, &plan, ends, &limited);
        if (limited.count != unlimited.count ||
            memcmp(limited.cells, unlimited.cells, limited.count * sizeof limited.cells[0]) != 0)
            fail_msg("%s on %s: another walk with a budget of %u", wanted->name, fix->world.name,
                     budget);
        check_waits(wanted, budget);
        compare_stats(free_agent, agent);
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
            for (int k = 0; is_possible(&fixtures[i], &settings[j]) && k < 3; k++) {
                uint32_t now = compare_walks(&fixtures[i], &settings[j], budgets[k]);
                waited[j] += k == 0 ? now : 0;
            }
    for (int j = 0; j < SETTINGS; j++)
        if ((waited[j] > 0) != settings[j].waits)
            fail_msg("%s waited %u times", settings[j].name, waited[j]);
}

/* ---- going ahead ---- */

static void walk_busily(cairn_agent *agent, const test_agent_plan *plan, const cairn_cell ends[2],
                        uint32_t *ahead)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED, .cell = ends[0]};
    uint64_t cost = 0, moves = 0;
    assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED && i < 20 * MOST_MOVES; i++) {
        cairn_cell before = step.cell;
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        check_step(agent, plan, before, &step);
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
    cairn_agent_stats stats = test_agent_get_stats(agent);
    assert_true(stats.cost == cost && stats.moves == moves);
}

static void going_ahead_is_legal_and_near(void **state)
{
    (void)state;
    uint32_t ahead[SETTINGS] = {0};
    for (int i = 0; i < SCENES; i++) {
        const fixture *fix = &fixtures[i];
        for (int j = 0; j < SETTINGS; j++) {
            if (!is_possible(fix, &settings[j]))
                continue;
            test_agent_plan plan = get_plan(fix, &settings[j]);
            plan.def.max_work = CAIRN_MIN_WORK;
            plan.def.busy = CAIRN_BUSY_MOVE;
            cairn_agent *agent = create_agent(&plan);
            test_random random = {23};
            for (int k = 0; k < PROBLEMS; k++) {
                cairn_cell ends[2];
                draw_problem(fix, &random, ends);
                walk_busily(agent, &plan, ends, &ahead[j]);
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
        test_agent_plan plan = get_plan(fix, &settings[j]);
        plan.def.max_work = CAIRN_MIN_WORK;
        plan.def.busy = CAIRN_BUSY_MOVE;
        cairn_agent *agent = create_agent(&plan);
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
    const fixture *fix = &fixtures[3];
    for (int j = 0; j < SETTINGS; j++) {
        test_agent_plan plan = get_plan(fix, &settings[j]);
        plan.def.max_work = CAIRN_MIN_WORK;
        cairn_agent *fresh = create_agent(&plan), *used = create_agent(&plan);
        test_random random = {31};
        for (int steps = 1; steps < 12; steps++) {
            cairn_cell ends[2], others[2];
            cairn_step step;
            draw_problem(fix, &random, others);
            draw_problem(fix, &random, ends);
            assert_int_equal(cairn_agent_start(used, others[0], others[1]), CAIRN_OK);
            for (int i = 0; i < steps; i++)
                assert_int_equal(cairn_agent_step(used, &step), CAIRN_OK);
            walk_on(fresh, &plan, ends, &unlimited);
            walk_on(used, &plan, ends, &limited);
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
    cairn_agent_def def = {.size = sizeof def, .algorithm = CAIRN_LRTA};
    test_world_create_scene(&world, CAIRN_SCENE_OPEN, 20, 20, CAIRN_CORNERS_STRICT);
    def.max_work = CAIRN_MIN_WORK - 1;
    assert_int_equal(cairn_agent_create(world.map, NULL, &def, &agent), CAIRN_ARGUMENT);
    def.max_work = CAIRN_MIN_WORK;
    def.busy = CAIRN_BUSY_MOVE + 1;
    assert_int_equal(cairn_agent_create(world.map, NULL, &def, &agent), CAIRN_ARGUMENT);
    def.busy = CAIRN_BUSY_MOVE;
    assert_int_equal(cairn_agent_create(world.map, NULL, &def, &agent), CAIRN_OK);
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
