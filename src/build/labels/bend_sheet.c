/* bend_sheet.c: turning a map, 64 cells at a time. */
#include "build/labels/bend_sheet.h"

#include <string.h>

#include "base/hash.h"
#include "base/job.h"
#include "base/memory.h"

/* Units of 64 cells that are filled in. */
#define ROW_WORD_UNITS 4

static uint32_t pad(uint32_t side)
{
    return (side + CAIRN__SHEET_BLOCK - 1) / CAIRN__SHEET_BLOCK * CAIRN__SHEET_BLOCK;
}

/* True if rows of the sheet are rows of the map from the last to the first, or columns are. */
bool cairn__bend_sheet_is_row_flipped(const cairn__bend_sheet *sheet)
{
    return (sheet->is_upright ? cairn__heading_x : cairn__heading_y)[sheet->down] < 0;
}

bool cairn__bend_sheet_is_column_flipped(const cairn__bend_sheet *sheet)
{
    return (sheet->is_upright ? cairn__heading_y : cairn__heading_x)[sheet->down] < 0;
}

/* 64 cells of a line of the map, from place `at` on in the order of the sheet. Beyond the map's
 * border nothing is open. */
static uint64_t get_cells(const cairn__bend_sheet *sheet, uint32_t line, uint32_t at)
{
    const cairn_map_info *info = &sheet->map->info;
    bool flipped = cairn__bend_sheet_is_column_flipped(sheet);
    int32_t from = flipped ? (int32_t)(sheet->width - 64 - at) : (int32_t)at;
    uint32_t side = sheet->is_upright ? info->height : info->width;
    if (from >= (int32_t)side)
        return 0;
    uint64_t word = sheet->is_upright ? cairn__column_from(sheet->map, (int32_t)line, from)
                                      : cairn__row_from(sheet->map, from, (int32_t)line);
    return flipped ? cairn__reverse_bits(word) : word;
}

/* The words of a sheet, with an empty row at either end. */
static size_t count_words(uint32_t width, uint32_t height)
{
    return ((size_t)pad(width) / 64 + 2) * (pad(height) + 2);
}

