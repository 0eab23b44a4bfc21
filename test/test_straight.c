/* test_straight.c (exhaustive): the straight test against marks of what moves of one cone lead to. */
#include "support.h"

#include <string.h>

#include "base/random.h"
#include "hard_maps.h"
#include "search/bends.h"
#include "search/leg_field.h"
#include "search/straight.h"

#define SIDE 64
#define LONG 1400 /* a side of maps whose rows of blocks have three words */
#define THIN 200
#define DIAGONAL 700

static cairn_map *make_hard_map(uint64_t seed, uint32_t width, uint32_t height, uint32_t corners)
{
    static unsigned char open[512 * SIDE];
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    cairn_map *map;
    hard_map_draw(seed, width, height, open);
    assert_int_equal(cairn_map_create(width, height, open, &def, &map), CAIRN_OK);
    return map;
}

/* Marks what moves of one cone lead to, as literally as can be. */
static void mark_cone(const cairn_map *map, cairn__xy from, uint32_t cone, bool *reached)
{
    cairn__xy stack[2 * SIDE * SIDE + 1];
    size_t count = 0;
    memset(reached, 0, SIDE * SIDE * sizeof *reached);
    stack[count++] = from;
    while (count > 0) {
        cairn__xy cell = stack[--count];
        if (reached[cell.y * SIDE + cell.x])
            continue;
        reached[cell.y * SIDE + cell.x] = true;
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t heading = cairn__turn(cone, i);
            cairn__xy next = {.x = (uint16_t)(cell.x + cairn__heading_x[heading]),
                              .y = (uint16_t)(cell.y + cairn__heading_y[heading])};
            if (cairn__is_open_cell(map, next) && cairn__is_legal_move(map, cell, next))
                stack[count++] = next;
        }
    }
}

/* Asks with few units at a time. */
static bool ask(const cairn_map *map, cairn__xy from, cairn__xy to, int64_t slice)
{
    uint16_t room[5 * DIAGONAL];
    cairn__straight straight;
    cairn__answer answer = CAIRN__PAUSED;
    cairn__straight_start(&straight, from, to, room);
    if (slice % 2 == 0) /* look at blocks at once, which small maps hardly need */
        straight.slice = straight.left = 1;
    while (answer == CAIRN__PAUSED) {
        cairn__meter meter = {.left = slice};
        answer = cairn__straight_run(&straight, map, &meter);
        assert_true(meter.left > -CAIRN__STRAIGHT_UNITS);
    }
    return answer == CAIRN__DONE;
}

/* The field of legs to a cell, against all marks: a block is noted if one of its cells is reached, and only
 * then. A row of marks has `across` cells. */
static void check_field(const cairn_map *map, cairn__xy from, const bool *reached,
                        size_t cone_cells, uint32_t across)
{
    static cairn__leg_field field;
    static uint8_t blocks[LONG * THIN];
    uint32_t width = map->info.width, height = map->info.height;
    cairn__meter meter = {0};
    assert_true(cairn__leg_field_get_bytes(map) <= sizeof blocks);
    field.blocks = blocks;
    memset(blocks, 0xff, sizeof blocks);
    cairn__leg_field_start(&field, map, from);
    while (cairn__leg_field_run(&field, map, &meter) != CAIRN__DONE) {
        assert_true(meter.left > -(int64_t)CAIRN__LEG_FIELD_UNITS);
        meter.left = 3;
    }
    for (uint32_t top = 0; top < height; top += 8)
        for (uint32_t left = 0; left < width; left += 8) {
            bool any = false;
            for (uint32_t i = 0; i < 64; i++) {
                uint32_t x = left + i % 8, y = top + i / 8;
                for (uint32_t cone = 0; cone < CAIRN__CONES && x < width && y < height; cone++)
                    any = any || reached[cone * cone_cells + y * across + x];
            }
            cairn__xy corner = {.x = (uint16_t)left, .y = (uint16_t)top};
            assert_int_equal(cairn__leg_field_has(&field, corner), any);
        }
}

static void check_straight_from(const cairn_map *map, cairn__xy from)
{
    static bool reached[CAIRN__CONES][SIDE * SIDE];
    for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
        mark_cone(map, from, cone, reached[cone]);
    check_field(map, from, reached[0], SIDE * SIDE, SIDE);
    for (uint32_t i = 0; i < map->info.width * map->info.height; i++) {
        cairn__xy to = {.x = (uint16_t)(i % map->info.width), .y = (uint16_t)(i / map->info.width)};
        if (!cairn__is_open_cell(map, to))
            continue;
        bool straight = false;
        for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
            straight = straight || reached[cone][to.y * SIDE + to.x];
        assert_int_equal(ask(map, from, to, 1 + i % 40), straight);
    }
}

static void test_straight_is_exact(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        uint32_t width = 5 + (uint32_t)(seed * 7 % 60), height = 5 + (uint32_t)(seed * 11 % 60);
        cairn_map *map = make_hard_map(seed, width, height, seed % 2);
        for (uint32_t i = 0; i < 3; i++) {
            cairn__xy from = {.x = (uint16_t)((seed + i * 17) % width),
                              .y = (uint16_t)((seed / 3 + i * 23) % height)};
            if (cairn__is_open_cell(map, from))
                check_straight_from(map, from);
        }
        cairn_map_close(map);
    }
}

/* A long map: thin slanted walls and specks, so that rows of blocks have several words, and searches
 * many groups of rows. */
