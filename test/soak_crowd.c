/* soak_crowd.c: `soak_crowd STEPS [FIRST]`: crowds whose members keep clear of each other, on maps that
 * stay and on maps that change, every move looked at, until members have made STEPS steps; games
 * are numbered from FIRST on. Not part of the suite: `make soak-crowd` runs it. */
#include "apart_game.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 2000, GAMES_A_LINE = 20 };

static void print(uint32_t number, const apart_totals *totals)
{
    printf("game %" PRIu32 ": %" PRIu64 " steps, %" PRIu64 " moves, %" PRIu64
           " of members at rest, %" PRIu64 " arrivals, %" PRIu64 " changes; %" PRIu64
           " overlaps, %" PRIu64 " swaps, %" PRIu64 " illegal, %" PRIu64 " entered, %" PRIu64
           " answers, %" PRIu64 " counts wrong\n",
           number, totals->steps, totals->moves, totals->rested, totals->arrivals, totals->changes,
           totals->overlaps, totals->swaps, totals->illegal, totals->entered, totals->answers,
           totals->counts);
    (void)fflush(stdout);
}

int main(int count, char **arguments)
{
    apart_totals totals = {0};
    char *end = NULL;
    errno = 0;
    unsigned long long steps = count < 2 ? 0 : strtoull(arguments[1], &end, 10);
    if (count < 2 || count > 3 || errno != 0 || *end != '\0' || steps == 0) {
        (void)fprintf(stderr, "usage: soak_crowd STEPS [FIRST]\n");
        return 2;
    }
    uint32_t number = count == 3 ? (uint32_t)strtoul(arguments[2], NULL, 10) : 0;
    for (; totals.steps < steps && apart_get_wrong(&totals) == 0; number++) {
        apart_game_play(number, FRAMES, number % 2 == 1, &totals);
        if (number % GAMES_A_LINE == GAMES_A_LINE - 1)
            print(number, &totals);
    }
    print(number, &totals);
    return apart_get_wrong(&totals) == 0 ? 0 : 1;
}
