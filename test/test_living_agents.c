/* test_living_agents.c: agents of all algorithms on changing maps: no illegal move, no step above its
 * budget, every step of the right kind, and whoever can arrive does (living_walks.h); then single
 * cases, and what detours cost. */
#include "living_walks.h"
#include "living_world.h"

#include <stdlib.h>

#define ALGORITHM(name, word, number) number,
static const cairn_algorithm algorithms[] = {CAIRN_ALGORITHM_LIST(ALGORITHM)};
#undef ALGORITHM

enum { ALGORITHMS = sizeof algorithms / sizeof algorithms[0] };

/* ---- random changes ---- */

/* About a million steps. */
enum { WORLDS = 40, ROUNDS = 8 };

/* Of all steps, on every machine. A change of what any algorithm does on a changing map changes it. */
#define HASH_OF_ALL UINT64_C(0x3dcc64e133722b6f)

static void test_that_no_move_is_illegal(void **state)
{
    living_totals totals = {0};
    (void)state;
    for (uint32_t i = 0; i < WORLDS; i += TEST_STRIDE)
        living_walk(i, ROUNDS, &totals);
    assert_true(totals.wrong == 0);
    for (uint32_t i = 0; i < 6; i++)
        assert_true(totals.kinds[i] > 100 / TEST_STRIDE);
    assert_true(totals.changes > 1000 / TEST_STRIDE && totals.walks > 1000 / TEST_STRIDE);
    if (TEST_STRIDE == 1)
        assert_int_equal(totals.hash, HASH_OF_ALL);
}

/* ---- a map that may change and does not ---- */

static cairn_agent *create(const cairn_map *map, const cairn_db *db, cairn_agent_def def)
{
    cairn_agent *agent = NULL;
    def.size = sizeof def;
    assert_int_equal(cairn_agent_create(map, db, &def, &agent), CAIRN_OK);
    return agent;
}

static void compare_walks(cairn_agent *agents[2], cairn_cell from, cairn_cell to)
{
    cairn_step steps[2] = {{.kind = CAIRN_STEP_MOVED}, {.kind = CAIRN_STEP_MOVED}};
    cairn_status status = cairn_agent_start(agents[0], from, to);
    assert_int_equal(cairn_agent_start(agents[1], from, to), status);
    while (status == CAIRN_OK && steps[0].kind != CAIRN_STEP_ARRIVED) {
        for (int i = 0; i < 2; i++)
            assert_int_equal(cairn_agent_step(agents[i], &steps[i]), CAIRN_OK);
        assert_memory_equal(&steps[0], &steps[1], sizeof steps[0]);
    }
}

/* Also with a planner, and after a change that was undone. */
static void test_that_a_map_as_it_was_changes_no_move(void **state)
{
    living_world world;
    cairn_map *still;
    (void)state;
    living_world_create(&world, 3);
    assert_int_equal(cairn_map_copy(world.map, NULL, &still), CAIRN_OK);
    living_world_set(&world, 2, 2, 5, 5, false);
    living_world_undo(&world);
    for (int i = 0; i < ALGORITHMS; i++) {
        if (algorithms[i] == CAIRN_LABELS) /* they have a walk of their own on changing maps */
            continue;
        const cairn_db *db = living_world_get_db(&world, algorithms[i], true);
        cairn_agent_def def = {.algorithm = algorithms[i], .max_work = CAIRN_MIN_WORK};
        cairn_agent *agents[2] = {create(still, db, def)};
        def.planner = world.planner;
        agents[1] = create(world.map, db, def);
        for (int problem = 0; problem < 20; problem++) {
            cairn_cell from = living_world_draw(&world);
            compare_walks(agents, from, living_world_draw(&world));
        }
        cairn_agent_destroy(agents[0]);
        cairn_agent_destroy(agents[1]);
    }
    cairn_map_close(still);
    living_world_destroy(&world);
}

/* ---- single cases: a corridor of 100 x 3 cells, with 3 more rows that are blocked below it ---- */

enum { LENGTH = 100 };

