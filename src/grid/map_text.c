/* map_text.c: MovingAI `.map` text, in and out. What a character means is decided here alone. */
#include "cairn/tools.h"

#include <stdio.h>
#include <string.h>

#include "base/detail.h"
#include "base/file.h"
#include "base/memory.h"
#include "grid/map_maker.h"
#include "grid/text_source.h"

struct cairn_map_reader {
    cairn_allocator allocator;
    cairn_detail *detail;
    cairn__text_source source;
    uint32_t width;
    uint32_t height;
    uint32_t rows; /* read so far */
    char *row;     /* room for a carriage return and the end */
};

#define HEADER_LINE_BYTES 80

/* Parses "word NUMBER"; leaves the line alone if it starts otherwise. */
static cairn_status parse_side(const cairn__text_source *source, const char *line, const char *word,
                               uint32_t *side)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || line[length] != ' ')
        return CAIRN_OK;
    const char *next = line + length + 1;
    if (!cairn__parse_number(&next, side) || next[strspn(next, " \t")] != '\0' || *side == 0)
        return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                   "expected \"%s\" and a whole number above 0, found \"%.40s\"",
                                   word, line);
    if (*side > CAIRN_MAX_SIDE)
        return cairn__fail_at_line(source->detail, CAIRN_LIMIT, source->line,
                                   "the %s %u is above the limit of %d cells", word,
                                   (unsigned)*side, CAIRN_MAX_SIDE);
    return CAIRN_OK;
}

/* True if the line is the word, blanks at its end aside. */
static bool is_word(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length + strspn(line + length, " \t")] == '\0';
}

/* The header: "type octile", "height H" and "width W" in either order, "map". */
static cairn_status read_header(cairn_map_reader *reader)
{
    cairn__text_source *source = &reader->source;
    char line[HEADER_LINE_BYTES];
    for (int i = 0; i < 4; i++) {
        size_t length;
        bool ended;
        cairn_status status = cairn__text_source_read(source, sizeof line, line, &length, &ended);
        if (status != CAIRN_OK)
            return status;
        if (ended)
            return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                       "the map ends inside its header");
        if (i == 0 && !is_word(line, "type octile"))
            return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                       "expected \"type octile\": not a MovingAI map");
        if (i == 3 && !is_word(line, "map"))
            return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                       "expected \"map\", found \"%.40s\"", line);
        status = parse_side(source, line, "height", &reader->height);
        if (status == CAIRN_OK)
            status = parse_side(source, line, "width", &reader->width);
        if (status != CAIRN_OK)
            return status;
    }
    if (reader->width == 0 || reader->height == 0)
        return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, 2, "the header lacks its %s",
                                   reader->width == 0 ? "width" : "height");
    return CAIRN_OK;
}

static cairn_status start_reader(cairn_map_reader *reader)
{
    cairn_status status = read_header(reader);
    if (status != CAIRN_OK)
        return status;
    reader->row = cairn__allocate(&reader->allocator, reader->width + 2, 1);
    return reader->row != NULL ? CAIRN_OK
                               : cairn__fail(reader->detail, CAIRN_MEMORY, "out of memory");
}

/* Null `path`: reads from memory. */
static cairn_status open_reader(const char *path, const void *text, size_t bytes,
                                const cairn_map_def *def, cairn_map_reader **reader)
{
    cairn_map_def known;
    cairn_allocator allocator;
    cairn_status status = cairn__map_def_read(def, &known, &allocator);
    if (status != CAIRN_OK)
        return status;
    cairn_map_reader *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    if (made == NULL)
        return cairn__fail(known.detail, CAIRN_MEMORY, "out of memory");
    made->allocator = allocator;
    made->detail = known.detail;
    if (path != NULL)
        status = cairn__text_source_open(path, &allocator, known.detail, &made->source);
    else
        cairn__text_source_open_memory(text, bytes, known.detail, &made->source);
    if (status == CAIRN_OK)
        status = start_reader(made);
    if (status != CAIRN_OK) {
        cairn_map_reader_close(made);
        return status;
    }
    *reader = made;
    return CAIRN_OK;
}

cairn_status cairn_map_reader_open(const char *path, const cairn_map_def *def, uint32_t size[2],
                                   cairn_map_reader **reader)
{
    if (path == NULL || size == NULL || reader == NULL)
        return CAIRN_ARGUMENT;
    cairn_status status = open_reader(path, NULL, 0, def, reader);
    if (status != CAIRN_OK)
        return status;
    size[0] = (*reader)->width;
    size[1] = (*reader)->height;
    return CAIRN_OK;
}

