/* figures.h: the statistics the paper prints of a list of numbers. */
#ifndef CAIRN_CLI_FIGURES_H
#define CAIRN_CLI_FIGURES_H

#include "cli.h"

struct cli_figures {
    double least;
    double most;
    double mean;
    double median;    /**< of an even count, the mean of the middle two */
    double deviation; /**< standard deviation of a sample; 0 of less than two numbers */
};

/** The figures of `count` numbers, at least one, which are left sorted. */
struct cli_figures cli_figures_find(double *numbers, size_t count);

/** Adds them to a report as PREFIX_min, PREFIX_max, PREFIX_mean, PREFIX_median and
 *  PREFIX_deviation. */
void cli_figures_add(struct cli_report *report, const char *prefix,
                     const struct cli_figures *figures);

#endif
