/* test_dlrta.c (property): the clique abstraction against a literal reading of its rules, node by
 * node; representatives and entry states against exhaustive searches; agents on all pairs. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "build/exits.h"
#include "db/db_internal.h"

/* ---- a literal clique abstraction: matrices, no lists ---- */

enum { MOST_NODES = 400 };

typedef struct ref_level {
    int nodes;
    bool adjacent[MOST_NODES][MOST_NODES];
    int parents[MOST_NODES];
    int groups;
} ref_level;

/* True if the nodes are all loose and all adjacent to each other. */
static bool is_loose_clique(const ref_level *level, const int *nodes, int count)
{
    for (int i = 0; i < count; i++) {
        if (level->parents[nodes[i]] >= 0)
            return false;
        for (int j = 0; j < i; j++)
            if (!level->adjacent[nodes[i]][nodes[j]])
                return false;
    }
    return true;
}

static void make_group(ref_level *level, const int *nodes, int count)
{
    for (int i = 0; i < count; i++)
        level->parents[nodes[i]] = level->groups;
    level->groups++;
}

static bool take_four(ref_level *level, int node)
{
    for (int a = 0; a < level->nodes; a++) {
        if (!is_loose_clique(level, (int[]){node, a}, 2) || a == node)
            continue;
        for (int b = a + 1; b < level->nodes; b++) {
            if (b == node || !is_loose_clique(level, (int[]){node, a, b}, 3))
                continue;
            for (int c = b + 1; c < level->nodes; c++)
                if (c != node && is_loose_clique(level, (int[]){node, a, b, c}, 4)) {
                    make_group(level, (int[]){node, a, b, c}, 4);
                    return true;
                }
        }
    }
    return false;
}

static bool take_three(ref_level *level, int node)
{
    for (int a = 0; a < level->nodes; a++)
        for (int b = a + 1; b < level->nodes; b++)
            if (a != node && b != node && is_loose_clique(level, (int[]){node, a, b}, 3)) {
                make_group(level, (int[]){node, a, b}, 3);
                return true;
            }
    return false;
}

static void pop_node(ref_level *level, int node)
{
    int neighbour = -1, degree = 0;
    for (int a = 0; a < level->nodes; a++) {
        if (!level->adjacent[node][a])
            continue;
        degree++;
        neighbour = a;
        if (level->parents[a] < 0) {
            make_group(level, (int[]){node, a}, 2);
            return;
        }
    }
    if (degree == 1)
        level->parents[node] = level->parents[neighbour];
    else
        make_group(level, &node, 1);
}

static void group_level(ref_level *level)
{
    int stack[MOST_NODES], count = 0;
    level->groups = 0;
    for (int i = 0; i < level->nodes; i++)
        level->parents[i] = -1;
    for (int node = 0; node < level->nodes; node++)
        if (level->parents[node] < 0 && !take_four(level, node) && !take_three(level, node))
            stack[count++] = node;
    while (count > 0) {
        int node = stack[--count];
        if (level->parents[node] < 0)
            pop_node(level, node);
    }
}

static void contract_level(const ref_level *level, ref_level *next)
{
    memset(next, 0, sizeof *next);
    next->nodes = level->groups;
    for (int a = 0; a < level->nodes; a++)
        for (int b = 0; b < level->nodes; b++)
            if (level->adjacent[a][b] && level->parents[a] != level->parents[b])
                next->adjacent[level->parents[a]][level->parents[b]] = true;
}

/* `regions` gets the region of every open cell: numbered by component, then by node. */
static int find_ref_regions(const test_world *world, int levels, int *regions)
{
    static ref_level level, next;
    int node_of[MOST_NODES], numbers[MOST_NODES], count = 0;
    memset(&level, 0, sizeof level);
    level.nodes = world->open_count;
    for (int a = 0; a < level.nodes; a++) {
        node_of[a] = a;
        for (int b = 0; b < level.nodes; b++)
            level.adjacent[a][b] =
                ref_find_move(&world->ref, world->open[a], world->open[b]) != REF_NONE;
    }
    for (int i = 0; i < levels; i++) {
        group_level(&level);
        contract_level(&level, &next);
        for (int a = 0; a < world->open_count; a++)
            node_of[a] = level.parents[node_of[a]];
        level = next;
    }
    for (int component = 0; component < world->open_count; component++)
        for (int node = 0; node < level.nodes; node++)
            for (int a = 0; a < world->open_count; a++)
                if (node_of[a] == node && world->components[world->open[a]] == component) {
                    numbers[node] = count++;
                    break;
                }
    for (int a = 0; a < world->open_count; a++)
        regions[world->open[a]] = numbers[node_of[a]];
    return level.nodes;
}

