/* test_living_scout.c (property): a scout whose search is guided by labels of the map as it was at first finds ways of
 * the same lengths as one without a guide, from either end, after closings and openings, in slices, and
 * whatever it is told of the way's length. */
#include "living_world.h"

#include "db/kind_labels.h"
#include "plan/scout.h"

enum { LABELS = 3, WORLDS = 60, ROUNDS = 12, PAIRS = 12 };

typedef struct tally {
    uint32_t ways;
    uint64_t units[2]; /* without and with a guide */
} tally;

/* Answers a question in slices, and tells what it has cost. */
static void answer(cairn__scout *scout, cairn__ask *ask, int64_t slice, uint64_t *units)
{
    while (ask->state == CAIRN__ASK_WAITS) {
        cairn__meter meter = {.left = slice};
        cairn__scout_run(scout, ask, &meter);
        *units += (uint64_t)(slice - meter.left);
    }
}

static void check_pair(living_world *world, cairn__xy from, cairn__xy to, tally *all)
{
    const cairn_db *db = world->dbs[LABELS];
    cairn__scout *scout;
    assert_int_equal(cairn__planner_get_scout(world->planner, &scout), CAIRN_OK);
    cairn__ask plain = {.state = CAIRN__ASK_NONE}, guided = {.state = CAIRN__ASK_NONE};
    int64_t slice = 1024 + (int64_t)test_draw_below(&world->random, 4096);
    cairn__scout_ask(scout, &plain, from, to);
    answer(scout, &plain, slice, &all->units[0]);
    assert_int_equal(plain.state, CAIRN__ASK_FOUND);
    cairn__scout_ask(scout, &guided, from, to);
    uint32_t way = plain.distance * (uint32_t)(24 + test_draw_below(&world->random, 20)) / 32;
    bool back = test_draw_below(&world->random, 2) != 0;
    guided.labels =
        (cairn__ask_labels){cairn__db_get_labels(db), db->header->map_fingerprint, way, back};
    answer(scout, &guided, slice, &all->units[1]);
    assert_int_equal(guided.state, CAIRN__ASK_FOUND);
    assert_int_equal(guided.distance, plain.distance);
    assert_true(cairn__is_same_cell(guided.way.cells[0], from));
    for (uint32_t i = 1; i < guided.way.count; i++)
        assert_true(cairn_map_is_open(world->map, cairn__pack(guided.way.cells[i])));
    all->ways++;
}

static void change(living_world *world)
{
    int x = test_draw_below(&world->random, world->width);
    int y = test_draw_below(&world->random, world->height);
    int width = 1 + test_draw_below(&world->random, 5);
    int height = 1 + test_draw_below(&world->random, 5);
    living_world_set(world, x, y, width, height, test_draw_below(&world->random, 3) == 0);
}

static void test_guided_ways(void **state)
{
    (void)state;
    tally all = {0};
    for (uint32_t number = 0; number < WORLDS; number++) {
        living_world world;
        living_world_create(&world, number);
        for (int i = 0; i < ROUNDS * PAIRS; i++) {
            if (i % PAIRS == 0)
                change(&world);
            cairn_cell from = living_world_draw(&world), to = living_world_draw(&world);
            if (living_world_is_joined(&world, from, to))
                check_pair(&world, cairn__unpack(from), cairn__unpack(to), &all);
        }
        living_world_destroy(&world);
    }
    assert_true(all.ways > 1000);
    assert_true(all.units[0] != all.units[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_guided_ways)};
    return cmocka_run_group_tests_name("living_scout", tests, NULL, NULL);
}
