/* crowd_load.c: a crowd as it was saved. All is checked before anything is changed. A block with the
 * right checksum may still say anything: what is not checked here (rings, packed plans) is looked at
 * before it is used. */
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
                  cairn__saved_get(from + 72)},
        .kept = cairn__saved_get(from + 76),
    };
}

/* Where the parts of a block begin. */
typedef struct saved {
    cairn__saved_head head;
    size_t member_bytes;
    const unsigned char *members;
    const unsigned char *lines;
    const unsigned char *apart;
    const unsigned char *guides;
    const unsigned char *field;
} saved;

static void find_parts(const unsigned char *block, saved *self)
{
    const cairn__saved_head *head = &self->head;
    size_t lines = (size_t)head->lines[0] + head->lines[1] + head->lines[2];
    self->member_bytes = 4 * (size_t)(CAIRN__MEMBER_WORDS + head->words);
    self->members = block + CAIRN__SAVED_HEAD;
    self->lines = self->members + head->used * self->member_bytes;
    self->apart = self->lines + 4 * lines;
    self->guides = self->apart + 4 * cairn__saved_apart_get_words(head);
    self->field = self->guides + (size_t)head->lanes * CAIRN__LINES * CAIRN__GUIDE_BYTES;
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

static cairn_status check_frame(const unsigned char *block, size_t bytes, saved *self,
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
    if (self->head.bytes != bytes || find_checksum(block, bytes) != get_long(block + 88))
        return fail(detail, "the saved crowd is damaged or cut off");
    return CAIRN_OK;
}

static cairn_status check_crowd(const cairn_crowd *crowd, const saved *self, cairn_detail *detail)
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
        (head->policies & 15) != (own.policies & 15))
        return cairn__fail(detail, CAIRN_MISMATCH, "the crowd was made by another definition");
    return CAIRN_OK;
}

static bool is_open(const cairn_crowd *crowd, uint32_t cell)
{
    return cairn__is_open_cell(crowd->map, cairn__unpack(cell));
}

/* The run in hand is walked without another look. */
static bool is_run_sound(const cairn_crowd *crowd, uint32_t cell, uint32_t word)
{
    cairn__short_run run = (cairn__short_run)word;
    uint32_t count = cairn__run_get_count(run);
    if ((run & CAIRN__RUN_STALE) != 0 || count == 0)
        return true;
    return is_open(crowd, cell) && cairn__count_legal(crowd->map, cairn__unpack(cell),
                                                      cairn__run_get_move(run), count) == count;
}

/* `changed`: the map has changed since the last frame, and no member has looked at it: all runs are stale. */
static bool is_member_sound(const cairn_crowd *crowd, bool changed, const unsigned char *from)
{
    uint32_t cell = cairn__saved_get(from), word = cairn__saved_get(from + 4),
             ring = cairn__saved_get(from + 20);
    uint32_t state = word >> 16 & 0xff, queue = word >> 24;
    uint32_t width = crowd->map->info.width, height = crowd->map->info.height;
    if (state > CAIRN_MEMBER_SETTLED || queue > CAIRN__NOT_QUEUED)
        return false;
    if ((cell & 0xffff) >= width || cell >> 16 >= height || cairn__saved_get(from + 28) > 4095)
        return false;
    if ((ring & 0xff) >= CAIRN__RING || (ring >> 8 & 0xff) > CAIRN__RING ||
        (ring >> 16 & 0xff) > CAIRN_BUSY_MOVES)
        return false;
    bool renews = (ring >> 25 & 1) != 0, idles = (ring >> 27 & 1) != 0;
    if (idles && state != CAIRN_MEMBER_STRANDED && state != CAIRN_MEMBER_LEAVING)
        return false;
    if (queue != CAIRN__NOT_QUEUED && !renews && (ring >> 8 & 0xff) > CAIRN__FEW_RUNS)
        return false; /* a plan that goes on needs room in the ring */
    bool walks = state == CAIRN_MEMBER_WAITING || state == CAIRN_MEMBER_WALKING;
    bool stale = changed || (word & CAIRN__RUN_STALE) != 0;
    bool leaves_line = state == CAIRN_MEMBER_ARRIVED && queue == CAIRN__REFILLS; /* in its turn */
    if (!walks)
        return queue == CAIRN__NOT_QUEUED || leaves_line ||
               (stale && cairn__state_is_kept((uint8_t)state));
    return stale || (is_open(crowd, cell) && is_run_sound(crowd, cell, word));
}

