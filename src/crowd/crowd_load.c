/* crowd_load.c: a crowd as it was saved. All is checked before anything is changed: the frame here, what it says
 * in crowd_check.c. */
#include "cairn/crowd.h"

#include <string.h>

#include "base/detail.h"
#include "base/hash.h"
#include "crowd/crowd_field.h"
#include "crowd/crowd_places.h"
#include "crowd/crowd_saved.h"

static uint64_t get_long(const unsigned char *from)
{
    return cairn__saved_get(from) | (uint64_t)cairn__saved_get(from + 4) << 32;
}

static cairn__saved_head read_head(const unsigned char *from)
{
    from += 8;
    return (cairn__saved_head){
        .format_version = cairn__saved_get(from),
        .kind = cairn__saved_get(from + 4),
        .bytes = get_long(from + 8),
        .state = get_long(from + 16),
        .fingerprint = get_long(from + 24),
        .capacity = cairn__saved_get(from + 32),
        .words = cairn__saved_get(from + 36),
        .lanes = cairn__saved_get(from + 40),
        .policies = cairn__saved_get(from + 44),
        .frame = cairn__saved_get(from + 48),
        .sweep = cairn__saved_get(from + 52),
        .used = cairn__saved_get(from + 56),
        .orders = cairn__saved_get(from + 60),
        .lines = {cairn__saved_get(from + 64), cairn__saved_get(from + 68),
                  cairn__saved_get(from + 72), cairn__saved_get(from + 76)},
        .kept = cairn__saved_get(from + 80),
        .marks = cairn__saved_get(from + 84),
    };
}

static void find_parts(const unsigned char *block, cairn__saved *self)
{
    const cairn__saved_head *head = &self->head;
    size_t lines = 0;
    for (uint32_t line = 0; line < CAIRN__SAVED_LINES; line++)
        lines += head->lines[line];
    self->member_bytes = 4 * (size_t)(CAIRN__MEMBER_WORDS + head->words);
    self->members = block + CAIRN__SAVED_HEAD;
    self->lines = self->members + head->used * self->member_bytes;
    self->apart = self->lines + 4 * lines;
    self->guides = self->apart + 4 * cairn__saved_apart_get_words(head);
    self->field = self->guides + (size_t)head->lanes * CAIRN__LINES * CAIRN__GUIDE_BYTES;
    self->goals = self->field + (size_t)4 * CAIRN__FIELD_WORDS;
}

/* ---- checking ---- */

static uint64_t find_checksum(const unsigned char *block, size_t bytes)
{
    static const unsigned char zeros[8];
    cairn__hash hash;
    cairn__hash_start(&hash);
    cairn__hash_add(&hash, block, CAIRN__SAVED_CHECKSUM);
    cairn__hash_add(&hash, zeros, sizeof zeros);
    cairn__hash_add(&hash, block + CAIRN__SAVED_HEAD, bytes - CAIRN__SAVED_HEAD);
    return cairn__hash_finish(&hash);
}

static cairn_status fail(cairn_detail *detail, const char *text)
{
    (void)cairn__fail(detail, CAIRN_CORRUPT, "%s", text);
    return CAIRN_CORRUPT;
}

static cairn_status check_frame(const unsigned char *block, size_t bytes, cairn__saved *self,
                                cairn_detail *detail)
{
    if (bytes < CAIRN__SAVED_HEAD ||
        memcmp(block, cairn__saved_magic, sizeof cairn__saved_magic) != 0)
        return fail(detail, "this is no saved crowd");
    self->head = read_head(block);
    if (self->head.format_version != CAIRN__SAVED_VERSION)
        return cairn__fail(detail, CAIRN_VERSION,
                           "the crowd was saved in format %u, and this library reads format %u",
                           (unsigned)self->head.format_version, (unsigned)CAIRN__SAVED_VERSION);
    if (self->head.bytes != bytes ||
        find_checksum(block, bytes) != get_long(block + CAIRN__SAVED_CHECKSUM))
        return fail(detail, "the saved crowd is damaged or cut off");
    return CAIRN_OK;
}

