/* fuzz_bsp.c: any bytes as a Quake 3 level. */
#include "fuzz.h"
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_import(bytes, count, IMPORT_BSP);
    return 0;
}
