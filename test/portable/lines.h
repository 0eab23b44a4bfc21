/* lines.h: hashes, random numbers and lines of a program whose answers must be the same everywhere.
 *
 * Hashes are FNV-1a with 64 bits. Numbers go into them as 8 bytes, the lowest first. */
#ifndef CAIRN_TEST_LINES_H
#define CAIRN_TEST_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static const uint64_t test_no_hash = UINT64_C(0xcbf29ce484222325);

uint64_t test_hash_bytes(uint64_t hash, const void *bytes, size_t count);
uint64_t test_hash_number(uint64_t hash, uint64_t number);

/* The next number of SplitMix64, modulo `end`. */
uint32_t test_draw_below(uint64_t *state, uint32_t end);

/* Lines are compared with those of a file if there is one. False if it cannot be opened. */
bool test_lines_start(const char *path);
void test_lines_print(const char *name, uint64_t hash);

/* Says how many lines differ; false if one does. */
bool test_lines_finish(void);

#endif