static cairn_status check_crowd(const cairn_crowd *crowd, const cairn__saved *self,
                                cairn_detail *detail)
{
    const cairn__saved_head *head = &self->head;
    cairn__saved_head own = cairn__saved_get_head(crowd);
    if (head->state != own.state)
        return cairn__fail(detail, CAIRN_MISMATCH,
                           "the crowd was saved on another map, or another state of it: bring the "
                           "map there first");
    if (head->kind != own.kind || head->fingerprint != own.fingerprint)
        return cairn__fail(detail, CAIRN_MISMATCH, "the crowd was saved with another database");
    if (head->capacity != own.capacity || head->words != own.words || head->lanes != own.lanes ||
        ((head->policies ^ own.policies) & ~CAIRN__SAVED_MARKS) != 0)
        return cairn__fail(detail, CAIRN_MISMATCH, "the crowd was made by another definition");
    return CAIRN_OK;
}

static cairn_status check_body(cairn_crowd *crowd, const unsigned char *block, cairn__saved *self,
                               cairn_detail *detail)
{
    const cairn__saved_head *head = &self->head;
    bool sound = head->used <= crowd->capacity && head->sweep <= head->used;
    for (uint32_t line = 0; line < CAIRN__SAVED_LINES; line++)
        sound = sound && head->lines[line] <= head->used;
    sound = sound && CAIRN__SAVED_HEAD + cairn__saved_get_body(head) == head->bytes;
    if (sound)
        find_parts(block, self);
    if (!sound || !cairn__saved_is_sound(crowd, self))
        return fail(detail, "the saved crowd says what no crowd can be");
    if (!cairn__saved_is_apart(crowd, self))
        return fail(detail, "the saved crowd has two members in one cell");
    return CAIRN_OK;
}

/* ---- loading ---- */

static void take_member(cairn_crowd *crowd, uint32_t i, const unsigned char *from)
{
    cairn__member *member = &crowd->all[i];
    uint32_t word = cairn__saved_get(from + 4), ring = cairn__saved_get(from + 20);
    crowd->cells[i] = cairn__saved_get(from);
    crowd->runs[i] = (cairn__short_run)word;
    crowd->states[i] = (uint8_t)(word >> 16);
    member->queue = (uint8_t)(word >> 24);
    member->plan.cell = cairn__unpack(cairn__saved_get(from + 8));
    member->plan.goal = cairn__unpack(cairn__saved_get(from + 12));
    member->plan.asked = cairn__unpack(cairn__saved_get(from + 16));
    member->first = (uint8_t)ring;
    member->count = (uint8_t)(ring >> 8);
    member->ahead = (uint8_t)(ring >> 16);
    member->plan.begun = ring >> 24 & 1;
    member->renews = ring >> 25 & 1;
    member->asks = ring >> 26 & 1;
    member->idles = ring >> 27 & 1;
    member->old = ring >> 28 & 1;
    member->since = cairn__saved_get(from + 24);
    member->generation = (uint16_t)cairn__saved_get(from + 28);
    member->order = cairn__saved_get(from + 32);
    from += (size_t)4 * CAIRN__MEMBER_RING;
    for (size_t k = 0; k < CAIRN__RING / 2; k++, from += 4) {
        uint32_t pair = cairn__saved_get(from);
        member->ring[2 * k] = (cairn__short_run)pair;
        member->ring[2 * k + 1] = (cairn__short_run)(pair >> 16);
    }
    for (uint32_t k = 0; k < crowd->words; k++, from += 4)
        member->plan.words[k] = cairn__saved_get(from);
}

static void take_lines(cairn_crowd *crowd, const cairn__saved *self)
{
    const unsigned char *at = self->lines;
    cairn__line *lines[CAIRN__SAVED_LINES] = {&crowd->lines[0], &crowd->lines[1], &crowd->free,
                                              &crowd->asks};
    for (uint32_t line = 0; line < CAIRN__SAVED_LINES; line++) {
        cairn__line_start(lines[line]);
        for (uint32_t k = 0; k < self->head.lines[line]; k++, at += 4)
            cairn__line_push(lines[line], crowd->all, cairn__saved_get(at));
    }
}

