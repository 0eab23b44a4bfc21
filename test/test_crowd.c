/* test_crowd.c: crowds on maps that stay as they are: members walk as agents do, within the budget, by
 * any number of threads. */
#include "cairn/lab.h"
#include "crowd_kit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- members walk as agents do ---- */

typedef struct pairs {
    cairn_member members[MEMBERS];
    cairn_agent *agents[MEMBERS];
    cairn_cell cells[MEMBERS];
} pairs;

static void create_pairs(const kit *self, int db, cairn_crowd *crowd, test_random *random,
                         pairs *made)
{
    for (int i = 0; i < MEMBERS; i++) {
        cairn_cell start = crowd_draw_cell(&self->world, random),
                   goal = crowd_draw_cell(&self->world, random);
        made->cells[i] = start;
        assert_int_equal(cairn_agent_create(self->world.map, self->dbs[db], NULL, &made->agents[i]),
                         CAIRN_OK);
        assert_int_equal(cairn_agent_start(made->agents[i], start, goal), CAIRN_OK);
        assert_int_equal(cairn_crowd_add(crowd, start, &made->members[i]), CAIRN_OK);
        assert_int_equal(cairn_crowd_order(crowd, &made->members[i], 1, goal), CAIRN_OK);
    }
}

/* A member that has moved is where its agent is after a step; one that has not may still have no plan. */
static void compare(const cairn_crowd *crowd, pairs *made)
{
    for (int i = 0; i < MEMBERS; i++) {
        cairn_step move;
        cairn_cell cell = cairn_crowd_get_cells(crowd)[i];
        if (cell == made->cells[i])
            continue;
        assert_int_equal(cairn_agent_step(made->agents[i], &move), CAIRN_OK);
        assert_int_equal(move.cell, cell);
        made->cells[i] = cell;
    }
}

static void walk_beside_agents(const kit *self, int db, uint64_t max_work, test_random *random)
{
    pairs made;
    cairn_crowd *crowd =
        crowd_create(self, db, (cairn_crowd_def){.max_work = max_work, .stays = 1});
    create_pairs(self, db, crowd, random, &made);
    uint32_t arrived = 0;
    for (int i = 0; i < 4000 && arrived < MEMBERS; i++) {
        cairn_crowd_frame frame = crowd_step(crowd);
        arrived += frame.arrived;
        assert_true(max_work == 0 || frame.units <= max_work);
        assert_int_equal(frame.waiting + frame.moved, frame.walking);
        compare(crowd, &made);
    }
    assert_int_equal(arrived, MEMBERS);
    for (int i = 0; i < MEMBERS; i++) {
        cairn_member_info info = {.size = sizeof info};
        assert_int_equal(cairn_crowd_get_member(crowd, made.members[i], &info), CAIRN_OK);
        assert_int_equal(info.state, CAIRN_MEMBER_ARRIVED);
        assert_int_equal(info.cell, info.goal);
        cairn_agent_destroy(made.agents[i]);
    }
    cairn_crowd_destroy(crowd);
}

static void test_that_members_walk_as_agents_do(void **state)
{
    test_random random = {7};
    (void)state;
    for (uint32_t scene = 0; scene < cairn_scene_kind_get_count(); scene++) {
        kit self;
        if (scene == CAIRN_SCENE_RANDOM) /* not all of it is joined */
            continue;
        crowd_kit_create(&self, (cairn_scene_kind)scene,
                         scene % 2 == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE);
        for (size_t k = 0; k < CROWD_KINDS; k++) {
            walk_beside_agents(&self, crowd_kinds[k], 0, &random);
            walk_beside_agents(&self, crowd_kinds[k], CAIRN_MIN_CROWD_WORK, &random);
        }
        kit_destroy(&self);
    }
}

/* All moves are legal: one cell, open, by the corner rule, unless the member was pushed or is new. */
static void check_moves(const test_world *world, const cairn_cell *before, const cairn_cell *after)
{
    for (int i = 0; i < MEMBERS; i++)
        if (before[i] != after[i])
            assert_true(ref_find_move(&world->ref, test_world_get_id(world, before[i]),
                                      test_world_get_id(world, after[i])) >= 0);
}

