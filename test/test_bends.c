/* test_bends.c (exhaustive): labels of bends tell the length of every optimal path of many small maps, and
 * the path; the straight test is exact; the bytes do not depend on threads; damage and want of
 * memory do no harm. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "bend_check.h"
#include "build/bend_maker.h"
#include "db/bend_legs.h"
#include "db/bend_verify.h"
#include "faulty.h"
#include "hard_maps.h"
#include "search/bends.h"

#define SIDE 64
#define LONG 1400 /* a side of maps whose rows of blocks have three words */
#define THIN 200
#define DIAGONAL 700

static const cairn__bend_rule no_limits = {{1u << 20, 1u << 24, 1u << 24}, 1u << 26, NULL};

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
    assert_int_equal(cairn__find_bends(map, (cairn__xy){1, 1}), 1 << 6 | 1 << 7 | 1 << 0);
    assert_int_equal(cairn__find_bends(map, (cairn__xy){3, 1}), 1 << 1 | 1 << 2);
    assert_int_equal(cairn__find_bends(map, (cairn__xy){1, 3}), 1 << 5 | 1 << 4);
    assert_int_equal(cairn__find_bends(map, (cairn__xy){3, 3}), 1 << 3);
    assert_int_equal(cairn__find_bends(map, (cairn__xy){2, 1}), 0);
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
                    assert_int_equal(cairn__find_bends(map, (cairn__xy){(uint16_t)x, (uint16_t)y}),
                                     0);
        }
        cairn_map_close(map);
    }
}

/* ---- straight ---- */

/* Marks what moves of one cone lead to, as literally as can be. */
static void mark_cone(const cairn_map *map, cairn__xy from, uint32_t cone, bool *reached)
{
    cairn__xy stack[2 * SIDE * SIDE + 1];
    size_t count = 0;
    memset(reached, 0, SIDE * SIDE * sizeof *reached);
    stack[count++] = from;
    while (count > 0) {
        cairn__xy cell = stack[--count];
        if (reached[cell.y * SIDE + cell.x])
            continue;
        reached[cell.y * SIDE + cell.x] = true;
        for (uint32_t i = 0; i < 2; i++) {
            uint32_t heading = cairn__turn(cone, i);
            cairn__xy next = {(uint16_t)(cell.x + cairn__heading_x[heading]),
                              (uint16_t)(cell.y + cairn__heading_y[heading])};
            if (cairn__is_open_cell(map, next) && cairn__is_legal_move(map, cell, next))
                stack[count++] = next;
        }
    }
}

/* Asks with few units at a time. */
static bool ask(const cairn_map *map, cairn__xy from, cairn__xy to, int64_t slice)
{
    uint16_t room[5 * DIAGONAL];
    cairn__straight straight;
    cairn__straight_answer answer = CAIRN__STRAIGHT_PAUSED;
    cairn__straight_start(&straight, from, to, room);
    if (slice % 2 == 0) /* look at blocks at once, which small maps hardly need */
        straight.slice = straight.left = 1;
    while (answer == CAIRN__STRAIGHT_PAUSED) {
        int64_t units = slice;
        answer = cairn__straight_run(&straight, map, &units);
        assert_true(units > -CAIRN__STRAIGHT_UNITS);
    }
    return answer == CAIRN__STRAIGHT_YES;
}

static void check_straight_from(const cairn_map *map, cairn__xy from)
{
    static bool reached[CAIRN__CONES][SIDE * SIDE];
    for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
        mark_cone(map, from, cone, reached[cone]);
    for (uint32_t i = 0; i < map->info.width * map->info.height; i++) {
        cairn__xy to = {(uint16_t)(i % map->info.width), (uint16_t)(i / map->info.width)};
        if (!cairn__is_open_cell(map, to))
            continue;
        bool straight = false;
        for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
            straight = straight || reached[cone][to.y * SIDE + to.x];
        assert_int_equal(ask(map, from, to, 1 + i % 40), straight);
    }
}

static void test_straight_is_exact(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        uint32_t width = 5 + (uint32_t)(seed * 7 % 60), height = 5 + (uint32_t)(seed * 11 % 60);
        cairn_map *map = make_hard_map(seed, width, height, seed % 2);
        for (uint32_t i = 0; i < 3; i++) {
            cairn__xy from = {(uint16_t)((seed + i * 17) % width),
                              (uint16_t)((seed / 3 + i * 23) % height)};
            if (cairn__is_open_cell(map, from))
                check_straight_from(map, from);
        }
        cairn_map_close(map);
    }
}

