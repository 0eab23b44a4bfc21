/* test_bends.c (exhaustive): labels of bends tell the length of every optimal path of many small maps, and
 * the path; the bytes do not depend on threads; damage and want of
 * memory do no harm. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bend_check.h"
#include "build/labels/bend_maker.h"
#include "db/bend_list.h"
#include "faulty.h"
#include "golden.h"
#include "hard_maps.h"
#include "route/bend_legs.h"
#include "search/bends.h"
#include "verify/bend_verify.h"

#define SIDE 64

static const cairn__bend_rule no_limits = {.limits = {1u << 20, 1u << 24, 1u << 24, 65536, 0},
                                           .entries = 1u << 26};

static cairn_map *make_hard_map(uint64_t seed, uint32_t width, uint32_t height, uint32_t corners)
{
    static unsigned char open[512 * SIDE];
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    cairn_map *map;
    hard_map_draw(seed, width, height, open);
    assert_int_equal(cairn_map_create(width, height, open, &def, &map), CAIRN_OK);
    return map;
}

static cairn_map *make_text_map(const char *text, uint32_t width, uint32_t height, uint32_t corners)
{
    unsigned char open[256];
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    cairn_map *map;
    for (uint32_t i = 0; i < width * height; i++)
        open[i] = text[i] == '.';
    assert_int_equal(cairn_map_create(width, height, open, &def, &map), CAIRN_OK);
    return map;
}

/* ---- bends ---- */

/* Round a single blocked cell, strict: every bend round it, each known by one cell. */
static void test_bends_of_one_block(void **state)
{
    (void)state;
    cairn_map *map = make_text_map("....."
                                   "....."
                                   "..@.."
                                   "....."
                                   ".....",
                                   5, 5, CAIRN_CORNERS_STRICT);
    /* Clockwise across: diagonals at all four corners, flats at the western or northern end. */
    assert_int_equal(cairn__find_bends(map, (cairn__xy){.x = 1, .y = 1}), 1 << 6 | 1 << 7 | 1 << 0);
    assert_int_equal(cairn__find_bends(map, (cairn__xy){.x = 3, .y = 1}), 1 << 1 | 1 << 2);
    assert_int_equal(cairn__find_bends(map, (cairn__xy){.x = 1, .y = 3}), 1 << 5 | 1 << 4);
    assert_int_equal(cairn__find_bends(map, (cairn__xy){.x = 3, .y = 3}), 1 << 3);
    assert_int_equal(cairn__find_bends(map, (cairn__xy){.x = 2, .y = 1}), 0);
    cairn_map_close(map);
}

/* Of all cells only candidates know a bend, in both corner settings. */
static void test_candidates_have_all_bends(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        cairn_map *map = make_hard_map(seed, 40, 20, seed % 2);
        for (uint32_t y = 0; y < 20; y++) {
            uint64_t cells = cairn__find_bend_cells(map, 0, (int32_t)y);
            for (uint32_t x = 0; x < 40; x++)
                if (cairn__is_open(map, (int32_t)x, (int32_t)y) && (cells >> x & 1) == 0)
                    assert_int_equal(
                        cairn__find_bends(map, (cairn__xy){.x = (uint16_t)x, .y = (uint16_t)y}), 0);
        }
        cairn_map_close(map);
    }
}

/* ---- labels ---- */

/* Pairs of cells that are joined, each cell with itself as well. */
static uint64_t count_pairs(const cairn_map *map)
{
    uint32_t cells = map->info.width * map->info.height;
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < cells * cells; i++) {
        uint32_t ends[2] = {i / cells, i % cells};
        cairn_cell from = cairn_cell_at(ends[0] % map->info.width, ends[0] / map->info.width);
        cairn_cell to = cairn_cell_at(ends[1] % map->info.width, ends[1] / map->info.width);
        pairs += cairn_map_is_open(map, from) && cairn_map_is_open(map, to) &&
                 cairn_map_get_component(map, from) == cairn_map_get_component(map, to);
    }
    return pairs;
}