static cairn_map *create_corridor(void)
{
    uint8_t cells[6 * LENGTH] = {0};
    cairn_map_def def = {.size = sizeof def, .changing = 1};
    cairn_map *map = NULL;
    for (int i = 0; i < 3 * LENGTH; i++)
        cells[i] = 1;
    assert_int_equal(cairn_map_create(LENGTH, 6, cells, &def, &map), CAIRN_OK);
    return map;
}

static void set(cairn_map *map, uint16_t x, uint16_t width, int32_t open)
{
    assert_int_equal(cairn_map_set_rect(map, &(cairn_rect){x, 0, width, 3}, open), CAIRN_OK);
}

static cairn_step step(cairn_agent *agent)
{
    cairn_step made = {0};
    assert_int_equal(cairn_agent_step(agent, &made), CAIRN_OK);
    return made;
}

/* Steps until one is of another kind, and returns that. */
static cairn_step step_while(cairn_agent *agent, uint32_t kind, int *count)
{
    cairn_step made = step(agent);
    for (*count = 1; made.kind == kind; ++*count)
        made = step(agent);
    return made;
}

typedef void (*corridor_check)(cairn_map *map, cairn_agent *agent);

/* An agent of LRTA* that has made 10 of the 98 moves from one end to the other. */
static void with_corridor(cairn_agent_def def, corridor_check check)
{
    cairn_map *map = create_corridor();
    def.algorithm = CAIRN_LRTA;
    cairn_agent *agent = create(map, NULL, def);
    assert_int_equal(cairn_agent_start(agent, cairn_cell_at(1, 1), cairn_cell_at(LENGTH - 1, 1)),
                     CAIRN_OK);
    for (int i = 0; i < 10; i++)
        assert_int_equal(step(agent).kind, CAIRN_STEP_MOVED);
    check(map, agent);
    cairn_agent_destroy(agent);
    cairn_map_close(map);
}

static void cut_off(cairn_map *map, cairn_agent *agent)
{
    int count;
    set(map, 50, 1, 0);
    for (int i = 0; i < 3; i++) {
        cairn_step made = step(agent);
        assert_int_equal(made.kind, CAIRN_STEP_CUT_OFF);
        assert_int_equal(made.cell, cairn_cell_at(11, 1));
    }
    set(map, 70, 1, 0);
    set(map, 50, 1, 1);
    assert_int_equal(step(agent).kind, CAIRN_STEP_CUT_OFF);
    set(map, 70, 1, 1);
    assert_int_equal(step_while(agent, CAIRN_STEP_MOVED, &count).kind, CAIRN_STEP_ARRIVED);
    assert_int_equal(count, LENGTH - 12);
    set(map, LENGTH - 2, 2, 0);
    assert_int_equal(step(agent).kind, CAIRN_STEP_STRANDED);
    set(map, LENGTH - 2, 2, 1);
    assert_int_equal(step(agent).kind, CAIRN_STEP_ARRIVED);
}

static void test_that_an_agent_cut_off_goes_on_by_itself(void **state)
{
    (void)state;
    with_corridor((cairn_agent_def){0}, cut_off);
}

static void go_near(cairn_map *map, cairn_agent *agent)
{
    int count;
    set(map, 50, 1, 0);
    cairn_step made = step_while(agent, CAIRN_STEP_MOVED, &count);
    assert_int_equal(made.kind, CAIRN_STEP_ARRIVED);
    assert_int_equal(made.cell, cairn_cell_at(49, 1));
    set(map, 49, 1, 0);
    assert_int_equal(step(agent).kind, CAIRN_STEP_STRANDED);
    set(map, 49, 2, 1);
    made = step_while(agent, CAIRN_STEP_MOVED, &count);
    assert_int_equal(made.kind, CAIRN_STEP_ARRIVED);
    assert_int_equal(made.cell, cairn_cell_at(LENGTH - 1, 1));
    assert_int_equal(count, LENGTH - 50);
}

static void test_that_the_nearest_cell_is_decided_anew(void **state)
{
    (void)state;
    with_corridor((cairn_agent_def){.goal_policy = CAIRN_GOAL_NEAREST}, go_near);
}

