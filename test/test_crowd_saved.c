/* test_crowd_saved.c: a crowd that was saved goes on in the same way, in the same crowd or in another one. */
#include "crowd_kit.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

typedef struct snapshot {
    void *block;
    size_t bytes;
    busy_game game;
    uint64_t hash;
} snapshot;

static void take_snapshot(snapshot *made, const busy_game *game)
{
    assert_int_equal(cairn_crowd_save(game->crowd, 0, NULL, &made->bytes), CAIRN_CAPACITY);
    made->block = realloc(made->block, made->bytes);
    assert_int_equal(cairn_crowd_save(game->crowd, made->bytes, made->block, &made->bytes),
                     CAIRN_OK);
    made->game = *game;
    made->hash = crowd_get_hash(game->crowd);
}

enum { FRAMES_BACK = 8, ROUNDS = 40 };

/* Plays on, goes back by 1 to 8 frames, and plays the same again; in another crowd as well. */
static void roll_back(const kit *self, int db, uint64_t max_work)
{
    cairn_crowd_def def = {.max_work = max_work};
    busy_game game = {.self = self, .crowd = crowd_create(self, db, def), .random = {11}};
    cairn_crowd *other = crowd_create(self, db, def);
    snapshot saved[FRAMES_BACK + 1] = {{0}};
    busy_game_fill(&game);
    for (int round = 0; round < ROUNDS; round++) {
        int frames = 1 + round % FRAMES_BACK;
        for (int i = 0; i < frames; i++) {
            take_snapshot(&saved[i], &game);
            busy_game_play(&game);
        }
        take_snapshot(&saved[frames], &game);
        for (int which = 0; which < 2; which++) {
            cairn_crowd *crowd = which == 0 ? game.crowd : other;
            assert_int_equal(cairn_crowd_load(crowd, saved[0].block, saved[0].bytes, NULL),
                             CAIRN_OK);
            busy_game again = saved[0].game;
            again.crowd = crowd;
            for (int i = 0; i < frames; i++) {
                assert_int_equal(crowd_get_hash(crowd), saved[i].hash);
                busy_game_play(&again);
            }
            assert_int_equal(crowd_get_hash(crowd), saved[frames].hash);
        }
    }
    for (int i = 0; i <= FRAMES_BACK; i++)
        free(saved[i].block);
    cairn_crowd_destroy(other);
    cairn_crowd_destroy(game.crowd);
}

static void test_that_a_saved_state_goes_on_in_the_same_way(void **state)
{
    kit self;
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_SLANTED, CAIRN_CORNERS_STRICT);
    for (size_t k = 0; k < CROWD_KINDS; k++) {
        roll_back(&self, crowd_kinds[k], 0);
        roll_back(&self, crowd_kinds[k], CAIRN_MIN_CROWD_WORK);
    }
    kit_destroy(&self);
}

/* To save changes nothing. */
static void test_that_saving_changes_nothing(void **state)
{
    kit self;
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CAVES, CAIRN_CORNERS_FREE);
    cairn_crowd_def def = {.max_work = CAIRN_MIN_CROWD_WORK};
    busy_game games[2];
    snapshot saved = {0};
    for (int i = 0; i < 2; i++) {
        games[i] = (busy_game){.self = &self, .random = {5}};
        games[i].crowd = crowd_create(&self, KIT_LABELS, def);
        busy_game_fill(&games[i]);
    }
    for (int i = 0; i < 300; i++) {
        take_snapshot(&saved, &games[0]);
        busy_game_play(&games[0]);
        busy_game_play(&games[1]);
        assert_int_equal(crowd_get_hash(games[0].crowd), crowd_get_hash(games[1].crowd));
    }
    free(saved.block);
    for (int i = 0; i < 2; i++)
        cairn_crowd_destroy(games[i].crowd);
    kit_destroy(&self);
}

/* A damaged block is refused, and nothing is changed. */
static void test_that_a_damaged_state_is_refused(void **state)
{
    kit self;
    snapshot saved = {0};
    cairn_detail detail;
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CITY, CAIRN_CORNERS_STRICT);
    busy_game game = {.self = &self, .random = {2}};
    game.crowd = crowd_create(&self, KIT_LABELS, (cairn_crowd_def){.max_work = 40000});
    busy_game_fill(&game);
    for (int i = 0; i < 30; i++)
        busy_game_play(&game);
    take_snapshot(&saved, &game);
    unsigned char *bytes = saved.block;
    for (size_t i = 0; i < saved.bytes; i += 1 + saved.bytes / 3000) {
        bytes[i] ^= 0x10;
        cairn_status status = cairn_crowd_load(game.crowd, bytes, saved.bytes, &detail);
        assert_true(status == CAIRN_CORRUPT || status == CAIRN_VERSION);
        assert_int_equal(crowd_get_hash(game.crowd), saved.hash);
        bytes[i] ^= 0x10;
    }
    for (size_t i = 0; i < saved.bytes; i += 1 + saved.bytes / 100)
        assert_int_equal(cairn_crowd_load(game.crowd, bytes, i, &detail), CAIRN_CORRUPT);
    cairn_crowd *larger =
        crowd_create(&self, KIT_LABELS, (cairn_crowd_def){.capacity = 2 * MEMBERS});
    assert_int_equal(cairn_crowd_load(larger, bytes, saved.bytes, &detail), CAIRN_MISMATCH);
    assert_string_equal(detail.text, "the crowd was made by another definition");
    cairn_crowd_destroy(larger);
    cairn_crowd *other = crowd_create(&self, KIT_REGIONS, (cairn_crowd_def){.max_work = 40000});
    assert_int_equal(cairn_crowd_load(other, bytes, saved.bytes, &detail), CAIRN_MISMATCH);
    cairn_crowd_destroy(other);
    free(saved.block);
    cairn_crowd_destroy(game.crowd);
    kit_destroy(&self);
}

