/* test_agent_db.c (api): agents under way are given another database of the same map. */
#include "kit.h"

#include <string.h>

typedef struct world {
    test_world map;
    test_database first;
    test_database second;
} world;

static void create(world *self)
{
    test_world_create_scene(&self->map, CAIRN_SCENE_CAVES, 160, 120, CAIRN_CORNERS_STRICT);
    assert_true(test_database_create(&self->first, &self->map, 200, 1));
    assert_true(test_database_create(&self->second, &self->map, 3000, 2));
}

static void destroy(world *self)
{
    test_database_destroy(&self->second);
    test_database_destroy(&self->first);
    test_world_destroy(&self->map);
}

static cairn_cell get_cell(const world *self, int number)
{
    int width = (int)test_get_map_info(self->map.map).width, place = self->map.open[number];
    return cairn_cell_at((uint32_t)(place % width), (uint32_t)(place / width));
}

/* Walks on to the goal, by the records of the smaller database alone, and by some. */
static void arrive(cairn_agent *agent, const world *self)
{
    cairn_step step = {0};
    bool follows = false;
    while (step.kind != CAIRN_STEP_ARRIVED) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        uint32_t record = test_agent_get_plan(agent).record;
        follows = follows || record != CAIRN_NO_RECORD_ID;
        assert_true(record == CAIRN_NO_RECORD_ID || record < (uint32_t)self->first.ref.count);
    }
    assert_true(follows);
}

static void other_records_are_taken(void **state)
{
    (void)state;
    world self;
    create(&self);
    int last = self.map.open_count - 1;
    while (!cairn_map_has_path(self.map.map, get_cell(&self, 0), get_cell(&self, last)))
        last--;
    for (uint32_t steps = 0; steps < 40; steps += 13) {
        test_agent_plan plan = test_plan_agent(self.map.map, self.second.db, CAIRN_KNN);
        cairn_agent *agent = kit_create_agent(&plan);
        cairn_step step;
        assert_int_equal(cairn_agent_start(agent, get_cell(&self, 0), get_cell(&self, last)),
                         CAIRN_OK);
        for (uint32_t i = 0; i < steps; i++)
            assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        assert_int_equal(cairn_agent_set_db(agent, self.first.db, NULL), CAIRN_OK);
        arrive(agent, &self);
        cairn_agent_destroy(agent);
    }
    destroy(&self);
}

static void expect_refused(const test_agent_plan *plan, const cairn_db *db, const char *why)
{
    cairn_agent *agent = kit_create_agent(plan);
    cairn_detail detail = {0};
    assert_int_equal(cairn_agent_set_db(agent, db, &detail), CAIRN_KIND);
    assert_non_null(strstr(detail.text, why));
    cairn_agent_destroy(agent);
}

static void what_has_no_other_database_says_so(void **state)
{
    (void)state;
    world self;
    cairn_db_def def = {.size = sizeof def};
    cairn_fragments *fragments = NULL;
    create(&self);
    assert_int_equal(cairn_fragments_create(self.first.db, &def, &fragments), CAIRN_OK);
    test_agent_plan plan = test_plan_agent(self.map.map, self.first.db, CAIRN_KNN);
    plan.def.fragments = fragments;
    expect_refused(&plan, self.second.db, "make it anew");
    plan = test_plan_agent(self.map.map, NULL, CAIRN_LRTA);
    expect_refused(&plan, self.second.db, "no other database");
    cairn_fragments_destroy(fragments);
    destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_records_are_taken),
        cmocka_unit_test(what_has_no_other_database_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
