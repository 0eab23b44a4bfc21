/* sized.c: reading definitions and filling results that begin with their size. */
#include "base/sized.h"

#include <string.h>

/* A size outside these bounds was never set: no struct is smaller or larger. */
#define LEAST_BYTES 8
#define MOST_BYTES 4096

static cairn_status get_size(const void *sized, uint32_t *size)
{
    if (sized == NULL)
        return CAIRN_ARGUMENT;
    memcpy(size, sized, sizeof *size);
    return *size >= LEAST_BYTES && *size <= MOST_BYTES ? CAIRN_OK : CAIRN_NOT_SIZED;
}

cairn_status cairn__sized_read(const void *def, void *known, size_t bytes)
{
    uint32_t size;
    memset(known, 0, bytes);
    if (def == NULL)
        return CAIRN_OK;
    cairn_status status = get_size(def, &size);
    for (size_t i = bytes; status == CAIRN_OK && i < size; i++)
        if (((const unsigned char *)def)[i] != 0)
            status = CAIRN_VERSION;
    if (status != CAIRN_OK)
        return status;
    memcpy(known, def, size < bytes ? size : bytes);
    return CAIRN_OK;
}

cairn_status cairn__sized_write(void *target, const void *source, size_t bytes)
{
    uint32_t size;
    cairn_status status = get_size(target, &size);
    if (status != CAIRN_OK)
        return status;
    size_t head = sizeof size, known = size < bytes ? size : bytes;
    memcpy((char *)target + head, (const char *)source + head, known - head);
    memset((char *)target + known, 0, size - known);
    return CAIRN_OK;
}

cairn_status cairn__sized_check(const void *target)
{
    uint32_t size;
    return get_size(target, &size);
}
