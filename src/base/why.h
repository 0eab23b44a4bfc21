/* why.h: why the last call that failed for an object failed. Games ask for cells that are blocked or
 * taken all the time, so a failure keeps a text and numbers; the sentence is made when it is asked
 * for. */
#ifndef CAIRN_WHY_H
#define CAIRN_WHY_H

#include "base/detail.h"
#include "base/xy.h"

enum { CAIRN__WHY_NUMBERS = 5 };

/* Every object that can be asked begins with it. */
typedef struct cairn__why {
    uint32_t mark; /* that it is one: cairn_get_detail() takes a pointer to anything */
    uint32_t numbers[CAIRN__WHY_NUMBERS];
    const char *text; /* each %u stands for the next number; null: no call has failed */
    cairn_detail
        *detail; /* builds and repairs, which fail seldom: where the sentence is; or null */
} cairn__why;

/* For an object that begins; empties `detail` unless that is null. */
void cairn__why_start(cairn__why *why, cairn_detail *detail);

/* Keeps why a call fails, and returns `status`. `text` is kept, not copied; it has no other
 * conversion than %u. */
cairn_status cairn__because(cairn__why *why, cairn_status status, const char *text, ...)
    CAIRN__PRINTF(3, 4);

/* The same for a cell that is BLOCKED, TAKEN, or to which there is NO_PATH. */
cairn_status cairn__because_of_cell(cairn__why *why, cairn_status status, cairn__xy cell);

/* The same for an argument that must not be null: ARGUMENT. */
cairn_status cairn__because_null(cairn__why *why);

/* The same with the text of the status; nothing is kept if that is OK. */
static inline cairn_status cairn__because_of(cairn__why *why, cairn_status status)
{
    if (status != CAIRN_OK)
        why->text = cairn_status_get_text(status);
    return status;
}

#endif
