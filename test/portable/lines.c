/* lines.c: hashes, random numbers and lines. */
#include "lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint64_t test_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *next = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ next[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t test_hash_number(uint64_t hash, uint64_t number)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
    return test_hash_bytes(hash, bytes, sizeof bytes);
}

uint32_t test_draw_below(uint64_t *state, uint32_t end)
{
    uint64_t word = *state += UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((word ^ (word >> 31)) % end);
}

static FILE *expected; /* what the lines are compared with; null: nothing */
static unsigned lines;
static unsigned differences;

bool test_lines_start(const char *path)
{
    if (path == NULL)
        return true;
    expected = fopen(path, "rb");
    if (expected == NULL)
        (void)fprintf(stderr, "%s cannot be opened\n", path);
    return expected != NULL;
}

void test_lines_print(const char *name, uint64_t hash)
{
    char line[128], wanted[128];
    (void)snprintf(line, sizeof line, "%016" PRIx64 "  %s\n", hash, name);
    (void)fputs(line, stdout);
    lines++;
    if (expected == NULL)
        return;
    if (fgets(wanted, sizeof wanted, expected) == NULL)
        wanted[0] = '\0';
    if (strcmp(line, wanted) == 0)
        return;
    differences++;
    (void)fprintf(stderr, "expected %s", wanted[0] != '\0' ? wanted : "no more lines\n");
    (void)fprintf(stderr, "     got %s", line);
}

bool test_lines_finish(void)
{
    char rest[2];
    if (expected == NULL)
        return true;
    if (fgets(rest, sizeof rest, expected) != NULL) {
        differences++;
        (void)fprintf(stderr, "more lines are expected\n");
    }
    (void)fclose(expected);
    (void)fprintf(stderr, "%u lines, %u differences\n", lines, differences);
    return differences == 0;
}
