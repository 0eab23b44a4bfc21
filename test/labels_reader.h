/* labels_reader.h: a reader of labels, written from docs/format.md and docs/research/bends.md alone. Whether a leg is
 * straight it asks Dijkstra's algorithm. */
#ifndef LABELS_READER_H
#define LABELS_READER_H

#include "support.h"

enum { LABELS_NO_WAY = 1 << 29, LABELS_MOST_ITEMS = 4096 };

typedef struct labels_reader {
    const test_world *world;
    const unsigned char *section;
    const unsigned char *lists;
    const unsigned char *labels;
    int nodes;
    int cells;  /* of the map */
    int *costs; /* of optimal paths between all cells; below 0: none */
    int *ways;  /* between all nodes, by labels */
} labels_reader;

/* What is needed at a cell: bends, and how they are encoded. */
typedef struct labels_need {
    int cell;
    int node; /* -1: it has no label */
} labels_need;

typedef struct labels_needs {
    int count;
    bool has_others; /* bends without a label, also such as turn out not to be valid */
    labels_need needs[LABELS_MOST_ITEMS];
} labels_needs;

uint32_t labels_read_number(const unsigned char *bytes);

int labels_get_cost(const labels_reader *self, int from, int to);

int labels_get_distance(const labels_reader *self, int from, int to);

/* A straight path joins two cells exactly if an optimal one is no longer. */
bool labels_is_straight(const labels_reader *self, int from, int to);

void labels_open_reader(labels_reader *self, const test_world *world, const unsigned char *section);

void labels_close_reader(labels_reader *self);

/* Fills in the ways between all nodes; returns the number of entries. */
uint64_t labels_read_all(labels_reader *self);

/* The least length from a cell to each node by its list; and its local bends. */
void labels_read_ends(const labels_reader *self, int cell, int *to_nodes, labels_needs *locals);

#endif
