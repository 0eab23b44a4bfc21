/* test_crowd_wall_games.c: random games in which buildings are put on members and taken away: frames count the
 * moves that are made, twins that are loaded go on alike, and once the map stays as it is whoever can leave a
 * wall has left it. */
#include "living_world.h"

#include <string.h>

enum { MEMBERS = 40, GAMES = 96, FRAMES = 120, STILL = 600, SAVED = 1 << 16 };

static const cairn_algorithm algorithms[] = {CAIRN_LABELS, CAIRN_REGIONS, CAIRN_KNN};

typedef struct wall_game {
    living_world world;
    cairn_planner *twin_planner;
    cairn_crowd *crowd;
    cairn_crowd *twin;
    cairn_crowd_def def;
    uint32_t count;
    cairn_member members[MEMBERS];
} wall_game;

static int draw(wall_game *game, int limit)
{
    return test_draw_below(&game->world.random, limit);
}

static void create_game(wall_game *game, uint32_t number)
{
    *game = (wall_game){0};
    living_world_create(&game->world, number);
    const cairn_db *db = living_world_get_db(&game->world, algorithms[number % 3], true);
    game->def = (cairn_crowd_def){.size = sizeof game->def,
                                  .capacity = MEMBERS,
                                  .max_work = number % 5 == 0 ? 0 : CAIRN_MIN_CROWD_WORK,
                                  .stranded_policy = number % 4 != 0,
                                  .goal_policy = number / 2 % 2,
                                  .occupancy = number % 8 < 5,
                                  .planner = game->world.planner};
    assert_int_equal(cairn_crowd_create(game->world.map, db, &game->def, &game->crowd), CAIRN_OK);
    cairn_crowd_def def = game->def;
    assert_int_equal(cairn_planner_create(game->world.map, NULL, NULL, &game->twin_planner),
                     CAIRN_OK);
    def.planner = game->twin_planner;
    assert_int_equal(cairn_crowd_create(game->world.map, db, &def, &game->twin), CAIRN_OK);
    for (int i = 0; i < 8 * MEMBERS && game->count < MEMBERS; i++)
        game->count += cairn_crowd_add(game->crowd, living_world_draw(&game->world),
                                       &game->members[game->count]) == CAIRN_OK;
}

static void destroy_game(wall_game *game)
{
    cairn_crowd_destroy(game->twin);
    cairn_planner_destroy(game->twin_planner);
    cairn_crowd_destroy(game->crowd);
    living_world_destroy(&game->world);
}

/* ---- what happens ---- */

/* A building on or beside a member, or one that is taken away. */
static void change(wall_game *game)
{
    cairn_cell at = cairn_crowd_get_cells(game->crowd)[draw(game, (int)game->count)];
    int width = 1 + draw(game, 8), height = 1 + draw(game, 8);
    if (draw(game, 3) == 0)
        at = living_world_draw(&game->world);
    living_world_set(&game->world, (int)cairn_cell_get_x(at) - draw(game, width),
                     (int)cairn_cell_get_y(at) - draw(game, height), width, height,
                     draw(game, 5) < 2);
}

static void act(wall_game *game)
{
    uint32_t i = (uint32_t)draw(game, (int)game->count);
    size_t count = draw(game, 3) == 0 ? game->count - i : 1;
    switch (draw(game, 10)) {
    case 0:
    case 1:
        (void)cairn_crowd_order(game->crowd, game->members + i, count,
                                living_world_draw(&game->world));
        break;
    case 2:
        assert_int_equal(cairn_crowd_halt(game->crowd, game->members[i]), CAIRN_OK);
        break;
    case 3:
        (void)cairn_crowd_push(game->crowd, game->members[i], living_world_draw(&game->world));
        break;
    case 4:
    case 5:
        change(game);
        break;
    default:
        break;
    }
}

/* ---- what must be ---- */

static uint64_t get_hash(const cairn_crowd *crowd)
{
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(crowd, &info), CAIRN_OK);
    return info.hash;
}

static bool is_open(const wall_game *game, cairn_cell cell)
{
    return living_world_is_open(&game->world, cell);
}

