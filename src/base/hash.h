/* hash.h: XXH64 (seed 0), for fingerprints and checksums; and a mixer for hash tables. */
#ifndef CAIRN_HASH_H
#define CAIRN_HASH_H

#include <stddef.h>
#include <stdint.h>

/* A hash over bytes that arrive in pieces; the pieces' lengths do not matter. */
typedef struct cairn__hash {
    uint64_t lanes[4];
    uint64_t total;
    unsigned char pending[32];
    uint32_t pending_bytes;
} cairn__hash;

void cairn__hash_start(cairn__hash *hash);
void cairn__hash_add(cairn__hash *hash, const void *bytes, size_t count);
uint64_t cairn__hash_finish(const cairn__hash *hash);

/* All at once. */
uint64_t cairn__hash_bytes(const void *bytes, size_t count);

/* Spreads 64 bits (the finaliser of SplitMix64). */
static inline uint64_t cairn__mix(uint64_t word)
{
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

#endif
