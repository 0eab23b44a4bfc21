/* make.c: images in the making. */
#include "build/make.h"

#include "base/detail.h"
#include "base/memory.h"
#include "build/db_draft.h"

cairn_status cairn__make_fail(const cairn__make *make, cairn_status status)
{
    return cairn__fail(make->detail, status, "%s", cairn_status_get_text(status));
}

cairn_status cairn__image_allocate(const cairn__make *make, uint64_t bytes, cairn__image *image)
{
    *image = (cairn__image){0};
    image->bytes = cairn__allocate(&make->allocator, bytes, 1);
    image->count = (size_t)bytes;
    return image->bytes != NULL ? CAIRN_OK : cairn__make_fail(make, CAIRN_MEMORY);
}

cairn_status cairn__image_write(const cairn__make *make, const struct cairn__db_draft *draft,
                                cairn__image *image)
{
    cairn_status status = cairn__image_allocate(make, cairn__draft_get_bytes(draft), image);
    if (status == CAIRN_OK)
        (void)cairn__draft_write_image(draft, image->bytes);
    return status;
}

void cairn__image_release(const cairn__make *make, cairn__image *image)
{
    cairn__release(&make->allocator, image->bytes);
    *image = (cairn__image){0};
}

cairn_status cairn__image_add(const cairn__make *make, cairn__addition write, const void *content,
                              cairn__image *image)
{
    cairn__image alone = *image, joined = {0};
    cairn_db *db = NULL;
    cairn_db_def def = {.size = sizeof def, .allocator = &make->allocator, .detail = make->detail};
    cairn_status status = cairn_db_open_memory(alone.bytes, alone.count, &def, &db);
    if (status == CAIRN_OK)
        status = cairn__image_allocate(make, write(content, db, NULL), &joined);
    if (status == CAIRN_OK)
        (void)write(content, db, joined.bytes);
    cairn_db_close(db);
    if (status != CAIRN_OK)
        return status;
    cairn__image_release(make, &alone);
    *image = joined;
    return CAIRN_OK;
}

/* ---- recommended options ---- */

static uint64_t get_option_bytes(const cairn__option_content *content)
{
    return sizeof(cairn__option_head) + content->count * (uint64_t)sizeof(cairn_option);
}

static void sort_options(cairn_option *options, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        cairn_option option = options[i];
        uint32_t place = i;
        for (; place > 0 && options[place - 1].option > option.option; place--)
            options[place] = options[place - 1];
        options[place] = option;
    }
}

uint64_t cairn__options_write_image(const cairn__option_content *content, const cairn_db *db,
                                    void *image)
{
    cairn__db_draft draft;
    struct {
        cairn__option_head head;
        cairn_option options[CAIRN__MOST_OPTIONS];
    } section = {.head = {content->algorithm, content->count}};
    for (uint32_t i = 0; i < content->count; i++)
        section.options[i] = content->options[i];
    sort_options(section.options, content->count);
    cairn__draft_copy(&draft, db);
    cairn__draft_put(&draft, "OPTS", 0, get_option_bytes(content), &section);
    return cairn__draft_write_image(&draft, image);
}

static uint64_t write_with_options(const void *content, const cairn_db *db, void *image)
{
    return cairn__options_write_image(content, db, image);
}

cairn_status cairn__image_add_options(const cairn__make *make, cairn__image *image)
{
    const cairn__option_content content = {.count = make->walk_count, .options = make->walk};
    return cairn__image_add(make, write_with_options, &content, image);
}
