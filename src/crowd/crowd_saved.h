/* crowd_saved.h: a saved crowd, part by part. docs/format.md has it byte by byte. */
#ifndef CAIRN_CROWD_SAVED_H
#define CAIRN_CROWD_SAVED_H

#include <string.h>

#include "base/hash.h"
#include "base/order.h"
#include "crowd/crowd_cells.h"
#include "crowd/crowd_state.h"

static const unsigned char cairn__saved_magic[8] = {0x89, 'C', 'R', 'O', 'W', 'D', '\r', '\n'};
#define CAIRN__SAVED_VERSION 2

/* Bytes of the head, and where its checksum is. */
#define CAIRN__SAVED_HEAD 104
#define CAIRN__SAVED_CHECKSUM 96

/* The bits of the policies that are no policies: the marks of components that were split or joined. */
#define CAIRN__SAVED_REJOINED 5
#define CAIRN__SAVED_MARKS (UINT32_C(3) << CAIRN__SAVED_REJOINED)

/* Words of a member before those of its plan, and the first one of its ring. */
#define CAIRN__MEMBER_RING 9
#define CAIRN__MEMBER_WORDS (CAIRN__MEMBER_RING + CAIRN__RING / 2)

/* Words of a guide: its member, its quanta, the runs that it wants and in bit 31 whether it goes by the
 * ways to a goal of many. */
#define CAIRN__GUIDE_WORDS 3
#define CAIRN__GUIDE_BYTES ((size_t)4 * CAIRN__GUIDE_WORDS)

/* Words of the goals of many: the goal that ways are known to, its quanta, bit 0 whether they are all and
 * bits 1 to 3 the place of the next large order; two of each of these orders; those of goals with cells. */
#define CAIRN__WAYS_WORDS 3
#define CAIRN__FIELD_WORDS (CAIRN__WAYS_WORDS + 2 * CAIRN__LARGE_ORDERS + CAIRN__CELLS_WORDS)

/* Words of goals that were looked for: three of each answer, and as many of the question that is looked at, with
 * the best cell so far; then the place of the next answer, and two of how far the search has come. */
#define CAIRN__GOALS_WORDS (3 * (CAIRN__KNOWN_GOALS + 1) + 3)

/* Lines of members: those for plans, free places, and who asks for its goal. */
#define CAIRN__SAVED_LINES (CAIRN__LINES + 2)

typedef struct cairn__saved_head {
    uint32_t format_version;
    uint32_t kind; /* of the database */
    uint64_t bytes;
    uint64_t state;       /* of the map */
    uint64_t fingerprint; /* of the map that the database was made for */
    uint32_t capacity;
    uint32_t words; /* of a stored plan */
    uint32_t lanes;
    uint32_t policies;
    uint32_t frame;
    uint32_t sweep;
    uint32_t used;
    uint32_t orders;
    uint32_t lines[CAIRN__SAVED_LINES]; /* members in each */
    uint32_t kept;                      /* cells that are kept free */
    uint32_t marks;                     /* words of marks of tiles that have changed */
} cairn__saved_head;

/* Writes words, and reads one. */
static inline unsigned char *cairn__saved_put(unsigned char *to, const uint32_t *words,
                                              uint32_t count)
{
    memcpy(to, words, 4 * (size_t)count);
    cairn__order_numbers(to, 4 * (uint64_t)count, "4");
    return to + 4 * (size_t)count;
}

static inline uint32_t cairn__saved_get(const unsigned char *from)
{
    uint32_t word;
    memcpy(&word, from, sizeof word);
    return cairn__little32(word);
}

/* A block, and where its parts begin. */
typedef struct cairn__saved {
    cairn__saved_head head;
    size_t member_bytes;
    const unsigned char *members;
    const unsigned char *lines;
    const unsigned char *apart;
    const unsigned char *guides;
    const unsigned char *field;
    const unsigned char *goals;
} cairn__saved;

static inline const unsigned char *cairn__saved_find_member(const cairn__saved *self, uint32_t i)
{
    return self->members + i * self->member_bytes;
}

/* Whether the crowd can be what a block says whose parts have their bytes, and whether its members keep clear of
 * each other (crowd_check.c). If so the table of places is theirs, and otherwise as before. */
bool cairn__saved_is_sound(cairn_crowd *crowd, const cairn__saved *self);
bool cairn__saved_is_apart(cairn_crowd *crowd, const cairn__saved *self);

/* What the head of a crowd says now, and the bytes behind it. */
cairn__saved_head cairn__saved_get_head(const cairn_crowd *crowd);
uint64_t cairn__saved_get_body(const cairn__saved_head *head);

/* The part of members that keep clear of each other (crowd_save_apart.c); there may be none. */
uint64_t cairn__saved_apart_get_words(const cairn__saved_head *head);
unsigned char *cairn__saved_apart_put(const cairn_crowd *crowd, unsigned char *to);
void cairn__saved_apart_hash(const cairn_crowd *crowd, cairn__hash *hash);
bool cairn__saved_apart_is_sound(cairn_crowd *crowd, const cairn__saved_head *head,
                                 const unsigned char *from);
void cairn__saved_apart_take(cairn_crowd *crowd, const cairn__saved_head *head,
                             const unsigned char *from);

/* The last part: goals that were looked for, and marks of tiles (crowd_save_goals.c). */
unsigned char *cairn__saved_goals_put(const cairn_crowd *crowd, unsigned char *to);
void cairn__saved_goals_hash(const cairn_crowd *crowd, cairn__hash *hash);
bool cairn__saved_goals_are_sound(const cairn_crowd *crowd, const cairn__saved_head *head,
                                  const unsigned char *from);
void cairn__saved_goals_take(cairn_crowd *crowd, const cairn__saved_head *head,
                             const unsigned char *from);

/* A hash of all that decides how a crowd goes on. */
uint64_t cairn__crowd_hash(const cairn_crowd *crowd);

#endif
