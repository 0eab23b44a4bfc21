/* cliques.c: grouping the nodes of a level into cliques (Sturtevant and Buro 2005), by one of two
 * rules. Nodes are taken in the order of their indices, groups are numbered as they are made.
 *
 * Any size: a node that is in no group yet takes its neighbours that are in none, in ascending
 * order, each that is adjacent to all taken before it. From level 2 on a node that takes none joins
 * the group of its first neighbour, so that levels shrink fast: what D LRTA*'s authors released.
 *
 * At most four: a node that is in no group yet forms one with the members of a 4-clique of such
 * nodes; if there is none, of a 3-clique; otherwise it waits on a stack. Then the stack is popped:
 * a node forms a pair with a neighbour that is in no group; if there is none and the node has a
 * single neighbour, it joins the group of that; otherwise it is a group of its own. Among several
 * cliques the one whose other members come first is taken, compared by lowest index, then by the
 * next one, and so on: as in the library HOG. */
#include "research/dlrta/make/level_graph.h"

#include <string.h>

#include "base/memory.h"

#define NO_PARENT UINT32_MAX
#define MOST_OF_FOUR 4

typedef struct grouping {
    const cairn__level_graph *graph;
    const cairn__clique_rule *rule;
    uint32_t *parents;
    uint32_t groups;
    uint32_t *waiting; /* the stack, or the clique of the present node */
    uint32_t waiting_count;
    uint32_t *loose; /* the neighbours of the present node that are in no group */
} grouping;

static uint32_t get_degree(const cairn__level_graph *graph, uint32_t node)
{
    return graph->firsts[node + 1] - graph->firsts[node];
}

/* Looks through the shorter of the two lists. */
static bool is_adjacent(const cairn__level_graph *graph, uint32_t a, uint32_t b)
{
    if (get_degree(graph, a) > get_degree(graph, b)) {
        uint32_t kept = a;
        a = b;
        b = kept;
    }
    for (uint32_t i = graph->firsts[a]; i < graph->firsts[a + 1]; i++)
        if (graph->targets[i] == b)
            return true;
    return false;
}

static uint32_t list_loose(const grouping *self, uint32_t node)
{
    const cairn__level_graph *graph = self->graph;
    uint32_t count = 0;
    for (uint32_t i = graph->firsts[node]; i < graph->firsts[node + 1]; i++)
        if (self->parents[graph->targets[i]] == NO_PARENT)
            self->loose[count++] = graph->targets[i];
    return count;
}

static void add_group(grouping *self, const uint32_t *members, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        self->parents[members[i]] = self->groups;
    self->groups++;
}

/* ---- any size ---- */

static bool is_adjacent_to_all(const grouping *self, const uint32_t *members, uint32_t count,
                               uint32_t node)
{
    for (uint32_t i = 0; i < count; i++)
        if (!is_adjacent(self->graph, members[i], node))
            return false;
    return true;
}

/* The first neighbour of a node without a loose one is in a group. */
static void place_alone(grouping *self, uint32_t node)
{
    if (self->rule->level > 1 && get_degree(self->graph, node) > 0)
        self->parents[node] = self->parents[self->graph->targets[self->graph->firsts[node]]];
    else
        add_group(self, &node, 1);
}

static void place_any(grouping *self, uint32_t node)
{
    uint32_t *clique = self->waiting, size = 1, count = list_loose(self, node);
    clique[0] = node;
    for (uint32_t i = 0; i < count; i++)
        if (is_adjacent_to_all(self, clique + 1, size - 1, self->loose[i]))
            clique[size++] = self->loose[i];
    if (size > 1)
        add_group(self, clique, size);
    else
        place_alone(self, node);
}

static cairn_status group_any(grouping *self, const cairn__abstraction_work *work)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < self->graph->nodes; node++) {
        if (self->parents[node] == NO_PARENT)
            place_any(self, node);
        status = cairn__abstraction_poll(work, node);
    }
    return status;
}

