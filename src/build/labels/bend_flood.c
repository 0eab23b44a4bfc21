/* bend_flood.c: a row of a flood from the row before. Diagonal moves bring in cells; an addition
 * whose carries run along open cells spreads them to the east. */
#include "build/labels/bend_flood.h"

#include "base/memory.h"

/* Arrays of words: four of each layer, legal moves and ends. */
#define ARRAYS 10

cairn_status cairn__bend_flood_create(const cairn_allocator *allocator, uint32_t words,
                                      cairn__bend_flood *flood)
{
    size_t size = (size_t)words + 1;
    *flood = (cairn__bend_flood){.allocator = *allocator};
    uint64_t *room = cairn__allocate_zeroed(allocator, size, ARRAYS * sizeof *room);
    if (room == NULL)
        return CAIRN_MEMORY;
    flood->legal = room;
    flood->ends = room + size;
    flood->cells =
        (cairn__flood_layer){room + 2 * size, room + 3 * size, room + 4 * size, room + 5 * size};
    flood->credit =
        (cairn__flood_layer){room + 6 * size, room + 7 * size, room + 8 * size, room + 9 * size};
    return CAIRN_OK;
}

void cairn__bend_flood_end(cairn__bend_flood *flood)
{
    cairn__release(&flood->allocator, flood->legal);
    flood->legal = NULL;
}

/* The open cells that a row's incoming ones spread to. The carry leads from word to word. */
static inline uint64_t spread(uint64_t open, uint64_t in, uint64_t *carry)
{
    uint64_t sum = open + in, overflow = sum < open;
    sum += *carry;
    overflow |= sum < *carry;
    *carry = overflow;
    return open & (in | ~sum);
}

/* Bits of a row moved on by one cell; `before` keeps those that leave the word. */
static inline uint64_t shift(uint64_t word, uint64_t *before)
{
    uint64_t moved = word << 1 | *before;
    *before = word >> 63;
    return moved;
}

/* A word's cells from which a diagonal move is legal. `here` is its row, `below` the next one. */
static inline uint64_t get_legal(const uint64_t *here, const uint64_t *below, uint32_t word,
                                 bool strict)
{
    uint64_t legal = here[word] & (below[word] >> 1 | below[word + 1] << 63);
    if (strict)
        legal &= below[word] & (here[word] >> 1 | here[word + 1] << 63);
    return legal;
}

/* The words of a row end with its last cell. */
static void trim_end(cairn__bend_flood *flood)
{
    while (flood->last > flood->first && flood->cells.left[flood->last] == 0)
        flood->last--;
}

static void trim(cairn__bend_flood *flood)
{
    while (flood->first < flood->last && flood->cells.left[flood->first] == 0)
        flood->first++;
    trim_end(flood);
}

/* Finds the nodes of the row at which a leg may end with the move by which they were reached. */
static void find_ends(cairn__bend_flood *flood)
{
    size_t row = cairn__sheet_row(flood->sheet, flood->row);
    const uint64_t *across = flood->sheet->across_ends + row, *down = flood->sheet->down_ends + row;
    const cairn__flood_layer *cells = &flood->cells;
    uint64_t before = 0, all = 0;
    for (uint32_t i = flood->first; i <= flood->last; i++) {
        uint64_t arrived = shift(cells->reached[i] | cells->starts[i], &before) & cells->reached[i];
        flood->ends[i] = (arrived & across[i]) | (cells->arrived[i] & down[i]);
        all |= flood->ends[i];
    }
    flood->has_ends = all != 0;
}

/* ---- credit ---- */

/* The first moves of legs from nodes of a word: those that begin with a cardinal move, and those
 * that begin with a diagonal one. */
static void find_starts(const cairn__bend_flood *flood, uint32_t word, uint64_t *across,
                        uint64_t *down)
{
    *across = *down = 0;
    for (uint64_t ends = flood->ends[word]; ends != 0; ends &= ends - 1) {
        uint32_t bit = cairn__count_trailing_zeros(ends);
        cairn__sheet_place at = {(word - 1) * 64 + bit, flood->row};
        cairn__xy cell = cairn__bend_sheet_get_cell(flood->sheet, at);
        uint32_t node = cairn__bend_nodes_find(flood->nodes, cell);
        uint32_t moves =
            cairn__bend_sheet_get_firsts(flood->sheet, flood->nodes->nodes[node].bends);
        *across |= (uint64_t)(moves & 1) << bit;
        *down |= (uint64_t)(moves >> 1) << bit;
    }
}

