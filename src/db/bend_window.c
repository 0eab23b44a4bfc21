/* bend_window.c: filling a window piece by piece. */
#include "db/bend_window.h"

/* Items of a list read together. */
#define PIECE 64

void cairn__bend_window_clear(cairn__bend_window *window, cairn__window_item *room,
                              uint32_t capacity)
{
    window->room = room;
    window->capacity = capacity;
    window->count = 0;
    window->first = window->ended = false;
}

void cairn__bend_window_start(cairn__bend_window *window, const cairn__bend_set *set,
                              cairn__xy cell, bool labelled)
{
    window->at = 0;
    if (window->first && cairn__is_same_cell(window->cursor.cell, cell))
        return;
    cairn__list_start(&window->cursor, set, cell, labelled);
    window->count = 0;
    window->first = true;
    window->ended = false;
}

/* Adds up to a piece of the list's items. */
static void add_items(cairn__bend_window *window, const cairn__bend_set *set, uint32_t *limit)
{
    cairn__list_item item;
    while (*limit > 0 && window->count < window->capacity) {
        if (!cairn__list_next(&window->cursor, set, limit, &item)) {
            window->ended = *limit > 0;
            return;
        }
        window->room[window->count++] = (cairn__window_item){
            (item.node & (UINT32_MAX >> 1)) | (uint32_t)(item.kind == CAIRN__LIST_ASK) << 31,
            item.cell,
        };
    }
}

bool cairn__bend_window_fill(cairn__bend_window *window, const cairn__bend_set *set, int64_t *units)
{
    if (window->count == window->capacity && window->at == window->count) {
        window->count = window->at = 0;
        window->first = false;
    }
    while (!window->ended && window->count < window->capacity) {
        uint32_t limit = PIECE;
        if (*units <= 0)
            return false;
        add_items(window, set, &limit);
        *units -= PIECE - limit;
    }
    return true;
}
