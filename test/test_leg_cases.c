/* test_leg_cases.c (exhaustive): maps on which a wrong straight test loses a leg. Each
 * was found with the mistake named, made in the code on purpose, and shrunk. Legs from its ends to
 * all cells, both corner settings, are held against marks made move by move. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "bend_check.h"
#include "search/bends.h"
#include "search/straight.h"

#define MOST_CELLS 8192

/* The leg that is lost leads from one end to the other. */
typedef struct leg_case {
    const char *text;
    cairn__xy ends[2];
    const char *mistake;
} leg_case;

/* Adds the cells that moves of one cone lead to, found as literally as can be. */
static void mark_cone(const cairn_map *map, cairn__xy from, uint32_t cone, bool *reached)
{
    static cairn__xy stack[2 * MOST_CELLS + 1];
    static bool seen[MOST_CELLS];
    size_t count = 0;
    memset(seen, 0, sizeof seen);
    stack[count++] = from;
    while (count > 0) {
        cairn__xy cell = stack[--count];
        uint32_t at = cell.y * map->info.width + cell.x;
        if (seen[at])
            continue;
        seen[at] = reached[at] = true;
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t heading = cairn__turn(cone, i);
            cairn__xy next = {.x = (uint16_t)(cell.x + cairn__heading_x[heading]),
                              .y = (uint16_t)(cell.y + cairn__heading_y[heading])};
            if (cairn__is_open_cell(map, next) && cairn__is_legal_move(map, cell, next))
                stack[count++] = next;
        }
    }
}

static bool has_leg(const cairn_map *map, cairn__xy from, cairn__xy to, uint16_t *room)
{
    cairn__straight straight;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    cairn__straight_start(&straight, from, to, room);
    return cairn__straight_run(&straight, map, &meter) == CAIRN__DONE;
}

/* Counts cells about which the straight test is wrong, and names the mistake. */
static uint32_t check_legs(const cairn_map *map, cairn__xy from, const char *mistake)
{
    static bool reached[MOST_CELLS];
    uint32_t width = map->info.width, wrong = 0;
    uint16_t *room = malloc(cairn__straight_get_room(map) * sizeof *room);
    assert_non_null(room);
    memset(reached, 0, sizeof reached);
    for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
        mark_cone(map, from, cone, reached);
    for (uint32_t i = 0; i < width * map->info.height; i++) {
        cairn__xy to = {.x = (uint16_t)(i % width), .y = (uint16_t)(i / width)};
        if (cairn__is_open_cell(map, to) && has_leg(map, from, to, room) != reached[i])
            wrong++;
    }
    free(room);
    if (wrong > 0)
        print_error("%u legs from %u,%u: %s\n", wrong, from.x, from.y, mistake);
    return wrong;
}

/* ---- small maps ---- */

static const leg_case climb_cases[] = {
    {".....@..\n"
     "..@.....\n",
     {{.x = 0, .y = 0}, {.x = 7, .y = 1}},
     "Only legs by diagonal or by cardinal moves first are found."},
    {"...\n"
     "...\n"
     "@@.\n"
     "...\n"
     ".@@\n"
     "...\n"
     "...\n",
     {{.x = 0, .y = 6}, {.x = 2, .y = 0}},
     "Only legs by diagonal or by cardinal moves first are found (free corners)."},
};