static uint32_t get_queue(const saved *self, uint32_t i)
{
    return cairn__saved_get(self->members + i * self->member_bytes + 4) >> 24;
}

static uint32_t get_state(const saved *self, uint32_t i)
{
    return cairn__saved_get(self->members + i * self->member_bytes + 4) >> 16 & 0xff;
}

/* Every member of a line says that it is there, and as many say so as there are. Twice the same member
 * in a line: then another one is missing, which the sums tell. */
static bool are_lines_sound(const saved *self)
{
    const unsigned char *at = self->lines;
    uint64_t sums[CAIRN__LINES + 1] = {0}, wanted[CAIRN__LINES + 1] = {0};
    uint32_t counts[CAIRN__LINES + 1] = {0};
    for (uint32_t line = 0; line <= CAIRN__LINES; line++)
        for (uint32_t k = 0; k < self->head.lines[line]; k++, at += 4) {
            uint32_t i = cairn__saved_get(at);
            if (i >= self->head.used)
                return false;
            bool there = line < CAIRN__LINES ? get_queue(self, i) == line
                                             : get_state(self, i) == CAIRN_MEMBER_NONE;
            if (!there)
                return false;
            sums[line] += cairn__mix(i);
        }
    for (uint32_t i = 0; i < self->head.used; i++) {
        uint32_t queue = get_queue(self, i);
        uint32_t line = get_state(self, i) == CAIRN_MEMBER_NONE ? CAIRN__LINES : queue;
        if (line > CAIRN__LINES || (line == CAIRN__LINES && queue == CAIRN__AT_GUIDE))
            continue;
        wanted[line] += cairn__mix(i);
        counts[line]++;
    }
    for (uint32_t line = 0; line <= CAIRN__LINES; line++)
        if (sums[line] != wanted[line] || counts[line] != self->head.lines[line])
            return false;
    return true;
}

/* A plan under way is made again without another look: it leads from an open cell to one that a path joins
 * to it. */
static bool is_plan_sound(const cairn_crowd *crowd, const saved *self, uint32_t i)
{
    const unsigned char *from = self->members + i * self->member_bytes;
    uint32_t cell = cairn__saved_get(from + 8), goal = cairn__saved_get(from + 12);
    return cairn_map_has_path(crowd->map, cell, goal) != 0;
}

/* Every member that says that a guide has its plan is at one guide. */
static bool are_guides_sound(const cairn_crowd *crowd, const saved *self)
{
    uint64_t sum = 0, wanted = 0;
    uint32_t guides = self->head.lanes * CAIRN__LINES;
    for (uint32_t k = 0; k < guides; k++) {
        const unsigned char *at = self->guides + (size_t)k * CAIRN__GUIDE_BYTES;
        uint32_t i = cairn__saved_get(at), runs = cairn__saved_get(at + 8) & ~(UINT32_C(1) << 31);
        bool starts = crowd->scout != NULL && cairn__saved_get(at + 4) == 0;
        if (i == CAIRN__NO_MEMBER)
            continue;
        if (i >= self->head.used || get_queue(self, i) != CAIRN__AT_GUIDE ||
            runs > CAIRN__PLANNED_RUNS)
            return false;
        if (!starts && !is_plan_sound(crowd, self, i))
            return false;
        sum += cairn__mix(i);
    }
    for (uint32_t i = 0; i < self->head.used; i++)
        wanted += get_queue(self, i) == CAIRN__AT_GUIDE ? cairn__mix(i) : 0;
    return sum == wanted;
}

/* No two members are on one cell. The table of places is used for it, and is as before if some are. */
static bool are_cells_sound(cairn_crowd *crowd, const saved *self)
{
    bool sound = true;
    if (crowd->occupancy == CAIRN_OCCUPANCY_OFF)
        return true;
    cairn__places_empty(crowd);
    for (uint32_t i = 0; sound && i < self->head.used; i++) {
        uint32_t cell = cairn__saved_get(self->members + i * self->member_bytes);
        if (get_state(self, i) == CAIRN_MEMBER_NONE)
            continue;
        sound = cairn__place_find(crowd, cell) == CAIRN__NO_MEMBER;
        cairn__place_set(&crowd->apart, cell, i);
    }
    if (!sound)
        cairn__places_restore(crowd);
    return sound;
}