static cairn_map *make_long_map(uint64_t seed, bool upright)
{
    static unsigned char open[LONG * THIN];
    cairn_map_def def = {.size = sizeof def, .corners = (uint32_t)(seed % 2)};
    cairn_random random = cairn__random_start(seed, 3);
    cairn_map *map;
    memset(open, 1, sizeof open);
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t x = cairn__random_below(&random, LONG), y = cairn__random_below(&random, THIN);
        uint32_t length = i % 3 == 0 ? 1 : cairn__random_below(&random, 90);
        uint32_t tread = 1 + cairn__random_below(&random, 6);
        for (uint32_t j = 0; j < length && x + j < LONG; j++) {
            uint32_t row = i % 2 == 0 ? y + j / tread : y - j / tread;
            if (row < THIN)
                open[upright ? (x + j) * THIN + row : row * LONG + x + j] = 0;
        }
    }
    assert_int_equal(
        cairn_map_create(upright ? THIN : LONG, upright ? LONG : THIN, open, &def, &map), CAIRN_OK);
    return map;
}

/* Marks what moves of one cone lead to, row by row or column by column: no stack. */
static void mark_long(const cairn_map *map, cairn__xy from, uint32_t cone, bool *reached)
{
    uint32_t width = map->info.width, cells = width * map->info.height;
    memset(reached, 0, cells * sizeof *reached);
    reached[from.y * width + from.x] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < cells; i++) {
            uint32_t at = (cone + 1) % 8 >= 4 ? cells - 1 - i : i;
            cairn__xy cell = {.x = (uint16_t)(at % width), .y = (uint16_t)(at / width)};
            for (uint32_t j = 0; reached[at] && j < 2; j++) {
                uint32_t heading = cairn__turn(cone, j);
                cairn__xy next = {.x = (uint16_t)(cell.x + cairn__heading_x[heading]),
                                  .y = (uint16_t)(cell.y + cairn__heading_y[heading])};
                if (!cairn__is_open_cell(map, next) || reached[next.y * width + next.x] ||
                    !cairn__is_legal_move(map, cell, next))
                    continue;
                reached[next.y * width + next.x] = changed = true;
            }
        }
    }
}

/* Compares legs from a cell to random ones, both ways, with the marks; counts the answers. */
static void check_long_from(const cairn_map *map, cairn__xy from, uint64_t seed, uint32_t *answers)
{
    static bool reached[CAIRN__CONES][LONG * THIN];
    cairn_random random = cairn__random_start(seed, 4);
    uint32_t width = map->info.width, cells = width * map->info.height;
    for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
        mark_long(map, from, cone, reached[cone]);
    check_field(map, from, reached[0], LONG * THIN, width);
    for (uint32_t i = 0; i < 1500; i++) {
        uint32_t end = cairn__random_below(&random, cells);
        cairn__xy to = {.x = (uint16_t)(end % width), .y = (uint16_t)(end / width)};
        bool straight = false;
        for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
            straight = straight || reached[cone][end];
        if (!cairn__is_open_cell(map, to))
            continue;
        assert_int_equal(ask(map, from, to, 1 + i % 40), straight);
        assert_int_equal(ask(map, to, from, 1 + i % 40), straight);
        answers[straight]++;
    }
}

static void test_long_straights_are_exact(void **state)
{
    uint32_t answers[2] = {0, 0};
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        cairn_map *map = make_long_map(seed, seed / 2 % 2 != 0);
        uint32_t width = map->info.width, cells = width * map->info.height;
        uint32_t start = seed % 3 == 0 ? 0 : seed % 3 == 1 ? cells - 1 : cells / 2;
        while (cairn_map_is_open(map, cairn_cell_at(start % width, start / width)) == 0)
            start = (start * 7 + 5) % cells;
        cairn__xy from = {.x = (uint16_t)(start % width), .y = (uint16_t)(start / width)};
        check_long_from(map, from, seed, answers);
        cairn_map_close(map);
    }
    assert_true(answers[0] > 500 && answers[1] > 500);
}

/* A corridor of three cells along a diagonal: its blocks pass from word to word by moves down alone.
 * One half is wider, so that the front from the other end comes first. */
static void test_diagonal_corridors(void **state)
{
    static unsigned char open[DIAGONAL * DIAGONAL];
    (void)state;
    for (uint32_t variant = 0; variant < 8; variant++) {
        bool rises = variant / 2 % 2 != 0;
        cairn_map_def def = {.size = sizeof def, .corners = variant % 2};
        cairn_map *map;
        for (int32_t i = 0; i < DIAGONAL * DIAGONAL; i++) {
            int32_t y = i / DIAGONAL, x = rises ? DIAGONAL - 1 - i % DIAGONAL : i % DIAGONAL;
            int32_t wide = (y < DIAGONAL / 2) == (variant < 4) ? 20 : 1;
            open[i] = x - y >= -wide && x - y <= wide;
        }
        assert_int_equal(cairn_map_create(DIAGONAL, DIAGONAL, open, &def, &map), CAIRN_OK);
        for (uint16_t i = 0; i < 20; i++) {
            uint16_t last = (uint16_t)(DIAGONAL - 1 - i), aside = i % 2;
            cairn__xy from = {.x = rises ? last : i, .y = i};
            cairn__xy to = {.x = (uint16_t)(rises ? i + aside : last - aside), .y = last};
            assert_true(ask(map, from, to, 2));
            assert_true(ask(map, to, from, 2));
        }
        cairn_map_close(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_straight_is_exact),
        cmocka_unit_test(test_long_straights_are_exact),
        cmocka_unit_test(test_diagonal_corridors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
