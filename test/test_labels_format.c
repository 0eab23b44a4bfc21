/* test_labels_format.c (golden): a reader of labels, written from docs/format.md and docs/bends.md
 * alone. It finds the length of every optimal path in the lists and labels of small maps; whether a
 * leg is straight it asks Dijkstra's algorithm. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

enum { NO_WAY = 1 << 29, MOST_ITEMS = 4096 };

typedef struct reader {
    const test_world *world;
    const unsigned char *section;
    const unsigned char *lists;
    const unsigned char *labels;
    int nodes;
    int cells;  /* of the map */
    int *costs; /* of optimal paths between all cells; below 0: none */
    int *ways;  /* between all nodes, by labels */
} reader;

/* What is needed at a cell: bends and how they are told. */
typedef struct need {
    int cell;
    int node; /* -1: it has no label */
} need;

typedef struct need_list {
    int count;
    bool has_others; /* bends without a label, also such as turn out not to be valid */
    need needs[MOST_ITEMS];
} need_list;

/* ---- numbers ---- */

static uint32_t read_number(const unsigned char *bytes)
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

static const unsigned char *get_part(const reader *self, int part)
{
    int blocks = (int)(read_number(self->section + 4) * read_number(self->section + 8));
    const int sizes[] = {20, 4 * self->nodes, 4 * self->nodes, 4 * self->nodes + 4, 4 * blocks + 4};
    const unsigned char *at = self->section;
    for (int i = 0; i < part; i++)
        at += sizes[i];
    return at;
}

enum { HEAD, CELLS, HUBS, LABEL_FIRSTS, LIST_FIRSTS, LISTS };

static int get_cell(const reader *self, int part, int index)
{
    uint32_t cell = read_number(get_part(self, part) + 4 * (size_t)index);
    return (int)((cell >> 16) * (uint32_t)self->world->ref.width + (cell & 0xffff));
}

static void open_reader(reader *self, const test_world *world, const unsigned char *section)
{
    *self = (reader){.world = world, .section = section};
    self->nodes = (int)read_number(section);
    self->cells = ref_get_cell_count(&world->ref);
    self->lists = get_part(self, LISTS);
    self->labels = self->lists + read_number(section + 12);
    self->costs = malloc((size_t)self->cells * (size_t)self->cells * sizeof *self->costs);
    self->ways = malloc(((size_t)self->nodes * (size_t)self->nodes + 1) * sizeof *self->ways);
    assert_true(self->costs != NULL && self->ways != NULL);
    for (int i = 0; i < world->open_count; i++)
        ref_find_costs(&world->ref, world->open[i],
                       self->costs + (size_t)world->open[i] * (size_t)self->cells);
}

static void close_reader(reader *self)
{
    free(self->costs);
    free(self->ways);
}

static int get_cost(const reader *self, int from, int to)
{
    return self->costs[(size_t)from * (size_t)self->cells + (size_t)to];
}

static int get_distance(const reader *self, int from, int to)
{
    return ref_get_distance(&self->world->ref, from, to);
}

/* A straight path joins two cells exactly if an optimal one is no longer. */
static bool is_straight(const reader *self, int from, int to)
{
    return get_cost(self, from, to) == get_distance(self, from, to);
}

/* ---- labels ---- */

