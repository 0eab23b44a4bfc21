/* soak_living.c: `soak_living STEPS [FIRST]`: agents of all algorithms on changing maps, every step
 * checked, until STEPS steps are made; worlds are numbered from FIRST on. Not part of the suite:
 * `make soak-living` runs it. */
#include "living_walks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 40, WORLDS_A_LINE = 20 };

static void print(uint32_t world, const living_totals *totals)
{
    printf("world %" PRIu32 ": %" PRIu64 " steps, %" PRIu64 " changes, %" PRIu64
           " problems, %" PRIu64 " walks to the end; %" PRIu64 " moved, %" PRIu64
           " stranded, %" PRIu64 " cut off, %" PRIu64 " leaving; %" PRIu64 " wrong\n",
           world, totals->steps, totals->changes, totals->problems, totals->walks,
           totals->kinds[CAIRN_STEP_MOVED], totals->kinds[CAIRN_STEP_STRANDED],
           totals->kinds[CAIRN_STEP_CUT_OFF], totals->kinds[CAIRN_STEP_LEAVING], totals->wrong);
    (void)fflush(stdout);
}

int main(int count, char **arguments)
{
    living_totals totals = {0};
    char *end = NULL;
    errno = 0;
    unsigned long long steps = count < 2 ? 0 : strtoull(arguments[1], &end, 10);
    if (count < 2 || count > 3 || errno != 0 || *end != '\0' || steps == 0) {
        (void)fprintf(stderr, "usage: soak_living STEPS [FIRST]\n");
        return 2;
    }
    uint32_t world = count == 3 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 0;
    for (; totals.steps < steps && totals.wrong == 0; world++) {
        living_walk(world, ROUNDS, &totals);
        if (world % WORLDS_A_LINE == WORLDS_A_LINE - 1)
            print(world, &totals);
    }
    print(world, &totals);
    return totals.wrong == 0 ? 0 : 1;
}
