/* bend_desk.c: ways of a search before are larger than all of this one's, so forgetting all of them is
 * a new stamp. */
#include "route/bend_desk.h"

#include "base/memory.h"
#include "search/straight.h"

#define CLEAR_PIECE 1024
#define CLEARED_A_UNIT 16
#define STAMP_LIMIT (UINT32_C(1) << (64 - CAIRN__BEND_REACH_BITS))

size_t cairn__bend_desk_get_bytes(const cairn_map *map, uint32_t nodes)
{
    /* At most 2^18 nodes and 2^14 rows: some megabytes. */
    return (size_t)cairn__round_up(nodes * sizeof(cairn__bend_reach) +
                                   CAIRN__DESK_ITEMS * sizeof(cairn__list_item) +
                                   cairn__straight_get_room(map) * sizeof(uint16_t));
}

static void clear(cairn__bend_desk *desk, uint32_t first, uint32_t count)
{
    memset(desk->hubs + first, 0xff, count * sizeof *desk->hubs);
}

void cairn__bend_desk_start(cairn__bend_desk *desk, const cairn_map *map, uint32_t nodes,
                            void *memory)
{
    memset(memory, 0, cairn__bend_desk_get_bytes(map, nodes));
    *desk = (cairn__bend_desk){.nodes = nodes, .cleared = nodes, .hubs = memory};
    desk->items = (cairn__list_item *)(void *)(desk->hubs + nodes);
    desk->rows = (uint16_t *)(void *)(desk->items + CAIRN__DESK_ITEMS);
    clear(desk, 0, nodes);
}

/* A new stamp; when all were used the hubs are cleared, some at a time. */
cairn__answer cairn__bend_desk_renew(cairn__bend_desk *desk, cairn__meter *meter)
{
    if (desk->cleared == desk->nodes && desk->stamp + 1 < STAMP_LIMIT) {
        desk->stamp++;
        return CAIRN__DONE;
    }
    if (desk->cleared == desk->nodes)
        desk->cleared = 0;
    while (desk->cleared < desk->nodes) {
        uint32_t left = desk->nodes - desk->cleared;
        uint32_t count = left < CLEAR_PIECE ? left : CLEAR_PIECE;
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        clear(desk, desk->cleared, count);
        meter->left -= count / CLEARED_A_UNIT + 1;
        desk->cleared += count;
    }
    desk->stamp = 1;
    return CAIRN__DONE;
}