void cairn_map_reader_close(cairn_map_reader *reader)
{
    if (reader == NULL)
        return;
    cairn_allocator allocator = reader->allocator;
    cairn__text_source_close(&reader->source);
    cairn__release(&allocator, reader->row);
    cairn__release(&allocator, reader);
}

/* After the last row only blank lines may follow. */
static cairn_status check_end(cairn_map_reader *reader)
{
    cairn__text_source *source = &reader->source;
    for (;;) {
        char line[HEADER_LINE_BYTES];
        size_t length;
        bool ended;
        cairn_status status = cairn__text_source_read(source, sizeof line, line, &length, &ended);
        if (status != CAIRN_OK || ended)
            return status;
        if (line[strspn(line, " \t")] != '\0')
            return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                       "there are more rows than the header's height %u",
                                       (unsigned)reader->height);
    }
}

cairn_status cairn_map_reader_find_row(cairn_map_reader *reader, const char **row)
{
    if (reader == NULL || row == NULL || reader->rows == reader->height)
        return CAIRN_ARGUMENT;
    cairn__text_source *source = &reader->source;
    size_t length;
    bool ended;
    cairn_status status =
        cairn__text_source_read(source, reader->width + 2, reader->row, &length, &ended);
    if (status != CAIRN_OK)
        return status;
    if (ended)
        return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                   "the map ends after %u of %u rows", (unsigned)reader->rows,
                                   (unsigned)reader->height);
    if (length > reader->width)
        return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                   "the row has more characters than the header's width %u",
                                   (unsigned)reader->width);
    if (length < reader->width)
        return cairn__fail_at_line(source->detail, CAIRN_SYNTAX, source->line,
                                   "the row has %zu characters, the header says %u", length,
                                   (unsigned)reader->width);
    reader->rows++;
    *row = reader->row;
    return reader->rows == reader->height ? check_end(reader) : CAIRN_OK;
}

/* Packs 8 bytes of 0 or 1 into 8 bits, the first byte into the lowest. */
static uint64_t pack(const unsigned char *flags)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)flags[i] << (8 * i);
    return (word * UINT64_C(0x0102040810204080)) >> 56;
}

static void read_cells(const char *row, uint32_t width, uint64_t *words)
{
    for (uint32_t x = 0; x < width; x += 64) {
        unsigned char flags[64] = {0};
        uint32_t count = width - x < 64 ? width - x : 64;
        for (uint32_t i = 0; i < count; i++) {
            char c = row[x + i];
            flags[i] = (unsigned char)((c == '.') | (c == 'G') | (c == 'S'));
        }
        uint64_t word = 0;
        for (uint32_t i = 0; i < 64; i += 8)
            word |= pack(flags + i) << i;
        words[x / 64] = word;
    }
}

static cairn_status read_rows(cairn_map_reader *reader, cairn__map_maker *maker)
{
    cairn_status status = CAIRN_OK;
    while (status == CAIRN_OK && reader->rows < reader->height) {
        const char *row = NULL;
        status = cairn_map_reader_find_row(reader, &row);
        if (status == CAIRN_OK) {
            read_cells(row, reader->width, cairn__map_maker_row(maker));
            status = cairn__map_maker_add(maker);
        }
    }
    return status;
}

static cairn_status open_map(const char *path, const void *text, size_t bytes,
                             const cairn_map_def *def, cairn_map **map)
{
    cairn_map_reader *reader;
    cairn_status status = open_reader(path, text, bytes, def, &reader);
    if (status != CAIRN_OK)
        return status;
    cairn__map_maker *maker;
    status = cairn__map_maker_create(def, reader->width, reader->height, &maker);
    if (status == CAIRN_OK) {
        status = read_rows(reader, maker);
        if (status == CAIRN_OK)
            status = cairn__map_maker_finish(maker, map);
        else
            cairn__map_maker_destroy(maker);
    }
    cairn_map_reader_close(reader);
    return status;
}

cairn_status cairn_map_open(const char *path, const cairn_map_def *def, cairn_map **map)
{
    if (path == NULL || map == NULL)
        return CAIRN_ARGUMENT;
    return open_map(path, NULL, 0, def, map);
}

