/* test_shared_planner.c: agents that share a planner make the very moves of agents with a slot of their own,
 * in any order of calls, within any budget; what the queue promises; databases, memory and its failures. */
#include "faulty.h"
#include "image.h"

#include <stdlib.h>

enum { WALKERS = 300, MOST_CELLS = 16384, SIDE = 600, ROUNDS = 60 };

typedef struct walker {
    cairn_agent *agent;
    cairn_cell cells[MOST_CELLS]; /* of a private agent's walk */
    uint32_t count;
    uint32_t at;
    uint64_t cost; /* of the private agent's walk */
} walker;

typedef struct game {
    test_world world;
    test_image image;
    test_random random;
    cairn_db *db;
    cairn_planner *planner;
    cairn_agent *alone; /* private */
    uint32_t max_work;
    uint32_t busy;
    uint32_t waits; /* steps that waited */
    walker *walkers;
} game;

/* ---- a game ---- */

static cairn_agent_def get_def(const game *self)
{
    return (cairn_agent_def){.size = sizeof(cairn_agent_def),
                             .max_work = self->max_work,
                             .busy = self->busy,
                             .planner = self->planner};
}

static void create_agent(const game *self, walker *made)
{
    const cairn_agent_def def = get_def(self);
    assert_int_equal(cairn_agent_create(self->world.map, self->db, &def, &made->agent), CAIRN_OK);
}

static void create(game *self, cairn_kind kind, cairn_scene_kind scene, uint32_t max_work)
{
    *self = (game){.random = {7}, .max_work = max_work};
    test_world_create_scene(&self->world, scene, SIDE, SIDE, CAIRN_CORNERS_STRICT);
    test_plan plan = test_plan_make(kind);
    plan.map = self->world.map;
    test_image_build(&self->image, &plan);
    assert_int_equal(test_image_open(&self->image, &self->db), CAIRN_OK);
    assert_int_equal(cairn_planner_create(self->world.map, self->db, NULL, &self->planner),
                     CAIRN_OK);
    assert_int_equal(cairn_agent_create(self->world.map, self->db, NULL, &self->alone), CAIRN_OK);
    self->walkers = calloc(WALKERS, sizeof *self->walkers);
    assert_non_null(self->walkers);
}

static void destroy(game *self)
{
    for (int i = 0; i < WALKERS; i++)
        cairn_agent_destroy(self->walkers[i].agent);
    cairn_agent_destroy(self->alone);
    cairn_planner_destroy(self->planner);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    test_world_destroy(&self->world);
    free(self->walkers);
}

static cairn_cell draw(game *self)
{
    return test_world_get_cell(&self->world, test_world_draw(&self->world, &self->random));
}

/* A new problem, walked by the private agent first. */
static void start(game *self, walker *one)
{
    cairn_cell from = draw(self), to = draw(self);
    cairn_step step = {.cell = from};
    assert_int_equal(cairn_agent_start(self->alone, from, to), CAIRN_OK);
    for (one->count = 0; step.cell != to; one->count++) {
        assert_int_equal(cairn_agent_step(self->alone, &step), CAIRN_OK);
        assert_true(one->count < MOST_CELLS);
        one->cells[one->count] = step.cell;
    }
    one->at = 0;
    one->cost = test_agent_get_stats(self->alone).cost;
    assert_int_equal(cairn_agent_start(one->agent, from, to), CAIRN_OK);
}

/* A step makes the private agent's move, or waits. */
static void check_step(game *self, walker *one)
{
    cairn_step step;
    assert_int_equal(cairn_agent_step(one->agent, &step), CAIRN_OK);
    assert_true(self->max_work == 0 || step.units <= self->max_work);
    if (step.kind == CAIRN_STEP_WAITED) {
        assert_true(self->max_work != 0 && ++self->waits < 1000000);
        return;
    }
    if (one->at < one->count)
        assert_int_equal(step.cell, one->cells[one->at++]);
    assert_int_equal(step.kind, one->at == one->count ? CAIRN_STEP_ARRIVED : CAIRN_STEP_MOVED);
}

static bool has_arrived(const walker *one)
{
    return one->agent == NULL || one->at == one->count;
}

