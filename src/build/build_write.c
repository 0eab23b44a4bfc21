/* build_write.c: the finished records as a database, in memory or as a file. */
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "build/build_state.h"
#include "db/db_write.h"

/* Joins the parts; `content` then owns two blocks, which release_content() gives back. */
static cairn_status join_parts(const cairn_build *build, cairn__db_content *content)
{
    const cairn_allocator *allocator = &build->allocator;
    uint32_t records = cairn_build_get_finished(build);
    uint64_t *firsts = cairn__allocate(allocator, (size_t)records + 1, sizeof *firsts);
    if (firsts == NULL)
        return CAIRN_MEMORY;
    firsts[0] = 0;
    for (uint32_t i = 0; i < records; i++)
        firsts[i + 1] =
            firsts[i] + build->parts[i / CAIRN_BUILD_RANGE].counts[i % CAIRN_BUILD_RANGE];
    cairn_cell *states = cairn__allocate(allocator, (size_t)firsts[records], sizeof *states);
    if (states == NULL) {
        cairn__release(allocator, firsts);
        return CAIRN_MEMORY;
    }
    for (uint32_t i = 0; i < records; i += CAIRN_BUILD_RANGE) {
        uint32_t end = records - i < CAIRN_BUILD_RANGE ? records : i + CAIRN_BUILD_RANGE;
        memcpy(states + firsts[i], build->parts[i / CAIRN_BUILD_RANGE].states,
               (size_t)(firsts[end] - firsts[i]) * sizeof *states);
    }
    *content = (cairn__db_content){.map = build->def.map,
                                   .seed = build->def.seed,
                                   .skip_direct = build->def.skip_direct,
                                   .records = records,
                                   .firsts = firsts,
                                   .states = states};
    return CAIRN_OK;
}

static void release_content(const cairn_build *build, cairn__db_content *content)
{
    cairn__release(&build->allocator, (void *)(uintptr_t)content->firsts);
    cairn__release(&build->allocator, (void *)(uintptr_t)content->states);
}

cairn_status cairn_build_write_memory(const cairn_build *build, size_t capacity, void *image,
                                      size_t *bytes)
{
    cairn__db_content content;
    if (build == NULL || bytes == NULL || (image == NULL && capacity > 0) ||
        (uintptr_t)image % 8 != 0)
        return CAIRN_ARGUMENT;
    cairn_status status = join_parts(build, &content);
    if (status != CAIRN_OK)
        return cairn__build_explain(build, status);
    *bytes = (size_t)cairn__db_get_image_bytes(&content);
    if (capacity < *bytes)
        status = CAIRN_CAPACITY;
    else
        status = cairn__db_write_image(&content, &build->allocator, image);
    release_content(build, &content);
    return status == CAIRN_OK ? status : cairn__build_explain(build, status);
}

cairn_status cairn_build_write(const cairn_build *build, const char *path)
{
    cairn__db_content content;
    if (build == NULL || path == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = join_parts(build, &content);
    if (status != CAIRN_OK)
        return cairn__build_explain(build, status);
    size_t bytes = (size_t)cairn__db_get_image_bytes(&content);
    void *image = cairn__allocate(&build->allocator, bytes, 1);
    status = CAIRN_MEMORY;
    if (image != NULL)
        status = cairn__db_write_image(&content, &build->allocator, image);
    release_content(build, &content);
    status = status == CAIRN_OK
                 ? cairn__file_write(path, image, bytes, &build->allocator, build->def.detail)
                 : cairn__build_explain(build, status);
    cairn__release(&build->allocator, image);
    return status;
}