/* Distances of a node to its hubs by rank; returns the number of entries. */
static uint64_t read_label(const reader *self, int node, int *hubs, int *nexts)
{
    const unsigned char *firsts = get_part(self, LABEL_FIRSTS) + 4 * (size_t)node;
    const unsigned char *at = self->labels + read_number(firsts);
    const unsigned char *end = self->labels + read_number(firsts + 4);
    uint32_t count = (uint32_t)at[0] | (uint32_t)at[1] << 8,
             m = get_width((uint32_t)self->nodes - 1);
    uint32_t u = get_width(count > 0 ? count - 1 : 0);
    const unsigned char *next_nodes = at + 2;
    uint64_t entries = 0;
    for (int i = 0; i < self->nodes; i++)
        hubs[i] = NO_WAY;
    at = next_nodes + (count * m + 7) / 8;
    while (at < end) {
        uint32_t word = read_number(at), n = (word >> 28) + 1, w = word >> 18 & 31,
                 v = word >> 23 & 31;
        const unsigned char *ranks = at + 4, *excesses = ranks + (n * w + 7) / 8;
        const unsigned char *which = excesses + (n * v + 7) / 8;
        for (uint32_t i = 0; i < n; i++, entries++) {
            int rank = (int)((word & 0x3ffff) + read_row(ranks, i, w));
            hubs[rank] =
                get_distance(self, get_cell(self, CELLS, node), get_cell(self, HUBS, rank)) +
                2 * (int)read_row(excesses, i, v);
            nexts[rank] = count > 0 ? (int)read_row(next_nodes, read_row(which, i, u), m) : node;
        }
        at = which + (n * u + 7) / 8;
    }
    assert_ptr_equal(at, end);
    return entries;
}

/* The way goes on at the next node, by a straight leg. */
static void check_nexts(const reader *self, int node, const int *hubs, const int *nexts)
{
    int *others = malloc((size_t)self->nodes * 2 * sizeof *others);
    assert_non_null(others);
    for (int rank = 0; rank < self->nodes; rank++) {
        if (hubs[rank] == NO_WAY || hubs[rank] == 0)
            continue;
        int cell = get_cell(self, CELLS, node), next = get_cell(self, CELLS, nexts[rank]);
        (void)read_label(self, nexts[rank], others, others + self->nodes);
        assert_true(is_straight(self, cell, next));
        assert_int_equal(others[rank] + get_distance(self, cell, next), hubs[rank]);
    }
    free(others);
}

/* Fills in the ways between all nodes; returns the number of entries. */
static uint64_t read_labels(reader *self)
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
            int best = NO_WAY;
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

/* Adds a bend that is valid for the cell, or turns out to be. */
static void consider(const reader *self, int cell, const place *block, const need *found,
                     uint32_t how, const unsigned char **at, need_list *needs)
{
    int x = cell % self->world->ref.width - block->x, y = cell / self->world->ref.width - block->y;
    bool valid = how != 1 || is_in_box(*at, block->b, x, y);
    if (how == 1)
        *at += (4 * block->b + 4 + 7) / 8;
    if (how == 2)
        valid = is_straight(self, cell, found->cell);
    else if (valid && !is_straight(self, cell, found->cell))
        fail_msg("cell %d: an item says that a leg leads to %d", cell, found->cell);
    assert_true(how <= 2 && needs->count < MOST_ITEMS);
    needs->has_others |= found->node < 0 && (valid || how == 2);
    if (valid)
        needs->needs[needs->count++] = *found;
}

static void read_items(const reader *self, int cell, const place *block, const unsigned char *at,
                       const uint32_t sizes[2], need_list *needs)
{
    const unsigned char *end = at + sizes[0];
    for (int node = 0; at < end;) {
        uint32_t number = take_sevens(&at);
        node += (int)(number / 4);
        need found = {get_cell(self, CELLS, node), node};
        consider(self, cell, block, &found, number % 4, &at, needs);
    }
    for (end += sizes[1]; at < end;) {
        uint32_t number = take_sevens(&at);
        int x = block->x + unfold(number / 4), y = block->y + unfold(take_sevens(&at));
        need found = {y * self->world->ref.width + x, -1};
        consider(self, cell, block, &found, number % 4, &at, needs);
    }
    assert_ptr_equal(at, end);
}

static void read_tree(const reader *self, int cell, place block, const unsigned char *at,
                      need_list *needs)
{
    uint32_t flags = *at++, sizes[6] = {0};
    for (int i = 0; i < 6; i++)
        if ((flags >> i & 1) != 0)
            sizes[i] = take_sevens(&at);
    read_items(self, cell, &block, at, sizes + 4, needs);
    at += sizes[4] + sizes[5];
    block.b--;
    int half = 1 << block.b;
    int east = cell % self->world->ref.width >= block.x + half;
    int south = cell / self->world->ref.width >= block.y + half;
    for (int i = 0; i < 2 * south + east; i++)
        at += sizes[i];
    block.x += east * half;
    block.y += south * half;
    if (sizes[2 * south + east] > 0)
        read_tree(self, cell, block, at, needs);
}

