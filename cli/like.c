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
static const double most[LIKE_KEYS] = {
    [LIKE_BY_DIFFICULTY] = 400000.0, [LIKE_BY_DETOUR] = 400000.0, [LIKE_BY_COST] = 400000000.0};

/* Into how many pieces problems are cut by a key, and how wide a piece is at least. */
static const struct {
    size_t pieces;
    uint32_t width;
} cuts[LIKE_KEYS] = {[LIKE_BY_DIFFICULTY] = {20, 2 * LIKE_UNIT},
                     [LIKE_BY_DETOUR] = {2, LIKE_UNIT / 100},
                     [LIKE_BY_COST] = {4, 100}};

/* The detour of a problem whose optimal path has octile length. */
#define STRAIGHT ((uint32_t)LIKE_UNIT)

/* A problem of the table. */
struct point {
    uint32_t at[LIKE_KEYS];
};

/* A table that is read. */
struct table {
    const char *path;
    FILE *file;
    size_t columns[LIKE_KEYS];
    bool has_detour;
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
    size_t *columns = table->columns;
    table->cost_unit = 10;
    bool has_cost = find_column(fields, count, "optimal_cost", &columns[LIKE_BY_COST]);
    if (!has_cost) {
        table->cost_unit = 1;
        has_cost = find_column(fields, count, "optimal", &columns[LIKE_BY_COST]);
    }
    if (!has_cost)
        return cli_fail(CLI_BAD,
                        "%s:1: there is no column optimal_cost (in cells) or optimal (in tenths); "
                        "name the column in the first line",
                        table->path);
    if (!find_column(fields, count, "difficulty", &columns[LIKE_BY_DIFFICULTY]))
        return cli_fail(CLI_BAD,
                        "%s:1: there is no column difficulty; name the column in the first line",
                        table->path);
    table->has_detour = find_column(fields, count, "detour", &columns[LIKE_BY_DETOUR]);
    return CLI_YES;
}

