/* test_labels_agents.c (property): agents of kind labels within any budget, many at a time and for
 * any number of problems; how small they are, and where LRTA* takes over. */
#include "labelled.h"

#include <stdlib.h>
#include <string.h>

#include "plan/agent_state.h"
#include "plan/region_walk.h"
#include "route/bend_walk.h"

/* ---- a map ---- */

typedef struct fixture {
    test_world world; /* large enough for searches of several steps */
    labelled labels;
} fixture;

static int create_fixture(void **state)
{
    static fixture fix;
    test_world_create_scene(&fix.world, CAIRN_SCENE_ROUGH, 260, 220, CAIRN_CORNERS_STRICT);
    labelled_create(&fix.labels, &fix.world);
    *state = &fix;
    return 0;
}

static int destroy_fixture(void **state)
{
    fixture *fix = *state;
    labelled_destroy(&fix->labels);
    test_world_destroy(&fix->world);
    return 0;
}

/* ---- budgets ---- */

/* The walk of an agent with a budget, held against one without; how often it waited. */
static int check_waiting(const labelled *self, cairn_agent *agent, const int ends[2],
                         const labelled_walk *whole)
{
    static labelled_walk cut;
    labelled_take_walk(self, agent, ends, &cut);
    assert_true(cut.most <= agent->max_work);
    if (cut.count != whole->count ||
        memcmp(cut.cells, whole->cells, (size_t)cut.count * sizeof *cut.cells) != 0)
        labelled_fail(self, ends[0], ends[1], "another walk when it has to wait");
    return cut.waited;
}

static void waiting_walks_the_same_cells(void **state)
{
    static const uint32_t budgets[] = {CAIRN_MIN_WORK, CAIRN_MIN_WORK + 1, 3000, 20000};
    static labelled_walk whole;
    fixture *fix = *state;
    labelled *self = &fix->labels;
    test_random random = {605};
    int waited = 0;
    cairn_agent *agent = labelled_create_agent(self), *agents[4];
    for (size_t i = 0; i < 4; i++) {
        test_agent_plan plan = labelled_plan(self);
        plan.def.max_work = budgets[i];
        agents[i] = labelled_create_agent_of(&plan);
    }
    for (int i = 0; i < 30; i++) {
        int to, from = labelled_draw_pair(self, &random, &to);
        const int ends[2] = {from, to};
        labelled_take_walk(self, agent, ends, &whole);
        assert_true(whole.stats.cost == (uint64_t)self->costs[to]);
        for (size_t j = 0; j < 4; j++)
            waited += check_waiting(self, agents[j], ends, &whole);
    }
    assert_true(waited > 30);
    for (size_t i = 0; i < 4; i++)
        cairn_agent_destroy(agents[i]);
    cairn_agent_destroy(agent);
}

static void going_ahead_arrives(void **state)
{
    static labelled_walk taken;
    fixture *fix = *state;
    labelled *self = &fix->labels;
    test_random random = {606};
    test_agent_plan plan = labelled_plan(self);
    plan.def.max_work = CAIRN_MIN_WORK;
    plan.def.busy = CAIRN_BUSY_MOVE;
    cairn_agent *agent = labelled_create_agent_of(&plan);
    for (int i = 0; i < 50; i++) {
        int to, from = labelled_draw_pair(self, &random, &to);
        labelled_take_walk(self, agent, (const int[2]){from, to}, &taken);
        assert_true(taken.most <= CAIRN_MIN_WORK);
        assert_true(taken.stats.cost >= (uint64_t)self->costs[to]);
        /* To where it went ahead, and back. */
        assert_true(taken.stats.cost <=
                    (uint64_t)self->costs[to] + (uint64_t)2 * CAIRN_BUSY_MOVES * 14);
        assert_int_equal(taken.stats.learned, 0);
    }
    cairn_agent_destroy(agent);
}

/* ---- many agents, many problems ---- */

enum { CROWD = 12 };

typedef struct walker {
    cairn_agent *agent;
    int ends[2];
    int optimal;
} walker;

static void start_walker(labelled *self, walker *one, test_random *random)
{
    one->ends[0] = labelled_draw_pair(self, random, &one->ends[1]);
    one->optimal = self->costs[one->ends[1]];
    assert_int_equal(cairn_agent_start(one->agent, test_world_get_cell(self->world, one->ends[0]),
                                       test_world_get_cell(self->world, one->ends[1])),
                     CAIRN_OK);
}

