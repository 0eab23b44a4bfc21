/* test_crowd_games.c: random games of crowds whose members keep clear of each other, looked at from
 * outside: no two in a cell, no two that change places, no illegal move; games repeat themselves, and
 * go on after they were saved. */
#include "apart_game.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 48, GAME_FRAMES = 400, TWICE = 6 };

static void check_games(bool changes, apart_totals *totals)
{
    uint32_t games = 0;
    for (uint32_t number = 0; number < GAMES; number += TEST_STRIDE, games++) {
        apart_game_play(number, GAME_FRAMES, changes, totals);
        if (apart_get_wrong(totals) != 0)
            fail_msg(
                "game %u: %u overlaps, %u swaps, %u illegal, %u entered, %u answers, %u counts",
                (unsigned)number, (unsigned)totals->overlaps, (unsigned)totals->swaps,
                (unsigned)totals->illegal, (unsigned)totals->entered, (unsigned)totals->answers,
                (unsigned)totals->counts);
    }
    assert_true(totals->steps > 4200 * games && totals->moves > 1050 * games);
    assert_true(totals->rested > 21 * games && totals->arrivals > 21 * games);
}

static void test_games_on_maps_that_stay(void **state)
{
    apart_totals totals = {0};
    (void)state;
    check_games(false, &totals);
    assert_true(totals.changes == 0);
}

static void test_games_on_maps_that_change(void **state)
{
    apart_totals totals = {0};
    (void)state;
    check_games(true, &totals);
    assert_true(totals.changes > 100 / TEST_STRIDE);
}

static void test_that_games_repeat_themselves(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < TWICE; number++) {
        apart_totals first = {0}, second = {0};
        apart_game_play(number, GAME_FRAMES, true, &first);
        apart_game_play(number, GAME_FRAMES, true, &second);
        assert_true(first.hash == second.hash && first.moves == second.moves);
    }
}

/* The next frames of a game, without any events. */
static uint64_t play_on(apart_game *game, int frames)
{
    game->totals->hash = 0;
    for (int k = 0; k < frames; k++)
        apart_game_step(game);
    return game->totals->hash;
}

/* A saved game goes on as it did, from the crowd itself and from a new one. */
static void test_that_saved_games_go_on(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 2 * TWICE; number++) {
        apart_totals totals = {0};
        apart_game game, before;
        size_t bytes = 0, again = 0;
        apart_game_create(&game, number, &totals);
        for (int k = 0; k < 100; k++) {
            apart_game_act(&game, false);
            apart_game_step(&game);
        }
        assert_int_equal(cairn_crowd_save(game.crowd, 0, NULL, &bytes), CAIRN_CAPACITY);
        unsigned char *block = ref_allocate(2, bytes);
        assert_int_equal(cairn_crowd_save(game.crowd, bytes, block, &bytes), CAIRN_OK);
        size_t cells = (size_t)game.world.width * (size_t)game.world.height;
        uint32_t *owners = ref_allocate(cells, sizeof *owners);
        memcpy(owners, game.owners, cells * sizeof *owners);
        before = game;
        uint64_t hash = play_on(&game, 40);
        assert_int_equal(cairn_crowd_load(game.crowd, block, bytes, NULL), CAIRN_OK);
        assert_int_equal(cairn_crowd_save(game.crowd, bytes, block + bytes, &again), CAIRN_OK);
        assert_true(again == bytes && memcmp(block, block + bytes, bytes) == 0);
        memcpy(game.owners, owners, cells * sizeof *owners);
        game.frame = before.frame;
        memcpy(game.before, before.before, sizeof game.before);
        memcpy(game.states, before.states, sizeof game.states);
        assert_true(play_on(&game, 40) == hash && apart_get_wrong(&totals) == 0);
        free(owners);
        free(block);
        apart_game_destroy(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_on_maps_that_stay),
        cmocka_unit_test(test_games_on_maps_that_change),
        cmocka_unit_test(test_that_games_repeat_themselves),
        cmocka_unit_test(test_that_saved_games_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
