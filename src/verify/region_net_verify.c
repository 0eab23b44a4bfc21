/* region_net_verify.c: the deep check of a net: its parts by meaning, that every route comes to its
 * goal, and against the map every leg of every way, and a region for every open cell. */
#include "base/detail.h"
#include "base/memory.h"
#include "base/xy.h"
#include "grid/climb.h"
#include "grid/components.h"
#include "verify/verify.h"

typedef struct net_check {
    const cairn__region_net *net;
    const unsigned char *image;
    const cairn_allocator *allocator;
    cairn_detail *detail;
    uint32_t next_node; /* what the index must use next */
    uint32_t next_member;
} net_check;

static net_check start_check(const cairn_db *db, cairn_detail *detail)
{
    return (net_check){
        .net = &db->net, .image = db->image, .allocator = &db->allocator, .detail = detail};
}

/* Says what is wrong at a place of the file. */
static cairn_status fail_at(const net_check *self, const void *place, const char *text)
{
    uint64_t offset = (uint64_t)((const unsigned char *)place - self->image);
    return cairn__fail_at_offset(self->detail, CAIRN_CORRUPT, offset, "%s", text);
}

/* ---- regions and ways ---- */

/* Numbers that begin with 0, never fall, and end with `end`. */
static bool is_ascending(const uint32_t *firsts, uint32_t count, uint32_t end)
{
    if (firsts[0] != 0 || firsts[count] != end)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (firsts[i] > firsts[i + 1])
            return false;
    return true;
}

static cairn_status check_firsts(const net_check *self)
{
    const cairn__region_net *net = self->net;
    uint32_t ways = net->header.neighbours / 2;
    if (!is_ascending(net->firsts, net->header.regions, net->header.neighbours))
        return fail_at(self, net->firsts, "neighbours do not follow each other");
    if (!is_ascending(net->bases, net->header.regions, ways))
        return fail_at(self, net->bases, "ways do not follow each other");
    if (!is_ascending(net->way_firsts, ways, net->header.subgoals))
        return fail_at(self, net->way_firsts, "subgoals do not follow each other");
    return CAIRN_OK;
}

/* Neighbours ascend, and each has a way whose other end knows it too. */
static cairn_status check_neighbours(const net_check *self, uint32_t region)
{
    const cairn__region_net *net = self->net;
    uint32_t degree = cairn__net_get_degree(net, region), above = 0, last = CAIRN__NET_NONE;
    for (uint32_t place = 0; place < degree; place++) {
        cairn__net_way way;
        const unsigned char *at = net->neighbours;
        if (!cairn__net_get_way(net, region, place, &way) ||
            (last != CAIRN__NET_NONE && way.to <= last))
            return fail_at(self, at, "a neighbour is out of order or has no way");
        uint32_t low = way.to < region ? way.to : region, high = way.to + region - low;
        uint32_t first = net->firsts[low], end = net->firsts[low + 1];
        while (first < end && cairn__net_get_number(net, at, first) != high)
            first++;
        if (first == end)
            return fail_at(self, at, "a neighbour does not know its neighbour");
        above += way.to > region;
        last = way.to;
    }
    if (above != net->bases[region + 1] - net->bases[region])
        return fail_at(self, &net->bases[region], "the number of ways is wrong");
    return CAIRN_OK;
}

/* ---- the index ---- */

static cairn_status check_node(net_check *self, uint32_t place, uint32_t side);

static cairn_status check_parts(net_check *self, uint32_t first, uint32_t side)
{
    cairn_status status = CAIRN_OK;
    if (first != self->next_node || first > self->net->header.nodes - 4 ||
        self->net->header.nodes < 4 || side < 2)
        return fail_at(self, self->net->nodes, "the parts of a block are not where they belong");
    self->next_node += 4;
    for (uint32_t i = 0; status == CAIRN_OK && i < 4; i++)
        status = check_node(self, first + i, side / 2);
    return status;
}

static cairn_status check_list(net_check *self, uint32_t node)
{
    const cairn__region_net *net = self->net;
    uint32_t first = node >> 6, count = (node >> 2 & 15) + 1;
    if (first != self->next_member || count > net->header.members - first || count < 2 ||
        count > CAIRN__NET_MOST_MEMBERS)
        return fail_at(self, net->nodes, "the members of a block are not where they belong");
    self->next_member += count;
    for (uint32_t i = first; i < first + count; i++)
        if (cairn__net_get_number(net, net->members, i) >= net->header.regions)
            return fail_at(self, net->members, "a member is no region");
    return CAIRN_OK;
}

