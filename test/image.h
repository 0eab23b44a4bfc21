/* image.h: databases as bytes: made, copied, damaged, and their checksums repaired. */
#ifndef CAIRN_TEST_IMAGE_H
#define CAIRN_TEST_IMAGE_H

#include "support.h"

#include "base/order.h"
#include "db/db_format.h"

/* Aligned as a database in memory has to be. */
typedef struct test_image {
    unsigned char *bytes;
    size_t count;
} test_image;

/* Runs a build to its end. */
void test_image_build(test_image *image, const test_plan *def);

/* What a build has finished so far. */
void test_image_write(test_image *image, const cairn_build *build);

/* A copy of any bytes. */
void test_image_copy(test_image *image, const void *bytes, size_t count);
void test_image_destroy(test_image *image);

/* FNV-1a: shares nothing with the library's own hash. */
uint64_t test_image_get_hash(const test_image *image);

/* Its numbers are those of the file. */
cairn__db_header *test_image_get_header(const test_image *image);

/* A number as it stands in a file, whose order of bytes is not every machine's: little-endian. */
void test_image_put_number(void *at, size_t bytes, uint64_t number);
uint64_t test_image_get_number(const void *at, size_t bytes);

/* The entry of the section table with a tag, which must be there. Its numbers are those of the file. */
cairn__db_section *test_image_get_section(const test_image *image, const char *tag);

/* The first byte of a section, as the section table has it, and how many there are. */
void *test_image_get_content(const test_image *image, const char *tag);
size_t test_image_get_bytes(const test_image *image, const char *tag);

/* Makes all checksums right again, as far as the frame is whole. */
void test_image_repair(test_image *image);

/* What its file recommends to walk with, in place of what it did. */
void test_image_recommend(test_image *image, cairn_algorithm algorithm, uint32_t count,
                          const cairn_option *options);

/* Opens it; the image must outlive the database. */
cairn_status test_image_open(const test_image *image, cairn_db **db);

/* Opens and verifies it; a null map is allowed. */
cairn_status test_image_verify(const test_image *image, const cairn_map *map);

#endif
