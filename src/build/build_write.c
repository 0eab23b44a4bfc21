/* build_write.c: the finished records as a database, in memory or as a file. */
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/xy.h"
#include "build/build_state.h"
#include "build/db_write.h"

static void release_content(const cairn_build *build, cairn__db_content *content)
{
    cairn__release(&build->allocator, (void *)(uintptr_t)content->firsts);
    cairn__release(&build->allocator, (void *)(uintptr_t)content->lengths);
    cairn__release(&build->allocator, (void *)(uintptr_t)content->states);
}

/* The figures of all records: where their states will begin, and their lengths. */
static cairn_status join_figures(const cairn_build *build, cairn__db_content *content)
{
    size_t records = content->records;
    uint64_t *firsts = cairn__allocate(&build->allocator, records + 1, sizeof *firsts);
    uint32_t *lengths = cairn__allocate(&build->allocator, records, sizeof *lengths);
    content->firsts = firsts;
    content->lengths = lengths;
    if (firsts == NULL || lengths == NULL)
        return CAIRN_MEMORY;
    firsts[0] = 0;
    for (size_t i = 0; i < records; i++) {
        const cairn__figures *figures =
            &build->parts[i / CAIRN_BUILD_RANGE].figures[i % CAIRN_BUILD_RANGE];
        firsts[i + 1] = firsts[i] + figures->states;
        lengths[i] = figures->length;
    }
    return CAIRN_OK;
}

/* Joins the parts; `content` then owns three blocks, which release_content() gives back. */
static cairn_status join_parts(const cairn_build *build, cairn__db_content *content)
{
    uint32_t records = cairn_build_get_finished(build);
    *content = (cairn__db_content){.map = build->def.map,
                                   .seed = build->def.seed,
                                   .skip_direct = build->def.skip_direct,
                                   .records = records};
    cairn_status status = join_figures(build, content);
    const uint64_t *firsts = content->firsts;
    cairn__xy *states = NULL;
    if (status == CAIRN_OK)
        states = cairn__allocate(&build->allocator, (size_t)firsts[records], sizeof *states);
    if (states == NULL) {
        release_content(build, content);
        return CAIRN_MEMORY;
    }
    content->states = states;
    for (uint32_t i = 0; i < records; i += CAIRN_BUILD_RANGE) {
        uint32_t end = records - i < CAIRN_BUILD_RANGE ? records : i + CAIRN_BUILD_RANGE;
        memcpy(states + firsts[i], build->parts[i / CAIRN_BUILD_RANGE].states,
               (size_t)(firsts[end] - firsts[i]) * sizeof *states);
    }
    return CAIRN_OK;
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
