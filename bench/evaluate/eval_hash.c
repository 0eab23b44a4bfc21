/* eval_hash.c: a hash of a file's bytes, so that rows say which map, problems and database they are
 * of. */
#include "evaluate.h"

#include <inttypes.h>

#define HASH_START UINT64_C(0xcbf29ce484222325) /* FNV-1a, 64 bits */
#define HASH_PRIME UINT64_C(0x100000001b3)

bool eval_hash_file(const char *path, char hash[SUITE_KEY_CAPACITY])
{
    unsigned char buffer[1 << 16];
    uint64_t value = HASH_START;
    size_t bytes;
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;
    hash[0] = '\0';
    if (file == NULL)
        return false;
    while ((bytes = fread(buffer, 1, sizeof buffer, file)) > 0)
        for (size_t i = 0; i < bytes; i++)
            value = (value ^ buffer[i]) * HASH_PRIME;
    bool good = ferror(file) == 0;
    fclose(file);
    if (good)
        snprintf(hash, SUITE_KEY_CAPACITY, "%016" PRIx64, value);
    return good;
}
