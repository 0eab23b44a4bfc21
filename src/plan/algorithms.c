/* algorithms.c: the table of algorithms. */
#include "plan/plan.h"

#include <string.h>

typedef struct row {
    cairn_algorithm number;
    const char *word;
    const cairn__algorithm *algorithm;
} row;

/* A game may leave out research. */
static const row rows[] = {
#define ROW(name, word, number) {number, #word, &cairn__algorithm_##word},
    CAIRN_CORE_ALGORITHM_LIST(ROW)
#ifndef CAIRN__WITHOUT_RESEARCH
        CAIRN_RESEARCH_ALGORITHM_LIST(ROW)
#endif
#undef ROW
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static const row *find_row(cairn_algorithm number)
{
    for (uint32_t i = 0; i < ROWS; i++)
        if (rows[i].number == number)
            return &rows[i];
    return NULL;
}

const cairn__algorithm *cairn__algorithm_get(cairn_algorithm number)
{
    const row *found = find_row(number);
    return found != NULL ? found->algorithm : NULL;
}

const char *cairn_algorithm_get_name(cairn_algorithm algorithm)
{
    const row *found = find_row(algorithm);
    return found != NULL ? found->word : NULL;
}

cairn_status cairn_algorithm_find(const char *word, cairn_algorithm *algorithm)
{
    if (word == NULL || algorithm == NULL)
        return CAIRN_ARGUMENT;
    for (uint32_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].word, word) == 0) {
            *algorithm = rows[i].number;
            return CAIRN_OK;
        }
    return CAIRN_ARGUMENT;
}
