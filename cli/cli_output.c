/* cli_output.c: what goes out: sentences about errors on stderr, reports on stdout.
 *
 * A report is one list of fields, kept as a JSON object; the text form is printed from that same
 * object, so the two can never differ in keys or digits. */
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OUTPUT_BUFFER_BYTES = 1 << 18, SENTENCE_CAPACITY = 512 };

/* A double has 15 decimal digits that are certain; fewer would lose, more would show its dust. Of
 * characters beyond ASCII some are control characters too. */
#define DUMP_FLAGS (JSON_REAL_PRECISION(15) | JSON_ENSURE_ASCII)

/* ---- texts from elsewhere ---- */

/* The bytes of the character at `text`, if it is one of UTF-8 and no control character; else 0. */
static size_t get_printable(const unsigned char *text)
{
    /* Of a character of 2, 3 or 4 bytes: the least code, and what its first byte has beside it. */
    static const uint32_t least[] = {0, 0, 0xa0, 0x800, 0x10000},
                          marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    if (text[0] < 0x80)
        return text[0] >= ' ' && text[0] != 0x7f ? 1 : 0;
    size_t bytes = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    uint32_t code = text[0] - marks[bytes];
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3f);
    }
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return text[0] >= 0xc0 && code >= least[bytes] && code <= 0x10ffff && !is_surrogate ? bytes : 0;
}

char *cli_escape(const char *text)
{
    enum { MOST = 4 }; /* bytes of a byte that is escaped */
    char *escaped = malloc(MOST * strlen(text) + 1), *next = escaped;
    while (escaped != NULL && *text != '\0') {
        size_t bytes = get_printable((const unsigned char *)text);
        if (*text == '\n')
            next += sprintf(next, "\\n");
        else if (bytes == 0)
            next += sprintf(next, "\\x%02x", (unsigned char)*text);
        else
            next = mempcpy(next, text, bytes);
        text += bytes > 0 ? bytes : 1;
    }
    if (escaped != NULL)
        *next = '\0';
    return escaped;
}

/* ---- sentences ---- */

static void print_sentence(FILE *stream, const char *before, const char *format, va_list arguments)
{
    char *text = NULL, *escaped = NULL;
    if (vasprintf(&text, format, arguments) >= 0) {
        escaped = cli_escape(text);
        free(text);
    }
    fprintf(stream, "%s%s\n", before,
            escaped != NULL ? escaped : cairn_status_get_text(CAIRN_MEMORY));
    free(escaped);
}

int cli_fail(int code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_sentence(stderr, "cairn: ", format, arguments);
    va_end(arguments);
    return code;
}

void cli_say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_sentence(stdout, "", format, arguments);
    va_end(arguments);
}

/* What the user can do about a status. */
static const char *get_advice(cairn_status status)
{
    switch (status) {
    case CAIRN_MEMORY:
        return "free some memory or use a smaller map";
    case CAIRN_IO:
        return "check its path and permissions, and the disk";
    case CAIRN_SYNTAX:
        return "correct the file";
    case CAIRN_CORRUPT:
    case CAIRN_INVALID:
        return "use a database from `cairn build', or build it again";
    case CAIRN_VERSION:
        return "build the database again with this version";
    case CAIRN_MISMATCH:
        return "use the map and the corner setting it was built with";
    case CAIRN_NO_RECORD:
        return "use another map";
    case CAIRN_FULL:
        return "raise --learned-capacity or leave out --no-growth";
    default:
        return NULL;
    }
}

void cli_explain(cairn_status status, const cairn_detail *detail, char *text, size_t capacity)
{
    const char *what = detail->text[0] != '\0' ? detail->text : cairn_status_get_text(status);
    const char *advice = strchr(what, ';') == NULL ? get_advice(status) : NULL;
    snprintf(text, capacity, "%s%s%s", what, advice ? "; " : "", advice ? advice : "");
}

int cli_fail_file(int code, const char *path, cairn_status status, const cairn_detail *detail)
{
    char text[SENTENCE_CAPACITY];
    cli_explain(status, detail, text, sizeof text);
    if (detail->line > 0)
        return cli_fail(code, "%s:%" PRIu64 ": %s", path, detail->line, text);
    if (detail->offset > 0 || status == CAIRN_CORRUPT)
        return cli_fail(code, "%s: offset %" PRIu64 ": %s", path, detail->offset, text);
    return cli_fail(code, "%s: %s", path, text);
}

/* ---- reports ---- */

struct cli_report cli_report_create(void)
{
    struct cli_report report = {.object = json_object()};
    report.failed = report.object == NULL;
    return report;
}

void cli_report_destroy(struct cli_report *report)
{
    json_decref(report->object);
    report->object = NULL;
}

void cli_report_add(struct cli_report *report, const char *key, json_t *value)
{
    if (json_object_set_new(report->object, key, value) != 0)
        report->failed = true;
}

