/* test_sweep.c (property): the corners in sight from a list are those from bitmaps and those of the
 * literal rule, also when the look around is broken off again and again; and the turns that
 * shortest paths make at corners are allowed, and no others. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/turns.h"
#include "search/corner_sweep.h"
#include "build/corners.h"

/* ---- a map, ready to look around in both ways ---- */

typedef struct looker {
    const test_world *world;
    cairn__sight sight;
    cairn__cell_list corners; /* in row-major order */
    cairn__cell_list seen;
    cairn__corner_index index;
    uint32_t *firsts;
    cairn__corner_item *items;
    cairn__xy *cells; /* of the items */
    cairn__corner *found;
    cairn__corner *again;
} looker;

static cairn__xy get_xy(const test_world *world, int cell)
{
    return cairn__unpack(test_world_get_cell(world, cell));
}

static uint32_t get_bucket(const looker *self, cairn__xy cell)
{
    return cell.y / CAIRN__BUCKET_SIDE * self->index.across + cell.x / CAIRN__BUCKET_SIDE;
}

/* Puts the corners into buckets, as literally as can be. Exactly as long as they must be: an
 * address sanitizer sees every look beside them. */
static void fill_buckets(looker *self)
{
    uint32_t buckets = self->index.across * self->index.down, next = 0;
    size_t count = self->corners.count;
    self->firsts = malloc((buckets + 1) * sizeof *self->firsts);
    self->items = malloc((count > 0 ? count : 1) * sizeof *self->items);
    self->cells = malloc((count > 0 ? count : 1) * sizeof *self->cells);
    assert_true(self->firsts != NULL && self->items != NULL && self->cells != NULL);
    for (uint32_t bucket = 0; bucket < buckets; bucket++) {
        self->firsts[bucket] = next;
        for (size_t i = 0; i < count; i++)
            if (get_bucket(self, self->corners.cells[i]) == bucket) {
                self->cells[next] = self->corners.cells[i];
                self->items[next++] =
                    cairn__corner_get_item(self->world->map, self->corners.cells[i]);
            }
    }
    self->firsts[buckets] = next;
    assert_int_equal(next, count);
    self->index.firsts = self->firsts;
    self->index.items = self->items;
    self->index.count = next;
}

static void create_looker(looker *self, const test_world *world)
{
    cairn__preparation how = {1, NULL};
    cairn_map_info info = test_get_map_info(world->map);
    memset(self, 0, sizeof *self);
    self->world = world;
    self->index.across = (info.width + 63) / 64;
    self->index.down = (info.height + 63) / 64;
    test_counter *counter = calloc(1, sizeof *counter);
    assert_non_null(counter);
    cairn_allocator allocator = test_counter_get_allocator(counter);
    self->corners.allocator = self->seen.allocator = allocator;
    assert_int_equal(cairn__sight_create(world->map, &allocator, &how, &self->sight), CAIRN_OK);
    assert_int_equal(cairn__find_corners(&self->sight, SIZE_MAX, &self->corners), CAIRN_OK);
    fill_buckets(self);
    self->found = malloc((self->corners.count + 1) * sizeof *self->found);
    self->again = malloc((self->corners.count + 1) * sizeof *self->again);
    assert_true(self->found != NULL && self->again != NULL);
}

static void destroy_looker(looker *self)
{
    test_counter *counter = self->corners.allocator.context;
    cairn__sight_end(&self->sight);
    cairn__cell_list_end(&self->corners);
    cairn__cell_list_end(&self->seen);
    assert_int_equal(counter->allocations, counter->releases);
    free(counter);
    free(self->firsts);
    free(self->items);
    free(self->cells);
    free(self->found);
    free(self->again);
}

/* Looks around; each call may spend `budget` at most. */
static size_t look_around(const looker *self, cairn__xy cell, uint32_t budget, cairn__corner *found)
{
    cairn__corner_sweep sweep;
    size_t count = 0;
    cairn__corner_sweep_start(&sweep, cell, (cairn__xy){cell.y, cell.x});
    for (;;) {
        cairn__meter meter = {.left = budget};
        cairn__sweep_answer answer =
            cairn__corner_sweep_next(&sweep, self->world->map, &self->index, &meter, &found[count]);
        const cairn_work *work = &meter.work;
        assert_int_equal(meter.left + work->scans + work->entries + work->moves, budget);
        assert_int_equal(meter.left + test_work_get_units(work), budget); /* and nothing else */
        if (answer == CAIRN__SWEEP_DONE)
            return count;
        if (answer == CAIRN__SWEEP_PAUSED) {
            assert_true(meter.left < budget); /* some progress */
            continue;
        }
        assert_true(cairn__corner_get_node(found[count]) < self->index.count);
        assert_true(count < self->index.count); /* each once */
        count++;
    }
}

