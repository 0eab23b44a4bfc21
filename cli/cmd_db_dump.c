/* cmd_db_dump.c: `cairn db dump`: the records as text, in the order of their ids.
 *
 * A database keeps them in kd order, so the order is inverted first; the ids are not trusted. */
#include "cli.h"

#include <stdlib.h>

static const struct argp_child children[] = {{&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_db_dump_argp = {
    .parser = cli_parse_arguments,
    .args_doc = "DB",
    .doc =
        "Prints one line a record, in record order: ID K x1 y1 ... xK yK, the K states from start "
        "to goal. With --json: {\"records\": [[[x1, y1], ...], ...], \"lengths\": [...]}, the "
        "costs of their paths in tenths as well. Of kind dlrta: lines "
        "region ID x y, the representatives, then lines entry FROM TO x y, the entry states; "
        "with --json: {\"regions\": [[x, y], ...], \"entries\": [[FROM, TO, x, y], ...]}. Of kind "
        "regions: the seeds as lines region ID x y, then lines way FROM TO K x1 y1 ... xK yK, the "
        "subgoals between two seeds; with --json: {\"regions\": [[x, y], ...], \"ways\": [[FROM, "
        "TO, [[x1, y1], ...]], ...]}. Of kind labels: the bends that have a label as lines bend ID "
        "x y; with "
        "--json: {\"bends\": [[x, y], ...]}.",
    .children = children};

static int fail_record(const char *path, uint32_t place, const char *what)
{
    return cli_fail(CLI_BAD, "%s: the record at place %u %s; build the database again", path, place,
                    what);
}

static int find_places(const char *path, const cairn_db *db, uint32_t records, uint32_t *places)
{
    for (uint32_t id = 0; id < records; id++)
        places[id] = UINT32_MAX;
    for (uint32_t place = 0; place < records; place++) {
        cairn_record record;
        if (cairn_db_get_record(db, place, &record) != CAIRN_OK)
            return fail_record(path, place, "is damaged");
        if (record.id >= records)
            return fail_record(path, place, "has an id that is too large");
        if (places[record.id] != UINT32_MAX)
            return fail_record(path, place, "has the id of another one");
        places[record.id] = place;
    }
    return CLI_YES;
}

static void print_record(const cairn_record *record)
{
    printf("%u %u", record->id, record->states);
    for (uint32_t i = 0; i < record->states; i++) {
        cairn_cell cell = cairn_record_get_state(record, i);
        printf(" %u %u", cairn_cell_get_x(cell), cairn_cell_get_y(cell));
    }
    putchar('\n');
}

/* One record of the array; the whole of it would not fit in memory for a large database. */
static int print_record_as_json(const cairn_record *record)
{
    json_t *states = json_array();
    int failed = states == NULL;
    for (uint32_t i = 0; i < record->states && !failed; i++)
        failed = json_array_append_new(states, cli_make_cell(cairn_record_get_state(record, i)));
    if (!failed) {
        fputs(record->id > 0 ? ",\n" : "", stdout);
        failed = json_dumpf(states, stdout, 0) != 0 && !ferror(stdout);
    }
    json_decref(states);
    return failed ? cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY)) : CLI_YES;
}

static int print_all(const char *path, const cairn_db *db, const uint32_t *places, bool as_json)
{
    uint32_t records = (uint32_t)cli_get_figure(db, "records");
    int code = CLI_YES;
    for (uint32_t id = 0; code == CLI_YES && id < records && !ferror(stdout); id++) {
        cairn_record record;
        if (cairn_db_get_record(db, places[id], &record) != CAIRN_OK)
            code = fail_record(path, places[id], "is damaged");
        else if (as_json)
            code = print_record_as_json(&record);
        else
            print_record(&record);
    }
    return code;
}

static void print_lengths(const cairn_db *db, const uint32_t *places)
{
    uint32_t records = (uint32_t)cli_get_figure(db, "records");
    for (uint32_t id = 0; id < records && !ferror(stdout); id++) {
        cairn_record record = {0};
        (void)cairn_db_get_record(db, places[id], &record);
        printf("%s%u", id > 0 ? ", " : "", record.length);
    }
}

static int dump(const char *path, const cairn_db *db, bool as_json)
{
    uint32_t records = (uint32_t)cli_get_figure(db, "records");
    uint32_t *places = calloc(records + (size_t)1, sizeof *places);
    if (places == NULL)
        return cli_fail(CLI_BAD, "%s: %s", path, cairn_status_get_text(CAIRN_MEMORY));
    int code = find_places(path, db, records, places);
    if (code == CLI_YES) {
        fputs(as_json ? "{\"records\": [" : "", stdout);
        code = print_all(path, db, places, as_json);
        fputs(as_json ? "],\n\"lengths\": [" : "", stdout);
        if (as_json)
            print_lengths(db, places);
        fputs(as_json ? "]}\n" : "", stdout);
    }
    free(places);
    return code;
}