static void read_list(const reader *self, int cell, need_list *needs)
{
    int across = cell % self->world->ref.width / 256, down = cell / self->world->ref.width / 256;
    int block = down * (int)read_number(self->section + 4) + across;
    const unsigned char *firsts = get_part(self, LIST_FIRSTS) + 4 * (size_t)block;
    needs->count = 0;
    needs->has_others = false;
    if (read_number(firsts) < read_number(firsts + 4))
        read_tree(self, cell, (place){256 * across, 256 * down, 8},
                  self->lists + read_number(firsts), needs);
}

/* ---- lengths ---- */

/* The least length from a cell to each node by its list; and its local bends. */
static void read_ends(const reader *self, int cell, int *to_nodes, need_list *locals)
{
    static need_list own, theirs;
    for (int i = 0; i < self->nodes; i++)
        to_nodes[i] = NO_WAY;
    read_list(self, cell, &own);
    locals->needs[0] = (need){cell, -1};
    locals->count = 1;
    locals->has_others = own.has_others;
    for (int i = 0; i < own.count; i++)
        if (own.needs[i].node < 0)
            locals->needs[locals->count++] = own.needs[i];
    for (int i = 0; i < locals->count; i++) {
        int via = locals->needs[i].cell;
        read_list(self, via, &theirs);
        for (int j = 0; j < theirs.count; j++) {
            int length =
                get_distance(self, cell, via) + get_distance(self, via, theirs.needs[j].cell);
            int node = theirs.needs[j].node;
            if (node >= 0 && length < to_nodes[node])
                to_nodes[node] = length;
        }
    }
}

typedef struct end {
    int *to_nodes;
    need_list locals;
} end;

static int find_length(const reader *self, const end *from, const end *to)
{
    int best = NO_WAY, start = from->locals.needs[0].cell, goal = to->locals.needs[0].cell;
    for (int i = 0; i < from->locals.count; i++)
        for (int j = 0; j < to->locals.count; j++) {
            int a = from->locals.needs[i].cell, b = to->locals.needs[j].cell;
            int length = get_distance(self, start, a) + get_distance(self, a, b) +
                         get_distance(self, b, goal);
            if (length < best && is_straight(self, a, b))
                best = length;
        }
    for (int i = 0; i < self->nodes; i++)
        for (int j = 0; from->to_nodes[i] < best && j < self->nodes; j++) {
            int length = from->to_nodes[i] + self->ways[i * self->nodes + j] + to->to_nodes[j];
            best = length < best ? length : best;
        }
    return best;
}

static void check_lengths(const reader *self)
{
    const test_world *world = self->world;
    end *ends = calloc((size_t)world->open_count + 1, sizeof *ends);
    assert_non_null(ends);
    for (int i = 0; i < world->open_count; i++) {
        ends[i].to_nodes = malloc(((size_t)self->nodes + 1) * sizeof *ends[i].to_nodes);
        assert_non_null(ends[i].to_nodes);
        read_ends(self, world->open[i], ends[i].to_nodes, &ends[i].locals);
    }
    for (int i = 0; i < world->open_count; i++)
        for (int j = 0; j < world->open_count; j++) {
            int cost = get_cost(self, world->open[i], world->open[j]);
            if (cost >= 0)
                assert_int_equal(find_length(self, &ends[i], &ends[j]), cost);
        }
    for (int i = 0; i < world->open_count; i++)
        free(ends[i].to_nodes);
    free(ends);
}

/* ---- landmarks ---- */

