/* build_part.c: moves records between builds: out of one as bytes, into another after a deep check.
 * docs/format.md has the normative text. All numbers are little-endian. */
#include <string.h>

#include "base/detail.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/xy.h"
#include "build/records/build_state.h"
#include "build/records/part_format.h"
#include "verify/knn_verify.h"

uint64_t cairn__part_get_checksum(const cairn__part_header *head, const unsigned char *rest)
{
    cairn__part_header copy = *head;
    cairn__hash hash;
    copy.checksum = 0;
    cairn__order_numbers(&copy, sizeof copy, CAIRN__PART_WIDTHS);
    cairn__hash_start(&hash);
    cairn__hash_add(&hash, &copy, sizeof copy);
    cairn__hash_add(&hash, rest, (size_t)(head->bytes - sizeof copy));
    return cairn__hash_finish(&hash);
}

static uint64_t get_bytes(const cairn__part_header *head)
{
    return sizeof *head + (uint64_t)head->ranges * sizeof(cairn__part_range) +
           (uint64_t)head->records * sizeof(cairn__figures) + head->states * sizeof(cairn__xy);
}

/* What a build's parts all have in their headers. */
static cairn__part_header make_header(const cairn__records *self)
{
    const cairn_map_info info = self->make.map->info;
    cairn__part_header head = {.format_version = CAIRN__PART_FORMAT_VERSION,
                               .library_version = CAIRN__PART_LIBRARY_VERSION,
                               .map_fingerprint = info.fingerprint,
                               .width = info.width,
                               .height = info.height,
                               .corners = (uint32_t)info.corners,
                               .flags = self->skip_direct ? CAIRN__PART_SKIP_DIRECT : 0,
                               .seed = self->seed};
    memcpy(head.magic, CAIRN__PART_MAGIC, sizeof head.magic);
    return head;
}

/* ---- writing ---- */

static uint32_t sum_counts(const cairn__part *part)
{
    uint32_t states = 0;
    for (uint32_t i = 0; i < part->ready; i++)
        states += part->figures[i].states;
    return states;
}

cairn_status cairn__records_select(const cairn__records *self, uint32_t first, uint32_t end,
                                   bool new_only, cairn__selection *chosen)
{
    chosen->count = 0;
    chosen->ranges = cairn__allocate(&self->make.allocator, end - first, sizeof *chosen->ranges);
    if (chosen->ranges == NULL)
        return CAIRN_MEMORY;
    for (uint32_t i = first; i < end; i++)
        if (cairn__part_is_done(&self->parts[i]) && !(new_only && self->parts[i].kept))
            chosen->ranges[chosen->count++] = i;
    return CAIRN_OK;
}

static void write_ranges(const cairn__records *self, const cairn__selection *chosen,
                         const cairn__part_header *head, unsigned char *out)
{
    unsigned char *figures = out + head->ranges * sizeof(cairn__part_range);
    unsigned char *states = figures + head->records * sizeof(cairn__figures);
    for (uint32_t i = 0; i < chosen->count; i++) {
        const cairn__part *part = &self->parts[chosen->ranges[i]];
        cairn__part_range entry = {chosen->ranges[i] * CAIRN_BUILD_RANGE, part->ready};
        size_t state_bytes = sum_counts(part) * sizeof(cairn__xy);
        memcpy(out, &entry, sizeof entry);
        memcpy(figures, part->figures, part->ready * sizeof(cairn__figures));
        memcpy(states, part->states, state_bytes);
        out += sizeof entry;
        figures += part->ready * sizeof(cairn__figures);
        states += state_bytes;
    }
}

