/* like.h: how difficulty, detour and cost of a list of problems are distributed, as numbers of problems
 * in bins, and how many of each bin a list of another size wants.
 *
 * The problems are sorted by difficulty and cut into groups of equal size. Each group is cut by detour:
 * the straight ones, and two halves of the rest. Each of these is cut by cost into parts of equal size.
 * Bins are narrow where problems are many, but never narrower than A* difficulty 2, detour 0.01 and
 * cost 10: a map that has hardly any problem of difficulty 1 has some of difficulty below 3. Together the
 * bins of a group cover its range of difficulty and detour and the list's range of cost. */
#ifndef CAIRN_CLI_LIKE_H
#define CAIRN_CLI_LIKE_H

#include "cli.h"

enum {
    LIKE_MOST_BINS = 20 * 3 * 4,
    LIKE_UNIT = 10000 /**< a difficulty of 1, and a detour of 1 */
};

/** The measures that problems are sorted by, in the order in which they are cut. */
enum like_key {
    LIKE_BY_DIFFICULTY, /**< states that A* expands, for each move; in ten-thousandths */
    LIKE_BY_DETOUR,     /**< optimal cost / octile distance; in ten-thousandths */
    LIKE_BY_COST,       /**< optimal, in tenths */
    LIKE_KEYS
};

/** From the first number to just below the second, of each key. */
struct like_range {
    uint32_t span[LIKE_KEYS][2];
};

struct like_bin {
    struct like_range range;
    uint32_t count; /**< problems of the list in it */
    uint32_t want;  /**< problems that are still to be drawn */
    bool given_up;  /**< the map has no more of them */
};

struct like {
    struct like_bin bins[LIKE_MOST_BINS];
    uint32_t bin_count;
    uint32_t moved;  /**< problems that are drawn from a neighbour of their bin */
    bool any_detour; /**< the list does not say the detours of its problems */
};

/** What is known of a problem. */
struct like_problem {
    uint32_t cost;     /**< optimal, in tenths */
    uint32_t distance; /**< octile, in tenths */
    uint32_t moves;    /**< of an optimal path */
    uint32_t expanded; /**< by A* */
};

/** Reads a distribution: `paper` for that of the paper's own problems, otherwise a CSV file with
 *  columns optimal_cost (in cells) or optimal (in tenths), difficulty, and detour if it has one. Prints
 *  the sentence about what is wrong. */
int like_open(const char *name, struct like *like);

/** Leaves out what is not in a range, and spreads this many problems over the bins. False if no bin is
 *  left. */
bool like_share(struct like *like, const struct like_range *range, uint32_t count);

/** The bin of a problem that is still wanted; null if there is none. */
struct like_bin *like_find(struct like *like, const struct like_problem *problem);

/** What the difficulty of a problem of this cost and distance is below in every bin that still wants
 *  one; 0 if none does. */
uint32_t like_find_limit(const struct like *like, const struct like_problem *problem);

/** Gives up the bins that still want problems: the nearest bins of the same difficulty get their shares.
 *  False, and nothing is changed but that they are given up, if there is none for one of them. */
bool like_relax(struct like *like);

/** Writes the first bins that want problems, and how many others do. */
void like_describe_short(const struct like *like, char *text, size_t capacity);

#endif
