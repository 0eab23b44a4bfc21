/* like.c: distributions of problems: read from a table or built in, and shared out. */
#include "like.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "like_paper.h"

enum { MOST_FIELDS = 64, SHOWN = 3 };

/* What the numbers of a table may be, so that they have 32 bits in their units. */
#define MOST_DIFFICULTY 400000.0
#define MOST_COST 400000000.0

/* A problem of the table. */
struct point {
    uint32_t difficulty;
    uint32_t cost;
};

/* A table that is read. */
struct table {
    const char *path;
    FILE *file;
    size_t cost_column;
    size_t difficulty_column;
    double cost_unit; /* tenths */
    uint64_t line;
    struct point *points;
    size_t count;
    size_t capacity;
};

/* ---- reading ---- */

static bool find_column(char **fields, size_t count, const char *name, size_t *column)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(fields[i], name) == 0) {
            *column = i;
            return true;
        }
    }
    return false;
}

static int read_header(struct table *table, char *line)
{
    char *fields[MOST_FIELDS];
    size_t count = cli_split_fields(line, fields, MOST_FIELDS);
    table->cost_unit = 10;
    bool has_cost = find_column(fields, count, "optimal_cost", &table->cost_column);
    if (!has_cost) {
        table->cost_unit = 1;
        has_cost = find_column(fields, count, "optimal", &table->cost_column);
    }
    if (!has_cost)
        return cli_fail(CLI_BAD,
                        "%s:1: there is no column optimal_cost (in cells) or optimal (in tenths); "
                        "name the column in the first line",
                        table->path);
    if (!find_column(fields, count, "difficulty", &table->difficulty_column))
        return cli_fail(CLI_BAD,
                        "%s:1: there is no column difficulty; name the column in the first line",
                        table->path);
    return CLI_YES;
}

/* A number of the table in its unit, rounded. */
static int read_number(const struct table *table, const char *name, const char *text, double most,
                       double unit, uint32_t *number)
{
    char *end = NULL;
    double value = text != NULL ? strtod(text, &end) : 0;
    if (text == NULL || end == text || *end != '\0' || !(value > 0 && value <= most))
        return cli_fail(CLI_BAD,
                        "%s:%" PRIu64 ": %s wants a number above 0 and up to %.0f, not '%s'; "
                        "correct the line",
                        table->path, table->line, name, most, text != NULL ? text : "");
    *number = (uint32_t)lround(value * unit);
    return CLI_YES;
}

static int add_point(struct table *table, struct point point)
{
    if (table->count == table->capacity) {
        size_t capacity = table->capacity != 0 ? 2 * table->capacity : 256;
        struct point *larger = realloc(table->points, capacity * sizeof *larger);
        if (larger == NULL)
            return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
        table->points = larger;
        table->capacity = capacity;
    }
    table->points[table->count++] = point;
    return CLI_YES;
}

static int read_row(struct table *table, char *line)
{
    char *fields[MOST_FIELDS];
    size_t count = cli_split_fields(line, fields, MOST_FIELDS);
    if (count == 1 && fields[0][0] == '\0')
        return CLI_YES;
    const char *cost = table->cost_column < count ? fields[table->cost_column] : NULL;
    const char *difficulty =
        table->difficulty_column < count ? fields[table->difficulty_column] : NULL;
    bool in_cells = table->cost_unit > 1;
    struct point point = {0};
    int code = read_number(table, in_cells ? "optimal_cost" : "optimal", cost, MOST_COST,
                           table->cost_unit, &point.cost);
    if (code == CLI_YES)
        code = read_number(table, "difficulty", difficulty, MOST_DIFFICULTY, LIKE_DIFFICULTY,
                           &point.difficulty);
    return code == CLI_YES ? add_point(table, point) : code;
}

static int read_lines(struct table *table)
{
    char *line = NULL;
    size_t bytes = 0;
    int code = CLI_YES;
    while (code == CLI_YES && getline(&line, &bytes, table->file) > 0)
        code = ++table->line == 1 ? read_header(table, line) : read_row(table, line);
    free(line);
    if (code == CLI_YES && ferror(table->file))
        return cli_fail(CLI_BAD, "%s: it cannot be read; check the file", table->path);
    if (code == CLI_YES && table->count == 0)
        return cli_fail(CLI_BAD, "%s: there is no problem in it; use another file", table->path);
    return code;
}

/* ---- bins ---- */

static int compare_difficulty(const void *a, const void *b)
{
    uint32_t first = ((const struct point *)a)->difficulty;
    uint32_t second = ((const struct point *)b)->difficulty;
    return (first > second) - (first < second);
}

static int compare_cost(const void *a, const void *b)
{
    uint32_t first = ((const struct point *)a)->cost;
    uint32_t second = ((const struct point *)b)->cost;
    return (first > second) - (first < second);
}

/* Where piece `piece` of `pieces` begins among sorted points; equal ones are not parted. */
static size_t find_cut(const struct point *points, size_t count, size_t piece, size_t pieces,
                       int (*compare)(const void *, const void *))
{
    size_t cut = count * piece / pieces;
    while (cut > 0 && cut < count && compare(&points[cut], &points[cut - 1]) == 0)
        cut++;
    return cut;
}

