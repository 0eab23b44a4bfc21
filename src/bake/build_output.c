/* build_output.c: a finished build's database as a file, as bytes, or open. */
#include <string.h>

#include "bake/bake.h"
#include "base/detail.h"
#include "base/file.h"

static cairn_status fail_to_end(const cairn_build *build)
{
    return cairn__fail(build->make.detail, CAIRN_NOT_RUN,
                       "there is no database yet: run the build to its end first");
}

/* The image to write: the finished one, or that of the records there are, which the caller
 * releases. */
static cairn_status get_image(const cairn_build *build, cairn__image *image, bool *is_own)
{
    *is_own = build->image.bytes == NULL;
    *image = build->image;
    if (!*is_own)
        return CAIRN_OK;
    return build->records != NULL ? cairn__records_write(build->records, image)
                                  : fail_to_end(build);
}

cairn_status cairn_build_write(const cairn_build *build, const char *path)
{
    cairn__image image;
    bool is_own;
    if (build == NULL)
        return CAIRN_ARGUMENT;
    if (path == NULL)
        return cairn__fail_null(build->make.detail);
    cairn_status status = get_image(build, &image, &is_own);
    if (status != CAIRN_OK)
        return status;
    status = cairn__file_write(path, image.bytes, image.count, &build->make.allocator,
                               build->make.detail);
    if (is_own)
        cairn__image_release(&build->make, &image);
    return status;
}

cairn_status cairn_build_write_memory(const cairn_build *build, size_t capacity, void *image,
                                      size_t *bytes)
{
    cairn__image made;
    bool is_own;
    if (build == NULL)
        return CAIRN_ARGUMENT;
    if (bytes == NULL || (image == NULL && capacity > 0) || (uintptr_t)image % 8 != 0)
        return cairn__fail(
            build->make.detail, CAIRN_ARGUMENT,
            "there is no place for the database, aligned to 8 bytes, or for its size");
    cairn_status status = get_image(build, &made, &is_own);
    if (status != CAIRN_OK)
        return status;
    *bytes = made.count;
    if (image == NULL || capacity < made.count)
        status = CAIRN_CAPACITY;
    else
        memcpy(image, made.bytes, made.count);
    if (is_own)
        cairn__image_release(&build->make, &made);
    return status;
}

cairn_status cairn_build_open_db(cairn_build *build, cairn_db **db)
{
    if (build == NULL || db == NULL)
        return CAIRN_ARGUMENT;
    if (build->image.bytes == NULL)
        return fail_to_end(build);
    cairn_db_def def = {.size = sizeof def};
    def.allocator = &build->make.allocator;
    def.detail = build->make.detail;
    return cairn_db_open_memory(build->image.bytes, build->image.count, &def, db);
}
