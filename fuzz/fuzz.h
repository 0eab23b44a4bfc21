/* fuzz.h: what the fuzzers share: the entry libFuzzer calls, and bytes as a source of choices. */
#ifndef CAIRN_FUZZ_H
#define CAIRN_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cairn/lab_db.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* What must hold; a fuzzer has found something if it does not. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition))                                                                          \
            abort();                                                                               \
    } while (0)

/* The bytes not used yet; zeros follow the last. */
typedef struct fuzz_input {
    const uint8_t *next;
    size_t left;
} fuzz_input;

static inline uint32_t fuzz_take(fuzz_input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->next++;
}

/* Uniform enough in 0 .. limit - 1, limit at most 65,536. */
static inline uint32_t fuzz_take_below(fuzz_input *input, uint32_t limit)
{
    uint32_t low = fuzz_take(input);
    uint32_t high = limit > 256 ? fuzz_take(input) : 0;
    return (high << 8 | low) % limit;
}

/* The properties of a map. */
static inline cairn_map_info fuzz_get_map_info(const cairn_map *map)
{
    cairn_map_info info = {.size = sizeof info};
    (void)cairn_map_get_info(map, &info);
    return info;
}

/* Facts common to all kinds of databases. */
static inline cairn_db_info fuzz_get_db_info(const cairn_db *db)
{
    cairn_db_info info = {.size = sizeof info};
    (void)cairn_db_get_info(db, &info);
    return info;
}

/* A figure of a database; 0 if its kind has none of that name. */
static inline uint64_t fuzz_get_figure(const cairn_db *db, const char *name)
{
    uint64_t value = 0;
    (void)cairn_db_find_figure(db, name, &value);
    return value;
}

#endif
