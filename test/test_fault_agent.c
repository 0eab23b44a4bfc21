/* test_fault_agent.c (fault): agents whose n-th allocation fails, for every n until they get
 * through.
 *
 * A step that fails says MEMORY and moves nothing; tried again with memory, the walk is the one
 * without faults, and so are its figures. Agents by labels and by regions have no room to learn in
 * until they need it: damaged databases make them need it. */
#include "faulty.h"
#include "kit.h"

#include <limits.h>

#include "db/kind_labels.h"

enum { RECORDS = 40, PROBLEMS = 20, DAMAGED = 12 };

static int create_kit(void **state)
{
    static kit self;
    test_world_create_scene(&self.world, CAIRN_SCENE_CAVES, 96, 80, CAIRN_CORNERS_STRICT);
    kit_build(&self, RECORDS);
    *state = &self;
    return 0;
}

static int destroy_kit(void **state)
{
    kit_destroy(*state);
    return 0;
}

/* ---- making agents ---- */

static cairn_status create_agents(const kit *self, const cairn_allocator *allocator)
{
    cairn_status status = CAIRN_OK;
    for (int i = 0; status == CAIRN_OK && i < KIT_ALGORITHMS; i++) {
        cairn_agent *agent = NULL;
        test_agent_plan plan = kit_plan(self, kit_algorithms[i]);
        plan.def.allocator = allocator;
        status = test_agent_create(&plan, &agent);
        cairn_agent_destroy(agent);
    }
    return status;
}

/* That one allocation alone, or it with all that follow. */
static void test_create_agents(void **state)
{
    for (int alone = 0; alone < 2; alone++) {
        long number = 0;
        for (bool failed = true; failed; number++) {
            test_faulty faulty = {.fail_from = number,
                                  .fail_end = alone != 0 ? number + 1 : LONG_MAX};
            cairn_allocator allocator = test_faulty_get_allocator(&faulty);
            cairn_status status = create_agents(*state, &allocator);
            failed = atomic_load(&faulty.failed);
            assert_int_equal(status, failed ? CAIRN_MEMORY : CAIRN_OK);
            assert_int_equal(atomic_load(&faulty.live), 0);
        }
        assert_int_equal(number, KIT_ALGORITHMS + 1); /* one allocation each */
    }
}

/* ---- walking ---- */

/* Steps that fail are tried again: twice without memory, then with. */
static cairn_status step_through(cairn_agent *agent, test_faulty *self, cairn_step *step)
{
    cairn_cell before = cairn_agent_get_cell(agent);
    cairn_status status = kit_step(agent, step);
    if (self == NULL || status == CAIRN_OK)
        return status;
    assert_int_equal(status, CAIRN_MEMORY);
    assert_true(atomic_load(&self->failed));
    do /* with a budget it may take steps to come there again */
        status = kit_step(agent, step);
    while (status == CAIRN_OK && step->kind == CAIRN_STEP_WAITED);
    assert_int_equal(status, CAIRN_MEMORY);
    assert_true(before == cairn_agent_get_cell(agent) && before == step->cell);
    self->fail_end = 0;
    return kit_step(agent, step);
}

/* The moves of a problem as one number, with the figures that must not depend on a fault. */
typedef struct trace {
    uint64_t hash;
    cairn_agent_stats stats;
} trace;

static trace walk(cairn_agent *agent, const cairn_cell ends[2], test_faulty *self)
{
    trace made = {.hash = 1};
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
    while (step.kind != CAIRN_STEP_ARRIVED) {
        assert_int_equal(step_through(agent, self, &step), CAIRN_OK);
        if (step.kind == CAIRN_STEP_WAITED)
            continue;
        made.hash = made.hash * UINT64_C(0x9E3779B97F4A7C15) +
                    cairn_cell_get_x(step.cell) * 65536u + cairn_cell_get_y(step.cell);
    }
    made.stats = test_agent_get_stats(agent);
    return made;
}

/* True if nothing failed any more. */
static bool walk_with_fault(test_agent_plan plan, const cairn_cell ends[2], long number,
                            const trace *expected)
{
    test_faulty self = {.fail_from = number + 1, .fail_end = LONG_MAX};
    cairn_allocator allocator = test_faulty_get_allocator(&self);
    plan.def.allocator = &allocator;
    cairn_agent *agent = kit_create_agent(&plan);
    trace got = walk(agent, ends, &self);
    assert_true(got.hash == expected->hash);
    assert_memory_equal(&got.stats, &expected->stats, sizeof got.stats);
    cairn_agent_destroy(agent);
    assert_int_equal(atomic_load(&self.live), 0);
    return !atomic_load(&self.failed);
}

