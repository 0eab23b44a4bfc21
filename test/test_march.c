/* test_march.c (unit): what watches crowds, against moves made by hand; the threads that they are lent;
 * and where they are placed. */
#include "support.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "harness_march.h"

/* Two rooms, and a door between them; a cell apart. */
enum { WIDTH = 7, HEIGHT = 4 };
static const char plan[] = "...@..."
                           "......."
                           "...@..."
                           "@@@@@@.";

static cairn_map *make_map(cairn_corners corners, const char *text)
{
    uint8_t cells[WIDTH * HEIGHT];
    cairn_map *map = NULL;
    const cairn_map_def def = {.size = sizeof def, .corners = corners};
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        cells[i] = text[i] == '.';
    assert_int_equal(cairn_map_create(WIDTH, HEIGHT, cells, &def, &map), CAIRN_OK);
    return map;
}

/* ---- the watch ---- */

/* Two members that move so; what the watch counts. */
typedef struct example {
    uint8_t from[2][2];
    uint8_t to[2][2];
    cairn_corners corners;
    uint32_t moves, illegal, overlaps, swaps;
} example;

static const example examples[] = {
    {{{0, 0}, {2, 2}}, {{0, 0}, {2, 2}}, CAIRN_CORNERS_STRICT, 0, 0, 0, 0},
    {{{0, 0}, {2, 2}}, {{1, 0}, {1, 1}}, CAIRN_CORNERS_STRICT, 2, 0, 0, 0},
    {{{0, 0}, {2, 2}}, {{2, 0}, {1, 1}}, CAIRN_CORNERS_STRICT, 2, 1, 0, 0}, /* too far */
    {{{0, 0}, {6, 3}}, {{0, 0}, {5, 3}}, CAIRN_CORNERS_STRICT, 1, 1, 0, 0}, /* into a wall */
    {{{0, 0}, {5, 3}}, {{0, 0}, {6, 3}}, CAIRN_CORNERS_STRICT, 1, 1, 0, 0}, /* out of one */
    {{{0, 0}, {2, 0}}, {{0, 0}, {3, 1}}, CAIRN_CORNERS_STRICT, 1, 1, 0, 0}, /* cuts a corner */
    {{{0, 0}, {2, 0}}, {{0, 0}, {3, 1}}, CAIRN_CORNERS_FREE, 1, 0, 0, 0},
    {{{0, 0}, {6, 0}}, {{0, 0}, {7, 0}}, CAIRN_CORNERS_STRICT, 1, 1, 0, 0}, /* out of the map */
    {{{0, 0}, {2, 0}}, {{1, 0}, {1, 0}}, CAIRN_CORNERS_STRICT, 2, 0, 1, 0}, /* on one cell */
    {{{2, 1}, {3, 1}}, {{3, 1}, {2, 1}}, CAIRN_CORNERS_STRICT, 2, 0, 0, 1}, /* change places */
    {{{2, 1}, {3, 1}},
     {{3, 1}, {4, 1}},
     CAIRN_CORNERS_STRICT,
     2,
     0,
     0,
     0}, /* one behind the other */
};

static void test_watch_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        const example *shown = &examples[i];
        cairn_map *map = make_map(shown->corners, plan);
        harness_board board;
        harness_watch watch = {.board = &board, .count = 2, .grid = {WIDTH, HEIGHT}};
        cairn_cell cells[2][2];
        uint32_t visits = 0;
        for (int k = 0; k < 2; k++) {
            cells[0][k] = cairn_cell_at(shown->from[k][0], shown->from[k][1]);
            cells[1][k] = cairn_cell_at(shown->to[k][0], shown->to[k][1]);
        }
        assert_int_equal(harness_board_open(map, &board), CAIRN_OK);
        assert_int_equal(harness_watch_open(&watch, cells[0]), CAIRN_OK);
        harness_watch_look(&watch, cells[1]);
        assert_int_equal(watch.moves, shown->moves);
        assert_int_equal(watch.illegal, shown->illegal);
        assert_int_equal(watch.overlaps, shown->overlaps);
        assert_int_equal(watch.swaps, shown->swaps);
        for (int k = 0; k < WIDTH * HEIGHT; k++)
            visits += watch.visits[k];
        assert_int_equal(visits, shown->moves - shown->illegal);
        harness_watch_close(&watch);
        harness_board_close(&board);
        cairn_map_close(map);
    }
}

/* ---- threads ---- */

enum { TASKS = 37, CALLS = 2000 };

