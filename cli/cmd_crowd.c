/* cmd_crowd.c: `cairn crowd`: sends a crowd over a map, checks every move, and reports what frames
 * took. What moves and checks it is the harness's. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "harness_march.h"
#include "heat.h"

enum {
    KEY_DB = 0x100,
    KEY_AGENTS,
    KEY_FRAMES,
    KEY_ORDERS,
    KEY_REORDER,
    KEY_MAX_WORK,
    KEY_OCCUPANCY,
    KEY_SEED
};

enum { PICTURE_SIZE = 1024 }; /* pixels of the longer side */

struct crowd {
    struct cli_arguments shared;
    const char *db_path;
    uint32_t frames;
    harness_march_def def;
    cairn_map *map;
    cairn_db *db;
    struct cli_built built; /* without --db */
    harness_march march;
    struct cli_file file;
    struct cli_view view;
};

static const struct argp_option options[] = {
    {"db", KEY_DB, "DB", 0,
     "Walk by this database of MAP, of kind labels, regions, or knn with a fall-back; default: one "
     "is built first, and not kept",
     1},
    {"agents", KEY_AGENTS, "N", 0, "How many, 1 to 1048576", 1},
    {"frames", KEY_FRAMES, "F", 0, "How many: one move of each agent in each", 1},
    {"orders", KEY_ORDERS, "random|same|swap", 0,
     "Where they are sent before the first frame: each to a place of its own (random, the "
     "default), "
     "all to one place (same), or each of two armies to the places of the other (swap)",
     1},
    {"reorder", KEY_REORDER, "K", 0,
     "Before every later frame, send K agents, drawn at random, to new places: with same all K of "
     "them to one, with swap to the other army's places or back to their own; default 0",
     1},
    {"max-work", KEY_MAX_WORK, "UNITS", 0,
     "Units of planning that a frame may spend on all agents together, at least 32768; default: "
     "unlimited",
     1},
    {"occupancy", KEY_OCCUPANCY, "off|cells", 0,
     "Whether agents keep clear of each other: any number of them may share a cell (off, the "
     "default), or no two are in a cell and no two change places (cells)",
     1},
    {"threads", 't', "T", 0,
     "How many threads share a frame, 1 to 64, default 1; the moves do not depend on it", 1},
    {"seed", KEY_SEED, "S", 0, "The same seed gives the same places and orders; default 1", 1},
    {"output", 'o', "PNG", 0,
     "A picture of where they went: the more visits, the hotter, in proportion to the logarithm",
     1},
    {0},
};

static const struct argp_child children[] = {
    {&cli_corners_argp, 0, NULL, 1}, {&cli_common_argp, 0, NULL, 1}, {0}};

/* ---- arguments ---- */

static void check_request(const struct crowd *crowd, struct argp_state *state)
{
    if (crowd->def.agents == 0)
        argp_error(state, "--agents N is missing");
    if (crowd->frames == 0)
        argp_error(state, "--frames F is missing");
}

/* Numbers. */
static error_t parse_number(int key, char *arg, struct argp_state *state)
{
    struct crowd *crowd = state->input;
    switch (key) {
    case KEY_AGENTS:
        crowd->def.agents =
            (uint32_t)cli_parse_number(state, "--agents", arg, 1, CAIRN_MAX_CAPACITY);
        return 0;
    case KEY_FRAMES:
        crowd->frames = (uint32_t)cli_parse_number(state, "--frames", arg, 1, UINT32_MAX - 1);
        return 0;
    case KEY_REORDER:
        crowd->def.reorder =
            (uint32_t)cli_parse_number(state, "--reorder", arg, 0, CAIRN_MAX_CAPACITY);
        return 0;
    case KEY_MAX_WORK:
        crowd->def.max_work =
            cli_parse_number(state, "--max-work", arg, CAIRN_MIN_CROWD_WORK, UINT64_C(1) << 62);
        return 0;
    case 't':
        crowd->def.threads =
            (uint32_t)cli_parse_number(state, "--threads", arg, 1, HARNESS_MOST_THREADS);
        return 0;
    case KEY_SEED:
        crowd->def.seed = cli_parse_number(state, "--seed", arg, 0, UINT64_MAX);
        return 0;
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct crowd *crowd = state->input;
    switch (key) {
    case KEY_DB:
        crowd->db_path = cli_parse_input(arg);
        return 0;
    case KEY_ORDERS:
        crowd->def.orders = cli_parse_choice(state, "orders", arg, "random|same|swap");
        return 0;
    case KEY_OCCUPANCY:
        crowd->def.occupancy = cli_parse_choice(state, "occupancy", arg, "off|cells");
        return 0;
    case 'o':
        crowd->shared.output = arg;
        return 0;
    case ARGP_KEY_END:
        check_request(crowd, state);
        return cli_parse_arguments(key, arg, state);
    default:
        return parse_number(key, arg, state);
    }
}

const struct argp cli_crowd_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP --agents N --frames F",
    .doc =
        "Places agents on the largest part of a map that paths join, sends them on their way, and "
        "makes F frames, each with one budget for all. Every move is held against the map: "
        "illegal counts those that break its rules, overlaps the agents that share a cell or "
        "change places in a frame. frame_us_ figures are microseconds of a frame, orders "
        "included: processor time, or with several threads the wall clock. longest_wait is in "
        "frames, max_units the most units of planning of a frame; arrived are agents where they "
        "were sent to in the end; equal hashes are equal crowds. Exit code 0: no move is illegal, "
        "and with --occupancy cells there is no overlap; 1: one is, or there is.",
    .children = children};

