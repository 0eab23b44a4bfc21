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

/* Every member that says that it has a turn has one, and no other. */
static bool are_turns_sound(const cairn__saved_head *head, const unsigned char *from)
{
    const unsigned char *turns = from + (size_t)head->used * SPOT_BYTES;
    uint64_t sum = 0, wanted = 0;
    bool ended = false;
    for (uint32_t i = 0; i < head->used; i++) {
        const unsigned char *spot = from + (size_t)i * SPOT_BYTES;
        uint32_t turn = cairn__saved_get(turns + 4 * (size_t)i),
                 has_turn = cairn__saved_get(spot + 8) >> 24;
        wanted += has_turn != 0 ? cairn__mix(i) : 0;
        ended = ended || turn == CAIRN__NO_MEMBER;
        if (has_turn > 1 || (ended && turn != CAIRN__NO_MEMBER) || (!ended && turn >= head->used))
            return false;
        sum += ended ? 0 : cairn__mix(turn);
    }
    return sum == wanted;
}

bool cairn__saved_apart_is_sound(const cairn_crowd *crowd, const cairn__saved_head *head,
                                 const unsigned char *from)
{
    uint32_t width = crowd->map->info.width, height = crowd->map->info.height;
    if (!is_apart(head))
        return head->kept == 0;
    if (head->kept > head->capacity || !are_turns_sound(head, from))
        return false;
    for (uint32_t i = 0; i < head->used; i++, from += SPOT_BYTES)
        if ((cairn__saved_get(from) & 0xffff) >= width || cairn__saved_get(from) >> 16 >= height)
            return false;
    from += 4 * (size_t)head->used;
    for (uint32_t k = 0; k < head->kept; k++, from += KEPT_BYTES)
        if (cairn__saved_get(from + 4) == 0)
            return false;
    return true;
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
    cairn__apart_restore(crowd);
    for (uint32_t k = 0; k < head->kept; k++, from += KEPT_BYTES)
        cairn__kept_set(crowd, cairn__saved_get(from), cairn__saved_get(from + 4));
}
