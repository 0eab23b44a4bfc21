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
            cairn__xy next = {(uint16_t)(cell.x + cairn__heading_x[heading]),
                              (uint16_t)(cell.y + cairn__heading_y[heading])};
            if (cairn__is_open_cell(map, next) && cairn__is_legal_move(map, cell, next))
                stack[count++] = next;
        }
    }
}

static bool has_leg(const cairn_map *map, cairn__xy from, cairn__xy to, uint16_t *room)
{
    cairn__straight straight;
    int64_t units = INT64_MAX / 2;
    cairn__straight_start(&straight, from, to, room);
    return cairn__straight_run(&straight, map, &units) == CAIRN__STRAIGHT_YES;
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
        cairn__xy to = {(uint16_t)(i % width), (uint16_t)(i / width)};
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
     {{0, 0}, {7, 1}},
     "Only legs by diagonal or by cardinal moves first are found."},
    {"...\n"
     "...\n"
     "@@.\n"
     "...\n"
     ".@@\n"
     "...\n"
     "...\n",
     {{0, 6}, {2, 0}},
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
     {{26, 0}, {5, 8}},
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
     {{2, 4}, {48, 8}},
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
     {{32, 8}, {5, 1}},
     "Diagonal moves are noted where they begin, not where they lead (free corners)."},
    {".........@.@.@.@.@.@.@.@.\n"
     ".........................\n"
     ".......@.@.@.@.@.@.@.@...\n",
     {{24, 0}, {6, 2}},
     "A row of blocks ends one diagonal too early (free corners)."},
    {".........@..@..@..@..@..@..@........\n"
     "....................................\n"
     "................................@...\n"
     "....................................\n"
     ".........@..@..@..@..@..@..@.....@..\n",
     {{1, 0}, {35, 4}},
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
     {{23, 8}, {0, 2}},
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
     {{0, 4}, {41, 11}},
     "The rows of blocks are counted from the end's own row."},
    {".....................\n"
     ".@.@..@.......@......\n"
     "........@..@..@.@....\n"
     "..@.@.@..............\n"
     ".........@...........\n"
     "........@..@.@...@...\n",
     {{0, 1}, {20, 5}},
     "Blocks are square in columns and rows (free corners)."},
    {"......................................\n"
     "......................................\n"
     "......................................\n"
     "..............@..@..@..@..@..@..@..@..\n"
     "......................................\n"
     "...@..@..@.......@..@..@.....@..@.....\n",
     {{37, 3}, {1, 5}},
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
     {{28, 0}, {6, 8}},
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
     {{35, 3}, {2, 9}},
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
     {{1, 14}, {41, 6}},
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
     {{3, 0}, {65, 17}},
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
    {{{5, 2}, {434, 0}},
     3,
     10,
     {{424, 0},
      {428, 0},
      {392, 2},
      {396, 2},
      {400, 2},
      {412, 2},
      {416, 2},
      {420, 2},
      {428, 2},
      {432, 2}},
     "Crossings to the right end at a word's end."},
    {{{0, 2}, {319, 0}},
     3,
     10,
     {{308, 0},
      {310, 0},
      {301, 2},
      {303, 2},
      {305, 2},
      {307, 2},
      {309, 2},
      {311, 2},
      {313, 2},
      {317, 2}},
     "Crossings to the right end at a word's end (free corners)."},
    {{{2, 8}, {331, 2}},
     9,
     7,
     {{319, 2}, {324, 2}, {7, 8}, {307, 8}, {312, 8}, {317, 8}, {322, 8}},
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