cairn_status cairn__records_write_ranges(const cairn__records *self, const cairn__selection *chosen,
                                         size_t capacity, void *part, size_t *bytes)
{
    cairn__part_header head = make_header(self);
    head.ranges = chosen->count;
    for (uint32_t i = 0; i < chosen->count; i++) {
        const cairn__part *next = &self->parts[chosen->ranges[i]];
        head.records += next->ready;
        head.states += sum_counts(next);
    }
    head.bytes = get_bytes(&head);
    *bytes = (size_t)head.bytes;
    if (part == NULL || capacity < *bytes)
        return CAIRN_CAPACITY;
    unsigned char *rest = (unsigned char *)part + sizeof head;
    write_ranges(self, chosen, &head, rest);
    cairn__order_numbers(rest, head.bytes - sizeof head, "4");
    head.checksum = cairn__part_get_checksum(&head, rest);
    memcpy(part, &head, sizeof head);
    cairn__order_numbers(part, sizeof head, CAIRN__PART_WIDTHS);
    return CAIRN_OK;
}

cairn_status cairn__records_write_part(const cairn__records *self, uint32_t first, uint32_t end,
                                       size_t capacity, void *part, size_t *bytes)
{
    if (bytes == NULL || (part == NULL && capacity > 0) || first > end || end > self->wanted ||
        first % CAIRN_BUILD_RANGE != 0 || (end % CAIRN_BUILD_RANGE != 0 && end != self->wanted))
        return cairn__fail(self->make.detail, CAIRN_ARGUMENT,
                           "there is no place for the part, or records %u to %u are no range",
                           (unsigned)first, (unsigned)end);
    cairn__selection chosen;
    cairn_status status =
        cairn__records_select(self, first / CAIRN_BUILD_RANGE,
                              (end + CAIRN_BUILD_RANGE - 1) / CAIRN_BUILD_RANGE, false, &chosen);
    if (status == CAIRN_OK)
        status = cairn__records_write_ranges(self, &chosen, capacity, part, bytes);
    cairn__release(&self->make.allocator, chosen.ranges);
    return status == CAIRN_OK ? status : cairn__records_explain(self, status);
}

/* ---- reading ---- */

/* A part as it lies in memory, of any alignment. */
typedef struct view {
    cairn__part_header head;
    const unsigned char *ranges;
    const unsigned char *figures;
    const unsigned char *states;
} view;

static cairn_status check_frame(const void *part, size_t bytes, cairn_detail *detail, view *seen)
{
    cairn__part_header *head = &seen->head;
    if (bytes < sizeof *head || memcmp(part, CAIRN__PART_MAGIC, 8) != 0)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 0, "this is not a part of a build");
    memcpy(head, part, sizeof *head);
    cairn__order_numbers(head, sizeof *head, CAIRN__PART_WIDTHS);
    if (head->format_version != CAIRN__PART_FORMAT_VERSION)
        return cairn__fail_at_offset(detail, CAIRN_VERSION, 8,
                                     "format version %u of parts is not known",
                                     (unsigned)head->format_version);
    if (head->bytes != bytes || head->states > bytes || get_bytes(head) != bytes)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 16,
                                     "the sizes of a part do not add up");
    seen->ranges = (const unsigned char *)part + sizeof *head;
    seen->figures = seen->ranges + head->ranges * sizeof(cairn__part_range);
    seen->states = seen->figures + head->records * sizeof(cairn__figures);
    if (cairn__part_get_checksum(head, seen->ranges) != head->checksum)
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT, 72, "the checksum of a part is wrong");
    return CAIRN_OK;
}

static cairn_status check_request(const cairn__records *self, const cairn__part_header *head)
{
    cairn_detail *detail = self->make.detail;
    const cairn__part_header own = make_header(self);
    if (head->library_version != own.library_version)
        return cairn__fail_at_offset(detail, CAIRN_VERSION, 12,
                                     "the part was made by another version of cairn");
    if (head->map_fingerprint != own.map_fingerprint || head->width != own.width ||
        head->height != own.height)
        return cairn__fail_at_offset(detail, CAIRN_MISMATCH, 24,
                                     "the part was made for another map");
    if (head->corners != own.corners)
        return cairn__fail_at_offset(detail, CAIRN_MISMATCH, 40,
                                     "the part was made for other corners");
    if (head->flags != own.flags)
        return cairn__fail_at_offset(detail, CAIRN_MISMATCH, 44,
                                     "the part has another choice of direct records");
    if (head->seed != own.seed)
        return cairn__fail_at_offset(detail, CAIRN_MISMATCH, 48, "the part has another seed");
    return CAIRN_OK;
}

