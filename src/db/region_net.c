/* region_net.c: finding the parts of a net, and reading them. */
#include "base/xy.h"
#include "db/region_net.h"

/* ---- the frame ---- */

static uint32_t get_number_bytes(const cairn__net_header *header)
{
    return header->regions > CAIRN__NET_MOST_TABLE ? 4 : 2;
}

static uint32_t get_hop_bytes(const cairn__net_header *header)
{
    return (header->flags & CAIRN__NET_WIDE_HOPS) != 0 ? 2 : 1;
}

/* Where each part begins; the last entry is the end of the last part. */
typedef struct offsets {
    uint64_t at[13];
} offsets;

static offsets find_offsets(const cairn__net_header *header)
{
    uint64_t regions = header->regions, neighbours = header->neighbours;
    uint64_t number = get_number_bytes(header);
    const uint64_t bytes[12] = {
        regions * 4,
        (regions + 1) * 4,
        (regions + 1) * 4,
        (regions + 1) * 4,
        (neighbours / 2 + 1) * 4,
        (uint64_t)header->subgoals * 4,
        (uint64_t)header->nodes * 4,
        (header->flags & CAIRN__NET_RANGES) != 0 ? (regions + 1) * 4 : 0,
        neighbours * number,
        header->members * number,
        (uint64_t)header->runs * 2,
        (uint64_t)header->runs * get_hop_bytes(header),
    };
    offsets found = {{sizeof *header}};
    for (int i = 0; i < 12; i++)
        found.at[i + 1] = found.at[i] + bytes[i];
    return found;
}

uint64_t cairn__net_get_bytes(const cairn__net_header *header)
{
    return (find_offsets(header).at[12] + 3) / 4 * 4;
}

static bool has_good_counts(const cairn__net_header *header, const uint32_t size[2])
{
    uint64_t blocks = (uint64_t)((size[0] + CAIRN__NET_BLOCK - 1) / CAIRN__NET_BLOCK) *
                      ((size[1] + CAIRN__NET_BLOCK - 1) / CAIRN__NET_BLOCK);
    bool has_tree = (header->flags & CAIRN__NET_TREE) != 0;
    bool has_ranges = (header->flags & CAIRN__NET_RANGES) != 0;
    bool has_table = has_ranges || !has_tree;
    bool is_bare = (header->flags & CAIRN__NET_BARE) != 0;
    return header->neighbours % 2 == 0 &&
           (is_bare ? header->nodes == 0 && header->members == 0 && !has_tree
                    : header->nodes >= blocks) &&
           (header->flags & ~CAIRN__NET_KNOWN_FLAGS) == 0 && header->cutoff > 0 &&
           header->cutoff <= CAIRN_MAX_SIDE && (has_tree || !has_ranges) &&
           (has_ranges || header->flags >> CAIRN__NET_RANGE_BIT == 0) &&
           (has_table ? header->regions <= CAIRN__NET_MOST_TABLE : header->runs == 0);
}

bool cairn__net_open(const void *image, uint64_t bytes, const uint32_t size[2],
                     cairn__region_net *net)
{
    if (bytes < sizeof net->header)
        return false;
    *net = (cairn__region_net){.width = size[0], .height = size[1]};
    memcpy(&net->header, image, sizeof net->header);
    if (!has_good_counts(&net->header, size) || cairn__net_get_bytes(&net->header) != bytes)
        return false;
    const unsigned char *parts = image;
    offsets found = find_offsets(&net->header);
    net->blocks_across = (size[0] + CAIRN__NET_BLOCK - 1) / CAIRN__NET_BLOCK;
    net->seeds = (const void *)(parts + found.at[0]);
    net->firsts = (const void *)(parts + found.at[1]);
    net->bases = (const void *)(parts + found.at[2]);
    net->routes = (const void *)(parts + found.at[3]);
    net->way_firsts = (const void *)(parts + found.at[4]);
    net->subgoals = (const void *)(parts + found.at[5]);
    net->nodes = (const void *)(parts + found.at[6]);
    net->rows = (const void *)(parts + found.at[7]);
    net->neighbours = parts + found.at[8];
    net->members = parts + found.at[9];
    net->run_firsts = parts + found.at[10];
    net->hops = parts + found.at[11];
    return true;
}

#if CAIRN__BIG_ENDIAN

void cairn__net_turn(void *image, uint64_t bytes, bool to_file)
{
    cairn__net_header header;
    unsigned char *parts = image;
    if (bytes < sizeof header)
        return;
    memcpy(&header, image, sizeof header);
    if (!to_file)
        cairn__order_numbers(&header, sizeof header, "4");
    if (cairn__net_get_bytes(&header) != bytes)
        return;
    const offsets found = find_offsets(&header);
    cairn__order_numbers(parts, found.at[8], "4");
    cairn__order_numbers(parts + found.at[8], found.at[10] - found.at[8],
                         get_number_bytes(&header) == 4 ? "4" : "2");
    cairn__order_numbers(parts + found.at[10], found.at[11] - found.at[10], "2");
    cairn__order_numbers(parts + found.at[11], found.at[12] - found.at[11],
                         get_hop_bytes(&header) == 2 ? "2" : "1");
}

#endif

/* ---- the index ---- */

