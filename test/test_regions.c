/* test_regions.c (exhaustive): walking by regions: every pair of cells of small maps, under both
 * corner rules, with tables and with trees, without learning, within any budget. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "db/db_internal.h"
#include "grid/climb.h"
#include "plan/agent_state.h"

/* Small cut-offs make many regions of small maps. */
typedef struct setting {
    uint32_t cutoff;
    uint32_t table_regions;
    uint32_t range_regions;
} setting;

static const setting settings[] = {
    {250, 4096, 65536}, {3, 4096, 65536}, {4, 0, 0}, {1, 4096, 65536}, {2, 0, 65536}};

static test_plan get_def(const cairn_map *map, const setting *wanted)
{
    test_plan def = test_plan_make(CAIRN_DB_REGIONS);
    def.map = map;
    def.cutoff = wanted->cutoff;
    def.table_regions = wanted->table_regions;
    def.range_regions = wanted->range_regions;
    return def;
}

/* ---- every pair ---- */

enum { MOST_PAIRS = 1500 };

/* `budget` 0: no limit. */
static cairn_agent *create_agent(const test_world *world, const cairn_db *db, uint32_t budget,
                                 uint32_t busy)
{
    cairn_agent *agent;
    test_agent_plan plan = test_plan_agent(world->map, db, CAIRN_REGIONS);
    plan.def.max_work = budget;
    plan.def.busy = busy;
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_OK);
    return agent;
}

/* What a step spends: the sum of the figures, within the budget, and of the sorts that are
 * meant. */
static void check_work(const cairn_agent *agent, const cairn_step *step, uint32_t budget)
{
    cairn_work work = test_agent_get_plan(agent).work;
    assert_int_equal(test_work_get_units(&work), step->units);
    assert_true(budget == 0 || step->units <= budget);
    assert_true(work.traced == 0 && work.scans == 0);
}

/* Returns the cost of a walk in which every move is legal and no step exceeds the budget. */
static uint64_t walk(const test_world *world, cairn_agent *agent, uint32_t budget, int from, int to)
{
    cairn_cell last = test_world_get_cell(world, from);
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    assert_int_equal(cairn_agent_start(agent, last, test_world_get_cell(world, to)), CAIRN_OK);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED; i++) {
        if (i > 40 * world->open_count + 100) {
            test_world_print(world, from, to);
            fail_msg("%s: the walk does not end", world->name);
        }
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        check_work(agent, &step, budget);
        if (last != step.cell)
            assert_true(
                cairn__is_legal_move(world->map, cairn__unpack(last), cairn__unpack(step.cell)));
        last = step.cell;
    }
    assert_int_equal(test_world_get_id(world, last), to);
    return test_agent_get_stats(agent).cost;
}

/* The net led all the way, so there is no room for LRTA* yet. */
static void check_stats(const test_world *world, const cairn_agent *agent, int from, int to)
{
    cairn_agent_stats stats = test_agent_get_stats(agent);
    if (stats.learned != 0 || stats.failures != 0 || agent->slot->leg != NULL ||
        stats.memory_bytes != agent->bytes) {
        test_world_print(world, from, to);
        fail_msg("%s: %d values were learned", world->name, (int)stats.learned);
    }
}

static void check_pairs(test_world *world, const cairn_db *db, test_random *random)
{
    cairn_agent *agents[2] = {create_agent(world, db, 0, CAIRN_BUSY_WAIT),
                              create_agent(world, db, CAIRN_MIN_WORK, CAIRN_BUSY_WAIT)};
    bool all = world->open_count * world->open_count <= MOST_PAIRS;
    int pairs = all ? world->open_count * world->open_count : MOST_PAIRS;
    for (int i = 0; i < pairs; i++) {
        int from = all ? world->open[i / world->open_count] : test_world_draw(world, random);
        int to = all ? world->open[i % world->open_count] : test_world_draw(world, random);
        if (!test_world_is_joined(world, from, to))
            continue;
        uint64_t cost = walk(world, agents[0], 0, from, to);
        check_stats(world, agents[0], from, to);
        if (i % 4 == 0)
            assert_int_equal(walk(world, agents[1], CAIRN_MIN_WORK, from, to), cost);
    }
    cairn_agent_destroy(agents[0]);
    cairn_agent_destroy(agents[1]);
}

/* ---- the net itself ---- */

/* Every open cell is in a region: the first member that it climbs to and that climbs to it. */
static void check_members(const test_world *world, const cairn_db *db)
{
    const cairn__region_net *net = &db->net;
    for (int i = 0; i < world->open_count; i++) {
        cairn__xy cell = cairn__unpack(test_world_get_cell(world, world->open[i]));
        cairn__net_members members = cairn__net_find_members(net, cell);
        bool found = false;
        assert_true(members.count >= 1 && members.count <= CAIRN__NET_MOST_MEMBERS);
        for (uint32_t j = 0; !found && j < members.count; j++) {
            cairn__xy seed = net->seeds[cairn__net_get_member(net, &members, j)];
            found = cairn__climb(world->map, cell, seed, net->header.cutoff).reached &&
                    cairn__climb(world->map, seed, cell, net->header.cutoff).reached;
            assert_true(found || !members.single);
        }
        assert_true(found);
    }
}