/* ---- before the first frame ---- */

static int open_map(struct crowd *crowd)
{
    cairn_corners corners = crowd->shared.corners;
    int code = crowd->db_path != NULL ? cli_open_db(crowd->db_path, &crowd->db) : CLI_YES;
    if (code != CLI_YES)
        return code;
    if (crowd->db != NULL && !crowd->shared.corners_given)
        corners = cli_get_db_info(crowd->db).corners;
    code = cli_open_map(crowd->shared.operands[0], corners, &crowd->map);
    char text[256];
    if (code == CLI_YES && crowd->db != NULL &&
        cli_find_mismatch(crowd->db, crowd->map, text, sizeof text))
        return cli_fail(CLI_BAD, "%s: %s", crowd->db_path, text);
    return code;
}

/* The picture's size says how finely visits are counted. */
static int open_picture(struct crowd *crowd)
{
    cairn_map_info info = cli_get_map_info(crowd->map);
    if (crowd->shared.output == NULL)
        return CLI_YES;
    if (!cli_view_open(crowd->map, (struct cli_box){0, 0, info.width, info.height}, PICTURE_SIZE,
                       false, &crowd->view))
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    cli_view_find_grid(&crowd->view, crowd->def.grid);
    const struct cli_names names = {{crowd->shared.operands[0], crowd->db_path},
                                    {crowd->shared.output}};
    int code = cli_check_names(&names);
    return code == CLI_YES ? cli_file_open(crowd->shared.output, &crowd->file) : code;
}

/* A database is at fault if its kind is, else the map or how much is asked of it. */
static int fail_open(const struct crowd *crowd, cairn_status status, const cairn_detail *detail)
{
    char text[256];
    const char *path = crowd->shared.operands[0];
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: no frame was made");
    if (status == CAIRN_CAPACITY)
        return cli_fail(CLI_BAD, "%s: %s; choose fewer --agents, or --occupancy off", path,
                        detail->text);
    cli_explain(status, detail, text, sizeof text);
    if (status == CAIRN_KIND && crowd->db_path != NULL)
        path = crowd->db_path;
    return cli_fail(CLI_BAD, "%s: %s", path, text);
}

static int open_march(struct crowd *crowd)
{
    cairn_detail detail = {0};
    cairn_status status = CAIRN_OK;
    if (cli_check_open(crowd->shared.operands[0], crowd->map) != CLI_YES)
        return CLI_BAD;
    if (crowd->db == NULL)
        status = cli_built_open(crowd->map, 0, &crowd->shared, &crowd->built, &detail);
    crowd->def.map = crowd->map;
    crowd->def.db = crowd->db != NULL ? crowd->db : crowd->built.db;
    crowd->def.detail = &detail;
    if (status == CAIRN_OK)
        status = harness_march_open(&crowd->def, &crowd->march);
    return status == CAIRN_OK ? CLI_YES : fail_open(crowd, status, &detail);
}

/* ---- frames ---- */

static int run_frames(struct crowd *crowd)
{
    struct cli_progress progress = {0};
    cairn_status status = CAIRN_OK;
    uint32_t made = 0;
    cli_progress_begin(&progress, "frames", &crowd->shared);
    while (status == CAIRN_OK && cli_signal == 0 && made < crowd->frames) {
        status = harness_march_step(&crowd->march);
        cli_progress_update(&progress, ++made, crowd->frames);
    }
    cli_progress_end(&progress);
    if (status != CAIRN_OK)
        return cli_fail_walk(status);
    return made == crowd->frames
               ? CLI_YES
               : cli_fail(CLI_SIGNAL + cli_signal, "interrupted: %u of %u frames were made", made,
                          crowd->frames);
}