/* A long map: thin slanted walls and specks, so that rows of blocks have several words, and searches
 * many groups of rows. */
static cairn_map *make_long_map(uint64_t seed, bool upright)
{
    static unsigned char open[LONG * THIN];
    cairn_map_def def = {.size = sizeof def, .corners = (uint32_t)(seed % 2)};
    cairn_random random = cairn__random_start(seed, 3);
    cairn_map *map;
    memset(open, 1, sizeof open);
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t x = cairn__random_below(&random, LONG), y = cairn__random_below(&random, THIN);
        uint32_t length = i % 3 == 0 ? 1 : cairn__random_below(&random, 90);
        uint32_t tread = 1 + cairn__random_below(&random, 6);
        for (uint32_t j = 0; j < length && x + j < LONG; j++) {
            uint32_t row = i % 2 == 0 ? y + j / tread : y - j / tread;
            if (row < THIN)
                open[upright ? (x + j) * THIN + row : row * LONG + x + j] = 0;
        }
    }
    assert_int_equal(
        cairn_map_create(upright ? THIN : LONG, upright ? LONG : THIN, open, &def, &map), CAIRN_OK);
    return map;
}

/* Marks what moves of one cone lead to, row by row or column by column: no stack. */
static void mark_long(const cairn_map *map, cairn__xy from, uint32_t cone, bool *reached)
{
    uint32_t width = map->info.width, cells = width * map->info.height;
    memset(reached, 0, cells * sizeof *reached);
    reached[from.y * width + from.x] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < cells; i++) {
            uint32_t at = (cone + 1) % 8 >= 4 ? cells - 1 - i : i;
            cairn__xy cell = {(uint16_t)(at % width), (uint16_t)(at / width)};
            for (uint32_t j = 0; reached[at] && j < 2; j++) {
                uint32_t heading = cairn__turn(cone, j);
                cairn__xy next = {(uint16_t)(cell.x + cairn__heading_x[heading]),
                                  (uint16_t)(cell.y + cairn__heading_y[heading])};
                if (!cairn__is_open_cell(map, next) || reached[next.y * width + next.x] ||
                    !cairn__is_legal_move(map, cell, next))
                    continue;
                reached[next.y * width + next.x] = changed = true;
            }
        }
    }
}

/* Compares legs from a cell to random ones, both ways, with the marks; counts the answers. */
static void check_long_from(const cairn_map *map, cairn__xy from, uint64_t seed, uint32_t *answers)
{
    static bool reached[CAIRN__CONES][LONG * THIN];
    cairn_random random = cairn__random_start(seed, 4);
    uint32_t width = map->info.width, cells = width * map->info.height;
    for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
        mark_long(map, from, cone, reached[cone]);
    for (uint32_t i = 0; i < 1500; i++) {
        uint32_t end = cairn__random_below(&random, cells);
        cairn__xy to = {(uint16_t)(end % width), (uint16_t)(end / width)};
        bool straight = false;
        for (uint32_t cone = 0; cone < CAIRN__CONES; cone++)
            straight = straight || reached[cone][end];
        if (!cairn__is_open_cell(map, to))
            continue;
        assert_int_equal(ask(map, from, to, 1 + i % 40), straight);
        assert_int_equal(ask(map, to, from, 1 + i % 40), straight);
        answers[straight]++;
    }
}

static void test_long_straights_are_exact(void **state)
{
    uint32_t answers[2] = {0, 0};
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        cairn_map *map = make_long_map(seed, seed / 2 % 2 != 0);
        uint32_t width = map->info.width, cells = width * map->info.height;
        uint32_t start = seed % 3 == 0 ? 0 : seed % 3 == 1 ? cells - 1 : cells / 2;
        while (cairn_map_is_open(map, cairn_cell_at(start % width, start / width)) == 0)
            start = (start * 7 + 5) % cells;
        cairn__xy from = {(uint16_t)(start % width), (uint16_t)(start / width)};
        check_long_from(map, from, seed, answers);
        cairn_map_close(map);
    }
    assert_true(answers[0] > 500 && answers[1] > 500);
}

/* A corridor of three cells along a diagonal: its blocks pass from word to word by moves down alone.
 * One half is wider, so that the front from the other end comes first. */