static void test_that_moves_are_legal_before_there_is_a_plan(void **state)
{
    (void)state;
    for (size_t k = 0; k < CROWD_KINDS; k++) {
        kit self;
        crowd_kit_create(&self, CAIRN_SCENE_ROOMS, CAIRN_CORNERS_STRICT);
        busy_game game = {.self = &self, .random = {k + 1}};
        game.crowd = crowd_create(&self, crowd_kinds[k],
                                  (cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK});
        busy_game_fill(&game);
        for (int i = 0; i < 400; i++) {
            cairn_cell before[MEMBERS];
            if (i % 20 == 0)
                assert_int_equal(cairn_crowd_order(game.crowd, game.members, MEMBERS,
                                                   crowd_draw_cell(&self.world, &game.random)),
                                 CAIRN_OK);
            memcpy(before, cairn_crowd_get_cells(game.crowd), sizeof before);
            crowd_step(game.crowd);
            check_moves(&self.world, before, cairn_crowd_get_cells(game.crowd));
        }
        cairn_crowd_destroy(game.crowd);
        kit_destroy(&self);
    }
}

enum { STORM = 1500 };

/* An order to many, for most of which no plan is made in the same frame: all of them move in it, also those
 * that have a wall before them. Says how many had. */
static uint32_t check_storm(const kit *self, int db, bool *is_pending)
{
    test_random random = {(uint64_t)db + 3};
    cairn_crowd *crowd = crowd_create(
        self, db, (cairn_crowd_def){.capacity = STORM, .max_work = CAIRN_MIN_CROWD_WORK});
    cairn_cell before[STORM], goals[STORM];
    uint32_t aside = 0;
    for (uint32_t i = 0; i < STORM; i++) {
        cairn_member member;
        before[i] = crowd_draw_cell(&self->world, &random);
        do
            goals[i] = crowd_draw_cell(&self->world, &random);
        while (goals[i] == before[i]);
        assert_int_equal(cairn_crowd_add(crowd, before[i], &member), CAIRN_OK);
        assert_int_equal(cairn_crowd_order(crowd, &member, 1, goals[i]), CAIRN_OK);
    }
    cairn_crowd_frame frame = crowd_step(crowd);
    const cairn_cell *after = cairn_crowd_get_cells(crowd);
    assert_int_equal(frame.moved, STORM);
    assert_true(frame.units <= CAIRN_MIN_CROWD_WORK);
    for (uint32_t i = 0; i < STORM; i++) {
        cairn_climb climb;
        assert_true(ref_find_move(&self->world.ref, test_world_get_id(&self->world, before[i]),
                                  test_world_get_id(&self->world, after[i])) >= 0);
        assert_int_equal(cairn_map_find_climb(self->world.map, before[i], goals[i], 1, &climb),
                         CAIRN_OK);
        aside += climb.moves == 0;
    }
    *is_pending = frame.pending > 0;
    for (uint32_t i = 0; i < 4000 && frame.arrived + frame.walking > 0; i++)
        frame = crowd_step(crowd);
    for (uint32_t i = 0; i < STORM; i++)
        assert_int_equal(cairn_crowd_get_cells(crowd)[i], goals[i]);
    cairn_crowd_destroy(crowd);
    return aside;
}

static void test_that_all_move_in_the_frame_of_their_order(void **state)
{
    uint32_t aside = 0;
    (void)state;
    for (uint32_t corners = 0; corners < 2; corners++) {
        kit self;
        crowd_kit_create(&self, CAIRN_SCENE_MAZE,
                         corners == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE);
        for (size_t k = 0; k < CROWD_KINDS; k++) {
            bool is_pending;
            aside += check_storm(&self, crowd_kinds[k], &is_pending);
            assert_true(is_pending || crowd_kinds[k] != KIT_LABELS);
        }
        kit_destroy(&self);
    }
    assert_true(aside > 100);
}

/* ---- threads ---- */

typedef struct thread_pool {
    uint32_t threads;
    uint32_t next;
    uint32_t count;
    cairn_task_function task;
    void *argument;
    pthread_mutex_t mutex;
} thread_pool;

static void *take_tasks(void *context)
{
    thread_pool *self = context;
    for (;;) {
        pthread_mutex_lock(&self->mutex);
        uint32_t number = self->next++;
        pthread_mutex_unlock(&self->mutex);
        if (number >= self->count)
            return NULL;
        self->task(self->argument, self->count - 1 - number); /* the last one first */
    }
}