static int draw(struct crowd *crowd)
{
    if (crowd->shared.output == NULL)
        return CLI_YES;
    cli_view_draw_ground(&crowd->view, NULL);
    cli_view_draw_visits(&crowd->view, crowd->def.grid, crowd->march.watch.visits);
    return cli_view_finish(&crowd->view) &&
                   cli_picture_write(&crowd->view.picture, crowd->file.stream)
               ? CLI_YES
               : cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
}

/* ---- the report ---- */

static void add_times(struct cli_report *report, const harness_march *march)
{
    harness_spread spread = harness_histogram_get_spread(&march->times);
    cli_report_add_real(report, "frame_us_mean", spread.mean * 1e-3);
    cli_report_add_real(report, "frame_us_p50", spread.p50 * 1e-3);
    cli_report_add_real(report, "frame_us_p99", spread.p99 * 1e-3);
    cli_report_add_real(report, "frame_us_max", spread.most * 1e-3);
}

static uint64_t count_overlaps(const struct crowd *crowd)
{
    return crowd->march.watch.overlaps + crowd->march.watch.swaps;
}

/* On stderr if the picture itself goes to stdout. */
static int print_report(const struct crowd *crowd)
{
    const harness_march *march = &crowd->march;
    cairn_crowd_info info = {.size = sizeof info};
    bool taken = crowd->shared.output != NULL && strcmp(crowd->shared.output, "-") == 0;
    (void)cairn_crowd_get_info(march->crowd, &info);
    if (crowd->shared.quiet && !crowd->shared.json)
        return CLI_YES;
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "kind", cairn_kind_get_name(cli_get_db_info(crowd->def.db).kind));
    cli_report_add_word(&report, "clock", march->pool != NULL ? "wall" : "cpu");
    cli_report_add_integer(&report, "agents", crowd->def.agents);
    cli_report_add_integer(&report, "frames", march->times.count);
    cli_report_add_integer(&report, "bytes_per_agent", info.bytes / crowd->def.agents);
    add_times(&report, march);
    cli_report_add_integer(&report, "max_units", march->max_units);
    cli_report_add_integer(&report, "longest_wait", march->longest_wait);
    cli_report_add_integer(&report, "moves", march->watch.moves);
    cli_report_add_integer(&report, "arrived", harness_march_count_arrived(march));
    cli_report_add_integer(&report, "illegal", march->watch.illegal);
    cli_report_add_integer(&report, "overlaps", count_overlaps(crowd));
    cli_report_add_fingerprint(&report, "hash", info.hash);
    return cli_report_print(&report, taken ? stderr : stdout, crowd->shared.json);
}

static int run_all(struct crowd *crowd)
{
    int code = open_map(crowd);
    if (code == CLI_YES)
        code = open_picture(crowd);
    if (code == CLI_YES)
        code = open_march(crowd);
    if (code != CLI_YES)
        return code;
    int made = run_frames(crowd); /* interrupted, it reports what there is */
    bool told = made == CLI_YES || made > CLI_SIGNAL;
    code = told ? draw(crowd) : made;
    int closed = cli_file_close(&crowd->file, code == CLI_YES);
    code = code == CLI_YES ? closed : code;
    if (code == CLI_YES)
        code = print_report(crowd);
    if (code != CLI_YES || made != CLI_YES)
        return code != CLI_YES ? code : made;
    bool overlaps = crowd->def.occupancy == CAIRN_OCCUPANCY_CELLS && count_overlaps(crowd) > 0;
    return crowd->march.watch.illegal > 0 || overlaps ? CLI_NO : CLI_YES;
}

int cli_crowd(int argc, char **argv)
{
    struct crowd crowd = {.def = {.threads = 1, .seed = 1}};
    cli_parse(&cli_crowd_argp, argc, argv, &crowd.shared);
    cli_catch_signals();
    int code = run_all(&crowd);
    (void)cli_file_close(&crowd.file, false);
    harness_march_close(&crowd.march);
    cairn_db_close(crowd.db);
    cli_built_close(&crowd.built);
    cairn_map_close(crowd.map);
    cli_view_close(&crowd.view);
    return code;
}
