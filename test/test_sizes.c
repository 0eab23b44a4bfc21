/* test_sizes.c (property): sizes that 32 bits do not hold. Counts of a file whose sum wraps to the
 * right size there are refused, and so is memory that no such machine has. */
#include "image.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/records/part_format.h"
#include "db/kind_labels.h"
#include "grid/map_maker.h"
#include "research/dlrta/dlrta_regions.h"

static void build(test_image *image, const test_world *world, cairn_kind kind)
{
    test_plan def = test_plan_make(kind);
    def.map = world->map;
    if (kind == CAIRN_DB_KNN)
        def.records = 20;
    test_image_build(image, &def);
}

/* ---- databases ---- */

/* A 32-bit count in a section, and what it is raised by: a part then has 2^32 bytes more. */
typedef struct raised {
    cairn_kind kind;
    const char *tag;
    size_t offset;
    uint32_t by;
} raised;

static const raised counts[] = {
    {CAIRN_DB_LABELS, "BEND", offsetof(cairn__bend_head, nodes), UINT32_C(1) << 30},
    {CAIRN_DB_REGIONS, "NETS", offsetof(cairn__net_header, regions), UINT32_C(1) << 30},
    {CAIRN_DB_REGIONS, "NETS", offsetof(cairn__net_header, neighbours), UINT32_C(1) << 31},
    {CAIRN_DB_REGIONS, "NETS", offsetof(cairn__net_header, subgoals), UINT32_C(1) << 30},
    {CAIRN_DB_REGIONS, "NETS", offsetof(cairn__net_header, nodes), UINT32_C(1) << 30},
    {CAIRN_DB_REGIONS, "NETS", offsetof(cairn__net_header, members), UINT32_C(1) << 31},
    {CAIRN_DB_REGIONS, "NETS", offsetof(cairn__net_header, runs), UINT32_C(1) << 31},
    {CAIRN_DB_KNN, "KNNH", offsetof(cairn__knn_head, records), UINT32_C(1) << 30},
    {CAIRN_DB_KNN, "KNNH", offsetof(cairn__knn_head, states), UINT32_C(1) << 30},
    {CAIRN_DB_KNN, "KNNH", offsetof(cairn__knn_head, states) + 4, 1},
    {CAIRN_DB_DLRTA, "DLRH", offsetof(cairn__dlrta_head, regions), UINT32_C(1) << 28},
    {CAIRN_DB_DLRTA, "DLRH", offsetof(cairn__dlrta_head, entries), UINT32_C(1) << 30},
    {CAIRN_DB_DLRTA, "DLRH", offsetof(cairn__dlrta_head, entries) + 4, 1},
    {CAIRN_DB_DLRTA, "DLRH", offsetof(cairn__dlrta_head, runs), UINT32_C(1) << 31},
};

static void raise(test_image *image, const char *tag, size_t offset, uint32_t by)
{
    unsigned char *at = (unsigned char *)test_image_get_content(image, tag) + offset;
    uint32_t count;
    memcpy(&count, at, sizeof count);
    count += by;
    memcpy(at, &count, sizeof count);
    test_image_repair(image);
}

static void test_counts(void **state)
{
    (void)state;
    test_world world;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 90, 70, CAIRN_CORNERS_STRICT);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        test_image image;
        cairn_db *db;
        build(&image, &world, counts[i].kind);
        assert_int_equal(test_image_verify(&image, world.map), CAIRN_OK);
        raise(&image, counts[i].tag, counts[i].offset, counts[i].by);
        assert_int_equal(test_image_open(&image, &db), CAIRN_CORRUPT);
        test_image_destroy(&image);
    }
    test_world_destroy(&world);
}

/* Labels that are 2^32 bytes less the parts before them: their sum wraps to the bytes of a section
 * that ends with those parts, and each label could lie anywhere. */
static void test_labels(void **state)
{
    (void)state;
    test_world world;
    test_image image;
    cairn_db *db;
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 90, 70, CAIRN_CORNERS_STRICT);
    build(&image, &world, CAIRN_DB_LABELS);
    cairn__db_section *section = test_image_get_section(&image, "BEND");
    cairn__bend_head *head = test_image_get_content(&image, "BEND");
    cairn__bend_layout layout = cairn__bend_set_lay_out(head);
    image.count = (size_t)(section->offset + layout.labels) / 8 * 8;
    section->bytes = image.count - section->offset;
    head->label_bytes = (uint32_t)(section->bytes - layout.labels - CAIRN__BEND_PADDING) / 4 * 4;
    assert_true((uint32_t)cairn__bend_set_lay_out(head).bytes == section->bytes);
    test_image_get_header(&image)->file_bytes = image.count;
    test_image_repair(&image);
    assert_int_equal(test_image_open(&image, &db), CAIRN_CORRUPT);
    test_image_destroy(&image);
    test_world_destroy(&world);
}

/* A good database at the end of a file of 2^32 bytes and as many as it has: whoever takes the size
 * for 32 bits sees the database alone. */
static void test_file(void **state)
{
    (void)state;
    test_world world;
    test_image image;
    test_folder folder;
    cairn_db *db;
    char path[300];
    test_world_create_scene(&world, CAIRN_SCENE_CAVES, 90, 70, CAIRN_CORNERS_STRICT);
    build(&image, &world, CAIRN_DB_REGIONS);
    test_folder_create(&folder);
    test_folder_get_path(&folder, "large.cairn", sizeof path, path);
    test_file_write(path, image.bytes, image.count);
    assert_int_equal(truncate(path, (off_t)((UINT64_C(1) << 32) + image.count)), 0);
    cairn_status status = cairn_db_open(path, NULL, &db);
    assert_int_equal(status, sizeof(size_t) < 8 ? CAIRN_LIMIT : CAIRN_CORRUPT);
    test_folder_destroy(&folder);
    test_image_destroy(&image);
    test_world_destroy(&world);
}

