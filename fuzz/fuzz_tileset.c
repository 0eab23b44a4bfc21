/* fuzz_tileset.c: any bytes as a tileset of a Tiled map that is a file of its own. */
#include <stdlib.h>

#include "fuzz.h"
#include "tiled.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    const import_tiles tiles = {.property = "walk"};
    const import_def def = {.size = sizeof def, .tiles = &tiles};
    cairn_detail detail = {0};
    tiled_map map = {.def = &def, .detail = &detail};
    cairn_status status = tiled_read_tileset(&map, 1, (import_bytes){bytes, count});
    FUZZ_CHECK(status == CAIRN_OK || detail.text[0] != '\0');
    FUZZ_CHECK(map.tiles == NULL && map.layers == 0);
    free(map.marked);
    return 0;
}
