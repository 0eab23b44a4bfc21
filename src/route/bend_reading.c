/* bend_reading.c: items of a list, those that have to be looked for included. */
#include "grid/bound.h"
#include "route/bend_reading.h"

void cairn__bend_reading_start(cairn__bend_reading *reading, const cairn__bend_tools *tools,
                               cairn__xy cell, bool labelled, uint32_t base)
{
    cairn__bend_window_start(&reading->window, tools->set, cell, labelled);
    reading->wanted = CAIRN__BEND_ALL;
    reading->base = base;
    reading->asking = false;
    reading->beyond = NULL;
}

cairn__answer cairn__bend_ask(cairn__bend_search *self, const cairn__bend_tools *tools,
                              cairn__meter *meter)
{
    cairn__answer answer = cairn__straight_run(&self->straight, tools->map, meter);
    if (answer == CAIRN__PAUSED)
        return CAIRN__PAUSED;
    return answer == CAIRN__DONE ? CAIRN__DONE : CAIRN__NONE;
}

void cairn__bend_ask_start(cairn__bend_search *self, const cairn__bend_tools *tools, cairn__xy from,
                           cairn__xy to)
{
    cairn__straight_start(&self->straight, from, to, tools->desk->rows);
}

uint32_t cairn__bend_reading_get_least(const cairn__bend_reading *reading,
                                       const cairn__bend_tools *tools, const cairn__list_item *item,
                                       cairn__xy towards)
{
    uint32_t beyond = cairn__bound(tools->map, item->cell, towards);
    if (reading->beyond != NULL && item->node < tools->set->nodes) {
        uint32_t least = cairn__bearings_get_least(reading->beyond, tools->set, item->node);
        beyond = least > beyond ? least : beyond;
    }
    return reading->base + cairn__get_distance(reading->window.cursor.cell, item->cell) + beyond;
}

/* True if only the item's label is read, not its cell. */
static bool is_read(const cairn__list_item *item)
{
    return !cairn__is_asked(item) && item->node != CAIRN__NO_LABEL;
}

/* True if it is known how far a node is from the other end of the way. */
static bool get_known(const cairn__bend_search *self, const cairn__bend_tools *tools, uint32_t node,
                      uint32_t *distance)
{
    if (self->purpose == CAIRN__BEND_FOR_GOAL && node < tools->set->nodes) {
        *distance = self->ways.towards[node].distance;
        return true;
    }
    if (tools->known == NULL || !cairn__bend_is_known(tools, node))
        return false;
    *distance = tools->known[node].distance;
    return true;
}

/* The least length of a way over the item and on to a cell. */
static uint32_t get_least(const cairn__bend_search *self, const cairn__bend_tools *tools,
                          const cairn__bend_reading *reading, cairn__xy towards)
{
    const cairn__list_item *item = &reading->item;
    uint32_t distance;
    if (item->least > 0)
        return item->least;
    if (!get_known(self, tools, item->node, &distance))
        return cairn__bend_reading_get_least(reading, tools, item, towards);
    uint32_t beyond = reading->base + cairn__get_distance(reading->window.cursor.cell, item->cell);
    return distance < UINT32_MAX - beyond ? beyond + distance : UINT32_MAX;
}

/* True if the item is wanted, and a way over it and on to a cell can be the best one. A damaged
 * list may name any cell. */
static bool is_promising(const cairn__bend_search *self, const cairn__bend_tools *tools,
                         const cairn__bend_reading *reading, cairn__xy towards)
{
    uint32_t kind = cairn__is_asked(&reading->item) ? CAIRN__BEND_ASKED : CAIRN__BEND_SURE;
    return (reading->wanted & kind) != 0 &&
           get_least(self, tools, reading, towards) < self->best.distance &&
           (is_read(&reading->item) || cairn__is_open_cell(tools->map, reading->item.cell));
}

/* Labels that are fetched before they are read. */
#define AHEAD 4

/* The next item of a list. */
static cairn__answer take_item(const cairn__bend_tools *tools, cairn__bend_reading *reading,
                               cairn__meter *meter)
{
    cairn__bend_window *window = &reading->window;
    if (window->at == window->count) {
        if (!window->ended && cairn__bend_window_fill(window, tools->set, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        if (window->at == window->count)
            return CAIRN__NONE;
    }
    if (window->at + AHEAD < window->count)
        cairn__bend_set_prefetch(tools->set, window->room[window->at + AHEAD].node);
    reading->item = window->room[window->at++];
    return CAIRN__DONE;
}

cairn__answer cairn__bend_reading_next(cairn__bend_search *self, const cairn__bend_tools *tools,
                                       cairn__bend_reading *reading, cairn__xy towards,
                                       cairn__meter *meter)
{
    for (;;) {
        if (reading->asking) {
            cairn__answer answer = cairn__bend_ask(self, tools, meter);
            if (answer == CAIRN__PAUSED)
                return answer;
            reading->asking = false;
            if (answer == CAIRN__DONE)
                return answer;
        }
        cairn__answer taken = take_item(tools, reading, meter);
        if (taken != CAIRN__DONE)
            return taken;
        if (!is_promising(self, tools, reading, towards))
            continue;
        if (!cairn__is_asked(&reading->item) || cairn__bend_is_trial(self, tools, &reading->item))
            return CAIRN__DONE;
        cairn__bend_ask_start(self, tools, reading->window.cursor.cell, reading->item.cell);
        reading->asking = true;
    }
}
