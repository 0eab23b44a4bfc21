/* eval_tally.c: the figures of an agent over its rows, as results.csv has them. */
#include "evaluate.h"

#include <stdlib.h>
#include <string.h>

/* The columns that are read, by their names in eval_header. */
enum {
    SOLVED,
    COST,
    OPTIMAL,
    MOVES,
    TIME,
    MEMORY,
    FAILURES,
    DATABASE,
    INDEX,
    PREPARATION,
    COLUMNS
};
static const char *const column_names[COLUMNS] = {
    "solved",        "cost",     "optimal",        "moves",       "time_ns",
    "memory_states", "failures", "database_bytes", "index_bytes", "preparation_seconds"};

enum { MOST_FIELDS = 64 };

static void find_columns(size_t places[COLUMNS])
{
    char header[1024];
    char *fields[MOST_FIELDS];
    snprintf(header, sizeof header, "%s", eval_header);
    size_t count = cli_split_fields(header, fields, MOST_FIELDS);
    for (size_t i = 0; i < COLUMNS; i++)
        for (size_t j = 0; j < count; j++)
            if (strcmp(fields[j], column_names[i]) == 0)
                places[i] = j;
}

static bool grow(struct eval_tally *tally)
{
    size_t capacity = tally->capacity != 0 ? 2 * tally->capacity : 256;
    for (size_t i = 0; i < EVAL_LISTS; i++) {
        double *larger = realloc(tally->lists[i], capacity * sizeof *larger);
        if (larger == NULL)
            return false;
        tally->lists[i] = larger;
    }
    tally->capacity = capacity;
    return true;
}

static void add_values(struct eval_tally *tally, const double values[COLUMNS])
{
    double suboptimality =
        harness_get_suboptimality((uint64_t)values[COST], (uint64_t)values[OPTIMAL]);
    size_t row = tally->rows++;
    tally->lists[EVAL_SUBOPTIMALITY][row] = suboptimality;
    tally->lists[EVAL_TIME][row] = values[MOVES] > 0 ? values[TIME] / values[MOVES] : 0;
    tally->lists[EVAL_MEMORY][row] = values[MEMORY];
    if (values[FAILURES] == 0)
        tally->lists[EVAL_UNFAILED][tally->unfailed++] = suboptimality;
    tally->cut += values[SOLVED] == 0;
    tally->database_bytes += values[DATABASE] + values[INDEX];
    tally->preparation_seconds += values[PREPARATION];
}

bool eval_tally_add(struct eval_tally *tally, char *line)
{
    char *fields[MOST_FIELDS];
    size_t places[COLUMNS] = {0};
    double values[COLUMNS];
    if (tally->rows == tally->capacity && !grow(tally))
        return false;
    find_columns(places);
    size_t count = cli_split_fields(line, fields, MOST_FIELDS);
    for (size_t i = 0; i < COLUMNS; i++)
        values[i] = places[i] < count ? strtod(fields[places[i]], NULL) : 0;
    add_values(tally, values);
    return true;
}

/* A mean with its interval; the list is left sorted. */
static double report_mean(struct cli_report *report, const char *name, double *list, size_t count)
{
    double ends[2];
    char key[64];
    harness_interval_find(list, count, ends);
    harness_figures figures = harness_figures_find(list, count);
    cli_report_add_real(report, name, figures.mean);
    snprintf(key, sizeof key, "%s_low", name);
    cli_report_add_real(report, key, ends[0]);
    snprintf(key, sizeof key, "%s_high", name);
    cli_report_add_real(report, key, ends[1]);
    return figures.median;
}

void eval_tally_report(struct eval_tally *tally, struct cli_report *report)
{
    double rows = (double)tally->rows;
    cli_report_add_integer(report, "problems", tally->rows);
    cli_report_add_integer(report, "cut", tally->cut);
    cli_report_add_integer(report, "failed", tally->rows - tally->unfailed);
    double median =
        report_mean(report, "mean_suboptimality", tally->lists[EVAL_SUBOPTIMALITY], tally->rows);
    cli_report_add_real(report, "median_suboptimality", median);
    if (tally->unfailed > 0)
        report_mean(report, "mean_suboptimality_unfailed", tally->lists[EVAL_UNFAILED],
                    tally->unfailed);
    report_mean(report, "mean_time_per_move_ns", tally->lists[EVAL_TIME], tally->rows);
    report_mean(report, "mean_memory_states", tally->lists[EVAL_MEMORY], tally->rows);
    cli_report_add_real(report, "mean_database_bytes", tally->database_bytes / rows);
    cli_report_add_real(report, "mean_preparation_seconds", tally->preparation_seconds / rows);
}

void eval_tally_close(struct eval_tally *tally)
{
    for (size_t i = 0; i < EVAL_LISTS; i++)
        free(tally->lists[i]);
}
