/* result_table.c: reading a table of results, and the keys of its rows. */
#include "result_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What a row may be known by. */
static const char *const keys[] = {"set",     "map",    "agent",  "problem", "start_x",
                                   "start_y", "goal_x", "goal_y", "group",   "algorithm"};
enum { KEYS = sizeof keys / sizeof keys[0] };

/* Ends a field in a key; no field holds it. */
#define SEPARATOR "\x1f"

/* ---- reading ---- */

static int fail_memory(void)
{
    return cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
}

static int read_header(struct result_table *table, char *line)
{
    table->header = strdup(line);
    if (table->header == NULL)
        return fail_memory();
    table->columns = cli_split_fields(table->header, table->names, RESULT_MOST_COLUMNS);
    return CLI_YES;
}

/* A row owns one block: its line, and behind it the fields. */
static int read_row(struct result_table *table, const char *line, uint64_t number)
{
    char *fields[RESULT_MOST_COLUMNS];
    size_t bytes = strlen(line) + 1, pointers = table->columns * sizeof(char *);
    if (line[0] == '\n' || line[0] == '\r' || line[0] == '\0')
        return CLI_YES;
    if (table->count == table->capacity) {
        size_t capacity = table->capacity != 0 ? 2 * table->capacity : 256;
        struct result_row *larger = realloc(table->rows, capacity * sizeof *larger);
        if (larger == NULL)
            return fail_memory();
        table->rows = larger;
        table->capacity = capacity;
    }
    char **block = malloc(pointers + bytes);
    if (block == NULL)
        return fail_memory();
    char *text = memcpy((char *)block + pointers, line, bytes);
    size_t count = cli_split_fields(text, fields, RESULT_MOST_COLUMNS);
    for (size_t i = 0; i < table->columns; i++)
        block[i] = i < count ? fields[i] : text + bytes - 1;
    table->rows[table->count++] = (struct result_row){.fields = block, .line = number};
    return count <= table->columns ? CLI_YES
                                   : cli_fail(CLI_BAD,
                                              "%s:%" PRIu64 ": it has %zu fields, and the first "
                                              "line names %zu columns; correct the line",
                                              table->path, number, count, table->columns);
}

static int read_lines(struct result_table *table, FILE *file)
{
    char *line = NULL;
    size_t bytes = 0;
    uint64_t number = 0;
    int code = CLI_YES;
    while (code == CLI_YES && getline(&line, &bytes, file) > 0)
        code = ++number == 1 ? read_header(table, line) : read_row(table, line, number);
    free(line);
    if (code == CLI_YES && ferror(file))
        return cli_fail(CLI_BAD, "%s: it cannot be read; check the file", table->path);
    if (code == CLI_YES && table->count == 0)
        return cli_fail(CLI_BAD, "%s: there is no row in it; use another file", table->path);
    return code;
}

int result_table_open(const char *path, struct result_table *table)
{
    FILE *file = NULL;
    *table = (struct result_table){.path = path};
    int code = cli_open_text(path, &file);
    if (code != CLI_YES)
        return code;
    code = read_lines(table, file);
    fclose(file);
    return code;
}

void result_table_close(struct result_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        free(table->rows[i].fields);
        free(table->rows[i].key);
    }
    free(table->rows);
    free(table->header);
    *table = (struct result_table){0};
}

size_t result_table_find(const struct result_table *table, const char *name)
{
    size_t i = 0;
    while (i < table->columns && strcmp(table->names[i], name) != 0)
        i++;
    return i;
}

/* ---- keys ---- */

static bool make_key(struct result_row *row, const size_t *columns, size_t count)
{
    size_t bytes = 1;
    for (size_t i = 0; i < count; i++)
        bytes += strlen(row->fields[columns[i]]) + strlen(SEPARATOR);
    row->key = malloc(bytes);
    if (row->key == NULL)
        return false;
    row->key[0] = '\0';
    char *end = row->key;
    for (size_t i = 0; i < count; i++)
        end = stpcpy(stpcpy(end, row->fields[columns[i]]), SEPARATOR);
    return true;
}

static int compare_rows(const void *a, const void *b)
{
    return strcmp(((const struct result_row *)a)->key, ((const struct result_row *)b)->key);
}

static int sort_table(struct result_table *table, const size_t *columns, size_t count)
{
    for (size_t i = 0; i < table->count; i++)
        if (!make_key(&table->rows[i], columns, count))
            return fail_memory();
    qsort(table->rows, table->count, sizeof *table->rows, compare_rows);
    for (size_t i = 1; i < table->count; i++)
        if (compare_rows(&table->rows[i - 1], &table->rows[i]) == 0)
            return cli_fail(CLI_BAD,
                            "%s: lines %" PRIu64 " and %" PRIu64
                            " are of the same walk; compare tables of one run each",
                            table->path, table->rows[i - 1].line, table->rows[i].line);
    return CLI_YES;
}

int result_tables_sort(struct result_table tables[2])
{
    size_t columns[2][KEYS], count = 0;
    for (size_t i = 0; i < KEYS; i++) {
        columns[0][count] = result_table_find(&tables[0], keys[i]);
        columns[1][count] = result_table_find(&tables[1], keys[i]);
        count += columns[0][count] < tables[0].columns && columns[1][count] < tables[1].columns;
    }
    if (count == 0)
        return cli_fail(CLI_BAD,
                        "%s, %s: no column says which problem a row is of; compare tables of "
                        "`cairn run' or `cairn evaluate'",
                        tables[0].path, tables[1].path);
    int code = sort_table(&tables[0], columns[0], count);
    return code == CLI_YES ? sort_table(&tables[1], columns[1], count) : code;
}
