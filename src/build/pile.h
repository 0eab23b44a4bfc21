/* pile.h: things of one size that are added one by one and read in that order. Unlike an array it never
 * moves what it has: adding to a large one takes no longer than adding to a small one. */
#ifndef CAIRN_PILE_H
#define CAIRN_PILE_H

#include "cairn/base.h"

/* The head of a layer; its things stand right behind it. */
typedef struct cairn__layer {
    struct cairn__layer *next;
    size_t count;
} cairn__layer;

typedef struct cairn__pile {
    cairn__layer *first;
    cairn__layer *last;
    size_t count; /* of all things */
} cairn__pile;

/* The things of a layer. */
static inline void *cairn__layer_get(cairn__layer *layer)
{
    return layer + 1;
}

/* Room for one more thing of `size` bytes, a multiple of 4, on layers of `things_a_layer` things; null
 * if there is no memory. */
void *cairn__pile_add(cairn__pile *pile, const cairn_allocator *allocator, size_t size,
                      size_t things_a_layer);

/* Puts all layers of another pile behind those of this one. */
void cairn__pile_take(cairn__pile *pile, cairn__pile *other);

/* Takes off the first layer, which must be there. */
void cairn__pile_drop(cairn__pile *pile, const cairn_allocator *allocator);

/* Takes off all layers. */
void cairn__pile_end(cairn__pile *pile, const cairn_allocator *allocator);

#endif
