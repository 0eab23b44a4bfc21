/* test_jump.c (property): jump point search finds paths of the reference's least costs; it is broken
 * off anywhere, in slices of any size, and finds the same path for the same units; no slice spends
 * more than it has; where the open list is full, A* finds a path of the same cost. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "search/jump_search.h"

typedef struct jumper {
    const test_world *world;
    cairn__jump_search *search;
    cairn__xy *path; /* of the search in one go; room for every cell */
    cairn__xy *again;
} jumper;

static cairn__jump_search *make_search(const cairn_map *map, uint32_t candidates)
{
    void *memory = malloc((size_t)cairn__jump_search_get_bytes(map, candidates));
    assert_non_null(memory);
    return cairn__jump_search_create_in(memory, map, candidates);
}

static void create_jumper(jumper *self, const test_world *world, uint32_t candidates)
{
    size_t bytes = ((size_t)world->open_count + 1) * sizeof(cairn__xy);
    self->world = world;
    self->search = make_search(world->map, candidates);
    self->path = malloc(bytes);
    self->again = malloc(bytes);
    assert_true(self->path != NULL && self->again != NULL);
}

static void destroy_jumper(jumper *self)
{
    free(self->search);
    free(self->path);
    free(self->again);
}

/* Searches in slices of `slice` units; returns all units. */
static uint64_t search(jumper *self, const cairn__xy ends[2], uint32_t slice)
{
    uint64_t units = 0;
    cairn_status status;
    cairn__jump_search_start(self->search, ends[0], ends[1]);
    do {
        cairn__meter meter = {.left = slice};
        status = cairn__jump_search_run(self->search, &meter);
        assert_true(meter.left <= slice);
        assert_true(status == CAIRN_OK || meter.left < slice);
        units += (uint64_t)(slice - meter.left);
    } while (status == CAIRN_UNFINISHED);
    assert_int_equal(status, CAIRN_OK);
    return units;
}

/* Lists the path found, and checks that it is one, of the cost that the search says. */
static size_t list_path(const jumper *self, const cairn__xy ends[2], cairn__xy *path)
{
    const test_world *world = self->world;
    size_t count = 1;
    uint32_t cost = 0;
    path[0] = ends[0];
    while (!cairn__is_same_cell(path[count - 1], ends[1])) {
        cairn__run run = cairn__jump_search_get_run(self->search, path[count - 1]);
        assert_true(run.count > 0 && count + run.count <= (size_t)world->open_count);
        for (uint32_t i = 0; i < run.count; i++, count++) {
            path[count] = cairn__cell_after(path[count - 1], run.move, 1);
            int move =
                ref_find_move(&world->ref, test_world_get_id(world, cairn__pack(path[count - 1])),
                              test_world_get_id(world, cairn__pack(path[count])));
            assert_int_not_equal(move, REF_NONE);
            cost += (uint32_t)ref_get_move_cost(move);
        }
    }
    assert_int_equal(cost, cairn__jump_search_get_cost(self->search));
    return count;
}

static void check_slices(jumper *self, const cairn__xy ends[2])
{
    static const uint32_t slices[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 50, 333, 1024};
    uint64_t units = search(self, ends, UINT32_MAX);
    size_t count = list_path(self, ends, self->path);
    for (size_t i = 0; i < sizeof slices / sizeof slices[0]; i++) {
        assert_true(search(self, ends, slices[i]) == units);
        assert_int_equal(list_path(self, ends, self->again), count);
        assert_memory_equal(self->path, self->again, count * sizeof *self->path);
    }
}

static void check_world(test_world *world, void *context)
{
    const uint32_t *candidates = context;
    test_random random = {9};
    jumper self;
    if (world->open_count == 0)
        return;
    create_jumper(&self, world, *candidates);
    for (int i = 0; i < 30; i++) {
        int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
        cairn__xy ends[2] = {cairn__unpack(test_world_get_cell(world, from)),
                             cairn__unpack(test_world_get_cell(world, to))};
        if (test_world_is_joined(world, from, to))
            check_slices(&self, ends);
    }
    destroy_jumper(&self);
}

static void test_slices(void **state)
{
    (void)state;
    uint32_t candidates = 10000;
    test_for_worlds(100, 20, 3, check_world, &candidates);
}

