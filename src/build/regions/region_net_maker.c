/* region_net_maker.c: from cover, ways and routes to the bytes of a net. */
#include "base/xy.h"
#include "build/regions/region_net_maker.h"

#include <string.h>

#include "base/memory.h"
#include "build/regions/region_index.h"
#include "build/regions/region_shortcuts.h"
#include "db/region_net.h"

/* Ranges that a table has, at most: it takes a search over all regions for each. */
#define MOST_RANGES 256

/* Ways of a bare net, at most. */
#define MOST_WAYS (UINT32_C(1) << 22)

/* Ways past a region for each region, at most. */
#define SHORTCUTS 2

typedef struct net_maker {
    const cairn__net_task *task;
    const cairn__region_work *work;
    const cairn_allocator *allocator;
    cairn__cover cover;
    cairn__region_pairs pairs;
    cairn__region_graph graph;
    cairn__region_graph near; /* regions that touch, if the graph has others too */
    cairn__region_tree tree;
    bool has_tree; /* else a table of all regions */
    bool has_ranges;
    uint32_t shift; /* of ranges */
    cairn__region_ways ways;
    cairn__region_table table;
    cairn__region_index index;
    uint32_t *places; /* by place of the graph: its place among the kept neighbours */
    bool *kept;       /* by place of the graph: the way is used, there or back */
} net_maker;

/* ---- the graph ---- */

static cairn_status number_regions(net_maker *self)
{
    uint32_t count = self->cover.count;
    cairn__region_tree *tree = &self->tree;
    tree->parents = cairn__allocate(self->allocator, count, sizeof *tree->parents);
    tree->ends = cairn__allocate(self->allocator, count, sizeof *tree->ends);
    if (tree->parents == NULL || tree->ends == NULL)
        return CAIRN_MEMORY;
    cairn_status status =
        cairn__region_graph_create(&self->pairs, count, self->allocator, &self->graph);
    if (status == CAIRN_OK)
        status = cairn__region_graph_number(&self->graph, &self->cover, &self->pairs,
                                            self->allocator, tree);
    cairn__region_graph_end(&self->graph, self->allocator);
    return status;
}

/* The edges of the trees alone. */
static cairn_status keep_trees(net_maker *self)
{
    cairn_status status = CAIRN_OK;
    self->pairs.count = 0;
    for (uint32_t i = 0; status == CAIRN_OK && i < self->cover.count; i++)
        if (self->tree.parents[i] != i)
            status =
                cairn__region_pairs_add(&self->pairs, i, self->tree.parents[i], self->allocator);
    return status;
}

/* Neighbours, or, where there are many regions, the trees. */
static cairn_status make_graph(net_maker *self)
{
    uint32_t count = self->cover.count;
    cairn_status status =
        cairn__region_pairs_find(&self->cover, self->allocator, self->work->poll, &self->pairs);
    if (status == CAIRN_OK)
        status = number_regions(self);
    self->has_tree = self->task->make_cover == NULL && count > self->task->table_regions;
    self->has_ranges = self->has_tree && count <= self->task->range_regions;
    while (count >> self->shift > MOST_RANGES)
        self->shift++;
    if (status == CAIRN_OK && self->has_tree && !self->has_ranges)
        status = keep_trees(self);
    if (status != CAIRN_OK)
        return status;
    cairn__region_pairs_sort(&self->pairs);
    return cairn__region_graph_create(&self->pairs, count, self->allocator, &self->graph);
}

/* Joins neighbours of neighbours too, where that is worth a way. */
static cairn_status add_shortcuts(net_maker *self)
{
    const cairn_allocator *allocator = self->allocator;
    cairn__region_shortcuts shortcuts = {0};
    uint32_t count = self->cover.count;
    cairn_status status =
        cairn__region_shortcuts_find(&self->graph, &self->ways, self->cover.seeds, allocator,
                                     SHORTCUTS * (size_t)count, &shortcuts);
    for (size_t i = 0; status == CAIRN_OK && i < shortcuts.count; i++)
        status = cairn__region_pairs_add(&self->pairs, (uint32_t)(shortcuts.list[i].pair >> 32),
                                         (uint32_t)shortcuts.list[i].pair, allocator);
    cairn__region_ways_end(&self->ways, allocator);
    cairn__region_graph_end(&self->graph, allocator);
    if (status == CAIRN_OK) {
        cairn__region_pairs_sort(&self->pairs);
        status = cairn__region_graph_create(&self->pairs, count, allocator, &self->graph);
    }
    if (status == CAIRN_OK)
        status = cairn__region_ways_create(&self->cover, &self->graph, self->work, &self->ways);
    if (status == CAIRN_OK)
        cairn__region_shortcuts_close(&shortcuts, &self->graph, &self->ways);
    cairn__release(allocator, shortcuts.list);
    return status;
}

