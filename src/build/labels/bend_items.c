/* bend_items.c: a band of the sheet as high as the largest blocks is collected, then cut into
 * blocks. A block is quartered if its wanted cells are neither all of its open cells nor those of a box in
 * which all open cells are reached, and if its quarters' items cost less than one item with a test. */
#include "build/labels/bend_items.h"

#include <string.h>

#include "base/job.h"
#include "base/memory.h"
#include "db/bend_list.h"
#include "grid/tiles.h"

#define BAND CAIRN__SHEET_BLOCK

/* Words of a block a unit, if they are looked through once; a block that is filed needs four looks. */
#define WORDS_A_UNIT 4

/* Bytes of an item without a box, mostly. */
enum { ITEM_BYTES = 2, LOCAL_BYTES = 4 };

cairn_status cairn__item_filer_create(const cairn_allocator *allocator, uint32_t across,
                                      uint32_t down, uint32_t test_bytes, cairn__item_filer *filer)
{
    uint32_t side = across > down ? across : down, words = side * (BAND / 64) + 2;
    *filer = (cairn__item_filer){.allocator = *allocator,
                                 .across = across,
                                 .blocks = across * down,
                                 .test_bytes = test_bytes};
    filer->piles = cairn__allocate_zeroed(allocator, filer->blocks, sizeof *filer->piles);
    filer->reached =
        cairn__allocate_zeroed(allocator, (size_t)words * BAND, 2 * sizeof *filer->reached);
    filer->proposed = cairn__allocate(allocator, CAIRN__MOST_PROPOSALS, sizeof *filer->proposed);
    if (filer->piles == NULL || filer->reached == NULL || filer->proposed == NULL)
        return CAIRN_MEMORY;
    filer->wanted = filer->reached + (size_t)words * BAND;
    return CAIRN_OK;
}

void cairn__item_filer_end(cairn__item_filer *filer)
{
    for (uint32_t i = 0; filer->piles != NULL && i < filer->blocks; i++)
        cairn__pile_end(&filer->piles[i], &filer->allocator);
    cairn__release(&filer->allocator, filer->piles);
    cairn__release(&filer->allocator, filer->reached);
    cairn__release(&filer->allocator, filer->proposed);
    *filer = (cairn__item_filer){.allocator = filer->allocator};
}

void cairn__item_filer_start(cairn__item_filer *filer, const cairn__bend_sheet *sheet,
                             cairn__xy cell, uint32_t node, bool is_local)
{
    filer->start = cairn__bend_sheet_get_place(sheet, cell);
    filer->sheet = sheet;
    filer->node = node;
    filer->is_local = is_local;
    filer->is_used = false;
}

/* ---- a block of the sheet ---- */

typedef struct block {
    uint32_t level;
    uint32_t column; /* of its first cell, in the sheet */
    uint32_t row;
} block;

static uint32_t get_side(const block *at)
{
    return 1u << cairn__block_get_bits(at->level);
}

/* A block's words in a row of the band, and the bits of the first one that belong to it. */
typedef struct span {
    uint32_t first;
    uint32_t count;
    uint64_t mask;
} span;

static span get_span(const block *at)
{
    uint32_t side = get_side(at);
    span found = {at->column / 64 + 1, side / 64, UINT64_MAX};
    if (side < 64) {
        found.count = 1;
        found.mask = ((UINT64_C(1) << side) - 1) << at->column % 64;
    }
    return found;
}

static size_t get_band_row(const cairn__item_filer *self, uint32_t row)
{
    return (size_t)(row % BAND) * self->sheet->words;
}

static bool is_wanted(const cairn__item_filer *self, const block *at)
{
    span words = get_span(at);
    for (uint32_t i = 0; i < get_side(at); i++) {
        const uint64_t *wanted = self->wanted + get_band_row(self, at->row + i) + words.first;
        for (uint32_t j = 0; j < words.count; j++)
            if ((wanted[j] & words.mask) != 0)
                return true;
    }
    return false;
}

/* Columns of a row less the row: limits of a box, in the block. */
typedef struct limits {
    int32_t rows[2];
    int32_t diagonals[2];
} limits;

