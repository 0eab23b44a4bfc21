/* test_fingerprint.c (unit): the fingerprint of a map is the hash that docs/format.md describes:
 * XXH64 with seed 0, written here once more from its description. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t prime_1 = UINT64_C(11400714785074694791);
static const uint64_t prime_2 = UINT64_C(14029467366897019727);
static const uint64_t prime_3 = UINT64_C(1609587929392839161);
static const uint64_t prime_4 = UINT64_C(9650029242287828579);
static const uint64_t prime_5 = UINT64_C(2870177450012600261);

static uint64_t rotate(uint64_t word, int count)
{
    return word << count | word >> (64 - count);
}

static uint64_t read_number(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = count - 1; i >= 0; i--)
        number = number << 8 | bytes[i];
    return number;
}

static uint64_t hash_round(uint64_t lane, uint64_t word)
{
    return rotate(lane + word * prime_2, 31) * prime_1;
}

static uint64_t hash_lanes(const unsigned char *bytes, size_t count)
{
    static const int turns[4] = {1, 7, 12, 18};
    uint64_t lanes[4] = {prime_1 + prime_2, prime_2, 0, 0 - prime_1}, hash = 0;
    for (size_t i = 0; i + 32 <= count; i += 32)
        for (size_t j = 0; j < 4; j++)
            lanes[j] = hash_round(lanes[j], read_number(bytes + i + 8 * j, 8));
    for (int j = 0; j < 4; j++)
        hash += rotate(lanes[j], turns[j]);
    for (int j = 0; j < 4; j++)
        hash = (hash ^ hash_round(0, lanes[j])) * prime_1 + prime_4;
    return hash;
}

static uint64_t hash_bytes(const unsigned char *bytes, size_t count)
{
    uint64_t hash = (count >= 32 ? hash_lanes(bytes, count) : prime_5) + count;
    size_t i = count - count % 32;
    for (; i + 8 <= count; i += 8)
        hash = rotate(hash ^ hash_round(0, read_number(bytes + i, 8)), 27) * prime_1 + prime_4;
    for (; i + 4 <= count; i += 4)
        hash = rotate(hash ^ read_number(bytes + i, 4) * prime_1, 23) * prime_2 + prime_3;
    for (; i < count; i++)
        hash = rotate(hash ^ bytes[i] * prime_5, 11) * prime_1;
    hash = (hash ^ hash >> 33) * prime_2;
    hash = (hash ^ hash >> 29) * prime_3;
    return hash ^ hash >> 32;
}

/* Width and height in 4 bytes each, the lowest first; then each row in whole bytes, cell x at bit
 * x mod 8 of byte x / 8, set if open. */
static uint64_t get_fingerprint(const test_world *world)
{
    size_t width = (size_t)world->ref.width, height = (size_t)world->ref.height;
    size_t row_bytes = (width + 7) / 8, count = 8 + row_bytes * height;
    unsigned char *bytes = calloc(count, 1);
    assert_non_null(bytes);
    for (int i = 0; i < 4; i++) {
        bytes[i] = (unsigned char)(width >> (8 * i));
        bytes[4 + i] = (unsigned char)(height >> (8 * i));
    }
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++)
            if (world->cells[y * width + x])
                bytes[8 + y * row_bytes + x / 8] |= (unsigned char)(1u << (x % 8));
    uint64_t hash = hash_bytes(bytes, count);
    free(bytes);
    return hash;
}

static void fingerprint_hash_has_known_values(void **state)
{
    (void)state;
    const char *text = "Nobody inspects the spammish repetition";
    assert_true(hash_bytes((const unsigned char *)"", 0) == UINT64_C(0xEF46DB3751D8E999));
    assert_true(hash_bytes((const unsigned char *)"abc", 3) == UINT64_C(0x44BC2CF5AD770999));
    assert_true(hash_bytes((const unsigned char *)text, strlen(text)) ==
                UINT64_C(0xFBCEA83C8A378BF1));
}

static void fingerprint_is_as_documented(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < 200; i++) {
        test_world world;
        int width = 1 + test_draw_below(&random, i % 2 ? 140 : 20);
        int height = 1 + test_draw_below(&random, i % 3 ? 20 : 140);
        test_world_create_random(&world, width, height, 30, (cairn_corners)(i % 2), &random);
        assert_true(test_get_map_info(world.map).fingerprint == get_fingerprint(&world));
        test_world_destroy(&world);
    }
}

static uint64_t get_fingerprint_of_text(int width, int height, const char *text)
{
    test_world world;
    test_world_create_of_text(&world, width, height, text, CAIRN_CORNERS_STRICT);
    uint64_t fingerprint = test_get_map_info(world.map).fingerprint;
    test_world_destroy(&world);
    return fingerprint;
}

static void fingerprint_tells_maps_apart(void **state)
{
    (void)state;
    uint64_t first = get_fingerprint_of_text(4, 2, "..@...@.");
    assert_true(first == get_fingerprint_of_text(4, 2, "GSTG..W."));
    assert_true(first != get_fingerprint_of_text(2, 4, "..@...@."));
    assert_true(first != get_fingerprint_of_text(8, 1, "..@...@."));
    for (int i = 0; i < 8; i++) {
        char text[9] = "..@...@.";
        text[i] = text[i] == '.' ? '@' : '.';
        assert_true(first != get_fingerprint_of_text(4, 2, text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fingerprint_hash_has_known_values),
        cmocka_unit_test(fingerprint_is_as_documented),
        cmocka_unit_test(fingerprint_tells_maps_apart),
    };
    return cmocka_run_group_tests_name("fingerprint", tests, NULL, NULL);
}