cairn_status cairn_map_open_memory(const void *text, size_t bytes, const cairn_map_def *def,
                                   cairn_map **map)
{
    if ((text == NULL && bytes > 0) || map == NULL)
        return CAIRN_ARGUMENT;
    return open_map(NULL, text, bytes, def, map);
}

/* ---- writing ---- */

struct cairn_map_writer {
    cairn_allocator allocator;
    cairn_detail *detail;
    cairn__file_sink sink;
    uint32_t width;
    uint32_t height;
    uint32_t rows;
    size_t pending;
    char *buffer;
};

#define WRITER_BYTES 65536

static cairn_status flush_writer(cairn_map_writer *writer)
{
    cairn_status status =
        cairn__file_sink_write(&writer->sink, writer->buffer, writer->pending, writer->detail);
    writer->pending = 0;
    return status;
}

static cairn_status write_text(cairn_map_writer *writer, const char *text, size_t count)
{
    while (count > 0) {
        size_t room = WRITER_BYTES - writer->pending;
        size_t taken = count < room ? count : room;
        memcpy(writer->buffer + writer->pending, text, taken);
        writer->pending += taken;
        text += taken;
        count -= taken;
        if (writer->pending == WRITER_BYTES) {
            cairn_status status = flush_writer(writer);
            if (status != CAIRN_OK)
                return status;
        }
    }
    return CAIRN_OK;
}

cairn_status cairn_map_writer_open(const char *path, uint32_t width, uint32_t height,
                                   const cairn_map_def *def, cairn_map_writer **writer)
{
    cairn_map_def known;
    cairn_allocator allocator;
    cairn_status status = cairn__map_def_read(def, &known, &allocator);
    if (status != CAIRN_OK)
        return status;
    if (path == NULL || writer == NULL)
        return cairn__fail_null(known.detail);
    if (width < 1 || height < 1 || width > CAIRN_MAX_SIDE || height > CAIRN_MAX_SIDE)
        return cairn__fail(known.detail, CAIRN_LIMIT, "a map is 1 to %d cells wide and high",
                           CAIRN_MAX_SIDE);
    cairn_map_writer *made = cairn__allocate_zeroed(&allocator, 1, sizeof *made);
    char *buffer = cairn__allocate(&allocator, WRITER_BYTES, 1);
    if (made == NULL || buffer == NULL) {
        cairn__release(&allocator, made);
        cairn__release(&allocator, buffer);
        return cairn__fail(known.detail, CAIRN_MEMORY, "out of memory");
    }
    *made = (cairn_map_writer){.allocator = allocator,
                               .detail = known.detail,
                               .width = width,
                               .height = height,
                               .buffer = buffer};
    status = cairn__file_sink_open(path, &allocator, known.detail, &made->sink);
    if (status != CAIRN_OK) {
        (void)cairn_map_writer_close(made, false);
        return status;
    }
    char header[HEADER_LINE_BYTES];
    int length = snprintf(header, sizeof header, "type octile\nheight %u\nwidth %u\nmap\n",
                          (unsigned)height, (unsigned)width);
    *writer = made;
    return write_text(made, header, (size_t)length);
}

cairn_status cairn_map_writer_write(cairn_map_writer *writer, const char *row)
{
    if (writer == NULL)
        return CAIRN_ARGUMENT;
    if (row == NULL || writer->rows == writer->height)
        return cairn__fail(writer->detail, CAIRN_ARGUMENT, "there is no row, or all are written");
    writer->rows++;
    cairn_status status = write_text(writer, row, writer->width);
    return status == CAIRN_OK ? write_text(writer, "\n", 1) : status;
}

cairn_status cairn_map_writer_close(cairn_map_writer *writer, int32_t keep)
{
    if (writer == NULL)
        return CAIRN_OK;
    cairn_status status = CAIRN_OK;
    if (keep)
        status = writer->rows == writer->height
                     ? flush_writer(writer)
                     : cairn__fail(writer->detail, CAIRN_ARGUMENT, "rows of the map are missing");
    cairn_status closed =
        cairn__file_sink_close(&writer->sink, keep && status == CAIRN_OK, writer->detail);
    cairn_allocator allocator = writer->allocator;
    cairn__release(&allocator, writer->buffer);
    cairn__release(&allocator, writer);
    return status != CAIRN_OK ? status : closed;
}
