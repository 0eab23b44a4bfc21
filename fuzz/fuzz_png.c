/* fuzz_png.c: any bytes as a picture. */
#include "fuzz.h"
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_import(bytes, count, IMPORT_PNG);
    return 0;
}
