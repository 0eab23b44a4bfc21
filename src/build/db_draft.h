/* db_draft.h: the frame of a database in the making: which sections it will have, and how long. */
#ifndef CAIRN_DB_DRAFT_H
#define CAIRN_DB_DRAFT_H

#include "base/hash.h"
#include "base/meter.h"
#include "db/db_internal.h"

/* A section to be written. */
typedef struct cairn__draft_section {
    cairn__db_section entry; /* offset and checksum are not set yet */
    const void *content;     /* null: the caller fills it in */
} cairn__draft_section;

typedef struct cairn__db_draft {
    cairn__db_header header; /* sizes and checksum are not set yet */
    cairn__draft_section sections[CAIRN__MOST_SECTIONS];
} cairn__db_draft;

/* A draft of a database for a map, without a section. */
void cairn__draft_start(cairn__db_draft *draft, cairn_kind kind, const cairn_map *map);

/* A draft of an existing database, with those of its sections that this version knows. Unknown ones
 * are left out, since they may depend on what changes. The database must outlive it. */
void cairn__draft_copy(cairn__db_draft *draft, const cairn_db *db);

/* Adds a section, or replaces the one with that tag. No kind comes near CAIRN__MOST_SECTIONS. */
void cairn__draft_put(cairn__db_draft *draft, const char *tag, uint16_t flags, uint64_t bytes,
                      const void *content);

/* Leaves out the section with that tag, if there is one. */
void cairn__draft_leave_out(cairn__db_draft *draft, const char *tag);

/* The bytes of the file. */
uint64_t cairn__draft_get_bytes(const cairn__db_draft *draft);

/* Writes header, table and sections, to memory of that size, 8-byte aligned. `parts`, if not null,
 * gets where the sections begin. */
void cairn__draft_write(const cairn__db_draft *draft, void *image, void **parts);

/* Sets the checksums of an image, after which it is complete, in pieces (job.h). */
typedef struct cairn__seal {
    uint32_t section;
    uint64_t offset; /* in the section */
    cairn__hash hash;
} cairn__seal;

/* Goes on, from a zeroed seal. OK, or UNFINISHED. */
cairn_status cairn__seal_run(cairn__seal *seal, void *image, cairn__meter *meter);

/* All at once. */
void cairn__image_seal(void *image);

/* Writes a sealed image, unless that is null. Returns its bytes. */
uint64_t cairn__draft_write_image(const cairn__db_draft *draft, void *image);

#endif
