/* check_kinds.c: `check_kinds PAIRS MAP...`: holds databases of kinds labels and regions against A*
 * on random pairs of cells, with strict corners and with free ones. Not part of the suite: `make check-kinds` runs it over all shared maps
 * of games. */
#include "kinds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char *get_file_name(const char *path)
{
    const char *name = path;
    for (const char *at = path; *at != '\0'; at++)
        if (*at == '/')
            name = at + 1;
    return name;
}

/* False if the map cannot be opened. */
static bool check_file(const char *path, cairn_corners corners, uint32_t pairs, kinds_totals *sum)
{
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    kinds_totals totals = {0};
    cairn_map *map;
    cairn_status status = cairn_map_open(path, &def, &map);
    if (status != CAIRN_OK) {
        (void)fprintf(stderr, "check_kinds: %s: %s\n", path, cairn_status_get_text(status));
        return false;
    }
    kinds_check_map(map, path, pairs, &totals);
    kinds_print(get_file_name(path), &totals);
    (void)fflush(stdout);
    kinds_add(sum, &totals);
    cairn_map_close(map);
    return true;
}

int main(int count, char **arguments)
{
    kinds_totals sum = {0};
    bool opened = true;
    char *end = NULL;
    errno = 0;
    unsigned long pairs = count < 3 ? 0 : strtoul(arguments[1], &end, 10);
    if (count < 3 || errno != 0 || *end != '\0' || pairs == 0 || pairs > UINT32_MAX) {
        (void)fprintf(stderr, "usage: check_kinds PAIRS MAP...\n");
        return 2;
    }
    for (int i = 2; i < count; i++) {
        opened = check_file(arguments[i], CAIRN_CORNERS_STRICT, (uint32_t)pairs, &sum) && opened;
        opened = check_file(arguments[i], CAIRN_CORNERS_FREE, (uint32_t)pairs, &sum) && opened;
    }
    printf("%llu maps, %llu of them too large for labels\n", (unsigned long long)sum.maps,
           (unsigned long long)sum.refused);
    kinds_print("in all", &sum);
    return opened && kinds_get_wrong(&sum) == 0 ? 0 : 1;
}
