/* labels_reader.c: see labels_reader.h. */
#include "labels_reader.h"

#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

uint32_t labels_read_number(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

static uint32_t read_row(const unsigned char *row, uint32_t index, uint32_t width)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < width; i++) {
        uint32_t bit = index * width + i;
        number |= (uint32_t)(row[bit / 8] >> bit % 8 & 1) << i;
    }
    return number;
}

static uint32_t get_width(uint32_t number)
{
    uint32_t width = 0;
    for (; number > 0; number /= 2)
        width++;
    return width;
}

static uint32_t take_sevens(const unsigned char **at)
{
    uint32_t number = 0, shift = 0;
    do
        number |= (uint32_t)(**at & 127) << shift;
    while (shift += 7, *(*at)++ >= 128);
    return number;
}

static int unfold(uint32_t number)
{
    return number % 2 == 0 ? (int)(number / 2) : -(int)(number / 2) - 1;
}

/* ---- the frame ---- */

static const unsigned char *get_part(const labels_reader *self, int part)
{
    int blocks =
        (int)(labels_read_number(self->section + 4) * labels_read_number(self->section + 8));
    const int sizes[] = {20, 4 * self->nodes, 4 * self->nodes, 4 * self->nodes + 4, 4 * blocks + 4};
    const unsigned char *at = self->section;
    for (int i = 0; i < part; i++)
        at += sizes[i];
    return at;
}

enum { HEAD, CELLS, HUBS, LABEL_FIRSTS, LIST_FIRSTS, LISTS };

static int get_cell(const labels_reader *self, int part, int index)
{
    uint32_t cell = labels_read_number(get_part(self, part) + 4 * (size_t)index);
    return (int)((cell >> 16) * (uint32_t)self->world->ref.width + (cell & 0xffff));
}

void labels_open_reader(labels_reader *self, const test_world *world, const unsigned char *section)
{
    *self = (labels_reader){.world = world, .section = section};
    self->nodes = (int)labels_read_number(section);
    self->cells = ref_get_cell_count(&world->ref);
    self->lists = get_part(self, LISTS);
    self->labels = self->lists + labels_read_number(section + 12);
    self->costs = malloc((size_t)self->cells * (size_t)self->cells * sizeof *self->costs);
    self->ways = malloc(((size_t)self->nodes * (size_t)self->nodes + 1) * sizeof *self->ways);
    assert_true(self->costs != NULL && self->ways != NULL);
    for (int i = 0; i < world->open_count; i++)
        ref_find_costs(&world->ref, world->open[i],
                       self->costs + (size_t)world->open[i] * (size_t)self->cells);
}

void labels_close_reader(labels_reader *self)
{
    free(self->costs);
    free(self->ways);
}

int labels_get_cost(const labels_reader *self, int from, int to)
{
    return self->costs[(size_t)from * (size_t)self->cells + (size_t)to];
}

int labels_get_distance(const labels_reader *self, int from, int to)
{
    return ref_get_distance(&self->world->ref, from, to);
}

bool labels_is_straight(const labels_reader *self, int from, int to)
{
    return labels_get_cost(self, from, to) == labels_get_distance(self, from, to);
}

/* ---- labels ---- */

/* Distances of a node to its hubs by rank; returns the number of entries. */
static uint64_t read_label(const labels_reader *self, int node, int *hubs, int *nexts)
{
    const unsigned char *firsts = get_part(self, LABEL_FIRSTS) + 4 * (size_t)node;
    const unsigned char *at = self->labels + labels_read_number(firsts);
    const unsigned char *end = self->labels + labels_read_number(firsts + 4);
    uint32_t count = (uint32_t)at[0] | (uint32_t)at[1] << 8,
             m = get_width((uint32_t)self->nodes - 1);
    uint32_t u = get_width(count > 0 ? count - 1 : 0);
    const unsigned char *next_nodes = at + 2;
    uint64_t entries = 0;
    for (int i = 0; i < self->nodes; i++)
        hubs[i] = LABELS_NO_WAY;
    at = next_nodes + (count * m + 7) / 8;
    while (at < end) {
        uint32_t word = labels_read_number(at), n = (word >> 28) + 1, w = word >> 18 & 31,
                 v = word >> 23 & 31;
        const unsigned char *ranks = at + 4, *excesses = ranks + (n * w + 7) / 8;
        const unsigned char *which = excesses + (n * v + 7) / 8;
        for (uint32_t i = 0; i < n; i++, entries++) {
            int rank = (int)((word & 0x3ffff) + read_row(ranks, i, w));
            hubs[rank] =
                labels_get_distance(self, get_cell(self, CELLS, node), get_cell(self, HUBS, rank)) +
                2 * (int)read_row(excesses, i, v);
            nexts[rank] = count > 0 ? (int)read_row(next_nodes, read_row(which, i, u), m) : node;
        }
        at = which + (n * u + 7) / 8;
    }
    assert_ptr_equal(at, end);
    return entries;
}

