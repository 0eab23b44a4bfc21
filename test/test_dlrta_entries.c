/* test_dlrta_entries.c (exhaustive): representatives and entry states of regions against exhaustive
 * searches, by both ways of finding them. */
#include "dlrta_world.h"

#include <stdlib.h>

#include "research/dlrta/dlrta_regions.h"
#include "research/dlrta/make/exits.h"

/* Open cells of the largest map that is looked at. */
enum { MOST_CELLS = 400 };

static int get_representative(const dlrta_world *made, const test_world *world, uint32_t region)
{
    cairn_cell cell;
    assert_int_equal(cairn_db_get_place(made->db, CAIRN_PLACE_REGION, region, &cell), CAIRN_OK);
    return test_world_get_id(world, cell);
}

/* ---- representatives ---- */

static long long get_scaled_distance(long long dx, long long dy)
{
    dx = llabs(dx);
    dy = llabs(dy);
    return dx > dy ? 10 * dx + 4 * dy : 10 * dy + 4 * dx;
}

static int find_ref_representative(const test_world *world, const int *regions, int region)
{
    long long count = 0, x = 0, y = 0, lowest = -1;
    int width = world->ref.width, best = REF_NONE;
    for (int i = 0; i < world->open_count; i++)
        if (regions[world->open[i]] == region) {
            count++;
            x += world->open[i] % width;
            y += world->open[i] / width;
        }
    for (int i = 0; i < world->open_count; i++) {
        int cell = world->open[i];
        long long distance =
            get_scaled_distance(cell % width * count - x, cell / width * count - y);
        if (regions[cell] == region && (lowest < 0 || distance < lowest)) {
            lowest = distance;
            best = cell;
        }
    }
    return best;
}

/* ---- entry states ---- */

enum { FAR = 1 << 29 };

/* Costs of the cheapest ways that stay in a region. */
static void find_inner_costs(const test_world *world, const int *regions, int from, int *costs)
{
    int cells = ref_get_cell_count(&world->ref);
    for (int i = 0; i < cells; i++)
        costs[i] = FAR;
    costs[from] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < world->open_count; i++)
            for (int move = 0; move < 8; move++) {
                int cell = world->open[i], next = ref_get_neighbour(&world->ref, cell, move);
                if (next == REF_NONE || costs[cell] == FAR || regions[next] != regions[from] ||
                    costs[cell] + ref_get_move_cost(move) >= costs[next])
                    continue;
                costs[next] = costs[cell] + ref_get_move_cost(move);
                changed = true;
            }
    }
}

/* True if an optimal way to the entry state stays in the region until there. */
static bool is_first_outside(const test_world *world, const int *inner, int entry, int cost)
{
    for (int move = 0; move < 8; move++) {
        int before = ref_get_neighbour(&world->ref, entry, move);
        if (before != REF_NONE && inner[before] != FAR &&
            inner[before] + ref_get_move_cost(move) == cost)
            return true;
    }
    return false;
}

typedef struct costs {
    int *from_start;
    int *from_entry;
    int *inner;
} costs;

static void check_entry(const test_world *world, const dlrta_world *made, const costs *all,
                        int start, int goal, cairn_cell state)
{
    int entry = test_world_get_id(world, state);
    bool good = made->regions[entry] != made->regions[start];
    ref_find_costs(&world->ref, entry, all->from_entry);
    good = good && all->from_start[entry] + all->from_entry[goal] == all->from_start[goal];
    if (!good || !is_first_outside(world, all->inner, entry, all->from_start[entry])) {
        test_world_print(world, start, goal);
        fail_msg("%u,%u is not where an optimal path leaves the region", cairn_cell_get_x(state),
                 cairn_cell_get_y(state));
    }
}

static void check_row(const test_world *world, const dlrta_world *made, const costs *all,
                      uint32_t from, const cairn__xy *row)
{
    int start = get_representative(made, world, from), place = 0;
    assert_int_equal(start, find_ref_representative(world, made->regions, (int)from));
    ref_find_costs(&world->ref, start, all->from_start);
    find_inner_costs(world, made->regions, start, all->inner);
    for (uint32_t to = 0; to < made->count; to++) {
        cairn_cell entry = cairn_cell_at(0, 0);
        int goal = get_representative(made, world, to);
        bool joined = test_world_is_joined(world, start, goal);
        cairn_status expected = from == to ? CAIRN_ARGUMENT : joined ? CAIRN_OK : CAIRN_NO_PATH;
        assert_int_equal(cairn_db_get_entry(made->db, from, to, &entry), expected);
        if (joined && from != to)
            check_entry(world, made, all, start, goal,
                        row != NULL ? cairn__pack(row[place]) : entry);
        place += joined;
    }
}

static costs costs_create(const test_world *world)
{
    size_t cells = (size_t)ref_get_cell_count(&world->ref);
    return (costs){calloc(cells, sizeof(int)), calloc(cells, sizeof(int)),
                   calloc(cells, sizeof(int))};
}

static void costs_destroy(costs *all)
{
    free(all->from_start);
    free(all->from_entry);
    free(all->inner);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

/* Either method, whichever a build would take. */
static void check_method(const test_world *world, const dlrta_world *made, const costs *all,
                         bool by_labels)
{
    cairn__xy *row = calloc((size_t)made->count, sizeof *row);
    cairn__exit_search search;
    cairn__exits exits = {.task = {.map = world->map, .regions = *cairn__db_get_regions(made->db)}};
    test_counter counter = {0};
    exits.task.allocator = test_counter_get_allocator(&counter);
    cairn__preparation how = {.threads = 1};
    assert_int_equal(by_labels ? cairn__engine_create(world->map, CAIRN_METHOD_LABELS, &how,
                                                      &exits.task.allocator, &exits.engine)
                               : cairn__cell_exits_start(&exits.cells, &exits.task),
                     CAIRN_OK);
    assert_int_equal(cairn__exit_search_start(&search, &exits, (cairn__poll){never, NULL}),
                     CAIRN_OK);
    for (uint32_t from = 0; from < made->count; from++) {
        assert_int_equal(cairn__exit_search_run(&search, from, row), CAIRN_OK);
        check_row(world, made, all, from, row);
    }
    cairn__exit_search_end(&search);
    cairn__exits_end(&exits);
    assert_int_equal(counter.allocations, counter.releases);
    free(row);
}

static void check_entries(test_world *world, void *context)
{
    (void)context;
    if (world->open_count > MOST_CELLS)
        return;
    costs all = costs_create(world);
    for (uint32_t level = 1; level <= 4; level++) {
        dlrta_world made;
        dlrta_world_create(&made, world, level, 0);
        if (made.count <= 40) {
            for (uint32_t from = 0; from < made.count; from++)
                check_row(world, &made, &all, from, NULL);
            check_method(world, &made, &all, false);
            check_method(world, &made, &all, true);
        }
        dlrta_world_destroy(&made);
    }
    costs_destroy(&all);
}

static void test_entries(void **state)
{
    (void)state;
    test_for_worlds(60, 16, 3, check_entries, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),
    };
    return cmocka_run_group_tests_name("dlrta_entries", tests, NULL, NULL);
}
