/* cli_options.c: the arguments that several commands share, as argp child parsers, and the
 * spelling of numbers, points and sizes. What does not parse is wrong usage. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_CORNERS = 0x1000, KEY_JSON, KEY_FROM, KEY_TO, KEY_USAGE };

/* Child parsers of a command. */
enum { MOST_CHILDREN = 8 };

/* ---- spelling ---- */

/* Digits alone, unlike strtoull, which also takes blanks and signs. */
static bool read_number(const char *text, char **end, uint64_t *number)
{
    if (!isdigit((unsigned char)text[0]))
        return false;
    errno = 0;
    *number = strtoull(text, end, 10);
    return errno == 0;
}

uint64_t cli_parse_number(struct argp_state *state, const char *name, const char *text,
                          uint64_t least, uint64_t most)
{
    char *end = NULL;
    uint64_t number = 0;
    if (!read_number(text, &end, &number) || *end != '\0' || number < least || number > most)
        argp_error(state, "%s wants a whole number from %ju to %ju, not '%s'", name,
                   (uintmax_t)least, (uintmax_t)most, text);
    return number;
}

uint32_t cli_parse_tenths(struct argp_state *state, const char *name, const char *text,
                          uint32_t least, uint32_t most)
{
    char *end = NULL;
    uint64_t number = 0;
    bool good = read_number(text, &end, &number) && number <= most;
    number *= 10;
    if (good && end[0] == '.' && isdigit((unsigned char)end[1])) {
        number += (uint64_t)(end[1] - '0');
        end += 2;
    }
    if (!good || *end != '\0' || number < least || number > most)
        argp_error(state,
                   "%s wants a number from %u.%u to %u.%u with at most one decimal, not '%s'", name,
                   least / 10, least % 10, most / 10, most % 10, text);
    return (uint32_t)number;
}

double cli_parse_real(struct argp_state *state, const char *name, const char *text, double least,
                      double most)
{
    char *end = NULL;
    double number = strtod(text, &end);
    bool plain = text[0] != '\0' && text[strspn(text, "0123456789.")] == '\0';
    if (!plain || *end != '\0' || !(number >= least && number <= most))
        argp_error(state, "%s wants a number from %g to %g, not '%s'", name, least, most, text);
    return number;
}

void cli_parse_size(struct argp_state *state, const char *text, uint32_t most, uint32_t size[2])
{
    char *end = NULL;
    uint64_t width = 0;
    uint64_t height = 0;
    bool good = read_number(text, &end, &width) && *end == 'x' &&
                read_number(end + 1, &end, &height) && *end == '\0';
    if (!good || width < 1 || height < 1 || width > most || height > most)
        argp_error(state, "--size wants WIDTHxHEIGHT, each from 1 to %u, not '%s'", most, text);
    size[0] = (uint32_t)width;
    size[1] = (uint32_t)height;
}

/* A coordinate may be negative or huge: then it is outside every map, which is bad input rather
 * than wrong usage. */
static bool read_coordinate(const char *text, char **end, int64_t *number)
{
    if (!isdigit((unsigned char)text[text[0] == '-']))
        return false;
    errno = 0;
    *number = strtoll(text, end, 10);
    return errno == 0;
}

bool cli_read_point(const char *text, struct cli_point *point)
{
    char *end = NULL;
    point->given = true;
    point->place = CLI_PLACE_CELL;
    return read_coordinate(text, &end, &point->x) && *end == ',' &&
           read_coordinate(end + 1, &end, &point->y) && *end == '\0';
}

void cli_parse_point(struct argp_state *state, const char *name, const char *text,
                     struct cli_point *point)
{
    if (!cli_read_point(text, point))
        argp_error(state, "%s wants X,Y, two whole numbers, not '%s'", name, text);
}

const char *cli_get_corners_name(cairn_corners corners)
{
    return corners == CAIRN_CORNERS_FREE ? "free" : "strict";
}

static cairn_corners parse_corners(struct argp_state *state, const char *text)
{
    for (int corners = CAIRN_CORNERS_STRICT; corners <= CAIRN_CORNERS_FREE; corners++) {
        if (strcmp(text, cli_get_corners_name((cairn_corners)corners)) == 0)
            return (cairn_corners)corners;
    }
    argp_error(state, "--corners wants strict or free, not '%s'", text);
    return CAIRN_CORNERS_STRICT;
}

/* ---- the shared options ---- */

