/* saved_changes.c: what a changing map differs in from what was opened, as a block of bytes for a saved
 * game. docs/format.md is the normative text. */
#include "cairn/tools.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "base/detail.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/order.h"
#include "grid/living.h"
#include "grid/origin.h"

#define MAGIC                                                                                      \
    "\x89"                                                                                         \
    "CHNGS\r\n"
#define FORMAT_VERSION 1

/* offset bytes
 *      0     8  magic
 *      8     4  format version
 *     12     4  zero
 *     16     8  bytes of the whole block
 *     24     8  map fingerprint
 *     32     4  map width
 *     36     4  map height
 *     40     8  number of runs
 *     48     8  XXH64 of the whole block with this field as zero
 *     56        the runs: cells since the one before, and cells in it less one */
typedef struct header {
    unsigned char magic[8];
    uint32_t format_version;
    uint32_t zero;
    uint64_t bytes;
    uint64_t fingerprint;
    uint32_t width;
    uint32_t height;
    uint64_t runs;
    uint64_t checksum;
} header;

static_assert(sizeof(header) == 56, "the header has 56 bytes");
static_assert(offsetof(header, checksum) == 48, "as in the table");

/* The bytes of each number in it (order.h). */
#define HEADER_WIDTHS                                                                              \
    "11111111"                                                                                     \
    "44884488"

/* The most bytes of a number: 7 bits each. */
#define NUMBER_BYTES 5

static uint64_t find_checksum(const header *head, const unsigned char *runs, size_t bytes)
{
    header copy = *head;
    cairn__hash hash;
    copy.checksum = 0;
    cairn__order_numbers(&copy, sizeof copy, HEADER_WIDTHS);
    cairn__hash_start(&hash);
    cairn__hash_add(&hash, &copy, sizeof copy);
    cairn__hash_add(&hash, runs, bytes);
    return cairn__hash_finish(&hash);
}

/* ---- writing ---- */

static size_t write_number(uint32_t number, unsigned char bytes[NUMBER_BYTES])
{
    size_t count = 0;
    for (; number >= 128; number >>= 7)
        bytes[count++] = (unsigned char)(number | 128);
    bytes[count++] = (unsigned char)number;
    return count;
}

static void write_runs(const cairn__cell_runs *runs, unsigned char *bytes, size_t *count)
{
    unsigned char both[2 * NUMBER_BYTES];
    uint32_t end = 0;
    *count = 0;
    for (size_t i = 0; i < runs->count; i++) {
        const cairn__cell_run *run = &runs->runs[i];
        size_t used = write_number(run->first - end, both);
        used += write_number(run->count - 1, both + used);
        if (bytes != NULL)
            memcpy(bytes + *count, both, used);
        *count += used;
        end = run->first + run->count;
    }
}

/* What is written, and how long it is. */
typedef struct writing {
    header head;
    cairn__cell_runs runs;
    size_t run_bytes;
} writing;

static cairn_status begin_writing(const cairn_map *map, writing *self)
{
    const cairn_map_info *info = &map->info;
    *self = (writing){.runs = {.allocator = map->allocator}};
    cairn__map_enter(map);
    cairn_status status = cairn__origin_compare(map, &self->runs);
    cairn__map_leave(map);
    write_runs(&self->runs, NULL, &self->run_bytes);
    self->head = (header){.format_version = FORMAT_VERSION,
                          .bytes = sizeof self->head + (uint64_t)self->run_bytes,
                          .fingerprint = info->fingerprint,
                          .width = info->width,
                          .height = info->height,
                          .runs = self->runs.count};
    memcpy(self->head.magic, MAGIC, sizeof self->head.magic);
    return status;
}

static void write_block(writing *self, unsigned char *block)
{
    write_runs(&self->runs, block + sizeof self->head, &self->run_bytes);
    self->head.checksum = find_checksum(&self->head, block + sizeof self->head, self->run_bytes);
    memcpy(block, &self->head, sizeof self->head);
    cairn__order_numbers(block, sizeof self->head, HEADER_WIDTHS);
}

static cairn_status check_changing(const cairn_map *map, cairn_detail *detail)
{
    if (map == NULL)
        return cairn__fail_null(detail);
    if (map->living == NULL)
        return cairn__fail(detail, CAIRN_NOT_CHANGING, "the map was not opened as a changing one");
    return CAIRN_OK;
}

