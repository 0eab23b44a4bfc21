/* byte_list.h: bytes that are written one after the other: as an array, or in layers, if
 * moving them would take long. */
#ifndef CAIRN_BYTE_LIST_H
#define CAIRN_BYTE_LIST_H

#include "build/pile.h"

typedef struct cairn__byte_list {
    cairn_allocator allocator;
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    cairn_status status; /* the first failure; what is added after it is lost */
} cairn__byte_list;

void cairn__byte_list_end(cairn__byte_list *list);

/* Adds bytes; those of null are zeros. */
void cairn__byte_list_add(cairn__byte_list *list, const void *bytes, size_t count);

/* Adds a number seven bits a byte, the lowest first; all bytes but the last have bit 7 set. */
void cairn__byte_list_add_number(cairn__byte_list *list, uint32_t number);

/* Adds a row of numbers of the same width in bits. */
void cairn__byte_list_add_row(cairn__byte_list *list, const uint32_t *numbers, uint32_t count,
                              uint32_t width);

/* ---- in layers ---- */

#define CAIRN__BYTES_A_LAYER 32768

/* Adds bytes to a pile of them. Failures: MEMORY, LIMIT (more than a list may have). */
cairn_status cairn__byte_pile_add(cairn__pile *pile, const cairn_allocator *allocator,
                                  const void *bytes, size_t count);

#endif