/* The bits of word `index` of the block's row that lie between the limits. */
static uint64_t clip(const limits *to, const block *at, int32_t row, uint32_t index)
{
    int32_t begin = (int32_t)(index * 64) - (get_side(at) < 64 ? (int32_t)(at->column % 64) : 0);
    int32_t first = row + to->diagonals[0] - begin, last = row + to->diagonals[1] - begin;
    if (first > 63 || last < 0)
        return 0;
    uint64_t mask = first > 0 ? UINT64_MAX << first : UINT64_MAX;
    return last < 63 ? mask & ((UINT64_C(2) << last) - 1) : mask;
}

/* True if all open cells of a block between limits are reached. */
static bool is_reached(const cairn__item_filer *self, const block *at, const limits *within)
{
    span words = get_span(at);
    for (int32_t row = within->rows[0]; row <= within->rows[1]; row++) {
        uint32_t line = at->row + (uint32_t)row;
        const uint64_t *open =
            self->sheet->open + cairn__sheet_row(self->sheet, line) + words.first;
        const uint64_t *reached = self->reached + get_band_row(self, line) + words.first;
        for (uint32_t i = 0; i < words.count; i++)
            if ((open[i] & ~reached[i] & words.mask & clip(within, at, row, i)) != 0)
                return false;
    }
    return true;
}

static limits get_whole(const block *at)
{
    int32_t side = (int32_t)get_side(at);
    return (limits){{0, side - 1}, {1 - side, side - 1}};
}

/* Widens limits by the cells of a word: bits of word `index` of the block's row. */
static void widen(limits *to, const block *at, int32_t row, uint32_t index, uint64_t cells)
{
    int32_t begin = (int32_t)(index * 64) - (get_side(at) < 64 ? (int32_t)(at->column % 64) : 0);
    int32_t first = begin + (int32_t)cairn__count_trailing_zeros(cells) - row;
    int32_t last = begin + 63 - (int32_t)cairn__count_leading_zeros(cells) - row;
    to->rows[0] = row < to->rows[0] ? row : to->rows[0];
    to->rows[1] = row;
    to->diagonals[0] = first < to->diagonals[0] ? first : to->diagonals[0];
    to->diagonals[1] = last > to->diagonals[1] ? last : to->diagonals[1];
}

/* The narrowest limits around a block's wanted cells. */
static limits get_limits(const cairn__item_filer *self, const block *at)
{
    int32_t side = (int32_t)get_side(at);
    limits found = {{side, -1}, {side, -side}};
    span words = get_span(at);
    for (int32_t row = 0; row < side; row++) {
        const uint64_t *wanted =
            self->wanted + get_band_row(self, at->row + (uint32_t)row) + words.first;
        for (uint32_t i = 0; i < words.count; i++)
            if ((wanted[i] & words.mask) != 0)
                widen(&found, at, row, i, wanted[i] & words.mask);
    }
    return found;
}

/* ---- items ---- */

/* The block's corner in the map is that of its cell which is first there. */
static void place_item(const cairn__item_filer *self, const block *at, cairn__bend_item *item)
{
    uint32_t bits = cairn__block_get_bits(at->level);
    cairn__xy cell =
        cairn__bend_sheet_get_cell(self->sheet, (cairn__sheet_place){at->column, at->row});
    item->across = (uint16_t)(cell.x >> bits);
    item->down = (uint16_t)(cell.y >> bits);
    item->level = (uint8_t)at->level;
    item->node = self->node;
    item->is_local = self->is_local;
}

/* Turns limits of the sheet into those of a box of the map. Lines and diagonals run the other way
 * if their side is flipped. */
static cairn__bend_box get_box(const cairn__bend_sheet *sheet, const limits *of, uint32_t side)
{
    bool flips[2] = {cairn__bend_sheet_is_column_flipped(sheet),
                     cairn__bend_sheet_is_row_flipped(sheet)};
    bool is_rising = flips[0] != flips[1];
    bool grows = is_rising ? flips[1] : flips[0] == sheet->is_upright;
    int32_t last = (int32_t)side - 1;
    cairn__bend_box box = {.frame = (uint16_t)((sheet->is_upright ? CAIRN__BOX_COLUMNS : 0) |
                                               (is_rising ? CAIRN__BOX_RISING : 0))};
    for (uint32_t i = 0; i < 2; i++) {
        box.lines[i] = (uint16_t)(flips[1] ? last - of->rows[1 - i] : of->rows[i]);
        box.diagonals[i] =
            (uint16_t)(grows ? last + of->diagonals[i] : last - of->diagonals[1 - i]);
    }
    return box;
}