static cairn_status check_node(net_check *self, uint32_t place, uint32_t side)
{
    uint32_t node = self->net->nodes[place];
    switch ((cairn__net_node)(node & 3)) {
    case CAIRN__NODE_SPLIT:
        return check_parts(self, node >> 2, side);
    case CAIRN__NODE_LIST:
        return check_list(self, node);
    case CAIRN__NODE_ONE:
        if (node >> 2 < self->net->header.regions)
            return CAIRN_OK;
        break;
    case CAIRN__NODE_EMPTY:
        if (node == 0)
            return CAIRN_OK;
        break;
    }
    return fail_at(self, &self->net->nodes[place], "a node of the index is wrong");
}

static cairn_status check_index(net_check *self)
{
    const cairn__region_net *net = self->net;
    uint32_t blocks =
        net->blocks_across * ((net->height + CAIRN__NET_BLOCK - 1) / CAIRN__NET_BLOCK);
    cairn_status status = CAIRN_OK;
    self->next_node = blocks;
    for (uint32_t i = 0; status == CAIRN_OK && i < blocks; i++)
        status = check_node(self, i, CAIRN__NET_BLOCK);
    if (status == CAIRN_OK &&
        (self->next_node != net->header.nodes || self->next_member != net->header.members))
        return fail_at(self, net->nodes, "the index has parts that no block uses");
    return status;
}

/* ---- routes ---- */

/* The runs of a table ascend, and their hops are neighbours. */
static cairn_status check_runs(const net_check *self, const uint32_t *rows)
{
    const cairn__region_net *net = self->net;
    const uint16_t *firsts = (const void *)net->run_firsts;
    if (!is_ascending(rows, net->header.regions, net->header.runs))
        return fail_at(self, rows, "routes do not follow each other");
    for (uint32_t region = 0; region < net->header.regions; region++)
        for (uint32_t i = rows[region]; i + 1 < rows[region + 1]; i++)
            if (firsts[i] >= firsts[i + 1])
                return fail_at(self, &firsts[i], "the runs of a route are out of order");
    return CAIRN_OK;
}

/* Subtrees nest, and each region but a root has its parent, the last region before it whose
 * subtree it is in, among its neighbours. `open` has the regions whose subtrees are not over. */
static cairn_status check_branches(const net_check *self, uint32_t *open)
{
    const cairn__region_net *net = self->net;
    uint32_t regions = net->header.regions, depth = 0;
    if (net->routes[regions] != regions)
        return fail_at(self, &net->routes[regions], "the tree has no end");
    for (uint32_t region = 0; region < regions; region++) {
        while (depth > 0 && net->routes[open[depth - 1]] <= region)
            depth--;
        uint32_t end = depth > 0 ? net->routes[open[depth - 1]] : regions;
        bool is_child = depth == 0;
        for (uint32_t i = net->firsts[region]; !is_child && i < net->firsts[region + 1]; i++)
            is_child = cairn__net_get_number(net, net->neighbours, i) == open[depth - 1];
        if (!is_child || net->routes[region] <= region || net->routes[region] > end)
            return fail_at(self, &net->routes[region], "the tree is wrong");
        open[depth++] = region;
    }
    return CAIRN_OK;
}

/* The regions that ways join get the same label. */
static void label_regions(const cairn__region_net *net, uint32_t *labels, uint32_t *queue)
{
    for (uint32_t i = 0; i < net->header.regions; i++)
        labels[i] = CAIRN__NET_NONE;
    for (uint32_t i = 0; i < net->header.regions; i++) {
        uint32_t count = 0;
        if (labels[i] != CAIRN__NET_NONE)
            continue;
        labels[i] = i;
        queue[count++] = i;
        for (uint32_t j = 0; j < count; j++)
            for (uint32_t k = net->firsts[queue[j]]; k < net->firsts[queue[j] + 1]; k++) {
                uint32_t other = cairn__net_get_number(net, net->neighbours, k);
                if (labels[other] != CAIRN__NET_NONE)
                    continue;
                labels[other] = i;
                queue[count++] = other;
            }
    }
}

/* Follows routes to one region from all that ways join to it. `reached` gets its number for those
 * that are known to come there; `walk` has those of the present walk, which is a circle if it has more
 * regions than there are. */