enum { HEAD = 104, CHECKSUM = 96 }; /* bytes, by docs/format.md */

static void put_checksum(snapshot *saved)
{
    unsigned char *bytes = saved->block;
    memset(bytes + CHECKSUM, 0, 8);
    uint64_t hash = cairn__hash_bytes(bytes, saved->bytes);
    for (int i = 0; i < 8; i++)
        bytes[CHECKSUM + i] = (unsigned char)(hash >> 8 * i);
}

/* A block that is whole except for two members in one cell: refused with occupancy, fine without. The crowd
 * is what it was, and knows who stands where. */
static void check_two_in_a_cell(const kit *self, uint32_t occupancy)
{
    snapshot saved = {0};
    cairn_detail detail = {0};
    cairn_member members[2];
    cairn_crowd_def def = {.capacity = 2, .occupancy = occupancy};
    busy_game game = {.self = self, .crowd = crowd_create(self, KIT_LABELS, def)};
    test_random random = {1};
    cairn_cell cells[2] = {crowd_draw_cell(&self->world, &random),
                           crowd_draw_cell(&self->world, &random)};
    for (int i = 0; i < 2; i++)
        assert_int_equal(cairn_crowd_add(game.crowd, cells[i], &members[i]), CAIRN_OK);
    take_snapshot(&saved, &game);
    unsigned char *bytes = saved.block;
    size_t words = 17 + bytes[44]; /* of a member */
    memcpy(bytes + HEAD + 4 * words, bytes + HEAD, 4);
    put_checksum(&saved);
    bool apart = occupancy == CAIRN_OCCUPANCY_CELLS;
    assert_int_equal(cairn_crowd_load(game.crowd, bytes, saved.bytes, &detail),
                     apart ? CAIRN_CORRUPT : CAIRN_OK);
    if (apart) {
        assert_string_equal(detail.text, "the saved crowd has two members in one cell");
        assert_int_equal(crowd_get_hash(game.crowd), saved.hash);
        for (int i = 0; i < 2; i++)
            assert_true(cairn_crowd_find(game.crowd, cells[i]) == members[i]);
    }
    free(saved.block);
    cairn_crowd_destroy(game.crowd);
}

static void test_that_two_in_a_cell_are_refused(void **state)
{
    kit self;
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CITY, CAIRN_CORNERS_STRICT);
    check_two_in_a_cell(&self, CAIRN_OCCUPANCY_CELLS);
    check_two_in_a_cell(&self, CAIRN_OCCUPANCY_OFF);
    kit_destroy(&self);
}

/* Places that were taken after a state was saved are nobody's again. */
static void test_that_loading_empties_places(void **state)
{
    kit self;
    snapshot saved = {0};
    cairn_member members[2];
    (void)state;
    crowd_kit_create(&self, CAIRN_SCENE_CITY, CAIRN_CORNERS_STRICT);
    busy_game game = {.self = &self,
                      .crowd = crowd_create(&self, KIT_LABELS, (cairn_crowd_def){0})};
    cairn_cell cell = crowd_draw_cell(&self.world, &game.random);
    assert_int_equal(cairn_crowd_add(game.crowd, cell, &members[0]), CAIRN_OK);
    take_snapshot(&saved, &game);
    assert_int_equal(cairn_crowd_add(game.crowd, cell, &members[1]), CAIRN_OK);
    assert_int_equal(cairn_crowd_load(game.crowd, saved.block, saved.bytes, NULL), CAIRN_OK);
    const uint8_t *states = cairn_crowd_get_states(game.crowd);
    assert_int_equal(states[cairn_member_get_index(members[0])], CAIRN_MEMBER_IDLE);
    assert_int_equal(states[cairn_member_get_index(members[1])], CAIRN_MEMBER_NONE);
    assert_int_equal(cairn_crowd_halt(game.crowd, members[1]), CAIRN_NO_MEMBER);
    free(saved.block);
    cairn_crowd_destroy(game.crowd);
    kit_destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_a_saved_state_goes_on_in_the_same_way),
        cmocka_unit_test(test_that_saving_changes_nothing),
        cmocka_unit_test(test_that_a_damaged_state_is_refused),
        cmocka_unit_test(test_that_two_in_a_cell_are_refused),
        cmocka_unit_test(test_that_loading_empties_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
