/* living_check.h: a changing map beside the bytes it should have, and its comparison with a map made
 * from those bytes, which shares no code with changes. */
#ifndef CAIRN_TEST_LIVING_CHECK_H
#define CAIRN_TEST_LIVING_CHECK_H

#include "support.h"

typedef struct test_living {
    uint32_t width;
    uint32_t height;
    cairn_corners corners;
    uint8_t *cells;   /* as they should be now, one byte each */
    uint8_t *base;    /* as they were when the map was opened */
    uint32_t *stamps; /* of tiles of 64 x 64 cells, row by row: the version that last blocked one */
    uint32_t across;  /* tiles in a row */
    uint32_t version; /* changes so far */
    cairn_map *map;
} test_living;

/* `blocked` of 100 cells are blocked, in blocks of `grain` x `grain`. */
void test_living_create_random(test_living *living, uint32_t width, uint32_t height,
                               cairn_corners corners, int blocked, int grain, test_random *random);

/* The same with an allocator, from bytes. */
void test_living_create_of(test_living *living, const uint8_t *cells, uint32_t width,
                           uint32_t height, const cairn_map_def *def);
void test_living_destroy(test_living *living);

/* Changes the bytes as the map should be changed by these. True if any of them becomes another
 * one. */
bool test_living_note(test_living *living, const cairn_change *changes, size_t count);

/* Changes both. */
void test_living_change(test_living *living, const cairn_change *changes, size_t count);

/* A random rectangle inside; at most `side` cells a side. */
cairn_rect test_living_draw_rect(const test_living *living, uint32_t side, test_random *random);

/* Changes of one call. */
#define TEST_MOST_CHANGES 12

typedef struct test_batch {
    cairn_change changes[TEST_MOST_CHANGES];
    uint8_t *cells[TEST_MOST_CHANGES];
    size_t count;
} test_batch;

void test_living_draw_batch(const test_living *living, test_batch *drawn, test_random *random);
void test_batch_free(test_batch *drawn);

/* Changes both by a random batch, or a random list of cells. */
void test_living_change_at_random(test_living *living, test_random *random);

/* What cairn__get_opened_bound() should be. */
uint32_t test_living_get_bound(const test_living *living, const cairn_cell ends[2]);

/* All that the map keeps is what a map made from the bytes has. */
void test_living_check(const test_living *living, test_random *random);

/* All that two maps of the same cells keep is the same. */
void test_check_same_map(const cairn_map *map, const cairn_map *other);

#endif