static void share(void *context, uint32_t count, cairn_task_function task, void *argument)
{
    thread_pool *self = context;
    pthread_t threads[8];
    self->next = 0;
    self->count = count;
    self->task = task;
    self->argument = argument;
    for (uint32_t i = 0; i < self->threads; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_tasks, self), 0);
    for (uint32_t i = 0; i < self->threads; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

/* Room for MANY makes several lanes; a map of this size has cells for MANY_APART that keep clear. */
enum { MANY = 20000, MANY_APART = 4000 };

/* First each has a goal of its own, then half of them one together. */
static uint64_t walk_many(const kit *self, int db, uint32_t occupancy, uint32_t threads)
{
    static cairn_member members[MANY];
    thread_pool pool = {.threads = threads, .mutex = PTHREAD_MUTEX_INITIALIZER};
    cairn_crowd_def def = {.capacity = MANY, .max_work = 300000, .occupancy = occupancy};
    uint32_t count = occupancy == CAIRN_OCCUPANCY_OFF ? MANY : MANY_APART;
    if (threads > 0) {
        def.share = share;
        def.share_context = &pool;
    }
    cairn_crowd *crowd = crowd_create(self, db, def);
    test_random random = {3};
    for (uint32_t i = 0; i < count;) {
        cairn_cell goal = crowd_draw_cell(&self->world, &random);
        if (cairn_crowd_add(crowd, crowd_draw_cell(&self->world, &random), &members[i]) != CAIRN_OK)
            continue;
        assert_int_equal(cairn_crowd_order(crowd, &members[i], 1, goal), CAIRN_OK);
        i++;
    }
    for (int i = 0; i < 100; i++) {
        if (i == 60)
            assert_int_equal(cairn_crowd_order(crowd, members, count / 2,
                                               crowd_draw_cell(&self->world, &random)),
                             CAIRN_OK);
        crowd_step(crowd);
    }
    uint64_t hash = crowd_get_hash(crowd);
    cairn_crowd_destroy(crowd);
    return hash;
}

static void test_that_threads_change_nothing(void **state)
{
    kit self;
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CITY, CAIRN_CORNERS_STRICT);
    for (size_t k = 0; k < CROWD_KINDS; k++)
        for (uint32_t occupancy = 0; occupancy <= CAIRN_OCCUPANCY_CELLS; occupancy++) {
            uint64_t hash = walk_many(&self, crowd_kinds[k], occupancy, 0);
            assert_int_equal(walk_many(&self, crowd_kinds[k], occupancy, 1), hash);
            assert_int_equal(walk_many(&self, crowd_kinds[k], occupancy, 2), hash);
            assert_int_equal(walk_many(&self, crowd_kinds[k], occupancy, 7), hash);
        }
    kit_destroy(&self);
}

/* ---- answers ---- */

static void test_what_a_crowd_refuses(void **state)
{
    kit self;
    cairn_crowd *crowd;
    cairn_detail detail = {0};
    cairn_member members[4];
    (void)state;
    kit_create_trap(&self, 8);
    cairn_crowd_def def = {.size = sizeof def, .capacity = 2, .detail = &detail};
    const cairn_map *map = self.world.map;
    assert_int_equal(cairn_crowd_create(map, NULL, &def, &crowd), CAIRN_KIND);
    assert_string_equal(detail.text,
                        "there is no database: build one of kind labels, regions, or knn "
                        "with a fall-back");
    assert_int_equal(cairn_crowd_create(map, self.dbs[KIT_DLRTA], &def, &crowd), CAIRN_KIND);
    assert_int_equal(cairn_crowd_create(map, self.dbs[KIT_KNN], &def, &crowd), CAIRN_KIND);
    assert_non_null(strstr(detail.text, "fall-back"));
    def.max_work = CAIRN_MIN_CROWD_WORK - 1;
    assert_int_equal(cairn_crowd_create(map, self.dbs[KIT_LABELS], &def, &crowd), CAIRN_ARGUMENT);
    def.max_work = 0;
    crowd = crowd_create(&self, KIT_LABELS, def);

    cairn_cell open = cairn_cell_at(0, 0), wall = cairn_cell_at(6, 2);
    assert_int_equal(cairn_crowd_add(crowd, wall, &members[0]), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_add(crowd, cairn_cell_at(900, 2), &members[0]), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_add(crowd, open, &members[0]), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(crowd, open, &members[1]), CAIRN_OK);
    assert_int_equal(cairn_crowd_add(crowd, open, &members[2]), CAIRN_FULL);
    assert_int_equal(cairn_crowd_order(crowd, members, 2, wall), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_order(crowd, members, 2, cairn_cell_at(0, 6)), CAIRN_OK);

    /* An id of the past, also when its place is taken again. */
    assert_int_equal(cairn_crowd_remove(crowd, members[0]), CAIRN_OK);
    assert_int_equal(cairn_crowd_remove(crowd, members[0]), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_add(crowd, open, &members[2]), CAIRN_OK);
    assert_true(cairn_member_get_index(members[2]) == cairn_member_get_index(members[0]));
    assert_int_equal(cairn_crowd_halt(crowd, members[0]), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_order(crowd, members, 2, open), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_push(crowd, members[0], open), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_push(crowd, members[2], wall), CAIRN_BLOCKED);
    assert_int_equal(cairn_crowd_remove(crowd, 0), CAIRN_NO_MEMBER);
    assert_int_equal(cairn_crowd_step(NULL, NULL), CAIRN_ARGUMENT);
    cairn_crowd_destroy(crowd);
    kit_destroy(&self);
}

