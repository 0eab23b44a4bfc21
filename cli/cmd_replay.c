/* cmd_replay.c: `cairn replay`: a map that changes, with problems and walks on it, from a text of
 * events into CSV tables, and a summary of them. What an event does is the harness's. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replayed.h"

enum {
    KEY_CSV = 0x100,
    KEY_FRAMES_CSV,
    KEY_DB,
    KEY_KIND,
    KEY_GOAL,
    KEY_STRANDED,
    KEY_OCCUPANCY,
    KEY_MAX_WORK,
    KEY_LOAD,
    KEY_SAVE,
    KEY_REPAIR
};

struct replay {
    struct cli_arguments shared;
    const char *csv;
    const char *frames_csv;
    const char *db_path;
    const char *load;
    const char *save;
    char *save_path; /* its true name */
    uint64_t repair; /* units a frame */
    bool kind_given;
    harness_order order;   /* the database that --kind asks for */
    harness_recipe recipe; /* budget and policies of agents and members */
    uint32_t occupancy;    /* of members */
    cairn_map *map;
    cairn_db *db;
    struct cli_built built; /* the database, if it was built here */
    harness_events events;
    harness_replay *run;
    struct cli_file file;
    struct cli_file frames;
    struct cli_progress progress;
    size_t rows;  /* written */
    bool partial; /* ended before the last event, with the rows so far to be kept */
};

static const struct argp_option options[] = {
    {"csv", KEY_CSV, "FILE", 0, "Where the table goes; default, or -: standard output", 1},
    {"frames-csv", KEY_FRAMES_CSV, "FILE", 0,
     "Write a table of the members' frames too, one row a frame", 1},
    {"db", KEY_DB, "DB", 0,
     "Solve problems and walk by this database, which belongs to MAP as it is in its file; "
     "default: jump point search solves problems, and agents walk by A*; with members, --kind auto",
     1},
    {"kind", KEY_KIND, "KIND", 0,
     "Build a database of this kind before the first event, and go by it: labels, regions, knn, "
     "dlrta, dba, hcdps or auto",
     1},
    {"goal", KEY_GOAL, "exact|nearest", 0,
     "Where agents and members go if no path leads to the goal: nowhere (exact, the default), or "
     "to the cell nearest to it among those that a path leads to (nearest)",
     1},
    {"stranded", KEY_STRANDED, "stay|leave", 0,
     "What agents and members do in a wall that was put on them: stay until it is gone (the "
     "default), or go to the nearest open cell (leave)",
     1},
    {"occupancy", KEY_OCCUPANCY, "off|cells", 0,
     "Whether members keep clear of each other: any number of them may share a cell (off, the "
     "default), or no two are in a cell and no two change places (cells)",
     1},
    {"max-work", KEY_MAX_WORK, "N", 0,
     "Units of work that a step of an agent, a slice of a search, or a frame of all members "
     "together may spend, at least 1024, with members 32768; default: unlimited",
     1},
    {"repair", KEY_REPAIR, "UNITS", 0,
     "Build the labels anew for the map as it is, with UNITS units of work in each frame of a "
     "step, at least 16384, and go by them as soon as they are there; default: no repair",
     1},
    {"load", KEY_LOAD, "FILE", 0, "Begin with the changes of the map that were saved in this file",
     1},
    {"save", KEY_SAVE, "FILE", 0,
     "When all events are done, save the changes of the map: the cells that differ from its file",
     1},
    {0},
};

static const struct argp_child children[] = {
    {&cli_corners_argp, 0, NULL, 1}, {&cli_common_argp, 0, NULL, 1}, {0}};

static bool goes_to_stdout(const struct replay *replay)
{
    return replay->csv == NULL || strcmp(replay->csv, "-") == 0;
}

/* ---- arguments ---- */

static void parse_kind(struct replay *replay, const char *text, struct argp_state *state)
{
    bool good = strpbrk(text, " =") == NULL &&
                harness_order_read(text, &replay->order, NULL) == CAIRN_OK &&
                replay->order.options.count == 0;
    if (!good)
        argp_error(state, "--kind wants labels, regions, knn, dlrta, dba, hcdps or auto, not '%s'",
                   text);
    replay->kind_given = true;
}

static void set_recipe(struct replay *replay, const char *word, const char *text,
                       struct argp_state *state)
{
    cairn_detail detail = {0};
    if (harness_recipe_set(&replay->recipe, word, text, &detail) != CAIRN_OK)
        argp_error(state, "%s", detail.text);
}