static void test_all_pairs_are_exact(void **state)
{
    bend_totals totals = {0};
    uint64_t pairs = 0, maps = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 250; seed += TEST_STRIDE)
        for (uint32_t corners = 0; corners < 2; corners++) {
            cairn_map *map = make_hard_map(seed, 2 + (uint32_t)(seed % 12),
                                           2 + (uint32_t)(seed / 12 % 11), corners);
            bend_check_map(map, "hard map", seed, UINT32_MAX, UINT32_MAX, &totals);
            pairs += count_pairs(map);
            maps++;
            cairn_map_close(map);
        }
    assert_int_equal(totals.wrong, 0);
    assert_int_equal(totals.pairs, pairs);
    assert_true(pairs > 1000 * maps);
}

/* Wider than a block of 256 cells. */
static void test_many_blocks_are_exact(void **state)
{
    bend_totals totals = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 16; seed += TEST_STRIDE) {
        cairn_map *map = make_hard_map(seed, 270 + (uint32_t)seed * 5, 16, seed % 2);
        bend_check_map(map, "wide map", seed, 5, 300, &totals);
        cairn_map_close(map);
    }
    assert_int_equal(totals.wrong, 0);
}

static cairn__bend_section make_section(const cairn_map *map, uint32_t threads)
{
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    cairn__preparation how = {.threads = threads};
    cairn__bend_section section;
    assert_int_equal(cairn__bend_section_create(map, &allocator, &no_limits, &how, &section),
                     CAIRN_OK);
    return section;
}

static void end_section(cairn__bend_section *section)
{
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    cairn__bend_section_end(section, &allocator);
}

static void test_threads_change_nothing(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        cairn_map *map = make_hard_map(seed * 3 + 1, 90, 30, seed % 2);
        cairn__bend_section one = make_section(map, 1);
        for (uint32_t threads = 2; threads <= 7; threads += 5) {
            cairn__bend_section several = make_section(map, threads);
            assert_int_equal(several.count, one.count);
            assert_memory_equal(several.bytes, one.bytes, (size_t)one.count);
            assert_int_equal(several.mark_count, one.mark_count);
            assert_memory_equal(several.marks, one.marks, (size_t)one.mark_count);
            end_section(&several);
        }
        end_section(&one);
        cairn_map_close(map);
    }
}

/* ---- lists ---- */

/* Items that open cells would have to test. */
static uint64_t count_asked(const cairn__bend_set *set, const cairn_map *map, uint64_t *cells)
{
    cairn__list_item items[1024];
    uint64_t asked = 0;
    for (uint32_t i = 0; i < map->info.width * map->info.height; i++) {
        cairn__xy cell = {.x = (uint16_t)(i % map->info.width),
                          .y = (uint16_t)(i / map->info.width)};
        cairn__list_cursor cursor;
        uint32_t limit = UINT32_MAX;
        if (!cairn__is_open_cell(map, cell))
            continue;
        cairn__list_start(&cursor, set, cell, true);
        uint32_t count = cairn__list_read(&cursor, set, &limit, items, 1024);
        for (uint32_t j = 0; j < count; j++)
            asked += cairn__is_asked(&items[j]);
        ++*cells;
    }
    return asked;
}

/* Blocks are cut as small as saves tests: 0.5 to 3.9 a cell here. Were all blocks 32 cells wide or more, it would
 * be 9 to 54. */
static void test_few_items_are_tested(void **state)
{
    (void)state;
    static const cairn_scene_kind kinds[] = {CAIRN_SCENE_ROOMS, CAIRN_SCENE_MAZE,
                                             CAIRN_SCENE_CAVES};
    for (uint32_t i = 0; i < 3; i++) {
        const golden_scene scene = {kinds[i], 300, 280, CAIRN_CORNERS_STRICT};
        cairn_map *map = golden_create_map(&scene, 3);
        cairn__bend_section section = make_section(map, 1);
        cairn__bend_set set;
        uint64_t cells = 0;
        assert_true(cairn__bend_set_open(section.bytes, section.count, map->info.width,
                                         map->info.height, &set));
        uint64_t asked = count_asked(&set, map, &cells);
        assert_true(asked < 5 * cells);
        end_section(&section);
        cairn_map_close(map);
    }
}

