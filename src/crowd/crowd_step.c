/* crowd_step.c: a frame: members notice changes, goals are found, lanes plan, all move. */
#include "base/sized.h"
#include "crowd/crowd_field.h"
#include "crowd/crowd_goals.h"
#include "crowd/crowd_places.h"
#include "crowd/crowd_state.h"
#include "grid/scans.h"

/* ---- work that threads may share ---- */

static void share(const cairn_crowd *crowd, uint32_t count, cairn_task_function task,
                  void *argument)
{
    if (crowd->share != NULL && count > 1) {
        crowd->share(crowd->share_context, count, task, argument);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        task(argument, i);
}

static void plan_lane(void *argument, uint32_t number)
{
    cairn_crowd *crowd = argument;
    cairn__lane_run(crowd, &crowd->lanes[number], number);
}

static void move_chunk(void *argument, uint32_t number)
{
    cairn__chunk_move(argument, number);
}

/* ---- orders ---- */

/* The units of orders made since the last frame, which are at the end of a line; at most `most`. */
static int64_t add_orders(const cairn_crowd *crowd, const cairn__line *line, int64_t most)
{
    int64_t cost = 0;
    uint32_t i = line->last;
    for (; cost < most && i != CAIRN__NO_MEMBER && crowd->all[i].since + 1 >= crowd->frame;
         i = crowd->all[i].previous)
        if (crowd->all[i].since + 1 == crowd->frame) /* and not in this one, by a look at the map */
            cost += CAIRN_ORDER_WORK;
    return cost;
}

/* Takes the units of the orders made since the last frame, at most three quarters of what there is. */
static void pay_orders(const cairn_crowd *crowd, cairn__meter *meter)
{
    int64_t most = meter->left - meter->left / 4,
            cost = add_orders(crowd, &crowd->lines[CAIRN__ORDERS], most);
    if (cost < most)
        cost += add_orders(crowd, &crowd->asks, most - cost);
    meter->left -= cost < most ? cost : most;
}

/* ---- plans ---- */

/* Takes members whose plans were begun out of a line: those that the lanes have taken. Some cannot go on until
 * their goals are found. */
static void clear_line(cairn_crowd *crowd, uint32_t line)
{
    uint32_t taken[CAIRN__MOST_LANES], left = 0, place = 0;
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        left += taken[k] = crowd->lanes[k].taken[line];
    for (uint32_t i = crowd->lines[line].first; left > 0; place++) {
        uint32_t next = crowd->all[i].next, k = place % crowd->lane_count;
        if (place / crowd->lane_count < taken[k]) {
            cairn__line_remove(&crowd->lines[line], crowd->all, i);
            if (crowd->all[i].asks != 0)
                cairn__member_ask(crowd, i);
            left--;
        }
        i = next;
    }
}

/* Guides that have a plan. */
static uint32_t count_guided(const cairn_crowd *crowd)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++)
            count += crowd->lanes[k].guides[line].member != CAIRN__NO_MEMBER;
    return count;
}

static void sum_lanes(cairn_crowd *crowd, cairn_crowd_frame *frame)
{
    uint32_t oldest = crowd->frame;
    for (uint32_t k = 0; k < crowd->lane_count; k++) {
        oldest = cairn__get_lower(oldest, crowd->lanes[k].oldest);
        for (uint32_t line = 0; line < CAIRN__LINES; line++) {
            uint32_t i = crowd->lanes[k].guides[line].member;
            if (i != CAIRN__NO_MEMBER)
                oldest = cairn__get_lower(oldest, crowd->all[i].since);
        }
    }
    frame->pending = count_guided(crowd) + crowd->asks.count;
    if (crowd->asks.count > 0)
        oldest = cairn__get_lower(oldest, crowd->all[crowd->asks.first].since);
    for (uint32_t line = 0; line < CAIRN__LINES; line++) {
        clear_line(crowd, line);
        frame->pending += crowd->lines[line].count;
        uint32_t i = crowd->lines[line].first;
        if (i != CAIRN__NO_MEMBER)
            oldest = cairn__get_lower(oldest, crowd->all[i].since);
    }
    frame->longest_wait = crowd->frame - oldest;
}

static void plan(cairn_crowd *crowd, cairn__meter *meter, cairn_crowd_frame *frame)
{
    int64_t units = meter->left / crowd->lane_count;
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        crowd->lanes[k].meter = cairn__meter_split(meter, units);
    share(crowd, crowd->lane_count, plan_lane, crowd);
    for (uint32_t k = 0; k < crowd->lane_count; k++) {
        cairn__meter_join(meter, &crowd->lanes[k].meter);
        cairn__line_join(&crowd->asks, crowd->all, &crowd->lanes[k].asks);
    }
    sum_lanes(crowd, frame);
}

/* ---- moves ---- */

/* Who was under way is counted as it was before the moves: the states are those after them. */
static void count_walking(const cairn_crowd *crowd, const cairn__turn_sum *sum,
                          cairn_crowd_frame *frame)
{
    frame->moved = sum->moved;
    frame->arrived = sum->arrived;
    frame->walking = crowd->walking + sum->ended;
    frame->waiting = frame->walking - (sum->moved - sum->rested);
}

static void move(cairn_crowd *crowd, cairn__turn_sum *sum)
{
    uint32_t count = (crowd->used + CAIRN__CHUNK - 1) / CAIRN__CHUNK;
    share(crowd, count, move_chunk, crowd);
    for (uint32_t k = 0; k < count; k++) {
        cairn__chunk *chunk = &crowd->chunks[k];
        sum->moved += chunk->moved;
        sum->arrived += chunk->arrived;
        sum->ended += chunk->ended;
        for (uint32_t line = 0; line < CAIRN__LINES; line++)
            cairn__line_join(&crowd->lines[line], crowd->all, &chunk->lines[line]);
        cairn__line_join(&crowd->asks, crowd->all, &chunk->asks);
    }
    crowd->walking -= sum->ended;
}

cairn_status cairn_crowd_step(cairn_crowd *crowd, cairn_crowd_frame *frame)
{
    cairn_crowd_frame made = {0};
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    if (frame != NULL && cairn__sized_check(frame) != CAIRN_OK)
        return cairn__because_of(&crowd->why, CAIRN_NOT_SIZED);
    cairn__map_enter(crowd->map);
    crowd->frame++;
    cairn__meter meter = {.left = crowd->max_work};
    cairn__crowd_notice(crowd, &meter);
    pay_orders(crowd, &meter);
    cairn__goals_run(crowd, &meter);
    cairn__crowd_field_run(crowd, &meter);
    plan(crowd, &meter, &made);
    cairn__crowd_field_use_rest(crowd, &meter);
    made.units = (uint64_t)(crowd->max_work - meter.left);
    cairn__turn_sum sum = {0};
    if (crowd->occupancy != CAIRN_OCCUPANCY_OFF)
        cairn__crowd_take_turns(crowd, &sum);
    else
        move(crowd, &sum);
    cairn__map_leave(crowd->map);
    made.frame = crowd->frame;
    count_walking(crowd, &sum, &made);
    return frame != NULL ? cairn__sized_write(frame, &made, sizeof made) : CAIRN_OK;
}
