/* scenario.c: MovingAI `.scen` text: a version line, then a problem a line with nine fields:
 * bucket, map name, map width and height, start x and y, goal x and y, optimal length. */
#include "cairn/tools.h"

#include <stdlib.h>
#include <string.h>

#include "base/detail.h"
#include "base/memory.h"
#include "base/xy.h"
#include "grid/map_maker.h"
#include "grid/text_source.h"

/* What a caller sees, and what it does not. */
typedef struct owned_scenario {
    cairn_scenario seen;
    size_t capacity;
    cairn_allocator allocator;
} owned_scenario;

#define LINE_BYTES 4096
#define FIELDS 9

/* Cuts a line at its tabs (or, in old files, spaces). Returns how many fields there are. */
static int split(char *line, char *fields[FIELDS])
{
    int count = 0;
    const char *separators = strchr(line, '\t') != NULL ? "\t" : " ";
    char *next = line + strspn(line, separators);
    while (*next != '\0') {
        if (count < FIELDS)
            fields[count] = next;
        count++;
        next += strcspn(next, separators);
        if (*next != '\0')
            *next++ = '\0';
        next += strspn(next, separators);
    }
    return count;
}

static bool parse_field(const char *field, uint32_t limit, uint32_t *number)
{
    return cairn__parse_number(&field, number) && field[strspn(field, " ")] == '\0' &&
           *number < limit;
}

/* Digits with at most one point, by hand because strtod follows the process's locale. An exponent
 * never occurs in these files. */
static bool parse_length(const char *field, double *length)
{
    double value = 0, unit = 1;
    bool digits = false, point = false;
    for (; *field != '\0' && *field != ' '; field++) {
        if (*field == '.' && !point) {
            point = true;
            continue;
        }
        if (*field < '0' || *field > '9')
            return false;
        digits = true;
        value = value * 10 + (*field - '0');
        if (point)
            unit *= 10;
    }
    *length = value / unit;
    return digits && field[strspn(field, " ")] == '\0' && value < 1e300 && unit < 1e300;
}

static cairn_status parse_problem(char *line, const cairn__text_source *source,
                                  cairn_scenario *scenario, cairn_problem *problem)
{
    char *fields[FIELDS];
    uint32_t size[2], cell[4];
    int count = split(line, fields);
    if (count != FIELDS)
        return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                   "a problem has %d fields, this line has %d", FIELDS, count);
    bool good = parse_field(fields[0], UINT32_MAX, &problem->bucket);
    for (int i = 0; i < 2; i++)
        good = good && parse_field(fields[2 + i], CAIRN_MAX_SIDE + 1, &size[i]) && size[i] > 0;
    for (int i = 0; i < 4; i++)
        good = good && parse_field(fields[4 + i], size[i % 2], &cell[i]);
    if (!good || !parse_length(fields[8], &problem->length))
        return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                   "a field is not a number, or a cell is outside its map");
    if (scenario->count == 0) {
        scenario->width = size[0];
        scenario->height = size[1];
    } else if (scenario->width != size[0] || scenario->height != size[1]) {
        return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                   "the map's size differs from the first problem's");
    }
    problem->start = cairn_cell_at(cell[0], cell[1]);
    problem->goal = cairn_cell_at(cell[2], cell[3]);
    problem->line = source->line;
    return CAIRN_OK;
}

static cairn_status add_problem(owned_scenario *owned, const cairn_problem *problem)
{
    uint32_t count = owned->seen.count;
    if (count == owned->capacity) {
        cairn_problem *problems = cairn__grow(&owned->allocator, owned->seen.problems, count,
                                              sizeof *problems, &owned->capacity, 256);
        if (problems == NULL)
            return CAIRN_MEMORY;
        owned->seen.problems = problems;
    }
    owned->seen.problems[owned->seen.count++] = *problem;
    return CAIRN_OK;
}

/* The version line may be missing, as in the oldest files. */
static bool is_version(const char *line)
{
    return strncmp(line, "version", 7) == 0;
}

static cairn_status read_problems(cairn__text_source *source, owned_scenario *owned)
{
    for (;;) {
        char line[LINE_BYTES];
        size_t length;
        bool ended;
        cairn_status status = cairn__text_source_read(source, sizeof line, line, &length, &ended);
        if (status != CAIRN_OK || ended)
            return status;
        if (length >= sizeof line)
            return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                       "the line is longer than %d characters", LINE_BYTES - 1);
        if (line[strspn(line, " \t")] == '\0' || (source->line == 1 && is_version(line)))
            continue;
        cairn_problem problem;
        status = parse_problem(line, source, &owned->seen, &problem);
        if (status != CAIRN_OK)
            return status;
        status = add_problem(owned, &problem);
        if (status != CAIRN_OK)
            return cairn__fail(source->detail, status, "out of memory");
    }
}

static cairn_status finish(cairn__text_source *source, const cairn_allocator *allocator,
                           cairn_scenario **scenario)
{
    owned_scenario *owned = cairn__allocate_zeroed(allocator, 1, sizeof *owned);
    if (owned == NULL) {
        cairn__text_source_close(source);
        return cairn__fail(source->detail, CAIRN_MEMORY, "out of memory");
    }
    owned->allocator = *allocator;
    cairn_status status = read_problems(source, owned);
    cairn__text_source_close(source);
    if (status == CAIRN_OK)
        *scenario = &owned->seen;
    else
        cairn_scenario_close(&owned->seen);
    return status;
}

/* What a definition says. Failures: ARGUMENT, if something is not given. */
static cairn_status read_def(const cairn_map_def *def, bool is_given, cairn_map_def *known,
                             cairn_allocator *allocator)
{
    cairn_status status = cairn__map_def_read(def, known, allocator);
    return status == CAIRN_OK && !is_given ? cairn__fail_null(known->detail) : status;
}

cairn_status cairn_scenario_open(const char *path, const cairn_map_def *def,
                                 cairn_scenario **scenario)
{
    cairn_map_def known;
    cairn_allocator allocator;
    cairn__text_source source;
    cairn_status status = read_def(def, path != NULL && scenario != NULL, &known, &allocator);
    if (status == CAIRN_OK)
        status = cairn__text_source_open(path, &allocator, known.detail, &source);
    return status == CAIRN_OK ? finish(&source, &allocator, scenario) : status;
}

cairn_status cairn_scenario_open_memory(const void *text, size_t bytes, const cairn_map_def *def,
                                        cairn_scenario **scenario)
{
    cairn_map_def known;
    cairn_allocator allocator;
    cairn__text_source source;
    bool is_given = (text != NULL || bytes == 0) && scenario != NULL;
    cairn_status status = read_def(def, is_given, &known, &allocator);
    if (status != CAIRN_OK)
        return status;
    cairn__text_source_open_memory(text, bytes, known.detail, &source);
    return finish(&source, &allocator, scenario);
}

void cairn_scenario_close(cairn_scenario *scenario)
{
    if (scenario == NULL)
        return;
    owned_scenario *owned = (owned_scenario *)(void *)scenario;
    cairn_allocator allocator = owned->allocator;
    cairn__release(&allocator, owned->seen.problems);
    cairn__release(&allocator, owned);
}
