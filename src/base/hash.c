/* hash.c: XXH64 after its published specification, byte order independent. */
#include "base/hash.h"

#include <string.h>

#include "base/bits.h"

#define PRIME1 UINT64_C(0x9e3779b185ebca87)
#define PRIME2 UINT64_C(0xc2b2ae3d27d4eb4f)
#define PRIME3 UINT64_C(0x165667b19e3779f9)
#define PRIME4 UINT64_C(0x85ebca77c2b2ae63)
#define PRIME5 UINT64_C(0x27d4eb2f165667c5)

static uint64_t read_word(const unsigned char *bytes, int count)
{
    uint64_t word = 0;
    for (int i = 0; i < count; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

static uint64_t add_round(uint64_t lane, uint64_t input)
{
    return cairn__rotate_left(lane + input * PRIME2, 31) * PRIME1;
}

static void add_stripe(uint64_t lanes[4], const unsigned char *bytes)
{
    for (size_t i = 0; i < 4; i++)
        lanes[i] = add_round(lanes[i], read_word(bytes + 8 * i, 8));
}

void cairn__hash_start(cairn__hash *hash)
{
    *hash = (cairn__hash){.lanes = {PRIME1 + PRIME2, PRIME2, 0, UINT64_C(0) - PRIME1}};
}

void cairn__hash_add(cairn__hash *hash, const void *bytes, size_t count)
{
    const unsigned char *next = bytes;
    hash->total += count;
    if (hash->pending_bytes > 0) {
        size_t room = sizeof hash->pending - hash->pending_bytes;
        size_t taken = count < room ? count : room;
        memcpy(hash->pending + hash->pending_bytes, next, taken);
        hash->pending_bytes += (uint32_t)taken;
        next += taken;
        count -= taken;
        if (hash->pending_bytes < sizeof hash->pending)
            return;
        add_stripe(hash->lanes, hash->pending);
        hash->pending_bytes = 0;
    }
    for (; count >= 32; count -= 32, next += 32)
        add_stripe(hash->lanes, next);
    if (count > 0)
        memcpy(hash->pending, next, count);
    hash->pending_bytes = (uint32_t)count;
}

static uint64_t join_lanes(const uint64_t lanes[4])
{
    static const uint32_t turns[4] = {1, 7, 12, 18};
    uint64_t joined = 0;
    for (int i = 0; i < 4; i++)
        joined += cairn__rotate_left(lanes[i], turns[i]);
    for (int i = 0; i < 4; i++)
        joined = (joined ^ add_round(0, lanes[i])) * PRIME1 + PRIME4;
    return joined;
}

uint64_t cairn__hash_finish(const cairn__hash *hash)
{
    uint64_t word = hash->total >= 32 ? join_lanes(hash->lanes) : PRIME5;
    word += hash->total;
    const unsigned char *next = hash->pending;
    uint32_t left = hash->pending_bytes;
    for (; left >= 8; left -= 8, next += 8)
        word = cairn__rotate_left(word ^ add_round(0, read_word(next, 8)), 27) * PRIME1 + PRIME4;
    if (left >= 4) {
        word = cairn__rotate_left(word ^ (read_word(next, 4) * PRIME1), 23) * PRIME2 + PRIME3;
        left -= 4;
        next += 4;
    }
    for (; left > 0; left--, next++)
        word = cairn__rotate_left(word ^ (*next * PRIME5), 11) * PRIME1;
    word = (word ^ (word >> 33)) * PRIME2;
    word = (word ^ (word >> 29)) * PRIME3;
    return word ^ (word >> 32);
}

uint64_t cairn__hash_bytes(const void *bytes, size_t count)
{
    cairn__hash hash;
    cairn__hash_start(&hash);
    cairn__hash_add(&hash, bytes, count);
    return cairn__hash_finish(&hash);
}
