/* db_kinds.c: the table of kinds. */
#include "db/db_internal.h"

/* A game that neither builds nor compares has no use for the kinds that only rivals walk by. */
static const cairn__kind *const kinds[] = {
    &cairn__kind_knn,   &cairn__kind_regions, &cairn__kind_labels,
#if !defined(CAIRN__WITHOUT_RIVALS) || !defined(CAIRN__WITHOUT_BUILD)
    &cairn__kind_dlrta, &cairn__kind_dba,     &cairn__kind_hcdps,
#endif
};

const cairn__kind *cairn__find_kind(uint32_t number)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if ((uint32_t)kinds[i]->number == number)
            return kinds[i];
    return NULL;
}

const char *cairn_kind_get_name(cairn_kind kind)
{
    const cairn__kind *found = cairn__find_kind((uint32_t)kind);
    return found != NULL ? found->name : NULL;
}
