/* import_bytes.c: failing with a sentence, and arrays that grow. */
#include "import_bytes.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

cairn_status import_fail(cairn_detail *detail, cairn_status status, const char *format, ...)
{
    if (detail == NULL)
        return status;
    va_list arguments;
    va_start(arguments, format);
    detail->line = 0;
    detail->offset = 0;
    vsnprintf(detail->text, sizeof detail->text, format, arguments);
    va_end(arguments);
    for (char *at = detail->text; *at != '\0'; at++) /* of a name in the file */
        if (iscntrl((unsigned char)*at))
            *at = '?';
    return status;
}

cairn_status import_fail_memory(cairn_detail *detail)
{
    return import_fail(detail, CAIRN_MEMORY,
                       "out of memory; free some, or choose a coarser resolution");
}

bool import_grow(void **array, size_t element_bytes, uint32_t count, uint32_t *capacity)
{
    if (count < *capacity)
        return true;
    uint32_t wanted = *capacity < 64 ? 64 : *capacity + *capacity / 2;
    if (wanted <= *capacity)
        return false;
    void *grown = realloc(*array, (size_t)wanted * element_bytes);
    if (grown == NULL)
        return false;
    *array = grown;
    *capacity = wanted;
    return true;
}
