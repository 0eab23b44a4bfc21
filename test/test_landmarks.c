/* test_landmarks.c (property): distances by landmarks are what their definition says, admissible
 * and, unless canonical, consistent; landmarks lie where the rule puts them; searches that use them stay optimal. */
#include "support.h"

#include <stdlib.h>

#include "search/landmark_table.h"

enum { MOST = 9 };

static cairn_landmarks *make_of(const test_world *world, uint32_t count, uint64_t seed,
                                uint32_t distances)
{
    cairn_landmarks *landmarks;
    cairn_landmarks_def def = {.size = sizeof def, .distances = distances};
    def.count = count;
    def.seed = seed;
    assert_int_equal(cairn_landmarks_create(world->map, &def, &landmarks), CAIRN_OK);
    return landmarks;
}

static cairn_landmarks *make(const test_world *world, uint32_t count, uint64_t seed)
{
    return make_of(world, count, seed, CAIRN_DIFFERENTIAL);
}

static uint32_t count_landmarks(const cairn_landmarks *landmarks)
{
    cairn_landmarks_info info = {.size = sizeof info};
    assert_int_equal(cairn_landmarks_get_info(landmarks, &info), CAIRN_OK);
    return info.count;
}

static int get_landmark(const test_world *world, const cairn_landmarks *landmarks, uint32_t index)
{
    assert_true(index < landmarks->count);
    return test_world_get_id(world, cairn__pack(landmarks->cells[index]));
}

/* The component that landmarks are in: the largest, the first of equals. */
static int find_largest(const test_world *world)
{
    int best = REF_NONE, most = 0;
    for (int component = 0;; component++) {
        int count = 0;
        for (int i = 0; i < world->open_count; i++)
            count += world->components[world->open[i]] == component;
        if (count == 0)
            return best;
        if (count > most) {
            most = count;
            best = component;
        }
    }
}

/* Each landmark but the first is the first of the cells farthest from all before it. */
static void check_places(const test_world *world, const cairn_landmarks *landmarks,
                         int *const *costs)
{
    uint32_t count = count_landmarks(landmarks);
    for (uint32_t k = 1; k < count; k++) {
        int best = REF_NONE, farthest = 0;
        for (int i = 0; i < world->open_count; i++) {
            int cell = world->open[i], nearest = costs[0][cell];
            for (uint32_t j = 1; j < k; j++)
                nearest = costs[j][cell] < nearest ? costs[j][cell] : nearest;
            if (nearest > farthest) {
                farthest = nearest;
                best = cell;
            }
        }
        assert_int_equal(get_landmark(world, landmarks, k), best);
    }
}

static uint32_t get_distance(const test_world *world, const cairn_landmarks *landmarks, int a,
                             int b)
{
    return cairn__landmarks_get_distance(landmarks, world->map,
                                         cairn__unpack(test_world_get_cell(world, a)),
                                         cairn__unpack(test_world_get_cell(world, b)));
}

/* Against the definition, the true distance, and along every move. */
static void check_distances(const test_world *world, const cairn_landmarks *landmarks,
                            const ref_heuristic *heuristic)
{
    int *truth = calloc((size_t)ref_get_cell_count(&world->ref), sizeof *truth);
    assert_non_null(truth);
    for (int i = 0; i < world->open_count; i++) {
        int to = world->open[i];
        ref_find_costs(&world->ref, to, truth);
        for (int j = 0; j < world->open_count; j++) {
            int from = world->open[j];
            int h = (int)get_distance(world, landmarks, from, to);
            assert_int_equal(h, ref_get_heuristic(&world->ref, heuristic, from, to));
            if (truth[from] != REF_NONE)
                assert_true(h <= truth[from]);
            for (int move = 0; !heuristic->canonical && move < REF_MOVES; move++) {
                int next = ref_get_neighbour(&world->ref, from, move);
                if (next != REF_NONE)
                    assert_true(h <= ref_get_move_cost(move) +
                                         (int)get_distance(world, landmarks, next, to));
            }
        }
    }
    free(truth);
}

