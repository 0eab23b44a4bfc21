/* labels.c: walks the optimal path that labels give (route/bend_walk.h).
 *
 * Labels are not trusted: if they have no way, or a leg of it cannot be walked, the fall-back takes
 * over: the net of regions, or without one LRTA*. On a map that changes living_labels.h walks, and the
 * fall-back takes over where that is lost, up to the next change. */
#include "base/memory.h"
#include "db/kind_labels.h"
#include "plan/leg.h"
#include "plan/living_labels.h"
#include "plan/slot.h"
#include "plan/plan.h"
#include "plan/region_walk.h"
#include "route/bend_walk.h"

typedef enum labels_phase {
    SEARCH,   /* which way? */
    WALK,     /* along it */
    FAILED,   /* the labels failed, and there was no memory to go on without them yet */
    FALLBACK, /* without labels */
} labels_phase;

/* Nodes that agents of a changing map have room for besides. */
#define SPARE_NODES 1024

typedef struct labels_state {
    labels_phase phase;
    cairn__bend_walk walk;
    cairn__bend_desk desk;
    cairn__living_labels *living; /* on a changing map, in place of `walk`; else null */
    void *desk_memory;
    uint32_t most_nodes; /* that it has room for */
} labels_state;

/* ---- an agent's memory ---- */

/* A changing map gets databases with more nodes, or fewer. */
static uint32_t get_most_nodes(const cairn__setup *setup)
{
    uint32_t nodes = cairn__db_get_labels(setup->db)->nodes;
    return setup->map->living != NULL ? nodes + nodes / 4 + SPARE_NODES : nodes;
}

static uint64_t get_desk_bytes(const cairn__setup *setup)
{
    return cairn__bend_desk_get_bytes(setup->map, get_most_nodes(setup));
}

static uint64_t get_living_bytes(const cairn__setup *setup)
{
    return setup->map->living != NULL ? cairn__round_up(sizeof(cairn__living_labels)) : 0;
}

static uint64_t get_bytes(const cairn__setup *setup)
{
    return cairn__round_up(sizeof(labels_state)) + get_desk_bytes(setup) + get_living_bytes(setup) +
           cairn__region_walk_get_bytes(setup) + cairn__leg_get_reserve(setup);
}

static void create(cairn__slot *slot, const cairn__setup *setup, void *memory)
{
    labels_state *self = slot->state = memory;
    char *next = (char *)memory + cairn__round_up(sizeof *self);
    self->desk_memory = next;
    self->most_nodes = get_most_nodes(setup);
    cairn__bend_desk_start(&self->desk, setup->map, cairn__db_get_labels(setup->db)->nodes, next);
    next += get_desk_bytes(setup);
    self->living = NULL;
    if (setup->map->living != NULL) {
        self->living = (void *)next;
        cairn__living_labels_create(slot, self->living, &self->desk);
        next += get_living_bytes(setup);
    }
    cairn__region_walk_create(slot, setup, next);
    next += cairn__region_walk_get_bytes(setup);
    cairn__leg_create_reserve(slot, setup, next);
}

static cairn__bend_tools get_tools(const cairn__slot *slot)
{
    labels_state *self = slot->state;
    return (cairn__bend_tools){
        .map = slot->map,
        .set = cairn__db_get_labels(slot->db),
        .desk = &self->desk,
        .around = true,
    };
}

static void start(cairn__slot *slot)
{
    labels_state *self = slot->state;
    const cairn__bend_tools tools = get_tools(slot);
    cairn__leg_start(slot);
    if (self->living != NULL)
        cairn__living_labels_start(slot, self->living);
    else if (slot->field != NULL)
        cairn__bend_walk_start_by_goal(&self->walk, &tools, slot->field, slot->cell);
    else
        cairn__bend_walk_start(&self->walk, slot->cell, slot->goal);
    slot->target = slot->goal;
    self->phase = SEARCH;
}

/* A change may have opened what the fall-back walks around. */
static void notice(cairn__slot *slot, bool is_cut)
{
    labels_state *self = slot->state;
    if (self->phase == SEARCH)
        cairn__living_labels_notice(slot, self->living, is_cut);
    else
        start(slot);
}

/* ---- another database ---- */

static cairn_status grow_desk(cairn__slot *slot, uint32_t nodes)
{
    labels_state *self = slot->state;
    size_t bytes = cairn__bend_desk_get_bytes(slot->map, nodes);
    if (!slot->may_grow)
        return CAIRN_CAPACITY;
    void *memory = cairn__allocate(&slot->allocator, bytes, 1);
    if (memory == NULL)
        return CAIRN_MEMORY;
    cairn__release(&slot->allocator, slot->db_room);
    slot->db_room = self->desk_memory = memory;
    slot->db_bytes = bytes;
    self->most_nodes = nodes;
    return CAIRN_OK;
}

