/* check_living.c: `check_living FIRST LAST`: paths on hard maps with numbers FIRST to LAST - 1 that change
 * at random, by labels of the map as it was at first, against the reference; both corner settings.
 * Not part of the suite: `make check-living` runs it for as long as one likes. */
#include <stdio.h>
#include <stdlib.h>

#include "living_paths.h"

static void check_seed(uint64_t seed, living_check_totals *totals)
{
    living_plan plan = {.seed = seed,
                        .width = 2 + (uint32_t)(seed % 9),
                        .height = 2 + (uint32_t)(seed / 9 % 9),
                        .changes = 4,
                        .starts = 6,
                        .goals = UINT32_MAX};
    if (seed % 4 == 3) {
        plan.width = 10 + (uint32_t)(seed % 70);
        plan.height = 10 + (uint32_t)(seed / 4 % 41);
        plan.starts = plan.goals = 24;
        plan.changes = 12;
    }
    if (seed % 16 == 5) { /* several tiles, and with them boxes of opened cells */
        plan.width = 130 + (uint32_t)(seed % 71);
        plan.height = 6 + (uint32_t)(seed / 16 % 14);
        plan.starts = plan.goals = 24;
        plan.changes = 12;
    }
    plan.painted = seed % 3 == 1;
    for (plan.corners = 0; plan.corners < 2; plan.corners++)
        living_check_map(&plan, totals);
}

int main(int count, char **arguments)
{
    living_check_totals totals = {0};
    if (count != 3) {
        (void)fprintf(stderr, "usage: check_living FIRST LAST\n");
        return 2;
    }
    uint64_t first = strtoull(arguments[1], NULL, 10), last = strtoull(arguments[2], NULL, 10);
    for (uint64_t seed = first; seed < last; seed++)
        check_seed(seed, &totals);
    printf("%llu maps, %llu changes, %llu problems, %llu by labels, %llu wrong\n",
           (unsigned long long)totals.maps, (unsigned long long)totals.changes,
           (unsigned long long)totals.pairs, (unsigned long long)totals.by_labels,
           (unsigned long long)totals.wrong);
    return totals.wrong == 0 ? 0 : 1;
}
