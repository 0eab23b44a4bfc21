/* test_rivals_memory.c (fault): the rivals move without allocating, unless learned values need more
 * room; a lack of that changes no move, and without growth it stops the agent. */
#include "rivals.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- room enough ---- */

static void walk_some(cairn_agent *agent, const test_world *world, test_random *random)
{
    for (int i = 0; i < 20; i++) {
        int from = test_world_draw(world, random), to = test_world_draw(world, random);
        if (test_world_is_joined(world, from, to))
            rivals_walk(agent, world, from, to);
    }
}

/* One allocation, of as many bytes as the agent says that it holds. */
static void check_allocations(const test_agent_plan *plan, const test_world *world,
                              test_random *random)
{
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    test_agent_plan counted = *plan;
    size_t bytes;
    counted.map = world->map;
    counted.def.allocator = &allocator;
    if (plan->def.algorithm != CAIRN_TBA)
        test_agent_plan_set(&counted, CAIRN_OPTION_LEARNED_CAPACITY, 900);
    assert_int_equal(test_agent_get_size(&counted, &bytes), CAIRN_OK);
    assert_int_equal(counter.allocations, 0);
    cairn_agent *agent = rivals_create(&counted, world->map);
    walk_some(agent, world, random);
    assert_int_equal(test_agent_get_stats(agent).memory_bytes, bytes);
    assert_int_equal(counter.allocations, 1);
    cairn_agent_destroy(agent);
    assert_int_equal(counter.releases, 1);
}

static void moving_allocates_nothing(void **state)
{
    (void)state;
    const test_agent_plan list[] = {rivals_plan_tba(20, 10),
                                    rivals_plan_lrts(3, 50, 100, 10),
                                    rivals_plan_lrta(34, 15),
                                    rivals_plan_local(CAIRN_RTAA, 20, CAIRN_UNLIMITED),
                                    rivals_plan_local(CAIRN_LSS, 20, CAIRN_UNLIMITED),
                                    rivals_plan_lrtak(20),
                                    rivals_plan_plrta(20, 39),
                                    rivals_plan(CAIRN_FALCONS)};
    test_world world;
    test_random random = {290};
    test_world_create_random(&world, 30, 30, 30, CAIRN_CORNERS_STRICT, &random);
    for (size_t i = 0; i < COUNT(list); i++)
        check_allocations(&list[i], &world, &random);
    test_world_destroy(&world);
}

/* ---- too little ---- */

/* A hook that a short look-ahead must learn its way out of. */
static const char hook[] = "............"
                           ".@@@@@@@@@@."
                           "..........@."
                           ".........G@."
                           "..........@."
                           ".@@@@@@@@@@."
                           "............";

enum { MOST_CELLS = 2000 };

/* A walk around the hook. */
typedef struct hook_walk {
    size_t count;
    int failures;
    cairn_cell cells[MOST_CELLS];
} hook_walk;

/* A step that fails is tried again, once. */
static void walk_hook(cairn_agent *agent, cairn_status failure, hook_walk *walk)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    walk->failures = 0;
    assert_int_equal(cairn_agent_start(agent, cairn_cell_at(9, 3), cairn_cell_at(11, 3)), CAIRN_OK);
    for (walk->count = 0; step.kind != CAIRN_STEP_ARRIVED && walk->failures < 2;) {
        cairn_cell before = cairn_agent_get_cell(agent);
        cairn_status status = cairn_agent_step(agent, &step);
        if (status == CAIRN_OK) {
            assert_true(walk->count < MOST_CELLS);
            walk->cells[walk->count++] = step.cell;
            continue;
        }
        assert_int_equal(status, failure);
        assert_int_equal(test_agent_get_stats(agent).moves, walk->count);
        assert_true(cairn_agent_get_cell(agent) == before);
        step.kind = CAIRN_STEP_MOVED;
        walk->failures++;
    }
}

/* `fail_at` is the number of the allocation that fails; 0: none. */
static void walk_hook_with_fault(const test_agent_plan *plan, const cairn_map *map, size_t fail_at,
                                 hook_walk *walk)
{
    test_counter counter = {.fail_at = fail_at};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    test_agent_plan faulty = *plan;
    faulty.def.allocator = &allocator;
    test_agent_plan_set(&faulty, CAIRN_OPTION_LEARNED_CAPACITY, 1);
    cairn_agent *agent = rivals_create(&faulty, map);
    walk_hook(agent, CAIRN_MEMORY, walk);
    cairn_agent_destroy(agent);
    assert_int_equal(counter.allocations - (size_t)walk->failures, counter.releases);
}

static const test_agent_plan *get_learners(size_t *count)
{
    static test_agent_plan list[7];
    list[0] = rivals_plan_lrts(2, 50, 100, 10);
    list[1] = rivals_plan_local(CAIRN_RTAA, 6, CAIRN_UNLIMITED);
    list[2] = rivals_plan_local(CAIRN_LSS, 6, CAIRN_UNLIMITED);
    list[3] = rivals_plan_lrta(14, 10);
    list[4] = rivals_plan_lrtak(6);
    list[5] = rivals_plan_plrta(3, 10);
    list[6] = rivals_plan(CAIRN_FALCONS);
    *count = COUNT(list);
    return list;
}

/* A step that finds no memory changes nothing: the walk is the same as without. */
static void lack_of_memory_changes_no_move(void **state)
{
    (void)state;
    static hook_walk whole, faulty;
    test_world world;
    size_t count;
    const test_agent_plan *list = get_learners(&count);
    test_world_create_of_text(&world, 12, 7, hook, CAIRN_CORNERS_STRICT);
    for (size_t i = 0; i < count; i++) {
        int failed = 0;
        walk_hook_with_fault(&list[i], world.map, 0, &whole);
        assert_int_equal(whole.failures, 0);
        for (size_t fail_at = 2; fail_at < 6; fail_at++) { /* the first one is the agent */
            walk_hook_with_fault(&list[i], world.map, fail_at, &faulty);
            assert_int_equal(whole.count, faulty.count);
            assert_memory_equal(whole.cells, faulty.cells, whole.count * sizeof *whole.cells);
            failed += faulty.failures;
        }
        assert_true(failed > 0);
    }
    test_world_destroy(&world);
}

/* Another try fails as well, and nothing was got from the allocator. */
static void full_table_stops_the_agent(void **state)
{
    (void)state;
    static hook_walk walk;
    test_world world;
    size_t count;
    const test_agent_plan *list = get_learners(&count);
    test_world_create_of_text(&world, 12, 7, hook, CAIRN_CORNERS_STRICT);
    for (size_t i = 0; i < count; i++) {
        test_counter counter = {0};
        cairn_allocator allocator = test_counter_get_allocator(&counter);
        test_agent_plan plan = list[i];
        plan.def.allocator = &allocator;
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1);
        test_agent_plan_set(&plan, CAIRN_OPTION_NO_GROWTH, 1);
        cairn_agent *agent = rivals_create(&plan, world.map);
        walk_hook(agent, CAIRN_FULL, &walk);
        assert_int_equal(walk.failures, 2);
        assert_int_equal(counter.allocations, 1);
        cairn_agent_destroy(agent);
    }
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moving_allocates_nothing),
        cmocka_unit_test(lack_of_memory_changes_no_move),
        cmocka_unit_test(full_table_stops_the_agent),
    };
    return cmocka_run_group_tests_name("rivals_memory", tests, NULL, NULL);
}
