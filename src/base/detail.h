/* detail.h: filling in a caller's cairn_detail while passing the status on. */
#ifndef CAIRN_DETAIL_H
#define CAIRN_DETAIL_H

#include "cairn/base.h"

#if defined(__MINGW32__) /* whose printf is the compiler's where POSIX is asked for */
#define CAIRN__PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define CAIRN__PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CAIRN__PRINTF(text, first)
#endif

/* Each writes the sentence into `detail` unless that is null, and returns `status`. */
cairn_status cairn__fail(cairn_detail *detail, cairn_status status, const char *format, ...)
    CAIRN__PRINTF(3, 4);
cairn_status cairn__fail_at_line(cairn_detail *detail, cairn_status status, uint64_t line,
                                 const char *format, ...) CAIRN__PRINTF(4, 5);
cairn_status cairn__fail_at_offset(cairn_detail *detail, cairn_status status, uint64_t offset,
                                   const char *format, ...) CAIRN__PRINTF(4, 5);

/* The same for an argument that must not be null: ARGUMENT. */
cairn_status cairn__fail_null(cairn_detail *detail);

#endif
