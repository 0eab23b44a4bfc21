/* damaged.h: databases with a wrong value in them, or wrong bytes at random: the verifier finds them, and
 * agents arrive with whatever still opens. */
#ifndef CAIRN_TEST_DAMAGED_H
#define CAIRN_TEST_DAMAGED_H

#include "golden.h"

typedef struct bad_value {
    const char *name;
    const char *tag; /* of the section; null: the header */
    size_t offset;
    size_t bytes;
    uint64_t value;
    cairn_status verified; /* what opening or verifying says */
} bad_value;

#define FIELD(field, value, verified)                                                              \
    {                                                                                              \
#field, NULL, offsetof(cairn__db_header, field), sizeof((cairn__db_header *)0)->field,     \
            value, CAIRN_##verified                                                                \
    }
#define CONTENT(name, tag, offset, bytes, value, verified)                                         \
    {                                                                                              \
        name, tag, offset, bytes, value, CAIRN_##verified                                          \
    }

/* Copies the good database with a bad value; what verifying it says. */
cairn_status damaged_create(const golden_fixture *fix, const bad_value *bad, test_image *image);

/* Each bad value is found. */
void damaged_check_values(const golden_fixture *fix, const bad_value *values, size_t count);

/* Checksums right, contents at random: the verifier's and the agent's bounds. */
void damaged_check_random(const golden_fixture *fix);

#endif