/* A number of the table in its unit, rounded. */
static int read_number(const struct table *table, enum like_key key, const char *name,
                       const char *text, uint32_t *number)
{
    char *end = NULL;
    double value = text != NULL ? strtod(text, &end) : 0;
    double unit = key == LIKE_BY_COST ? table->cost_unit : LIKE_UNIT;
    if (text == NULL || end == text || *end != '\0' || !(value > 0 && value <= most[key]))
        return cli_fail(CLI_BAD,
                        "%s:%" PRIu64 ": %s wants a number above 0 and up to %.0f, not '%s'; "
                        "correct the line",
                        table->path, table->line, name, most[key], text != NULL ? text : "");
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
    const char *const names[LIKE_KEYS] = {[LIKE_BY_DIFFICULTY] = "difficulty",
                                          [LIKE_BY_DETOUR] = "detour",
                                          [LIKE_BY_COST] =
                                              table->cost_unit > 1 ? "optimal_cost" : "optimal"};
    char *fields[MOST_FIELDS];
    size_t count = cli_split_fields(line, fields, MOST_FIELDS);
    if (count == 1 && fields[0][0] == '\0')
        return CLI_YES;
    struct point point = {.at = {[LIKE_BY_DETOUR] = STRAIGHT}};
    int code = CLI_YES;
    for (enum like_key key = 0; code == CLI_YES && key < LIKE_KEYS; key++) {
        size_t column = table->columns[key];
        if (key != LIKE_BY_DETOUR || table->has_detour)
            code = read_number(table, key, names[key], column < count ? fields[column] : NULL,
                               &point.at[key]);
    }
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

#define COMPARE(name, key)                                                                         \
    static int name(const void *a, const void *b)                                                  \
    {                                                                                              \
        uint32_t first = ((const struct point *)a)->at[key];                                       \
        uint32_t second = ((const struct point *)b)->at[key];                                      \
        return (first > second) - (first < second);                                                \
    }
COMPARE(compare_difficulty, LIKE_BY_DIFFICULTY)
COMPARE(compare_detour, LIKE_BY_DETOUR)
COMPARE(compare_cost, LIKE_BY_COST)

static void sort_points(struct point *points, size_t count, enum like_key key)
{
    static int (*const compare[LIKE_KEYS])(const void *, const void *) = {
        [LIKE_BY_DIFFICULTY] = compare_difficulty,
        [LIKE_BY_DETOUR] = compare_detour,
        [LIKE_BY_COST] = compare_cost};
    qsort(points, count, sizeof *points, compare[key]);
}

/* The range of sorted points in a key, at least as wide as a piece. */
static void span_points(const struct point *points, size_t count, enum like_key key,
                        struct like_range *range)
{
    uint32_t first = points[0].at[key], last = points[count - 1].at[key];
    bool is_wide = last - first >= cuts[key].width;
    range->span[key][0] = first;
    range->span[key][1] = is_wide ? last + 1 : first + cuts[key].width;
}

/* Where piece `piece` of `pieces` begins among sorted points; equal ones are not parted. */
static size_t find_cut(const struct point *points, size_t count, size_t piece, enum like_key key)
{
    size_t cut = count * piece / cuts[key].pieces;
    while (cut > 0 && cut < count && points[cut].at[key] == points[cut - 1].at[key])
        cut++;
    return cut;
}

/* Where the piece that begins at `start` ends, among points and, as `above`, in the key: at the first cut
 * that leaves a piece wide enough. The last piece is made wide enough downwards. */
static size_t find_piece_end(const struct point *points, size_t count, size_t start,
                             const struct like_range *left, enum like_key key, uint32_t *above)
{
    const uint32_t *span = left->span[key];
    uint32_t width = cuts[key].width, last = span[1] - width;
    for (size_t piece = 1; piece < cuts[key].pieces; piece++) {
        size_t cut = find_cut(points, count, piece, key);
        if (cut <= start || cut >= count)
            continue;
        *above = points[cut].at[key] < last ? points[cut].at[key] : last;
        if (*above >= span[0] + width)
            return cut;
    }
    *above = span[1];
    return count;
}

static void add_pieces(struct like *like, struct point *points, size_t count,
                       struct like_range range, enum like_key key);

/* Cuts points of a piece by the next key. */
static void add_piece(struct like *like, struct point *points, size_t count,
                      const struct like_range *range, enum like_key key)
{
    if (key + 1 < LIKE_KEYS)
        add_pieces(like, points, count, *range, key + 1);
    else
        like->bins[like->bin_count++] =
            (struct like_bin){.range = *range, .count = (uint32_t)count};
}

/* The straight problems of a group are a piece of their own: they are nearly half of the paper's. */
static size_t add_straight(struct like *like, struct point *points, size_t count,
                           struct like_range *range)
{
    uint32_t *span = range->span[LIKE_BY_DETOUR];
    struct like_range straight = *range;
    size_t end = 0;
    while (end < count && points[end].at[LIKE_BY_DETOUR] <= STRAIGHT)
        end++;
    straight.span[LIKE_BY_DETOUR][1] = STRAIGHT + 1;
    if (end > 0)
        add_piece(like, points, end, &straight, LIKE_BY_DETOUR);
    if (end < count && span[0] <= STRAIGHT)
        span[0] = STRAIGHT + 1;
    return end;
}

/* Cuts points into pieces by a key. `range` has the costs of the whole list. */
static void add_pieces(struct like *like, struct point *points, size_t count,
                       struct like_range range, enum like_key key)
{
    uint32_t *span = range.span[key];
    bool by_detour = key == LIKE_BY_DETOUR && !like->any_detour;
    sort_points(points, count, key);
    if (key == LIKE_BY_DIFFICULTY || by_detour)
        span_points(points, count, key, &range);
    size_t done = by_detour ? add_straight(like, points, count, &range) : 0;
    uint32_t above = span[1];
    points += done;
    count -= done;
    for (size_t start = 0, end; start < count; start = end) {
        uint32_t cut;
        end = find_piece_end(points, count, start, &range, key, &cut);
        span[1] = cut;
        add_piece(like, &points[start], end - start, &range, key);
        span[0] = span[1];
        span[1] = above;
    }
}

static void make_bins(struct like *like, struct point *points, size_t count)
{
    struct like_range range = {.span = {[LIKE_BY_DETOUR] = {0, UINT32_MAX}}};
    sort_points(points, count, LIKE_BY_COST);
    span_points(points, count, LIKE_BY_COST, &range);
    add_pieces(like, points, count, range, 0);
}

static int read_table(const char *path, struct like *like)
{
    struct table table = {.path = path};
    int code = cli_open_text(path, &table.file);
    if (code != CLI_YES)
        return code;
    code = read_lines(&table);
    fclose(table.file);
    like->any_detour = !table.has_detour;
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
        bool any = true;
        for (enum like_key key = 0; key < LIKE_KEYS; key++)
            any = clip(bin.range.span[key], range->span[key]) && any;
        if (any)
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

/* ---- finding a bin ---- */

static bool is_within(uint64_t value, const uint32_t span[2], uint64_t unit)
{
    return value >= span[0] * unit && value < span[1] * unit;
}

/* What is known of a problem before A* has judged it. */
static bool may_hold(const struct like_bin *bin, const struct like_problem *problem)
{
    return bin->want > 0 && is_within(problem->cost, bin->range.span[LIKE_BY_COST], 1) &&
           is_within((uint64_t)problem->cost * LIKE_UNIT, bin->range.span[LIKE_BY_DETOUR],
                     problem->distance);
}

struct like_bin *like_find(struct like *like, const struct like_problem *problem)
{
    uint64_t difficulty = (uint64_t)problem->expanded * LIKE_UNIT;
    for (uint32_t i = 0; i < like->bin_count; i++) {
        struct like_bin *bin = &like->bins[i];
        if (may_hold(bin, problem) &&
            is_within(difficulty, bin->range.span[LIKE_BY_DIFFICULTY], problem->moves))
            return bin;
    }
    return NULL;
}

uint32_t like_find_limit(const struct like *like, const struct like_problem *problem)
{
    uint32_t limit = 0;
    for (uint32_t i = 0; i < like->bin_count; i++) {
        const struct like_bin *bin = &like->bins[i];
        uint32_t above = bin->range.span[LIKE_BY_DIFFICULTY][1];
        if (may_hold(bin, problem) && above > limit)
            limit = above;
    }
    return limit;
}

/* ---- what a map does not have ---- */

static bool is_of_group(const struct like_bin *a, const struct like_bin *b)
{
    const uint32_t *first = a->range.span[LIKE_BY_DIFFICULTY];
    const uint32_t *second = b->range.span[LIKE_BY_DIFFICULTY];
    return first[0] == second[0] && first[1] == second[1];
}

/* The nearest bin of the same difficulties that is not given up; null if there is none. Bins are in order
 * of difficulty, detour and cost. */
static struct like_bin *find_neighbour(struct like *like, uint32_t i)
{
    for (uint32_t step = 1; step < like->bin_count; step++)
        for (int side = 0; side < 2; side++) {
            uint32_t other = side == 0 ? i - step : i + step; /* below 0 is above all */
            if (other >= like->bin_count)
                continue;
            struct like_bin *bin = &like->bins[other];
            if (!bin->given_up && is_of_group(bin, &like->bins[i]))
                return bin;
        }
    return NULL;
}

bool like_relax(struct like *like)
{
    for (uint32_t i = 0; i < like->bin_count; i++)
        if (like->bins[i].want > 0)
            like->bins[i].given_up = true;
    for (uint32_t i = 0; i < like->bin_count; i++)
        if (like->bins[i].given_up && like->bins[i].want > 0 && find_neighbour(like, i) == NULL)
            return false;
    for (uint32_t i = 0; i < like->bin_count; i++) {
        struct like_bin *bin = &like->bins[i];
        if (!bin->given_up || bin->want == 0)
            continue;
        find_neighbour(like, i)->want += bin->want;
        like->moved += bin->want;
        bin->want = 0;
    }
    return true;
}

static void describe_bin(const struct like_bin *bin, bool any_detour, char *text, size_t capacity)
{
    const uint32_t *cost = bin->range.span[LIKE_BY_COST];
    const uint32_t *difficulty = bin->range.span[LIKE_BY_DIFFICULTY];
    const uint32_t *detour = bin->range.span[LIKE_BY_DETOUR];
    int used = snprintf(text, capacity, "%u of cost %.1f to %.1f and difficulty %.4f to %.4f",
                        bin->want, cost[0] / 10.0, (cost[1] - 1) / 10.0,
                        (double)difficulty[0] / LIKE_UNIT, (double)(difficulty[1] - 1) / LIKE_UNIT);
    if (!any_detour && used > 0 && (size_t)used < capacity)
        snprintf(text + used, capacity - (size_t)used, " and detour %.4f to %.4f",
                 (double)detour[0] / LIKE_UNIT, (double)(detour[1] - 1) / LIKE_UNIT);
}

void like_describe_short(const struct like *like, char *text, size_t capacity)
{
    uint32_t bins = 0;
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < like->bin_count; i++) {
        char bin[128];
        if (like->bins[i].want == 0 || bins++ >= SHOWN || used >= capacity)
            continue;
        describe_bin(&like->bins[i], like->any_detour, bin, sizeof bin);
        used += (size_t)snprintf(text + used, capacity - used, "%s%s", bins > 1 ? ", " : "", bin);
    }
    if (bins > SHOWN && used < capacity)
        snprintf(text + used, capacity - used, ", and of %u more bins", bins - SHOWN);
}
