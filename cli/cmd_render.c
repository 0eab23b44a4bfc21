/* cmd_render.c: `cairn render`: a map as a PNG picture, and an agent's walk on it. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "map_picture.h"
#include "trail.h"

enum { KEY_SIZE = 0x100, KEY_CROP, KEY_SHOW_DB, KEY_COMPONENTS, KEY_BARE };

/* In pixels. */
enum { DEFAULT_SIZE = 1024, MOST_SIZE = 16384 };

struct render {
    struct cli_arguments shared;
    struct cli_agent_options agent;
    uint32_t size;
    bool crop_given;
    bool crop_auto;
    uint64_t crop[4]; /* as typed: X, Y, W, H */
    bool show_db;
    bool show_components;
    bool bare;
    struct cli_components components;
    struct cli_file file;
    struct cli_world world;
    cairn_cell ends[2];
    struct cli_trail trail;
    struct cli_view view;
};

static const struct argp_option options[] = {
    {"size", KEY_SIZE, "PIXELS", 0,
     "The longer side of the map in the picture, margin and legend aside; of a long and narrow map "
     "more, so "
     "that it is seen; default 1024",
     1},
    {"crop", KEY_CROP, "X,Y,W,H|auto", 0,
     "Only this part of the map; auto: the part where the walk is", 1},
    {"show-db", KEY_SHOW_DB, NULL, 0,
     "Draw what the database has under the walk: bends, seeds and ways, or 100 of its records", 1},
    {"components", KEY_COMPONENTS, NULL, 0,
     "Colour the components of the map, which no path joins: the largest stays as it is, the next "
     "seven have a colour each, all smaller ones share one; legend and report say how large they "
     "are",
     1},
    {"bare", KEY_BARE, NULL, 0, "The map alone, without margin and legend", 1},
    {0},
};

static void parse_crop(struct argp_state *state, const char *text, struct render *render)
{
    render->crop_given = true;
    render->crop_auto = strcmp(text, "auto") == 0;
    if (render->crop_auto)
        return;
    const char *at = text;
    bool good = true;
    errno = 0;
    for (int i = 0; good && i < 4; i++) {
        char *end = NULL;
        good = isdigit((unsigned char)at[0]);
        render->crop[i] = good ? strtoull(at, &end, 10) : 0;
        good = good && errno == 0 && *end == (i < 3 ? ',' : '\0');
        at = good ? end + 1 : at;
    }
    if (!good || render->crop[2] == 0 || render->crop[3] == 0)
        argp_error(state,
                   "--crop wants X,Y,W,H, four whole numbers, W and H at least 1, or auto, "
                   "not '%s'",
                   text);
}

static bool has_walk(const struct render *render)
{
    return render->shared.from.given && render->shared.to.given;
}

/* --from and --to, both or neither. */
static error_t parse_ends(int key, char *arg, struct argp_state *state)
{
    const struct cli_arguments *arguments = state->input;
    if (key == ARGP_KEY_END && arguments->from.given == arguments->to.given)
        return 0;
    return cli_ends_argp.parser(key, arg, state);
}

enum { AGENT_CHILD = 0 };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct render *render = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        cli_parse_arguments(key, arg, state);
        state->child_inputs[AGENT_CHILD] = &render->agent;
        return 0;
    case KEY_SIZE:
        render->size = (uint32_t)cli_parse_number(state, "--size", arg, 1, MOST_SIZE);
        return 0;
    case KEY_CROP:
        parse_crop(state, arg, render);
        return 0;
    case KEY_SHOW_DB:
        render->show_db = true;
        return 0;
    case KEY_COMPONENTS:
        render->show_components = true;
        return 0;
    case KEY_BARE:
        render->bare = true;
        return 0;
    case ARGP_KEY_END:
        if (render->crop_auto && !has_walk(render))
            argp_error(state, "--crop auto needs --from X,Y and --to X,Y");
        if (render->show_db && render->agent.db == NULL)
            argp_error(state, "--show-db needs --db DB");
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static const struct argp ends_argp = {.options = cli_ends_options, .parser = parse_ends};
static const struct argp_child children[] = {
    {&cli_agent_argp, 0, NULL, 0},  {&ends_argp, 0, NULL, 1},       {&cli_corners_argp, 0, NULL, 1},
    {&cli_output_argp, 0, NULL, 1}, {&cli_common_argp, 0, NULL, 1}, {0}};
const struct argp cli_render_argp = {
    .options = options,
    .parser = parse,
    .args_doc = "MAP -o PNG",
    .doc = "Draws a map as a PNG picture and, with --from and --to, an agent's walk on it: "
           "cells are hotter the more often it was there; white discs are its subgoals, light "
           "green bands the records it followed. A legend below, or beside a narrow map, "
           "explains colours and signs. Exit code 0: drawn; 1: drawn, but not solved.",
    .children = children};

/* ---- the work ---- */

static int fail_memory(void)
{
    return cli_fail(CLI_BAD, "%s; choose a smaller --size or a smaller map",
                    cairn_status_get_text(CAIRN_MEMORY));
}

/* Without a walk and a database there is no agent either: A* would want much memory. */
static int open_world(struct render *render)
{
    struct cli_world *world = &render->world;
    if (!has_walk(render) && render->agent.db == NULL)
        return cli_open_map(render->shared.operands[0], render->shared.corners, &world->map);
    int code = cli_world_open(&render->shared, &render->agent, world);
    if (code == CLI_YES && has_walk(render))
        code = cli_find_ends(&render->shared, render->agent.recipe.goal_policy, world->map,
                             render->ends);
    return code;
}

