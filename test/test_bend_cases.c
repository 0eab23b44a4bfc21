/* test_bend_cases.c (exhaustive): small maps on which wrong labels of bends fail. Each was
 * found with the mistake named, made in the code on purpose, and shrunk. All pairs of cells, both
 * corner settings, are held against Dijkstra's algorithm. */
#include "support.h"

#include "bend_check.h"

typedef struct bend_case {
    const char *text;
    const char *mistake;
} bend_case;

static void check_cases(const bend_case *cases, size_t count)
{
    uint64_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t corners = 0; corners < 2; corners++) {
            bend_totals totals = {0};
            cairn_map *map = bend_check_make_map(cases[i].text, corners);
            bend_check_map(map, cases[i].mistake, i, UINT32_MAX, UINT32_MAX, &totals);
            assert_true(totals.pairs > 0);
            wrong += totals.wrong;
            cairn_map_close(map);
        }
    assert_int_equal(wrong, 0);
}

/* ---- which end a bend is known by ---- */

static const bend_case end_cases[] = {
    {".....\n"
     "@..@.\n"
     "...@.\n",
     "Known by the first end clockwise: a leg's only move of its kind is asked for at both ends."},
    {".@..@\n"
     "@..@.\n",
     "Known by the first end clockwise: a leg's only move of its kind is asked for at both ends "
     "(free "
     "corners)."},
    {".@.\n"
     "...\n"
     "...\n"
     ".@@\n"
     "...\n",
     "Known by the last end clockwise."},
    {"@..@.\n"
     ".@..@\n",
     "Known by the last end clockwise (free corners)."},
    {"..@.....\n"
     "......@.\n",
     "Across east and west, known by the first end clockwise."},
    {".@...\n"
     "@..@.\n",
     "Across east and west, known by the first end clockwise (free corners)."},
    {"....@..\n"
     ".....@.\n"
     ".@.....\n"
     ".@.....\n"
     ".......\n",
     "Across east and west, known by the last end clockwise."},
    {"....@.\n"
     "..@...\n",
     "Across east and west, known by the last end clockwise (free corners)."},
    {"......\n"
     "....@.\n"
     ".@..@.\n"
     ".@....\n"
     "......\n",
     "Across north-east and south-west, known by the first end clockwise (free corners)."},
    {".....\n"
     "..@@.\n"
     ".....\n"
     ".....\n"
     ".@@..\n"
     ".....\n",
     "Across north-east and south-west, known by the last end clockwise (free corners)."},
    {"...\n"
     ".@.\n"
     "..@\n"
     "...\n"
     "...\n"
     "@..\n"
     "...\n",
     "Across south and north, known by the first end clockwise."},
    {"..\n"
     ".@\n"
     "..\n"
     "@.\n"
     "..\n",
     "Across south and north, known by the first end clockwise (free corners)."},
    {"..\n"
     "..\n"
     "@.\n"
     "..\n"
     "..\n"
     "..\n"
     ".@\n"
     "..\n",
     "Across south and north, known by the last end clockwise."},
    {"..\n"
     "@.\n"
     "..\n"
     ".@\n"
     "..\n",
     "Across south and north, known by the last end clockwise (free corners)."},
    {"...\n"
     ".@.\n"
     "...\n"
     "...\n"
     ".@.\n"
     "...\n",
     "Across south-east and north-west, known by the first end clockwise."},
    {".....\n"
     ".@@..\n"
     ".....\n"
     ".....\n"
     "..@@.\n"
     ".....\n",
     "Across south-east and north-west, known by the first end clockwise (free corners)."},
    {".....\n"
     ".@..@\n"
     ".@...\n",
     "Across south-east and north-west, known by the last end clockwise."},
    {".......\n"
     ".@@....\n"
     ".......\n"
     ".....@@\n"
     "....@..\n",
     "Across south-east and north-west, known by the last end clockwise (free corners)."},
};

static void test_ends_do_not_depend_on_travel(void **state)
{
    (void)state;
    check_cases(end_cases, sizeof end_cases / sizeof *end_cases);
}

/* ---- last moves of legs ---- */

static const bend_case arrival_cases[] = {
    {".@\n"
     "..\n",
     "A leg is asked to arrive at a bend's last end by one of the bend's own moves."},
    {".@.\n"
     "...\n",
     "A leg is asked to arrive at a bend's last end by one of the bend's own moves (free "
     "corners)."},
};

static void test_legs_arrive_as_they_may(void **state)
{
    (void)state;
    check_cases(arrival_cases, sizeof arrival_cases / sizeof *arrival_cases);
}

/* ---- chains ---- */

static const bend_case chain_cases[] = {
    {".@\n"
     "..\n"
     "@.\n"
     "..\n",
     "Only one bend at a node."},
    {"...\n"
     ".@.\n"
     ".@.\n",
     "Only one bend at a node (free corners)."},
    {"...\n"
     ".@.\n"
     "..@\n",
     "At most two bends at a node."},
    {"...\n"
     ".@.\n"
     ".@.\n"
     ".@.\n",
     "At most two bends at a node (free corners)."},
};

static void test_chains_of_bends(void **state)
{
    (void)state;
    check_cases(chain_cases, sizeof chain_cases / sizeof *chain_cases);
}

/* ---- survivors ---- */

