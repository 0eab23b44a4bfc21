/* fuzz_tiled_xml.c: any bytes as a Tiled map in XML. */
#include "fuzz.h"
#include "fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_import(bytes, count, IMPORT_TILED_XML);
    return 0;
}
