/* text_source.c: lines out of pieces; it need not know what they mean. */
#include "grid/text_source.h"

#include <string.h>

#include "base/detail.h"
#include "base/memory.h"

#define PIECE_BYTES 65536

cairn_status cairn__text_source_open(const char *path, const cairn_allocator *allocator,
                                     cairn_detail *detail, cairn__text_source *source)
{
    *source = (cairn__text_source){.allocator = *allocator, .detail = detail};
    source->buffer = cairn__allocate(allocator, PIECE_BYTES, 1);
    if (source->buffer == NULL)
        return cairn__fail(detail, CAIRN_MEMORY, "out of memory");
    cairn_status status = cairn__file_source_open(path, detail, &source->file);
    if (status != CAIRN_OK) {
        cairn__release(allocator, source->buffer);
        source->buffer = NULL;
    }
    return status;
}

void cairn__text_source_open_memory(const void *text, size_t bytes, cairn_detail *detail,
                                    cairn__text_source *source)
{
    *source = (cairn__text_source){.detail = detail, .next = text, .left = bytes};
}

void cairn__text_source_close(cairn__text_source *source)
{
    if (source->buffer == NULL)
        return;
    cairn__file_source_close(&source->file);
    cairn__release(&source->allocator, source->buffer);
    source->buffer = NULL;
}

/* Gets the next piece if the present one is used up; nothing is left at the end. */
static cairn_status refill(cairn__text_source *source)
{
    if (source->left > 0 || source->buffer == NULL)
        return CAIRN_OK;
    source->next = source->buffer;
    return cairn__file_source_read(&source->file, source->buffer, PIECE_BYTES, source->detail,
                                   &source->left);
}

cairn_status cairn__text_source_read(cairn__text_source *source, size_t capacity, char *line,
                                     size_t *length, bool *ended)
{
    size_t total = 0;
    char last = '\0';
    bool found = false;
    *ended = false;
    while (!found && total < capacity) {
        cairn_status status = refill(source);
        if (status != CAIRN_OK)
            return status;
        if (source->left == 0)
            break;
        size_t room = capacity - total;
        size_t seen = source->left < room ? source->left : room;
        const char *end = memchr(source->next, '\n', seen);
        size_t count = end != NULL ? (size_t)(end - source->next) : seen;
        memcpy(line + total, source->next, count);
        total += count;
        if (count > 0)
            last = source->next[count - 1];
        found = end != NULL;
        source->next += count + found;
        source->left -= count + found;
    }
    *ended = !found && total == 0;
    if (last == '\r' && total < capacity)
        total--;
    line[total < capacity ? total : capacity - 1] = '\0';
    source->line++;
    *length = total;
    return CAIRN_OK;
}

bool cairn__parse_number(const char **text, uint32_t *number)
{
    const char *next = *text;
    uint32_t value = 0;
    while (*next >= '0' && *next <= '9' && next - *text < 9)
        value = value * 10 + (uint32_t)(*next++ - '0');
    if (next == *text || (*next >= '0' && *next <= '9'))
        return false;
    *text = next;
    *number = value;
    return true;
}
