/* region_net.c: finding the parts of a net, and reading them. */
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
    uint64_t at[12];
} offsets;

static offsets find_offsets(const cairn__net_header *header)
{
    uint64_t regions = header->regions, neighbours = header->neighbours;
    uint64_t number = get_number_bytes(header);
    const uint64_t bytes[11] = {
        regions * 4,
        (regions + 1) * 4,
        (regions + 1) * 4,
        (regions + 1) * 4,
        (neighbours / 2 + 1) * 4,
        (uint64_t)header->subgoals * 4,
        (uint64_t)header->nodes * 4,
        neighbours * number,
        header->members * number,
        (uint64_t)header->runs * 2,
        (uint64_t)header->runs * get_hop_bytes(header),
    };
    offsets found = {{sizeof *header}};
    for (int i = 0; i < 11; i++)
        found.at[i + 1] = found.at[i] + bytes[i];
    return found;
}

uint64_t cairn__net_get_bytes(const cairn__net_header *header)
{
    return (find_offsets(header).at[11] + 3) / 4 * 4;
}

static bool has_good_counts(const cairn__net_header *header, const uint32_t size[2])
{
    uint64_t blocks = (uint64_t)((size[0] + CAIRN__NET_BLOCK - 1) / CAIRN__NET_BLOCK) *
                      ((size[1] + CAIRN__NET_BLOCK - 1) / CAIRN__NET_BLOCK);
    bool has_tree = (header->flags & CAIRN__NET_TREE) != 0;
    return header->neighbours % 2 == 0 && header->nodes >= blocks &&
           (header->flags & ~CAIRN__NET_KNOWN_FLAGS) == 0 && header->cutoff > 0 &&
           header->cutoff <= CAIRN_MAX_SIDE &&
           (has_tree ? header->runs == 0 : header->regions <= CAIRN__NET_MOST_TABLE);
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
    net->neighbours = parts + found.at[7];
    net->members = parts + found.at[8];
    net->run_firsts = parts + found.at[9];
    net->hops = parts + found.at[10];
    return true;
}

/* ---- the index ---- */

cairn__net_members cairn__net_find_members(const cairn__region_net *net, cairn_cell cell)
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
    uint32_t degree = cairn__net_get_degree(net, from);
    if (place >= degree)
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

/* The place of the next neighbour by the table: the last run that begins at `to` or before. */
static uint32_t find_hop(const cairn__region_net *net, uint32_t from, uint32_t to)
{
    uint32_t first = net->routes[from], end = net->routes[from + 1];
    if (first >= end || end > net->header.runs)
        return CAIRN__NET_NONE;
    const uint16_t *starts = (const void *)net->run_firsts;
    while (end - first > 1) {
        uint32_t middle = first + (end - first) / 2;
        if (starts[middle] <= to)
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

/* Along the tree: a region's subtree has the numbers from its own to its end; its lowest neighbour
 * is its parent, unless it is a root, the others are its children. */
static uint32_t find_branch(const cairn__region_net *net, uint32_t from, uint32_t to)
{
    if (to < from || to >= net->routes[from])
        return 0;
    return find_neighbour(net, from, to);
}

bool cairn__net_find_way(const cairn__region_net *net, uint32_t from, uint32_t to,
                         cairn__net_way *way)
{
    if (from >= net->header.regions || to >= net->header.regions || from == to)
        return false;
    bool has_tree = (net->header.flags & CAIRN__NET_TREE) != 0;
    uint32_t place = has_tree ? find_branch(net, from, to) : find_hop(net, from, to);
    return cairn__net_get_way(net, from, place, way);
}
