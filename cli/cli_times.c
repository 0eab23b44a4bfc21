/* cli_times.c: the times of single moves, and their percentiles. */
#include "cli.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 4096, HALF_BITS = 16, HALVES = 1 << HALF_BITS };

bool cli_times_add(struct cli_times *times, uint64_t time_ns)
{
    if (times->count == times->capacity) {
        size_t capacity = times->capacity ? 2 * times->capacity : FIRST_CAPACITY;
        uint32_t *larger = realloc(times->times, capacity * sizeof *larger);
        if (larger == NULL)
            return false;
        times->times = larger;
        times->capacity = capacity;
    }
    times->times[times->count++] = time_ns < UINT32_MAX ? (uint32_t)time_ns : UINT32_MAX;
    return true;
}

/* The bin with the number `rank` of those counted, from 0; `rank` becomes its rank in the bin. */
static uint32_t find_bin(const uint32_t *counts, size_t *rank)
{
    uint32_t bin = 0;
    while (*rank >= counts[bin])
        *rank -= counts[bin++];
    return bin;
}

/* Counts by the upper half of the bits, then by the lower half within one bin: linear, and exact. */
uint32_t cli_times_find_percentile(const struct cli_times *times, uint32_t percent)
{
    if (times->count == 0)
        return 0;
    size_t rank = (times->count * percent + 99) / 100;
    rank = rank > 0 ? rank - 1 : 0;
    uint32_t upper[HALVES] = {0}, lower[HALVES] = {0};
    for (size_t i = 0; i < times->count; i++)
        upper[times->times[i] >> HALF_BITS]++;
    uint32_t high = find_bin(upper, &rank);
    for (size_t i = 0; i < times->count; i++)
        if (times->times[i] >> HALF_BITS == high)
            lower[times->times[i] & (HALVES - 1)]++;
    return high << HALF_BITS | find_bin(lower, &rank);
}