/* Of the cells that are not blocked only those ahead are joined to the goal: 64 cells away. */
static void leave(cairn_map *map, cairn_agent *agent)
{
    int count;
    set(map, 0, 11 + CAIRN_LEAVE_CELLS, 0);
    for (int i = 0; i < CAIRN_LEAVE_CELLS; i++) {
        cairn_step made = step(agent);
        assert_int_equal(made.kind, CAIRN_STEP_LEAVING);
        assert_int_equal(made.cell, cairn_cell_at(12 + (uint32_t)i, 1));
        assert_true(i == 0 ? made.units > 0 : made.units == 0); /* of looking for the exit */
    }
    assert_int_equal(step_while(agent, CAIRN_STEP_MOVED, &count).kind, CAIRN_STEP_ARRIVED);
    cairn_agent_stats stats = test_agent_get_stats(agent);
    assert_int_equal(stats.moves, LENGTH - 2);
    assert_int_equal(stats.cost, 10 * (LENGTH - 2));
}

static void stay(cairn_map *map, cairn_agent *agent)
{
    set(map, 0, 12 + CAIRN_LEAVE_CELLS, 0);
    assert_int_equal(step(agent).kind, CAIRN_STEP_STRANDED);
    set(map, 11 + CAIRN_LEAVE_CELLS, 1, 1);
    assert_int_equal(step(agent).kind, CAIRN_STEP_LEAVING);
    set(map, 0, LENGTH, 1);
    assert_int_equal(step(agent).kind, CAIRN_STEP_MOVED);
}

/* If no cell that is joined to the goal is near enough, any will do: there the agent is cut off. */
static void leave_for_any(cairn_map *map, cairn_agent *agent)
{
    int count;
    set(map, 0, 12 + CAIRN_LEAVE_CELLS, 0);
    set(map, 0, 1, 1);
    assert_int_equal(step_while(agent, CAIRN_STEP_LEAVING, &count).kind, CAIRN_STEP_CUT_OFF);
    assert_int_equal(count, 12);
    assert_int_equal(cairn_agent_get_cell(agent), cairn_cell_at(0, 1));
    set(map, 0, LENGTH, 1);
    assert_int_equal(step_while(agent, CAIRN_STEP_MOVED, &count).kind, CAIRN_STEP_ARRIVED);
}

/* The same if the goal itself is blocked. */
static void leave_without_goal(cairn_map *map, cairn_agent *agent)
{
    int count;
    set(map, LENGTH - 1, 1, 0);
    set(map, 5, 10, 0);
    assert_int_equal(step_while(agent, CAIRN_STEP_LEAVING, &count).kind, CAIRN_STEP_CUT_OFF);
    assert_int_equal(cairn_agent_get_cell(agent), cairn_cell_at(15, 1));
    set(map, LENGTH - 1, 1, 1);
    assert_int_equal(step_while(agent, CAIRN_STEP_MOVED, &count).kind, CAIRN_STEP_ARRIVED);
}

static void test_that_a_stranded_agent_leaves_if_it_may(void **state)
{
    (void)state;
    with_corridor((cairn_agent_def){.stranded_policy = CAIRN_STRANDED_LEAVE}, leave);
    with_corridor((cairn_agent_def){.stranded_policy = CAIRN_STRANDED_LEAVE}, stay);
    with_corridor((cairn_agent_def){.stranded_policy = CAIRN_STRANDED_LEAVE}, leave_for_any);
    with_corridor((cairn_agent_def){.stranded_policy = CAIRN_STRANDED_LEAVE}, leave_without_goal);
}

/* ---- a way out that takes more than a step's units to find ---- */

enum { FIELD = 256, ROOM = 130, LANE = 188 };

/* Lanes that are joined on the left, and between them stripes that are joined to nothing: no tile has more runs.
 * A way leads from the room, near the corner of a tile, to a lane far away in the same tile. */
