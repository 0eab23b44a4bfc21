/* test_compress.c (property): compressing a path (Fig. 6) equals the reference on optimal paths
 * and on random walks; what it keeps can be climbed leg by leg; wrong paths are refused. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 400 }; /* cells in a path tried here */

static void check_path(const test_world *world, const int *path, int count)
{
    int expected[LONGEST];
    cairn_cell cells[LONGEST], subgoals[LONGEST];
    size_t written = 0;
    int kept = ref_compress(&world->ref, path, count, expected);
    for (int i = 0; i < count; i++)
        cells[i] = test_world_get_cell(world, path[i]);
    cairn_status status =
        cairn_compress_path(world->map, (size_t)count, cells, (size_t)count, subgoals, &written);
    bool same = status == CAIRN_OK && written == (size_t)kept;
    for (int i = 0; same && i < kept; i++)
        same = test_world_get_id(world, subgoals[i]) == expected[i];
    if (!same) {
        test_world_print(world, path[0], path[count - 1]);
        fail_msg("%s: %zu subgoals of a path of %d cells, expected %d, or others",
                 cairn_status_get_name(status), written, count, kept);
    }
    for (int i = 1; i < kept; i++)
        assert_true(ref_find_climb(&world->ref, expected[i - 1], expected[i], REF_NONE).reached);
    assert_int_equal(
        cairn_compress_path(world->map, (size_t)count, cells, (size_t)kept - 1, subgoals, &written),
        CAIRN_CAPACITY);
}

/* ---- optimal paths ---- */

/* Goes down the costs to `to`, by a random one of the moves that do so. Returns the cells. */
static int descend(const test_world *world, const int *costs, int from, int *path,
                   test_random *random)
{
    int count = 0;
    path[count++] = from;
    while (costs[path[count - 1]] > 0 && count < LONGEST) {
        int move = test_draw_below(random, REF_MOVES), at = path[count - 1];
        int next = ref_get_neighbour(&world->ref, at, move);
        if (next != REF_NONE && costs[next] == costs[at] - ref_get_move_cost(move))
            path[count++] = next;
    }
    return count;
}

static void check_optimal_paths(test_world *world, void *context)
{
    test_random *random = context;
    int path[LONGEST];
    int *costs = calloc((size_t)ref_get_cell_count(&world->ref), sizeof *costs);
    assert_non_null(costs);
    for (int i = 0; i < 12 && world->open_count > 0; i++) {
        int to = test_world_draw(world, random);
        ref_find_costs(&world->ref, to, costs);
        for (int j = 0; j < 12; j++) {
            int from = test_world_draw(world, random);
            if (costs[from] != REF_NONE)
                check_path(world, path, descend(world, costs, from, path, random));
        }
    }
    free(costs);
}

static void optimal_paths_are_compressed_as_in_the_paper(void **state)
{
    (void)state;
    test_random random = {31};
    test_for_worlds(80, 14, 32, check_optimal_paths, &random);
}

static void optimal_paths_are_compressed_in_scenes(void **state)
{
    (void)state;
    test_random random = {33};
    test_world world;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++)
        for (int corners = 0; corners < 2; corners++) {
            if (kind == CAIRN_SCENE_MAZE) /* its paths are longer than LONGEST */
                continue;
            test_world_create_scene(&world, (cairn_scene_kind)kind, 70, 80, (cairn_corners)corners);
            check_optimal_paths(&world, &random);
            test_world_destroy(&world);
        }
}

/* ---- random walks: not optimal, and with repeated cells ---- */

static int walk(const test_world *world, int from, int limit, int *path, test_random *random)
{
    int count = 0;
    path[count++] = from;
    for (int tries = 0; count < limit && tries < 8 * limit; tries++) {
        int next =
            ref_get_neighbour(&world->ref, path[count - 1], test_draw_below(random, REF_MOVES));
        if (next != REF_NONE)
            path[count++] = next;
    }
    return count;
}

static void check_walks(test_world *world, void *context)
{
    test_random *random = context;
    int path[LONGEST];
    for (int i = 0; i < 60 && world->open_count > 0; i++) {
        int limit = 1 + test_draw_below(random, i % 4 == 0 ? LONGEST : 30);
        int from = test_world_draw(world, random);
        check_path(world, path, walk(world, from, limit, path, random));
    }
}

static void random_walks_are_compressed_as_in_the_paper(void **state)
{
    (void)state;
    test_random random = {34};
    test_for_worlds(80, 14, 35, check_walks, &random);
}

/* ---- the border ---- */

static cairn_status compress(const test_world *world, size_t count, const cairn_cell *path)
{
    cairn_cell subgoals[8];
    size_t written;
    return cairn_compress_path(world->map, count, path, 8, subgoals, &written);
}

static void wrong_paths_are_refused(void **state)
{
    (void)state;
    test_world world;
    test_world_create_of_text(&world, 3, 3, "...@....@", CAIRN_CORNERS_STRICT);
    const cairn_cell far[] = {cairn_cell_at(0, 0), cairn_cell_at(2, 0)},
                     same[] = {cairn_cell_at(0, 0), cairn_cell_at(0, 0)};
    const cairn_cell blocked[] = {cairn_cell_at(0, 0), cairn_cell_at(0, 1)},
                     corner[] = {cairn_cell_at(0, 0), cairn_cell_at(1, 1)};
    const cairn_cell outside[] = {cairn_cell_at(2, 0), cairn_cell_at(3, 0)},
                     good[] = {cairn_cell_at(0, 0), cairn_cell_at(1, 0), cairn_cell_at(2, 1)};
    const cairn_cell late[] = {cairn_cell_at(0, 0), cairn_cell_at(1, 0), cairn_cell_at(1, 2)};
    assert_int_equal(compress(&world, 3, good), CAIRN_OK);
    assert_int_equal(compress(&world, 1, good), CAIRN_OK);
    assert_int_equal(compress(&world, 0, good), CAIRN_ARGUMENT);
    assert_int_equal(compress(&world, 2, far), CAIRN_ARGUMENT);
    assert_int_equal(compress(&world, 2, same), CAIRN_ARGUMENT);
    assert_int_equal(compress(&world, 2, blocked), CAIRN_ARGUMENT);
    assert_int_equal(compress(&world, 1, blocked + 1), CAIRN_BLOCKED);
    assert_int_equal(compress(&world, 2, corner), CAIRN_ARGUMENT);
    assert_int_equal(compress(&world, 2, outside), CAIRN_ARGUMENT);
    assert_int_equal(compress(&world, 3, late), CAIRN_ARGUMENT);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optimal_paths_are_compressed_as_in_the_paper),
        cmocka_unit_test(optimal_paths_are_compressed_in_scenes),
        cmocka_unit_test(random_walks_are_compressed_as_in_the_paper),
        cmocka_unit_test(wrong_paths_are_refused),
    };
    return cmocka_run_group_tests_name("compress", tests, NULL, NULL);
}
