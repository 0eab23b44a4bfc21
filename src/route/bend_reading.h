/* bend_reading.h: the parts of a search by labels of bends that its phases share: reading a list item by
 * item, and asking whether a leg leads from one cell to another. */
#ifndef CAIRN_BEND_READING_H
#define CAIRN_BEND_READING_H

#include "route/bend_search.h"

/* Begins with a list: with its nodes that have a label, or with its local ones. */
void cairn__bend_reading_start(cairn__bend_reading *reading, const cairn__bend_tools *tools,
                               cairn__xy cell, bool labelled, uint32_t base);

/* For distances: true if that of a node is known. */
static inline bool cairn__bend_is_known(const cairn__bend_tools *tools, uint32_t node)
{
    return node != CAIRN__NO_LABEL && tools->known[node].stamp == tools->stamp;
}

/* For distances: true if an item has to be looked for, but its label is to be read first: mostly the item
 * need not be looked for then. Where labels are spread, all are: an item without a leg would make distances
 * too short. */
static inline bool cairn__bend_is_trial(const cairn__bend_search *self,
                                        const cairn__bend_tools *tools,
                                        const cairn__list_item *item)
{
    return self->purpose == CAIRN__BEND_FOR_DISTANCE && cairn__is_asked(item) &&
           item->node != CAIRN__NO_LABEL && !cairn__bend_is_known(tools, item->node);
}

/* Reads the lists of both ends of a way, for their bearings; PAUSED if the units are used up first. */
cairn__answer cairn__bend_read_lists(cairn__bend_search *self, const cairn__bend_tools *tools,
                                     cairn__meter *meter);

/* The least length of a way over the item and on to a cell, which is the way's other end. */
uint32_t cairn__bend_reading_get_least(const cairn__bend_reading *reading,
                                       const cairn__bend_tools *tools, const cairn__list_item *item,
                                       cairn__xy towards);

/* The next promising item that is valid for the list's cell, or for a trial: a way over it and on to a cell
 * may be shorter than the best one. */
cairn__answer cairn__bend_reading_next(cairn__bend_search *self, const cairn__bend_tools *tools,
                                       cairn__bend_reading *reading, cairn__xy towards,
                                       cairn__meter *meter);

/* Begins to look for a leg; the question is kept in the search until it is answered. */
void cairn__bend_ask_start(cairn__bend_search *self, const cairn__bend_tools *tools, cairn__xy from,
                           cairn__xy to);

/* DONE if there is a leg, NONE if not. */
cairn__answer cairn__bend_ask(cairn__bend_search *self, const cairn__bend_tools *tools,
                              cairn__meter *meter);

/* Tries legs from the start, or a local node of it, to the goal, or a local node of it. PAUSED if the units
 * are used up first. */
cairn__answer cairn__bend_try_pairs(cairn__bend_search *self, const cairn__bend_tools *tools,
                                    cairn__meter *meter);

/* Finds the local node of the start that the way to its first node leads over, if it does. PAUSED if the
 * units are used up first. */
cairn__answer cairn__bend_find_via(cairn__bend_search *self, const cairn__bend_tools *tools,
                                   cairn__meter *meter);

#endif
