/* crowd_kit.h: crowds on a map with a database of every kind, and a game that keeps them busy. */
#ifndef CAIRN_TEST_CROWD_KIT_H
#define CAIRN_TEST_CROWD_KIT_H

#include "kit.h"

enum { SIDE = 96, MEMBERS = 60 };

/* The kinds that crowds walk by. */
static const int crowd_kinds[] = {KIT_LABELS, KIT_REGIONS, KIT_FALLBACK};

enum { CROWD_KINDS = 3 };

static inline void crowd_kit_create(kit *self, cairn_scene_kind scene, cairn_corners corners)
{
    test_world_create_scene(&self->world, scene, SIDE, SIDE, corners);
    kit_build(self, 200);
}

static inline cairn_crowd *crowd_create(const kit *self, int db, cairn_crowd_def def)
{
    cairn_crowd *crowd = NULL;
    def.size = sizeof def;
    if (def.capacity == 0)
        def.capacity = MEMBERS;
    assert_int_equal(cairn_crowd_create(self->world.map, self->dbs[db], &def, &crowd), CAIRN_OK);
    return crowd;
}

static inline cairn_cell crowd_draw_cell(const test_world *world, test_random *random)
{
    return test_world_get_cell(world, test_world_draw(world, random));
}

static inline uint64_t crowd_get_hash(const cairn_crowd *crowd)
{
    cairn_crowd_info info = {.size = sizeof info};
    assert_int_equal(cairn_crowd_get_info(crowd, &info), CAIRN_OK);
    return info.hash;
}

static inline cairn_crowd_frame crowd_step(cairn_crowd *crowd)
{
    cairn_crowd_frame frame = {.size = sizeof frame};
    assert_int_equal(cairn_crowd_step(crowd, &frame), CAIRN_OK);
    return frame;
}

/* ---- a crowd that is busy: orders all the time ---- */

typedef struct busy_game {
    const kit *self;
    cairn_crowd *crowd;
    test_random random;
    cairn_member members[MEMBERS];
} busy_game;

static inline void busy_game_fill(busy_game *game)
{
    for (int i = 0; i < MEMBERS; i++)
        assert_int_equal(cairn_crowd_add(game->crowd,
                                         crowd_draw_cell(&game->self->world, &game->random),
                                         &game->members[i]),
                         CAIRN_OK);
}

static inline void busy_game_play(busy_game *game)
{
    const test_world *world = &game->self->world;
    int what = test_draw_below(&game->random, 8);
    int first = test_draw_below(&game->random, MEMBERS);
    if (what == 0) {
        cairn_cell goal = crowd_draw_cell(world, &game->random);
        assert_int_equal(
            cairn_crowd_order(game->crowd, game->members + first, (size_t)(MEMBERS - first), goal),
            CAIRN_OK);
    } else if (what == 1) {
        assert_int_equal(cairn_crowd_remove(game->crowd, game->members[first]), CAIRN_OK);
        cairn_cell cell = crowd_draw_cell(world, &game->random);
        assert_int_equal(cairn_crowd_add(game->crowd, cell, &game->members[first]), CAIRN_OK);
    } else if (what == 2) {
        cairn_cell cell = crowd_draw_cell(world, &game->random);
        assert_int_equal(cairn_crowd_push(game->crowd, game->members[first], cell), CAIRN_OK);
    } else if (what == 3) {
        assert_int_equal(cairn_crowd_halt(game->crowd, game->members[first]), CAIRN_OK);
    }
    crowd_step(game->crowd);
}

#endif
