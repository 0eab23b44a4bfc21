/* test_crowd_living.c: crowds on maps that change: no illegal move, states that say what keeps a member,
 * and whoever can arrive does. */
#include "living_world.h"

#include <stdlib.h>
#include <string.h>

enum { MEMBERS = 24, WORLDS = 40, FRAMES = 250, LAST = 4000 };

/* The algorithms that crowds walk by. */
static const cairn_algorithm algorithms[] = {CAIRN_LABELS, CAIRN_REGIONS, CAIRN_KNN};

typedef struct crowd_game {
    living_world world;
    cairn_crowd *crowd;
    uint32_t stranded_policy;
    uint32_t goal_policy;
    uint32_t count;
    cairn_member members[MEMBERS];
    cairn_cell before[MEMBERS];
    uint64_t kinds[10]; /* states that were seen */
} crowd_game;

static bool draw_open(crowd_game *game, cairn_cell *cell)
{
    for (int i = 0; i < 200; i++) {
        *cell = living_world_draw(&game->world);
        if (living_world_is_open(&game->world, *cell))
            return true;
    }
    return false;
}

static void create_game(crowd_game *game, uint32_t number)
{
    *game = (crowd_game){.stranded_policy = number % 2, .goal_policy = number / 2 % 2};
    living_world_create(&game->world, number);
    const cairn_db *db = living_world_get_db(&game->world, algorithms[number % 3], true);
    cairn_crowd_def def = {.size = sizeof def,
                           .capacity = MEMBERS,
                           .max_work = number % 5 == 0 ? 0 : CAIRN_MIN_CROWD_WORK,
                           .stranded_policy = game->stranded_policy,
                           .goal_policy = game->goal_policy};
    cairn_detail detail;
    def.detail = &detail;
    assert_int_equal(cairn_crowd_create(game->world.map, db, &def, &game->crowd), CAIRN_ARGUMENT);
    assert_non_null(strstr(detail.text, "planner"));
    def.planner = game->world.planner;
    assert_int_equal(cairn_crowd_create(game->world.map, db, &def, &game->crowd), CAIRN_OK);
    cairn_cell cell;
    while (game->count < MEMBERS && draw_open(game, &cell))
        assert_int_equal(cairn_crowd_add(game->crowd, cell, &game->members[game->count++]),
                         CAIRN_OK);
}

static void destroy_game(crowd_game *game)
{
    cairn_crowd_destroy(game->crowd);
    living_world_destroy(&game->world);
}

static void change_map(crowd_game *game)
{
    cairn_cell at = living_world_draw(&game->world);
    int width = 1 + test_draw_below(&game->world.random, 5);
    int height = 1 + test_draw_below(&game->world.random, 5);
    bool open = test_draw_below(&game->world.random, 2) == 0;
    living_world_set(&game->world, (int)cairn_cell_get_x(at), (int)cairn_cell_get_y(at), width,
                     height, open);
}

/* The crowd says what the plain map says. */
static void order_one(crowd_game *game)
{
    int i = test_draw_below(&game->world.random, (int)game->count);
    cairn_cell goal = living_world_draw(&game->world), cell = cairn_crowd_get_cells(game->crowd)[i];
    cairn_status status = cairn_crowd_order(game->crowd, &game->members[i], 1, goal);
    if (game->goal_policy == CAIRN_GOAL_NEAREST)
        assert_int_equal(status, CAIRN_OK);
    if (game->goal_policy == CAIRN_GOAL_NEAREST || !living_world_is_open(&game->world, cell))
        return;
    if (!living_world_is_open(&game->world, goal))
        assert_int_equal(status, CAIRN_BLOCKED);
    else
        assert_int_equal(status, living_world_is_joined(&game->world, cell, goal) ? CAIRN_OK
                                                                                  : CAIRN_NO_PATH);
}

