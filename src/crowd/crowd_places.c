/* crowd_places.c: see crowd_places.h.
 *
 * Both tables are open-addressing ones with linear probing. A slot that becomes empty is filled with
 * the next one that may stand there, so nothing has to be cleaned up. */
#include "crowd/crowd_places.h"

#include <string.h>

#include "base/memory.h"

/* ---- memory ---- */

static uint32_t get_slots(uint32_t capacity)
{
    return 2 * capacity + 1;
}

static uint32_t get_kept_slots(uint32_t capacity)
{
    return capacity + capacity / 2 + 1;
}

uint64_t cairn__apart_get_bytes(uint32_t capacity)
{
    return cairn__round_up((uint64_t)get_slots(capacity) * sizeof(cairn__place)) +
           cairn__round_up((uint64_t)get_kept_slots(capacity) * sizeof(cairn__kept)) +
           cairn__round_up((uint64_t)capacity * sizeof(cairn__spot)) +
           cairn__round_up((uint64_t)capacity * sizeof(uint32_t));
}

static void *take(char **next, uint64_t bytes)
{
    char *memory = *next;
    *next += cairn__round_up(bytes);
    return memory;
}

void cairn__apart_lay_out(cairn_crowd *crowd, char *memory)
{
    cairn__apart *apart = &crowd->apart;
    uint32_t capacity = crowd->capacity;
    apart->slots = get_slots(capacity);
    apart->kept_slots = get_kept_slots(capacity);
    apart->places = take(&memory, (uint64_t)apart->slots * sizeof *apart->places);
    apart->kept = take(&memory, (uint64_t)apart->kept_slots * sizeof *apart->kept);
    apart->spots = take(&memory, (uint64_t)capacity * sizeof *apart->spots);
    apart->turns = take(&memory, (uint64_t)capacity * sizeof *apart->turns);
}

void cairn__places_empty(cairn_crowd *crowd)
{
    memset(crowd->apart.places, 0, crowd->apart.slots * sizeof *crowd->apart.places);
}

void cairn__places_restore(cairn_crowd *crowd)
{
    cairn__places_empty(crowd);
    for (uint32_t i = 0; i < crowd->used; i++)
        if (crowd->states[i] != CAIRN_MEMBER_NONE)
            cairn__place_set(&crowd->apart, crowd->cells[i], i);
}

void cairn__apart_forget(cairn_crowd *crowd)
{
    cairn__apart *apart = &crowd->apart;
    memset(apart->hints, 0, sizeof apart->hints);
    memset(apart->kept, 0, apart->kept_slots * sizeof *apart->kept);
    apart->kept_count = apart->kept_last = 0;
    apart->kept_swept =
        ~crowd->frame; /* those whose time is over are saved too, and not looked for yet */
}

/* ---- members ---- */

static uint32_t get_next(uint32_t slot, uint32_t slots)
{
    return slot + 1 < slots ? slot + 1 : 0;
}

/* True if an entry whose own slot is `home` may stand in slot `empty` instead of `slot`. */
static bool may_move(uint32_t home, uint32_t empty, uint32_t slot)
{
    return empty <= slot ? home <= empty || home > slot : home <= empty && home > slot;
}

void cairn__place_set(cairn__apart *apart, cairn_cell cell, uint32_t i)
{
    uint32_t slot = cairn__place_get_slot(apart, cell);
    while (apart->places[slot].member != 0 && apart->places[slot].cell != cell)
        slot = get_next(slot, apart->slots);
    apart->places[slot] = (cairn__place){cell, i + 1};
}

void cairn__place_clear(cairn__apart *apart, cairn_cell cell)
{
    cairn__place *places = apart->places;
    uint32_t empty = cairn__place_get_slot(apart, cell);
    while (places[empty].member != 0 && places[empty].cell != cell)
        empty = get_next(empty, apart->slots);
    for (uint32_t slot = get_next(empty, apart->slots); places[slot].member != 0;
         slot = get_next(slot, apart->slots)) {
        if (!may_move(cairn__place_get_slot(apart, places[slot].cell), empty, slot))
            continue;
        places[empty] = places[slot];
        empty = slot;
    }
    places[empty] = (cairn__place){0, 0};
}

bool cairn__place_is_taken(const cairn_crowd *crowd, cairn_cell cell)
{
    return crowd->occupancy != CAIRN_OCCUPANCY_OFF &&
           (cairn__place_find(crowd, cell) != CAIRN__NO_MEMBER ||
            cairn__kept_find(crowd, cell, crowd->frame + 1));
}

