/* budget_cases.c: see budget_cases.h. */
#include "budget_cases.h"

enum { RECORDS = 1500 };

typedef struct scene {
    cairn_scene_kind kind;
    int width;
    int height;
    cairn_corners corners;
} scene;

static const scene scenes[BUDGET_WORLDS] = {
    {CAIRN_SCENE_ROOMS, 120, 120, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_MAZE, 101, 101, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_CAVES, 200, 150, CAIRN_CORNERS_FREE},
    {CAIRN_SCENE_CITY, 250, 200, CAIRN_CORNERS_STRICT},
    {CAIRN_SCENE_RANDOM, 130, 120, CAIRN_CORNERS_STRICT},
};

budget_world budget_worlds[BUDGET_WORLDS];

static const cairn_kind built_kinds[BUDGET_BUILT] = {CAIRN_DB_DLRTA, CAIRN_DB_REGIONS,
                                                     CAIRN_DB_LABELS, CAIRN_DB_DBA, CAIRN_DB_HCDPS};

static void build(budget_world *fix, int place)
{
    test_plan plan = test_plan_make(built_kinds[place]);
    plan.map = fix->world.map;
    plan.level = 4;
    plan.sector = 3;
    if (place == BUDGET_LABELS && test_get_map_info(plan.map).corners == CAIRN_CORNERS_FREE)
        return;
    test_image_build(&fix->images[place], &plan);
    assert_int_equal(test_image_open(&fix->images[place], &fix->dbs[place]), CAIRN_OK);
}

static void create_world(budget_world *fix, const scene *wanted)
{
    cairn_db_def def = {.size = sizeof def};
    test_world_create_scene(&fix->world, wanted->kind, wanted->width, wanted->height,
                            wanted->corners);
    assert_true(test_database_create(&fix->records, &fix->world, RECORDS, 5));
    assert_int_equal(cairn_fragments_create(fix->records.db, &def, &fix->fragments), CAIRN_OK);
    for (int i = 0; i < BUDGET_BUILT; i++)
        build(fix, i);
}

static void destroy_world(budget_world *fix)
{
    for (int i = 0; i < BUDGET_BUILT; i++)
        if (fix->dbs[i] != NULL) {
            cairn_db_close(fix->dbs[i]);
            test_image_destroy(&fix->images[i]);
        }
    cairn_fragments_destroy(fix->fragments);
    test_database_destroy(&fix->records);
    test_world_destroy(&fix->world);
}

int budget_create_worlds(void **state)
{
    (void)state;
    for (int i = 0; i < BUDGET_WORLDS; i++)
        create_world(&budget_worlds[i], &scenes[i]);
    return 0;
}

int budget_destroy_worlds(void **state)
{
    (void)state;
    for (int i = 0; i < BUDGET_WORLDS; i++)
        destroy_world(&budget_worlds[i]);
    return 0;
}

#define U CAIRN_UNLIMITED

const budget_setting budget_settings[BUDGET_SETTINGS] = {
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
    {"lrts, adaptive", CAIRN_LRTS, 0, 1, 0, 14, 1, true, false, false, true},
    {"rtaa", CAIRN_RTAA, 0, 1, 0, 14, 1, false, false, false, true},
    {"lss", CAIRN_LSS, 0, 1, 0, 14, 1, false, false, false, true},
    {"lrtak", CAIRN_LRTAK, 0, 1, 0, 14, 10, false, false, false, false},
    {"lrtak, many updates", CAIRN_LRTAK, 0, 1, 0, 14, 5000, false, false, false, true},
    {"plrta", CAIRN_PLRTA, 0, 1, 0, 14, 10, false, false, false, false},
    {"plrta, many updates", CAIRN_PLRTA, 0, 1, 0, 14, 5000, false, false, false, true},
    {"falcons", CAIRN_FALCONS, 0, 1, 0, 14, 1, false, false, false, false},
    {"dlrta", CAIRN_DLRTA, 0, 1, 0, 14, 1, false, false, false, false},
    {"dlrta, deep", CAIRN_DLRTA, 0, 1, 0, 400, 1, false, false, false, true},
    {"regions", CAIRN_REGIONS, 0, 1, 0, 14, 1, false, false, false, false},
    {"labels", CAIRN_LABELS, 0, 1, 0, 14, 1, false, false, false, true},
    {"hcdps", CAIRN_HCDPS, 0, 1, 0, 14, 1, false, false, false, false},
    {"dba", CAIRN_DBA, 0, 1, 0, 14, 1, false, false, false, true},
};

static const cairn_db *get_db(const budget_world *fix, cairn_algorithm algorithm)
{
    switch (algorithm) {
    case CAIRN_KNN:
        return fix->records.db;
    case CAIRN_DLRTA:
        return fix->dbs[BUDGET_DLRTA];
    case CAIRN_REGIONS:
        return fix->dbs[BUDGET_REGIONS];
    case CAIRN_LABELS:
        return fix->dbs[BUDGET_LABELS];
    case CAIRN_DBA:
        return fix->dbs[BUDGET_DBA];
    case CAIRN_HCDPS:
        return fix->dbs[BUDGET_HCDPS];
    default:
        return NULL;
    }
}

bool budget_is_possible(const budget_world *fix, const budget_setting *wanted)
{
    return wanted->algorithm != CAIRN_LABELS || fix->dbs[BUDGET_LABELS] != NULL;
}

static void set_records_options(const budget_setting *wanted, test_agent_plan *plan)
{
    test_agent_plan_set(plan, CAIRN_OPTION_WITHOUT, wanted->without);
    test_agent_plan_set(plan, CAIRN_OPTION_CANDIDATES, wanted->candidates);
    test_agent_plan_set(plan, CAIRN_OPTION_CUTOFF, wanted->cutoff);
    test_agent_plan_set(plan, CAIRN_OPTION_RANK, wanted->rank);
    test_agent_plan_set(plan, CAIRN_OPTION_SKIP, wanted->skip);
}

test_agent_plan budget_get_plan(const budget_world *fix, const budget_setting *wanted)
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
    if (wanted->algorithm == CAIRN_LRTAK || wanted->algorithm == CAIRN_PLRTA)
        test_agent_plan_set(&plan, CAIRN_OPTION_UPDATES, wanted->slice);
    if (wanted->algorithm == CAIRN_RTAA || wanted->algorithm == CAIRN_LSS)
        test_agent_plan_set(&plan, CAIRN_OPTION_LOOKAHEAD, 1500);
    if (wanted->algorithm == CAIRN_LRTS) {
        test_agent_plan_set(&plan, CAIRN_OPTION_DEPTH, 30);
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNING_QUOTA, 3000);
        test_agent_plan_set(&plan, CAIRN_OPTION_ADAPTIVE, wanted->rank);
    }
    return plan;
}
