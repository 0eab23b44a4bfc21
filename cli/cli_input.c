/* cli_input.c: opening the maps and databases the user named, and the sentences when they do not
 * fit: not readable, not a cell, not the same map. */
#include "cli.h"

#include <inttypes.h>
#include <string.h>

int cli_open_map(const char *name, cairn_corners corners, cairn_map **map)
{
    cairn_map_def def = {.size = sizeof def, .corners = corners};
    return cli_open_map_by(name, &def, map);
}

int cli_open_map_by(const char *name, cairn_map_def *def, cairn_map **map)
{
    const char *path;
    cairn_detail detail = {0};
    int code = cli_find_input(name, false, &path);
    if (code != CLI_YES)
        return code;
    def->detail = &detail;
    cairn_status status = cairn_map_open(path, def, map);
    def->detail = NULL;
    return status == CAIRN_OK ? CLI_YES : cli_fail_input(CLI_SOURCE_MAP, name, status, &detail);
}

int cli_open_scenario(const char *name, cairn_scenario **scenario)
{
    const char *path;
    cairn_detail detail = {0};
    cairn_map_def def = {.size = sizeof def, .detail = &detail};
    int code = cli_find_input(name, false, &path);
    if (code != CLI_YES)
        return code;
    cairn_status status = cairn_scenario_open(path, &def, scenario);
    return status == CAIRN_OK ? CLI_YES
                              : cli_fail_input(CLI_SOURCE_SCENARIO, name, status, &detail);
}

int cli_check_open(const char *path, const cairn_map *map)
{
    if (cli_get_map_info(map).open_cells > 0)
        return CLI_YES;
    return cli_fail(CLI_BAD, "%s: the map has no open cell; use another map", path);
}

int cli_open_db(const char *name, cairn_db **db)
{
    const char *path;
    cairn_detail detail = {0};
    cairn_db_def def = {.size = sizeof def};
    int code = cli_find_input(name, true, &path);
    if (code != CLI_YES)
        return code;
    def.detail = &detail;
    cairn_status status = cairn_db_open(path, &def, db);
    if (status == CAIRN_OK)
        status = cairn_db_verify(*db, NULL, &detail);
    return status == CAIRN_OK ? CLI_YES : cli_fail_input(CLI_SOURCE_DB, name, status, &detail);
}

void cli_report_add_figures(struct cli_report *report, const cairn_db *db, uint32_t first,
                            uint32_t end)
{
    cairn_figure figure;
    for (uint32_t i = first; i < end && cairn_db_get_figure(db, i, &figure) == CAIRN_OK; i++) {
        if (figure.unit == CAIRN_FIGURE_FLAG)
            cli_report_add_flag(report, figure.name, figure.value != 0);
        else
            cli_report_add_integer(report, figure.name, figure.value);
    }
}

int cli_find_any_cell(const char *path, const cairn_map *map, const char *role,
                      const struct cli_point *point, cairn_cell *cell)
{
    cairn_map_info info = cli_get_map_info(map);
    if (point->x < 0 || point->y < 0 || point->x >= info.width || point->y >= info.height)
        return cli_fail(CLI_BAD,
                        "%s: the %s %" PRId64 ",%" PRId64
                        " is outside the map of %u x %u cells; choose a cell inside",
                        path, role, point->x, point->y, info.width, info.height);
    *cell = cairn_cell_at((uint32_t)point->x, (uint32_t)point->y);
    return CLI_YES;
}

int cli_find_cell(const char *path, const cairn_map *map, const char *role,
                  const struct cli_point *point, cairn_cell *cell)
{
    int code = cli_find_any_cell(path, map, role, point, cell);
    if (code == CLI_YES && !cairn_map_is_open(map, *cell))
        return cli_fail(CLI_BAD, "%s: the %s %u,%u is blocked; choose an open cell", path, role,
                        cairn_cell_get_x(*cell), cairn_cell_get_y(*cell));
    return code;
}

int cli_fail_kind(const char *path, const cairn_db *db, const char *user, cairn_kind needed)
{
    const char *name = cairn_kind_get_name(needed);
    return cli_fail(CLI_BAD,
                    "%s: it is of kind %s, %s needs one of kind %s; `cairn build --kind %s' "
                    "makes it",
                    path, cairn_kind_get_name(cli_get_db_info(db).kind), user, name, name);
}

bool cli_find_mismatch(const cairn_db *db, const cairn_map *map, char *text, size_t capacity)
{
    cairn_db_info made = cli_get_db_info(db);
    cairn_map_info have = cli_get_map_info(map);
    if (made.width != have.width || made.height != have.height) {
        snprintf(text, capacity,
                 "the database was made for a map of %u x %u cells, this one has %u x %u; "
                 "use the map it was built for",
                 made.width, made.height, have.width, have.height);
        return true;
    }
    if (made.fingerprint != have.fingerprint) {
        snprintf(text, capacity,
                 "the database was made for the map with fingerprint %016" PRIx64
                 ", this one has %016" PRIx64 "; use the map it was built for",
                 made.fingerprint, have.fingerprint);
        return true;
    }
    if (made.corners != have.corners) {
        snprintf(text, capacity,
                 "the database was made with corners %s, not %s; leave out --corners or build "
                 "another",
                 cli_get_corners_name(made.corners), cli_get_corners_name(have.corners));
        return true;
    }
    return false;
}
