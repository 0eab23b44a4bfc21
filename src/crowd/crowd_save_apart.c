/* crowd_save_apart.c: the part of a saved crowd that only crowds have whose members keep clear of each
 * other: three words for each place of the arrays, the turns, and the cells that are kept free. Who
 * stands on a cell is not saved: it follows from the cells. */
#include "crowd/crowd_places.h"
#include "crowd/crowd_saved.h"

#define SPOT_WORDS 3
#define SPOT_BYTES ((size_t)4 * SPOT_WORDS)
#define KEPT_WORDS 2
#define KEPT_BYTES ((size_t)4 * KEPT_WORDS)

static void put_word(unsigned char *to, uint32_t word)
{
    (void)cairn__saved_put(to, &word, 1);
}

static bool is_apart(const cairn__saved_head *head)
{
    return (head->policies >> 3 & 1) != CAIRN_OCCUPANCY_OFF;
}

uint64_t cairn__saved_apart_get_words(const cairn__saved_head *head)
{
    return is_apart(head)
               ? (uint64_t)head->used * (SPOT_WORDS + 1) + (uint64_t)head->kept * KEPT_WORDS
               : 0;
}

/* ---- writing ---- */

static void put_spot(const cairn__spot *spot, unsigned char *to)
{
    put_word(to, spot->aim);
    put_word(to + 4, spot->frame);
    put_word(to + 8, spot->waits | (uint32_t)spot->barred << 16 | (uint32_t)spot->has_turn << 24);
}

/* The k-th of the turns, of which there are as many as places of the arrays: the others are none. */
static uint32_t get_turn(const cairn__apart *apart, uint32_t k)
{
    return k < apart->turn_count ? apart->turns[k] : CAIRN__NO_MEMBER;
}

/* The slot with which a list of the kept cells begins: one behind an empty one, so that a table that is
 * filled in the order of the list is the same. */
static uint32_t find_first_kept(const cairn__apart *apart)
{
    uint32_t slot = 0;
    while (apart->kept[slot].last != 0)
        slot++;
    return slot;
}

/* The next slot that is not empty. */
static const cairn__kept *next_kept(const cairn__apart *apart, uint32_t *slot)
{
    do
        *slot = *slot + 1 < apart->kept_slots ? *slot + 1 : 0;
    while (apart->kept[*slot].last == 0);
    return &apart->kept[*slot];
}

unsigned char *cairn__saved_apart_put(const cairn_crowd *crowd, unsigned char *to)
{
    const cairn__apart *apart = &crowd->apart;
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return to;
    for (uint32_t i = 0; i < crowd->used; i++, to += SPOT_BYTES)
        put_spot(&apart->spots[i], to);
    for (uint32_t k = 0; k < crowd->used; k++, to += 4)
        put_word(to, get_turn(apart, k));
    uint32_t slot = find_first_kept(apart);
    for (uint32_t k = 0; k < apart->kept_count; k++, to += KEPT_BYTES) {
        const cairn__kept *kept = next_kept(apart, &slot);
        put_word(to, kept->cell);
        put_word(to + 4, kept->last);
    }
    return to;
}

void cairn__saved_apart_hash(const cairn_crowd *crowd, cairn__hash *hash)
{
    const cairn__apart *apart = &crowd->apart;
    unsigned char bytes[SPOT_BYTES];
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return;
    for (uint32_t i = 0; i < crowd->used; i++) {
        put_spot(&apart->spots[i], bytes);
        cairn__hash_add(hash, bytes, SPOT_BYTES);
    }
    for (uint32_t k = 0; k < apart->turn_count; k++) {
        put_word(bytes, apart->turns[k]);
        cairn__hash_add(hash, bytes, 4);
    }
    uint32_t slot = find_first_kept(apart);
    for (uint32_t k = 0; k < apart->kept_count; k++) {
        const cairn__kept *kept = next_kept(apart, &slot);
        put_word(bytes, kept->cell);
        put_word(bytes + 4, kept->last);
        cairn__hash_add(hash, bytes, KEPT_BYTES);
    }
}