static cairn_map *create_stripes(void)
{
    static uint8_t cells[FIELD][FIELD];
    cairn_map_def def = {.size = sizeof def, .changing = 1};
    cairn_map *map = NULL;
    for (int y = 0; y < FIELD; y++)
        for (int x = 0; x < FIELD; x++) {
            bool is_lane = y % 64 == LANE % 64, is_beside = abs(y % 64 - LANE % 64) == 1;
            cells[y][x] = x == 0 || is_lane || (x % 2 == 0 && !is_beside);
        }
    cells[LANE - 1][ROOM] = 1;
    assert_int_equal(cairn_map_create(FIELD, FIELD, cells[0], &def, &map), CAIRN_OK);
    return map;
}

/* Steps of an agent until it leaves the wall that it stands in: that step. Counts all units. */
static cairn_step step_until_it_leaves(cairn_agent *agent, uint64_t limit, uint64_t *units)
{
    cairn_step made = {.kind = CAIRN_STEP_STRANDED};
    for (*units = 0; made.kind == CAIRN_STEP_STRANDED; *units += made.units) {
        made = step(agent);
        assert_true(made.units > 0 && made.units <= limit);
    }
    return made;
}

static void test_that_looking_for_a_way_out_is_within_the_budget(void **state)
{
    const uint32_t limits[2] = {0, CAIRN_MIN_WORK};
    cairn_map *map = create_stripes();
    cairn_agent *agents[2];
    cairn_step found[2];
    uint64_t units[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        agents[i] = create(map, NULL,
                           (cairn_agent_def){.algorithm = CAIRN_LRTA,
                                             .stranded_policy = CAIRN_STRANDED_LEAVE,
                                             .max_work = limits[i]});
        assert_int_equal(
            cairn_agent_start(agents[i], cairn_cell_at(ROOM, ROOM), cairn_cell_at(0, LANE)),
            CAIRN_OK);
    }
    assert_int_equal(cairn_map_set_rect(map, &(cairn_rect){ROOM, 126, 1, LANE - 126}, 0), CAIRN_OK);
    found[0] = step_until_it_leaves(agents[0], UINT64_MAX, &units[0]);
    found[1] = step_until_it_leaves(agents[1], CAIRN_MIN_WORK, &units[1]);
    assert_true(units[0] > CAIRN_MIN_WORK && units[0] <= 4096);
    assert_int_equal(units[0], units[1]);
    assert_int_equal(found[0].cell, found[1].cell);
    assert_int_equal(found[1].kind, CAIRN_STEP_LEAVING);
    for (int i = 0; i < 2; i++)
        cairn_agent_destroy(agents[i]);
    cairn_map_close(map);
}

static void test_that_bad_definitions_are_refused(void **state)
{
    cairn_map *map = create_corridor(), *other = create_corridor();
    cairn_landmarks_def landmarks_def = {.size = sizeof landmarks_def, .count = 2};
    cairn_landmarks *landmarks = NULL;
    cairn_planner *planner = NULL;
    cairn_agent *agent = NULL;
    (void)state;
    assert_int_equal(cairn_landmarks_create(map, &landmarks_def, &landmarks), CAIRN_OK);
    assert_int_equal(cairn_planner_create(other, NULL, NULL, &planner), CAIRN_OK);
    const cairn_agent_def defs[] = {
        {.size = sizeof *defs, .algorithm = CAIRN_LRTA, .stranded_policy = 2},
        {.size = sizeof *defs, .algorithm = CAIRN_LRTA, .landmarks = landmarks},
        {.size = sizeof *defs, .algorithm = CAIRN_LRTA, .planner = planner},
    };
    for (size_t i = 0; i < sizeof defs / sizeof defs[0]; i++)
        assert_int_equal(cairn_agent_create(map, NULL, &defs[i], &agent), CAIRN_ARGUMENT);
    cairn_planner_destroy(planner);
    cairn_landmarks_destroy(landmarks);
    cairn_map_close(other);
    cairn_map_close(map);
}

/* ---- what detours cost ---- */

enum { SIDE = 256, BUILDINGS = 20, PROBLEMS = 80 };

typedef struct town {
    test_random random;
    cairn_map *map;
    cairn_planner *planner;
    cairn_planner *astar;
    uint32_t optimal; /* of the last problem */
    cairn_cell start;
    cairn_cell goal;
} town;

