/* test_way_search.c (property): searches on a changing map that labels of the map as it was at first help, with a guide or
 * by proof that nothing is short enough, give the answers of jumps alone: from either end, after closings and openings,
 * in slices, and up to any length; a guided one also with a wrong length of the way. */
#include "living_world.h"

#include "base/memory.h"
#include "db/kind_labels.h"
#include "route/way_search.h"
#include "search/way.h"

enum { LABELS = 3, WORLDS = 60, ROUNDS = 12, PAIRS = 12 };

typedef struct tally {
    uint32_t found;
    uint32_t missed;
    uint64_t units[CAIRN__WAY_PARTS];
} tally;

typedef struct trial {
    living_world world;
    cairn_map *base; /* as it was at first */
    cairn_planner *on_base;
    cairn__way_search *search;
} trial;

/* Answers a question in slices: its cost, or UINT32_MAX if no path is short enough. */
static uint32_t answer(cairn__way_search *search, const cairn__way_question *asked, int64_t slice,
                       tally *all)
{
    cairn_status status = CAIRN_UNFINISHED;
    cairn__way_search_start(search, asked);
    while (status == CAIRN_UNFINISHED) {
        cairn__meter meter = {.left = slice};
        status = cairn__way_search_run(search, &meter);
    }
    for (int i = 0; i < CAIRN__WAY_PARTS; i++)
        all->units[i] += search->spent[i];
    assert_true(status == CAIRN_OK || status == CAIRN_NO_PATH);
    return status == CAIRN_OK ? search->jump->operations->get_cost(search->jump) : UINT32_MAX;
}

static void check_way(const living_world *world, cairn__way_search *search,
                      const cairn__way_question *asked)
{
    cairn__way way;
    assert_true(cairn__way_keep(&way, search->jump));
    assert_true(cairn__is_same_cell(way.cells[0], asked->from));
    for (uint32_t i = 1; i < way.count; i++)
        assert_true(cairn_map_is_open(world->map, cairn__pack(way.cells[i])));
}

/* 0: there is no path. */
static uint32_t get_length_on_base(const trial *self, const cairn__xy ends[2])
{
    uint32_t length = 0;
    cairn_status status =
        cairn_planner_find(self->on_base, cairn__pack(ends[0]), cairn__pack(ends[1]), &length);
    return status == CAIRN_OK ? length : 0;
}

static void check_pair(trial *self, const cairn__xy ends[2], tally *all)
{
    living_world *world = &self->world;
    cairn__way_search *search = self->search;
    const cairn_db *db = world->dbs[LABELS];
    cairn__way_question asked = {.from = ends[0], .to = ends[1], .most = UINT32_MAX};
    int64_t slice = 1024 + (int64_t)test_draw_below(&world->random, 4096);
    uint32_t cost = answer(search, &asked, slice, all);
    uint32_t way = cost * (uint32_t)(24 + test_draw_below(&world->random, 20)) / 32;
    bool back = test_draw_below(&world->random, 2) != 0;
    asked.labels =
        (cairn__way_labels){cairn__db_get_labels(db), db->header->map_fingerprint, way, back};
    if (test_draw_below(&world->random, 2) != 0) {
        uint32_t most = cost + (uint32_t)test_draw_below(&world->random, 6);
        asked.most = most > 3 ? most - 3 : 0;
        asked.labels.way = get_length_on_base(self, ends);
    }
    uint32_t found = answer(search, &asked, slice, all);
    assert_int_equal(found, cost <= asked.most ? cost : UINT32_MAX);
    if (found != UINT32_MAX)
        check_way(world, search, &asked);
    ++*(found != UINT32_MAX ? &all->found : &all->missed);
}

static void change(living_world *world)
{
    int x = test_draw_below(&world->random, world->width);
    int y = test_draw_below(&world->random, world->height);
    int width = 1 + test_draw_below(&world->random, 5);
    int height = 1 + test_draw_below(&world->random, 5);
    living_world_set(world, x, y, width, height, test_draw_below(&world->random, 3) == 0);
}

static void create(trial *self, uint32_t number)
{
    const cairn_allocator allocator = cairn__get_allocator(NULL);
    living_world_create(&self->world, number);
    uint32_t nodes = cairn__db_get_labels(self->world.dbs[LABELS])->nodes;
    bool notes = number % 2 == 0;
    const cairn_map *map = self->world.map;
    assert_int_equal(cairn_map_copy(map, NULL, &self->base), CAIRN_OK);
    assert_int_equal(cairn_planner_create(self->base, NULL, NULL, &self->on_base), CAIRN_OK);
    assert_int_equal(cairn__way_search_create(map, nodes, notes, &allocator, &self->search),
                     CAIRN_OK);
}

static void destroy(trial *self)
{
    cairn__way_search_destroy(self->search);
    cairn_planner_destroy(self->on_base);
    cairn_map_close(self->base);
    living_world_destroy(&self->world);
}

static void check_world(uint32_t number, tally *all)
{
    trial self;
    create(&self, number);
    for (int i = 0; i < ROUNDS * PAIRS; i++) {
        if (i % PAIRS == 0)
            change(&self.world);
        cairn_cell from = living_world_draw(&self.world), to = living_world_draw(&self.world);
        const cairn__xy ends[2] = {cairn__unpack(from), cairn__unpack(to)};
        if (living_world_is_joined(&self.world, from, to))
            check_pair(&self, ends, all);
    }
    destroy(&self);
}

static void test_labels_change_no_answer(void **state)
{
    (void)state;
    tally all = {0};
    for (uint32_t number = 0; number < WORLDS; number++)
        check_world(number, &all);
    assert_true(all.found > 1000 && all.missed > 300);
    for (int i = 0; i < CAIRN__WAY_PARTS; i++)
        assert_true(all.units[i] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_labels_change_no_answer)};
    return cmocka_run_group_tests_name("way_search", tests, NULL, NULL);
}