static bool do_routes_reach(const cairn__region_net *net, uint32_t to, const uint32_t *labels,
                            uint32_t *reached, uint32_t *walk)
{
    reached[to] = to;
    for (uint32_t from = 0; from < net->header.regions; from++) {
        uint32_t count = 0, region = from;
        if (labels[from] != labels[to])
            continue;
        while (reached[region] != to) {
            cairn__net_way way;
            if (count == net->header.regions ||
                !cairn__net_find_way(net, &(cairn__net_hop){.from = region, .to = to}, &way))
                return false;
            walk[count++] = region;
            region = way.to;
        }
        while (count > 0)
            reached[walk[--count]] = to;
    }
    return true;
}

/* The same to the regions of a range, which come first in `reached`, from all that ways join to one
 * of them. `has` is for labels. */
static bool do_hops_reach(const cairn__region_net *net, uint32_t range, const uint32_t *labels,
                          uint32_t *reached, uint32_t *walk, uint32_t *has)
{
    for (uint32_t i = 0; i < net->header.regions; i++)
        if (cairn__net_get_range(net, i) == range) {
            reached[i] = range;
            has[labels[i]] = range;
        }
    for (uint32_t from = 0; from < net->header.regions; from++) {
        uint32_t count = 0, region = from;
        if (has[labels[from]] != range)
            continue;
        while (reached[region] != range) {
            cairn__net_way way;
            if (count == net->header.regions ||
                !cairn__net_get_way(net, region, cairn__net_find_range_hop(net, region, range),
                                    &way))
                return false;
            walk[count++] = region;
            region = way.to;
        }
        while (count > 0)
            reached[walk[--count]] = range;
    }
    return true;
}

/* Every region's way to every other that is joined to it, or to every range. Time: the square of
 * the regions, or regions times ranges. */
static cairn_status check_routes(const net_check *self, uint32_t *words)
{
    const cairn__region_net *net = self->net;
    size_t regions = net->header.regions;
    bool has_ranges = (net->header.flags & CAIRN__NET_RANGES) != 0;
    uint32_t *labels = words, *reached = words + regions, *walk = words + 2 * regions;
    uint32_t *has = words + 3 * regions;
    uint32_t goals = has_ranges && regions > 0
                         ? cairn__net_get_range(net, net->header.regions - 1) + 1
                         : net->header.regions;
    label_regions(net, labels, walk);
    for (uint32_t i = 0; i < regions; i++)
        reached[i] = has[i] = CAIRN__NET_NONE;
    for (uint32_t i = 0; i < goals; i++)
        if (has_ranges ? !do_hops_reach(net, i, labels, reached, walk, has)
                       : !do_routes_reach(net, i, labels, reached, walk))
            return fail_at(self, net->run_firsts, "a route does not come to its goal");
    return CAIRN_OK;
}

static cairn_status check_all_routes(const net_check *self)
{
    const cairn__region_net *net = self->net;
    bool has_tree = (net->header.flags & CAIRN__NET_TREE) != 0;
    bool has_ranges = (net->header.flags & CAIRN__NET_RANGES) != 0;
    uint32_t *words =
        cairn__allocate(self->allocator, 4 * (uint64_t)net->header.regions, sizeof *words);
    if (words == NULL)
        return cairn__fail(self->detail, CAIRN_MEMORY, "out of memory");
    cairn_status status = has_tree ? check_branches(self, words) : CAIRN_OK;
    if (status == CAIRN_OK && (has_ranges || !has_tree))
        status = check_runs(self, has_ranges ? net->rows : net->routes);
    if (status == CAIRN_OK && (has_ranges || !has_tree))
        status = check_routes(self, words);
    cairn__release(self->allocator, words);
    return status;
}

static cairn_status check_padding(const net_check *self)
{
    const cairn__net_header *header = &self->net->header;
    size_t hop_bytes = (header->flags & CAIRN__NET_WIDE_HOPS) != 0 ? 2 : 1;
    const unsigned char *at = self->net->hops + header->runs * hop_bytes;
    for (; (uintptr_t)at % 4 != 0; at++)
        if (*at != 0)
            return fail_at(self, at, "the bytes behind the last part are not zero");
    return CAIRN_OK;
}

cairn_status cairn__regions_verify(const cairn_db *db, cairn_detail *detail)
{
    net_check self = start_check(db, detail);
    cairn_status status = check_firsts(&self);
    for (uint32_t i = 0; status == CAIRN_OK && i < db->net.header.regions; i++)
        status = check_neighbours(&self, i);
    if (status == CAIRN_OK && db->has_net)
        status = check_index(&self);
    if (status == CAIRN_OK)
        status = check_all_routes(&self);
    return status == CAIRN_OK ? check_padding(&self) : status;
}

