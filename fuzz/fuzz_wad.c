/* fuzz_wad.c: any bytes as a Doom WAD file. */
#include "fuzz.h"
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_import(bytes, count, IMPORT_WAD);
    return 0;
}