/* ---- parts of builds ---- */

static cairn_status add_part(const test_plan *def, const test_image *part)
{
    cairn_build *build;
    assert_int_equal(test_plan_create(def, &build), CAIRN_OK);
    cairn_status status = cairn_build_add_part(build, part->bytes, part->count);
    cairn_build_destroy(build);
    return status;
}

static void test_parts(void **state)
{
    (void)state;
    static const uint32_t by[][3] = {
        {UINT32_C(1) << 29, 0, 0}, {0, UINT32_C(1) << 29, 0}, {0, 0, 1}};
    test_world world;
    cairn_build *build;
    test_image part;
    test_world_create_scene(&world, CAIRN_SCENE_ROOMS, 90, 70, CAIRN_CORNERS_STRICT);
    test_plan def = test_plan_make(CAIRN_DB_KNN);
    def.map = world.map;
    def.records = 20;
    assert_int_equal(test_plan_create(&def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    assert_int_equal(cairn_build_write_part(build, 0, 20, 0, NULL, &part.count), CAIRN_CAPACITY);
    part.bytes = malloc(part.count);
    assert_int_equal(cairn_build_write_part(build, 0, 20, part.count, part.bytes, &part.count),
                     CAIRN_OK);
    assert_int_equal(add_part(&def, &part), CAIRN_OK);
    cairn__part_header good, *head = (cairn__part_header *)(void *)part.bytes;
    good = *head;
    for (size_t i = 0; i < sizeof by / sizeof by[0]; i++) {
        *head = good;
        head->ranges += by[i][0];
        head->records += by[i][1];
        head->states += (uint64_t)by[i][2] << 30;
        head->checksum = cairn__part_get_checksum(head, part.bytes + sizeof *head);
        assert_int_equal(add_part(&def, &part), CAIRN_CORRUPT);
    }
    test_image_destroy(&part);
    cairn_build_destroy(build);
    test_world_destroy(&world);
}

/* ---- memory ---- */

/* Refuses what would be too much for any test. */
static void *allocate_some(void *context, size_t bytes)
{
    (void)context;
    return bytes < (size_t)1 << 28 ? malloc(bytes) : NULL;
}

static void release(void *context, void *memory)
{
    (void)context;
    free(memory);
}

/* The largest map there may be, with the fewest open cells that make a walk. */
static cairn_map *create_large_map(void)
{
    cairn__map_maker *maker;
    cairn_map *map;
    assert_int_equal(cairn__map_maker_create(NULL, CAIRN_MAX_SIDE, CAIRN_MAX_SIDE, &maker),
                     CAIRN_OK);
    for (uint32_t y = 0; y < CAIRN_MAX_SIDE; y++) {
        cairn__map_maker_row(maker)[CAIRN_MAX_SIDE / 64 - 1] = y < 100;
        assert_int_equal(cairn__map_maker_add(maker), CAIRN_OK);
    }
    assert_int_equal(cairn__map_maker_finish(maker, &map), CAIRN_OK);
    return map;
}

/* 16 bytes a cell are 2^32. */
static void test_searches(void **state)
{
    (void)state;
    cairn_allocator allocator = {allocate_some, release, NULL};
    cairn_map *map = create_large_map();
    cairn_landmarks *landmarks;
    cairn_planner *planner;
    const cairn_cell open = cairn_cell_at(CAIRN_MAX_SIDE - 64, 0);
    for (uint32_t method = CAIRN_METHOD_ASTAR; method <= CAIRN_METHOD_JUMP; method++) {
        cairn_planner_def def = {.size = sizeof def, .method = method, .allocator = &allocator};
        assert_int_equal(cairn_planner_create(map, NULL, &def, &planner), CAIRN_OK);
        assert_int_equal(cairn_planner_ask(planner, open, open), CAIRN_MEMORY);
        cairn_planner_destroy(planner);
    }
    cairn_landmarks_def landmarks_def = {.size = sizeof landmarks_def, .allocator = &allocator};
    assert_int_equal(cairn_landmarks_create(map, &landmarks_def, &landmarks), CAIRN_MEMORY);
    cairn_map_close(map);
}

/* An agent has a search in it. */
static void test_agents(void **state)
{
    (void)state;
    cairn_allocator allocator = {allocate_some, release, NULL};
    cairn_map *map = create_large_map();
    const cairn_algorithm algorithms[] = {CAIRN_ASTAR, CAIRN_TBA};
    for (size_t i = 0; i < 2; i++) {
        cairn_agent *agent;
        size_t bytes = 0;
        cairn_agent_def def = {
            .size = sizeof def, .algorithm = algorithms[i], .allocator = &allocator};
        assert_int_equal(cairn_agent_create(map, NULL, &def, &agent), CAIRN_MEMORY);
        assert_int_equal(cairn_agent_get_size(map, NULL, &def, &bytes),
                         sizeof bytes < 8 ? CAIRN_MEMORY : CAIRN_OK);
        assert_true(sizeof bytes < 8 || bytes / 16 > 1 << 28);
    }
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),   cmocka_unit_test(test_labels),
        cmocka_unit_test(test_file),     cmocka_unit_test(test_parts),
        cmocka_unit_test(test_searches), cmocka_unit_test(test_agents),
    };
    return cmocka_run_group_tests_name("sizes", tests, NULL, NULL);
}
