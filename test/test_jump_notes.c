/* test_jump_notes.c (property): jump point search that keeps notes of a changing map finds paths of the same
 * costs as one that keeps none, whatever changes between two searches; it needs fewer units; every note that
 * is used has what is seen on the map as it is, also those of a search that was broken off. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "search/jump_state.h"
#include "search/path_search.h"

enum { WIDTH = 301, HEIGHT = 250, ENDS = 10 };

typedef struct trial {
    test_random random;
    cairn_map *map;
    cairn_corners corners;
    cairn__path_search *plain;
    cairn__path_search *noting;
    cairn__jump_search *search; /* what it is */
    cairn__path_cells path;
    uint64_t units[2]; /* without and with notes */
    uint32_t found;
} trial;

static void create_trial(trial *self, cairn_scene_kind kind, cairn_corners corners, uint32_t size)
{
    const cairn_map_def changing = {.size = sizeof changing, .corners = corners, .changing = 1};
    const cairn_allocator allocator = cairn__get_allocator(NULL);
    cairn_scene scene;
    cairn_map *first;
    *self = (trial){.random = {kind + 1u}, .corners = corners};
    assert_int_equal(cairn_scene_generate(kind, size * WIDTH, size * HEIGHT, 3, &scene), CAIRN_OK);
    assert_int_equal(cairn_scene_create_map(&scene, corners, &first), CAIRN_OK);
    assert_int_equal(cairn_map_copy(first, &changing, &self->map), CAIRN_OK);
    assert_int_equal(cairn__path_create_jump(self->map, &allocator, &self->plain), CAIRN_OK);
    assert_int_equal(cairn__path_create_noting_jump(self->map, &allocator, &self->noting),
                     CAIRN_OK);
    self->search = (void *)((char *)self->noting + cairn__round_up(sizeof *self->noting));
    cairn_scene_free(&scene);
    cairn_map_close(first);
}

static void destroy_trial(trial *self)
{
    const cairn_allocator allocator = cairn__get_allocator(NULL);
    cairn__path_destroy(self->plain);
    cairn__path_destroy(self->noting);
    cairn__release(&allocator, self->path.cells);
    cairn_map_close(self->map);
}

/* ---- one problem ---- */

/* Runs a search in slices, at most `slices` of them. */
static cairn_status run(cairn__path_search *search, uint32_t slice, uint32_t slices,
                        uint64_t *units)
{
    cairn_status status = CAIRN_UNFINISHED;
    search->operations->start(search);
    while (status == CAIRN_UNFINISHED && slices-- > 0) {
        cairn__meter meter = {.left = slice};
        status = search->operations->run(search, &meter);
        *units += (uint64_t)(slice - meter.left);
    }
    return status;
}

static bool is_legal(const trial *self, cairn_cell from, cairn_cell to)
{
    uint32_t x = cairn_cell_get_x(from), y = cairn_cell_get_y(from);
    uint32_t to_x = cairn_cell_get_x(to), to_y = cairn_cell_get_y(to);
    bool beside = cairn_map_is_open(self->map, cairn_cell_at(x, to_y)) &&
                  cairn_map_is_open(self->map, cairn_cell_at(to_x, y));
    return abs((int)x - (int)to_x) <= 1 && abs((int)y - (int)to_y) <= 1 &&
           cairn_map_is_open(self->map, to) && (beside || self->corners == CAIRN_CORNERS_FREE);
}

/* The path of the noting search is legal, and has the cost that it reports. */
static void check_path(trial *self)
{
    const cairn_allocator allocator = cairn__get_allocator(NULL);
    uint32_t cost = 0;
    assert_int_equal(cairn__path_list(self->noting, &self->path, &allocator), CAIRN_OK);
    for (size_t i = 1; i < self->path.count; i++) {
        cairn_cell from = self->path.cells[i - 1], to = self->path.cells[i];
        assert_true(is_legal(self, from, to));
        bool straight = cairn_cell_get_x(from) == cairn_cell_get_x(to) ||
                        cairn_cell_get_y(from) == cairn_cell_get_y(to);
        cost += straight ? 10 : 14;
    }
    assert_int_equal(cost, self->noting->operations->get_cost(self->noting));
    self->found++;
}