static int compare_cells(const void *a, const void *b)
{
    const cairn__xy *one = a, *other = b;
    return one->y != other->y ? one->y - other->y : one->x - other->x;
}

static void fail_at(const looker *self, cairn__xy cell, const char *what)
{
    int id = test_world_get_id(self->world, cairn__pack(cell));
    test_world_print(self->world, id, id);
    fail_msg("%s: from %u,%u %s", self->world->name, cell.x, cell.y, what);
}

static void check_cell(looker *self, cairn__xy cell)
{
    size_t count = look_around(self, cell, UINT32_MAX, self->found);
    cairn__xy *cells = malloc((count + 1) * sizeof *cells);
    assert_non_null(cells);
    for (size_t i = 0; i < count; i++) {
        uint32_t node = cairn__corner_get_node(self->found[i]);
        cells[i] = self->cells[node];
        assert_int_equal(self->found[i] >> CAIRN__NODE_BITS, self->items[node] >> 12);
    }
    assert_int_equal(cairn__find_seen_corners(&self->sight, cell, &self->seen), CAIRN_OK);
    if (count != self->seen.count)
        fail_at(self, cell, "the list and the bitmaps see different numbers of corners");
    qsort(cells, count, sizeof *cells, compare_cells);
    if (count > 0)
        qsort(self->seen.cells, count, sizeof *cells, compare_cells);
    if (count > 0 && memcmp(cells, self->seen.cells, count * sizeof *cells) != 0)
        fail_at(self, cell, "the list and the bitmaps see different corners");
    free(cells);
    static const uint32_t budgets[] = {CAIRN__MOST_IN_BUCKET + 1, 1700, 3000};
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        size_t again = look_around(self, cell, budgets[i], self->again);
        if (again != count || memcmp(self->found, self->again, count * sizeof *self->found) != 0)
            fail_at(self, cell, "a look that is broken off sees something else");
    }
}

static void check_all_cells(test_world *world, void *context)
{
    (void)context;
    looker self;
    if (test_get_map_info(world->map).corners != CAIRN_CORNERS_STRICT)
        return;
    create_looker(&self, world);
    for (int i = 0; i < world->open_count; i++)
        check_cell(&self, get_xy(world, world->open[i]));
    destroy_looker(&self);
}

static void list_and_bitmaps_see_the_same(void **state)
{
    (void)state;
    test_for_worlds(300, 24, 501, check_all_cells, NULL);
}

/* Across buckets and along borders, where these are and are not multiples of 64. */
static void the_same_across_buckets(void **state)
{
    (void)state;
    static const int sizes[][2] = {{64, 64}, {128, 64}, {65, 63}, {129, 127}, {200, 5},
                                   {3, 200}, {1, 100},  {100, 1}, {192, 130}, {70, 190}};
    static const int blocked[] = {1, 5, 20, 40};
    test_random random = {502};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int j = 0; j < 4; j++) {
            test_world world;
            looker self;
            test_world_create_random(&world, sizes[i][0], sizes[i][1], blocked[j],
                                     CAIRN_CORNERS_STRICT, &random);
            create_looker(&self, &world);
            for (int k = 0; k < 400 && world.open_count > 0; k++)
                check_cell(&self, get_xy(&world, test_world_draw(&world, &random)));
            destroy_looker(&self);
            test_world_destroy(&world);
        }
}

static void the_same_on_scenes(void **state)
{
    (void)state;
    test_random random = {503};
    for (uint32_t kind = 0; kind < cairn_scene_kind_get_count(); kind++) {
        test_world world;
        looker self;
        test_world_create_scene(&world, (cairn_scene_kind)kind, 330, 270, CAIRN_CORNERS_STRICT);
        create_looker(&self, &world);
        for (int k = 0; k < 1500; k++)
            check_cell(&self, get_xy(&world, test_world_draw(&world, &random)));
        destroy_looker(&self);
        test_world_destroy(&world);
    }
}

