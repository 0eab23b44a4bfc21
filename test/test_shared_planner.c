/* test_shared_planner.c: agents that share a planner make the very moves of agents with a slot of their own,
 * in any order of calls, within any budget; what the queue promises; databases, memory and its failures. */
#include "faulty.h"
#include "image.h"

#include <stdio.h>
#include <stdlib.h>

enum { WALKERS = 300, MOST_CELLS = 16384, SIDE = 300, ROUNDS = 60 };

typedef struct walker {
    cairn_agent *agent;
    cairn_cell cells[MOST_CELLS]; /* of a private agent's walk */
    uint32_t count;
    uint32_t at;
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

/* ---- the very moves ---- */

/* Returns the steps that waited. */
static uint32_t check_moves(cairn_kind kind, cairn_scene_kind scene, uint32_t max_work)
{
    game self;
    create(&self, kind, scene, max_work);
    for (int i = 0; i < WALKERS; i++) {
        create_agent(&self, &self.walkers[i]);
        start(&self, &self.walkers[i]);
    }
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
    printf("waits %u %u\n", waits[0], waits[1]);
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
    create(&self, kind, CAIRN_SCENE_CAVES, CAIRN_MIN_WORK);
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
    destroy(&self);
}

static void agents_come_and_go(void **state)
{
    (void)state;
    check_disturbed(CAIRN_DB_LABELS);
    check_disturbed(CAIRN_DB_REGIONS);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_those_of_private_agents),
        cmocka_unit_test(agents_come_and_go),
    };
    return cmocka_run_group_tests_name("shared_planner", tests, NULL, NULL);
}
