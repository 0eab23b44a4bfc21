/* landmark_maker.c: each landmark is as far as can be from those before it, so they lie at the rims of the
 * map, behind whatever ways lead from and to. */
#include "build/labels/landmark_maker.h"

#include "base/hash.h"
#include "base/memory.h"
#include "route/bend_goal.h"

/* Units of a unit of a search, of a node, and of 16 blocks of cells; nodes that a turn takes. */
enum { SEARCH_UNITS = 4, NODE_UNITS = 4, MANY = 512, MANY_UNITS = MANY * NODE_UNITS };

static_assert(MANY_UNITS <= CAIRN__PIECE, "a turn is a piece");

typedef enum maker_phase {
    CHOOSE,
    SEARCH,
    TAKE,
    SEE,
} maker_phase;

struct cairn__landmark_maker {
    cairn_allocator allocator;
    const cairn__bend_set *set;
    cairn__bend_tools tools;
    cairn__bend_desk desk;
    cairn__bend_goal goal;
    cairn__landmark_head head; /* the section's */
    void *section;
    uint32_t *distances; /* CAIRN__LANDMARKS of each node */
    uint32_t *nearest;   /* of each node: the distance of the nearest landmark */
    uint32_t most;       /* of all distances that are known */
    maker_phase phase;
    uint32_t at; /* the next node, or row of blocks */
    /* Of the nodes so far: the farthest one, and one of those that no landmark is joined to. */
    uint32_t farthest;
    uint32_t far;
    uint64_t lot; /* of the latter */
    uint32_t lone;
    uint32_t lone_count;
};

typedef cairn__landmark_maker maker;

/* ---- choosing ---- */

/* Nodes that no landmark is joined to get one if they are as many as it is for. */
static uint32_t choose_node(const maker *self)
{
    if (self->head.count == 0 || self->lone_count >= self->set->nodes / CAIRN__LANDMARKS + 1)
        return self->lone;
    return self->farthest;
}

static void start_search(maker *self)
{
    cairn__xy cell = self->set->cells[choose_node(self)];
    self->head.landmarks[self->head.count].cell = cell;
    cairn__bend_goal_start(&self->goal, &self->tools, cell);
}

/* Looks at a node's distance from the present landmark. */
static void take_node(maker *self, uint32_t node)
{
    uint32_t distance = self->goal.towards[node].distance, *nearest = &self->nearest[node];
    self->distances[(size_t)node * CAIRN__LANDMARKS + self->head.count] = distance;
    if (distance != UINT32_MAX && distance > self->most)
        self->most = distance;
    *nearest = distance < *nearest ? distance : *nearest;
    if (*nearest != UINT32_MAX && *nearest >= self->far) {
        self->far = *nearest;
        self->farthest = node;
    }
    if (*nearest == UINT32_MAX) {
        uint64_t lot = cairn__mix(node);
        self->lone_count++;
        if (lot >= self->lot) {
            self->lot = lot;
            self->lone = node;
        }
    }
}

static bool take_nodes(maker *self)
{
    uint32_t nodes = self->set->nodes, end = nodes - self->at < MANY ? nodes : self->at + MANY;
    if (self->at == 0) {
        self->far = self->lone_count = 0;
        self->lot = 0;
    }
    for (; self->at < end; self->at++)
        take_node(self, self->at);
    return end == nodes;
}

/* ---- sight ---- */

/* Widens the landmark's box by a row of blocks from which legs may lead there. */
static void see_row(maker *self, uint32_t row)
{
    const cairn__leg_field *legs = &self->goal.legs;
    cairn__landmark *landmark = &self->head.landmarks[self->head.count];
    for (uint32_t i = 0; i < legs->across; i++) {
        uint32_t blocks = legs->blocks[(size_t)row * legs->across + i];
        if (blocks == 0)
            continue;
        uint32_t first = 64 * i + 8 * cairn__count_trailing_zeros(blocks);
        uint32_t last = 64 * i + 8 * cairn__count_bits(blocks) - 1;
        if (first < landmark->first.x)
            landmark->first.x = (uint16_t)first;
        if (last > landmark->last.x)
            landmark->last.x = (uint16_t)last;
        if (8 * row < landmark->first.y)
            landmark->first.y = (uint16_t)(8 * row);
        landmark->last.y = (uint16_t)(8 * row + 7);
    }
}

static bool see(maker *self)
{
    const cairn__leg_field *legs = &self->goal.legs;
    cairn__landmark *landmark = &self->head.landmarks[self->head.count];
    if (self->at == 0)
        landmark->first = (cairn__xy){.x = UINT16_MAX, .y = UINT16_MAX};
    if (!cairn__bend_goal_get_ways(&self->goal).lonely) {
        landmark->first = (cairn__xy){.x = 0, .y = 0};
        landmark->last = (cairn__xy){.x = UINT16_MAX, .y = UINT16_MAX};
        return true;
    }
    see_row(self, self->at);
    return ++self->at == legs->down;
}

/* ---- piece by piece ---- */

