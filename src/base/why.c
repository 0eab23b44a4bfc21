/* why.c: a text and its numbers, and the sentence that they make. */
#include "base/why.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* No pointer, size or count that other structs begin with is likely to have these bits. */
#define MARK UINT32_C(0x9e6d57c1)

void cairn__why_start(cairn__why *why, cairn_detail *detail)
{
    *why = (cairn__why){.mark = MARK, .detail = detail};
    if (detail != NULL)
        *detail = (cairn_detail){0};
}

cairn_status cairn__because(cairn__why *why, cairn_status status, const char *text, ...)
{
    va_list arguments;
    size_t count = 0;
    why->text = text;
    va_start(arguments, text);
    for (const char *at = text; count < CAIRN__WHY_NUMBERS && (at = strchr(at, '%')) != NULL; at++)
        why->numbers[count++] = va_arg(arguments, unsigned);
    va_end(arguments);
    return status;
}

cairn_status cairn__because_of_cell(cairn__why *why, cairn_status status, cairn__xy cell)
{
    unsigned x = (unsigned)cell.x, y = (unsigned)cell.y;
    if (status == CAIRN_NO_PATH)
        return cairn__because(why, status, "no path leads to the cell (%u, %u)", x, y);
    if (status == CAIRN_TAKEN)
        return cairn__because(why, status, "the cell (%u, %u) is taken, or kept free", x, y);
    return cairn__because(why, status, "the cell (%u, %u) is blocked or outside the map", x, y);
}

cairn_status cairn__because_null(cairn__why *why)
{
    return cairn__because(why, CAIRN_ARGUMENT, "an argument is null that must not be");
}

/* Writes the text with its numbers. */
static void tell(const cairn__why *why, cairn_detail *detail)
{
    size_t count = 0, used = 0, room = sizeof detail->text;
    for (const char *at = why->text; at != NULL && *at != '\0' && used + 1 < room; at++)
        if (*at == '%' && count < CAIRN__WHY_NUMBERS) {
            int length =
                snprintf(detail->text + used, room - used, "%u", (unsigned)why->numbers[count++]);
            used += (size_t)length < room - used ? (size_t)length : room - used - 1;
            at++; /* the u */
        } else {
            detail->text[used++] = *at;
        }
}

void cairn_get_detail(const void *of, cairn_detail *detail)
{
    const cairn__why *why = of;
    if (detail == NULL)
        return;
    *detail = (cairn_detail){0};
    if (why == NULL)
        (void)cairn__fail(detail, CAIRN_ARGUMENT, "the object is null");
    else if (why->mark != MARK)
        (void)cairn__fail(detail, CAIRN_ARGUMENT, "the object keeps no sentence");
    else if (why->detail != NULL)
        *detail = *why->detail;
    else
        tell(why, detail);
}
