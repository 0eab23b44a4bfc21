/* bend_marks.h: the section MARK: how far the nodes of labels (bend_set.h) are from a few of them.
 *
 * Nothing in it is trusted: damage makes ways longer, or hides them, and nothing else. */
#ifndef CAIRN_BEND_MARKS_H
#define CAIRN_BEND_MARKS_H

#include "db/bend_set.h"

typedef struct cairn__landmark {
    cairn__xy cell; /* of a node */
    cairn__xy
        first; /* a box: from no cell outside a leg leads to the landmark. It is the whole map */
    cairn__xy last; /* if the landmark's list has local nodes. */
} cairn__landmark;

/* offset   bytes
 *      0       4  a step of bearings is 2 to the power of this
 *      4       4  landmarks, at most 16
 *      8  16 x 12  each of them; zeros in place of others
 *    200    32 N  for each node its bearings: 16 numbers of 2 bytes */
typedef struct cairn__landmark_head {
    uint32_t shift;
    uint32_t count;
    cairn__landmark landmarks[CAIRN__LANDMARKS];
} cairn__landmark_head;

/* Nodes for each landmark: few nodes have short labels, which are read at once. */
#define CAIRN__NODES_A_LANDMARK 4

/* Bearings have 14 bits; this one is of a node that no way leads to. */
#define CAIRN__BEARING_NONE 0x3fff

/* Distances of labels have 30 bits. */
#define CAIRN__MOST_BEARING_SHIFT 16

static inline uint64_t cairn__landmarks_get_bytes(uint32_t nodes)
{
    return sizeof(cairn__landmark_head) + (uint64_t)nodes * CAIRN__LANDMARKS * sizeof(uint16_t);
}

/* Adds a section, 4-byte aligned, to labels; false if it has another number of nodes. Constant time. */
bool cairn__landmarks_open(const void *section, uint64_t bytes, cairn__bend_set *set);

/* Turns the numbers of a section to the machine's order or to that of files (order.h). */
void cairn__landmarks_turn(void *section, uint64_t bytes, bool to_file);

#endif