static void check_landmarks(test_world *world, void *context)
{
    test_random *random = context;
    int *costs[MOST], cells[MOST];
    bool canonical = test_draw_below(random, 2) == 0;
    uint32_t wanted = 1 + (uint32_t)test_draw_below(random, MOST);
    cairn_landmarks *landmarks =
        make_of(world, wanted, test_draw(random), canonical ? CAIRN_CANONICAL : CAIRN_DIFFERENTIAL);
    uint32_t count = count_landmarks(landmarks);
    assert_int_equal(count == 0, world->open_count == 0);
    for (uint32_t i = 0; i < count; i++) {
        int cell = cells[i] = get_landmark(world, landmarks, i);
        costs[i] = calloc((size_t)ref_get_cell_count(&world->ref), sizeof *costs[i]);
        assert_non_null(costs[i]);
        assert_int_equal(world->components[cell], find_largest(world));
        ref_find_costs(&world->ref, cell, costs[i]);
    }
    ref_heuristic heuristic = {
        .landmarks = (int)count, .costs = costs, .canonical = canonical, .cells = cells};
    check_places(world, landmarks, costs);
    check_distances(world, landmarks, &heuristic);
    for (uint32_t i = 0; i < count; i++)
        free(costs[i]);
    cairn_landmarks_destroy(landmarks);
}

static void distances_follow_the_definition(void **state)
{
    (void)state;
    test_random random = {70};
    test_for_worlds(20, 9, 71, check_landmarks, &random);
    test_for_worlds(500, 6, 73, check_landmarks, &random);
}

/* The same path costs, by no more expansions in the sum. */
static void astar_expands_less(void **state)
{
    (void)state;
    test_random random = {72};
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        test_world world;
        cairn_planner *planners[2];
        uint64_t expanded[2] = {0, 0};
        test_world_create_scene(&world, (cairn_scene_kind)kind, 80, 80, (cairn_corners)(kind % 2));
        cairn_landmarks *landmarks = make(&world, 8, 1);
        cairn_planner_def def = {.size = sizeof def, .landmarks = landmarks};
        planners[0] = test_make_astar(world.map, CAIRN_COSTS_OCTILE);
        assert_int_equal(cairn_planner_create(world.map, NULL, &def, &planners[1]), CAIRN_OK);
        for (int i = 0; i < 60; i++) {
            int from = test_world_draw(&world, &random), to = test_world_draw(&world, &random);
            uint32_t costs[2];
            if (!test_world_is_joined(&world, from, to))
                continue;
            for (int j = 0; j < 2; j++) {
                assert_int_equal(cairn_planner_find(planners[j], test_world_get_cell(&world, from),
                                                    test_world_get_cell(&world, to), &costs[j]),
                                 CAIRN_OK);
                expanded[j] += test_get_planner_stats(planners[j]).expanded;
            }
            assert_int_equal(costs[0], costs[1]);
        }
        assert_true(expanded[1] <= expanded[0]);
        cairn_planner_destroy(planners[0]);
        cairn_planner_destroy(planners[1]);
        cairn_landmarks_destroy(landmarks);
        test_world_destroy(&world);
    }
}

static void same_seed_same_landmarks(void **state)
{
    (void)state;
    test_world world;
    test_world_create_scene(&world, (cairn_scene_kind)0, 60, 60, CAIRN_CORNERS_STRICT);
    cairn_landmarks *first = make(&world, 5, 9), *second = make(&world, 5, 9);
    bool differs = false;
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(get_landmark(&world, first, i), get_landmark(&world, second, i));
    for (uint64_t seed = 0; seed < 20 && !differs; seed++) {
        cairn_landmarks *other = make(&world, 5, seed);
        differs = get_landmark(&world, first, 0) != get_landmark(&world, other, 0);
        cairn_landmarks_destroy(other);
    }
    assert_true(differs);
    cairn_landmarks_destroy(first);
    cairn_landmarks_destroy(second);
    test_world_destroy(&world);
}