/* A move out of blocked cells leads by one cell, whatever is there. */
static bool is_one_cell(cairn_cell a, cairn_cell b)
{
    int x = (int)cairn_cell_get_x(a) - (int)cairn_cell_get_x(b);
    int y = (int)cairn_cell_get_y(a) - (int)cairn_cell_get_y(b);
    return abs(x) <= 1 && abs(y) <= 1;
}

static void check_frame(crowd_game *game)
{
    const cairn_cell *cells = cairn_crowd_get_cells(game->crowd);
    const uint8_t *states = cairn_crowd_get_states(game->crowd);
    for (uint32_t i = 0; i < game->count; i++) {
        game->kinds[states[i]]++;
        if (cells[i] == game->before[i])
            continue;
        bool may_leave = game->stranded_policy == CAIRN_STRANDED_LEAVE &&
                         !living_world_is_move(&game->world, game->before[i], cells[i]) &&
                         is_one_cell(game->before[i], cells[i]);
        assert_true(may_leave || living_world_is_move(&game->world, game->before[i], cells[i]));
        if (may_leave) /* only out of a wall, or on the way out of one */
            assert_true(states[i] == CAIRN_MEMBER_LEAVING || states[i] == CAIRN_MEMBER_WAITING ||
                        states[i] == CAIRN_MEMBER_CUT_OFF || states[i] == CAIRN_MEMBER_IDLE);
    }
}

static void play_frame(crowd_game *game)
{
    cairn_crowd_frame frame = {.size = sizeof frame};
    memcpy(game->before, cairn_crowd_get_cells(game->crowd), game->count * sizeof *game->before);
    assert_int_equal(cairn_crowd_step(game->crowd, &frame), CAIRN_OK);
    check_frame(game);
}

/* On a map that changes no more, everyone ends where the plain map says. */
static void check_end(crowd_game *game)
{
    for (uint32_t i = 0; i < game->count; i++) {
        cairn_member_info info = {.size = sizeof info};
        assert_int_equal(cairn_crowd_get_member(game->crowd, game->members[i], &info), CAIRN_OK);
        bool open = living_world_is_open(&game->world, info.cell);
        if (info.state == CAIRN_MEMBER_IDLE)
            assert_true(open);
        else if (info.state == CAIRN_MEMBER_ARRIVED)
            assert_int_equal(info.cell, info.goal);
        else if (info.state == CAIRN_MEMBER_CUT_OFF)
            assert_true(open && !living_world_is_joined(&game->world, info.cell, info.goal));
        else
            assert_true(info.state == CAIRN_MEMBER_STRANDED && !open);
    }
}

static bool is_at_rest(const crowd_game *game)
{
    const uint8_t *states = cairn_crowd_get_states(game->crowd);
    for (uint32_t i = 0; i < game->count; i++)
        if (states[i] == CAIRN_MEMBER_WALKING || states[i] == CAIRN_MEMBER_WAITING ||
            states[i] == CAIRN_MEMBER_LEAVING)
            return false;
    return true;
}

static void play(crowd_game *game, uint64_t *kinds)
{
    for (int i = 0; i < FRAMES && game->count > 0; i++) {
        if (test_draw_below(&game->world.random, 6) == 0)
            change_map(game);
        if (test_draw_below(&game->world.random, 3) == 0)
            order_one(game);
        play_frame(game);
    }
    int frames = 0;
    for (; frames < LAST && (frames < 2 || !is_at_rest(game)); frames++)
        play_frame(game);
    assert_true(frames < LAST);
    check_end(game);
    for (int i = 0; i < 10; i++)
        kinds[i] += game->kinds[i];
}

static void test_that_no_move_is_illegal(void **state)
{
    uint64_t kinds[10] = {0};
    (void)state;
    for (uint32_t i = 0; i < WORLDS; i++) {
        crowd_game game;
        create_game(&game, i);
        play(&game, kinds);
        destroy_game(&game);
    }
    for (int i = CAIRN_MEMBER_IDLE; i < CAIRN_MEMBER_LOST; i++)
        assert_true(kinds[i] > 10);
    assert_int_equal(kinds[CAIRN_MEMBER_LOST], 0);
}