/* Items of others, all at once: read behind those of nodes with a label, or alone; how many. */
static uint32_t read_others(const cairn__bend_set *set, cairn__xy cell, bool behind,
                            cairn__list_item items[64])
{
    static cairn__list_item labelled[1024];
    cairn__list_cursor cursor, first;
    uint32_t limit = UINT32_MAX;
    cairn__list_start(&first, set, cell, behind);
    cursor = first;
    if (behind) {
        assert_true(cairn__list_read(&first, set, &limit, labelled, 1024) < 1024);
        assert_true(cairn__list_is_read(&first));
        cairn__list_start_others(&cursor, &first);
    }
    return cairn__list_read(&cursor, set, &limit, items, 64);
}

static void test_others_follow(void **state)
{
    (void)state;
    uint32_t seen = 0;
    for (uint64_t seed = 0; seed < 20; seed += TEST_STRIDE) {
        cairn_map *map = make_hard_map(seed, 270, 40, seed % 2);
        cairn__bend_section section = make_section(map, 1);
        cairn__bend_set set;
        assert_true(cairn__bend_set_open(section.bytes, section.count, map->info.width,
                                         map->info.height, &set));
        for (uint32_t i = 0; i < map->info.width * map->info.height; i++) {
            cairn__xy cell = {.x = (uint16_t)(i % map->info.width),
                              .y = (uint16_t)(i / map->info.width)};
            cairn__list_item behind[64], alone[64];
            uint32_t count = read_others(&set, cell, true, behind);
            assert_int_equal(count, read_others(&set, cell, false, alone));
            for (uint32_t j = 0; j < count; j++)
                assert_true(cairn__is_same_cell(behind[j].cell, alone[j].cell) &&
                            behind[j].kind == alone[j].kind);
            seen += count;
        }
        end_section(&section);
        cairn_map_close(map);
    }
    assert_true(seen > 1000 / TEST_STRIDE);
}

/* ---- damage ---- */

static cairn_status verify(const cairn__bend_section *section, const cairn_map *map, bool deep)
{
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    cairn__bend_set set;
    if (!cairn__bend_set_open(section->bytes, section->count, map->info.width, map->info.height,
                              &set) ||
        !cairn__landmarks_open(section->marks, section->mark_count, &set))
        return CAIRN_CORRUPT;
    cairn__bend_verifier self = {.set = &set,
                                 .allocator = &allocator,
                                 .section = section->bytes,
                                 .bytes = section->count,
                                 .width = map->info.width,
                                 .height = map->info.height};
    cairn_status status = cairn__bend_verify(&self);
    self.map = map;
    return status == CAIRN_OK && deep ? cairn__bend_verify_map(&self) : status;
}

static void test_what_is_built_verifies(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed += TEST_STRIDE) {
        cairn_map *map = make_hard_map(seed, 20 + (uint32_t)seed * 5, 16, seed % 2);
        cairn__bend_section section = make_section(map, 1);
        assert_int_equal(verify(&section, map, true), CAIRN_OK);
        end_section(&section);
        cairn_map_close(map);
    }
}

/* Searches and walks, whatever the section says: all must come to an end. */
static void search_all(const cairn_map *map, const cairn__bend_section *section, uint32_t step)
{
    cairn__bend_set set;
    cairn__bend_desk desk;
    uint32_t cells = map->info.width * map->info.height;
    if (!cairn__bend_set_open(section->bytes, section->count, map->info.width, map->info.height,
                              &set) ||
        !cairn__landmarks_open(section->marks, section->mark_count, &set))
        return;
    void *memory = malloc(cairn__bend_desk_get_bytes(map, set.nodes) + 1);
    assert_non_null(memory);
    cairn__bend_desk_start(&desk, map, set.nodes, memory);
    for (uint32_t i = 0; i < cells; i += step) {
        uint32_t j = (i * 7 + 3) % cells;
        cairn__xy ends[2] = {
            {.x = (uint16_t)(i % map->info.width), .y = (uint16_t)(i / map->info.width)},
            {.x = (uint16_t)(j % map->info.width), .y = (uint16_t)(j / map->info.width)}};
        cairn__bend_tools tools = {.map = map, .set = &set, .desk = &desk};
        cairn__bend_search search;
        cairn__bend_legs legs;
        cairn__xy cell;
        cairn__meter meter = {.left = CAIRN__NO_LIMIT};
        if (!cairn__is_open_cell(map, ends[0]) || !cairn__is_open_cell(map, ends[1]))
            continue;
        cairn__bend_search_start(&search, ends[0], ends[1]);
        if (cairn__bend_search_run(&search, &tools, &meter) != CAIRN__DONE)
            continue;
        cairn__bend_legs_start(&legs, &search);
        while (cairn__bend_legs_next(&legs, &set, &meter, &cell) == CAIRN__DONE)
            assert_true(meter.left > 0);
    }
    free(memory);
}