static int walk(struct render *render)
{
    cairn_status status =
        cli_trail_run(&render->world, render->ends, render->agent.recipe.max_moves, &render->trail);
    render->ends[1] = render->trail.walk.goal;
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: %s was not written",
                        render->shared.output);
    return status == CAIRN_OK ? CLI_YES : cli_fail_walk(status);
}

/* The part of the map that is asked for; with --crop auto, all of it until the walk is known. */
static int find_box(const struct render *render, struct cli_box *box)
{
    cairn_map_info info = cli_get_map_info(render->world.map);
    const uint64_t *crop = render->crop;
    *box = (struct cli_box){0, 0, info.width, info.height};
    if (!render->crop_given || render->crop_auto)
        return CLI_YES;
    if (crop[2] > info.width || crop[0] > info.width - crop[2] || crop[3] > info.height ||
        crop[1] > info.height - crop[3])
        return cli_fail(CLI_BAD,
                        "%s: the crop leads out of the map of %u x %u cells; choose a part of it",
                        render->shared.operands[0], info.width, info.height);
    *box = (struct cli_box){(uint32_t)crop[0], (uint32_t)crop[1], (uint32_t)crop[2],
                            (uint32_t)crop[3]};
    return CLI_YES;
}

static int draw(struct render *render, struct cli_box box)
{
    struct cli_view *view = &render->view;
    if (render->crop_auto)
        box = cli_trail_find_box(&render->trail, render->world.map, render->ends);
    if (!cli_view_open(render->world.map, box, render->size, render->bare, view))
        return fail_memory();
    if (render->show_components && !cli_components_find(render->world.map, &render->components))
        return fail_memory();
    cli_view_draw_ground(view, render->show_components ? &render->components : NULL);
    if (render->show_db)
        cli_view_draw_db(view, render->world.db);
    if (has_walk(render) && !cli_view_draw_trail(view, &render->trail, render->ends))
        return fail_memory();
    if (!cli_view_finish(view))
        return fail_memory();
    return cli_picture_write(&view->picture, render->file.stream) ? CLI_YES : fail_memory();
}

/* The file is opened before the work, so that a wrong place is reported at once. */
static int make_file(struct render *render)
{
    struct cli_box box;
    const struct cli_names names = {{render->shared.operands[0], render->agent.db},
                                    {render->shared.output}};
    int code = find_box(render, &box);
    if (code == CLI_YES)
        code = cli_check_names(&names);
    if (code == CLI_YES)
        code = cli_file_open(render->shared.output, &render->file);
    if (code != CLI_YES)
        return code;
    if (has_walk(render))
        code = walk(render);
    if (code == CLI_YES)
        code = draw(render, box);
    int closed = cli_file_close(&render->file, code == CLI_YES);
    return code == CLI_YES ? closed : code;
}

static void add_walk(struct cli_report *report, const struct render *render)
{
    const struct cli_trail *trail = &render->trail;
    uint64_t followed = 0;
    for (uint32_t id = 0; id < trail->records; id++)
        followed += trail->chosen[id];
    cli_report_add_word(report, "algorithm", cairn_algorithm_get_name(render->world.algorithm));
    cli_report_add_flag(report, "solved", trail->walk.solved);
    cli_report_add_word(report, "ended", trail->walk.ended);
    if (render->world.costs == CAIRN_COSTS_SQRT2)
        cli_report_add_real(report, "cost", cli_walk_get_length(&trail->walk));
    else
        cli_report_add_integer(report, "cost", trail->walk.stats.cost);
    cli_report_add(report, "goal", cli_make_cell(trail->walk.goal));
    cli_report_add(report, "start", cli_make_cell(render->ends[0]));
    cli_report_add_integer(report, "moves", trail->walk.moves);
    cli_report_add_integer(report, "revisits", trail->walk.revisits);
    cli_report_add_integer(report, "subgoals", trail->subgoals.count);
    cli_report_add_integer(report, "records", followed);
}

/* On stderr if the picture itself goes to stdout. */
static int print_result(const struct render *render)
{
    if (render->shared.quiet && !render->shared.json)
        return CLI_YES;
    bool taken = strcmp(render->shared.output, "-") == 0;
    if (taken && ferror(stdout))
        return CLI_BAD; /* reported at exit */
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", render->shared.output);
    cli_report_add_integer(&report, "width", render->view.picture.columns);
    cli_report_add_integer(&report, "height", render->view.picture.rows);
    if (render->show_components) {
        cli_report_add_integer(&report, "components", render->components.count);
        cli_report_add(&report, "legend", cli_components_make_legend(&render->components));
    }
    if (has_walk(render))
        add_walk(&report, render);
    return cli_report_print(&report, taken ? stderr : stdout, render->shared.json);
}

static int run(struct render *render)
{
    int code = open_world(render);
    if (code == CLI_YES)
        code = make_file(render);
    if (code == CLI_YES)
        code = print_result(render);
    return code == CLI_YES && has_walk(render) && !render->trail.walk.solved ? CLI_NO : code;
}

int cli_render(int argc, char **argv)
{
    struct render render = {.agent = cli_default_agent_options(), .size = DEFAULT_SIZE};
    cli_parse(&cli_render_argp, argc, argv, &render.shared);
    cli_catch_signals();
    int code = run(&render);
    cli_components_close(&render.components);
    cli_view_close(&render.view);
    cli_trail_close(&render.trail);
    cli_world_close(&render.world);
    return code;
}