/* ---- regions ---- */

static void print_representatives(const cairn_db *db, bool as_json)
{
    uint32_t regions = (uint32_t)cli_get_figure(db, "regions");
    for (uint32_t i = 0; i < regions && !ferror(stdout); i++) {
        cairn_cell cell = cairn_cell_at(0, 0);
        (void)cairn_db_get_place(db, CAIRN_PLACE_REGION, i, &cell);
        if (as_json)
            printf("%s[%u, %u]", i > 0 ? ", " : "", cairn_cell_get_x(cell), cairn_cell_get_y(cell));
        else
            printf("region %u %u %u\n", i, cairn_cell_get_x(cell), cairn_cell_get_y(cell));
    }
}

static void print_entries(const cairn_db *db, bool as_json)
{
    uint32_t regions = (uint32_t)cli_get_figure(db, "regions");
    const char *before = "";
    for (uint32_t from = 0; from < regions && !ferror(stdout); from++)
        for (uint32_t to = 0; to < regions; to++) {
            cairn_cell cell;
            if (cairn_db_get_entry(db, from, to, &cell) != CAIRN_OK)
                continue; /* the region itself, or no path joins them */
            if (as_json)
                printf("%s[%u, %u, %u, %u]", before, from, to, cairn_cell_get_x(cell),
                       cairn_cell_get_y(cell));
            else
                printf("entry %u %u %u %u\n", from, to, cairn_cell_get_x(cell),
                       cairn_cell_get_y(cell));
            before = ",\n";
        }
}

static void print_way(uint32_t from, const cairn_way *way, bool as_json)
{
    printf(as_json ? "[%u, %u, [" : "way %u %u %u", from, way->to, way->count);
    for (uint32_t i = 0; i < way->count; i++) {
        cairn_cell cell = way->subgoals[i];
        if (as_json)
            printf("%s[%u, %u]", i > 0 ? ", " : "", cairn_cell_get_x(cell), cairn_cell_get_y(cell));
        else
            printf(" %u %u", cairn_cell_get_x(cell), cairn_cell_get_y(cell));
    }
    fputs(as_json ? "]]" : "\n", stdout);
}

/* Each from its lower region. */
static void print_ways(const cairn_db *db, bool as_json)
{
    uint32_t regions = (uint32_t)cli_get_figure(db, "regions");
    const char *before = "";
    cairn_way way;
    for (uint32_t from = 0; from < regions && !ferror(stdout); from++)
        for (uint32_t place = 0; cairn_db_get_way(db, from, place, &way) == CAIRN_OK; place++) {
            if (way.backward)
                continue;
            fputs(as_json ? before : "", stdout);
            print_way(from, &way, as_json);
            before = ",\n";
        }
}

static int dump_bends(const cairn_db *db, bool as_json)
{
    uint32_t bends = (uint32_t)cli_get_figure(db, "bends");
    fputs(as_json ? "{\"bends\": [" : "", stdout);
    for (uint32_t i = 0; i < bends && !ferror(stdout); i++) {
        cairn_cell cell;
        (void)cairn_db_get_place(db, CAIRN_PLACE_BEND, i, &cell);
        if (as_json)
            printf("%s[%u, %u]", i > 0 ? ", " : "", cairn_cell_get_x(cell), cairn_cell_get_y(cell));
        else
            printf("bend %u %u %u\n", i, cairn_cell_get_x(cell), cairn_cell_get_y(cell));
    }
    fputs(as_json ? "]}\n" : "", stdout);
    return CLI_YES;
}

static int dump_regions(const cairn_db *db, bool as_json)
{
    bool has_ways = cli_get_db_info(db).kind != CAIRN_DB_DLRTA;
    fputs(as_json ? "{\"regions\": [" : "", stdout);
    print_representatives(db, as_json);
    if (as_json)
        printf("], \"%s\": [", has_ways ? "ways" : "entries");
    if (has_ways)
        print_ways(db, as_json);
    else
        print_entries(db, as_json);
    fputs(as_json ? "]}\n" : "", stdout);
    return CLI_YES;
}

static int dump_kind(const char *path, const cairn_db *db, bool as_json)
{
    cairn_kind kind = cli_get_db_info(db).kind;
    if (kind == CAIRN_DB_KNN)
        return dump(path, db, as_json);
    return kind == CAIRN_DB_LABELS ? dump_bends(db, as_json) : dump_regions(db, as_json);
}

int cli_db_dump(int argc, char **argv)
{
    struct cli_arguments arguments = {0};
    cli_parse(&cli_db_dump_argp, argc, argv, &arguments);
    cairn_db *db = NULL;
    int code = cli_open_db(arguments.operands[0], &db);
    if (code == CLI_YES)
        code = dump_kind(arguments.operands[0], db, arguments.json);
    cairn_db_close(db);
    return code;
}
