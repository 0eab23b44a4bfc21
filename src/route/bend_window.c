/* bend_window.c: filling a window piece by piece. */
#include "route/bend_window.h"

/* Items of a list read together. */
#define PIECE 64

void cairn__bend_window_clear(cairn__bend_window *window, cairn__list_item *room, uint32_t capacity)
{
    window->room = room;
    window->capacity = capacity;
    window->count = 0;
    window->first = window->ended = false;
}

/* From the list's first item on. */
static void begin(cairn__bend_window *window)
{
    window->at = window->count = 0;
    window->first = true;
    window->ended = false;
}

void cairn__bend_window_start_others(cairn__bend_window *window, const cairn__bend_window *read,
                                     const cairn__bend_set *set)
{
    if (cairn__list_is_read(&read->cursor))
        cairn__list_start_others(&window->cursor, &read->cursor);
    else
        cairn__list_start(&window->cursor, set, read->cursor.cell, false);
    begin(window);
}

void cairn__bend_window_start(cairn__bend_window *window, const cairn__bend_set *set,
                              cairn__xy cell, bool labelled)
{
    window->at = 0;
    if (window->first && cairn__is_same_cell(window->cursor.cell, cell))
        return;
    cairn__list_start(&window->cursor, set, cell, labelled);
    begin(window);
}

cairn__answer cairn__bend_window_fill(cairn__bend_window *window, const cairn__bend_set *set,
                                      cairn__meter *meter)
{
    if (window->count == window->capacity && window->at == window->count) {
        window->count = window->at = 0;
        window->first = false;
    }
    while (!window->ended && window->count < window->capacity) {
        uint32_t limit = PIECE;
        if (meter->left <= 0)
            return CAIRN__PAUSED;
        window->count +=
            cairn__list_read(&window->cursor, set, &limit, window->room + window->count,
                             window->capacity - window->count);
        window->ended = limit > 0 && window->count < window->capacity;
        meter->left -= PIECE - limit;
    }
    return CAIRN__DONE;
}
