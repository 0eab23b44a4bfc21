/* learned.c: see learned.h. Entry i of the table (a value, or a bucket's head) lies in segment 0 if
 * i < base, else in the segment that begins at the highest power of two times base below i. */
#include "plan/learned.h"

#include <string.h>

#include "base/bits.h"
#include "base/memory.h"

#define NONE UINT32_MAX

typedef struct entry {
    uint32_t segment;
    uint32_t offset;
} entry;

static inline entry find_entry(const cairn__learned *learned, uint32_t index)
{
    uint32_t high = index >> learned->base_bits;
    if (high == 0)
        return (entry){0, index};
    uint32_t top = 63 - cairn__count_leading_zeros(high);
    return (entry){top + 1, index - (UINT32_C(1) << (top + learned->base_bits))};
}

static inline cairn__learned_value *get_value(const cairn__learned *learned, uint32_t index)
{
    entry place = find_entry(learned, index);
    return &learned->values[place.segment][place.offset];
}

static inline uint32_t *get_head(const cairn__learned *learned, uint32_t bucket)
{
    entry place = find_entry(learned, bucket);
    return &learned->heads[place.segment][place.offset];
}

static inline uint32_t get_hash(cairn__link target, cairn__link cell)
{
    uint64_t key = (uint64_t)target << 32 | cell;
    key = (key ^ key >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(key >> 32);
}

/* Linear hashing: the lowest bits of the hash that name a bucket in use. */
static inline uint32_t get_bucket(const cairn__learned *learned, uint32_t hash)
{
    uint32_t top = 63 - cairn__count_leading_zeros(learned->buckets);
    uint32_t bucket = hash & ((UINT32_C(2) << top) - 1);
    return bucket < learned->buckets ? bucket : bucket & ((UINT32_C(1) << top) - 1);
}

static uint32_t get_base_bits(uint32_t capacity)
{
    uint32_t bits = 0;
    while (bits < 30 && (UINT32_C(1) << bits) < capacity)
        bits++;
    return bits;
}

#define ENTRY_BYTES (sizeof(cairn__learned_value) + sizeof(uint32_t))

size_t cairn__learned_get_bytes(uint32_t capacity)
{
    return ((size_t)1 << get_base_bits(capacity)) * ENTRY_BYTES;
}

static void set_segment(cairn__learned *learned, uint32_t segment, void *memory, size_t entries)
{
    learned->values[segment] = memory;
    learned->heads[segment] = (uint32_t *)(learned->values[segment] + entries);
}

void cairn__learned_start(cairn__learned *learned, uint32_t capacity, void *memory, bool may_grow,
                          const cairn_allocator *allocator)
{
    memset(learned, 0, sizeof *learned);
    learned->allocator = *allocator;
    learned->may_grow = may_grow;
    learned->base_bits = get_base_bits(capacity);
    learned->capacity = UINT32_C(1) << learned->base_bits;
    set_segment(learned, 0, memory, learned->capacity);
    cairn__learned_clear(learned);
}

void cairn__learned_clear(cairn__learned *learned)
{
    uint32_t base = UINT32_C(1) << learned->base_bits;
    memset(learned->heads[0], 0xff, base * sizeof *learned->heads[0]);
    memset(learned->targets, 0, sizeof learned->targets);
    learned->buckets = base;
    learned->count = 0;
}

void cairn__learned_end(cairn__learned *learned)
{
    for (uint32_t i = 1; i < CAIRN__LEARNED_SEGMENTS; i++)
        cairn__release(&learned->allocator, learned->values[i]);
}

size_t cairn__learned_get_grown_bytes(const cairn__learned *learned)
{
    return (learned->capacity - ((size_t)1 << learned->base_bits)) * ENTRY_BYTES;
}

/* Two bits of the filter for a target. */
static void get_target_bits(cairn_cell target, uint32_t bits[2])
{
    uint32_t hash = get_hash(cairn__link_to(target), 0);
    bits[0] = hash % (64 * CAIRN__TARGET_WORDS);
    bits[1] = hash / (64 * CAIRN__TARGET_WORDS) % (64 * CAIRN__TARGET_WORDS);
}

bool cairn__learned_may_have(const cairn__learned *learned, cairn_cell target)
{
    uint32_t bits[2];
    get_target_bits(target, bits);
    return (learned->targets[bits[0] / 64] >> (bits[0] % 64) &
            learned->targets[bits[1] / 64] >> (bits[1] % 64) & 1) != 0;
}

static cairn__learned_value *find(const cairn__learned *learned, cairn__link target,
                                  cairn__link cell)
{
    uint32_t index = *get_head(learned, get_bucket(learned, get_hash(target, cell)));
    while (index != NONE) {
        cairn__learned_value *value = get_value(learned, index);
        if (value->cell == cell && value->target == target)
            return value;
        index = value->next;
    }
    return NULL;
}

uint32_t cairn__learned_get(const cairn__learned *learned, cairn_cell target, cairn_cell cell)
{
    const cairn__learned_value *value =
        find(learned, cairn__link_to(target), cairn__link_to(cell));
    return value != NULL ? value->h : 0;
}

static cairn_status grow(cairn__learned *learned)
{
    if (!learned->may_grow)
        return CAIRN_FULL;
    if (learned->capacity > UINT32_MAX / 2)
        return CAIRN_LIMIT;
    uint32_t segment = find_entry(learned, learned->capacity).segment;
    void *memory = cairn__allocate(&learned->allocator, learned->capacity, ENTRY_BYTES);
    if (memory == NULL)
        return CAIRN_MEMORY;
    set_segment(learned, segment, memory, learned->capacity);
    learned->capacity *= 2;
    return CAIRN_OK;
}

/* Brings one more bucket into use and moves to it what hashes there, out of one old bucket. */
static void split_bucket(cairn__learned *learned)
{
    uint32_t top = 63 - cairn__count_leading_zeros(learned->buckets);
    uint32_t added = learned->buckets++;
    uint32_t *old_head = get_head(learned, added - (UINT32_C(1) << top));
    uint32_t *new_head = get_head(learned, added);
    uint32_t index = *old_head;
    *old_head = *new_head = NONE;
    while (index != NONE) {
        cairn__learned_value *value = get_value(learned, index);
        uint32_t next = value->next;
        uint32_t bucket = get_bucket(learned, get_hash(value->target, value->cell));
        uint32_t *head = bucket == added ? new_head : old_head;
        value->next = *head;
        *head = index;
        index = next;
    }
}

static void add(cairn__learned *learned, cairn__link target, cairn__link cell, uint32_t h)
{
    uint32_t index = learned->count++;
    if (learned->count > learned->buckets)
        split_bucket(learned);
    uint32_t *head = get_head(learned, get_bucket(learned, get_hash(target, cell)));
    *get_value(learned, index) = (cairn__learned_value){target, cell, h, *head};
    *head = index;
}

cairn_status cairn__learned_raise(cairn__learned *learned, cairn_cell target, cairn_cell cell,
                                  uint32_t h)
{
    cairn__learned_value *value = find(learned, cairn__link_to(target), cairn__link_to(cell));
    if (value != NULL) {
        value->h = h;
        return CAIRN_OK;
    }
    if (learned->count == learned->capacity) {
        cairn_status status = grow(learned);
        if (status != CAIRN_OK)
            return status;
    }
    uint32_t bits[2];
    get_target_bits(target, bits);
    learned->targets[bits[0] / 64] |= UINT64_C(1) << (bits[0] % 64);
    learned->targets[bits[1] / 64] |= UINT64_C(1) << (bits[1] % 64);
    add(learned, cairn__link_to(target), cairn__link_to(cell), h);
    return CAIRN_OK;
}