static void set_problem(cairn__path_search *search, const cairn_cell ends[2], uint32_t most)
{
    search->from = cairn__unpack(ends[0]);
    search->to = cairn__unpack(ends[1]);
    search->plan.most = most;
}

static void check_problem(trial *self, const cairn_cell ends[2])
{
    uint32_t most = UINT32_MAX;
    if (!cairn_map_has_path(self->map, ends[0], ends[1]))
        return;
    if (test_draw_below(&self->random, 4) == 0)
        most = (uint32_t)test_draw_below(&self->random, 10 * (WIDTH + HEIGHT));
    bool sliced = test_draw_below(&self->random, 3) == 0;
    uint32_t slice = sliced ? 1 + (uint32_t)test_draw_below(&self->random, 300) : UINT32_MAX;
    set_problem(self->plain, ends, most);
    set_problem(self->noting, ends, most);
    if (test_draw_below(&self->random, 8) == 0) /* broken off */
        (void)run(self->noting, 1 + (uint32_t)test_draw_below(&self->random, 300), 1,
                  &self->units[1]);
    cairn_status status = run(self->plain, slice, UINT32_MAX, &self->units[0]);
    assert_int_equal(run(self->noting, slice, UINT32_MAX, &self->units[1]), status);
    if (status != CAIRN_OK)
        return;
    assert_int_equal(self->noting->operations->get_cost(self->noting),
                     self->plain->operations->get_cost(self->plain));
    check_path(self);
}

/* ---- what notes tell ---- */

/* Jump points in the order of their cells, and of the moves there. */
static int compare(const void *a, const void *b)
{
    const cairn__jump *one = a, *other = b;
    uint64_t first = (uint64_t)one->cell << 3 | one->move;
    uint64_t second = (uint64_t)other->cell << 3 | other->move;
    return (first > second) - (first < second);
}

enum { MOST_FOUND = 4096 };

/* Looks along a diagonal, as far as a note goes. Returns the number of jump points. */
static size_t look(const cairn_map *map, const cairn__jump_note *note, cairn__jump *found)
{
    cairn__jump_scan scan = {.map = map};
    cairn__beam beams[2] = {{0}};
    uint32_t number = note->walk >> CAIRN__WALK_SHIFT, move = note->walk & CAIRN__WALK_MOVE;
    bool goes_on = true;
    size_t count = 0;
    while (goes_on && number != note->next) {
        cairn__xy from = cairn__cell_after(cairn__unpack(note->cell), move, number - 1);
        uint32_t most = note->next > 0 ? note->next - number : UINT16_MAX, made;
        goes_on = cairn__diagonal_walk(&scan, beams, from, move, most, &made);
        number += made;
        for (int i = 0; i < 2; i++)
            while (beams[i].lines != 0)
                (void)cairn__beam_follow(&scan, &beams[i]);
        for (uint32_t i = 0; i < scan.count; i++)
            found[count++] = scan.jumps[i];
        scan.count = 0;
    }
    assert_true(goes_on == (note->next > 0));
    return count;
}

/* Every note that is held to be right has what is seen on the map as it is. Returns how many there are. */
static uint32_t check_notes(trial *self)
{
    cairn__jump found[MOST_FOUND], told[MOST_FOUND];
    uint32_t right = 0;
    for (uint32_t i = 0; i < self->search->notes.places; i++) {
        cairn__jump_note kept = self->search->notes.table[i];
        const cairn__jump_note *note = cairn__jump_notes_find(&self->search->notes, self->map,
                                                              cairn__unpack(kept.cell), kept.walk);
        if (kept.walk == 0 || note == NULL)
            continue;
        size_t count = look(self->map, note, found);
        assert_int_equal(count, note->count);
        memcpy(told, cairn__jump_notes_get_jumps(&self->search->notes, note), count * sizeof *told);
        qsort(found, count, sizeof *found, compare);
        qsort(told, count, sizeof *told, compare);
        assert_memory_equal(found, told, count * sizeof *told);
        right++;
    }
    return right;
}

/* ---- changes ---- */