/* Each allocation of a walk fails once; the walk is the one without faults. Returns how many. */
static long walk_with_faults(const test_agent_plan *plan, const cairn_cell ends[2])
{
    cairn_agent *agent = kit_create_agent(plan);
    trace expected = walk(agent, ends, NULL);
    cairn_agent_destroy(agent);
    long number = 0;
    while (!walk_with_fault(*plan, ends, number, &expected))
        number++;
    size_t bytes = 0;
    assert_int_equal(test_agent_get_size(plan, &bytes), CAIRN_OK);
    assert_int_equal(expected.stats.memory_bytes > bytes, number > 0);
    return number;
}

/* Without a budget, and with the least. */
static long walk_problem(test_agent_plan plan, const test_world *world, test_random *random)
{
    cairn_cell ends[2];
    for (int i = 0; i < 2; i++)
        ends[i] = test_world_get_cell(world, test_world_draw(world, random));
    test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1);
    long growths = walk_with_faults(&plan, ends);
    plan.def.max_work = CAIRN_MIN_WORK;
    assert_int_equal(walk_with_faults(&plan, ends), growths);
    return growths;
}

/* Agents that learn as they go; short-sighted ones, so that they have to. */
static void test_steps(void **state)
{
    const kit *self = *state;
    static const struct {
        cairn_algorithm algorithm;
        long growths; /* at least */
    } learners[] = {{CAIRN_LRTA, 20}, {CAIRN_KNN, 20},  {CAIRN_DLRTA, 1},
                    {CAIRN_LRTS, 20}, {CAIRN_RTAA, 20}, {CAIRN_LSS, 20}};
    for (size_t i = 0; i < sizeof learners / sizeof learners[0]; i++) {
        test_random random = {11};
        long growths = 0;
        for (int j = 0; j < PROBLEMS; j++) {
            test_agent_plan plan = kit_plan(self, learners[i].algorithm);
            kit_set(&plan, CAIRN_OPTION_CUTOFF, 3);
            kit_set(&plan, CAIRN_OPTION_DEPTH, 2);
            kit_set(&plan, CAIRN_OPTION_LOOKAHEAD, 4);
            kit_set(&plan, CAIRN_OPTION_G_MAX, j % 4 == 3 ? 24 : 14);
            growths += walk_problem(plan, &self->world, &random);
        }
        assert_true(growths >= learners[i].growths);
    }
}

/* ---- the last resort ---- */

/* Labels or regions that lead nowhere: at first all zeros, then more and more bytes at random. */
static void damage(test_image *image, cairn_kind kind, int turn, test_random *random)
{
    const char *tag = kind == CAIRN_DB_LABELS ? "BEND" : "NETS";
    unsigned char *content = test_image_get_content(image, tag);
    size_t bytes = (size_t)test_image_get_section(image, tag)->bytes;
    size_t first = kind == CAIRN_DB_LABELS ? sizeof(cairn__bend_head) : sizeof(cairn__net_header);
    if (turn == 0)
        memset(content + first, 0, bytes - first);
    for (int i = 0; turn > 0 && i < 1 << turn; i++) {
        size_t place = first + (size_t)test_draw_below(random, (int)(bytes - first));
        content[place] = (unsigned char)test_draw_below(random, 256);
    }
    test_image_repair(image);
}

static void check_last_resort(const kit *self, int place, cairn_algorithm algorithm)
{
    test_random random = {12};
    long growths = 0;
    for (int turn = 0; turn < DAMAGED; turn++) {
        test_image image;
        cairn_db *db;
        test_image_copy(&image, self->images[place].bytes, self->images[place].count);
        damage(&image, test_get_db_info(self->dbs[place]).kind, turn, &random);
        assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
        for (int i = 0; i < PROBLEMS; i++)
            growths += walk_problem(test_plan_agent(self->world.map, db, algorithm), &self->world,
                                    &random);
        cairn_db_close(db);
        test_image_destroy(&image);
    }
    assert_true(growths > 100);
}

static void test_steps_by_labels(void **state)
{
    check_last_resort(*state, KIT_LABELS, CAIRN_LABELS);
}

static void test_steps_by_regions(void **state)
{
    check_last_resort(*state, KIT_REGIONS, CAIRN_REGIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create_agents),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_steps_by_labels),
        cmocka_unit_test(test_steps_by_regions),
    };
    return cmocka_run_group_tests_name("fault agent", tests, create_kit, destroy_kit);
}
