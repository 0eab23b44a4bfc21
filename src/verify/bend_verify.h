/* bend_verify.h: whether sections BEND and MARK are such as the builder could have written. */
#ifndef CAIRN_BEND_VERIFY_H
#define CAIRN_BEND_VERIFY_H

#include "cairn/base.h"
#include "db/bend_list.h"
#include "grid/tiles.h"

typedef struct cairn__bend_verifier {
    const cairn__bend_set *set;
    const cairn_allocator *allocator;
    const cairn_map *map; /* null: the section alone */
    uint64_t offset;      /* of the section in its file */
    const unsigned char *section;
    uint64_t bytes;
    uint32_t width; /* of the map */
    uint32_t height;
    cairn_detail *detail;
    uint32_t *marks;  /* a number a node */
    uint32_t *owners; /* of the hubs: nodes */
    uint64_t entries; /* counted */
} cairn__bend_verifier;

/* Says that the section is damaged at a place. */
cairn_status cairn__bend_fail(const cairn__bend_verifier *self, const void *at, const char *what);

/* Checks a whole section, which was opened: every number, every way to a hub, every list; nothing
 * could be written shorter, no byte is left over. Linear in its ways. Failures: CORRUPT, MEMORY. */
cairn_status cairn__bend_verify(cairn__bend_verifier *self);

/* Checks it against its map: every node knows a bend, every leg of a way leads there, items are
 * true for cells all over the map, and paths between some cells are optimal. Failures: INVALID,
 * MEMORY. */
cairn_status cairn__bend_verify_map(cairn__bend_verifier *self);

/* The last parts of the second. */
cairn_status cairn__bend_verify_landmarks_map(const cairn__bend_verifier *self);
cairn_status cairn__bend_verify_paths(const cairn__bend_verifier *self);

/* The parts of the first. */
cairn_status cairn__bend_verify_labels(cairn__bend_verifier *self);
cairn_status cairn__bend_verify_lists(cairn__bend_verifier *self);
cairn_status cairn__bend_verify_landmarks(const cairn__bend_verifier *self);

/* Whether a leg leads from one open cell to another; `room` is that of a straight test. */
bool cairn__bend_is_leg(const cairn__bend_verifier *self, uint16_t *room, cairn__xy from,
                        cairn__xy to);

/* The node of a cell; as many as there are nodes if it is none. Nodes are in order. */
uint32_t cairn__bend_find_node(const cairn__bend_set *set, cairn__xy cell);

#endif