static void take_field(cairn_crowd *crowd, const cairn__saved *self)
{
    const unsigned char *at = self->field + (size_t)4 * CAIRN__WAYS_WORDS;
    uint32_t word = cairn__saved_get(self->field + 8), cells[CAIRN__CELLS_WORDS];
    crowd->field.next = word >> 1 & (CAIRN__LARGE_ORDERS - 1);
    for (uint32_t k = 0; k < CAIRN__LARGE_ORDERS; k++, at += 8)
        crowd->field.large[k] =
            (cairn__large_order){cairn__saved_get(at), cairn__saved_get(at + 4)};
    for (uint32_t k = 0; k < CAIRN__CELLS_WORDS; k++, at += 4)
        cells[k] = cairn__saved_get(at);
    cairn__crowd_cells_take(crowd, cells);
    cairn__crowd_field_resume(crowd, cairn__unpack(cairn__saved_get(self->field)),
                              cairn__saved_get(self->field + 4), (word & 1) != 0);
}

static void take_guides(cairn_crowd *crowd, const cairn__saved *self)
{
    const unsigned char *at = self->guides;
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++, at += CAIRN__GUIDE_BYTES) {
            cairn__guide *guide = &crowd->lanes[k].guides[line];
            guide->member = cairn__saved_get(at);
            guide->quanta = cairn__saved_get(at + 4);
            guide->wanted = cairn__saved_get(at + 8) & ~(UINT32_C(1) << 31);
            guide->by_field = cairn__saved_get(at + 8) >> 31;
            guide->old = 0;
            guide->starts = crowd->map->living != NULL && guide->quanta == 0;
            if (guide->member != CAIRN__NO_MEMBER && guide->starts == 0)
                cairn__guide_resume(crowd, guide);
        }
}

static void leave_guides(cairn_crowd *crowd)
{
    for (uint32_t k = 0; k < crowd->lane_count; k++)
        for (uint32_t line = 0; line < CAIRN__LINES; line++)
            if (crowd->lanes[k].guides[line].member != CAIRN__NO_MEMBER)
                cairn__guide_leave(&crowd->lanes[k].guides[line]);
}

static void take_all(cairn_crowd *crowd, const cairn__saved *self)
{
    const cairn__saved_head *head = &self->head;
    crowd->frame = head->frame;
    crowd->sweep = head->sweep;
    crowd->orders = head->orders;
    crowd->used = head->used;
    crowd->members = crowd->walking = 0;
    memset(crowd->states, CAIRN_MEMBER_NONE, crowd->capacity);
    for (uint32_t i = 0; i < head->used; i++) {
        take_member(crowd, i, cairn__saved_find_member(self, i));
        crowd->members += crowd->states[i] != CAIRN_MEMBER_NONE;
        crowd->walking += cairn__state_is_walking(crowd->states[i]);
    }
    take_lines(crowd, self);
    cairn__saved_goals_take(crowd, head, self->goals);
    take_field(crowd, self);
    cairn__saved_apart_take(crowd, head, self->apart);
    take_guides(crowd, self);
}

cairn_status cairn_crowd_load(cairn_crowd *crowd, const void *block, size_t bytes,
                              cairn_detail *detail)
{
    cairn__saved self = {0};
    if (crowd == NULL || block == NULL)
        return cairn__fail_null(detail);
    cairn_status status = check_frame(block, bytes, &self, detail);
    if (status == CAIRN_OK)
        status = check_crowd(crowd, &self, detail);
    if (status == CAIRN_OK)
        status = check_body(crowd, block, &self, detail);
    if (status != CAIRN_OK)
        return status;
    leave_guides(crowd);
    take_all(crowd, &self);
    return CAIRN_OK;
}
