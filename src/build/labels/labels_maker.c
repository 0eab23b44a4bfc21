/* labels_maker.c: the section of bends, the file around it, checksums. */
#include "build/labels/labels_maker.h"

#include "base/memory.h"
#include "build/db_write.h"

cairn_status cairn__labels_maker_start(cairn__labels_maker *maker, const cairn_map *map,
                                       const cairn_allocator *allocator,
                                       const cairn__bend_rule *rule, uint32_t threads)
{
    *maker = (cairn__labels_maker){.map = map, .allocator = *allocator, .rule = *rule};
    maker->rule.lead = cairn__labels_get_lead();
    return cairn__bend_maker_create(map, allocator, &maker->rule, threads, &maker->bends);
}

void cairn__labels_maker_end(cairn__labels_maker *maker)
{
    cairn__bend_maker_destroy(maker->bends);
    cairn__bend_section_end(&maker->section, &maker->allocator);
    maker->bends = NULL;
}

static void frame(cairn__labels_maker *self)
{
    cairn__bend_maker_take(self->bends, &self->section);
    cairn__labels_content content = {.map = self->map,
                                     .entries = self->section.entries,
                                     .bend_bytes = self->section.count,
                                     .mark_bytes = self->section.mark_count};
    self->image_bytes = (size_t)cairn__labels_write_frame(&content, self->section.block);
    self->is_framed = true;
}

cairn_status cairn__labels_maker_run(cairn__labels_maker *maker, const cairn__preparation *how,
                                     uint64_t *units)
{
    if (!maker->is_framed) {
        cairn_status status = cairn__bend_maker_run(maker->bends, how, units);
        if (status != CAIRN_OK)
            return status;
        frame(maker);
    }
    return cairn__seal_run(&maker->seal, maker->section.block, units);
}

void *cairn__labels_maker_take(cairn__labels_maker *maker, size_t *bytes)
{
    void *image = maker->section.block;
    *bytes = maker->image_bytes;
    maker->section = (cairn__bend_section){0};
    return image;
}
