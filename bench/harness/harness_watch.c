/* harness_watch.c: every move of a crowd held against a board, and members against each other. It
 * reads nothing but where members are. */
#include "harness_march.h"

#include <stdlib.h>
#include <string.h>

cairn_status harness_watch_open(harness_watch *watch, const cairn_cell *cells)
{
    size_t bytes = watch->count * sizeof *watch->before;
    for (watch->slots = 4; watch->slots < 2 * watch->count; watch->slots *= 2)
        continue;
    watch->before = malloc(bytes + 1);
    watch->table = malloc(watch->slots * sizeof *watch->table);
    watch->visits =
        calloc((size_t)watch->grid[0] * watch->grid[1] + (size_t)1, sizeof *watch->visits);
    if (watch->before == NULL || watch->table == NULL || watch->visits == NULL)
        return CAIRN_MEMORY;
    memcpy(watch->before, cells, bytes);
    return CAIRN_OK;
}

void harness_watch_close(harness_watch *watch)
{
    free(watch->before);
    free(watch->table);
    free(watch->visits);
}

/* ---- a set of numbers ---- */

#define NO_KEY UINT64_MAX

static void clear(harness_watch *watch)
{
    memset(watch->table, 0xff, watch->slots * sizeof *watch->table);
}

/* The slot of a key, or the free one where it would be. */
static uint64_t *find_slot(const harness_watch *watch, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    for (uint32_t at = (uint32_t)hash;; at++) {
        uint64_t *slot = &watch->table[at & (watch->slots - 1)];
        if (*slot == key || *slot == NO_KEY)
            return slot;
    }
}

/* ---- members and each other ---- */

static void count_overlaps(harness_watch *watch, const cairn_cell *cells)
{
    clear(watch);
    for (uint32_t i = 0; i < watch->count; i++) {
        if (cells[i] == HARNESS_NOWHERE)
            continue;
        uint64_t *slot = find_slot(watch, cells[i]);
        watch->overlaps += *slot != NO_KEY;
        *slot = cells[i];
    }
}

static uint64_t make_move(cairn_cell from, cairn_cell to)
{
    return (uint64_t)from << 32 | to;
}

/* Of a pair of moves to and fro the one to the lower cell is counted. */
static void count_swaps(harness_watch *watch, const cairn_cell *cells)
{
    clear(watch);
    for (uint32_t i = 0; i < watch->count; i++) {
        uint64_t move = make_move(watch->before[i], cells[i]);
        if (watch->before[i] < cells[i])
            *find_slot(watch, move) = move;
    }
    for (uint32_t i = 0; i < watch->count; i++)
        if (cells[i] < watch->before[i])
            watch->swaps += *find_slot(watch, make_move(cells[i], watch->before[i])) != NO_KEY;
}

/* ---- members and the board ---- */

static void count_visit(harness_watch *watch, cairn_cell cell)
{
    uint64_t column = (uint64_t)cairn_cell_get_x(cell) * watch->grid[0] / watch->board->width;
    uint64_t row = (uint64_t)cairn_cell_get_y(cell) * watch->grid[1] / watch->board->height;
    watch->visits[row * watch->grid[0] + column]++;
}

/* What a member's move costs; 0: it is illegal. */
static uint32_t find_cost(const harness_watch *watch, uint32_t i, cairn_cell to)
{
    return watch->leaving != NULL && watch->leaving[i]
               ? harness_board_find_cost_out(watch->board, watch->before[i], to)
               : harness_board_find_cost(watch->board, watch->before[i], to);
}

void harness_watch_look(harness_watch *watch, const cairn_cell *cells)
{
    for (uint32_t i = 0; i < watch->count; i++) {
        if (cells[i] == watch->before[i])
            continue;
        uint32_t tenths = find_cost(watch, i, cells[i]);
        watch->moves++;
        watch->cost += tenths;
        watch->illegal += tenths == 0;
        if (tenths > 0 && watch->grid[0] > 0)
            count_visit(watch, cells[i]);
    }
    count_overlaps(watch, cells);
    count_swaps(watch, cells);
    memcpy(watch->before, cells, watch->count * sizeof *cells);
}
