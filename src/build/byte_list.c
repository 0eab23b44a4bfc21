/* byte_list.c: a growing array of bytes, and a growing pile of them. */
#include "build/byte_list.h"

#include <string.h>

#include "base/bit_rows.h"
#include "base/memory.h"

void cairn__byte_list_end(cairn__byte_list *list)
{
    cairn__release(&list->allocator, list->bytes);
    *list = (cairn__byte_list){.allocator = list->allocator};
}

#define MOST_BYTES (UINT32_MAX / 2)

/* Room for `more` bytes; false if there is none. */
static bool add_room(cairn__byte_list *list, size_t more)
{
    if (list->status != CAIRN_OK)
        return false;
    if (list->count + more > MOST_BYTES) {
        list->status = CAIRN_LIMIT;
        return false;
    }
    if (list->count + more <= list->capacity)
        return true;
    uint8_t *bytes = cairn__grow(&list->allocator, list->bytes, list->count, 1, &list->capacity,
                                 list->count + more);
    if (bytes == NULL) {
        list->status = CAIRN_MEMORY;
        return false;
    }
    list->bytes = bytes;
    return true;
}

void cairn__byte_list_add(cairn__byte_list *list, const void *bytes, size_t count)
{
    if (count == 0 || !add_room(list, count))
        return;
    if (bytes != NULL)
        memcpy(list->bytes + list->count, bytes, count);
    else
        memset(list->bytes + list->count, 0, count);
    list->count += count;
}

void cairn__byte_list_add_number(cairn__byte_list *list, uint32_t number)
{
    uint8_t bytes[5];
    size_t count = 0;
    for (; number >= 128; number >>= 7)
        bytes[count++] = (uint8_t)(number | 128);
    bytes[count++] = (uint8_t)number;
    cairn__byte_list_add(list, bytes, count);
}

void cairn__byte_list_add_row(cairn__byte_list *list, const uint32_t *numbers, uint32_t count,
                              uint32_t width)
{
    size_t begin = list->count;
    cairn__byte_list_add(list, NULL, cairn__get_row_bytes(count, width));
    if (list->status != CAIRN_OK)
        return;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *at = list->bytes + begin + i * width / 8;
        uint64_t shifted = (uint64_t)numbers[i] << i * width % 8;
        for (; shifted != 0; shifted >>= 8)
            *at++ |= (uint8_t)shifted;
    }
}

cairn_status cairn__byte_pile_add(cairn__pile *pile, const cairn_allocator *allocator,
                                  const void *bytes, size_t count)
{
    const uint8_t *next = bytes;
    if (count > MOST_BYTES - pile->count)
        return CAIRN_LIMIT;
    while (count > 0) {
        uint8_t *at = cairn__pile_add(pile, allocator, 1, CAIRN__BYTES_A_LAYER);
        if (at == NULL)
            return CAIRN_MEMORY;
        size_t room = CAIRN__BYTES_A_LAYER - pile->last->count + 1;
        size_t taken = count < room ? count : room;
        memcpy(at, next, taken);
        pile->last->count += taken - 1;
        pile->count += taken - 1;
        next += taken;
        count -= taken;
    }
    return CAIRN_OK;
}
