/* result_table.h: tables of results as `cairn run' and `cairn evaluate' write them, and their rows in
 * pairs. */
#ifndef CAIRN_CLI_RESULT_TABLE_H
#define CAIRN_CLI_RESULT_TABLE_H

#include "cli.h"

enum { RESULT_MOST_COLUMNS = 256 };

/** A row: its fields, and what it is known by. */
struct result_row {
    char **fields;
    char *key;     /**< the fields of the key columns, one after the other */
    uint64_t line; /**< where it stands in the file, from 1 */
};

/** A table with a header. Fields that are missing at the end of a line are empty. */
struct result_table {
    const char *path;
    char *header; /**< the line that `names` lie in */
    char *names[RESULT_MOST_COLUMNS];
    size_t columns;
    struct result_row *rows;
    size_t count;
    size_t capacity;
};

/** Reads a table; prints the sentence about what is wrong. Close it even if this fails. */
int result_table_open(const char *path, struct result_table *table);
void result_table_close(struct result_table *table);

/** The column of a name; `columns` if there is none. */
size_t result_table_find(const struct result_table *table, const char *name);

/** Gives rows their keys and sorts them by key: all columns that say which walk a row is of and that
 *  both tables have. Prints the sentence if there is no such column, or if two rows have one key. */
int result_tables_sort(struct result_table tables[2]);

#endif