/* Where a walk through a part stands. */
typedef struct cursor {
    uint32_t range;
    uint32_t record; /* of all */
    uint64_t state;  /* of all */
} cursor;

static cairn__part_range get_range(const view *seen, uint32_t range)
{
    cairn__part_range entry;
    memcpy(&entry, seen->ranges + range * sizeof entry, sizeof entry);
    cairn__order_numbers(&entry, sizeof entry, "4");
    return entry;
}

static cairn__figures get_figures(const view *seen, uint32_t record)
{
    cairn__figures figures;
    memcpy(&figures, seen->figures + record * sizeof figures, sizeof figures);
    cairn__order_numbers(&figures, sizeof figures, "4");
    return figures;
}

/* Checks the record at the cursor against the map; `states` has its states, aligned. */
static cairn_status check_record(const cairn__records *self, const cairn__xy *states, uint32_t id,
                                 const cairn__figures *figures)
{
    cairn__record record = {.id = id,
                            .states = figures->states,
                            .start = states[0],
                            .goal = states[figures->states - 1],
                            .inner = states + 1,
                            .length = figures->length};
    return cairn__record_check(&record, self->make.map, self->skip_direct, 0, self->make.detail);
}

/* Takes in one range unless it is there already. `states` has the states of all its records. */
static cairn_status use_range(cairn__records *self, cairn__part_range entry,
                              const cairn__figures *figures, const cairn__xy *states)
{
    uint32_t range = entry.first / CAIRN_BUILD_RANGE;
    if (range >= self->ranges)
        return CAIRN_OK;
    cairn__part *part = &self->parts[range];
    uint32_t wanted = cairn__records_get_range_records(self, range);
    uint32_t ready = entry.records < wanted ? entry.records : wanted, before = part->ready;
    if (ready <= before)
        return CAIRN_OK;
    cairn_status status = cairn__records_set_part(self, range, ready, figures, states);
    if (status != CAIRN_OK)
        return cairn__records_explain(self, status);
    atomic_fetch_add(&self->make.progress->done, ready - before);
    return CAIRN_OK;
}

/* Reads the range at the cursor: copies its states, since those of a part may lie anywhere. */
static cairn_status add_range(cairn__records *self, const view *seen, cursor *at)
{
    cairn_detail *detail = self->make.detail;
    cairn__part_range entry = get_range(seen, at->range);
    cairn__figures figures[CAIRN_BUILD_RANGE];
    uint64_t total = 0;
    if (entry.first % CAIRN_BUILD_RANGE != 0 || entry.records < 1 ||
        entry.records > CAIRN_BUILD_RANGE || entry.records > seen->head.records - at->record ||
        (at->range > 0 && entry.first <= get_range(seen, at->range - 1).first))
        return cairn__fail_at_offset(detail, CAIRN_CORRUPT,
                                     sizeof(cairn__part_header) + at->range * sizeof entry,
                                     "range %u of a part is out of order", (unsigned)at->range);
    for (uint32_t i = 0; i < entry.records; i++) {
        figures[i] = get_figures(seen, at->record + i);
        total += figures[i].states;
        if (figures[i].states < 2 || total > seen->head.states - at->state)
            return cairn__fail_at_offset(detail, CAIRN_CORRUPT, sizeof(cairn__part_header),
                                         "record %u of a part has no room for its states",
                                         (unsigned)(at->record + i));
    }
    cairn__xy *states = cairn__allocate(&self->make.allocator, total, sizeof *states);
    if (states == NULL)
        return cairn__records_explain(self, CAIRN_MEMORY);
    memcpy(states, seen->states + at->state * sizeof *states, (size_t)total * sizeof *states);
    cairn__order_numbers(states, total * sizeof *states, "4");
    cairn_status status = CAIRN_OK;
    const cairn__xy *next = states;
    for (uint32_t i = 0; status == CAIRN_OK && i < entry.records; next += figures[i++].states)
        status = check_record(self, next, entry.first + i, &figures[i]);
    if (status == CAIRN_OK)
        status = use_range(self, entry, figures, states);
    cairn__release(&self->make.allocator, states);
    *at = (cursor){at->range + 1, at->record + entry.records, at->state + total};
    return status;
}

