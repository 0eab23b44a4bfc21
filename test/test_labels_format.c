/* test_labels_format.c (golden): a reader of labels, written from docs/format.md and docs/research/bends.md
 * alone, finds the length of every optimal path in the lists and labels of small maps, and the bearings of all nodes. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "labels_reader.h"

/* ---- lengths ---- */

typedef struct end {
    int *to_nodes;
    labels_needs locals;
} end;

static int find_length(const labels_reader *self, const end *from, const end *to)
{
    int best = LABELS_NO_WAY, start = from->locals.needs[0].cell, goal = to->locals.needs[0].cell;
    for (int i = 0; i < from->locals.count; i++)
        for (int j = 0; j < to->locals.count; j++) {
            int a = from->locals.needs[i].cell, b = to->locals.needs[j].cell;
            int length = labels_get_distance(self, start, a) + labels_get_distance(self, a, b) +
                         labels_get_distance(self, b, goal);
            if (length < best && labels_is_straight(self, a, b))
                best = length;
        }
    for (int i = 0; i < self->nodes; i++)
        for (int j = 0; from->to_nodes[i] < best && j < self->nodes; j++) {
            int length = from->to_nodes[i] + self->ways[i * self->nodes + j] + to->to_nodes[j];
            best = length < best ? length : best;
        }
    return best;
}

static void check_lengths(const labels_reader *self)
{
    const test_world *world = self->world;
    end *ends = calloc((size_t)world->open_count + 1, sizeof *ends);
    assert_non_null(ends);
    for (int i = 0; i < world->open_count; i++) {
        ends[i].to_nodes = malloc(((size_t)self->nodes + 1) * sizeof *ends[i].to_nodes);
        assert_non_null(ends[i].to_nodes);
        labels_read_ends(self, world->open[i], ends[i].to_nodes, &ends[i].locals);
    }
    for (int i = 0; i < world->open_count; i++)
        for (int j = 0; j < world->open_count; j++) {
            int cost = labels_get_cost(self, world->open[i], world->open[j]);
            if (cost >= 0)
                assert_int_equal(find_length(self, &ends[i], &ends[j]), cost);
        }
    for (int i = 0; i < world->open_count; i++)
        free(ends[i].to_nodes);
    free(ends);
}

/* ---- landmarks ---- */

/* The blocks of 8 x 8 cells from which legs lead to a cell, as a box; all cells if it has local bends. */
static void find_box(const labels_reader *self, int cell, const labels_needs *locals,
                     uint32_t box[4])
{
    box[0] = box[1] = locals->has_others ? 0 : 65535;
    box[2] = box[3] = locals->has_others ? 65535 : 0;
    for (int i = 0; !locals->has_others && i < self->world->open_count; i++) {
        uint32_t x = (uint32_t)(self->world->open[i] % self->world->ref.width);
        uint32_t y = (uint32_t)(self->world->open[i] / self->world->ref.width);
        if (labels_get_cost(self, self->world->open[i], cell) < 0 ||
            !labels_is_straight(self, self->world->open[i], cell))
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

static void check_landmark(const labels_reader *self, const unsigned char *section, int which,
                           end *from)
{
    const unsigned char *landmark = section + 8 + 12 * which;
    int cell =
        (int)(read_half(landmark + 2) * (uint32_t)self->world->ref.width + read_half(landmark));
    uint32_t box[4];
    labels_read_ends(self, cell, from->to_nodes, &from->locals);
    find_box(self, cell, &from->locals, box);
    for (int i = 0; i < 4; i++)
        assert_int_equal(read_half(landmark + 4 + 2 * i), box[i]);
    for (int node = 0; node < self->nodes; node++) {
        int best = LABELS_NO_WAY;
        for (int i = 0; i < self->nodes; i++) {
            int length = from->to_nodes[i] + self->ways[i * self->nodes + node];
            best = length < best ? length : best;
        }
        uint32_t steps =
            best == LABELS_NO_WAY ? 0x3fff : (uint32_t)best >> labels_read_number(section);
        assert_int_equal(read_half(section + 200 + 32 * node + 2 * which), steps);
    }
}

/* How many landmarks there are. */
static uint64_t check_landmarks(const labels_reader *self, const unsigned char *section)
{
    int count = (int)labels_read_number(section + 4);
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

/* Dense nodes with short labels have no landmarks. */
static bool has_landmarks(const labels_reader *self, uint64_t entries)
{
    return self->nodes * 16 <= self->world->open_count || entries > (uint64_t)self->nodes * 64;
}

typedef struct seen {
    uint64_t nodes;
    uint64_t landmarks;
    uint64_t bare; /* files without landmarks */
} seen;

static void check_world(test_world *world, void *context)
{
    seen *all = context;
    test_image image;
    labels_reader self;
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    def.map = world->map;
    test_image_build(&image, &def);
    labels_open_reader(&self, world, test_image_get_content(&image, "BEND"));
    uint64_t entries = labels_read_all(&self);
    const cairn__labels_head *head = test_image_get_content(&image, "LABH");
    assert_int_equal(entries, cairn__little64(head->entries));
    check_lengths(&self);
    bool marked = has_landmarks(&self, entries);
    assert_int_equal(cairn__little32(test_image_get_header(&image)->sections), marked ? 3 : 2);
    if (marked)
        all->landmarks += check_landmarks(&self, test_image_get_content(&image, "MARK"));
    all->bare += !marked;
    all->nodes += (uint64_t)self.nodes;
    labels_close_reader(&self);
    test_image_destroy(&image);
}

static void test_small_maps(void **state)
{
    (void)state;
    seen all = {0};
    int worlds = test_for_worlds(60, 14, 7, check_world, &all);
    assert_true(all.nodes > 4 * (uint32_t)worlds && all.bare > (uint32_t)worlds / 3);
}

/* Few nodes for many cells: these have landmarks. */
static void test_sparse_maps(void **state)
{
    (void)state;
    test_random random = {9};
    seen all = {0};
    for (int i = 0; i < 8; i++) {
        test_world world;
        test_world_create_random(&world, 26, 24, 1, (uint32_t)i % 2, &random);
        check_world(&world, &all);
        test_world_destroy(&world);
    }
    assert_true(all.landmarks > 20);
}

/* Wider than a block. */
static void test_wide_maps(void **state)
{
    (void)state;
    test_random random = {8};
    seen all = {0};
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
        cmocka_unit_test(test_sparse_maps),
        cmocka_unit_test(test_wide_maps),
    };
    return cmocka_run_group_tests_name("labels_format", tests, NULL, NULL);
}