static void count_task(void *argument, uint32_t number)
{
    atomic_uint *counts = argument;
    atomic_fetch_add(&counts[number], 1);
}

/* Each number once a call, and none after it. */
static void test_pool_calls_each(void **state)
{
    (void)state;
    for (uint32_t threads = 1; threads <= 5; threads++) {
        harness_pool *pool = NULL;
        atomic_uint counts[TASKS] = {0};
        assert_int_equal(harness_pool_open(threads, &pool), CAIRN_OK);
        for (uint32_t call = 1; call <= CALLS; call++) {
            harness_pool_share(pool, TASKS, count_task, counts);
            for (int i = 0; i < TASKS; i++)
                assert_int_equal(atomic_load(&counts[i]), call);
        }
        harness_pool_close(pool);
    }
}

/* ---- places ---- */

static uint32_t count_different(const cairn_cell *cells, uint32_t count)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < i && cells[k] != cells[i])
            k++;
        different += k == i;
    }
    return different;
}

static void test_ground_is_largest(void **state)
{
    (void)state;
    static const char parts[] = "...@..."
                                "...@..."
                                "...@@@@"
                                "@@@@...";
    cairn_map *map = make_map(CAIRN_CORNERS_STRICT, parts);
    harness_ground ground;
    cairn_cell cells[20];
    uint64_t random = 1;
    assert_int_equal(harness_ground_open(map, &ground), CAIRN_OK);
    assert_int_equal(ground.count, 9);
    harness_ground_scatter(&ground, &random, cells, 20);
    assert_int_equal(count_different(cells, 9), 9);
    assert_int_equal(count_different(cells + 9, 9), 9);
    for (int i = 0; i < 20; i++)
        assert_true(cairn_cell_get_x(cells[i]) < 3 && cairn_cell_get_y(cells[i]) < 3);
    harness_ground_close(&ground);
    cairn_map_close(map);
}

/* The cells are those of the largest component, of several the first, row by row: what is drawn by a seed
 * depends on their order. */
static void check_ground(const cairn_map *map, const char *text)
{
    uint32_t sizes[WIDTH * HEIGHT] = {0}, largest = 0, count = 0;
    harness_ground ground;
    assert_int_equal(harness_ground_open(map, &ground), CAIRN_OK);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        if (text[i] == '.')
            sizes[cairn_map_get_component(map, cairn_cell_at(i % WIDTH, i / WIDTH))]++;
    for (uint32_t i = 1; i < WIDTH * HEIGHT; i++)
        largest = sizes[i] > sizes[largest] ? i : largest;
    assert_int_equal(ground.count, sizes[largest]);
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        cairn_cell cell = cairn_cell_at(i % WIDTH, i / WIDTH);
        if (text[i] == '.' && cairn_map_get_component(map, cell) == largest)
            assert_int_equal(ground.cells[count++], cell);
    }
    harness_ground_close(&ground);
}

static void test_ground_is_row_by_row(void **state)
{
    (void)state;
    test_random random = {3};
    for (int round = 0; round < 300; round++) {
        char text[WIDTH * HEIGHT];
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            text[i] = test_draw_below(&random, 10) < round % 11 ? '@' : '.';
        cairn_map *map = make_map(round % 2 == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE, text);
        check_ground(map, text);
        cairn_map_close(map);
    }
}

static void test_armies_are_apart(void **state)
{
    (void)state;
    cairn_map *map = make_map(CAIRN_CORNERS_STRICT, plan);
    harness_ground ground;
    cairn_cell cells[40];
    assert_int_equal(harness_ground_open(map, &ground), CAIRN_OK);
    assert_int_equal(ground.count, 20);
    for (uint64_t random = 1; random < 100; random++) {
        uint64_t seed = random;
        const uint32_t whole[2] = {9, 11}, over[2] = {20, 20};
        assert_int_equal(harness_ground_split(&ground, &seed, whole, cells), CAIRN_OK);
        assert_int_equal(count_different(cells, 20), 20);
        assert_int_equal(harness_ground_split(&ground, &seed, over, cells), CAIRN_OK);
        assert_int_equal(count_different(cells, 20), 20);
        for (int i = 0; i < 40; i++)
            assert_true(cairn_map_is_open(map, cells[i]));
    }
    harness_ground_close(&ground);
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_watch_counts),      cmocka_unit_test(test_pool_calls_each),
        cmocka_unit_test(test_ground_is_largest), cmocka_unit_test(test_ground_is_row_by_row),
        cmocka_unit_test(test_armies_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
