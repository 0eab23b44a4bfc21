/* test_labels_format.c (golden): a reader of labels, written from docs/format.md alone, finds the
 * lengths of optimal paths in them. */
#include "image.h"

static uint32_t read_number(const unsigned char *bytes, size_t offset)
{
    return (uint32_t)bytes[offset] | (uint32_t)bytes[offset + 1] << 8 |
           (uint32_t)bytes[offset + 2] << 16 | (uint32_t)bytes[offset + 3] << 24;
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

/* Every distance in the labels is that of an optimal path. Returns how many there are. */
static uint64_t check_label(const test_world *world, const unsigned char *section, uint32_t node)
{
    static int costs[40 * 30];
    uint32_t nodes = read_number(section, 0), width = (uint32_t)world->ref.width;
    uint32_t buckets = read_number(section, 4) * read_number(section, 8);
    size_t hubs = 16 + 4 * (size_t)nodes, firsts = hubs + 4 * (size_t)nodes;
    size_t labels =
        firsts + 4 * (size_t)nodes + 4 + 4 * (size_t)buckets + 4 + 2 * ((size_t)nodes + nodes % 2);
    size_t at = labels + read_number(section, firsts + 4 * (size_t)node);
    size_t end = labels + read_number(section, firsts + 4 * (size_t)node + 4);
    uint32_t cell = read_number(section, 16 + 4 * (size_t)node);
    uint64_t entries = 0;
    int from = (int)((cell >> 16) * width + (cell & 0xffff));
    ref_find_costs(&world->ref, from, costs);
    while (at < end) {
        size_t group_end = at + (read_number(section, at) >> 22);
        at += 4;
        while (at < group_end) {
            uint32_t word = read_number(section, at), count = (word >> 28) + 1;
            uint32_t rank_width = word >> 18 & 31, excess_width = word >> 23 & 31;
            size_t ranks = at + 4, excesses = ranks + (count * rank_width + 7) / 8;
            at = excesses + (count * excess_width + 7) / 8;
            for (uint32_t i = 0; i < count; i++, entries++) {
                uint32_t rank = (word & 0x3ffff) + read_row(section + ranks, i, rank_width);
                uint32_t hub_cell = read_number(section, hubs + 4 * (size_t)rank);
                int hub = (int)((hub_cell >> 16) * width + (hub_cell & 0xffff));
                int excess = 2 * (int)read_row(section + excesses, i, excess_width);
                assert_int_equal(ref_get_distance(&world->ref, from, hub) + excess, costs[hub]);
            }
        }
    }
    assert_int_equal(at, end);
    return entries;
}

static void test_format(void **state)
{
    (void)state;
    test_world world;
    test_image image;
    uint64_t entries = 0;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 40, 30, CAIRN_CORNERS_STRICT);
    test_plan def = test_plan_make(CAIRN_DB_LABELS);
    def.map = world.map;
    test_image_build(&image, &def);
    const unsigned char *section = test_image_get_content(&image, "LABL");
    uint32_t nodes = read_number(section, 0);
    assert_true(nodes > 20);
    for (uint32_t node = 0; node < nodes; node++)
        entries += check_label(&world, section, node);
    const cairn__labels_head *head = test_image_get_content(&image, "LABH");
    assert_int_equal(entries, head->entries);
    test_image_destroy(&image);
    test_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_format),
    };
    return cmocka_run_group_tests_name("labels_format", tests, NULL, NULL);
}
