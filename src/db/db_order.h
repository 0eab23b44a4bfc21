/* db_order.h: databases on big-endian machines. A file is little-endian and read in place; where the
 * machine is not, an open database has a copy of it with all numbers turned, and a database that was
 * built is turned before it is sealed. On all other machines nothing here does anything. */
#ifndef CAIRN_DB_ORDER_H
#define CAIRN_DB_ORDER_H

#include "db/db_internal.h"

#if CAIRN__BIG_ENDIAN

/* Makes the copy, `bytes` long, and turns its header and section table, if it has them. Failures:
 * MEMORY. */
cairn_status cairn__order_frame(cairn_db *db, size_t bytes, cairn_detail *detail);

/* Turns the sections that this library knows. The frame must have been checked. */
void cairn__order_sections(cairn_db *db);

/* Frees the copy. */
void cairn__order_end(cairn_db *db);

/* For writers: turns the content of a section of a kind, or header and section table, to the order
 * of files. */
void cairn__order_write_section(uint32_t kind, const cairn__db_section *section, void *content);
void cairn__order_write_frame(void *image, uint32_t sections);

#else

#define cairn__order_frame(db, bytes, detail) CAIRN_OK
#define cairn__order_sections(db) ((void)(db))
#define cairn__order_end(db) ((void)(db))
#define cairn__order_write_section(kind, section, content) ((void)(section))
#define cairn__order_write_frame(image, sections) ((void)(image))

#endif

#endif
