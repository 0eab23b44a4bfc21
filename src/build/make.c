/* make.c: images in the making. */
#include "build/make.h"

#include "base/detail.h"
#include "base/memory.h"

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

void cairn__image_release(const cairn__make *make, cairn__image *image)
{
    cairn__release(&make->allocator, image->bytes);
    *image = (cairn__image){0};
}