/* Routes between all regions of a component, hop by hop. */
static void check_routes(const test_world *world, const cairn_db *db)
{
    const cairn__region_net *net = &db->net;
    uint32_t regions = net->header.regions;
    for (uint32_t from = 0; from < regions && from < 40; from++)
        for (uint32_t to = 0; to < regions; to++) {
            int a = test_world_get_id(world, cairn__pack(net->seeds[from]));
            if (from == to || !test_world_is_joined(
                                  world, a, test_world_get_id(world, cairn__pack(net->seeds[to]))))
                continue;
            cairn__net_hop hop = {.from = from, .to = to};
            uint32_t hops = 0;
            for (cairn__net_way way; hop.from != to; hop.from = way.to) {
                assert_true(cairn__net_find_way(net, &hop, &way));
                assert_true(++hops <= 2 * regions);
            }
        }
}

static void check_world(test_world *world, void *context)
{
    test_random *random = context;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        test_image image;
        cairn_db *db;
        test_plan def = get_def(world->map, &settings[i]);
        test_image_build(&image, &def);
        assert_int_equal(test_image_verify(&image, world->map), CAIRN_OK);
        assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
        bool has_tree = (db->net.header.flags & CAIRN__NET_TREE) != 0;
        assert_true(has_tree == (settings[i].table_regions == 0 && world->open_count > 0));
        check_members(world, db);
        check_routes(world, db);
        if (world->open_count > 0)
            check_pairs(world, db, random);
        cairn_db_close(db);
        test_image_destroy(&image);
    }
}

static void test_small_worlds(void **state)
{
    (void)state;
    test_random random = {5};
    test_for_worlds(60, 14, 11, check_world, &random);
}

/* ---- larger maps ---- */

static void test_scenes(void **state)
{
    (void)state;
    test_random random = {6};
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++)
        for (int corners = 0; corners < 2; corners++) {
            test_world world;
            test_image image;
            cairn_db *db;
            test_world_create_scene(&world, (cairn_scene_kind)kind, 200, 150,
                                    (cairn_corners)corners);
            test_plan def = get_def(world.map, &settings[kind % 3 == 0 ? 0 : 2 * (kind % 3)]);
            def.cutoff = 40;
            test_image_build(&image, &def);
            assert_int_equal(test_image_verify(&image, world.map), CAIRN_OK);
            assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
            check_members(&world, db);
            cairn_agent *agent = create_agent(&world, db, CAIRN_MIN_WORK, CAIRN_BUSY_MOVE);
            for (int i = 0; i < 100; i++) {
                int from = test_world_draw(&world, &random), to = test_world_draw(&world, &random);
                if (!test_world_is_joined(&world, from, to))
                    continue;
                (void)walk(&world, agent, CAIRN_MIN_WORK, from, to);
                assert_int_equal(test_agent_get_stats(agent).learned, 0);
            }
            cairn_agent_destroy(agent);
            cairn_db_close(db);
            test_image_destroy(&image);
            test_world_destroy(&world);
        }
}

/* ---- damaged nets ---- */

/* Whatever the net says, agents arrive. */
static void test_damage(void **state)
{
    (void)state;
    test_random random = {7};
    for (int round = 0; round < 60; round++) {
        test_world world;
        test_image image;
        test_world_create_random(&world, 24, 24, 30, (cairn_corners)(round % 2), &random);
        test_plan def = get_def(world.map, &settings[round % 5]);
        test_image_build(&image, &def);
        unsigned char *net = test_image_get_content(&image, "NETS");
        size_t bytes = (size_t)test_image_get_section(&image, "NETS")->bytes;
        for (int i = 0; i < 40; i++) {
            int place = 32 + test_draw_below(&random, (int)bytes - 32);
            net[place] = (unsigned char)test_draw_below(&random, 256);
        }
        test_image_repair(&image);
        cairn_db *db;
        assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
        (void)cairn_db_verify(db, world.map, NULL);
        cairn_agent *agent = create_agent(&world, db, CAIRN_MIN_WORK, CAIRN_BUSY_WAIT);
        for (int i = 0; i < 100 && world.open_count > 0; i++) {
            int from = test_world_draw(&world, &random), to = test_world_draw(&world, &random);
            if (test_world_is_joined(&world, from, to))
                (void)walk(&world, agent, CAIRN_MIN_WORK, from, to);
        }
        cairn_agent_destroy(agent);
        cairn_db_close(db);
        test_image_destroy(&image);
        test_world_destroy(&world);
    }
}

