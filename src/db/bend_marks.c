/* bend_marks.c: the parts of the section MARK. */
#include "db/bend_marks.h"

#include <assert.h>

static_assert(sizeof(cairn__landmark_head) == 200, "as in docs/format.md");

bool cairn__landmarks_open(const void *section, uint64_t bytes, cairn__bend_set *set)
{
    const cairn__landmark_head *head = section;
    if (bytes != cairn__landmarks_get_bytes(set->nodes) ||
        head->shift > CAIRN__MOST_BEARING_SHIFT || head->count > CAIRN__LANDMARKS)
        return false;
    set->landmarks = head;
    set->bearings = (const uint16_t *)(const void *)(head + 1);
    return true;
}

#if CAIRN__BIG_ENDIAN

void cairn__landmarks_turn(void *section, uint64_t bytes, bool to_file)
{
    (void)to_file;
    uint64_t head = bytes < sizeof(cairn__landmark_head) ? bytes : sizeof(cairn__landmark_head);
    cairn__order_numbers(section, head, "4");
    cairn__order_numbers((unsigned char *)section + head, bytes - head, "2");
}

#endif
