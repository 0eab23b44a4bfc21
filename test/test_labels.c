/* test_labels.c (exhaustive): kind labels gives the lengths of optimal paths, and its agents walk
 * them: on all pairs of small maps, across buckets, with any budget and with shared desks. */
#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a map with its labels ---- */

typedef struct labelled {
    const test_world *world;
    test_image image;
    cairn_db *db;
    cairn_desk *desk;
    int *costs; /* from a cell, of optimal paths */
} labelled;

static void create_labelled(labelled *self, const test_world *world, uint32_t eps)
{
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    cairn_db_def db_def = {.size = sizeof db_def};
    cairn_detail detail = {0};
    def.map = world->map;
    def.eps = eps;
    self->world = world;
    test_image_build(&self->image, &def);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    if (cairn_db_verify(self->db, world->map, &detail) != CAIRN_OK)
        fail_msg("%s, eps %u: %s", world->name, eps, detail.text);
    assert_int_equal(cairn_db_verify(self->db, NULL, &detail), CAIRN_OK);
    assert_int_equal(cairn_desk_create(self->db, &db_def, &self->desk), CAIRN_OK);
    self->costs = malloc((size_t)ref_get_cell_count(&world->ref) * sizeof *self->costs);
    assert_non_null(self->costs);
}

static void destroy_labelled(labelled *self)
{
    cairn_desk_destroy(self->desk);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    free(self->costs);
}

static cairn_agent_def get_agent_def(const labelled *self)
{
    cairn_agent_def def = cairn_default_agent_def();
    def.map = self->world->map;
    def.db = self->db;
    def.algorithm = CAIRN_LABELS;
    return def;
}

static cairn_agent *create_agent(const cairn_agent_def *def)
{
    cairn_agent *agent = NULL;
    assert_int_equal(cairn_agent_create(def, &agent), CAIRN_OK);
    return agent;
}

static void fail_at(const labelled *self, int from, int to, const char *what)
{
    test_world_print(self->world, from, to);
    fail_msg("%s: from %d to %d %s", self->world->name, from, to, what);
}

/* The length by the labels; -1 if they say NO_PATH. */
static long get_length(const labelled *self, int from, int to)
{
    uint32_t distance = 0;
    cairn_cell ends[2] = {test_world_get_cell(self->world, from),
                          test_world_get_cell(self->world, to)};
    cairn_status status =
        cairn_db_get_distance(self->db, self->world->map, self->desk, ends, &distance);
    if (status == CAIRN_NO_PATH)
        return -1;
    if (status != CAIRN_OK)
        fail_at(self, from, to, cairn_status_get_name(status));
    return (long)distance;
}

/* A walk: the cells it went through, where it begins included. */
typedef struct walk {
    int cells[4096];
    int count;
    int waited;
    uint32_t most; /* units of a step */
    cairn_agent_stats stats;
} walk;

static void take_walk(const labelled *self, cairn_agent *agent, int from, int to, walk *taken)
{
    const test_world *world = self->world;
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    *taken = (walk){.cells = {from}, .count = 1};
    assert_int_equal(
        cairn_agent_start(agent, test_world_get_cell(world, from), test_world_get_cell(world, to)),
        CAIRN_OK);
    for (int at = from; at != to;) {
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        int next = test_world_get_id(world, step.cell);
        uint32_t units = cairn_work_get_units(&step.work);
        taken->most = units > taken->most ? units : taken->most;
        if (step.kind == CAIRN_STEP_WAITED) {
            assert_int_equal(next, at);
            assert_true(++taken->waited < 10000);
            continue;
        }
        if (ref_find_move(&world->ref, at, next) == REF_NONE)
            fail_at(self, at, next, "is no legal move");
        assert_true(taken->count < 4096);
        taken->cells[taken->count++] = at = next;
    }
    assert_int_equal(from == to ? CAIRN_STEP_MOVED : CAIRN_STEP_ARRIVED, step.kind);
    taken->stats = cairn_agent_get_stats(agent);
}

