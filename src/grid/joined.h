/* joined.h: the components of a changing map: patches joined over the borders of tiles.
 *
 * A component keeps its place in a list as long as it lives, which the map shows; its number is its
 * rank in the order of first cells. */
#ifndef CAIRN_JOINED_H
#define CAIRN_JOINED_H

#include "grid/patches.h"

typedef struct cairn__joined {
    uint32_t cells;
    uint32_t first;  /* cell in row-major order: y << 16 | x */
    uint32_t number; /* CAIRN__NOT_JOINED: none so far */
    uint32_t sets;   /* while components are found: those that may have more of its patches */
    uint32_t state;  /* one of the below */
} cairn__joined;

#define CAIRN__JOINED_FREE 0
#define CAIRN__JOINED_STEADY 1  /* nothing is new */
#define CAIRN__JOINED_TOUCHED 2 /* has to be looked at */
#define CAIRN__JOINED_NEW 3     /* new, or its first cell is */

/* A set of patches while components are found; beside it a patch that was seen. */
typedef struct cairn__patch_set {
    cairn__patch_id patch;
    uint32_t next; /* patch that is not followed yet, of the same set; CAIRN__NOT_JOINED: none */
    uint32_t head; /* of the patches that are not followed yet */
    uint32_t tail;
    uint32_t joined; /* a component that has patches in it, or CAIRN__NOT_JOINED */
} cairn__patch_set;

typedef struct cairn__components {
    cairn__joined *list;
    uint32_t used; /* places of the list, with free ones */
    uint32_t *
        parents; /* of each place: itself; while components are found, one that it is joined with; of a free place the
                          next one */
    uint32_t free; /* the first free one, or CAIRN__NOT_JOINED */
    uint32_t count;
    uint32_t largest; /* place in the list, of any that was the largest */
    uint64_t *order;  /* first << 32 | place in the list, ascending */
    uint32_t *touched;
    uint32_t touched_count;
    cairn__patch_set *sets;
    uint32_t *set_parents; /* of each: a set that it became part of, or itself */
    size_t capacity;       /* of each of these arrays */
} cairn__components;

/* Room for the components of `patches` patches. Failures: MEMORY, nothing is changed then. */
cairn_status cairn__components_reserve(cairn__components *components,
                                       const cairn_allocator *allocator, size_t patches);
void cairn__components_end(cairn__components *components, const cairn_allocator *allocator);
size_t cairn__components_get_bytes(const cairn__components *components);

/* Finds all components of a changing map anew. Time: linear in its patches, nearly. */
void cairn__join_all(cairn_map *map);

/* Numbers components again after some became new or free. */
void cairn__number_components(cairn_map *map);

/* Sets what the map says of the tile at a place. */
void cairn__show_component(cairn_map *map, size_t place);

/* Finds the largest component; among equals the first. */
void cairn__find_largest(cairn_map *map);

#endif
