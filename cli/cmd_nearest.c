/* cmd_nearest.c: `cairn nearest`: the records most similar to a problem. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>

enum { KEY_COUNT = 0x100, KEY_SCAN, KEY_MAP, DEFAULT_COUNT = 10 };

struct nearest {
    struct cli_arguments shared;
    uint32_t count;
    bool scan;
    const char *map;
};

static const struct argp_option options[] = {
    {"count", KEY_COUNT, "M", 0, "How many records; default 10", 0},
    {"map", KEY_MAP, "MAP", 0,
     "The map of the database; start, nearest:X,Y and random in --from and --to need it", 0},
    {"scan", KEY_SCAN, NULL, 0, "Compare every record instead of using the kd-tree", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct nearest *nearest = state->input;
    switch (key) {
    case KEY_COUNT:
        nearest->count = (uint32_t)cli_parse_number(state, "--count", arg, 1, UINT32_MAX);
        return 0;
    case KEY_SCAN:
        nearest->scan = true;
        return 0;
    case KEY_MAP:
        nearest->map = cli_parse_input(arg);
        return 0;
    case ARGP_KEY_END:
        if (nearest->map == NULL && (nearest->shared.from.place != CLI_PLACE_CELL ||
                                     nearest->shared.to.place != CLI_PLACE_CELL))
            argp_error(state, "--from and --to want X,Y; other cells need --map MAP");
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static const struct argp_child children[] = {
    {&cli_ends_argp, 0, NULL, 0}, {&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_nearest_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DB --from CELL --to CELL",
    .doc = "Prints the records most similar to going from one cell to another, most similar first: "
           "lines ID SIMILARITY, in tenths.",
    .children = children};

static int find_cell(const char *path, const cairn_db *db, const struct cli_point *point,
                     cairn_cell *cell)
{
    cairn_db_info info = cli_get_db_info(db);
    if (point->x < 0 || point->y < 0 || point->x >= info.width || point->y >= info.height)
        return cli_fail(CLI_BAD,
                        "%s: %" PRId64 ",%" PRId64
                        " is outside its map of %u x %u cells; choose a cell inside",
                        path, point->x, point->y, info.width, info.height);
    *cell = cairn_cell_at((uint32_t)point->x, (uint32_t)point->y);
    return CLI_YES;
}

/* The ends as the map has them, which must be the database's. */
static int find_ends_on_map(const struct nearest *nearest, const cairn_db *db, cairn_cell query[2])
{
    struct cli_arguments arguments = nearest->shared;
    char text[256];
    cairn_map *map = NULL;
    int code = cli_open_map(nearest->map, cli_get_db_info(db).corners, &map);
    arguments.operands[0] = nearest->map;
    if (code == CLI_YES && cli_find_mismatch(db, map, text, sizeof text))
        code = cli_fail(CLI_BAD, "%s: %s", nearest->shared.operands[0], text);
    if (code == CLI_YES)
        code = cli_find_ends(&arguments, CAIRN_GOAL_EXACT, map, query);
    cairn_map_close(map);
    return code;
}

static int find_ends(const struct nearest *nearest, const cairn_db *db, cairn_cell query[2])
{
    const char *path = nearest->shared.operands[0];
    if (nearest->map != NULL)
        return find_ends_on_map(nearest, db, query);
    int code = find_cell(path, db, &nearest->shared.from, &query[0]);
    return code == CLI_YES ? find_cell(path, db, &nearest->shared.to, &query[1]) : code;
}

static int print_json(const cairn_cell query[2], const cairn_neighbour *neighbours,
                      const uint32_t counts[2])
{
    struct cli_report report = cli_report_create();
    json_t *list = json_array();
    for (uint32_t i = 0; i < counts[0]; i++) {
        json_t *pair = json_pack("{s:I, s:I}", "id", (json_int_t)neighbours[i].id, "similarity",
                                 (json_int_t)neighbours[i].similarity);
        if (json_array_append_new(list, pair) != 0)
            report.failed = true;
    }
    cli_report_add(&report, "from", cli_make_cell(query[0]));
    cli_report_add(&report, "to", cli_make_cell(query[1]));
    cli_report_add(&report, "neighbours", list);
    cli_report_add_integer(&report, "compared", counts[1]);
    return cli_report_print(&report, stdout, true);
}

static int find_nearest(const struct nearest *nearest, const cairn_db *db)
{
    const char *path = nearest->shared.operands[0];
    cairn_cell query[2];
    if (cli_get_db_info(db).kind != CAIRN_DB_KNN)
        return cli_fail_kind(path, db, "cairn nearest", CAIRN_DB_KNN);
    int code = find_ends(nearest, db, query);
    if (code != CLI_YES)
        return code;

    uint32_t records = (uint32_t)cli_get_figure(db, "records");
    uint32_t capacity = nearest->count < records ? nearest->count : records;
    cairn_neighbour *neighbours = calloc(capacity + (size_t)1, sizeof *neighbours);
    uint32_t counts[2] = {0};
    cairn_status status = CAIRN_MEMORY;
    if (neighbours != NULL)
        status = cairn_db_find_nearest(db, query, nearest->scan, capacity, neighbours, counts);
    const cairn_detail none = {0};
    if (status != CAIRN_OK)
        code = cli_fail_file(CLI_BAD, path, status, &none);
    else if (nearest->shared.json)
        code = print_json(query, neighbours, counts);
    else
        for (uint32_t i = 0; i < counts[0]; i++)
            printf("%u %u\n", neighbours[i].id, neighbours[i].similarity);
    free(neighbours);
    return code;
}

int cli_nearest(int argc, char **argv)
{
    struct nearest nearest = {.count = DEFAULT_COUNT};
    cli_parse(&cli_nearest_argp, argc, argv, &nearest.shared);
    cairn_db *db = NULL;
    int code = cli_open_db(nearest.shared.operands[0], &db);
    if (code == CLI_YES)
        code = find_nearest(&nearest, db);
    cairn_db_close(db);
    return code;
}
