/* reference_dlrta.c: slow and literal. See reference_dlrta.h. */
#include "reference_dlrta.h"

#include <stdlib.h>
#include <string.h>

/* ---- a clique abstraction: matrices, no lists ---- */

typedef struct ref_level {
    int nodes;
    bool adjacent[REF_MOST_NODES][REF_MOST_NODES];
    int parents[REF_MOST_NODES];
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

static void group_by_four(ref_level *level)
{
    int stack[REF_MOST_NODES], count = 0;
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

/* Nodes in order, each with all that fit in a clique with it. */
static void group_by_any(ref_level *level, bool leaves_alone)
{
    level->groups = 0;
    for (int i = 0; i < level->nodes; i++)
        level->parents[i] = -1;
    for (int node = 0; node < level->nodes; node++) {
        int clique[REF_MOST_NODES] = {node}, count = 1, neighbour = -1;
        if (level->parents[node] >= 0)
            continue;
        for (int a = 0; a < level->nodes; a++) {
            if (level->adjacent[node][a] && neighbour < 0)
                neighbour = a;
            clique[count] = a;
            count += a != node && is_loose_clique(level, clique, count + 1);
        }
        if (count == 1 && neighbour >= 0 && !leaves_alone)
            level->parents[node] = level->parents[neighbour];
        else
            make_group(level, clique, count);
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

/* The region of each open cell, numbered by component, then by node. */
static void number_regions(const ref_map *map, const ref_level *top, const int *node_of,
                           int *regions)
{
    int cells = ref_get_cell_count(map), count = 0;
    int *components = ref_allocate((size_t)cells, sizeof *components);
    int numbers[REF_MOST_NODES];
    int component_count = ref_find_components(map, components);
    for (int component = 0; component < component_count; component++)
        for (int node = 0; node < top->nodes; node++)
            for (int cell = 0; cell < cells; cell++)
                if (components[cell] == component && node_of[cell] == node) {
                    numbers[node] = count++;
                    break;
                }
    for (int cell = 0; cell < cells; cell++)
        regions[cell] = components[cell] != REF_NONE ? numbers[node_of[cell]] : REF_NONE;
    free(components);
}

/* Level 0: returns how many open cells there are, or more than can be. */
static int list_nodes(const ref_map *map, ref_level *level, int *cells, int *node_of)
{
    memset(level, 0, sizeof *level);
    for (int cell = 0; cell < ref_get_cell_count(map) && level->nodes < REF_MOST_NODES; cell++)
        if (map->open[cell] != 0) {
            node_of[cell] = level->nodes;
            cells[level->nodes++] = cell;
        }
    for (int a = 0; a < level->nodes; a++)
        for (int b = 0; b < level->nodes; b++)
            level->adjacent[a][b] = ref_find_move(map, cells[a], cells[b]) != REF_NONE;
    return level->nodes;
}

int ref_find_regions(const ref_map *map, int levels, bool by_four, int *regions)
{
    static ref_level level, next;
    int cells[REF_MOST_NODES];
    int *node_of = ref_allocate((size_t)ref_get_cell_count(map), sizeof *node_of);
    int open = list_nodes(map, &level, cells, node_of);
    for (int i = 1; i <= levels; i++) {
        if (by_four)
            group_by_four(&level);
        else
            group_by_any(&level, i == 1);
        contract_level(&level, &next);
        for (int a = 0; a < open; a++)
            node_of[cells[a]] = level.parents[node_of[cells[a]]];
        level = next;
    }
    number_regions(map, &level, node_of, regions);
    free(node_of);
    return level.nodes;
}

/* ---- the agent ---- */

void ref_dlrta_create(ref_dlrta *dlrta, const ref_dlrta_def *def)
{
    const ref_agent_def agent = {.map = def->map, .g_max = 14};
    memset(dlrta, 0, sizeof *dlrta);
    dlrta->def = *def;
    ref_agent_create(&dlrta->agent, &agent);
}

void ref_dlrta_destroy(ref_dlrta *dlrta)
{
    ref_agent_destroy(&dlrta->agent);
    free(dlrta->past);
}

void ref_dlrta_start(ref_dlrta *dlrta, int start, int goal)
{
    ref_agent_start(&dlrta->agent, start, goal);
    dlrta->subgoal = dlrta->region = REF_NONE;
    dlrta->past_count = dlrta->circles = dlrta->look_ups = dlrta->leaves = 0;
    dlrta->limit = -1;
    dlrta->keeps = false;
}

/* Notes the cell of a look-up. Number n of them is compared with number 2^k - 1, the highest of
 * these below n. After a circle they are numbered anew: its cell is the first. */
static bool is_circle(ref_dlrta *dlrta)
{
    if (dlrta->past_count == dlrta->past_room) {
        dlrta->past_room = 2 * dlrta->past_room + 16;
        dlrta->past = realloc(dlrta->past, (size_t)dlrta->past_room * sizeof *dlrta->past);
        if (dlrta->past == NULL)
            abort();
    }
    dlrta->past[dlrta->past_count++] = dlrta->agent.cell;
    int mark = 1, number = dlrta->past_count;
    while (2 * mark + 1 < number)
        mark = 2 * mark + 1;
    if (number == 1 || dlrta->past[mark - 1] != dlrta->agent.cell)
        return false;
    dlrta->past[0] = dlrta->agent.cell;
    dlrta->past_count = 1;
    return true;
}

/* Fig. 1, line 3, and the last resort. */
static void look_up(ref_dlrta *dlrta)
{
    ref_agent *agent = &dlrta->agent;
    bool circle = is_circle(dlrta), leave = false;
    dlrta->look_ups++;
    if (circle) {
        dlrta->circles++;
        leave = !dlrta->def.at_borders || dlrta->circles % 2 == 0;
    }
    dlrta->region = dlrta->def.regions[agent->cell];
    int goal_region = dlrta->def.regions[agent->goal];
    bool has_entry = dlrta->region != goal_region && !leave;
    dlrta->subgoal = has_entry ? dlrta->def.entries[dlrta->region * dlrta->def.count + goal_region]
                               : agent->goal;
    dlrta->keeps = circle;
    dlrta->limit = -1;
    if (circle && !has_entry) {
        dlrta->leaves++;
        dlrta->limit = agent->cost + (1000LL << (dlrta->circles / 8));
    }
}

bool ref_dlrta_step(ref_dlrta *dlrta)
{
    ref_agent *agent = &dlrta->agent;
    if (agent->cell == agent->goal)
        return true;
    bool is_over = dlrta->limit >= 0 && agent->cost >= dlrta->limit;
    bool is_border =
        dlrta->def.at_borders && !dlrta->keeps && dlrta->def.regions[agent->cell] != dlrta->region;
    if (dlrta->subgoal == REF_NONE || dlrta->subgoal == agent->cell || is_over || is_border)
        look_up(dlrta);
    ref_agent_move_towards(agent, dlrta->subgoal);
    return agent->cell == agent->goal;
}