cairn_status cairn__records_add_part(cairn__records *self, const void *part, size_t bytes)
{
    view seen = {0};
    cursor at = {0};
    cairn_status status = check_frame(part, bytes, self->make.detail, &seen);
    if (status == CAIRN_OK)
        status = check_request(self, &seen.head);
    while (status == CAIRN_OK && at.range < seen.head.ranges)
        status = add_range(self, &seen, &at);
    if (status == CAIRN_OK && (at.record != seen.head.records || at.state != seen.head.states))
        status = cairn__fail_at_offset(self->make.detail, CAIRN_CORRUPT, sizeof(cairn__part_header),
                                       "a part has records of no range");
    return status;
}

/* ---- from a database ---- */

static cairn_status check_source(const cairn__records *self, const cairn_db *db)
{
    cairn_detail *detail = self->make.detail;
    cairn_status status = cairn__db_check_kind(db, CAIRN_DB_KNN, detail);
    if (status == CAIRN_OK)
        status = cairn_db_verify(db, self->make.map, detail);
    if (status != CAIRN_OK)
        return status;
    if (cairn__db_get_knn(db)->head->seed != self->seed)
        return cairn__fail(detail, CAIRN_MISMATCH, "the database has another seed");
    if (((cairn__db_get_knn(db)->head->flags & CAIRN__KNN_SKIP_DIRECT) != 0) != self->skip_direct)
        return cairn__fail(detail, CAIRN_MISMATCH,
                           "the database has another choice of direct records");
    if (cairn__db_get_knn(db)->head->records > self->wanted)
        return cairn__fail(detail, CAIRN_MISMATCH, "the database has %u records already",
                           (unsigned)cairn__db_get_knn(db)->head->records);
    return CAIRN_OK;
}

/* The places of the records by their ids; verified, each is there once. */
static void list_places(const cairn_db *db, uint32_t records, uint32_t *places)
{
    for (uint32_t place = 0; place < records; place++)
        places[cairn__db_get_knn(db)->tree.ids[place]] = place;
}

static cairn_status add_records(cairn__records *self, const cairn_db *db, const uint32_t *places,
                                cairn__part_range entry)
{
    cairn__figures figures[CAIRN_BUILD_RANGE];
    cairn__maker copy = {.allocator = self->make.allocator};
    cairn_status status = CAIRN_OK;
    for (uint32_t i = 0; status == CAIRN_OK && i < entry.records; i++) {
        cairn__record record;
        status = cairn__db_get_record(db, places[entry.first + i], &record);
        figures[i] = (cairn__figures){record.states, record.length};
        for (uint32_t j = 0; status == CAIRN_OK && j < record.states; j++) {
            cairn__xy state = cairn__record_get_state(&record, j);
            status = cairn__maker_add(&copy, &state, 1);
        }
    }
    if (status == CAIRN_OK)
        status = use_range(self, entry, figures, copy.states);
    cairn__maker_end(&copy);
    return status;
}

cairn_status cairn__records_add_db(cairn__records *self, const cairn_db *db)
{
    cairn_status status = check_source(self, db);
    if (status != CAIRN_OK)
        return status;
    uint32_t records = cairn__db_get_knn(db)->head->records;
    uint32_t *places = cairn__allocate(&self->make.allocator, records, sizeof *places);
    if (places == NULL)
        return cairn__records_explain(self, CAIRN_MEMORY);
    list_places(db, records, places);
    for (uint32_t first = 0; status == CAIRN_OK && first < records; first += CAIRN_BUILD_RANGE) {
        uint32_t left = records - first;
        cairn__part_range entry = {first, left < CAIRN_BUILD_RANGE ? left : CAIRN_BUILD_RANGE};
        status = add_records(self, db, places, entry);
    }
    cairn__release(&self->make.allocator, places);
    return status;
}