cairn_status cairn__bend_sheet_create(const cairn_map *map, const cairn_allocator *allocator,
                                      cairn__bend_sheet *sheet)
{
    size_t lying = count_words(map->info.width, map->info.height);
    size_t upright = count_words(map->info.height, map->info.width);
    size_t words = lying > upright ? lying : upright;
    *sheet = (cairn__bend_sheet){.allocator = *allocator, .map = map};
    sheet->open = cairn__allocate(allocator, words, 3 * sizeof *sheet->open);
    return sheet->open != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

uint32_t cairn__bend_sheet_begin(cairn__bend_sheet *sheet, uint32_t cone)
{
    const cairn_map_info *info = &sheet->map->info;
    sheet->cone = cone;
    sheet->across = cone % 2 == 0 ? cone : cairn__turn(cone, 1);
    sheet->down = cone % 2 == 0 ? cone + 1 : cone;
    sheet->is_upright = sheet->across % 4 != 0;
    sheet->strict = info->corners == CAIRN_CORNERS_STRICT;
    sheet->width = pad(sheet->is_upright ? info->height : info->width);
    sheet->height = pad(sheet->is_upright ? info->width : info->height);
    sheet->words = sheet->width / 64 + 2;
    size_t words = (size_t)sheet->words * (sheet->height + 2);
    sheet->across_ends = sheet->open + words;
    sheet->down_ends = sheet->across_ends + words;
    return sheet->height + 2;
}

/* Row 0 is the empty one before the first. */
void cairn__bend_sheet_fill(cairn__bend_sheet *sheet, uint32_t row, cairn__meter *meter)
{
    const cairn_map_info *info = &sheet->map->info;
    uint32_t lines = sheet->is_upright ? info->width : info->height;
    size_t first = (size_t)row * sheet->words, bytes = sheet->words * sizeof *sheet->open;
    uint64_t *words = sheet->open + first + 1;
    memset(sheet->open + first, 0, bytes);
    memset(sheet->across_ends + first, 0, bytes);
    memset(sheet->down_ends + first, 0, bytes);
    cairn__spend(meter, (uint64_t)sheet->words * ROW_WORD_UNITS);
    if (row == 0 || row > sheet->height)
        return;
    uint32_t line = cairn__bend_sheet_is_row_flipped(sheet) ? sheet->height - row : row - 1;
    for (uint32_t at = 0; line < lines && at < sheet->width; at += 64)
        words[at / 64] = get_cells(sheet, line, at);
}

void cairn__bend_sheet_end(cairn__bend_sheet *sheet)
{
    cairn__release(&sheet->allocator, sheet->open);
    sheet->open = NULL;
}

/* From bits for headings `cone` and `cone` + 1 to bits for the cardinal and the diagonal move. */
static uint32_t order_moves(const cairn__bend_sheet *sheet, uint32_t moves)
{
    return sheet->cone % 2 == 0 ? moves : (moves >> 1 | moves << 1) & 3;
}

uint32_t cairn__bend_sheet_get_firsts(const cairn__bend_sheet *sheet, cairn__bends bends)
{
    return order_moves(sheet, cairn__bends_get_first_moves(bends, sheet->cone));
}

void cairn__bend_sheet_mark(cairn__bend_sheet *sheet, const cairn__bend_node *node)
{
    cairn__sheet_place at = cairn__bend_sheet_get_place(sheet, node->cell);
    uint32_t moves = order_moves(sheet, cairn__bends_get_last_moves(node->bends, sheet->cone));
    size_t word = cairn__sheet_row(sheet, at.row) + at.column / 64 + 1;
    sheet->across_ends[word] |= (uint64_t)(moves & 1) << at.column % 64;
    sheet->down_ends[word] |= (uint64_t)(moves >> 1) << at.column % 64;
}

cairn__sheet_place cairn__bend_sheet_get_place(const cairn__bend_sheet *sheet, cairn__xy cell)
{
    cairn__sheet_place at = {sheet->is_upright ? cell.y : cell.x,
                             sheet->is_upright ? cell.x : cell.y};
    if (cairn__bend_sheet_is_column_flipped(sheet))
        at.column = sheet->width - 1 - at.column;
    if (cairn__bend_sheet_is_row_flipped(sheet))
        at.row = sheet->height - 1 - at.row;
    return at;
}

cairn__xy cairn__bend_sheet_get_cell(const cairn__bend_sheet *sheet, cairn__sheet_place at)
{
    if (cairn__bend_sheet_is_column_flipped(sheet))
        at.column = sheet->width - 1 - at.column;
    if (cairn__bend_sheet_is_row_flipped(sheet))
        at.row = sheet->height - 1 - at.row;
    return sheet->is_upright ? (cairn__xy){.x = (uint16_t)at.row, .y = (uint16_t)at.column}
                             : (cairn__xy){.x = (uint16_t)at.column, .y = (uint16_t)at.row};
}

/* ---- the nodes of a map ---- */

/* ---- nodes ---- */

/* Units of 64 cells, and of a cell that is looked at. */
enum { WORD_UNITS = 8, CELL_UNITS = 8 };

uint32_t cairn__bend_nodes_count(const cairn_map *map, uint32_t y, cairn__meter *meter)
{
    uint32_t count = 0;
    for (uint32_t x = 0; x < map->info.width; x += 64)
        count += cairn__count_ones(cairn__find_bend_cells(map, (int32_t)x, (int32_t)y));
    cairn__spend(meter, (uint64_t)map->info.width / 64 * WORD_UNITS + WORD_UNITS);
    return count;
}

cairn_status cairn__bend_nodes_create(cairn__bend_nodes *nodes, const cairn_allocator *allocator,
                                      size_t most)
{
    *nodes = (cairn__bend_nodes){.allocator = *allocator};
    nodes->nodes = cairn__allocate(allocator, most, sizeof *nodes->nodes);
    return nodes->nodes != NULL ? CAIRN_OK : CAIRN_MEMORY;
}

void cairn__bend_nodes_add(cairn__bend_nodes *nodes, const cairn_map *map, uint32_t x, uint32_t y,
                           cairn__meter *meter)
{
    uint64_t cells = cairn__find_bend_cells(map, (int32_t)x, (int32_t)y);
    cairn__spend(meter, WORD_UNITS + (uint64_t)cairn__count_ones(cells) * CELL_UNITS);
    for (; cells != 0; cells &= cells - 1) {
        cairn__xy cell = {.x = (uint16_t)(x + cairn__count_trailing_zeros(cells)),
                          .y = (uint16_t)y};
        cairn__bends bends = cairn__find_bends(map, cell);
        if (bends != 0)
            nodes->nodes[nodes->count++] = (cairn__bend_node){cell, bends};
    }
}

void cairn__bend_nodes_end(cairn__bend_nodes *nodes)
{
    cairn__release(&nodes->allocator, nodes->nodes);
    cairn__release(&nodes->allocator, nodes->index);
    *nodes = (cairn__bend_nodes){.allocator = nodes->allocator};
}

/* ---- the index ---- */

/* Slots that are cleared in a turn, nodes that are put into them, and units of a node. */
enum { CLEARED = 16384, PLACED = 512, PLACE_UNITS = 8 };

static uint32_t get_slot(const cairn__bend_nodes *self, cairn__xy cell)
{
    uint32_t slot = (uint32_t)cairn__mix(cairn__pack(cell)) & self->index_mask;
    while (self->index[slot] != CAIRN__NO_BEND &&
           !cairn__is_same_cell(self->nodes[self->index[slot]].cell, cell))
        slot = (slot + 1) & self->index_mask;
    return slot;
}

uint32_t cairn__bend_nodes_find(const cairn__bend_nodes *nodes, cairn__xy cell)
{
    return nodes->index[get_slot(nodes, cell)];
}

static uint32_t count_clearing_turns(const cairn__bend_nodes *self)
{
    return cairn__count_turns((uint64_t)self->index_mask + 1, CLEARED);
}

/* Half full at most. */
cairn_status cairn__bend_nodes_begin_index(cairn__bend_nodes *nodes, uint32_t *turns)
{
    size_t slots = 16;
    while (slots < 2 * (size_t)nodes->count)
        slots *= 2;
    nodes->index = cairn__allocate(&nodes->allocator, slots, sizeof *nodes->index);
    if (nodes->index == NULL)
        return CAIRN_MEMORY;
    nodes->index_mask = (uint32_t)(slots - 1);
    *turns = count_clearing_turns(nodes) + cairn__count_turns(nodes->count, PLACED);
    return CAIRN_OK;
}

void cairn__bend_nodes_run_index(cairn__bend_nodes *nodes, uint32_t turn, cairn__meter *meter)
{
    uint32_t clearing = count_clearing_turns(nodes);
    if (turn < clearing) {
        uint64_t first = (uint64_t)turn * CLEARED;
        uint64_t end = cairn__get_turn_end((uint64_t)nodes->index_mask + 1, CLEARED, turn);
        memset(nodes->index + first, 0xff, (size_t)(end - first) * sizeof *nodes->index);
        cairn__spend(meter, (end - first) / 16 + 1);
        return;
    }
    turn -= clearing;
    uint32_t first = turn * PLACED;
    uint32_t end = (uint32_t)cairn__get_turn_end(nodes->count, PLACED, turn);
    for (uint32_t i = first; i < end; i++)
        nodes->index[get_slot(nodes, nodes->nodes[i].cell)] = i;
    cairn__spend(meter, (uint64_t)(end - first) * PLACE_UNITS);
}