static void test_diagonal_corridors(void **state)
{
    static unsigned char open[DIAGONAL * DIAGONAL];
    (void)state;
    for (uint32_t variant = 0; variant < 8; variant++) {
        bool rises = variant / 2 % 2 != 0;
        cairn_map_def def = {.size = sizeof def, .corners = variant % 2};
        cairn_map *map;
        for (int32_t i = 0; i < DIAGONAL * DIAGONAL; i++) {
            int32_t y = i / DIAGONAL, x = rises ? DIAGONAL - 1 - i % DIAGONAL : i % DIAGONAL;
            int32_t wide = (y < DIAGONAL / 2) == (variant < 4) ? 20 : 1;
            open[i] = x - y >= -wide && x - y <= wide;
        }
        assert_int_equal(cairn_map_create(DIAGONAL, DIAGONAL, open, &def, &map), CAIRN_OK);
        for (uint16_t i = 0; i < 20; i++) {
            uint16_t last = (uint16_t)(DIAGONAL - 1 - i), aside = i % 2;
            cairn__xy from = {rises ? last : i, i};
            cairn__xy to = {(uint16_t)(rises ? i + aside : last - aside), last};
            assert_true(ask(map, from, to, 2));
            assert_true(ask(map, to, from, 2));
        }
        cairn_map_close(map);
    }
}

/* ---- labels ---- */

static void test_all_pairs_are_exact(void **state)
{
    bend_totals totals = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 250; seed++)
        for (uint32_t corners = 0; corners < 2; corners++) {
            cairn_map *map = make_hard_map(seed, 2 + (uint32_t)(seed % 12),
                                           2 + (uint32_t)(seed / 12 % 11), corners);
            bend_check_map(map, "hard map", seed, UINT32_MAX, UINT32_MAX, &totals);
            cairn_map_close(map);
        }
    assert_int_equal(totals.wrong, 0);
    assert_true(totals.pairs > 500000);
}

/* Wider than a block of 256 cells. */
static void test_many_blocks_are_exact(void **state)
{
    bend_totals totals = {0};
    (void)state;
    for (uint64_t seed = 0; seed < 16; seed++) {
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
            assert_memory_equal(several.bytes, one.bytes, one.count);
            end_section(&several);
        }
        end_section(&one);
        cairn_map_close(map);
    }
}

/* ---- damage ---- */

static cairn_status verify(const cairn__bend_section *section, const cairn_map *map, bool deep)
{
    cairn_allocator allocator = cairn__allocator_or_default((cairn_allocator){0});
    cairn__bend_set set;
    if (!cairn__bend_set_open(section->bytes, section->count, map->info.width, map->info.height,
                              &set))
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
    for (uint64_t seed = 0; seed < 60; seed++) {
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
                              &set))
        return;
    void *memory = malloc(cairn__bend_desk_get_bytes(map, set.nodes) + 1);
    assert_non_null(memory);
    cairn__bend_desk_start(&desk, map, set.nodes, memory);
    for (uint32_t i = 0; i < cells; i += step) {
        uint32_t j = (i * 7 + 3) % cells;
        cairn__xy ends[2] = {{(uint16_t)(i % map->info.width), (uint16_t)(i / map->info.width)},
                             {(uint16_t)(j % map->info.width), (uint16_t)(j / map->info.width)}};
        cairn__bend_tools tools = {map, &set, &desk};
        cairn__bend_search search;
        cairn__bend_legs legs;
        cairn__xy cell;
        int64_t units = INT64_MAX / 2;
        if (!cairn__is_open_cell(map, ends[0]) || !cairn__is_open_cell(map, ends[1]))
            continue;
        cairn__bend_search_start(&search, ends[0], ends[1]);
        if (cairn__bend_search_run(&search, &tools, &units) != CAIRN__BEND_FOUND)
            continue;
        cairn__bend_legs_start(&legs, &search);
        while (cairn__bend_legs_next(&legs, &set, &units, &cell) == CAIRN__BEND_FOUND)
            assert_true(units > 0);
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
    for (uint64_t bit = 0; bit < section.count * 8; bit += 7) {
        section.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        missed += verify(&section, map, true) == CAIRN_OK;
        search_all(map, &section, 61);
        section.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
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
        size_t *limits[] = {&rule.limits.nodes, &rule.limits.edges, &rule.limits.items,
                            &rule.entries};
        cairn__bend_section section;
        *limits[i] = 3;
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
        cmocka_unit_test(test_straight_is_exact),
        cmocka_unit_test(test_long_straights_are_exact),
        cmocka_unit_test(test_diagonal_corridors),
        cmocka_unit_test(test_all_pairs_are_exact),
        cmocka_unit_test(test_many_blocks_are_exact),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_what_is_built_verifies),
        cmocka_unit_test(test_damage_is_harmless),
        cmocka_unit_test(test_failed_allocations),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
