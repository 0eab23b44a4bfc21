/* test_labels_eps.c (exhaustive): with eps a database of kind labels is smaller, knows a way
 * between all pairs, and ways are hardly longer. */
#include "labelled.h"

/* No bound is promised; three times the part was never met. In the mean it is far less. */
static void check_eps(const test_world *world, uint32_t eps, size_t exact_bytes)
{
    static labelled_walk taken;
    test_random random = {610};
    labelled self;
    double sum = 0;
    labelled_create(&self, world, eps);
    assert_int_equal(test_get_figure(self.db, "eps"), eps);
    assert_true(self.image.count < exact_bytes);
    cairn_agent *agent = labelled_create_agent(&self);
    for (int i = 0; i < 60; i++) {
        int to, from = labelled_draw_pair(&self, &random, &to);
        long length = labelled_get_length(&self, from, to);
        labelled_take_walk(&self, agent, (const int[2]){from, to}, &taken);
        assert_true((uint64_t)length >= taken.stats.cost);
        assert_int_equal(taken.stats.learned, 0);
        assert_true(length >= self.costs[to]);
        assert_true(length <= self.costs[to] + (long)self.costs[to] * 3 * (long)eps / 10000);
        sum += self.costs[to] > 0 ? (double)length / self.costs[to] - 1 : 0;
    }
    assert_true(sum / 60 <= (double)eps / 10000 / 2);
    cairn_agent_destroy(agent);
    labelled_destroy(&self);
}

static void eps_is_smaller_and_hardly_longer(void **state)
{
    (void)state;
    static const cairn_scene_kind kinds[] = {CAIRN_SCENE_ROUGH, CAIRN_SCENE_CAVES,
                                             CAIRN_SCENE_RANDOM, CAIRN_SCENE_CITY};
    for (size_t i = 0; i < 4; i++) {
        test_world world;
        labelled self;
        test_world_create_scene(&world, kinds[i], 220, 180, CAIRN_CORNERS_STRICT);
        labelled_create(&self, &world, 0);
        size_t bytes = self.image.count;
        labelled_destroy(&self);
        check_eps(&world, 500, bytes);
        check_eps(&world, 2000, bytes);
        check_eps(&world, CAIRN_MAX_EPS, bytes);
        test_world_destroy(&world);
    }
}

/* With eps a way need not be a shortest one, but every pair has one. */
static void check_eps_world(test_world *world, void *context)
{
    static labelled_walk taken;
    const uint32_t *eps = context;
    test_random random = {611};
    labelled self;
    if (test_get_map_info(world->map).corners != CAIRN_CORNERS_STRICT)
        return;
    labelled_create(&self, world, *eps);
    cairn_agent *agent = labelled_create_agent(&self);
    for (int i = 0; i < world->open_count; i++) {
        int to, from = labelled_draw_pair(&self, &random, &to);
        labelled_take_walk(&self, agent, (const int[2]){from, to}, &taken);
        /* One that passes its goal on the way to a hub stops there. */
        assert_true(taken.stats.cost <= (uint64_t)labelled_get_length(&self, from, to));
        assert_true(taken.stats.cost >= (uint64_t)self.costs[to]);
        assert_int_equal(taken.stats.failures, 0);
    }
    cairn_agent_destroy(agent);
    labelled_destroy(&self);
}

static void eps_knows_all_pairs(void **state)
{
    (void)state;
    uint32_t eps = 1000;
    test_for_worlds(150, 20, 612, check_eps_world, &eps);
    eps = CAIRN_MAX_EPS;
    test_for_worlds(150, 20, 613, check_eps_world, &eps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eps_is_smaller_and_hardly_longer),
        cmocka_unit_test(eps_knows_all_pairs),
    };
    return cmocka_run_group_tests_name("labels_eps", tests, NULL, NULL);
}
