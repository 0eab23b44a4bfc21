/* csv_line.c: a line of a table, cut into its fields. */
#include "cli.h"

size_t cli_split_fields(char *line, char **fields, size_t capacity)
{
    size_t count = 0;
    char *from = line, *to = line;
    bool quoted = false;
    fields[count++] = to;
    for (; *from != '\0' && *from != '\n' && *from != '\r'; from++) {
        if (*from == '"') {
            if (quoted && from[1] == '"')
                *to++ = *from++;
            else
                quoted = !quoted;
        } else if (*from == ',' && !quoted && count < capacity) {
            *to++ = '\0';
            fields[count++] = to;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return count;
}