/* Steps one after the other, as drawn, until all have arrived. */
static void walk_all(game *self)
{
    for (bool walking = true; walking;) {
        walking = false;
        for (int i = 0; i < WALKERS; i++) {
            walker *one = &self->walkers[test_draw_below(&self->random, WALKERS)];
            if (!has_arrived(one))
                check_step(self, one);
        }
        for (int i = 0; i < WALKERS; i++)
            walking = walking || !has_arrived(&self->walkers[i]);
    }
}

static void start_all(game *self)
{
    for (int i = 0; i < WALKERS; i++) {
        create_agent(self, &self->walkers[i]);
        start(self, &self->walkers[i]);
    }
}

/* ---- the very moves ---- */

/* Returns the steps that waited. */
static uint32_t check_moves(cairn_kind kind, cairn_scene_kind scene, uint32_t max_work)
{
    game self;
    create(&self, kind, scene, max_work);
    start_all(&self);
    walk_all(&self);
    uint32_t waits = self.waits;
    destroy(&self);
    return waits;
}

static void moves_are_those_of_private_agents(void **state)
{
    (void)state;
    static const cairn_scene_kind scenes[] = {CAIRN_SCENE_CAVES, CAIRN_SCENE_ROOMS,
                                              CAIRN_SCENE_MAZE};
    uint32_t waits[2] = {0};
    for (uint32_t i = 0; i < 3; i++) {
        waits[0] += check_moves(CAIRN_DB_LABELS, scenes[i], CAIRN_MIN_WORK);
        waits[1] += check_moves(CAIRN_DB_REGIONS, scenes[i], CAIRN_MIN_WORK);
        (void)check_moves(CAIRN_DB_LABELS, scenes[i], 0);
        (void)check_moves(CAIRN_DB_REGIONS, scenes[i], 0);
    }
    assert_true(waits[0] > 0 && waits[1] > 0);
}

/* ---- comings and goings ---- */

static void serve(game *self)
{
    uint64_t spent = 0, units = CAIRN_MIN_WORK + (uint64_t)test_draw_below(&self->random, 4096);
    cairn_status status = cairn_planner_run(self->planner, units, &spent);
    assert_true(status == CAIRN_OK || status == CAIRN_UNFINISHED);
    assert_true(spent <= units);
}

static void disturb(game *self)
{
    walker *one = &self->walkers[test_draw_below(&self->random, WALKERS)];
    switch (test_draw_below(&self->random, 6)) {
    case 0:
        cairn_agent_destroy(one->agent);
        one->agent = NULL;
        break;
    case 1:
        if (one->agent != NULL)
            assert_int_equal(cairn_agent_forget(one->agent), CAIRN_OK);
        one->at = one->count = 0;
        break;
    case 2:
        serve(self);
        break;
    default:
        if (one->agent == NULL)
            create_agent(self, one);
        start(self, one);
    }
}

/* Agents begin, end and change their minds while they wait; the planner is paid as well. */
static void check_disturbed(cairn_kind kind)
{
    game self;
    create(&self, kind, CAIRN_SCENE_MAZE, CAIRN_MIN_WORK);
    start_all(&self);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 20; i++)
            disturb(&self);
        for (int i = 0; i < WALKERS / 2; i++) {
            walker *one = &self.walkers[test_draw_below(&self.random, WALKERS)];
            if (!has_arrived(one))
                check_step(&self, one);
        }
    }
    walk_all(&self);
    assert_true(kind == CAIRN_DB_LABELS || self.waits > 1000);
    destroy(&self);
}

static void agents_come_and_go(void **state)
{
    (void)state;
    check_disturbed(CAIRN_DB_LABELS);
    check_disturbed(CAIRN_DB_REGIONS);
}

/* ---- another database ---- */

static void change_db(game *self, cairn_db *db)
{
    for (int i = 0; i < WALKERS; i++)
        assert_int_equal(cairn_agent_set_db(self->walkers[i].agent, db, NULL), CAIRN_MISMATCH);
    assert_int_equal(cairn_planner_set_db(self->planner, db, NULL), CAIRN_OK);
    for (int i = 0; i < WALKERS; i++)
        assert_int_equal(cairn_agent_set_db(self->walkers[i].agent, db, NULL), CAIRN_OK);
}

static void walk_to_end(cairn_agent *agent)
{
    cairn_step step;
    do
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
    while (step.kind != CAIRN_STEP_ARRIVED);
}

