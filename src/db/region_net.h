/* region_net.h: a net of regions as a stretch of bytes, read in place: the section NETS.
 *
 * A region is a seed and the cells that climb to it and that it climbs to. Which region a cell is
 * in is not stored cell by cell: a block of 64 x 64 cells names the regions that its cells are in,
 * and climbs tell which of them a cell belongs to. A block that has many is split in four.
 * Neighbouring regions are joined by ways: subgoals that can be climbed along in both directions.
 * For each pair of regions the net says which neighbour is next: by a table, or, where there are
 * too many regions for one, along a tree, to which a table of ranges of regions may lead.
 * docs/format.md has all of it byte by byte.
 *
 * Nothing in a net is trusted. Each function stays inside the bytes; what it says of a damaged net
 * may be anything. */
#ifndef CAIRN_REGION_NET_H
#define CAIRN_REGION_NET_H

#include <assert.h>
#include <string.h>

#include "cairn/base.h"
#include "base/xy.h"

#define CAIRN__NET_NONE UINT32_MAX

/* Cells across a block of the index. */
#define CAIRN__NET_BLOCK 64

/* The most regions that a block or a part of one names before it is split. */
#define CAIRN__NET_MOST_MEMBERS 8

/* The most regions that routes have a table for. */
#define CAIRN__NET_MOST_TABLE UINT32_C(65536)

#define CAIRN__NET_TREE UINT32_C(1)      /* routes follow a tree */
#define CAIRN__NET_WIDE_HOPS UINT32_C(2) /* a hop has 2 bytes, else 1 */
#define CAIRN__NET_RANGES UINT32_C(4)    /* with a tree: to the goal's range by a table first */
#define CAIRN__NET_BARE UINT32_C(8)      /* no index; no tree */
#define CAIRN__NET_RANGE_BIT 8           /* 5 bits from here: regions of a range, as a power of 2 */
#define CAIRN__NET_KNOWN_FLAGS UINT32_C(0x1f0f)

/* offset bytes
 *      0     4  R, the number of regions
 *      4     4  N, the number of neighbours of all regions together; even
 *      8     4  S, the number of subgoals
 *     12     4  K, the number of nodes of the index
 *     16     4  M, the number of members
 *     20     4  U, the number of runs of the table; 0 without one
 *     24     4  cut-off: the most moves of a climb between a seed and a cell of its region
 *     28     4  flags: bit 0, routes follow a tree; bit 1, a hop has 2 bytes; bit 2, a table leads
 *                to ranges of regions first; bit 3, there is no index; bits 8 to 12, how many
 *                regions a range has, as a power of 2 */
typedef struct cairn__net_header {
    uint32_t regions;
    uint32_t neighbours;
    uint32_t subgoals;
    uint32_t nodes;
    uint32_t members;
    uint32_t runs;
    uint32_t cutoff;
    uint32_t flags;
} cairn__net_header;

static_assert(sizeof(cairn__net_header) == 32, "as in docs/format.md");

/* A node of the index, by its lowest two bits. */
typedef enum cairn__net_node {
    CAIRN__NODE_EMPTY, /* no open cell; all bits are zero */
    CAIRN__NODE_ONE,   /* the other bits: the region all its cells are in */
    CAIRN__NODE_LIST,  /* bits 2 to 5: how many members less one; the others: the first */
    CAIRN__NODE_SPLIT, /* the other bits: its first part of four: left above, right above, below */
} cairn__net_node;

/* The parts of a net, in the order they lie in. */
typedef struct cairn__region_net {
    cairn__net_header header;
    uint32_t width; /* of the map */
    uint32_t height;
    uint32_t blocks_across;
    const cairn__xy *seeds;          /* R */
    const uint32_t *firsts;          /* R + 1: where a region's neighbours begin */
    const uint32_t *bases;           /* R + 1: ways from lower regions to higher ones */
    const uint32_t *routes;          /* R + 1: first runs; of a tree: ends of subtrees, and R */
    const uint32_t *way_firsts;      /* N / 2 + 1: where a way's subgoals begin */
    const cairn__xy *subgoals;       /* S */
    const uint32_t *nodes;           /* K, those of blocks first, row by row */
    const uint32_t *rows;            /* with ranges R + 1: first runs */
    const unsigned char *neighbours; /* N numbers, ascending for each region */
    const unsigned char *members;    /* M numbers */
    const unsigned char *run_firsts; /* U numbers of 2 bytes: the lowest goal of a run */
    const unsigned char *hops;       /* U of 1 or 2 bytes: the place among the neighbours */
} cairn__region_net;

