/* test_hcdps.c (exhaustive): databases of kind hcdps have the regions of a literal reading; agents walk
 * as the reference does and learn nothing, by bounded work and without allocating. */
#include "image.h"

#include <stdlib.h>

#include "reference_dba.h"
#include "research/dlrta/dlrta_regions.h"

enum { MOST_CELLS = 700, MOST_STATES = 4000 };

typedef struct hcdps_world {
    const test_world *world;
    test_image image;
    cairn_db *db;
    int *owners; /* the seed of each cell's region, of the reference */
} hcdps_world;

static int get_id(const hcdps_world *self, cairn__xy cell)
{
    return test_world_get_id(self->world, cairn__pack(cell));
}

static uint32_t find_region(const hcdps_world *self, int cell)
{
    return cairn__dlrta_find_region(cairn__db_get_regions(self->db),
                                    cairn__unpack(test_world_get_cell(self->world, cell)));
}

static void create(hcdps_world *self, const test_world *world, uint32_t cutoff, uint32_t near)
{
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    test_plan plan = test_plan_make(CAIRN_DB_HCDPS);
    cairn_detail detail = {0};
    *self = (hcdps_world){.world = world};
    plan.map = world->map;
    plan.cutoff = cutoff;
    plan.neighbourhood = near;
    test_image_build(&self->image, &plan);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    if (cairn_db_verify(self->db, world->map, &detail) != CAIRN_OK)
        fail_msg("%s", detail.text);
    self->owners = ref_allocate(cells, sizeof(int));
    int count = ref_find_climb_regions(&world->ref, (int)cutoff, self->owners);
    assert_int_equal(test_get_figure(self->db, "regions"), count);
    for (int i = 0; i < world->open_count; i++) {
        int cell = world->open[i];
        int seed = get_id(self, self->db->net.seeds[find_region(self, cell)]);
        if (seed != self->owners[cell]) {
            test_world_print(world, cell, seed);
            fail_msg("a cell has another seed");
        }
    }
}

static void destroy(hcdps_world *self)
{
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    free(self->owners);
}

/* The states of a route, from the seed of the start's region to the goal. */
static int list_route(const hcdps_world *self, int start, int goal, int *states)
{
    const cairn__region_net *net = &self->db->net;
    uint32_t region = find_region(self, start), last = find_region(self, goal);
    int count = 0;
    states[count++] = self->owners[start];
    while (region != last) {
        cairn__net_way way;
        cairn__net_hop hop = {.from = region, .to = last};
        assert_true(cairn__net_find_way(net, &hop, &way));
        for (uint32_t i = 0; i < way.count; i++)
            states[count++] = get_id(self, cairn__net_get_subgoal(net, &way, i));
        states[count++] = get_id(self, net->seeds[way.to]);
        assert_true(count < MOST_STATES / 2);
        region = way.to;
    }
    states[count++] = goal;
    return count;
}

static void walk(const hcdps_world *self, cairn_agent *agent, int start, int goal)
{
    const test_world *world = self->world;
    int states[MOST_STATES], count = list_route(self, start, goal, states);
    long long expected = ref_walk_dba(&world->ref, 0, start, states, count, false);
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    assert_int_equal(cairn_agent_start(agent, test_world_get_cell(world, start),
                                       test_world_get_cell(world, goal)),
                     CAIRN_OK);
    while (step.kind != CAIRN_STEP_ARRIVED) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        cairn_work work = test_agent_get_plan(agent).work;
        assert_int_equal(test_work_get_units(&work), step.units);
    }
    cairn_agent_stats stats = test_agent_get_stats(agent);
    if ((long long)stats.cost != expected) {
        test_world_print(world, start, goal);
        fail_msg("it costs %llu, not %lld", (unsigned long long)stats.cost, expected);
    }
    assert_true(stats.learned == 0 && stats.failures == 0);
}

static void check_walks(const hcdps_world *self)
{
    const test_world *world = self->world;
    int stride = 1 + world->open_count / 25;
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    test_agent_plan plan = test_plan_agent(world->map, self->db, CAIRN_HCDPS);
    cairn_agent *agent;
    plan.def.allocator = &allocator;
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_OK);
    for (int i = 0; i < world->open_count; i += stride)
        for (int j = i % 3; j < world->open_count; j += stride)
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                walk(self, agent, world->open[i], world->open[j]);
    assert_int_equal(counter.allocations, 1);
    cairn_agent_destroy(agent);
}

static void check_world(test_world *world, void *context)
{
    (void)context;
    static const uint32_t settings[][2] = {{1, 1}, {4, 1}, {6, 3}, {250, 4}};
    if (world->open_count > MOST_CELLS)
        return;
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        hcdps_world self;
        create(&self, world, settings[i][0], settings[i][1]);
        check_walks(&self);
        destroy(&self);
    }
}

static void test_small_maps(void **state)
{
    (void)state;
    test_for_worlds(25, 24, 71, check_world, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_maps),
    };
    return cmocka_run_group_tests_name("hcdps", tests, NULL, NULL);
}