static void change(trial *self)
{
    cairn_cell cell = test_draw_cell(&self->random, WIDTH - 24, HEIGHT - 24);
    int most = test_draw_below(&self->random, 4) == 0 ? 24 : 2;
    uint16_t width = (uint16_t)(1 + test_draw_below(&self->random, most));
    uint16_t height = (uint16_t)(1 + test_draw_below(&self->random, most));
    const cairn_rect rect = {(uint16_t)cairn_cell_get_x(cell), (uint16_t)cairn_cell_get_y(cell),
                             width, height};
    int open = test_draw_below(&self->random, 2);
    assert_int_equal(cairn_map_set_rect(self->map, &rect, open), CAIRN_OK);
}

/* A search that goes on although the map is changed: what it finds may be wrong, but not its notes. */
static void change_meanwhile(trial *self, const cairn_cell ends[2])
{
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    bool starts = cairn_map_has_path(self->map, ends[0], ends[1]) != 0;
    set_problem(self->noting, ends, UINT32_MAX);
    if (starts)
        (void)run(self->noting, 1 + (uint32_t)test_draw_below(&self->random, 100), 1,
                  &self->units[1]);
    change(self);
    if (starts)
        (void)self->noting->operations->run(self->noting, &meter);
}

/* Problems between a few cells, with a change before every few of them. */
static void check_scene(cairn_scene_kind kind, cairn_corners corners, uint64_t units[2])
{
    trial self;
    cairn_cell ends[ENDS];
    uint32_t right = 0;
    create_trial(&self, kind, corners, 1);
    for (int i = 0; i < ENDS; i++)
        ends[i] = test_draw_cell(&self.random, WIDTH, HEIGHT);
    for (int i = 0; i < 300; i++) {
        change_meanwhile(&self, ends + i % (ENDS - 1));
        for (int j = 0; j < 8; j++) {
            int from = test_draw_below(&self.random, ENDS),
                to = test_draw_below(&self.random, ENDS);
            check_problem(&self, (cairn_cell[2]){ends[from], ends[to]});
        }
        right += check_notes(&self);
    }
    assert_true(right > 1000);
    for (int i = 0; i < 2; i++)
        units[i] += self.units[i];
    destroy_trial(&self);
}

static void test_changes(void **state)
{
    (void)state;
    uint64_t units[2] = {0};
    for (int corners = 0; corners < 2; corners++)
        for (int kind = 0; kind < (int)cairn_scene_kind_get_count(); kind++)
            if (test_looks_at_scene((uint32_t)kind, (uint32_t)corners))
                check_scene((cairn_scene_kind)kind, (cairn_corners)corners, units);
    assert_true(10 * units[1] < 9 * units[0]);
}

/* ---- what is used again ---- */

/* Units of a problem without limits. */
static uint64_t solve(trial *self, const cairn_cell ends[2])
{
    uint64_t units = 0;
    set_problem(self->noting, ends, UINT32_MAX);
    assert_int_equal(run(self->noting, UINT32_MAX, 1, &units), CAIRN_OK);
    check_path(self);
    return units;
}

/* Caves of 4 x 4 times that size; the problem lies in one corner, the first change in the opposite one. If
 * the path is blocked and opened again, notes are useless though all is as it was. */
static void test_again(void **state)
{
    (void)state;
    cairn_scene_kind caves = 0;
    trial self;
    cairn_cell ends[2];
    assert_true(cairn_scene_kind_find("caves", &caves));
    create_trial(&self, caves, CAIRN_CORNERS_STRICT, 4);
    assert_int_equal(
        cairn_map_find_nearest_cell(self.map, cairn_cell_at(20, 20), CAIRN_ANY_COMPONENT, &ends[0]),
        CAIRN_OK);
    assert_int_equal(cairn_map_find_nearest_cell(self.map, cairn_cell_at(400, 500),
                                                 cairn_map_get_component(self.map, ends[0]),
                                                 &ends[1]),
                     CAIRN_OK);
    uint64_t first = solve(&self, ends), again = solve(&self, ends);
    assert_true(4 * again < 3 * first);
    assert_int_equal(cairn_map_set_rect(self.map, &(cairn_rect){1100, 900, 40, 40}, 0), CAIRN_OK);
    assert_true(solve(&self, ends) == again);
    for (int open = 0; open < 2; open++)
        assert_int_equal(cairn_map_set_cells(self.map, self.path.cells, self.path.count, open),
                         CAIRN_OK);
    assert_true(solve(&self, ends) > again);
    destroy_trial(&self);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_again),
    };
    return cmocka_run_group_tests_name("jump_notes", tests, NULL, NULL);
}
