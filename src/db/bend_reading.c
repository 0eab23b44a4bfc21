/* bend_reading.c: items of a list, those that have to be looked for included. */
#include "db/bend_reading.h"

void cairn__bend_reading_start(cairn__bend_reading *reading, const cairn__bend_tools *tools,
                               cairn__xy cell, bool labelled, uint32_t base)
{
    cairn__bend_window_start(&reading->window, tools->set, cell, labelled);
    reading->wanted = CAIRN__BEND_ALL;
    reading->base = base;
    reading->asking = false;
}

cairn__bend_progress cairn__bend_ask(cairn__bend_search *self, const cairn__bend_tools *tools,
                                     int64_t *units)
{
    cairn__straight_answer answer = cairn__straight_run(&self->straight, tools->map, units);
    if (answer == CAIRN__STRAIGHT_PAUSED)
        return CAIRN__BEND_PROGRESS_PAUSED;
    return answer == CAIRN__STRAIGHT_YES ? CAIRN__BEND_PROGRESS_FOUND : CAIRN__BEND_PROGRESS_DONE;
}

void cairn__bend_ask_start(cairn__bend_search *self, const cairn__bend_tools *tools, cairn__xy from,
                           cairn__xy to)
{
    cairn__straight_start(&self->straight, from, to, tools->desk->rows);
}

uint32_t cairn__bend_reading_get_least(const cairn__bend_reading *reading,
                                       const cairn__listed *item, cairn__xy towards)
{
    return reading->base + cairn__get_distance(reading->window.cursor.cell, item->cell) +
           cairn__get_distance(item->cell, towards);
}

/* True if only the item's label is read, not its cell. */
static bool is_read(const cairn__listed *item)
{
    return !item->asked && item->node != CAIRN__NO_LABEL;
}

/* The least length of a way over the item and on to a cell: how far its node is from there may be known. */
static uint32_t get_least(const cairn__bend_tools *tools, const cairn__bend_reading *reading,
                          cairn__xy towards)
{
    const cairn__listed *item = &reading->item;
    if (tools->known == NULL || !cairn__bend_is_known(tools, item->node))
        return cairn__bend_reading_get_least(reading, item, towards);
    uint32_t distance = tools->known[item->node].distance;
    uint32_t beyond = reading->base + cairn__get_distance(reading->window.cursor.cell, item->cell);
    return distance < UINT32_MAX - beyond ? beyond + distance : UINT32_MAX;
}

/* True if the item is wanted, and a way over it and on to a cell can be the best one. A damaged
 * list may name any cell. */
static bool is_promising(const cairn__bend_search *self, const cairn__bend_tools *tools,
                         const cairn__bend_reading *reading, cairn__xy towards)
{
    uint32_t kind = reading->item.asked ? CAIRN__BEND_ASKED : CAIRN__BEND_SURE;
    return (reading->wanted & kind) != 0 &&
           get_least(tools, reading, towards) < self->best.distance &&
           (is_read(&reading->item) || cairn__is_open_cell(tools->map, reading->item.cell));
}

/* Labels that are fetched before they are read. */
#define AHEAD 4

/* The next item of a list. */
static cairn__bend_progress take_item(const cairn__bend_tools *tools, cairn__bend_reading *reading,
                                      int64_t *units)
{
    cairn__bend_window *window = &reading->window;
    if (window->at == window->count) {
        if (!window->ended && !cairn__bend_window_fill(window, tools->set, units))
            return CAIRN__BEND_PROGRESS_PAUSED;
        if (window->at == window->count)
            return CAIRN__BEND_PROGRESS_DONE;
    }
    if (window->at + AHEAD < window->count)
        cairn__bend_set_prefetch(tools->set,
                                 cairn__bend_window_get(window, window->at + AHEAD).node);
    reading->item = cairn__bend_window_get(window, window->at++);
    return CAIRN__BEND_PROGRESS_FOUND;
}

cairn__bend_progress cairn__bend_reading_next(cairn__bend_search *self,
                                              const cairn__bend_tools *tools,
                                              cairn__bend_reading *reading, cairn__xy towards,
                                              int64_t *units)
{
    for (;;) {
        if (reading->asking) {
            cairn__bend_progress answer = cairn__bend_ask(self, tools, units);
            if (answer == CAIRN__BEND_PROGRESS_PAUSED)
                return answer;
            reading->asking = false;
            if (answer == CAIRN__BEND_PROGRESS_FOUND)
                return answer;
        }
        cairn__bend_progress taken = take_item(tools, reading, units);
        if (taken != CAIRN__BEND_PROGRESS_FOUND)
            return taken;
        if (!is_promising(self, tools, reading, towards))
            continue;
        if (!reading->item.asked || cairn__bend_is_trial(tools, &reading->item))
            return CAIRN__BEND_PROGRESS_FOUND;
        cairn__bend_ask_start(self, tools, reading->window.cursor.cell, reading->item.cell);
        reading->asking = true;
    }
}
