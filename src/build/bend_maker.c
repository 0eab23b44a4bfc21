/* bend_maker.c: graph, order of hubs, labels, lists, and all of it one after the other. */
#include "build/bend_maker.h"

#include <string.h>

#include "base/memory.h"
#include "build/bend_coder.h"
#include "build/hub_cover.h"
#include "db/bend_set.h"

typedef struct maker {
    const cairn_allocator *allocator;
    const cairn__bend_rule *rule;
    const cairn__preparation *how;
    cairn__bend_graph graph;
    cairn__hub_labels labels;
    cairn__bend_numbers numbers;
    cairn__bend_head head;
    cairn__xy *hubs;
    uint32_t *label_firsts;
    uint32_t *list_firsts;
    cairn__byte_list lists;
    cairn__byte_list coded; /* labels */
} maker;

/* Labels of the survivors' graph, as hub_labels.h takes it. */
static cairn_status make_labels(maker *self)
{
    const cairn__bend_nodes *nodes = &self->graph.survivors;
    if (self->rule->begin_labels != NULL)
        self->rule->begin_labels(self->rule->context, nodes->count);
    cairn__graph graph = {.allocator = *self->allocator,
                          .nodes = nodes->count,
                          .firsts = self->graph.firsts,
                          .targets = self->graph.targets};
    graph.cells = cairn__allocate(self->allocator, nodes->count, sizeof *graph.cells);
    uint32_t *order = cairn__allocate(self->allocator, nodes->count, sizeof *order);
    cairn_status status = graph.cells == NULL || order == NULL ? CAIRN_MEMORY : CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < nodes->count; i++)
        graph.cells[i] = nodes->nodes[i].cell;
    if (status == CAIRN_OK)
        status = cairn__find_cover_order(&graph, self->how, order);
    if (status == CAIRN_OK) {
        cairn__hub_rule rule = {
            .most_entries = self->rule->entries, .order = order, .finished = self->rule->finished};
        status = cairn__hub_labels_create(&graph, &rule, self->how, &self->labels);
    }
    cairn__release(self->allocator, graph.cells);
    cairn__release(self->allocator, order);
    return status;
}

static cairn_status code(maker *self)
{
    const cairn_allocator *allocator = self->allocator;
    size_t nodes = self->head.nodes, blocks = (size_t)self->head.across * self->head.down;
    self->lists.allocator = self->coded.allocator = *allocator;
    self->hubs = cairn__allocate(allocator, nodes, sizeof *self->hubs);
    self->label_firsts = cairn__allocate(allocator, nodes + 1, sizeof *self->label_firsts);
    self->list_firsts = cairn__allocate(allocator, blocks + 1, sizeof *self->list_firsts);
    if (self->hubs == NULL || self->label_firsts == NULL || self->list_firsts == NULL)
        return CAIRN_MEMORY;
    cairn_status status = cairn__bend_numbers_create(&self->graph.survivors, &self->numbers);
    if (status != CAIRN_OK)
        return status;
    cairn__bend_code_lists(&self->graph, &self->numbers, self->head.across, self->head.down,
                           self->list_firsts, &self->lists);
    status = self->lists.status;
    if (status == CAIRN_OK)
        status = cairn__bend_code_labels(&self->labels, &self->graph.survivors, &self->numbers,
                                         self->hubs, self->label_firsts, &self->coded);
    self->head.list_bytes = (uint32_t)self->lists.count;
    self->head.label_bytes = (uint32_t)self->coded.count;
    return status;
}

static cairn_status lay_out(const maker *self, cairn__bend_section *section)
{
    size_t nodes = self->head.nodes, blocks = (size_t)self->head.across * self->head.down;
    cairn__bend_layout layout = cairn__bend_set_lay_out(&self->head);
    unsigned char *bytes = cairn__allocate_zeroed(self->allocator, layout.bytes, 1);
    if (bytes == NULL)
        return CAIRN_MEMORY;
    memcpy(bytes, &self->head, sizeof self->head);
    cairn__xy *cells = (cairn__xy *)(void *)(bytes + layout.cells);
    for (size_t i = 0; i < nodes; i++)
        cells[i] = self->graph.survivors.nodes[self->numbers.old_of[i]].cell;
    memcpy(bytes + layout.hubs, self->hubs, nodes * sizeof *self->hubs);
    memcpy(bytes + layout.label_firsts, self->label_firsts,
           (nodes + 1) * sizeof *self->label_firsts);
    memcpy(bytes + layout.list_firsts, self->list_firsts, (blocks + 1) * sizeof *self->list_firsts);
    if (self->lists.count > 0)
        memcpy(bytes + layout.lists, self->lists.bytes, self->lists.count);
    if (self->coded.count > 0)
        memcpy(bytes + layout.labels, self->coded.bytes, self->coded.count);
    *section = (cairn__bend_section){.bytes = bytes,
                                     .count = layout.bytes,
                                     .bends = self->graph.all.count,
                                     .nodes = self->head.nodes,
                                     .edges = self->graph.firsts[nodes],
                                     .entries = self->labels.firsts[nodes],
                                     .items = self->graph.items.count};
    return CAIRN_OK;
}

static void end(maker *self)
{
    const cairn_allocator *allocator = self->allocator;
    cairn__bend_numbers_end(&self->numbers, allocator);
    cairn__hub_labels_end(&self->labels);
    cairn__bend_graph_end(&self->graph);
    cairn__byte_list_end(&self->lists);
    cairn__byte_list_end(&self->coded);
    cairn__release(allocator, self->hubs);
    cairn__release(allocator, self->label_firsts);
    cairn__release(allocator, self->list_firsts);
}

cairn_status cairn__bend_section_create(const cairn_map *map, const cairn_allocator *allocator,
                                        const cairn__bend_rule *rule, const cairn__preparation *how,
                                        cairn__bend_section *section)
{
    maker self = {.allocator = allocator,
                  .rule = rule,
                  .how = how,
                  .labels.allocator = *allocator,
                  .lists.allocator = *allocator,
                  .coded.allocator = *allocator};
    *section = (cairn__bend_section){0};
    cairn_status status = cairn__bend_graph_create(map, allocator, &rule->limits, how, &self.graph);
    if (status != CAIRN_OK)
        return status;
    self.head = (cairn__bend_head){.nodes = self.graph.survivors.count,
                                   .across = cairn__count_blocks(map->info.width),
                                   .down = cairn__count_blocks(map->info.height)};
    status = self.head.nodes > CAIRN__MOST_BENDS ? CAIRN_LIMIT : make_labels(&self);
    if (status == CAIRN_OK)
        status = code(&self);
    if (status == CAIRN_OK)
        status = lay_out(&self, section);
    end(&self);
    return status;
}

void cairn__bend_section_end(cairn__bend_section *section, const cairn_allocator *allocator)
{
    cairn__release(allocator, section->bytes);
    *section = (cairn__bend_section){0};
}
