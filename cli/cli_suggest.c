/* cli_suggest.c: what a mistyped word may be meant to be: the words that the fewest slips make of it.
 * A slip is a letter too many, too few, another one, or two that changed places. */
#include "cli.h"

#include <string.h>

enum { LONGEST = 32, LEAST_PREFIX = 3 };

static uint32_t get_least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The slips from one word to another (optimal string alignment), row by row of the table of all
 * pairs of beginnings. */
static uint32_t count_slips(const char *a, const char *b)
{
    uint32_t rows[3][LONGEST + 1];
    size_t height = strlen(a), width = strlen(b);
    if (height > LONGEST || width > LONGEST)
        return UINT32_MAX;
    for (uint32_t x = 0; x <= width; x++)
        rows[0][x] = x;
    for (uint32_t y = 1; y <= height; y++) {
        uint32_t *row = rows[y % 3], *above = rows[(y - 1) % 3];
        row[0] = y;
        for (size_t x = 1; x <= width; x++) {
            row[x] = get_least(above[x], row[x - 1]) + 1;
            row[x] = get_least(row[x], above[x - 1] + (a[y - 1] != b[x - 1]));
            if (y > 1 && x > 1 && a[y - 1] == b[x - 2] && a[y - 2] == b[x - 1])
                row[x] = get_least(row[x], rows[(y - 2) % 3][x - 2] + 1);
        }
    }
    return rows[height % 3][width];
}

/* A word with a slip for every three letters can be anything; the beginning of a word is near. */
static uint32_t get_distance(const char *typed, const char *word)
{
    size_t length = strlen(typed);
    uint32_t slips = count_slips(typed, word);
    if (length >= LEAST_PREFIX && strncmp(typed, word, length) == 0)
        slips = get_least(slips, 1);
    return slips <= (length + 1) / 3 ? slips : UINT32_MAX;
}

void cli_suggestion_add(struct cli_suggestion *suggestion, const char *word, const char *name)
{
    uint32_t distance = get_distance(suggestion->word, word);
    if (distance == UINT32_MAX || (suggestion->count > 0 && distance > suggestion->distance))
        return;
    if (distance < suggestion->distance)
        suggestion->count = 0;
    suggestion->distance = distance;
    for (uint32_t i = 0; i < suggestion->count; i++)
        if (strcmp(suggestion->names[i], name) == 0)
            return;
    if (suggestion->count < CLI_SUGGESTIONS)
        snprintf(suggestion->names[suggestion->count++], CLI_NAME_CAPACITY, "%s", name);
}

void cli_suggestion_write(const struct cli_suggestion *suggestion, char *text, size_t capacity)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < suggestion->count && used < capacity; i++) {
        const char *before = i == 0 ? "; did you mean " : i + 1 < suggestion->count ? ", " : " or ";
        int written = snprintf(text + used, capacity - used, "%s'%s'%s", before,
                               suggestion->names[i], i + 1 < suggestion->count ? "" : "?");
        used += written > 0 ? (size_t)written : 0;
    }
}