/* One frame of both; the twin is loaded before it now and then, and is elsewhere otherwise. */
static void play_frame(wall_game *game, bool loads)
{
    static unsigned char block[SAVED];
    cairn_cell before[MEMBERS];
    const cairn_cell *cells = cairn_crowd_get_cells(game->crowd);
    const uint8_t *states = cairn_crowd_get_states(game->crowd);
    cairn_crowd_frame frame = {.size = sizeof frame};
    size_t bytes;
    uint32_t moved = 0, under_way = 0;
    if (loads) {
        assert_int_equal(cairn_crowd_save(game->crowd, SAVED, block, &bytes), CAIRN_OK);
        assert_int_equal(cairn_crowd_load(game->twin, block, bytes, NULL), CAIRN_OK);
    }
    memcpy(before, cells, game->count * sizeof *before);
    assert_int_equal(cairn_crowd_step(game->crowd, &frame), CAIRN_OK);
    if (loads) {
        assert_int_equal(cairn_crowd_step(game->twin, NULL), CAIRN_OK);
        assert_int_equal(get_hash(game->twin), get_hash(game->crowd));
    }
    for (uint32_t i = 0; i < game->count; i++) {
        uint8_t state = states[i];
        moved += cells[i] != before[i];
        under_way += state != CAIRN_MEMBER_IDLE && state != CAIRN_MEMBER_ARRIVED &&
                     state != CAIRN_MEMBER_SETTLED;
        if (!is_open(game, cells[i]) && game->def.max_work == 0)
            assert_true(state == CAIRN_MEMBER_STRANDED || state == CAIRN_MEMBER_LEAVING);
    }
    assert_int_equal(frame.moved, moved);
    assert_true(frame.walking >= under_way + frame.arrived && frame.waiting <= frame.walking);
}

static bool is_taken(const wall_game *game, cairn_cell cell)
{
    const cairn_cell *cells = cairn_crowd_get_cells(game->crowd);
    const uint8_t *states = cairn_crowd_get_states(game->crowd);
    for (uint32_t i = 0; game->def.occupancy != CAIRN_OCCUPANCY_OFF && i < game->count; i++)
        if (cells[i] == cell && states[i] != CAIRN_MEMBER_LEAVING)
            return true;
    return false;
}

/* True if a straight line leads to an open cell with nobody before it and on it but who leaves. */
static bool has_way_out(const wall_game *game, cairn_cell from, int dx, int dy)
{
    int x = (int)cairn_cell_get_x(from), y = (int)cairn_cell_get_y(from);
    int cost = dx != 0 && dy != 0 ? 14 : 10;
    for (int k = 1; k * cost <= 10 * CAIRN_LEAVE_CELLS; k++) {
        if (x + k * dx < 0 || y + k * dy < 0 || x + k * dx >= game->world.width ||
            y + k * dy >= game->world.height)
            return false;
        cairn_cell cell = cairn_cell_at((uint32_t)(x + k * dx), (uint32_t)(y + k * dy));
        if (is_taken(game, cell))
            return false;
        if (is_open(game, cell))
            return true;
    }
    return false;
}

static bool can_leave(const wall_game *game, cairn_cell from)
{
    for (int move = 0; move < 9; move++)
        if (move != 4 && has_way_out(game, from, move % 3 - 1, move / 3 - 1))
            return true;
    return false;
}

/* How many stand in walls that they could leave. */
static uint32_t count_kept(const wall_game *game)
{
    const cairn_cell *cells = cairn_crowd_get_cells(game->crowd);
    uint32_t count = 0;
    for (uint32_t i = 0; i < game->count; i++)
        count += !is_open(game, cells[i]) && can_leave(game, cells[i]);
    return count;
}

static void check_end(const wall_game *game, uint64_t *kinds)
{
    const cairn_cell *cells = cairn_crowd_get_cells(game->crowd);
    const uint8_t *states = cairn_crowd_get_states(game->crowd);
    bool leaves = game->def.stranded_policy == CAIRN_STRANDED_LEAVE;
    for (uint32_t i = 0; i < game->count; i++) {
        kinds[states[i]]++;
        if (is_open(game, cells[i]))
            assert_true(states[i] != CAIRN_MEMBER_STRANDED);
        else
            assert_true(states[i] == CAIRN_MEMBER_STRANDED ||
                        (leaves && states[i] == CAIRN_MEMBER_LEAVING));
    }
    if (leaves)
        assert_int_equal(count_kept(game), 0);
}

static void test_that_whoever_can_leaves_walls(void **state)
{
    uint64_t kinds[10] = {0};
    (void)state;
    for (uint32_t number = 0; number < GAMES; number += TEST_STRIDE) {
        wall_game game;
        create_game(&game, number);
        for (int k = 0; k < FRAMES && game.count > 0; k++) {
            act(&game);
            play_frame(&game, k % 4 == 0);
        }
        for (int k = 0; k < STILL && game.count > 0; k++)
            play_frame(&game, k % 50 == 0);
        check_end(&game, kinds);
        destroy_game(&game);
    }
    assert_true(kinds[CAIRN_MEMBER_STRANDED] > 50 / TEST_STRIDE);
    assert_int_equal(kinds[CAIRN_MEMBER_LOST], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_whoever_can_leaves_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