/* The blocks of 8 x 8 cells from which legs lead to a cell, as a box; all cells if it has local bends. */
static void find_box(const reader *self, int cell, const need_list *locals, uint32_t box[4])
{
    box[0] = box[1] = locals->has_others ? 0 : 65535;
    box[2] = box[3] = locals->has_others ? 65535 : 0;
    for (int i = 0; !locals->has_others && i < self->world->open_count; i++) {
        uint32_t x = (uint32_t)(self->world->open[i] % self->world->ref.width);
        uint32_t y = (uint32_t)(self->world->open[i] / self->world->ref.width);
        if (get_cost(self, self->world->open[i], cell) < 0 ||
            !is_straight(self, self->world->open[i], cell))
            continue;
        box[0] = x / 8 * 8 < box[0] ? x / 8 * 8 : box[0];
        box[1] = y / 8 * 8 < box[1] ? y / 8 * 8 : box[1];
        box[2] = x / 8 * 8 + 7 > box[2] ? x / 8 * 8 + 7 : box[2];
        box[3] = y / 8 * 8 + 7 > box[3] ? y / 8 * 8 + 7 : box[3];
    }
}

static uint32_t read_half(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static void check_landmark(const reader *self, const unsigned char *section, int which, end *from)
{
    const unsigned char *landmark = section + 8 + 12 * which;
    int cell =
        (int)(read_half(landmark + 2) * (uint32_t)self->world->ref.width + read_half(landmark));
    uint32_t box[4];
    read_ends(self, cell, from->to_nodes, &from->locals);
    find_box(self, cell, &from->locals, box);
    for (int i = 0; i < 4; i++)
        assert_int_equal(read_half(landmark + 4 + 2 * i), box[i]);
    for (int node = 0; node < self->nodes; node++) {
        int best = NO_WAY;
        for (int i = 0; i < self->nodes; i++) {
            int length = from->to_nodes[i] + self->ways[i * self->nodes + node];
            best = length < best ? length : best;
        }
        uint32_t steps = best == NO_WAY ? 0x3fff : (uint32_t)best >> read_number(section);
        assert_int_equal(read_half(section + 200 + 32 * node + 2 * which), steps);
    }
}

/* How many landmarks there are. */
static uint64_t check_landmarks(const reader *self, const unsigned char *section)
{
    int count = (int)read_number(section + 4);
    end *from = calloc(1, sizeof *from);
    assert_non_null(from);
    from->to_nodes = malloc(((size_t)self->nodes + 1) * sizeof *from->to_nodes);
    assert_non_null(from->to_nodes);
    assert_int_equal(count, self->nodes / 4 < 16 ? self->nodes / 4 : 16);
    for (int i = 0; i < count; i++)
        check_landmark(self, section, i, from);
    for (int i = count; i < 16; i++)
        for (int node = 0; node < self->nodes; node++)
            assert_int_equal(read_half(section + 200 + 32 * node + 2 * i), 0);
    free(from->to_nodes);
    free(from);
    return (uint64_t)count;
}

typedef struct seen {
    uint64_t nodes;
    uint64_t landmarks;
} seen;

static void check_world(test_world *world, void *context)
{
    seen *all = context;
    test_image image;
    reader self;
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    def.map = world->map;
    test_image_build(&image, &def);
    open_reader(&self, world, test_image_get_content(&image, "BEND"));
    uint64_t entries = read_labels(&self);
    const cairn__labels_head *head = test_image_get_content(&image, "LABH");
    assert_int_equal(entries, cairn__little64(head->entries));
    check_lengths(&self);
    all->landmarks += check_landmarks(&self, test_image_get_content(&image, "MARK"));
    all->nodes += (uint64_t)self.nodes;
    close_reader(&self);
    test_image_destroy(&image);
}

static void test_small_maps(void **state)
{
    (void)state;
    seen all = {0, 0};
    int worlds = test_for_worlds(60, 14, 7, check_world, &all);
    assert_true(all.nodes > 4 * (uint32_t)worlds && all.landmarks > (uint32_t)worlds / 2);
}

/* Wider than a block. */
static void test_wide_maps(void **state)
{
    (void)state;
    test_random random = {8};
    seen all = {0, 0};
    for (uint32_t corners = 0; corners < 2; corners++) {
        test_world world;
        test_world_create_random(&world, 270, 3, 20, corners, &random);
        check_world(&world, &all);
        test_world_destroy(&world);
    }
    assert_true(all.nodes > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_maps),
        cmocka_unit_test(test_wide_maps),
    };
    return cmocka_run_group_tests_name("labels_format", tests, NULL, NULL);
}