/* Proposes an item; it may still be withdrawn. */
static void propose_item(cairn__item_filer *self, const block *at, cairn__item_kind kind,
                         const limits *within)
{
    cairn__bend_item *item = &self->proposed[self->proposals++];
    *item = (cairn__bend_item){.kind = (uint8_t)kind};
    place_item(self, at, item);
    if (kind == CAIRN__ITEM_BOX)
        item->box = get_box(self->sheet, within, get_side(at));
}

/* Files the proposed items, which lie in one block of 256 cells. */
static cairn_status add_items(cairn__item_filer *self)
{
    for (uint32_t i = 0; i < self->proposals; i++) {
        const cairn__bend_item *item = &self->proposed[i];
        uint32_t pile = ((uint32_t)item->down >> item->level) * self->across +
                        ((uint32_t)item->across >> item->level);
        cairn__bend_item *place = cairn__pile_add(&self->piles[pile], &self->allocator,
                                                  sizeof *place, CAIRN__ITEMS_A_LAYER);
        if (place == NULL)
            return CAIRN_MEMORY;
        *place = *item;
    }
    self->count += self->proposals;
    self->proposals = 0;
    return CAIRN_OK;
}

static block get_quarter(const block *at, uint32_t number)
{
    uint32_t half = get_side(at) / 2;
    return (block){at->level + 1, at->column + number % 2 * half, at->row + number / 2 * half};
}

/* The quarters of a block with wanted cells, a bit each. */
static uint32_t find_quarters(const cairn__item_filer *self, const block *at)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < 4; i++) {
        block quarter = get_quarter(at, i);
        found |= (uint32_t)is_wanted(self, &quarter) << i;
    }
    return found;
}

/* Encodes the block's wanted cells by one item without a test, if possible. */
static bool find_item(const cairn__item_filer *self, const block *at, cairn__item_kind *kind,
                      limits *within)
{
    *within = get_whole(at);
    *kind = CAIRN__ITEM_ALL;
    if (is_reached(self, at, within))
        return true;
    *within = get_limits(self, at);
    *kind = CAIRN__ITEM_BOX;
    return is_reached(self, at, within);
}

/* ---- prices ---- */

/* A price is in bytes, times the map's open cells: a test that one open cell asks for costs `test_bytes`, so
 * these are what the file may grow by if each list read asks for one test less. */
static uint64_t get_bytes_price(const cairn__item_filer *self, uint32_t bytes)
{
    return (uint64_t)bytes * self->sheet->map->info.open_cells;
}

static uint64_t get_item_price(const cairn__item_filer *self, const block *at,
                               cairn__item_kind kind)
{
    uint32_t box = kind == CAIRN__ITEM_BOX ? cairn__list_get_box_bytes(at->level) : 0;
    return get_bytes_price(self, (self->is_local ? LOCAL_BYTES : ITEM_BYTES) + box);
}

static uint64_t get_ask_price(const cairn__item_filer *self, const block *at)
{
    span words = get_span(at);
    uint64_t open = 0;
    for (uint32_t i = 0; i < get_side(at); i++) {
        const uint64_t *row =
            self->sheet->open + cairn__sheet_row(self->sheet, at->row + i) + words.first;
        for (uint32_t j = 0; j < words.count; j++)
            open += cairn__count_ones(row[j] & words.mask);
    }
    return get_item_price(self, at, CAIRN__ITEM_ASK) + self->test_bytes * open;
}

static uint64_t propose_block(cairn__item_filer *self, const block *at, cairn__meter *meter);

static uint64_t propose_quarters(cairn__item_filer *self, const block *at, uint32_t quarters,
                                 cairn__meter *meter)
{
    uint64_t price = 0;
    for (uint32_t i = 0; i < 4; i++) {
        block quarter = get_quarter(at, i);
        if ((quarters >> i & 1) != 0)
            price += propose_block(self, &quarter, meter);
    }
    return price;
}

