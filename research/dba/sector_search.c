/* sector_search.c: see sector_search.h. */
#include "research/dba/sector_search.h"

#include <string.h>

#include "base/bits.h"
#include "base/memory.h"

enum { UNKNOWN, OPEN, CLOSED, STATES = 3, MARKED = 4 };

uint64_t cairn__sector_search_get_bytes(uint32_t side)
{
    return cairn__round_up(sizeof(cairn__sector_search)) +
           cairn__round_up((uint64_t)side * side * sizeof(cairn__sector_cell));
}

cairn__sector_search *cairn__sector_search_create(void *memory, uint32_t side)
{
    cairn__sector_search *search = memory;
    *search = (cairn__sector_search){.side = side};
    search->cells =
        (cairn__sector_cell *)(void *)((char *)memory + cairn__round_up(sizeof *search));
    return search;
}

static uint32_t get_place(const cairn__sector_search *search, cairn__xy cell)
{
    return cell.y % search->side * search->side + cell.x % search->side;
}

static cairn__xy get_cell(const cairn__sector_search *search, uint32_t place)
{
    uint32_t side = search->side;
    return (cairn__xy){.x = (uint16_t)(search->root.x / side * side + place % side),
                       .y = (uint16_t)(search->root.y / side * side + place / side)};
}

/* ---- lists of open cells ---- */

static void put_in(cairn__sector_search *search, uint32_t place, uint32_t cost)
{
    cairn__sector_cell *cell = &search->cells[place];
    uint16_t *first = &search->lists[cost % CAIRN__SECTOR_LISTS];
    cell->cost = (uint16_t)cost;
    cell->before = 0;
    cell->next = *first;
    cell->state = (uint8_t)(OPEN | (cell->state & MARKED));
    if (*first != 0)
        search->cells[*first - 1].before = (uint16_t)(place + 1);
    *first = (uint16_t)(place + 1);
}

static void take_out(cairn__sector_search *search, const cairn__sector_cell *cell)
{
    if (cell->before != 0)
        search->cells[cell->before - 1].next = cell->next;
    else
        search->lists[cell->cost % CAIRN__SECTOR_LISTS] = cell->next;
    if (cell->next != 0)
        search->cells[cell->next - 1].before = cell->before;
}

/* Takes out the cheapest open cell; false if there is none. */
static bool take_first(cairn__sector_search *search, uint32_t *place)
{
    for (uint32_t i = 0; i < CAIRN__SECTOR_LISTS; i++, search->cost++) {
        uint32_t first = search->lists[search->cost % CAIRN__SECTOR_LISTS];
        if (first == 0)
            continue;
        *place = first - 1;
        take_out(search, &search->cells[*place]);
        return true;
    }
    return false;
}

/* ---- the search ---- */

void cairn__sector_search_start(cairn__sector_search *search, cairn__xy root)
{
    memset(search->cells, 0, (size_t)search->side * search->side * sizeof *search->cells);
    memset(search->lists, 0, sizeof search->lists);
    search->begun = true;
    search->root = root;
    search->cost = 0;
    put_in(search, get_place(search, root), 0);
}

void cairn__sector_search_mark(cairn__sector_search *search, cairn__xy cell)
{
    if (cairn__is_same_sector(search->side, cell, search->root))
        search->cells[get_place(search, cell)].state |= MARKED;
}

static void expand(cairn__sector_search *search, const cairn_map *map, cairn__xy cell)
{
    uint32_t moves = cairn__legal_moves(map, cell.x, cell.y);
    for (; moves != 0; moves &= moves - 1) {
        uint32_t move = cairn__count_trailing_zeros(moves);
        cairn__xy next = cairn__cell_after(cell, move, 1);
        uint32_t cost = search->cost + cairn__move_cost(move) / 2;
        if (!cairn__is_same_sector(search->side, next, search->root))
            continue;
        cairn__sector_cell *known = &search->cells[get_place(search, next)];
        uint32_t state = known->state & STATES;
        if (state == CLOSED || (state == OPEN && known->cost <= cost))
            continue;
        if (state == OPEN)
            take_out(search, known);
        known->move = (uint8_t)cairn__move_back(move);
        put_in(search, get_place(search, next), cost);
    }
}

cairn__answer cairn__sector_search_run(cairn__sector_search *search, cairn__slot *slot)
{
    cairn__meter *meter = &slot->meter;
    for (;;) {
        uint32_t place;
        if (!cairn__meter_try(meter, &meter->work.states, 1))
            return CAIRN__PAUSED;
        if (!take_first(search, &place))
            break;
        cairn__sector_cell *cell = &search->cells[place];
        bool is_found = (cell->state & MARKED) != 0;
        search->found = get_cell(search, place);
        cell->state = CLOSED;
        if (is_found) {
            search->begun = false;
            return CAIRN__DONE;
        }
        expand(search, slot->map, search->found);
    }
    search->begun = false;
    return CAIRN__NONE;
}

cairn__run cairn__sector_search_get_run(const cairn__sector_search *search, cairn__xy cell)
{
    cairn__run run = {0};
    while (cairn__is_same_sector(search->side, cell, search->root) &&
           !cairn__is_same_cell(cell, search->root)) {
        const cairn__sector_cell *known = &search->cells[get_place(search, cell)];
        if ((known->state & STATES) != CLOSED || (run.count > 0 && known->move != run.move))
            break;
        run.move = known->move;
        run.count++;
        cell = cairn__cell_after(cell, run.move, 1);
    }
    return run;
}