/* ---- databases ---- */

typedef struct dlrta {
    test_image image;
    cairn_db *db;
    uint32_t count;
    int *regions; /* by cell */
} dlrta;

static void dlrta_create(dlrta *made, const test_world *world, uint32_t level)
{
    test_plan def = test_plan_make(CAIRN_DB_DLRTA);
    def.map = world->map;
    def.level = level;
    test_image_build(&made->image, &def);
    assert_int_equal(test_image_open(&made->image, &made->db), CAIRN_OK);
    cairn_detail detail = {0};
    if (cairn_db_verify(made->db, world->map, &detail) != CAIRN_OK) {
        test_world_print(world, 0, 0);
        fail_msg("level %u: %s", level, detail.text);
    }
    made->count = (uint32_t)test_get_figure(made->db, "regions");
    made->regions = malloc(sizeof(int) * (size_t)ref_get_cell_count(&world->ref));
    for (int i = 0; i < world->open_count; i++) {
        uint32_t region;
        cairn_cell cell = test_world_get_cell(world, world->open[i]);
        assert_int_equal(cairn_db_find_region(made->db, cell, &region), CAIRN_OK);
        made->regions[world->open[i]] = (int)region;
    }
}

static void dlrta_destroy(dlrta *made)
{
    cairn_db_close(made->db);
    test_image_destroy(&made->image);
    free(made->regions);
}

static int get_representative(const dlrta *made, const test_world *world, uint32_t region)
{
    cairn_cell cell;
    assert_int_equal(cairn_db_get_place(made->db, CAIRN_PLACE_REGION, region, &cell), CAIRN_OK);
    return test_world_get_id(world, cell);
}

/* ---- the abstraction ---- */

static void check_abstraction(test_world *world, void *context)
{
    (void)context;
    int regions[MOST_NODES * 4];
    if (world->open_count > MOST_NODES || ref_get_cell_count(&world->ref) > MOST_NODES * 4)
        return;
    for (uint32_t level = 1; level <= 5; level += 1 + level / 3) {
        dlrta made;
        dlrta_create(&made, world, level);
        int count = find_ref_regions(world, (int)level, regions);
        assert_int_equal(made.count, count);
        for (int i = 0; i < world->open_count; i++) {
            int cell = world->open[i];
            if (made.regions[cell] != regions[cell]) {
                test_world_print(world, cell, cell);
                fail_msg("level %u: region %d, not %d", level, made.regions[cell], regions[cell]);
            }
        }
        dlrta_destroy(&made);
    }
}

static void test_abstraction(void **state)
{
    (void)state;
    test_for_worlds(120, 14, 1, check_abstraction, NULL);
}

/* The abstraction leaves one region a component in the end. */
static void check_top(test_world *world, void *context)
{
    (void)context;
    dlrta made;
    dlrta_create(&made, world, CAIRN_MAX_LEVEL);
    assert_int_equal(made.count, test_get_map_info(world->map).components);
    assert_int_equal(test_get_figure(made.db, "records"), 0);
    dlrta_destroy(&made);
}

