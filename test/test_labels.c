/* test_labels.c (exhaustive): kind labels gives the lengths of optimal paths, and its agents walk
 * them: on all pairs of small maps, across blocks of lists, and after any number of queries. */
#include "labelled.h"

/* ---- exact ---- */

/* The lengths of all pairs, or of a part of them, and the walks of some. */
static void check_world(test_world *world, void *context)
{
    const int *walks = context;
    test_random random = {601};
    labelled self;
    labelled_create(&self, world);
    cairn_agent *agent = labelled_create_agent(&self);
    for (int i = 0; i < world->open_count; i += TEST_STRIDE) {
        int from = world->open[i];
        ref_find_costs(&world->ref, from, self.costs);
        for (int j = 0; j < world->open_count; j++)
            if (labelled_get_length(&self, from, world->open[j]) != self.costs[world->open[j]])
                labelled_fail(&self, from, world->open[j], "the length is wrong");
        for (int j = 0; j < *walks; j++) {
            int to = test_world_draw(world, &random);
            if (self.costs[to] >= 0)
                labelled_check_optimal(&self, agent, from, to);
        }
    }
    cairn_agent_destroy(agent);
    labelled_destroy(&self);
}

static void all_pairs_of_small_maps(void **state)
{
    (void)state;
    int walks = 40;
    test_for_worlds(80, 14, 602, check_world, &walks);
}

static void check_drawn_pairs(test_world *world, int pairs)
{
    test_random random = {603};
    labelled self;
    labelled_create(&self, world);
    cairn_agent *agent = labelled_create_agent(&self);
    for (int i = 0; i < pairs; i++) {
        int to, from = labelled_draw_pair(&self, &random, &to);
        if (from == REF_NONE)
            break;
        if (labelled_get_length(&self, from, to) != self.costs[to])
            labelled_fail(&self, from, to, "the length is wrong");
        labelled_check_optimal(&self, agent, from, to);
    }
    cairn_agent_destroy(agent);
    labelled_destroy(&self);
}

static void pairs_of_scenes(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2 * cairn_scene_kind_get_count(); i++) {
        test_world world;
        if (!test_looks_at_scene(i / 2, i % 2))
            continue;
        test_world_create_scene(&world, (cairn_scene_kind)(i / 2), 200, 150, i % 2);
        check_drawn_pairs(&world, 25);
        test_world_destroy(&world);
    }
}

/* Borders at multiples of 64 and beside them, and maps that are nearly a line. */
static void pairs_of_any_size(void **state)
{
    (void)state;
    static const int sizes[][2] = {{64, 64}, {128, 128}, {65, 63}, {127, 65},
                                   {200, 3}, {2, 200},   {1, 64},  {64, 1}};
    static const int blocked[] = {0, 2, 15, 40, 60};
    test_random random = {604};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t j = 0; j < 5; j++) {
            test_world world;
            test_world_create_random(&world, sizes[i][0], sizes[i][1], blocked[j], (i + j) % 2,
                                     &random);
            if (test_looks_at(i + j)) /* each size, and each part of blocked cells */
                check_drawn_pairs(&world, 25);
            test_world_destroy(&world);
        }
}

/* ---- maps with hardly anything ---- */

static void check_all_pairs_of_text(int width, int height, const char *text)
{
    int walks = 10;
    for (uint32_t corners = 0; corners < 2; corners++) {
        test_world world;
        test_world_create_of_text(&world, width, height, text, corners);
        check_world(&world, &walks);
        test_world_destroy(&world);
    }
}

static void maps_with_hardly_anything(void **state)
{
    (void)state;
    check_all_pairs_of_text(1, 1, ".");
    check_all_pairs_of_text(1, 1, "@");
    check_all_pairs_of_text(3, 2, "@@@@@@");
    check_all_pairs_of_text(4, 3, "............");
    check_all_pairs_of_text(9, 1, "..@...@..");
    check_all_pairs_of_text(2, 2, ".@@.");
    check_all_pairs_of_text(3, 3, "....@....");
    check_all_pairs_of_text(5, 5,
                            "....."
                            "@@@@."
                            "....."
                            ".@@@@"
                            "....."); /* a corridor */
    check_all_pairs_of_text(7, 3,
                            "...@..."
                            ".@.@.@."
                            "...@..."); /* two components */
}

/* ---- desks ---- */

/* All 2^14 stamps of a desk are used up, and what the first ones left behind is not believed. */
static void a_desk_for_long(void **state)
{
    (void)state;
    test_world world;
    test_random random = {609};
    labelled self;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 40, 30, CAIRN_CORNERS_STRICT);
    labelled_create(&self, &world);
    for (int i = 0; i < 600; i++) {
        int from = test_world_draw(&world, &random);
        ref_find_costs(&world.ref, from, self.costs);
        for (int j = 0; j < 100; j++) {
            int to = test_world_draw(&world, &random);
            assert_int_equal(labelled_get_length(&self, from, to), self.costs[to]);
        }
    }
    labelled_destroy(&self);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pairs_of_small_maps), cmocka_unit_test(pairs_of_scenes),
        cmocka_unit_test(pairs_of_any_size),       cmocka_unit_test(maps_with_hardly_anything),
        cmocka_unit_test(a_desk_for_long),
    };
    return cmocka_run_group_tests_name("labels", tests, NULL, NULL);
}
