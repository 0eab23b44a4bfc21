/* wad_rows.h: a Doom level as rows of floors. */
#ifndef CAIRN_IMPORT_WAD_ROWS_H
#define CAIRN_IMPORT_WAD_ROWS_H

#include "wad.h"

/* Makes the grid of a level. */
cairn_status wad_level_run(const wad_level *level, const import_def *def, import_grid **grid);

#endif
