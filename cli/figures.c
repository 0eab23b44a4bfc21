/* figures.c: range, mean, median and standard deviation. */
#include "figures.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

struct cli_figures cli_figures_find(double *numbers, size_t count)
{
    qsort(numbers, count, sizeof *numbers, compare);
    struct cli_figures figures = {.least = numbers[0], .most = numbers[count - 1]};
    figures.median = (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
    for (size_t i = 0; i < count; i++)
        figures.mean += numbers[i];
    figures.mean /= (double)count;
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (numbers[i] - figures.mean) * (numbers[i] - figures.mean);
    if (count > 1)
        figures.deviation = sqrt(squares / (double)(count - 1));
    return figures;
}

void cli_figures_add(struct cli_report *report, const char *prefix,
                     const struct cli_figures *figures)
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