/* ---- at most four ---- */

/* Looks for a fourth member behind the third, which is loose[last]. */
static bool find_fourth(const grouping *self, uint32_t last, uint32_t count,
                        uint32_t clique[MOST_OF_FOUR])
{
    for (uint32_t i = last + 1; i < count; i++)
        if (is_adjacent(self->graph, clique[1], self->loose[i]) &&
            is_adjacent(self->graph, clique[2], self->loose[i])) {
            clique[3] = self->loose[i];
            return true;
        }
    return false;
}

/* Finds the first 4-clique of a node, or if there is none its first 3-clique. Returns its size; 1
 * if there is neither. */
static uint32_t find_clique(const grouping *self, uint32_t node, uint32_t clique[MOST_OF_FOUR])
{
    uint32_t count = list_loose(self, node), size = 1;
    for (uint32_t i = 0; i + 1 < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            uint32_t tried[MOST_OF_FOUR] = {node, self->loose[i], self->loose[j]};
            if (!is_adjacent(self->graph, tried[1], tried[2]))
                continue;
            bool is_whole = find_fourth(self, j, count, tried);
            if (is_whole || size == 1)
                memcpy(clique, tried, sizeof tried);
            if (is_whole)
                return MOST_OF_FOUR;
            size = 3;
        }
    return size;
}

/* A node off the stack. */
static void place_waiting(grouping *self, uint32_t node)
{
    if (self->parents[node] != NO_PARENT)
        return;
    uint32_t pair[2] = {node, 0};
    if (list_loose(self, node) > 0) {
        pair[1] = self->loose[0];
        add_group(self, pair, 2);
    } else if (get_degree(self->graph, node) == 1) {
        self->parents[node] = self->parents[self->graph->targets[self->graph->firsts[node]]];
    } else {
        add_group(self, pair, 1);
    }
}

static cairn_status group_four(grouping *self, const cairn__abstraction_work *work)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t node = 0; status == CAIRN_OK && node < self->graph->nodes; node++) {
        uint32_t clique[MOST_OF_FOUR];
        uint32_t size = self->parents[node] == NO_PARENT ? find_clique(self, node, clique) : 0;
        if (size > 1)
            add_group(self, clique, size);
        else if (size == 1)
            self->waiting[self->waiting_count++] = node;
        status = cairn__abstraction_poll(work, node);
    }
    while (status == CAIRN_OK && self->waiting_count > 0) {
        place_waiting(self, self->waiting[--self->waiting_count]);
        status = cairn__abstraction_poll(work, self->waiting_count);
    }
    return status;
}

/* ---- either ---- */

static uint32_t get_highest_degree(const cairn__level_graph *graph)
{
    uint32_t highest = 0;
    for (uint32_t node = 0; node < graph->nodes; node++)
        if (get_degree(graph, node) > highest)
            highest = get_degree(graph, node);
    return highest;
}

cairn_status cairn__find_cliques(const cairn__level_graph *graph, const cairn__clique_rule *rule,
                                 const cairn__abstraction_work *work, uint32_t *parents,
                                 uint32_t *groups)
{
    const cairn_allocator *allocator = work->allocator;
    grouping self = {.graph = graph, .rule = rule, .parents = parents};
    self.waiting = cairn__allocate(allocator, graph->nodes, sizeof *self.waiting);
    self.loose = cairn__allocate(allocator, get_highest_degree(graph), sizeof *self.loose);
    cairn_status status = CAIRN_MEMORY;
    if (self.waiting != NULL && self.loose != NULL) {
        memset(parents, 0xff, graph->nodes * sizeof *parents);
        status =
            rule->most == CAIRN__CLIQUES_FOUR ? group_four(&self, work) : group_any(&self, work);
    }
    *groups = self.groups;
    cairn__release(allocator, self.waiting);
    cairn__release(allocator, self.loose);
    return status;
}