/* ---- the literal rule of sight ---- */

/* Legal moves of a leg between two cells: which ones shorten the octile distance by their cost. */
static int get_step(const test_world *world, int cell, int move, int to)
{
    int next = ref_get_neighbour(&world->ref, cell, move);
    if (next == REF_NONE || ref_get_distance(&world->ref, next, to) + ref_get_move_cost(move) !=
                                ref_get_distance(&world->ref, cell, to))
        return REF_NONE;
    return next;
}

/* Marks the cells of all paths of octile length: 1 reached, 2 looked at. True if `to` is. */
static bool mark_paths(const test_world *world, int from, int to, unsigned char *marks)
{
    if (from == to)
        return true;
    if (marks[from] != 0)
        return marks[from] == 1;
    bool leads = false;
    for (int move = 0; move < REF_MOVES; move++) {
        int next = get_step(world, from, move, to);
        leads = (next != REF_NONE && mark_paths(world, next, to, marks)) || leads;
    }
    marks[from] = leads ? 1 : 2;
    return leads;
}

static bool is_corner(const test_world *world, int cell)
{
    return cairn__corner_get_item(world->map, get_xy(world, cell)) >> 12 != 0;
}

/* A path of octile length leads there, and none meets another corner. */
static bool sees(const test_world *world, int from, int to, unsigned char *marks)
{
    int count = ref_get_cell_count(&world->ref);
    memset(marks, 0, (size_t)count);
    if (from == to || !mark_paths(world, from, to, marks))
        return false;
    for (int cell = 0; cell < count; cell++)
        if (marks[cell] == 1 && cell != from && cell != to && is_corner(world, cell))
            return false;
    return true;
}

static void check_literal_sight(test_world *world, void *context)
{
    (void)context;
    looker self;
    if (test_get_map_info(world->map).corners != CAIRN_CORNERS_STRICT)
        return;
    unsigned char *marks = malloc((size_t)ref_get_cell_count(&world->ref));
    assert_non_null(marks);
    create_looker(&self, world);
    for (int i = 0; i < world->open_count; i++) {
        cairn__xy cell = get_xy(world, world->open[i]);
        size_t count = look_around(&self, cell, UINT32_MAX, self.found), literal = 0;
        for (size_t j = 0; j < count; j++) {
            cairn__xy corner = self.cells[cairn__corner_get_node(self.found[j])];
            if (!sees(world, world->open[i], test_world_get_id(world, cairn__pack(corner)), marks))
                fail_at(&self, cell, "a corner is seen that is not in sight");
        }
        for (size_t j = 0; j < self.corners.count; j++)
            literal += sees(world, world->open[i],
                            test_world_get_id(world, cairn__pack(self.cells[j])), marks);
        if (literal != count)
            fail_at(&self, cell, "a corner is in sight that is not seen");
    }
    destroy_looker(&self);
    free(marks);
}

static void sight_is_the_literal_one(void **state)
{
    (void)state;
    test_for_worlds(150, 12, 504, check_literal_sight, NULL);
}

/* ---- turns ---- */

/* A corner in the middle of 5 x 5 cells, with some diagonal neighbours blocked. */
enum { SIDE = 5, MIDDLE = 12 };

static const int move_x[8] = {1, 1, 0, -1, -1, -1, 0, 1}; /* clockwise from east */
static const int move_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static int get_place(int move, int sign)
{
    return MIDDLE + sign * (move_y[move & 7] * SIDE + move_x[move & 7]);
}

static int get_cost(int move)
{
    return (move & 1) != 0 ? 14 : 10;
}

/* The moves of a direction: one of its own kind, or the two beside it. */
static int get_moves(int direction, int moves[2])
{
    moves[0] = direction / 2;
    moves[1] = (direction / 2 + 1) % 8;
    return direction % 2 == 0 ? 1 : 2;
}

