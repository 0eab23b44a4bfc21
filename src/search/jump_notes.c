/* jump_notes.c: see jump_notes.h. */
#include "search/jump_notes.h"

#include <string.h>

#include "base/memory.h"
#include "grid/stamps.h"

/* ---- memory ---- */

/* Open cells for which the table has a place; above the most, a larger table costs more time for memory that
 * is far away than it saves. */
#define CELLS_A_NOTE 32
#define LEAST_NOTES 1024
#define MOST_NOTES 32768

/* A note has 5 to 10 jump points. */
#define JUMPS_A_NOTE 16

/* Longer notes are not kept. */
#define MOST_JUMPS 1024

static uint32_t count_places(const cairn_map *map)
{
    uint32_t places = LEAST_NOTES;
    while (places < MOST_NOTES && places < map->info.open_cells / CELLS_A_NOTE)
        places *= 2;
    return places;
}

uint64_t cairn__jump_notes_get_bytes(const cairn_map *map)
{
    uint64_t places = count_places(map);
    return cairn__round_up(places * sizeof(cairn__jump_note)) +
           places * JUMPS_A_NOTE * sizeof(cairn__jump);
}

void cairn__jump_notes_create_in(cairn__jump_notes *notes, const cairn_map *map, void *memory)
{
    uint32_t places = count_places(map);
    size_t bytes = (size_t)cairn__round_up((uint64_t)places * sizeof(cairn__jump_note));
    *notes = (cairn__jump_notes){.table = memory,
                                 .ring = (cairn__jump *)(void *)((char *)memory + bytes),
                                 .places = places,
                                 .capacity = places * JUMPS_A_NOTE};
    memset(memory, 0, bytes);
}

/* ---- reading ---- */

static cairn__jump_note *get_place(const cairn__jump_notes *notes, cairn_cell cell, uint32_t walk)
{
    uint64_t mixed = (cell ^ (uint64_t)walk << 32) * UINT64_C(0x9e3779b97f4a7c15);
    return &notes->table[mixed >> 40 & (notes->places - 1)];
}

/* True if the cells of a note are as they were. */
static bool is_right(const cairn_map *map, cairn__jump_note *note)
{
    uint32_t version = cairn__get_version(map);
    if (note->version == version)
        return true;
    if (!cairn__is_unchanged(map, note->low, note->high, note->version))
        return false;
    note->version = version;
    return true;
}

const cairn__jump_note *cairn__jump_notes_find(cairn__jump_notes *notes, const cairn_map *map,
                                               cairn__xy cell, uint32_t walk)
{
    cairn_cell link = cairn__pack(cell);
    cairn__jump_note *note = get_place(notes, link, walk);
    if (note->walk != walk || note->cell != link || notes->end - note->first > notes->capacity)
        return NULL;
    return is_right(map, note) ? note : NULL;
}

/* ---- writing ---- */

void cairn__jump_notes_begin(cairn__jump_notes *notes, const cairn__jump_scan *scan, cairn__xy cell,
                             uint32_t walk)
{
    uint32_t left = notes->capacity - (uint32_t)(notes->end % notes->capacity);
    if (left < MOST_JUMPS)
        notes->end += left;
    notes->is_writing = true;
    notes->taken = scan->count;
    notes->note = (cairn__jump_note){.cell = cairn__pack(cell),
                                     .walk = walk,
                                     .first = notes->end,
                                     .version = cairn__get_version(scan->map),
                                     .low = cell,
                                     .high = cell};
}

static uint16_t keep_inside(int32_t place, uint32_t size)
{
    int32_t last = (int32_t)size - 1;
    return (uint16_t)(place < 0 ? 0 : place < last ? place : last);
}

void cairn__jump_notes_add_cell(cairn__jump_notes *notes, const cairn_map *map, int32_t x,
                                int32_t y)
{
    cairn__jump_note *note = &notes->note;
    uint16_t column = keep_inside(x, map->info.width), row = keep_inside(y, map->info.height);
    note->low.x = column < note->low.x ? column : note->low.x;
    note->low.y = row < note->low.y ? row : note->low.y;
    note->high.x = column > note->high.x ? column : note->high.x;
    note->high.y = row > note->high.y ? row : note->high.y;
}

void cairn__jump_notes_add_jumps(cairn__jump_notes *notes, const cairn__jump_scan *scan)
{
    uint32_t more = scan->count - notes->taken, count = notes->note.count + more;
    notes->is_writing = count <= MOST_JUMPS;
    if (!notes->is_writing)
        return;
    memcpy(&notes->ring[notes->end % notes->capacity], scan->jumps + notes->taken,
           more * sizeof *scan->jumps);
    notes->end += more;
    notes->note.count = (uint16_t)count;
    notes->taken = 0;
}

void cairn__jump_notes_end(cairn__jump_notes *notes, const cairn__jump_scan *scan)
{
    cairn__jump_notes_add_jumps(notes, scan);
    if (notes->is_writing)
        *get_place(notes, notes->note.cell, notes->note.walk) = notes->note;
    notes->is_writing = false;
}
