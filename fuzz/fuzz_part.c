/* fuzz_part.c: any bytes as a part of a build: taken in or refused, and what is taken in makes a
 * database that passes its own verifier.
 *
 * The first byte says which map it is for and what is repaired beforehand, for else no input would
 * get past the checksum: bits 0 and 1 the map, bit 2 the checksum, bit 3 the request as well. */
#include "fuzz_build.h"

#include <string.h>

#include <cairn/build.h>

#include "build/records/part_format.h"
#include "fuzz_maps.h"

enum { REPAIR_CHECKSUM = 4, REPAIR_REQUEST = 8, RECORDS = 40 };

static void repair(uint8_t *part, size_t count, uint32_t mode, const cairn_map *map)
{
    cairn__part_header header;
    if (count < sizeof header)
        return;
    memcpy(&header, part, sizeof header);
    if ((mode & REPAIR_REQUEST) != 0) {
        cairn_map_info info = fuzz_get_map_info(map);
        header.library_version = CAIRN__PART_LIBRARY_VERSION;
        header.bytes = count;
        header.map_fingerprint = info.fingerprint;
        header.width = info.width;
        header.height = info.height;
        header.corners = (uint32_t)info.corners;
        header.flags = 0;
        header.seed = 1;
    }
    if ((mode & REPAIR_CHECKSUM) != 0 && header.bytes == count)
        header.checksum = cairn__part_get_checksum(&header, part + sizeof header);
    memcpy(part, &header, sizeof header);
}

/* What was taken in passes for the front of a database. */
static void verify(const cairn_build *build, const cairn_map *map)
{
    cairn_db_def def = {.size = sizeof def};
    cairn_db *db = NULL;
    size_t bytes = 0;
    FUZZ_CHECK(cairn_build_write_memory(build, 0, NULL, &bytes) == CAIRN_CAPACITY);
    void *image = malloc(bytes);
    FUZZ_CHECK(image != NULL);
    FUZZ_CHECK(cairn_build_write_memory(build, bytes, image, &bytes) == CAIRN_OK);
    FUZZ_CHECK(cairn_db_open_memory(image, bytes, &def, &db) == CAIRN_OK);
    FUZZ_CHECK(cairn_db_verify(db, map, NULL) == CAIRN_OK);
    cairn_db_close(db);
    free(image);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    if (count < 1)
        return 0;
    uint32_t mode = bytes[0];
    const cairn_map *map = fuzz_get_map(mode % FUZZ_MAPS);
    uint8_t *part = malloc(count); /* as long as the input, for the sanitizer */
    cairn_detail detail = {0};
    fuzz_plan plan = {.map = map, .kind = CAIRN_DB_KNN};
    FUZZ_CHECK(part != NULL);
    fuzz_plan_add(&plan, CAIRN_OPTION_RECORDS, RECORDS);
    cairn_build *build = fuzz_create_build(&plan, &detail);
    count--;
    memcpy(part, bytes + 1, count);
    repair(part, count, mode, map);
    cairn_status status = cairn_build_add_part(build, part, count);
    FUZZ_CHECK(status == CAIRN_OK || detail.text[0] != '\0');
    verify(build, map);
    cairn_build_destroy(build);
    free(part);
    return 0;
}
