/* figures.h: the statistics of a list of numbers in a report. */
#ifndef CAIRN_CLI_FIGURES_H
#define CAIRN_CLI_FIGURES_H

#include "cli.h"

/** Adds figures to a report as PREFIX_min, PREFIX_max, PREFIX_mean, PREFIX_median and
 *  PREFIX_deviation. */
void cli_figures_add(struct cli_report *report, const char *prefix, const harness_figures *figures);

#endif
