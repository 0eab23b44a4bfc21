/* checkpoint.c: a folder of part files, so that a build that was killed goes on where it was. Each
 * file has the ranges finished since the one before it was written; it appears whole or not at
 * all, so a kill at any moment costs only what was made after the last one. */
#include <stdio.h>
#include <string.h>

#include "base/detail.h"
#include "base/file.h"
#include "base/memory.h"
#include "build/records/build_state.h"

/* part-NNNNNNNN.cairnpart, numbered from 1 */
#define PREFIX "part-"
#define SUFFIX ".cairnpart"
#define DIGITS 8

/* The number in a part file's name, or 0 for any other name. */
static uint32_t get_number(const char *name)
{
    uint32_t number = 0;
    if (strlen(name) != strlen(PREFIX) + DIGITS + strlen(SUFFIX) ||
        strncmp(name, PREFIX, strlen(PREFIX)) != 0 ||
        strcmp(name + strlen(PREFIX) + DIGITS, SUFFIX) != 0)
        return 0;
    for (size_t i = 0; i < DIGITS; i++) {
        char digit = name[strlen(PREFIX) + i];
        if (digit < '0' || digit > '9')
            return 0;
        number = 10 * number + (uint32_t)(digit - '0');
    }
    return number;
}

/* True for what a killed writer of a part file left behind. */
static bool is_leftover(const char *name)
{
    return strncmp(name, PREFIX, strlen(PREFIX)) == 0 && strstr(name, SUFFIX ".tmp-") != NULL;
}

/* FOLDER/NAME, to be released; null without memory. */
static char *join_path(const cairn__records *self, const char *folder, const char *name)
{
    size_t bytes = strlen(folder) + strlen(name) + 2;
    char *path = cairn__allocate(&self->make.allocator, bytes, 1);
    if (path != NULL)
        (void)snprintf(path, bytes, "%s/%s", folder, name);
    return path;
}

/* ---- writing ---- */

static cairn_status find_last(void *context, const char *name)
{
    uint32_t *last = context, number = get_number(name);
    if (number > *last)
        *last = number;
    return CAIRN_OK;
}

static cairn_status write_selection(const cairn__records *self, const cairn__selection *chosen,
                                    const char *path)
{
    size_t bytes = 0;
    (void)cairn__records_write_ranges(self, chosen, 0, NULL, &bytes);
    void *part = cairn__allocate(&self->make.allocator, bytes, 1);
    if (part == NULL)
        return cairn__records_explain(self, CAIRN_MEMORY);
    cairn_status status = cairn__records_write_ranges(self, chosen, bytes, part, &bytes);
    if (status == CAIRN_OK)
        status = cairn__file_write(path, part, bytes, &self->make.allocator, self->make.detail);
    cairn__release(&self->make.allocator, part);
    return status;
}

static cairn_status write_next(const cairn__records *self, const cairn__selection *chosen,
                               const char *folder)
{
    cairn_detail *detail = self->make.detail;
    uint32_t last = 0;
    char name[sizeof PREFIX + DIGITS + sizeof SUFFIX + 8];
    cairn_status status = cairn__folder_create(folder, detail);
    if (status == CAIRN_OK)
        status = cairn__folder_visit(folder, detail, find_last, &last);
    if (status != CAIRN_OK)
        return status;
    (void)snprintf(name, sizeof name, PREFIX "%0*u" SUFFIX, DIGITS, (unsigned)(last + 1));
    char *path = join_path(self, folder, name);
    if (path == NULL)
        return cairn__records_explain(self, CAIRN_MEMORY);
    status = write_selection(self, chosen, path);
    cairn__release(&self->make.allocator, path);
    return status;
}

cairn_status cairn__records_write_checkpoint(cairn__records *self, const char *folder)
{
    cairn__selection chosen;
    cairn_status status = cairn__records_select(self, 0, self->ranges, true, &chosen);
    if (status != CAIRN_OK)
        return cairn__records_explain(self, status);
    if (chosen.count > 0)
        status = write_next(self, &chosen, folder);
    for (uint32_t i = 0; status == CAIRN_OK && i < chosen.count; i++)
        self->parts[chosen.ranges[i]].kept = true;
    cairn__release(&self->make.allocator, chosen.ranges);
    return status;
}

/* ---- reading and removing ---- */

/* Visiting a checkpoint's files. */
typedef struct visitor {
    cairn__records *records;
    const char *folder;
} visitor;

static cairn_status read_file(cairn__records *self, const char *path)
{
    cairn__file_view view;
    cairn_status status = cairn__file_view_open(path, self->make.detail, &view);
    if (status != CAIRN_OK)
        return status;
    status = cairn__records_add_part(self, view.bytes != NULL ? view.bytes : "", view.count);
    cairn__file_view_close(&view);
    return status;
}

static cairn_status read_part(void *context, const char *name)
{
    const visitor *visit = context;
    cairn__records *self = visit->records;
    if (get_number(name) == 0)
        return CAIRN_OK;
    char *path = join_path(self, visit->folder, name);
    if (path == NULL)
        return cairn__records_explain(self, CAIRN_MEMORY);
    cairn_status status = read_file(self, path);
    cairn__release(&self->make.allocator, path);
    if (status != CAIRN_OK && self->make.detail != NULL) {
        char why[sizeof self->make.detail->text];
        memcpy(why, self->make.detail->text, sizeof why);
        uint64_t offset = self->make.detail->offset;
        (void)cairn__fail_at_offset(self->make.detail, status, offset, "%s: %.*s", name,
                                    (int)(sizeof why - strlen(name) - 4), why);
    }
    return status;
}

cairn_status cairn__records_read_checkpoint(cairn__records *self, const char *folder)
{
    visitor visit = {.records = self, .folder = folder};
    cairn_status status = cairn__folder_visit(folder, self->make.detail, read_part, &visit);
    for (uint32_t i = 0; status == CAIRN_OK && i < self->ranges; i++)
        self->parts[i].kept = cairn__part_is_done(&self->parts[i]);
    return status;
}

static cairn_status remove_part(void *context, const char *name)
{
    const visitor *visit = context;
    cairn__records *self = visit->records;
    if (get_number(name) == 0 && !is_leftover(name))
        return CAIRN_OK;
    char *path = join_path(self, visit->folder, name);
    if (path == NULL)
        return cairn__records_explain(self, CAIRN_MEMORY);
    cairn_status status = cairn__file_remove(path, self->make.detail);
    cairn__release(&self->make.allocator, path);
    return status;
}

cairn_status cairn__records_remove_checkpoint(cairn__records *self, const char *folder)
{
    visitor visit = {.records = self, .folder = folder};
    cairn_status status = cairn__folder_visit(folder, self->make.detail, remove_part, &visit);
    if (status == CAIRN_OK)
        cairn__folder_remove_empty(folder);
    return status;
}
