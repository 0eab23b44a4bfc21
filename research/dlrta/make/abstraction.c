/* abstraction.c: abstracts a map level by level. Only the present level is kept, and which of its
 * nodes each cell belongs to. */
#include "research/dlrta/make/abstraction.h"

#include "base/memory.h"

/* Replaces a level by the next one. */
static cairn_status climb_level(cairn__level_graph *graph, const cairn__clique_rule *rule,
                                const cairn__abstraction_work *work, cairn__abstraction *made,
                                uint32_t cells)
{
    cairn__level_graph next = {0};
    uint32_t groups = 0;
    uint32_t *parents = cairn__allocate(work->allocator, graph->nodes, sizeof *parents);
    if (parents == NULL)
        return CAIRN_MEMORY;
    cairn_status status = cairn__find_cliques(graph, rule, work, parents, &groups);
    if (status == CAIRN_OK)
        status = cairn__level_graph_contract(graph, parents, groups, work, &next);
    if (status == CAIRN_OK) {
        for (uint32_t i = 0; i < cells; i++)
            made->node_of[i] = parents[made->node_of[i]];
        made->nodes = groups;
        cairn__level_graph_end(graph, work->allocator);
        *graph = next;
    }
    cairn__release(work->allocator, parents);
    return status;
}

cairn_status cairn__abstraction_create(const cairn_map *map, const cairn__clique_rule *rule,
                                       const cairn__abstraction_work *work,
                                       cairn__abstraction *abstraction)
{
    cairn__level_graph graph;
    cairn__abstraction made = {0};
    cairn_status status = cairn__level_graph_create(map, work, &graph);
    if (status != CAIRN_OK)
        return status;
    uint32_t cells = made.nodes = graph.nodes;
    made.node_of = cairn__allocate(work->allocator, cells, sizeof *made.node_of);
    if (made.node_of == NULL)
        status = CAIRN_MEMORY;
    for (uint32_t i = 0; status == CAIRN_OK && i < cells; i++)
        made.node_of[i] = i;
    /* A graph without edges stays as it is. */
    cairn__clique_rule next = {rule->most, 1};
    for (; status == CAIRN_OK && next.level <= rule->level && graph.firsts[graph.nodes] > 0;
         next.level++)
        status = climb_level(&graph, &next, work, &made, cells);
    cairn__level_graph_end(&graph, work->allocator);
    if (status != CAIRN_OK)
        cairn__abstraction_end(&made, work->allocator);
    *abstraction = made;
    return status;
}

void cairn__abstraction_end(cairn__abstraction *abstraction, const cairn_allocator *allocator)
{
    cairn__release(allocator, abstraction->node_of);
    *abstraction = (cairn__abstraction){0};
}