/* Proposes items for a block that has wanted cells, and returns their price. If all lie in one quarter, that is
 * filed alone: its list is read for fewer cells. Quarters are withdrawn where one item with a test is cheaper. */
static uint64_t propose_block(cairn__item_filer *self, const block *at, cairn__meter *meter)
{
    bool is_last = at->level + 1 == CAIRN__BLOCK_LEVELS;
    cairn__spend(meter, (uint64_t)get_side(at) * get_span(at).count * 4 / WORDS_A_UNIT);
    uint32_t quarters = is_last ? 0 : find_quarters(self, at);
    bool is_one = quarters != 0 && (quarters & (quarters - 1)) == 0;
    limits within;
    cairn__item_kind kind;
    if (is_one)
        return propose_quarters(self, at, quarters, meter);
    if (find_item(self, at, &kind, &within)) {
        propose_item(self, at, kind, &within);
        return get_item_price(self, at, kind);
    }
    uint32_t before = self->proposals;
    uint64_t ask = get_ask_price(self, at);
    uint64_t apart = is_last ? UINT64_MAX : propose_quarters(self, at, quarters, meter);
    if (apart < ask)
        return apart;
    self->proposals = before;
    propose_item(self, at, CAIRN__ITEM_ASK, &within);
    return ask;
}

/* Files a block of the band and clears it. */
static cairn_status file_and_clear(cairn__item_filer *self, const block *at, cairn__meter *meter)
{
    cairn_status status = CAIRN_OK;
    span words = get_span(at);
    cairn__spend(meter, (uint64_t)BAND * words.count / WORDS_A_UNIT);
    if (is_wanted(self, at)) {
        (void)propose_block(self, at, meter);
        status = add_items(self);
    }
    for (uint32_t row = 0; row < BAND; row++) {
        size_t first = get_band_row(self, row) + words.first;
        memset(self->reached + first, 0, words.count * sizeof *self->reached);
        memset(self->wanted + first, 0, words.count * sizeof *self->wanted);
    }
    return status;
}

cairn_status cairn__item_filer_file(cairn__item_filer *filer, cairn__meter *meter)
{
    uint32_t last = (filer->last - 1) * 64 / BAND;
    for (; filer->is_used && filer->next <= last; filer->next++) {
        if (!cairn__has_piece(meter))
            return CAIRN_UNFINISHED;
        block at = {0, filer->next * BAND, filer->band * BAND};
        cairn_status status = file_and_clear(filer, &at, meter);
        if (status != CAIRN_OK)
            return status;
    }
    filer->is_used = false;
    return CAIRN_OK;
}

/* An empty row may be one word that lies beyond the last block. */
static bool is_empty(const cairn__bend_flood *flood)
{
    return flood->first == flood->last && flood->cells.reached[flood->first] == 0;
}

bool cairn__item_filer_has_room(const cairn__item_filer *filer, const cairn__bend_flood *flood)
{
    return !filer->is_used || flood->row / BAND == filer->band || is_empty(flood);
}

void cairn__item_filer_add(cairn__item_filer *filer, const cairn__bend_flood *flood)
{
    if (is_empty(flood))
        return;
    if (!filer->is_used) {
        filer->first = flood->first;
        filer->last = flood->last;
        filer->band = flood->row / BAND;
        filer->is_used = true;
    }
    filer->first = flood->first < filer->first ? flood->first : filer->first;
    filer->last = flood->last > filer->last ? flood->last : filer->last;
    filer->next = (filer->first - 1) * 64 / BAND;
    size_t row = get_band_row(filer, flood->row);
    for (uint32_t i = flood->first; i <= flood->last; i++) {
        uint64_t cells = flood->cells.reached[i];
        filer->reached[row + i] = cells;
        filer->wanted[row + i] = flood->has_credit ? cells & ~flood->credit.reached[i] : cells;
    }
    /* The node reaches itself, which needs no item. */
    if (flood->row == filer->start.row)
        filer->reached[row + filer->start.column / 64 + 1] |= UINT64_C(1)
                                                              << filer->start.column % 64;
}