static bool has_table(const net_maker *self)
{
    return !self->has_tree || self->has_ranges;
}

/* ---- what is kept ---- */

/* A way is kept if a route uses it, in either direction. */
static void mark_kept(net_maker *self)
{
    const cairn__region_graph *graph = &self->graph;
    for (uint32_t region = 0; region < graph->count; region++)
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
            uint32_t other = graph->neighbours[i];
            bool is_branch = self->has_tree && (self->tree.parents[region] == other ||
                                                self->tree.parents[other] == region);
            if (!is_branch && !self->table.used[i])
                continue;
            self->kept[i] = true;
            for (size_t j = graph->firsts[other]; j < graph->firsts[other + 1]; j++)
                if (graph->neighbours[j] == region)
                    self->kept[j] = true;
        }
}

static cairn_status choose_ways(net_maker *self, uint32_t *most)
{
    const cairn__region_graph *graph = &self->graph;
    size_t places = graph->firsts[graph->count];
    self->places = cairn__allocate(self->allocator, places, sizeof *self->places);
    self->kept = cairn__allocate_zeroed(self->allocator, places, sizeof *self->kept);
    if (self->places == NULL || self->kept == NULL)
        return CAIRN_MEMORY;
    mark_kept(self);
    *most = 0;
    for (uint32_t region = 0; region < graph->count; region++) {
        uint32_t place = 0;
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++)
            self->places[i] = self->kept[i] ? place++ : 0;
        *most = place > *most ? place : *most;
    }
    return CAIRN_OK;
}

/* ---- the bytes ---- */

/* Calls for each kept way in order; `subgoals` is null where they are only counted. */
static uint64_t write_ways(const net_maker *self, uint32_t *bases, uint32_t *firsts,
                           cairn__xy *subgoals)
{
    const cairn__region_graph *graph = &self->graph;
    uint64_t count = 0, ways = 0;
    for (uint32_t region = 0; region < graph->count; region++) {
        size_t way = self->ways.bases[region];
        if (bases != NULL)
            bases[region] = (uint32_t)ways;
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
            if (graph->neighbours[i] < region)
                continue;
            const cairn__region_way *found = &self->ways.ways[way++];
            if (!self->kept[i])
                continue;
            if (subgoals != NULL) {
                firsts[ways] = (uint32_t)count;
                if (found->count > 0)
                    memcpy(subgoals + count, self->ways.subgoals[region] + found->first,
                           found->count * sizeof *subgoals);
            }
            ways++;
            count += found->count;
        }
    }
    if (subgoals != NULL) {
        bases[graph->count] = (uint32_t)ways;
        firsts[ways] = (uint32_t)count;
    }
    return count;
}

static cairn_status make_header(const net_maker *self, uint32_t most, cairn__net_header *header)
{
    const cairn__region_graph *graph = &self->graph;
    uint64_t neighbours = 0, runs = 0;
    for (size_t i = 0; i < graph->firsts[graph->count]; i++)
        neighbours += self->kept[i];
    for (uint32_t i = 0; has_table(self) && i < graph->count; i++)
        runs += self->table.rows[i].count;
    uint64_t subgoals = write_ways(self, NULL, NULL, NULL);
    if (neighbours > UINT32_MAX || runs > UINT32_MAX || subgoals > UINT32_MAX)
        return CAIRN_LIMIT;
    *header = (cairn__net_header){
        .regions = graph->count,
        .neighbours = (uint32_t)neighbours,
        .subgoals = (uint32_t)subgoals,
        .nodes = (uint32_t)self->index.node_count,
        .members = (uint32_t)self->index.member_count,
        .runs = (uint32_t)runs,
        .cutoff = self->task->cutoff,
        .flags = (self->has_tree ? CAIRN__NET_TREE : 0) |
                 (self->has_ranges ? CAIRN__NET_RANGES | self->shift << CAIRN__NET_RANGE_BIT : 0) |
                 (most > UINT8_MAX + 1 ? CAIRN__NET_WIDE_HOPS : 0) |
                 (self->task->make_cover != NULL ? CAIRN__NET_BARE : 0),
    };
    return CAIRN_OK;
}

