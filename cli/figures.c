/* figures.c: range, mean, median and standard deviation in a report. */
#include "figures.h"

void cli_figures_add(struct cli_report *report, const char *prefix, const harness_figures *figures)
{
    const struct {
        const char *name;
        double value;
    } list[] = {{"min", figures->least},
                {"max", figures->most},
                {"mean", figures->mean},
                {"median", figures->median},
                {"deviation", figures->deviation}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        char key[64];
        snprintf(key, sizeof key, "%s_%s", prefix, list[i].name);
        cli_report_add_real(report, key, list[i].value);
    }
}
