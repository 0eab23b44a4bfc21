/* order.c: turns numbers, on big-endian machines alone. */
#include "base/order.h"

#if CAIRN__BIG_ENDIAN

void cairn__order_numbers(void *bytes, uint64_t count, const char *widths)
{
    unsigned char *number = bytes;
    const char *width = widths;
    while (count >= (uint64_t)(*width - '0')) {
        uint32_t last = (uint32_t)(*width - '0') - 1;
        for (uint32_t i = 0; i < last - i; i++) {
            unsigned char byte = number[i];
            number[i] = number[last - i];
            number[last - i] = byte;
        }
        number += last + 1;
        count -= last + 1;
        width = width[1] != '\0' ? width + 1 : widths;
    }
}

#endif