void cairn__place_add(cairn_crowd *crowd, uint32_t i)
{
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return;
    crowd->apart.spots[i].aim = crowd->cells[i];
    crowd->apart.spots[i].waits = 0;
    cairn__place_set(&crowd->apart, crowd->cells[i], i);
}

void cairn__place_remove(cairn_crowd *crowd, uint32_t i)
{
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return;
    cairn__place_clear(&crowd->apart, crowd->cells[i]);
    cairn__rest_end(crowd, crowd->cells[i]);
}

void cairn__place_move(cairn_crowd *crowd, uint32_t i, cairn_cell cell)
{
    cairn__place_remove(crowd, i);
    crowd->cells[i] = cell;
    cairn__place_add(crowd, i);
}

/* ---- reservations ---- */

static uint32_t get_kept_slot(const cairn__apart *apart, cairn_cell cell)
{
    uint32_t hash = cell * UINT32_C(0x9e3779b1);
    return (uint32_t)((uint64_t)hash * apart->kept_slots >> 32);
}

/* The slot of a cell, or the one that it would get. */
static uint32_t find_kept(const cairn__apart *apart, cairn_cell cell)
{
    uint32_t slot = get_kept_slot(apart, cell);
    while (apart->kept[slot].last != 0 && apart->kept[slot].cell != cell)
        slot = get_next(slot, apart->kept_slots);
    return slot;
}

bool cairn__kept_find(const cairn_crowd *crowd, cairn_cell cell, uint32_t frame)
{
    const cairn__apart *apart = &crowd->apart;
    return apart->kept_last >= frame && apart->kept[find_kept(apart, cell)].last >= frame;
}

uint32_t cairn__kept_get_last(const cairn_crowd *crowd, cairn_cell cell)
{
    return crowd->apart.kept[find_kept(&crowd->apart, cell)].last;
}

static void empty_kept(cairn__apart *apart, uint32_t empty)
{
    cairn__kept *kept = apart->kept;
    for (uint32_t slot = get_next(empty, apart->kept_slots); kept[slot].last != 0;
         slot = get_next(slot, apart->kept_slots)) {
        if (!may_move(get_kept_slot(apart, kept[slot].cell), empty, slot))
            continue;
        kept[empty] = kept[slot];
        empty = slot;
    }
    kept[empty] = (cairn__kept){0, 0};
    apart->kept_count--;
}

/* Makes room, once a frame at most: takes out those whose time is over. */
static void sweep_kept(cairn_crowd *crowd)
{
    cairn__apart *apart = &crowd->apart;
    if (apart->kept_swept == crowd->frame)
        return;
    apart->kept_swept = crowd->frame;
    for (uint32_t slot = 0; slot < apart->kept_slots; slot++)
        while (apart->kept[slot].last != 0 && apart->kept[slot].last <= crowd->frame)
            empty_kept(apart, slot);
}

void cairn__kept_set(cairn_crowd *crowd, cairn_cell cell, uint32_t last)
{
    cairn__apart *apart = &crowd->apart;
    uint32_t slot = find_kept(apart, cell);
    apart->kept_count += apart->kept[slot].last == 0;
    apart->kept[slot] = (cairn__kept){cell, last};
    apart->kept_last = last > apart->kept_last ? last : apart->kept_last;
}

static cairn_status keep(cairn_crowd *crowd, cairn_cell cell, uint32_t frames)
{
    cairn__apart *apart = &crowd->apart;
    bool is_new = apart->kept[find_kept(apart, cell)].last == 0;
    if (is_new && apart->kept_count == crowd->capacity)
        sweep_kept(crowd);
    if (is_new && apart->kept_count == crowd->capacity)
        return cairn__because(&crowd->why, CAIRN_FULL,
                              "there are %u reservations, as many as members",
                              (unsigned)crowd->capacity);
    cairn__kept_set(crowd, cell,
                    frames < UINT32_MAX - crowd->frame ? crowd->frame + frames : UINT32_MAX);
    return CAIRN_OK;
}

cairn_status cairn_crowd_reserve(cairn_crowd *crowd, cairn_cell cell, uint32_t frames)
{
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return cairn__because_of(&crowd->why, CAIRN_NO_OCCUPANCY);
    if (!cairn_map_is_open(crowd->map, cell))
        return cairn__because_of_cell(&crowd->why, CAIRN_BLOCKED, cairn__unpack(cell));
    cairn__rest_end(crowd, cell); /* it may be free sooner than was said before */
    if (frames > 0)
        return keep(crowd, cell, frames);
    uint32_t slot = find_kept(&crowd->apart, cell);
    if (crowd->apart.kept[slot].last != 0)
        empty_kept(&crowd->apart, slot);
    return CAIRN_OK;
}
