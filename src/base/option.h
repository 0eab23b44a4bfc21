/* option.h: the list of options inside the library. */
#ifndef CAIRN_BASE_OPTION_H
#define CAIRN_BASE_OPTION_H

#include "cairn/lab.h"

/* The option of a number, null if there is none. */
const cairn_option_info *cairn__option_get(uint32_t number);

/* For whom options are given: an algorithm's agents, or builds of a kind. */
typedef struct cairn__option_use {
    uint32_t first; /* numbers of such options */
    uint32_t end;
    uint64_t scope;   /* CAIRN_FOR_ALGORITHM() or CAIRN_FOR_KIND() */
    const char *what; /* such as "an agent" */
    const char *whom; /* such as "algorithm knn" */
} cairn__option_use;

/* ARGUMENT, with a sentence, unless the option may be given there with its value. */
cairn_status cairn__option_check(const cairn_option *option, const cairn__option_use *use,
                                 cairn_detail *detail);

#endif
