/* xy.h: a cell as the library's insides have it: its coordinates. */
#ifndef CAIRN_XY_H
#define CAIRN_XY_H

#include "cairn/base.h"

typedef cairn_cell cairn__xy;

#endif
