/* db_kinds.c: the table of kinds. */
#include "base/detail.h"
#include "db/db_internal.h"

#define DECLARE(name, word, number) extern const cairn__kind cairn__kind_##word;
CAIRN_DB_KIND_LIST(DECLARE)
#undef DECLARE

typedef struct row {
    uint32_t number;
    const char *word;
    const cairn__kind *kind; /* null: it was left out */
} row;

static const row rows[] = {
#define ROW(name, word, number) {number, #word, &cairn__kind_##word},
    CAIRN_CORE_KIND_LIST(ROW)
#ifdef CAIRN__WITHOUT_RESEARCH
#undef ROW
#define ROW(name, word, number) {number, #word, NULL},
#endif
        CAIRN_RESEARCH_KIND_LIST(ROW)
#undef ROW
};

static const row *find_row(uint32_t number)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].number == number)
            return &rows[i];
    return NULL;
}

const cairn__kind *cairn__find_kind(uint32_t number)
{
    const row *found = find_row(number);
    return found != NULL ? found->kind : NULL;
}

cairn_status cairn__fail_kind(uint32_t number, cairn_detail *detail)
{
    const row *found = find_row(number);
    if (found == NULL)
        return cairn__fail_at_offset(detail, CAIRN_VERSION, 12,
                                     "kind %u is not known to this version of cairn",
                                     (unsigned)number);
    return cairn__fail_at_offset(detail, CAIRN_KIND, 12,
                                 "kind %s is for research, which this cairn was built without: "
                                 "CAIRN_WITH_RESEARCH",
                                 found->word);
}

const char *cairn_kind_get_name(cairn_kind kind)
{
    const row *found = find_row(kind);
    return found != NULL ? found->word : NULL;
}
