/* jump_open.h: the open list of jump point search: entries in buckets by f. Keys never fall below
 * the one taken out last, and are even.
 *
 * There are three levels of buckets. A bucket of the first level holds one f, one of the second all
 * f of a whole first level, and one of the third all f of a whole second level. When the first level
 * is empty, the next bucket of the others is handed down, a few entries at a time. */
#ifndef CAIRN_JUMP_OPEN_H
#define CAIRN_JUMP_OPEN_H

#include "base/bits.h"
#include "grid/octile.h"

/* A jump point, or a diagonal from it to go on with. */
typedef struct cairn__jump_entry {
    uint32_t next;   /* entry of its bucket */
    uint32_t f;      /* in tenths */
    cairn_cell cell; /* the jump point */
    uint32_t walk;   /* 0, or the diagonal's next move: its number times 8, and its direction */
} cairn__jump_entry;

#define CAIRN__JUMP_LEVELS 3
#define CAIRN__JUMP_WORDS 32 /* of a level: 2048 buckets */
#define CAIRN__JUMP_DIGIT 11 /* bits of f / 2 that number the buckets of a level */
#define CAIRN__NO_ENTRY UINT32_MAX

/* f / 2 has 31 bits, so the third level has the fewest buckets. */
#define CAIRN__JUMP_HEADS                                                                          \
    ((CAIRN__JUMP_LEVELS - 1) * CAIRN__JUMP_WORDS * 64 +                                           \
     (1 << (31 - (CAIRN__JUMP_LEVELS - 1) * CAIRN__JUMP_DIGIT)))

typedef struct cairn__jump_open {
    cairn__jump_entry *entries;
    uint32_t capacity;
    uint32_t used;                      /* entries that were ever in use in this search */
    uint32_t spare;                     /* those no longer in use, linked */
    uint32_t low;                       /* f / 2 of the entry taken out last */
    uint32_t falling;                   /* entries on their way to a lower level, linked */
    uint32_t words[CAIRN__JUMP_LEVELS]; /* bit i: a bucket of word i is not empty */
    uint64_t filled[CAIRN__JUMP_LEVELS][CAIRN__JUMP_WORDS];
    uint32_t heads[CAIRN__JUMP_HEADS]; /* of buckets that are not empty, level by level */
} cairn__jump_open;

static inline void cairn__jump_open_clear(cairn__jump_open *open, uint32_t f)
{
    for (int level = 0; level < CAIRN__JUMP_LEVELS; level++)
        for (uint32_t words = open->words[level]; words != 0; words &= words - 1)
            open->filled[level][cairn__count_trailing_zeros(words)] = 0;
    for (int level = 0; level < CAIRN__JUMP_LEVELS; level++)
        open->words[level] = 0;
    open->used = 0;
    open->spare = open->falling = CAIRN__NO_ENTRY;
    open->low = f / 2;
}

/* Puts an entry before the others of its bucket. */
static inline void cairn__jump_open_file(cairn__jump_open *open, uint32_t index, int level,
                                         uint32_t bucket)
{
    uint64_t *filled = &open->filled[level][bucket / 64];
    uint64_t bit = UINT64_C(1) << bucket % 64;
    uint32_t *head = &open->heads[level * CAIRN__JUMP_WORDS * 64 + (int)bucket];
    open->entries[index].next = (*filled & bit) != 0 ? *head : CAIRN__NO_ENTRY;
    *filled |= bit;
    open->words[level] |= UINT32_C(1) << bucket / 64;
    *head = index;
}

static inline void cairn__jump_open_link(cairn__jump_open *open, uint32_t index, uint32_t f)
{
    uint32_t key = f / 2, differs = key ^ open->low, buckets = CAIRN__JUMP_WORDS * 64;
    int level = 1 + (differs >> 2 * CAIRN__JUMP_DIGIT != 0);
    if (CAIRN__LIKELY(differs < buckets))
        cairn__jump_open_file(open, index, 0, key & (buckets - 1));
    else
        cairn__jump_open_file(open, index, level, key >> level * CAIRN__JUMP_DIGIT & (buckets - 1));
}

/* Adds an entry; false if there is no room. */
static inline bool cairn__jump_open_push(cairn__jump_open *open, cairn__jump_entry entry)
{
    uint32_t index = open->spare;
    if (index != CAIRN__NO_ENTRY)
        open->spare = open->entries[index].next;
    else if (open->used < open->capacity)
        index = open->used++;
    else
        return false;
    open->entries[index] = entry;
    cairn__jump_open_link(open, index, entry.f);
    return true;
}

/* The lowest bucket of a level that is not empty. */
static inline uint32_t cairn__jump_open_get_bucket(const cairn__jump_open *open, int level)
{
    uint32_t word = cairn__count_trailing_zeros(open->words[level]);
    return word * 64 + cairn__count_trailing_zeros(open->filled[level][word]);
}

static inline void cairn__jump_open_empty(cairn__jump_open *open, int level, uint32_t bucket)
{
    uint64_t *filled = &open->filled[level][bucket / 64];
    *filled &= ~(UINT64_C(1) << bucket % 64);
    if (*filled == 0)
        open->words[level] &= ~(UINT32_C(1) << bucket / 64);
}

/* True if an entry can be taken out. */
static inline bool cairn__jump_open_is_ready(const cairn__jump_open *open)
{
    return open->words[0] != 0 && open->falling == CAIRN__NO_ENTRY;
}

/* Gets on with handing entries down; false if there are none at all. */
bool cairn__jump_open_prepare(cairn__jump_open *open);

/* Takes an entry with the lowest f out, the one that came last. */
static inline cairn__jump_entry cairn__jump_open_pop(cairn__jump_open *open)
{
    uint32_t bucket = cairn__jump_open_get_bucket(open, 0);
    uint32_t index = open->heads[bucket];
    cairn__jump_entry entry = open->entries[index];
    open->heads[bucket] = entry.next;
    if (entry.next == CAIRN__NO_ENTRY)
        cairn__jump_open_empty(open, 0, bucket);
    open->low = entry.f / 2;
    open->entries[index].next = open->spare;
    open->spare = index;
    return entry;
}

#endif