void cli_report_add_integer(struct cli_report *report, const char *key, uint64_t value)
{
    /* JSON integers end at 2^63 - 1 here; a larger one (a seed) stays exact as a string. */
    if (value <= INT64_MAX)
        cli_report_add(report, key, json_integer((json_int_t)value));
    else
        cli_report_add(report, key, json_sprintf("%" PRIu64, value));
}

void cli_report_add_real(struct cli_report *report, const char *key, double value)
{
    /* Eight decimals, rounded by printf: that needs no library of mathematics. */
    char text[512];
    snprintf(text, sizeof text, "%.8f", value);
    cli_report_add(report, key, json_real(strtod(text, NULL)));
}

void cli_report_add_word(struct cli_report *report, const char *key, const char *word)
{
    /* A file's name need not be UTF-8, and then it is no JSON string. */
    json_t *string = json_string(word);
    cli_report_add(report, key, string != NULL ? string : json_null());
}

void cli_report_add_flag(struct cli_report *report, const char *key, bool flag)
{
    cli_report_add(report, key, json_boolean(flag));
}

void cli_report_add_fingerprint(struct cli_report *report, const char *key, uint64_t fingerprint)
{
    cli_report_add(report, key, json_sprintf("%016" PRIx64, fingerprint));
}

json_t *cli_make_cell(cairn_cell cell)
{
    return json_pack("[i, i]", cairn_cell_get_x(cell), cairn_cell_get_y(cell));
}

json_t *cli_make_cells(const cairn_cell *cells, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        if (json_array_append_new(array, cli_make_cell(cells[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

void cli_print_cells(const cairn_cell *cells, size_t count)
{
    for (size_t i = 0; i < count && !ferror(stdout); i++)
        printf("%u %u\n", cairn_cell_get_x(cells[i]), cairn_cell_get_y(cells[i]));
}

/* Strings bare, truth as yes and no, numbers with the digits JSON has. */
static bool print_value(FILE *stream, const json_t *value)
{
    if (json_is_string(value)) {
        char *text = cli_escape(json_string_value(value));
        bool printed = text != NULL && fputs(text, stream) != EOF;
        free(text);
        return printed;
    }
    if (json_is_boolean(value))
        return fputs(json_is_true(value) ? "yes" : "no", stream) != EOF;
    return json_dumpf(value, stream, JSON_ENCODE_ANY | JSON_COMPACT | DUMP_FLAGS) == 0;
}

static bool is_list_of_lines(const json_t *value)
{
    return json_array_size(value) > 0 && json_is_string(json_array_get(value, 0));
}

/* A list of strings has a line for each. */
static void print_field(FILE *stream, int width, const char *key, const json_t *value)
{
    bool many = is_list_of_lines(value);
    for (size_t i = 0; i < (many ? json_array_size(value) : 1); i++) {
        fprintf(stream, "%-*s ", width, key);
        print_value(stream, many ? json_array_get(value, i) : value);
        fputc('\n', stream);
    }
}

static void print_lines(FILE *stream, json_t *object)
{
    const char *key;
    json_t *value;
    int width = 0;
    json_object_foreach(object, key, value) width =
        (int)strlen(key) > width ? (int)strlen(key) : width;
    json_object_foreach(object, key, value)
    {
        print_field(stream, width, key, value);
    }
}

int cli_report_print(struct cli_report *report, FILE *stream, bool as_json)
{
    int code = CLI_YES;
    if (report->failed) {
        code = cli_fail(CLI_BAD, "%s", cairn_status_get_text(CAIRN_MEMORY));
    } else if (as_json) {
        json_dumpf(report->object, stream, DUMP_FLAGS);
        fputc('\n', stream);
    } else {
        print_lines(stream, report->object);
    }
    cli_report_destroy(report);
    return code;
}

/* ---- the end of stdout ---- */

/* True if nobody reads standard output any more, as after `| head`. */
static bool has_no_reader(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

/* Run at exit, so that the help texts of argp, which exits by itself, are covered too. Who has read
 * enough is owed no sentence: the exit code is that of a process that SIGPIPE ended. */
static void close_output(void)
{
    bool failed = ferror(stdout) != 0, unread = has_no_reader();
    errno = 0;
    if (fclose(stdout) == 0 && !failed)
        return;
    if (unread)
        _exit(CLI_SIGNAL + SIGPIPE);
    cli_fail(CLI_BAD, "standard output: %s; the output is not complete",
             errno != 0 ? strerror(errno) : "it could not be written");
    _exit(CLI_BAD);
}

void cli_prepare_output(void)
{
    static char buffer[OUTPUT_BUFFER_BYTES];
    setvbuf(stdout, buffer, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, sizeof buffer);
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is then a write error like any other, */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that has reached its limit */
    atexit(close_output);
}
