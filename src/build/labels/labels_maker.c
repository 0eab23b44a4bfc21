/* labels_maker.c: the section of bends, the file around it, checksums. */
#include "build/labels/labels_maker.h"

#include "base/memory.h"

/* Where the section BEND begins, behind the header of an image with `sections` sections. */
static uint64_t get_lead(uint32_t sections)
{
    return cairn__db_align(cairn__db_get_header_bytes(sections) + sizeof(cairn__labels_head));
}

cairn_status cairn__labels_maker_start(cairn__labels_maker *maker, const cairn_map *map,
                                       const cairn_allocator *allocator,
                                       const cairn__bend_rule *rule, uint32_t threads)
{
    *maker = (cairn__labels_maker){.map = map, .allocator = *allocator, .rule = *rule};
    maker->rule.leads[0] = get_lead(2);
    maker->rule.leads[1] = get_lead(3);
    return cairn__bend_maker_create(map, allocator, &maker->rule, threads, &maker->bends);
}

void cairn__labels_maker_end(cairn__labels_maker *maker)
{
    cairn__bend_maker_destroy(maker->bends);
    cairn__bend_section_end(&maker->section, &maker->allocator);
    maker->bends = NULL;
}

/* Writes all of the image but the sections BEND and MARK, which lie there, and the checksums. MARK
 * begins at the first multiple of 8 behind BEND. */
static void frame(cairn__labels_maker *self)
{
    cairn__db_draft draft;
    cairn__bend_maker_take(self->bends, &self->section);
    cairn__labels_head head = {.entries = self->section.entries};
    cairn__draft_start(&draft, CAIRN_DB_LABELS, self->map);
    cairn__draft_put(&draft, "LABH", CAIRN__SECTION_REQUIRED, sizeof head, &head);
    cairn__draft_put(&draft, "BEND", CAIRN__SECTION_REQUIRED, self->section.count, NULL);
    /* A reader may do without landmarks. */
    if (self->section.mark_count > 0)
        cairn__draft_put(&draft, "MARK", 0, self->section.mark_count, NULL);
    cairn__draft_write(&draft, self->section.block, NULL);
    self->image_bytes = (size_t)cairn__draft_get_bytes(&draft);
    self->is_framed = true;
}

cairn_status cairn__labels_maker_run(cairn__labels_maker *maker, const cairn__preparation *how,
                                     cairn__meter *meter)
{
    if (!maker->is_framed) {
        cairn_status status = cairn__bend_maker_run(maker->bends, how, meter);
        if (status != CAIRN_OK)
            return status;
        frame(maker);
    }
    return cairn__seal_run(&maker->seal, maker->section.block, meter);
}

void *cairn__labels_maker_take(cairn__labels_maker *maker, size_t *bytes)
{
    void *image = maker->section.block;
    *bytes = maker->image_bytes;
    maker->section = (cairn__bend_section){0};
    return image;
}
