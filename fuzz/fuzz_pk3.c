/* fuzz_pk3.c: any bytes as a zip archive of Quake 3 levels. */
#include "fuzz.h"
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_import(bytes, count, IMPORT_PK3);
    return 0;
}
