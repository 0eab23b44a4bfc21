/* cmd_compare.c: `cairn compare`: what differs between two tables of results, row by row and in the mean,
 * with an interval of the mean difference. */
#include "result_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct argp_child children[] = {{&cli_common_argp, 0, NULL, 0}, {0}};
const struct argp cli_compare_argp = {
    .parser = cli_parse_arguments,
    .args_doc = "A B",
    .doc =
        "Compares two tables of `cairn run' or `cairn evaluate', or others with such columns: "
        "pairs "
        "the rows of the same walk and prints, for each agent and column of numbers, in how many "
        "pairs "
        "they differ, both means, and the mean difference B - A with its interval of 95 percent. "
        "Exit code 0: all rows have a partner, and all columns but times are equal; 1: something "
        "differs.",
    .children = children};

/* A column of numbers that both tables have. */
struct column {
    const char *name;
    size_t at[2];
    bool timed; /* differs from run to run */
    bool words; /* holds something else than numbers */
};

/* Pairs of one agent of one set, which lie beside each other. */
struct compared {
    struct cli_arguments shared;
    struct result_table tables[2];
    struct column columns[RESULT_MOST_COLUMNS];
    size_t column_count;
    struct result_row *(*pairs)[2];
    size_t pair_count;
    uint64_t alone[2];
    uint64_t differing; /* columns, but times */
    double *differences;
    json_t *list;
};

/* ---- pairs ---- */