/* Steps it; true when it has arrived, by an optimal path. */
static bool step_walker(walker *one)
{
    cairn_step step;
    assert_int_equal(cairn_agent_step(one->agent, &step), CAIRN_OK);
    if (step.kind != CAIRN_STEP_ARRIVED)
        return false;
    cairn_agent_stats stats = test_agent_get_stats(one->agent);
    assert_int_equal(stats.cost, one->optimal);
    assert_int_equal(stats.failures, 0);
    return true;
}

/* Each has a room of its own: searches that are broken off, some of them for good, stand in
 * nobody's way, nor in that of queries. */
static void a_crowd_shares_nothing(void **state)
{
    fixture *fix = *state;
    labelled *self = &fix->labels;
    test_random random = {607};
    walker crowd[CROWD];
    int arrived = 0;
    test_agent_plan plan = labelled_plan(self);
    plan.def.max_work = CAIRN_MIN_WORK;
    for (int i = 0; i < CROWD; i++) {
        crowd[i].agent = labelled_create_agent_of(&plan);
        start_walker(self, &crowd[i], &random);
    }
    for (long round = 0; arrived < 60; round++) {
        assert_true(round < 100000);
        for (int i = 0; i < CROWD; i++) {
            bool done = step_walker(&crowd[i]);
            arrived += done;
            if (round % 100 == i)
                assert_int_equal(labelled_get_length(self, crowd[i].ends[0], crowd[i].ends[1]),
                                 crowd[i].optimal);
            if (done || test_draw_below(&random, 500) == 0)
                start_walker(self, &crowd[i], &random);
        }
    }
    for (int i = 0; i < CROWD; i++)
        cairn_agent_destroy(crowd[i].agent);
}

/* All 2^14 stamps of an agent's room are used up, and what the first ones left behind is not
 * believed. */
static void a_room_for_long(void **state)
{
    (void)state;
    test_world world;
    test_random random = {609};
    labelled self;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 40, 30, CAIRN_CORNERS_STRICT);
    labelled_create(&self, &world);
    cairn_agent *agent = labelled_create_agent(&self);
    for (int i = 0; i < 300; i++) {
        int from = test_world_draw(&world, &random);
        ref_find_costs(&world.ref, from, self.costs);
        for (int j = 0; j < 100; j++) {
            int to = test_world_draw(&world, &random);
            if (self.costs[to] >= 0)
                labelled_check_optimal(&self, agent, from, to);
        }
    }
    cairn_agent_destroy(agent);
    labelled_destroy(&self);
    test_world_destroy(&world);
}

/* ---- memory ---- */

