/* crowd_forge.h: a crowd on a map of several tiles, and its saved state word by word (docs/format.md): words
 * are changed, and the checksum is made right. */
#ifndef CAIRN_TEST_CROWD_FORGE_H
#define CAIRN_TEST_CROWD_FORGE_H

#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { WIDTH = 150, HEIGHT = 90, MOST = 3000 };

/* Places of words in a block: the head, in it the number of a plan's words, the policies, places used and the
 * checksum; then members, and the words of each before its plan. */
enum {
    HEAD = 26,
    PLAN_WORDS_AT = 11,
    POLICIES = 13,
    USED = 16,
    CHECKSUM = 24,
    MEMBER = 17,
    RING_AT = 5
};

typedef struct site {
    cairn_map *map;
    cairn_planner *planner; /* of a changing map */
    test_image image;
    cairn_db *db;
    cairn_crowd_def def;
    cairn_crowd *crowd;
    uint8_t *block;
    size_t bytes;
} site;

/* A wall with a gap near its end every 30 columns. */
static inline site create(cairn_crowd_def def, bool changing)
{
    site self = {.def = def};
    static uint8_t cells[WIDTH * HEIGHT];
    const cairn_map_def map_def = {.size = sizeof map_def, .changing = changing};
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        uint32_t wall = i % WIDTH / 30, y = i / WIDTH;
        cells[i] = i % WIDTH % 30 != 29 || (wall % 2 == 0 ? y < 3 : y >= HEIGHT - 3);
    }
    assert_int_equal(cairn_map_create(WIDTH, HEIGHT, cells, &map_def, &self.map), CAIRN_OK);
    test_plan plan = test_plan_make(CAIRN_DB_LABELS);
    plan.map = self.map;
    test_image_build(&self.image, &plan);
    assert_int_equal(test_image_open(&self.image, &self.db), CAIRN_OK);
    if (changing)
        assert_int_equal(cairn_planner_create(self.map, NULL, NULL, &self.planner), CAIRN_OK);
    self.def.size = sizeof def;
    self.def.planner = self.planner;
    assert_int_equal(cairn_crowd_create(self.map, self.db, &self.def, &self.crowd), CAIRN_OK);
    return self;
}

static inline void destroy(site *self)
{
    free(self->block);
    cairn_crowd_destroy(self->crowd);
    cairn_planner_destroy(self->planner);
    cairn_db_close(self->db);
    test_image_destroy(&self->image);
    cairn_map_close(self->map);
}

static inline cairn_member add(site *self, uint32_t x, uint32_t y)
{
    cairn_member member;
    assert_int_equal(cairn_crowd_add(self->crowd, cairn_cell_at(x, y), &member), CAIRN_OK);
    return member;
}

static inline void order(site *self, cairn_member member, uint32_t x, uint32_t y)
{
    assert_int_equal(cairn_crowd_order(self->crowd, &member, 1, cairn_cell_at(x, y)), CAIRN_OK);
}

static inline void step(site *self, int frames)
{
    for (int i = 0; i < frames; i++)
        assert_int_equal(cairn_crowd_step(self->crowd, NULL), CAIRN_OK);
}

/* ---- blocks ---- */

static inline uint32_t get(const site *self, uint32_t at)
{
    const uint8_t *from = self->block + 4 * (size_t)at;
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline void put(const site *self, uint32_t at, uint32_t word)
{
    for (uint32_t i = 0; i < 4; i++)
        self->block[4 * (size_t)at + i] = (uint8_t)(word >> 8 * i);
}

static inline uint32_t get_member_words(const site *self)
{
    return MEMBER + get(self, PLAN_WORDS_AT);
}

/* A word of a member; those of its plan follow. */
static inline uint32_t at_member(const site *self, uint32_t i, uint32_t word)
{
    return HEAD + i * get_member_words(self) + word;
}

/* The first word behind the members. */
static inline uint32_t at_lines(const site *self)
{
    return at_member(self, get(self, USED), 0);
}

static inline void save(site *self)
{
    assert_int_equal(cairn_crowd_save(self->crowd, 0, NULL, &self->bytes), CAIRN_CAPACITY);
    self->block = realloc(self->block, self->bytes);
    assert_non_null(self->block);
    assert_int_equal(cairn_crowd_save(self->crowd, self->bytes, self->block, &self->bytes),
                     CAIRN_OK);
}

static inline void seal(const site *self)
{
    put(self, CHECKSUM, 0);
    put(self, CHECKSUM + 1, 0);
    uint64_t hash = cairn__hash_bytes(self->block, self->bytes);
    put(self, CHECKSUM, (uint32_t)hash);
    put(self, CHECKSUM + 1, (uint32_t)(hash >> 32));
}

static inline cairn_status load(const site *self)
{
    seal(self);
    return cairn_crowd_load(self->crowd, self->block, self->bytes, NULL);
}

/* The block with one word changed is refused, and as it was it loads. */
static inline void check_refused(const site *self, uint32_t at, uint32_t word)
{
    uint32_t before = get(self, at);
    assert_int_not_equal(before, word);
    put(self, at, word);
    assert_int_equal(load(self), CAIRN_CORRUPT);
    put(self, at, before);
    assert_int_equal(load(self), CAIRN_OK);
}

/* What a member does: its run, its state, and where it waits. */
static inline uint32_t make_doing(uint32_t run, uint32_t state, uint32_t queue)
{
    return run | state << 16 | queue << 24;
}

enum { EAST = 7, STALE = 8, NOWHERE = 3, AT_GUIDE = 2 };

static inline uint32_t make_run(uint32_t move, uint32_t count)
{
    return move | count << 4;
}

#endif
