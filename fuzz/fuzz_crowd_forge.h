/* fuzz_crowd_forge.h: saved crowds that say something else, field by field (docs/format.md). */
#ifndef CAIRN_FUZZ_CROWD_FORGE_H
#define CAIRN_FUZZ_CROWD_FORGE_H

#include "fuzz_crowd_board.h"

/* Changes up to 3 fields, and puts the checksum right. */
void fuzz_forge(fuzz_input *input, const fuzz_board *board, uint8_t *block, size_t bytes);

#endif