static void create_town(town *made)
{
    test_world world;
    cairn_map_def def = {.size = sizeof def, .changing = 1};
    cairn_planner_def astar_def = {.size = sizeof astar_def, .method = CAIRN_METHOD_ASTAR};
    *made = (town){.random = {5}};
    test_world_create_scene(&world, CAIRN_SCENE_CITY, SIDE, SIDE, CAIRN_CORNERS_STRICT);
    assert_int_equal(cairn_map_create(SIDE, SIDE, world.cells, &def, &made->map), CAIRN_OK);
    assert_int_equal(cairn_planner_create(made->map, NULL, NULL, &made->planner), CAIRN_OK);
    assert_int_equal(cairn_planner_create(made->map, NULL, &astar_def, &made->astar), CAIRN_OK);
    test_world_destroy(&world);
}

static void destroy_town(town *made)
{
    cairn_planner_destroy(made->astar);
    cairn_planner_destroy(made->planner);
    cairn_map_close(made->map);
}

/* Two cells that are joined by a long path. */
static void draw_problem(town *self)
{
    do {
        uint32_t numbers[4];
        for (int i = 0; i < 4; i++)
            numbers[i] = (uint32_t)test_draw_below(&self->random, SIDE);
        self->start = cairn_cell_at(numbers[0], numbers[1]);
        self->goal = cairn_cell_at(numbers[2], numbers[3]);
    } while (cairn_planner_find(self->astar, self->start, self->goal, &self->optimal) != CAIRN_OK ||
             self->optimal < 1000);
}

/* Blocks 8 x 8 cells on optimal paths. */
static void add_buildings(town *self)
{
    static cairn_cell cells[SIDE * SIDE];
    cairn_change changes[BUILDINGS] = {0};
    for (int i = 0; i < BUILDINGS; i++) {
        size_t count;
        draw_problem(self);
        assert_int_equal(
            test_find_path(self->astar, self->start, self->goal, SIDE * SIDE, cells, &count),
            CAIRN_OK);
        cairn_cell at = cells[20 + test_draw_below(&self->random, (int)count - 40)];
        uint32_t x = cairn_cell_get_x(at), y = cairn_cell_get_y(at);
        changes[i].rect = (cairn_rect){(uint16_t)(x < SIDE - 8 ? x : SIDE - 8),
                                       (uint16_t)(y < SIDE - 8 ? y : SIDE - 8), 8, 8};
    }
    assert_int_equal(cairn_map_change(self->map, changes, BUILDINGS), CAIRN_OK);
}

static void build(const cairn_map *map, cairn_kind kind, test_image *image, cairn_db **db)
{
    test_plan plan = test_plan_make(kind);
    plan.map = map;
    plan.records = 2000;
    plan.level = 4;
    test_image_build(image, &plan);
    assert_int_equal(test_image_open(image, db), CAIRN_OK);
}

static uint64_t walk(cairn_agent *agent, const town *self)
{
    assert_int_equal(cairn_agent_start(agent, self->start, self->goal), CAIRN_OK);
    while (step(agent).kind != CAIRN_STEP_ARRIVED)
        continue;
    return test_agent_get_stats(agent).cost;
}

/* A database of the map as it was, with a planner, against one of the map as it is: at most a tenth
 * more. */
static void check_detours(cairn_kind kind)
{
    town self;
    test_image images[2];
    cairn_db *dbs[2];
    cairn_map *copy;
    uint64_t costs[2] = {0};
    create_town(&self);
    build(self.map, kind, &images[0], &dbs[0]);
    add_buildings(&self);
    assert_int_equal(cairn_map_copy(self.map, NULL, &copy), CAIRN_OK);
    build(copy, kind, &images[1], &dbs[1]);
    cairn_agent *agents[2] = {create(self.map, dbs[0], (cairn_agent_def){.planner = self.planner}),
                              create(copy, dbs[1], (cairn_agent_def){0})};
    for (int i = 0; i < PROBLEMS; i++) {
        draw_problem(&self);
        for (int k = 0; k < 2; k++)
            costs[k] += walk(agents[k], &self);
    }
    assert_true(costs[0] * 10 <= costs[1] * 11);
    for (int i = 0; i < 2; i++) {
        cairn_agent_destroy(agents[i]);
        cairn_db_close(dbs[i]);
        test_image_destroy(&images[i]);
    }
    cairn_map_close(copy);
    destroy_town(&self);
}

