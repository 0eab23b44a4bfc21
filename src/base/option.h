/* option.h: the list of options inside the library. */
#ifndef CAIRN_BASE_OPTION_H
#define CAIRN_BASE_OPTION_H

#include "cairn/lab.h"

/* The option of a number, null if there is none. */
const cairn_option_info *cairn__option_get(uint32_t number);

#endif
