/* test_nearest_cell.c (property): the search for the nearest cell of a component, held against a look at
 * all cells, on maps on which many components lie between: rooms, single cells, a comb, nested rings.
 * Answers and units are the same on a map that changes and on one that does not, and in any slices. */
#include "support.h"

#include <stdlib.h>

#include "grid/components.h"
#include "grid/nearest_cell.h"

enum { WIDTH = 300, HEIGHT = 220, CELLS = WIDTH * HEIGHT };

typedef bool (*pattern)(int x, int y);

/* The left half is open, the right half is rooms without doors. */
static bool is_room(int x, int y)
{
    return x != WIDTH / 2 && (x < WIDTH / 2 || (x % 9 != 0 && y % 7 != 0));
}

static bool is_single(int x, int y)
{
    return x % 2 == 0 && y % 2 == 0;
}

/* Single cells, and one component around all of them. */
static bool is_framed(int x, int y)
{
    int edge = x < y ? x : y;
    edge = WIDTH - 1 - x < edge ? WIDTH - 1 - x : edge;
    edge = HEIGHT - 1 - y < edge ? HEIGHT - 1 - y : edge;
    return edge < 3 || (edge > 3 && is_single(x, y));
}

/* Two combs whose teeth lie between each other. */
static bool is_comb(int x, int y)
{
    if (y == 0 || y == HEIGHT - 1)
        return true;
    return x % 2 == 0 && y != (x % 4 == 0 ? 1 : HEIGHT - 2);
}

static bool is_ring(int x, int y)
{
    int dx = x < WIDTH / 2 ? x : WIDTH - 1 - x, dy = y < HEIGHT / 2 ? y : HEIGHT - 1 - y;
    return (dx < dy ? dx : dy) % 2 == 0;
}

/* An arm around two sides; in the middle blocks of cells that are all open, and such that are all blocked. */
static bool is_block(int x, int y)
{
    return x < 5 || y > HEIGHT - 5 || (x > 6 && y < HEIGHT - 6 && (x / 70 + y / 70) % 2 == 0);
}

static const pattern patterns[] = {is_room, is_single, is_framed, is_comb, is_ring, is_block};
#define PATTERNS (sizeof patterns / sizeof *patterns)

typedef struct pair {
    unsigned char cells[CELLS];
    cairn_map *steady;
    cairn_map *changing;
} pair;

static void open_pair(pair *maps, cairn_corners corners)
{
    const cairn_map_def def = {.size = sizeof def, .corners = corners};
    const cairn_map_def living = {.size = sizeof def, .corners = corners, .changing = 1};
    assert_int_equal(cairn_map_create(WIDTH, HEIGHT, maps->cells, &def, &maps->steady), CAIRN_OK);
    assert_int_equal(cairn_map_create(WIDTH, HEIGHT, maps->cells, &living, &maps->changing),
                     CAIRN_OK);
}

static void close_pair(pair *maps)
{
    cairn_map_close(maps->steady);
    cairn_map_close(maps->changing);
}

/* All cells in row order: the first of equals has the lowest row, then the lowest column. */
static cairn_cell look_at_all(const cairn_map *map, cairn__nearest_question question)
{
    cairn_cell best = 0;
    uint32_t least = UINT32_MAX;
    for (uint32_t y = 0; y < HEIGHT; y++)
        for (uint32_t x = 0; x < WIDTH; x++) {
            cairn_cell cell = cairn_cell_at(x, y);
            uint32_t distance = cairn_cell_get_distance(cell, cairn__pack(question.asked));
            if (distance < least && cairn_map_get_component(map, cell) == question.component) {
                best = cell;
                least = distance;
            }
        }
    return best;
}

/* The answer; `units` gets what it cost in slices of `slice` units. */
static cairn_cell search(const cairn_map *map, cairn__nearest_question question, int64_t slice,
                         uint64_t *units)
{
    cairn__nearest at;
    cairn__nearest_start(&at, map, question);
    for (bool is_done = false; !is_done;) {
        cairn__meter meter = {.left = slice};
        is_done = cairn__nearest_run(&at, map, question, &meter) == CAIRN__DONE;
        assert_int_equal(meter.work.others, slice - meter.left);
        assert_true(is_done || meter.work.others > 0);
        *units += meter.work.others;
    }
    return cairn__pack(cairn__nearest_get(&at));
}