/* What a crowd has saved itself is sound, as long as it is what was saved. */
static bool is_own(const cairn_crowd *crowd, uint64_t checksum)
{
    for (uint32_t k = 0; k < CAIRN__OWN_SAVES && k < crowd->saves; k++)
        if (crowd->saved[k] == checksum)
            return true;
    return false;
}

static cairn_status check_body(cairn_crowd *crowd, const unsigned char *block, saved *self,
                               cairn_detail *detail)
{
    const cairn__saved_head *head = &self->head;
    bool sound = head->used <= crowd->capacity && head->lines[0] <= head->used &&
                 head->lines[1] <= head->used && head->lines[2] <= head->used &&
                 CAIRN__SAVED_HEAD + cairn__saved_get_body(head) == head->bytes;
    if (sound)
        find_parts(block, self);
    if (sound && is_own(crowd, get_long(block + CAIRN__SAVED_CHECKSUM)))
        return CAIRN_OK;
    bool changed = (head->policies >> 4 & 1) != 0;
    for (uint32_t i = 0; sound && i < head->used; i++)
        sound = is_member_sound(crowd, changed, self->members + i * self->member_bytes);
    if (!sound || !are_lines_sound(self) || !are_guides_sound(crowd, self) ||
        !cairn__saved_apart_is_sound(crowd, head, self->apart))
        return fail(detail, "the saved crowd says what no crowd can be");
    if (!are_cells_sound(crowd, self))
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
    member->idles = ring >> 27 & 1;
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

static void take_lines(cairn_crowd *crowd, const saved *self)
{
    const unsigned char *at = self->lines;
    cairn__line *lines[CAIRN__LINES + 1] = {&crowd->lines[0], &crowd->lines[1], &crowd->free};
    for (uint32_t line = 0; line <= CAIRN__LINES; line++) {
        cairn__line_start(lines[line]);
        for (uint32_t k = 0; k < self->head.lines[line]; k++, at += 4)
            cairn__line_push(lines[line], crowd->all, cairn__saved_get(at));
    }
}

static void take_field(cairn_crowd *crowd, const saved *self)
{
    const unsigned char *at = self->field + (size_t)4 * CAIRN__WAYS_WORDS;
    uint32_t word = cairn__saved_get(self->field + 8), cells[CAIRN__CELLS_WORDS];
    crowd->field.next = word >> 1 & (CAIRN__LARGE_ORDERS - 1);
    for (uint32_t k = 0; k < CAIRN__LARGE_ORDERS; k++, at += 8)
        crowd->field.large[k] =
            (cairn__large_order){cairn__saved_get(at), cairn__saved_get(at + 4)};
    for (uint32_t k = 0; k < CAIRN__CELLS_WORDS; k++, at += 4)
        cells[k] = cairn__saved_get(at);
    cairn__crowd_cells_take(crowd, cells, (self->head.policies >> 4 & 1) != 0);
    cairn__crowd_field_resume(crowd, cairn__unpack(cairn__saved_get(self->field)),
                              cairn__saved_get(self->field + 4), (word & 1) != 0);
}

static void take_guides(cairn_crowd *crowd, const saved *self)
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
            guide->starts = crowd->scout != NULL && guide->quanta == 0;
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

static void take_all(cairn_crowd *crowd, const saved *self)
{
    const cairn__saved_head *head = &self->head;
    uint32_t version = cairn__get_version(crowd->map);
    crowd->frame = head->frame;
    crowd->version = (head->policies >> 4 & 1) != 0 ? version - 1 : version;
    crowd->sweep = head->sweep;
    crowd->orders = head->orders;
    crowd->used = head->used;
    crowd->members = crowd->walking = 0;
    memset(crowd->states, CAIRN_MEMBER_NONE, crowd->capacity);
    for (uint32_t i = 0; i < head->used; i++) {
        take_member(crowd, i, self->members + i * self->member_bytes);
        crowd->members += crowd->states[i] != CAIRN_MEMBER_NONE;
        crowd->walking += cairn__state_is_walking(crowd->states[i]);
    }
    take_lines(crowd, self);
    take_field(crowd, self);
    cairn__saved_apart_take(crowd, head, self->apart);
    take_guides(crowd, self);
}

cairn_status cairn_crowd_load(cairn_crowd *crowd, const void *block, size_t bytes,
                              cairn_detail *detail)
{
    saved self = {0};
    if (crowd == NULL || block == NULL)
        return CAIRN_ARGUMENT;
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
