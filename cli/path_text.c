/* path_text.c: a path as text, one cell a line, "x y" or "x,y"; blank lines count for nothing.
 * A path that is read is a walk of legal moves on its map. */
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct path_reader {
    const char *name; /* of the stream */
    const cairn_map *map;
    uint64_t line;
};

static int fail_line(const struct path_reader *reader, const char *what)
{
    return cli_fail(CLI_BAD, "%s:%ju: %s", reader->name, (uintmax_t)reader->line, what);
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\n");
}

/* Reads a coordinate and returns what follows it; null if there is none. */
static const char *read_coordinate(const char *text, int64_t *number)
{
    char *end = NULL;
    if (!isdigit((unsigned char)text[text[0] == '-']))
        return NULL;
    *number = strtoll(text, &end, 10); /* a number too large becomes the largest: outside */
    return end;
}

static bool read_point(const char *text, struct cli_point *point)
{
    text = read_coordinate(text, &point->x);
    if (text == NULL || strchr(" \t,", text[0]) == NULL)
        return false;
    text = skip_blanks(text);
    if (text[0] == ',')
        text = skip_blanks(text + 1);
    text = read_coordinate(text, &point->y);
    return text != NULL && *skip_blanks(text) == '\0';
}

bool cli_is_legal_move(const cairn_map *map, cairn_cell from, cairn_cell to)
{
    int dx = (int)cairn_cell_get_x(to) - (int)cairn_cell_get_x(from);
    int dy = (int)cairn_cell_get_y(to) - (int)cairn_cell_get_y(from);
    if (abs(dx) > 1 || abs(dy) > 1 || (dx == 0 && dy == 0))
        return false;
    if (dx == 0 || dy == 0 || cli_get_map_info(map).corners == CAIRN_CORNERS_FREE)
        return true;
    cairn_cell beside[2] = {cairn_cell_at(cairn_cell_get_x(to), cairn_cell_get_y(from)),
                            cairn_cell_at(cairn_cell_get_x(from), cairn_cell_get_y(to))};
    return cairn_map_is_open(map, beside[0]) && cairn_map_is_open(map, beside[1]);
}

static int add_line(const struct path_reader *reader, const char *text, harness_cells *path)
{
    struct cli_point point;
    char place[512];
    cairn_cell cell;
    if (!read_point(text, &point))
        return fail_line(reader, "this is no cell; write two whole numbers, x and y");
    snprintf(place, sizeof place, "%s:%ju", reader->name, (uintmax_t)reader->line);
    int code = cli_find_cell(place, reader->map, "cell", &point, &cell);
    if (code != CLI_YES)
        return code;
    if (path->count > 0 && !cli_is_legal_move(reader->map, path->cells[path->count - 1], cell))
        return fail_line(reader, "no legal move leads here from the cell before; give every cell "
                                 "of the path");
    if (!harness_cells_add(path, cell))
        return fail_line(reader, cairn_status_get_text(CAIRN_MEMORY));
    return CLI_YES;
}

int cli_read_path(FILE *stream, const char *name, const cairn_map *map, harness_cells *path)
{
    struct path_reader reader = {.name = name, .map = map};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    int code = CLI_YES;
    while (code == CLI_YES && (length = getline(&line, &capacity, stream)) >= 0) {
        reader.line++;
        const char *text = skip_blanks(line);
        if (strlen(line) != (size_t)length)
            code = fail_line(&reader, "there is a null byte here; give text");
        else if (text[0] != '\0')
            code = add_line(&reader, text, path);
    }
    if (code == CLI_YES && !feof(stream))
        code = cli_fail(CLI_BAD, "%s: %s; check that it can be read", name, strerror(errno));
    if (code == CLI_YES && path->count == 0)
        code = cli_fail(CLI_BAD, "%s: there is no cell; write lines \"x y\", start first", name);
    free(line);
    return code;
}