static void check_optimal_walk(const labelled *self, cairn_agent *agent, int from, int to)
{
    static walk taken;
    take_walk(self, agent, from, to, &taken);
    if (taken.stats.cost != (uint64_t)self->costs[to])
        fail_at(self, from, to, "the walk is not optimal");
    assert_int_equal(taken.stats.learned, 0);
    assert_int_equal(taken.stats.failures, 0);
    assert_int_equal(taken.waited, 0);
}

/* ---- exact ---- */

/* The lengths of all pairs, and the walks of some. */
static void check_world(test_world *world, void *context)
{
    const int *walks = context;
    test_random random = {601};
    labelled self;
    if (test_get_map_info(world->map).corners != CAIRN_CORNERS_STRICT)
        return;
    create_labelled(&self, world, 0);
    cairn_agent_def def = get_agent_def(&self);
    cairn_agent *agent = create_agent(&def);
    for (int i = 0; i < world->open_count; i++) {
        int from = world->open[i];
        ref_find_costs(&world->ref, from, self.costs);
        for (int j = 0; j < world->open_count; j++)
            if (get_length(&self, from, world->open[j]) != self.costs[world->open[j]])
                fail_at(&self, from, world->open[j], "the length is wrong");
        for (int j = 0; j < *walks; j++) {
            int to = test_world_draw(world, &random);
            if (self.costs[to] >= 0)
                check_optimal_walk(&self, agent, from, to);
        }
    }
    cairn_agent_destroy(agent);
    destroy_labelled(&self);
}

static void all_pairs_of_small_maps(void **state)
{
    (void)state;
    int walks = 40;
    test_for_worlds(80, 14, 602, check_world, &walks);
}

/* Draws pairs; REF_NONE as a start: the map has no open cell. */
static int draw_pair(labelled *self, test_random *random, int *to)
{
    int from = test_world_draw(self->world, random);
    *to = REF_NONE;
    if (from == REF_NONE)
        return REF_NONE;
    ref_find_costs(&self->world->ref, from, self->costs);
    do
        *to = test_world_draw(self->world, random);
    while (self->costs[*to] < 0);
    return from;
}

static void check_drawn_pairs(test_world *world, int pairs)
{
    test_random random = {603};
    labelled self;
    create_labelled(&self, world, 0);
    cairn_agent_def def = get_agent_def(&self);
    cairn_agent *agent = create_agent(&def);
    for (int i = 0; i < pairs; i++) {
        int to, from = draw_pair(&self, &random, &to);
        if (from == REF_NONE)
            break;
        if (get_length(&self, from, to) != self.costs[to])
            fail_at(&self, from, to, "the length is wrong");
        check_optimal_walk(&self, agent, from, to);
    }
    cairn_agent_destroy(agent);
    destroy_labelled(&self);
}

static void pairs_of_scenes(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        test_world world;
        test_world_create_scene(&world, (cairn_scene_kind)kind, 200, 150, CAIRN_CORNERS_STRICT);
        check_drawn_pairs(&world, 40);
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
            test_world_create_random(&world, sizes[i][0], sizes[i][1], blocked[j],
                                     CAIRN_CORNERS_STRICT, &random);
            check_drawn_pairs(&world, 25);
            test_world_destroy(&world);
        }
}

/* ---- maps with hardly anything ---- */

static void check_all_pairs_of_text(int width, int height, const char *text, uint32_t corners)
{
    int walks = 10;
    test_world world;
    labelled self;
    test_world_create_of_text(&world, width, height, text, CAIRN_CORNERS_STRICT);
    create_labelled(&self, &world, 0);
    assert_int_equal(test_get_figure(self.db, "corners_count"), corners);
    destroy_labelled(&self);
    check_world(&world, &walks);
    test_world_destroy(&world);
}