/* ---- against the map ---- */

/* Says what is wrong with a cell. */
static cairn_status fail_cell(const net_check *self, cairn__xy cell, const char *text)
{
    uint64_t offset = (uint64_t)((const unsigned char *)self->net->seeds - self->image);
    return cairn__fail_at_offset(self->detail, CAIRN_INVALID, offset, "%u,%u %s", cell.x, cell.y,
                                 text);
}

static bool is_leg(const cairn_map *map, cairn__xy from, cairn__xy to)
{
    return cairn__is_open_cell(map, to) && !cairn__is_same_cell(from, to) &&
           cairn__climb(map, from, to, CAIRN_NO_CUTOFF).reached &&
           cairn__climb(map, to, from, CAIRN_NO_CUTOFF).reached;
}

/* The legs of the ways to higher neighbours, there and back. */
static cairn_status check_ways(const net_check *self, const cairn_map *map, uint32_t region)
{
    const cairn__region_net *net = self->net;
    uint32_t degree = cairn__net_get_degree(net, region);
    for (uint32_t place = 0; place < degree; place++) {
        cairn__net_way way;
        if (!cairn__net_get_way(net, region, place, &way) || way.backward)
            continue;
        cairn__xy last = net->seeds[region];
        for (uint32_t i = 0; i <= way.count; i++) {
            cairn__xy next =
                i < way.count ? cairn__net_get_subgoal(net, &way, i) : net->seeds[way.to];
            if (!is_leg(map, last, next))
                return fail_cell(self, next, "cannot be climbed to, or not back");
            last = next;
        }
    }
    return CAIRN_OK;
}

/* True if a region is found as agents find it. */
static bool has_region(const cairn__region_net *net, const cairn_map *map, cairn__xy cell)
{
    cairn__net_members members = cairn__net_find_members(net, cell);
    for (uint32_t i = 0; i < members.count; i++) {
        cairn__xy seed = net->seeds[cairn__net_get_member(net, &members, i)];
        if (cairn__climb(map, cell, seed, net->header.cutoff).reached &&
            cairn__climb(map, seed, cell, net->header.cutoff).reached)
            return true;
    }
    return false;
}

static cairn_status check_cells(const net_check *self, const cairn_map *map)
{
    for (uint32_t y = 0; y < map->info.height; y++)
        for (uint32_t x = 0; x < map->info.width; x++) {
            cairn__xy cell = {.x = (uint16_t)x, .y = (uint16_t)y};
            if (cairn__is_open(map, (int32_t)x, (int32_t)y) && !has_region(self->net, map, cell))
                return fail_cell(self, cell, "is in no region");
        }
    return CAIRN_OK;
}

/* Ways join the seeds of each component to one of them. */
static cairn_status check_components(const net_check *self, const cairn_map *map)
{
    const cairn__region_net *net = self->net;
    size_t regions = net->header.regions;
    uint32_t *words =
        cairn__allocate(self->allocator, 2 * regions + map->info.components, sizeof *words);
    if (words == NULL)
        return cairn__fail(self->detail, CAIRN_MEMORY, "out of memory");
    uint32_t *labels = words, *queue = words + regions, *known = words + 2 * regions;
    cairn_status status = CAIRN_OK;
    label_regions(net, labels, queue);
    for (uint32_t i = 0; i < map->info.components; i++)
        known[i] = CAIRN__NET_NONE;
    for (uint32_t i = 0; status == CAIRN_OK && i < regions; i++) {
        uint32_t *label = &known[cairn__component_of(map, net->seeds[i])];
        if (*label == CAIRN__NET_NONE)
            *label = labels[i];
        if (*label != labels[i])
            status = fail_cell(self, net->seeds[i], "is not joined to the other seeds");
    }
    cairn__release(self->allocator, words);
    return status;
}

cairn_status cairn__regions_verify_map(const cairn_db *db, const cairn_map *map,
                                       cairn_detail *detail)
{
    net_check self = start_check(db, detail);
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < db->net.header.regions; i++)
        if (!cairn__is_open_cell(map, db->net.seeds[i]))
            status = fail_cell(&self, db->net.seeds[i], "is a seed that is not open");
    for (uint32_t i = 0; status == CAIRN_OK && i < db->net.header.regions; i++)
        status = check_ways(&self, map, i);
    if (status == CAIRN_OK)
        status = check_components(&self, map);
    return status == CAIRN_OK && db->has_net ? check_cells(&self, map) : status;
}
