/* file_hash.c: the hash of a whole file, for those outside the library. */
#include "base/detail.h"
#include "base/file.h"
#include "base/hash.h"
#include "cairn/tools.h"

enum { PIECE = 16384 }; /* bytes read at a time */

cairn_status cairn_file_find_hash(const char *path, cairn_detail *detail, uint64_t *hash)
{
    unsigned char piece[PIECE];
    cairn__file_source source;
    cairn__hash state;
    size_t count = 0;
    if (path == NULL || hash == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = cairn__file_source_open(path, detail, &source);
    if (status != CAIRN_OK)
        return status;
    cairn__hash_start(&state);
    do {
        status = cairn__file_source_read(&source, piece, sizeof piece, detail, &count);
        if (status == CAIRN_OK)
            cairn__hash_add(&state, piece, count);
    } while (status == CAIRN_OK && count > 0);
    cairn__file_source_close(&source);
    if (status == CAIRN_OK)
        *hash = cairn__hash_finish(&state);
    return status;
}
