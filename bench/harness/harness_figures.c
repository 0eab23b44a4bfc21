/* harness_figures.c: what a list of numbers, or of times, comes to. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>

/* ---- numbers ---- */

static int compare(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

harness_figures harness_figures_find(double *numbers, size_t count)
{
    harness_figures figures = {0};
    if (count == 0)
        return figures;
    qsort(numbers, count, sizeof *numbers, compare);
    figures.least = numbers[0];
    figures.most = numbers[count - 1];
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

/* ---- intervals ---- */

enum { SAMPLES = 1000, LOW_SAMPLE = 25, HIGH_SAMPLE = 975 };

/* Marsaglia's xorshift of 32 bits, which every language has the means for. */
static uint32_t draw_number(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static double draw_mean(const double *numbers, size_t count, uint32_t *state)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += numbers[(uint64_t)draw_number(state) * count >> 32];
    return sum / (double)count;
}

void harness_interval_find(const double *numbers, size_t count, double ends[2])
{
    double means[SAMPLES];
    uint32_t state = 2463534242;
    ends[0] = ends[1] = count > 0 ? numbers[0] : 0;
    if (count < 2)
        return;
    for (size_t i = 0; i < SAMPLES; i++)
        means[i] = draw_mean(numbers, count, &state);
    qsort(means, SAMPLES, sizeof *means, compare);
    ends[0] = means[LOW_SAMPLE - 1];
    ends[1] = means[HIGH_SAMPLE - 1];
}

/* ---- times ---- */

/* A number below EXACT has a bin of its own; above, the leading bit and the next FINE_BITS
 * choose. */
enum { EXACT_BITS = 8, EXACT = 1 << EXACT_BITS, FINE_BITS = 7, FINE = 1 << FINE_BITS };

static size_t find_bin(uint64_t time)
{
    uint32_t shift = 0;
    while (time >> shift >= EXACT)
        shift++;
    return shift == 0 ? (size_t)time
                      : EXACT + (shift - 1) * (size_t)FINE + (size_t)(time >> shift) - FINE;
}

static uint64_t get_least(size_t bin)
{
    if (bin < EXACT)
        return bin;
    size_t shift = (bin - EXACT) / FINE + 1;
    return (uint64_t)((bin - EXACT) % FINE + FINE) << shift;
}

void harness_histogram_add(harness_histogram *histogram, uint64_t time_ns)
{
    histogram->count++;
    histogram->sum += time_ns;
    histogram->most = time_ns > histogram->most ? time_ns : histogram->most;
    histogram->bins[find_bin(time_ns)]++;
}

void harness_histogram_join(harness_histogram *histogram, const harness_histogram *other)
{
    histogram->count += other->count;
    histogram->sum += other->sum;
    histogram->most = other->most > histogram->most ? other->most : histogram->most;
    for (size_t i = 0; i < HARNESS_BINS; i++)
        histogram->bins[i] += other->bins[i];
}

uint64_t harness_histogram_find(const harness_histogram *histogram, uint32_t percent)
{
    if (histogram->count == 0)
        return 0;
    uint64_t rank = (histogram->count * percent + 99) / 100, seen = histogram->bins[0];
    size_t bin = 0;
    while (seen < rank)
        seen += histogram->bins[++bin];
    return get_least(bin);
}

harness_spread harness_histogram_get_spread(const harness_histogram *histogram)
{
    harness_spread spread = {.p50 = (double)harness_histogram_find(histogram, 50),
                             .p99 = (double)harness_histogram_find(histogram, 99),
                             .most = (double)histogram->most};
    if (histogram->count > 0)
        spread.mean = (double)histogram->sum / (double)histogram->count;
    return spread;
}