cairn_status cairn_map_save_changes_memory(const cairn_map *map, size_t capacity, void *block,
                                           size_t *bytes)
{
    writing self;
    cairn_status status = check_changing(map, NULL);
    if (status != CAIRN_OK)
        return status;
    if ((block == NULL && capacity > 0) || bytes == NULL)
        return CAIRN_ARGUMENT;
    status = begin_writing(map, &self);
    if (status == CAIRN_OK) {
        *bytes = (size_t)self.head.bytes;
        if (block == NULL || *bytes > capacity)
            status = CAIRN_CAPACITY;
        else
            write_block(&self, block);
    }
    cairn__cell_runs_end(&self.runs);
    return status;
}

cairn_status cairn_map_save_changes(const cairn_map *map, const char *path, cairn_detail *detail)
{
    writing self;
    unsigned char *block = NULL;
    cairn_status status = check_changing(map, detail);
    if (status != CAIRN_OK)
        return status;
    if (path == NULL)
        return cairn__fail_null(detail);
    status = begin_writing(map, &self);
    if (status == CAIRN_OK)
        block = cairn__allocate(&map->allocator, self.head.bytes, 1);
    if (block == NULL) {
        status = cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    } else {
        write_block(&self, block);
        status = cairn__file_write(path, block, (size_t)self.head.bytes, &map->allocator, detail);
    }
    cairn__release(&map->allocator, block);
    cairn__cell_runs_end(&self.runs);
    return status;
}

/* ---- reading ---- */

typedef struct reading {
    const unsigned char *bytes;
    size_t count;
    size_t next;
    cairn_detail *detail;
} reading;

static cairn_status fail_at(const reading *self, size_t offset, const char *text)
{
    (void)cairn__fail_at_offset(self->detail, CAIRN_CORRUPT, offset, "%s", text);
    return CAIRN_CORRUPT;
}

static cairn_status check_frame(const reading *self, header *head)
{
    if (self->count < sizeof *head)
        return fail_at(self, self->count, "the saved changes end within their header");
    memcpy(head, self->bytes, sizeof *head);
    cairn__order_numbers(head, sizeof *head, HEADER_WIDTHS);
    if (memcmp(head->magic, MAGIC, sizeof head->magic) != 0)
        return fail_at(self, 0, "these are not the saved changes of a map");
    if (head->format_version != FORMAT_VERSION)
        return cairn__fail_at_offset(self->detail, CAIRN_VERSION, offsetof(header, format_version),
                                     "the saved changes have format version %" PRIu32
                                     "; this library knows version %d",
                                     head->format_version, FORMAT_VERSION);
    if (head->bytes != self->count)
        return fail_at(self, offsetof(header, bytes),
                       "the saved changes are not as long as they say");
    if (head->zero != 0 || head->checksum != find_checksum(head, self->bytes + sizeof *head,
                                                           self->count - sizeof *head))
        return fail_at(self, offsetof(header, checksum),
                       "the checksum of the saved changes is wrong");
    return CAIRN_OK;
}

static cairn_status check_map(const cairn_map *map, const header *head, cairn_detail *detail)
{
    const cairn_map_info *info = &map->info;
    if (head->width != info->width || head->height != info->height)
        return cairn__fail(detail, CAIRN_MISMATCH,
                           "the changes were saved of a map of %" PRIu32 " x %" PRIu32
                           " cells, this one has %" PRIu32 " x %" PRIu32,
                           head->width, head->height, info->width, info->height);
    if (head->fingerprint != info->fingerprint)
        return cairn__fail(detail, CAIRN_MISMATCH,
                           "the changes were saved of the map with fingerprint %016" PRIx64
                           ", this one has %016" PRIx64,
                           head->fingerprint, info->fingerprint);
    return CAIRN_OK;
}

/* A number of as few bytes as it needs; false if there is none. */
static bool read_number(reading *self, uint32_t *number)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < NUMBER_BYTES && self->next < self->count; i++) {
        unsigned char byte = self->bytes[self->next++];
        value |= (uint64_t)(byte & 127) << 7 * i;
        if (byte < 128) {
            *number = (uint32_t)value;
            return (byte > 0 || i == 0) && value <= UINT32_MAX;
        }
    }
    return false;
}

