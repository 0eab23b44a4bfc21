/* csv_line.c: the fields of a line of a table. */
#include "cli.h"

#include <string.h>

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

void cli_write_field(FILE *stream, const char *text)
{
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fprintf(stream, "%s,", text);
        return;
    }
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputs("\",", stream);
}