static size_t round_up(size_t bytes)
{
    return (bytes + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
}

/* The room to search: a search and its desk, which has 8 bytes a bend with a label, 4 kB for items of
 * lists, and 9 bytes for every two cells of the map's shorter side, for rows of straight tests. */
static size_t get_room(const test_agent_plan *plan)
{
    cairn_map_info map = test_get_map_info(plan->map);
    size_t side = map.width < map.height ? map.width : map.height;
    size_t desk = 8 * (size_t)test_get_figure(plan->db, "bends") + 4096 + side * 9 / 2 + 64;
    assert_true(cairn__bend_desk_get_bytes(plan->map,
                                           (uint32_t)test_get_figure(plan->db, "bends")) <= desk);
    return round_up(sizeof(cairn__bend_walk)) + round_up(desk);
}

static void an_agent_has_512_bytes_and_its_room(void **state)
{
    const fixture *fix = *state;
    test_agent_plan plan = labelled_plan(&fix->labels);
    test_image both;
    cairn_db *db;
    size_t bytes, more;
    assert_int_equal(test_agent_get_size(&plan, &bytes), CAIRN_OK);
    assert_true(bytes <= get_room(&plan) + 512);
    test_plan build = test_plan_make(CAIRN_DB_LABELS);
    build.map = fix->world.map;
    build.fallback = true;
    test_image_build(&both, &build);
    assert_int_equal(test_image_open(&both, &db), CAIRN_OK);
    plan.db = db;
    assert_int_equal(test_agent_get_size(&plan, &more), CAIRN_OK);
    assert_int_equal(more - bytes, round_up(sizeof(cairn__region_walk)));
    cairn_db_close(db);
    test_image_destroy(&both);
}

/* One allocation, of the size that was reported, whatever the problems. */
static void moving_allocates_nothing(void **state)
{
    static labelled_walk taken;
    fixture *fix = *state;
    test_random random = {614};
    test_counter counter = {0};
    cairn_allocator allocator = test_counter_get_allocator(&counter);
    test_agent_plan plan = labelled_plan(&fix->labels);
    size_t bytes;
    plan.def.allocator = &allocator;
    assert_int_equal(test_agent_get_size(&plan, &bytes), CAIRN_OK);
    cairn_agent *agent = labelled_create_agent_of(&plan);
    for (int i = 0; i < 30; i++) {
        int to, from = labelled_draw_pair(&fix->labels, &random, &to);
        labelled_take_walk(&fix->labels, agent, (const int[2]){from, to}, &taken);
        assert_int_equal(taken.stats.memory_bytes, bytes);
    }
    assert_int_equal(counter.allocations, 1);
    cairn_agent_destroy(agent);
    assert_int_equal(counter.releases, 1);
}

/* ---- LRTA* takes over ---- */

/* A map whose labels and lists are blank: only straight ways are known. */
typedef struct blank {
    test_world world;
    test_image image;
    cairn_db *db;
    cairn_cell ends[2]; /* far from each other */
} blank;

/* From the middle one of the open cells to the farthest one from there. */
static void find_ends(const test_world *world, cairn_cell ends[2])
{
    static int costs[40 * 30];
    int from = world->open[world->open_count / 2], to = from;
    ref_find_costs(&world->ref, from, costs);
    for (int i = 0; i < world->open_count; i++)
        if (costs[world->open[i]] > costs[to])
            to = world->open[i];
    ends[0] = test_world_get_cell(world, from);
    ends[1] = test_world_get_cell(world, to);
}

static void create_blank(blank *self)
{
    cairn__bend_head head;
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    test_world_create_scene(&self->world, CAIRN_SCENE_CAVES, 40, 30, CAIRN_CORNERS_STRICT);
    def.map = self->world.map;
    test_image_build(&self->image, &def);
    unsigned char *section = test_image_get_content(&self->image, "BEND");
    memcpy(&head, section, sizeof head);
    cairn__bend_layout layout = cairn__bend_set_lay_out(&head);
    memset(section + layout.lists, 0, (size_t)(layout.bytes - layout.lists));
    test_image_repair(&self->image);
    assert_int_equal(test_image_verify(&self->image, self->world.map), CAIRN_CORRUPT);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    find_ends(&self->world, self->ends);
}

static void destroy_blank(blank *self)
{
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    test_world_destroy(&self->world);
}

enum { MOST_CELLS = 10000 };

typedef struct lost_walk {
    int lacks; /* steps that found no memory */
    int count;
    cairn_agent_stats stats;
    cairn_cell cells[MOST_CELLS];
} lost_walk;

/* A step that finds no memory moves nothing, and is tried again. */
static void take_lost_walk(const test_agent_plan *plan, const cairn_cell ends[2], lost_walk *taken)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    cairn_agent *agent = labelled_create_agent_of(plan);
    taken->lacks = taken->count = 0;
    assert_int_equal(cairn_agent_start(agent, ends[0], ends[1]), CAIRN_OK);
    while (step.kind != CAIRN_STEP_ARRIVED) {
        cairn_cell last = cairn_agent_get_cell(agent);
        cairn_status status = cairn_agent_step(agent, &step);
        if (status == CAIRN_OK) {
            assert_true(taken->count < MOST_CELLS);
            taken->cells[taken->count++] = step.cell;
            continue;
        }
        assert_int_equal(status, CAIRN_MEMORY);
        assert_true(cairn_agent_get_cell(agent) == last && ++taken->lacks < 10);
        step.kind = CAIRN_STEP_MOVED;
    }
    taken->stats = test_agent_get_stats(agent);
    cairn_agent_destroy(agent);
}

/* An agent has room for LRTA* at first if it may not grow, and else once labels have no answer. */
static void room_for_lrta_is_got_when_needed(void **state)
{
    (void)state;
    static lost_walk taken;
    blank self;
    uint64_t bytes[2];
    create_blank(&self);
    for (uint32_t no_growth = 0; no_growth < 2; no_growth++) {
        test_counter counter = {0};
        cairn_allocator allocator = test_counter_get_allocator(&counter);
        test_agent_plan plan = test_plan_agent(self.world.map, self.db, CAIRN_LABELS);
        plan.def.allocator = &allocator;
        test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 40 * 30);
        test_agent_plan_set(&plan, CAIRN_OPTION_NO_GROWTH, no_growth);
        take_lost_walk(&plan, self.ends, &taken);
        assert_true(taken.stats.failures == 1 && taken.stats.learned > 0);
        assert_int_equal(counter.allocations, no_growth != 0 ? 1 : 2);
        assert_int_equal(counter.releases, counter.allocations);
        bytes[no_growth] = taken.stats.memory_bytes;
    }
    assert_int_equal(bytes[0], bytes[1]);
    destroy_blank(&self);
}

