/* fuzz_changes.c: any bytes as the saved changes of a map: loaded or refused. What is loaded is saved as
 * the same bytes; what is refused changes nothing.
 *
 * The first byte says what is repaired beforehand, for else no input would get past the checksum:
 * bit 0 the checksum, bit 1 the map and the length as well. The second one chooses what the map is
 * before. */
#include "fuzz.h"

#include <string.h>

#include <cairn/map.h>

#include "base/hash.h"

enum { WIDTH = 70, HEIGHT = 67, HEADER = 56, REPAIR_CHECKSUM = 1, REPAIR_MAP = 2 };

static cairn_map *get_map(void)
{
    static cairn_map *map;
    if (map == NULL) {
        uint8_t cells[WIDTH * HEIGHT];
        const cairn_map_def def = {.size = sizeof def, .changing = 1};
        for (size_t i = 0; i < sizeof cells; i++)
            cells[i] = i % 7 != 0;
        FUZZ_CHECK(cairn_map_create(WIDTH, HEIGHT, cells, &def, &map) == CAIRN_OK);
    }
    return map;
}

static void repair(const cairn_map *map, uint8_t *block, size_t count, uint32_t mode)
{
    cairn_map_info info = fuzz_get_map_info(map);
    const uint32_t frame[] = {1, 0}, size[] = {info.width, info.height};
    uint64_t bytes = count, checksum = 0;
    if (count < HEADER)
        return;
    if ((mode & REPAIR_MAP) != 0) {
        memcpy(block,
               "\x89"
               "CHNGS\r\n",
               8);
        memcpy(block + 8, frame, sizeof frame);
        memcpy(block + 16, &bytes, sizeof bytes);
        memcpy(block + 24, &info.fingerprint, sizeof info.fingerprint);
        memcpy(block + 32, size, sizeof size);
    }
    if ((mode & REPAIR_CHECKSUM) != 0) {
        memcpy(block + 48, &checksum, sizeof checksum);
        checksum = cairn__hash_bytes(block, count);
        memcpy(block + 48, &checksum, sizeof checksum);
    }
}

static void load(cairn_map *map, const uint8_t *block, size_t count)
{
    cairn_detail detail = {0};
    size_t bytes = 0;
    cairn_map_info before = fuzz_get_map_info(map);
    cairn_status status = cairn_map_load_changes_memory(map, block, count, &detail);
    if (status != CAIRN_OK) {
        FUZZ_CHECK(status == CAIRN_CORRUPT || status == CAIRN_VERSION || status == CAIRN_MISMATCH);
        FUZZ_CHECK(detail.text[0] != '\0');
        FUZZ_CHECK(fuzz_get_map_info(map).state == before.state);
        return;
    }
    uint8_t *again = malloc(count);
    FUZZ_CHECK(again != NULL);
    FUZZ_CHECK(cairn_map_save_changes_memory(map, count, again, &bytes) == CAIRN_OK);
    FUZZ_CHECK(bytes == count && memcmp(again, block, count) == 0);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 3)
        return 0;
    cairn_map *map = get_map();
    const cairn_rect rect = {(uint16_t)(bytes[1] % WIDTH), (uint16_t)(bytes[1] % HEIGHT), 1, 1};
    uint8_t *block = malloc(count - 2);
    FUZZ_CHECK(block != NULL);
    memcpy(block, bytes + 2, count - 2);
    FUZZ_CHECK(cairn_map_set_rect(map, &rect, bytes[1] >> 7) == CAIRN_OK);
    repair(map, block, count - 2, bytes[0]);
    load(map, block, count - 2);
    free(block);
    return 0;
}
