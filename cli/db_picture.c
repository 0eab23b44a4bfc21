/* db_picture.c: what a database has, drawn on a map: what an agent could walk by, under what it
 * does. Nothing in the file is trusted: a place outside the map is outside the picture.
 *
 * The colours are Okabe and Ito's again: orange for a net, purple for bends and representatives,
 * green for records, as in a trail. */
#include "map_picture.h"

static const struct cli_colour NET = {0xe6, 0x9f, 0x00};
static const struct cli_colour PLACE = {0xc2, 0x3b, 0x8e};
static const struct cli_colour RECORD = {0x7f, 0xc9, 0xb3};

/* In units and in cells, as map_picture.c has them. */
static const double LINE_UNITS = 0.6, LINE_CELLS = 0.05;
static const double SEED_UNITS = 4, SEED_CELLS = 0.25;
static const double DOT_UNITS = 2.2, DOT_CELLS = 0.4;

/* A line that climbs from one cell of a list to the next, in pieces. */
struct pen {
    struct cli_view *view;
    struct cli_colour colour;
    cairn_cell cell;
};

static void draw_to(struct pen *pen, cairn_cell cell)
{
    double radius = cli_view_get_radius(pen->view, LINE_UNITS, LINE_CELLS);
    cli_view_draw_climb(pen->view, pen->cell, cell, radius, pen->colour);
    pen->cell = cell;
}

/* ---- a net ---- */

/* Each way from its lower region, which has it forward. */
static void draw_ways(struct cli_view *view, const cairn_db *db, uint32_t from)
{
    cairn_way way;
    cairn_cell seed = cairn_cell_at(0, 0), other = cairn_cell_at(0, 0);
    (void)cairn_db_get_place(db, CAIRN_PLACE_REGION, from, &seed);
    for (uint32_t place = 0; cairn_db_get_way(db, from, place, &way) == CAIRN_OK; place++) {
        if (way.backward || cairn_db_get_place(db, CAIRN_PLACE_REGION, way.to, &other) != CAIRN_OK)
            continue;
        struct pen pen = {view, NET, seed};
        for (uint32_t i = 0; i < way.count; i++)
            draw_to(&pen, way.subgoals[i]);
        draw_to(&pen, other);
    }
}

static void draw_net(struct cli_view *view, const cairn_db *db)
{
    uint32_t regions = (uint32_t)cli_get_figure(db, "regions");
    double radius = cli_view_get_radius(view, SEED_UNITS, SEED_CELLS);
    const struct cli_mark mark = {CLI_SIGN_DISC, radius, 0, NET};
    cairn_cell seed;
    bool any = false;
    for (uint32_t i = 0; i < regions; i++)
        draw_ways(view, db, i);
    for (uint32_t i = 0; i < regions; i++)
        if (cairn_db_get_place(db, CAIRN_PLACE_REGION, i, &seed) == CAIRN_OK)
            any = cli_view_draw_mark(view, seed, mark) || any;
    if (any)
        cli_legend_add(&view->legend, CLI_SIGN_DISC, NET, "seed of a region");
    cli_legend_add(&view->legend, CLI_SIGN_LINE, NET, "way between seeds");
}

/* ---- the other kinds ---- */

static void draw_places(struct cli_view *view, const cairn_db *db, uint32_t which, const char *name)
{
    const struct cli_mark dot = {CLI_SIGN_DOT, cli_view_get_radius(view, DOT_UNITS, DOT_CELLS), 0,
                                 PLACE};
    cairn_cell cell;
    bool any = false;
    for (uint32_t i = 0; cairn_db_get_place(db, which, i, &cell) == CAIRN_OK; i++)
        any = cli_view_draw_mark(view, cell, dot) || any;
    if (any)
        cli_legend_add(&view->legend, CLI_SIGN_DOT, PLACE, "%s", name);
}

/* Those with the lowest ids: they were drawn at random. */
static void draw_records(struct cli_view *view, const cairn_db *db)
{
    uint32_t records = (uint32_t)cli_get_figure(db, "records");
    char number[CLI_NUMBER_CAPACITY];
    cairn_record record;
    for (uint32_t place = 0; place < records; place++) {
        if (cairn_db_get_record(db, place, &record) != CAIRN_OK || record.id >= CLI_SHOWN_RECORDS)
            continue;
        struct pen pen = {view, RECORD, record.start};
        for (uint32_t i = 1; i < record.states; i++)
            draw_to(&pen, cairn_record_get_state(&record, i));
    }
    cli_legend_add(&view->legend, CLI_SIGN_LINE, RECORD, "%u of %s records",
                   records < CLI_SHOWN_RECORDS ? records : CLI_SHOWN_RECORDS,
                   cli_group_digits(records, number));
}

void cli_view_draw_db(struct cli_view *view, const cairn_db *db)
{
    cairn_kind kind = cli_get_db_info(db).kind;
    if (kind == CAIRN_DB_REGIONS || kind == CAIRN_DB_DBA || kind == CAIRN_DB_HCDPS ||
        cli_get_figure(db, "fallback") != 0)
        draw_net(view, db);
    if (kind == CAIRN_DB_LABELS)
        draw_places(view, db, CAIRN_PLACE_BEND, "bend");
    else if (kind == CAIRN_DB_DLRTA)
        draw_places(view, db, CAIRN_PLACE_REGION, "representative of a region");
    else if (kind == CAIRN_DB_KNN)
        draw_records(view, db);
}
