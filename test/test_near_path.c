/* test_near_path.c (property): near paths are of the reference's least costs; the search for them gives up within
 * its units, and where a path turns too far off. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "search/jump_sight.h"
#include "search/near_path.h"

/* What searches came to. */
typedef struct near_tally {
    uint32_t found;
    uint32_t turned; /* of these, more than once */
    uint32_t gave_up;
} near_tally;

/* Walks a leg move by move; returns its cost. */
static int walk_leg(const test_world *world, cairn__xy from, cairn__xy to)
{
    int cost = 0;
    while (!cairn__is_same_cell(from, to)) {
        cairn__run run = cairn__sight_get_run(from, to);
        for (uint32_t i = 0; i < run.count; i++) {
            cairn__xy next = cairn__cell_after(from, run.move, 1);
            int move = ref_find_move(&world->ref, test_world_get_id(world, cairn__pack(from)),
                                     test_world_get_id(world, cairn__pack(next)));
            assert_int_not_equal(move, REF_NONE);
            cost += ref_get_move_cost(move);
            from = next;
        }
    }
    return cost;
}

static int walk_legs(const test_world *world, const cairn__xy ends[2],
                     const cairn__near_turns *turns)
{
    cairn__xy from = ends[0];
    int cost = 0;
    assert_in_range(turns->count, 1, CAIRN__NEAR_TURNS);
    for (uint32_t i = 0; i < turns->count; i++) {
        cairn__xy turn = cairn__near_turn_get_cell(turns->all[i], ends[1]);
        cost += walk_leg(world, from, turn);
        from = turn;
    }
    return cost + walk_leg(world, from, ends[1]);
}

/* Looks for a path of a cost; true if it is found. */
static bool find(const test_world *world, const cairn__xy ends[2], int cost, near_tally *tally)
{
    cairn__near_turns turns = {0};
    cairn__meter meter = {.left = CAIRN__NEAR_UNITS};
    uint32_t length = cairn__near_path_find(world->map, ends[0], ends[1], &turns, &meter);
    assert_in_range(meter.left, 0, CAIRN__NEAR_UNITS);
    tally->gave_up += length == 0;
    if (length == 0)
        return false;
    assert_int_equal(length, cost);
    assert_int_equal(walk_legs(world, ends, &turns), cost);
    tally->found++;
    tally->turned += turns.count > 1;
    return true;
}

/* All cells that a cell does not see, or one in `stride`. */
static void check_from(const test_world *world, int from, int stride, const int *costs,
                       near_tally *tally)
{
    cairn__xy start = cairn__unpack(test_world_get_cell(world, from));
    for (int i = 0; i < world->open_count; i += stride) {
        int to = world->open[i];
        const cairn__xy ends[2] = {start, cairn__unpack(test_world_get_cell(world, to))};
        if (costs[to] != REF_NONE && !cairn__sight_is_clear(world->map, ends[0], ends[1]))
            (void)find(world, ends, costs[to], tally);
    }
}

static void check_world(test_world *world, void *context)
{
    test_random random = {12};
    int *costs = ref_allocate((size_t)ref_get_cell_count(&world->ref), sizeof *costs);
    for (int i = 0; i < 4 && world->open_count > 0; i++) {
        int from = test_world_draw(world, &random);
        ref_find_costs(&world->ref, from, costs);
        check_from(world, from, 1 + world->open_count / 500, costs, context);
    }
    free(costs);
}

static void test_costs(void **state)
{
    near_tally tally = {0};
    (void)state;
    test_for_worlds(100, 20, 5, check_world, &tally);
    assert_true(tally.found > 1000 && tally.turned > 1000);
}

/* Goals across tiles, many of them too far off. */
static void test_giving_up(void **state)
{
    near_tally tally = {0};
    (void)state;
    for (int corners = 0; corners < 2; corners++)
        for (int kind = 0; kind < (int)cairn_scene_kind_get_count(); kind++) {
            test_world world;
            if (!test_looks_at_scene((uint32_t)kind, (uint32_t)corners))
                continue;
            test_world_create_scene(&world, (cairn_scene_kind)kind, 301, 250,
                                    (cairn_corners)corners);
            check_world(&world, &tally);
            test_world_destroy(&world);
        }
    assert_true(tally.found > 1000 && tally.gave_up > 1000);
}

#define LONG 400
#define WALL 200

/* A hall with a wall that is open at its end: the only turn is there. Where that is, seen from the goal, has to go
 * into numbers of 8 bits. */
static void create_hall(test_world *world, cairn_corners corners)
{
    unsigned char cells[5 * LONG];
    memset(cells, 1, sizeof cells);
    for (int y = 0; y < 4; y++)
        cells[y * LONG + WALL] = 0;
    test_world_create(world, LONG, 5, cells, corners);
}

static void check_far(const test_world *world, cairn__xy start, int turn, int step)
{
    near_tally tally = {0};
    int *costs = ref_allocate((size_t)ref_get_cell_count(&world->ref), sizeof *costs);
    ref_find_costs(&world->ref, test_world_get_id(world, cairn__pack(start)), costs);
    for (int x = WALL + 8 * step; x >= 0 && x < LONG; x += step) {
        const cairn__xy ends[2] = {start, {.x = (uint16_t)x, .y = 0}};
        bool is_near = turn - x >= INT8_MIN && turn - x <= INT8_MAX;
        assert_int_equal(find(world, ends, costs[x], &tally), is_near);
    }
    assert_true(tally.found > 100 && tally.gave_up > 0);
    free(costs);
}

/* With strict corners a path turns behind the wall, with free ones beside it. */
static void test_far(void **state)
{
    (void)state;
    for (int corners = 0; corners < 2; corners++) {
        int behind = corners == CAIRN_CORNERS_STRICT ? 1 : 0;
        test_world world;
        create_hall(&world, (cairn_corners)corners);
        check_far(&world, (cairn__xy){.x = WALL - 20, .y = 0}, WALL + behind, 1);
        check_far(&world, (cairn__xy){.x = WALL + 20, .y = 0}, WALL - behind, -1);
        test_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_giving_up),
        cmocka_unit_test(test_far),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