/* ---- the fall-back of records ---- */

/* A maze with three records, so that most selections fail, and a net. */
static void create_fallback(test_world *world, test_image *both)
{
    test_world_create_scene(world, CAIRN_SCENE_MAZE, 61, 61, CAIRN_CORNERS_STRICT);
    test_plan knn = test_plan_make(CAIRN_DB_KNN);
    knn.map = world->map;
    knn.records = 3;
    knn.fallback = true;
    knn.cutoff = settings[1].cutoff;
    test_image_build(both, &knn);
    assert_int_equal(test_image_verify(both, world->map), CAIRN_OK);
}

/* Walks some problems; returns in how many a selection failed. */
static uint32_t walk_some(const test_world *world, cairn_agent *agent, uint32_t budget)
{
    test_random random = {8};
    uint32_t fell_back = 0;
    for (int i = 0; i < 200; i++) {
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        if (!test_world_is_joined(world, from, to))
            continue;
        (void)walk(world, agent, budget, from, to);
        cairn_agent_stats stats = test_agent_get_stats(agent);
        if (stats.failures == 1) {
            fell_back++;
            assert_int_equal(stats.learned, 0);
        }
        assert_true(stats.failures <= 1);
    }
    return fell_back;
}

static void test_fallback(void **state)
{
    (void)state;
    test_world world;
    test_image both;
    cairn_db *db;
    cairn_agent *agent;
    create_fallback(&world, &both);
    assert_int_equal(test_image_open(&both, &db), CAIRN_OK);
    assert_int_equal(test_get_db_info(db).kind, CAIRN_DB_KNN);
    assert_true(test_get_figure(db, "fallback") == 1 && test_get_figure(db, "records") == 3);
    assert_int_equal(cairn_agent_create(world.map, db, NULL, &agent), CAIRN_OK);
    assert_true(walk_some(&world, agent, 0) > 50);
    cairn_agent_destroy(agent);
    agent = create_agent(&world, db, CAIRN_MIN_WORK, CAIRN_BUSY_WAIT); /* the net alone */
    assert_int_equal(walk_some(&world, agent, CAIRN_MIN_WORK), 0);
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    test_image_destroy(&both);
    test_world_destroy(&world);
}

/* A file of records that recommends to walk by its net is walked so, unless the caller wants
 * another algorithm. */
static void test_recommended_algorithm(void **state)
{
    (void)state;
    static const struct {
        cairn_algorithm asked, got;
    } cases[] = {{CAIRN_ALGORITHM_AUTO, CAIRN_REGIONS}, {CAIRN_KNN, CAIRN_KNN}};
    const cairn_option candidates = {.option = CAIRN_OPTION_CANDIDATES, .value = 20};
    test_world world;
    test_image both;
    cairn_db *db;
    create_fallback(&world, &both);
    test_image_recommend(&both, CAIRN_REGIONS, 1, &candidates); /* which is not for regions */
    assert_int_equal(test_image_verify(&both, world.map), CAIRN_OK);
    assert_int_equal(test_image_open(&both, &db), CAIRN_OK);
    assert_int_equal(test_get_db_info(db).algorithm, CAIRN_REGIONS);
    for (int i = 0; i < 2; i++) {
        cairn_agent *agent;
        test_agent_plan plan = test_plan_agent(world.map, db, cases[i].asked);
        assert_int_equal(test_agent_create(&plan, &agent), CAIRN_OK);
        assert_ptr_equal(agent->slot->algorithm, cairn__algorithm_get(cases[i].got));
        cairn_agent_destroy(agent);
    }
    cairn_db_close(db);
    test_image_destroy(&both);
    test_world_destroy(&world);
}

/* ---- what an agent is made with ---- */

static void refuse(const cairn_map *map, const cairn_db *db, const char *sentence)
{
    cairn_agent *agent = NULL;
    cairn_detail detail = {0};
    test_agent_plan plan = test_plan_agent(map, db, CAIRN_REGIONS);
    plan.def.detail = &detail;
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_KIND);
    assert_null(agent);
    assert_string_equal(detail.text, sentence);
}

/* Without a net there is no walking by one: nobody gets LRTA* under that name. */
static void test_refusals(void **state)
{
    (void)state;
    test_world world;
    test_database records;
    test_world_create_scene(&world, CAIRN_SCENE_MAZE, 31, 31, CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&records, &world, 3, 1));
    refuse(world.map, NULL, "algorithm regions needs a database: build one of kind regions");
    refuse(world.map, records.db,
           "algorithm regions needs a database of kind regions, and this one is of kind knn: build "
           "one, or "
           "leave the algorithm to the database");
    test_database_destroy(&records);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_worlds),
        cmocka_unit_test(test_scenes),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_fallback),
        cmocka_unit_test(test_recommended_algorithm),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("regions", tests, NULL, NULL);
}
