/* make_seeds.c: makes the first inputs of fuzz_db and fuzz_part: a database of each kind and a part
 * for each of their maps and ways of repairing: make_seeds CORPUS. */
#include "fuzz.h"

#include <stdio.h>

#include <cairn/build.h>
#include <cairn/dlrta.h>
#include <cairn/labels.h>
#include <cairn/regions.h>

#include "fuzz_maps.h"

enum { RECORDS = 12 };

static int write_seed(const char *folder, const char *name, uint32_t mode, const void *image,
                      size_t bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s-%02x", folder, name, (unsigned)mode);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fputc((int)mode, file) == EOF || fwrite(image, 1, bytes, file) != bytes ||
        fclose(file) != 0) {
        perror(path);
        return 1;
    }
    return 0;
}

static int make_seed(const char *corpus, uint32_t mode)
{
    static uint64_t image[4096];
    char folder[2048];
    cairn_build *build = NULL;
    size_t bytes = 0;
    cairn_build_def def = cairn_default_build_def();
    def.map = fuzz_get_map(mode % FUZZ_MAPS);
    def.records = RECORDS;
    def.skip_direct = mode % 8 == 7;
    FUZZ_CHECK(cairn_build_create(&def, &build) == CAIRN_OK);
    FUZZ_CHECK(cairn_build_run(build) == CAIRN_OK);
    FUZZ_CHECK(cairn_build_write_memory(build, sizeof image, image, &bytes) == CAIRN_OK);
    snprintf(folder, sizeof folder, "%s/fuzz_db", corpus);
    int failed = write_seed(folder, "mode", mode, image, bytes);
    FUZZ_CHECK(cairn_build_write_part(build, 0, RECORDS, sizeof image, image, &bytes) == CAIRN_OK);
    snprintf(folder, sizeof folder, "%s/fuzz_part", corpus);
    cairn_build_destroy(build);
    return failed || write_seed(folder, "mode", mode, image, bytes);
}

static int make_dlrta_seed(const char *corpus, uint32_t mode)
{
    static uint64_t image[4096];
    char folder[2048];
    cairn_dlrta_build *build = NULL;
    size_t bytes = 0;
    cairn_dlrta_build_def def = cairn_default_dlrta_build_def();
    def.map = fuzz_get_map(mode % FUZZ_MAPS);
    def.level = 3;
    FUZZ_CHECK(cairn_dlrta_build_create(&def, &build) == CAIRN_OK);
    FUZZ_CHECK(cairn_dlrta_build_run(build) == CAIRN_OK);
    FUZZ_CHECK(cairn_dlrta_build_write_memory(build, sizeof image, image, &bytes) == CAIRN_OK);
    cairn_dlrta_build_destroy(build);
    snprintf(folder, sizeof folder, "%s/fuzz_db", corpus);
    return write_seed(folder, "dlrta", mode, image, bytes);
}

/* With a table, or with a tree. */
static int make_regions_seed(const char *corpus, uint32_t mode)
{
    static uint64_t image[4096];
    char folder[2048];
    cairn_regions_build *build = NULL;
    size_t bytes = 0;
    cairn_regions_build_def def = cairn_default_regions_build_def();
    def.map = fuzz_get_map(mode % FUZZ_MAPS);
    def.cutoff = 4;
    def.table_regions = mode % 4 == 3 ? 0 : 4096;
    def.range_regions = mode == 0x07 ? 0 : 4096;
    FUZZ_CHECK(cairn_regions_build_create(&def, &build) == CAIRN_OK);
    FUZZ_CHECK(cairn_regions_build_run(build) == CAIRN_OK);
    FUZZ_CHECK(cairn_regions_build_write_memory(build, sizeof image, image, &bytes) == CAIRN_OK);
    cairn_regions_build_destroy(build);
    snprintf(folder, sizeof folder, "%s/fuzz_db", corpus);
    return write_seed(folder, "regions", mode, image, bytes);
}

/* Strict corners alone, some with eps. */
static int make_labels_seed(const char *corpus, uint32_t mode)
{
    static uint64_t image[4096];
    char folder[2048];
    cairn_labels_build *build = NULL;
    size_t bytes = 0;
    cairn_labels_build_def def = cairn_default_labels_build_def();
    def.map = fuzz_get_map(mode % FUZZ_MAPS);
    def.eps = mode % 8 == 6 ? 1000 : 0;
    FUZZ_CHECK(cairn_labels_build_create(&def, &build) == CAIRN_OK);
    FUZZ_CHECK(cairn_labels_build_run(build) == CAIRN_OK);
    FUZZ_CHECK(cairn_labels_build_write_memory(build, sizeof image, image, &bytes) == CAIRN_OK);
    cairn_labels_build_destroy(build);
    snprintf(folder, sizeof folder, "%s/fuzz_db", corpus);
    return write_seed(folder, "labels", mode, image, bytes);
}

int main(int argc, char **argv)
{
    static const uint32_t modes[] = {0x00, 0x01, 0x06, 0x07, 0x0c, 0x1f};
    static const uint32_t labels_modes[] = {0x00, 0x06, 0x0c, 0x0e, 0x2c, 0x3e};
    int failed = argc != 2;
    for (size_t i = 0; !failed && i < sizeof modes / sizeof modes[0]; i++)
        failed = make_seed(argv[1], modes[i]) || make_dlrta_seed(argv[1], modes[i]) ||
                 make_regions_seed(argv[1], modes[i]) || make_labels_seed(argv[1], labels_modes[i]);
    return failed;
}
