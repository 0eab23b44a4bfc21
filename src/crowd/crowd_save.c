/* crowd_save.c: the whole state of a crowd as a block of bytes, and its hash. docs/format.md is the
 * normative text; all numbers are little-endian. */
#include "cairn/crowd.h"

#include <stddef.h>
#include <string.h>

#include "base/detail.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/sized.h"
#include "crowd/crowd_cells.h"
#include "crowd/crowd_changes.h"
#include "crowd/crowd_places.h"
#include "crowd/crowd_saved.h"
#include "plan/mover.h"

/* ---- writing ---- */

/* A member: its fixed words, then those of its plan. */
static unsigned char *put_member(const cairn_crowd *crowd, uint32_t i, unsigned char *to)
{
    const cairn__member *member = &crowd->all[i];
    uint32_t words[CAIRN__MEMBER_WORDS] = {
        crowd->cells[i],
        crowd->runs[i] | (uint32_t)crowd->states[i] << 16 | (uint32_t)member->queue << 24,
        cairn__pack(member->plan.cell),
        cairn__pack(member->plan.goal),
        cairn__pack(member->plan.asked),
        member->first | (uint32_t)member->count << 8 | (uint32_t)member->ahead << 16 |
            member->plan.begun << 24 | (uint32_t)member->renews << 25 |
            (uint32_t)member->asks << 26 | (uint32_t)member->idles << 27 |
            (uint32_t)member->old << 28,
        member->since,
        member->generation,
        member->order,
    };
    for (size_t k = 0; k < CAIRN__RING / 2; k++)
        words[CAIRN__MEMBER_RING + k] = member->ring[2 * k] | (uint32_t)member->ring[2 * k + 1]
                                                                  << 16;
    to = cairn__saved_put(to, words, CAIRN__MEMBER_WORDS);
    return cairn__saved_put(to, member->plan.words, crowd->words);
}

static unsigned char *put_line(const cairn_crowd *crowd, const cairn__line *line, unsigned char *to)
{
    for (uint32_t i = line->first; i != CAIRN__NO_MEMBER; i = crowd->all[i].next)
        to = cairn__saved_put(to, &i, 1);
    return to;
}

static unsigned char *put_guides(const cairn_crowd *crowd, unsigned char *to)
{
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++) {
            const cairn__guide *guide = &crowd->lanes[k].guides[line];
            bool busy = guide->member != CAIRN__NO_MEMBER;
            const uint32_t words[CAIRN__GUIDE_WORDS] = {guide->member, busy ? guide->quanta : 0,
                                                        busy ? guide->wanted | guide->by_field << 31
                                                             : 0};
            to = cairn__saved_put(to, words, CAIRN__GUIDE_WORDS);
        }
    return to;
}

static unsigned char *put_large(const cairn__large_order *large, unsigned char *to)
{
    const uint32_t words[2] = {large->number, large->members};
    return cairn__saved_put(to, words, 2);
}

static unsigned char *put_field(const cairn_crowd *crowd, unsigned char *to)
{
    const cairn__crowd_field *field = &crowd->field;
    bool used = field->use >= CAIRN__FIELD_BUILT;
    uint32_t cells[CAIRN__CELLS_WORDS];
    const uint32_t words[CAIRN__WAYS_WORDS] = {
        used ? cairn__pack(field->ways.goal) : 0, used ? field->quanta : 0,
        (field->use == CAIRN__FIELD_READY) | field->next << 1};
    to = cairn__saved_put(to, words, CAIRN__WAYS_WORDS);
    for (uint32_t k = 0; k < CAIRN__LARGE_ORDERS; k++)
        to = put_large(&field->large[k], to);
    cairn__crowd_cells_put(crowd, cells);
    return cairn__saved_put(to, cells, CAIRN__CELLS_WORDS);
}