/* ---- reading ---- */

static bool is_cell_inside(const cairn_crowd *crowd, const unsigned char *from)
{
    return cairn__is_inside(crowd->map, cairn__unpack(cairn__saved_get(from)));
}

/* Where members belong is inside the map. Returns how many say that they have a turn, or NO_TURNS. */
#define NO_TURNS UINT32_MAX

static uint32_t count_turns(const cairn_crowd *crowd, const cairn__saved_head *head,
                            const unsigned char *spots)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < head->used; i++, spots += SPOT_BYTES) {
        uint32_t has_turn = cairn__saved_get(spots + 8) >> 24;
        if (has_turn > 1 || !is_cell_inside(crowd, spots))
            return NO_TURNS;
        count += has_turn;
    }
    return count;
}

/* Whoever has a turn says so, and has it once; as many have one as say so. Behind them is nobody. */
static bool are_turns_sound(cairn_crowd *crowd, const cairn__saved_head *head,
                            const unsigned char *spots, uint32_t count)
{
    const unsigned char *turns = spots + (size_t)head->used * SPOT_BYTES;
    cairn__marks_clear(crowd);
    for (uint32_t k = 0; k < head->used; k++) {
        uint32_t i = cairn__saved_get(turns + 4 * (size_t)k);
        if (k >= count && i == CAIRN__NO_MEMBER)
            continue;
        if (k >= count || i >= head->used || cairn__mark(crowd, i) ||
            cairn__saved_get(spots + (size_t)i * SPOT_BYTES + 8) >> 24 == 0)
            return false;
    }
    return true;
}

static bool are_kept_sound(const cairn_crowd *crowd, const cairn__saved_head *head,
                           const unsigned char *kept)
{
    for (uint32_t k = 0; k < head->kept; k++, kept += KEPT_BYTES)
        if (cairn__saved_get(kept + 4) == 0 || !is_cell_inside(crowd, kept))
            return false;
    return head->kept <= head->capacity;
}

bool cairn__saved_apart_is_sound(cairn_crowd *crowd, const cairn__saved_head *head,
                                 const unsigned char *from)
{
    if (!is_apart(head))
        return head->kept == 0;
    uint32_t turns = count_turns(crowd, head, from);
    return turns != NO_TURNS && are_turns_sound(crowd, head, from, turns) &&
           are_kept_sound(crowd, head, from + (SPOT_BYTES + 4) * (size_t)head->used);
}

static void take_spot(cairn__spot *spot, const unsigned char *from)
{
    uint32_t word = cairn__saved_get(from + 8);
    *spot = (cairn__spot){.aim = cairn__saved_get(from),
                          .frame = cairn__saved_get(from + 4),
                          .waits = (uint16_t)word,
                          .barred = (uint8_t)(word >> 16),
                          .has_turn = (uint8_t)(word >> 24)};
}

void cairn__saved_apart_take(cairn_crowd *crowd, const cairn__saved_head *head,
                             const unsigned char *from)
{
    cairn__apart *apart = &crowd->apart;
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return;
    memset(apart->spots, 0, crowd->capacity * sizeof *apart->spots);
    for (uint32_t i = 0; i < head->used; i++, from += SPOT_BYTES)
        take_spot(&apart->spots[i], from);
    apart->turn_count = 0;
    for (uint32_t k = 0; k < head->used; k++, from += 4)
        if (cairn__saved_get(from) != CAIRN__NO_MEMBER)
            apart->turns[apart->turn_count++] = cairn__saved_get(from);
    cairn__apart_forget(crowd);
    for (uint32_t k = 0; k < head->kept; k++, from += KEPT_BYTES)
        cairn__kept_set(crowd, cairn__saved_get(from), cairn__saved_get(from + 4));
}