static void check_combination(const struct replay *replay, struct argp_state *state)
{
    bool frames = replay->frames_csv != NULL && strcmp(replay->frames_csv, "-") == 0;
    if (replay->shared.json && (goes_to_stdout(replay) || frames))
        argp_error(state, "--json needs --csv FILE%s: the summary takes standard output",
                   frames ? " and --frames-csv FILE" : "");
    if (frames && goes_to_stdout(replay))
        argp_error(state,
                   "--frames-csv - needs --csv FILE: standard output has room for one table");
    if (replay->db_path != NULL && replay->kind_given)
        argp_error(state, "--db and --kind exclude each other; leave one out");
    if (replay->repair > 0 && replay->db_path == NULL && !replay->kind_given)
        argp_error(state, "--repair needs labels: give --kind labels, or --db DB");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct replay *replay = state->input;
    switch (key) {
    case KEY_CSV:
        replay->csv = arg;
        return 0;
    case KEY_DB:
        replay->db_path = cli_parse_input(arg);
        return 0;
    case KEY_KIND:
        parse_kind(replay, arg, state);
        return 0;
    case KEY_REPAIR:
        replay->repair =
            cli_parse_number(state, "--repair", arg, CAIRN_MIN_REPAIR, UINT64_C(1) << 62);
        return 0;
    case KEY_LOAD:
        replay->load = cli_parse_input(arg);
        return 0;
    case KEY_SAVE:
        replay->save = arg;
        return 0;
    case KEY_FRAMES_CSV:
        replay->frames_csv = arg;
        return 0;
    case KEY_STRANDED:
        replay->recipe.stranded_policy = cli_parse_choice(state, "stranded", arg, "stay|leave");
        return 0;
    case KEY_OCCUPANCY:
        replay->occupancy = cli_parse_choice(state, "occupancy", arg, "off|cells");
        return 0;
    case KEY_GOAL:
        set_recipe(replay, "goal", arg, state);
        return 0;
    case KEY_MAX_WORK:
        set_recipe(replay, "max-work", arg, state);
        return 0;
    case ARGP_KEY_END:
        check_combination(replay, state);
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

const struct argp cli_replay_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP EVENTS",
    .doc =
        "Changes a map, solves problems, and moves agents and a crowd on it, as a text of events "
        "says, and writes a CSV table, one row an event; a summary goes to standard error, or "
        "with --json to standard output. The lines of EVENTS are: set X Y W H open|blocked; rows "
        "X Y W H, and H lines of W characters, . open and @ blocked; find SX SY GX GY [COST]; "
        "walk ID SX SY GX GY; step N; and for members of a crowd, whose IDs are numbers: member "
        "ID X Y; order ID[-ID] X Y; halt ID[-ID]; remove ID[-ID]; expect ID[-ID] STATE [X Y], a "
        "STATE being idle, waiting, walking, arrived, stranded, leaving, cut_off, lost or settled. "
        "Exit "
        "code 0: no answer differs from its COST, all members are as expected, no move is "
        "illegal, and with --occupancy cells no two members were in one cell or changed places; 1: "
        "else.",
    .children = children};

/* ---- before the first event ---- */

static int open_map(struct replay *replay)
{
    cairn_map_def def = {.size = sizeof def, .corners = replay->shared.corners, .changing = 1};
    if (replay->db_path != NULL) {
        int code = cli_open_db(replay->db_path, &replay->db);
        if (code != CLI_YES)
            return code;
        if (!replay->shared.corners_given)
            def.corners = cli_get_db_info(replay->db).corners;
    }
    char text[256];
    int code = cli_open_map_by(replay->shared.operands[0], &def, &replay->map);
    if (code != CLI_YES)
        return code;
    if (replay->db != NULL && cli_find_mismatch(replay->db, replay->map, text, sizeof text))
        return cli_fail(CLI_BAD, "%s: %s", replay->db_path, text);
    return CLI_YES;
}

static int read_events(struct replay *replay)
{
    const char *path = replay->shared.operands[1];
    cairn_map_info info = cli_get_map_info(replay->map);
    const uint32_t size[2] = {info.width, info.height};
    cairn_detail detail = {0};
    FILE *stream = NULL;
    int code = cli_open_text(path, &stream);
    if (code != CLI_YES)
        return code;
    cairn_status status = harness_events_read(stream, size, &replay->events, &detail);
    (void)fclose(stream);
    return status == CAIRN_OK ? CLI_YES : cli_fail_input(CLI_SOURCE_EVENTS, path, status, &detail);
}

/* The sentence for a build, or a replay, that came to nothing. */
static int fail_before(const struct replay *replay, cairn_status status, const cairn_detail *detail)
{
    char text[256];
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: no event was run");
    cli_explain(status, detail, text, sizeof text);
    return cli_fail(CLI_BAD, "%s: %s",
                    replay->db_path != NULL ? replay->db_path : replay->shared.operands[0], text);
}

static int build(struct replay *replay)
{
    cairn_detail detail = {0};
    cairn_status status =
        cli_built_open(replay->map, replay->order.kind, &replay->shared, &replay->built, &detail);
    replay->db = replay->built.db;
    return status == CAIRN_OK ? CLI_YES : fail_before(replay, status, &detail);
}

static int load_changes(const struct replay *replay)
{
    const char *path;
    cairn_detail detail = {0};
    int code = cli_find_input(replay->load, true, &path);
    if (code != CLI_YES)
        return code;
    cairn_status status = cairn_map_load_changes(replay->map, path, &detail);
    return status == CAIRN_OK ? CLI_YES
                              : cli_fail_input(CLI_SOURCE_CHANGES, replay->load, status, &detail);
}

static int save_changes(const struct replay *replay)
{
    cairn_detail detail = {0};
    cairn_status status = cairn_map_save_changes(replay->map, replay->save_path, &detail);
    return status == CAIRN_OK ? CLI_YES
                              : cli_fail_file(CLI_BAD, replay->save_path, status, &detail);
}

static void write_frame(void *stream, const harness_frame *frame)
{
    harness_frame_write_row(stream, frame);
}

static int open_run(struct replay *replay)
{
    cairn_detail detail = {0};
    bool members = replay->events.most_members > 0;
    if (members && replay->recipe.max_work > 0 && replay->recipe.max_work < CAIRN_MIN_CROWD_WORK)
        return cli_fail(
            CLI_USAGE, "--max-work %u is too little for the members of %s: give %d or more",
            (unsigned)replay->recipe.max_work, replay->shared.operands[1], CAIRN_MIN_CROWD_WORK);
    if (replay->repair > 0 && cli_get_db_info(replay->db).kind != CAIRN_DB_LABELS)
        return cli_fail(CLI_USAGE,
                        "--repair is for databases of kind labels, not for %s; leave it "
                        "out",
                        cairn_kind_get_name(cli_get_db_info(replay->db).kind));
    const harness_replay_def def = {.map = replay->map,
                                    .db = replay->db,
                                    .events = &replay->events,
                                    .max_work = replay->recipe.max_work,
                                    .goal_policy = replay->recipe.goal_policy,
                                    .stranded_policy = replay->recipe.stranded_policy,
                                    .occupancy = replay->occupancy,
                                    .tell = replay->frames_csv != NULL ? write_frame : NULL,
                                    .tell_context = replay->frames.stream,
                                    .repair = replay->repair,
                                    .stop = &cli_signal,
                                    .detail = &detail};
    cairn_status status = harness_replay_open(&def, &replay->run);
    return status == CAIRN_OK ? CLI_YES : fail_before(replay, status, &detail);
}

static int open_all(struct replay *replay)
{
    const struct cli_names names = {
        {replay->shared.operands[0], replay->shared.operands[1], replay->db_path},
        {replay->save, replay->csv, replay->frames_csv}};
    int code = open_map(replay);
    if (code == CLI_YES)
        code = read_events(replay);
    if (code == CLI_YES)
        code = cli_check_names(&names);
    if (code == CLI_YES && replay->save != NULL)
        code = cli_find_output(replay->save, &replay->save_path);
    if (code == CLI_YES)
        code = cli_file_open(replay->csv, &replay->file);
    if (code == CLI_YES && replay->frames_csv != NULL)
        code = cli_file_open(replay->frames_csv, &replay->frames);
    if (code == CLI_YES && replay->frames_csv != NULL)
        fputs(HARNESS_FRAME_COLUMNS "\n", replay->frames.stream);
    /* A database belongs to the map as it is in its file. No crowd goes without one. */
    bool builds = replay->kind_given || (replay->db == NULL && replay->events.most_members > 0);
    if (code == CLI_YES && builds)
        code = build(replay);
    if (code == CLI_YES && replay->load != NULL)
        code = load_changes(replay);
    return code == CLI_YES ? open_run(replay) : code;
}

/* ---- the events ---- */

/* Rows are written when all events are done: that of a walk has its end. */
static void write_rows(struct replay *replay)
{
    fputs(HARNESS_REPLAY_COLUMNS "\n", replay->file.stream);
    replay->rows = harness_replay_get_done(replay->run);
    for (size_t i = 0; i < replay->rows; i++)
        harness_replay_write_row(replay->file.stream, replay->run, i);
}

/* The rows so far are worth keeping, but not under the name of the whole table. */
static int save_partial(struct replay *replay, cairn_status status)
{
    const cairn_detail *refusal = harness_replay_get_refusal(replay->run);
    bool interrupted = status == CAIRN_INTERRUPTED, refused = refusal->line > 0;
    int code = interrupted ? CLI_SIGNAL + cli_signal : CLI_BAD;
    const char *why = interrupted ? "interrupted" : cairn_status_get_text(status);
    char line[32] = "";
    if (refused)
        (void)snprintf(line, sizeof line, ":%" PRIu64 ": ", refusal->line);
    const char *parts[] = {refused ? replay->shared.operands[1] : "", line,
                           refused ? refusal->text : why, refused ? ";" : ":"};
    size_t events = replay->events.count;
    struct cli_file *files[] = {&replay->file, &replay->frames};
    for (int i = 0; i < 2; i++)
        if (files[i]->file != NULL && cli_file_set_partial(files[i]) != CLI_YES)
            return CLI_BAD;
    replay->partial = true;
    if (replay->file.file == NULL)
        return cli_fail(code, "%s%s%s%s %zu of %zu events were run", parts[0], parts[1], parts[2],
                        parts[3], replay->rows, events);
    return cli_fail(code, "%s%s%s%s the first %zu of %zu events are saved in %s", parts[0],
                    parts[1], parts[2], parts[3], replay->rows, events, replay->file.path);
}

static int run_events(struct replay *replay)
{
    /* A bar amid a table on the same terminal would spoil both. */
    struct cli_arguments shared = replay->shared;
    shared.quiet = shared.quiet || (goes_to_stdout(replay) && isatty(STDOUT_FILENO));
    cairn_status status = CAIRN_OK;
    cli_progress_begin(&replay->progress, "events", &shared);
    while (status == CAIRN_OK && harness_replay_get_done(replay->run) < replay->events.count) {
        status = harness_replay_run(replay->run);
        cli_progress_update(&replay->progress, harness_replay_get_done(replay->run),
                            replay->events.count);
    }
    cairn_status ended = harness_replay_end(replay->run);
    cli_progress_end(&replay->progress);
    status = status == CAIRN_OK ? ended : status;
    write_rows(replay);
    return status == CAIRN_OK ? CLI_YES : save_partial(replay, status);
}

/* ---- all of it ---- */

static int close_files(struct replay *replay, bool keep)
{
    int code = cli_file_close(&replay->file, keep);
    int frames = replay->frames_csv != NULL ? cli_file_close(&replay->frames, keep) : CLI_YES;
    return code == CLI_YES ? frames : code;
}

static int run_all(struct replay *replay)
{
    cli_catch_signals();
    int code = open_all(replay);
    if (code == CLI_YES)
        code = run_events(replay);
    if (code == CLI_YES && replay->save != NULL)
        code = save_changes(replay);
    int closed = close_files(replay, code == CLI_YES || replay->partial);
    code = code == CLI_YES ? closed : code;
    if (code != CLI_YES)
        return code;
    const struct cli_replayed told = {.shared = &replay->shared,
                                      .map = replay->map,
                                      .db = replay->db,
                                      .events = &replay->events,
                                      .run = replay->run,
                                      .repairs = replay->repair > 0,
                                      .keeps_clear = replay->occupancy == CAIRN_OCCUPANCY_CELLS};
    bool unread = goes_to_stdout(replay) && ferror(stdout); /* reported at exit */
    if (!unread)
        code = cli_replayed_print(&told);
    return code == CLI_YES ? cli_replayed_judge(&told) : code;
}

int cli_replay(int argc, char **argv)
{
    struct replay replay = {.recipe = harness_default_recipe()};
    cli_parse(&cli_replay_argp, argc, argv, &replay.shared);
    int code = run_all(&replay);
    harness_replay_close(replay.run);
    harness_events_close(&replay.events);
    if (replay.built.db == NULL)
        cairn_db_close(replay.db);
    cli_built_close(&replay.built);
    cairn_map_close(replay.map);
    free(replay.save_path);
    return code;
}