/* A member that is where it shall go arrives at once. */
static void test_an_order_to_where_one_stands(void **state)
{
    kit self;
    cairn_member member;
    (void)state;
    kit_create_trap(&self, 8);
    cairn_crowd *crowd = crowd_create(&self, KIT_LABELS, (cairn_crowd_def){0});
    assert_int_equal(cairn_crowd_add(crowd, kit_goal, &member), CAIRN_OK);
    assert_int_equal(cairn_crowd_order(crowd, &member, 1, kit_goal), CAIRN_OK);
    cairn_crowd_frame frame = crowd_step(crowd);
    assert_int_equal(frame.arrived, 1);
    assert_int_equal(frame.moved, 0);
    frame = crowd_step(crowd);
    assert_int_equal(frame.arrived + frame.walking, 0);
    cairn_crowd_destroy(crowd);
    kit_destroy(&self);
}

/* ---- memory ---- */

static void test_that_a_step_allocates_nothing(void **state)
{
    kit self;
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CITY, CAIRN_CORNERS_STRICT);
    for (size_t k = 0; k < CROWD_KINDS; k++) {
        test_counter counter = {0};
        cairn_allocator allocator = test_counter_get_allocator(&counter);
        busy_game game = {.self = &self, .random = {4}};
        game.crowd = crowd_create(
            &self, crowd_kinds[k],
            (cairn_crowd_def){.max_work = CAIRN_MIN_CROWD_WORK, .allocator = &allocator});
        busy_game_fill(&game);
        for (int i = 0; i < 300; i++)
            busy_game_play(&game);
        assert_int_equal(counter.allocations, 1);
        cairn_crowd_destroy(game.crowd);
        assert_int_equal(counter.releases, 1);
    }
    kit_destroy(&self);
}

/* In the caller's memory, with no byte to spare. */
static void test_a_crowd_in_the_callers_memory(void **state)
{
    kit self;
    size_t bytes;
    cairn_crowd *crowd;
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CITY, CAIRN_CORNERS_STRICT);
    cairn_crowd_def def = {.size = sizeof def, .capacity = MEMBERS};
    const cairn_db *db = self.dbs[KIT_LABELS];
    assert_int_equal(cairn_crowd_get_size(self.world.map, db, &def, &bytes), CAIRN_OK);
    void *memory = malloc(bytes);
    assert_int_equal(cairn_crowd_create_in(self.world.map, db, &def, memory, bytes - 1, &crowd),
                     CAIRN_CAPACITY);
    assert_int_equal(cairn_crowd_create_in(self.world.map, db, &def, memory, bytes, &crowd),
                     CAIRN_OK);
    busy_game game = {.self = &self, .crowd = crowd, .random = {9}};
    busy_game_fill(&game);
    for (int i = 0; i < 200; i++)
        busy_game_play(&game);
    cairn_crowd_destroy(crowd);
    free(memory);
    kit_destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_members_walk_as_agents_do),
        cmocka_unit_test(test_that_moves_are_legal_before_there_is_a_plan),
        cmocka_unit_test(test_that_all_move_in_the_frame_of_their_order),
        cmocka_unit_test(test_that_threads_change_nothing),
        cmocka_unit_test(test_what_a_crowd_refuses),
        cmocka_unit_test(test_an_order_to_where_one_stands),
        cmocka_unit_test(test_that_a_step_allocates_nothing),
        cmocka_unit_test(test_a_crowd_in_the_callers_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
