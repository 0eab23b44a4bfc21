/* test_dlrta_agents.c (exhaustive): agents of D LRTA* arrive on all pairs, by bounded work and
 * without allocating; they head for the entry states of their database, without which there are
 * none of them. */
#include "dlrta_world.h"

/* Open cells of the largest map that is looked at. */
enum { MOST_CELLS = 400 };

/* ---- walks ---- */

/* One look-up of an entry state, the regions of at most 16 cells, and one look-ahead, whose states
 * are met once and looked at again once at most. */
static void check_work(const cairn_agent *agent, const cairn_step *step, uint32_t g_max)
{
    cairn_work work = test_agent_get_plan(agent).work;
    uint32_t side = 2 * (g_max / 10) + 1;
    assert_int_equal(test_work_get_units(&work), step->units);
    assert_true(work.records <= 1 && work.entries <= 16);
    assert_true(work.moves == 0 && work.traced == 0 && work.scans == 0);
    assert_true(work.states <= side * side && work.others <= (g_max < 24 ? 0 : side * side));
}

static void walk(const test_world *world, cairn_agent *agent, uint32_t g_max, const int ends[2])
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    cairn_cell goal = test_world_get_cell(world, ends[1]);
    assert_int_equal(cairn_agent_start(agent, test_world_get_cell(world, ends[0]), goal), CAIRN_OK);
    for (int i = 0, cell = ends[0]; step.kind != CAIRN_STEP_ARRIVED; i++) {
        if (i > 20000) {
            test_world_print(world, ends[0], ends[1]);
            fail_msg("it does not arrive");
        }
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        int next = test_world_get_id(world, step.cell);
        assert_true(ends[0] == ends[1] || ref_find_move(&world->ref, cell, next) != REF_NONE);
        check_work(agent, &step, g_max);
        cell = next;
    }
    assert_true(step.cell == goal);
}

/* No allocation while it moves. */
static void check_agent(const test_world *world, const cairn_db *db, uint32_t g_max, int stride)
{
    cairn_agent *agent;
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    test_agent_plan plan = test_plan_agent(world->map, db, CAIRN_DLRTA);
    plan.def.allocator = &allocator;
    test_agent_plan_set(&plan, CAIRN_OPTION_G_MAX, g_max);
    test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1 << 16);
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_OK);
    for (int i = 0; i < world->open_count; i++)
        for (int j = i % stride; j < world->open_count; j += stride)
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                walk(world, agent, g_max, (const int[2]){world->open[i], world->open[j]});
    assert_int_equal(counter.allocations, 1);
    cairn_agent_destroy(agent);
    assert_int_equal(counter.releases, 1);
}

static void check_agents(test_world *world, void *context)
{
    (void)context;
    if (world->open_count > MOST_CELLS)
        return;
    for (uint32_t level = 1; level <= 4; level++) {
        dlrta_world made;
        dlrta_world_create(&made, world, level, 0);
        check_agent(world, made.db, level == 2 ? 40 : 14, world->open_count > 100 ? 13 : 1);
        dlrta_world_destroy(&made);
    }
}

static void test_agents(void **state)
{
    (void)state;
    test_for_worlds(25, 10, 4, check_agents, NULL);
}

/* ---- one map with its database ---- */

typedef struct fixture {
    test_world world;
    dlrta_world made;
} fixture;

static int create_fixture(void **state)
{
    static fixture fix;
    test_world_create_scene(&fix.world, CAIRN_SCENE_CAVES, 120, 90, CAIRN_CORNERS_STRICT);
    dlrta_world_create(&fix.made, &fix.world, 5, 0);
    *state = &fix;
    return 0;
}

static int destroy_fixture(void **state)
{
    fixture *fix = *state;
    dlrta_world_destroy(&fix->made);
    test_world_destroy(&fix->world);
    return 0;
}

/* Where an agent heads for at first: the entry state looked up, or the goal. */
static cairn_cell get_first_target(const fixture *fix, const int ends[2])
{
    const int *regions = fix->made.regions;
    cairn_cell entry;
    cairn_status status = cairn_db_get_entry(fix->made.db, (uint32_t)regions[ends[0]],
                                             (uint32_t)regions[ends[1]], &entry);
    return status == CAIRN_OK ? entry : test_world_get_cell(&fix->world, ends[1]);
}

/* An entry state looked up is the target, and leads out of the region. The database's own algorithm
 * is dlrta. */