/* ---- saved states ---- */

static uint64_t get_hash(const cairn_crowd *crowd)
{
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(crowd, &info), CAIRN_OK);
    return info.hash;
}

/* Between two changes a crowd can be brought back to what it was, and goes on in the same way. */
static void test_that_a_saved_state_goes_on_in_the_same_way(void **state)
{
    enum { BYTES = 1 << 16 };
    static unsigned char block[BYTES];
    (void)state;
    for (uint32_t number = 0; number < 9; number++) {
        crowd_game game;
        size_t bytes;
        create_game(&game, number);
        for (int round = 0; round < 60; round++) {
            change_map(&game);
            order_one(&game);
            play_frame(&game);
            assert_int_equal(cairn_crowd_save(game.crowd, BYTES, block, &bytes), CAIRN_OK);
            uint64_t begin = get_hash(game.crowd);
            int frames = 1 + round % 8;
            for (int i = 0; i < frames; i++)
                play_frame(&game);
            uint64_t end = get_hash(game.crowd);
            assert_int_equal(cairn_crowd_load(game.crowd, block, bytes, NULL), CAIRN_OK);
            assert_int_equal(get_hash(game.crowd), begin);
            for (int i = 0; i < frames; i++)
                play_frame(&game);
            assert_int_equal(get_hash(game.crowd), end);
        }
        change_map(&game);
        cairn_status status = cairn_crowd_load(game.crowd, block, bytes, NULL);
        assert_true(status == CAIRN_MISMATCH || status == CAIRN_OK);
        destroy_game(&game);
    }
}

/* Another crowd of the game's map, with a planner of its own. */
static cairn_crowd *create_twin(const crowd_game *game, uint32_t number, cairn_planner **planner)
{
    cairn_crowd *twin = NULL;
    assert_int_equal(cairn_planner_create(game->world.map, NULL, NULL, planner), CAIRN_OK);
    const cairn_db *db = living_world_get_db(&game->world, algorithms[number % 3], true);
    cairn_crowd_def def = {.size = sizeof def,
                           .capacity = MEMBERS,
                           .max_work = number % 5 == 0 ? 0 : CAIRN_MIN_CROWD_WORK,
                           .stranded_policy = game->stranded_policy,
                           .goal_policy = game->goal_policy,
                           .planner = *planner};
    assert_int_equal(cairn_crowd_create(game->world.map, db, &def, &twin), CAIRN_OK);
    return twin;
}

/* Between a change and the frame in which it is noticed members may stand in walls, and their runs may lead
 * into some: such a state is sound for another crowd too. */
static void test_a_state_saved_right_after_a_change(void **state)
{
    enum { BYTES = 1 << 16 };
    static unsigned char block[BYTES];
    (void)state;
    for (uint32_t number = 0; number < 12; number++) {
        crowd_game game;
        cairn_planner *planner;
        size_t bytes;
        create_game(&game, number);
        cairn_crowd *twin = create_twin(&game, number, &planner);
        for (int round = 0; round < 60; round++) {
            order_one(&game);
            play_frame(&game);
            change_map(&game);
            assert_int_equal(cairn_crowd_save(game.crowd, BYTES, block, &bytes), CAIRN_OK);
            assert_int_equal(cairn_crowd_load(twin, block, bytes, NULL), CAIRN_OK);
            for (int i = 0; i < 3; i++) {
                assert_int_equal(get_hash(game.crowd), get_hash(twin));
                play_frame(&game);
                assert_int_equal(cairn_crowd_step(twin, NULL), CAIRN_OK);
            }
        }
        cairn_crowd_destroy(twin);
        cairn_planner_destroy(planner);
        destroy_game(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_no_move_is_illegal),
        cmocka_unit_test(test_that_a_saved_state_goes_on_in_the_same_way),
        cmocka_unit_test(test_a_state_saved_right_after_a_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
