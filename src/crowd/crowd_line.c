/* crowd_line.c: lines of members, oldest first; any of them can leave. */
#include "crowd/crowd_state.h"

void cairn__line_start(cairn__line *line)
{
    *line = (cairn__line){CAIRN__NO_MEMBER, CAIRN__NO_MEMBER, 0};
}

void cairn__line_push(cairn__line *line, cairn__member *all, uint32_t i)
{
    all[i].next = CAIRN__NO_MEMBER;
    all[i].previous = line->last;
    if (line->last != CAIRN__NO_MEMBER)
        all[line->last].next = i;
    else
        line->first = i;
    line->last = i;
    line->count++;
}

void cairn__line_remove(cairn__line *line, cairn__member *all, uint32_t i)
{
    uint32_t next = all[i].next, previous = all[i].previous;
    if (previous != CAIRN__NO_MEMBER)
        all[previous].next = next;
    else
        line->first = next;
    if (next != CAIRN__NO_MEMBER)
        all[next].previous = previous;
    else
        line->last = previous;
    all[i].next = all[i].previous = CAIRN__NO_MEMBER;
    line->count--;
}

void cairn__line_join(cairn__line *line, cairn__member *all, cairn__line *other)
{
    if (other->count == 0)
        return;
    all[other->first].previous = line->last;
    if (line->last != CAIRN__NO_MEMBER)
        all[line->last].next = other->first;
    else
        line->first = other->first;
    line->last = other->last;
    line->count += other->count;
}
