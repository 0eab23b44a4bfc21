/* bend_window.h: the items of a list that are valid for its cell, or may be. A list that fits into the
 * window's room is read once, however often its items are gone through. */
#ifndef CAIRN_BEND_WINDOW_H
#define CAIRN_BEND_WINDOW_H

#include "db/bend_list.h"

typedef struct cairn__bend_window {
    cairn__list_cursor cursor;
    cairn__list_item *room;
    uint32_t capacity;
    uint32_t count; /* items in the room */
    uint32_t at;    /* the next one */
    bool first;     /* the room begins with the list's first item */
    bool ended;     /* there are no items behind those in the room */
} cairn__bend_window;

/* A window of which nothing is known. */
void cairn__bend_window_clear(cairn__bend_window *window, cairn__list_item *room,
                              uint32_t capacity);

/* Begins with the list of an open cell, from its first item on. */
void cairn__bend_window_start(cairn__bend_window *window, const cairn__bend_set *set,
                              cairn__xy cell, bool labelled);

/* The same with the others of a list whose nodes with a label another window has read. */
void cairn__bend_window_start_others(cairn__bend_window *window, const cairn__bend_window *read,
                                     const cairn__bend_set *set);

/* Reads on until the room is full or the list ends; PAUSED if the units are used up first. */
cairn__answer cairn__bend_window_fill(cairn__bend_window *window, const cairn__bend_set *set,
                                      cairn__meter *meter);

#endif