/* The lines in their order. */
static const cairn__line *get_line(const cairn_crowd *crowd, uint32_t line)
{
    return line < CAIRN__LINES    ? &crowd->lines[line]
           : line == CAIRN__LINES ? &crowd->free
                                  : &crowd->asks;
}

cairn__saved_head cairn__saved_get_head(const cairn_crowd *crowd)
{
    cairn__saved_head head = {
        .format_version = CAIRN__SAVED_VERSION,
        .state = crowd->map->info.state,
        .fingerprint = crowd->db->header->map_fingerprint,
        .kind = crowd->db->header->kind,
        .capacity = crowd->capacity,
        .words = crowd->words,
        .lanes = crowd->lane_count,
        .policies = crowd->stays | crowd->goal_policy << 1 | crowd->stranded_policy << 2 |
                    crowd->occupancy << 3 | crowd->changes.rejoined << CAIRN__SAVED_REJOINED,
        .frame = crowd->frame,
        .sweep = crowd->sweep,
        .used = crowd->used,
        .orders = crowd->orders,
        .lines = {crowd->lines[0].count, crowd->lines[1].count, crowd->free.count,
                  crowd->asks.count},
        .kept = crowd->apart.kept_count,
        .marks = cairn__changes_get_words(crowd),
    };
    head.bytes = CAIRN__SAVED_HEAD + cairn__saved_get_body(&head);
    return head;
}

uint64_t cairn__saved_get_body(const cairn__saved_head *head)
{
    uint64_t members = (uint64_t)head->used * (CAIRN__MEMBER_WORDS + head->words);
    uint64_t lines = 0;
    for (uint32_t line = 0; line < CAIRN__SAVED_LINES; line++)
        lines += head->lines[line];
    return 4 * (members + lines + cairn__saved_apart_get_words(head) +
                (uint64_t)head->lanes * CAIRN__LINES * CAIRN__GUIDE_WORDS + CAIRN__FIELD_WORDS +
                CAIRN__GOALS_WORDS + head->marks);
}

static void put_head(const cairn__saved_head *head, uint64_t checksum, unsigned char *to)
{
    const uint32_t words[] = {
        head->format_version,
        head->kind,
        (uint32_t)head->bytes,
        (uint32_t)(head->bytes >> 32),
        (uint32_t)head->state,
        (uint32_t)(head->state >> 32),
        (uint32_t)head->fingerprint,
        (uint32_t)(head->fingerprint >> 32),
        head->capacity,
        head->words,
        head->lanes,
        head->policies,
        head->frame,
        head->sweep,
        head->used,
        head->orders,
        head->lines[0],
        head->lines[1],
        head->lines[2],
        head->lines[3],
        head->kept,
        head->marks,
        (uint32_t)checksum,
        (uint32_t)(checksum >> 32),
    };
    _Static_assert(sizeof cairn__saved_magic + sizeof words == CAIRN__SAVED_HEAD,
                   "as docs/format.md has it");
    memcpy(to, cairn__saved_magic, sizeof cairn__saved_magic);
    (void)cairn__saved_put(to + sizeof cairn__saved_magic, words, sizeof words / sizeof words[0]);
}

static void put_body(const cairn_crowd *crowd, unsigned char *to)
{
    for (uint32_t i = 0; i < crowd->used; i++)
        to = put_member(crowd, i, to);
    for (uint32_t line = 0; line < CAIRN__SAVED_LINES; line++)
        to = put_line(crowd, get_line(crowd, line), to);
    to = cairn__saved_apart_put(crowd, to);
    to = put_guides(crowd, to);
    to = put_field(crowd, to);
    (void)cairn__saved_goals_put(crowd, to);
}

