/* cmd_map_generate.c: `cairn map generate`: a map made in code, of a kind that scenes/ knows. */
#include "cli.h"

#include <stdlib.h>

#include "../scenes/scenes.h"

enum { KEY_SIZE = 0x100, KEY_SEED, DEFAULT_SIDE = 1024 };

struct generate {
    struct cli_arguments shared;
    cairn_scene_kind kind;
    uint32_t size[2];
    uint64_t seed;
};

static const struct argp_option options[] = {
    {"size", KEY_SIZE, "WxH", 0, "Cells across and down; default 1024x1024", 0},
    {"seed", KEY_SEED, "S", 0, "The same seed gives the same map; default 1", 0},
    {0},
};

/* All kinds, one a line, with what they look like if `described`. The caller frees it. */
static char *list_kinds(bool described)
{
    char *list = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&list, &bytes);
    if (stream == NULL)
        return NULL;
    fputs(described ? "Kinds:" : "", stream);
    for (uint32_t i = 0; i < cairn_scene_kind_get_count(); i++) {
        cairn_scene_kind kind = (cairn_scene_kind)i;
        if (described)
            fprintf(stream, "\n  %-9s %s", cairn_scene_kind_get_name(kind),
                    cairn_scene_kind_get_description(kind));
        else
            fprintf(stream, " %s", cairn_scene_kind_get_name(kind));
    }
    fclose(stream);
    return list;
}

static char *filter_help(int key, const char *text, void *input)
{
    (void)input;
    char *kinds = key == ARGP_KEY_HELP_POST_DOC ? list_kinds(true) : NULL;
    return kinds != NULL ? kinds : (char *)text;
}

static cairn_scene_kind parse_kind(struct argp_state *state, const char *word)
{
    cairn_scene_kind kind = CAIRN_SCENE_ROOMS;
    if (!cairn_scene_kind_find(word, &kind)) {
        char *kinds = list_kinds(false);
        argp_error(state, "KIND is one of:%s, not '%s'", kinds ? kinds : "", word);
        free(kinds);
    }
    return kind;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct generate *generate = state->input;
    switch (key) {
    case KEY_SIZE:
        cli_parse_size(state, arg, CAIRN_MAX_SIDE, generate->size);
        return 0;
    case KEY_SEED:
        generate->seed = cli_parse_number(state, "--seed", arg, 0, UINT64_MAX);
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0)
            generate->kind = parse_kind(state, arg);
        return cli_parse_arguments(key, arg, state);
    default:
        return cli_parse_arguments(key, arg, state);
    }
}

static const struct argp_child children[] = {
    {&cli_output_argp, 0, NULL, 0}, {&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_map_generate_argp = {.options = options,
                                           .parser = parse,
                                           .args_doc = "KIND -o OUT",
                                           .doc = "Makes a map.\v",
                                           .children = children,
                                           .help_filter = filter_help};

static cairn_status write_rows(const cairn_scene *scene, cairn_map_writer *writer)
{
    cairn_status status = CAIRN_OK;
    for (uint32_t y = 0; status == CAIRN_OK && y < scene->height; y++)
        status = cli_signal == 0
                     ? cairn_map_writer_write(writer, scene->cells + (size_t)y * scene->width)
                     : CAIRN_INTERRUPTED;
    return status;
}

static int write_scene(const cairn_scene *scene, const char *path)
{
    cairn_detail detail = {0};
    cairn_map_def def = {.size = sizeof def};
    def.detail = &detail;
    cairn_map_writer *writer = NULL;
    cairn_status status = cairn_map_writer_open(path, scene->width, scene->height, &def, &writer);
    if (status == CAIRN_OK)
        status = write_rows(scene, writer);
    cairn_status closed = cairn_map_writer_close(writer, status == CAIRN_OK);
    if (status == CAIRN_INTERRUPTED)
        return cli_fail(CLI_SIGNAL + cli_signal, "interrupted: %s was not written", path);
    status = status == CAIRN_OK ? closed : status;
    return status == CAIRN_OK ? CLI_YES : cli_fail_file(CLI_BAD, path, status, &detail);
}

static int print_result(const struct generate *generate)
{
    if (!generate->shared.json)
        return CLI_YES;
    struct cli_report report = cli_report_create();
    cli_report_add_word(&report, "output", generate->shared.output);
    cli_report_add_word(&report, "kind", cairn_scene_kind_get_name(generate->kind));
    cli_report_add_integer(&report, "seed", generate->seed);
    cli_report_add_integer(&report, "width", generate->size[0]);
    cli_report_add_integer(&report, "height", generate->size[1]);
    return cli_report_print(&report, stdout, true);
}

int cli_map_generate(int argc, char **argv)
{
    struct generate generate = {.size = {DEFAULT_SIDE, DEFAULT_SIDE}, .seed = 1};
    cli_parse(&cli_map_generate_argp, argc, argv, &generate.shared);
    char *path = NULL;
    int code = cli_find_output(generate.shared.output, &path);
    if (code != CLI_YES)
        return code;

    cairn_scene scene = {0};
    cairn_status status = cairn_scene_generate(generate.kind, generate.size[0], generate.size[1],
                                               generate.seed, &scene);
    if (status != CAIRN_OK)
        code = cli_fail(CLI_BAD, "the map cannot be made: %s", cairn_status_get_text(status));
    cli_catch_signals();
    if (code == CLI_YES)
        code = write_scene(&scene, path);
    if (code == CLI_YES)
        code = print_result(&generate);
    cairn_scene_free(&scene);
    free(path);
    return code;
}