static const bend_case survivor_cases[] = {
    {".@\n"
     "..\n"
     "@.\n"
     "..\n",
     "A survivor counts as unused when no other survivor is joined to it."},
    {".@.\n"
     "...\n",
     "A survivor counts as unused when no other survivor is joined to it (free corners)."},
};

static void test_survivors_without_edges(void **state)
{
    (void)state;
    check_cases(survivor_cases, sizeof survivor_cases / sizeof *survivor_cases);
}

/* ---- lists ---- */

static const bend_case dominance_cases[] = {
    {"....\n"
     "..@.\n"
     "....\n",
     "Credit leaves a survivor with a first move that its bends do not allow."},
    {"...\n"
     "...\n"
     ".@.\n"
     "...\n",
     "Credit leaves a survivor with a first move that its bends do not allow (free corners)."},
    {"....\n"
     ".@..\n"
     "....\n",
     "Credit begins at every survivor that is reached, tightly or not."},
    {".@...\n"
     "...@.\n"
     ".....\n",
     "A start on a survivor's cell reads its label in place of its list."},
    {".@.\n"
     "...\n"
     "...\n"
     ".@.\n"
     "...\n",
     "A start on a survivor's cell reads its label in place of its list (free corners)."},
};

static void test_dominance(void **state)
{
    (void)state;
    check_cases(dominance_cases, sizeof dominance_cases / sizeof *dominance_cases);
}

/* ---- local nodes ---- */

static const bend_case local_cases[] = {
    {"..\n"
     ".@\n",
     "A local node without any edge is not listed: one bend in all."},
    {"...\n"
     ".@.\n",
     "A local node is listed on the side of its edges."},
    {"..\n"
     "@.\n"
     ".@\n"
     "..\n",
     "Lists are not read at local nodes (free corners)."},
    {"..\n"
     "@.\n"
     "..\n",
     "No legs from a local node of the start to one of the goal: two bends."},
    {"....\n"
     ".@@.\n"
     ".@@.\n",
     "No legs from a local node of the start to one of the goal: two bends (free corners)."},
};

static void test_local_nodes(void **state)
{
    (void)state;
    check_cases(local_cases, sizeof local_cases / sizeof *local_cases);
}

/* ---- legs that no greedy climb finds ---- */

static const bend_case climb_cases[] = {
    {".@...\n"
     ".@...\n"
     ".@...\n"
     "..@.@\n"
     ".....\n"
     ".@...\n"
     ".....\n",
     "Legs that neither end finds by diagonal moves first are missed."},
    {"..@...\n"
     "......\n"
     "...@..\n",
     "Legs that neither end finds by diagonal moves first are missed (free corners)."},
};

static void test_greedy_climbs(void **state)
{
    (void)state;
    check_cases(climb_cases, sizeof climb_cases / sizeof *climb_cases);
}

/* ---- what a bend is made of ---- */

static const bend_case table_cases[] = {
    {"..\n"
     "@.\n"
     "..\n",
     "Free corners: a bend across a cardinal heading needs one move of it."},
    {"...\n"
     ".@.\n"
     "...\n",
     "Free corners: a bend across a diagonal heading is asked for its other end in a line."},
    {"..\n"
     "@.\n"
     ".@\n",
     "Free corners: the other end is looked for as with strict ones."},
    {"....\n"
     ".@..\n",
     "The other end is looked for in the next cell only."},
    {".@@@.\n"
     ".....\n",
     "The other end is looked for in the next cell only (free corners)."},
};

static void test_both_ends_of_a_bend(void **state)
{
    (void)state;
    check_cases(table_cases, sizeof table_cases / sizeof *table_cases);
}

/* A wall of `length` cells beside an open line; at its ends the way turns twice more. As text:
 *
 *     ........
 *     ..@@@@..
 *     .@@@@@@.
 *     ..@@@@..
 */
static cairn_map *make_wall(uint32_t length, bool upright, uint32_t corners)
{
    unsigned char open[4 * 140];
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    uint32_t side = length + 4, height = upright ? side : 4, width = upright ? 4 : side;
    cairn_map *map;
    for (uint32_t i = 0; i < 4 * side; i++) {
        uint32_t at = i % side, line = i / side, from = line == 2 ? 1 : 2;
        bool wall = line > 0 && at >= from && at < side - from;
        open[upright ? at * 4 + line : i] = !wall;
    }
    assert_int_equal(cairn_map_create(width, height, open, &def, &map), CAIRN_OK);
    return map;
}

/* The other end of a bend is looked for 63 cells at a time: walls that end about there. */
static void test_long_walls(void **state)
{
    bend_totals totals = {0};
    (void)state;
    for (uint32_t i = 0; i < 4 * 16; i++) {
        uint32_t length = (i < 32 ? 58 : 113) + i / 4;
        cairn_map *map = make_wall(length, (i & 1) != 0, i / 2 % 2);
        bend_check_map(map, "wall", i, UINT32_MAX, UINT32_MAX, &totals);
        cairn_map_close(map);
    }
    assert_int_equal(totals.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_do_not_depend_on_travel),
        cmocka_unit_test(test_legs_arrive_as_they_may),
        cmocka_unit_test(test_chains_of_bends),
        cmocka_unit_test(test_survivors_without_edges),
        cmocka_unit_test(test_dominance),
        cmocka_unit_test(test_local_nodes),
        cmocka_unit_test(test_greedy_climbs),
        cmocka_unit_test(test_both_ends_of_a_bend),
        cmocka_unit_test(test_long_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