static void maps_with_hardly_anything(void **state)
{
    (void)state;
    check_all_pairs_of_text(1, 1, ".", 0);
    check_all_pairs_of_text(1, 1, "@", 0);
    check_all_pairs_of_text(3, 2, "@@@@@@", 0);
    check_all_pairs_of_text(4, 3, "............", 0);
    check_all_pairs_of_text(9, 1, "..@...@..", 0);
    check_all_pairs_of_text(2, 2, ".@@.", 0);
    check_all_pairs_of_text(3, 3, "....@....", 4);
    check_all_pairs_of_text(5, 5,
                            "....."
                            "@@@@."
                            "....."
                            ".@@@@"
                            ".....",
                            4); /* a corridor */
    check_all_pairs_of_text(7, 3,
                            "...@..."
                            ".@.@.@."
                            "...@...",
                            8); /* two components */
}

static void free_corners_are_refused(void **state)
{
    (void)state;
    test_world world;
    cairn_build *build = NULL;
    cairn_detail detail = {0};
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    test_world_create_small(&world, 0, CAIRN_CORNERS_FREE);
    def.map = world.map;
    def.detail = &detail;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_ARGUMENT);
    assert_string_equal(detail.text, "kind labels needs strict corners; choose another kind");
    assert_null(build);
    test_world_destroy(&world);
}

/* ---- budgets ---- */

/* Large enough for searches of several steps. */
static void create_rough(test_world *world)
{
    test_world_create_scene(world, CAIRN_SCENE_ROUGH, 260, 220, CAIRN_CORNERS_STRICT);
}

static void waiting_walks_the_same_cells(void **state)
{
    (void)state;
    static const uint32_t budgets[] = {CAIRN_MIN_WORK, CAIRN_MIN_WORK + 1, 3000, 20000};
    static walk whole, cut;
    test_world world;
    test_random random = {605};
    labelled self;
    int waited = 0;
    create_rough(&world);
    create_labelled(&self, &world, 0);
    cairn_agent_def def = get_agent_def(&self);
    cairn_agent *agent = create_agent(&def), *agents[4];
    for (size_t i = 0; i < 4; i++) {
        def.max_work_per_step = budgets[i];
        agents[i] = create_agent(&def);
    }
    for (int i = 0; i < 30; i++) {
        int to, from = draw_pair(&self, &random, &to);
        take_walk(&self, agent, from, to, &whole);
        assert_true(whole.stats.cost == (uint64_t)self.costs[to]);
        for (size_t j = 0; j < 4; j++) {
            take_walk(&self, agents[j], from, to, &cut);
            waited += cut.waited;
            assert_true(cut.most <= budgets[j]);
            if (cut.count != whole.count ||
                memcmp(cut.cells, whole.cells, (size_t)cut.count * sizeof *cut.cells) != 0)
                fail_at(&self, from, to, "another walk when it has to wait");
        }
    }
    assert_true(waited > 30);
    for (size_t i = 0; i < 4; i++)
        cairn_agent_destroy(agents[i]);
    cairn_agent_destroy(agent);
    destroy_labelled(&self);
    test_world_destroy(&world);
}

static void going_ahead_arrives(void **state)
{
    (void)state;
    static walk taken;
    test_world world;
    test_random random = {606};
    labelled self;
    create_rough(&world);
    create_labelled(&self, &world, 0);
    cairn_agent_def def = get_agent_def(&self);
    def.max_work_per_step = CAIRN_MIN_WORK;
    def.busy = CAIRN_BUSY_MOVE;
    cairn_agent *agent = create_agent(&def);
    for (int i = 0; i < 50; i++) {
        int to, from = draw_pair(&self, &random, &to);
        take_walk(&self, agent, from, to, &taken);
        assert_true(taken.most <= CAIRN_MIN_WORK);
        assert_true(taken.stats.cost >= (uint64_t)self.costs[to]);
        /* To where it went ahead, and back. */
        assert_true(taken.stats.cost <=
                    (uint64_t)self.costs[to] + (uint64_t)2 * CAIRN_BUSY_MOVES * 14);
        assert_int_equal(taken.stats.learned, 0);
    }
    cairn_agent_destroy(agent);
    destroy_labelled(&self);
    test_world_destroy(&world);
}