static cairn_status set_db(cairn__slot *slot, const cairn_db *db)
{
    labels_state *self = slot->state;
    uint32_t nodes = cairn__db_get_labels(db)->nodes;
    cairn_status status = nodes > self->most_nodes ? grow_desk(slot, nodes) : CAIRN_OK;
    if (status != CAIRN_OK)
        return status;
    cairn__bend_desk_start(&self->desk, slot->map, nodes, self->desk_memory);
    if (self->living != NULL)
        cairn__living_labels_set_db(self->living, db);
    return CAIRN_OK;
}

/* ---- without labels ---- */

static cairn_status plan_fallback(cairn__slot *slot)
{
    return slot->walk != NULL ? cairn__region_walk_plan(slot) : cairn__leg_plan(slot);
}

static cairn_status fall_back(cairn__slot *slot)
{
    labels_state *self = slot->state;
    cairn_status status = CAIRN_OK;
    self->phase = FAILED;
    if (slot->guided)
        return CAIRN_INVALID;
    if (slot->walk != NULL)
        cairn__region_walk_start(slot);
    else
        status = cairn__leg_take_over(slot);
    if (status != CAIRN_OK)
        return status;
    slot->failures++;
    self->phase = FALLBACK;
    return plan_fallback(slot);
}

/* ---- planning ---- */

static cairn__answer search(cairn__slot *slot, const cairn__bend_tools *tools)
{
    labels_state *self = slot->state;
    cairn__answer answer = cairn__bend_walk_search(&self->walk, tools, &slot->meter);
    if (answer == CAIRN__PAUSED)
        return answer;
    slot->selections++;
    if (answer == CAIRN__DONE)
        self->phase = WALK;
    return answer;
}

static cairn_status plan_on_changing_map(cairn__slot *slot)
{
    labels_state *self = slot->state;
    bool has_failed =
        self->phase == FAILED || cairn__living_labels_plan(slot, self->living) == CAIRN__NONE;
    return has_failed ? fall_back(slot) : CAIRN_OK;
}

static cairn_status plan(cairn__slot *slot)
{
    labels_state *self = slot->state;
    const cairn__bend_tools tools = get_tools(slot);
    cairn__answer answer = CAIRN__DONE;
    if (self->phase == FALLBACK)
        return plan_fallback(slot);
    if (self->living != NULL)
        return plan_on_changing_map(slot);
    if (self->phase == SEARCH)
        answer = search(slot, &tools);
    if (self->phase == WALK) {
        answer = cairn__bend_walk_next(&self->walk, &tools, &slot->meter, &slot->run);
        slot->target = self->walk.target;
    }
    bool has_failed = answer == CAIRN__NONE || self->phase == FAILED;
    return has_failed ? fall_back(slot) : CAIRN_OK;
}

/* ---- for members of a crowd ---- */

static bool pack(const cairn__slot *slot, uint32_t *words)
{
    const labels_state *self = slot->state;
    if (self->living != NULL)
        return self->phase == SEARCH && cairn__living_labels_pack(self->living, words);
    if (self->phase == WALK)
        cairn__bend_walk_pack(&self->walk, words);
    return self->phase == WALK;
}

static bool unpack(cairn__slot *slot, const uint32_t *words)
{
    labels_state *self = slot->state;
    const cairn__bend_tools tools = get_tools(slot);
    const cairn__xy ends[2] = {slot->cell, slot->goal};
    slot->target = slot->goal;
    self->phase = self->living != NULL ? SEARCH : WALK;
    if (self->living != NULL)
        return cairn__living_labels_unpack(slot, self->living, words);
    return cairn__bend_walk_unpack(&self->walk, &tools, ends, words);
}

static uint32_t get_packed_words(const cairn_map *map)
{
    return map->living != NULL ? CAIRN__PLAN_WORDS : CAIRN__BEND_WALK_WORDS;
}

const cairn__algorithm cairn__algorithm_labels = {
    .kind = CAIRN_DB_LABELS,
    .get_bytes = get_bytes,
    .create = create,
    .start = start,
    .notice = notice,
    .set_db = set_db,
    .plan = plan,
    .pack = pack,
    .unpack = unpack,
    .get_packed_words = get_packed_words,
};