/* How many bytes a net has. */
uint64_t cairn__net_get_bytes(const cairn__net_header *header);

/* Finds the parts of a net of `bytes` bytes, 4-byte aligned, for a map of that size; false if they
 * do not fill it. Constant time. */
bool cairn__net_open(const void *image, uint64_t bytes, const uint32_t size[2],
                     cairn__region_net *net);

/* Turns the numbers of a net from the order of files to the machine's (order.h), or to that of files;
 * nothing unless its parts fill it. */
void cairn__net_turn(void *image, uint64_t bytes, bool to_file);

/* Regions have numbers of 2 bytes where that is enough. */
static inline uint32_t cairn__net_get_number(const cairn__region_net *net,
                                             const unsigned char *numbers, uint32_t index)
{
    if (net->header.regions > CAIRN__NET_MOST_TABLE)
        return ((const uint32_t *)(const void *)numbers)[index];
    return ((const uint16_t *)(const void *)numbers)[index];
}

/* The regions a cell may be in. */
typedef struct cairn__net_members {
    uint32_t first; /* a member; of a single region its own number */
    uint32_t count; /* at most 16 */
    bool single;
} cairn__net_members;

/* The regions that a cell inside the map may be in; none if the net is damaged. */
cairn__net_members cairn__net_find_members(const cairn__region_net *net, cairn__xy cell);

/* Number `index` of them, or CAIRN__NET_NONE. */
static inline uint32_t cairn__net_get_member(const cairn__region_net *net,
                                             const cairn__net_members *members, uint32_t index)
{
    uint32_t region = members->single
                          ? members->first
                          : cairn__net_get_number(net, net->members, members->first + index);
    return region < net->header.regions ? region : CAIRN__NET_NONE;
}

/* A way from a region to a neighbour: the subgoals between the two seeds. */
typedef struct cairn__net_way {
    uint32_t to;
    uint32_t first;
    uint32_t count;
    bool backward; /* the last subgoal comes first */
} cairn__net_way;

/* A search for the neighbour that is next on a route. It may be broken off at any neighbour. */
typedef struct cairn__net_hop {
    uint32_t from;
    uint32_t to;  /* where the route ends */
    bool in_tree; /* false where a route begins; once in the goal's range it stays with the tree */
    bool done;    /* `place` is the answer: none if the region has no such place */
    uint32_t place; /* of the neighbour to look at next */
} cairn__net_hop;

/* Begins the search: `from`, `to` and `in_tree` are set. Logarithmic time. */
void cairn__net_start_hop(const cairn__region_net *net, cairn__net_hop *hop);

/* Looks at `most` more neighbours at most, and returns at how many it did. */
uint32_t cairn__net_search_hop(const cairn__region_net *net, cairn__net_hop *hop, uint32_t most);

/* The whole search, and the way to the neighbour found; false if there is none. */
bool cairn__net_find_way(const cairn__region_net *net, cairn__net_hop *hop, cairn__net_way *way);

/* The range of a region. */
static inline uint32_t cairn__net_get_range(const cairn__region_net *net, uint32_t region)
{
    return region >> (net->header.flags >> CAIRN__NET_RANGE_BIT & 31);
}

/* The place of the neighbour that is next on the way to a range, of a net that has ranges. */
uint32_t cairn__net_find_range_hop(const cairn__region_net *net, uint32_t from, uint32_t range);

/* The way to the neighbour at a place of the region's list. */
bool cairn__net_get_way(const cairn__region_net *net, uint32_t from, uint32_t place,
                        cairn__net_way *way);

/* How many neighbours a region has. */
static inline uint32_t cairn__net_get_degree(const cairn__region_net *net, uint32_t region)
{
    uint32_t first = net->firsts[region], end = net->firsts[region + 1];
    return first <= end && end <= net->header.neighbours ? end - first : 0;
}

/* Subgoal `index` of a way, in the order it is gone. */
static inline cairn__xy cairn__net_get_subgoal(const cairn__region_net *net,
                                               const cairn__net_way *way, uint32_t index)
{
    return net->subgoals[way->first + (way->backward ? way->count - 1 - index : index)];
}

#endif