static void test_targets(void **state)
{
    const fixture *fix = *state;
    const test_world *world = &fix->world;
    cairn_agent *agent;
    assert_int_equal(cairn_agent_create(world->map, fix->made.db, NULL, &agent), CAIRN_OK);
    test_random random = {5};
    for (int i = 0; i < 300; i++) {
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        int ends[2] = {from, to};
        cairn_step step;
        if (ends[0] == ends[1] || !test_world_is_joined(world, ends[0], ends[1]))
            continue;
        assert_int_equal(cairn_agent_start(agent, test_world_get_cell(world, ends[0]),
                                           test_world_get_cell(world, ends[1])),
                         CAIRN_OK);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        assert_true(test_agent_get_plan(agent).target == get_first_target(fix, ends));
        assert_int_equal(test_agent_get_stats(agent).selections, 1);
        walk(world, agent, 14, ends);
    }
    cairn_agent_destroy(agent);
}

/* ---- what an agent is made with ---- */

static void refuse(const test_agent_plan *plan, cairn_status expected, const char *sentence)
{
    cairn_agent *agent = NULL;
    cairn_detail detail = {0};
    test_agent_plan told = *plan;
    size_t bytes = 1;
    told.def.detail = &detail;
    assert_int_equal(test_agent_create(&told, &agent), expected);
    assert_null(agent);
    assert_string_equal(detail.text, sentence);
    assert_int_equal(test_agent_get_size(&told, &bytes), expected);
    assert_int_equal(bytes, 1);
}

static void test_refusals(void **state)
{
    const fixture *fix = *state;
    test_world other;
    test_agent_plan plan = test_plan_agent(fix->world.map, NULL, CAIRN_DLRTA);
    refuse(&plan, CAIRN_KIND, "algorithm dlrta needs a database: build one of kind dlrta");
    plan.db = fix->made.db;
    plan.def.algorithm = CAIRN_KNN;
    refuse(
        &plan, CAIRN_KIND,
        "algorithm knn needs a database of kind knn, and this one is of kind dlrta: build one, or "
        "leave the algorithm to the database");
    plan.def.algorithm = CAIRN_DLRTA;
    test_agent_plan_set(&plan, CAIRN_OPTION_DEPTH, 10);
    refuse(&plan, CAIRN_ARGUMENT, "option depth is not for algorithm dlrta");
    test_world_create_scene(&other, CAIRN_SCENE_CAVES, 120, 90, CAIRN_CORNERS_FREE);
    plan = test_plan_agent(other.map, fix->made.db, CAIRN_DLRTA);
    refuse(&plan, CAIRN_MISMATCH,
           "the database was made for strict corners: open the map with them, or "
           "build one for this map");
    test_world_destroy(&other);
}

/* The bytes of an agent with a look-ahead: the deeper, the more. */
static size_t get_bytes(const cairn_map *map, const cairn_db *db, uint32_t g_max)
{
    size_t bytes;
    test_agent_plan plan = test_plan_agent(map, db, CAIRN_ALGORITHM_AUTO);
    if (g_max > 0)
        test_agent_plan_set(&plan, CAIRN_OPTION_G_MAX, g_max);
    assert_int_equal(test_agent_get_size(&plan, &bytes), CAIRN_OK);
    return bytes;
}

/* What the file recommends holds unless the caller says otherwise; what makes no sense, such as an
 * option of another algorithm, is passed over. */
static void test_recommended(void **state)
{
    const fixture *fix = *state;
    const cairn_map *map = fix->world.map;
    const cairn_option options[] = {{.option = CAIRN_OPTION_G_MAX, .value = 40},
                                    {.option = CAIRN_OPTION_DEPTH, .value = 5}};
    const cairn_option wrong = {.option = CAIRN_OPTION_G_MAX, .value = 13};
    test_image image;
    cairn_db *db;
    test_image_copy(&image, fix->made.image.bytes, fix->made.image.count);
    test_image_recommend(&image, 0, 2, options);
    assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
    size_t plain = get_bytes(map, fix->made.db, 0), deep = get_bytes(map, fix->made.db, 40);
    assert_true(plain < deep);
    assert_int_equal(get_bytes(map, db, 0), deep);
    assert_int_equal(get_bytes(map, db, 14), plain);
    assert_true(get_bytes(map, db, 100) > deep);
    cairn_db_close(db);
    test_image_recommend(&image, 0, 1, &wrong);
    assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
    assert_int_equal(get_bytes(map, db, 0), plain);
    cairn_db_close(db);
    test_image_destroy(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_recommended),
    };
    return cmocka_run_group_tests_name("dlrta_agents", tests, create_fixture, destroy_fixture);
}