static const leg_case block_cases[] = {
    {"....................@......\n"
     ".............@...@.........\n"
     ".................@.@..@....\n"
     "...............@..@........\n"
     "............@.....@@.......\n"
     "............@......@.......\n"
     ".........@......@..........\n"
     "........@......@...........\n"
     ".........@..@...@.@........\n",
     {{.x = 26, .y = 0}, {.x = 5, .y = 8}},
     "A crossing to the right is noted one block too early in the first row (free corners)."},
    {".................................................\n"
     ".................................................\n"
     ".................................................\n"
     ".................................................\n"
     ".........@........@..................@...........\n"
     "......@........@.........@.................@.....\n"
     "............@..................@.................\n"
     ".........@.........@........@.................@..\n"
     "...............@.........@........@..............\n",
     {{.x = 2, .y = 4}, {.x = 48, .y = 8}},
     "A crossing to the right is noted one block too early in the first row."},
    {".................................\n"
     ".............@...................\n"
     "...............@..@...@..........\n"
     "....................@............\n"
     "...............@........@........\n"
     "............@..@.........@.@.....\n"
     "...............@.................\n"
     "............@......@...@.........\n"
     "...................@...........@.\n",
     {{.x = 32, .y = 8}, {.x = 5, .y = 1}},
     "Diagonal moves are noted where they begin, not where they lead (free corners)."},
    {".........@.@.@.@.@.@.@.@.\n"
     ".........................\n"
     ".......@.@.@.@.@.@.@.@...\n",
     {{.x = 24, .y = 0}, {.x = 6, .y = 2}},
     "A row of blocks ends one diagonal too early (free corners)."},
    {".........@..@..@..@..@..@..@........\n"
     "....................................\n"
     "................................@...\n"
     "....................................\n"
     ".........@..@..@..@..@..@..@.....@..\n",
     {{.x = 1, .y = 0}, {.x = 35, .y = 4}},
     "A row of blocks ends one diagonal too early."},
    {"........................\n"
     "........................\n"
     "..@.@.@.@.@.@.@.@.......\n"
     "........................\n"
     "........................\n"
     "........................\n"
     "........................\n"
     "@@@@@@@.................\n"
     "..........@.@.@.@.@.@.@.\n",
     {{.x = 23, .y = 8}, {.x = 0, .y = 2}},
     "The rows of blocks are counted from the end's own row (free corners)."},
    {"..........................................\n"
     "..........................................\n"
     "..........................................\n"
     "..........................................\n"
     ".........@......@........@................\n"
     "...........@..............................\n"
     ".................@........................\n"
     ".................@.............@.@.@..@...\n"
     "......@..................@..........@.....\n"
     "...........@..............................\n"
     "..............@......@............@.......\n"
     ".........................@.....@.......@..\n",
     {{.x = 0, .y = 4}, {.x = 41, .y = 11}},
     "The rows of blocks are counted from the end's own row."},
    {".....................\n"
     ".@.@..@.......@......\n"
     "........@..@..@.@....\n"
     "..@.@.@..............\n"
     ".........@...........\n"
     "........@..@.@...@...\n",
     {{.x = 0, .y = 1}, {.x = 20, .y = 5}},
     "Blocks are square in columns and rows (free corners)."},
    {"......................................\n"
     "......................................\n"
     "......................................\n"
     "..............@..@..@..@..@..@..@..@..\n"
     "......................................\n"
     "...@..@..@.......@..@..@.....@..@.....\n",
     {{.x = 37, .y = 3}, {.x = 1, .y = 5}},
     "Blocks are square in columns and rows."},
    {"......................@......\n"
     "...............@...@.........\n"
     "...................@.@..@....\n"
     ".................@..@........\n"
     "..............@.....@@.......\n"
     "..............@......@.......\n"
     "..........@.......@..........\n"
     ".........@.......@...........\n"
     "..........@...@...@.@........\n",
     {{.x = 28, .y = 0}, {.x = 6, .y = 8}},
     "Crossings are taken from the diagonal beside the border (free corners)."},
    {"....................................\n"
     "....................................\n"
     "....................................\n"
     "............@...................@...\n"
     "..................@....@........@...\n"
     "............@..@....................\n"
     "..........@.......@......@..........\n"
     "..........@....@.....@........@.....\n"
     "..............@.........@...........\n"
     ".....@..................@..@........\n",
     {{.x = 35, .y = 3}, {.x = 2, .y = 9}},
     "Crossings are taken from the diagonal beside the border."},
    {"..........................................\n"
     "..........................................\n"
     "..........................................\n"
     "..........................................\n"
     "..........................................\n"
     "..........................................\n"
     "......................................@...\n"
     "......................................@...\n"
     "................................@.@@.@....\n"
     "..................................@.......\n"
     "......................@...@...............\n"
     "...........@....@.........................\n"
     "......@.......................@....@......\n"
     "..........@..@............................\n"
     "....@.................@...@..@............\n",
     {{.x = 1, .y = 14}, {.x = 41, .y = 6}},
     "Diagonal moves are noted where they begin, not where they lead."},
    {"......................@............@..............................\n"
     "...........................@......................................\n"
     "...............................@..........@.......................\n"
     "..................................................................\n"
     "..................................................................\n"
     "..................................................................\n"
     ".................................................@................\n"
     "..................................................................\n"
     "....................................................@.............\n"
     "..................................................................\n"
     ".......................................................@@.........\n"
     "..................................................................\n"
     "............................................................@.....\n"
     "............................................................@.....\n"
     "....................................................@.............\n"
     ".....................@...................@..........@.............\n"
     ".........................................@.................@...@.@\n"
     ".....................................................@..........@.\n",
     {{.x = 3, .y = 0}, {.x = 65, .y = 17}},
     "Diagonal moves into the next 64 columns are lost (free corners)."},
};

