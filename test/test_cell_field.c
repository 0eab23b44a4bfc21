/* test_cell_field.c (property): from every cell that the reference finds a path from, a field of cells has moves
 * that add up to the reference's least cost, and from no other; slices of any size change nothing, and none
 * takes more units than it has and a piece. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "hard_maps.h"
#include "search/cell_field.h"

enum { MOST_SIDE = 100, GOALS = 3 };

typedef struct flooded {
    test_world world;
    cairn__cell_field field;
    cairn__cell_flood flood;
    uint8_t *cells[2]; /* of a flood in one go, and in slices */
    void *memory;
    int *costs;
} flooded;

static void create(flooded *self)
{
    const cairn_map *map = self->world.map;
    size_t bytes = (size_t)cairn__cell_field_get_bytes(map);
    self->cells[0] = malloc(bytes);
    self->cells[1] = malloc(bytes);
    self->memory = malloc((size_t)cairn__cell_flood_get_bytes(map));
    self->costs = malloc((size_t)ref_get_cell_count(&self->world.ref) * sizeof(int));
    assert_true(self->cells[0] != NULL && self->cells[1] != NULL);
    assert_true(self->memory != NULL && self->costs != NULL);
    memset(self->memory, 0xa5, (size_t)cairn__cell_flood_get_bytes(map));
    cairn__cell_flood_create(&self->flood, map, self->memory);
}

static void destroy(flooded *self)
{
    free(self->cells[0]);
    free(self->cells[1]);
    free(self->memory);
    free(self->costs);
    test_world_destroy(&self->world);
}

/* Floods in slices of `slice` units; returns all units. */
static int64_t flood(flooded *self, int which, cairn__xy goal, int64_t slice)
{
    int64_t sum = 0;
    cairn__meter meter = {.left = slice};
    self->field.cells = self->cells[which];
    cairn__cell_field_start(&self->field, &self->flood, self->world.map, goal);
    while (cairn__cell_field_run(&self->field, &self->flood, self->world.map, &meter) !=
           CAIRN__DONE) {
        assert_true(meter.left <= 0 && meter.left > -CAIRN__CELL_FIELD_UNITS);
        sum += slice - meter.left;
        meter.left = slice;
    }
    return sum + slice - meter.left;
}

/* A run leads straight on by legal moves, each of which brings the goal as much nearer as it costs. */
static void check_run(const flooded *self, int cell, cairn__run run)
{
    assert_in_range(run.count, 1, 5);
    for (uint32_t i = 0; i < run.count; i++) {
        int next = ref_get_neighbour(&self->world.ref, cell, (int)run.move);
        assert_int_not_equal(next, REF_NONE);
        assert_int_equal(self->costs[next] + ref_get_move_cost((int)run.move), self->costs[cell]);
        cell = next;
    }
}

static void check_goal(flooded *self, int goal, int64_t slice)
{
    const ref_map *ref = &self->world.ref;
    cairn__xy to = cairn__unpack(test_world_get_cell(&self->world, goal));
    int64_t whole = flood(self, 0, to, INT64_C(1) << 40);
    assert_int_equal(flood(self, 1, to, slice), whole);
    assert_memory_equal(self->cells[0], self->cells[1],
                        (size_t)cairn__cell_field_get_bytes(self->world.map));
    ref_find_costs(ref, goal, self->costs);
    for (int cell = 0; cell < ref_get_cell_count(ref); cell++) {
        cairn__xy at = cairn__unpack(test_world_get_cell(&self->world, cell));
        bool is_joined = self->costs[cell] != REF_NONE;
        assert_int_equal(cairn__cell_field_has(&self->field, at), is_joined);
        if (is_joined && cell != goal)
            check_run(self, cell, cairn__cell_field_tell(&self->field, at, 5));
    }
}

static void check_world(flooded *self, uint64_t seed)
{
    static const int64_t slices[] = {1, 7, 100, 3000};
    test_random random = {seed};
    create(self);
    for (int i = 0; i < GOALS && self->world.open_count > 0; i++)
        check_goal(self, test_world_draw(&self->world, &random), slices[(seed + (uint64_t)i) % 4]);
    destroy(self);
}

static void test_that_moves_are_those_of_shortest_paths(void **state)
{
    (void)state;
    for (uint32_t number = 0; number < 600; number++) {
        static unsigned char open[MOST_SIDE * MOST_SIDE];
        test_random random = {number};
        if (!test_looks_at(number))
            continue;
        int width = 1 + test_draw_below(&random, MOST_SIDE);
        int height = 1 + test_draw_below(&random, MOST_SIDE);
        hard_map_draw(number, (uint32_t)width, (uint32_t)height, open);
        flooded self = {0};
        test_world_create(&self.world, width, height, open,
                          number % 2 == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE);
        check_world(&self, number);
    }
}

static void test_that_scenes_are_flooded(void **state)
{
    (void)state;
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++)
        for (uint32_t corners = 0; corners < 2; corners++) {
            flooded self = {0};
            if (!test_looks_at_scene(kind, corners))
                continue;
            test_world_create_scene(&self.world, (cairn_scene_kind)kind, 150, 130,
                                    corners == 0 ? CAIRN_CORNERS_STRICT : CAIRN_CORNERS_FREE);
            check_world(&self, kind);
        }
}

/* A flood that is left begins again elsewhere, with the same memory. */
static void test_that_a_flood_may_be_left(void **state)
{
    flooded self = {0};
    (void)state;
    test_world_create_scene(&self.world, CAIRN_SCENE_CAVES, 150, 130, CAIRN_CORNERS_STRICT);
    create(&self);
    test_random random = {4};
    for (int i = 0; i < 20; i++) {
        cairn__meter meter = {.left = INT64_C(500) * i};
        int left = test_world_draw(&self.world, &random);
        self.field.cells = self.cells[0];
        cairn__cell_field_start(&self.field, &self.flood, self.world.map,
                                cairn__unpack(test_world_get_cell(&self.world, left)));
        (void)cairn__cell_field_run(&self.field, &self.flood, self.world.map, &meter);
        check_goal(&self, test_world_draw(&self.world, &random), 777);
    }
    destroy(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_that_moves_are_those_of_shortest_paths),
        cmocka_unit_test(test_that_scenes_are_flooded),
        cmocka_unit_test(test_that_a_flood_may_be_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
