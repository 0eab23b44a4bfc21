/* bend_lists.c: the lists of both ends of a way are read, and those of their local nodes: so the bearings of
 * an end are those of all nodes that a way may begin or end with. */
#include "route/bend_reading.h"

/* Reads on in a window; true if it has an item, false at the list's end or if the units are used up. */
static bool has_item(cairn__bend_window *window, const cairn__bend_set *set, cairn__meter *meter)
{
    if (window->at == window->count && !window->ended)
        (void)cairn__bend_window_fill(window, set, meter);
    return window->at < window->count;
}

/* Adds the nodes of a list to the bearings of an end; PAUSED if the units are used up first. */
static cairn__answer add_nodes(cairn__bend_search *self, const cairn__bend_tools *tools,
                               cairn__bend_reading *list, uint32_t end, cairn__meter *meter)
{
    cairn__bend_window *window = &list->window;
    while (has_item(window, tools->set, meter)) {
        uint32_t count = window->count - window->at;
        cairn__bearings_add(&self->bearings[end], tools->set, window->room + window->at, count,
                            window->cursor.cell, list->base, list == &self->own[end]);
        window->at = window->count;
        meter->left -= 1 + count / 4;
    }
    return window->ended ? CAIRN__DONE : CAIRN__PAUSED;
}

/* The same of the lists of its local nodes. */
static cairn__answer add_locals(cairn__bend_search *self, const cairn__bend_tools *tools,
                                uint32_t end, cairn__meter *meter)
{
    cairn__bend_window *window = &self->outer[end].window;
    for (;;) {
        if (self->inside && add_nodes(self, tools, &self->inner, end, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        self->inside = false;
        if (!has_item(window, tools->set, meter))
            return window->ended ? CAIRN__DONE : CAIRN__PAUSED;
        cairn__xy cell = window->room[window->at++].cell;
        cairn__bend_reading_start(&self->inner, tools, cell, true,
                                  cairn__get_distance(self->ends[end], cell));
        self->bearings[end].lonely = false;
        self->inside = true;
    }
}

/* Reads all of an end; without landmarks only what a guess needs. */
static cairn__answer read_end(cairn__bend_search *self, const cairn__bend_tools *tools,
                              uint32_t end, bool locals, cairn__meter *meter)
{
    if (tools->set->landmarks == NULL)
        return locals ? CAIRN__DONE
                      : cairn__bend_window_fill(&self->own[end].window, tools->set, meter);
    return locals ? add_locals(self, tools, end, meter)
                  : add_nodes(self, tools, &self->own[end], end, meter);
}

/* Begins with the nodes of both ends that have a label, or with their local nodes, which follow them. */
static void start_lists(cairn__bend_search *self, const cairn__bend_tools *tools, bool locals)
{
    for (uint32_t end = 0; end < 2; end++) {
        if (locals) {
            cairn__bend_window_start_others(&self->outer[end].window, &self->own[end].window,
                                            tools->set);
            continue;
        }
        cairn__bend_reading_start(&self->own[end], tools, self->ends[end], true, 0);
        cairn__bearings_clear(&self->bearings[end]);
    }
}

cairn__answer cairn__bend_read_lists(cairn__bend_search *self, const cairn__bend_tools *tools,
                                     cairn__meter *meter)
{
    if (self->step == 0)
        start_lists(self, tools, false);
    for (self->step += self->step == 0; self->step < 5; self->step++) {
        if (read_end(self, tools, self->step % 2, self->step > 2, meter) != CAIRN__DONE)
            return CAIRN__PAUSED;
        if (self->step == 2)
            start_lists(self, tools, true);
    }
    return CAIRN__DONE;
}
