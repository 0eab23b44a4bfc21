/* region_index.c: blocks name their regions; those that have many are split in four.
 *
 * The regions of a block stand in the order of how many of its cells they have: most cells find
 * theirs at the first try. */
#include "build/regions/region_index.h"

#include "base/memory.h"
#include "db/region_net.h"

static_assert(CAIRN__NET_BLOCK == 64, "a block is a tile of the cover");

/* What a node's bits have room for. */
#define MOST_NODE UINT32_C(0x3fffffff)
#define MOST_MEMBER UINT32_C(0x3ffffff)

typedef struct indexer {
    const cairn_allocator *allocator;
    cairn__region_index *index;
    const cairn__cover_tile *tile;
    uint16_t counts[4097]; /* by slot: cells of the present square */
} indexer;

/* A square of the tile. */
typedef struct square {
    uint32_t x;
    uint32_t y;
    uint32_t side;
} square;

/* The slots of a square, the one with most cells first; at most one more than fit a list. */
typedef struct slot_list {
    uint32_t count;
    uint16_t slots[CAIRN__NET_MOST_MEMBERS + 1];
} slot_list;

static bool comes_before(const indexer *self, uint16_t a, uint16_t b)
{
    uint16_t cells = self->counts[a], others = self->counts[b];
    return cells != others ? cells > others : a < b;
}

static void insert(const indexer *self, slot_list *list, uint16_t slot)
{
    uint32_t place = list->count++;
    for (; place > 0 && comes_before(self, slot, list->slots[place - 1]); place--)
        list->slots[place] = list->slots[place - 1];
    list->slots[place] = slot;
}

/* Calls for each slot of a square: counts the cells of each, then lists and forgets them. */
static slot_list list_slots(indexer *self, square part)
{
    const uint16_t *slots = self->tile->slots;
    slot_list list = {0};
    for (uint32_t y = part.y; y < part.y + part.side; y++)
        for (uint32_t x = part.x; x < part.x + part.side; x++)
            self->counts[slots[y * 64 + x]]++;
    self->counts[0] = 0;
    for (uint32_t y = part.y; y < part.y + part.side; y++)
        for (uint32_t x = part.x; x < part.x + part.side; x++) {
            uint16_t slot = slots[y * 64 + x];
            if (self->counts[slot] == 0)
                continue;
            if (list.count <= CAIRN__NET_MOST_MEMBERS)
                insert(self, &list, slot);
            self->counts[slot] = 0;
        }
    return list;
}

static cairn_status add_nodes(indexer *self, size_t count)
{
    cairn__region_index *index = self->index;
    if (index->node_count + count > MOST_NODE)
        return CAIRN_LIMIT;
    if (index->node_count + count > index->node_capacity) {
        uint32_t *nodes =
            cairn__grow(self->allocator, index->nodes, index->node_count, sizeof *nodes,
                        &index->node_capacity, index->node_count + count);
        if (nodes == NULL)
            return CAIRN_MEMORY;
        index->nodes = nodes;
    }
    for (size_t i = 0; i < count; i++)
        index->nodes[index->node_count++] = CAIRN__NODE_EMPTY;
    return CAIRN_OK;
}

static cairn_status add_members(indexer *self, size_t node, const slot_list *list)
{
    cairn__region_index *index = self->index;
    if (index->member_count + list->count > MOST_MEMBER)
        return CAIRN_LIMIT;
    if (index->member_count + list->count > index->member_capacity) {
        uint32_t *members = cairn__grow(self->allocator, index->members, index->member_count,
                                        sizeof *members, &index->member_capacity, 256);
        if (members == NULL)
            return CAIRN_MEMORY;
        index->members = members;
    }
    index->nodes[node] =
        CAIRN__NODE_LIST | (list->count - 1) << 2 | (uint32_t)index->member_count << 6;
    for (uint32_t i = 0; i < list->count; i++)
        index->members[index->member_count++] = self->tile->regions[list->slots[i] - 1];
    return CAIRN_OK;
}

static cairn_status add_part(indexer *self, size_t node, square part);

static cairn_status split(indexer *self, size_t node, square part)
{
    size_t first = self->index->node_count;
    uint32_t half = part.side / 2;
    cairn_status status = add_nodes(self, 4);
    if (status != CAIRN_OK)
        return status;
    self->index->nodes[node] = CAIRN__NODE_SPLIT | (uint32_t)first << 2;
    for (uint32_t i = 0; status == CAIRN_OK && i < 4; i++)
        status =
            add_part(self, first + i,
                     (square){part.x + (i % 2 == 0 ? 0 : half), part.y + (i < 2 ? 0 : half), half});
    return status;
}

/* At most as deep as a block can be halved. */
static cairn_status add_part(indexer *self, size_t node, square part)
{
    slot_list list = list_slots(self, part);
    if (list.count > CAIRN__NET_MOST_MEMBERS)
        return split(self, node, part);
    if (list.count > 1)
        return add_members(self, node, &list);
    if (list.count == 1)
        self->index->nodes[node] = CAIRN__NODE_ONE | self->tile->regions[list.slots[0] - 1] << 2;
    return CAIRN_OK;
}

cairn_status cairn__region_index_create(const cairn__cover *cover, const cairn_allocator *allocator,
                                        cairn__region_index *index)
{
    size_t blocks = (size_t)cover->tiles_across * cover->tiles_down;
    *index = (cairn__region_index){0};
    indexer *self = cairn__allocate_zeroed(allocator, 1, sizeof *self);
    if (self == NULL)
        return CAIRN_MEMORY;
    self->allocator = allocator;
    self->index = index;
    cairn_status status = cover->count > MOST_NODE ? CAIRN_LIMIT : add_nodes(self, blocks);
    for (size_t i = 0; status == CAIRN_OK && i < blocks; i++) {
        self->tile = &cover->tiles[i];
        if (self->tile->slots != NULL)
            status = add_part(self, i, (square){0, 0, 64});
    }
    cairn__release(allocator, self);
    if (status != CAIRN_OK)
        cairn__region_index_end(index, allocator);
    return status;
}

void cairn__region_index_end(cairn__region_index *index, const cairn_allocator *allocator)
{
    cairn__release(allocator, index->nodes);
    cairn__release(allocator, index->members);
    *index = (cairn__region_index){0};
}
