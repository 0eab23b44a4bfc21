/* fuzz_build.h: small databases for fuzzers. */
#ifndef CAIRN_FUZZ_BUILD_H
#define CAIRN_FUZZ_BUILD_H

#include <cairn/lab.h>

#include "fuzz.h"

/* What is to be built: options are pairs of a number and a value. */
typedef struct fuzz_plan {
    const cairn_map *map;
    cairn_kind kind;
    uint32_t count;
    cairn_option options[6];
} fuzz_plan;

static inline void fuzz_plan_add(fuzz_plan *plan, uint32_t option, uint64_t value)
{
    plan->options[plan->count++] = (cairn_option){.option = option, .value = value};
}

static inline cairn_build *fuzz_create_build(const fuzz_plan *plan, cairn_detail *detail)
{
    const cairn_build_def def = {.size = sizeof def,
                                 .kind = plan->kind,
                                 .option_count = plan->count,
                                 .options = plan->options,
                                 .detail = detail};
    cairn_build *build = NULL;
    FUZZ_CHECK(cairn_build_create(plan->map, &def, &build) == CAIRN_OK);
    return build;
}

/* Builds it into memory of just its size, so that a look beyond its end is seen; to be freed. */
static inline void *fuzz_build(const fuzz_plan *plan, size_t *bytes)
{
    cairn_build *build = fuzz_create_build(plan, NULL);
    FUZZ_CHECK(cairn_build_run(build) == CAIRN_OK);
    FUZZ_CHECK(cairn_build_write_memory(build, 0, NULL, bytes) == CAIRN_CAPACITY);
    void *image = malloc(*bytes);
    FUZZ_CHECK(image != NULL);
    FUZZ_CHECK(cairn_build_write_memory(build, *bytes, image, bytes) == CAIRN_OK);
    cairn_build_destroy(build);
    return image;
}

#endif