/* 1 if no two moves can be cut short, 0 if some can, -1 if some cannot be made. */
static int get_literal_turn(const ref_map *map, int from, int to)
{
    int before[2], after[2], costs[SIDE * SIDE], answer = 1;
    int first_count = get_moves(from, before), second_count = get_moves(to, after);
    for (int i = 0; i < first_count; i++)
        for (int j = 0; j < second_count; j++) {
            int start = get_place(before[i], -1), end = get_place(after[j], 1);
            if (!map->open[start] || !map->open[end] ||
                ref_find_move(map, start, MIDDLE) == REF_NONE ||
                ref_find_move(map, MIDDLE, end) == REF_NONE)
                return -1;
            ref_find_costs(map, start, costs);
            if (costs[end] != get_cost(before[i]) + get_cost(after[j]))
                answer = 0;
        }
    return answer;
}

static void turns_are_those_that_cannot_be_cut_short(void **state)
{
    (void)state;
    static const int corners[4] = {MIDDLE - SIDE - 1, MIDDLE - SIDE + 1, MIDDLE + SIDE - 1,
                                   MIDDLE + SIDE + 1};
    int allowed = 0, refused = 0;
    for (uint32_t blocked = 1; blocked < 16; blocked++) {
        unsigned char cells[SIDE * SIDE];
        memset(cells, 1, sizeof cells);
        for (uint32_t i = 0; i < 4; i++)
            if ((blocked >> i & 1) != 0)
                cells[corners[i]] = 0;
        ref_map map = {SIDE, SIDE, false, cells};
        for (int from = 0; from < CAIRN__DIRECTIONS; from++)
            for (int to = 0; to < CAIRN__DIRECTIONS; to++) {
                int literal = get_literal_turn(&map, from, to);
                int got = (int)(cairn__get_turns((uint32_t)from, blocked) >> to & 1);
                if (literal >= 0 && literal != got)
                    fail_msg("blocked %u: from direction %d to %d is %d, not %d", blocked, from, to,
                             got, literal);
                allowed += literal == 1;
                refused += literal == 0;
            }
    }
    assert_true(allowed > 100 && refused > 100);
}

/* For every corner and all cells that see it: a shortest path over it turns as it may. */
static void check_turns(test_world *world, void *context)
{
    long *turns = context;
    int count = ref_get_cell_count(&world->ref), *costs = malloc((size_t)count * sizeof *costs);
    if (test_get_map_info(world->map).corners != CAIRN_CORNERS_STRICT) {
        free(costs);
        return;
    }
    unsigned char *marks = malloc((size_t)count), *near = malloc((size_t)count);
    assert_true(costs != NULL && marks != NULL && near != NULL);
    for (int k = 0; k < world->open_count; k++) {
        int corner = world->open[k];
        if (!is_corner(world, corner))
            continue;
        cairn__xy at = get_xy(world, corner);
        uint32_t blocked = cairn__corner_get_item(world->map, at) >> 12;
        for (int cell = 0; cell < count; cell++)
            near[cell] = world->cells[cell] && sees(world, cell, corner, marks);
        for (int from = 0; from < count; from++) {
            if (!near[from])
                continue;
            uint32_t direction = cairn__get_direction(get_xy(world, from), at);
            uint32_t allowed = cairn__get_turns(direction, blocked);
            ref_find_costs(&world->ref, from, costs);
            for (int to = 0; to < count; to++)
                if (near[to] && to != from &&
                    costs[to] == ref_get_distance(&world->ref, from, corner) +
                                     ref_get_distance(&world->ref, corner, to)) {
                    uint32_t onward = cairn__get_direction(at, get_xy(world, to));
                    if ((allowed >> onward & 1) == 0) {
                        test_world_print(world, from, to);
                        fail_msg("%s: a shortest path turns at %u,%u from direction %u to %u",
                                 world->name, at.x, at.y, direction, onward);
                    }
                    ++*turns;
                }
        }
    }
    free(costs);
    free(marks);
    free(near);
}

static void shortest_paths_turn_as_they_may(void **state)
{
    (void)state;
    long turns = 0;
    test_for_worlds(80, 12, 505, check_turns, &turns);
    assert_true(turns > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_and_bitmaps_see_the_same),
        cmocka_unit_test(the_same_across_buckets),
        cmocka_unit_test(the_same_on_scenes),
        cmocka_unit_test(sight_is_the_literal_one),
        cmocka_unit_test(turns_are_those_that_cannot_be_cut_short),
        cmocka_unit_test(shortest_paths_turn_as_they_may),
    };
    return cmocka_run_group_tests_name("sweep", tests, NULL, NULL);
}