/* Lines across tiles, long diagonals. */
static void test_large_slices(void **state)
{
    (void)state;
    for (int corners = 0; corners < 2; corners++)
        for (int kind = 0; kind < (int)cairn_scene_kind_get_count(); kind++) {
            test_world world;
            uint32_t candidates;
            if (!test_looks_at_scene((uint32_t)kind, (uint32_t)corners))
                continue;
            test_world_create_scene(&world, (cairn_scene_kind)kind, 301, 250,
                                    (cairn_corners)corners);
            candidates = cairn__jump_search_get_candidates(world.map);
            check_world(&world, &candidates);
            test_world_destroy(&world);
        }
}

/* With hardly any room in the heap, or none at all, costs stay what they are. */
static void check_full(test_world *world, void *context)
{
    (void)context;
    test_random random = {10};
    jumper all, few;
    if (world->open_count == 0)
        return;
    create_jumper(&all, world, 10000);
    for (uint32_t candidates = 0; candidates < 4; candidates++) {
        create_jumper(&few, world, candidates);
        for (int i = 0; i < 20; i++) {
            int from = test_world_draw(world, &random), to = test_world_draw(world, &random);
            cairn__xy ends[2] = {cairn__unpack(test_world_get_cell(world, from)),
                                 cairn__unpack(test_world_get_cell(world, to))};
            if (!test_world_is_joined(world, from, to))
                continue;
            check_slices(&few, ends);
            (void)search(&all, ends, UINT32_MAX);
            assert_int_equal(cairn__jump_search_get_cost(all.search),
                             cairn__jump_search_get_cost(few.search));
        }
        destroy_jumper(&few);
    }
    destroy_jumper(&all);
}

static void test_full(void **state)
{
    (void)state;
    test_for_worlds(60, 20, 4, check_full, NULL);
}

/* Holds every path from a few cells against Dijkstra's costs by the reference. */
static void check_costs(test_world *world, void *context)
{
    uint64_t *checked = context;
    test_random random = {11};
    jumper self;
    if (world->open_count == 0)
        return;
    int cells = ref_get_cell_count(&world->ref);
    int *costs = ref_allocate((size_t)cells, sizeof *costs);
    create_jumper(&self, world, 10000);
    for (int i = 0; i < 4; i++) {
        int from = test_world_draw(world, &random);
        ref_find_costs(&world->ref, from, costs);
        for (int to = i; to < cells; to += 1 + (int)(cells / 500)) {
            cairn__xy ends[2] = {cairn__unpack(test_world_get_cell(world, from)),
                                 cairn__unpack(test_world_get_cell(world, to))};
            if (!ref_is_open(&world->ref, ends[1].x, ends[1].y) ||
                !test_world_is_joined(world, from, to))
                continue;
            (void)search(&self, ends, UINT32_MAX);
            (void)list_path(&self, ends, self.path);
            assert_int_equal(cairn__jump_search_get_cost(self.search), costs[to]);
            ++*checked;
        }
    }
    destroy_jumper(&self);
    free(costs);
}

static void test_costs(void **state)
{
    (void)state;
    uint64_t checked = 0;
    int worlds = test_for_worlds(1500, 24, 5, check_costs, &checked);
    assert_true(checked > 33 * (uint64_t)worlds);
}

/* Noise and games' kinds of maps, across tiles. */
static void test_large_costs(void **state)
{
    (void)state;
    uint64_t checked = 0, worlds = 0;
    for (int corners = 0; corners < 2; corners++)
        for (int kind = 0; kind < (int)cairn_scene_kind_get_count(); kind++) {
            test_world world;
            if (!test_looks_at_scene((uint32_t)kind, (uint32_t)corners))
                continue;
            test_world_create_scene(&world, (cairn_scene_kind)kind, 210, 170,
                                    (cairn_corners)corners);
            check_costs(&world, &checked);
            test_world_destroy(&world);
            worlds++;
        }
    for (int i = 0; i < 40; i += TEST_STRIDE) {
        test_world world;
        test_random random = {(uint64_t)i + 1};
        test_world_create_random(&world, 70 + 3 * i, 190 - 3 * i, 1 + i, (cairn_corners)(i % 2),
                                 &random);
        check_costs(&world, &checked);
        test_world_destroy(&world);
        worlds++;
    }
    assert_true(checked > 865 * worlds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_costs),  cmocka_unit_test(test_large_costs),
        cmocka_unit_test(test_slices), cmocka_unit_test(test_large_slices),
        cmocka_unit_test(test_full),
    };
    return cmocka_run_group_tests_name("jump", tests, NULL, NULL);
}