/* The bins of a group; `range` has its difficulties and the costs of the whole list. */
static void add_parts(struct like *like, struct point *points, size_t count,
                      const struct like_range *range)
{
    qsort(points, count, sizeof *points, compare_cost);
    for (size_t part = 0, end; part < LIKE_PARTS; part++) {
        size_t start = find_cut(points, count, part, LIKE_PARTS, compare_cost);
        end = find_cut(points, count, part + 1, LIKE_PARTS, compare_cost);
        if (start == end)
            continue;
        struct like_bin *bin = &like->bins[like->bin_count++];
        *bin = (struct like_bin){.range = *range, .count = (uint32_t)(end - start)};
        if (start > 0)
            bin->range.cost[0] = points[start].cost;
        if (end < count)
            bin->range.cost[1] = points[end].cost;
    }
}

/* Where the group that begins at `start` ends; the cuts before it are passed over. */
static size_t find_group_end(const struct point *points, size_t count, size_t start)
{
    uint64_t least = (uint64_t)points[start].difficulty + LIKE_WIDTH * LIKE_DIFFICULTY;
    for (size_t group = 1; group < LIKE_GROUPS; group++) {
        size_t cut = find_cut(points, count, group, LIKE_GROUPS, compare_difficulty);
        if (cut > start && cut < count && points[cut].difficulty >= least)
            return cut;
    }
    return count;
}

static void make_bins(struct like *like, struct point *points, size_t count)
{
    struct like_range range;
    qsort(points, count, sizeof *points, compare_cost);
    range.cost[0] = points[0].cost;
    range.cost[1] = points[count - 1].cost + 1;
    qsort(points, count, sizeof *points, compare_difficulty);
    uint32_t above = points[count - 1].difficulty + 1;
    for (size_t start = 0, end; start < count; start = end) {
        end = find_group_end(points, count, start);
        range.difficulty[0] = points[start].difficulty;
        range.difficulty[1] = end < count ? points[end].difficulty : above;
        add_parts(like, &points[start], end - start, &range);
    }
}

static int read_table(const char *path, struct like *like)
{
    struct table table = {.path = path};
    int code = cli_open_text(path, &table.file);
    if (code != CLI_YES)
        return code;
    code = read_lines(&table);
    fclose(table.file);
    if (code == CLI_YES)
        make_bins(like, table.points, table.count);
    free(table.points);
    return code;
}

int like_open(const char *name, struct like *like)
{
    *like = (struct like){0};
    if (strcmp(name, "paper") != 0)
        return read_table(name, like);
    like->bin_count = sizeof like_paper / sizeof like_paper[0];
    memcpy(like->bins, like_paper, sizeof like_paper);
    return CLI_YES;
}

/* ---- sharing out ---- */

static bool clip(uint32_t span[2], const uint32_t limits[2])
{
    span[0] = span[0] > limits[0] ? span[0] : limits[0];
    span[1] = span[1] < limits[1] ? span[1] : limits[1];
    return span[0] < span[1];
}

static void leave_out(struct like *like, const struct like_range *range)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < like->bin_count; i++) {
        struct like_bin bin = like->bins[i];
        bool any = clip(bin.range.difficulty, range->difficulty);
        if (clip(bin.range.cost, range->cost) && any)
            like->bins[kept++] = bin;
    }
    like->bin_count = kept;
}

/* So that every run of bins has its share, to within one problem. */
bool like_share(struct like *like, const struct like_range *range, uint32_t count)
{
    uint64_t total = 0, before = 0;
    leave_out(like, range);
    for (uint32_t i = 0; i < like->bin_count; i++)
        total += like->bins[i].count;
    for (uint32_t i = 0; i < like->bin_count; i++) {
        uint64_t after = before + like->bins[i].count;
        like->bins[i].want = (uint32_t)(count * after / total - count * before / total);
        before = after;
    }
    return like->bin_count > 0;
}

static bool is_within(uint64_t value, const uint32_t span[2], uint64_t unit)
{
    return value >= span[0] * unit && value < span[1] * unit;
}

struct like_bin *like_find(struct like *like, uint32_t cost, uint32_t moves, uint32_t expanded)
{
    uint64_t difficulty = (uint64_t)expanded * LIKE_DIFFICULTY;
    for (uint32_t i = 0; i < like->bin_count; i++) {
        struct like_bin *bin = &like->bins[i];
        if (bin->want > 0 && is_within(cost, bin->range.cost, 1) &&
            is_within(difficulty, bin->range.difficulty, moves))
            return bin;
    }
    return NULL;
}

uint32_t like_find_limit(const struct like *like, uint32_t cost)
{
    uint32_t limit = 0;
    for (uint32_t i = 0; i < like->bin_count; i++) {
        const struct like_bin *bin = &like->bins[i];
        if (bin->want > 0 && is_within(cost, bin->range.cost, 1) &&
            bin->range.difficulty[1] > limit)
            limit = bin->range.difficulty[1];
    }
    return limit;
}

void like_describe_short(const struct like *like, char *text, size_t capacity)
{
    uint32_t bins = 0;
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < like->bin_count; i++) {
        const struct like_bin *bin = &like->bins[i];
        if (bin->want == 0 || bins++ >= SHOWN || used >= capacity)
            continue;
        used += (size_t)snprintf(
            text + used, capacity - used, "%s%u of cost %.1f to %.1f and difficulty %.4f to %.4f",
            bins > 1 ? ", " : "", bin->want, bin->range.cost[0] / 10.0,
            (bin->range.cost[1] - 1) / 10.0, (double)bin->range.difficulty[0] / LIKE_DIFFICULTY,
            (double)(bin->range.difficulty[1] - 1) / LIKE_DIFFICULTY);
    }
    if (bins > SHOWN && used < capacity)
        snprintf(text + used, capacity - used, ", and of %u more bins", bins - SHOWN);
}
