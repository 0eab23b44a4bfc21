/* local.c: the look-ahead core. See local.h. */
#include "base/xy.h"
#include "plan/local.h"

#include <string.h>

#include "base/heap.h"
#include "base/memory.h"

/* ---- memory ---- */

/* The table is at most half full. */
static uint32_t get_slot_bits(uint32_t states)
{
    uint32_t bits = 4;
    while (UINT32_C(1) << bits < 2 * states)
        bits++;
    return bits;
}

uint64_t cairn__local_get_bytes(cairn__local_size size)
{
    return cairn__round_up(size.entries * sizeof(uint64_t) +
                           size.states * sizeof(cairn__local_state) +
                           ((size_t)1 << get_slot_bits(size.states)) * sizeof(uint16_t));
}

cairn__local_size cairn__local_get_window(uint32_t radius)
{
    uint32_t side = 2 * radius + 1;
    return (cairn__local_size){side * side, 2 * side * side};
}

void cairn__local_create(cairn__local *local, cairn__local_size size, void *memory,
                         cairn__meter *meter)
{
    *local = (cairn__local){.meter = meter};
    local->slot_bits = get_slot_bits(size.states);
    local->heap = memory;
    local->states = (cairn__local_state *)(void *)(local->heap + size.entries);
    local->slots = (uint16_t *)(void *)(local->states + size.states);
    memset(local->slots, 0, ((size_t)1 << local->slot_bits) * sizeof *local->slots);
}

/* ---- states ---- */

/* The slot that leads to a cell's state, or the one where it would go. */
static inline uint32_t find_slot(const cairn__local *local, cairn__xy cell)
{
    uint32_t mask = (UINT32_C(1) << local->slot_bits) - 1;
    uint32_t slot = cairn__pack(cell) * UINT32_C(0x9e3779b1) >> (32 - local->slot_bits);
    for (;; slot = (slot + 1) & mask) {
        uint32_t number = local->slots[slot];
        if (number >= local->count || local->states[number].slot != slot ||
            cairn__is_same_cell(local->states[number].cell, cell))
            return slot;
    }
}

static inline uint32_t read_slot(const cairn__local *local, uint32_t slot)
{
    uint32_t number = local->slots[slot];
    return number < local->count && local->states[number].slot == slot ? number : CAIRN__NO_STATE;
}

uint32_t cairn__local_find(const cairn__local *local, cairn__xy cell)
{
    return read_slot(local, find_slot(local, cell));
}

/* The learned value of a cell, or 0; most cells lie in a block that was looked for just before. */
static inline uint32_t read_learned(cairn__local *local, cairn__xy cell)
{
    const uint32_t across = CAIRN__LOCAL_BLOCKS_ACROSS;
    cairn_cell place = cairn__learned_get_place(cell.x, cell.y);
    cairn__xy corner = cairn__unpack(place);
    cairn__local_block *entry = &local->blocks[corner.y % across * across + corner.x % across];
    if (entry->place != place) {
        entry->place = place;
        entry->block = cairn__learned_find_block(local->view.learned, local->view.target, place);
    }
    return entry->block != NULL ? cairn__learned_read(entry->block, cell) : 0;
}

static inline uint32_t add(cairn__local *local, cairn__xy cell, uint32_t slot)
{
    const cairn__local_view *view = &local->view;
    uint32_t number = local->count++;
    uint32_t h = read_learned(local, cell);
    local->slots[slot] = (uint16_t)number;
    local->states[number] = (cairn__local_state){
        .cell = cell,
        .g = CAIRN__UNREACHED,
        .h = h != 0 ? h : cairn__heuristic_get(view->heuristic, view->map, cell, view->target),
        .slot = slot,
    };
    return number;
}

uint32_t cairn__local_add(cairn__local *local, cairn__xy cell)
{
    return add(local, cell, find_slot(local, cell));
}

/* ---- the search ---- */

static inline uint64_t get_key(const cairn__local *local, uint32_t number)
{
    const cairn__local_state *state = &local->states[number];
    if (local->order == CAIRN__LOWEST_G)
        return (uint64_t)state->g << 32 | number;
    return (uint64_t)(state->g + state->h) << 32 | (UINT16_MAX - state->g) << 16 | number;
}

static inline void push(cairn__local *local, uint32_t number)
{
    cairn__heap_push(local->heap, local->entries++, get_key(local, number));
}

bool cairn__local_start(cairn__local *local, const cairn__local_view *view,
                        cairn__local_order order, cairn__xy cell)
{
    if (!cairn__meter_try(local->meter, &local->meter->work.states, 1))
        return false;
    local->view = *view;
    local->order = order;
    local->sealed = false;
    local->count = local->entries = 0;
    memset(local->blocks, 0xff, sizeof local->blocks);
    local->states[cairn__local_add(local, cell)].g = 0;
    push(local, 0);
    return true;
}

uint32_t cairn__local_take(cairn__local *local)
{
    while (local->entries > 0) {
        uint64_t key = cairn__heap_pop(local->heap, local->entries--);
        uint32_t number = key & UINT16_MAX;
        /* An entry is out of date if a better way was found since. */
        if (!local->states[number].closed && key == get_key(local, number))
            return number;
    }
    return CAIRN__NO_STATE;
}

void cairn__local_expand(cairn__local *local, uint32_t number)
{
    cairn__local_state *state = &local->states[number];
    uint32_t moves = cairn__legal_moves(local->view.map, state->cell.x, state->cell.y);
    uint32_t before = local->count;
    state->closed = true;
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        uint32_t g = state->g + cairn__move_cost(move);
        cairn__xy cell = cairn__cell_after(state->cell, move, 1);
        uint32_t slot = find_slot(local, cell);
        uint32_t next = read_slot(local, slot);
        if (next == CAIRN__NO_STATE) {
            if (local->sealed)
                continue;
            next = add(local, cell, slot);
        }
        if (g >= local->states[next].g)
            continue;
        local->states[next].g = g;
        local->states[next].parent = (uint16_t)number;
        local->states[next].move = (uint8_t)move;
        push(local, next);
    }
    cairn__local_count(local, before);
}

/* Equal moves looked for in one step. */
#define MOST_RUN 256

cairn__run cairn__local_take_run(cairn__local_way *way)
{
    cairn__run run = {.move = way->moves[way->left - 1]};
    while (way->left > way->end && way->moves[way->left - 1] == run.move && run.count < MOST_RUN) {
        way->left--;
        run.count++;
    }
    return run;
}

bool cairn__local_trace(cairn__local *local, uint32_t *number, uint32_t *made, uint32_t most,
                        cairn__local_way *way)
{
    for (; *number != 0; *number = local->states[*number].parent) {
        if (!cairn__local_look_again(local))
            return false;
        way->moves[(*made)++] = local->states[*number].move;
    }
    way->left = *made;
    way->end = *made > most ? *made - most : 0;
    return true;
}
