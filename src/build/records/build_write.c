/* build_write.c: the finished records as a database, in memory or as a file. */
#include <string.h>

#include "base/memory.h"
#include "base/xy.h"
#include "build/db_write.h"
#include "build/records/build_state.h"

static void release_content(const cairn__records *self, cairn__db_content *content)
{
    cairn__release(&self->make.allocator, (void *)(uintptr_t)content->firsts);
    cairn__release(&self->make.allocator, (void *)(uintptr_t)content->lengths);
    cairn__release(&self->make.allocator, (void *)(uintptr_t)content->states);
}

/* The figures of all records: where their states will begin, and their lengths. */
static cairn_status join_figures(const cairn__records *self, cairn__db_content *content)
{
    size_t records = content->records;
    uint64_t *firsts = cairn__allocate(&self->make.allocator, records + 1, sizeof *firsts);
    uint32_t *lengths = cairn__allocate(&self->make.allocator, records, sizeof *lengths);
    content->firsts = firsts;
    content->lengths = lengths;
    if (firsts == NULL || lengths == NULL)
        return CAIRN_MEMORY;
    firsts[0] = 0;
    for (size_t i = 0; i < records; i++) {
        const cairn__figures *figures =
            &self->parts[i / CAIRN_BUILD_RANGE].figures[i % CAIRN_BUILD_RANGE];
        firsts[i + 1] = firsts[i] + figures->states;
        lengths[i] = figures->length;
    }
    return CAIRN_OK;
}

/* Joins the parts; `content` then owns three blocks, which release_content() gives back. */
static cairn_status join_parts(const cairn__records *self, cairn__db_content *content)
{
    uint32_t records = cairn__records_get_finished(self, 0);
    *content = (cairn__db_content){.map = self->make.map,
                                   .seed = self->seed,
                                   .skip_direct = self->skip_direct,
                                   .records = records};
    cairn_status status = join_figures(self, content);
    const uint64_t *firsts = content->firsts;
    cairn__xy *states = NULL;
    if (status == CAIRN_OK)
        states = cairn__allocate(&self->make.allocator, firsts[records], sizeof *states);
    if (states == NULL) {
        release_content(self, content);
        return CAIRN_MEMORY;
    }
    content->states = states;
    for (uint32_t i = 0; i < records; i += CAIRN_BUILD_RANGE) {
        uint32_t end = records - i < CAIRN_BUILD_RANGE ? records : i + CAIRN_BUILD_RANGE;
        memcpy(states + firsts[i], self->parts[i / CAIRN_BUILD_RANGE].states,
               (size_t)(firsts[end] - firsts[i]) * sizeof *states);
    }
    return CAIRN_OK;
}

cairn_status cairn__records_write(const cairn__records *self, cairn__image *image)
{
    cairn__db_content content;
    cairn_status status = join_parts(self, &content);
    if (status != CAIRN_OK)
        return cairn__records_explain(self, status);
    status = cairn__image_allocate(&self->make, cairn__db_get_image_bytes(&content), image);
    if (status == CAIRN_OK)
        status = cairn__db_write_image(&content, &self->make.allocator, image->bytes);
    release_content(self, &content);
    if (status == CAIRN_OK)
        return CAIRN_OK;
    cairn__image_release(&self->make, image);
    return cairn__records_explain(self, status);
}
