/* like.h: how cost and difficulty of a list of problems are distributed, as numbers of problems in
 * bins, and how many of each bin a list of another size wants.
 *
 * The problems are sorted by difficulty and cut into groups of equal size, and each group is sorted
 * by cost and cut into parts of equal size: bins are narrow where problems are many. A group narrower
 * than LIKE_WIDTH is joined with the next: a map that has hardly any problem of difficulty 1 has some
 * of difficulty below 3. Together the bins cover the list's range of cost and difficulty, and nothing outside it. */
#ifndef CAIRN_CLI_LIKE_H
#define CAIRN_CLI_LIKE_H

#include "cli.h"

enum {
    LIKE_GROUPS = 20,
    LIKE_PARTS = 4,
    LIKE_WIDTH = 2,         /**< least width of a group, in difficulty, but for the last one */
    LIKE_DIFFICULTY = 10000 /**< a difficulty of 1 */
};

/** From the first number to just below the second, of each. */
struct like_range {
    uint32_t difficulty[2]; /**< in ten-thousandths */
    uint32_t cost[2];       /**< in tenths */
};

struct like_bin {
    struct like_range range;
    uint32_t count; /**< problems of the list in it */
    uint32_t want;  /**< problems that are still to be drawn */
};

struct like {
    struct like_bin bins[LIKE_GROUPS * LIKE_PARTS];
    uint32_t bin_count;
};

/** Reads a distribution: `paper` for that of the paper's own problems, otherwise a CSV file with
 *  columns optimal_cost (in cells) or optimal (in tenths), and difficulty. Prints the sentence about
 *  what is wrong. */
int like_open(const char *name, struct like *like);

/** Leaves out what is not in a range, and spreads so many problems over the bins. False if no bin is
 *  left. */
bool like_share(struct like *like, const struct like_range *range, uint32_t count);

/** The bin of a problem that is still wanted; null if there is none. */
struct like_bin *like_find(struct like *like, uint32_t cost, uint32_t moves, uint32_t expanded);

/** What the difficulty of a problem of this cost is below in every bin that still wants one; 0 if
 *  none does. */
uint32_t like_find_limit(const struct like *like, uint32_t cost);

/** Writes the first bins that want problems, and how many others do. */
void like_describe_short(const struct like *like, char *text, size_t capacity);

#endif