static void test_that_detours_are_nearly_as_good_as_a_new_database(void **state)
{
    (void)state;
    check_detours(CAIRN_DB_REGIONS);
    check_detours(CAIRN_DB_KNN);
    check_detours(CAIRN_DB_HCDPS);
    check_detours(CAIRN_DB_DLRTA);
}

/* ---- a change in each step ---- */

/* A far cell opens and closes, and opens again. */
static void check_storm(town *self, cairn_kind kind)
{
    test_image image;
    cairn_db *db;
    build(self->map, kind, &image, &db);
    cairn_agent_def def = {.planner = self->planner, .max_work = CAIRN_MIN_WORK};
    cairn_agent *agent = create(self->map, db, def);
    add_buildings(self);
    for (int i = 0; i < 4; i++) {
        cairn_step made = {0};
        draw_problem(self);
        assert_int_equal(cairn_agent_start(agent, self->start, self->goal), CAIRN_OK);
        for (uint32_t k = 0; made.kind != CAIRN_STEP_ARRIVED; k++) {
            assert_true(k < self->optimal);
            cairn_rect rect = {0, 0, 1, 1};
            assert_int_equal(cairn_map_set_rect(self->map, &rect, k % 2 == 0), CAIRN_OK);
            made = step(agent);
        }
    }
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    test_image_destroy(&image);
}

static void test_that_agents_arrive_though_each_step_brings_a_change(void **state)
{
    static const cairn_kind kinds[] = {CAIRN_DB_REGIONS, CAIRN_DB_KNN, CAIRN_DB_LABELS};
    (void)state;
    for (int i = 0; i < 3; i++) {
        town self;
        create_town(&self);
        check_storm(&self, kinds[i]);
        destroy_town(&self);
    }
}

/* ---- a planner that runs beside its agents ---- */

/* A game may pay for what agents wait for; their moves are the same. */
static void test_that_a_planner_works_for_agents_that_wait(void **state)
{
    test_image image;
    cairn_db *db;
    town self;
    cairn_step made = {0};
    uint64_t spent = 0, sum = 0;
    (void)state;
    create_town(&self);
    build(self.map, CAIRN_DB_REGIONS, &image, &db);
    cairn_agent *agent = create(
        self.map, db, (cairn_agent_def){.planner = self.planner, .max_work = CAIRN_MIN_WORK});
    add_buildings(&self);
    assert_int_equal(cairn_planner_run(self.planner, CAIRN_MIN_WORK, &spent), CAIRN_OK);
    assert_true(spent == 0);
    for (int i = 0; i < 20; i++) {
        draw_problem(&self);
        assert_int_equal(cairn_agent_start(agent, self.start, self.goal), CAIRN_OK);
        while (made.kind != CAIRN_STEP_ARRIVED) {
            made = step(agent);
            while (cairn_planner_run(self.planner, CAIRN_MIN_WORK, &spent) == CAIRN_UNFINISHED)
                sum += spent;
            sum += spent;
        }
        made.kind = CAIRN_STEP_MOVED;
    }
    assert_true(sum > 0);
    cairn_agent_destroy(agent);
    cairn_db_close(db);
    test_image_destroy(&image);
    destroy_town(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_a_map_as_it_was_changes_no_move),
        cmocka_unit_test(test_that_a_planner_works_for_agents_that_wait),
        cmocka_unit_test(test_that_an_agent_cut_off_goes_on_by_itself),
        cmocka_unit_test(test_that_the_nearest_cell_is_decided_anew),
        cmocka_unit_test(test_that_a_stranded_agent_leaves_if_it_may),
        cmocka_unit_test(test_that_looking_for_a_way_out_is_within_the_budget),
        cmocka_unit_test(test_that_bad_definitions_are_refused),
        cmocka_unit_test(test_that_detours_are_nearly_as_good_as_a_new_database),
        cmocka_unit_test(test_that_agents_arrive_though_each_step_brings_a_change),
        cmocka_unit_test(test_that_no_move_is_illegal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
