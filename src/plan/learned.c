/* learned.c: see learned.h. Entry i of the table (a block, or a bucket's head) lies in segment 0 if
 * i < base, otherwise in the segment that begins at the highest power of two times base below i. */
#include "base/xy.h"
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

static inline cairn__learned_block *get_block(const cairn__learned *learned, uint32_t index)
{
    entry place = find_entry(learned, index);
    return &learned->blocks[place.segment][place.offset];
}

static inline uint32_t *get_head(const cairn__learned *learned, uint32_t bucket)
{
    entry place = find_entry(learned, bucket);
    return &learned->heads[place.segment][place.offset];
}

static inline uint32_t get_hash(cairn_cell target, cairn_cell place)
{
    uint64_t key = (uint64_t)target << 32 | place;
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

#define ENTRY_BYTES (sizeof(cairn__learned_block) + sizeof(uint32_t))

uint64_t cairn__learned_get_bytes(uint32_t capacity)
{
    return (UINT64_C(1) << get_base_bits(capacity)) * ENTRY_BYTES;
}

static void set_segment(cairn__learned *learned, uint32_t segment, void *memory, size_t entries)
{
    learned->blocks[segment] = memory;
    learned->heads[segment] = (uint32_t *)(learned->blocks[segment] + entries);
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
    learned->count = learned->values = 0;
    for (uint32_t i = 0; i < CAIRN__LEARNED_RECENT; i++)
        learned->recent[i] = (cairn__learned_look){CAIRN__NO_CELL, CAIRN__NO_CELL, NULL};
}

void cairn__learned_end(cairn__learned *learned)
{
    for (uint32_t i = 1; i < CAIRN__LEARNED_SEGMENTS; i++)
        cairn__release(&learned->allocator, learned->blocks[i]);
}

uint64_t cairn__learned_get_grown_bytes(const cairn__learned *learned)
{
    return (learned->capacity - (UINT64_C(1) << learned->base_bits)) * ENTRY_BYTES;
}

/* Two bits of the filter for a target. */
static void get_target_bits(cairn__xy target, uint32_t bits[2])
{
    uint32_t hash = get_hash(cairn__pack(target), 0);
    bits[0] = hash % (64 * CAIRN__TARGET_WORDS);
    bits[1] = hash / (64 * CAIRN__TARGET_WORDS) % (64 * CAIRN__TARGET_WORDS);
}

bool cairn__learned_may_have(const cairn__learned *learned, cairn__xy target)
{
    uint32_t bits[2];
    get_target_bits(target, bits);
    return (learned->targets[bits[0] / 64] >> (bits[0] % 64) &
            learned->targets[bits[1] / 64] >> (bits[1] % 64) & 1) != 0;
}

static cairn__learned_block *find(const cairn__learned *learned, cairn_cell target,
                                  cairn_cell place)
{
    uint32_t index = *get_head(learned, get_bucket(learned, get_hash(target, place)));
    while (index != NONE) {
        cairn__learned_block *block = get_block(learned, index);
        if (block->place == place && block->target == target)
            return block;
        index = block->next;
    }
    return NULL;
}

/* The look that is kept for a place, made anew if it was for another. */
static inline cairn__learned_look *look_for(cairn__learned *learned, cairn_cell target,
                                            cairn_cell place)
{
    cairn__learned_look *look = &learned->recent[(place & 1) | (place >> 15 & 2)];
    if (look->place != place || look->target != target)
        *look = (cairn__learned_look){target, place, find(learned, target, place)};
    return look;
}

const cairn__learned_block *cairn__learned_find_block(const cairn__learned *learned,
                                                      cairn__xy target, cairn_cell place)
{
    return find(learned, cairn__pack(target), place);
}

/* A block to read where there is none. */
static const cairn__learned_block no_block = {.target = CAIRN__NO_CELL, .place = CAIRN__NO_CELL};

static inline const cairn__learned_block *look_at(cairn__learned *learned, cairn_cell target,
                                                  uint32_t x, uint32_t y)
{
    const cairn__learned_block *block =
        look_for(learned, target, cairn__learned_get_place(x, y))->block;
    return block != NULL ? block : &no_block;
}

/* Without a branch on where the cells lie in their blocks, which nothing predicts: the blocks of the
 * four corners are looked at even if they are the same. Left of column 0 and above row 0 lies what
 * no map has, far right or below. */
void cairn__learned_get_around(cairn__learned *learned, cairn__xy target, cairn__xy cell,
                               uint32_t h[3][3])
{
    cairn_cell link = cairn__pack(target);
    uint16_t x[3] = {(uint16_t)(cell.x - 1), cell.x, (uint16_t)(cell.x + 1)};
    uint16_t y[3] = {(uint16_t)(cell.y - 1), cell.y, (uint16_t)(cell.y + 1)};
    const cairn__learned_block *corners[2][2] = {
        {look_at(learned, link, x[0], y[0]), look_at(learned, link, x[2], y[0])},
        {look_at(learned, link, x[0], y[2]), look_at(learned, link, x[2], y[2])}};
    /* The middle lies in the block after the first column or row, or in the same. */
    uint32_t right = x[1] % CAIRN__LEARNED_SIDE == 0, lower = y[1] % CAIRN__LEARNED_SIDE == 0;
    const uint32_t across[3] = {0, right, 1}, down[3] = {0, lower, 1};
    for (uint32_t j = 0; j < 3; j++)
        for (uint32_t i = 0; i < 3; i++)
            h[j][i] =
                cairn__learned_read(corners[down[j]][across[i]], (cairn__xy){.x = x[i], .y = y[j]});
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
        cairn__learned_block *block = get_block(learned, index);
        uint32_t next = block->next;
        uint32_t bucket = get_bucket(learned, get_hash(block->target, block->place));
        uint32_t *head = bucket == added ? new_head : old_head;
        block->next = *head;
        *head = index;
        index = next;
    }
}