/* The way goes on at the next node, by a straight leg. */
static void check_nexts(const labels_reader *self, int node, const int *hubs, const int *nexts)
{
    int *others = malloc((size_t)self->nodes * 2 * sizeof *others);
    assert_non_null(others);
    for (int rank = 0; rank < self->nodes; rank++) {
        if (hubs[rank] == LABELS_NO_WAY || hubs[rank] == 0)
            continue;
        int cell = get_cell(self, CELLS, node), next = get_cell(self, CELLS, nexts[rank]);
        (void)read_label(self, nexts[rank], others, others + self->nodes);
        assert_true(labels_is_straight(self, cell, next));
        assert_int_equal(others[rank] + labels_get_distance(self, cell, next), hubs[rank]);
    }
    free(others);
}

uint64_t labels_read_all(labels_reader *self)
{
    size_t nodes = (size_t)self->nodes;
    int *hubs = malloc((nodes * nodes + 1) * sizeof *hubs),
        *nexts = malloc((nodes + 1) * sizeof *nexts);
    uint64_t entries = 0;
    assert_true(hubs != NULL && nexts != NULL);
    for (int i = 0; i < self->nodes; i++) {
        entries += read_label(self, i, hubs + (size_t)i * nodes, nexts);
        check_nexts(self, i, hubs + (size_t)i * nodes, nexts);
    }
    for (size_t i = 0; i < nodes; i++)
        for (size_t j = 0; j < nodes; j++) {
            int best = LABELS_NO_WAY;
            for (size_t rank = 0; rank < nodes; rank++) {
                int way = hubs[i * nodes + rank] + hubs[j * nodes + rank];
                best = way < best ? way : best;
            }
            self->ways[i * nodes + j] = best;
        }
    free(hubs);
    free(nexts);
    return entries;
}

/* ---- lists ---- */

/* A box, counted from the first cell of its block. */
static bool is_in_box(const unsigned char *box, uint32_t b, int x, int y)
{
    uint64_t word = 0;
    for (uint32_t i = 0; i < (4 * b + 4 + 7) / 8; i++)
        word |= (uint64_t)box[i] << 8 * i;
    uint64_t line = (word & 1) != 0 ? (uint64_t)x : (uint64_t)y;
    uint64_t diagonal = (uint64_t)((word & 2) != 0 ? x + y : x - y + (1 << b) - 1);
    uint64_t sides = (UINT64_C(1) << b) - 1, diagonals = (UINT64_C(2) << b) - 1;
    return line >= (word >> 2 & sides) && line <= (word >> (2 + b) & sides) &&
           diagonal >= (word >> (2 + 2 * b) & diagonals) &&
           diagonal <= (word >> (3 + 3 * b) & diagonals);
}

/* A block in which a cell lies. */
typedef struct place {
    int x; /* of its first cell */
    int y;
    uint32_t b; /* it has 2^b cells a side */
} place;

/* Adds a bend that is valid for the cell, or turns out to be. `box` is that of an item that has one. */
static void consider(const labels_reader *self, int cell, const place *block,
                     const labels_need *found, uint32_t how, const unsigned char *box,
                     labels_needs *needs)
{
    int x = cell % self->world->ref.width - block->x, y = cell / self->world->ref.width - block->y;
    bool valid = how != 1 || is_in_box(box, block->b, x, y);
    if (how == 2)
        valid = labels_is_straight(self, cell, found->cell);
    else if (valid && !labels_is_straight(self, cell, found->cell))
        fail_msg("cell %d: an item says that a leg leads to %d", cell, found->cell);
    assert_true(how <= 2 && needs->count < LABELS_MOST_ITEMS);
    needs->has_others |= found->node < 0 && (valid || how == 2);
    if (valid)
        needs->needs[needs->count++] = *found;
}

static uint32_t get_box_bytes(const place *block)
{
    return (4 * block->b + 4 + 7) / 8;
}

