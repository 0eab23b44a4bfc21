/* fuzz_import.h: any bytes as a file of one format; each fuzzer of an importer is this. */
#ifndef CAIRN_FUZZ_IMPORT_H
#define CAIRN_FUZZ_IMPORT_H

#include "import.h"

/* Lists and imports the bytes, if they are of the format. What comes out must agree with itself;
 * what does not must say why. */
void fuzz_import(const uint8_t *bytes, size_t count, import_format format);

#endif