/* A plan that was begun before the map's last change cannot be made again as it was: it begins again. */
static void restart_guides(cairn_crowd *crowd)
{
    uint32_t version = cairn__get_version(crowd->map);
    if (crowd->map->living == NULL)
        return;
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++) {
            cairn__guide *guide = &crowd->lanes[k].guides[line];
            bool is_old = guide->old != 0 || guide->slot->version != version;
            if (guide->member == CAIRN__NO_MEMBER || (!is_old && guide->quanta > 0))
                continue;
            cairn__slot_stop(guide->slot);
            guide->quanta = 0;
            guide->starts = 1;
        }
}

cairn_status cairn_crowd_save(cairn_crowd *crowd, size_t capacity, void *block, size_t *bytes)
{
    if (crowd == NULL)
        return CAIRN_ARGUMENT;
    if (bytes == NULL || (block == NULL && capacity > 0))
        return cairn__because_null(&crowd->why);
    cairn__changes_note(crowd); /* what another map, in the same state, does not know */
    cairn__crowd_cells_notice(crowd);
    cairn__saved_head head = cairn__saved_get_head(crowd);
    if (head.bytes > SIZE_MAX)
        return cairn__because_of(&crowd->why, CAIRN_CAPACITY);
    *bytes = (size_t)head.bytes;
    if (block == NULL || capacity < *bytes)
        return cairn__because_of(&crowd->why, CAIRN_CAPACITY);
    restart_guides(crowd);
    unsigned char *to = block;
    put_body(crowd, to + CAIRN__SAVED_HEAD);
    put_head(&head, 0, to);
    put_head(&head, cairn__hash_bytes(to, *bytes), to);
    return CAIRN_OK;
}

/* ---- its hash ---- */

/* Lines are hashed by the members in them, in their order. */
static void hash_line(const cairn_crowd *crowd, const cairn__line *line, cairn__hash *hash)
{
    unsigned char bytes[4];
    for (uint32_t i = line->first; i != CAIRN__NO_MEMBER; i = crowd->all[i].next) {
        (void)cairn__saved_put(bytes, &i, 1);
        cairn__hash_add(hash, bytes, sizeof bytes);
    }
}

uint64_t cairn__crowd_hash(const cairn_crowd *crowd)
{
    unsigned char bytes[4 * (CAIRN__MEMBER_WORDS + CAIRN__PLAN_WORDS)];
    unsigned char
        last[4 * (CAIRN__MOST_LANES * CAIRN__LINES * CAIRN__GUIDE_WORDS + CAIRN__FIELD_WORDS)];
    cairn__saved_head head = cairn__saved_get_head(crowd);
    unsigned char start[CAIRN__SAVED_HEAD];
    cairn__hash hash;
    cairn__hash_start(&hash);
    put_head(&head, 0, start);
    cairn__hash_add(&hash, start, sizeof start);
    for (uint32_t i = 0; i < crowd->used; i++) {
        unsigned char *end = put_member(crowd, i, bytes);
        cairn__hash_add(&hash, bytes, (size_t)(end - bytes));
    }
    for (uint32_t line = 0; line < CAIRN__SAVED_LINES; line++)
        hash_line(crowd, get_line(crowd, line), &hash);
    cairn__saved_apart_hash(crowd, &hash);
    unsigned char *end = put_field(crowd, put_guides(crowd, last));
    cairn__hash_add(&hash, last, (size_t)(end - last));
    cairn__saved_goals_hash(crowd, &hash);
    return cairn__hash_finish(&hash);
}

/* The hash is the one field that takes long: who has no room for it does not pay for it. */
cairn_status cairn_crowd_get_info(const cairn_crowd *crowd, cairn_crowd_info *info)
{
    if (crowd == NULL || info == NULL)
        return CAIRN_ARGUMENT;
    bool hashes = info->size > offsetof(cairn_crowd_info, hash);
    const cairn_crowd_info known = {.capacity = crowd->capacity,
                                    .members = crowd->members,
                                    .used = crowd->used,
                                    .bytes = crowd->bytes,
                                    .hash = hashes ? cairn__crowd_hash(crowd) : 0};
    return cairn__sized_write(info, &known, sizeof known);
}