static void check_cases(const leg_case *cases, size_t count)
{
    uint32_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t corners = 0; corners < 2; corners++) {
            cairn_map *map = bend_check_make_map(cases[i].text, corners);
            wrong += check_legs(map, cases[i].ends[0], cases[i].mistake);
            wrong += check_legs(map, cases[i].ends[1], cases[i].mistake);
            cairn_map_close(map);
        }
    assert_int_equal(wrong, 0);
}

static void test_greedy_climbs(void **state)
{
    (void)state;
    check_cases(climb_cases, sizeof climb_cases / sizeof *climb_cases);
}

static void test_blocks_of_legs(void **state)
{
    (void)state;
    check_cases(block_cases, sizeof block_cases / sizeof *block_cases);
}

/* ---- wide maps, where a row has more blocks than a word has bits ---- */

typedef struct wide_case {
    cairn__xy ends[2];
    uint32_t height;
    uint32_t posts; /* blocked cells */
    cairn__xy blocked[10];
    const char *mistake;
} wide_case;

static const wide_case wide_cases[] = {
    {{{.x = 5, .y = 2}, {.x = 434, .y = 0}},
     3,
     10,
     {{.x = 424, .y = 0},
      {.x = 428, .y = 0},
      {.x = 392, .y = 2},
      {.x = 396, .y = 2},
      {.x = 400, .y = 2},
      {.x = 412, .y = 2},
      {.x = 416, .y = 2},
      {.x = 420, .y = 2},
      {.x = 428, .y = 2},
      {.x = 432, .y = 2}},
     "Crossings to the right end at a word's end."},
    {{{.x = 0, .y = 2}, {.x = 319, .y = 0}},
     3,
     10,
     {{.x = 308, .y = 0},
      {.x = 310, .y = 0},
      {.x = 301, .y = 2},
      {.x = 303, .y = 2},
      {.x = 305, .y = 2},
      {.x = 307, .y = 2},
      {.x = 309, .y = 2},
      {.x = 311, .y = 2},
      {.x = 313, .y = 2},
      {.x = 317, .y = 2}},
     "Crossings to the right end at a word's end (free corners)."},
    {{{.x = 2, .y = 8}, {.x = 331, .y = 2}},
     9,
     7,
     {{.x = 319, .y = 2},
      {.x = 324, .y = 2},
      {.x = 7, .y = 8},
      {.x = 307, .y = 8},
      {.x = 312, .y = 8},
      {.x = 317, .y = 8},
      {.x = 322, .y = 8}},
     "Moves down from a word's last block are lost."},
};

static cairn_map *make_wide_map(const wide_case *of, uint32_t corners)
{
    static unsigned char open[MOST_CELLS];
    uint32_t width = 449;
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    cairn_map *map;
    memset(open, 1, sizeof open);
    for (uint32_t i = 0; i < of->posts; i++)
        open[of->blocked[i].y * width + of->blocked[i].x] = 0;
    assert_int_equal(cairn_map_create(width, of->height, open, &def, &map), CAIRN_OK);
    return map;
}

static void test_many_words_of_blocks(void **state)
{
    uint32_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof wide_cases / sizeof *wide_cases; i++)
        for (uint32_t corners = 0; corners < 2; corners++) {
            cairn_map *map = make_wide_map(&wide_cases[i], corners);
            wrong += check_legs(map, wide_cases[i].ends[0], wide_cases[i].mistake);
            wrong += check_legs(map, wide_cases[i].ends[1], wide_cases[i].mistake);
            cairn_map_close(map);
        }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_greedy_climbs),
        cmocka_unit_test(test_blocks_of_legs),
        cmocka_unit_test(test_many_words_of_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