/* ---- desks ---- */

enum { CROWD = 12 };

typedef struct walker {
    cairn_agent *agent;
    int optimal;
    bool walks;
} walker;

static void start_walker(labelled *self, walker *one, test_random *random)
{
    int to, from = draw_pair(self, random, &to);
    one->optimal = self->costs[to];
    one->walks = true;
    assert_int_equal(cairn_agent_start(one->agent, test_world_get_cell(self->world, from),
                                       test_world_get_cell(self->world, to)),
                     CAIRN_OK);
}

/* Steps it; true when it has arrived, by an optimal path. */
static bool step_walker(walker *one)
{
    cairn_step step;
    assert_int_equal(cairn_agent_step(one->agent, &step), CAIRN_OK);
    if (step.kind != CAIRN_STEP_ARRIVED)
        return false;
    assert_int_equal(cairn_agent_get_stats(one->agent).cost, one->optimal);
    assert_int_equal(cairn_agent_get_stats(one->agent).failures, 0);
    return true;
}

/* Some start anew in the middle of a search, which frees the desk too. */
static void a_desk_for_many(void **state)
{
    (void)state;
    test_world world;
    test_random random = {607};
    labelled self;
    walker crowd[CROWD];
    int arrived = 0;
    create_rough(&world);
    create_labelled(&self, &world, 0);
    cairn_agent_def def = get_agent_def(&self);
    def.desk = self.desk;
    def.max_work_per_step = CAIRN_MIN_WORK;
    for (int i = 0; i < CROWD; i++) {
        crowd[i].agent = create_agent(&def);
        start_walker(&self, &crowd[i], &random);
    }
    for (long round = 0; arrived < 60; round++) {
        assert_true(round < 100000);
        for (int i = 0; i < CROWD; i++) {
            bool done = step_walker(&crowd[i]);
            arrived += done;
            if (done || test_draw_below(&random, 500) == 0)
                start_walker(&self, &crowd[i], &random);
        }
    }
    for (int i = 0; i < CROWD; i++)
        cairn_agent_destroy(crowd[i].agent);
    assert_true(get_length(&self, world.open[0], world.open[world.open_count - 1]) > 0);
    destroy_labelled(&self);
    test_world_destroy(&world);
}

/* Starts searches until one is broken off while it has the desk. */
static void occupy_desk(labelled *self, cairn_agent *agent, test_random *random)
{
    cairn_cell ends[2];
    uint32_t distance;
    for (int i = 0; i < 1000; i++) {
        int to, from = draw_pair(self, random, &to);
        cairn_step step;
        ends[0] = test_world_get_cell(self->world, from);
        ends[1] = test_world_get_cell(self->world, to);
        assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        if (cairn_db_get_distance(self->db, self->world->map, self->desk, ends, &distance) ==
            CAIRN_ARGUMENT)
            return;
    }
    fail_msg("no search takes more than a step");
}

static void a_desk_in_use(void **state)
{
    (void)state;
    test_world world;
    test_random random = {608};
    labelled self;
    create_rough(&world);
    create_labelled(&self, &world, 0);
    cairn_agent_def def = get_agent_def(&self);
    def.desk = self.desk;
    def.max_work_per_step = CAIRN_MIN_WORK;
    cairn_agent *agent = create_agent(&def);
    int first = world.open[0], last = world.open[world.open_count - 1];
    occupy_desk(&self, agent, &random);
    cairn_agent_destroy(agent);
    assert_true(get_length(&self, first, last) > 0);
    agent = create_agent(&def);
    occupy_desk(&self, agent, &random);
    assert_int_equal(cairn_agent_start(agent, cairn_cell_at(UINT16_MAX, 0), cairn_cell_at(0, 0)),
                     CAIRN_BLOCKED);
    assert_true(get_length(&self, first, last) > 0);
    cairn_agent_destroy(agent);
    destroy_labelled(&self);
    test_world_destroy(&world);
}

