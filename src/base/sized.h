/* sized.h: structs that begin with their size, as the caller was compiled with it. They may grow
 * from version to version: fields that a caller does not have count as zero, which is the
 * default. */
#ifndef CAIRN_SIZED_H
#define CAIRN_SIZED_H

#include "cairn/base.h"

/* Reads a definition into `known`, a struct of `bytes`; `known` is all defaults if this fails. Null
 * means all defaults. NOT_SIZED if the size was not set, VERSION if a field is set that this library
 * does not know. */
cairn_status cairn__sized_read(const void *def, void *known, size_t bytes);

/* Fills a caller's struct from `source`, as far as there is room, with zeros in fields that this
 * library does not know. The caller's size stays. ARGUMENT for null, NOT_SIZED if the size was not
 * set. */
cairn_status cairn__sized_write(void *target, const void *source, size_t bytes);

/* What cairn__sized_write() would answer: for calls that do something before they fill it. */
cairn_status cairn__sized_check(const void *target);

#endif