/* Every seventh bit is changed once. Almost all changes are seen, and none does harm. */
static void test_damage_is_harmless(void **state)
{
    (void)state;
    cairn_map *map = make_hard_map(35, 24, 20, CAIRN_CORNERS_STRICT);
    cairn__bend_section section = make_section(map, 1);
    uint64_t missed = 0;
    for (uint64_t bit = 0; bit < (section.count + section.mark_count) * 8; bit += 7) {
        bool in_marks = bit / 8 >= section.count;
        unsigned char *byte =
            in_marks ? &section.marks[bit / 8 - section.count] : &section.bytes[bit / 8];
        *byte ^= (unsigned char)(1 << bit % 8);
        cairn_status status = verify(&section, map, true);
        missed += status == CAIRN_OK;
        assert_false(in_marks && status == CAIRN_OK);
        search_all(map, &section, 61);
        *byte ^= (unsigned char)(1 << bit % 8);
    }
    /* What a list leaves out, and where boxes end, is not known without building it again. */
    assert_true(missed < section.count * 8 / 7 / 4);
    end_section(&section);
    cairn_map_close(map);
}

/* ---- want of memory ---- */

static void test_failed_allocations(void **state)
{
    (void)state;
    cairn_map *map = make_hard_map(12, 20, 16, CAIRN_CORNERS_FREE);
    cairn__preparation how = {.threads = 1};
    cairn_status status = CAIRN_MEMORY;
    for (long fail = 0; status != CAIRN_OK; fail++) {
        test_faulty faulty = {.fail_from = fail, .fail_end = fail + 1};
        cairn_allocator allocator = test_faulty_get_allocator(&faulty);
        cairn__bend_section section;
        status = cairn__bend_section_create(map, &allocator, &no_limits, &how, &section);
        assert_true(status == CAIRN_OK || status == CAIRN_MEMORY);
        assert_int_equal(status == CAIRN_OK, !faulty.failed);
        cairn__bend_section_end(&section, &allocator);
        assert_int_equal(faulty.live, 0);
    }
    cairn_map_close(map);
}

static void test_limits(void **state)
{
    (void)state;
    cairn_map *map = make_hard_map(1, 100, 60, CAIRN_CORNERS_STRICT);
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    cairn__preparation how = {.threads = 2};
    for (uint32_t i = 0; i < 4; i++) {
        cairn__bend_rule rule = no_limits;
        size_t *limits[] = {&rule.limits.nodes, &rule.limits.edges, &rule.limits.items};
        cairn__bend_section section;
        if (i < 3)
            *limits[i] = 3;
        else
            rule.entries = 3;
        assert_int_equal(cairn__bend_section_create(map, &allocator, &rule, &how, &section),
                         CAIRN_LIMIT);
    }
    cairn_map_close(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bends_of_one_block),
        cmocka_unit_test(test_candidates_have_all_bends),
        cmocka_unit_test(test_all_pairs_are_exact),
        cmocka_unit_test(test_many_blocks_are_exact),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_few_items_are_tested),
        cmocka_unit_test(test_others_follow),
        cmocka_unit_test(test_what_is_built_verifies),
        cmocka_unit_test(test_damage_is_harmless),
        cmocka_unit_test(test_failed_allocations),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
