/* forest.h: disjoint sets of numbers. Each number has a parent in its set, and the root of a set is its own. */
#ifndef CAIRN_FOREST_H
#define CAIRN_FOREST_H

#include <stdint.h>

/* The root of a number's set. Halves the path to it on the way. */
static inline uint32_t cairn__find_root(uint32_t *parents, uint32_t number)
{
    while (parents[number] != number) {
        parents[number] = parents[parents[number]];
        number = parents[number];
    }
    return number;
}

/* Joins the sets of two numbers. The lower root stays one, so a parent is never above its number. */
static inline void cairn__join_sets(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = cairn__find_root(parents, a);
    b = cairn__find_root(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

#endif