static bool search(maker *self, cairn__meter *meter)
{
    cairn__meter part = {.left = CAIRN__PIECE / SEARCH_UNITS - CAIRN__RESERVE};
    int64_t begun = part.left;
    cairn__answer answer = cairn__bend_goal_run(&self->goal, &self->tools, &part);
    cairn__spend(meter, (uint64_t)(begun - part.left) * SEARCH_UNITS);
    return answer == CAIRN__DONE;
}

/* Does a piece of the phase; true if that was its last. */
static bool go_on(maker *self, cairn__meter *meter)
{
    switch (self->phase) {
    case CHOOSE:
        start_search(self);
        cairn__spend(meter, CAIRN__LANDMARKS);
        return true;
    case SEARCH:
        return search(self, meter);
    case TAKE:
        cairn__spend(meter, MANY_UNITS);
        return take_nodes(self);
    default:
        cairn__spend(meter, self->goal.legs.across / 16 + 1);
        return see(self);
    }
}

cairn_status cairn__landmark_maker_run(cairn__landmark_maker *self, cairn__meter *meter)
{
    for (;;) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        if (!go_on(self, meter))
            continue;
        self->at = 0;
        if (self->phase == SEE)
            break;
        self->phase++;
    }
    self->phase = CHOOSE;
    self->head.count++;
    return CAIRN_OK;
}

uint32_t cairn__landmark_maker_count(const cairn__landmark_maker *self)
{
    uint32_t count = self->set->nodes / CAIRN__NODES_A_LANDMARK;
    return count < CAIRN__LANDMARKS ? count : CAIRN__LANDMARKS;
}

/* ---- writing ---- */

uint32_t cairn__landmark_maker_begin_rows(cairn__landmark_maker *self)
{
    while (self->most >> self->head.shift >= CAIRN__BEARING_NONE)
        self->head.shift++;
    memcpy(self->section, &self->head, sizeof self->head);
    return cairn__count_turns(self->set->nodes, MANY);
}

void cairn__landmark_maker_write_rows(const cairn__landmark_maker *self, uint32_t turn,
                                      cairn__meter *meter)
{
    uint16_t *rows = (uint16_t *)(void *)((char *)self->section + sizeof self->head);
    uint32_t end = (uint32_t)cairn__get_turn_end(self->set->nodes, MANY, turn);
    for (uint32_t node = turn * MANY; node < end; node++)
        for (uint32_t i = 0; i < CAIRN__LANDMARKS; i++) {
            size_t place = (size_t)node * CAIRN__LANDMARKS + i;
            uint32_t distance = i < self->head.count ? self->distances[place] : 0;
            rows[place] = (uint16_t)(distance == UINT32_MAX ? CAIRN__BEARING_NONE
                                                            : distance >> self->head.shift);
        }
    cairn__spend(meter, MANY_UNITS);
}

/* ---- all of it ---- */

static bool get_rooms(maker *self, const cairn_map *map)
{
    const cairn_allocator *allocator = &self->allocator;
    uint32_t nodes = self->set->nodes;
    void *desk = cairn__allocate(allocator, cairn__bend_desk_get_bytes(map, nodes), 1);
    if (desk != NULL)
        cairn__bend_desk_start(&self->desk, map, nodes, desk);
    self->goal.legs.blocks = cairn__allocate(allocator, cairn__leg_field_get_bytes(map), 1);
    self->goal.towards = cairn__allocate(allocator, nodes, sizeof *self->goal.towards);
    self->distances = cairn__allocate(allocator, nodes, CAIRN__LANDMARKS * sizeof *self->distances);
    self->nearest = cairn__allocate(allocator, nodes, sizeof *self->nearest);
    return desk != NULL && self->goal.legs.blocks != NULL && self->goal.towards != NULL &&
           self->distances != NULL && self->nearest != NULL;
}

cairn_status cairn__landmark_maker_create(const cairn_map *map, const cairn__bend_set *set,
                                          const cairn_allocator *allocator, void *section,
                                          cairn__landmark_maker **made)
{
    maker *self = cairn__allocate_zeroed(allocator, 1, sizeof *self);
    *made = self;
    if (self == NULL)
        return CAIRN_MEMORY;
    self->allocator = *allocator;
    self->set = set;
    self->section = section;
    if (!get_rooms(self, map))
        return CAIRN_MEMORY;
    self->tools = (cairn__bend_tools){.map = map, .set = set, .desk = &self->desk};
    self->lone = set->nodes / 2;
    memset(self->nearest, 0xff, set->nodes * sizeof *self->nearest);
    return CAIRN_OK;
}

void cairn__landmark_maker_destroy(cairn__landmark_maker *self)
{
    if (self == NULL)
        return;
    cairn_allocator allocator = self->allocator;
    cairn__release(&allocator, self->desk.hubs);
    cairn__release(&allocator, self->goal.legs.blocks);
    cairn__release(&allocator, self->goal.towards);
    cairn__release(&allocator, self->distances);
    cairn__release(&allocator, self->nearest);
    cairn__release(&allocator, self);
}