static cairn__learned_block *add(cairn__learned *learned, cairn_cell target, cairn_cell place)
{
    uint32_t index = learned->count++;
    if (learned->count > learned->buckets)
        split_bucket(learned);
    uint32_t *head = get_head(learned, get_bucket(learned, get_hash(target, place)));
    cairn__learned_block *block = get_block(learned, index);
    block->target = target;
    block->place = place;
    block->next = *head;
    memset(block->h, 0, sizeof block->h);
    *head = index;
    return block;
}

static void note_target(cairn__learned *learned, cairn__xy target)
{
    uint32_t bits[2];
    get_target_bits(target, bits);
    for (int i = 0; i < 2; i++)
        learned->targets[bits[i] / 64] |= UINT64_C(1) << (bits[i] % 64);
}

/* The block of a cell, made if there is none yet. */
static cairn_status find_or_add(cairn__learned *learned, cairn__xy target, cairn__xy cell,
                                cairn__learned_block **block)
{
    cairn_cell place = cairn__learned_get_place(cell.x, cell.y);
    cairn__learned_look *look = look_for(learned, cairn__pack(target), place);
    if (look->block == NULL) {
        cairn_status status = learned->count == learned->capacity ? grow(learned) : CAIRN_OK;
        if (status != CAIRN_OK)
            return status;
        look->block = add(learned, cairn__pack(target), place);
        note_target(learned, target);
    }
    *block = look->block;
    return CAIRN_OK;
}

cairn_status cairn__learned_reserve(cairn__learned *learned, cairn__xy target, cairn__xy cell)
{
    cairn__learned_block *block;
    return find_or_add(learned, target, cell, &block);
}

cairn_status cairn__learned_raise(cairn__learned *learned, cairn__xy target, cairn__xy cell,
                                  uint32_t h)
{
    cairn__learned_block *block;
    cairn_status status = find_or_add(learned, target, cell, &block);
    if (status != CAIRN_OK)
        return status;
    uint32_t *slot = &block->h[cell.y % CAIRN__LEARNED_SIDE][cell.x % CAIRN__LEARNED_SIDE];
    learned->values += *slot == 0;
    learned->raises++;
    *slot = h;
    return CAIRN_OK;
}
