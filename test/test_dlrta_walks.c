/* test_dlrta_walks.c (exhaustive): agents of D LRTA* move as the reference does, move by move, with
 * regions of both abstractions and both look-ups; circles are met and left. */
#include "dlrta_world.h"

#include <stdlib.h>

#include "reference_dlrta.h"

enum { MOST_CELLS = 300, ENOUGH = 30000 };

/* An agent and its reference. */
typedef struct pair {
    const test_world *world;
    dlrta_world made;
    int *entries;
    cairn_agent *agent;
    ref_dlrta ref;
} pair;

/* What the walks of a setting came to. */
typedef struct tally {
    uint32_t cliques;
    uint32_t lookup;
    int walks;
    int look_ups;
    int leaves;
} tally;

/* Regions, which test_dlrta compares, and entry states, which test_dlrta_entries checks, are the
 * database's. */
static void create_reference(pair *self, const tally *how)
{
    const test_world *world = self->world;
    int count = (int)self->made.count;
    self->entries = ref_allocate((size_t)count * (size_t)count, sizeof *self->entries);
    for (int i = 0; i < count * count; i++) {
        cairn_cell entry;
        cairn_status status =
            cairn_db_get_entry(self->made.db, (uint32_t)(i / count), (uint32_t)(i % count), &entry);
        self->entries[i] = status == CAIRN_OK ? test_world_get_id(world, entry) : REF_NONE;
    }
    const ref_dlrta_def def = {&world->ref, self->made.regions, count, self->entries,
                               how->lookup == 1};
    ref_dlrta_create(&self->ref, &def);
}

static void create_pair(pair *self, const test_world *world, const tally *how, uint32_t level)
{
    self->world = world;
    dlrta_world_create(&self->made, world, level, how->cliques);
    create_reference(self, how);
    test_agent_plan plan = test_plan_agent(world->map, self->made.db, CAIRN_DLRTA);
    test_agent_plan_set(&plan, CAIRN_OPTION_LOOKUP, how->lookup);
    assert_int_equal(test_agent_create(&plan, &self->agent), CAIRN_OK);
}

static void destroy_pair(pair *self)
{
    cairn_agent_destroy(self->agent);
    ref_dlrta_destroy(&self->ref);
    free(self->entries);
    dlrta_world_destroy(&self->made);
}

static void compare_stats(const pair *self)
{
    cairn_agent_stats stats = test_agent_get_stats(self->agent);
    assert_int_equal(stats.cost, self->ref.agent.cost);
    assert_int_equal(stats.learned, self->ref.agent.learned);
    assert_int_equal(stats.selections, self->ref.look_ups);
    assert_int_equal(stats.failures, self->ref.leaves);
}

static void walk_both(pair *self, tally *sums, int from, int to)
{
    const test_world *world = self->world;
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    assert_int_equal(cairn_agent_start(self->agent, test_world_get_cell(world, from),
                                       test_world_get_cell(world, to)),
                     CAIRN_OK);
    ref_dlrta_start(&self->ref, from, to);
    for (int i = 0; step.kind != CAIRN_STEP_ARRIVED && i < ENOUGH; i++) {
        bool arrived = ref_dlrta_step(&self->ref);
        assert_int_equal(cairn_agent_step(self->agent, &step), CAIRN_OK);
        if (test_world_get_id(world, step.cell) != self->ref.agent.cell) {
            test_world_print(world, from, to);
            fail_msg("move %d leads elsewhere", i);
        }
        assert_int_equal(step.kind == CAIRN_STEP_ARRIVED, arrived);
    }
    assert_int_equal(step.kind, CAIRN_STEP_ARRIVED);
    compare_stats(self);
    sums->walks++;
    sums->look_ups += self->ref.look_ups;
    sums->leaves += self->ref.leaves;
}

/* Walks between open cells, one in `strides[0]` and one in `strides[1]`. */
static void walk_all(const test_world *world, tally *sums, uint32_t level, const int strides[2])
{
    pair self;
    create_pair(&self, world, sums, level);
    for (int i = 0; i < world->open_count; i += strides[0])
        for (int j = i % strides[1]; j < world->open_count; j += strides[1])
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                walk_both(&self, sums, world->open[i], world->open[j]);
    destroy_pair(&self);
}

static void check_walks(test_world *world, void *context)
{
    if (world->open_count > MOST_CELLS)
        return;
    for (uint32_t level = 1; level <= 3; level++)
        walk_all(world, context, level, (const int[2]){1, world->open_count > 40 ? 11 : 1});
}

static void test_walks(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        tally sums = {.cliques = i / 2, .lookup = i % 2};
        int worlds = test_for_worlds(30, 12, 40 + i, check_walks, &sums);
        assert_true(sums.walks > 11 * worlds && sums.look_ups > sums.walks);
    }
}

/* Circles need some room: each look-up meets them on one of these maps. */
static void test_circles(void **state)
{
    static const cairn_scene_kind scenes[] = {CAIRN_SCENE_CAVES, CAIRN_SCENE_WARZONE,
                                              CAIRN_SCENE_ROUGH};
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        tally sums = {.cliques = i / 2, .lookup = i % 2};
        for (uint32_t j = 0; j < 9; j++) {
            test_world world;
            test_world_create_scene(&world, scenes[j % 3], 90, 70, CAIRN_CORNERS_STRICT);
            walk_all(&world, &sums, 4 + j / 3, (const int[2]){131, 137});
            test_world_destroy(&world);
        }
        assert_true(sums.leaves > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_circles),
    };
    return cmocka_run_group_tests_name("dlrta_walks", tests, NULL, NULL);
}
