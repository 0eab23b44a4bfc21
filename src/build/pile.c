/* pile.c: a list of layers, of which only the last has room. */
#include "build/pile.h"

#include "base/memory.h"

void *cairn__pile_add(cairn__pile *pile, const cairn_allocator *allocator, size_t size,
                      size_t things_a_layer)
{
    cairn__layer *last = pile->last;
    if (last == NULL || last->count == things_a_layer) {
        cairn__layer *made = cairn__allocate(allocator, sizeof *made + size * things_a_layer, 1);
        if (made == NULL)
            return NULL;
        *made = (cairn__layer){0};
        *(last != NULL ? &last->next : &pile->first) = made;
        pile->last = last = made;
    }
    pile->count++;
    return (char *)cairn__layer_get(last) + size * last->count++;
}

void cairn__pile_take(cairn__pile *pile, cairn__pile *other)
{
    if (other->first == NULL)
        return;
    *(pile->last != NULL ? &pile->last->next : &pile->first) = other->first;
    pile->last = other->last;
    pile->count += other->count;
    *other = (cairn__pile){0};
}

void cairn__pile_drop(cairn__pile *pile, const cairn_allocator *allocator)
{
    cairn__layer *first = pile->first;
    pile->first = first->next;
    pile->count -= first->count;
    if (pile->first == NULL)
        pile->last = NULL;
    cairn__release(allocator, first);
}

void cairn__pile_end(cairn__pile *pile, const cairn_allocator *allocator)
{
    while (pile->first != NULL)
        cairn__pile_drop(pile, allocator);
}