/* A net's parts again, to be written. */
#define WRITABLE(type, part) ((type *)(uintptr_t)(const void *)(part))

static void write_number(const cairn__region_net *net, const unsigned char *numbers, size_t index,
                         uint32_t number)
{
    if (net->header.regions > CAIRN__NET_MOST_TABLE)
        WRITABLE(uint32_t, numbers)[index] = number;
    else
        WRITABLE(uint16_t, numbers)[index] = (uint16_t)number;
}

static void write_neighbours(const net_maker *self, const cairn__region_net *net)
{
    const cairn__region_graph *graph = &self->graph;
    uint32_t *firsts = WRITABLE(uint32_t, net->firsts), written = 0;
    for (uint32_t region = 0; region < graph->count; region++) {
        firsts[region] = written;
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++)
            if (self->kept[i])
                write_number(net, net->neighbours, written++, graph->neighbours[i]);
    }
    firsts[graph->count] = written;
}

static void write_table(const net_maker *self, const cairn__region_net *net)
{
    const cairn__region_graph *graph = &self->graph;
    uint32_t *routes = WRITABLE(uint32_t, self->has_ranges ? net->rows : net->routes), written = 0;
    for (uint32_t region = 0; region < graph->count; region++) {
        const cairn__region_row *row = &self->table.rows[region];
        routes[region] = written;
        for (uint32_t i = 0; i < row->count; i++, written++) {
            uint32_t hop = self->places[graph->firsts[region] + row->places[i]];
            WRITABLE(uint16_t, net->run_firsts)[written] = row->firsts[i];
            if ((net->header.flags & CAIRN__NET_WIDE_HOPS) == 0)
                WRITABLE(uint8_t, net->hops)[written] = (uint8_t)hop;
            else
                memcpy(WRITABLE(uint8_t, net->hops) + (size_t)written * 2,
                       &(uint16_t){(uint16_t)hop}, 2);
        }
    }
    routes[graph->count] = written;
}

static void write_parts(const net_maker *self, const cairn__region_net *net)
{
    uint32_t count = self->graph.count;
    if (count > 0)
        memcpy(WRITABLE(cairn__xy, net->seeds), self->cover.seeds, count * sizeof(cairn__xy));
    write_neighbours(self, net);
    (void)write_ways(self, WRITABLE(uint32_t, net->bases), WRITABLE(uint32_t, net->way_firsts),
                     WRITABLE(cairn__xy, net->subgoals));
    if (self->index.node_count > 0)
        memcpy(WRITABLE(uint32_t, net->nodes), self->index.nodes,
               self->index.node_count * sizeof(uint32_t));
    for (size_t i = 0; i < self->index.member_count; i++)
        write_number(net, net->members, i, self->index.members[i]);
    if (has_table(self))
        write_table(self, net);
    if (!self->has_tree)
        return;
    uint32_t *routes = WRITABLE(uint32_t, net->routes);
    if (count > 0)
        memcpy(routes, self->tree.ends, count * sizeof *routes);
    routes[count] = count;
}

static cairn_status write_image(net_maker *self, cairn__net_image *image)
{
    uint32_t most;
    cairn__net_header header;
    cairn__region_net net;
    cairn_status status = choose_ways(self, &most);
    if (status == CAIRN_OK)
        status = make_header(self, most, &header);
    if (status != CAIRN_OK)
        return status;
    const cairn_map_info *info = &self->cover.map->info;
    image->count = (size_t)cairn__net_get_bytes(&header);
    image->regions = header.regions;
    image->bytes = cairn__allocate_zeroed(self->allocator, image->count, 1);
    if (image->bytes == NULL)
        return CAIRN_MEMORY;
    memcpy(image->bytes, &header, sizeof header);
    (void)cairn__net_open(image->bytes, image->count,
                          (const uint32_t[2]){info->width, info->height}, &net);
    write_parts(self, &net);
    return CAIRN_OK;
}

/* ---- all of it ---- */

