/* make_seeds.c: makes the first inputs of fuzz_db and fuzz_part: a database of each kind and a part
 * for each of their maps and ways of repairing: make_seeds CORPUS. */
#include "fuzz.h"

#include <stdio.h>

#include "fuzz_build.h"
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

/* A database of any kind. */
static int make_seed(const char *corpus, const char *name, uint32_t mode, const fuzz_plan *plan)
{
    char folder[2048];
    size_t bytes;
    void *image = fuzz_build(plan, &bytes);
    snprintf(folder, sizeof folder, "%s/fuzz_db", corpus);
    int failed = write_seed(folder, name, mode, image, bytes);
    free(image);
    return failed;
}

static int make_knn_seed(const char *corpus, uint32_t mode)
{
    static uint64_t image[4096];
    char folder[2048];
    size_t bytes = 0;
    fuzz_plan plan = {.map = fuzz_get_map(mode % FUZZ_MAPS), .kind = CAIRN_DB_KNN};
    fuzz_plan_add(&plan, CAIRN_OPTION_RECORDS, RECORDS);
    fuzz_plan_add(&plan, CAIRN_OPTION_SKIP_DIRECT, mode % 8 == 7);
    cairn_build *build = fuzz_create_build(&plan, NULL);
    FUZZ_CHECK(cairn_build_run(build) == CAIRN_OK);
    FUZZ_CHECK(cairn_build_write_part(build, 0, RECORDS, sizeof image, image, &bytes) == CAIRN_OK);
    cairn_build_destroy(build);
    snprintf(folder, sizeof folder, "%s/fuzz_part", corpus);
    return write_seed(folder, "mode", mode, image, bytes) || make_seed(corpus, "mode", mode, &plan);
}

static int make_dlrta_seed(const char *corpus, uint32_t mode)
{
    fuzz_plan plan = {.map = fuzz_get_map(mode % FUZZ_MAPS), .kind = CAIRN_DB_DLRTA};
    fuzz_plan_add(&plan, CAIRN_OPTION_LEVEL, 3);
    return make_seed(corpus, "dlrta", mode, &plan);
}

/* With a table, or with a tree. */
static int make_regions_seed(const char *corpus, uint32_t mode)
{
    fuzz_plan plan = {.map = fuzz_get_map(mode % FUZZ_MAPS), .kind = CAIRN_DB_REGIONS};
    fuzz_plan_add(&plan, CAIRN_OPTION_REGION_CUTOFF, 4);
    fuzz_plan_add(&plan, CAIRN_OPTION_TABLE_REGIONS, mode % 4 == 3 ? 0 : 4096);
    fuzz_plan_add(&plan, CAIRN_OPTION_RANGE_REGIONS, mode == 0x07 ? 0 : 4096);
    return make_seed(corpus, "regions", mode, &plan);
}

static int make_labels_seed(const char *corpus, uint32_t mode)
{
    fuzz_plan plan = {.map = fuzz_get_map(mode % FUZZ_MAPS), .kind = CAIRN_DB_LABELS};
    return make_seed(corpus, "labels", mode, &plan);
}

static int make_dba_seed(const char *corpus, uint32_t mode)
{
    fuzz_plan plan = {.map = fuzz_get_map(mode % FUZZ_MAPS), .kind = CAIRN_DB_DBA};
    fuzz_plan_add(&plan, CAIRN_OPTION_SECTOR, 0);
    return make_seed(corpus, "dba", mode, &plan);
}

static int make_hcdps_seed(const char *corpus, uint32_t mode)
{
    fuzz_plan plan = {.map = fuzz_get_map(mode % FUZZ_MAPS), .kind = CAIRN_DB_HCDPS};
    fuzz_plan_add(&plan, CAIRN_OPTION_REGION_CUTOFF, 4);
    return make_seed(corpus, "hcdps", mode, &plan);
}

int main(int argc, char **argv)
{
    static const uint32_t modes[] = {0x00, 0x01, 0x06, 0x07, 0x0c, 0x1f};
    int failed = argc != 2;
    for (size_t i = 0; !failed && i < sizeof modes / sizeof modes[0]; i++)
        failed = make_knn_seed(argv[1], modes[i]) || make_dlrta_seed(argv[1], modes[i]) ||
                 make_regions_seed(argv[1], modes[i]) || make_labels_seed(argv[1], modes[i]) ||
                 make_dba_seed(argv[1], modes[i]) || make_hcdps_seed(argv[1], modes[i]);
    return failed;
}
