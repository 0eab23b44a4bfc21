/* harness_march.c: a crowd that is sent over a map. Which orders come is drawn from a seed alone, so a
 * march is the same whatever the time it takes and however many threads help. */
#include "harness_march.h"

#include <stdlib.h>
#include <string.h>

/* ---- orders ---- */

static uint32_t draw_below(harness_march *march, uint32_t limit)
{
    return (uint32_t)((harness_draw(&march->random) >> 32) * limit >> 32);
}

/* Where a member of one army goes: to the place of one of the other, or back to its own. */
static cairn_cell find_other_place(harness_march *march, uint32_t i)
{
    uint32_t half = march->def.agents / 2;
    march->is_away[i] = !march->is_away[i];
    if (!march->is_away[i] || half == 0)
        return march->places[i];
    return march->places[i < half ? half + i : (i - half) % half];
}

static void note_order(harness_march *march, uint32_t i, cairn_cell goal)
{
    march->ordered[march->order_count] = march->members[i];
    march->goals[march->order_count++] = goal;
}

/* Orders for one member or the next. */
static void draw_order(harness_march *march, uint32_t i)
{
    if (march->def.orders == HARNESS_ORDERS_SWAP)
        note_order(march, i, find_other_place(march, i));
    else if (march->def.orders == HARNESS_ORDERS_SAME && march->order_count > 0)
        note_order(march, i, march->goals[0]);
    else
        note_order(march, i, harness_ground_draw(&march->ground, &march->random));
}

static cairn_status give_orders(const harness_march *march)
{
    if (march->def.orders == HARNESS_ORDERS_SAME)
        return cairn_crowd_order(march->crowd, march->ordered, march->order_count, march->goals[0]);
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < march->order_count; i++)
        status = cairn_crowd_order(march->crowd, &march->ordered[i], 1, march->goals[i]);
    return status;
}

/* ---- opening ---- */

static cairn_status fail(const harness_march *march, cairn_status status, const char *format,
                         uint32_t number)
{
    cairn_detail *detail = march->def.detail;
    if (detail != NULL)
        (void)snprintf(detail->text, sizeof detail->text, format, (unsigned)number);
    return status;
}

static cairn_status check_ground(const harness_march *march)
{
    const harness_march_def *def = &march->def;
    if (march->ground.count == 0)
        return fail(march, CAIRN_BLOCKED, "the map has no open cell for an agent", 0);
    if (def->occupancy == CAIRN_OCCUPANCY_CELLS && def->agents > march->ground.count)
        return fail(march, CAIRN_CAPACITY,
                    "paths join %u open cells at most, and each has room for one agent",
                    march->ground.count);
    return CAIRN_OK;
}

static cairn_status create_crowd(harness_march *march)
{
    const harness_march_def *def = &march->def;
    cairn_crowd_def made = {.size = sizeof made,
                            .capacity = def->agents,
                            .max_work = def->max_work,
                            .occupancy = def->occupancy,
                            .planner = def->planner,
                            .detail = def->detail};
    if (def->threads > 1) {
        cairn_status status = harness_pool_open(def->threads, &march->pool);
        if (status != CAIRN_OK)
            return status;
        made.share = harness_pool_share;
        made.share_context = march->pool;
    }
    return cairn_crowd_create(def->map, def->db, &made, &march->crowd);
}

static cairn_status find_room(harness_march *march)
{
    size_t agents = march->def.agents, orders = agents;
    if (march->def.reorder > orders)
        orders = march->def.reorder;
    march->members = calloc(agents, sizeof *march->members);
    march->places = calloc(agents, sizeof *march->places);
    march->is_away = calloc(agents, sizeof *march->is_away);
    march->ordered = calloc(orders, sizeof *march->ordered);
    march->goals = calloc(orders, sizeof *march->goals);
    return march->members != NULL && march->places != NULL && march->is_away != NULL &&
                   march->ordered != NULL && march->goals != NULL
               ? CAIRN_OK
               : CAIRN_MEMORY;
}

static cairn_status find_places(harness_march *march)
{
    const harness_march_def *def = &march->def;
    const uint32_t armies[2] = {def->agents / 2, def->agents - def->agents / 2};
    if (def->starts != NULL)
        memcpy(march->places, def->starts, def->agents * sizeof *march->places);
    else if (def->orders == HARNESS_ORDERS_SWAP)
        return harness_ground_split(&march->ground, &march->random, armies, march->places);
    else
        harness_ground_scatter(&march->ground, &march->random, march->places, def->agents);
    return CAIRN_OK;
}

static cairn_status place_members(harness_march *march)
{
    cairn_status status = find_places(march);
    for (uint32_t i = 0; status == CAIRN_OK && i < march->def.agents; i++)
        status = cairn_crowd_add(march->crowd, march->places[i], &march->members[i]);
    return status;
}

cairn_status harness_march_open(const harness_march_def *def, harness_march *march)
{
    *march = (harness_march){.def = *def, .random = def->seed};
    cairn_status status = harness_ground_open(def->map, &march->ground);
    if (status == CAIRN_OK)
        status = check_ground(march);
    if (status == CAIRN_OK)
        status = harness_board_open(def->map, &march->board);
    if (status == CAIRN_OK)
        status = create_crowd(march);
    if (status == CAIRN_OK)
        status = find_room(march);
    if (status == CAIRN_OK)
        status = place_members(march);
    if (status != CAIRN_OK)
        return status;
    for (uint32_t i = 0; i < def->agents; i++)
        draw_order(march, i);
    march->watch = (harness_watch){
        .board = &march->board, .count = def->agents, .grid = {def->grid[0], def->grid[1]}};
    return harness_watch_open(&march->watch, march->places);
}

void harness_march_close(harness_march *march)
{
    cairn_crowd_destroy(march->crowd);
    harness_pool_close(march->pool);
    harness_ground_close(&march->ground);
    harness_watch_close(&march->watch);
    harness_board_close(&march->board);
    free(march->members);
    free(march->places);
    free(march->is_away);
    free(march->ordered);
    free(march->goals);
}

/* ---- frames ---- */

static uint64_t read_clock(const harness_march *march)
{
    return march->pool != NULL ? harness_get_time() : harness_get_cpu_time();
}

cairn_status harness_march_step(harness_march *march)
{
    march->frame = (cairn_crowd_frame){.size = sizeof march->frame};
    uint64_t from = read_clock(march);
    cairn_status status = march->order_count > 0 ? give_orders(march) : CAIRN_OK;
    march->orders_ns = read_clock(march) - from;
    if (status == CAIRN_OK)
        status = cairn_crowd_step(march->crowd, &march->frame);
    march->frame_ns = read_clock(march) - from;
    if (status != CAIRN_OK)
        return status;
    harness_histogram_add(&march->times, march->frame_ns);
    if (march->frame.units > march->max_units)
        march->max_units = march->frame.units;
    if (march->frame.longest_wait > march->longest_wait)
        march->longest_wait = march->frame.longest_wait;
    harness_watch_look(&march->watch, cairn_crowd_get_cells(march->crowd));
    march->order_count = 0;
    for (uint32_t i = 0; i < march->def.reorder; i++)
        draw_order(march, draw_below(march, march->def.agents));
    return CAIRN_OK;
}

uint32_t harness_march_count_arrived(const harness_march *march)
{
    const uint8_t *states = cairn_crowd_get_states(march->crowd);
    uint32_t count = 0;
    for (uint32_t i = 0; i < march->def.agents; i++)
        count += states[i] == CAIRN_MEMBER_ARRIVED;
    return count;
}