/* A step that finds no memory changes nothing: walk and figures are the same as without. */
static void lack_of_memory_changes_no_move(void **state)
{
    (void)state;
    static lost_walk whole, faulty;
    blank self;
    create_blank(&self);
    test_agent_plan plan = test_plan_agent(self.world.map, self.db, CAIRN_LABELS);
    test_agent_plan_set(&plan, CAIRN_OPTION_LEARNED_CAPACITY, 1);
    take_lost_walk(&plan, self.ends, &whole);
    assert_int_equal(whole.stats.selections, 1);
    for (size_t fail_at = 2; fail_at < 5; fail_at++) { /* the first one is the agent */
        test_counter counter = {.fail_at = fail_at};
        cairn_allocator allocator = test_counter_get_allocator(&counter);
        plan.def.allocator = &allocator;
        take_lost_walk(&plan, self.ends, &faulty);
        assert_int_equal(faulty.lacks, 1);
        assert_int_equal(faulty.count, whole.count);
        assert_memory_equal(faulty.cells, whole.cells, (size_t)whole.count * sizeof *whole.cells);
        assert_memory_equal(&faulty.stats, &whole.stats, sizeof whole.stats);
    }
    destroy_blank(&self);
}

/* ---- options ---- */

static void expect_size(const test_agent_plan *plan, size_t bytes)
{
    size_t told;
    assert_int_equal(test_agent_get_size(plan, &told), CAIRN_OK);
    assert_int_equal(told, bytes);
}

/* What the file recommends holds unless the caller says otherwise. */
static void the_file_recommends_options(void **state)
{
    const fixture *fix = *state;
    const cairn_option options[] = {{.option = CAIRN_OPTION_LEARNED_CAPACITY, .value = 100},
                                    {.option = CAIRN_OPTION_NO_GROWTH, .value = 1}};
    test_agent_plan plan = labelled_plan(&fix->labels), asked = plan;
    test_image image;
    cairn_db *db;
    size_t plain, whole;
    test_agent_plan_set(&asked, CAIRN_OPTION_LEARNED_CAPACITY, 100);
    test_agent_plan_set(&asked, CAIRN_OPTION_NO_GROWTH, 1);
    assert_int_equal(test_agent_get_size(&plan, &plain), CAIRN_OK);
    assert_int_equal(test_agent_get_size(&asked, &whole), CAIRN_OK);
    assert_true(plain < whole);
    test_image_copy(&image, fix->labels.image.bytes, fix->labels.image.count);
    test_image_recommend(&image, 0, 2, options);
    assert_int_equal(test_image_open(&image, &db), CAIRN_OK);
    plan.db = db;
    expect_size(&plan, whole);
    test_agent_plan_set(&plan, CAIRN_OPTION_NO_GROWTH, 0);
    expect_size(&plan, plain);
    cairn_db_close(db);
    test_image_destroy(&image);
}

static void options_of_others_are_refused(void **state)
{
    const fixture *fix = *state;
    cairn_agent *agent = NULL;
    cairn_detail detail = {0};
    test_agent_plan plan = labelled_plan(&fix->labels);
    plan.def.detail = &detail;
    test_agent_plan_set(&plan, CAIRN_OPTION_CANDIDATES, 10);
    assert_int_equal(test_agent_create(&plan, &agent), CAIRN_ARGUMENT);
    assert_null(agent);
    assert_string_equal(detail.text, "option candidates is not for algorithm labels");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_walks_the_same_cells),
        cmocka_unit_test(going_ahead_arrives),
        cmocka_unit_test(a_crowd_shares_nothing),
        cmocka_unit_test(a_room_for_long),
        cmocka_unit_test(an_agent_has_512_bytes_and_its_room),
        cmocka_unit_test(moving_allocates_nothing),
        cmocka_unit_test(room_for_lrta_is_got_when_needed),
        cmocka_unit_test(lack_of_memory_changes_no_move),
        cmocka_unit_test(the_file_recommends_options),
        cmocka_unit_test(options_of_others_are_refused),
    };
    return cmocka_run_group_tests_name("labels_agents", tests, create_fixture, destroy_fixture);
}