static void refuses_what_does_not_fit(void **state)
{
    (void)state;
    test_world world, other;
    test_world_create_of_text(&world, 3, 1, "...", CAIRN_CORNERS_STRICT);
    test_world_create_of_text(&other, 3, 1, "...", CAIRN_CORNERS_FREE);
    cairn_landmarks *landmarks = make(&world, 64, 1), *none = NULL;
    assert_int_equal(count_landmarks(landmarks), 3);

    cairn_landmarks_def def = {.size = sizeof def};
    assert_int_equal(cairn_landmarks_create(NULL, &def, &none), CAIRN_ARGUMENT);
    def.count = CAIRN_MAX_LANDMARKS + 1;
    assert_int_equal(cairn_landmarks_create(world.map, &def, &none), CAIRN_ARGUMENT);
    def.distances = CAIRN_CANONICAL;
    def.count = CAIRN_MAX_CANONICAL + 1;
    assert_int_equal(cairn_landmarks_create(world.map, &def, &none), CAIRN_ARGUMENT);
    def.count = 1;
    def.distances = CAIRN_CANONICAL + 1;
    assert_int_equal(cairn_landmarks_create(world.map, &def, &none), CAIRN_ARGUMENT);
    def = (cairn_landmarks_def){0};
    assert_int_equal(cairn_landmarks_create(world.map, &def, &none), CAIRN_NOT_SIZED);

    cairn_planner *planner;
    cairn_detail detail = {0};
    cairn_planner_def planner_def = {
        .size = sizeof planner_def, .landmarks = landmarks, .detail = &detail};
    assert_int_equal(cairn_planner_create(other.map, NULL, &planner_def, &planner), CAIRN_MISMATCH);
    assert_string_equal(detail.text, "the landmarks were made for another map or corner setting");
    planner_def.landmarks = make_of(&world, 2, 1, CAIRN_CANONICAL);
    assert_int_equal(cairn_planner_create(world.map, NULL, &planner_def, &planner), CAIRN_ARGUMENT);
    assert_string_equal(detail.text, "A* needs a consistent heuristic: the canonical one is not");
    cairn_landmarks_destroy((cairn_landmarks *)planner_def.landmarks);
    planner_def.landmarks = landmarks;
    planner_def.costs = CAIRN_COSTS_SQRT2;
    assert_int_equal(cairn_planner_create(world.map, NULL, &planner_def, &planner), CAIRN_ARGUMENT);
    assert_string_equal(detail.text, "landmarks do not go with sqrt2");
    cairn_landmarks_destroy(landmarks);
    test_world_destroy(&world);
    test_world_destroy(&other);
}

static void survives_lack_of_memory(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 3, 1, "...", CAIRN_CORNERS_STRICT);
    for (size_t i = 1; i <= 3; i++) {
        test_counter counter = {.fail_at = i};
        cairn_landmarks *landmarks = NULL;
        cairn_landmarks_def def = {.size = sizeof def};
        cairn_allocator allocator = test_counter_get_allocator(&counter);
        def.allocator = &allocator;
        cairn_status status = cairn_landmarks_create(world.map, &def, &landmarks);
        assert_int_equal(status, i < 3 ? CAIRN_MEMORY : CAIRN_OK);
        cairn_landmarks_destroy(landmarks);
        assert_int_equal(counter.releases, i < 3 ? i - 1 : 2);
    }
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_follow_the_definition),
        cmocka_unit_test(astar_expands_less),
        cmocka_unit_test(same_seed_same_landmarks),
        cmocka_unit_test(refuses_what_does_not_fit),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests_name("landmarks", tests, NULL, NULL);
}
