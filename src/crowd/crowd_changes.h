/* crowd_changes.h: which tiles of the map have changed, for members that have not looked at it yet.
 *
 * Members look one after the other, as the budget allows: a round. Tiles that have
 * changed before a round or in it are looked for in it; those that have changed in it also in the next
 * one, for members that had their turn before. */
#ifndef CAIRN_CROWD_CHANGES_H
#define CAIRN_CROWD_CHANGES_H

#include "crowd/crowd_state.h"

/* Memory for the marks of all tiles, none on a map that does not change. */
uint64_t cairn__changes_get_bytes(const cairn_map *map);
void cairn__changes_create(cairn_crowd *crowd, void *memory);

/* The map may have changed: marks what has, and all runs are stale. */
void cairn__changes_note(cairn_crowd *crowd);

/* All members have had their turn. */
void cairn__changes_end_round(cairn_crowd *crowd);

/* True if a change may concern a member: it has to look at the map, for its run, its state or its goal may be
 * wrong. */
bool cairn__changes_touch(const cairn_crowd *crowd, uint32_t i);

/* The marks of 16 tiles as a word, and back; how many words there are. */
uint32_t cairn__changes_get_words(const cairn_crowd *crowd);
uint32_t cairn__changes_get_word(const cairn_crowd *crowd, uint32_t k);
void cairn__changes_set_word(cairn_crowd *crowd, uint32_t k, uint32_t word);

#endif
