/* jump_notes.h: what jump point search has found along diagonals, for later searches on the same map.
 *
 * Which jump points a diagonal leads to depends neither on the start nor on the goal. A search that comes to
 * the same jump point again need not look again: a note has what was found, as long as no tile that was
 * looked at has changed. Only the notes of jump points are kept, not those of starts.
 *
 * Each diagonal has one place in a table, which it shares with others: a newer note takes the place of an
 * older one. The jump points of notes lie in a ring; newer ones take the place of the oldest. */
#ifndef CAIRN_JUMP_NOTES_H
#define CAIRN_JUMP_NOTES_H

#include "grid/octile.h"
#include "search/jump_scan.h"

/* What was found along a diagonal, from one of its moves on. */
typedef struct cairn__jump_note {
    cairn_cell cell;  /* the jump point that the diagonal begins at */
    uint32_t walk;    /* the move: its number times 8, and the direction; 0: there is no note */
    uint64_t first;   /* of its jump points: the place in the ring, counted on and on */
    uint16_t count;   /* of them */
    uint16_t next;    /* number of the move that the diagonal goes on with; 0: it has ended */
    uint32_t version; /* of the map for which the note is known to be right */
    cairn__xy low;    /* the box of all cells that were looked at */
    cairn__xy high;
} cairn__jump_note;

typedef struct cairn__jump_notes {
    cairn__jump_note *table; /* null: no notes are kept */
    cairn__jump *ring;
    uint32_t places;       /* of the table: a power of 2 */
    uint32_t capacity;     /* of the ring */
    uint64_t end;          /* where the ring's next jump point goes, counted on and on */
    bool is_writing;       /* a note, which is: */
    cairn__jump_note note; /* as far as it has come */
    uint32_t taken;        /* of the scan's jump points: those in the ring, or not of the note */
} cairn__jump_notes;

/* Bytes of the notes of a map, and using memory of that size for them. */
uint64_t cairn__jump_notes_get_bytes(const cairn_map *map);
void cairn__jump_notes_create_in(cairn__jump_notes *notes, const cairn_map *map, void *memory);

/* The note about a diagonal from a move on; null if there is none that is right for the map as it is. */
const cairn__jump_note *cairn__jump_notes_find(cairn__jump_notes *notes, const cairn_map *map,
                                               cairn__xy cell, uint32_t walk);

/* The first of a note's jump points; the others follow. */
static inline const cairn__jump *cairn__jump_notes_get_jumps(const cairn__jump_notes *notes,
                                                             const cairn__jump_note *note)
{
    return &notes->ring[note->first % notes->capacity];
}

/* Begins a note about what the scan finds from now on. */
void cairn__jump_notes_begin(cairn__jump_notes *notes, const cairn__jump_scan *scan, cairn__xy cell,
                             uint32_t walk);

/* The present note: its box holds a cell too, which may lie outside of the map. */
void cairn__jump_notes_add_cell(cairn__jump_notes *notes, const cairn_map *map, int32_t x,
                                int32_t y);

/* Takes over what the scan has found, before the scan forgets it. */
void cairn__jump_notes_add_jumps(cairn__jump_notes *notes, const cairn__jump_scan *scan);

/* Ends the note: the scan has found all of it. If the map was changed meanwhile, where it was looked at, the
 * note is of no use: it is of the version at which it was begun. */
void cairn__jump_notes_end(cairn__jump_notes *notes, const cairn__jump_scan *scan);

#endif
