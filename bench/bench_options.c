/* bench_options.c: what the programs with several tables read from their command line alike. */
#include "bench_build.h"

#include <stdio.h>
#include <stdlib.h>

void bench_end_with_usage(const char *usage)
{
    (void)fprintf(stderr, "usage: %s\n", usage);
    exit(2);
}

uint32_t bench_parse_number(const char *text, uint32_t least, uint32_t most, const char *usage)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || number < least || number > most)
        bench_end_with_usage(usage);
    return (uint32_t)number;
}
