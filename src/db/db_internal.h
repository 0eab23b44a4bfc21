/* db_internal.h: an open database, for all that reads one, and the table of operations that a kind
 * of database fills in. */
#ifndef CAIRN_DB_INTERNAL_H
#define CAIRN_DB_INTERNAL_H

#include "base/file.h"
#include "base/order.h"
#include "base/xy.h"
#include "cairn/lab_db.h"
#include "db/db_format.h"
#include "db/region_net.h"

/* ---- kinds ---- */

/* The most figures of a kind. */
#define CAIRN__MOST_FIGURES 12

/* A section of a kind, and how its numbers lie in it, which big-endian machines ask for (order.h). */
typedef struct cairn__section_kind {
    const char *tag;    /* null: behind the last one */
    const char *widths; /* of its numbers, over and over; null: `turn` does it */
    void (*turn)(void *section, uint64_t bytes, bool to_file);
} cairn__section_kind;

#if CAIRN__BIG_ENDIAN
#define CAIRN__TURNED_BY(function) NULL, function
#else
#define CAIRN__TURNED_BY(function) NULL, NULL
#endif

/* What one kind of database does. Its state lies behind the database; a header of its own says what
 * that is. A new kind is a line of CAIRN_DB_KIND_LIST, and what this table, that of its deep check
 * (verify/verify.h) and that of its maker (bake/build.c) name after it. */
typedef struct cairn__kind {
    uint32_t algorithm;                  /* that its databases are walked with */
    const cairn__section_kind *sections; /* of its own */
    bool may_fall_back;                  /* NETS may be there as well */
    size_t state_bytes;
    /* Finds its sections and checks, in constant time, that they have room for what they say. */
    cairn_status (*open)(cairn_db *db, cairn_detail *detail);
    /* Lists its figures, "records" and "states" first; returns how many there are. */
    uint32_t (*get_figures)(const cairn_db *db, cairn_figure figures[CAIRN__MOST_FIGURES]);
    /* The cell of a place of its own (cairn_db_get_place()). Null: it has none but those of a net.
     * Failures: KIND, ARGUMENT. */
    cairn_status (*get_place)(const cairn_db *db, uint32_t which, uint32_t index, cairn_cell *cell);
} cairn__kind;

/* The table of a number; null if there is no such kind, or it was left out. */
const cairn__kind *cairn__find_kind(uint32_t number);

/* Why there is none: VERSION, or KIND if it was left out. */
cairn_status cairn__fail_kind(uint32_t number, cairn_detail *detail);

/* ---- an open database ---- */

struct cairn_db {
    cairn_allocator allocator;
    cairn__file_view view;      /* of a mapped file; else empty */
    const unsigned char *file;  /* as it was written: what the checksums are of */
    const unsigned char *image; /* the same, or a copy in the machine's order (db_order.h) */
    const cairn__db_header *header;
    const cairn__db_section *sections;
    const cairn__kind *kind;
    uint32_t algorithm;          /* to walk with: the file's, or the kind's own */
    uint32_t option_count;       /* to walk with */
    const cairn_option *options; /* as the file has them; nothing is known of their values */
    /* Its net of regions, whatever its kind. */
    bool has_net;
    bool has_ways; /* a net, or a bare one, which has no index */
    cairn__region_net net;
    uint64_t state[]; /* of its kind */
};

static inline const void *cairn__db_get_state(const cairn_db *db)
{
    return db->state;
}

/* What a definition says, with the defaults filled in. */
typedef struct cairn__db_opening {
    cairn_allocator allocator;
    cairn_detail *detail;
} cairn__db_opening;

/* ARGUMENT if the definition's size was not set. */
cairn_status cairn__db_def_read(const cairn_db_def *def, cairn__db_opening *opening);

/* MISMATCH if the database was made for another map or corner setting. */
cairn_status cairn__db_check_map(const cairn_db *db, const cairn_map *map, cairn_detail *detail);

/* OK if, moreover, it was made for the map's base: all databases in use are. Failures: MISMATCH. */
cairn_status cairn__db_check_base(const cairn_db *db, const cairn_map *map, cairn_detail *detail);

/* KIND if the database is of another kind than the caller needs. */
cairn_status cairn__db_check_kind(const cairn_db *db, cairn_kind kind, cairn_detail *detail);

/* ---- sections (db_frame.c) ---- */

/* Checks all that opening checks of the header and the section table of the image, and sets the
 * kind. */
cairn_status cairn__db_check_frame(cairn_db *db, size_t bytes, cairn_detail *detail);

/* The section with a tag, for the map itself and in the version that this library knows; null if
 * there is none. */
const cairn__db_section *cairn__db_find_section(const cairn_db *db, const char *tag);

/* A section that must be there. */
typedef struct cairn__db_part {
    const char *tag;
    uint64_t bytes;
    const void *content; /* gets it */
} cairn__db_part;

/* Finds such sections; CORRUPT if one is missing or has another number of bytes. */
cairn_status cairn__db_find_parts(const cairn_db *db, cairn__db_part *parts, uint32_t count,
                                  cairn_detail *detail);

/* Finds the section with the counts of a kind, of `bytes` bytes; null if it is missing. */
const void *cairn__db_find_head(const cairn_db *db, const char *tag, uint64_t bytes,
                                cairn_detail *detail);

/* The bytes of the file before something inside a section. */
static inline uint64_t cairn__db_get_offset(const cairn_db *db, const void *place)
{
    return (uint64_t)((const unsigned char *)place - db->image);
}

/* CORRUPT, and what is wrong at a place of the file. */
cairn_status cairn__db_fail_at(const cairn_db *db, const void *place, const char *what,
                               cairn_detail *detail);

/* ---- nets ---- */

/* Opens the section NETS if there is one; a bare net, without an index, has only ways. Failures:
 * CORRUPT, also if it is bare and should not be, or the other way about. */
cairn_status cairn__db_open_ways(cairn_db *db, bool is_bare, cairn_detail *detail);
cairn_status cairn__db_open_net(cairn_db *db, cairn_detail *detail);

#endif
