/* crowd_field.c: see crowd_field.h. */
#include "crowd/crowd_field.h"

#include "base/memory.h"
#include "crowd/crowd_cells.h"
#include "db/kind_labels.h"

/* Members of an order from which on it is worth it. */
#define MANY_MEMBERS 64

/* Of desk and ways. */
static uint64_t get_ways_bytes(const cairn_map *map, const cairn_db *db)
{
    if (map->living != NULL || db->header->kind != CAIRN_DB_LABELS)
        return 0;
    uint32_t nodes = cairn__db_get_labels(db)->nodes;
    return cairn__round_up(cairn__bend_desk_get_bytes(map, nodes)) +
           cairn__leg_field_get_bytes(map) + (uint64_t)nodes * sizeof(cairn__bend_toward);
}

uint64_t cairn__crowd_field_get_bytes(const cairn_map *map, const cairn_db *db, uint32_t capacity)
{
    return cairn__round_up(get_ways_bytes(map, db)) +
           cairn__crowd_cells_get_bytes(map, db, capacity);
}

void cairn__crowd_field_create(cairn_crowd *crowd, void *memory)
{
    crowd->field.memory = memory;
    crowd->field.bytes = get_ways_bytes(crowd->map, crowd->db);
    cairn__crowd_cells_create(crowd, (char *)memory + cairn__round_up(crowd->field.bytes));
    cairn__crowd_field_set_db(crowd);
}

void cairn__crowd_field_set_db(cairn_crowd *crowd)
{
    uint64_t bytes = get_ways_bytes(crowd->map, crowd->db);
    void *memory = crowd->field.memory;
    crowd->field.use = CAIRN__FIELD_NONE;
    if (bytes == 0 || bytes > crowd->field.bytes)
        return;
    crowd->field.use = CAIRN__FIELD_EMPTY;
    uint32_t nodes = cairn__db_get_labels(crowd->db)->nodes;
    cairn__bend_desk_start(&crowd->field.desk, crowd->map, nodes, memory);
    char *next = (char *)memory + cairn__round_up(cairn__bend_desk_get_bytes(crowd->map, nodes));
    crowd->field.ways.legs.blocks = (uint8_t *)next;
    next += cairn__leg_field_get_bytes(crowd->map);
    crowd->field.ways.towards = (void *)next;
}

void cairn__crowd_field_note(cairn_crowd *crowd, size_t members)
{
    if (members < MANY_MEMBERS)
        return;
    crowd->field.large[crowd->field.next] = (cairn__large_order){
        crowd->orders, (uint32_t)(members < UINT32_MAX ? members : UINT32_MAX)};
    crowd->field.next = (crowd->field.next + 1) % CAIRN__LARGE_ORDERS;
}

/* The goal of the oldest order, if that has many members: their number; 0 if not. */
static uint32_t find_goal(const cairn_crowd *crowd, cairn__xy *goal)
{
    uint32_t i = crowd->lines[CAIRN__ORDERS].first;
    if (i == CAIRN__NO_MEMBER)
        return 0;
    *goal = crowd->all[i].plan.goal;
    for (uint32_t k = 0; k < CAIRN__LARGE_ORDERS; k++) {
        cairn__large_order large = crowd->field.large[k];
        if (large.number != 0 && large.number == crowd->all[i].order)
            return cairn__is_open_cell(crowd->map, *goal) ? large.members : 0;
    }
    return 0;
}

static cairn__bend_tools get_tools(cairn_crowd *crowd)
{
    return (cairn__bend_tools){
        .map = crowd->map, .set = cairn__db_get_labels(crowd->db), .desk = &crowd->field.desk};
}

static void start(cairn_crowd *crowd, cairn__xy goal)
{
    crowd->field.use = CAIRN__FIELD_BUILT;
    crowd->field.quanta = 0;
    const cairn__bend_tools tools = get_tools(crowd);
    cairn__bend_goal_start(&crowd->field.ways, &tools, goal);
}

/* One quantum. */
static void go_on(cairn_crowd *crowd, cairn__meter *meter)
{
    const cairn__bend_tools tools = get_tools(crowd);
    cairn__meter quantum = cairn__meter_split(meter, CAIRN__QUANTUM - CAIRN__RESERVE);
    crowd->field.quanta++;
    if (cairn__bend_goal_run(&crowd->field.ways, &tools, &quantum) == CAIRN__DONE)
        crowd->field.use = CAIRN__FIELD_READY;
    cairn__meter_join(meter, &quantum);
}

/* True if a plan goes by the ways that are known: it has to end before others take their place. */
static bool are_ways_used(const cairn_crowd *crowd)
{
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++) {
            const cairn__guide *guide = &crowd->lanes[k].guides[line];
            if (guide->member != CAIRN__NO_MEMBER && guide->by_field != 0)
                return true;
        }
    return false;
}

void cairn__crowd_field_run(cairn_crowd *crowd, cairn__meter *meter)
{
    int64_t keep = meter->left / 2;
    cairn__xy goal;
    cairn__crowd_cells_notice(crowd);
    uint32_t members = find_goal(crowd, &goal);
    const cairn__goal_cells *cells =
        members > 0 ? cairn__crowd_cells_ask(crowd, goal, members) : NULL;
    cairn__crowd_cells_run(crowd, meter, keep);
    crowd->field.is_awaited =
        cells != NULL && cells->use == CAIRN__FIELD_BUILT && cells->from <= crowd->frame;
    if (cells != NULL || members == 0 || crowd->field.use == CAIRN__FIELD_NONE)
        return;
    bool begins = crowd->field.use == CAIRN__FIELD_EMPTY ||
                  !cairn__is_same_cell(goal, crowd->field.ways.goal);
    if (begins && are_ways_used(crowd))
        return;
    if (begins)
        start(crowd, goal);
    while (crowd->field.use == CAIRN__FIELD_BUILT && meter->left >= keep + CAIRN__QUANTUM)
        go_on(crowd, meter);
}

void cairn__crowd_field_use_rest(cairn_crowd *crowd, cairn__meter *meter)
{
    if (crowd->field.is_awaited)
        cairn__crowd_cells_run(crowd, meter, 0);
}

const cairn__bend_goal *cairn__crowd_field_get(const cairn_crowd *crowd, cairn__xy goal)
{
    bool known =
        crowd->field.use == CAIRN__FIELD_READY && cairn__is_same_cell(goal, crowd->field.ways.goal);
    return known ? &crowd->field.ways : NULL;
}

void cairn__crowd_field_resume(cairn_crowd *crowd, cairn__xy goal, uint32_t quanta, bool ready)
{
    bool has_it = ready && cairn__crowd_field_get(crowd, goal) != NULL;
    if (crowd->field.use == CAIRN__FIELD_NONE || has_it)
        return;
    crowd->field.use = CAIRN__FIELD_EMPTY;
    if (quanta == 0 || !cairn__is_open_cell(crowd->map, goal))
        return;
    cairn__meter meter = {.left = CAIRN__NO_LIMIT};
    start(crowd, goal);
    while (crowd->field.use == CAIRN__FIELD_BUILT && (ready || crowd->field.quanta < quanta))
        go_on(crowd, &meter);
}