static cairn_status make_cover(net_maker *self, cairn__net_image *image)
{
    const cairn__net_task *task = self->task;
    const cairn__poll *poll = self->work->poll;
    if (task->make_cover == NULL)
        return cairn__cover_create(task->map, task->cutoff, self->allocator, poll, &self->cover);
    cairn_status status =
        task->make_cover(task->map, task->cutoff, self->allocator, poll, &self->cover);
    image->regions = self->cover.count;
    return status == CAIRN_OK && self->cover.count > CAIRN__MOST_BARE_REGIONS ? CAIRN_LIMIT
                                                                              : status;
}

/* Joins each region to the regions one step farther on than its neighbours. */
static cairn_status join_farther(net_maker *self)
{
    const cairn__region_graph *graph = &self->graph, *near = &self->near;
    cairn_status status = CAIRN_OK;
    for (uint32_t region = 0; region < graph->count; region++)
        for (size_t i = graph->firsts[region]; i < graph->firsts[region + 1]; i++) {
            uint32_t other = graph->neighbours[i];
            for (size_t j = near->firsts[other]; j < near->firsts[other + 1]; j++) {
                if (near->neighbours[j] != region)
                    status = cairn__region_pairs_add(&self->pairs, region, near->neighbours[j],
                                                     self->allocator);
                if (status != CAIRN_OK)
                    return status;
            }
        }
    return self->pairs.count > MOST_WAYS ? CAIRN_LIMIT : CAIRN_OK;
}

static cairn_status widen(net_maker *self)
{
    uint32_t count = self->cover.count;
    cairn_status status = CAIRN_OK;
    if (self->near.firsts == NULL)
        status = cairn__region_graph_create(&self->pairs, count, self->allocator, &self->near);
    if (status == CAIRN_OK)
        status = join_farther(self);
    if (status != CAIRN_OK)
        return status;
    cairn__region_pairs_sort(&self->pairs);
    cairn__region_graph_end(&self->graph, self->allocator);
    return cairn__region_graph_create(&self->pairs, count, self->allocator, &self->graph);
}

static cairn_status make(net_maker *self, const cairn__net_stage *stage, cairn__net_image *image)
{
    const cairn__region_work *work = self->work;
    bool is_bare = self->task->make_cover != NULL;
    stage->begin(stage->context, 0, 0);
    cairn_status status = make_cover(self, image);
    if (status == CAIRN_OK)
        status = make_graph(self);
    for (uint32_t i = 1; status == CAIRN_OK && i < self->task->neighbourhood; i++)
        status = widen(self);
    if (status != CAIRN_OK)
        return status;
    bool has_shortcuts = !self->has_tree && !is_bare; /* with them ways are made once more */
    stage->begin(stage->context, 1, has_shortcuts ? 2 * self->cover.count : self->cover.count);
    status = cairn__region_ways_create(&self->cover, &self->graph, work, &self->ways);
    if (status == CAIRN_OK && has_shortcuts)
        status = add_shortcuts(self);
    stage->begin(stage->context, 2, self->cover.count);
    if (status == CAIRN_OK && !self->has_tree)
        status = cairn__region_table_create(&self->graph, &self->ways, work, &self->table);
    if (status == CAIRN_OK && self->has_ranges)
        status =
            cairn__region_ranges_create(&self->graph, &self->ways, self->shift, work, &self->table);
    if (status == CAIRN_OK && !is_bare)
        status = cairn__region_index_create(&self->cover, self->allocator, &self->index);
    if (status == CAIRN_OK && self->task->keep_cover != NULL)
        status = self->task->keep_cover(self->task->context, &self->cover, self->allocator);
    return status == CAIRN_OK ? write_image(self, image) : status;
}

cairn_status cairn__net_make(const cairn__net_task *task, const cairn__region_work *work,
                             const cairn__net_stage *stage, cairn__net_image *image)
{
    const cairn_allocator *allocator = work->allocator;
    net_maker self = {.task = task, .work = work, .allocator = allocator};
    *image = (cairn__net_image){0};
    cairn_status status = make(&self, stage, image);
    cairn__cover_end(&self.cover, allocator);
    cairn__release(allocator, self.pairs.pairs);
    cairn__region_graph_end(&self.graph, allocator);
    cairn__region_graph_end(&self.near, allocator);
    cairn__release(allocator, self.tree.parents);
    cairn__release(allocator, self.tree.ends);
    cairn__region_ways_end(&self.ways, allocator);
    cairn__region_table_end(&self.table, allocator);
    cairn__region_index_end(&self.index, allocator);
    cairn__release(allocator, self.places);
    cairn__release(allocator, self.kept);
    return status;
}
