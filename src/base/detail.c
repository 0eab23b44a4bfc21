/* detail.c: one sentence beside a status. */
#include "base/detail.h"

#include <stdarg.h>
#include <stdio.h>

static void fill(cairn_detail *detail, uint64_t line, uint64_t offset, const char *format,
                 va_list arguments)
{
    if (detail == NULL)
        return;
    detail->line = line;
    detail->offset = offset;
    (void)vsnprintf(detail->text, sizeof detail->text, format, arguments);
}

cairn_status cairn__fail(cairn_detail *detail, cairn_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(detail, 0, 0, format, arguments);
    va_end(arguments);
    return status;
}

cairn_status cairn__fail_at_line(cairn_detail *detail, cairn_status status, uint64_t line,
                                 const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(detail, line, 0, format, arguments);
    va_end(arguments);
    return status;
}

cairn_status cairn__fail_at_offset(cairn_detail *detail, cairn_status status, uint64_t offset,
                                   const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(detail, 0, offset, format, arguments);
    va_end(arguments);
    return status;
}

cairn_status cairn__fail_null(cairn_detail *detail)
{
    return cairn__fail(detail, CAIRN_ARGUMENT, "an argument is null that must not be");
}