static cairn_status read_runs(reading *self, const header *head, cairn__cell_runs *runs)
{
    uint64_t end = 0, cells = (uint64_t)head->width * head->height;
    for (uint64_t i = 0; i < head->runs; i++) {
        size_t offset = self->next;
        uint32_t gap, rest;
        if (!read_number(self, &gap) || !read_number(self, &rest) || (i > 0 && gap == 0))
            return fail_at(self, offset, "a run of the saved changes is broken");
        uint64_t first = end + gap;
        end = first + rest + 1;
        if (end > cells)
            return fail_at(self, offset, "a run of the saved changes ends outside the map");
        if (cairn__cell_runs_add(runs, (uint32_t)first, rest + 1) != CAIRN_OK)
            return cairn__fail(self->detail, CAIRN_MEMORY, "out of memory");
    }
    return self->next == self->count
               ? CAIRN_OK
               : fail_at(self, self->next, "there is more behind the saved changes");
}

/* ---- bringing the map there ---- */

/* What has to be changed: a change for each row of each run, with the cells it sets. */
typedef struct turn {
    cairn_change *changes;
    size_t count;
    uint8_t *cells;
} turn;

static void add_changes(const cairn_map *map, const cairn__cell_run *run, turn *self,
                        uint8_t **next)
{
    uint32_t width = map->info.width, end = run->first + run->count;
    for (uint32_t first = run->first; first < end;) {
        uint32_t x = first % width, y = first / width;
        uint32_t count = end - first < width - x ? end - first : width - x;
        self->changes[self->count++] =
            (cairn_change){.rect = {(uint16_t)x, (uint16_t)y, (uint16_t)count, 1}, .cells = *next};
        for (uint32_t i = 0; i < count; i++)
            *(*next)++ = !cairn__is_open(map, (int32_t)(x + i), (int32_t)y);
        first += count;
    }
}

/* Turns every cell of the runs over. */
static cairn_status turn_over(cairn_map *map, const cairn__cell_runs *runs)
{
    uint64_t cells = cairn__cell_runs_count_cells(runs);
    turn self = {0};
    /* A run of some rows ends in one more. */
    self.changes = cairn__allocate(&map->allocator, 2 * runs->count + cells / map->info.width,
                                   sizeof *self.changes);
    self.cells = cairn__allocate(&map->allocator, cells, 1);
    cairn_status status = CAIRN_MEMORY;
    if (self.changes != NULL && self.cells != NULL) {
        uint8_t *next = self.cells;
        for (size_t i = 0; i < runs->count; i++)
            add_changes(map, &runs->runs[i], &self, &next);
        status = cairn_map_change(map, self.changes, self.count);
    }
    cairn__release(&map->allocator, self.changes);
    cairn__release(&map->allocator, self.cells);
    return status;
}

/* From the cells that differ now to those that are to differ. */
static cairn_status change_to(cairn_map *map, const cairn__cell_runs *wanted)
{
    cairn__cell_runs now = {.allocator = map->allocator}, both = now;
    cairn_status status = cairn__origin_compare(map, &now);
    if (status == CAIRN_OK)
        status = cairn__cell_runs_add_difference(&both, &now, wanted);
    if (status == CAIRN_OK && both.count > 0)
        status = turn_over(map, &both);
    cairn__cell_runs_end(&now);
    cairn__cell_runs_end(&both);
    return status;
}

cairn_status cairn_map_load_changes_memory(cairn_map *map, const void *block, size_t bytes,
                                           cairn_detail *detail)
{
    header head;
    cairn_status status = check_changing(map, detail);
    if (status != CAIRN_OK)
        return status;
    if (block == NULL && bytes > 0)
        return cairn__fail_null(detail);
    reading self = {block, bytes, sizeof head, detail};
    cairn__cell_runs runs = {.allocator = map->allocator};
    status = check_frame(&self, &head);
    if (status == CAIRN_OK)
        status = check_map(map, &head, detail);
    if (status == CAIRN_OK)
        status = read_runs(&self, &head, &runs);
    if (status == CAIRN_OK) {
        status = change_to(map, &runs);
        if (status != CAIRN_OK)
            (void)cairn__fail(detail, status, "%s", cairn_status_get_text(status));
    }
    cairn__cell_runs_end(&runs);
    return status;
}

cairn_status cairn_map_load_changes(cairn_map *map, const char *path, cairn_detail *detail)
{
    cairn__file_view view;
    cairn_status status = check_changing(map, detail);
    if (status == CAIRN_OK && path == NULL)
        status = cairn__fail_null(detail);
    if (status == CAIRN_OK)
        status = cairn__file_view_open(path, detail, &view);
    if (status != CAIRN_OK)
        return status;
    status = cairn_map_load_changes_memory(map, view.bytes, view.count, detail);
    cairn__file_view_close(&view);
    return status;
}
