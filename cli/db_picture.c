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

/* A line from state to state. */
struct pen {
    struct cli_view *view;
    struct cli_stroke stroke;
    struct cli_colour colour;
};

static struct pen put_down(struct cli_view *view, cairn_cell cell, struct cli_colour colour)
{
    double radius = cli_view_get_radius(view, LINE_UNITS, LINE_CELLS);
    return (struct pen){view, {.to = cli_view_find_spot(view, cell), .radius = radius}, colour};
}

static void draw_to(struct pen *pen, cairn_cell cell)
{
    pen->stroke.from = pen->stroke.to;
    pen->stroke.to = cli_view_find_spot(pen->view, cell);
    cli_picture_draw_line(&pen->view->picture, &pen->stroke, pen->colour);
}

static void draw_dot(struct cli_view *view, cairn_cell cell)
{
    cli_picture_draw_disc(&view->picture, cli_view_find_spot(view, cell),
                          cli_view_get_radius(view, DOT_UNITS, DOT_CELLS), PLACE);
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
        struct pen pen = put_down(view, seed, NET);
        for (uint32_t i = 0; i < way.count; i++)
            draw_to(&pen, way.subgoals[i]);
        draw_to(&pen, other);
    }
}

static void draw_net(struct cli_view *view, const cairn_db *db)
{
    uint32_t regions = (uint32_t)cli_get_figure(db, "regions");
    double radius = cli_view_get_radius(view, SEED_UNITS, SEED_CELLS);
    cairn_cell seed;
    for (uint32_t i = 0; i < regions; i++)
        draw_ways(view, db, i);
    for (uint32_t i = 0; i < regions; i++)
        if (cairn_db_get_place(db, CAIRN_PLACE_REGION, i, &seed) == CAIRN_OK)
            cli_view_draw_mark(view, seed, radius, NET);
}

/* ---- the other kinds ---- */

static void draw_places(struct cli_view *view, const cairn_db *db, uint32_t which)
{
    cairn_cell cell;
    for (uint32_t i = 0; cairn_db_get_place(db, which, i, &cell) == CAIRN_OK; i++)
        draw_dot(view, cell);
}

/* Those with the lowest ids: they were drawn at random. */
static void draw_records(struct cli_view *view, const cairn_db *db)
{
    uint32_t records = (uint32_t)cli_get_figure(db, "records");
    cairn_record record;
    for (uint32_t place = 0; place < records; place++) {
        if (cairn_db_get_record(db, place, &record) != CAIRN_OK || record.id >= CLI_SHOWN_RECORDS)
            continue;
        struct pen pen = put_down(view, record.start, RECORD);
        for (uint32_t i = 1; i < record.states; i++)
            draw_to(&pen, cairn_record_get_state(&record, i));
    }
}

void cli_view_draw_db(struct cli_view *view, const cairn_db *db)
{
    cairn_kind kind = cli_get_db_info(db).kind;
    if (kind == CAIRN_DB_REGIONS || kind == CAIRN_DB_DBA || kind == CAIRN_DB_HCDPS ||
        cli_get_figure(db, "fallback") != 0)
        draw_net(view, db);
    if (kind == CAIRN_DB_LABELS)
        draw_places(view, db, CAIRN_PLACE_BEND);
    else if (kind == CAIRN_DB_DLRTA)
        draw_places(view, db, CAIRN_PLACE_REGION);
    else if (kind == CAIRN_DB_KNN)
        draw_records(view, db);
}