/* Plans begin again where agents stand. By labels what is left is as long as it was. */
static void another_database(void **state)
{
    (void)state;
    game self;
    cairn_db *db;
    create(&self, CAIRN_DB_LABELS, CAIRN_SCENE_MAZE, CAIRN_MIN_WORK);
    start_all(&self);
    for (int i = 0; i < 20 * WALKERS; i++)
        if (!has_arrived(&self.walkers[i % WALKERS]))
            check_step(&self, &self.walkers[i % WALKERS]);
    assert_int_equal(test_image_open(&self.image, &db), CAIRN_OK);
    change_db(&self, db);
    cairn_agent_destroy(self.alone);
    self.alone = NULL;
    cairn_db_close(self.db);
    self.db = db;
    for (int i = 0; i < WALKERS; i++) {
        walk_to_end(self.walkers[i].agent);
        assert_int_equal(test_agent_get_stats(self.walkers[i].agent).cost, self.walkers[i].cost);
    }
    destroy(&self);
}

/* ---- going ahead ---- */

/* Every move of an agent that goes ahead while it waits is legal, and it arrives. */
static void busy_agents_arrive(void **state)
{
    (void)state;
    game self;
    create(&self, CAIRN_DB_REGIONS, CAIRN_SCENE_MAZE, CAIRN_MIN_WORK);
    self.busy = CAIRN_BUSY_MOVE;
    start_all(&self);
    for (uint32_t i = 0, arrived = 0; arrived < WALKERS; i++) {
        walker *one = &self.walkers[i % WALKERS];
        int at = test_world_get_id(&self.world, cairn_agent_get_cell(one->agent));
        cairn_step step;
        if (has_arrived(one))
            continue;
        assert_int_equal(cairn_agent_step(one->agent, &step), CAIRN_OK);
        int next = test_world_get_id(&self.world, step.cell);
        assert_true(next == at || ref_find_move(&self.world.ref, at, next) != REF_NONE);
        if (step.kind == CAIRN_STEP_ARRIVED) {
            one->at = one->count;
            arrived++;
        }
    }
    destroy(&self);
}

/* ---- memory ---- */

/* The planner gets memory with the first agent; a step gets none. */
static void memory_is_got_once(void **state)
{
    (void)state;
    game self;
    test_faulty faulty = {.fail_from = 1, .fail_end = 2};
    cairn_allocator allocator = test_faulty_get_allocator(&faulty);
    cairn_planner_def def = {.size = sizeof def, .allocator = &allocator};
    create(&self, CAIRN_DB_LABELS, CAIRN_SCENE_CAVES, 0);
    cairn_planner_destroy(self.planner);
    assert_int_equal(cairn_planner_create(self.world.map, self.db, &def, &self.planner), CAIRN_OK);
    cairn_agent_def agent = get_def(&self);
    agent.allocator = &allocator;
    cairn_agent **made = &self.walkers[0].agent;
    assert_int_equal(cairn_agent_create(self.world.map, self.db, &agent, made), CAIRN_MEMORY);
    assert_int_equal(cairn_agent_create(self.world.map, self.db, &agent, made), CAIRN_OK);
    assert_int_equal(faulty.allocations, 4);
    start(&self, &self.walkers[0]);
    walk_to_end(*made);
    assert_int_equal(faulty.allocations, 4);
    destroy(&self);
    assert_int_equal(faulty.live, 0);
}

static size_t get_bytes(const game *self)
{
    const cairn_agent_def def = get_def(self);
    size_t bytes;
    assert_int_equal(cairn_agent_get_size(self->world.map, self->db, &def, &bytes), CAIRN_OK);
    return bytes;
}

static void agents_are_small(void **state)
{
    (void)state;
    game self;
    create(&self, CAIRN_DB_LABELS, CAIRN_SCENE_CAVES, 0);
    assert_true(get_bytes(&self) <= 320);
    destroy(&self);
    create(&self, CAIRN_DB_REGIONS, CAIRN_SCENE_CAVES, 0);
    assert_true(get_bytes(&self) <= 384);
    destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_those_of_private_agents),
        cmocka_unit_test(agents_come_and_go),
        cmocka_unit_test(another_database),
        cmocka_unit_test(busy_agents_arrive),
        cmocka_unit_test(memory_is_got_once),
        cmocka_unit_test(agents_are_small),
    };
    return cmocka_run_group_tests_name("shared_planner", tests, NULL, NULL);
}