/* All 2^14 stamps of a desk are used up, and what the first ones left behind is not believed. */
static void a_desk_for_long(void **state)
{
    (void)state;
    test_world world;
    test_random random = {609};
    labelled self;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 40, 30, CAIRN_CORNERS_STRICT);
    create_labelled(&self, &world, 0);
    for (int i = 0; i < 600; i++) {
        int from = test_world_draw(&world, &random);
        ref_find_costs(&world.ref, from, self.costs);
        for (int j = 0; j < 100; j++) {
            int to = test_world_draw(&world, &random);
            assert_int_equal(get_length(&self, from, to), self.costs[to]);
        }
    }
    destroy_labelled(&self);
    test_world_destroy(&world);
}

/* ---- eps ---- */

/* No bound is promised; three times the part was never met. In the mean it is far less. */
static void check_eps(const test_world *world, uint32_t eps, size_t exact_bytes)
{
    static walk taken;
    test_random random = {610};
    labelled self;
    double sum = 0;
    create_labelled(&self, world, eps);
    assert_int_equal(test_get_figure(self.db, "eps"), eps);
    assert_true(self.image.count < exact_bytes);
    cairn_agent_def def = get_agent_def(&self);
    cairn_agent *agent = create_agent(&def);
    for (int i = 0; i < 60; i++) {
        int to, from = draw_pair(&self, &random, &to);
        long length = get_length(&self, from, to);
        take_walk(&self, agent, from, to, &taken);
        assert_true((uint64_t)length >= taken.stats.cost);
        assert_int_equal(taken.stats.learned, 0);
        assert_true(length >= self.costs[to]);
        assert_true(length <= self.costs[to] + (long)self.costs[to] * 3 * (long)eps / 10000);
        sum += self.costs[to] > 0 ? (double)length / self.costs[to] - 1 : 0;
    }
    assert_true(sum / 60 <= (double)eps / 10000 / 2);
    cairn_agent_destroy(agent);
    destroy_labelled(&self);
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
        create_labelled(&self, &world, 0);
        size_t bytes = self.image.count;
        destroy_labelled(&self);
        check_eps(&world, 500, bytes);
        check_eps(&world, 2000, bytes);
        check_eps(&world, CAIRN_MAX_EPS, bytes);
        test_world_destroy(&world);
    }
}

/* With eps a way need not be a shortest one, but every pair has one. */
static void check_eps_world(test_world *world, void *context)
{
    static walk taken;
    const uint32_t *eps = context;
    test_random random = {611};
    labelled self;
    if (test_get_map_info(world->map).corners != CAIRN_CORNERS_STRICT)
        return;
    create_labelled(&self, world, *eps);
    cairn_agent_def def = get_agent_def(&self);
    cairn_agent *agent = create_agent(&def);
    for (int i = 0; i < world->open_count; i++) {
        int to, from = draw_pair(&self, &random, &to);
        take_walk(&self, agent, from, to, &taken);
        /* One that passes its goal on the way to a hub stops there. */
        assert_true(taken.stats.cost <= (uint64_t)get_length(&self, from, to));
        assert_true(taken.stats.cost >= (uint64_t)self.costs[to]);
        assert_int_equal(taken.stats.failures, 0);
    }
    cairn_agent_destroy(agent);
    destroy_labelled(&self);
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
        cmocka_unit_test(all_pairs_of_small_maps),
        cmocka_unit_test(pairs_of_scenes),
        cmocka_unit_test(pairs_of_any_size),
        cmocka_unit_test(maps_with_hardly_anything),
        cmocka_unit_test(free_corners_are_refused),
        cmocka_unit_test(waiting_walks_the_same_cells),
        cmocka_unit_test(going_ahead_arrives),
        cmocka_unit_test(a_desk_for_many),
        cmocka_unit_test(a_desk_in_use),
        cmocka_unit_test(a_desk_for_long),
        cmocka_unit_test(eps_is_smaller_and_hardly_longer),
        cmocka_unit_test(eps_knows_all_pairs),
    };
    return cmocka_run_group_tests_name("labels", tests, NULL, NULL);
}