/* Items of nodes with a label: for all cells, in boxes, and to be tested. Returns their end. */
static const unsigned char *read_items(const labels_reader *self, int cell, const place *block,
                                       const unsigned char *row, const uint32_t counts[3],
                                       labels_needs *needs)
{
    uint32_t m = get_width((uint32_t)self->nodes - 1), items = counts[0] + counts[1] + counts[2];
    m = m > 0 ? m : 1;
    const unsigned char *boxes = row + (items * m + 7) / 8;
    for (uint32_t i = 0; i < items; i++) {
        int node = (int)read_row(row, i, m);
        labels_need found = {get_cell(self, CELLS, node), node};
        uint32_t how = i < counts[0] ? 0 : i < counts[0] + counts[1] ? 1 : 2;
        consider(self, cell, block, &found, how, boxes, needs);
        boxes += how == 1 ? get_box_bytes(block) : 0;
    }
    return boxes;
}

static void read_others(const labels_reader *self, int cell, const place *block,
                        const unsigned char *at, const unsigned char *end, labels_needs *needs)
{
    while (at < end) {
        uint32_t number = take_sevens(&at);
        int x = block->x + unfold(number / 4), y = block->y + unfold(take_sevens(&at));
        labels_need found = {y * self->world->ref.width + x, -1};
        consider(self, cell, block, &found, number % 4, at, needs);
        at += number % 4 == 1 ? get_box_bytes(block) : 0;
    }
    assert_ptr_equal(at, end);
}

static void read_tree(const labels_reader *self, int cell, place block, const unsigned char *at,
                      const unsigned char *end, labels_needs *needs)
{
    uint32_t flags = *at++, numbers[4] = {0}, sizes[4] = {0}, behind = 0;
    for (int i = 0; i < 4; i++)
        if ((flags >> (4 + i) & 1) != 0)
            numbers[i] = take_sevens(&at);
    for (int i = 0; i < 4; i++)
        if ((flags >> i & 1) != 0 && (flags & 15) >> i != 1)
            behind += sizes[i] = take_sevens(&at);
    at = read_items(self, cell, &block, at, numbers, needs);
    read_others(self, cell, &block, at, at + numbers[3], needs);
    at += numbers[3];
    for (int i = 0; i < 4; i++)
        if ((flags & 15) >> i == 1)
            sizes[i] = (uint32_t)(end - at) - behind;
    block.b--;
    int half = 1 << block.b;
    int east = cell % self->world->ref.width >= block.x + half;
    int south = cell / self->world->ref.width >= block.y + half;
    for (int i = 0; i < 2 * south + east; i++)
        at += sizes[i];
    block.x += east * half;
    block.y += south * half;
    if (sizes[2 * south + east] > 0)
        read_tree(self, cell, block, at, at + sizes[2 * south + east], needs);
}

static void read_list(const labels_reader *self, int cell, labels_needs *needs)
{
    int across = cell % self->world->ref.width / 256, down = cell / self->world->ref.width / 256;
    int block = down * (int)labels_read_number(self->section + 4) + across;
    const unsigned char *firsts = get_part(self, LIST_FIRSTS) + 4 * (size_t)block;
    needs->count = 0;
    needs->has_others = false;
    if (labels_read_number(firsts) < labels_read_number(firsts + 4))
        read_tree(self, cell, (place){256 * across, 256 * down, 8},
                  self->lists + labels_read_number(firsts),
                  self->lists + labels_read_number(firsts + 4), needs);
}

/* ---- lengths ---- */

void labels_read_ends(const labels_reader *self, int cell, int *to_nodes, labels_needs *locals)
{
    static labels_needs own, theirs;
    for (int i = 0; i < self->nodes; i++)
        to_nodes[i] = LABELS_NO_WAY;
    read_list(self, cell, &own);
    locals->needs[0] = (labels_need){cell, -1};
    locals->count = 1;
    locals->has_others = own.has_others;
    for (int i = 0; i < own.count; i++)
        if (own.needs[i].node < 0)
            locals->needs[locals->count++] = own.needs[i];
    for (int i = 0; i < locals->count; i++) {
        int via = locals->needs[i].cell;
        read_list(self, via, &theirs);
        for (int j = 0; j < theirs.count; j++) {
            int length = labels_get_distance(self, cell, via) +
                         labels_get_distance(self, via, theirs.needs[j].cell);
            int node = theirs.needs[j].node;
            if (node >= 0 && length < to_nodes[node])
                to_nodes[node] = length;
        }
    }
}