static void test_top(void **state)
{
    (void)state;
    test_for_worlds(60, 20, 2, check_top, NULL);
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

static void check_entry(const test_world *world, const dlrta *made, const costs *all, int start,
                        int goal, cairn_cell state)
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

static void check_row(const test_world *world, const dlrta *made, const costs *all, uint32_t from,
                      const cairn__xy *row)
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

/* The search over cells, on maps that would take the one over corners too. */
static void check_cells(const test_world *world, const dlrta *made, const costs *all)
{
    cairn__xy *row = calloc((size_t)made->count, sizeof *row);
    cairn__exit_search search;
    cairn__exits exits = {.task = {.map = world->map, .regions = made->db->regions}};
    test_counter counter = {0};
    exits.task.allocator = test_counter_get_allocator(&counter);
    exits.corners.graph.allocator = exits.task.allocator;
    assert_int_equal(cairn__cell_exits_start(&exits.cells, &exits.task), CAIRN_OK);
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
    if (world->open_count > MOST_NODES)
        return;
    costs all = costs_create(world);
    for (uint32_t level = 1; level <= 4; level++) {
        dlrta made;
        dlrta_create(&made, world, level);
        if (made.count <= 40) {
            for (uint32_t from = 0; from < made.count; from++)
                check_row(world, &made, &all, from, NULL);
            check_cells(world, &made, &all);
        }
        dlrta_destroy(&made);
    }
    costs_destroy(&all);
}

static void test_entries(void **state)
{
    (void)state;
    test_for_worlds(60, 16, 3, check_entries, NULL);
}

/* ---- agents ---- */

static void walk(const test_world *world, cairn_agent *agent, int from, int to)
{
    cairn_step step = {.kind = CAIRN_STEP_MOVED};
    cairn_cell goal = test_world_get_cell(world, to);
    assert_int_equal(cairn_agent_start(agent, test_world_get_cell(world, from), goal), CAIRN_OK);
    for (int i = 0, cell = from; step.kind != CAIRN_STEP_ARRIVED; i++) {
        if (i > 20000) {
            test_world_print(world, from, to);
            fail_msg("it does not arrive");
        }
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        int next = test_world_get_id(world, step.cell);
        assert_true(from == to || ref_find_move(&world->ref, cell, next) != REF_NONE);
        assert_true(step.work.records <= 1);
        cell = next;
    }
    assert_true(step.cell == goal);
}

/* No allocation while it moves. */
static void check_agent(const test_world *world, const cairn_db *db, uint32_t g_max, int stride)
{
    cairn_agent *agent;
    test_counter counter = {0};
    cairn_agent_def def = cairn_default_agent_def();
    def.map = world->map;
    def.db = db;
    def.algorithm = CAIRN_DLRTA;
    def.g_max = g_max;
    def.learned_capacity = 1 << 16;
    def.allocator = test_counter_get_allocator(&counter);
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_OK);
    for (int i = 0; i < world->open_count; i++)
        for (int j = i % stride; j < world->open_count; j += stride)
            if (test_world_is_joined(world, world->open[i], world->open[j]))
                walk(world, agent, world->open[i], world->open[j]);
    assert_int_equal(counter.allocations, 1);
    cairn_agent_destroy(agent);
}

static void check_agents(test_world *world, void *context)
{
    (void)context;
    if (world->open_count > MOST_NODES)
        return;
    for (uint32_t level = 1; level <= 4; level++) {
        dlrta made;
        dlrta_create(&made, world, level);
        check_agent(world, made.db, level == 2 ? 40 : 14, world->open_count > 100 ? 13 : 1);
        dlrta_destroy(&made);
    }
    check_agent(world, NULL, 14, 29);
}

static void test_agents(void **state)
{
    (void)state;
    test_for_worlds(25, 10, 4, check_agents, NULL);
}

/* An entry state looked up is the target, and leads out of the region. */
static void test_targets(void **state)
{
    (void)state;
    test_world world;
    dlrta made;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 120, 90, CAIRN_CORNERS_STRICT);
    dlrta_create(&made, &world, 5);
    cairn_agent *agent;
    cairn_agent_def def = cairn_default_agent_def();
    def.map = world.map;
    def.db = made.db;
    def.algorithm = CAIRN_DLRTA;
    assert_int_equal(cairn_agent_create(&def, &agent), CAIRN_OK);
    test_random random = {5};
    for (int i = 0; i < 300; i++) {
        int from = test_world_draw(&world, &random), to = test_world_draw(&world, &random);
        cairn_cell entry, start = test_world_get_cell(&world, from);
        cairn_step step;
        if (from == to || !test_world_is_joined(&world, from, to))
            continue;
        cairn_cell expected = test_world_get_cell(&world, to);
        if (cairn_db_get_entry(made.db, (uint32_t)made.regions[from], (uint32_t)made.regions[to],
                               &entry) == CAIRN_OK)
            expected = entry;
        assert_int_equal(cairn_agent_start(agent, start, test_world_get_cell(&world, to)),
                         CAIRN_OK);
        assert_int_equal(cairn_agent_step(agent, &step), CAIRN_OK);
        assert_true(cairn_agent_get_target(agent) == expected);
        assert_int_equal(cairn_agent_get_stats(agent).selections, 1);
        walk(&world, agent, from, to);
    }
    cairn_agent_destroy(agent);
    dlrta_destroy(&made);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_abstraction), cmocka_unit_test(test_top),
        cmocka_unit_test(test_entries),     cmocka_unit_test(test_agents),
        cmocka_unit_test(test_targets),
    };
    return cmocka_run_group_tests_name("dlrta", tests, NULL, NULL);
}