/* Spreads credit over a row whose cells and ends are known, from word `first` on; up to `last` the
 * row before may have some. Ends that are reached with credit as a leg may end are no ends. */
static void spread_credit(cairn__bend_flood *flood, uint32_t first, uint32_t last)
{
    size_t row = cairn__sheet_row(flood->sheet, flood->row);
    const uint64_t *open = flood->sheet->open + row;
    const uint64_t *across = flood->sheet->across_ends + row, *down = flood->sheet->down_ends + row;
    cairn__flood_layer *credit = &flood->credit;
    uint64_t carry = 0, moved = 0, begun = 0, before = 0;
    for (uint32_t i = first; i <= flood->last; i++) {
        uint64_t starts, falls;
        uint64_t leaving = flood->has_credit && i <= last ? credit->left[i] & flood->legal[i] : 0;
        uint64_t arrived = shift(leaving, &moved);
        if (i < flood->first)
            starts = falls = 0;
        else
            find_starts(flood, i, &starts, &falls);
        uint64_t in = arrived | (shift(starts, &begun) & open[i]);
        credit->reached[i] = spread(open[i], in, &carry);
        credit->left[i] = credit->reached[i] | falls;
        uint64_t crossed = shift(credit->reached[i] | starts, &before) & open[i];
        flood->ends[i] &= ~((crossed & across[i]) | (arrived & down[i]));
    }
    flood->has_credit = true;
}

/* ---- rows ---- */

void cairn__bend_flood_start(cairn__bend_flood *flood, const cairn__bend_sheet *sheet,
                             const cairn__bend_nodes *nodes, const cairn__bend_node *from)
{
    cairn__flood_layer *cells = &flood->cells;
    cairn__sheet_place at = cairn__bend_sheet_get_place(sheet, from->cell);
    const uint64_t *open = sheet->open + cairn__sheet_row(sheet, at.row);
    uint32_t moves = cairn__bend_sheet_get_firsts(sheet, from->bends), i = at.column / 64 + 1;
    uint64_t bit = UINT64_C(1) << at.column % 64, carry = 0, before = 0;
    uint64_t in = (moves & 1) != 0 ? bit : 0;
    flood->sheet = sheet;
    flood->nodes = nodes;
    flood->row = at.row;
    flood->first = flood->last = i;
    flood->has_credit = false;
    cells->starts[i] = in;
    cells->starts[i + 1] = 0;
    cells->reached[i] = spread(open[i], shift(in, &before) & open[i], &carry);
    cells->left[i] = cells->reached[i] | ((moves >> 1) != 0 ? bit : 0);
    cells->arrived[i] = 0;
    for (uint64_t more = before & open[i + 1]; (more | carry) != 0; more = 0) {
        flood->last = ++i;
        cells->reached[i] = cells->left[i] = spread(open[i], more, &carry);
        cells->starts[i] = cells->arrived[i] = 0;
    }
    trim_end(flood);
    find_ends(flood);
    if (nodes != NULL && flood->has_ends)
        spread_credit(flood, flood->first, flood->last);
    cells->starts[flood->first] = 0;
}

void cairn__bend_flood_advance(cairn__bend_flood *flood)
{
    const cairn__bend_sheet *sheet = flood->sheet;
    const uint64_t *here = sheet->open + cairn__sheet_row(sheet, flood->row);
    const uint64_t *below = here + sheet->words;
    cairn__flood_layer *cells = &flood->cells;
    uint32_t first = flood->first, last = flood->last, i = first;
    uint64_t carry = 0, moved = 0;
    for (; i <= last + 1 || carry != 0; i++) {
        flood->legal[i] = get_legal(here, below, i, sheet->strict);
        uint64_t leaving = i <= last ? cells->left[i] & flood->legal[i] : 0;
        cells->arrived[i] = shift(leaving, &moved);
        cells->reached[i] = cells->left[i] = spread(below[i], cells->arrived[i], &carry);
        cells->starts[i] = 0;
        flood->ends[i] = 0;
    }
    flood->row++;
    flood->last = i - 1;
    trim(flood);
    find_ends(flood);
    if (flood->nodes != NULL && (flood->has_credit || flood->has_ends))
        spread_credit(flood, first, last);
}

bool cairn__bend_flood_is_on(const cairn__bend_flood *flood)
{
    uint64_t on = 0;
    for (uint32_t i = flood->first; i <= flood->last; i++)
        on |= flood->cells.left[i] & (flood->has_credit ? ~flood->credit.left[i] : UINT64_MAX);
    return on != 0;
}
