/* jump_open.c: handing entries of the open list down to a lower level. */
#include "search/jump_open.h"

/* Entries that one call hands down. */
#define HANDED_AT_ONCE 16

bool cairn__jump_open_prepare(cairn__jump_open *open)
{
    int level = 1;
    if (open->falling == CAIRN__NO_ENTRY) {
        while (level < CAIRN__JUMP_LEVELS && open->words[level] == 0)
            level++;
        if (level == CAIRN__JUMP_LEVELS)
            return false;
        uint32_t bucket = cairn__jump_open_get_bucket(open, level);
        int shift = level * CAIRN__JUMP_DIGIT;
        open->falling = open->heads[level * CAIRN__JUMP_WORDS * 64 + (int)bucket];
        open->low = ((open->low >> shift & ~(CAIRN__JUMP_WORDS * 64u - 1)) | bucket) << shift;
        cairn__jump_open_empty(open, level, bucket);
    }
    for (int i = 0; i < HANDED_AT_ONCE && open->falling != CAIRN__NO_ENTRY; i++) {
        uint32_t index = open->falling;
        open->falling = open->entries[index].next;
        cairn__jump_open_link(open, index, open->entries[index].f);
    }
    return true;
}