static int make_pairs(struct compared *self)
{
    struct result_table *a = &self->tables[0], *b = &self->tables[1];
    size_t most = a->count < b->count ? a->count : b->count, i = 0, k = 0;
    self->pairs = calloc(most + 1, sizeof *self->pairs);
    self->differences = calloc(most + 1, sizeof *self->differences);
    if (self->pairs == NULL || self->differences == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    while (i < a->count && k < b->count) {
        int order = strcmp(a->rows[i].key, b->rows[k].key);
        if (order == 0) {
            self->pairs[self->pair_count][0] = &a->rows[i];
            self->pairs[self->pair_count++][1] = &b->rows[k];
        }
        i += order <= 0;
        k += order >= 0;
    }
    self->alone[0] = a->count - self->pair_count;
    self->alone[1] = b->count - self->pair_count;
    if (self->pair_count == 0)
        return cli_fail(CLI_BAD,
                        "%s, %s: no two rows are of the same walk; compare tables of the "
                        "same problems",
                        a->path, b->path);
    return CLI_YES;
}

/* ---- columns ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool read_number(const char *text, double *number)
{
    char *end = NULL;
    *number = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number);
}

/* A field that is empty in both rows says nothing of the column. */
static bool has_words(const struct compared *self, const struct column *column)
{
    double number;
    for (size_t i = 0; i < self->pair_count; i++) {
        const char *a = self->pairs[i][0]->fields[column->at[0]];
        const char *b = self->pairs[i][1]->fields[column->at[1]];
        bool is_empty = a[0] == '\0' && b[0] == '\0';
        if (!is_empty && (!read_number(a, &number) || !read_number(b, &number)))
            return true;
    }
    return false;
}

static void find_columns(struct compared *self)
{
    const struct result_table *tables = self->tables;
    for (size_t i = 0; i < tables[0].columns; i++) {
        const char *name = tables[0].names[i];
        struct column column = {name, {i, result_table_find(&tables[1], name)}, false, false};
        if (column.at[1] == tables[1].columns)
            continue;
        column.timed = ends_with(name, "_ns") || ends_with(name, "_seconds");
        column.words = has_words(self, &column);
        self->columns[self->column_count++] = column;
    }
}

/* ---- a column of some pairs ---- */

struct figures {
    size_t pairs;
    size_t differing;
    double means[2];
    double difference;
    double interval[2];
};

static struct figures find_figures(const struct compared *self, const struct column *column,
                                   size_t first, size_t end)
{
    struct figures found = {0};
    for (size_t i = first; i < end; i++) {
        const char *a = self->pairs[i][0]->fields[column->at[0]];
        const char *b = self->pairs[i][1]->fields[column->at[1]];
        double numbers[2] = {0};
        found.differing += strcmp(a, b) != 0;
        if (column->words || !read_number(a, &numbers[0]) || !read_number(b, &numbers[1]))
            continue;
        found.means[0] += numbers[0];
        found.means[1] += numbers[1];
        self->differences[found.pairs++] = numbers[1] - numbers[0];
    }
    if (found.pairs == 0)
        return found;
    for (int side = 0; side < 2; side++)
        found.means[side] /= (double)found.pairs;
    found.difference = found.means[1] - found.means[0];
    harness_interval_find(self->differences, found.pairs, found.interval);
    return found;
}

static json_t *make_entry(const struct column *column, const struct figures *found)
{
    if (column->words)
        return json_pack("{s:s, s:I}", "column", column->name, "differing",
                         (json_int_t)found->differing);
    return json_pack("{s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:f}", "column", column->name, "pairs",
                     (json_int_t)found->pairs, "differing", (json_int_t)found->differing, "mean_a",
                     found->means[0], "mean_b", found->means[1], "difference", found->difference,
                     "difference_low", found->interval[0], "difference_high", found->interval[1]);
}

static void print_entry(const struct column *column, const struct figures *found)
{
    if (column->words)
        printf("  %-26s %8zu\n", column->name, found->differing);
    else
        printf("  %-26s %8zu %16.4f %16.4f %14.4f  %.4f to %.4f\n", column->name, found->differing,
               found->means[0], found->means[1], found->difference, found->interval[0],
               found->interval[1]);
}

/* Text has the columns that differ; JSON has all. */
static json_t *compare_columns(struct compared *self, size_t first, size_t end)
{
    json_t *list = json_array();
    for (size_t i = 0; i < self->column_count; i++) {
        const struct column *column = &self->columns[i];
        struct figures found = find_figures(self, column, first, end);
        self->differing += !column->timed && found.differing > 0;
        if (self->shared.json)
            (void)json_array_append_new(list, make_entry(column, &found));
        else if (found.differing > 0 && !self->shared.quiet)
            print_entry(column, &found);
    }
    return list;
}

/* ---- agents ---- */

/* The field of a pair, or "" if the first table lacks the column. */
static const char *get_field(const struct compared *self, size_t pair, const char *name)
{
    size_t column = result_table_find(&self->tables[0], name);
    return column < self->tables[0].columns ? self->pairs[pair][0]->fields[column] : "";
}

static int compare_pairs(const void *a, const void *b, void *context)
{
    static const char *const by[] = {"set", "agent"};
    const struct compared *self = context;
    size_t first = *(const size_t *)a, second = *(const size_t *)b;
    for (size_t i = 0; i < 2; i++) {
        int order = strcmp(get_field(self, first, by[i]), get_field(self, second, by[i]));
        if (order != 0)
            return order;
    }
    return first < second ? -1 : first > second;
}

/* Sorts the pairs by set and agent. */
static bool sort_pairs(struct compared *self)
{
    size_t *order = calloc(self->pair_count, sizeof *order);
    struct result_row *(*sorted)[2] = calloc(self->pair_count, sizeof *sorted);
    bool enough = order != NULL && sorted != NULL;
    for (size_t i = 0; enough && i < self->pair_count; i++)
        order[i] = i;
    if (enough)
        qsort_r(order, self->pair_count, sizeof *order, compare_pairs, self);
    for (size_t i = 0; enough && i < self->pair_count; i++)
        memcpy(sorted[i], self->pairs[order[i]], sizeof *sorted);
    free(order);
    if (!enough) {
        free(sorted);
        return false;
    }
    free(self->pairs);
    self->pairs = sorted;
    return true;
}

static bool is_of_group(const struct compared *self, size_t a, size_t b)
{
    return strcmp(get_field(self, a, "set"), get_field(self, b, "set")) == 0 &&
           strcmp(get_field(self, a, "agent"), get_field(self, b, "agent")) == 0;
}

static void compare_group(struct compared *self, size_t first, size_t end)
{
    const char *set = get_field(self, first, "set"), *agent = get_field(self, first, "agent");
    bool named = agent[0] != '\0' || set[0] != '\0';
    if (!self->shared.json && !self->shared.quiet) {
        char *name = cli_escape(agent), *of = cli_escape(set);
        if (named && name != NULL && of != NULL)
            printf("%s%s%s, ", name, of[0] != '\0' ? ", set " : "", of);
        printf("%zu pairs\n  %-26s %8s %16s %16s %14s  %s\n", end - first, "column", "differing",
               "mean of A", "mean of B", "B - A", "interval of 95 %");
        free(name);
        free(of);
    }
    json_t *columns = compare_columns(self, first, end);
    json_t *group = json_pack("{s:s, s:s, s:I, s:o}", "set", set, "agent", agent, "pairs",
                              (json_int_t)(end - first), "columns", columns);
    (void)json_array_append_new(self->list, group);
}

static void compare_groups(struct compared *self)
{
    for (size_t first = 0, end; first < self->pair_count; first = end) {
        for (end = first + 1; end < self->pair_count && is_of_group(self, first, end);)
            end++;
        compare_group(self, first, end);
    }
}

/* ---- the command ---- */

static int print_all(struct compared *self)
{
    struct cli_report report = cli_report_create();
    cli_report_add_integer(&report, "pairs", self->pair_count);
    cli_report_add_integer(&report, "only_a", self->alone[0]);
    cli_report_add_integer(&report, "only_b", self->alone[1]);
    cli_report_add_integer(&report, "differing_columns", self->differing);
    if (self->shared.json)
        cli_report_add(&report, "groups", json_incref(self->list));
    if (self->shared.quiet && !self->shared.json)
        cli_report_destroy(&report);
    else if (cli_report_print(&report, stdout, self->shared.json) != CLI_YES)
        return CLI_BAD;
    bool equal = self->alone[0] == 0 && self->alone[1] == 0 && self->differing == 0;
    return equal ? CLI_YES : CLI_NO;
}

static int compare_tables(struct compared *self)
{
    int code = CLI_YES;
    for (int i = 0; code == CLI_YES && i < 2; i++)
        code = result_table_open(cli_parse_input(self->shared.operands[i]), &self->tables[i]);
    if (code == CLI_YES)
        code = result_tables_sort(self->tables);
    if (code == CLI_YES)
        code = make_pairs(self);
    if (code != CLI_YES)
        return code;
    self->list = json_array();
    if (self->list == NULL || !sort_pairs(self))
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    find_columns(self);
    compare_groups(self);
    return print_all(self);
}

int cli_compare(int argc, char **argv)
{
    struct compared *self = calloc(1, sizeof *self);
    if (self == NULL)
        return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    cli_parse(&cli_compare_argp, argc, argv, &self->shared);
    int code = compare_tables(self);
    for (int i = 0; i < 2; i++)
        result_table_close(&self->tables[i]);
    json_decref(self->list);
    free(self->pairs);
    free(self->differences);
    free(self);
    return code;
}