static error_t parse_shared(int key, char *arg, struct argp_state *state)
{
    struct cli_arguments *arguments = state->input;
    switch (key) {
    case KEY_CORNERS:
        arguments->corners = parse_corners(state, arg);
        arguments->corners_given = true;
        return 0;
    case KEY_JSON:
        arguments->json = true;
        return 0;
    case 'q':
        arguments->quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_ends(int key, char *arg, struct argp_state *state)
{
    struct cli_arguments *arguments = state->input;
    switch (key) {
    case KEY_FROM:
        cli_parse_place(state, "--from", arg, &arguments->from);
        return 0;
    case KEY_TO:
        cli_parse_place(state, "--to", arg, &arguments->to);
        return 0;
    case ARGP_KEY_END:
        if (!arguments->from.given || !arguments->to.given)
            argp_error(state, "%s CELL is missing", arguments->from.given ? "--to" : "--from");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* -? is what argp calls -h by itself. */
static error_t parse_standard(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    switch (key) {
    case 'h':
    case '?':
        argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
        return 0;
    case KEY_USAGE:
        argp_state_help(state, stdout, ARGP_HELP_USAGE | ARGP_HELP_EXIT_OK);
        return 0;
    case 'V':
        printf("cairn %s\n", cairn_get_version());
        exit(CLI_YES);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_output(int key, char *arg, struct argp_state *state)
{
    struct cli_arguments *arguments = state->input;
    switch (key) {
    case 'o':
        arguments->output = arg;
        return 0;
    case ARGP_KEY_END:
        if (arguments->output == NULL)
            argp_error(state, "-o FILE is missing");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option corners_options[] = {
    {"corners", KEY_CORNERS, "strict|free", 0,
     "May a diagonal move cut a corner? strict: no (default); free: yes", 0},
    {0},
};
static const struct argp_option common_options[] = {
    {"json", KEY_JSON, NULL, 0, "Answer with one JSON object", 0},
    {"quiet", 'q', NULL, 0, "Show no progress and no summary", 0},
    {0},
};
static const struct argp_option standard_options[] = {
    {"help", 'h', NULL, 0, "Explain the command and its options", -1},
    {NULL, '?', NULL, OPTION_HIDDEN, NULL, -1},
    {"usage", KEY_USAGE, NULL, 0, "Print the command's form alone", -1},
    {"version", 'V', NULL, 0, "Print the version of cairn", -1},
    {0},
};
const struct argp_option cli_ends_options[] = {
    {"from", KEY_FROM, "CELL", 0,
     "The cell to start from: X,Y, where 0,0 is the top-left cell; start, where a player starts in "
     "the largest component of an imported level, or start:N, where the Nth starts; nearest:X,Y, "
     "the open cell nearest to X,Y; random or random:SEED, any open cell",
     0},
    {"to", KEY_TO, "CELL", 0,
     "The cell to go to, as in --from; nearest and random cells are such that a path leads there",
     0},
    {0},
};
static const struct argp_option output_options[] = {
    {"output", 'o', "FILE", 0, "The file to write; it appears whole or not at all", 0},
    {0},
};

const struct argp cli_corners_argp = {.options = corners_options, .parser = parse_shared};
const struct argp cli_standard_argp = {.options = standard_options, .parser = parse_standard};
const struct argp cli_common_argp = {.options = common_options, .parser = parse_shared};
const struct argp cli_ends_argp = {.options = cli_ends_options, .parser = parse_ends};
const struct argp cli_output_argp = {.options = output_options, .parser = parse_output};

/* ---- operands ---- */

/* The name of operand `index` in a text such as "MAP FACTOR -o OUT": its start and length, 0 if
 * there are fewer before the options. */
static size_t find_operand_name(const char *text, unsigned index, const char **name)
{
    size_t length = strcspn(text, " ");
    while (index > 0 && text[length] == ' ') {
        text += length + 1;
        length = strcspn(text, " ");
        index--;
    }
    *name = text;
    return index == 0 && isupper((unsigned char)text[0]) ? length : 0;
}

/* Whether an operand of this name is a file that is read. */
static bool is_input(const char *name)
{
    static const char *const names[] = {"MAP", "DB", "SCEN", "EVENTS", "FILE"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

error_t cli_parse_arguments(int key, char *arg, struct argp_state *state)
{
    struct cli_arguments *arguments = state->input;
    const char *name = NULL;
    switch (key) {
    case ARGP_KEY_INIT:
        for (size_t i = 0; i < MOST_CHILDREN && state->root_argp->children[i].argp != NULL; i++)
            state->child_inputs[i] = arguments;
        return 0;
    case ARGP_KEY_ARG:
        if (find_operand_name(arguments->argp->args_doc, state->arg_num, &name) == 0)
            argp_error(state, "'%s' is one argument too many", arg);
        arguments->operands[state->arg_num] = is_input(name) ? cli_parse_input(arg) : arg;
        return 0;
    case ARGP_KEY_NO_ARGS: /* before the children, which may lack something too */
    case ARGP_KEY_END: {
        size_t length = find_operand_name(arguments->argp->args_doc, state->arg_num, &name);
        if (length > 0)
            argp_error(state, "%.*s is missing", (int)length, name);
        return 0;
    }
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

void cli_parse(const struct argp *argp, int argc, char **argv, struct cli_arguments *arguments)
{
    /* The standard options come last, which they only do as children of the whole. */
    struct argp_child children[MOST_CHILDREN + 2] = {{0}};
    struct argp whole = *argp;
    size_t count = 0;
    for (; argp->children != NULL && argp->children[count].argp != NULL; count++)
        children[count] = argp->children[count];
    children[count] = (struct argp_child){&cli_standard_argp, 0, NULL, -1};
    whole.children = children;
    arguments->argp = argp;
    cli_check_options(&whole, argc, argv);
    error_t error = argp_parse(&whole, argc, argv, ARGP_NO_HELP, NULL, arguments);
    if (error != 0)
        exit(cli_fail(CLI_BAD, "the arguments cannot be read: %s", strerror(error)));
}
