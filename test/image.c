/* image.c: see image.h. */
#include "image.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "build/make.h"

void test_image_copy(test_image *image, const void *bytes, size_t count)
{
    image->bytes = malloc(count > 0 ? count : 1);
    assert_non_null(image->bytes);
    if (count > 0)
        memcpy(image->bytes, bytes, count);
    image->count = count;
}

void test_image_destroy(test_image *image)
{
    free(image->bytes);
    *image = (test_image){0};
}

void test_image_write(test_image *image, const cairn_build *build)
{
    assert_int_equal(cairn_build_write_memory(build, 0, NULL, &image->count), CAIRN_CAPACITY);
    image->bytes = malloc(image->count);
    assert_non_null(image->bytes);
    assert_int_equal(cairn_build_write_memory(build, image->count, image->bytes, &image->count),
                     CAIRN_OK);
}

void test_image_build(test_image *image, const test_plan *def)
{
    cairn_build *build;
    assert_int_equal(test_plan_create(def, &build), CAIRN_OK);
    assert_int_equal(cairn_build_run(build), CAIRN_OK);
    test_image_write(image, build);
    cairn_build_destroy(build);
}

uint64_t test_image_get_hash(const test_image *image)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < image->count; i++)
        hash = (hash ^ image->bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

void test_image_put_number(void *at, size_t bytes, uint64_t number)
{
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)at)[i] = (unsigned char)(number >> 8 * i);
}

uint64_t test_image_get_number(const void *at, size_t bytes)
{
    uint64_t number = 0;
    for (size_t i = 0; i < bytes; i++)
        number |= (uint64_t)((const unsigned char *)at)[i] << 8 * i;
    return number;
}

cairn__db_header *test_image_get_header(const test_image *image)
{
    return (cairn__db_header *)(void *)image->bytes;
}

static cairn__db_section *get_table(const test_image *image)
{
    return (cairn__db_section *)(void *)(test_image_get_header(image) + 1);
}

cairn__db_section *test_image_get_section(const test_image *image, const char *tag)
{
    cairn__db_section *table = get_table(image);
    for (uint32_t i = 0; i < cairn__little32(test_image_get_header(image)->sections); i++)
        if (memcmp(table[i].tag, tag, sizeof table[i].tag) == 0)
            return &table[i];
    fail_msg("there is no section %s", tag);
    return NULL;
}

void *test_image_get_content(const test_image *image, const char *tag)
{
    return image->bytes + cairn__little64(test_image_get_section(image, tag)->offset);
}

size_t test_image_get_bytes(const test_image *image, const char *tag)
{
    return (size_t)cairn__little64(test_image_get_section(image, tag)->bytes);
}

void test_image_repair(test_image *image)
{
    cairn__db_header *header = test_image_get_header(image);
    cairn__db_section *table = get_table(image);
    if (image->count < sizeof *header)
        return;
    uint32_t sections = cairn__little32(header->sections);
    uint32_t header_bytes = cairn__little32(header->header_bytes);
    if (sections > CAIRN__MOST_SECTIONS || header_bytes != cairn__db_get_header_bytes(sections) ||
        image->count < header_bytes)
        return;
    for (uint32_t i = 0; i < sections; i++) {
        uint64_t offset = cairn__little64(table[i].offset), bytes = cairn__little64(table[i].bytes);
        if (offset <= image->count && bytes <= image->count - offset)
            table[i].checksum =
                cairn__little64(cairn__hash_bytes(image->bytes + offset, (size_t)bytes));
    }
    header->checksum = cairn__little64(cairn__db_get_header_checksum(header, header_bytes));
}

void test_image_recommend(test_image *image, cairn_algorithm algorithm, uint32_t count,
                          const cairn_option *options)
{
    const cairn__option_content content = {algorithm, count, options};
    test_image advised;
    cairn_db *db;
    assert_int_equal(test_image_open(image, &db), CAIRN_OK);
    advised.count = (size_t)cairn__options_write_image(&content, db, NULL);
    advised.bytes = malloc(advised.count);
    assert_non_null(advised.bytes);
    (void)cairn__options_write_image(&content, db, advised.bytes);
    cairn_db_close(db);
    test_image_destroy(image);
    *image = advised;
}

cairn_status test_image_open(const test_image *image, cairn_db **db)
{
    cairn_db_def def = {.size = sizeof def};
    return cairn_db_open_memory(image->bytes, image->count, &def, db);
}

cairn_status test_image_verify(const test_image *image, const cairn_map *map)
{
    cairn_db *db;
    cairn_status status = test_image_open(image, &db);
    if (status != CAIRN_OK)
        return status;
    status = cairn_db_verify(db, map, NULL);
    cairn_db_close(db);
    return status;
}
