/* test_dlrta.c (exhaustive): the clique abstraction against a literal reading of its rules, node by
 * node; the highest level leaves one region a component. */
#include "dlrta_world.h"

#include <string.h>

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

/* ---- the abstraction ---- */

static void check_abstraction(test_world *world, void *context)
{
    (void)context;
    int regions[MOST_NODES * 4];
    if (world->open_count > MOST_NODES || ref_get_cell_count(&world->ref) > MOST_NODES * 4)
        return;
    for (uint32_t level = 1; level <= 5; level += 1 + level / 3) {
        dlrta_world made;
        dlrta_world_create(&made, world, level);
        int count = find_ref_regions(world, (int)level, regions);
        assert_int_equal(made.count, count);
        for (int i = 0; i < world->open_count; i++) {
            int cell = world->open[i];
            if (made.regions[cell] != regions[cell]) {
                test_world_print(world, cell, cell);
                fail_msg("level %u: region %d, not %d", level, made.regions[cell], regions[cell]);
            }
        }
        dlrta_world_destroy(&made);
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
    dlrta_world made;
    dlrta_world_create(&made, world, CAIRN_MAX_LEVEL);
    assert_int_equal(made.count, test_get_map_info(world->map).components);
    assert_int_equal(test_get_figure(made.db, "records"), 0);
    dlrta_world_destroy(&made);
}

static void test_top(void **state)
{
    (void)state;
    test_for_worlds(60, 20, 2, check_top, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_abstraction),
        cmocka_unit_test(test_top),
    };
    return cmocka_run_group_tests_name("dlrta", tests, NULL, NULL);
}