cairn__net_members cairn__net_find_members(const cairn__region_net *net, cairn__xy cell)
{
    const cairn__net_members none = {0, 0, false};
    uint32_t place = cell.y / CAIRN__NET_BLOCK * net->blocks_across + cell.x / CAIRN__NET_BLOCK;
    uint32_t node = net->nodes[place];
    for (uint32_t side = CAIRN__NET_BLOCK / 2; (node & 3) == CAIRN__NODE_SPLIT; side /= 2) {
        if (side == 0)
            return none;
        place = (node >> 2) + ((cell.y & side) != 0 ? 2 : 0) + ((cell.x & side) != 0 ? 1 : 0);
        if (place >= net->header.nodes)
            return none;
        node = net->nodes[place];
    }
    if ((node & 3) == CAIRN__NODE_ONE)
        return (cairn__net_members){node >> 2, 1, true};
    cairn__net_members found = {node >> 6, (node >> 2 & 15) + 1, false};
    bool inside = (node & 3) == CAIRN__NODE_LIST && found.first < net->header.members &&
                  found.count <= net->header.members - found.first;
    return inside ? found : none;
}

/* ---- routes ---- */

static uint32_t get_neighbour(const cairn__region_net *net, uint32_t region, uint32_t place)
{
    return cairn__net_get_number(net, net->neighbours, net->firsts[region] + place);
}

/* The place of the last neighbour that is not above a region; the degree if all are. */
static uint32_t find_neighbour(const cairn__region_net *net, uint32_t from, uint32_t region)
{
    uint32_t degree = cairn__net_get_degree(net, from), low = 0, high = degree;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (get_neighbour(net, from, middle) <= region)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? low - 1 : degree;
}

bool cairn__net_get_way(const cairn__region_net *net, uint32_t from, uint32_t place,
                        cairn__net_way *way)
{
    if (from >= net->header.regions || place >= cairn__net_get_degree(net, from))
        return false;
    uint32_t to = get_neighbour(net, from, place), number;
    if (to >= net->header.regions || to == from)
        return false;
    bool backward = to < from;
    /* Ways are counted from their lower region, its higher neighbours in order. */
    uint32_t low = backward ? to : from, high = backward ? from : to;
    uint32_t among = backward ? find_neighbour(net, low, high) : place;
    uint32_t above = cairn__net_get_degree(net, low);
    uint32_t ways = net->bases[low + 1] - net->bases[low];
    if (among >= above || ways > above || among < above - ways)
        return false;
    number = net->bases[low] + among - (above - ways);
    if (number >= net->header.neighbours / 2)
        return false;
    uint32_t first = net->way_firsts[number], end = net->way_firsts[number + 1];
    if (first > end || end > net->header.subgoals)
        return false;
    *way = (cairn__net_way){to, first, end - first, backward};
    return true;
}

/* The hop of the last run of a row that begins at `key` or before. */
static uint32_t find_hop(const cairn__region_net *net, const uint32_t *rows, uint32_t from,
                         uint32_t key)
{
    uint32_t first = rows[from], end = rows[from + 1];
    if (first >= end || end > net->header.runs)
        return CAIRN__NET_NONE;
    const uint16_t *starts = (const void *)net->run_firsts;
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        if (starts[middle] <= key)
            first = middle;
        else
            end = middle;
    }
    if ((net->header.flags & CAIRN__NET_WIDE_HOPS) == 0)
        return net->hops[first];
    uint16_t hop;
    memcpy(&hop, net->hops + (size_t)first * 2, sizeof hop);
    return hop;
}

uint32_t cairn__net_find_range_hop(const cairn__region_net *net, uint32_t from, uint32_t range)
{
    return find_hop(net, net->rows, from, range);
}

/* Along the tree: a region's subtree has the numbers from its own to its end. The next one is the
 * highest neighbour that has the goal, or this region, in its subtree: down to the goal, or up to
 * the parent. */
static uint32_t get_inner(const cairn__region_net *net, const cairn__net_hop *hop)
{
    bool down = hop->to > hop->from && hop->to < net->routes[hop->from];
    return down ? hop->to : hop->from;
}

void cairn__net_start_hop(const cairn__region_net *net, cairn__net_hop *hop)
{
    uint32_t flags = net->header.flags, from = hop->from, to = hop->to;
    hop->place = CAIRN__NET_NONE;
    hop->done = true;
    if (from >= net->header.regions || to >= net->header.regions || from == to)
        return;
    hop->in_tree = hop->in_tree || (flags & CAIRN__NET_RANGES) == 0 ||
                   cairn__net_get_range(net, from) == cairn__net_get_range(net, to);
    if ((flags & CAIRN__NET_TREE) == 0) {
        hop->place = find_hop(net, net->routes, from, to);
    } else if (hop->in_tree) {
        hop->place = find_neighbour(net, from, get_inner(net, hop));
        hop->done = hop->place >= cairn__net_get_degree(net, from);
    } else {
        hop->place = cairn__net_find_range_hop(net, from, cairn__net_get_range(net, to));
    }
}

uint32_t cairn__net_search_hop(const cairn__region_net *net, cairn__net_hop *hop, uint32_t most)
{
    uint32_t looks = 0;
    while (!hop->done && looks < most) {
        uint32_t other = get_neighbour(net, hop->from, hop->place);
        looks++;
        hop->done = other < net->header.regions && net->routes[other] > get_inner(net, hop);
        if (!hop->done && hop->place-- == 0) /* leaves CAIRN__NET_NONE */
            hop->done = true;
    }
    return looks;
}

bool cairn__net_find_way(const cairn__region_net *net, cairn__net_hop *hop, cairn__net_way *way)
{
    cairn__net_start_hop(net, hop);
    (void)cairn__net_search_hop(net, hop, UINT32_MAX);
    return cairn__net_get_way(net, hop->from, hop->place, way);
}
