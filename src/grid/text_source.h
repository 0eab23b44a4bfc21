/* text_source.h: a text read line by line, from a file in pieces or from memory. */
#ifndef CAIRN_TEXT_SOURCE_H
#define CAIRN_TEXT_SOURCE_H

#include "base/file.h"

typedef struct cairn__text_source {
    cairn_allocator allocator;
    cairn_detail *detail;
    cairn__file_source file; /* if buffer is not null */
    char *buffer;
    const char *next; /* what is left of the present piece */
    size_t left;
    uint64_t line; /* number of the last line read, from 1 */
} cairn__text_source;

cairn_status cairn__text_source_open(const char *path, const cairn_allocator *allocator,
                                     cairn_detail *detail, cairn__text_source *source);
void cairn__text_source_open_memory(const void *text, size_t bytes, cairn_detail *detail,
                                    cairn__text_source *source);
void cairn__text_source_close(cairn__text_source *source);

/* Reads the next line without its end (LF, or CR LF) and terminates it with 0. Of a line that does
 * not fit, `length` gets `capacity` and the rest is left unread. At the end of the text `ended` is
 * set and the line is empty. */
cairn_status cairn__text_source_read(cairn__text_source *source, size_t capacity, char *line,
                                     size_t *length, bool *ended);

/* Parses a whole number of at most 9 digits at `*text` and steps over it; false if none. */
bool cairn__parse_number(const char **text, uint32_t *number);

#endif