static void check(const pair *maps, cairn__nearest_question question)
{
    uint64_t whole = 0, slices = 0, changing = 0;
    cairn_cell found = search(maps->steady, question, UINT32_MAX, &whole), simple;
    assert_int_equal(found, look_at_all(maps->steady, question));
    assert_int_equal(search(maps->steady, question, CAIRN_MIN_WORK, &slices), found);
    assert_int_equal(search(maps->changing, question, UINT32_MAX, &changing), found);
    assert_int_equal(slices, whole);
    assert_int_equal(changing, whole);
    assert_int_equal(cairn_map_find_nearest_cell(maps->changing, cairn__pack(question.asked),
                                                 question.component, &simple),
                     CAIRN_OK);
    assert_int_equal(simple, found);
}

/* Cells anywhere, and outside, in the component of an open cell. */
static void check_some(const pair *maps, test_random *random, int count)
{
    for (int i = 0; i < count; i++) {
        cairn_cell asked = test_draw_cell(random, WIDTH + 150, HEIGHT + 150);
        cairn_cell from = test_draw_cell(random, WIDTH, HEIGHT);
        uint32_t component = cairn_map_get_component(maps->steady, from);
        if (component != CAIRN_NO_COMPONENT)
            check(maps, (cairn__nearest_question){cairn__unpack(asked), component});
    }
}

static void draw(pair *maps, pattern is_open, test_random *random, int noise)
{
    for (int i = 0; i < CELLS; i++)
        maps->cells[i] = is_open(i % WIDTH, i / WIDTH) != (test_draw_below(random, 1000) < noise);
}

static void answers_are_the_nearest_cells(void **state)
{
    (void)state;
    static pair maps;
    test_random random = {811};
    for (size_t i = 0; i < 4 * PATTERNS; i++) {
        draw(&maps, patterns[i / 4], &random, i % 2 != 0 ? 20 : 0);
        open_pair(&maps, i / 2 % 2 != 0 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT);
        check_some(&maps, &random, 40);
        close_pair(&maps);
    }
}

/* The map becomes another pattern rectangle by rectangle: after each, units are those of a map that was
 * made so. */
static void answers_follow_changes(void **state)
{
    (void)state;
    static pair maps;
    test_random random = {812};
    for (size_t i = 0; i < PATTERNS; i++) {
        draw(&maps, patterns[i], &random, 0);
        open_pair(&maps, i % 2 != 0 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT);
        for (int k = 0; k < 8; k++) {
            cairn_rect rect = {.x = (uint16_t)test_draw_below(&random, WIDTH - 80),
                               .y = (uint16_t)test_draw_below(&random, HEIGHT - 80),
                               .width = (uint16_t)(1 + test_draw_below(&random, 80)),
                               .height = (uint16_t)(1 + test_draw_below(&random, 80))};
            int open = test_draw_below(&random, 2);
            for (int y = rect.y; y < rect.y + rect.height; y++)
                for (int x = rect.x; x < rect.x + rect.width; x++)
                    maps.cells[y * WIDTH + x] = (unsigned char)open;
            cairn_map_close(maps.steady);
            const cairn_map_def def = {.size = sizeof def,
                                       .corners =
                                           i % 2 != 0 ? CAIRN_CORNERS_FREE : CAIRN_CORNERS_STRICT};
            assert_int_equal(cairn_map_create(WIDTH, HEIGHT, maps.cells, &def, &maps.steady),
                             CAIRN_OK);
            assert_int_equal(cairn_map_set_rect(maps.changing, &rect, open), CAIRN_OK);
            check_some(&maps, &random, 10);
        }
        close_pair(&maps);
    }
}

/* A component of few cells is found where it is, however far that is. */
static void small_components_are_found_at_once(void **state)
{
    (void)state;
    static pair maps;
    test_random random = {813};
    draw(&maps, is_single, &random, 0);
    open_pair(&maps, CAIRN_CORNERS_STRICT);
    for (uint32_t x = 0; x < WIDTH; x += 2) {
        uint64_t units = 0;
        cairn_cell from = cairn_cell_at(x, 0);
        cairn__nearest_question question = {cairn__unpack(cairn_cell_at(WIDTH - 1 - x, HEIGHT - 1)),
                                            cairn_map_get_component(maps.steady, from)};
        assert_int_equal(search(maps.steady, question, CAIRN_MIN_WORK, &units), from);
        assert_int_equal(units, 1);
    }
    close_pair(&maps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_the_nearest_cells),
        cmocka_unit_test(answers_follow_changes),
        cmocka_unit_test(small_components_are_found_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
